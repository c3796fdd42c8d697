//! Calls that end another process in a given time: `gen_fsm:stop/3` and those of the other behaviours.
//!
//! Input: such a call with the values of its arguments. Output: OTP's exception where the time is none (`gen:stop/3` has
//! no clause for it, and asks for it before it looks for the process), else what follows. A time that is not known is taken
//! for one, and so is any where a stub says what the call does.

use behaviour::Act;
use std::cell::Cell;

use crate::core::OutsideCall;
use crate::lower::context::Context;
use crate::lower::lowering::{Env, Lowering};
use model::{Cond, Expr, Kind, NodeId};

impl Lowering<'_> {
    /// What follows a call, unless it is such a one whose time is none.
    pub(crate) fn unless_out_of_time(
        &mut self,
        call: &OutsideCall,
        context: Context<'_>,
        follows: &dyn Fn(&mut Lowering<'_>, Env) -> NodeId,
    ) -> NodeId {
        let (module, function) = (call.module.as_str(), call.function.as_str());
        let stops = call.otp().act() == Some(Act::Stop);
        let [_, _, time] = call.args.as_slice() else { return follows(self, context.env.clone()) };
        let is_stubbed = self.shared.stub((module, function, 3), call.span).is_some();
        let is_known = Cond::Known(time.clone());
        // What a client sends must not depend on what is unknown.
        let is_open =
            self.shared.client().is_some() && self.decide(&is_known, context.env) != Some(true);
        if !stops || is_stubbed || is_open {
            return follows(self, context.env.clone());
        }
        let there = Cell::new(None);
        let goes_on = |this: &mut Lowering<'_>, _: Env| {
            let node = there.get().unwrap_or_else(|| follows(this, context.env.clone()));
            there.set(Some(node));
            node
        };
        let fails =
            |this: &mut Lowering<'_>, _: Env| this.raise(context, Expr::atom("function_clause"));
        let is_infinite = Cond::Same(time.clone(), Expr::atom("infinity"));
        let is_negative = Cond::Less(time.clone(), Expr::integer(0));
        let is_integer = Cond::Is(Kind::Integer, time.clone());
        let tests_time = |this: &mut Lowering<'_>, env: Env| {
            this.test(
                &is_integer,
                call.span,
                &env,
                &|this, env| this.test(&is_negative, call.span, &env, &fails, &goes_on),
                &|this, env| this.test(&is_infinite, call.span, &env, &goes_on, &fails),
            )
        };
        self.test(&is_known, call.span, context.env, &tests_time, &goes_on)
    }
}
