//! What was found out in the files of a folder, as one report.
//!
//! Input: the report of each file, in order, and what all come to in words. Output: text in any of the formats, in which each file is what
//! it is in a report of its own: a suite of test cases, a list of results. Nothing is judged here.

use std::fmt::Write as _;

use super::file::{self, Pages};
use super::{Format, Part, Report, Target, Totals};
use crate::io::visible::on_one_line;
use crate::session::exit::Exit;

/// What is kept of the reports of files, besides the totals.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Keeps {
    /// Whether they are written for people as they come.
    pub(crate) shown: bool,
    /// Whether they become parts of a page.
    pub(crate) paged: bool,
    /// Whether they are written whole at the end.
    pub(crate) whole: bool,
}

impl Keeps {
    /// What these targets need.
    pub(crate) fn of(targets: &[Target]) -> Self {
        let mut to_stdout = targets.iter().filter(|target| target.file.is_none());
        let is_page = |target: &Target| target.format == Format::Html;
        let streams = |target: &Target| target.format == Format::Human && target.file.is_none();
        Self {
            shown: to_stdout.all(|target| target.format == Format::Human),
            paged: targets.iter().any(is_page),
            whole: targets.iter().any(|target| !is_page(target) && !streams(target)),
        }
    }
}

/// A report of a folder under way.
pub(crate) struct FolderReport {
    /// The folder, as the user has named it.
    name: String,
    pages: Pages,
    /// The files whose reports are kept.
    kept: Vec<File>,
    totals: Totals,
}

/// A file of a folder.
pub(super) struct File {
    pub(super) report: Report,
    pub(super) exit: Exit,
    /// What came of it, in words.
    pub(super) tally: String,
}

/// All files of a folder, and what they come to.
pub(super) struct Folder<'r> {
    pub(super) name: &'r str,
    pub(super) pages: &'r Pages,
    pub(super) reports: &'r [File],
    pub(super) exit: Exit,
    /// How many files were checked, in words.
    pub(super) checked: &'r str,
    /// The last line of the report; empty if no system was asked.
    pub(super) line: String,
}

impl Folder<'_> {
    /// What came of each file, a line each.
    pub(super) fn table(&self) -> String {
        let mut table = format!("checked   {}\n", self.checked);
        for File { report, tally, .. } in self.reports {
            let _ = writeln!(table, "          {}: {tally}", on_one_line(&report.input));
        }
        table
    }
}

impl FolderReport {
    /// A report of a folder of which nothing is known.
    pub(crate) fn new(name: String) -> Self {
        let pages = Pages::new(name.clone());
        Self { name, pages, kept: Vec::new(), totals: Totals::default() }
    }

    /// Adds a file: what came of it, in words, and what is kept of its report.
    pub(crate) fn add(&mut self, name: &str, (tally, exit): (&str, Exit), part: Part) {
        self.totals.add(&part.totals);
        self.pages.add(name, (tally, exit), part.page);
        let kept = part.whole.map(|report| File { report, exit, tally: tally.to_owned() });
        self.kept.extend(kept);
    }

    /// Adds what is said of the folder itself, if that is anything.
    pub(crate) fn add_own(&mut self, part: Part, exit: Exit) {
        let said = part.whole.filter(|report| !report.messages.is_empty());
        let own = said.map(|report| File { report, exit, tally: "not looked at whole".to_owned() });
        self.kept.splice(0..0, own);
    }

    /// The last line of the report for people, if a system was asked.
    pub(crate) fn line(&self) -> Option<String> {
        self.totals.line()
    }

    /// The report in a format.
    pub(crate) fn text(&self, format: Format, checked: &str, exit: Exit) -> String {
        let (name, line) = (self.name.as_str(), self.line().unwrap_or_default());
        let (pages, reports) = (&self.pages, self.kept.as_slice());
        file::folder(&Folder { name, pages, reports, exit, checked, line }, format)
    }
}
