//! Entry points: state functions, `init/1`, local functions that are functions of the model.

use frontend::ast::{ExprKind, Function};
use frontend::{Diagnostic, Name, Span};
use rustc_hash::FxHashMap;
use strsim::levenshtein;

use super::argument::Argument;
use super::clauses::{Outcomes, head_selection};
use super::{Cont, Ending, Env, Lowering, Place, Shared, SourceTree};
use crate::codes;
use crate::core::Graph;
use crate::machine::NO_ATOM;
use crate::model::{Expr, NodeId, Unhandled, VarId};
use crate::stubs::Class;

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
    /// The argument of `init/1`, where it is a choice; see [`crate::model::Model::argument`].
    pub argument: Option<Expr>,
    /// Splitting trees met on the way.
    pub trees: Vec<SourceTree>,
    /// What was found.
    pub diagnostics: Vec<Diagnostic>,
    /// What a callback may return, with the clause, if somebody measures.
    pub returns: Vec<(Span, Expr)>,
}

/// Lowers one callback of a module.
///
/// `function` is the callback itself; a given argument of `init/1` is ground, so that its clauses
/// are selected here already.
pub(crate) fn lower_callback<'a>(
    shared: &'a Shared<'a>,
    callback: &Callback,
    function: &Function,
) -> Lowered {
    let mut lowering = Lowering::new(shared);
    let any_start = *callback == Callback::Init && shared.measures();
    let names: &[&str] = match callback {
        Callback::Init if any_start => &["Args"],
        Callback::Init => &[],
        Callback::State(_) | Callback::Handles(_) => &["Command", "LoopData"],
    };
    let params: Vec<VarId> = names.iter().map(|name| lowering.graph.var(name)).collect();
    let root = match (callback, &shared.options.init) {
        (Callback::Init, _) if any_start => {
            let args = params.iter().map(|&param| Expr::Var(param)).collect();
            lowering.callback(callback, function, args)
        }
        (Callback::Init, Some(given)) => lowering.callback(callback, function, vec![given.clone()]),
        (Callback::Init, None) => {
            let Argument { value, leaves } = lowering.argument(function);
            let root = lowering.callback(callback, function, vec![value.clone()]);
            let (root, argument) = lowering.choose(&value, &leaves, root);
            return Lowered { argument: Some(argument), ..lowering.finish(root, params) };
        }
        (Callback::State(_) | Callback::Handles(_), _) => {
            let args = params.iter().map(|&param| Expr::Var(param)).collect();
            lowering.callback(callback, function, args)
        }
    };
    lowering.finish(root, params)
}

/// Lowers a local function that is called instead of standing in line.
///
/// Its graph ends in `{ok, Value}`, or in the class and the reason of an exception.
pub(crate) fn lower_local<'a>(shared: &'a Shared<'a>, function: &Function) -> Lowered {
    let mut lowering = Lowering::new(shared);
    let params: Vec<VarId> =
        (1..=function.arity).map(|number| lowering.graph.var(&format!("Arg{number}"))).collect();
    let args = params.iter().map(|&param| Expr::Var(param)).collect();
    let handler = |this: &mut Lowering<'_>, class: Class, reason: Expr| {
        this.leaf(Ending::Value(tagged(class.name(), reason)), function.span)
    };
    let run = |this: &mut Lowering<'_>, _: Env, value: Expr| {
        this.leaf(Ending::Value(tagged("ok", value)), function.span)
    };
    let place = Place { guard: None, origin: function.span, handler: &handler };
    let k = Cont { run: &run, copies: true };
    let root = lowering.function_clauses(function, args, &Env::default(), &place, k);
    lowering.finish(root, params)
}

/// What a function of the model returns: a tag and a value.
fn tagged(tag: &str, value: Expr) -> Expr {
    Expr::Tuple(vec![Expr::atom(tag), value])
}

impl<'a> Lowering<'a> {
    fn new(shared: &'a Shared<'a>) -> Self {
        Self {
            shared,
            graph: Graph::default(),
            definitions: FxHashMap::default(),
            stubbed: Vec::new(),
            inlined: Vec::new(),
            trees: Vec::new(),
            diagnostics: Vec::new(),
            returns: Vec::new(),
            work: 0,
            depth: 0,
        }
    }

    fn finish(self, root: NodeId, params: Vec<VarId>) -> Lowered {
        let Self { graph, trees, diagnostics, returns, .. } = self;
        Lowered { graph, root, params, argument: None, trees, diagnostics, returns }
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
            move |this: &mut Lowering<'_>, env: Env, value: Expr| {
                if this.shared.measures() {
                    this.returns.push((origin, value.clone()));
                }
                if init {
                    this.init_result(&value, origin, &env)
                } else {
                    this.state_result(&value, origin, &env)
                }
            }
        };
        let ends = |origin: Span| {
            move |this: &mut Lowering<'_>, class: Class, reason: Expr| match class {
                Class::Throw => returns(init, origin)(this, Env::default(), reason),
                Class::Error | Class::Exit if init => {
                    this.leaf(Ending::StartFailed(reason), origin)
                }
                Class::Error => this.leaf(Ending::Crash(reason), origin),
                Class::Exit => this.leaf(Ending::Stop(reason), origin),
            }
        };
        let clause = |this: &mut Lowering<'_>, number: usize, env: Env| {
            let clause = &function.clauses[number];
            if predicate {
                return this.leaf(Ending::Truth(true), clause.span);
            }
            let run = returns(init, clause.span);
            let k = Cont { run: &run, copies: true };
            let place = Place { guard: None, origin: clause.span, handler: &ends(clause.span) };
            this.inlined.push((function.name.clone(), function.arity));
            let node = this.body(&clause.body, &env, &place, k);
            this.inlined.pop();
            node
        };
        let place = Place { guard: None, origin: function.span, handler: &ends(function.span) };
        let unhandled = |this: &mut Lowering<'_>, reason: &str| match callback {
            Callback::Handles(_) => this.leaf(Ending::Truth(false), function.span),
            Callback::State(state) if this.shared.options.unhandled == Unhandled::Ignore => {
                let data = data.clone();
                this.leaf(Ending::Next { state: state.clone(), data }, function.span)
            }
            Callback::State(_) | Callback::Init => this.raise(&place, Expr::atom(reason)),
        };
        if function.clauses.is_empty() {
            // `apply/3` with a function that is no atom.
            let no_atom = function.name.as_str() == NO_ATOM;
            return unhandled(self, if no_atom { "badarg" } else { "undef" });
        }
        if !self.shared.machine.exports.contains(&function.name, function.arity) {
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

    /// Where something of a return tuple is written inside a clause; the clause if it is elsewhere.
    pub(super) fn written<'e>(
        &'e self,
        origin: Span,
        part: &dyn Fn(&'e [frontend::ast::Expr]) -> Option<&'e frontend::ast::Expr>,
    ) -> Span {
        let mut found = None;
        for clause in self.shared.machine.module.functions().flat_map(|function| &function.clauses)
        {
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

    /// The timeout of a return tuple is not in the model: said, never dropped.
    pub(super) fn note_timeout(&mut self, origin: Span) {
        let span = self.written(origin, &|items| match items {
            [tag, _, _, timeout] if tag.is_atom("next_state") || tag.is_atom("ok") => Some(timeout),
            _ => None,
        });
        self.shared.meet_timeout(span);
        let message = "the event timeout of this return value is not part of the model yet";
        self.note(Diagnostic::warning(codes::TIMEOUT, message, span));
    }

    /// A function of two parameters whose name is almost this one.
    pub(super) fn nearest_state(&self, name: &str) -> Option<&Name> {
        let functions =
            self.shared.machine.module.functions().filter(|function| function.arity == 2);
        functions
            .map(|function| (levenshtein(name, function.name.as_str()), &function.name))
            .filter(|(distance, _)| *distance <= 2)
            .min_by_key(|(distance, _)| *distance)
            .map(|(_, name)| name)
    }
}
