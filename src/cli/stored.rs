//! The arguments that compare a result with what is stored of it. Types only.

use std::path::PathBuf;

use clap::Args;

/// A file that holds the result of an earlier run.
#[derive(Args, Clone, Debug)]
pub(crate) struct StoredArgs {
    /// Write nothing: show how the result differs from this file, exit code 1 if it does
    #[arg(long, value_name = "FILE", conflicts_with = "output")]
    pub(crate) check: Option<PathBuf>,
    /// Write the result to the file of --check instead
    #[arg(long, requires = "check")]
    pub(crate) update: bool,
}
