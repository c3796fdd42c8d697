//! A whole report as text.
//!
//! Input: a report, or those of the files of a folder. Output: a file in one of the formats; those that other programs read as a whole
//! have a file each in `file/`.

mod gitlab;
mod html;
mod json;
mod junit;
mod markdown;
mod place;
mod sarif;
mod terms;
mod value;

use super::folder::Folder;
use super::{Format, Report, github, human, short, summary};
use crate::io::visible::{on_one_line, visible};
use crate::session::exit::Exit;

pub(crate) use html::Pages;

/// The report as a part of a page.
pub(super) fn part_of_page(report: &Report, exit: Exit) -> String {
    html::part(report, exit)
}

/// The report in a format.
pub(super) fn text(report: &Report, format: Format, exit: Exit) -> String {
    let entries = report.entries.iter();
    let shown = |text: String| visible(&text).into_owned();
    match format {
        Format::Human => {
            let entries: String = entries.map(human::entry).collect();
            shown(entries + &summary::line(report).unwrap_or_default())
        }
        Format::Short => {
            let entries: String = entries.map(|entry| short::entry(entry, &report.input)).collect();
            shown(entries + &short::summary(report))
        }
        Format::Github => {
            let findings: String =
                entries.map(|entry| github::entry(entry, &report.input)).collect();
            shown(findings + &github::messages(report))
        }
        Format::Json => json::text(report, exit),
        Format::Junit => junit::suites(&[(report, exit)]),
        Format::Sarif => sarif::run(&[report], exit),
        Format::Markdown => markdown::text(report),
        Format::Gitlab => gitlab::text(&[report]),
        Format::Html => html::text(report, exit),
        Format::Erlang => terms::text(&[(report, exit)]),
    }
}

/// The reports of a folder's files in a format.
pub(super) fn folder(of: &Folder<'_>, format: Format) -> String {
    let reports: Vec<&Report> = of.reports.iter().map(|file| &file.report).collect();
    let parts: Vec<(&Report, Exit)> =
        of.reports.iter().map(|file| (&file.report, file.exit)).collect();
    match format {
        Format::Human => {
            let headed = |(report, exit): &(&Report, Exit)| {
                let name = on_one_line(&report.input);
                format!("file      {name}\n{}", text(report, Format::Human, *exit))
            };
            parts.iter().map(headed).chain([of.table(), of.line.clone()]).collect()
        }
        Format::Short | Format::Github => {
            parts.iter().map(|(report, exit)| text(report, format, *exit)).collect()
        }
        Format::Json => json::folder(of),
        Format::Junit => junit::suites(&parts),
        Format::Sarif => sarif::run(&reports, of.exit),
        Format::Markdown => markdown::folder(of),
        Format::Gitlab => gitlab::text(&reports),
        Format::Erlang => terms::text(&parts),
        Format::Html => of.pages.text((of.checked, of.line.trim_end()), of.exit),
    }
}
