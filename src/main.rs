//! The program `erl2lts`: what it does stands in the library of its name.

use std::process::ExitCode;

fn main() -> ExitCode {
    erl2lts::main()
}
