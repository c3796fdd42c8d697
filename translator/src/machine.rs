//! Recognition of callback modules.
//!
//! Input: a module. Output: its functions by name, if it is a callback module of a behaviour that is translated; else a
//! diagnostic that says what is missing.

use std::borrow::Cow;
use std::collections::BTreeSet;

use behaviour::{Act, BEHAVIOURS, Behaviour, Deed, either, interface_of};
use frontend::ast::{BinaryOp, Callee, Expr, ExprKind, Function, Literal, Module, RemoteAt};
use frontend::{Diagnostic, Name, Severity, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::analysis::callback_mode::{self, Mode};
use crate::analysis::data_atoms::data_atoms;
use crate::analysis::records::defined_twice;
use crate::codes;
use crate::library::prelude;
use model::HandlerKind;

/// A callback module of a behaviour.
pub(crate) struct Machine<'a> {
    /// The module.
    pub module: &'a Module,
    /// Its name.
    pub name: Name,
    /// Its behaviour.
    pub behaviour: &'static Behaviour,
    /// What it calls that: its name, or that of the copy of it that it runs in.
    pub behaviour_name: Name,
    /// Whether its callbacks are called when a state is entered, too.
    pub enters: bool,
    /// Its functions by name and arity.
    pub functions: FxHashMap<(Name, usize), &'a Function>,
    /// The callback that starts it.
    pub init: &'a Function,
    /// Which functions can be called from outside.
    pub exports: Exports,
    /// Atoms in its source that may be values.
    pub data_atoms: BTreeSet<Name>,
    /// Functions of other modules that it calls by their names.
    pub calls: BTreeSet<(Name, Name, usize)>,
    /// The modules of imported functions.
    imports: FxHashMap<(Name, usize), Name>,
    /// The callback modules that may take the place of this one, and are at hand.
    pub successors: Vec<CallbackModule<'a>>,
}

/// A callback module that may take the place of the one that a machine starts with.
pub(crate) struct CallbackModule<'a> {
    /// Its name.
    pub name: Name,
    /// Whether its callbacks are called when a state is entered, too.
    pub enters: bool,
    /// Its callbacks by name and arity.
    pub functions: FxHashMap<(Name, usize), &'a Function>,
}

impl<'a> Machine<'a> {
    /// A callback in a state; without a clause where the module does not have it.
    pub(crate) fn handler(&self, kind: HandlerKind, state: &Name) -> Cow<'a, Function> {
        let name = kind.function().map_or_else(|| state.clone(), Name::from);
        let arity = kind.arity();
        match self.functions.get(&(name.clone(), arity)) {
            Some(function) => Cow::Borrowed(*function),
            None => Cow::Owned(Function {
                name,
                arity,
                clauses: Vec::new(),
                span: self.init.span,
                moved: None,
            }),
        }
    }

    /// A function of the module, or of the library by its qualified name.
    pub(crate) fn function(&self, name: &Name, arity: usize) -> Option<&'a Function> {
        let of_module = || self.functions.get(&(name.clone(), arity)).copied();
        prelude::named(name, arity).or_else(of_module)
    }

    /// Whether some callback module of the machine asks for calls when a state is entered.
    pub(crate) fn asks_for_enter_calls(&self) -> bool {
        self.enters || self.successors.iter().any(|successor| successor.enters)
    }

    /// Whether an action of its text has a module called that is computed, or not at hand.
    pub(crate) fn names_others(&self) -> bool {
        let is_at_hand = |module: &Expr| {
            let mut names = self.successors.iter().map(|successor| &successor.name);
            module.is_atom(self.name.as_str()) || names.any(|name| module.is_atom(name.as_str()))
        };
        let names_other = |expr: &Expr| {
            let ExprKind::Tuple(items) = &expr.kind else { return false };
            let mut actions = self.behaviour.actions.iter();
            actions.any(|action| {
                action.deed == Deed::Module
                    && action.size == 2
                    && items.len() == 2
                    && items[0].is_atom(action.tag)
                    && !is_at_hand(&items[1])
            })
        };
        let mut bodies =
            self.module.functions().flat_map(|function| &function.clauses).flat_map(|c| &c.body);
        bodies.any(|expr| expr.any(&mut |expr| names_other(expr)))
    }

    /// The function that a call from outside the module reaches.
    pub(crate) fn exported(&self, name: &Name, arity: usize) -> Option<&'a Function> {
        let key = (name.clone(), arity);
        self.functions.get(&key).copied().filter(|_| self.exports.contains(name, arity))
    }

    /// The callback of a callback module of the machine: its own, or of that with this number among its successors.
    pub(crate) fn callback_in(
        &self,
        successor: Option<usize>,
        name: &Name,
        arity: usize,
    ) -> Option<&'a Function> {
        match successor {
            None => self.exported(name, arity),
            Some(at) => self.successors[at].functions.get(&(name.clone(), arity)).copied(),
        }
    }

    /// Whether a module that may take the place of this one has such a callback.
    pub(crate) fn has_in_successors(&self, name: &Name, arity: usize) -> bool {
        let key = (name.clone(), arity);
        self.successors.iter().any(|successor| successor.functions.contains_key(&key))
    }

    /// The module that a function is imported from.
    pub(crate) fn imported(&self, name: &Name, arity: usize) -> Option<&Name> {
        self.imports.get(&(name.clone(), arity))
    }

    /// What a call at a place means: an imported function is one of its module, and what the prelude calls
    /// without a module is one of `erlang`, whatever the module's own functions are called.
    pub(crate) fn callee<'c>(
        &self,
        callee: &'c Callee,
        arity: usize,
        place: Span,
    ) -> Cow<'c, Callee> {
        let Callee::Local(name) = callee else { return Cow::Borrowed(callee) };
        let module = match self.imported(name, arity) {
            _ if model::library::contains(place) => Name::from("erlang"),
            Some(module) => module.clone(),
            None => return Cow::Borrowed(callee),
        };
        Cow::Owned(Callee::Remote(module, name.clone(), RemoteAt::default()))
    }
}

/// Recognises a callback module.
pub(crate) fn recognise(module: &Module) -> Result<Machine<'_>, Vec<Diagnostic>> {
    let start = Span::new(module.file, 0, 0);
    let mut errors = defined_twice(module);
    let mut functions: FxHashMap<(Name, usize), &Function> = FxHashMap::default();
    for function in module.functions().filter(|function| function.successor().is_none()) {
        let key = (function.name.clone(), function.arity);
        if let Some(first) = functions.get(&key) {
            errors.push(duplicate(function, first));
        } else {
            functions.insert(key, function);
        }
    }
    let place = module.name.as_ref().map_or(start, |(_, span)| *span);
    let Some((behaviour, behaviour_name)) = behaviour_of(module) else {
        errors.push(not_a_machine(module));
        return Err(errors);
    };
    let own = |name: &str, arity: usize| functions.get(&(Name::from(name), arity)).copied();
    let named = module.name.as_ref().map_or_else(|| Name::from(""), |(name, _)| name.clone());
    let Mode { behaviour, enters } = match callback_mode::read(behaviour, &own, (&named, place)) {
        Ok(mode) => mode,
        Err(error) => {
            errors.push(error);
            return Err(errors);
        }
    };
    let first = behaviour.first;
    let named = first.function().map(Name::from);
    let init = named.and_then(|name| functions.get(&(name, first.arity())).copied());
    match (init, &module.name) {
        (Some(init), Some((name, _))) if errors.is_empty() => Ok(Machine {
            module,
            name: name.clone(),
            behaviour,
            behaviour_name,
            enters,
            functions,
            init,
            exports: exports(module),
            data_atoms: data_atoms(module),
            calls: calls(module),
            imports: imports(module),
            successors: successors(behaviour, module),
        }),
        (init, name) => {
            if init.is_none() {
                errors.push(no_first(behaviour, place));
            }
            if name.is_none() {
                errors.push(Diagnostic::error(
                    codes::NOT_A_MACHINE,
                    "the module has no `-module` attribute",
                    place,
                ));
            }
            Err(errors)
        }
    }
}

/// The callback modules whose callbacks stand in a module, as they may take its place: those whose states are called as its own are.
fn successors<'a>(behaviour: &'static Behaviour, module: &'a Module) -> Vec<CallbackModule<'a>> {
    let mut successors: Vec<CallbackModule<'a>> = Vec::new();
    for function in module.functions() {
        let Some(of) = function.successor() else { continue };
        let at =
            successors.iter().position(|successor| successor.name == *of).unwrap_or_else(|| {
                let functions = FxHashMap::default();
                successors.push(CallbackModule { name: of.clone(), enters: false, functions });
                successors.len() - 1
            });
        successors[at].functions.insert((function.name.clone(), function.arity), function);
    }
    successors.retain_mut(|CallbackModule { name, enters, functions }| {
        let own = |name: &str, arity: usize| functions.get(&(Name::from(name), arity)).copied();
        let place = Span::new(module.file, 0, 0);
        let mode = callback_mode::read(behaviour, &own, (name, place)).ok();
        *enters = mode.as_ref().is_some_and(|mode| mode.enters);
        mode.is_some_and(|mode| std::ptr::eq(mode.behaviour, behaviour))
    });
    successors
}

/// The functions that a module calls with the names of their modules.
fn calls(module: &Module) -> BTreeSet<(Name, Name, usize)> {
    let mut calls = BTreeSet::new();
    let clauses = module.functions().flat_map(|function| &function.clauses);
    for expr in clauses.flat_map(|clause| &clause.body) {
        expr.for_each(&mut |expr| {
            if let ExprKind::Call(Callee::Remote(module, name, _), args) = &expr.kind {
                calls.insert((module.clone(), name.clone(), args.len()));
            }
        });
    }
    calls
}

/// The behaviour whose callback module a module is, as the table for its callback mode where that can be read.
pub fn behaviour(module: &Module) -> Option<&'static Behaviour> {
    let (behaviour, _) = behaviour_of(module)?;
    Some(mode(behaviour, module, None).map_or(behaviour, |mode| mode.behaviour))
}

/// The table by which a behaviour would call a module that takes the place of another one; nothing where that cannot be read.
pub fn called_as(behaviour: &'static Behaviour, module: &Module) -> Option<&'static Behaviour> {
    mode(behaviour, module, None).map(|mode| mode.behaviour)
}

/// Whether the callbacks of a module, or those in it of one that may take its place, are called when a state is entered, too, or it
/// cannot be read whether they are.
pub fn asks_for_enter_calls(module: &Module, successor: Option<&Name>) -> bool {
    let mode = behaviour_of(module).and_then(|(behaviour, _)| mode(behaviour, module, successor));
    mode.is_none_or(|mode| mode.enters)
}

/// The callback mode of a module, or of one that may take its place, where it can be read.
fn mode(behaviour: &'static Behaviour, module: &Module, successor: Option<&Name>) -> Option<Mode> {
    let nowhere = Span::new(module.file, 0, 0);
    let named = module.name.as_ref().map_or_else(|| Name::from(""), |(name, _)| name.clone());
    let own = |name: &str, arity: usize| {
        module.functions().find(|function| {
            function.successor() == successor
                && function.name.as_str() == name
                && function.arity == arity
        })
    };
    callback_mode::read(behaviour, &own, (successor.unwrap_or(&named), nowhere)).ok()
}

/// Says of a module without a behaviour that is translated what it is instead (E0201).
pub fn not_a_machine(module: &Module) -> Diagnostic {
    let start = Span::new(module.file, 0, 0);
    let place = module.name.as_ref().map_or(start, |(_, span)| *span);
    let behaviour = module
        .attributes()
        .filter(|attribute| matches!(attribute.name.as_str(), "behaviour" | "behavior"))
        .find_map(|attribute| match attribute.args.first().map(|arg| &arg.kind) {
            Some(ExprKind::Literal(Literal::Atom(name))) => Some((name.as_str(), attribute.span)),
            _ => None,
        });
    if let Some((name, span)) = behaviour {
        let yet = if interface_of(name).is_some() { " yet" } else { "" };
        let message =
            format!("this is the callback module of a {name}, which is not supported{yet}");
        let help = format!("only {} are supported", supported());
        return Diagnostic::error(codes::NOT_A_MACHINE, message, span).with_help(help);
    }
    let names = BEHAVIOURS.map(Behaviour::name);
    let message = format!("this module is not the callback module of a {}", either(&names));
    let written = names.map(|name| format!("`-behaviour({name}).`"));
    let written: Vec<&str> = written.iter().map(String::as_str).collect();
    Diagnostic::error(codes::NOT_A_MACHINE, message, place)
        .with_help(format!("a callback module says {}", either(&written)))
}

/// The modules whose callback modules are translated, as a list.
fn supported() -> String {
    let modules: Vec<&str> =
        BEHAVIOURS.iter().flat_map(|behaviour| behaviour.interface.modules()).collect();
    match modules.split_last() {
        Some((last, others)) if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => modules.concat(),
    }
}

/// Says that a module has no function that starts it.
fn no_first(behaviour: &Behaviour, place: Span) -> Diagnostic {
    let first = behaviour.first.signature();
    let message = format!("the module has no function `{first}`");
    let returned = if behaviour.only_state.is_some() { "{ok, Data}" } else { "{ok, State, Data}" };
    Diagnostic::error(codes::NO_INIT, message, place)
        .with_help(format!("{first} returns `{returned}`"))
}

/// The functions that a module exports.
#[derive(Debug)]
pub(crate) enum Exports {
    /// All of them, by `-compile(export_all)`.
    All,
    /// Those of its `-export` attributes.
    These(FxHashSet<(Name, usize)>),
}

impl Exports {
    /// Whether `name/arity` can be called from outside, as `gen_fsm` calls its callbacks.
    pub(crate) fn contains(&self, name: &Name, arity: usize) -> bool {
        match self {
            Self::All => true,
            Self::These(functions) => functions.contains(&(name.clone(), arity)),
        }
    }
}

fn exports(module: &Module) -> Exports {
    if exports_all(module) { Exports::All } else { Exports::These(exported_by(module)) }
}

/// Whether a module exports all its functions.
pub fn exports_all(module: &Module) -> bool {
    module.attributes().any(|attribute| {
        attribute.name.as_str() == "compile"
            && attribute.args.iter().any(|arg| arg.any(&mut |e| e.is_atom("export_all")))
    })
}

/// The functions that `-export` attributes name.
pub fn exported_by(module: &Module) -> FxHashSet<(Name, usize)> {
    let mut functions = FxHashSet::default();
    let attributes = module.attributes().filter(|attribute| attribute.name.as_str() == "export");
    for arg in attributes.flat_map(|attribute| &attribute.args) {
        arg.for_each(&mut |expr| functions.extend(exported(expr)));
    }
    functions
}

/// The functions of `-import(Module, [Name/Arity, ..]).`, those aside that the module itself defines.
pub fn imports(module: &Module) -> FxHashMap<(Name, usize), Name> {
    let mut imports = FxHashMap::default();
    for attribute in module.attributes().filter(|attribute| attribute.name.as_str() == "import") {
        if let [from, functions] = attribute.args.as_slice()
            && let ExprKind::Literal(Literal::Atom(from)) = &from.kind
        {
            functions.for_each(&mut |expr| {
                imports.extend(exported(expr).map(|key| (key, from.clone())));
            });
        }
    }
    for function in module.functions() {
        imports.remove(&(function.name.clone(), function.arity));
    }
    imports
}

/// `name/arity`
fn exported(expr: &Expr) -> Option<(Name, usize)> {
    let ExprKind::Binary(BinaryOp::Div, name, arity) = &expr.kind else { return None };
    match (&name.kind, &arity.kind) {
        (ExprKind::Literal(Literal::Atom(name)), ExprKind::Literal(Literal::Integer(arity))) => {
            Some((name.clone(), usize::try_from(arity).ok()?))
        }
        _ => None,
    }
}

fn duplicate(function: &Function, first: &Function) -> Diagnostic {
    Diagnostic::new(
        codes::DUPLICATE_FUNCTION,
        Severity::Error,
        format!("function `{}/{}` is defined twice", function.name, function.arity),
    )
    .with_label(function.span, "defined again here")
    .with_label(first.span, "first defined here")
    .with_help("clauses of one function are separated by `;`")
}

/// The behaviour of a module and what the module calls it: of an attribute, or else of a start call.
fn behaviour_of(module: &Module) -> Option<(&'static Behaviour, Name)> {
    let attributes = module
        .attributes()
        .filter(|attribute| matches!(attribute.name.as_str(), "behaviour" | "behavior"));
    let mut named =
        attributes.flat_map(|attribute| &attribute.args).filter_map(|arg| translated(&arg.kind));
    let name = named.next().cloned().or_else(|| {
        let clauses = module.functions().flat_map(|function| &function.clauses);
        let mut started = None;
        for expr in clauses.flat_map(|clause| &clause.body) {
            expr.for_each(&mut |expr| {
                if started.is_none() {
                    started = started_by(expr).cloned();
                }
            });
        }
        started
    })?;
    Some((behaviour::of_module(name.as_str())?, name))
}

/// Says of each behaviour beside the one that a module is looked at as that OTP's library has it, and that it starts by the same
/// callback (W0216).
pub(crate) fn beside_its_behaviour(module: &Module) -> Vec<Diagnostic> {
    let Some((behaviour, own)) = behaviour_of(module) else { return Vec::new() };
    let starts_alike = |name: &Name| {
        *name != own
            && (interface_of(name.as_str()).is_some() || STARTED_ALIKE.contains(&name.as_str()))
    };
    let mut found = Vec::new();
    for attribute in module.attributes() {
        let is_behaviour = matches!(attribute.name.as_str(), "behaviour" | "behavior");
        for arg in attribute.args.iter().filter(|_| is_behaviour) {
            let ExprKind::Literal(Literal::Atom(name)) = &arg.kind else { continue };
            if starts_alike(name) {
                let first = behaviour.first.signature();
                let message = format!(
                    "this is the callback module of a `{name}`, too, which calls the same `{first}`: it is looked at as that of a `{own}`"
                );
                let warning = Diagnostic::warning(codes::SEVERAL, message, attribute.span);
                let help = "remove the attribute of the behaviour by which nothing starts it";
                found.push(warning.with_help(help));
            }
        }
    }
    found
}

/// Behaviours of OTP without a table that start by `init/1`, too.
const STARTED_ALIKE: [&str; 2] = ["supervisor", "supervisor_bridge"];

/// The name of a behaviour whose callback modules are translated.
fn translated(kind: &ExprKind) -> Option<&Name> {
    match kind {
        ExprKind::Literal(Literal::Atom(name)) => {
            Some(name).filter(|name| behaviour::of_module(name.as_str()).is_some())
        }
        _ => None,
    }
}

/// The module by which a call starts a machine.
fn started_by(expr: &Expr) -> Option<&Name> {
    match &expr.kind {
        ExprKind::Call(Callee::Remote(module, function, _), _) => {
            let behaviour = behaviour::of_module(module.as_str())?;
            let mut named = behaviour.interface.named(function.as_str());
            named.any(|function| function.act == Act::Start).then_some(module)
        }
        _ => None,
    }
}
