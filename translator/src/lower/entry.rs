//! Entry points: state functions, `init/1`, and what their values mean.
//!
//! The return tuples are those of OTP's `gen_fsm` (`gen_fsm:handle_msg/7`, `gen_fsm:init_it/6`).

use frontend::ast::{ExprKind, Function};
use frontend::{Diagnostic, Name, Span};
use rustc_hash::FxHashMap;

use super::clauses::{Outcomes, head_selection};
use super::{Cont, Ending, Env, Lowering, Place, SourceTree};
use crate::codes;
use crate::core::Graph;
use crate::machine::Machine;
use crate::model::{Expr, NodeId, Unhandled, VarId};
use crate::pipeline::Options;

/// What is lowered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Callback {
    /// `State/2`
    State(Name),
    /// `init/1`
    Init,
    /// Whether `State/2` has a clause: the head of the state function only.
    Handles(Name),
}

/// A lowered callback.
pub(crate) struct Lowered {
    /// Its graph.
    pub graph: Graph,
    /// Where it starts.
    pub root: NodeId,
    /// Its parameters.
    pub params: Vec<VarId>,
    /// Splitting trees met on the way.
    pub trees: Vec<SourceTree>,
    /// What was found.
    pub diagnostics: Vec<Diagnostic>,
}

/// Lowers one callback of a module.
///
/// `function` is the callback itself; the argument of `init/1` is ground, so that its clauses are
/// selected here already.
pub(crate) fn lower_callback<'a>(
    machine: &'a Machine<'a>,
    options: &'a Options,
    callback: &Callback,
    function: &'a Function,
) -> Lowered {
    let mut lowering = Lowering {
        module: machine.module,
        functions: &machine.functions,
        exports: &machine.exports,
        unhandled: options.unhandled,
        graph: Graph::default(),
        definitions: FxHashMap::default(),
        stubs: &options.stubs,
        inlined: Vec::new(),
        trees: Vec::new(),
        diagnostics: Vec::new(),
        work: 0,
    };
    let names: &[&str] = match callback {
        Callback::Init => &[],
        Callback::State(_) | Callback::Handles(_) => &["Command", "LoopData"],
    };
    let params: Vec<VarId> = names.iter().map(|name| lowering.graph.var(name)).collect();
    let args = match callback {
        Callback::Init => vec![options.init.clone()],
        Callback::State(_) | Callback::Handles(_) => {
            params.iter().map(|&param| Expr::Var(param)).collect()
        }
    };
    let root = lowering.callback(callback, function, args);
    Lowered {
        graph: lowering.graph,
        root,
        params,
        trees: lowering.trees,
        diagnostics: lowering.diagnostics,
    }
}

impl Lowering<'_> {
    fn callback(&mut self, callback: &Callback, function: &Function, args: Vec<Expr>) -> NodeId {
        let data = args.last().cloned().unwrap_or(Expr::Nil);
        let selection = head_selection(function, args);
        let env = Env::default();
        let predicate = matches!(callback, Callback::Handles(_));
        let init = *callback == Callback::Init;
        let returns = |init: bool, origin: Span| {
            move |this: &mut Lowering<'_>, _: Env, value: Expr| {
                if init {
                    this.init_result(&value, origin)
                } else {
                    this.state_result(&value, origin)
                }
            }
        };
        let clause = |this: &mut Lowering<'_>, number: usize, env: Env| {
            let clause = &function.clauses[number];
            if predicate {
                return this.leaf(Ending::Truth(true), clause.span);
            }
            let run = returns(init, clause.span);
            let k = Cont { run: &run, copies: true };
            let place = Place { guard: None, origin: clause.span, returns: k, init };
            this.inlined.push((function.name.clone(), function.arity));
            let node = this.body(&clause.body, &env, &place, k);
            this.inlined.pop();
            node
        };
        let run = returns(init, function.span);
        let k = Cont { run: &run, copies: true };
        let place = Place { guard: None, origin: function.span, returns: k, init };
        let unhandled = |this: &mut Lowering<'_>, reason: &str| match callback {
            Callback::Handles(_) => this.leaf(Ending::Truth(false), function.span),
            Callback::State(state) if this.unhandled == Unhandled::Ignore => {
                let data = data.clone();
                this.leaf(Ending::Next { state: state.clone(), data }, function.span)
            }
            Callback::State(_) | Callback::Init => this.raise(&place, Expr::atom(reason)),
        };
        if !self.exports.contains(&function.name, function.arity) {
            self.report(Diagnostic::warning(
                codes::NOT_EXPORTED,
                format!(
                    "`{}/{}` is not exported: `gen_fsm` cannot call it",
                    function.name, function.arity
                ),
                function.span,
            ));
            return unhandled(self, "undef");
        }
        let fail = |this: &mut Lowering<'_>, _: Env| unhandled(this, "function_clause");
        self.select(&selection, &env, &place, &Outcomes { clause: &clause, fail: &fail })
    }

    /// The meaning of a state function's value after an event sent with `send_event`.
    fn state_result(&mut self, value: &Expr, origin: Span) -> NodeId {
        let resolved = self.resolve(value);
        let bad = Expr::Tuple(vec![Expr::atom("bad_return_value"), value.clone()]);
        let Some((tag, items)) = self.tagged(&resolved) else {
            return self.odd_result(&resolved, bad, origin, false);
        };
        match (tag.as_str(), items) {
            ("next_state", [_, state, data]) => self.next_state(state, data, origin),
            ("next_state", [_, state, data, timeout]) => match self.resolve(timeout) {
                Expr::Atom(name) if matches!(name.as_str(), "infinity" | "hibernate") => {
                    self.next_state(state, data, origin)
                }
                _ => self.timeout(origin),
            },
            // gen_fsm calls its callbacks under `catch`: {'EXIT', Reason} looks like an exit.
            ("stop", [_, reason, _]) | ("EXIT", [_, reason]) => {
                self.leaf(Ending::Stop(reason.clone()), origin)
            }
            _ => self.leaf(Ending::Crash(bad), origin),
        }
    }

    /// The meaning of the value of `init/1`.
    fn init_result(&mut self, value: &Expr, origin: Span) -> NodeId {
        let resolved = self.resolve(value);
        let bad = Expr::Tuple(vec![Expr::atom("bad_return_value"), value.clone()]);
        let Some((tag, items)) = self.tagged(&resolved) else {
            if resolved == Expr::atom("ignore") {
                return self.leaf(Ending::StartIgnored, origin);
            }
            return self.odd_result(&resolved, bad, origin, true);
        };
        match (tag.as_str(), items) {
            ("ok", [_, state, data]) => self.next_state(state, data, origin),
            ("ok", [_, state, data, timeout]) => match self.resolve(timeout) {
                Expr::Atom(name) if matches!(name.as_str(), "infinity" | "hibernate") => {
                    self.next_state(state, data, origin)
                }
                _ => self.timeout(origin),
            },
            ("stop" | "EXIT", [_, reason]) => {
                self.leaf(Ending::StartFailed(reason.clone()), origin)
            }
            _ => self.leaf(Ending::StartFailed(bad), origin),
        }
    }

    /// A tuple whose first component is a known atom.
    fn tagged<'e>(&self, value: &'e Expr) -> Option<(Name, &'e [Expr])> {
        let Expr::Tuple(items) = value else {
            return None;
        };
        match self.resolve(items.first()?) {
            Expr::Atom(tag) => Some((tag, items)),
            _ => None,
        }
    }

    /// A value that is no tagged tuple: wrong if it shows, refused if it is computed.
    fn odd_result(&mut self, value: &Expr, bad: Expr, origin: Span, init: bool) -> NodeId {
        let untagged = match value {
            Expr::Tuple(items) => items.first().is_none_or(|tag| !self.may_be_atom(tag)),
            _ => false,
        };
        let ending = if init { Ending::StartFailed(bad) } else { Ending::Crash(bad) };
        match value {
            _ if untagged => self.leaf(ending, origin),
            Expr::Atom(_) | Expr::Integer(_) | Expr::Nil | Expr::Cons(..) | Expr::Bool(_) => {
                self.leaf(ending, origin)
            }
            _ => self.unsupported("a computed return value", origin),
        }
    }

    fn next_state(&mut self, state: &Expr, data: &Expr, origin: Span) -> NodeId {
        match self.resolve(state) {
            Expr::Atom(name) if self.functions.contains_key(&(name.clone(), 2)) => {
                self.leaf(Ending::Next { state: name, data: data.clone() }, origin)
            }
            Expr::Atom(name) => {
                let mut diagnostic = Diagnostic::error(
                    codes::UNKNOWN_STATE,
                    format!("next state `{name}` has no state function `{name}/2`"),
                    self.written(origin, &|items| {
                        items.iter().skip(1).find(|item| item.is_atom(name.as_str()))
                    }),
                );
                if let Some(near) = self.nearest_state(name.as_str()) {
                    diagnostic = diagnostic.with_help(format!("did you mean `{near}`?"));
                }
                self.report(diagnostic)
            }
            _ => self.unsupported("a computed next state", origin),
        }
    }

    /// Where something of a return tuple is written inside a clause; the clause if it is elsewhere.
    fn written<'e>(
        &'e self,
        origin: Span,
        part: &dyn Fn(&'e [frontend::ast::Expr]) -> Option<&'e frontend::ast::Expr>,
    ) -> Span {
        let mut found = None;
        for clause in self.module.functions().flat_map(|function| &function.clauses) {
            if clause.span != origin {
                continue;
            }
            for expr in &clause.body {
                expr.for_each(&mut |expr| {
                    if let ExprKind::Tuple(items) = &expr.kind {
                        found = found.or(part(items).map(|item| item.span));
                    }
                });
            }
        }
        found.unwrap_or(origin)
    }

    /// The timeout of a return tuple, which has no meaning here yet.
    fn timeout(&mut self, origin: Span) -> NodeId {
        let span = self.written(origin, &|items| match items {
            [tag, _, _, timeout] if tag.is_atom("next_state") || tag.is_atom("ok") => Some(timeout),
            _ => None,
        });
        self.unsupported("an event timeout in a return value", span)
    }

    /// A function of two parameters whose name is almost this one.
    fn nearest_state(&self, name: &str) -> Option<&Name> {
        let functions = self.module.functions().filter(|function| function.arity == 2);
        functions
            .map(|function| (distance(name, function.name.as_str()), &function.name))
            .filter(|(distance, _)| *distance <= 2)
            .min_by_key(|(distance, _)| *distance)
            .map(|(_, name)| name)
    }
}

/// Number of single-character edits between two names (Levenshtein).
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in right.iter().enumerate() {
            let substituted = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[right.len()]
}
