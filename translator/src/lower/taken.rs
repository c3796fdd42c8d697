//! Messages of the machine's own that a `receive` may take, where the model does not let it.
//!
//! Input: the clauses of a `receive`. Output: a warning where one of them may take what the machine has sent itself, a
//! command that waits, or what a timer brings: the model takes these to a callback, as if the `receive` had left
//! them where they are. Does not look at guards.

use frontend::ast::{CaseClause, Literal, Pat, PatKind};
use frontend::{Diagnostic, Span};

use super::Lowering;
use super::own_event::calls_any;
use crate::codes;
use crate::model::CommandKind;

/// First components of the messages that there may be; `None` for any message.
type Tag = Option<&'static str>;

impl Lowering<'_> {
    /// Says that a `receive` does not look at the machine's own messages.
    pub(super) fn note_taken(&mut self, clauses: &[CaseClause], span: Span) {
        let tags = self.own_tags();
        let may_take = |tag: &Tag| clauses.iter().any(|clause| takes(&clause.pattern, *tag));
        if !tags.iter().any(may_take) {
            return;
        }
        let message = "this `receive` may take a message that the model brings to a callback instead: one of \
                       the machine itself, a command or that of a timer";
        self.note(Diagnostic::warning(codes::TIMEOUT, message, span));
    }

    /// The messages that may be in the mailbox, as far as the model knows them.
    fn own_tags(&self) -> Vec<Tag> {
        let posts = self.shared.posts();
        let module = self.shared.machine.module;
        let sources: [(bool, Tag); 5] = [
            (self.shared.options.mailbox > 0, None),
            (posts.contains(&CommandKind::Info), None),
            (posts.contains(&CommandKind::Event), Some("$gen_event")),
            (posts.contains(&CommandKind::AllEvent), Some("$gen_all_state_event")),
            (calls_any(module, &["start_timer"]), Some("timeout")),
        ];
        let timers = calls_any(module, &["send_after"]).then_some(None);
        sources.into_iter().filter(|own| own.0).map(|own| own.1).chain(timers).collect()
    }
}

/// Whether a pattern may match a tuple whose first component is this atom, or any message.
fn takes(pattern: &Pat, tag: Tag) -> bool {
    match (&pattern.kind, tag) {
        (PatKind::Alias(left, right), _) => takes(left, tag) && takes(right, tag),
        (PatKind::Tuple(parts), Some(tag)) => {
            parts.first().is_some_and(|first| is_or_may(first, tag))
        }
        (PatKind::Wildcard | PatKind::Var(_) | PatKind::Illegal(_), _) | (_, None) => true,
        (_, Some(_)) => false,
    }
}

fn is_or_may(first: &Pat, tag: &str) -> bool {
    match &first.kind {
        PatKind::Literal(Literal::Atom(name)) => name.as_str() == tag,
        PatKind::Wildcard | PatKind::Var(_) | PatKind::Illegal(_) => true,
        _ => false,
    }
}
