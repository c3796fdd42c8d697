//! Transitions of a loop of text: what follows the actions, lowered once for the values of a clause that go on in one state.
//!
//! Input: what the actions of a value have come to, the next state, the new data. Output: the node where `settled/7` of the loop starts
//! with these. What that does hangs on the next state, on whether there is an enter call, and on whether the state changes. The data, and what
//! the actions have come to, it only hands on: these are variables in front of it. But where callback modules change, it looks for the one
//! that is called in what the actions have come to, and values that differ there are lowered one by one.

use std::cell::RefCell;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::join::{Joined, Joins, is_constant};
use super::looped::Then;
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Env, Lowering};
use model::{Expr, NodeId};

/// The transitions behind one call of a callback.
#[derive(Default)]
pub(crate) struct Transitions {
    /// What is known in front of that.
    known: Env,
    /// Where they go on, by the event, the state and the data before, and what the loop keeps: what follows hangs on these, too.
    joins: RefCell<FxHashMap<[Expr; 3], Rc<Joins>>>,
}

/// What a transition hangs on besides the state and the data that it leads to.
#[derive(Clone, Copy)]
pub(super) struct Transition<'t> {
    /// Whether there is an enter call, if any state has one: an atom.
    pub(super) enters: &'t Expr,
    /// Whether the state changes: an atom.
    pub(super) changed: &'t Expr,
    /// The event.
    pub(super) event: &'t Expr,
    /// What the loop keeps.
    pub(super) kept: &'t Expr,
    /// The state and the data before.
    pub(super) old: &'t Expr,
}

impl Lowering<'_> {
    /// The module's callback for an event in a state; transitions behind different values of it may be one.
    pub(super) fn with_transitions(
        &mut self,
        calls: [&Expr; 4],
        context: Context<'_>,
        then: Then<'_>,
    ) -> NodeId {
        let own = Transitions { known: context.env.clone(), joins: RefCell::default() };
        let outer = std::mem::replace(&mut self.transitions, Rc::new(own));
        let node = self.calls_own(calls, context, then);
        self.transitions = outer;
        node
    }

    /// Goes on with a next state, what the actions have come to, and the new data.
    pub(super) fn settles(
        &mut self,
        transition: Transition<'_>,
        [new, done, data]: [&Expr; 3],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let Transition { enters, changed, event, kept, old } = transition;
        // Where the state stays, `new` is what it was before, which stands in `old`; what is here in its place says no more than `changed`.
        let is_old = *changed == Expr::atom("false") && !is_constant(self.resolve(new));
        let new = if is_old { Expr::atom("false") } else { new.clone() };
        let value =
            Expr::Tuple(vec![enters.clone(), changed.clone(), new, done.clone(), data.clone()]);
        let then = |this: &mut Lowering<'_>, env: Env, value: Expr| {
            let place = if is_old { (1, old) } else { (3, &value) };
            let new = this.component(place.0, place.1);
            let [done, data] = [4, 5].map(|place| this.component(place, &value));
            let kept = this.with_part(1, &data, kept);
            let args =
                vec![enters.clone(), changed.clone(), done, event.clone(), new, kept, old.clone()];
            this.of_loop("settled", args, context.with(&env), k)
        };
        let transitions = Rc::clone(&self.transitions);
        let whole = (!self.shared.changes_module()).then_some(4);
        let joined = Joined { value: &value, handed_on: Some(5), whole, at: context.span };
        let of = [event, old, kept].map(Clone::clone);
        let joins = Rc::clone(transitions.joins.borrow_mut().entry(of).or_default());
        self.join(&joins, joined, [&transitions.known, context.env], &then)
    }
}
