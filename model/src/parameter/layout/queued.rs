//! A message that waits in the queue: its components.

use super::{Component as _, layout};
use crate::Expr;

layout! {
    /// A component of a message that waits. The client is there only where it counts who waits for the answer.
    QueuedPart {
        /// The kind of the message, as command lists have it.
        Kind,
        /// The message.
        Message,
        /// The number of the client that waits for the answer, or the From of its call.
        Client,
    }
}

impl QueuedPart {
    /// A message that waits, with who waits for the answer where that counts.
    pub fn entry(kind: Expr, message: Expr, client: Option<Expr>) -> Expr {
        let items: Vec<Expr> = [kind, message].into_iter().chain(client).collect();
        debug_assert!([Self::Client.index(), Self::SIZE].contains(&items.len()));
        Expr::Tuple(items)
    }
}
