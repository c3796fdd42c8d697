//! What a return tuple makes the behaviour do, besides the next state and the data.

/// An effect of a return tuple; numbers are places of components in the tuple, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The client that waits gets this component.
    Reply(usize),
    /// The machine waits for the next event at most so long: `infinity` and `hibernate` are no limits.
    Arm(usize),
    /// As the component says: the machine waits for the next event at most so long, or not at all, since another callback
    /// comes first ([`Behaviour::continued`](crate::Behaviour::continued)); where it says neither, the tuple is a wrong one.
    Proceed(usize),
    /// The machine does what this component lists: actions of `gen_statem`, or answers.
    Perform(usize),
    /// The machine stops for this reason.
    Stop(usize),
    /// The machine crashes, with this error.
    Crash(usize),
    /// The behaviour itself fails with this error, outside of all callbacks: nothing is called before the machine is gone.
    Break(usize),
    /// The callback was left by an exception, of which this is the reason: the machine stops with the data that it had.
    Caught(usize),
    /// The machine is not started for this reason.
    Fail(usize),
}
