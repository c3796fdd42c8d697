//! Messages that the model knows to be in the mailbox and that a `receive` may take.
//!
//! Input: the clauses of a `receive`. Output: whether one of them may take such a message: what the machine has sent
//! itself, what waits as a command, what the ends of other processes bring, and what timers bring where time does not
//! count. A warning where it may take one of which the model does not know what it looks like or when it comes: that is
//! brought to a callback, as if the `receive` had left it where it is. Does not look at guards.

use behaviour::{Act, BEHAVIOURS, Behaviour};
use frontend::ast::{Callee, CaseClause, ExprKind, Module};
use frontend::{Diagnostic, Name, Span};

use crate::analysis::calls::calls_where;
use crate::analysis::receives::{Tag, takes};
use crate::codes;
use crate::core::OwnMessages;
use crate::lower::analysis::shared::Shared;
use crate::lower::lowering::Lowering;
use crate::lower::message::taken::{Bringer, Takes};
use crate::lower::timer::timing::MAILBOX;
use model::{CommandKind, Expr, Time};

/// Why a message that is in the mailbox is not taken.
const TIME_COUNTS: &str = "this `receive` may take what a timer brings, and the model brings that to a callback where \
                           time counts";
const LOOKS_SO: &str = "this `receive` may take a message of the machine itself that looks like one of a timer, of \
                        which the model keeps only the event";

/// Messages that there may be.
struct Source {
    tag: Tag,
    by: Bringer,
    /// Why a `receive` does not take them as OTP does, where that is so.
    inexact: Option<&'static str>,
}

impl Shared<'_> {
    /// What some `receive` may take.
    pub(crate) fn takes_mail(&self) -> Takes {
        self.mails.get()
    }
}

impl Lowering<'_> {
    /// Which messages that the model knows of a `receive` may take; says where that is not exact.
    pub(crate) fn takes_own(&mut self, clauses: &[CaseClause], span: Span) -> OwnMessages {
        let may_take =
            |source: &&Source| clauses.iter().any(|clause| takes(&clause.pattern, source.tag));
        let sources = self.sources();
        let taken: Vec<&Source> = sources.iter().filter(may_take).collect();
        for message in [TIME_COUNTS, LOOKS_SO] {
            if taken.iter().any(|source| source.inexact == Some(message)) {
                self.note(Diagnostic::warning(codes::TIMEOUT, message, span));
            }
        }
        let mut own_messages = OwnMessages::default();
        for source in taken.into_iter().filter(|source| source.inexact.is_none()) {
            match source.by {
                Bringer::Queue(_) => own_messages.queue = true,
                Bringer::Timer => own_messages.timers = true,
                Bringer::Process => own_messages.ends = true,
            }
            self.shared.mails.set(self.shared.mails.get().with(source.by));
            self.shared.note_in_loop(&Expr::atom(MAILBOX));
        }
        own_messages
    }

    /// The messages that may be in the mailbox, as far as the model knows them.
    fn sources(&self) -> Vec<Source> {
        let posts = self.shared.posts_told_apart();
        let behaviour = self.shared.machine.behaviour;
        let commands = self.shared.options.environment.kinds(behaviour).into_iter();
        let commands = commands.filter(|_| self.shared.options.mailbox > 0);
        let mut sources: Vec<Source> = commands.chain(posts.iter().copied()).map(waiting).collect();
        let habits = &self.shared.habits;
        let mut add = |is_there: bool, tag: Tag, by: Bringer, inexact: Option<&'static str>| {
            sources.extend(is_there.then_some(Source { tag, by, inexact }));
        };
        let counts = self.shared.options.timing.time != Time::Untimed;
        let counts = counts.then_some(TIME_COUNTS);
        add(habits.starts_timers, Some("timeout"), Bringer::Timer, counts);
        add(habits.may_time, None, Bringer::Timer, counts);
        add(habits.starts_own_code, None, Bringer::Timer, None);
        let data = &self.shared.machine.data_atoms;
        let mut timers = behaviour.timers().into_iter();
        let written = timers.any(|(_, tag)| data.contains(&Name::from(tag)));
        let looks_so = written && posts.contains(&behaviour.untagged);
        let event = Bringer::Queue(behaviour.untagged);
        add(looks_so, Some("timeout"), event, Some(LOOKS_SO));
        add(habits.may_monitor, Some("DOWN"), Bringer::Process, None);
        let traps = habits.may_link && habits.may_trap;
        add(traps, Some("EXIT"), Bringer::Process, None);
        sources
    }
}

/// What a message of the queue looks like.
fn waiting(kind: CommandKind) -> Source {
    Source { tag: kind.wire.tag(), by: Bringer::Queue(kind), inexact: None }
}

/// Whether it starts timers that say in their message which they are, as far as that is seen.
pub(crate) fn starts_timers(module: &Module) -> bool {
    calls_where(module, &|expr| match &expr.kind {
        ExprKind::Call(Callee::Local(name) | Callee::Remote(_, name, _), _) => {
            let arms = |behaviour: &Behaviour| {
                behaviour
                    .interface
                    .named(name.as_str())
                    .any(|function| matches!(function.act, Act::Arm(..)))
            };
            BEHAVIOURS.into_iter().any(arms)
        }
        _ => false,
    })
}
