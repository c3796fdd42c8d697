//! A monitor that stands in the place of the module: it behaves as that does, and sees what each callback stores.
//!
//! Input: the module that is watched. Output: functions of the monitor. A part of the text begins with the callback that it stands for, as
//! `%%% NAME/ARITY`, and is left out where the module does not export that one, as behaviours ask which there are;
//! `%%% NAME/ARITY always` stands where it does not, too.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use behaviour::{Behaviour, GEN_FSM, GEN_SERVER};
use frontend::ast::{BinaryOp, ExprKind, Literal, Module};
use lts::Term;

/// What all behaviours have.
const FIXED: &str = include_str!("wrapped.erl");

/// What a part that is never left out begins with, behind the callbacks that it has.
const ALWAYS: &str = "always";

/// The functions with which a monitor stands in the place of a module of this behaviour.
pub(crate) fn text(module: &Module, name: &str, behaviour: &Behaviour) -> String {
    let is = |other: &Behaviour| behaviour.name() == other.name();
    let parts = if is(&GEN_FSM) {
        include_str!("wrapped_fsm.erl")
    } else if is(&GEN_SERVER) {
        include_str!("wrapped_server.erl")
    } else {
        include_str!("wrapped_statem.erl")
    };
    let exported = exported(module);
    let mut out =
        format!("\n-behaviour({}).\n-define(WATCHED, {}).\n", behaviour.name(), Term::atom(name));
    out.push_str("-export([start_link/2, start_link/3, start_link/4, init/1]).\n");
    let mut functions = String::new();
    for part in parts.split("%%% ").skip(1) {
        let Some((callback, text)) = part.split_once('\n') else { continue };
        let is_always = callback.ends_with(ALWAYS);
        let callbacks: Vec<&str> = callback.split(' ').filter(|own| own.contains('/')).collect();
        let has = |callback: &str| {
            let key = callback
                .split_once('/')
                .and_then(|(name, arity)| Some((name, arity.parse().ok()?)));
            key.is_some_and(|(name, arity): (&str, usize)| {
                exported.contains(&(name.to_owned(), arity))
            })
        };
        if !is_always && !callbacks.iter().all(|own| has(own)) {
            continue;
        }
        if !callbacks.is_empty() {
            let _ = writeln!(out, "-export([{}]).", callbacks.join(", "));
        }
        functions.push_str(text);
    }
    if is(&GEN_FSM) {
        let known = |name: &str| behaviour.callbacks.iter().any(|own| own.function() == Some(name));
        for (state, arity) in exported.iter().filter(|(name, _)| !known(name)) {
            let called = Term::atom(state).to_string();
            if let Some(text) = of_state(&called, *arity) {
                let _ = writeln!(out, "-export([{called}/{arity}]).");
                functions.push_str(&text);
            }
        }
    }
    out + "\n" + FIXED + "\n" + &functions
}

/// The function that is called for an event in a state.
fn of_state(state: &str, arity: usize) -> Option<String> {
    let (parameters, action) = match arity {
        2 => ("Event, Data", "event(Event)"),
        3 => ("Event, From, Data", "{cmd_sync, Event}"),
        _ => return None,
    };
    let call = format!("fun() -> ?WATCHED:{state}({parameters}) end");
    Some(format!("{state}({parameters}) ->\n    called({action}, {{{state}, Data}}, {call}).\n\n"))
}

/// The functions that a module exports, as its attributes say.
fn exported(module: &Module) -> BTreeSet<(String, usize)> {
    let mut all = BTreeSet::new();
    let exports_all = module.attributes().any(|attribute| {
        attribute.name.as_str() == "compile"
            && attribute.args.iter().any(|arg| arg.any(&mut |expr| expr.is_atom("export_all")))
    });
    if exports_all {
        all.extend(module.functions().map(|own| (own.name.to_string(), own.arity)));
    }
    for attribute in module.attributes().filter(|attribute| attribute.name.as_str() == "export") {
        for arg in &attribute.args {
            arg.for_each(&mut |expr| {
                if let ExprKind::Binary(BinaryOp::Div, name, arity) = &expr.kind
                    && let ExprKind::Literal(Literal::Atom(name)) = &name.kind
                    && let ExprKind::Literal(Literal::Integer(arity)) = &arity.kind
                    && let Ok(arity) = usize::try_from(arity)
                {
                    all.insert((name.to_string(), arity));
                }
            });
        }
    }
    all
}
