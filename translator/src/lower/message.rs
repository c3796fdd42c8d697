//! Which callback takes a message that goes to the machine itself.
//!
//! Input: the message. Output: what follows for all that `gen_fsm:dispatch/4` may take it for; tests between these where the
//! value decides at run time. A tag that is not among the values of the module (`message_shapes`) is not asked for: what may
//! have none of them is a plain message. Does not send anything: `self_send`, `timer` and `spawned` do.

pub(crate) mod client;
pub(crate) mod delivery;
pub(crate) mod later_reply;
pub(crate) mod noproc;
pub(crate) mod own_event;
pub(crate) mod receive;
pub(crate) mod reply;
pub(crate) mod selective_receive;
pub(crate) mod self_send;
pub(crate) mod send;
pub(crate) mod taken;

use behaviour::{Behaviour, SYSTEM, Wire};
use std::cell::{Cell, RefCell};

use frontend::{Diagnostic, Span};

use crate::codes;
use crate::core::Node;
use crate::lower::lowering::{Cont, Env, Lowering};
use model::{CommandKind, Cond, Expr, Kind, NodeId, TimerKind};

/// What `gen_fsm` takes a message for, with what the callback gets.
#[derive(Clone, Debug)]
pub(crate) enum Meant {
    /// A message of this kind.
    Kind(CommandKind, Expr),
    /// An event that stands in what a timer brings.
    Timed(Expr),
    /// What `gen_fsm:start_timer/2` brings, without the reference.
    Timeout(Expr),
    /// A call that waits for an answer, or a request of `sys`.
    Call,
}

impl Meant {
    /// What it is in the queue of the machine, if it can be there.
    pub(crate) fn queued(&self, behaviour: &Behaviour) -> Option<(CommandKind, Expr)> {
        match self {
            Self::Kind(kind, content) => Some((*kind, content.clone())),
            Self::Timed(event) => Some((behaviour.untagged, event.clone())),
            Self::Timeout(_) | Self::Call => None,
        }
    }
}

/// A message, and where it is sent.
#[derive(Clone, Copy)]
pub(crate) struct Message<'m> {
    /// What is sent.
    pub(crate) value: &'m Expr,
    /// Whether a timer brings it as `{timeout, Ref, Message}`.
    pub(crate) wraps: bool,
    /// The call.
    pub(crate) span: Span,
}

/// What follows a message where it is known what it is taken for, and how that goes on.
pub(crate) type Means<'f> = &'f dyn Fn(&mut Lowering<'_>, Env, Cont<'_>, &Meant) -> NodeId;

/// One of the things for which a message may be taken: where it looks like this, in this order.
struct Look {
    conds: Vec<Cond>,
    tag: &'static str,
    meant: Meant,
}

impl Lowering<'_> {
    /// What follows a message whose sending is worth what it is taken for.
    pub(crate) fn by_meaning(
        &mut self,
        message: Message<'_>,
        env: &Env,
        k: Cont<'_>,
        means: Means<'_>,
    ) -> NodeId {
        if let Some(meant) = self.known_meaning(message, env) {
            return means(self, env.clone(), k, &meant);
        }
        self.sharing(env, k, &|this, k| this.by_look(message, env, k, means))
    }

    /// Goes on so that what follows is lowered once for each value, on however many ways that is found.
    pub(crate) fn sharing(
        &mut self,
        env: &Env,
        k: Cont<'_>,
        ways: &dyn Fn(&mut Lowering<'_>, Cont<'_>) -> NodeId,
    ) -> NodeId {
        let met: RefCell<Vec<(Expr, NodeId)>> = RefCell::default();
        let run = |this: &mut Lowering<'_>, _: Env, value: Expr| {
            let earlier =
                met.borrow().iter().find(|(other, _)| *other == value).map(|entry| entry.1);
            earlier.unwrap_or_else(|| {
                let node = (k.run)(this, env.clone(), value.clone());
                met.borrow_mut().push((value, node));
                node
            })
        };
        ways(self, Cont { run: &run, copies: true })
    }

    /// What follows a message whose sending has a value of its own for each thing that the message may be taken for.
    pub(crate) fn by_meaning_each(
        &mut self,
        message: Message<'_>,
        env: &Env,
        k: Cont<'_>,
        means: Means<'_>,
    ) -> NodeId {
        if let Some(meant) = self.known_meaning(message, env) {
            return means(self, env.clone(), k, &meant);
        }
        if k.copies {
            return self.by_look(message, env, k, means);
        }
        let (var, next) = self.behind(env, k);
        let run = |this: &mut Lowering<'_>, _: Env, value: Expr| {
            this.graph.node(Node::Let { var, value, next })
        };
        self.by_look(message, env, Cont { run: &run, copies: true }, means)
    }

    /// What a message is taken for where nothing is left to ask.
    fn known_meaning(&self, message: Message<'_>, env: &Env) -> Option<Meant> {
        let plain = || Meant::Kind(self.shared.machine.behaviour.bare, message.value.clone());
        let looks = self.looks(message, env);
        match looks.first() {
            None => Some(plain()),
            Some(first) => self.is_so(first, env).then(|| first.meant.clone()),
        }
    }

    /// What a message is taken for; a plain message where something is left to ask.
    pub(crate) fn likely_meaning(&self, message: Message<'_>) -> Meant {
        let plain = || Meant::Kind(self.shared.machine.behaviour.bare, message.value.clone());
        self.known_meaning(message, &Env::default()).unwrap_or_else(plain)
    }

    /// Asks what a message looks like, and goes on.
    fn by_look(
        &mut self,
        message: Message<'_>,
        env: &Env,
        k: Cont<'_>,
        means: Means<'_>,
    ) -> NodeId {
        let looks = self.looks(message, env);
        let met = Cell::new(None);
        let plain = |this: &mut Lowering<'_>| {
            let info = Meant::Kind(this.shared.machine.behaviour.bare, message.value.clone());
            let node = met.get().unwrap_or_else(|| means(this, env.clone(), k, &info));
            met.set(Some(node));
            node
        };
        let so = |this: &mut Lowering<'_>, meant: &Meant| means(this, env.clone(), k, meant);
        self.first_look(&looks, message.span, env, &so, &plain)
    }

    /// Goes on by the first of these that a message looks like.
    fn first_look(
        &mut self,
        looks: &[Look],
        span: Span,
        env: &Env,
        so: &dyn Fn(&mut Lowering<'_>, &Meant) -> NodeId,
        plain: &dyn Fn(&mut Lowering<'_>) -> NodeId,
    ) -> NodeId {
        let Some((first, others)) = looks.split_first() else { return plain(self) };
        let is_open = |cond: &&Cond| self.decide(cond, env) != Some(true);
        let Some(open) = first.conds.iter().find(is_open) else { return so(self, &first.meant) };
        let yes = |this: &mut Lowering<'_>, env: Env| this.first_look(looks, span, &env, so, plain);
        let no = |this: &mut Lowering<'_>, env: Env| this.first_look(others, span, &env, so, plain);
        self.test(open, span, env, &yes, &no)
    }

    /// Whether a message is known to look so.
    fn is_so(&self, look: &Look, env: &Env) -> bool {
        look.conds.iter().all(|cond| self.decide(cond, env) == Some(true))
    }

    /// All that a message may look like, as far as its tag is among the values of the module.
    fn looks(&self, message: Message<'_>, env: &Env) -> Vec<Look> {
        let all =
            if message.wraps { self.wrapped(message.value) } else { self.unwrapped(message.value) };
        let may_be = |look: &Look| {
            let decided: Vec<_> = look.conds.iter().map(|cond| self.decide(cond, env)).collect();
            let is_tagged = decided.last() == Some(&Some(true));
            !decided.contains(&Some(false)) && (is_tagged || self.shared.holds_tag(look.tag))
        };
        all.into_iter().filter(may_be).collect()
    }

    /// What a message may look like that a timer wraps.
    fn wrapped(&self, value: &Expr) -> Vec<Look> {
        let (event, behaviour) = (self.component(2, value), self.shared.machine.behaviour);
        let look = |(kind, tag)| {
            let meant = match kind {
                TimerKind::Timeout => Meant::Timeout(event.clone()),
                kind => Meant::Kind(behaviour.brought(kind), event.clone()),
            };
            self.tagged(2, value, tag, meant)
        };
        behaviour.timers().into_iter().map(look).collect()
    }

    /// What any other message may look like, in the order in which the behaviour asks.
    fn unwrapped(&self, value: &Expr) -> Vec<Look> {
        let [event, brought] = [2, 3].map(|position| self.component(position, value));
        let timeout =
            Expr::Tuple(vec![Expr::atom("timeout"), event.clone(), self.component(2, &brought)]);
        let pair = |tag, kind| self.tagged(2, value, tag, Meant::Kind(kind, event.clone()));
        let call = |tag| self.tagged(3, value, tag, Meant::Call);
        let timer = |tag, meant| {
            let mut look = self.tagged(3, value, "timeout", meant);
            look.conds.extend(self.tagged(2, &brought, tag, Meant::Call).conds);
            Look { tag, ..look }
        };
        let behaviour = self.shared.machine.behaviour;
        let mut looks = vec![call(SYSTEM)];
        let wires = || behaviour.messages.iter().map(|kind| (kind.wire, *kind));
        looks.extend(wires().filter_map(|(wire, kind)| match wire {
            Wire::Tagged(tag) => Some(pair(tag, kind)),
            _ => None,
        }));
        looks.extend(wires().filter_map(|(wire, _)| match wire {
            Wire::Asked(tag) => Some(call(tag)),
            _ => None,
        }));
        looks.extend(behaviour.timers().into_iter().map(|(kind, tag)| match kind {
            TimerKind::Timeout => timer(tag, Meant::Timed(timeout.clone())),
            _ => timer(tag, Meant::Timed(self.component(2, &brought))),
        }));
        looks
    }

    /// A tuple of this size whose first component is a tag.
    fn tagged(&self, size: usize, value: &Expr, tag: &'static str, meant: Meant) -> Look {
        let is_tuple = Cond::Is(Kind::TupleOf(size), value.clone());
        let has_tag = Cond::Same(self.component(1, value), Expr::atom(tag));
        Look { conds: vec![is_tuple, has_tag], tag, meant }
    }

    /// Says that a message to the machine itself is not in the model.
    pub(crate) fn note_left_out(&mut self, span: Span) {
        let message =
            "the message that this sends to the machine itself is not part of the model yet";
        self.note(Diagnostic::warning(codes::TIMEOUT, message, span));
    }
}
