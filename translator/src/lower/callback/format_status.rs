//! `format_status/2` and `format_status/1`, which OTP calls for its last report where a machine ends abnormally.
//!
//! Input: how terminate/3 ends, or that there is none. Output: what the function does before the end
//! (`gen_fsm:terminate/8`, `gen:format_status/4`): it is called with `terminate` and `[ProcessDictionary, Data]`, of a `gen_statem` `[ProcessDictionary, State, Data]`,
//! or with a map (`Behaviour::report`), behind an exception of terminate/3,
//! whichever that is, and else where the reason is none of `normal`, `shutdown` and `{shutdown, _}`. Its value and its
//! exceptions change nothing but the report. What is in the process dictionary is unknown, and so is what waits. Does not look at
//! `sys:get_status/1`: system messages are no part of a model.

use behaviour::Argument;
use frontend::ast::{Callee, Function};
use frontend::{Name, Span};

use super::entry::Called;
use super::unknown_state::Elsewhere;
use crate::core::Ending;
use crate::lower::analysis::shared::Shared;
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Env, Lowering, Place, Raised};
use model::{Cond, Expr, Kind, NodeId, OriginKind};

impl<'a> Shared<'a> {
    /// Whether the module has such a function that OTP can call, and that does more than to compute.
    pub(crate) fn formats(&self) -> bool {
        self.report_function().is_some_and(|function| self.acts(&function.name, function.arity))
    }

    /// The function of the module that OTP calls for a report.
    fn report_function(&self) -> Option<&'a Function> {
        self.machine.behaviour.status.iter().find_map(|status| {
            self.machine.exported(&Name::from(status.function()?), status.arity())
        })
    }
}

impl Lowering<'_> {
    /// The end of a callback; behind an exception of terminate/3, `format_status/2` comes before it.
    pub(crate) fn behind_report(&mut self, called: &Called, end: Ending, origin: Span) -> NodeId {
        let reason = match &end {
            Ending::Crash { reason, .. } | Ending::Stop { reason, .. } => Some(reason.clone()),
            _ => None,
        };
        let end = self.leaf(end, origin);
        match reason {
            Some(reason) if called.kind.is_last() => self.reported(called, &reason, end, origin),
            _ => end,
        }
    }

    /// The end of terminate/3 that has returned.
    pub(crate) fn ended(&mut self, called: &Called, origin: Span, env: &Env) -> NodeId {
        let end = self.leaf(Ending::Done, origin);
        let Some(reason) = called.reason.as_ref().filter(|_| self.shared.formats()) else {
            return end;
        };
        let done = |_: &mut Lowering<'_>, _: Env| end;
        let reports = |this: &mut Lowering<'_>, _: Env| {
            // That of a crash stands there beside a stack trace, which the report does not get.
            let reason = match this.shared.machine.behaviour.run_by {
                Some(_) => reason.clone(),
                None => this.unknown(OriginKind::Inexact, "the reason of the report", origin),
            };
            this.reported(called, &reason, end, origin)
        };
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
    fn reported(&mut self, called: &Called, reason: &Expr, end: NodeId, origin: Span) -> NodeId {
        let function = self.shared.report_function().filter(|_| self.shared.formats());
        let Some(function) = function else { return end };
        let Some(run_by) = self.shared.machine.behaviour.run_by else {
            return self.reports(function, [called.data.clone(), Expr::Nil], reason, end, origin);
        };
        // A loop of text keeps more beside the data, and shows the state.
        let data = Expr::element(1, called.data.clone());
        let state = called.elsewhere.map_or(Expr::Atom(called.state.clone()), Elsewhere::name);
        let shows = |this: &mut Lowering<'_>, state: Expr| {
            this.reports(function, [data.clone(), state], reason, end, origin)
        };
        if !self.shared.is_noted(&Expr::atom("elsewhere")) {
            return shows(self, state);
        }
        // The state of a failure may be another one than that of the callback: it stands in the place of the queue (`within/3`).
        let within = Expr::element(run_by.size, called.data.clone());
        let is_within = Cond::Is(Kind::TupleOf(2), within.clone());
        self.test(
            &is_within,
            origin,
            &Env::default(),
            &|this, _| shows(this, Expr::element(2, within.clone())),
            &|this, _| shows(this, state.clone()),
        )
    }

    /// The call of the function in front of an end.
    fn reports(
        &mut self,
        function: &Function,
        [data, state]: [Expr; 2],
        reason: &Expr,
        end: NodeId,
        origin: Span,
    ) -> NodeId {
        let behaviour = self.shared.machine.behaviour;
        let args = if function.arity == 1 {
            let entries = behaviour.report.iter().map(|(key, argument)| {
                let value = match argument {
                    Argument::Data => data.clone(),
                    Argument::State => state.clone(),
                    Argument::Reason => reason.clone(),
                    _ => self.unknown(OriginKind::Inexact, "what the report shows", function.span),
                };
                (Expr::atom(key), value)
            });
            vec![Expr::map(entries.collect())]
        } else {
            let dictionary =
                self.unknown(OriginKind::Inexact, "the process dictionary", function.span);
            let state = behaviour.run_by.map(|_| state);
            let kept = [dictionary].into_iter().chain(state).chain([data]);
            vec![Expr::atom(behaviour.ending), Expr::list(kept)]
        };
        let handler = |_: &mut Lowering<'_>, _: Raised| end;
        let place = Place { guard: None, origin, handler: &handler };
        let run = |_: &mut Lowering<'_>, _: Env, _: Expr| end;
        let k = Cont { run: &run, copies: true };
        let context = Context { span: function.span, env: &Env::default(), place: &place };
        self.call_on_values(&Callee::Local(function.name.clone()), args, function.span, context, k)
    }
}
