//! How the last callback looks at the stack trace beside a reason, as a value: reasons, and kinds of looking.
//!
//! Does not find out how it looks.

use frontend::Name;

use model::Expr;

/// What is known of a reason where the machine may crash.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Reason {
    /// Nothing.
    Any,
    Atom(Name),
    /// A tuple of this size that begins with an atom.
    Tagged(Name, usize),
}

impl Reason {
    pub(super) fn of(reason: &Expr) -> Self {
        match reason {
            Expr::Atom(name) => Self::Atom(name.clone()),
            Expr::Tuple(items) => match items.as_slice() {
                [Expr::Atom(tag), ..] => Self::Tagged(tag.clone(), items.len()),
                _ => Self::Any,
            },
            _ => Self::Any,
        }
    }
}

/// What terminate/3 does with the stack trace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Look {
    /// Nothing but to hand it on.
    Never,
    /// It asks whether it is a list, or some other value.
    Outside,
    /// More.
    Inside,
}
