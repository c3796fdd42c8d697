//! The arguments of `erl2lts report`. Types only.

use std::path::PathBuf;

use clap::Args;

use super::CheckArgs;

#[derive(Args, Debug)]
pub(crate) struct ReportArgs {
    #[command(flatten)]
    pub(crate) check: CheckArgs,
    /// Write the page to this file, and to stdout what `check` prints; without it the page goes to stdout
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}
