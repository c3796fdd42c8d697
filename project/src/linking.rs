//! A module together with the functions of other modules that it calls.
//!
//! Input: a callback module, what is not to be looked into, who finds modules. Output: the module in which calls of functions that only
//! compute are calls of functions of its own, with these behind its forms; shapes of what the other functions return that it calls.
//! A call of a function that a stub describes stays as it is. Functions of modules that are to be open move as well, whatever they do, and so do
//! the callbacks of modules that may take the place of this one (`Function::successor`).

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use behaviour::Behaviour;
use frontend::ast::{Callee, Expr, ExprKind, Form, Function, Moved, RemoteAt};
use frontend::{Module, Name, Span};
use num_bigint::BigInt;
use translator::library::computing::is_no_action;
use translator::library::shapes::Shape;

use crate::code::{Code, FunctionKey, Modules, function};
use crate::computing::{Computing, remote_fun};
use crate::module::{Called, Unit};
use crate::records;
use crate::returns::Returns;
use crate::successors::{self, Named};

/// Functions that move into a module, at most.
const MAX_MOVED: usize = 400;

/// What is to be done besides.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Whether functions stay that come back to themselves or take binaries apart: on values of which little is known they have ways
    /// without end.
    pub plain: bool,
    /// Functions that a stub describes.
    pub stubbed: BTreeSet<FunctionKey>,
    /// Modules whose functions move whatever they do.
    pub open: BTreeSet<Name>,
}

/// A module with what others say of it.
#[derive(Clone, Debug, Default)]
pub struct Linked {
    /// The module with functions of others; nothing where none has moved.
    pub module: Option<Box<Module>>,
    /// The module with the callbacks of those that may take its place, and what these call of their own; nothing where there are none.
    pub machine: Option<Box<Module>>,
    /// What functions of other modules return that it calls.
    pub shapes: Vec<Shape>,
    /// What was taken of which module, by its name.
    pub taken: BTreeMap<Name, Taken>,
    /// Modules that are there and were not used, and why.
    pub refused: Vec<(Name, String)>,
}

/// What was taken of a module.
#[derive(Clone, Debug, Default)]
pub struct Taken {
    /// Functions that were taken as they are.
    pub moved: BTreeSet<(Name, usize)>,
    /// Functions of which the shapes of results are known.
    pub shaped: BTreeSet<(Name, usize)>,
    /// Callbacks of a module that may take the place of the one that it was taken for.
    pub callbacks: BTreeSet<(Name, usize)>,
}

/// Links a module with others.
pub fn link(module: &Module, wanted: &Wanted, modules: &mut dyn Modules) -> Linked {
    let Some((name, _)) = &module.name else { return Linked::default() };
    let unit = Rc::new(Unit::of(name.clone(), module.clone()));
    let mut linking = Linking {
        own: name.clone(),
        wanted,
        code: Code::around(&unit, modules),
        computing: Computing::new(!wanted.plain),
        forms: module.forms.clone(),
        moved: BTreeMap::new(),
        waiting: Vec::new(),
        others: BTreeSet::new(),
        successors: BTreeMap::new(),
        n_clauses: 0,
        refused: Vec::new(),
        lacking: module.lacking,
    };
    let n_own = linking.forms.len();
    for at in 0..n_own {
        linking.own_form(&unit, at);
    }
    linking.take_successors(&unit);
    linking.move_all();
    linking.finish(module)
}

/// Clauses of callbacks that are taken of modules that may take the place of one, at most: each of them is called in each state.
const MAX_CLAUSES: usize = 64;

/// A module while it is put together.
struct Linking<'m> {
    own: Name,
    wanted: &'m Wanted,
    code: Code<'m>,
    computing: Computing,
    forms: Vec<Form>,
    /// Whether functions move that were asked for.
    moved: BTreeMap<FunctionKey, bool>,
    /// Those that are to be copied yet.
    waiting: Vec<FunctionKey>,
    /// Functions that are called and stay where they are.
    others: BTreeSet<FunctionKey>,
    /// Modules that may take the place of this one, with their callbacks.
    successors: BTreeMap<Name, BTreeSet<(Name, usize)>>,
    /// Clauses of these.
    n_clauses: usize,
    /// Those that could, but for this reason.
    refused: Vec<(Name, String)>,
    /// Where a header is missing, of the module or of one of these.
    lacking: Option<Span>,
}

impl Linking<'_> {
    fn own_form(&mut self, unit: &Unit, at: usize) {
        let Some(Form::Function(function)) = self.forms.get(at) else { return };
        let mut function = function.clone();
        self.rewrite(unit, &mut function);
        self.forms[at] = Form::Function(function);
    }

    /// Takes the callbacks of the modules that may take the place of this one, or of one of these.
    fn take_successors(&mut self, own: &Rc<Unit>) {
        let Some(behaviour) = translator::behaviour(&own.module) else { return };
        let mut waiting = VecDeque::from([Rc::clone(own)]);
        let mut seen = BTreeSet::from([own.name.clone()]);
        while let Some(unit) = waiting.pop_front() {
            let Named { written, computed } = successors::named(behaviour, &unit);
            for name in written.union(&computed) {
                if !seen.insert(name.clone()) {
                    continue;
                }
                let Some(unit) = self.code.successor(name) else { continue };
                if let Some(why) = not_called(behaviour, &unit) {
                    if written.contains(name) {
                        self.refused.push((name.clone(), why.to_owned()));
                    }
                } else if self.take_callbacks(behaviour, &unit) {
                    self.lacking = self.lacking.or(unit.module.lacking);
                    waiting.push_back(unit);
                }
            }
        }
    }

    /// Takes the callbacks of a module; whether that could be done.
    fn take_callbacks(&mut self, behaviour: &'static Behaviour, unit: &Rc<Unit>) -> bool {
        let callbacks = successors::callbacks(behaviour, unit);
        let keys: Vec<FunctionKey> = callbacks
            .iter()
            .map(|Function { name, arity, .. }| FunctionKey {
                module: unit.name.clone(),
                name: name.clone(),
                arity: *arity,
            })
            .collect();
        let n_forms = self.forms.len();
        let n_clauses: usize = callbacks.iter().map(|callback| callback.clauses.len()).sum();
        let why = if self.n_clauses + n_clauses > MAX_CLAUSES {
            Some(format!(
                "more than {MAX_CLAUSES} clauses would take the place of the machine's own"
            ))
        } else if keys.iter().all(|key| self.takes_records(unit, key)) {
            None
        } else {
            self.forms.truncate(n_forms);
            Some("one of its records is another one in the module that it would replace".to_owned())
        };
        if let Some(why) = why {
            self.refused.push((unit.name.clone(), why));
            return false;
        }
        self.n_clauses += n_clauses;
        for callback in callbacks {
            let (from, name) = (unit.name.clone(), callback.name.clone());
            let moved = Some(Moved { from, name, is_callback: true });
            let mut copy = Function { moved, ..callback };
            self.rewrite(unit, &mut copy);
            self.forms.push(Form::Function(copy));
        }
        let keys = keys.into_iter().map(|key| (key.name, key.arity)).collect();
        self.successors.insert(unit.name.clone(), keys);
        true
    }

    /// Copies the functions that move, and those that they call.
    fn move_all(&mut self) {
        while let Some(key) = self.waiting.pop() {
            let Some(unit) = self.code.defining(&key) else { continue };
            let Some(original) = function(&unit, &key) else { continue };
            let (from, own) = (key.module.clone(), key.name.clone());
            let moved = Some(Moved { from, name: own, is_callback: false });
            let mut copy = Function { name: moved_name(&key), moved, ..original.clone() };
            self.rewrite(&unit, &mut copy);
            self.forms.push(Form::Function(copy));
        }
    }

    fn finish(mut self, module: &Module) -> Linked {
        let mut taken: BTreeMap<Name, Taken> = BTreeMap::new();
        let moved: Vec<FunctionKey> =
            self.moved.iter().filter(|(_, moves)| **moves).map(|(key, _)| key.clone()).collect();
        for FunctionKey { module, name, arity } in &moved {
            taken.entry(module.clone()).or_default().moved.insert((name.clone(), *arity));
        }
        let mut returns = Returns::default();
        let mut shapes = Vec::new();
        for key in std::mem::take(&mut self.others) {
            if self.code.exporting(&key).is_none() {
                continue;
            }
            let Some(domain) = returns.of(&mut self.code, &key) else { continue };
            let FunctionKey { module, name, arity } = key;
            let of_module = taken.entry(module.clone()).or_default();
            of_module.shaped.insert((name.clone(), arity));
            shapes.push(Shape { module, function: name, arity, returns: domain });
        }
        for (name, callbacks) in std::mem::take(&mut self.successors) {
            taken.entry(name).or_default().callbacks = callbacks;
        }
        let alone = Module { lacking: self.lacking, ..module.clone() };
        let machine = machine(&alone, &self.forms, &taken);
        let mut refused = [self.code.refused(), self.refused].concat();
        refused.retain(|(name, _)| taken.get(name).is_none_or(|taken| taken.callbacks.is_empty()));
        let lacking = self.lacking;
        let linked = Module { forms: self.forms, lacking, ..module.clone() };
        let is_linked = !moved.is_empty() || machine.is_some();
        Linked { module: is_linked.then(|| Box::new(linked)), machine, shapes, taken, refused }
    }

    /// Calls of a function that stands in a module, as they are where the function stands from now on.
    fn rewrite(&mut self, unit: &Unit, function: &mut Function) {
        let is_own = unit.name == self.own;
        for clause in &mut function.clauses {
            if !is_own {
                for test in clause.guard.alternatives.iter_mut().flatten() {
                    test.for_each_mut(&mut |expr| self.built_in(unit, expr));
                }
            }
            for expr in &mut clause.body {
                expr.for_each_mut(&mut |expr| self.call(unit, is_own, expr));
            }
        }
    }

    /// One expression: a call, or a fun that is given to the library by its name.
    fn call(&mut self, unit: &Unit, is_own: bool, expr: &mut Expr) {
        match &mut expr.kind {
            ExprKind::Call(callee, args) => {
                let arity = args.len();
                match unit.called(callee, arity) {
                    Called::Own(name, _) if !is_own => *callee = self.own_callee(unit, name, arity),
                    Called::BuiltIn(..) if !is_own => self.built_in(unit, expr),
                    Called::Outside(key) => {
                        let is_given = is_no_action(key.module.as_str(), key.name.as_str(), arity);
                        if is_given {
                            for arg in args.iter_mut() {
                                self.given_fun(unit, arg);
                            }
                        }
                        if self.moves(&key) {
                            *callee = Callee::Local(moved_name(&key));
                        } else if !is_own {
                            let FunctionKey { module, name, .. } = key;
                            *callee = Callee::Remote(module, name, RemoteAt::default());
                        }
                    }
                    _ => {}
                }
            }
            ExprKind::FunLocal(name, arity) if !is_own => {
                let Ok(n_args) = usize::try_from(&*arity) else { return };
                if let Called::Own(name, _) = unit.named(name, n_args) {
                    let key = FunctionKey { module: unit.name.clone(), name, arity: n_args };
                    expr.kind = ExprKind::FunLocal(moved_name(&key), BigInt::from(n_args));
                    self.demand(&key);
                }
            }
            _ => {}
        }
    }

    /// `fun m:f/1` as an argument of a function of the library that calls it.
    fn given_fun(&mut self, unit: &Unit, arg: &mut Expr) {
        let ExprKind::FunRemote(parts) = &arg.kind else { return };
        let Some((module, name, arity)) = remote_fun(parts) else { return };
        if let Called::Outside(key) = unit.remote(module, name, arity)
            && self.moves(&key)
        {
            arg.kind = ExprKind::FunLocal(moved_name(&key), BigInt::from(arity));
        }
    }

    /// A built-in function that the module has under another meaning.
    fn built_in(&self, unit: &Unit, expr: &mut Expr) {
        let ExprKind::Call(callee, args) = &mut expr.kind else { return };
        let Callee::Local(name) = callee else { return };
        let is_hidden = self.forms.iter().any(|form| {
            matches!(form, Form::Function(own) if own.name == *name && own.arity == args.len())
        });
        if is_hidden && let Called::BuiltIn(name, _) = unit.named(name, args.len()) {
            *callee = Callee::Remote(Name::from("erlang"), name, RemoteAt::default());
        }
    }

    /// What a call of a function of the same module is from now on.
    fn own_callee(&mut self, unit: &Unit, name: Name, arity: usize) -> Callee {
        let key = FunctionKey { module: unit.name.clone(), name, arity };
        self.demand(&key);
        Callee::Local(moved_name(&key))
    }

    /// Has a function copied, whose caller is.
    fn demand(&mut self, key: &FunctionKey) {
        if self.moved.insert(key.clone(), true) != Some(true) {
            self.waiting.push(key.clone());
        }
    }

    /// Whether a function of another module moves into this one.
    fn moves(&mut self, key: &FunctionKey) -> bool {
        if let Some(&moves) = self.moved.get(key) {
            return moves;
        }
        if key.module == self.own || self.wanted.stubbed.contains(key) {
            return false;
        }
        let Some(unit) = self.code.exporting(key) else { return false };
        let is_open = self.wanted.open.contains(&key.module);
        let moves = (is_open || self.computing.computes(&mut self.code, &self.own, key))
            && self.moved.len() < MAX_MOVED
            && self.takes_records(&unit, key);
        self.moved.insert(key.clone(), moves);
        if moves {
            self.waiting.push(key.clone());
        } else {
            self.others.insert(key.clone());
        }
        moves
    }

    /// Whether the records of a function, and of all that it calls in its module, can go with it; takes them along.
    fn takes_records(&mut self, unit: &Rc<Unit>, key: &FunctionKey) -> bool {
        let mut reached = vec![key.clone()];
        let mut units = vec![Rc::clone(unit)];
        let mut all = Vec::new();
        let mut forms: Vec<Form> =
            self.forms.iter().filter(|form| matches!(form, Form::Record(_))).cloned().collect();
        let mut at = 0;
        while let Some(this) = reached.get(at).cloned() {
            let unit = Rc::clone(&units[at]);
            at += 1;
            let Some(function) = function(&unit, &this) else { continue };
            let Some(needed) = records::needed(function, &unit, &forms) else { return false };
            forms.extend(needed.iter().cloned().map(Form::Record));
            all.extend(needed);
            for call in self.calls(&unit, function) {
                if !reached.contains(&call)
                    && let Some(unit) = self.code.defining(&call)
                {
                    reached.push(call);
                    units.push(unit);
                }
            }
        }
        self.forms.extend(all.into_iter().map(Form::Record));
        true
    }

    /// The functions that move if this one does.
    fn calls(&mut self, unit: &Unit, function: &Function) -> Vec<FunctionKey> {
        let mut calls = Vec::new();
        let bodies = function.clauses.iter().flat_map(|clause| &clause.body);
        for expr in bodies {
            expr.for_each(&mut |expr| {
                let called = match &expr.kind {
                    ExprKind::Call(callee, args) => unit.called(callee, args.len()),
                    ExprKind::FunLocal(name, arity) => {
                        usize::try_from(arity).map_or(Called::Unknown, |n| unit.named(name, n))
                    }
                    ExprKind::FunRemote(parts) => remote_fun(parts)
                        .map_or(Called::Unknown, |(module, name, n)| unit.remote(module, name, n)),
                    _ => return,
                };
                match called {
                    Called::Own(name, arity) => {
                        calls.push(FunctionKey { module: unit.name.clone(), name, arity });
                    }
                    Called::Outside(key) if key.module != self.own => calls.push(key),
                    _ => {}
                }
            });
        }
        calls.retain(|call| {
            call.module == unit.name
                || !self.wanted.stubbed.contains(call)
                    && self.computing.computes(&mut self.code, &self.own, call)
        });
        calls
    }
}

/// Why a machine of this behaviour would not go on with the callbacks of a module.
fn not_called(behaviour: &'static Behaviour, unit: &Unit) -> Option<&'static str> {
    let asks = behaviour::modes_of(behaviour).map_or("", behaviour::Modes::function);
    if !unit.exports(&Name::from(asks), 0) {
        return Some("it exports no `callback_mode/0`");
    }
    match translator::called_as(behaviour, &unit.module) {
        None => Some("what its `callback_mode/0` returns does not follow from its text"),
        Some(mode) if !std::ptr::eq(mode, behaviour) => Some("its callback mode is another one"),
        Some(_) => None,
    }
}

/// A module with the callbacks that were taken, and the functions of their modules.
fn machine(alone: &Module, linked: &[Form], taken: &BTreeMap<Name, Taken>) -> Option<Box<Module>> {
    let takes_over = |name: &Name| taken.get(name).is_some_and(|taken| !taken.callbacks.is_empty());
    if !taken.keys().any(takes_over) {
        return None;
    }
    let is_part = |form: &&Form| match form {
        Form::Function(function) => {
            function.moved.as_ref().is_some_and(|moved| takes_over(&moved.from))
        }
        Form::Record(_) => true,
        _ => false,
    };
    let others = linked.iter().skip(alone.forms.len()).filter(is_part);
    let forms = alone.forms.iter().chain(others).cloned().collect();
    Some(Box::new(Module { forms, ..alone.clone() }))
}

/// What a function of another module is called among those of this one: no name of the module itself, unless in quotes, and none of
/// the translator's library, whose functions are called `module:name`.
fn moved_name(FunctionKey { module, name, .. }: &FunctionKey) -> Name {
    Name::from(format!("{module}.{name}"))
}
