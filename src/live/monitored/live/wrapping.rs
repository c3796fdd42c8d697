//! A monitor that stands in the place of the module: it behaves as that does, and sees what each callback stores.
//!
//! Input: the module that is watched. Output: attributes and functions of the monitor: those with which the table of the behaviour
//! stands for a machine (`Behaviour::wrapped`), of each callback and each state that the module exports, as behaviours ask which there
//! are, and what all have (`wrapped.erl`). Callbacks of which nothing is to be seen are handed on.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use behaviour::Behaviour;
use frontend::FileId;
use frontend::ast::{BinaryOp, Expr, ExprKind, Literal, Module};
use lts::Term;

/// What all behaviours have.
const FIXED: &str = include_str!("wrapped.erl");

/// What stands for the name of a state.
const STATE: &str = "STATE";

/// A function, by its name and its number of arguments.
pub(crate) type Key = (String, usize);

/// A part of the text that stands for a machine.
struct Part<'p> {
    callbacks: Vec<Key>,
    is_always: bool,
    text: &'p str,
}

/// The functions with which a monitor stands in the place of a module of this behaviour; of the functions that could be states it has
/// those that are chosen.
pub(crate) fn text(
    module: &Module,
    behaviour: &Behaviour,
    is_state: &dyn Fn(&Key) -> bool,
) -> String {
    let name = module.name.as_ref().map_or("", |(name, _)| name.as_str());
    let (exported, parts) = (exported(module), parts(behaviour.wrapped));
    let states = states(module, behaviour);
    let mut out =
        format!("\n-behaviour({}).\n-define(WATCHED, {}).\n", behaviour.name(), Term::atom(name));
    out.push_str("-export([start_link/2, start_link/3, start_link/4, init/1]).\n");
    let mut functions = String::new();
    let mut add = |keys: &[Key], text: &str| {
        let all: Vec<String> =
            keys.iter().map(|(name, arity)| format!("{}/{arity}", Term::atom(name))).collect();
        if !all.is_empty() {
            let _ = writeln!(out, "-export([{}]).", all.join(", "));
        }
        functions.push_str(text.trim_end());
        functions.push_str("\n\n");
    };
    for Part { callbacks, is_always, text } in &parts {
        if let [(name, arity)] = &callbacks[..]
            && name == STATE
        {
            let is_one = |own: &&Key| own.1 == *arity && is_state(own);
            for key in states.iter().filter(is_one) {
                let text = text.replace(STATE, &Term::atom(&key.0).to_string());
                add(std::slice::from_ref(key), &text);
            }
        } else if *is_always || callbacks.iter().all(|own| exported.contains(own)) {
            add(callbacks, text);
        }
    }
    for key in handed_on(behaviour, &exported, &parts) {
        let (name, arity) = &key;
        let args: Vec<String> = (1..=*arity).map(|number| format!("A{number}")).collect();
        let args = args.join(", ");
        let name = Term::atom(name);
        add(
            std::slice::from_ref(&key),
            &format!("{name}({args}) ->\n    ?WATCHED:{name}({args})."),
        );
    }
    out + "\n" + FIXED + "\n" + &functions
}

/// The functions of a module that could be states, and stand for these in a monitor.
pub(crate) fn states(module: &Module, behaviour: &Behaviour) -> Vec<Key> {
    let parts = parts(behaviour.wrapped);
    let keys = parts.iter().flat_map(|part| &part.callbacks);
    let arities: Vec<usize> =
        keys.filter(|(name, _)| name == STATE).map(|(_, arity)| *arity).collect();
    let mut states: Vec<Key> = exported(module).into_iter().collect();
    states.retain(|(name, arity)| arities.contains(arity) && !behaviour.is_fixed(name));
    states
}

/// The parts of a text.
fn parts(text: &str) -> Vec<Part<'_>> {
    text.split("%%% ")
        .skip(1)
        .filter_map(|part| part.split_once('\n'))
        .map(|(head, text)| {
            let callback = |word: &str| {
                let (name, arity) = word.split_once('/')?;
                Some((name.to_owned(), arity.parse().ok()?))
            };
            let callbacks = head.split(' ').filter_map(callback).collect();
            Part { callbacks, is_always: head.ends_with("always"), text }
        })
        .collect()
}

/// The callbacks that the module has and no part is about, but for the first one.
fn handed_on(behaviour: &Behaviour, exported: &BTreeSet<Key>, parts: &[Part<'_>]) -> Vec<Key> {
    let others = behaviour.callbacks.iter().filter(|own| **own != behaviour.first);
    let keys = others.filter_map(|own| Some((own.function()?.to_owned(), own.arity())));
    let is_other = |key: &Key| {
        exported.contains(key) && parts.iter().all(|part| !part.callbacks.contains(key))
    };
    keys.filter(is_other).collect()
}

/// The functions that a text defines.
pub(crate) fn defined(text: &str) -> BTreeSet<Key> {
    functions(&frontend::parse_module(FileId(0), text).value)
}

/// The functions that a module defines.
pub(crate) fn functions(module: &Module) -> BTreeSet<Key> {
    module.functions().map(|own| (own.name.to_string(), own.arity)).collect()
}

/// The functions that a module exports, as its attributes say.
fn exported(module: &Module) -> BTreeSet<Key> {
    let mut all = BTreeSet::new();
    let exports_all = module.attributes().any(|attribute| {
        attribute.name.as_str() == "compile"
            && attribute.args.iter().any(|arg| arg.any(&mut |expr| expr.is_atom("export_all")))
    });
    if exports_all {
        all.extend(functions(module));
    }
    for attribute in module.attributes().filter(|attribute| attribute.name.as_str() == "export") {
        all.extend(attribute.args.iter().flat_map(listed));
    }
    all
}

/// The functions in a list `[name/arity, ..]` of an attribute.
pub(crate) fn listed(arg: &Expr) -> BTreeSet<Key> {
    let mut all = BTreeSet::new();
    arg.for_each(&mut |expr| {
        if let ExprKind::Binary(BinaryOp::Div, name, arity) = &expr.kind
            && let ExprKind::Literal(Literal::Atom(name)) = &name.kind
            && let ExprKind::Literal(Literal::Integer(arity)) = &arity.kind
            && let Ok(arity) = usize::try_from(arity)
        {
            all.insert((name.to_string(), arity));
        }
    });
    all
}
