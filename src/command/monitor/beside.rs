//! `erl2lts monitor --erlang`: a monitor as a module, attached to running machines or in the place of the one that is watched.
//!
//! Input: what is asked, the module, if it is at hand. Output: the text of the monitor in a file. What that text is is the business
//! of `monitored::live`.

use std::path::Path;

use behaviour::GEN_SERVER;
use frontend::ast::Expr;
use frontend::{Diagnostic, FileId, Module, Severity, Span};
use model::Form;

use crate::cli::{MonitorArgs, SourceArgs, StoredArgs};
use crate::codes;
use crate::command::destination::Destination;
use crate::command::monitor::{Asked, model, subject, watched_settings};
use crate::config::observed::Observer;
use crate::config::settings::placeless;
use crate::live::monitored::live::{Watched, definitions, wrapping};
use crate::report::place;
use crate::session::Session;
use crate::session::exit::Exit;
use crate::system::{How, Maps, Subject};

/// Writes the monitor as an Erlang module.
pub(super) fn written(session: &mut Session, args: &MonitorArgs, asked: &Asked) -> Option<Exit> {
    let module = asked.subject.as_deref();
    let tells_data = module.is_some_and(|own| own.behaviour().only_state.is_some());
    if let Some(observer) = asked.observers.first().filter(|_| !args.wrap && !tells_data) {
        session.report(untold(observer));
    }
    let told = Behind::of(session, args, asked)?;
    let text = if args.wrap {
        around(session, args, (asked, &told))?
    } else {
        text(session, args, (asked, &told), None)?
    };
    let stored = StoredArgs { check: None, update: false };
    let destination = Destination::of(session, args.output.as_deref(), &stored)?;
    destination.deliver(session, &|out| out.write_all(text.as_bytes()));
    Some(Exit::Success)
}

/// What the module says of what it stores.
struct Behind {
    /// What names its states, if they have no names of their own.
    naming: Option<Expr>,
    /// What the expressions that are asked need of it.
    definitions: Module,
}

impl Behind {
    /// None where an expression cannot be asked, which is reported.
    fn of(session: &mut Session, args: &MonitorArgs, asked: &Asked) -> Option<Self> {
        let Some(subject) = &asked.subject else {
            let nothing = Module { file: FileId(0), name: None, forms: Vec::new(), lacking: None };
            return Some(Self { naming: None, definitions: nothing });
        };
        let (module, behaviour) = (&subject.module, subject.behaviour());
        let naming = match &subject.settings.naming {
            Some(naming) => Some(naming.expression(session, module, behaviour)?),
            None => None,
        };
        let named = naming.iter().map(|expr| Observer { text: "".into(), expr: expr.clone() });
        let all: Vec<Observer> = asked.observers.iter().cloned().chain(named).collect();
        let wrong = wrong(subject, &args.source, &all);
        if !wrong.is_empty() {
            for error in wrong {
                session.report(error);
            }
            return None;
        }
        match definitions::needed(module, all.iter().map(|own| &own.expr)) {
            Ok(definitions) => Some(Self { naming, definitions }),
            Err((record, used_at)) => {
                let message =
                    format!("record `#{record}` is used, and the module does not define it");
                let error = Diagnostic::error(codes::NOT_LIVE, message, used_at);
                session.report(error.with_help("`-I FOLDER` says where headers of the module are"));
                None
            }
        }
    }
}

/// What is wrong with expressions, as the model of the module knows it: a variable without a value, a function that is not there, one
/// that does more than to compute. What is wrong with the module itself does not matter here, as it is not translated.
fn wrong(subject: &Subject, source: &SourceArgs, exprs: &[Observer]) -> Vec<Diagnostic> {
    let mut settings = watched_settings(subject);
    settings.naming = None;
    let (form, twin, maps) = (Form::Direct, None, Maps::Ordered);
    let how = How { form, twin, maps, args: source, observers: exprs };
    let Some(translated) = subject.translated(&mut Session::quiet(), &settings, how) else {
        return Vec::new();
    };
    let is_inside = |span: Span| exprs.iter().any(|own| own.expr.span.file == span.file);
    let errors = translated.outcome.diagnostics.into_iter();
    errors
        .filter(|error| error.severity == Severity::Error)
        .filter(|error| error.labels.first().is_some_and(|label| is_inside(label.span)))
        .collect()
}

/// That a running program does not tell what an expression asks for, unless it is a server.
fn untold(observer: &Observer) -> Diagnostic {
    let name = GEN_SERVER.name();
    let message = format!("`sys` tells the data of a {name} alone: elsewhere this is false");
    Diagnostic::warning(codes::NOT_TOLD, message, observer.expr.span).with_help(
        "`--wrap` puts the monitor around the module; code that calls `step/2` hands over both",
    )
}

/// The text of a monitor that stands in the place of the module. A function of the module that could be a state and is called
/// as one of the monitor is none of its states, or that is an error.
fn around(session: &mut Session, args: &MonitorArgs, asked: (&Asked, &Behind)) -> Option<String> {
    let read = if asked.0.subject.is_none() { Some(subject(session, &args.source)?) } else { None };
    let subject: &Subject = read.as_deref().or(asked.0.subject.as_deref())?;
    let module = &subject.module;
    let Some(behaviour) = translator::behaviour(module) else {
        session.report(translator::not_a_machine(module));
        return None;
    };
    let name = named(args);
    if module.name.as_ref().is_some_and(|(own, _)| own.as_str() == name) {
        let message = format!("the monitor would be called `{name}`, as the module that it calls");
        session.report(
            placeless(codes::BAD_FLAGS, message).with_help("write it to a file of another name"),
        );
        return None;
    }
    let without = wrapping::text(module, behaviour, &|_| false);
    let own = wrapping::defined(&text(session, args, asked, Some(without))?);
    let mut hidden = wrapping::states(module, behaviour);
    hidden.retain(|key| own.contains(key));
    if !hidden.is_empty() {
        let (model, _) = model(session, subject, &args.source, &[])?;
        let is_state =
            |(name, _): &&wrapping::Key| model.states.iter().any(|state| state.as_str() == name);
        if let Some((name, arity)) = hidden.iter().find(is_state) {
            let message =
                format!("the monitor has a function `{name}/{arity}`, as the state `{name}`");
            session.report(placeless(codes::BAD_FLAGS, message).with_help(
                "without `--wrap` the monitor is attached to running machines, whatever their states are called",
            ));
            return None;
        }
    }
    let around = wrapping::text(module, behaviour, &|key| !own.contains(key));
    text(session, args, asked, Some(around))
}

/// What the module of the monitor is called.
fn named(args: &MonitorArgs) -> String {
    let assumed = || format!("{}_monitor", stem(&args.source.input));
    args.output.as_deref().map_or_else(assumed, stem)
}

/// The name of a file without what says its kind.
fn stem(path: &Path) -> String {
    path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}

/// The text of a monitor as an Erlang module; none if what is asked cannot be watched there, which is reported.
fn text(
    session: &mut Session,
    args: &MonitorArgs,
    (asked, behind): (&Asked, &Behind),
    wrapping: Option<String>,
) -> Option<String> {
    let (module, name) = (&stem(&args.source.input), named(args));
    let place = |span| {
        place(session, span).map_or_else(String::new, |place| {
            format!("{}:{}:{}", place.file, place.line, place.column)
        })
    };
    let Behind { naming, definitions } = behind;
    let watched = Watched {
        module,
        name: &name,
        specification: &asked.specification,
        names: &asked.names,
        wrapping,
        naming: naming.as_ref(),
        definitions,
        place: &place,
    };
    let text = watched.text().and_then(|text| match twice(&text, definitions) {
        None => Ok(text),
        Some((name, arity)) => {
            let message =
                format!("the monitor has a function `{name}/{arity}`, and so has the module");
            Err(placeless(codes::NOT_LIVE, message).with_help(format!(
                "write `{}:{name}(..)` for that one, which the module must export",
                stem(&args.source.input)
            )))
        }
    });
    match text {
        Ok(text) => Some(text),
        Err(error) => {
            session.report(error);
            None
        }
    }
}

/// A function of the module that the monitor would have, and one of its own that is called the same.
fn twice(text: &str, definitions: &Module) -> Option<wrapping::Key> {
    let own = frontend::parse_module(FileId(0), text).value;
    let is_twice = |(name, arity): &wrapping::Key| {
        own.functions().filter(|own| own.name.as_str() == name && own.arity == *arity).count() > 1
    };
    wrapping::functions(definitions).into_iter().find(is_twice)
}
