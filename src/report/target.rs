//! Formats of reports and where they go: `FORMAT` or `FORMAT=FILE`.

use std::path::{Path, PathBuf};

use clap::ValueEnum;
use frontend::Diagnostic;

use crate::codes;
use crate::config::settings::placeless;
use crate::io::output;
use crate::io::protected::is_same_file;

/// How findings are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people
    Human,
    /// One line each, as erlc writes messages
    Short,
    /// For programs
    Json,
    /// For continuous integration: test cases in XML
    Junit,
    /// For GitHub: annotations
    Github,
    /// For code scanning and editors: SARIF 2.1.0
    Sarif,
    /// For the summary of a job, or a comment: tables and runs
    Markdown,
    /// For GitLab: code quality
    Gitlab,
    /// For browsers: one page with pictures, runs to step through, and the source
    Html,
    /// For Erlang: terms that `file:consult/1` reads
    Erlang,
}

/// A format, and where it goes: to stdout, if to no file.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) format: Format,
    pub(crate) file: Option<PathBuf>,
}

impl Target {
    /// Reads an argument.
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let (format, file) = match text.split_once('=') {
            Some((format, file)) => (format, Some(file)),
            None => (text, None),
        };
        if file == Some("") {
            return Err("a file is missing behind `=`".to_owned());
        }
        let format = Format::from_str(format, false)
            .map_err(|_| format!("expected {}, or one with =FILE", Format::names()))?;
        Ok(Self { format, file: file.map(PathBuf::from) })
    }
}

impl Format {
    /// The formats as they are called: `human, short or json`.
    fn names() -> String {
        let names = Self::value_variants().iter().filter_map(Self::to_possible_value);
        let names: Vec<String> = names.map(|value| value.get_name().to_owned()).collect();
        match names.split_last() {
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
            None => String::new(),
        }
    }
}

/// What is wrong with several targets together.
pub(crate) fn contradiction(targets: &[Target], input: &Path) -> Option<Diagnostic> {
    let to_stdout = targets.iter().filter(|target| target.file.is_none()).count();
    let files: Vec<&Path> = targets.iter().filter_map(|target| target.file.as_deref()).collect();
    let twice = files.iter().enumerate().find(|(at, file)| {
        files[..*at].iter().any(|other| {
            is_same_file(other, file) || output::followed(other) == output::followed(file)
        })
    });
    if to_stdout > 1 {
        let message = "only one format goes to standard output";
        return Some(
            placeless(codes::BAD_FLAGS, message)
                .with_help("others take a file: `--format json=report.json`"),
        );
    }
    if let Some((_, file)) = twice {
        let message = format!("two formats go to the same file `{}`", file.display());
        return Some(placeless(codes::BAD_FLAGS, message));
    }
    let over = files.iter().find(|file| is_same_file(file, input))?;
    let message = format!("the report would replace the input `{}`", over.display());
    Some(placeless(codes::BAD_FLAGS, message))
}
