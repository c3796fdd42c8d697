//! The arguments of commands that go on until they are told to end. Types only.

use std::path::PathBuf;

use clap::Args;

use super::{FormulaArgs, SystemArgs};

#[derive(Args, Debug)]
pub(crate) struct SimArgs {
    #[command(flatten)]
    pub(crate) system: SystemArgs,
    #[command(flatten)]
    pub(crate) asked: FormulaArgs,
    /// Read commands line by line in a terminal, too, in place of a screen
    #[arg(long)]
    pub(crate) lines: bool,
}

#[derive(Args, Debug)]
pub(crate) struct LspArgs {
    /// Flags of `check`, behind `--`
    #[arg(value_name = "FLAGS", last = true)]
    pub(crate) flags: Vec<String>,
}

#[derive(Args, Debug)]
pub(crate) struct WatchArgs {
    /// What `check` takes: modules, .props files, systems, folders
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,
    /// Flags of `check`, behind `--`
    #[arg(value_name = "FLAGS", last = true)]
    pub(crate) flags: Vec<String>,
}
