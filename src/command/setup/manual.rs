//! `erl2lts completions` and `erl2lts man`: what shells and manuals know of the command line.
//!
//! Input: the arguments as they are declared. Output: a script for a shell; pages for man(1), one for the program and one for each command.

use std::io;
use std::path::Path;

use clap::CommandFactory as _;

use crate::cli::{Cli, CompletionsArgs, ManArgs, Messages};
use crate::io::output;
use crate::session::Session;
use crate::session::exit::Exit;

/// The name of the program.
const NAME: &str = "erl2lts";

/// Prints what a shell needs to complete commands and flags.
pub(crate) fn completions(args: &CompletionsArgs) -> Exit {
    let mut session = Session::new(Messages::Human);
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), NAME, &mut script);
    if let Err(error) = output::print_bytes(&script) {
        session.unwritable("standard output", &error);
    }
    session.exit()
}

/// Prints the page of the program, or writes all pages to a folder.
pub(crate) fn man(args: &ManArgs) -> Exit {
    let mut session = Session::new(Messages::Human);
    let mut command = Cli::command().name(NAME);
    // Commands get the names of their pages, and the flags that all have.
    command.build();
    let Some(folder) = &args.output else {
        let printed = page(&command).and_then(|page| output::print_bytes(&page));
        if let Err(error) = printed {
            session.unwritable("standard output", &error);
        }
        return session.exit();
    };
    let pages = std::iter::once((NAME.to_owned(), command.clone()));
    let is_shown = |own: &&clap::Command| own.get_name() != "help";
    let subcommands = command.get_subcommands().filter(is_shown).map(|own| {
        let name = format!("{NAME}-{}", own.get_name());
        (name, own.clone())
    });
    for (name, command) in pages.chain(subcommands) {
        if !write(&mut session, folder, &name, &command) {
            break;
        }
    }
    session.exit()
}

/// Writes a page; tells whether that was possible.
fn write(session: &mut Session, folder: &Path, name: &str, command: &clap::Command) -> bool {
    let path = folder.join(format!("{name}.1"));
    let written =
        page(command).and_then(|page| output::write_file(&path, &|out| out.write_all(&page)));
    if let Err(error) = &written {
        session.unwritable(&format!("`{}`", path.display()), error);
    }
    written.is_ok()
}

fn page(command: &clap::Command) -> io::Result<Vec<u8>> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    Ok(page)
}
