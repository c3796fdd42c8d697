//! The call graph of a module while it is put together.
//!
//! Input: functions, and what they reach. Output: nodes and edges, functions of the library among them as far as
//! something reaches them. Does not say what a function does through others.

use frontend::ast::Function;
use petgraph::graph::{DiGraph, NodeIndex};
use rustc_hash::FxHashMap;

use crate::library::prelude;
use crate::library::stubs::Stub;
use crate::lower::analysis::effects::{FunctionKey, Target, Traits, for_each_expr, targets};
use crate::machine::Machine;

/// The call graph while it is put together: functions, and those that stand for all kept funs of some number of
/// arguments.
#[derive(Default)]
pub(crate) struct Graph {
    pub(crate) edges: DiGraph<FunctionKey, ()>,
    nodes: FxHashMap<FunctionKey, NodeIndex>,
    /// What each does itself.
    pub(crate) direct: FxHashMap<FunctionKey, Traits>,
    /// Functions of the library that are not looked into yet.
    pending: Vec<(FunctionKey, &'static Function)>,
    /// What is known of others.
    settled: FxHashMap<FunctionKey, Traits>,
}

impl Graph {
    /// An empty graph, where this is known of functions that are not in it.
    pub(crate) fn with(settled: FxHashMap<FunctionKey, Traits>) -> Self {
        Self { settled, ..Self::default() }
    }

    /// The node of a function.
    pub(crate) fn node(&mut self, key: &FunctionKey) -> NodeIndex {
        if let Some(&node) = self.nodes.get(key) {
            return node;
        }
        let node = self.edges.add_node(key.clone());
        self.nodes.insert(key.clone(), node);
        node
    }

    /// Adds what a function reaches.
    pub(crate) fn add(&mut self, from: &FunctionKey, target: Target) {
        match target {
            Target::Local(key) => {
                self.add_library(&key);
                if let Some(&to) = self.nodes.get(&key) {
                    let from = self.node(from);
                    self.edges.update_edge(from, to, ());
                } else if let Some(&traits) = self.settled.get(&key) {
                    self.direct.entry(from.clone()).or_default().add(traits);
                }
            }
            Target::Does(traits) => self.direct.entry(from.clone()).or_default().add(traits),
        }
    }

    /// Adds a function, if it is one of the library, and not there yet.
    pub(crate) fn add_library(&mut self, key: &FunctionKey) {
        if !self.nodes.contains_key(key)
            && let Some(function) = prelude::named(&key.0, key.1)
        {
            self.node(key);
            self.pending.push((key.clone(), function));
        }
    }

    /// What a function reaches.
    pub(crate) fn add_function(
        &mut self,
        machine: &Machine<'_>,
        stubs: &[Stub],
        key: &FunctionKey,
        function: &Function,
    ) {
        for_each_expr(function, &mut |expr| {
            for target in targets(machine, stubs, expr) {
                self.add(key, target);
            }
        });
    }

    /// Adds what the functions of the library reach that are there.
    pub(crate) fn close(&mut self, machine: &Machine<'_>, stubs: &[Stub]) {
        while let Some((key, function)) = self.pending.pop() {
            self.add_function(machine, stubs, &key, function);
        }
    }
}
