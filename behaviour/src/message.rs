//! Messages: what reaches a machine, how it is written and which callback takes it.

use crate::row::Numbered;
use crate::{Callback, Row, TimerKind, Wire};

/// A kind of messages.
#[derive(Debug)]
pub struct Message {
    /// Its place among the behaviour's messages, from 0.
    pub number: usize,
    /// What it is called in drawings.
    pub title: &'static str,
    /// The tag of such a command in a command list, as in `{sync, Event}`.
    pub tag: &'static str,
    /// Whether a command of this kind may stand without its tag: one kind of each behaviour may, and plain names of actions
    /// and processes are its.
    pub is_untagged: bool,
    /// What it looks like in the mailbox.
    pub wire: Wire,
    /// The callback that takes it.
    pub callback: Row<Callback>,
    /// The action by which the environment hands it over.
    pub command: &'static str,
    /// The action by which the machine sends itself one.
    pub post: &'static str,
    /// The action by which it reaches the callback.
    pub hand_over: &'static str,
    /// What brings it besides those that send it.
    pub brought: &'static [TimerKind],
    /// What a process that the machine has started brings with it.
    pub sent: TimerKind,
}

impl Message {
    /// Whether it is any message that has no form of its own.
    pub fn is_bare(&self) -> bool {
        self.wire == Wire::Bare
    }

    /// Whether only the loop's own timers bring it: no command does.
    pub fn is_timed(&self) -> bool {
        self.wire == Wire::Timer
    }

    /// Whether it asks the machine to stop.
    pub fn is_stop(&self) -> bool {
        matches!(self.wire, Wire::System(_))
    }

    /// Whether it is an exit signal.
    pub fn is_exit(&self) -> bool {
        matches!(self.wire, Wire::Signal(_))
    }

    /// Whether it ends the machine, unless that traps exits.
    pub fn is_ending(&self) -> bool {
        self.is_stop() || self.is_exit()
    }

    /// Whether a client waits for an answer to it.
    pub fn is_sync(&self) -> bool {
        self.callback.is_sync()
    }
}

impl Numbered for Message {
    fn number(&self) -> usize {
        self.number
    }

    fn title(&self) -> &'static str {
        self.title
    }
}
