//! Code of the module that other processes run: what the machine starts with a fun.
//!
//! Input: the arguments of a call that starts a process, before their funs have become values. Output: a warning
//! where what the process does may reach the machine. Of a function that is called by its name in another process
//! `own_event` speaks. Does not follow what other modules do there: that is theirs, as everywhere.

use frontend::ast::{BinaryOp, Callee, Expr as Syntax, ExprKind, Function};
use frontend::{Diagnostic, Name, Span};
use rustc_hash::FxHashSet;

use super::Lowering;
use super::closure::Code;
use crate::codes;
use crate::machine::{Machine, is_fsm};
use crate::model::Expr;

/// What is said of it.
const LEFT_OUT: &str =
    "what the process that this starts may send to the machine is not part of the model";

impl Lowering<'_> {
    /// Says where a process that runs a fun may send the machine something.
    pub(super) fn note_process(&mut self, args: &[Expr], span: Span) {
        if args.iter().any(|arg| self.may_reach_machine(arg)) {
            self.note(Diagnostic::warning(codes::TIMEOUT, LEFT_OUT, span));
        }
    }

    /// Whether an argument of such a call is a fun of the module that may send something, or any fun.
    fn may_reach_machine(&self, arg: &Expr) -> bool {
        match (self.known_fun(arg), self.resolve(arg)) {
            (Some(closure), _) => Reach::new(self.shared.machine).of_code(&closure.code),
            (None, Expr::Var(_) | Expr::Unknown(_) | Expr::Element(..) | Expr::Head(_)) => {
                self.shared.keeps_funs()
            }
            _ => false,
        }
    }
}

/// A search through functions of the module for what may reach another process.
struct Reach<'r, 'a> {
    machine: &'r Machine<'a>,
    seen: FxHashSet<(Name, usize)>,
}

impl<'r, 'a> Reach<'r, 'a> {
    fn new(machine: &'r Machine<'a>) -> Self {
        Self { machine, seen: FxHashSet::default() }
    }

    /// Whether a fun may send something.
    fn of_code(&mut self, code: &Code) -> bool {
        match code {
            Code::Clauses(function) | Code::Named(_, function) => self.of_function(function),
            Code::Local(name, arity) => self.of_call(None, name, *arity),
            Code::Remote(module, name, arity) => self.of_call(Some(module), name, *arity),
        }
    }

    fn of_function(&mut self, function: &Function) -> bool {
        let mut bodies = function.clauses.iter().flat_map(|clause| &clause.body);
        bodies.any(|body| self.of_body(body))
    }

    fn of_body(&mut self, body: &Syntax) -> bool {
        body.any(&mut |expr| self.of_expr(expr))
    }

    fn of_expr(&mut self, expr: &Syntax) -> bool {
        match &expr.kind {
            ExprKind::Call(Callee::Local(name), args) => self.of_call(None, name, args.len()),
            ExprKind::Call(Callee::Remote(module, name, _), args) => {
                self.of_call(Some(module), name, args.len())
            }
            ExprKind::Binary(BinaryOp::Send, ..) | ExprKind::Call(Callee::Dynamic(_), _) => true,
            ExprKind::FunLocal(name, arity) => {
                usize::try_from(arity).is_ok_and(|arity| self.of_call(None, name, arity))
            }
            _ => false,
        }
    }

    /// Whether a function may send something: one of the module, of OTP, or of another module.
    fn of_call(&mut self, module: Option<&Name>, name: &Name, arity: usize) -> bool {
        let is_own = module.is_none_or(|module| *module == self.machine.name);
        let key = (name.clone(), arity);
        if is_own && let Some(function) = self.machine.functions.get(&key).copied() {
            return self.seen.insert(key) && self.of_function(function);
        }
        let imported = || self.machine.imported(name, arity).map(Name::as_str);
        let module = module.map(Name::as_str).or_else(imported).unwrap_or("erlang");
        sends(module, name.as_str(), arity)
    }
}

/// Whether a function of OTP may send something to a process that it is given, or run code that does.
fn sends(module: &str, function: &str, arity: usize) -> bool {
    match module {
        "erlang" => {
            let sends = ["send", "send_nosuspend", "send_after", "start_timer", "link", "apply"];
            let others = ["open_port", "port_connect", "hibernate"];
            sends.contains(&function)
                || others.contains(&function)
                || function.starts_with("spawn")
                || (function, arity) == ("exit", 2)
        }
        "timer" => {
            function.starts_with("apply")
                || function.ends_with("_after")
                || function == "send_interval"
        }
        "gen" | "proc_lib" | "rpc" | "erpc" => true,
        "gen_server" | "gen_statem" => matches!(function, "reply" | "cast" | "call"),
        module => is_fsm(module),
    }
}
