//! Exploration that stops when all that is asked is decided.
//!
//! Input: formulas; a model or a specification under exploration. Output: whether to go on. What a state
//! shows is asked of the engine when it is needed. Systems of moderate size are explored whole: their
//! numbers are worth more than the time. What is there when exploration stops is solved as any incomplete system is.

use checker::formula::StateAtom;
use checker::{Monitor, Observed};
use lts::StateId;
use lts::explore::{Exploration, Onlooker, SoFar, Stop};
use lts::next_state::NextState;
use lts::semantics::{Engine, Observation, is_start};
use model::{ActionRole, Model};
use monitor::OnTheFly;

use crate::cli::ExploreArg;
use crate::config::observed::Observer;
use crate::config::question::Question;
use crate::system::atoms::named;

/// States up to which a system is explored whole.
const MODERATE: usize = 20_000;

/// A formula that is watched.
enum Watched {
    /// In the mu-calculus.
    Formula(Box<Monitor>),
    /// About the past, with a monitor beside all runs.
    Past(Box<OnTheFly>),
}

impl Watched {
    fn new(question: &Question) -> Option<Self> {
        match question {
            Question::Formula(formula) => Monitor::new(formula).map(Box::new).map(Self::Formula),
            Question::Past(formula) => OnTheFly::new(formula).map(Box::new).map(Self::Past),
        }
    }

    fn is_decided(&self) -> bool {
        match self {
            Self::Formula(monitor) => monitor.is_decided(),
            Self::Past(monitor) => monitor.is_decided(),
        }
    }
}

/// Formulas that are watched.
pub(crate) struct Monitors<'w> {
    all: Vec<Watched>,
    /// States that are explored in any case, and those from which on others are to go on.
    least: usize,
    most: usize,
    model: Option<&'w Model>,
    observers: &'w [Observer],
    /// Whether there are several first states: of each the whole question is asked, when all are there.
    starts_twice: bool,
}

impl<'w> Monitors<'w> {
    /// Watches these formulas; none if the user, the model or one of them asks for the whole system.
    pub(crate) fn new<'f>(
        explore: ExploreArg,
        formulas: impl Iterator<Item = &'f Question>,
        model: Option<&'w Model>,
        observers: &'w [Observer],
    ) -> Option<Self> {
        let least = match explore {
            ExploreArg::All => return None,
            ExploreArg::Auto => MODERATE,
            ExploreArg::Needed => 0,
        };
        if model.is_some_and(asks_for_all) {
            return None;
        }
        let all: Vec<Watched> = formulas.map(Watched::new).collect::<Option<_>>()?;
        let most = usize::MAX;
        (!all.is_empty()).then_some(Self {
            all,
            least,
            most,
            model,
            observers,
            starts_twice: false,
        })
    }

    /// Stops where all states are explored that are explored in any case; false if there are none.
    pub(crate) fn begin_alone(&mut self) -> bool {
        self.most = self.least;
        self.least > 0
    }

    /// Whether others are to go on with what was explored alone.
    pub(crate) fn goes_on(&self, explored: &Exploration) -> bool {
        explored.stop == Some(Stop::Enough) && !self.is_decided()
    }

    fn is_decided(&self) -> bool {
        self.all.iter().all(Watched::is_decided)
    }

    /// Whether a formula, by its place among those that are watched, is known to hold in the whole system.
    pub(crate) fn has_held(&self, number: usize) -> bool {
        let watched = self.all.get(number);
        !self.starts_twice
            && watched.is_some_and(
                |watched| matches!(watched, Watched::Past(monitor) if monitor.holds_so_far()),
            )
    }

    fn look<S: NextState + Shows>(
        &mut self,
        system: &mut S,
        state: StateId,
        so_far: SoFar<'_>,
    ) -> bool {
        let (model, observers) = (self.model, self.observers);
        self.starts_twice |=
            state == StateId(0) && model.is_some() && is_start(so_far.state(state));
        // Those that are decided are watched no more.
        for watched in self.all.iter_mut().filter(|watched| !watched.is_decided()) {
            match watched {
                Watched::Formula(monitor) => {
                    monitor.learn(system.labels());
                    let mut seen = Seen { system: &mut *system, so_far, model, observers };
                    monitor.expanded(state, so_far, &mut seen);
                }
                Watched::Past(_) if self.starts_twice => {}
                Watched::Past(monitor) => {
                    monitor.learn(system.labels());
                    let mut seen = Seen { system: &mut *system, so_far, model, observers };
                    monitor.expanded(state, so_far, &mut seen);
                }
            }
        }
        let n_states = so_far.n_states();
        n_states >= self.most || n_states >= self.least && self.is_decided()
    }
}

/// Whether verdicts rest on all that the model leaves out: what it does not know, and runs that overflow.
pub(crate) fn asks_for_all(model: &Model) -> bool {
    let overflows = model.actions.iter().any(|action| action.role == ActionRole::Overflow);
    model.is_partial || overflows || !model.unknowns().is_empty()
}

/// A system whose states may show something.
pub(crate) trait Shows {
    /// Whether an atom holds in a state.
    fn shows(&mut self, atom: &StateAtom, state: &[u32], of: (&Model, &[Observer]))
    -> Option<bool>;
}

impl Shows for Engine<'_> {
    fn shows(
        &mut self,
        atom: &StateAtom,
        state: &[u32],
        (model, observers): (&Model, &[Observer]),
    ) -> Option<bool> {
        match atom {
            StateAtom::Name(name) => named(model, &self.info(state), name.as_str()),
            StateAtom::Data(text) => {
                let number = observers.iter().position(|observer| observer.text == *text)?;
                let Observation { may_hold, may_fail, .. } = self.observe(number, state).ok()?;
                (may_hold != may_fail).then_some(may_hold)
            }
        }
    }
}

impl Shows for mcrl::System<'_> {
    fn shows(&mut self, _: &StateAtom, _: &[u32], _: (&Model, &[Observer])) -> Option<bool> {
        None
    }
}

/// A system with its states so far.
struct Seen<'s, S> {
    system: &'s mut S,
    so_far: SoFar<'s>,
    model: Option<&'s Model>,
    observers: &'s [Observer],
}

impl<S: Shows> Observed for Seen<'_, S> {
    fn holds(&mut self, atom: &StateAtom, state: StateId) -> Option<bool> {
        let model = self.model?;
        self.system.shows(atom, self.so_far.state(state), (model, self.observers))
    }
}

impl<S: NextState + Shows> Onlooker<S> for Monitors<'_> {
    fn expanded(&mut self, system: &mut S, state: StateId, so_far: SoFar<'_>) -> bool {
        self.look(system, state, so_far)
    }
}
