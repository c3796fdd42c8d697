//! Entry points: state functions, `init/1`, local functions that are functions of the model.

use std::cell::RefCell;
use std::rc::Rc;

use behaviour::{Absent, Behaviour};
use frontend::ast::{ExprKind, Function};
use frontend::{Diagnostic, Name, Span};
use rustc_hash::{FxHashMap, FxHashSet};
use strsim::levenshtein;

use super::argument::Argument;
use super::looped::own_arguments;
use crate::codes;
use crate::core::{Ending, Graph, Node, OutsideCall, Returns, Service};
use crate::lower::analysis::shared::Shared;
use crate::lower::callback::unknown_state::Elsewhere;
use crate::lower::context::Context;
use crate::lower::lowered::{Callback, InLine, Lowered};
use crate::lower::lowering::{Cont, Env, Lowering, Place, Raised};
use crate::lower::pattern::clauses::{Outcomes, head_selection};
use model::state::Computed;
use model::{Class, Cond, Expr, HandlerKind, Kind, NodeId, VarId, client};

/// What a callback in a state was called with, as far as its ending depends on it.
pub(crate) struct Called {
    /// The callback.
    pub(crate) kind: HandlerKind,
    /// Who waits for an answer.
    pub(crate) from: Option<Expr>,
    /// The data before.
    pub(crate) data: Expr,
    /// The state, or what stands for it where it is computed.
    pub(crate) state: Name,
    /// The state, where it is computed.
    pub(crate) elsewhere: Option<Elsewhere>,
    /// Why the machine ends, where terminate/3 is called.
    pub(crate) reason: Option<Expr>,
}

impl Called {
    /// The callback that starts a machine.
    pub(super) fn first(behaviour: &Behaviour) -> Self {
        let (kind, state, data) = (behaviour.first, Name::from(""), Expr::Nil);
        Self { kind, from: None, data, state, elsewhere: None, reason: None }
    }

    /// What terminate/3 gets in this state for these data.
    pub(crate) fn last(&self, data: Expr) -> Expr {
        match self.elsewhere {
            Some(elsewhere) => elsewhere.with(data),
            None => data,
        }
    }
}

/// What a callback in a state is called with.
struct Given {
    params: Vec<VarId>,
    args: Vec<Expr>,
    elsewhere: Option<Elsewhere>,
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
    lowering.clauses = function.clauses.len();
    match callback {
        Callback::Handler(kind, state) | Callback::Handles(kind, state) => {
            let Given { params, args, elsewhere } = lowering.parameters(*kind, state);
            let root = lowering.callback(callback, function, args, elsewhere);
            lowering.finish(root, params)
        }
        Callback::Init => lowering.init(function),
    }
}

/// Lowers a local function that is called instead of standing in line.
///
/// Its graph ends in `{ok, Value}`, in `{open, Value}` where that is what a call of another module gave and callers ask for it, or in the
/// class and the reason of an exception.
pub(crate) fn lower_local<'a>(shared: &'a Shared<'a>, function: &Function) -> Lowered {
    let mut lowering = Lowering::new(shared);
    lowering.clauses = function.clauses.len();
    let params: Vec<VarId> =
        (1..=function.arity).map(|number| lowering.graph.var(&format!("Arg{number}"))).collect();
    let (args, funs) = lowering.arguments(function, &params);
    let handler = |this: &mut Lowering<'_>, Raised { class, reason, trace }: Raised| {
        if trace.is_some() {
            this.note_hidden(
                "the stack trace of an error that leaves this function",
                function.span,
            );
        }
        this.leaf(Ending::Value(tagged(class.name(), reason)), function.span)
    };
    let run = |this: &mut Lowering<'_>, _: Env, value: Expr| {
        let tag = this.tag_of_result(&(function.name.clone(), function.arity), &value);
        this.leaf(Ending::Value(tagged(tag, value)), function.span)
    };
    let place = Place { guard: None, origin: function.span, handler: &handler };
    let k = Cont { run: &run, copies: true };
    let root = lowering.function_clauses(
        function,
        args,
        Context { span: function.span, env: &Env::default(), place: &place },
        k,
    );
    let root = lowering.in_front(&funs, root);
    lowering.finish(root, params)
}

/// Lowers a function of the module as a client calls it.
pub(crate) fn lower_client<'a>(shared: &'a Shared<'a>, function: &Function) -> Lowered {
    let mut lowering = Lowering::new(shared);
    let args = shared.client().unwrap_or_default().to_vec();
    let handler = |this: &mut Lowering<'_>, _: Raised| this.sent(function.span);
    let run = |this: &mut Lowering<'_>, _: Env, _: Expr| this.sent(function.span);
    let place = Place { guard: None, origin: function.span, handler: &handler };
    let k = Cont { run: &run, copies: true };
    let root = lowering.function_clauses(
        function,
        args,
        Context { span: function.span, env: &Env::default(), place: &place },
        k,
    );
    lowering.finish(root, Vec::new())
}

/// What a function of the model returns: a tag and a value.
fn tagged(tag: &str, value: Expr) -> Expr {
    Expr::Tuple(vec![Expr::atom(tag), value])
}

impl<'a> Lowering<'a> {
    pub(crate) fn new(shared: &'a Shared<'a>) -> Self {
        Self {
            shared,
            graph: Graph::default(),
            definitions: FxHashMap::default(),
            stubbed: Vec::new(),
            freely: FxHashSet::default(),
            returned: FxHashMap::default(),
            asked: RefCell::default(),
            chosen: FxHashSet::default(),
            natures: FxHashMap::default(),
            next_states: Rc::default(),
            transitions: Rc::default(),
            is_init: false,
            from: None,
            other_traces: FxHashSet::default(),
            now: FxHashSet::default(),
            closures: FxHashMap::default(),
            inlined: Vec::new(),
            process: None,
            trees: Vec::new(),
            diagnostics: Vec::new(),
            returns: Vec::new(),
            clauses: 0,
            work: 0,
            depth: 0,
            is_refused: false,
            in_line_so_far: InLine::new(),
        }
    }

    pub(crate) fn finish(self, root: NodeId, params: Vec<VarId>) -> Lowered {
        let Self { graph, trees, diagnostics, returns, in_line_so_far: in_line, .. } = self;
        Lowered { graph, root, params, argument: None, trees, diagnostics, returns, in_line }
    }
}

impl Callback {
    /// With what it is called; `None` for `init/1`.
    fn called(&self, args: &[Expr], elsewhere: Option<Elsewhere>) -> Option<Called> {
        let (Self::Handler(kind, state) | Self::Handles(kind, state)) = self else { return None };
        let data = args.last().cloned().unwrap_or(Expr::Nil);
        let from = kind.is_sync().then(|| args[1].clone());
        let reason = kind.is_last().then(|| args[0].clone());
        Some(Called { kind: *kind, from, data, state: state.clone(), elsewhere, reason })
    }
}

impl Lowering<'_> {
    /// `init/1` on its argument; on any one where statistics are measured.
    fn init(mut self, function: &Function) -> Lowered {
        self.is_init = true;
        if self.shared.measures() {
            let param = self.graph.var("Args");
            let root = self.callback(&Callback::Init, function, vec![Expr::Var(param)], None);
            return self.finish(root, vec![param]);
        }
        let Argument { value, leaves } = match self.shared.options.init.as_slice() {
            [given] if given.has_hole() => self.opened(given, function),
            [given] => {
                let root = self.callback(&Callback::Init, function, vec![given.clone()], None);
                return self.finish(root, Vec::new());
            }
            [] => self.argument(function),
            several => {
                let root = self.begin(several.to_vec(), function);
                return self.finish(root, Vec::new());
            }
        };
        self.chosen.extend(leaves.vars());
        let root = self.callback(&Callback::Init, function, vec![value.clone()], None);
        let (root, argument) = self.choose(&value, &leaves, root);
        Lowered { argument: Some(argument), ..self.finish(root, Vec::new()) }
    }

    /// The environment says which of several terms `init/1` is called with, then it is called.
    fn begin(&mut self, arguments: Vec<Expr>, function: &Function) -> NodeId {
        let argument = self.graph.var("Argument");
        self.stubbed.push((argument, arguments.clone()));
        let next = self.callback(&Callback::Init, function, vec![Expr::Var(argument)], None);
        let head = function.clauses.first().and_then(|clause| clause.params.first());
        let span = head.map_or(function.span, |param| param.span);
        let (module, name) = (self.shared.machine.name.clone(), function.name.clone());
        let call = OutsideCall::new(module, name, Vec::new(), span);
        let call = OutsideCall { service: Some(Service::Begin), ..call };
        let (result, returns) = (Some(argument), Returns::Shown(arguments));
        let (raises, after, clause) = (Vec::new(), None, function.span);
        self.graph.node(Node::Act { call, result, returns, raises, after, next, clause })
    }

    /// The parameters of a callback in a state, and the arguments that it is called with.
    ///
    /// The state is known, unless it is computed, and so is the client if there is only one.
    fn parameters(&mut self, kind: HandlerKind, state: &Name) -> Given {
        let elsewhere = self.elsewhere(state);
        let terminates = kind.is_last();
        let first = self.graph.var(if terminates { "Reason" } else { "Command" });
        let mut params = vec![first];
        let mut args = vec![Expr::Var(first)];
        if kind.is_sync() {
            let from = self.shared.has_from() || self.shared.measures();
            let from = from.then(|| self.graph.var("From"));
            params.extend(from);
            self.from = from;
            args.push(from.map_or_else(|| client(0), Expr::Var));
        }
        let has_state = kind.handed().contains(&behaviour::Argument::State);
        // What is called as the state is measured in that.
        if has_state && self.shared.measures() && !kind.is_of_state() {
            let param = self.graph.var("StateName");
            params.push(param);
            args.push(Expr::Var(param));
        } else if has_state {
            args.push(elsewhere.map_or_else(|| Expr::Atom(state.clone()), Elsewhere::name));
        }
        if let Some(elsewhere) = elsewhere {
            params.push(elsewhere.pair);
            args.push(elsewhere.data());
        } else {
            let data = self.graph.var("LoopData");
            params.push(data);
            args.push(Expr::Var(data));
        }
        Given { params, args, elsewhere }
    }

    /// The arguments of a function that has these parameters, and the variables that stand for known funs.
    fn arguments(&mut self, function: &Function, params: &[VarId]) -> (Vec<Expr>, Vec<VarId>) {
        let mut values = params.iter().map(|&param| Expr::Var(param));
        let Some(shapes) = self.shared.shapes(function) else {
            return (values.collect(), Vec::new());
        };
        let mut funs = Vec::new();
        let mut args = Vec::new();
        for shape in shapes.iter() {
            args.push(match shape {
                Some(shape) => self.known_again(shape, &mut values, &mut funs),
                None => values.next().unwrap_or(Expr::Nil),
            });
        }
        (args, funs)
    }

    pub(crate) fn callback(
        &mut self,
        callback: &Callback,
        function: &Function,
        args: Vec<Expr>,
        elsewhere: Option<Elsewhere>,
    ) -> NodeId {
        let called = callback.called(&args, elsewhere);
        let called = called.as_ref();
        let env = self.known_at_call(called, elsewhere);
        if matches!(callback, Callback::Handles(..)) {
            return self.takes(function, own_arguments(called, args), &env);
        }
        if let Some(entry) = self.entry_of(called, function) {
            return self.looped(entry, called, args, &env);
        }
        let ends = |origin: Span| {
            move |this: &mut Lowering<'_>, raised: Raised| this.exception(called, raised, origin)
        };
        let clause = |this: &mut Lowering<'_>, number: usize, env: Env| {
            let clause = &function.clauses[number];
            let run = |this: &mut Lowering<'_>, env: Env, value: Expr| {
                this.value_of(called, &value, clause.span, &env)
            };
            let k = Cont { run: &run, copies: true };
            let place = Place { guard: None, origin: clause.span, handler: &ends(clause.span) };
            this.inlined.push((function.name.clone(), function.arity));
            let node =
                this.body(&clause.body, Context { span: clause.span, env: &env, place: &place }, k);
            this.inlined.pop();
            node
        };
        let selection = head_selection(function, args);
        let place = Place { guard: None, origin: function.span, handler: &ends(function.span) };
        let unhandled = |this: &mut Lowering<'_>, reason: &str| {
            this.unhandled(callback, called, reason, &place)
        };
        let is_exported = self.shared.machine.exports.contains(&function.name, function.arity);
        if let Some(called) = called.filter(|called| called.kind.absent == Absent::Skipped)
            && (function.clauses.is_empty() || !is_exported)
        {
            // OTP asks whether it is exported before it calls it.
            return self.ended(called, function.span, &env);
        }
        if function.clauses.is_empty() {
            // `apply/3` with a function that is no atom.
            let no_atom = Computed::of(&function.name) == Some(Computed::Term);
            return unhandled(self, if no_atom { "badarg" } else { "undef" });
        }
        if !is_exported {
            self.report(Diagnostic::warning(
                codes::NOT_EXPORTED,
                format!(
                    "`{}/{}` is not exported: `{}` cannot call it",
                    function.name,
                    function.arity,
                    self.shared.machine.behaviour.name()
                ),
                function.span,
            ));
            return unhandled(self, "undef");
        }
        let fail = |this: &mut Lowering<'_>, _: Env| unhandled(this, "function_clause");
        self.select(
            &selection,
            Context { span: function.span, env: &env, place: &place },
            &Outcomes { clause: &clause, fail: &fail },
        )
    }

    /// Whether some clause of a callback takes these arguments.
    fn takes(&mut self, function: &Function, args: Vec<Expr>, env: &Env) -> NodeId {
        let no = |this: &mut Lowering<'_>| this.leaf(Ending::Truth(false), function.span);
        let exports = &self.shared.machine.exports;
        if function.clauses.is_empty() || !exports.contains(&function.name, function.arity) {
            return no(self);
        }
        let handler = |this: &mut Lowering<'_>, _: Raised| no(this);
        let place = Place { guard: None, origin: function.span, handler: &handler };
        let clause = |this: &mut Lowering<'_>, number: usize, _: Env| {
            this.leaf(Ending::Truth(true), function.clauses[number].span)
        };
        let fail = |this: &mut Lowering<'_>, _: Env| no(this);
        self.select(
            &head_selection(function, args),
            Context { span: function.span, env, place: &place },
            &Outcomes { clause: &clause, fail: &fail },
        )
    }

    /// What is known of the arguments of a callback.
    fn known_at_call(&mut self, called: Option<&Called>, elsewhere: Option<Elsewhere>) -> Env {
        let mut env = Env::default();
        if let Some(Called { from: Some(from @ Expr::Var(_)), .. }) = called
            && self.shared.keeps_from()
        {
            env = env.with_fact(&Cond::Is(Kind::Pid, Expr::element(1, from.clone())), true);
            env = env.with_fact(&Cond::Is(Kind::TupleOf(2), from.clone()), true);
        }
        let env = match elsewhere {
            Some(elsewhere) => self.facts_elsewhere(elsewhere, &env),
            None => env,
        };
        match (self.shared.machine.behaviour.run_by, called) {
            (Some(run_by), Some(called)) => {
                env.with_fact(&Cond::Is(Kind::TupleOf(run_by.size), called.data.clone()), true)
            }
            _ => env,
        }
    }

    /// A callback that has no clause for its arguments, or that `gen_fsm` cannot call.
    fn unhandled(
        &mut self,
        callback: &Callback,
        called: Option<&Called>,
        reason: &str,
        place: &Place<'_>,
    ) -> NodeId {
        match (callback, called) {
            // OTP logs a message without a handle_info/3, and goes on.
            (Callback::Handler(kind, _), Some(called))
                if kind.absent == Absent::Logged && reason == "undef" =>
            {
                self.stays(called, place.origin)
            }
            _ => {
                let (class, reason) = (Class::Error, Expr::atom(reason));
                self.raise_all(place, Raised { class, reason, trace: None })
            }
        }
    }

    /// What the value of a callback means; without `called` that of `init/1`.
    pub(crate) fn value_of(
        &mut self,
        called: Option<&Called>,
        value: &Expr,
        origin: Span,
        env: &Env,
    ) -> NodeId {
        if self.shared.measures() {
            self.returns.push((origin, value.clone()));
        }
        match called {
            Some(called) => self.state_result(called, value, origin, env),
            None => self.init_result(value, origin, env),
        }
    }

    /// Where something of a return tuple is written inside a clause; the clause if it is elsewhere.
    pub(crate) fn written<'e>(
        &'e self,
        origin: Span,
        part: &dyn Fn(&'e [frontend::ast::Expr]) -> Option<&'e frontend::ast::Expr>,
    ) -> Span {
        let mut part_span = None;
        for clause in self.shared.machine.module.functions().flat_map(|function| &function.clauses)
        {
            if clause.span != origin {
                continue;
            }
            for expr in &clause.body {
                expr.for_each(&mut |expr| {
                    if let ExprKind::Tuple(items) = &expr.kind {
                        part_span = part_span.or(part(items).map(|item| item.span));
                    }
                });
            }
        }
        part_span.unwrap_or(origin)
    }

    /// A function of two parameters whose name is almost this one.
    pub(crate) fn nearest_state(&self, name: &str) -> Option<&Name> {
        let first = self.shared.machine.behaviour.state_arities().next();
        let functions = self.shared.machine.module.functions();
        let functions = functions.filter(|function| Some(function.arity) == first);
        functions
            .map(|function| (levenshtein(name, function.name.as_str()), &function.name))
            .filter(|(distance, _)| *distance <= 2)
            .min_by_key(|(distance, _)| *distance)
            .map(|(_, name)| name)
    }
}
