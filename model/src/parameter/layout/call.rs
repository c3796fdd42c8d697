//! The From of a call: who waits, and the tag that tells the call from all others.

use super::{Component as _, layout};
use crate::Expr;

layout! {
    /// A component of the From of a call.
    FromPart {
        /// The process that waits.
        Pid,
        /// What its answer carries: `[alias|Ref]`.
        Tag,
    }
}

/// The From of a call of a process with a reference, as `gen:call/4` makes it since OTP 24: `{Pid, [alias|Ref]}`.
pub fn from(pid: &Expr, reference: &Expr) -> Expr {
    let tag = Expr::Cons(Box::new(Expr::atom("alias")), Box::new(reference.clone()));
    FromPart::tuple(|part| match part {
        FromPart::Pid => pid.clone(),
        FromPart::Tag => tag.clone(),
    })
}
