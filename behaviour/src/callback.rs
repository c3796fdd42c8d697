//! Callbacks: functions of the callback module that the behaviour calls.

pub(crate) mod action;
pub(crate) mod argument;
pub(crate) mod effect;
pub(crate) mod entry;
pub(crate) mod shape;

use crate::row::Numbered;
use crate::{Argument, Entry, Shape};

/// A callback.
#[derive(Debug)]
pub struct Callback {
    /// Its place among the behaviour's callbacks, from 0.
    pub number: usize,
    /// What its function is called.
    pub name: CallbackName,
    /// What it is called in drawings.
    pub title: &'static str,
    /// What stands behind the state in names that are made for it; the plain state is the name of one.
    pub suffix: Option<&'static str>,
    /// Its arguments, in order.
    pub arguments: &'static [Argument],
    /// The function of the behaviour's loop that runs, and calls it, where that loop is text.
    pub entry: Option<&'static Entry>,
    /// When it is called.
    pub moment: Moment,
    /// What happens where the module does not export it.
    pub absent: Absent,
    /// The tuples that it may return, in the order in which the behaviour looks for them.
    pub shapes: &'static [Shape],
    /// What it is for.
    pub about: &'static str,
}

/// What the function of a callback is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallbackName {
    /// Always the same.
    Fixed(&'static str),
    /// As the state in which it is called.
    OfState,
}

/// When a callback is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// As the machine starts.
    Start,
    /// For an event that is meant for it, in a state.
    Event,
    /// For any other message, in a state.
    Message,
    /// At once, where another callback has asked for it.
    Next,
    /// Before the machine ends.
    End,
    /// When it is asked for from outside, as for an upgrade: no model has that.
    Aside,
}

/// What happens where a callback is called that the module does not export.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absent {
    /// The machine crashes, as with any function that does not exist.
    Crash,
    /// The message is logged, and forgotten.
    Logged,
    /// It is not called.
    Skipped,
}

impl Callback {
    /// Whether a client waits for its answer.
    pub fn is_sync(&self) -> bool {
        self.handed().contains(&Argument::From)
    }

    /// What is handed over where it is called: its arguments, or those of the function that runs in its place.
    pub fn handed(&self) -> &'static [Argument] {
        self.entry.map_or(self.arguments, |entry| entry.arguments)
    }

    /// The tuples by which the machine goes on: those that it returns, or the function that runs in its place.
    pub fn returned(&self) -> &'static [Shape] {
        self.entry.map_or(self.shapes, |entry| entry.shapes)
    }

    /// The name of its function where it does not depend on the state.
    pub fn function(&self) -> Option<&'static str> {
        match self.name {
            CallbackName::Fixed(name) => Some(name),
            CallbackName::OfState => None,
        }
    }

    /// The place of an argument, from 0.
    pub fn place(&self, argument: Argument) -> Option<usize> {
        self.arguments.iter().position(|own| *own == argument)
    }

    /// Number of parameters of its function.
    pub fn arity(&self) -> usize {
        self.arguments.len()
    }

    /// Whether its function is called as the state is.
    pub fn is_of_state(&self) -> bool {
        self.name == CallbackName::OfState
    }

    /// Whether it is called before the machine ends.
    pub fn is_last(&self) -> bool {
        self.moment == Moment::End
    }

    /// Whether it takes messages that are no events.
    pub fn is_for_messages(&self) -> bool {
        self.moment == Moment::Message
    }

    /// Whether it is called in a state, for an event, a message or before the end.
    pub fn is_in_state(&self) -> bool {
        matches!(self.moment, Moment::Event | Moment::Message | Moment::Next | Moment::End)
    }

    /// Whether a function of this name and arity is it, in any state.
    pub fn is_named(&self, name: &str, arity: usize) -> bool {
        self.function() == Some(name) && self.arity() == arity
    }

    /// Its function and arity as messages and documents name it: `terminate/3`, `State/2`.
    pub fn signature(&self) -> String {
        format!("{}/{}", self.function().unwrap_or("State"), self.arity())
    }
}

impl Numbered for Callback {
    fn number(&self) -> usize {
        self.number
    }

    fn title(&self) -> &'static str {
        self.title
    }
}
