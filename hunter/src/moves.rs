//! What hunting has met, event by event: from one idle state to the next, or to the end.
//!
//! Input: a hunt. Output: moves, each an event with what follows it up to the next idle state.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use frontend::{Module, Span};
use lts::semantics::{Hunt, HuntEdge, Idle, Machine};
use lts::{Action, Label, LabelId, Term};
use model::{ActionRole, AtOnce, CommandKind, End, HandlerKind, Model, TimerKind};
use translator::derive::Derived;

use crate::replay::run_of;
use crate::workers::Workers;
use crate::{Finding, Subject};

/// What a finding rests on where a function takes too much.
const CUT: &str = "a function that was not followed to its end";

/// What a finding rests on behind a start of which a call was skipped.
const SAMPLED: &str = "what `init/1` does, of which not all was followed";

/// An event with what follows it.
#[derive(Clone, Debug)]
pub(crate) struct Move {
    /// The state before; the first one for the start.
    pub(crate) source: usize,
    /// The edge of the event.
    pub(crate) event: usize,
    /// Further edges up to the next idle state or the end.
    pub(crate) tail: Vec<usize>,
    /// The state behind.
    pub(crate) target: usize,
    /// What the state behind holds, if the machine is idle there.
    pub(crate) after: Option<Idle>,
    /// How it ends, if it does.
    pub(crate) end: Option<End>,
}

/// The moves of a hunt, and what is needed to judge them.
pub(crate) struct Moves<'s, 'm> {
    pub(crate) module: &'s Module,
    /// The module with the functions of others that its model has.
    pub(crate) linked: &'s Module,
    pub(crate) model: &'s Model,
    pub(crate) derived: &'s Derived,
    pub(crate) hunt: &'s Hunt,
    pub(crate) machine: &'s mut Machine<'m>,
    /// What the states hold where the machine is idle.
    pub(crate) idle: Vec<Option<Idle>>,
    pub(crate) all: Vec<Move>,
    /// Whether there are more ways than were put together.
    pub(crate) is_cut: bool,
    /// What the code of the module says of processes that it starts.
    pub(crate) workers: Workers<'s>,
    /// How many callers the model has.
    pub(crate) clients: usize,
    /// The places of what is not in the model.
    pub(crate) left_out: Vec<Span>,
    /// The states that the module names or computes.
    pub(crate) states: Vec<&'s str>,
    /// Whether another callback module may take the place of the module.
    pub(crate) has_successors: bool,
}

/// Whether a machine ends in a state at once: its loop has found that on the way there.
pub(crate) fn ends(idle: &Idle) -> bool {
    let tag = match &idle.kept.next {
        Some(Term::Tuple(parts)) if parts.len() == 2 => parts.first(),
        _ => None,
    };
    ["crash", "stop"].map(Term::atom).iter().any(|end| tag == Some(end))
}

/// Edges behind one event that are followed, at most.
const MAX_TAIL: usize = 48;

/// Ways that lead on from one state in the middle of what an event brings about, at most, besides those that differ in
/// what was answered: a loop that waits for messages can be gone through in very many orders.
const MAX_WAYS: usize = 16;

/// Whether a client that waits was answered, and whether one was that does not wait.
type Answers = (bool, bool);

/// Moves, at most.
const MAX_MOVES: usize = 400_000;

impl<'s, 'm> Moves<'s, 'm> {
    /// The moves of a hunt.
    pub(crate) fn new(subject: &Subject<'s>, machine: &'s mut Machine<'m>, hunt: &'s Hunt) -> Self {
        let mut out: Vec<Vec<usize>> = vec![Vec::new(); hunt.nodes.len()];
        for (number, edge) in hunt.edges.iter().enumerate() {
            out[edge.source].push(number);
        }
        let idle = hunt.nodes.iter().map(|node| machine.idle_at(node).filter(|idle| !ends(idle)));
        let idle: Vec<Option<Idle>> = idle.collect();
        let Subject { module, linked, model, derived, .. } = *subject;
        let (all, is_cut, clients) = (Vec::new(), false, subject.clients);
        let left_out = subject.left_out.iter().map(|(_, span)| *span).collect();
        let workers = Workers::new(module);
        let mut moves = Self {
            module,
            linked,
            model,
            derived,
            hunt,
            machine,
            idle,
            all,
            is_cut,
            workers,
            clients,
            left_out,
            states: Vec::new(),
            has_successors: module.functions().any(|function| function.successor().is_some()),
        };
        for (number, edge) in hunt.edges.iter().enumerate() {
            let starts = edge.source == 0 || moves.idle[edge.source].is_some();
            if starts && moves.all.len() < MAX_MOVES {
                moves.follow(number, &out);
            } else {
                moves.is_cut |= starts;
            }
        }
        moves
    }

    /// Adds the moves that begin with an edge: each edge behind it is in one of them, and the shortest ways are.
    fn follow(&mut self, event: usize, out: &[Vec<usize>]) {
        let source = self.hunt.edges[event].source;
        let mut ways: BTreeMap<usize, (usize, BTreeSet<Answers>)> = BTreeMap::new();
        let mut complete = Vec::new();
        let mut pending = VecDeque::from([(event, Vec::new())]);
        while let Some((last, tail)) = pending.pop_front() {
            let edge = &self.hunt.edges[last];
            let target = edge.target;
            let words = edge.state.as_ref().unwrap_or(&self.hunt.nodes[target].state);
            let after = self.idle_behind(edge);
            let end = self.machine.info(words).end;
            let is_done = after.is_some() || end.is_some() || out[target].is_empty();
            if is_done || tail.len() >= MAX_TAIL {
                // Another round of a loop leads nowhere else.
                self.is_cut |= !is_done && !self.comes_back(&tail);
                complete.push(Move { source, event, tail, target, after, end });
                continue;
            }
            let (count, answers) = ways.entry(target).or_default();
            *count += 1;
            let is_new = answers.insert(self.answers(event, &tail));
            if *count > MAX_WAYS && !is_new {
                continue;
            }
            for &next in &out[target] {
                let mut tail: Vec<usize> = tail.clone();
                tail.push(next);
                pending.push_back((next, tail));
            }
        }
        complete.sort_by(|one, other| one.tail.cmp(&other.tail));
        self.all.append(&mut complete);
    }

    /// What the machine holds behind an edge, if it is idle there: not where it ends at once.
    pub(crate) fn idle_behind(&self, edge: &HuntEdge) -> Option<Idle> {
        self.machine.idle_behind(self.hunt, edge).filter(|idle| !ends(idle))
    }

    /// What edges one behind another answer.
    fn answers(&self, event: usize, tail: &[usize]) -> Answers {
        let edges = std::iter::once(&event).chain(tail);
        let has = |role| edges.clone().any(|&number| self.hunt.edges[number].role == Some(role));
        (has(ActionRole::Reply), has(ActionRole::Unheard))
    }

    /// Whether all callers that the model has wait in a state: what one more does there is not seen.
    pub(crate) fn is_full(&self, idle: &Idle) -> bool {
        self.clients > 0 && idle.waiting.len() >= self.clients
    }

    /// Whether all callers that the model has wait in some state.
    pub(crate) fn is_crowded(&self) -> bool {
        self.idle.iter().flatten().any(|idle| self.is_full(idle))
    }

    /// Whether edges one behind another come to some state twice.
    fn comes_back(&self, tail: &[usize]) -> bool {
        let mut met = BTreeSet::new();
        tail.iter().any(|&number| !met.insert(self.hunt.edges[number].target))
    }

    /// An edge.
    pub(crate) fn edge(&self, number: usize) -> &'s HuntEdge {
        &self.hunt.edges[number]
    }

    /// The action of a label.
    pub(crate) fn action(&self, label: LabelId) -> Option<&Action> {
        use lts::next_state::NextState as _;
        match self.machine.labels().get(label) {
            Label::Visible { action, .. } => action.as_ref(),
            Label::Tau => None,
        }
    }

    /// The edges of a move, in order.
    pub(crate) fn edges_of<'e>(
        &self,
        this_move: &'e Move,
    ) -> impl Iterator<Item = &'s HuntEdge> + 'e
    where
        's: 'e,
    {
        let hunt = self.hunt;
        std::iter::once(this_move.event)
            .chain(this_move.tail.iter().copied())
            .map(move |n| &hunt.edges[n])
    }

    /// The first edge of a role in a move, with its last argument.
    pub(crate) fn of_role(
        &self,
        this_move: &Move,
        role: ActionRole,
    ) -> Option<(&'s HuntEdge, Term)> {
        let edge = self.edges_of(this_move).find(|edge| edge.role == Some(role))?;
        let last = self.action(edge.label).and_then(|action| action.args.last().cloned());
        Some((edge, last.unwrap_or(Term::Nil)))
    }

    /// The event of a move: its kind of callback, and the event itself.
    pub(crate) fn event(&self, this_move: &Move) -> Option<(HandlerKind, Term)> {
        let (edge, behaviour) = (self.edge(this_move.event), self.model.behaviour);
        let last = || self.action(edge.label).and_then(|action| action.args.last().cloned());
        match edge.role? {
            ActionRole::Command(kind)
            | ActionRole::Dequeue(kind)
            | ActionRole::Continue(AtOnce::Queued(kind)) => Some((kind.callback, last()?)),
            ActionRole::Timeout => {
                Some((behaviour.untagged.callback, Term::atom(behaviour.timeout)))
            }
            ActionRole::Continue(AtOnce::Asked) => Some((behaviour.continued?.1, last()?)),
            // The type has the name of the action.
            ActionRole::Continue(AtOnce::Internal | AtOnce::Enter) => {
                let own = Term::atom(&self.action(edge.label)?.name);
                let content = last().unwrap_or_else(|| Term::atom("_"));
                Some((behaviour.continued?.1, Term::Tuple(vec![own, content])))
            }
            ActionRole::Fires(TimerKind::Timeout) if behaviour.type_place().is_some() => {
                let own = last()?;
                let content = self.content(this_move, &own).unwrap_or_else(|| Term::atom("_"));
                Some((behaviour.continued?.1, Term::Tuple(vec![own, content])))
            }
            ActionRole::Fires(kind) => {
                let (callback, message) = (behaviour.brought(kind).callback, last()?);
                Some(match kind {
                    TimerKind::Timeout => {
                        let parts = vec![Term::atom("timeout"), Term::atom("_"), message];
                        (callback, Term::Tuple(parts))
                    }
                    _ => (callback, message),
                })
            }
            _ => None,
        }
    }

    /// What a time-out of a type brings with which a move begins.
    fn content(&self, this_move: &Move, own: &Term) -> Option<Term> {
        let kept = &self.idle[this_move.source].as_ref()?.kept;
        let of = |pair: &Term| match pair {
            Term::Tuple(parts) if parts.first() == Some(own) => parts.last().cloned(),
            _ => None,
        };
        kept.next.iter().chain(&kept.timeouts).find_map(of)
    }

    /// Whether the event of a move is one that the machine makes itself.
    pub(crate) fn is_own(&self, this_move: &Move) -> bool {
        matches!(
            self.edge(this_move.event).role,
            Some(
                ActionRole::Dequeue(_)
                    | ActionRole::Timeout
                    | ActionRole::Continue(_)
                    | ActionRole::Fires(_)
            )
        )
    }

    /// The kind of command that the event of a move is.
    pub(crate) fn command(&self, this_move: &Move) -> Option<CommandKind> {
        match self.edge(this_move.event).role? {
            ActionRole::Command(kind) => Some(kind),
            _ => None,
        }
    }

    /// The name of the state before a move.
    pub(crate) fn state(&self, this_move: &Move) -> Option<&str> {
        self.idle[this_move.source].as_ref()?.state.as_deref()
    }

    /// The callback that takes the event of a move.
    pub(crate) fn callback(&self, this_move: &Move) -> Option<(String, usize)> {
        let (kind, _) = self.event(this_move)?;
        let name = match kind.function() {
            Some(name) => name.to_owned(),
            None => self.state(this_move)?.to_owned(),
        };
        Some((name, kind.arity()))
    }

    /// The edges by which a state was found, the first one first.
    pub(crate) fn way_to(&self, node: usize) -> Vec<usize> {
        let mut way = Vec::new();
        let mut here = node;
        while let Some(edge) = self.hunt.nodes[here].parent {
            way.push(edge);
            here = self.hunt.edges[edge].source;
        }
        way.reverse();
        way
    }

    /// What a way rests on besides choices: `None` where it is a run of the module.
    pub(crate) fn doubts(&mut self, way: &[usize]) -> Option<Vec<String>> {
        let grounds = self.machine.grounds(&run_of(self.hunt, way));
        match grounds {
            Ok(grounds) if grounds.is_certain() => None,
            Ok(grounds) => {
                let mut said: Vec<String> = grounds
                    .uncertain
                    .iter()
                    .map(|&origin| self.model.origins[origin].what.clone())
                    .collect();
                if grounds.cut {
                    said.push(CUT.to_owned());
                }
                if said.is_empty() {
                    said.push("values that were not found".to_owned());
                }
                said.dedup();
                Some(said)
            }
            Err(_) => Some(self.met_on(way)),
        }
    }

    /// Whether a finding rests on a function alone that was not followed to its end, or is about data of which nothing is known
    /// behind such a one.
    pub(crate) fn is_of_cut(&self, finding: &Finding) -> bool {
        let is_cut = finding.because.iter().any(|what| what == CUT);
        let mut before = finding.way.iter().rev().map(|&number| self.edge(number).source);
        let last = before.find_map(|node| self.idle[node].as_ref());
        let is_lost = last.is_some_and(|idle| matches!(idle.data, Term::Unknown(_)));
        is_cut && (finding.because.len() == 1 || is_lost)
    }

    /// What the hunt itself has decided on along a way that takes too much to follow once more.
    fn met_on(&self, way: &[usize]) -> Vec<String> {
        let edges = || way.iter().map(|&number| self.edge(number));
        let mut met: Vec<_> = edges().flat_map(|edge| edge.uncertain.iter().copied()).collect();
        met.sort_unstable();
        met.dedup();
        let mut said: Vec<String> =
            met.into_iter().map(|origin| self.model.origins[origin].what.clone()).collect();
        said.dedup();
        if edges().any(|edge| edge.cut) {
            said.push(CUT.to_owned());
        }
        if said.is_empty() {
            let whole = if self.hunt.is_sampled { SAMPLED } else { "more than was followed" };
            said.push(whole.to_owned());
        }
        said
    }

    /// Whether nothing is different behind a move, and no client has got an answer: neither what the abstract key tells
    /// apart, nor any other part of the data.
    pub(crate) fn stands_still(&self, this_move: &Move) -> bool {
        this_move.target == this_move.source
            && this_move.after.is_some()
            && self.edges_of(this_move).all(|edge| edge.state.is_none())
            && self.of_role(this_move, ActionRole::Reply).is_none()
    }

    /// The clause that was taken last on the way to a state.
    pub(crate) fn last_clause(&self, node: usize) -> Option<Span> {
        let way = self.way_to(node);
        way.iter().rev().find_map(|&edge| self.edge(edge).clauses.last().copied())
    }

    /// The clause of the callback that a move takes; a start that has only one leaves no mark.
    pub(crate) fn clause(&self, this_move: &Move) -> Option<Span> {
        let first = || self.only_start().filter(|_| this_move.source == 0);
        self.edges_of(this_move).find_map(|edge| edge.clauses.first().copied()).or_else(first)
    }

    /// The clause of the callback that starts the machine, where that has only one.
    fn only_start(&self) -> Option<Span> {
        let first = self.model.behaviour.first;
        let function = self.module.function(first.function()?, first.arity())?;
        match function.clauses.as_slice() {
            [only] => Some(only.span),
            _ => None,
        }
    }
}
