//! What `gen_fsm` takes for a message that no callback wants: `undef` of the callback module's own `handle_info/3`.
//!
//! `gen_fsm:handle_msg/8` calls every callback under `catch`. Where what comes out of that is
//! `{'EXIT', {undef, [{Module, handle_info, [_, _, _], _} | _]}}`, whichever callback it comes from and whichever code
//! has made it, it writes a warning to the log and waits for the next message: in the state and with the data from
//! before, without an event timeout and without an answer. Input: the value or the exception with which a callback
//! ends. Output: that, or what it means else. Not asked of `init/1` and `terminate/3`, nor where no such error can come
//! about.

use frontend::Span;

use super::entry::Called;
use crate::lower::callback::unknown_state::Elsewhere;

use crate::analysis::swallows::{REASON, callback};
use crate::core::Ending;
use crate::lower::lowering::{Env, Lowering, Place, Raised};
use model::{Class, Cond, Expr, Kind, NodeId, OriginKind};

impl Lowering<'_> {
    /// A call of a function that the module does not have, or does not export.
    pub(crate) fn raise_undef(
        &mut self,
        function: &Expr,
        args: Vec<Expr>,
        span: Span,
        place: &Place<'_>,
    ) -> NodeId {
        self.raise_in(function, Expr::atom("undef"), args, span, place)
    }

    /// An error that names these arguments of a function of the module.
    pub(crate) fn raise_in(
        &mut self,
        function: &Expr,
        reason: Expr,
        args: Vec<Expr>,
        span: Span,
        place: &Place<'_>,
    ) -> NodeId {
        let (name, arity) = callback(self.shared.machine);
        // A name that is not known may be this one.
        let may_be = match self.resolve(function) {
            Expr::Atom(atom) => atom.as_str() == name,
            _ => true,
        };
        let counts = may_be && args.len() == arity && self.shared.habits.swallows;
        let trace = counts.then(|| {
            let module = Expr::Atom(self.shared.machine.name.clone());
            let args = Expr::list(args.into_iter());
            let entry = Expr::Tuple(vec![module, function.clone(), args, Expr::Nil]);
            let rest = self.unknown(OriginKind::Inexact, "a stack trace", span);
            Expr::Cons(Box::new(entry), Box::new(rest))
        });
        self.raise_at(span, place, Raised { class: Class::Error, reason, trace })
    }

    /// A stack trace: what is known of it, or an unknown value.
    pub(crate) fn trace(
        &mut self,
        known_trace: Option<&Expr>,
        name: &str,
        span: Span,
        next: &dyn Fn(&mut Lowering<'_>, Expr) -> NodeId,
    ) -> NodeId {
        if let Some(known_trace) = known_trace {
            return next(self, known_trace.clone());
        }
        let trace = self.unknown(OriginKind::Inexact, "a stack trace", span);
        self.bind(name, trace, &|this, value| {
            if let Expr::Var(var) = value {
                this.other_traces.insert(var);
            }
            next(this, value)
        })
    }

    /// The stack trace with which a call raises an error, if it counts.
    pub(crate) fn given_trace(&self, trace: &Expr) -> Option<Expr> {
        (self.shared.habits.swallows && !self.is_other_trace(trace)).then(|| trace.clone())
    }

    fn is_other_trace(&self, trace: &Expr) -> bool {
        matches!(trace, Expr::Var(var) if self.other_traces.contains(var))
    }

    /// What follows where a callback ends with `{'EXIT', Reason}`, unless `gen_fsm` goes on.
    pub(crate) fn unless_swallowed(
        &mut self,
        called: &Called,
        reason: &Expr,
        origin: Span,
        env: &Env,
        ends: &dyn Fn(&mut Lowering<'_>) -> NodeId,
    ) -> NodeId {
        let is_asked = !called.kind.is_last() && self.shared.habits.swallows;
        let is_other = match self.resolve(reason) {
            Expr::Tuple(items) => items.last().is_some_and(|trace| self.is_other_trace(trace)),
            _ => false,
        };
        if !is_asked || is_other {
            return ends(self);
        }
        let conds = self.marks(reason);
        self.all_hold(&conds, origin, env, &|this| this.stays(called, origin), ends)
    }

    /// What tells such a reason from others; each is asked where those before it hold.
    fn marks(&self, reason: &Expr) -> Vec<Cond> {
        let (name, arity) = callback(self.shared.machine);
        let part = |number, whole: &Expr| self.component(number, whole);
        let resolved = |whole: &Expr| self.resolve(whole).clone();
        let trace = resolved(&part(2, reason));
        let entry = resolved(&Expr::head(trace.clone()));
        let mut conds = vec![
            Cond::Is(Kind::TupleOf(2), reason.clone()),
            Cond::Same(part(1, reason), Expr::atom(REASON)),
            Cond::Is(Kind::Cons, trace),
            Cond::Is(Kind::TupleOf(4), entry.clone()),
            Cond::Same(part(1, &entry), Expr::Atom(self.shared.machine.name.clone())),
            Cond::Same(part(2, &entry), Expr::atom(name)),
        ];
        let mut args = resolved(&part(3, &entry));
        for _ in 0..arity {
            conds.push(Cond::Is(Kind::Cons, args.clone()));
            args = resolved(&Expr::tail(args));
        }
        conds.push(Cond::Is(Kind::Nil, args));
        conds
    }

    fn all_hold(
        &mut self,
        conds: &[Cond],
        origin: Span,
        env: &Env,
        yes: &dyn Fn(&mut Lowering<'_>) -> NodeId,
        no: &dyn Fn(&mut Lowering<'_>) -> NodeId,
    ) -> NodeId {
        let [first, rest @ ..] = conds else { return yes(self) };
        let all = |this: &mut Lowering<'_>, env: Env| this.all_hold(rest, origin, &env, yes, no);
        self.test(first, origin, env, &all, &|this, _| no(this))
    }

    /// The machine waits for the next message as if nothing had happened, but for its event timeout.
    pub(crate) fn stays(&mut self, called: &Called, origin: Span) -> NodeId {
        let name = called.elsewhere.map(Elsewhere::name);
        let (state, data) = (called.state.clone(), called.data.clone());
        self.leaf(Ending::Next { state, name, data, timeout: None }, origin)
    }
}
