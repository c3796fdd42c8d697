//! `format_status/2` and `format_status/1`, which OTP calls for its last report where a machine ends abnormally.
//!
//! Input: how terminate/3 ends, or that there is none. Output: what the function does before the end
//! (`gen_fsm:terminate/8`, `gen:format_status/4`): it is called with `terminate` and `[ProcessDictionary, Data]`, of a `gen_statem` `[ProcessDictionary, State, Data]`,
//! or with a map (`Behaviour::report`), behind an exception of terminate/3,
//! whichever that is, and else where the reason is none of `normal`, `shutdown` and `{shutdown, _}`. Its value and its
//! exceptions change nothing but the report. What is in the process dictionary is unknown, and so is what waits. Does not look at
//! `sys:get_status/1`: system messages are no part of a model.

use behaviour::Argument;
use frontend::ast::{Callee, Expr as Syntax, ExprKind, Function, FunctionClause, Pat, PatKind};
use frontend::{Name, Span};

use super::entry::Called;
use super::stacktrace::trace_of_nobody;
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

    /// Whether that function gets a map and names the reason, which stands there.
    pub(super) fn tells_reason(&self) -> bool {
        let Some(function) = self.report_function().filter(|function| function.arity == 1) else {
            return false;
        };
        let key = self.machine.behaviour.report.iter();
        let mut key = key.filter(|(_, argument)| matches!(argument, Argument::Reason));
        key.any(|(key, _)| function.clauses.iter().any(|clause| names(clause, key)))
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
        let reports =
            |this: &mut Lowering<'_>, env: Env| this.told(called, reason, end, (origin, &env));
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

    /// The report of an end with a reason. Beside that of a crash stands a stack trace, which the report does not get: a loop of text never
    /// hands it on, else it is told from a part of the reason where the module looks for that.
    fn told(
        &mut self,
        called: &Called,
        reason: &Expr,
        end: NodeId,
        (origin, env): (Span, &Env),
    ) -> NodeId {
        if self.shared.machine.behaviour.run_by.is_some() {
            return self.reported(called, reason, end, origin);
        }
        if !self.shared.tells_reason() {
            let unknown = self.unknown(OriginKind::Inexact, "the reason of the report", origin);
            return self.reported(called, &unknown, end, origin);
        }
        let is_pair = Cond::Is(Kind::TupleOf(2), reason.clone());
        let whole = |this: &mut Lowering<'_>, _: Env| this.reported(called, reason, end, origin);
        let plain = self.component(1, reason);
        let is_crash = Cond::Same(self.component(2, reason), trace_of_nobody());
        let pair = |this: &mut Lowering<'_>, env: Env| {
            let crash =
                |this: &mut Lowering<'_>, _: Env| this.reported(called, &plain, end, origin);
            this.test(&is_crash, origin, &env, &crash, &whole)
        };
        self.test(&is_pair, origin, env, &pair, &whole)
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
        // The state of a failure may be another one than that of the callback: it stands in the place of the queue (`crashed/4`, `exited/4`).
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

/// Whether a clause has a key of maps, in a pattern or in its body.
fn names(clause: &FunctionClause, key: &str) -> bool {
    let in_body = |expr: &Syntax| match &expr.kind {
        ExprKind::Match(pattern, _) => has_key(pattern, key),
        ExprKind::Case(_, clauses) => clauses.iter().any(|clause| has_key(&clause.pattern, key)),
        _ => expr.is_atom(key),
    };
    clause.params.iter().any(|pattern| has_key(pattern, key))
        || clause.body.iter().any(|expr| expr.any(&mut |expr| in_body(expr)))
}

fn has_key(pattern: &Pat, key: &str) -> bool {
    let is_it = matches!(&pattern.kind, PatKind::Map(fields) if fields.iter().any(|field| field.key.is_atom(key)));
    is_it || pattern.children().into_iter().any(|child| has_key(child, key))
}
