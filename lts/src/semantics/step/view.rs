//! Hidden steps: passed over on the way to the next state worth keeping.

use frontend::Name;
use model::library::told;
use model::{ActionId, ActionRole, Behaviour, Model, PointId, Procedure, ProcessRole};
use rustc_hash::FxHashSet;

use crate::next_state::Cycle;
use crate::semantics::evaluation::eval::{Halt, Turn};
use crate::semantics::path_state::PathState;
use crate::semantics::step::Enabled;
use crate::semantics::step::run_to_visible::Path;
use crate::semantics::store::{Shape, TermId};
use crate::semantics::{Machine, StepError, Words};

/// Hidden steps on the way from one kept state to the next, at most.
const MAX_PASSED: usize = 100_000;

impl Machine<'_> {
    /// Passes over hidden steps, as long as each is the only step of its state; a state from which
    /// only hidden steps lead back to itself is kept.
    pub(crate) fn run_on(&mut self, path: Path) -> Result<Vec<Path>, StepError> {
        if self.hunts {
            return self.run_far(path);
        }
        let mut kept = Vec::with_capacity(1);
        let mut pending = Vec::new();
        let mut next = Some((path, FxHashSet::default()));
        while let Some((path, mut passed)) = next.take().or_else(|| pending.pop()) {
            let mut after = Vec::new();
            match self.hidden_step(&path.path_state)? {
                Next::Hides(enabled) if self.is_new(&path.path_state, &mut passed)? => {
                    after = self.perform(path, &enabled)?;
                }
                Next::Stays | Next::Hides(_) => kept.push(path),
                Next::Open => self.pass_in_ways(path, &mut passed, &mut kept, &mut after)?,
            }
            if let Some(first) = after.pop() {
                pending.extend(after.into_iter().map(|path| (path, passed.clone())));
                next = Some((first, passed));
            }
        }
        Ok(kept)
    }

    /// Whether the only step of a path state is hidden.
    pub(crate) fn hidden_step(&mut self, path_state: &PathState) -> Result<Next, StepError> {
        if self.surely_stays(&path_state.words) {
            return Ok(Next::Stays);
        }
        let budget = if self.is_exact { self.effort.max_steps } else { self.fuel };
        let mut turn = Turn::knowing(budget, &path_state.facts, &[], &[]);
        match self.enabled(path_state, &mut turn) {
            Ok(enabled) => Ok(self.only_hidden(enabled).map_or(Next::Stays, Next::Hides)),
            Err(Halt::Error(error)) => Err(error),
            Err(Halt::Open(_)) => Ok(Next::Open),
        }
    }

    fn only_hidden(&self, mut enabled: Vec<Enabled>) -> Option<Enabled> {
        let only = if enabled.len() == 1 { enabled.pop() } else { None };
        only.filter(|enabled| self.is_hidden(enabled.action) && !self.hands_on(enabled))
    }

    /// Whether a hunt must see a call that it passes over else: it hands on the tag of a call, and a process that has
    /// the tag can answer.
    fn hands_on(&self, enabled: &Enabled) -> bool {
        self.hunts
            && self.model.actions[enabled.action].role == ActionRole::Call
            && enabled.args.iter().any(|&arg| self.holds_tag(arg))
    }

    /// Whether a term holds the tag of a call: `[alias | Reference]`.
    fn holds_tag(&self, whole: TermId) -> bool {
        let mut pending = vec![whole];
        while let Some(id) = pending.pop() {
            if !self.store.holds_reference(id) {
                continue;
            }
            match self.store.shape(id) {
                Shape::Cons(head, tail) => {
                    let is_alias = |name: &Name| name.as_str() == "alias";
                    let head_is =
                        matches!(self.store.shape(*head), Shape::Atom(name) if is_alias(name));
                    if head_is && matches!(self.store.shape(*tail), Shape::Reference(_)) {
                        return true;
                    }
                    pending.extend([*head, *tail]);
                }
                Shape::Tuple(items) => pending.extend(items.iter().copied()),
                Shape::Wrap(_, content) => pending.push(*content),
                _ => {}
            }
        }
        false
    }

    /// Notes the state of a path state as passed, if it was not before.
    fn is_new(
        &mut self,
        path_state: &PathState,
        passed: &mut FxHashSet<Words>,
    ) -> Result<bool, StepError> {
        let mut state = path_state.words[..self.layout.width].to_vec();
        self.renumber_state(&mut state);
        let is_new = passed.insert(state);
        self.beat(1)?;
        if passed.len() > MAX_PASSED {
            return Err(StepError::Hidden(self.procedures_in(passed)));
        }
        Ok(is_new)
    }

    /// The procedures that run in some of these states, in textual order.
    fn procedures_in(&self, states: &FxHashSet<Words>) -> Cycle {
        let model = self.model;
        let controls = states.iter().flat_map(|state| {
            (0..model.composition.len()).map(|component| self.layout.get(state, component)[0])
        });
        let mut procedures: Vec<&Procedure> = controls
            .filter_map(|control| {
                match model.processes[self.layout.process(PointId(control))].role {
                    ProcessRole::Procedure(procedure, _) => Some(&model.procedures[procedure]),
                    _ => None,
                }
            })
            .collect();
        procedures.sort_by_key(|procedure| procedure.span);
        procedures.dedup();
        let names =
            procedures.iter().map(|one| told(model.behaviour, one.name.as_str(), one.arity));
        let mut functions: Vec<String> = names.collect();
        functions.dedup();
        Cycle { functions, place: procedures.first().map(|first| first.span) }
    }

    /// Goes on where what can happen depends on unknown values: in the ways in which the only step
    /// is hidden, unless it is in none.
    pub(crate) fn pass_in_ways(
        &mut self,
        path: Path,
        passed: &mut FxHashSet<Words>,
        kept: &mut Vec<Path>,
        after: &mut Vec<Path>,
    ) -> Result<(), StepError> {
        let mut ways = Vec::new();
        for (path_state, enabled) in
            self.in_every_way(path.path_state.clone(), &mut Self::enabled)?
        {
            ways.push((path_state, self.only_hidden(enabled)));
        }
        let hides = ways.iter().any(|(_, enabled)| enabled.is_some());
        if !hides || !self.is_new(&path.path_state, passed)? {
            kept.push(path);
            return Ok(());
        }
        for (path_state, enabled) in ways {
            let path = Path { path_state, clauses: path.clauses.clone() };
            match enabled {
                None => kept.push(path),
                Some(enabled) => after.extend(self.perform(path, &enabled)?),
            }
        }
        Ok(())
    }

    /// Whether a look at the control point of a single component tells that its next step is not
    /// hidden, so that the steps of the state need not be computed.
    fn surely_stays(&self, state: &[u32]) -> bool {
        self.model.composition.len() == 1 && self.never_hides[state[0] as usize]
    }
}

/// What a path state does next.
pub(crate) enum Next {
    /// The path state has several steps, or one that is shown, or none.
    Stays,
    /// The path state has one step, which is hidden.
    Hides(Enabled),
    /// What the path state does depends on unknown values.
    Open,
}

/// For each control point whether no step from there is hidden.
pub(crate) fn never_hiding(model: &Model, is_hidden: impl Fn(ActionId) -> bool) -> Vec<bool> {
    let never = |point| never_hides(model, point, &is_hidden);
    model.points.iter_enumerated().map(|(point, _)| never(point)).collect()
}

fn never_hides(model: &Model, point: PointId, is_hidden: &impl Fn(ActionId) -> bool) -> bool {
    let never = |point: PointId| never_hides(model, point, is_hidden);
    match &model.points[point] {
        Behaviour::End(_) => true,
        Behaviour::Act { action, .. } => !is_hidden(*action),
        Behaviour::If { yes, no, .. } => never(*yes) && never(*no),
        Behaviour::Choice(points) => points.iter().all(|&point| never(point)),
        Behaviour::Receive { .. }
        | Behaviour::Let { .. }
        | Behaviour::Mark { .. }
        | Behaviour::Call { .. } => false,
    }
}
