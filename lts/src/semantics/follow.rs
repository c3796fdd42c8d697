//! A run of the system again, with all that it takes kept in mind: on what does it rest?
//!
//! Input: a run, state by state. Output: its [`Grounds`]. States forget what was found out and does not
//! show in them, so a run of states may answer a question twice, differently. Here the path states are
//! followed instead: what the environment has chosen is never forgotten, and all of it must fit; it
//! can have chosen so. Of any other unknown value each step must hold whatever it is.

pub(crate) mod known;

use std::rc::Rc;

use model::{OriginId, PointId};

use super::store::{Shape, Source, TermId};
use super::{Cycle, Machine, StepError, Words};
use crate::graph::ids::LabelId;
use crate::label::Label;
use crate::semantics::path_state::question::Fact;
use crate::semantics::path_state::{PathState, WHOLE};
use crate::semantics::step::Enabled;
use crate::semantics::step::run_to_visible::Path;
use crate::semantics::step::start::is_start;
use crate::term::Term;
use known::{Behind, Step};

/// Path states that are followed side by side.
const MAX_WORLDS: usize = 16;

/// A run of the system: steps, each of which starts where the one before it has ended.
#[derive(Clone, Debug)]
pub struct Run<'s> {
    /// The state in which it starts.
    pub first: &'s [u32],
    /// State before, label, state behind.
    pub steps: Vec<(&'s [u32], LabelId, &'s [u32])>,
    /// The step that starts in the last state, where the run goes round for ever.
    pub loop_start: Option<usize>,
}

/// What a run rests on besides choices of the environment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Grounds {
    /// Unknown values that must be of one form or another, also those computed from a choice.
    pub uncertain: Vec<OriginId>,
    /// Whether the run also rests on the value of a function that was cut.
    pub cut: bool,
    /// Whether there are choices with which all of its steps fit together.
    pub fits: bool,
    /// An example of what `init/1` is called with, where the environment chooses that.
    pub argument: Option<Term>,
}

impl Grounds {
    /// Whether the module has this run, for some choice of the environment.
    pub fn is_certain(&self) -> bool {
        self.fits && !self.cut && self.uncertain.is_empty()
    }
}

/// A path state in which a run has been followed so far.
#[derive(Clone)]
pub(crate) struct Follower {
    pub(crate) path_state: PathState,
    /// Unknown values on which it rests.
    pub(crate) used: Vec<Source>,
    /// How much had happened before each step.
    pub(crate) bounds: Vec<usize>,
    /// What the path state was after the first round of the loop.
    mark: Option<Mark>,
}

/// What a path state is, apart from the names of its values.
type Mark = (Words, Vec<TermId>, Vec<Fact>);

impl Machine<'_> {
    /// What a run rests on.
    pub fn grounds(&mut self, run: &Run<'_>) -> Result<Grounds, StepError> {
        let (cuts, joins) = (self.cuts, self.joins);
        self.follows = true;
        let outcome = self.follow(run);
        self.follows = false;
        (self.cuts, self.joins) = (cuts, joins);
        let mut followers = outcome?;
        if run.loop_start.is_some() {
            followers.retain(|follower| {
                follower.mark.as_ref() == Some(&self.mark(&follower.path_state))
            });
        }
        followers.sort_by_key(|follower| follower.used.len());
        for Follower { path_state, used, .. } in followers {
            if let (argument, true) = self.argument(&path_state) {
                let (uncertain, cut) = (self.uncertain(&used), used.contains(&Source::Cut));
                return Ok(Grounds { uncertain, cut, fits: true, argument });
            }
        }
        Ok(Grounds::default())
    }

    pub(crate) fn follow(&mut self, run: &Run<'_>) -> Result<Vec<Follower>, StepError> {
        self.start_again(true);
        let starts = usize::from(is_start(run.first));
        let first = match run.steps.first() {
            Some((.., target)) if starts == 1 => Some(*target),
            _ => Some(run.first).filter(|_| starts == 0),
        };
        let mut behind = self.behind_start(first)?;
        for &(_, label, target) in run.steps.iter().skip(starts) {
            behind = self.behind_step(&behind, label, target)?;
        }
        let mut followers = behind.followers.to_vec();
        // What the first round finds out, the second one knows.
        if let Some(round) = run.loop_start.and_then(|start| run.steps.get(start.max(starts)..)) {
            for follower in &mut followers {
                follower.mark = Some(self.mark(&follower.path_state));
            }
            for &(_, label, target) in round {
                followers = self.advanced(&followers, label, target)?;
            }
        }
        Ok(followers)
    }

    /// What is behind the start, in this state if it is known.
    fn behind_start(&mut self, state: Option<&[u32]>) -> Result<Behind, StepError> {
        let step = Step::Start(state.map(<[u32]>::to_vec), self.plays);
        self.followed(Some(step), &mut |machine| {
            machine.effort.is_start = true;
            let followers = machine.followers(state);
            machine.effort.is_start = false;
            followers
        })
    }

    /// What is behind a step of a run.
    fn behind_step(
        &mut self,
        before: &Behind,
        label: LabelId,
        target: &[u32],
    ) -> Result<Behind, StepError> {
        let step = before.number.map(|number| Step::Next(number, label, target.to_vec()));
        self.followed(step, &mut |machine| machine.advanced(&before.followers, label, target))
    }

    /// What is behind a step: followed now, or known and counted as if it were.
    fn followed(
        &mut self,
        step: Option<Step>,
        follow: &mut dyn FnMut(&mut Self) -> Result<Vec<Follower>, StepError>,
    ) -> Result<Behind, StepError> {
        let allowed = self.allowed();
        if let Some(known) = step.as_ref().and_then(|step| self.known_runs.behind(step, allowed)) {
            self.effort.total += known.work.unwrap_or(0);
            return Ok(known);
        }
        let before = self.work();
        let followers = follow(self)?;
        let work = self.work() - before;
        let spent = self.is_spent().then_some(allowed);
        Ok(self.known_runs.insert(step, followers, (work, spent)))
    }

    /// The path states in which the run starts, in this state if it is known.
    fn followers(&mut self, state: Option<&[u32]>) -> Result<Vec<Follower>, StepError> {
        let path_states = self.starting(state)?;
        let mut ends_there = |path_state: &&PathState| {
            let mut words = path_state.words.clone();
            self.renumber_state(&mut words);
            state.is_none_or(|state| words == state)
        };
        let path_states = path_states.iter().filter(&mut ends_there).cloned().collect();
        let path_states = self.merge(path_states);
        let none = Follower {
            path_state: PathState::new(Words::default(), 1),
            used: Vec::new(),
            bounds: Vec::new(),
            mark: None,
        };
        Ok(path_states.into_iter().map(|path_state| self.follower(path_state, &none)).collect())
    }

    /// The path states in which the machine has started; those that were sampled where it was entered so.
    fn starting(&mut self, state: Option<&[u32]>) -> Result<Rc<Vec<PathState>>, StepError> {
        let is_entered = state.is_some_and(|state| self.idle_slots(state).is_some());
        if is_entered && self.sampling.has_skipped {
            return Err(StepError::Budget(Cycle::default()));
        }
        if is_entered && self.sampling.has_entered {
            return self.sampled_again().map(Rc::new);
        }
        let allowed = self.allowed();
        if let Some((path_states, work)) = self.known_runs.started(self.plays, allowed) {
            self.effort.total += work;
            return Ok(path_states);
        }
        if self.known_runs.is_too_little(self.plays, allowed) {
            self.effort.total += allowed + 1;
            return Err(StepError::Budget(Cycle::default()));
        }
        let before = self.work();
        let path_states = self.started();
        if path_states.is_err() && self.is_spent() {
            self.known_runs.insert_too_little(self.plays, allowed);
        }
        let path_states = path_states?;
        let work = self.work() - before;
        let spent = self.is_spent().then_some(allowed);
        Ok(self.known_runs.insert_start(self.plays, path_states, (work, spent)))
    }

    /// The path states in which the machine has started, computed anew.
    fn started(&mut self) -> Result<Vec<PathState>, StepError> {
        let mut path_states = Vec::new();
        for path in self.start()? {
            path_states.extend(self.run_on(path)?.into_iter().map(|path| path.path_state));
        }
        Ok(path_states)
    }

    /// The path states behind a step.
    fn advanced(
        &mut self,
        followers: &[Follower],
        label: LabelId,
        target: &[u32],
    ) -> Result<Vec<Follower>, StepError> {
        let mut advanced = Vec::new();
        let shown = match self.labels.get(label) {
            Label::Visible { action, .. } => action.as_ref().map(|action| action.args.clone()),
            Label::Tau => None,
        };
        // Most events that may come are others: what follows them need not be computed.
        let is_wanted = |machine: &Self, enabled: &Enabled| {
            let pairs = shown.iter().flat_map(|shown| enabled.args.iter().zip(shown));
            !pairs.into_iter().any(|(&arg, shown)| machine.differs(arg, shown))
        };
        for before in followers {
            self.start_again(false);
            let mut ways = self.steps_of(
                before.path_state.clone(),
                &is_wanted,
                &mut |machine, enabled, Path { mut path_state, .. }| {
                    let label = machine.label_of(enabled, &mut path_state.words);
                    (enabled.sender, label, path_state)
                },
            )?;
            let mut matching: Vec<((usize, PointId), PathState)> = Vec::new();
            for (sender, shown, path_state) in ways.drain(..) {
                let mut words = path_state.words.clone();
                self.renumber_state(&mut words);
                if shown == label && words == target {
                    matching.push((sender, path_state));
                }
            }
            // Path states of one action are parts of one whole; of two actions they are not.
            while let Some((sender, _)) = matching.first() {
                let sender = *sender;
                let (of_sender, others) = matching.into_iter().partition(|(s, _)| *s == sender);
                matching = others;
                let of_sender: Vec<(_, PathState)> = of_sender;
                let path_states =
                    self.merge(of_sender.into_iter().map(|(_, path_state)| path_state).collect());
                for path_state in path_states {
                    advanced.push(self.follower(path_state, before));
                }
            }
        }
        advanced.sort_by_key(|follower: &Follower| follower.used.len());
        advanced.truncate(MAX_WORLDS);
        Ok(advanced)
    }

    /// Whether a term is another one than is shown, whatever is found out of it: its atoms and the sizes of its tuples stay.
    fn differs(&self, term: TermId, shown: &Term) -> bool {
        match (self.store.shape(term), shown) {
            (Shape::Atom(name), Term::Atom(shown)) => name != shown,
            (Shape::Tuple(items), Term::Tuple(shown)) => {
                items.len() != shown.len()
                    || items.iter().zip(shown).any(|(&item, shown)| self.differs(item, shown))
            }
            (Shape::Atom(_), Term::Tuple(_)) | (Shape::Tuple(_), Term::Atom(_)) => true,
            _ => false,
        }
    }

    /// A path state between two steps: only what was found out of choices is still known.
    fn follower(&mut self, mut path_state: PathState, before: &Follower) -> Follower {
        path_state.facts = self.facts_on_choices(&path_state).into();
        self.number_chosen(&mut path_state, before.path_state.chosen.len());
        let mut used = [before.used.as_slice(), &*path_state.used].concat();
        used.sort_unstable();
        used.dedup();
        path_state.used.clear();
        path_state.sites.clear();
        path_state.given = 0;
        path_state.share = WHOLE;
        path_state.forks = 0;
        let mut bounds = before.bounds.clone();
        bounds.push(before.path_state.kept.len());
        Follower { path_state, used, bounds, mark: before.mark.clone() }
    }

    fn mark(&mut self, path_state: &PathState) -> Mark {
        let mut path_state = path_state.clone();
        self.renumber(&mut path_state);
        (path_state.words, path_state.chosen.into_vec(), path_state.facts.into_vec())
    }
}
