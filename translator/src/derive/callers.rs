//! What another module of the project sends the machine.
//!
//! Input: another module. Output: its calls of functions of the machine's module, with what is known of their arguments, and what
//! it sends to a name of the machine. Variables are followed from matches inside a function. A module, a function and a list that
//! stand beside each other (`rpc:call(Node, door, open, [1])`, `{door, open, []}`) are a call.
//!
//! ```erlang
//! evening() -> door:close(8), gen_server:cast(door, bolt).      % of `door`: close(8), and `bolt` as a cast
//! ```
//!
//! Does not follow what is sent to a process that is known by its identifier alone.

use behaviour::Act;
use frontend::ast::{BinaryOp, Callee, CaseClause, Expr as Syntax, ExprKind, Literal, Module, Pat};
use frontend::{Name, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use super::shape::{Known, Shapes, bind, hole};
use super::{carried, kind_of_send};
use crate::library::otp_function::OtpFunction;
use crate::machine::{Machine, imports};
use model::{Command, Expr};

/// What another module does to the machine.
pub(crate) enum Doing {
    /// It calls a function of the machine's module.
    Calls(Name, Vec<Expr>),
    /// It sends the machine something.
    Sends(Command),
}

/// What another module does to the machine, and where.
pub(crate) type Done = (Doing, Span);

/// What another module does to the machine that has these names.
pub(crate) fn done(machine: &Machine<'_>, names: &FxHashSet<Name>, other: &Module) -> Vec<Done> {
    let (shapes, imports) = (Shapes::of(other), imports(other));
    let mut reading = Reading { machine, names, shapes: &shapes, imports: &imports, done: vec![] };
    for clause in other.functions().flat_map(|function| &function.clauses) {
        reading.clause((&clause.params, &clause.body), &Known::default());
    }
    reading.done
}

/// Another module while it is read.
struct Reading<'r, 'a> {
    machine: &'r Machine<'a>,
    names: &'r FxHashSet<Name>,
    shapes: &'r Shapes<'r>,
    imports: &'r FxHashMap<(Name, usize), Name>,
    done: Vec<Done>,
}

impl Reading<'_, '_> {
    fn clause(&mut self, (params, body): (&[Pat], &[Syntax]), outer: &Known) {
        let mut known = outer.clone();
        // Parameters of funs are new variables, whatever is called so outside.
        for param in params {
            param.for_each_var(&mut |name| {
                known.remove(name);
            });
        }
        for param in params {
            bind(param, &hole(), self.shapes, &mut known);
        }
        self.body(body, &mut known);
    }

    fn body(&mut self, body: &[Syntax], known: &mut Known) {
        for expr in body {
            self.expr(expr, known);
        }
    }

    fn cases(&mut self, clauses: &[CaseClause], value: &Expr, known: &Known) {
        for clause in clauses {
            let mut inner = known.clone();
            bind(&clause.pattern, value, self.shapes, &mut inner);
            self.body(&clause.body, &mut inner);
        }
    }

    fn expr(&mut self, expr: &Syntax, known: &mut Known) {
        match &expr.kind {
            ExprKind::Match(pat, value) => {
                self.expr(value, known);
                let value = self.shapes.value(value, known);
                bind(pat, &value, self.shapes, known);
            }
            ExprKind::Case(value, clauses) => {
                self.expr(value, known);
                let value = self.shapes.value(value, known);
                self.cases(clauses, &value, known);
            }
            ExprKind::Receive(clauses, after) => {
                self.cases(clauses, &hole(), known);
                if let Some((_, body)) = after {
                    self.body(body, &mut known.clone());
                }
            }
            ExprKind::Fun(clauses) | ExprKind::NamedFun(_, clauses) => {
                for clause in clauses {
                    self.clause((&clause.params, &clause.body), known);
                }
            }
            ExprKind::Call(callee, args) => {
                for arg in args {
                    self.expr(arg, known);
                }
                self.call(callee, args, expr.span, known);
            }
            ExprKind::Binary(BinaryOp::Send, to, message) => {
                self.expr(message, known);
                self.message(to, message, expr.span, known);
            }
            ExprKind::FunRemote(parts) => self.fun(parts, expr.span),
            ExprKind::ListComprehension(..)
            | ExprKind::BinComprehension(..)
            | ExprKind::MapComprehension(..) => {
                let mut inner = known.clone();
                // Variables of generators are new, whatever is called so outside.
                for pattern in expr.patterns() {
                    pattern.for_each_var(&mut |name| {
                        inner.insert(name.clone(), hole());
                    });
                }
                for child in expr.children() {
                    self.expr(child, &mut inner);
                }
            }
            _ => {
                if let ExprKind::Tuple(items) = &expr.kind {
                    self.listed(items, expr.span, known);
                }
                for child in expr.children() {
                    self.expr(child, known);
                }
            }
        }
    }

    fn call(&mut self, callee: &Callee, args: &[Syntax], span: Span, known: &Known) {
        let key = |name: &Name| (name.clone(), args.len());
        let (module, name) = match callee {
            Callee::Remote(module, name, _) => (module.as_str(), name),
            Callee::Local(name) => match self.imports.get(&key(name)) {
                Some(module) => (module.as_str(), name),
                None => ("erlang", name),
            },
            Callee::Dynamic(_) => return,
        };
        if module == self.machine.name.as_str() {
            return self.calls(name, self.values(args, known), span);
        }
        self.listed(args, span, known);
        if let ("erlang", "send" | "send_nosuspend", [to, message, ..]) =
            (module, name.as_str(), args)
        {
            return self.message(to, message, span, known);
        }
        let act = OtpFunction::of(module, name.as_str(), args.len()).machine_act();
        if let (Some(act @ (Act::Send(_) | Act::Call(_) | Act::Request(_))), [to, event, ..]) =
            (act, args)
            && is_named(to, self.names)
            && let Some(kind) = kind_of_send(self.machine.behaviour, act)
        {
            let term = self.shapes.value(event, known);
            self.done.push((Doing::Sends(Command { kind, term }), span));
        }
    }

    /// A plain message to a name of the machine.
    fn message(&mut self, to: &Syntax, message: &Syntax, span: Span, known: &Known) {
        let message = self.shapes.value(message, known);
        if is_named(to, self.names) && !matches!(message, Expr::Unknown(_) | Expr::Chosen(..)) {
            let (kind, term) = carried(self.machine.behaviour, message);
            self.done.push((Doing::Sends(Command { kind, term }), span));
        }
    }

    /// `fun door:open/1`, for whoever calls it.
    fn fun(&mut self, parts: &[Syntax; 3], span: Span) {
        let [module, name, arity] = parts;
        if let (Some(module), Some(name), ExprKind::Literal(Literal::Integer(arity))) =
            (atom(module), atom(name), &arity.kind)
            && *module == self.machine.name
            && let Ok(arity) = u8::try_from(arity)
        {
            self.calls(name, vec![hole(); usize::from(arity)], span);
        }
    }

    /// A module, a function and a list of arguments beside each other.
    fn listed(&mut self, items: &[Syntax], span: Span, known: &Known) {
        for at in 0..items.len().saturating_sub(2) {
            let (Some(module), Some(name)) = (atom(&items[at]), atom(&items[at + 1])) else {
                continue;
            };
            if *module == self.machine.name
                && let (args, Expr::Nil) = self.shapes.value(&items[at + 2], known).spine()
            {
                let args = args.into_iter().cloned().collect();
                self.calls(name, args, span);
            }
        }
    }

    fn calls(&mut self, name: &Name, args: Vec<Expr>, span: Span) {
        if self.machine.exported(name, args.len()).is_some() {
            self.done.push((Doing::Calls(name.clone(), args), span));
        }
    }

    fn values(&self, args: &[Syntax], known: &Known) -> Vec<Expr> {
        args.iter().map(|arg| self.shapes.value(arg, known)).collect()
    }
}

/// Whether an expression is one of these names, in whichever registry and on whichever node.
pub(crate) fn is_named(to: &Syntax, names: &FxHashSet<Name>) -> bool {
    match &to.kind {
        ExprKind::Literal(Literal::Atom(name)) => names.contains(name),
        ExprKind::Tuple(parts) => parts.iter().any(|part| is_named(part, names)),
        _ => false,
    }
}

fn atom(expr: &Syntax) -> Option<&Name> {
    match &expr.kind {
        ExprKind::Literal(Literal::Atom(name)) => Some(name),
        _ => None,
    }
}
