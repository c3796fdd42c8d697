//! Compositions that call compositions, to one composition of sequential processes.

use frontend::{Diagnostic, Span};

use super::Checker;
use super::composition::Tree;
use crate::codes;
use crate::specification::{Component, Node, NodeId, Op, ProcessId, ProcessStep, Specification};

/// Components at most.
const MAX_COMPONENTS: usize = 1000;

/// Operators and calls inside of each other at most.
const MAX_DEPTH: usize = 500;

/// Symbols of arguments at most.
const MAX_SYMBOLS: usize = 1_000_000;

impl Checker<'_, '_> {
    /// Writes the whole composition out; tells whether that succeeded.
    pub(super) fn expand(&mut self, tree: &Tree) -> bool {
        let mut expander = Expander {
            trees: &self.trees,
            out: &mut self.out,
            calls: Vec::new(),
            reached: Vec::new(),
            depth: 0,
            n_symbols: 0,
            error: None,
        };
        let done = expander.node(tree, &[]).is_some();
        let (error, reached) = (expander.error, expander.reached);
        self.structure_of(&reached);
        if let Some(error) = error {
            self.report.push(*error);
        }
        done
    }

    /// What is wrong with these compositions is reported.
    fn structure_of(&mut self, reached: &[ProcessId]) {
        for (process, error) in std::mem::take(&mut self.structure) {
            if reached.contains(&process) {
                self.report.push(error);
            } else {
                self.structure.push((process, error));
            }
        }
    }

    /// The sequential processes that components may become.
    pub(super) fn reached(&self) -> Vec<bool> {
        let out = &self.out;
        let mut calls: Vec<Vec<ProcessId>> = vec![Vec::new(); out.processes.len()];
        for point in &out.points {
            if let ProcessStep::Call(callee, _) = &point.step {
                calls[point.process.index()].push(*callee);
            }
        }
        let mut reached = vec![false; out.processes.len()];
        // What stands in `init` is reached, also where it is wrong.
        let initial = ProcessId::new(out.processes.len() - 1);
        let components = out.components.iter().map(|component| component.process);
        let mut pending: Vec<ProcessId> = components.chain([initial]).collect();
        while let Some(process) = pending.pop() {
            if !std::mem::replace(&mut reached[process.index()], true) {
                pending.extend(&calls[process.index()]);
            }
        }
        reached
    }
}

struct Expander<'a> {
    trees: &'a [Option<Tree>],
    out: &'a mut Specification,
    /// The compositions that are being written out.
    calls: Vec<ProcessId>,
    /// All compositions met.
    reached: Vec<ProcessId>,
    depth: usize,
    n_symbols: usize,
    error: Option<Box<Diagnostic>>,
}

impl Expander<'_> {
    /// A composition with the arguments of the process that it is.
    fn node(&mut self, tree: &Tree, args: &[Vec<Op>]) -> Option<NodeId> {
        self.depth += 1;
        let node = match tree {
            Tree::Broken => return None,
            Tree::Call(process, call_args, span) => self.call(*process, call_args, args, *span)?,
            Tree::Parallel(items) => self.parallel(items, args)?,
            Tree::Encap(set, body) => {
                let body = self.node(body, args)?;
                self.push(Node::Encap(set.clone(), body))
            }
            Tree::Hide(set, body) => {
                let body = self.node(body, args)?;
                self.push(Node::Hide(set.clone(), body))
            }
            Tree::Rename(pairs, body) => {
                let body = self.node(body, args)?;
                self.push(Node::Rename(pairs.clone(), body))
            }
        };
        self.depth -= 1;
        Some(node)
    }

    fn parallel(&mut self, items: &[Tree], args: &[Vec<Op>]) -> Option<NodeId> {
        let mut nodes = Vec::new();
        for item in items {
            // What is wrong with the others should be said, too.
            nodes.push(self.node(item, args));
            if self.error.is_some() {
                return None;
            }
        }
        let nodes: Option<Vec<NodeId>> = nodes.into_iter().collect();
        nodes?.into_iter().reduce(|left, right| self.push(Node::Parallel(left, right)))
    }

    fn call(
        &mut self,
        process: ProcessId,
        call_args: &[Vec<Op>],
        args: &[Vec<Op>],
        span: Span,
    ) -> Option<NodeId> {
        if self.calls.contains(&process) {
            let name = &self.out.processes[process.index()].name;
            let message = format!("the composition `{name}` calls itself");
            let error = Diagnostic::error(codes::PARALLEL_RECURSION, message, span);
            let help = "it would have infinitely many components";
            self.error = Some(Box::new(error.with_help(help)));
            return None;
        }
        let trees = self.trees;
        if self.out.components.len() >= MAX_COMPONENTS
            || self.depth >= MAX_DEPTH
            || self.n_symbols >= MAX_SYMBOLS
        {
            let message = "the initial process is too large when it is written out";
            self.error = Some(Box::new(Diagnostic::error(codes::TOO_LARGE, message, span)));
            return None;
        }
        let call_args: Vec<Vec<Op>> =
            call_args.iter().map(|ops| self.substitute(ops, args)).collect();
        let Some(tree) = trees.get(process.index()).and_then(Option::as_ref) else {
            let args = call_args.iter().map(|ops| self.out.expr(ops)).collect();
            self.out.components.push(Component { process, args });
            let leaf = self.out.components.len() - 1;
            return Some(self.push(Node::Leaf(leaf)));
        };
        self.calls.push(process);
        self.reached.push(process);
        let node = self.node(tree, &call_args);
        self.calls.pop();
        node
    }

    /// A term with arguments for parameters.
    fn substitute(&mut self, ops: &[Op], args: &[Vec<Op>]) -> Vec<Op> {
        let mut result = Vec::new();
        for op in ops {
            match op {
                Op::Slot(slot) => {
                    let value = args.get(slot.index()).map_or(&[][..], Vec::as_slice);
                    // What is cut here is refused at the next call.
                    if self.n_symbols < MAX_SYMBOLS {
                        result.extend_from_slice(value);
                        self.n_symbols += value.len();
                    }
                }
                Op::Call(_) => {
                    result.push(*op);
                    self.n_symbols += 1;
                }
            }
        }
        result
    }

    fn push(&mut self, node: Node) -> NodeId {
        self.out.nodes.push(node);
        NodeId::new(self.out.nodes.len() - 1)
    }
}
