//! Messages that the model knows to be in the mailbox and that a `receive` may take.
//!
//! Input: the clauses of a `receive`. Output: whether one of them may take such a message: what the machine has sent
//! itself, an event, all-state event or plain message that waits as a command, what a timer of `erlang` or `timer`
//! brings where time does not count. A warning where one may take another one, of which the model does not know
//! what it looks like or when it comes: it is brought to a callback, as if the `receive` had left it where it is.
//! Does not look at guards.

use frontend::ast::{Callee, CaseClause, Expr as Syntax, ExprKind, Literal, Pat, PatKind};
use frontend::{Diagnostic, Name, Span};

use super::own_event::{calls_any, calls_where};
use super::{Lowering, Shared};
use crate::codes;
use crate::core::Own;
use crate::model::{CommandKind, Time};

/// First components of the messages that there may be; `None` for any message.
type Tag = Option<&'static str>;

/// Messages that there may be, and whether a `receive` takes them as OTP does.
struct Source {
    tag: Tag,
    /// Whether they are brought by timers, not by the queue.
    is_timer: bool,
    is_exact: bool,
}

impl Shared<'_> {
    /// Whether some `receive` may take what is known to be in the mailbox.
    pub(crate) fn takes_mail(&self) -> bool {
        self.mails.get()
    }
}

impl Lowering<'_> {
    /// Which messages that the model knows of a `receive` may take; says where that is not exact.
    pub(super) fn takes_own(&mut self, clauses: &[CaseClause], span: Span) -> Own {
        let may_take = |own: &&Source| clauses.iter().any(|clause| takes(&clause.pattern, own.tag));
        let sources = self.sources();
        let taken: Vec<&Source> = sources.iter().filter(may_take).collect();
        if taken.iter().any(|own| !own.is_exact) {
            let message = "this `receive` may take a message that the model brings to a callback instead: a \
                           call or signal that waits, or what a timer of `gen_fsm` brings, or any timer where \
                           time counts";
            self.note(Diagnostic::warning(codes::TIMEOUT, message, span));
        }
        let exact = |is_timer| taken.iter().any(|own| own.is_exact && own.is_timer == is_timer);
        let own = Own { queue: exact(false), timers: exact(true) };
        if own.queue || own.timers {
            self.shared.mails.set(true);
        }
        own
    }

    /// The messages that may be in the mailbox, as far as the model knows them.
    fn sources(&self) -> Vec<Source> {
        let posts = self.shared.posts();
        let commands = self.shared.options.environment.kinds().into_iter();
        let commands = commands.filter(|_| self.shared.options.mailbox > 0);
        let mut sources: Vec<Source> = commands.chain(posts.iter().copied()).map(waiting).collect();
        let module = self.shared.machine.module;
        let is_untimed = self.shared.options.timing.time == Time::Untimed;
        let mut add = |is_there: bool, tag: Tag, is_exact: bool| {
            sources.extend(is_there.then_some(Source { tag, is_timer: true, is_exact }));
        };
        let own = calls_where(module, &|expr| is_remote(expr, "erlang", "start_timer"));
        add(own, Some("timeout"), is_untimed);
        let others = calls_where(module, &|expr| is_other_timer(expr));
        let data = &self.shared.machine.data_atoms;
        let written =
            ["$gen_event", "$gen_timer"].iter().any(|tag| data.contains(&Name::from(*tag)));
        // What looks like the event of a timer is kept as its event alone.
        let looks_so = written && posts.contains(&CommandKind::Event);
        add(others || looks_so, Some("timeout"), false);
        add(calls_any(module, &["send_after"]), None, is_untimed);
        sources
    }
}

/// What a message of the queue looks like.
fn waiting(kind: CommandKind) -> Source {
    let (tag, is_exact) = match kind {
        CommandKind::Event => (Some("$gen_event"), true),
        CommandKind::AllEvent => (Some("$gen_all_state_event"), true),
        CommandKind::Info => (None, true),
        CommandKind::SyncEvent => (Some("$gen_sync_event"), false),
        CommandKind::SyncAllEvent => (Some("$gen_sync_all_state_event"), false),
        CommandKind::Stop => (Some("system"), false),
        CommandKind::Exit => (Some("EXIT"), false),
    };
    Source { tag, is_timer: false, is_exact }
}

/// Whether a call starts a timer of `gen_fsm`, as far as that is seen.
fn is_other_timer(expr: &Syntax) -> bool {
    match &expr.kind {
        ExprKind::Call(Callee::Local(name) | Callee::Remote(_, name, _), _) => {
            name.as_str() == "send_event_after"
                || name.as_str() == "start_timer" && !is_remote(expr, "erlang", "start_timer")
        }
        _ => false,
    }
}

fn is_remote(expr: &Syntax, module: &str, function: &str) -> bool {
    matches!(&expr.kind, ExprKind::Call(Callee::Remote(own, name, _), _)
        if own.as_str() == module && name.as_str() == function)
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
