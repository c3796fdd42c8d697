//! What functions of a module send, followed through its local functions.
//!
//! Input: functions, as a client or the machine itself calls them. Output: events, start calls, and what the
//! machine sends itself, now or later. Variables are followed from parameters and matches; where branches
//! differ, and in calls that go deep, values are holes.

use std::collections::BTreeSet;

use behaviour::{Act, Behaviour};
use frontend::ast::{
    Callee, CaseClause, Expr as Syntax, ExprKind, Function, FunctionClause, Literal, Pat, PatKind,
};
use frontend::{Name, Span};
use rustc_hash::FxHashSet;

use super::parameters::{Parameters, bindings};
use super::shape::{Known, Shapes, bind, hole};
use super::takers::of_type;
use super::{Functions, Placed, carried, functions, kind_of_send};
use crate::library::otp_function::OtpFunction;
use crate::machine::Machine;
use model::{Command, CommandKind, Expr, TimerKind};

/// Calls of local functions inside each other that are followed.
const MAX_DEPTH: usize = 6;

/// Calls that are followed in all.
const MAX_CALLS: usize = 2_000;

/// What was found.
#[derive(Default)]
pub(crate) struct Sends {
    /// Events to the machine.
    pub(crate) commands: Placed,
    /// Arguments that start calls give to `init/1`.
    pub(crate) starts: Vec<(Expr, Span)>,
    /// What the machine sends itself, at once or by timers.
    pub(crate) self_sent: BTreeSet<(CommandKind, String)>,
    /// What the machine sends itself, with the places that do.
    pub(crate) made: Placed,
    /// What it inserts and what its time-outs bring, of kinds that nobody else sends.
    pub(crate) inserted: Vec<Expr>,
}

/// A walk over functions.
pub(crate) struct Walk<'w, 'a> {
    machine: &'w Machine<'a>,
    shapes: &'w Shapes<'a>,
    functions: Functions<'a>,
    own_names: &'w FxHashSet<Name>,
    parameters: &'w Parameters<'a>,
    /// Whether a client runs it.
    is_client: bool,
    /// Parameters of the function that a client calls.
    params: FxHashSet<Name>,
    path: Vec<(Name, usize)>,
    calls: usize,
    sends: Sends,
}

impl<'w, 'a> Walk<'w, 'a> {
    /// A walk that has not begun.
    pub(crate) fn new(
        machine: &'w Machine<'a>,
        shapes: &'w Shapes<'a>,
        own_names: &'w FxHashSet<Name>,
        parameters: &'w Parameters<'a>,
    ) -> Self {
        Self {
            machine,
            shapes,
            functions: functions(machine),
            own_names,
            parameters,
            is_client: true,
            params: FxHashSet::default(),
            path: Vec::new(),
            calls: 0,
            sends: Sends::default(),
        }
    }

    /// What was found.
    pub(crate) fn finish(self) -> Sends {
        self.sends
    }

    /// A function of the interface.
    pub(crate) fn client(&mut self, function: &Function) {
        self.client_with(function, &vec![hole(); function.arity]);
    }

    /// A function of the interface, called with these arguments.
    pub(crate) fn client_with(&mut self, function: &Function, args: &[Expr]) {
        self.is_client = true;
        self.enter(function, args);
    }

    /// A callback.
    pub(crate) fn machine(&mut self, function: &Function) {
        self.is_client = false;
        self.enter(function, &vec![hole(); function.arity]);
    }

    fn enter(&mut self, function: &Function, args: &[Expr]) {
        let key = (function.name.clone(), function.arity);
        self.calls += 1;
        if self.path.contains(&key) || self.path.len() > MAX_DEPTH || self.calls > MAX_CALLS {
            return;
        }
        self.path.push(key);
        for clause in &function.clauses {
            for param in &clause.params {
                param.for_each_var(&mut |name| {
                    self.params.insert(name.clone());
                });
            }
            for mut bindings in self.ways(function, clause, args) {
                self.body(&clause.body, &mut bindings);
            }
            if takes_surely(clause, args) {
                break;
            }
        }
        self.path.pop();
    }

    /// What variables of a clause may be: of a client's it is known what its guards let pass, and what is declared.
    fn ways(&self, function: &Function, clause: &FunctionClause, args: &[Expr]) -> Vec<Known> {
        if self.is_client {
            let ways = self.parameters.declared(&function.name, args).into_iter();
            let ways: Vec<Known> =
                ways.flat_map(|args| bindings(clause, &args, self.shapes)).collect();
            // What a clause sends is kept, even if nothing that is declared goes there.
            if !ways.is_empty() {
                return ways;
            }
        }
        let mut bindings = Known::default();
        for (param, arg) in clause.params.iter().zip(args) {
            bind(param, arg, self.shapes, &mut bindings);
        }
        vec![bindings]
    }

    fn body(&mut self, body: &[Syntax], bindings: &mut Known) {
        for expr in body {
            self.expr(expr, bindings);
        }
    }

    fn expr(&mut self, expr: &Syntax, bindings: &mut Known) {
        match &expr.kind {
            ExprKind::Match(pat, value) => {
                self.expr(value, bindings);
                let value = self.shapes.value(value, bindings);
                bind(pat, &value, self.shapes, bindings);
            }
            ExprKind::Case(value, clauses) => {
                self.expr(value, bindings);
                let value = self.shapes.value(value, bindings);
                self.clauses(clauses, &value, bindings);
            }
            ExprKind::If(clauses) => {
                for (_, body) in clauses {
                    self.body(body, &mut bindings.clone());
                }
            }
            ExprKind::Receive(clauses, after) => {
                self.clauses(clauses, &hole(), bindings);
                if let Some((_, body)) = after {
                    self.body(body, &mut bindings.clone());
                }
            }
            ExprKind::Fun(clauses) | ExprKind::NamedFun(_, clauses) => {
                for clause in clauses {
                    let mut inner = bindings.clone();
                    for param in &clause.params {
                        bind(param, &hole(), self.shapes, &mut inner);
                    }
                    self.body(&clause.body, &mut inner);
                }
            }
            ExprKind::Call(callee, args) => {
                for arg in args {
                    self.expr(arg, bindings);
                }
                self.call(callee, args, expr.span, bindings);
            }
            ExprKind::FunLocal(name, arity) => {
                if let Ok(arity) = usize::try_from(arity) {
                    self.handed(name, arity);
                }
            }
            ExprKind::FunRemote(parts) => self.handed_remote(parts, expr.span),
            ExprKind::Binary(op, to, message) if *op == frontend::ast::BinaryOp::Send => {
                self.expr(message, bindings);
                self.message(to, message, expr.span, bindings);
            }
            _ => {
                if let ExprKind::Tuple(items) = &expr.kind {
                    self.action(items, expr.span, bindings);
                }
                for child in expr.children() {
                    self.expr(child, bindings);
                }
            }
        }
    }

    /// An action by which a callback inserts an event, or starts a time-out.
    fn action(&mut self, items: &[Syntax], span: Span, bindings: &Known) {
        let behaviour = self.machine.behaviour;
        if self.is_client || !behaviour.tells_type() {
            return;
        }
        let inserted = match items {
            [tag, ty, content] if tag.is_atom("next_event") => Some((ty, content)),
            [ty, _, content] | [ty, _, content, _] if is_timeout(behaviour, ty) => {
                Some((ty, content))
            }
            _ => None,
        };
        let Some((ty, content)) = inserted else { return };
        let (ty, content) = (self.shapes.value(ty, bindings), self.shapes.value(content, bindings));
        let kinds = of_type(&behaviour.events().collect::<Vec<_>>(), &ty);
        match kinds.as_slice() {
            [kind] => self.send(*kind, content, true, span),
            _ if content != hole() => self.sends.inserted.push(content),
            _ => {}
        }
    }

    fn clauses(&mut self, clauses: &[CaseClause], value: &Expr, bindings: &Known) {
        for clause in clauses {
            let mut inner = bindings.clone();
            bind(&clause.pattern, value, self.shapes, &mut inner);
            self.body(&clause.body, &mut inner);
        }
    }

    fn call(&mut self, callee: &Callee, args: &[Syntax], span: Span, bindings: &Known) {
        match callee {
            Callee::Local(name) => match (name.as_str(), args) {
                ("send", [to, message]) if !self.is_own_function("send", 2) => {
                    self.message(to, message, span, bindings);
                }
                ("send_after" | "start_timer", [_, to, message]) => {
                    self.timer(name.as_str(), Some(to), message, span, bindings);
                }
                ("apply", [_, _, _]) if !self.is_own_function("apply", 3) => {
                    self.applied(args, span, bindings);
                }
                _ => self.local(name, args, bindings),
            },
            Callee::Remote(module, function, _) => {
                let called = OtpFunction::of(module.as_str(), function.as_str(), args.len());
                self.remote(called, args, span, bindings);
            }
            Callee::Dynamic(_) => {}
        }
    }

    /// A function of the module as a value: the code that gets it may call it with anything.
    fn handed(&mut self, name: &Name, arity: usize) {
        let function = self.functions.get(&(name.clone(), arity)).copied();
        if let Some(function) = function.filter(|_| self.is_client) {
            self.enter(function, &vec![hole(); arity]);
        }
    }

    /// A function that sends events as a value.
    fn handed_remote(&mut self, parts: &[Syntax; 3], span: Span) {
        let [module, function, _] = parts.each_ref().map(atom);
        let (Some(module), Some(function)) = (module, function) else { return };
        let act = OtpFunction::of(module, function, 2).machine_act();
        let kind = act.and_then(|act| kind_of_send(self.machine.behaviour, act));
        if let Some(kind) = kind.filter(|_| self.is_client) {
            self.send(kind, hole(), false, span);
        }
    }

    /// A call of a function by its name, where that and the list of arguments are written out.
    fn applied(&mut self, args: &[Syntax], span: Span, bindings: &Known) {
        let [module, function, args] = args else { return };
        let (Some(module), Some(function), Some(args)) =
            (atom(module), atom(function), written_out(args))
        else {
            return;
        };
        self.remote(OtpFunction::of(module, function, args.len()), &args, span, bindings);
    }

    fn is_own_function(&self, name: &str, arity: usize) -> bool {
        self.functions.contains_key(&(Name::from(name), arity))
    }

    fn local(&mut self, name: &Name, args: &[Syntax], bindings: &Known) {
        let Some(function) = self.functions.get(&(name.clone(), args.len())).copied() else {
            return;
        };
        let values: Vec<Expr> = args.iter().map(|arg| self.shapes.value(arg, bindings)).collect();
        self.enter(function, &values);
    }

    fn remote(&mut self, called: OtpFunction<'_>, args: &[Syntax], span: Span, bindings: &Known) {
        let (module, function) = called.names();
        match (module, function, args) {
            (called_module, _, _) if called_module == self.machine.name.as_str() => {
                self.local(&Name::from(function), args, bindings);
            }
            ("erlang", "apply", [_, _, _]) => self.applied(args, span, bindings),
            ("erlang", "send" | "send_nosuspend", [to, message, ..]) => {
                self.message(to, message, span, bindings);
            }
            ("erlang", name @ ("send_after" | "start_timer"), [_, to, message, ..])
            | ("timer", name @ ("send_after" | "send_interval"), [_, to, message]) => {
                self.timer(name, Some(to), message, span, bindings);
            }
            ("timer", name @ ("send_after" | "send_interval"), [_, message]) => {
                self.timer(name, None, message, span, bindings);
            }
            _ => {
                if let Some(act) = called.machine_act() {
                    self.interface(act, args, span, bindings);
                }
            }
        }
    }

    /// A call of a function of the behaviour's interface.
    fn interface(&mut self, act: Act, args: &[Syntax], span: Span, bindings: &Known) {
        let behaviour = self.machine.behaviour;
        match (act, args) {
            (Act::Send(_) | Act::Call(_) | Act::Request(_), [to, event, ..]) => {
                let event = self.shapes.value(event, bindings);
                if let Some(kind) = kind_of_send(behaviour, act) {
                    self.send(kind, event, self.is_self(to), span);
                }
            }
            (Act::Start, [.., _, init, _]) => {
                self.sends.starts.push((self.shapes.value(init, bindings), span));
            }
            (Act::Arm(kind, _), [_, event]) => {
                let event = self.shapes.value(event, bindings);
                let brought = match kind {
                    TimerKind::Timeout => Expr::Tuple(vec![Expr::atom("timeout"), hole(), event]),
                    _ => event,
                };
                self.send(behaviour.brought(kind), brought, true, span);
            }
            (Act::Stop, [_] | [_, _, _]) if self.is_client => {
                let normal = Expr::atom("normal");
                let reason =
                    args.get(1).map_or(normal, |reason| self.shapes.value(reason, bindings));
                if let Some(kind) = behaviour.stop() {
                    self.send(kind, reason, false, span);
                }
            }
            _ => {}
        }
    }

    /// A plain message: to the machine if it goes to a name of it, or to what the client was given.
    fn message(&mut self, to: &Syntax, message: &Syntax, span: Span, bindings: &Known) {
        let message = self.shapes.value(message, bindings);
        let is_machine = if self.is_client {
            self.is_named(to)
                || matches!(&to.kind, ExprKind::Var(name) if self.params.contains(name))
        } else {
            self.is_self(to)
        };
        if is_machine && !matches!(message, Expr::Unknown(_) | Expr::Chosen(..)) {
            let (kind, message) = carried(self.machine.behaviour, message);
            self.send(kind, message, !self.is_client, span);
        }
    }

    fn timer(
        &mut self,
        function: &str,
        to: Option<&Syntax>,
        message: &Syntax,
        span: Span,
        bindings: &Known,
    ) {
        if self.is_client || !to.is_none_or(|to| self.is_self(to)) {
            return;
        }
        let message = self.shapes.value(message, bindings);
        let message = match function {
            "start_timer" => Expr::Tuple(vec![Expr::atom("timeout"), hole(), message]),
            _ => message,
        };
        let (kind, message) = carried(self.machine.behaviour, message);
        self.send(kind, message, true, span);
    }

    fn send(&mut self, kind: CommandKind, term: Expr, to_self: bool, span: Span) {
        if self.is_client {
            self.sends.commands.push((Command { kind, term }, span));
        } else if to_self && self.sends.self_sent.insert((kind, format!("{term:?}"))) {
            self.sends.made.push((Command { kind, term }, span));
        }
    }

    /// Whether an expression is the machine, as it calls itself.
    fn is_self(&self, to: &Syntax) -> bool {
        let is_self = matches!(
            &to.kind,
            ExprKind::Call(Callee::Local(name), args) if name.as_str() == "self" && args.is_empty()
        );
        is_self || self.is_named(to)
    }

    fn is_named(&self, to: &Syntax) -> bool {
        match &to.kind {
            ExprKind::Literal(frontend::ast::Literal::Atom(name)) => self.own_names.contains(name),
            ExprKind::Tuple(parts) => parts.iter().any(|part| self.is_named(part)),
            _ => false,
        }
    }
}

/// Whether an expression is the type of a time-out: `timeout`, `state_timeout`, `{timeout, Name}`.
fn is_timeout(behaviour: &Behaviour, ty: &Syntax) -> bool {
    let is_of_type = |ty: &Syntax| atom(ty) == Some(behaviour.timeout);
    match &ty.kind {
        ExprKind::Tuple(items) => matches!(items.as_slice(), [tag, _] if is_of_type(tag)),
        _ => is_of_type(ty) || ty.is_atom("state_timeout"),
    }
}

fn atom(expr: &Syntax) -> Option<&str> {
    match &expr.kind {
        ExprKind::Literal(frontend::ast::Literal::Atom(name)) => Some(name.as_str()),
        _ => None,
    }
}

/// The elements of a list that is written out.
fn written_out(list: &Syntax) -> Option<Vec<Syntax>> {
    let (mut elements, mut rest) = (Vec::new(), list);
    loop {
        match &rest.kind {
            ExprKind::Nil => return Some(elements),
            ExprKind::Cons(head, tail) => {
                elements.push((**head).clone());
                rest = tail;
            }
            _ => return None,
        }
    }
}

/// Whether a clause takes these arguments whatever their unknown parts are: those behind it never get them.
fn takes_surely(clause: &FunctionClause, args: &[Expr]) -> bool {
    let (mut names, mut n_names) = (FxHashSet::default(), 0);
    for param in &clause.params {
        param.for_each_var(&mut |name| {
            n_names += 1;
            names.insert(name);
        });
    }
    let takes = clause.params.iter().zip(args).all(|(param, arg)| is_instance(param, arg));
    clause.guard.alternatives.is_empty() && names.len() == n_names && takes
}

/// Whether a pattern whose variables are all different takes every value of a shape.
fn is_instance(pat: &Pat, value: &Expr) -> bool {
    match (&pat.kind, value) {
        (PatKind::Var(_) | PatKind::Wildcard, _) => true,
        (PatKind::Literal(Literal::Atom(own)), Expr::Atom(name)) => {
            own.undefined_macro().is_none() && own == name
        }
        (PatKind::Tuple(pats), Expr::Tuple(values)) => {
            pats.len() == values.len()
                && pats.iter().zip(values).all(|(pat, value)| is_instance(pat, value))
        }
        _ => false,
    }
}
