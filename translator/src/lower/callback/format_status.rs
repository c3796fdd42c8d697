//! `format_status/2`, which `gen_fsm` calls for its last report where a machine ends abnormally.
//!
//! Input: how terminate/3 ends, or that there is none. Output: what the function does before the end
//! (`gen_fsm:terminate/8`): it is called with `terminate` and `[ProcessDictionary, Data]`, of a `gen_statem` `[ProcessDictionary, State, Data]`, behind an exception of terminate/3,
//! whichever that is, and else where the reason is none of `normal`, `shutdown` and `{shutdown, _}`. Its value and its
//! exceptions change nothing but the report. What is in the process dictionary is unknown. Does not look at
//! `sys:get_status/1`: system messages are no part of a model.

use frontend::ast::Callee;
use frontend::{Name, Span};

use super::entry::Called;
use super::unknown_state::Elsewhere;
use crate::core::Ending;
use crate::lower::analysis::shared::Shared;
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Env, Lowering, Place, Raised};
use model::{Cond, Expr, Kind, NodeId, OriginKind};

impl Shared<'_> {
    /// Whether the module has such a function that OTP can call, and that does more than to compute.
    pub(crate) fn formats(&self) -> bool {
        let status = self.machine.behaviour.status;
        status
            .and_then(|status| Some((Name::from(status.function()?), status.arity())))
            .is_some_and(|(name, arity)| {
                self.machine.exported(&name, arity).is_some() && self.acts(&name, arity)
            })
    }
}

impl Lowering<'_> {
    /// The end of a callback; behind an exception of terminate/3, `format_status/2` comes before it.
    pub(crate) fn behind_report(&mut self, called: &Called, end: Ending, origin: Span) -> NodeId {
        let end = self.leaf(end, origin);
        if called.kind.is_last() { self.reported(called, end, origin) } else { end }
    }

    /// The end of terminate/3 that has returned.
    pub(crate) fn ended(&mut self, called: &Called, origin: Span, env: &Env) -> NodeId {
        let end = self.leaf(Ending::Done, origin);
        let Some(reason) = called.reason.as_ref().filter(|_| self.shared.formats()) else {
            return end;
        };
        let done = |_: &mut Lowering<'_>, _: Env| end;
        let reports = |this: &mut Lowering<'_>, _: Env| this.reported(called, end, origin);
        let is = |what: &Expr, text: &str| Cond::Same(what.clone(), Expr::atom(text));
        let tag = self.component(1, reason);
        self.test(&is(reason, "normal"), origin, env, &done, &|this, env| {
            this.test(&is(reason, "shutdown"), origin, &env, &done, &|this, env| {
                let pair = Cond::Is(Kind::TupleOf(2), reason.clone());
                let tagged = |this: &mut Lowering<'_>, env: Env| {
                    this.test(&is(&tag, "shutdown"), origin, &env, &done, &reports)
                };
                this.test(&pair, origin, &env, &tagged, &reports)
            })
        })
    }

    /// What the function does in front of an end.
    fn reported(&mut self, called: &Called, end: NodeId, origin: Span) -> NodeId {
        let behaviour = self.shared.machine.behaviour;
        let status = behaviour.status.and_then(|status| Some((status.function()?, status.arity())));
        let Some((name, arity)) = status.filter(|_| self.shared.formats()) else { return end };
        let name = Name::from(name);
        let Some(function) = self.shared.machine.exported(&name, arity) else { return end };
        let dictionary = self.unknown(OriginKind::Inexact, "the process dictionary", function.span);
        let kept = if behaviour.run_by.is_some() {
            // A loop of text keeps more beside the data, and shows the state.
            let own = Expr::Atom(called.state.clone());
            let state = called.elsewhere.map_or(own, Elsewhere::name);
            vec![dictionary, state, Expr::element(1, called.data.clone())]
        } else {
            vec![dictionary, called.data.clone()]
        };
        let data = Expr::list(kept.into_iter());
        let args = vec![Expr::atom(behaviour.ending), data];
        let handler = |_: &mut Lowering<'_>, _: Raised| end;
        let place = Place { guard: None, origin, handler: &handler };
        let run = |_: &mut Lowering<'_>, _: Env, _: Expr| end;
        let k = Cont { run: &run, copies: true };
        let context = Context { span: function.span, env: &Env::default(), place: &place };
        self.call_on_values(&Callee::Local(name), args, function.span, context, k)
    }
}
