//! Messages to `undefined`, which no process can be called, and to names that the module has taken back.
//!
//! Input: a call that sends something, or a send, with the values of its arguments. Output: the exception that OTP
//! raises (`no_receiver`) where the receiver is known to be `undefined`, as a field that has not been set is, or a name that
//! is known to be given up (`registry`); else what follows. Any other receiver, and one that is not known, is taken for
//! a process that is there; a stub says otherwise.

use crate::core::OutsideCall;
use crate::library::no_receiver::{NOBODY, failure};
use crate::lower::context::Context;
use crate::lower::lowering::{Env, Lowering};
use crate::lower::process::self_test::Then;
use model::{Cond, Expr, NodeId};

impl Lowering<'_> {
    /// What follows a call that sends something, unless it goes to `undefined`.
    pub(crate) fn unless_to_nobody(
        &mut self,
        call: &OutsideCall,
        context: Context<'_>,
        sent: Then<'_>,
    ) -> NodeId {
        let key = (call.module.as_str(), call.function.as_str(), call.args.len());
        let is_own = self.shared.client().is_none() && self.shared.stub(key, call.span).is_none();
        if !is_own {
            return sent(self, context.env.clone());
        }
        let sent = |this: &mut Lowering<'_>, env: Env| {
            this.unless_given_up(call, context.with(&env), sent)
        };
        let failure = failure(call).filter(|_| self.shared.habits.names_nobody);
        let (Some((class, reason)), Some(to)) = (failure, call.args.first()) else {
            return sent(self, context.env.clone());
        };
        let is_nobody = Cond::And(
            Box::new(Cond::Known(to.clone())),
            Box::new(Cond::Same(to.clone(), Expr::atom(NOBODY))),
        );
        let fails = |this: &mut Lowering<'_>, _: Env| this.raise_as(context, class, reason.clone());
        self.test(&is_nobody, call.span, context.env, &fails, &sent)
    }
}
