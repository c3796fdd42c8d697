//! One lowering, and what travels through it: what is known where, what follows, where exceptions go.
//!
//! Input: the tables of a module. Output: a core graph while it is made, with joins after branching expressions and tests
//! that what is known already decides left out. Does not know what any construct means: that is in the rooms of `lower`,
//! which all stand above this file.

use std::cell::RefCell;
use std::rc::Rc;

use frontend::{Diagnostic, Name, Span};
use rpds::{List, RedBlackTreeMap, RedBlackTreeSet};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::codes;
use crate::core::{Ending, Graph, Leaf, Node};
use crate::lower::analysis::shared::Shared;
use crate::lower::callback::join::{Joins, Nature};
use crate::lower::callback::transition::Transitions;
use crate::lower::context::Context;
use crate::lower::fun::code::Closure;
use crate::lower::lowered::{InLine, SourceTree};
use crate::lower::pattern::scope::Scope;
use model::{Class, Cond, Expr, NodeId, VarId};

/// Nodes of one callback at most; beyond that its source is refused.
pub(super) const MAX_NODES: usize = 200_000;

/// Expressions of one callback at most, each counted as often as it is lowered.
pub(super) const MAX_WORK: usize = 300_000;

/// Nodes, and expressions, besides for each clause of the callback: a long module is not one with too many ways.
const NODES_OF_CLAUSE: usize = 200;
const WORK_OF_CLAUSE: usize = 400;

/// Expressions between two looks at the time.
pub(super) const PULSE: usize = 64;

/// Expressions on one way through a callback at most: the stack holds them all at once.
pub(super) const MAX_DEPTH: usize = 10_000;

/// Depth of local functions in line, at most.
pub(super) const MAX_INLINE_DEPTH: usize = 64;

/// A value, and what it is one of.
pub(crate) type AtomDomain = (Expr, Vec<Name>);

/// Variables with their values, and what has been tested so far.
#[derive(Clone, Default)]
pub(crate) struct Env {
    pub(super) vars: RedBlackTreeMap<Name, Expr>,
    /// Variables bound on some of the ways that lead here.
    pub(super) unsafe_vars: RedBlackTreeSet<Name>,
    /// The latest first.
    pub(super) facts: List<(Cond, bool)>,
    /// Values that are some of these atoms.
    pub(super) atom_domains: List<AtomDomain>,
    /// The call in the module that has reached the library, where decisions of that are to stand.
    pub(super) call: Option<Span>,
}

impl Env {
    /// What is known where a function is called.
    pub(super) fn in_callee(&self) -> Self {
        let (facts, atom_domains) = (self.facts.clone(), self.atom_domains.clone());
        Self { facts, atom_domains, call: self.call, ..Self::default() }
    }

    pub(super) fn with_fact(&self, cond: &Cond, holds: bool) -> Self {
        let mut env = self.clone();
        env.facts.push_front_mut((cond.clone(), holds));
        env
    }
}

/// What follows an expression.
#[derive(Clone, Copy)]
pub(crate) struct Cont<'k> {
    pub(super) run: &'k dyn Fn(&mut Lowering<'_>, Env, Expr) -> NodeId,
    /// Whether it may be lowered once per branch: it is short, or it learns from the value.
    pub(super) copies: bool,
}

/// Where an expression stands.
#[derive(Clone, Copy)]
pub(crate) struct Place<'k> {
    /// In a guard: where evaluation goes on if the guard fails.
    pub(super) guard: Option<NodeId>,
    /// The clause of the callback in whose body it stands.
    pub(super) origin: Span,
    /// Where an exception goes.
    pub(super) handler: &'k dyn Fn(&mut Lowering<'_>, Raised) -> NodeId,
}

/// An exception.
#[derive(Clone, Debug)]
pub(crate) struct Raised {
    pub(super) class: Class,
    pub(super) reason: Expr,
    /// The stack trace of an error, where that counts; see `swallowed`.
    pub(super) trace: Option<Expr>,
}

/// A process whose code is lowered in the place of the call that starts it.
#[derive(Clone)]
pub(crate) struct Process {
    /// Its process identifier.
    pub(super) pid: Expr,
    /// What the machine does behind that call.
    pub(super) rest: NodeId,
}

/// The state of one lowering.
pub(crate) struct Lowering<'a> {
    pub(super) shared: &'a Shared<'a>,
    pub(super) graph: Graph,
    /// Definitions of variables bound by `Let`, to look through.
    pub(super) definitions: FxHashMap<VarId, Expr>,
    /// Results of calls, with the values that their stubs list.
    pub(super) stubbed: Vec<(VarId, Vec<Expr>)>,
    /// Results of calls of which nothing is said.
    pub(super) freely: FxHashSet<VarId>,
    /// What procedures return, a tag and a value, and which ones.
    pub(super) returned: FxHashMap<VarId, (Name, usize)>,
    /// Which of these make a difference to what follows.
    pub(super) asked: RefCell<FxHashSet<VarId>>,
    /// Parts of the argument of `init/1` that the environment chooses.
    pub(super) chosen: FxHashSet<VarId>,
    /// What is known of variables that stand for one of several values.
    pub(super) natures: FxHashMap<VarId, Nature>,
    /// What has been lowered behind next states that are computed.
    pub(super) next_states: Rc<Joins>,
    /// What has been lowered behind the values of the callback that a loop of text calls.
    pub(super) transitions: Rc<Transitions>,
    /// Whether it is `init/1` that is lowered.
    pub(super) is_init: bool,
    /// The From of the event, where that is a parameter.
    pub(super) from: Option<VarId>,
    /// Variables that stand for stack traces of exceptions that `gen_fsm` does not swallow.
    pub(super) other_traces: FxHashSet<VarId>,
    /// Variables that stand for the time of now, in milliseconds.
    pub(super) now: FxHashSet<VarId>,
    /// Variables that stand for known funs.
    pub(super) closures: FxHashMap<VarId, Rc<Closure>>,
    pub(super) inlined: Vec<(Name, usize)>,
    /// The process whose code is lowered, where that is not the machine.
    pub(super) process: Option<Process>,
    pub(super) trees: Vec<SourceTree>,
    pub(super) diagnostics: Vec<Diagnostic>,
    /// What a callback may return, where statistics are measured.
    pub(super) returns: Vec<(Span, Expr)>,
    /// Clauses of the callback.
    pub(super) clauses: usize,
    /// Expressions lowered so far, repetitions included.
    pub(super) work: usize,
    /// Expressions that are being lowered: each is lowered in front of what follows it.
    pub(super) depth: usize,
    /// Whether it is too large, in this round or at all: then nothing more is lowered, or said.
    pub(super) is_refused: bool,
    /// How often functions of the module were lowered in line.
    pub(super) in_line_so_far: InLine,
}

impl Lowering<'_> {
    pub(super) fn report(&mut self, diagnostic: Diagnostic) -> NodeId {
        self.note(diagnostic);
        self.leaf(Ending::Truth(false), Span::new(self.shared.machine.module.file, 0, 0))
    }

    /// Adds a message, once.
    pub(super) fn note(&mut self, diagnostic: Diagnostic) {
        if !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Refuses `=` in a guard, as the compiler does.
    pub(super) fn match_in_guard(&mut self, span: Span) -> NodeId {
        let message = "`=` cannot stand in a guard";
        let help = "to compare, write `=:=`, or `==` for numbers of both kinds";
        self.report(Diagnostic::error(codes::ILL_FORMED, message, span).with_help(help))
    }

    /// Where lowering ends as there is too much of it, which is said once, and not if functions that stand in line often can be
    /// called instead: then the next round does so, and nothing that is lowered in this one counts.
    pub(super) fn too_large(&mut self, span: Span) -> Option<NodeId> {
        self.work += 1;
        let is_pulse = self.work.is_multiple_of(PULSE);
        if is_pulse {
            self.shared.call_often(self.graph.nodes.len(), &self.in_line_so_far);
        }
        let is_late = is_pulse && self.shared.options.until.is_over();
        if self.is_refused || is_late {
            let nowhere = Span::new(self.shared.machine.module.file, 0, 0);
            return Some(self.leaf(Ending::Truth(false), nowhere));
        }
        let is_over = self.graph.nodes.len() > MAX_NODES + self.clauses * NODES_OF_CLAUSE
            || self.work > MAX_WORK + self.clauses * WORK_OF_CLAUSE;
        let message = if self.depth >= MAX_DEPTH {
            format!("more than {MAX_DEPTH} expressions follow one another here")
        } else if is_over {
            "there are too many ways through this callback".to_owned()
        } else {
            return None;
        };
        self.is_refused = true;
        if is_over && self.shared.meet_large(&self.in_line_so_far) {
            return self.too_large(span);
        }
        Some(self.report(Diagnostic::error(codes::TOO_LARGE, message, self.graph.placed(span))))
    }

    pub(super) fn leaf(&mut self, ending: Ending, origin: Span) -> NodeId {
        let raised = self.graph.raised.filter(|_| ending.is_of_exception());
        self.graph.node(Node::Leaf(Leaf { ending, origin, raised }))
    }

    /// An exception of class `error`, see [`Lowering::raise_as`].
    pub(super) fn raise(&mut self, context: Context<'_>, reason: Expr) -> NodeId {
        self.raise_as(context, Class::Error, reason)
    }

    /// An exception of the construct that is lowered: a guard fails, else it goes to the enclosing handler.
    pub(super) fn raise_as(&mut self, context: Context<'_>, class: Class, reason: Expr) -> NodeId {
        self.raise_at(context.span, context.place, Raised { class, reason, trace: None })
    }

    /// An exception of a construct. Of one that the library raises no place is kept: it is none of the module's.
    pub(super) fn raise_at(&mut self, at: Span, place: &Place<'_>, raised: Raised) -> NodeId {
        let at = Some(at).filter(|at| !model::library::contains(*at));
        let outer = std::mem::replace(&mut self.graph.raised, at);
        let node = self.raise_all(place, raised);
        self.graph.raised = outer;
        node
    }

    /// An exception without a place of its own, as one that is raised again, or an event without a clause: a guard fails, else it goes to the handler.
    pub(super) fn raise_all(&mut self, place: &Place<'_>, raised: Raised) -> NodeId {
        match place.guard {
            Some(failed) => failed,
            None => (place.handler)(self, raised),
        }
    }

    /// Branches on a condition, unless what is known already decides it.
    pub(super) fn test(
        &mut self,
        cond: &Cond,
        at: Span,
        env: &Env,
        yes: &dyn Fn(&mut Lowering<'_>, Env) -> NodeId,
        no: &dyn Fn(&mut Lowering<'_>, Env) -> NodeId,
    ) -> NodeId {
        self.note_look_at_tag(cond, at);
        match self.decide(cond, env) {
            Some(true) => yes(self, env.clone()),
            Some(false) => no(self, env.clone()),
            None => {
                let no = no(self, env.with_fact(cond, false));
                let yes = yes(self, env.with_fact(cond, true));
                let at = env.call.filter(|_| model::library::contains(at)).unwrap_or(at);
                self.graph.node(Node::Test { cond: cond.clone(), yes, no, at })
            }
        }
    }

    /// Binds a fresh variable in front of what follows.
    pub(super) fn bind(
        &mut self,
        name: &str,
        value: Expr,
        next: &dyn Fn(&mut Lowering<'_>, Expr) -> NodeId,
    ) -> NodeId {
        let var = self.graph.var(name);
        self.definitions.insert(var, value.clone());
        let next = next(self, Expr::Var(var));
        self.graph.node(Node::Let { var, value, next })
    }

    /// Lowers a branching construct so that what follows it is lowered once, or may be copied.
    ///
    /// `scope` says which variables are bound behind the construct; others do not leave it.
    pub(super) fn joined(
        &mut self,
        env: &Env,
        scope: &Scope,
        k: Cont<'_>,
        branches: &dyn Fn(&mut Lowering<'_>, Cont<'_>) -> NodeId,
    ) -> NodeId {
        let names: Vec<&Name> =
            scope.bound.iter().filter(|name| !env.vars.contains_key(*name)).collect();
        let mut behind = env.clone();
        let partial = scope.partial.iter().filter(|name| !env.vars.contains_key(*name));
        for name in partial.filter(|name| !names.contains(name)) {
            behind.unsafe_vars.insert_mut(name.clone());
        }
        if k.copies {
            let leave = |this: &mut Lowering<'_>, inner: Env, value: Expr| {
                let mut after = behind.clone();
                for name in &names {
                    if let Some(value) = inner.vars.get(*name) {
                        after.vars.insert_mut((*name).clone(), value.clone());
                    }
                }
                after.facts = inner.facts;
                (k.run)(this, after, value)
            };
            return branches(self, Cont { run: &leave, copies: true });
        }
        let value = self.graph.var("Value");
        let exported: Vec<(Name, VarId)> =
            names.iter().map(|&name| (name.clone(), self.graph.var(name.as_str()))).collect();
        let mut after = behind;
        for (name, var) in &exported {
            after.vars.insert_mut(name.clone(), Expr::Var(*var));
        }
        let rest = (k.run)(self, after, Expr::Var(value));
        let join = |this: &mut Lowering<'_>, env: Env, result: Expr| {
            let mut next = rest;
            for (name, var) in &exported {
                if let Some(value) = env.vars.get(name) {
                    next = this.graph.node(Node::Let { var: *var, value: value.clone(), next });
                }
            }
            this.graph.node(Node::Let { var: value, value: result, next })
        };
        branches(self, Cont { run: &join, copies: true })
    }
}
