//! Compiled modules: a `.beam` file as the text of its module.
//!
//! Input: a path. Output: the module, read from the text that its debug info gives; or why there is none, in the words of the
//! language that it was written in.

use std::collections::HashMap;
use std::path::Path;

use behaviour::{BEHAVIOURS, Behaviour, either, of_module};
use frontend::beam::{self, Elixir, Printed, Refusal};
use frontend::{
    Code, Diagnostic, IncludeLoader, IncludeRequest, Included, Module, NotIncluded, Options,
    Outcome, Severity, SourceMap, parse_module_with,
};

use crate::codes;
use crate::io::input;
use crate::session::Session;

/// Files whose forms are in the module, by the names under which its text includes them.
struct Headers<'s> {
    sources: &'s mut SourceMap,
    texts: HashMap<String, String>,
}

impl IncludeLoader for Headers<'_> {
    fn load(&mut self, request: &IncludeRequest<'_>) -> Result<Included, NotIncluded> {
        // Each is included once.
        let text = self.texts.remove(request.path).ok_or(NotIncluded::Missing)?;
        let file = self.sources.add(request.path, text.clone());
        Ok(Included { file, name: request.path.to_owned(), text: text.into() })
    }

    fn places(&self, _: &IncludeRequest<'_>) -> Vec<String> {
        Vec::new()
    }
}

/// Reads a compiled module; `None` if it was reported that this cannot be.
pub(crate) fn module(session: &mut Session, path: &Path) -> Option<Outcome<Module>> {
    let printed = input::compiled(path)
        .and_then(|bytes| beam::print(&bytes).map_err(|refusal| refused(path, &refusal)));
    match printed {
        Ok(printed) => Some(parsed(&mut session.sources, path, printed)),
        Err(diagnostic) => {
            session.report(diagnostic);
            None
        }
    }
}

/// Reads a compiled module that another one calls; the error says why it cannot be read.
pub(crate) fn other(sources: &mut SourceMap, path: &Path) -> Result<Outcome<Module>, String> {
    let bytes = input::compiled(path).map_err(|error| error.message)?;
    let printed = beam::print(&bytes).map_err(|refusal| refused(path, &refusal).message)?;
    Ok(parsed(sources, path, printed))
}

fn parsed(sources: &mut SourceMap, path: &Path, printed: Printed) -> Outcome<Module> {
    let name = path.display().to_string();
    let file = sources.add(name.clone(), printed.text.clone());
    let mut headers = Headers { sources, texts: printed.headers.into_iter().collect() };
    // There are no macros in it.
    parse_module_with(file, &name, &printed.text, &Options::default(), &mut headers)
}

/// Why a file gives no text.
fn refused(path: &Path, refusal: &Refusal) -> Diagnostic {
    let path = path.display();
    let error = |code: Code, message: String| Diagnostic::new(code, Severity::Error, message);
    let no_code = |why: &str, help: &str| {
        error(codes::NO_DEBUG_INFO, format!("`{path}` does not hold its code: {why}"))
            .with_help(help)
    };
    match refusal {
        Refusal::Broken(what) => error(
            codes::BAD_BEAM,
            format!("`{path}` is no compiled module that can be read: {what}"),
        )
        .with_help("compile the module again, or name its .erl source"),
        Refusal::TooLarge(what) => error(codes::BAD_BEAM, format!("`{path}` is too large: {what}"))
            .with_help("name its .erl source"),
        Refusal::NoDebugInfo => no_code(
            "it was compiled without `debug_info`, or stripped",
            "compile it with `erlc +debug_info`, or name its .erl source",
        ),
        Refusal::Encrypted => no_code(
            "its debug info is encrypted",
            "compile it without `encrypt_debug_info`, or name its .erl source",
        ),
        Refusal::Foreign(compiler) => no_code(
            &format!("its debug info is of another language than Erlang (`{compiler}`)"),
            "only modules that are written in Erlang can be read",
        ),
        Refusal::Elixir(elixir) => {
            let names = BEHAVIOURS.map(Behaviour::name);
            error(codes::ELIXIR, format!("`{path}` is a module of Elixir: {}", described(elixir)))
                .with_help(format!(
                    "modules of {} that are written in Erlang can be read; `erl2lts explain {}` says how Elixir gives \
                     its code as Erlang",
                    either(&names),
                    codes::ELIXIR.0
                ))
        }
    }
}

/// Name, behaviour and callbacks of a module, as Elixir writes them.
fn described(elixir: &Elixir) -> String {
    let name = in_elixir(&elixir.module);
    let behaviours: Vec<String> =
        elixir.behaviours.iter().map(|name| format!("`{}`", in_elixir(name))).collect();
    let stated = elixir.behaviours.iter().find_map(|name| table(name));
    let Some(behaviour) = stated.or_else(|| guessed(elixir)) else {
        return match behaviours.as_slice() {
            [] => format!("`{name}`, which says of no behaviour that it is one"),
            _ => format!("`{name}`, a module of the behaviour {}", behaviours.join(", ")),
        };
    };
    let callbacks = callbacks(behaviour, elixir);
    let with = if callbacks.is_empty() {
        String::new()
    } else {
        format!(" with {}", callbacks.join(", "))
    };
    match stated {
        Some(_) => format!("`{name}`, a module of the behaviour {}{with}", behaviours.join(", ")),
        None => format!("`{name}`, by its functions one of `{}`{with}", behaviour.name()),
    }
}

/// `Shop.Cart` of `Elixir.Shop.Cart`, and `:shop` of `shop`.
fn in_elixir(name: &str) -> String {
    name.strip_prefix("Elixir.").map_or_else(|| format!(":{name}"), str::to_owned)
}

/// The behaviour of OTP that a name means, which may be that of Elixir's module around it: the same words, in capitals.
fn table(name: &str) -> Option<&'static Behaviour> {
    let Some(own) = name.strip_prefix("Elixir.") else { return of_module(name) };
    let capitals = |name: &str| name.replace('_', "").to_lowercase();
    BEHAVIOURS.into_iter().find(|behaviour| capitals(behaviour.name()) == own.to_lowercase())
}

/// The behaviour of which a module has the most callbacks, but for the first one, which all have.
fn guessed(elixir: &Elixir) -> Option<&'static Behaviour> {
    let own = |behaviour: &&Behaviour| {
        let all = callbacks(behaviour, elixir);
        all.iter().filter(|name| **name != format!("`{}`", behaviour.first.signature())).count()
    };
    BEHAVIOURS.into_iter().max_by_key(own).filter(|behaviour| own(behaviour) > 0)
}

/// The callbacks that a module has.
fn callbacks(behaviour: &Behaviour, elixir: &Elixir) -> Vec<String> {
    let has = |name: &str, arity: usize| {
        elixir
            .exports
            .iter()
            .any(|(own, n_args)| own == name && usize::try_from(*n_args) == Ok(arity))
    };
    let rows = behaviour.callbacks.iter();
    let named = rows.filter(|row| row.function().is_some_and(|name| has(name, row.arity())));
    named.map(|row| format!("`{}`", row.signature())).collect()
}
