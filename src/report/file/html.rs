//! A report as a page for browsers: one file, which asks for no other.
//!
//! Input: a report with the systems that were asked and the texts that it points into. Output: HTML with the data as JSON (`data`), the
//! script that shows them, and the library that lays graphs out (all three in `src/report/page/`). Text of any origin stands in the
//! data alone, and the script makes nothing of it but text.

mod actions;
mod data;
mod pages;
mod steps;

use super::value::Json;
use crate::report::Report;
use crate::session::exit::Exit;

/// The page without its parts.
const PAGE: &str = include_str!("../page/page.html");
const STYLE: &str = include_str!("../page/page.css");
const SCRIPT: &str = include_str!("../page/page.js");
/// Dagre, and what its licence asks to stand in copies.
const LAYOUT: &str = include_str!("../page/dagre.min.js");
const LICENCE: &str = include_str!("../page/dagre.LICENSE");

pub(crate) use pages::Pages;

/// The whole report.
pub(super) fn text(report: &Report, exit: Exit) -> String {
    page(&data::data(report, exit))
}

/// The data of a report that is a part of a page.
pub(super) fn part(report: &Report, exit: Exit) -> String {
    data::data(report, exit).text_of_page()
}

/// The page that shows these data.
fn page(data: &Json) -> String {
    let parts = [
        ("/*style*/", STYLE),
        ("/*data*/", &data.text_of_page()),
        ("/*licence*/", LICENCE),
        ("/*layout*/", LAYOUT),
        ("/*script*/", SCRIPT),
    ];
    let (mut page, mut rest) = (String::new(), PAGE);
    for (mark, part) in parts {
        let (before, behind) = rest.split_once(mark).unwrap_or((rest, ""));
        page.push_str(before);
        page.push_str(part);
        rest = behind;
    }
    page + rest
}
