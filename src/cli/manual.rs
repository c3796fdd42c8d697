//! The arguments of `erl2lts completions` and `erl2lts man`. Types only.

use std::path::PathBuf;

use clap::Args;
use clap_complete::Shell;

#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: Shell,
}

#[derive(Args, Debug)]
pub(crate) struct ManArgs {
    /// A folder, which must be there: all pages are written to it, `erl2lts.1` and one for each command
    #[arg(short, long, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,
}
