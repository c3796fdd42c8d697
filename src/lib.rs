//! `erl2lts`: the command line, as a library of which the program is one function.
//!
//! Input: arguments and files. Output: results on stdout, messages on stderr, an exit code: 0 as
//! expected, 1 a property is violated or an expectation is not met, 2 wrong input, 3 inconclusive.
//! All reading and writing happens here and below; the other libraries do none. What is no part of the command line is
//! [`config::reading`], for fuzz targets.

pub(crate) mod check;
mod cli;
mod codes;
mod command;
pub mod config;
mod hunt;
pub(crate) mod io;
pub(crate) mod live;
mod report;
mod session;
mod system;
mod versions;
mod workers;

use std::process::ExitCode;

use clap::Parser as _;

use cli::{Cli, Command, WorkerArgs};
use session::exit::Exit;

/// Recursion over nested terms and trees is bounded, but debug builds have large frames.
pub(crate) const STACK_SIZE: usize = 512 << 20;

/// Does what the arguments of the program say.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    if cli.command.workers().is_some_and(WorkerArgs::is_asked) {
        workers::heap::share();
    }
    let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(move || run(&cli));
    let exit = match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(exit)) => exit,
        // The panic has been reported on stderr by its hook: a bug of ours.
        Ok(Err(_)) => Exit::Bug,
        Err(error) => {
            crate::io::output::warn(&format!(
                "error[{}]: there is no room for the stack: {error}\n  \
                 = help: 512 MB of addresses are asked for, few are used: raise `ulimit -v`",
                codes::NO_MEMORY.0
            ));
            Exit::Input
        }
    };
    exit.into()
}

fn run(cli: &Cli) -> Exit {
    session::voice::set(cli.voice);
    session::watch::begin();
    crate::session::watch::guard::begin();
    match &cli.command {
        Command::Check(args) => command::check::run(args),
        Command::Translate(args) => command::translate::run(args),
        Command::Lts(args) => command::systems::lts::run(args),
        Command::Convert(args) => command::systems::convert::run(args),
        Command::Info(args) => command::systems::info::run(args),
        Command::Reduce(args) => command::systems::reduce::run(args),
        Command::Compare(args) => command::systems::compare::run(args),
        Command::Diff(args) => command::diff::run(args),
        Command::Preserve(args) => command::preserve::run(args),
        Command::Graph(args) => command::graph::run(args),
        Command::Report(args) => command::report::run(args),
        Command::Commands(args) => command::commands::run(args),
        Command::Monitor(args) => command::monitor::run(args),
        Command::Lsp(args) => command::live::lsp::run(args),
        Command::Watch(args) => command::live::watch::run(args),
        Command::Sim(args) => command::live::sim::run(args),
        Command::Init(args) => command::setup::init::run(args),
        Command::Doctor(args) => command::setup::doctor::run(args),
        Command::Forms(args) => command::forms::run(args),
        Command::Explain(args) => command::explain::run(args),
        Command::Completions(args) => command::setup::manual::completions(args),
        Command::Man(args) => command::setup::manual::man(args),
    }
}
