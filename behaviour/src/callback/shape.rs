//! Return tuples of callbacks.

use crate::Effect;

/// A return tuple: where it has the next state and the data, and what else it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Its first component.
    pub tag: &'static str,
    /// Number of its components.
    pub size: usize,
    /// What the machine is in behind it.
    pub next: NextState,
    /// Which component is the data, from 1; `None` where they stay what they were.
    pub data: Option<usize>,
    /// What it does besides, in order.
    pub effects: &'static [Effect],
}

/// What a machine is in behind a return tuple.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextState {
    /// The state that this component names, from 1.
    Named(usize),
    /// The only one that there is.
    Only,
    /// The one that it was in.
    Kept,
    /// None: it ends.
    Ended,
}

impl Shape {
    /// Whether the machine goes on.
    pub fn goes_on(&self) -> bool {
        self.next != NextState::Ended
    }

    /// The component that names the next state, from 1.
    pub fn state(&self) -> Option<usize> {
        match self.next {
            NextState::Named(place) => Some(place),
            NextState::Only | NextState::Kept | NextState::Ended => None,
        }
    }

    /// The component that a client gets who waits.
    pub fn reply(&self) -> Option<usize> {
        self.effects.iter().find_map(|effect| match effect {
            Effect::Reply(place) => Some(*place),
            _ => None,
        })
    }

    /// The component that says how long the machine waits for the next event.
    pub fn timeout(&self) -> Option<usize> {
        self.effects.iter().find_map(|effect| match effect {
            Effect::Arm(place) | Effect::Proceed(place) => Some(*place),
            _ => None,
        })
    }

    /// The component that lists what the machine does besides.
    pub fn actions(&self) -> Option<usize> {
        self.effects.iter().find_map(|effect| match effect {
            Effect::Perform(place) => Some(*place),
            _ => None,
        })
    }

    /// The component that must say how to go on, where the tuple is a wrong one if it does not.
    pub fn checked(&self) -> Option<usize> {
        self.effects.iter().find_map(|effect| match effect {
            Effect::Proceed(place) => Some(*place),
            _ => None,
        })
    }

    /// The effect that ends the machine, or keeps it from starting.
    pub fn ending(&self) -> Option<Effect> {
        let ends = |effect: &&Effect| {
            !matches!(
                effect,
                Effect::Reply(_) | Effect::Arm(_) | Effect::Proceed(_) | Effect::Perform(_)
            )
        };
        self.effects.iter().find(ends).copied()
    }

    /// The component that is the reason for that.
    pub fn reason(&self) -> Option<usize> {
        match self.ending()? {
            Effect::Stop(place)
            | Effect::Crash(place)
            | Effect::Break(place)
            | Effect::Caught(place)
            | Effect::Fail(place) => Some(place),
            Effect::Reply(_) | Effect::Arm(_) | Effect::Proceed(_) | Effect::Perform(_) => None,
        }
    }

    /// The component that is the reason for which the machine stops.
    pub fn stop(&self) -> Option<usize> {
        self.effects.iter().find_map(|effect| match effect {
            Effect::Stop(place) => Some(*place),
            _ => None,
        })
    }
}
