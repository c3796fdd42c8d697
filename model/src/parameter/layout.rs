//! Which component of the tuples that the kernel carries is what.
//!
//! Output: for timers, messages that wait, monitors and links, messages of the ends of processes, calls, frames, and what is
//! stored or picked out of the queue a type whose
//! values are the components, in the order of the tuple. The kernel writes and reads such tuples as expressions, the
//! explorer reads them as terms, both by component. `translator/prelude/erlang.erl` has clauses of its own for timers
//! and watches; `tests/repository/layouts.rs` compares them, and `docs/vector.md`, with these types. Which parameter
//! holds such tuples is said in `parameter`.

mod call;
mod ending;
mod frame;
mod message_of_end;
mod picked;
mod queued;
mod stored;
mod timer;
mod watch;

pub use call::{FromPart, from};
pub use ending::EndingPart;
pub use frame::FramePart;
pub use message_of_end::{DownPart, ExitPart, SignalPart, down_message, end_in, exit_message};
pub use picked::PickedPart;
pub use queued::QueuedPart;
pub use stored::StoredPart;
pub use timer::{SentPart, TimeoutPart, TimerPart};
pub use watch::{BehindPart, LoosePart, WatchPart};

use crate::Expr;

/// The components of a tuple of one kind.
pub trait Component: Copy + PartialEq + Sized + 'static {
    /// All of them, in the order of the tuple.
    const ALL: &'static [Self];

    /// Their names in texts, in this order.
    const NAMES: &'static [&'static str];

    /// How many there are.
    const SIZE: usize = Self::ALL.len();

    /// Where it stands in the tuple, from 0.
    fn index(self) -> usize;

    /// It, of a tuple: taken at once where that is written out.
    fn of(self, tuple: &Expr) -> Expr {
        Expr::element_of(self.index() + 1, tuple)
    }

    /// It, of a tuple as that has it now.
    fn in_items<T>(self, items: &[T]) -> Option<&T> {
        items.get(self.index())
    }

    /// The tuple with these components.
    fn tuple(value: impl FnMut(Self) -> Expr) -> Expr {
        Expr::Tuple(Self::ALL.iter().copied().map(value).collect())
    }

    /// What the tuple looks like in texts: `{Site,Ref,Kind,Who}`.
    fn text() -> String {
        format!("{{{}}}", Self::NAMES.join(","))
    }
}

/// Defines a kind of tuples by its components, in their order.
macro_rules! layout {
    ($(#[$about:meta])* $name:ident { $($(#[$what:meta])* $part:ident,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$what])* $part,)+ }

        impl $crate::layout::Component for $name {
            const ALL: &'static [Self] = &[$(Self::$part,)+];
            const NAMES: &'static [&'static str] = &[$(stringify!($part),)+];

            fn index(self) -> usize {
                self as usize
            }
        }
    };
}

use layout;
