//! `erl2lts init`: a commented `.props` file for a module, to start from.
//!
//! Input: a module. Output: what it is run under, as the module itself suggests it, a property that every module may have, and others as
//! comments. A file that is there is not replaced.

use std::fs;
use std::path::{Component, Path, PathBuf};

use frontend::Module;
use frontend::ast::{ExprKind, Literal};
use translator::derive::derive;

use crate::cli::InitArgs;
use crate::codes;
use crate::command::commands;
use crate::config::properties::quoted;
use crate::config::settings::placeless;
use crate::io::output;
use crate::session::Session;
use crate::session::exit::Exit;

/// What stands in front of all.
const HEAD: &str = "\
%% What the machine is run under, and what must hold of it; `erl2lts check` with this file checks that.
%% Every entry is a term with a full stop; docs/commands.md lists them.

";

/// What stands between the commands and the properties.
const CALLS: &str = "
%% What calls of other modules return; without an entry it may be anything.
%% {stubs, [{{sensor, read, 0}, [{ok, 18}, {error, timeout}]}]}.

%% Properties: {property, Name, Language, Formula, Options}. Languages are mu, ctl, esctl, pattern and ptltl.

%% No event that may come crashes the machine.
{property, never_crashes, mu, \"[true* . crash(_)] false\", []}.

{again}
%% One thing only behind another, and what answers what; actions are those that `erl2lts lts` prints.
%% {property, asks_first, pattern, \"precedence(cmd(ask), give(_))\", []}.
%% {property, is_answered, mu, \"[true* . cmd(ask)] <true* . give(_)> true\", []}.

%% That a property is violated may be expected, too.
%% {property, may_refuse, mu, \"[true* . refuse(_)] false\", [{expect, false}]}.
";

/// Runs the command.
pub(crate) fn run(args: &InitArgs) -> Exit {
    let mut session = Session::new(args.module.messages);
    if args.module.file.extension().is_some_and(|extension| extension == "props") {
        let message = format!("`{}` is a file of properties already", args.module.file.display());
        let error = placeless(codes::BAD_FLAGS, message);
        session.report(error.with_help("`init` takes a module, and writes such a file for it"));
        return session.exit();
    }
    let Some(module) = commands::module(&mut session, &args.module) else { return session.exit() };
    let derived = match derive(&module) {
        Ok(derived) => derived,
        Err(errors) => {
            for error in errors {
                session.report(error);
            }
            return session.exit();
        }
    };
    let path = args.output.clone().unwrap_or_else(|| args.module.file.with_extension("props"));
    let mut known = commands::props(&session, &module, &args.module.file, &derived);
    if let Some(named) = elsewhere(&args.module.file, &path)
        && let Some((_, rest)) = known.split_once('\n')
    {
        known = format!("{{module, {}}}.\n{rest}", quoted(&named));
    }
    let text = format!("{HEAD}{known}{}", CALLS.replace("{again}", &again(&module)));
    if args.print {
        session.print_data(&text);
        return session.exit();
    }
    if path.exists() {
        let message = format!("`{}` is there already", path.display());
        session.report(
            placeless(codes::BAD_FLAGS, message)
                .with_help("`--output FILE` writes another file, `--print` writes none"),
        );
        return session.exit();
    }
    match output::write_file(&path, &|out| out.write_all(text.as_bytes())) {
        Ok(()) => session.print(&format!("{} written\n", path.display())),
        Err(error) => session.unwritable(&format!("`{}`", path.display()), &error),
    }
    session.exit()
}

/// What can always be reached again, as a comment: the first state, or data where states have no names.
fn again(module: &Module) -> String {
    let has_names =
        translator::behaviour(module).is_none_or(|behaviour| behaviour.only_state.is_none());
    let first = first_state(module).filter(|_| has_names);
    let (legend, what) = match &first {
        Some(state) => ("names are those of states", model::expr::atom::quoted(state)),
        None if has_names => ("names are those of states", "idle".to_owned()),
        None => (
            "states have no names here: `data(Expr)` asks for what the machine keeps in Data",
            "data(Data =/= undefined)".to_owned(),
        ),
    };
    format!(
        "%% What can always be reached again; {legend}, and `ended` is a machine that has crashed or stopped.\n\
         %% {{property, comes_back, ctl, \"AG (ended or EF {what})\", []}}.\n"
    )
}

/// The state in which `init/1` begins, where it is written there.
fn first_state(module: &Module) -> Option<String> {
    let init = module
        .functions()
        .find(|function| function.name.as_str() == "init" && function.arity == 1)?;
    let mut found = None;
    for expr in init.clauses.iter().flat_map(|clause| &clause.body) {
        expr.for_each(&mut |expr| {
            let ExprKind::Tuple(items) = &expr.kind else { return };
            if let [tag, state, _, ..] = items.as_slice()
                && tag.is_atom("ok")
                && let ExprKind::Literal(Literal::Atom(name)) = &state.kind
            {
                found.get_or_insert_with(|| name.to_string());
            }
        });
    }
    found
}

/// A module as a file in another folder names it; nothing where the file stands beside it.
fn elsewhere(module: &Path, file: &Path) -> Option<String> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
    let module = fs::canonicalize(module).ok()?;
    if module.parent() == Some(folder.as_path()) {
        return None;
    }
    let common = folder.components().zip(module.components()).take_while(|(a, b)| a == b).count();
    let up = folder.components().skip(common).map(|_| Component::ParentDir);
    let path: PathBuf = up.chain(module.components().skip(common)).collect();
    Some(path.display().to_string())
}
