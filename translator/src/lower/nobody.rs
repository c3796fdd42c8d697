//! Messages to `undefined`: no process can have that name.
//!
//! Input: a call that sends something, or a send, with the values of its arguments. Output: the exception that OTP
//! raises where the receiver is known to be `undefined`, as a field that nobody has set is; else what follows. Any
//! other receiver, and one that is not known, is taken for a process that is there; a stub says otherwise.

use super::{Env, Lowering, Place};
use crate::core::OutsideCall;
use crate::model::{Cond, Expr, NodeId};
use crate::stubs::Class;

/// The name that cannot be registered.
const NOBODY: &str = "undefined";

impl Lowering<'_> {
    /// What follows a call that sends something, unless it goes to `undefined`.
    pub(super) fn unless_to_nobody(
        &mut self,
        call: &OutsideCall,
        env: &Env,
        place: &Place<'_>,
        sent: &dyn Fn(&mut Lowering<'_>, Env) -> NodeId,
    ) -> NodeId {
        let key = (call.module.as_str(), call.function.as_str(), call.args.len());
        let is_own = self.shared.client().is_none() && self.shared.stub(key, call.span).is_none();
        let failure = failure(call).filter(|_| is_own && self.shared.habits.names_nobody);
        let (Some((class, reason)), Some(to)) = (failure, call.args.first()) else {
            return sent(self, env.clone());
        };
        let is_nobody = Cond::And(
            Box::new(Cond::Known(to.clone())),
            Box::new(Cond::Same(to.clone(), Expr::atom(NOBODY))),
        );
        let fails = |this: &mut Lowering<'_>, _: Env| this.raise_as(place, class, reason.clone());
        self.test(&is_nobody, call.span, env, &fails, sent)
    }
}

/// What a call raises whose first argument is `undefined`, where that is a receiver.
fn failure(call: &OutsideCall) -> Option<(Class, Expr)> {
    let OutsideCall { module, function, args, .. } = call;
    match (module.as_str(), function.as_str(), args.len()) {
        ("erlang", "send" | "send_nosuspend", 2 | 3)
        | ("gen_event", "notify", 2)
        | ("gen_fsm", "send_event" | "send_all_state_event", 2) => {
            Some((Class::Error, Expr::atom("badarg")))
        }
        ("gen_fsm", "sync_send_event" | "sync_send_all_state_event", 2 | 3) => {
            let call = Expr::Tuple(vec![
                Expr::Atom(module.clone()),
                Expr::Atom(function.clone()),
                Expr::list(args.clone().into_iter()),
            ]);
            Some((Class::Exit, Expr::Tuple(vec![Expr::atom("noproc"), call])))
        }
        _ => None,
    }
}
