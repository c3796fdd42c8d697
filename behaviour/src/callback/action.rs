//! What a return tuple may list for the behaviour to do.

/// A form of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action {
    /// The atom that it is, or that it has in front.
    pub tag: &'static str,
    /// Number of components; 0 for the atom alone.
    pub size: usize,
    /// What it does.
    pub deed: Deed,
}

/// What an action does; numbers are places of components, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// The client gets an answer.
    Reply,
    /// The event comes again in another state, if this component says so.
    Postpone(Option<usize>),
    /// An event of this type comes at once.
    Insert(usize),
    /// The process sleeps, if this component says so.
    Hibernate(Option<usize>),
    /// Another module is called from now on.
    Module,
    /// A time-out of this type starts, after the time in the second component, if there is one.
    Time,
    /// The time-out is over without an event.
    Cancel,
}

impl Deed {
    /// Whether a callback that is called on entering a state may ask for it.
    pub fn is_for_enter(self) -> bool {
        matches!(self, Self::Reply | Self::Hibernate(_) | Self::Time | Self::Cancel)
    }

    /// The component that must be a boolean.
    pub fn boolean(self) -> Option<usize> {
        match self {
            Self::Postpone(place) | Self::Hibernate(place) => place,
            _ => None,
        }
    }
}
