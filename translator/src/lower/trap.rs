//! Whether the machine traps exits: `process_flag/2`.
//!
//! Input: a call of it with the values of its arguments. Output: an action that the machine itself carries out, where
//! exit signals count: as commands, or of processes to which it is linked. A flag or a value that is
//! computed may be any that fits; a value that is no boolean fails, as in OTP.

use super::{Cont, Env, Lowering, Place};
use crate::core::{OutsideCall, Service};
use crate::model::{CommandKind, Cond, Expr, NodeId};

impl Lowering<'_> {
    /// A call that sets whether the machine traps exits; `None` if it is no such call, or if that does not count.
    pub(super) fn trap_call(
        &mut self,
        call: &OutsideCall,
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> Option<NodeId> {
        let is_flag = (call.module.as_str(), call.function.as_str()) == ("erlang", "process_flag");
        let [flag, value] = &call.args[..] else { return None };
        let kinds = self.shared.options.environment.kinds();
        if !is_flag || !(kinds.contains(&CommandKind::Exit) || self.shared.habits.may_link) {
            return None;
        }
        let traps = Expr::atom("trap_exit");
        let is_other = matches!(self.resolve(flag), Expr::Atom(_)) && self.resolve(flag) != traps;
        if is_other {
            return None;
        }
        let sets = |this: &mut Lowering<'_>, env: Env| {
            let call = OutsideCall { service: Some(Service::Trap), ..call.clone() };
            this.act(call, env, place, k)
        };
        let bad = |this: &mut Lowering<'_>, _: Env| this.raise(place, Expr::atom("badarg"));
        let if_is = |this: &mut Lowering<'_>, env: Env| {
            this.if_is(value, "true", call, &env, &sets, &|this, env| {
                this.if_is(value, "false", call, &env, &sets, &bad)
            })
        };
        let other = |this: &mut Lowering<'_>, env: Env| this.act(call.clone(), env, place, k);
        Some(self.if_is(flag, "trap_exit", call, env, &if_is, &other))
    }

    fn if_is(
        &mut self,
        value: &Expr,
        text: &str,
        call: &OutsideCall,
        env: &Env,
        yes: &dyn Fn(&mut Lowering<'_>, Env) -> NodeId,
        no: &dyn Fn(&mut Lowering<'_>, Env) -> NodeId,
    ) -> NodeId {
        self.test(&Cond::Same(value.clone(), Expr::atom(text)), call.span, env, yes, no)
    }
}
