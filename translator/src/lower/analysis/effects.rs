//! Which functions of the module call which.
//!
//! Input: the module's functions. Output: which of them act or raise, directly or through others, and
//! which can come back to themselves. A call through a fun counts for the function that writes the fun:
//! a fun that is not known where it is called does nothing there.

use behaviour::{Act, BEHAVIOURS, Behaviour};
use std::cell::RefCell;

use frontend::Name;
use frontend::ast::{BinaryOp, Callee, Expr, ExprKind, Function};
use frontend::output::print::binary_op;
use petgraph::algo::tarjan_scc;
use petgraph::graph::NodeIndex;
use rustc_hash::FxHashMap;

use super::call_graph::Graph;
use crate::analysis::computed_calls::{
    MAX_APPLIED, called_fun, computed, function_of, may_leave, own_functions,
};
use crate::library::functions::is_pure;
use crate::library::modules::only_computes;
use crate::library::no_receiver::may_exit;
use crate::library::otp_function::OtpFunction;
use crate::library::prelude;
use crate::library::stubs::{CallEnd, Stub};
use crate::lower::analysis::shared::Shared;
use crate::lower::fun::code::{Code, Kept, named_fun};
use crate::machine::Machine;
use model::Class;

/// A function of the module.
pub(crate) type FunctionKey = (Name, usize);

/// What a function does, itself or through others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools, reason = "facts that do not depend on each other")]
pub(crate) struct Traits {
    /// It performs actions.
    pub(crate) acts: bool,
    /// It may raise an exception of class `exit`.
    pub(crate) exits: bool,
    /// It may raise an exception of class `throw`.
    pub(crate) throws: bool,
    /// It can come back to itself.
    pub(crate) recursive: bool,
}

impl Traits {
    /// Classes of the exceptions that it may raise.
    pub(crate) fn raises(self) -> Vec<Class> {
        let exit = self.exits.then_some(Class::Exit);
        let throw = self.throws.then_some(Class::Throw);
        [Some(Class::Error), exit, throw].into_iter().flatten().collect()
    }

    /// Does what `other` does, too.
    pub(crate) fn add(&mut self, other: Self) {
        self.acts |= other.acts;
        self.exits |= other.exits;
        self.throws |= other.throws;
    }
}

/// What the call graph says of the functions of a module.
#[derive(Default)]
pub(crate) struct Calls {
    /// Of functions of the library only those that something has asked for.
    settled: RefCell<FxHashMap<FunctionKey, Traits>>,
}

/// What stands for all kept funs of so many arguments.
pub(crate) fn all_kept(arity: usize) -> FunctionKey {
    (Name::from("fun:kept"), arity)
}

impl Calls {
    /// The call graph of a module that keeps these funs.
    pub(crate) fn of(machine: &Machine<'_>, stubs: &[Stub], kept: &[Kept]) -> Self {
        let functions = || machine.module.functions();
        let mut graph = Graph::default();
        for function in functions() {
            graph.node(&(function.name.clone(), function.arity));
        }
        for kept in kept {
            graph.node(&all_kept(kept.code.arity()));
        }
        for function in functions() {
            let key = (function.name.clone(), function.arity);
            graph.add_function(machine, stubs, &key, function);
        }
        for kept in kept {
            let key = all_kept(kept.code.arity());
            for target in targets_of_fun(machine, stubs, &kept.code) {
                graph.add(&key, target);
            }
        }
        graph.close(machine, stubs);
        let calls = Self::default();
        calls.add_all(&graph);
        calls
    }

    /// Adds all functions of a graph.
    fn add_all(&self, graph: &Graph) {
        // Components come callees first.
        for component in tarjan_scc(&graph.edges) {
            self.add(graph, &component);
        }
    }

    /// What the function does that calls kept funs of so many arguments.
    pub(crate) fn traits_of_kept(&self, arity: usize) -> Traits {
        let traits = self.settled.borrow().get(&all_kept(arity)).copied();
        Traits { recursive: true, ..traits.unwrap_or_default() }
    }

    /// Functions that call each other have the same traits.
    fn add(&self, Graph { edges: graph, direct, .. }: &Graph, component: &[NodeIndex]) {
        let mut settled = self.settled.borrow_mut();
        let recursive =
            component.len() > 1 || component.iter().any(|&node| graph.contains_edge(node, node));
        let mut all = Traits { recursive, ..Traits::default() };
        for &node in component {
            let callees = graph.neighbors(node).filter_map(|callee| settled.get(&graph[callee]));
            for traits in callees.chain(direct.get(&graph[node])) {
                all.add(*traits);
            }
        }
        for &node in component {
            settled.entry(graph[node].clone()).or_insert(all);
        }
    }

    /// What an expression does.
    pub(crate) fn traits_of(&self, machine: &Machine<'_>, stubs: &[Stub], expr: &Expr) -> Traits {
        let mut all = Traits { recursive: true, ..Traits::default() };
        expr.for_each(&mut |expr| {
            for target in targets(machine, stubs, expr) {
                all.add(self.end_of(machine, stubs, target));
            }
        });
        all
    }

    /// What a call of a fun does.
    pub(crate) fn traits_of_fun(
        &self,
        machine: &Machine<'_>,
        stubs: &[Stub],
        code: &Code,
    ) -> Traits {
        let mut all = Traits::default();
        for target in targets_of_fun(machine, stubs, code) {
            all.add(self.end_of(machine, stubs, target));
        }
        all
    }

    fn end_of(&self, machine: &Machine<'_>, stubs: &[Stub], target: Target) -> Traits {
        match target {
            Target::Local((name, arity)) => self.traits(machine, stubs, &name, arity),
            Target::Does(traits) => traits,
        }
    }

    /// What a function of the module or of the library does. One of the library calls no function that can call it and
    /// has not been looked into: what was not asked for before does not change what is known.
    pub(crate) fn traits(
        &self,
        machine: &Machine<'_>,
        stubs: &[Stub],
        name: &Name,
        arity: usize,
    ) -> Traits {
        let key = (name.clone(), arity);
        if let Some(traits) = self.settled.borrow().get(&key) {
            return *traits;
        }
        let is_kept = |(name, _): &FunctionKey| *name == all_kept(0).0;
        let settled = self.settled.borrow();
        let kept = settled.iter().filter(|(key, _)| is_kept(key));
        let kept = kept.map(|(key, traits)| (key.clone(), *traits)).collect();
        drop(settled);
        let mut graph = Graph::with(kept);
        graph.add_library(&key);
        graph.close(machine, stubs);
        self.add_all(&graph);
        self.settled.borrow().get(&key).copied().unwrap_or_default()
    }
}

impl Shared<'_> {
    /// What a function of the module or of the library does.
    pub(crate) fn traits_in_graph(&self, name: &Name, arity: usize) -> Traits {
        self.calls.traits(self.machine, &self.options.stubs, name, arity)
    }
}

/// What an expression reaches.
pub(crate) enum Target {
    Local(FunctionKey),
    Does(Traits),
}

/// An action, which raises nothing.
const ACTS: Target =
    Target::Does(Traits { acts: true, exits: false, throws: false, recursive: false });

/// What a call of a fun reaches.
fn targets_of_fun(machine: &Machine<'_>, stubs: &[Stub], code: &Code) -> Vec<Target> {
    match code {
        Code::Clauses(function) | Code::Named(_, function) => {
            let mut all = Vec::new();
            for_each_expr(function, &mut |expr| all.extend(targets(machine, stubs, expr)));
            all
        }
        Code::Local(name, arity) => unqualified(machine, stubs, name, *arity).into_iter().collect(),
        Code::Remote(module, name, arity) => {
            remote(machine, stubs, module, name, *arity).into_iter().collect()
        }
    }
}

/// What an expression reaches, computed calls included.
pub(crate) fn targets(machine: &Machine<'_>, stubs: &[Stub], expr: &Expr) -> Vec<Target> {
    let mut all: Vec<Target> = target(machine, stubs, expr).into_iter().collect();
    if let Some(call) = computed(expr) {
        all.extend(own_functions(machine, call).into_iter().map(Target::Local));
        if may_leave(machine, call) {
            all.push(elsewhere(stubs, function_of(call)));
        }
    }
    match called_fun(expr) {
        (true, Some(arity)) => all.push(Target::Local(all_kept(arity))),
        (true, None) => {
            all.extend((0..=MAX_APPLIED).map(|arity| Target::Local(all_kept(arity))));
        }
        (false, _) => {}
    }
    all
}

fn target(machine: &Machine<'_>, stubs: &[Stub], expr: &Expr) -> Option<Target> {
    let called = |name: &Name, arity: usize| {
        if model::library::contains(expr.span) {
            remote(machine, stubs, &Name::from("erlang"), name, arity)
        } else {
            unqualified(machine, stubs, name, arity)
        }
    };
    match &expr.kind {
        ExprKind::Call(Callee::Local(name), args) => called(name, args.len()),
        ExprKind::Call(Callee::Remote(module, name, _), args) => {
            remote(machine, stubs, module, name, args.len())
        }
        ExprKind::FunLocal(name, arity) => called(name, usize::try_from(arity).ok()?),
        ExprKind::FunRemote(parts) => {
            let (module, name, arity) = named_fun(parts)?;
            remote(machine, stubs, &module, &name, arity)
        }
        ExprKind::Binary(BinaryOp::Send, ..) | ExprKind::Receive(..) => Some(ACTS),
        ExprKind::Binary(operator, ..) => {
            local(machine, &prelude::qualified("erlang", binary_op(*operator)), 2)
        }
        _ => None,
    }
}

/// A function of the module, or of the library by its qualified name.
fn local(machine: &Machine<'_>, name: &Name, arity: usize) -> Option<Target> {
    machine.function(name, arity).map(|_| Target::Local((name.clone(), arity)))
}

/// What a name without a module reaches in the module itself.
fn unqualified(machine: &Machine<'_>, stubs: &[Stub], name: &Name, arity: usize) -> Option<Target> {
    if let Some(module) = machine.imported(name, arity) {
        return remote(machine, stubs, module, name, arity);
    }
    let library = prelude::qualified("erlang", name.as_str());
    local(machine, name, arity)
        .or_else(|| local(machine, &library, arity))
        .or_else(|| built_in(name.as_str(), arity))
}

fn remote(
    machine: &Machine<'_>,
    stubs: &[Stub],
    module: &Name,
    name: &Name,
    arity: usize,
) -> Option<Target> {
    let library = prelude::qualified(module.as_str(), name.as_str());
    match module.as_str() {
        _ if machine.name == *module => local(machine, name, arity),
        "erlang" => local(machine, &library, arity).or_else(|| built_in(name.as_str(), arity)),
        text if only_computes(text) => local(machine, &library, arity),
        _ => local(machine, &library, arity).or_else(|| Some(outside(stubs, module, name, arity))),
    }
}

/// A call of another module: an action, which raises what its stub says.
fn outside(stubs: &[Stub], module: &Name, name: &Name, arity: usize) -> Target {
    let fits = |stub: &&Stub| (&stub.module, &stub.function, stub.arity) == (module, name, arity);
    let ends = stubs.iter().filter(fits).flat_map(|stub| &stub.ends);
    let raises = |class| {
        let mut ends = ends.clone();
        ends.any(|end| matches!(end, CallEnd::Raise(raised, _) if *raised == class))
    };
    // A call that waits for an answer exits where it goes to its own process, or to none.
    let called = OtpFunction::of(module.as_str(), name.as_str(), arity);
    let stops = called.act() == Some(Act::Stop);
    let sync = stops || matches!(called.machine_act(), Some(Act::Call(_))) || may_exit(called);
    let (exits, throws) = (sync || raises(Class::Exit), raises(Class::Throw));
    Target::Does(Traits { acts: true, exits, throws, recursive: false })
}

/// A call of a module that is not known.
fn elsewhere(stubs: &[Stub], function: Option<&Name>) -> Target {
    let name = function.map(Name::as_str);
    let fits = |stub: &&Stub| function.is_none_or(|function| stub.function == *function);
    let ends = stubs.iter().filter(fits).flat_map(|stub| &stub.ends);
    let raised: Vec<Class> = ends
        .filter_map(|end| match end {
            CallEnd::Raise(class, _) => Some(*class),
            CallEnd::Return(_) => None,
        })
        .collect();
    let exits = raised.contains(&Class::Exit)
        || name.is_none_or(|name| {
            let waits = |behaviour: &Behaviour| {
                behaviour.interface.named(name).any(behaviour::Function::waits)
            };
            matches!(name, "exit" | "raise") || BEHAVIOURS.into_iter().any(waits)
        });
    let throws = raised.contains(&Class::Throw)
        || name.is_none_or(|name| name == "throw" || name == "raise");
    Target::Does(Traits { acts: true, exits, throws, recursive: false })
}

fn built_in(name: &str, arity: usize) -> Option<Target> {
    let raises = |exits, throws| Some(Target::Does(Traits { exits, throws, ..Traits::default() }));
    match name {
        "exit" if arity == 1 => raises(true, false),
        "raise" => raises(true, true),
        "throw" => raises(false, true),
        _ => (!is_pure(name, arity)).then_some(ACTS),
    }
}

pub(crate) fn for_each_expr(function: &Function, visit: &mut impl FnMut(&Expr)) {
    for clause in &function.clauses {
        for expr in &clause.body {
            expr.for_each(visit);
        }
    }
}
