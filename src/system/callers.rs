//! What a module suggests to be run under, with what other modules of its project send it.
//!
//! Input: a machine, where it stands. Output: its events, each with the places in other modules that send it. Modules are parsed whose
//! text speaks of the machine, and no others. A machine that is alone is asked alone.

use frontend::{Diagnostic, Module, Name};
use translator::derive::{Derived, derive, derive_among};

use crate::cli::SourceArgs;
use crate::config::source::checkout::Checkout;
use crate::io::revision::revised;
use crate::session::Session;
use crate::system::Subject;

/// What a machine suggests to be run under, with the callbacks of those that may take its place, and a line for each module that sends it something.
pub(crate) fn derived(
    session: &mut Session,
    (subject, module): (&Subject, &Module),
    args: &SourceArgs,
) -> Result<(Derived, Vec<String>), Vec<Diagnostic>> {
    let alone = derive(module)?;
    let Some((own, _)) = &subject.module.name else { return Ok((alone, Vec::new())) };
    // What stands beside it today is not what stood there then.
    if args.project.alone || revised(&subject.path).is_some() {
        return Ok((alone, Vec::new()));
    }
    let mut names = vec![own.as_str()];
    names.extend(alone.names.iter().map(Name::as_str).filter(|name| *name != own.as_str()));
    let source = (&args.headers, args.project.path.as_slice());
    let mut checkout = Checkout::around(&mut session.sources, &subject.path, source);
    let users = checkout.users(own, &names);
    if users.is_empty() {
        return Ok((alone, Vec::new()));
    }
    let derived = derive_among(module, alone, &users.iter().collect::<Vec<&Module>>())?;
    let lines = derived.users.iter().map(|user| {
        let path = checkout.read.get(user).map(|path| path.display().to_string());
        format!("{user} ({}): what it sends", path.unwrap_or_default())
    });
    let lines = lines.collect();
    Ok((derived, lines))
}
