//! What the value of a callback means.
//!
//! The return tuples are those of OTP's `gen_fsm` (`gen_fsm:handle_msg/7`, `gen_fsm:init_it/6`).
//! A value that is computed is looked at when it is there: every test that its text does not
//! decide is made.

use frontend::{Diagnostic, Name, Span};
use num_bigint::BigInt;

use super::entry::Called;
use crate::codes;
use crate::core::Recipient;
use crate::lower::{Ending, Env, Lowering};
use model::state::Computed;
use model::{Cond, Expr, HandlerKind, Kind, MAX_TIMEOUT, NodeId, Time};

/// A shape of return tuples: its tag and number of components, and what it means.
struct Shape {
    tag: &'static str,
    size: usize,
    meaning: Meaning,
}

#[derive(Clone, Copy)]
enum Meaning {
    /// The second component is the next state, the third the data.
    Next,
    /// The second component is the next state, the third the data, the fourth a timeout.
    NextTimeout,
    /// The second component is the answer, the third the next state, the fourth the data.
    Reply,
    /// The second component is the answer, the third the next state, the fourth the data, the fifth a timeout.
    ReplyTimeout,
    /// The machine stops for the reason in the second component, with the data in the third.
    Stop,
    /// The machine stops for the reason in the second component, with the answer in the third, the data in the fourth.
    StopReply,
    /// The callback was left by an exception: the machine stops with the data that it had.
    Exit,
    /// The machine is not started for the reason in the second component.
    Failed,
}

/// Of a callback in a state. `gen_fsm` calls them under `catch`: `{'EXIT', Reason}` looks like an exit.
const STATE: [Shape; 4] = [
    Shape { tag: "next_state", size: 3, meaning: Meaning::Next },
    Shape { tag: "next_state", size: 4, meaning: Meaning::NextTimeout },
    Shape { tag: "stop", size: 3, meaning: Meaning::Stop },
    Shape { tag: "EXIT", size: 2, meaning: Meaning::Exit },
];

/// Of a callback for whose answer a client waits.
const SYNC: [Shape; 7] = [
    Shape { tag: "next_state", size: 3, meaning: Meaning::Next },
    Shape { tag: "next_state", size: 4, meaning: Meaning::NextTimeout },
    Shape { tag: "reply", size: 4, meaning: Meaning::Reply },
    Shape { tag: "reply", size: 5, meaning: Meaning::ReplyTimeout },
    Shape { tag: "stop", size: 3, meaning: Meaning::Stop },
    Shape { tag: "stop", size: 4, meaning: Meaning::StopReply },
    Shape { tag: "EXIT", size: 2, meaning: Meaning::Exit },
];

/// Of `init/1`.
const INIT: [Shape; 4] = [
    Shape { tag: "ok", size: 3, meaning: Meaning::Next },
    Shape { tag: "ok", size: 4, meaning: Meaning::NextTimeout },
    Shape { tag: "stop", size: 2, meaning: Meaning::Failed },
    Shape { tag: "EXIT", size: 2, meaning: Meaning::Failed },
];

/// Of terminate/3.
const TERMINATE: [Shape; 1] = [Shape { tag: "EXIT", size: 2, meaning: Meaning::Exit }];

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
        if called.kind == HandlerKind::Terminate {
            return self.end_result(called, value, origin, env);
        }
        let bad = Expr::Tuple(vec![Expr::atom("bad_return_value"), value.clone()]);
        let shapes: &[Shape] = if called.from.is_some() { &SYNC } else { &STATE };
        self.shapes(shapes, Given { called, value, origin }, env, &|this, _| {
            this.crash(called, bad.clone(), bad.clone(), origin)
        })
    }

    /// The meaning of the value of terminate/3: nothing, unless it looks like an exit.
    fn end_result(&mut self, called: &Called, value: &Expr, origin: Span, env: &Env) -> NodeId {
        // That a call of another module returns means that it does not return a caught exit.
        if matches!(value, Expr::Var(var) if self.freely.contains(var)) {
            return self.ended(called, origin, env);
        }
        self.shapes(&TERMINATE, Given { called, value, origin }, env, &|this, env| {
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
        let acts = self.shared.terminates() && called.kind != HandlerKind::Terminate;
        let terminate = acts.then(|| [term, called.last(called.data.clone())]);
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
        let acts = self.shared.terminates() && called.kind != HandlerKind::Terminate;
        let data = acts.then(|| called.last(data));
        self.behind_report(called, Ending::Stop { reason, data, reply }, origin)
    }

    /// The meaning of the value of `init/1`.
    pub(crate) fn init_result(&mut self, value: &Expr, origin: Span, env: &Env) -> NodeId {
        let bad = Expr::Tuple(vec![Expr::atom("bad_return_value"), value.clone()]);
        let given = Given { called: &Called::default(), value, origin };
        self.shapes(&INIT, given, env, &|this, env| {
            this.test(
                &Cond::Same(value.clone(), Expr::atom("ignore")),
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
            let yes = |this: &mut Lowering<'_>, env: Env| this.shape(shape, given, &env);
            this.test(&tag, given.origin, &env, &yes, &no)
        };
        let size = Cond::Is(Kind::TupleOf(shape.size), given.value.clone());
        self.test(&size, given.origin, env, &tagged, &no)
    }

    fn shape(&mut self, shape: &Shape, given: Given<'_>, env: &Env) -> NodeId {
        let Given { called, value, origin } = given;
        let [second, third, fourth, fifth] = [2, 3, 4, 5].map(|number| {
            if number <= shape.size { self.component(number, value) } else { Expr::Nil }
        });
        match shape.meaning {
            Meaning::Stop => self.stop(called, second, third, None, origin),
            // That a call of another module returns means that it does not return a caught error.
            Meaning::Exit if matches!(value, Expr::Var(var) if self.freely.contains(var)) => {
                self.stop(called, second, called.data.clone(), None, origin)
            }
            Meaning::Exit => self.unless_swallowed(called, &second, origin, env, &|this| {
                this.stop(called, second.clone(), called.data.clone(), None, origin)
            }),
            Meaning::StopReply => self.answer(called, origin, env, &|this, to, _| {
                let reply = Some((to.clone(), third.clone()));
                this.stop(called, second.clone(), fourth.clone(), reply, origin)
            }),
            Meaning::Failed => self.leaf(Ending::StartFailed(second), origin),
            Meaning::Next => self.next_state(&second, &Kept::new(third), origin, env),
            Meaning::NextTimeout => self.timed([&second, &third, &fourth], origin, env),
            Meaning::Reply => self.answer(called, origin, env, &|this, to, env| {
                let next = this.next_state(&third, &Kept::new(fourth.clone()), origin, &env);
                this.reply(to, second.clone(), next, [origin; 2])
            }),
            Meaning::ReplyTimeout => self.answer(called, origin, env, &|this, to, env| {
                let next = this.timed([&third, &fourth, &fifth], origin, &env);
                this.reply(to, second.clone(), next, [origin; 2])
            }),
        }
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
                this.test(&integer, origin, &env, &waits, &bad)
            })
        })
    }

    /// Goes on in a state that is a value: in one of the module's states, whichever it is.
    fn next_state(&mut self, state: &Expr, kept: &Kept, origin: Span, env: &Env) -> NodeId {
        if let Expr::Atom(name) = self.resolve(state) {
            return self.named_state(name.clone(), kept, origin);
        }
        self.one_of(&self.states(), state, kept, origin, env)
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
            if !self.is_excluded_by_stubs(env) {
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

    fn named_state(&mut self, name: Name, kept: &Kept, origin: Span) -> NodeId {
        let functions = &self.shared.machine.functions;
        if ![2, 3].iter().any(|&arity| functions.contains_key(&(name.clone(), arity))) {
            self.note_missing(&name, origin);
        }
        self.leaf(kept.in_state(name), origin)
    }

    fn note_missing(&mut self, name: &Name, origin: Span) {
        let place = self.written(origin, &|items| {
            items.iter().skip(1).find(|item| item.is_atom(name.as_str()))
        });
        let message = format!(
            "next state `{name}` has no state function `{name}/2`: the next event crashes the machine"
        );
        let found = Diagnostic::warning(codes::MISSING_STATE, message, place);
        let found = match self.nearest_state(name.as_str()) {
            Some(near) => found.with_help(format!("did you mean `{near}`?")),
            None => found,
        };
        self.note(found);
    }
}
