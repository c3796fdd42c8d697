//! What the value of a callback means.
//!
//! The return tuples are those of OTP's `gen_fsm` (`gen_fsm:handle_msg/7`, `gen_fsm:init_it/6`).
//! A value that is computed is looked at when it is there: every test that its text does not
//! decide is made.

use frontend::{Diagnostic, Name, Span};

use super::{Ending, Env, Lowering};
use crate::codes;
use crate::machine::{NO_ATOM, OTHER_ATOM};
use crate::model::{Cond, Expr, Kind, NodeId};

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
    /// The same, with a timeout.
    NextTimeout,
    /// The machine stops for the reason in the second component.
    Stop,
    /// The machine is not started for the reason in the second component.
    Failed,
}

/// Of `State/2`. `gen_fsm` calls its callbacks under `catch`: `{'EXIT', Reason}` looks like an exit.
const STATE: [Shape; 4] = [
    Shape { tag: "next_state", size: 3, meaning: Meaning::Next },
    Shape { tag: "next_state", size: 4, meaning: Meaning::NextTimeout },
    Shape { tag: "stop", size: 3, meaning: Meaning::Stop },
    Shape { tag: "EXIT", size: 2, meaning: Meaning::Stop },
];

/// Of `init/1`.
const INIT: [Shape; 4] = [
    Shape { tag: "ok", size: 3, meaning: Meaning::Next },
    Shape { tag: "ok", size: 4, meaning: Meaning::NextTimeout },
    Shape { tag: "stop", size: 2, meaning: Meaning::Failed },
    Shape { tag: "EXIT", size: 2, meaning: Meaning::Failed },
];

impl Lowering<'_> {
    /// The meaning of a state function's value after an event sent with `send_event`.
    pub(super) fn state_result(&mut self, value: &Expr, origin: Span, env: &Env) -> NodeId {
        let bad = Expr::Tuple(vec![Expr::atom("bad_return_value"), value.clone()]);
        self.shapes(&STATE, value, origin, env, &|this, _| {
            this.leaf(Ending::Crash(bad.clone()), origin)
        })
    }

    /// The meaning of the value of `init/1`.
    pub(super) fn init_result(&mut self, value: &Expr, origin: Span, env: &Env) -> NodeId {
        let bad = Expr::Tuple(vec![Expr::atom("bad_return_value"), value.clone()]);
        self.shapes(&INIT, value, origin, env, &|this, env| {
            this.test(
                &Cond::Same(value.clone(), Expr::atom("ignore")),
                origin,
                &env,
                &|this, _| this.leaf(Ending::StartIgnored, origin),
                &|this, _| this.leaf(Ending::StartFailed(bad.clone()), origin),
            )
        })
    }

    fn shapes(
        &mut self,
        shapes: &[Shape],
        value: &Expr,
        origin: Span,
        env: &Env,
        other: &dyn Fn(&mut Lowering<'_>, Env) -> NodeId,
    ) -> NodeId {
        let [shape, rest @ ..] = shapes else { return other(self, env.clone()) };
        let no = |this: &mut Lowering<'_>, env: Env| this.shapes(rest, value, origin, &env, other);
        let tagged = |this: &mut Lowering<'_>, env: Env| {
            let tag = Cond::Same(this.component(1, value), Expr::atom(shape.tag));
            let yes = |this: &mut Lowering<'_>, env: Env| this.shape(shape, value, origin, &env);
            this.test(&tag, origin, &env, &yes, &no)
        };
        let size = Cond::Is(Kind::TupleOf(shape.size), value.clone());
        self.test(&size, origin, env, &tagged, &no)
    }

    fn shape(&mut self, shape: &Shape, value: &Expr, origin: Span, env: &Env) -> NodeId {
        let second = self.component(2, value);
        match shape.meaning {
            Meaning::Stop => self.leaf(Ending::Stop(second), origin),
            Meaning::Failed => self.leaf(Ending::StartFailed(second), origin),
            Meaning::Next => {
                let data = self.component(3, value);
                self.next_state(&second, &data, origin, env)
            }
            Meaning::NextTimeout => {
                let data = self.component(3, value);
                let timeout = self.component(4, value);
                let go = |this: &mut Lowering<'_>, env: Env| {
                    this.next_state(&second, &data, origin, &env)
                };
                let is = |text: &str| Cond::Same(timeout.clone(), Expr::atom(text));
                self.test(&is("infinity"), origin, env, &go, &|this, env| {
                    this.test(&is("hibernate"), origin, &env, &go, &|this, env| {
                        if !this.is_excluded_by_stubs(&env) {
                            this.note_timeout(origin);
                        }
                        go(this, env)
                    })
                })
            }
        }
    }

    /// Goes on in a state that is a value: in one of the module's states, whichever it is.
    fn next_state(&mut self, state: &Expr, data: &Expr, origin: Span, env: &Env) -> NodeId {
        if let Expr::Atom(name) = self.resolve(state) {
            return self.named_state(name, data, origin);
        }
        let machine = self.shared.machine;
        let states: Vec<Name> = machine
            .module
            .functions()
            .filter(|function| function.arity == 2)
            .map(|function| function.name.clone())
            .filter(|name| machine.exports.contains(name, 2))
            .collect();
        self.one_of(&states, state, data, origin, env)
    }

    fn one_of(
        &mut self,
        states: &[Name],
        state: &Expr,
        data: &Expr,
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
            let enter = |this: &mut Lowering<'_>, name: &str| {
                let ending = Ending::Next { state: Name::from(name), data: data.clone() };
                this.leaf(ending, origin)
            };
            let atom = Cond::Is(Kind::Atom, state.clone());
            return self.test(
                &atom,
                origin,
                env,
                &|this, _| enter(this, OTHER_ATOM),
                &|this, _| enter(this, NO_ATOM),
            );
        };
        self.test(
            &Cond::Same(state.clone(), Expr::Atom(first.clone())),
            origin,
            env,
            &|this, _| {
                let ending = Ending::Next { state: first.clone(), data: data.clone() };
                this.leaf(ending, origin)
            },
            &|this, env| this.one_of(rest, state, data, origin, &env),
        )
    }

    fn named_state(&mut self, name: Name, data: &Expr, origin: Span) -> NodeId {
        if !self.shared.machine.functions.contains_key(&(name.clone(), 2)) {
            self.note_missing(&name, origin);
        }
        self.leaf(Ending::Next { state: name, data: data.clone() }, origin)
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
