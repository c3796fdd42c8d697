//! The arguments of the commands about two versions of a system. Types only.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{FormulaArgs, StoredArgs, SystemArgs};

#[derive(Args, Debug)]
pub(crate) struct DiffArgs {
    #[command(flatten)]
    pub(crate) versions: VersionArgs,
    /// How the difference is written
    #[arg(long, value_enum, default_value_t = DiffFormat::Text)]
    pub(crate) format: DiffFormat,
    /// Write to this file instead of stdout
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) stored: StoredArgs,
}

/// Two versions of a system.
#[derive(Args, Debug)]
pub(crate) struct VersionArgs {
    #[command(flatten)]
    pub(crate) system: SystemArgs,
    /// The new version; the file as it is today with --git
    #[arg(value_name = "NEW", required_unless_present = "git")]
    pub(crate) second: Option<PathBuf>,
    #[arg(
        long,
        value_name = "REV",
        help = "Compare the one file that is named with what it was in this revision of its repository"
    )]
    pub(crate) git: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormat {
    /// Lines for people
    Text,
    /// A table for a comment on a pull request
    Markdown,
    /// A drawing that GitHub and GitLab show: grey what was there, green what is new, red what is gone
    Mermaid,
    /// The drawing for Graphviz
    Dot,
}

#[derive(Args, Debug)]
pub(crate) struct PreserveArgs {
    #[command(flatten)]
    pub(crate) versions: VersionArgs,
    /// Files of properties, .props or .mcl, in place of those that OLD itself has
    #[arg(value_name = "PROPS")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) asked: FormulaArgs,
    /// How the answer is written
    #[arg(long, value_enum, default_value_t = PreserveFormat::Text)]
    pub(crate) format: PreserveFormat,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PreserveFormat {
    /// Lines for people
    Text,
    /// A table for a comment on a pull request
    Markdown,
}
