//! New references: `make_ref/0`.
//!
//! Input: a call of it. Output: an action that the machine itself carries out, whose value is a reference that nothing
//! else in the state has (`kernel/state/identities.rs`). What a client or another process makes is none of the machine's, and
//! a stub knows better: then it is a value of which only the kind is known, or a call of another module.

use crate::core::{OutsideCall, Returns, Service};
use crate::library::functions::{CarriedOutBy, carried_out_by};
use crate::library::otp_function::OtpFunction;
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Lowering, Place};
use model::{Cond, Expr, Kind, NodeId};

impl Lowering<'_> {
    /// Whether a function of `erlang` without arguments makes a reference here, for the machine.
    pub(crate) fn makes_reference(&self, name: &str, place: &Place<'_>) -> bool {
        let by = carried_out_by(OtpFunction::of("erlang", name, 0));
        by == CarriedOutBy::Reference
            && place.guard.is_none()
            && self.shared.client().is_none()
            && !self.is_elsewhere()
    }

    /// A call that makes a reference; `None` if it is no such call.
    pub(crate) fn reference_call(
        &mut self,
        call: &OutsideCall,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> Option<NodeId> {
        let key = (call.module.as_str(), call.function.as_str(), call.args.len());
        if self.shared.client().is_some() || self.shared.stub(key, call.span).is_some() {
            return None;
        }
        let made = self.graph.var("Reference");
        let env = context.env.with_fact(&Cond::Is(Kind::Reference, Expr::Var(made)), true);
        let next = (k.run)(self, env, Expr::Var(made));
        if !self.graph.uses(made) {
            return Some(next);
        }
        let call = OutsideCall { service: Some(Service::Reference), ..call.clone() };
        Some(self.serve(call, Some(made), Returns::Timer(None), next, context.place))
    }
}
