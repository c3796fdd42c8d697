//! A whole report as text.

use super::{Format, Report, github, human, json, junit, short};
use crate::io::visible::visible;
use crate::session::exit::Exit;

/// The report in a format.
pub(super) fn text(report: &Report, format: Format, exit: Exit) -> String {
    let entries = report.entries.iter();
    let shown = |text: String| visible(&text).into_owned();
    match format {
        Format::Human => shown(entries.map(human::entry).collect()),
        Format::Short => shown(entries.map(|entry| short::entry(entry, &report.input)).collect()),
        Format::Github => {
            let findings: String =
                entries.map(|entry| github::entry(entry, &report.input)).collect();
            shown(findings + &github::messages(report))
        }
        Format::Json => json::text(report, exit),
        Format::Junit => junit::text(report, exit),
    }
}
