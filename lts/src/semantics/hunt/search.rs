//! The search: what rests on few uncertain values first, then what is near; later in turn with what is most unlike all that was looked
//! at (`pending`). Events that take much work come behind all that takes little (`costly`).

use frontend::Span;
use model::{ActionRole, Fresh};
use rustc_hash::{FxHashMap, FxHashSet};

use super::super::step::Enabled;
use super::super::store::{Source, TermId};
use super::super::{Machine, Words};
use super::costly::Costly;
use super::key::{AbstractKey, Literals};
use super::pending::Pending;
use super::run::is_too_much;
use super::{Edge, Hunt, HuntLimits, HuntNode};
use crate::graph::ids::LabelId;
use crate::next_state::StepError;
use crate::semantics::evaluation::static_facts::integers;
use crate::semantics::follow::known::KnownRuns;
use crate::semantics::path_state::PathState;
use crate::semantics::step::clauses::Clauses;
use crate::semantics::step::run_to_visible::Path;
use crate::semantics::step::view::never_hiding;

/// Work that all ways through the start may take, all told.
const MAX_WHOLE_START: u64 = 10_000_000;

/// Steps of pure code for one event.
const STEPS_PER_EVENT: usize = 2_000_000;

/// Work for an event at first sight; what takes more is set aside until there is nothing else to look at, or late until its turn.
const FIRST_LOOK: u64 = 2_000;

/// Work for an event that was set aside, at second sight.
const SECOND_LOOK: u64 = 20_000;

/// Work for an event that takes more than that.
const LAST_LOOK: u64 = 300_000;

/// Work for all events of which some ways are followed, as all take too much, on top of what a hunt may take.
const MAX_SAMPLED: u64 = 1_000_000;

/// The share of all work behind which the nearest state does not always come next.
const SHARE_YOUNG: u64 = 10;

/// The share of all states behind which it does not, either.
const SHARE_YOUNG_STATES: usize = 10;

/// States at most that are looked at for which others have stood.
const MAX_CLOSER: usize = 500;

/// The share of all work that this may take.
const SHARE_CLOSER: u64 = 8;

/// A search under way.
struct Search<'a> {
    hunt: Hunt,
    /// Whether what was met is enough, so that the rest need not be looked at.
    is_enough: Enough<'a>,
    nodes_by_key: FxHashMap<AbstractKey, usize>,
    /// For each state the edges behind which it is itself, and not one for which it stands.
    exact_edges: Vec<Vec<usize>>,
    pending: Pending,
    costly: Costly<Event>,
    kinds: Kinds,
    /// Events of which some ways were followed as all took too much, by the state of the machine.
    sampled: FxHashSet<(u32, LabelId)>,
    work_of_samples: u64,
    literals: Literals,
    precision: Precision,
}

/// Which states are of one kind: those of one state of the machine to which the same clauses have led first.
#[derive(Default)]
struct Kinds {
    numbers: FxHashMap<(u32, Vec<Span>), u32>,
    /// Of each state.
    of: Vec<u32>,
}

impl Kinds {
    /// The kind of the next state, by the state of the machine and the clauses that lead to it.
    fn add(&mut self, group: u32, clauses: &[Span]) -> u32 {
        let next = u32::try_from(self.numbers.len()).unwrap_or(u32::MAX);
        let kind = *self.numbers.entry((group, clauses.to_vec())).or_insert(next);
        self.of.push(kind);
        kind
    }
}

/// Whether what a hunt has met so far is enough.
type Enough<'a> = &'a mut dyn FnMut(&Machine<'_>, &Hunt) -> bool;

/// Which states are one.
enum Precision {
    /// States with the same abstract key are one.
    Abstract,
    /// Only states that are the same are one.
    Exact,
}

/// Something that can happen in a state.
struct Event {
    /// The number of the state.
    node: usize,
    /// The state, after what was decided to see that this can happen.
    path_state: PathState,
    /// What can happen.
    enabled: Enabled,
}

/// What becomes of a path state: a state, and how it came there.
struct Arrival {
    state: Words,
    edge: Edge,
}

impl Machine<'_> {
    /// Hunts within limits. Where states that differ were taken for one it looks at more of them.
    pub fn hunt(&mut self, limits: HuntLimits) -> Hunt {
        self.hunt_until(limits, &mut |_, _| false)
    }

    /// Hunts within limits until what was met is enough: then it is cut short.
    pub fn hunt_until(&mut self, limits: HuntLimits, is_enough: Enough<'_>) -> Hunt {
        self.hunts = true;
        // States are told apart by what stands for them: new names are the first free ones, so that they are few.
        self.store.exchange(Fresh::default());
        self.known_runs = KnownRuns::default();
        self.never_hides = never_hiding(self.model, |action| self.is_hidden(action));
        self.effort.max_steps = self.effort.max_steps.min(STEPS_PER_EVENT);
        self.effort.max_path_states = 16;
        let root = HuntNode {
            state: self.start_state(),
            parent: None,
            doubts: 0,
            length: 0,
            is_expanded: true,
            handed: Vec::new(),
        };
        let literals = Literals(integers(self.model));
        let hunt = Hunt { nodes: vec![root], ..Hunt::default() };
        let nodes_by_key = FxHashMap::default();
        let (pending, costly) = (Pending::default(), Costly::default());
        let mut kinds = Kinds::default();
        kinds.add(0, &[]);
        let (exact_edges, precision) = (vec![Vec::new()], Precision::Abstract);
        let mut search = Search {
            hunt,
            is_enough,
            nodes_by_key,
            exact_edges,
            pending,
            costly,
            kinds,
            sampled: FxHashSet::default(),
            work_of_samples: 0,
            literals,
            precision,
        };
        self.effort.is_start = true;
        self.effort.start_end = self.work() + MAX_WHOLE_START;
        let start = self.arrivals_at_start();
        (self.effort.is_start, self.effort.start_end) = (false, u64::MAX);
        let max_work = self.work() + limits.max_work;
        match start {
            Ok(arrivals) => search.add(self, 0, arrivals),
            Err(error) => search.give_up(0, None, &error),
        }
        let all = (limits.max_states, max_work);
        search.hunt.is_cut_short = !self.search(&mut search, limits, all);
        self.enter_by_samples(&mut search, limits);
        search.settle();
        search.hunt.is_abstract = search.hunt.edges.iter().any(|edge| edge.state.is_some());
        search.hunt.lost = self.lost;
        if search.hunt.is_abstract && !search.hunt.is_cut_short {
            self.look_closer(&mut search, limits);
        }
        search.hunt.work = self.work();
        self.effort.limit = u64::MAX;
        search.hunt
    }

    /// Samples the start where the machine was not entered and not all of the start was followed, and goes on from there.
    fn enter_by_samples(&mut self, search: &mut Search<'_>, limits: HuntLimits) {
        let is_left_out = self.lost > 0 || !search.hunt.given_up.is_empty();
        let has_entered =
            search.hunt.nodes.iter().any(|node| self.idle_slots(&node.state).is_some());
        if has_entered || !is_left_out || search.hunt.is_interrupted {
            return;
        }
        let ways = match self.sampled_start() {
            Ok(ways) if ways.is_empty() => return,
            Ok(ways) => ways,
            Err(error) => {
                search.hunt.is_interrupted |= error == StepError::Interrupted;
                return;
            }
        };
        self.sampling.has_entered = true;
        search.hunt.is_sampled = true;
        // This says it of all ways through the start that were left out.
        self.lost = 0;
        search.hunt.given_up.clear();
        let arrivals = ways.into_iter().map(|path| self.arrival(None, path)).collect();
        search.add(self, 0, arrivals);
        let all = (limits.max_states, self.work() + limits.max_work);
        search.hunt.is_cut_short = !self.search(search, limits, all);
    }

    /// Looks at states as long as there are some; tells whether that came to its end.
    fn search(
        &mut self,
        search: &mut Search<'_>,
        limits: HuntLimits,
        (max_states, max_work): (usize, u64),
    ) -> bool {
        let sampled_before = search.work_of_samples;
        loop {
            let n_states = search.hunt.nodes.len();
            // Samples come on top of it.
            let max_work = max_work + search.work_of_samples - sampled_before;
            let left = max_work.saturating_sub(self.work());
            let is_late = n_states >= limits.max_states / 2 || left < limits.max_work / 2;
            let is_young = n_states < limits.max_states / SHARE_YOUNG_STATES
                && left > limits.max_work - limits.max_work / SHARE_YOUNG;
            if search.pending.is_empty() && search.costly.is_empty() {
                return true;
            }
            let too_many = n_states >= max_states;
            if search.hunt.is_interrupted || too_many || self.work() > max_work {
                return false;
            }
            if (search.is_enough)(self, &search.hunt) {
                return false;
            }
            if let Some(event) = search.costly.next(is_late, search.pending.is_empty()) {
                self.look_again(search, &event);
            } else if let Some(node) = search.pending.next(is_young) {
                search.hunt.nodes[node].is_expanded = true;
                self.expand(search, node);
            }
        }
    }

    /// Looks at states for which others have stood, as they are. What takes too much there is not followed, and the
    /// others stand for it as before.
    fn look_closer(&mut self, search: &mut Search<'_>, limits: HuntLimits) {
        let (lost, n_given_up) = (self.lost, search.hunt.given_up.len());
        search.precision = Precision::Exact;
        search.nodes_by_key.clear();
        for (number, node) in search.hunt.nodes.iter().enumerate() {
            search.nodes_by_key.entry(exact(&node.state, &node.handed)).or_insert(number);
        }
        for number in 0..search.hunt.edges.len() {
            search.tell_apart(self, number);
        }
        let max_states = (search.hunt.nodes.len() + MAX_CLOSER).min(limits.max_states);
        let max_work = self.work() + limits.max_work / SHARE_CLOSER;
        let is_all = self.search(search, limits, (max_states, max_work));
        search.hunt.is_abstract =
            !is_all || self.lost > lost || search.hunt.given_up.len() > n_given_up;
        search.hunt.given_up.truncate(n_given_up);
    }

    /// Which of the states of the machine a state is in: a word for its name.
    fn group(&self, state: &[u32]) -> u32 {
        self.idle_slots(state).map_or(0, |slots| state[slots.state])
    }

    fn arrivals_at_start(&mut self) -> Result<Vec<Arrival>, StepError> {
        let mut arrivals = Vec::new();
        for path in self.in_three_ways(&mut Self::start)? {
            for path in self.run_on(path)? {
                arrivals.push(self.arrival(None, path));
            }
        }
        Ok(arrivals)
    }

    /// Everything that can happen in a state.
    fn expand(&mut self, search: &mut Search<'_>, node: usize) {
        self.start_event();
        let mut words = search.hunt.nodes[node].state.clone();
        let next = self.renumber_state(&mut words);
        let ways = match self.in_every_way(PathState::new(words, next), &mut Self::enabled) {
            Ok(ways) => ways,
            Err(error) => return search.give_up(node, None, &error),
        };
        for (path_state, all_enabled) in ways {
            for enabled in all_enabled {
                let path_state = path_state.clone();
                self.look_at(search, Event { node, path_state, enabled });
            }
        }
    }

    /// Follows an event, if that does not take much; else it is set aside, and what was found is left for then.
    fn look_at(&mut self, search: &mut Search<'_>, event: Event) {
        if let Some(arrivals) = self.arrivals_within(FIRST_LOOK, &event) {
            return self.settle_event(search, &event, arrivals);
        }
        let HuntNode { doubts, length, .. } = search.hunt.nodes[event.node];
        let like = (search.kinds.of[event.node], event.enabled.action);
        search.costly.insert((doubts, length, event.node), like, event);
    }

    /// Follows an event that was set aside; where it takes too much unknown lists have few elements, so that loops over them come to
    /// their end.
    fn look_again(&mut self, search: &mut Search<'_>, event: &Event) {
        if let Some(arrivals) = self.arrivals_within(SECOND_LOOK, event) {
            return self.settle_event(search, event, arrivals);
        }
        let lost = self.lost;
        self.effort.event_end = self.work() + LAST_LOOK;
        self.effort.short_lists = true;
        let arrivals = self.arrivals(event);
        (self.effort.event_end, self.effort.short_lists) = (u64::MAX, false);
        let is_in_part = self.lost > lost || is_too_much(&arrivals);
        self.settle_event(search, event, arrivals);
        if is_in_part && !search.hunt.is_interrupted {
            self.sample(search, event);
        }
    }

    /// Follows some of the ways through an event, once for each that is met in a state of the machine.
    fn sample(&mut self, search: &mut Search<'_>, event: &Event) {
        let group = self.group(&search.hunt.nodes[event.node].state);
        let label = self.label_before(&event.path_state, &event.enabled);
        if search.work_of_samples > MAX_SAMPLED || !search.sampled.insert((group, label)) {
            return;
        }
        let path = Path {
            path_state: event.path_state.carrying(event.enabled.args()),
            clauses: Clauses::default(),
        };
        let before = self.work();
        let ways = self.sampled_event(&path, &event.enabled);
        search.work_of_samples += self.work() - before;
        let arrivals =
            ways.map(|ways| ways.into_iter().map(|path| self.arrival(Some(&event.enabled), path)));
        match arrivals {
            Ok(arrivals) => {
                let arrivals = arrivals.collect();
                search.add(self, event.node, arrivals);
            }
            Err(error) => search.hunt.is_interrupted |= error == StepError::Interrupted,
        }
    }

    /// What an event leads to; `None` where that takes more work, and only a part of it was found.
    fn arrivals_within(
        &mut self,
        work: u64,
        event: &Event,
    ) -> Option<Result<Vec<Arrival>, StepError>> {
        let lost = self.lost;
        let end = self.work() + work;
        self.effort.event_end = end;
        let arrivals = self.arrivals(event);
        self.effort.event_end = u64::MAX;
        let is_in_part = match &arrivals {
            Err(StepError::Interrupted) => false,
            arrivals => self.work() > end && (self.lost > lost || is_too_much(arrivals)),
        };
        if is_in_part {
            self.lost = lost;
            return None;
        }
        Some(arrivals)
    }

    /// Adds what an event leads to.
    fn settle_event(
        &mut self,
        search: &mut Search<'_>,
        event: &Event,
        arrivals: Result<Vec<Arrival>, StepError>,
    ) {
        match arrivals {
            Ok(arrivals) => search.add(self, event.node, arrivals),
            Err(error) => {
                let label = self.label_before(&event.path_state, &event.enabled);
                search.give_up(event.node, Some(label), &error);
            }
        }
    }

    fn arrivals(&mut self, event: &Event) -> Result<Vec<Arrival>, StepError> {
        let Event { path_state, enabled, .. } = event;
        let performed = self.in_three_ways(&mut |machine| {
            let path = Path {
                path_state: path_state.carrying(enabled.args()),
                clauses: Clauses::default(),
            };
            machine.perform(path, enabled)
        })?;
        let (mut arrivals, mut left_out) = (Vec::new(), None);
        for path in performed {
            match self.run_on(path) {
                Ok(paths) => {
                    arrivals
                        .extend(paths.into_iter().map(|path| self.arrival(Some(enabled), path)));
                }
                Err(StepError::Interrupted) => return Err(StepError::Interrupted),
                Err(error) => left_out = Some(error),
            }
        }
        match left_out {
            Some(error) if arrivals.is_empty() => Err(error),
            left_out => {
                self.lost += usize::from(left_out.is_some());
                Ok(arrivals)
            }
        }
    }

    /// The label of an action before anything is found out of its arguments.
    fn label_before(&mut self, path_state: &PathState, enabled: &Enabled) -> LabelId {
        let mut words = path_state.carrying(enabled.args()).words;
        self.label_of(enabled, &mut words)
    }

    fn arrival(&mut self, enabled: Option<&Enabled>, path: Path) -> Arrival {
        let Path { path_state, clauses } = path;
        let mut state = path_state.words;
        let (label, role) = match enabled {
            None => (LabelId::TAU, None),
            Some(enabled) => {
                let label = self.label_of(enabled, &mut state);
                (label, Some(self.model.actions[enabled.action].role))
            }
        };
        self.renumber_state(&mut state);
        let chosen = path_state.used.iter().filter_map(|&source| match source {
            Source::Origin(origin) if self.is_choice(source) => Some(origin),
            _ => None,
        });
        let edge = Edge {
            source: 0,
            target: 0,
            label,
            role,
            clauses: clauses.to_vec(),
            at: path_state.trail.raised.or(path_state.trail.at),
            uncertain: self.uncertain(&path_state.used),
            chosen: chosen.collect(),
            cut: path_state.used.contains(&Source::Cut),
            state: None,
            handed: path_state.handed.into_vec(),
        };
        Arrival { state, edge }
    }
}

impl Search<'_> {
    /// States that have become those that stand for them are themselves.
    fn settle(&mut self) {
        for edge in &mut self.hunt.edges {
            let target_state = &self.hunt.nodes[edge.target].state;
            edge.state = edge.state.take().filter(|state| state != target_state);
        }
    }

    fn give_up(&mut self, node: usize, label: Option<LabelId>, error: &StepError) {
        if *error == StepError::Interrupted {
            self.hunt.is_interrupted = true;
        }
        self.hunt.given_up.push((node, label));
    }

    /// Adds what follows a state.
    fn add(&mut self, machine: &Machine<'_>, source: usize, arrivals: Vec<Arrival>) {
        for Arrival { state, mut edge } in arrivals {
            let from = &self.hunt.nodes[source];
            let doubts = from.doubts + edge.uncertain.len() + usize::from(edge.cut);
            let length = from.length + usize::from(edge.role.is_some_and(is_step));
            edge.handed.extend(from.handed.iter().copied());
            edge.handed = machine.owed_still(&state, edge.handed);
            let key = match self.precision {
                Precision::Abstract => machine.key_of(&state, &edge.handed, &self.literals),
                Precision::Exact => exact(&state, &edge.handed),
            };
            let (group, number) = (machine.group(&state), self.hunt.edges.len());
            edge.source = source;
            edge.target = if let Some(&old_node) = self.nodes_by_key.get(&key) {
                self.improve(old_node, (doubts, length), (&state, &edge.handed), number);
                edge.state = (self.hunt.nodes[old_node].state != state).then_some(state);
                if edge.state.is_none() {
                    self.exact_edges[old_node].push(number);
                }
                old_node
            } else {
                let node = self.hunt.nodes.len();
                let parent = Some(number);
                let handed = edge.handed.clone();
                let new = HuntNode { state, parent, doubts, length, is_expanded: false, handed };
                self.insert((group, &edge.clauses), key, new);
                node
            };
            self.hunt.edges.push(edge);
        }
    }

    /// Makes a state of its own of what is behind an edge, where another state stood for that.
    fn tell_apart(&mut self, machine: &Machine<'_>, number: usize) {
        let edge = &mut self.hunt.edges[number];
        let Some(state) = edge.state.take() else { return };
        let key = exact(&state, &edge.handed);
        if let Some(&old_node) = self.nodes_by_key.get(&key) {
            edge.target = old_node;
            return;
        }
        let from = &self.hunt.nodes[edge.source];
        let doubts = from.doubts + edge.uncertain.len() + usize::from(edge.cut);
        let length = from.length + usize::from(edge.role.is_some_and(is_step));
        let (group, node) = (machine.group(&state), self.hunt.nodes.len());
        edge.target = node;
        let (parent, handed) = (Some(number), edge.handed.clone());
        let clauses = edge.clauses.clone();
        let new = HuntNode { state, parent, doubts, length, is_expanded: false, handed };
        self.insert((group, &clauses), key, new);
    }

    /// Adds a state to which its parent leads, through these clauses.
    fn insert(&mut self, (group, clauses): (u32, &[Span]), key: AbstractKey, new: HuntNode) {
        let node = self.hunt.nodes.len();
        let kind = self.kinds.add(group, clauses);
        self.nodes_by_key.insert(key, node);
        self.exact_edges.push(new.parent.into_iter().collect());
        self.pending.insert(kind, (new.doubts, new.length, node));
        self.hunt.nodes.push(new);
    }

    /// Takes another way to a state that has not been expanded, if it is a better one.
    fn improve(
        &mut self,
        old_node: usize,
        cost: (usize, usize),
        (state, handed): (&Words, &[TermId]),
        edge: usize,
    ) {
        let node = &mut self.hunt.nodes[old_node];
        let before = (node.doubts, node.length);
        if node.is_expanded || before <= cost {
            return;
        }
        let kind = self.kinds.of[old_node];
        self.pending.remove(kind, (before.0, before.1, old_node));
        (node.doubts, node.length) = cost;
        node.parent = Some(edge);
        if node.state != *state {
            let before = std::mem::replace(&mut node.state, state.clone());
            for number in self.exact_edges[old_node].drain(..) {
                self.hunt.edges[number].state = Some(before.clone());
            }
        }
        node.handed = handed.to_vec();
        self.pending.insert(kind, (cost.0, cost.1, old_node));
    }
}

/// The key of a state that stands for itself alone.
fn exact(state: &[u32], handed: &[TermId]) -> AbstractKey {
    state.iter().copied().chain(handed.iter().map(|reference| reference.0)).collect()
}

/// Whether an action is an event of its own, and not a part of what follows one.
fn is_step(role: ActionRole) -> bool {
    matches!(
        role,
        ActionRole::Command(_)
            | ActionRole::Dequeue(_)
            | ActionRole::Timeout
            | ActionRole::Continue(_)
            | ActionRole::Fires(_)
            | ActionRole::ExitSignal
    )
}
