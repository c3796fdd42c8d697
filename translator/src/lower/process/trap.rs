//! Whether the machine traps exits: `process_flag/2`.
//!
//! Input: a call of it with the values of its arguments. Output: an action that the machine itself carries out, where
//! exit signals count: as commands, or of processes to which it is linked. A flag or a value that is
//! computed may be any that fits; a value that is no boolean fails, as in OTP.

use crate::core::{OutsideCall, Service};
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Env, Lowering};
use model::{Cond, Expr, NodeId};

/// The flags of `process_flag/2`.
const FLAGS: [&str; 12] = [
    "async_dist",
    "error_handler",
    "fullsweep_after",
    "max_heap_size",
    "message_queue_data",
    "min_bin_vheap_size",
    "min_heap_size",
    "monitor_nodes",
    "priority",
    "save_calls",
    "sensitive",
    "trap_exit",
];

impl Lowering<'_> {
    /// A call that sets whether the machine traps exits; `None` if it is no such call, or if that does not count.
    pub(crate) fn trap_call(
        &mut self,
        call: &OutsideCall,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> Option<NodeId> {
        let is_flag = (call.module.as_str(), call.function.as_str()) == ("erlang", "process_flag");
        let [flag, value] = &call.args[..] else { return None };
        if is_flag && self.is_no_flag(flag) {
            return Some(self.raise(context, Expr::atom("badarg")));
        }
        let kinds = self.shared.options.environment.kinds(self.shared.machine.behaviour);
        let habits = &self.shared.habits;
        let counts =
            kinds.iter().any(|kind| kind.is_exit()) || habits.may_link || habits.may_exit_itself;
        if !is_flag || !counts {
            return None;
        }
        let traps = Expr::atom("trap_exit");
        let is_other = matches!(self.resolve(flag), Expr::Atom(_)) && *self.resolve(flag) != traps;
        if is_other {
            return None;
        }
        let sets = |this: &mut Lowering<'_>, env: Env| {
            let call = OutsideCall { service: Some(Service::Trap), ..call.clone() };
            this.act(call, env, context.place, k)
        };
        let bad = |this: &mut Lowering<'_>, _: Env| this.raise(context, Expr::atom("badarg"));
        let is = |value: &Expr, text: &str| Cond::Same(value.clone(), Expr::atom(text));
        let if_boolean = |this: &mut Lowering<'_>, env: Env| {
            this.test(&is(value, "true"), call.span, &env, &sets, &|this, env| {
                this.test(&is(value, "false"), call.span, &env, &sets, &bad)
            })
        };
        let other =
            |this: &mut Lowering<'_>, env: Env| this.act(call.clone(), env, context.place, k);
        Some(self.test(&is(flag, "trap_exit"), call.span, context.env, &if_boolean, &other))
    }

    /// Whether a value is none of OTP's flags.
    fn is_no_flag(&self, flag: &Expr) -> bool {
        match self.resolve(flag) {
            Expr::Atom(name) => !FLAGS.contains(&name.as_str()),
            Expr::Integer(_) | Expr::Nil | Expr::Cons(..) | Expr::List(_) => true,
            _ => false,
        }
    }
}
