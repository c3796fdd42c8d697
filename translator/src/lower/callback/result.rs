//! What the value of a callback means.
//!
//! Which return tuples there are, and what they do, is in the behaviour's table.
//! A value that is computed is looked at when it is there: every test that its text does not
//! decide is made.

use std::rc::Rc;

use behaviour::{Effect, NextState, Shape};
use frontend::{Diagnostic, Name, Span};
use num_bigint::BigInt;

use super::entry::Called;
use super::join::Joined;
use crate::codes;
use crate::core::{Ending, Recipient};
use crate::lower::lowering::{Env, Lowering};
use model::state::Computed;
use model::{Cond, Expr, Kind, MAX_TIMEOUT, NodeId, Time};

/// The value of a callback, and where it is from.
#[derive(Clone, Copy)]
struct Given<'g> {
    called: &'g Called,
    value: &'g Expr,
    origin: Span,
}

/// What the machine keeps until the next event, besides the name of its state.
struct Kept {
    data: Expr,
    timeout: Option<Expr>,
}

impl Kept {
    fn new(data: Expr) -> Self {
        Self { data, timeout: None }
    }

    fn in_state(&self, state: Name) -> Ending {
        Ending::Next { state, name: None, data: self.data.clone(), timeout: self.timeout.clone() }
    }

    /// In a state of this name, which has no function.
    fn elsewhere(&self, stands_for: Name, name: Expr) -> Ending {
        let (data, timeout) = (self.data.clone(), self.timeout.clone());
        Ending::Next { state: stands_for, name: Some(name), data, timeout }
    }
}

impl Lowering<'_> {
    /// The meaning of the value of a callback in a state.
    pub(crate) fn state_result(
        &mut self,
        called: &Called,
        value: &Expr,
        origin: Span,
        env: &Env,
    ) -> NodeId {
        if called.kind.is_last() {
            return self.end_result(called, value, origin, env);
        }
        let bad = Expr::Tuple(vec![Expr::atom("bad_return_value"), value.clone()]);
        self.shapes(called.kind.returned(), Given { called, value, origin }, env, &|this, _| {
            this.crash(called, bad.clone(), bad.clone(), origin)
        })
    }

    /// The meaning of the value of terminate/3: nothing, unless it looks like an exit.
    fn end_result(&mut self, called: &Called, value: &Expr, origin: Span, env: &Env) -> NodeId {
        // That a call of another module returns means that it does not return a caught exit.
        if self.is_given(value) {
            return self.ended(called, origin, env);
        }
        self.shapes(called.kind.returned(), Given { called, value, origin }, env, &|this, env| {
            this.ended(called, origin, &env)
        })
    }

    /// A crash; `term` is the reason that terminate/3 gets.
    pub(crate) fn crash(
        &mut self,
        called: &Called,
        reason: Expr,
        term: Expr,
        origin: Span,
    ) -> NodeId {
        let acts = self.shared.terminates() && !called.kind.is_last();
        let terminate = acts.then(|| [term, called.last(called.data.clone())]);
        self.behind_report(called, Ending::Crash { reason, terminate }, origin)
    }

    /// A crash that the loop has found, with the data that terminate/3 gets.
    fn crash_with(&mut self, called: &Called, reason: Expr, data: Expr, origin: Span) -> NodeId {
        let acts = self.shared.terminates() && !called.kind.is_last();
        let terminate = acts.then(|| [reason.clone(), called.last(data)]);
        self.behind_report(called, Ending::Crash { reason, terminate }, origin)
    }

    /// A stop; `data` is what terminate/3 gets.
    pub(crate) fn stop(
        &mut self,
        called: &Called,
        reason: Expr,
        data: Expr,
        reply: Option<(Recipient, Expr)>,
        origin: Span,
    ) -> NodeId {
        let acts = self.shared.terminates() && !called.kind.is_last();
        let data = acts.then(|| called.last(data));
        self.behind_report(called, Ending::Stop { reason, data, reply }, origin)
    }

    /// The meaning of the value of `init/1`.
    pub(crate) fn init_result(&mut self, value: &Expr, origin: Span, env: &Env) -> NodeId {
        let bad = Expr::Tuple(vec![Expr::atom("bad_return_value"), value.clone()]);
        let behaviour = self.shared.machine.behaviour;
        let called = Called::first(behaviour);
        let given = Given { called: &called, value, origin };
        self.shapes(called.kind.returned(), given, env, &|this, env| {
            this.test(
                &Cond::Same(value.clone(), Expr::atom(behaviour.ignore)),
                origin,
                &env,
                &|this, _| this.leaf(Ending::StartIgnored, origin),
                &|this, _| this.leaf(Ending::StartFailed(bad.clone()), origin),
            )
        })
    }

    /// Goes on by the first shape that the value has.
    fn shapes(
        &mut self,
        shapes: &[Shape],
        given: Given<'_>,
        env: &Env,
        other: &dyn Fn(&mut Lowering<'_>, Env) -> NodeId,
    ) -> NodeId {
        let [shape, rest @ ..] = shapes else { return other(self, env.clone()) };
        let no = |this: &mut Lowering<'_>, env: Env| this.shapes(rest, given, &env, other);
        let tagged = |this: &mut Lowering<'_>, env: Env| {
            let tag = Cond::Same(this.component(1, given.value), Expr::atom(shape.tag));
            let taken = |this: &mut Lowering<'_>, env: Env| this.shape(shape, given, &env);
            let yes = |this: &mut Lowering<'_>, env: Env| match shape.checked() {
                None => taken(this, env),
                Some(place) => {
                    let then = this.component(place, given.value);
                    this.if_way_on(&then, given.origin, &env, &taken, &no)
                }
            };
            this.test(&tag, given.origin, &env, &yes, &no)
        };
        let size = Cond::Is(Kind::TupleOf(shape.size), given.value.clone());
        self.test(&size, given.origin, env, &tagged, &no)
    }

    fn shape(&mut self, shape: &Shape, given: Given<'_>, env: &Env) -> NodeId {
        let Some(place) = shape.reply() else { return self.follows(shape, given, None, env) };
        let reply = self.component(place, given.value);
        self.answer(given.called, given.origin, env, &|this, to, env| {
            this.follows(shape, given, Some((to, reply.clone())), &env)
        })
    }

    /// What a return tuple does besides the answer, if there is one, to a client who waits.
    fn follows(
        &mut self,
        shape: &Shape,
        given: Given<'_>,
        reply: Option<(&Recipient, Expr)>,
        env: &Env,
    ) -> NodeId {
        let Given { called, value, origin } = given;
        let at = |place: usize| self.component(place, value);
        let data = shape.data.map_or_else(|| called.data.clone(), at);
        let only = || self.shared.machine.behaviour.only_state.map(Expr::atom);
        let state = match shape.next {
            NextState::Named(place) => Some(at(place)),
            NextState::Only => only(),
            // Only where a loop of text says what follows, which names its states.
            NextState::Kept | NextState::Ended => None,
        };
        let [time, reason] = [shape.timeout(), shape.reason()].map(|position| position.map(at));
        match (shape.ending(), reason, state) {
            (Some(Effect::Fail(_)), Some(reason), _) => {
                self.leaf(Ending::StartFailed(reason), origin)
            }
            (Some(Effect::Caught(_)), Some(reason), _) => self.looks_caught(given, &reason, env),
            (Some(Effect::Break(_)), Some(reason), _) => self.leaf(Ending::Break(reason), origin),
            (Some(Effect::Crash(_)), Some(reason), _) => {
                self.crash_with(called, reason, data, origin)
            }
            (_, Some(reason), _) => {
                let reply = reply.map(|(to, reply)| (to.clone(), reply));
                self.stop(called, reason, data, reply, origin)
            }
            (_, None, state) => {
                let state = state.unwrap_or(Expr::Nil);
                let next = match &time {
                    Some(time) => self.timed([&state, &data, time], origin, env),
                    None => self.next_state(&state, &Kept::new(data), origin, env),
                };
                match reply {
                    Some((to, reply)) => self.reply(to, reply, next, [origin; 2]),
                    None => next,
                }
            }
        }
    }

    /// The meaning of a value that looks like that of a callback that was left by an exception.
    fn looks_caught(&mut self, given: Given<'_>, reason: &Expr, env: &Env) -> NodeId {
        let Given { called, value, origin } = given;
        let stops = |this: &mut Lowering<'_>| {
            this.stop(called, reason.clone(), called.data.clone(), None, origin)
        };
        // That a call of another module returns means that it does not return a caught error.
        if self.is_given(value) {
            return stops(self);
        }
        self.unless_swallowed(called, reason, origin, env, &stops)
    }

    /// Whether a component says how to go on: for how long to wait, or which callback comes at once.
    pub(super) fn if_way_on(
        &mut self,
        then: &Expr,
        origin: Span,
        env: &Env,
        yes: &dyn Fn(&mut Lowering<'_>, Env) -> NodeId,
        no: &dyn Fn(&mut Lowering<'_>, Env) -> NodeId,
    ) -> NodeId {
        let is = |text: &str| Cond::Same(then.clone(), Expr::atom(text));
        let integer = Cond::Is(Kind::Integer, then.clone());
        let negative = Cond::Less(then.clone(), Expr::integer(0));
        self.test(&is("infinity"), origin, env, yes, &|this, env| {
            this.test(&is("hibernate"), origin, &env, yes, &|this, env| {
                let time =
                    |this: &mut Lowering<'_>, env: Env| this.test(&negative, origin, &env, no, yes);
                let other = |this: &mut Lowering<'_>, env: Env| {
                    this.if_continued(then, origin, &env, &|this, _, env| yes(this, env), no)
                };
                this.test(&integer, origin, &env, &time, &other)
            })
        })
    }

    /// Whether a component asks for the callback that comes at once, and what for.
    pub(crate) fn if_continued(
        &mut self,
        then: &Expr,
        origin: Span,
        env: &Env,
        yes: &dyn Fn(&mut Lowering<'_>, Expr, Env) -> NodeId,
        no: &dyn Fn(&mut Lowering<'_>, Env) -> NodeId,
    ) -> NodeId {
        let Some((tag, _)) = self.shared.machine.behaviour.continued else {
            return no(self, env.clone());
        };
        let pair = Cond::Is(Kind::TupleOf(2), then.clone());
        let tagged = |this: &mut Lowering<'_>, env: Env| {
            let [named, content] = [1, 2].map(|place| this.component(place, then));
            let cond = Cond::Same(named, Expr::atom(tag));
            this.test(&cond, origin, &env, &|this, env| yes(this, content.clone(), env), no)
        };
        self.test(&pair, origin, env, &tagged, no)
    }

    /// Goes on in a state with an event timeout, if it is one.
    fn timed(&mut self, [state, data, timeout]: [&Expr; 3], origin: Span, env: &Env) -> NodeId {
        let timing = self.shared.options.timing;
        self.shared.note_time(self.resolve(timeout));
        self.note_length(timeout, origin);
        let with = |timeout: Option<Expr>| {
            let kept = Kept { data: data.clone(), timeout };
            move |this: &mut Lowering<'_>, env: Env| this.next_state(state, &kept, origin, &env)
        };
        let long = if timing.time == Time::Tick { timeout.clone() } else { Expr::atom("armed") };
        let (without, bad) = (with(None), with(Some(Expr::atom("bad"))));
        let (long, zero) = (with(Some(long)), with(Some(Expr::atom("zero"))));
        let armed = |this: &mut Lowering<'_>, env: Env| {
            if !timing.zero_first {
                return long(this, env);
            }
            let none = Cond::Same(timeout.clone(), Expr::integer(0));
            this.test(&none, origin, &env, &zero, &long)
        };
        let is = |text: &str| Cond::Same(timeout.clone(), Expr::atom(text));
        let integer = Cond::Is(Kind::Integer, timeout.clone());
        let negative = Cond::Less(timeout.clone(), Expr::integer(0));
        let too_long = Cond::Less(Expr::Integer(BigInt::from(MAX_TIMEOUT)), timeout.clone());
        self.test(&is("infinity"), origin, env, &without, &|this, env| {
            this.test(&is("hibernate"), origin, &env, &without, &|this, env| {
                let waits = |this: &mut Lowering<'_>, env: Env| {
                    this.test(&negative, origin, &env, &bad, &|this, env| {
                        this.test(&too_long, origin, &env, &bad, &armed)
                    })
                };
                let other = |this: &mut Lowering<'_>, env: Env| {
                    let continued = |this: &mut Lowering<'_>, content: Expr, env: Env| {
                        this.shared.meet_continue();
                        with(Some(continuation(content)))(this, env)
                    };
                    this.if_continued(timeout, origin, &env, &continued, &bad)
                };
                this.test(&integer, origin, &env, &waits, &other)
            })
        })
    }

    /// Goes on in a state that is a value: in one of the module's states, whichever it is.
    fn next_state(&mut self, state: &Expr, kept: &Kept, origin: Span, env: &Env) -> NodeId {
        if let Expr::Atom(name) = self.resolve(state) {
            return self.named_state(name.clone(), kept, origin);
        }
        if self.kind_of(self.resolve(state)).is_some() {
            return self.one_of(&self.states(), state, kept, origin, env);
        }
        let joins = Rc::clone(&self.next_states);
        let parts = [state, &kept.data].into_iter().chain(&kept.timeout);
        let value = Expr::Tuple(parts.cloned().collect());
        let joined = Joined { value: &value, handed_on: Some(2), whole: Some(3), at: origin };
        let known = Env { call: env.call, ..Env::default() };
        self.join(&joins, joined, [&known, env], &|this, env, value| {
            let kept = Kept {
                data: this.component(2, &value),
                timeout: kept.timeout.as_ref().map(|_| this.component(3, &value)),
            };
            this.one_of(&this.states(), &this.component(1, &value), &kept, origin, &env)
        })
    }

    fn one_of(
        &mut self,
        states: &[Name],
        state: &Expr,
        kept: &Kept,
        origin: Span,
        env: &Env,
    ) -> NodeId {
        let [first, rest @ ..] = states else {
            if self.asks_for_states() && !self.is_excluded_by_stubs(env) {
                self.note(Diagnostic::warning(
                    codes::MISSING_STATE,
                    "this next state may be none of the module's states: the next event would crash the machine",
                    origin,
                ));
            }
            let enter = |this: &mut Lowering<'_>, stands_for: Computed| {
                this.leaf(kept.elsewhere(stands_for.name(), state.clone()), origin)
            };
            let atom = Cond::Is(Kind::Atom, state.clone());
            return self.test(
                &atom,
                origin,
                env,
                &|this, _| enter(this, Computed::Atom),
                &|this, _| enter(this, Computed::Term),
            );
        };
        self.test(
            &Cond::Same(state.clone(), Expr::Atom(first.clone())),
            origin,
            env,
            &|this, _| this.leaf(kept.in_state(first.clone()), origin),
            &|this, env| this.one_of(rest, state, kept, origin, &env),
        )
    }

    /// Whether a next state has to be one of the module's: not where one callback is for all states, nor where a loop of text
    /// goes back to one that there was.
    fn asks_for_states(&self) -> bool {
        let behaviour = self.shared.machine.behaviour;
        let comes_back = behaviour.run_by.is_some() && self.graph.within.is_none();
        behaviour.state_arities().next().is_some() && !comes_back
    }

    fn named_state(&mut self, name: Name, kept: &Kept, origin: Span) -> NodeId {
        if self.shared.machine.behaviour.only_state == Some(name.as_str()) {
            return self.leaf(kept.in_state(name), origin);
        }
        let machine = self.shared.machine;
        let has = |arity: usize| {
            machine.functions.contains_key(&(name.clone(), arity))
                || machine.has_in_successors(&name, arity)
        };
        if self.asks_for_states() && !machine.behaviour.state_arities().any(has) {
            self.note_missing(&name, origin);
        }
        self.leaf(kept.in_state(name), origin)
    }

    fn note_missing(&mut self, name: &Name, origin: Span) {
        let arity = self.shared.machine.behaviour.state_arities().next().unwrap_or_default();
        let place = self.written(origin, &|items| {
            items.iter().skip(1).find(|item| item.is_atom(name.as_str()))
        });
        let message = format!(
            "next state `{name}` has no state function `{name}/{arity}`: the next event crashes the machine"
        );
        let warning = Diagnostic::warning(codes::MISSING_STATE, message, place);
        let warning = match self.nearest_state(name.as_str()) {
            Some(near) => warning.with_help(format!("did you mean `{near}`?")),
            None => warning,
        };
        self.note(warning);
    }
}

/// What the machine keeps in the place of an event timeout where a callback comes at once.
fn continuation(content: Expr) -> Expr {
    Expr::Tuple(vec![Expr::atom("continue"), content])
}
