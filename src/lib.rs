//! `erl2lts`: the command line, as a library of which the program is one function.
//!
//! Input: arguments and files. Output: results on stdout, messages on stderr, an exit code: 0 as
//! expected, 1 a property is violated or an expectation is not met, 2 wrong input, 3 inconclusive.
//! All reading and writing happens here and below; the other libraries do none. What is no part of the command line is
//! [`reading`], for fuzz targets.

mod assumption;
mod atoms;
mod besides;
mod certainty;
mod cli;
mod clock;
mod codes;
mod command;
mod emitted;
mod encoding;
mod environment;
mod evidence;
mod evidence_file;
mod exit;
mod finding;
mod findings;
mod folder;
mod foreign;
mod format;
mod generate;
mod guard;
mod hunting;
mod ignored;
mod include;
mod input;
mod interchange;
mod judgement;
mod kinds;
mod language;
mod memory;
mod monitors;
mod needed;
mod observed;
mod obtain;
mod omissions;
mod output;
mod project;
mod properties;
mod protected;
mod reached;
pub mod reading;
mod render;
mod replayed;
mod report;
mod session;
mod settings;
mod signals;
mod sites;
mod stats;
mod stop;
mod strict;
mod stubs;
mod system;
mod temporary;
mod visible;
mod watch;
mod written;

use std::process::ExitCode;

use clap::Parser as _;

use cli::{Cli, Command};
use exit::Exit;

/// Recursion over nested terms and trees is bounded, but debug builds have large frames.
const STACK_SIZE: usize = 512 << 20;

/// Does what the arguments of the program say.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let worker = std::thread::Builder::new().stack_size(STACK_SIZE).spawn(move || run(&cli));
    let exit = match worker.map(std::thread::JoinHandle::join) {
        Ok(Ok(exit)) => exit,
        // The panic has been reported on stderr by its hook: a bug of ours.
        Ok(Err(_)) => Exit::Bug,
        Err(error) => {
            output::warn(&format!(
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
    watch::begin();
    guard::begin();
    match &cli.command {
        Command::Check(args) => command::check::run(args),
        Command::Translate(args) => command::translate::run(args),
        Command::Lts(args) => command::lts::run(args),
        Command::Convert(args) => command::convert::run(args),
        Command::Info(args) => command::info::run(args),
        Command::Reduce(args) => command::reduce::run(args),
        Command::Compare(args) => command::compare::run(args),
        Command::Commands(args) => command::commands::run(args),
        Command::Forms(args) => command::forms::run(args),
        Command::Explain(args) => command::explain::run(args),
    }
}
