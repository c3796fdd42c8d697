//! What follows terminate/3, where the machine stops: its components.

use super::{Component as _, layout};
use crate::Expr;

layout! {
    /// A component of what follows terminate/3, where the machine stops. Answer and client are there only where a client
    /// gets an answer then.
    EndingPart {
        /// `stop`.
        Tag,
        /// Why it stops.
        Reason,
        /// The last answer.
        Answer,
        /// Who gets it: the number of the client, or the From of its call.
        Client,
    }
}

impl EndingPart {
    /// The machine stops for this reason, after the answer to a client where there is one.
    pub fn stop(reason: Expr, answer: Option<[Expr; 2]>) -> Expr {
        let answer = answer.into_iter().flatten();
        let items: Vec<Expr> = [Expr::atom("stop"), reason].into_iter().chain(answer).collect();
        debug_assert!([Self::Answer.index(), Self::SIZE].contains(&items.len()));
        Expr::Tuple(items)
    }
}
