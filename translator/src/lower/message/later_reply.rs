//! Answers to clients that come of other processes, at another time, or under another name: they are not in the model.
//!
//! Input: a call of another module with the values of its arguments. Output: a warning where what it lets others do may be
//! the answer for which a client waits: a function that answers, run by another process or a timer
//! (`spawn(gen_fsm, reply, [From, V])`, `timer:apply_after`, `rpc:cast`), a message `{Tag, V}` that a timer brings or that
//! code in another process sends, and one to a name where the module gives names to processes. A message of two parts is
//! none if the first is known to be no tag. Says nothing where no From outlives its event: then no process has the tag
//! of a call. What other modules do with a From is theirs.

use frontend::Diagnostic;
use frontend::ast::{Callee, Expr as Syntax, ExprKind};

use crate::analysis::calls::calls_where;
use crate::codes;
use crate::core::OutsideCall;
use crate::library::functions::{runs, sends};
use crate::lower::lowering::Lowering;
use model::Expr;

/// The warning where a timer or another process may answer a client.
const LEFT_OUT: &str = "this may answer a client at another time, which is not part of the model";

/// The warning where the machine may answer a client by the name that the client has.
const BY_NAME: &str = "this may answer a client that has this name, which is not part of the model";

impl Lowering<'_> {
    /// Says where a call may let something answer a client later.
    pub(crate) fn note_later_answer(&mut self, call: &OutsideCall) {
        if self.shared.may_give() && self.answers_later(call) {
            self.note(Diagnostic::warning(codes::TIMEOUT, LEFT_OUT, call.span));
        }
    }

    /// Says where code in another process may answer a client by a message.
    pub(crate) fn note_answer_elsewhere(&mut self, call: &OutsideCall, message: &Expr) {
        if self.shared.may_give() && self.may_be_answer(message) {
            self.note(Diagnostic::warning(codes::TIMEOUT, LEFT_OUT, call.span));
        }
    }

    /// Says where the machine may answer a client by its name.
    pub(crate) fn note_answer_by_name(&mut self, call: &OutsideCall) {
        let (to, message) = match (call.otp().names(), call.args.as_slice()) {
            (("erlang", "send" | "send_nosuspend") | ("global", "send"), [to, message, ..]) => {
                (to, self.may_be_answer(message))
            }
            ((_, "reply"), [from, _]) => match self.resolve(from) {
                Expr::Tuple(items) if items.len() == 2 => (&items[0], true),
                _ => return,
            },
            _ => return,
        };
        let is_pid = |value: &Expr| matches!(value, Expr::Apply(..) | Expr::Element(1, _));
        let gives_names = || calls_where(self.shared.machine.module, &names_another);
        if message && self.shared.may_give() && !is_pid(self.resolve(to)) && gives_names() {
            self.note(Diagnostic::warning(codes::TIMEOUT, BY_NAME, call.span));
        }
    }

    fn answers_later(&self, call: &OutsideCall) -> bool {
        let (module, function) = call.otp().names();
        match (module, function, call.args.as_slice()) {
            ("erlang", "send_after", [_, to, message, ..])
            | ("timer", "send_after" | "send_interval", [_, to, message]) => {
                !self.is_machine(to) && self.may_be_answer(message)
            }
            (module, function, args) => {
                let is_run = runs(module, function).is_some();
                is_run
                    && args.windows(3).any(|called| self.may_answer([0, 1, 2].map(|n| &called[n])))
            }
        }
    }

    /// Whether a function with these arguments may answer a client; three values that are none may come to this.
    fn may_answer(&self, [module, function, args]: [&Expr; 3]) -> bool {
        let is_known_list = matches!(self.resolve(args), Expr::Cons(..));
        let values = self.items(args);
        let (Expr::Atom(module), Expr::Atom(function)) =
            (self.resolve(module), self.resolve(function))
        else {
            // A function that is computed.
            return is_known_list && !matches!(self.resolve(module), Expr::Integer(_));
        };
        match (function.as_str(), values.as_deref()) {
            ("send" | "send_nosuspend", Some([_, message, ..]))
            | ("send_after", Some([_, _, message, ..])) => self.may_be_answer(message),
            (name, values) => {
                let answers = name == "reply" || module.as_str() == "erlang";
                answers && sends(module.as_str(), name, values.map_or(2, <[Expr]>::len))
            }
        }
    }

    /// Whether a message may be `{Tag, Answer}` with the tag of a call.
    fn may_be_answer(&self, message: &Expr) -> bool {
        let is_data = |part: &Expr| {
            matches!(part, Expr::Atom(_) | Expr::Integer(_) | Expr::Nil | Expr::Tuple(_))
        };
        match self.resolve(message) {
            Expr::Tuple(items) => items.len() == 2 && !is_data(self.resolve(&items[0])),
            Expr::Cons(..) => false,
            other => !is_data(other),
        }
    }
}

/// Whether a call gives a name to a process that may be another one.
fn names_another(expr: &Syntax) -> bool {
    let is_self = |expr: &Syntax| matches!(&expr.kind, ExprKind::Call(Callee::Local(name) | Callee::Remote(_, name, _), args) if name.as_str() == "self" && args.is_empty());
    match &expr.kind {
        ExprKind::Call(Callee::Local(name) | Callee::Remote(_, name, _), args) => {
            matches!(name.as_str(), "register" | "register_name")
                && matches!(args.as_slice(), [_, process] if !is_self(process))
        }
        _ => false,
    }
}
