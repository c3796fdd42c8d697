//! What the end of another process brings: the messages of OTP, and what the kernel hands over of one.

use super::{Component, layout};
use crate::Expr;

/// The tag of the message of a monitor.
const DOWN: &str = "DOWN";

/// The tag of the message of a link.
const EXIT: &str = "EXIT";

layout! {
    /// A component of the message of a monitor.
    DownPart {
        /// `'DOWN'`.
        Tag,
        /// The reference of the monitor.
        Ref,
        /// `process`.
        Type,
        /// The process.
        Who,
        /// Why it has ended.
        Reason,
    }
}

layout! {
    /// A component of the message of a link.
    ExitPart {
        /// `'EXIT'`.
        Tag,
        /// The process.
        Who,
        /// Why it has ended.
        Reason,
    }
}

layout! {
    /// A component of what is handed over when a process ends.
    SignalPart {
        /// The reference of the monitor, the process of the link.
        Ref,
        /// What the monitor or link was: see [`WatchPart::Kind`](super::WatchPart::Kind).
        Kind,
        /// The message, or what would be one if exits were trapped.
        Message,
    }
}

/// The message of a monitor with this reference.
pub fn down_message(reference: &Expr, who: &Expr, reason: &Expr) -> Expr {
    DownPart::tuple(|part| match part {
        DownPart::Tag => Expr::atom(DOWN),
        DownPart::Ref => reference.clone(),
        DownPart::Type => Expr::atom("process"),
        DownPart::Who => who.clone(),
        DownPart::Reason => reason.clone(),
    })
}

/// The message of a link to this process.
pub fn exit_message(who: &Expr, reason: &Expr) -> Expr {
    ExitPart::tuple(|part| match part {
        ExitPart::Tag => Expr::atom(EXIT),
        ExitPart::Who => who.clone(),
        ExitPart::Reason => reason.clone(),
    })
}

/// The process that has ended, and why, of the components of a tuple that may be such a message; `is` says whether one
/// of them is an atom of this name.
pub fn end_in<T>(items: &[T], is: impl Fn(&T, &str) -> bool) -> Option<[&T; 2]> {
    let tag = items.first()?;
    match items.len() {
        DownPart::SIZE if is(tag, DOWN) => {
            Some([DownPart::Who.in_items(items)?, DownPart::Reason.in_items(items)?])
        }
        ExitPart::SIZE if is(tag, EXIT) => {
            Some([ExitPart::Who.in_items(items)?, ExitPart::Reason.in_items(items)?])
        }
        _ => None,
    }
}
