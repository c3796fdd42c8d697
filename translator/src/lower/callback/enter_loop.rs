//! `init/1` that never returns: it makes its process a machine by `gen_fsm:enter_loop`.
//!
//! Input: such a call, with the values of its arguments, in what `init/1` evaluates. Output: what `{ok, State, Data}`, or
//! `{ok, State, Data, Timeout}` (of a `gen_server` without the state, of a `gen_statem` with actions), means as its value: nothing
//! behind the call is evaluated. That the machine's end, an exit, may be caught by a `try` around the call is not said: it
//! is over for its clients either way.
//! A call for the callbacks of another module, in another callback, in a process that was started, in a function that does
//! not stand in line, or of which a stub says what it does stays an action, behind which the machine goes on.

use crate::core::OutsideCall;
use crate::lower::context::Context;
use crate::lower::lowering::{Env, Lowering};
use model::{Cond, Expr, Kind, NodeId};

impl Lowering<'_> {
    /// The machine that such a call enters; `None` if it stays an action.
    pub(crate) fn loop_entered(
        &mut self,
        call: &OutsideCall,
        context: Context<'_>,
    ) -> Option<NodeId> {
        let [module, _options, kept @ ..] = call.args.as_slice() else { return None };
        // A machine with one state names none.
        let n_kept = if self.shared.machine.behaviour.only_state.is_some() { 1 } else { 2 };
        let (kept, rest) = kept.split_at_checked(n_kept)?;
        let is_own = *module == Expr::Atom(self.shared.machine.name.clone());
        let is_stubbed = self.shared.stub(call.otp().key(), call.span).is_some();
        if !self.is_init || self.process.is_some() || !is_own || is_stubbed {
            return None;
        }
        let started = |within: Option<&Expr>| {
            let parts = kept.iter().chain(within).cloned();
            Expr::Tuple(std::iter::once(Expr::atom("ok")).chain(parts).collect())
        };
        let origin = context.place.origin;
        let named =
            |this: &mut Lowering<'_>, env: Env| this.start_with(&started(None), origin, &env);
        let timed = |this: &mut Lowering<'_>, env: Env, time: &Expr| {
            let goes_on = |this: &mut Lowering<'_>, env: Env| {
                this.start_with(&started(Some(time)), origin, &env)
            };
            let behaviour = this.shared.machine.behaviour;
            if behaviour.continued.is_none() || behaviour.run_by.is_some() {
                return goes_on(this, env);
            }
            // The function has clauses for what says how to go on, which a return value has not.
            let fails =
                |this: &mut Lowering<'_>, _| this.raise(context, Expr::atom("function_clause"));
            this.if_way_on(time, call.span, &env, &goes_on, &fails)
        };
        let env = context.env.clone();
        Some(match rest {
            [] => named(self, env),
            [_name, time] => timed(self, env, time),
            [name_or_time] => {
                let timed = |this: &mut Lowering<'_>, env: Env| timed(this, env, name_or_time);
                if self.shared.machine.behaviour.run_by.is_some() {
                    // Actions are a list, what else stands there is a name.
                    let has_actions = Cond::Is(Kind::Cons, name_or_time.clone());
                    return Some(self.test(&has_actions, call.span, &env, &timed, &named));
                }
                let is_name = Cond::Is(Kind::Tuple, name_or_time.clone());
                self.if_continued(
                    name_or_time,
                    call.span,
                    &env,
                    &|this, _, env| timed(this, env),
                    &|this, env| this.test(&is_name, call.span, &env, &named, &timed),
                )
            }
            _ => return None,
        })
    }
}
