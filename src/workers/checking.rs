//! `erl2lts check --workers N`: systems that are too large for one process, for the sake of verdicts.
//!
//! Input: a model with what is asked of it. Output: one of two things. Where each formula is decided by single states
//! (`asking`), or by one run each (`orders`), the processes only look for such states and runs, keep no transitions, and stop behind the
//! level in which all is decided: then there are counts, and for each formula a way to the first state that decides it, or that there
//! is none. Where something else is asked they write a folder, which is read here, so that the checker has all of the system.
//!
//! What one process explores whole in any case (`check::monitors`) it explores here too, before others are started.

use std::path::Path;
use std::rc::Rc;

use checker::Known;
use cluster::{Explored, Totals, Warm, Why};
use lts::explore::{Exploration, Stop, explore_until};
use lts::next_state::{NextState, StepError, Successors};
use lts::portable::Portable;
use lts::semantics::{Engine, LabelStyle, View, is_start};
use lts::{LabelTable, Lts, StateStore};
use model::Model;

use crate::check::monitors::{Monitors, Shows, asks_for_all};
use crate::cli::{CheckArgs, LimitArgs};
use crate::codes;
use crate::config::observed::Observer;
use crate::config::question::Question;
use crate::config::settings::placeless;
use crate::io::segments::Scratch;
use crate::session::Session;
use crate::session::watch::{self, Watch, signals, stop};
use crate::system::Maps;
use crate::system::generate::{Unexplored, engine, generate_until, report_stop};
use crate::system::{omissions, unstarted};
use crate::workers::asking::{Asking, Questions, by_states};
use crate::workers::beside::Order;
use crate::workers::children::{Task, TaskEnd};
use crate::workers::exploring::{Exploring, Under, WantedOf};
use crate::workers::hosts::{Place, PlaceKind};
use crate::workers::orders::{Happens, Run, Runs};
use crate::workers::{folder, said, slice};

/// How far a check has come that is ended while the system is read back.
const NOT_READ: &str = "the system was explored, and not read back yet";

/// What is asked of a model, and how it is explored.
pub(crate) struct Checking<'c, 'm> {
    pub(crate) args: &'c CheckArgs,
    pub(crate) place: &'c Place,
    /// The number of the system among those of the command.
    pub(crate) number: usize,
    pub(crate) maps: Maps,
    pub(crate) model: &'m Model,
    pub(crate) shown: (View, LabelStyle),
    pub(crate) limits: &'c LimitArgs,
    pub(crate) observers: &'m [Observer],
    pub(crate) questions: Vec<&'c Question>,
    /// Whether all of the system is needed for what is reported.
    pub(crate) needs_all: bool,
}

/// What came of it.
pub(crate) enum Found<'m> {
    /// A system, as one process would have explored it; with what has watched it.
    System(Box<(Engine<'m>, Exploration)>, Option<Monitors<'m>>),
    /// Answers.
    Told(Box<Told<'m>>),
    /// What is found is said by the first process.
    Elsewhere,
    /// Nothing, which was reported.
    Refused,
}

/// Answers to formulas about a system that is nowhere as a whole.
pub(crate) struct Told<'m> {
    pub(crate) engine: Engine<'m>,
    pub(crate) totals: Totals,
    /// Whether exploration has stopped because all is decided.
    pub(crate) is_decided: bool,
    pub(crate) is_complete: bool,
    /// By formula.
    pub(crate) answers: Vec<Answer>,
    /// Whether formulas hold that are asked besides, by their texts.
    pub(crate) happens: Vec<(String, bool)>,
}

/// What is known of a formula.
pub(crate) struct Answer {
    /// The part of the system that shows it, if something does.
    pub(crate) part: Exploration,
    /// The verdict, where it holds of the whole system that nothing shows otherwise.
    pub(crate) known: Option<Known>,
}

impl<'m> Checking<'_, 'm> {
    /// Explores; `monitors` makes what watches on one process.
    pub(crate) fn found(
        &self,
        session: &mut Session,
        monitors: &dyn Fn() -> Option<Monitors<'m>>,
    ) -> Result<Found<'m>, Unexplored> {
        let found = self.found_in_time(session, monitors);
        watch::begin();
        found
    }

    fn found_in_time(
        &self,
        session: &mut Session,
        monitors: &dyn Fn() -> Option<Monitors<'m>>,
    ) -> Result<Found<'m>, Unexplored> {
        let is_child = self.place.is_child();
        let mut first = monitors();
        if asks_for_all(self.model) {
            return self.alone(session);
        }
        if let Some(watching) = first.as_mut().filter(|_| !is_child)
            && watching.begin_alone()
        {
            let found =
                generate_until(session, self.model, self.shown, self.limits, Some(watching))?;
            if !watching.goes_on(&found.1) && !self.place.is_first() {
                return Ok(Found::Elsewhere);
            }
            if !watching.goes_on(&found.1) {
                return Ok(Found::System(Box::new(found), first));
            }
        }
        let Some(questions) = self.questions(first.is_some()) else {
            return self.whole(session, monitors);
        };
        match self.runs(session, &questions)? {
            Runs::Known(runs, others) => self.told(session, (questions, runs, others), monitors),
            Runs::Elsewhere => Ok(Found::Elsewhere),
            Runs::Unknown => self.whole(session, monitors),
        }
    }

    /// Explores without others, where a verdict rests on what a machine has met on its way: unknown values, what was left out.
    fn alone(&self, session: &mut Session) -> Result<Found<'m>, Unexplored> {
        if !self.place.is_first() {
            return Ok(Found::Elsewhere);
        }
        let found = generate_until(session, self.model, self.shown, self.limits, None)?;
        Ok(Found::System(Box::new(found), None))
    }

    /// What can be asked of single states; none if all of the system is needed, for this or another question.
    fn questions(&self, are_watched: bool) -> Option<Questions> {
        let wants_all = match &self.place.kind {
            PlaceKind::Child(given) => given.task.end == TaskEnd::All,
            PlaceKind::Parent(_) | PlaceKind::Host { .. } => self.needs_all || !are_watched,
        };
        let is_asked = !wants_all
            && self.observers.is_empty()
            && self.model.naming.is_none()
            && self
                .questions
                .iter()
                .all(|question| by_states(question).is_some() || Order::new(question).is_some());
        is_asked.then(|| Questions::new(self.questions.iter().copied()))?
    }

    /// Explores with others; what is there, how it was made ready.
    pub(super) fn explored<S: Portable>(
        &self,
        session: &mut Session,
        (system, watch): (&mut S, Watch),
        (folder, asked, end): (Option<&Path>, u64, TaskEnd),
    ) -> Option<(Explored, Warm)> {
        let task = Task { system: self.number, end };
        let wanted = WantedOf {
            input: &self.args.source.input,
            limits: self.limits,
            folder,
            resumes: false,
            pace: None,
            task,
            asked,
            is_part: true,
            reducing: None,
        };
        let (view, style) = self.shown;
        let shape = vec![
            ("system", format!("{} {}", self.number, task.text())),
            ("view", format!("{view:?}").to_lowercase()),
            ("labels", format!("{style:?}").to_lowercase()),
            ("model", format!("{:016x}", super::hash(self.model))),
            ("formulas", format!("{:016x}", super::hash(&self.texts()))),
        ];
        let under = Under { place: self.place, watch, shape, maps: self.maps };
        let found = Exploring { session, wanted }.explored(system, under)?;
        Some((found.explored, found.warm))
    }

    fn texts(&self) -> Vec<String> {
        self.questions.iter().map(ToString::to_string).collect()
    }

    pub(super) fn engine(&self) -> (Engine<'m>, Watch) {
        signals::listen();
        let watch = Watch::new(self.limits);
        (engine(self.model, self.shown, (self.limits, &watch)), watch)
    }

    /// An engine that has explored nothing.
    fn fresh(&self) -> Engine<'m> {
        engine(self.model, self.shown, (self.limits, &Watch::new(self.limits)))
    }

    /// Lets all processes look for states that decide what is asked.
    fn told(
        &self,
        session: &mut Session,
        (questions, runs, others): (Questions, Vec<Option<Run>>, Happens),
        monitors: &dyn Fn() -> Option<Monitors<'m>>,
    ) -> Result<Found<'m>, Unexplored> {
        let (mut engine, watch) = self.engine();
        let mut initial = Vec::new();
        let has_one = engine.initial(&mut initial).is_ok();
        if has_one && is_start(&initial) {
            return self.whole(session, monitors);
        }
        let (asked, end) = (questions.asked(), self.end(&runs));
        let (model, observers) = (self.model, self.observers);
        let mut asking = Asking { system: &mut engine, questions, model, observers };
        let explored = self.explored(session, (&mut asking, watch), (None, asked, end));
        let (explored, warm) = explored.ok_or(Unexplored::Reported)?;
        let questions = asking.questions;
        let why = explored.why.map(|(why, _)| why);
        if why == Some(Why::Unordered) {
            return Err(Unexplored::Maps);
        }
        let is_answered =
            |question: usize| explored.ways.iter().any(|way| way.question == question);
        let is_here = matches!(self.place.kind, PlaceKind::Parent(_) | PlaceKind::Child(_));
        let is_found = (0..questions.n_asked()).any(is_answered)
            || runs.iter().flatten().any(|run| run.places.is_some());
        if why.is_none() && is_here && is_found {
            // What is reported of a whole system in which something was found takes all of it.
            return if self.place.is_first() {
                self.whole(session, monitors)
            } else {
                Ok(Found::Elsewhere)
            };
        }
        if !self.place.is_first() {
            return Ok(Found::Elsewhere);
        }
        if why != Some(Why::Enough) {
            said::incomplete(session, &explored);
        }
        let answers = answers(&mut engine, (&questions, &runs), (&explored, &warm.initial));
        let of_states = questions.besides().map(|(n, text)| (text.clone(), is_answered(n)));
        let happens = of_states.chain(others).collect();
        for note in omissions::of(engine.machine()) {
            session.report(note);
        }
        if why.is_none()
            && let Some(warning) = unstarted::elsewhere(self.fresh())
        {
            session.report(warning);
        }
        let (is_decided, is_complete) = (why == Some(Why::Enough), why.is_none());
        let totals = explored.totals;
        Ok(Found::Told(Box::new(Told {
            engine,
            totals,
            is_decided,
            is_complete,
            answers,
            happens,
        })))
    }

    /// Lets all processes write the system, and reads it.
    fn whole(
        &self,
        session: &mut Session,
        monitors: &dyn Fn() -> Option<Monitors<'m>>,
    ) -> Result<Found<'m>, Unexplored> {
        let (mut engine, watch) = self.engine();
        let scratch = match &self.place.kind {
            PlaceKind::Child(given) => given.folder.clone().map(Scratch::Given),
            PlaceKind::Parent(_) => Scratch::new().ok(),
            PlaceKind::Host { .. } => {
                session.report(elsewhere());
                return Ok(Found::Refused);
            }
        };
        let Some(scratch) = scratch else {
            let message = "cannot make a folder for the system in the folder for temporary files";
            session.report(placeless(codes::NO_FOLDER, message));
            return Ok(Found::Refused);
        };
        let explored =
            self.explored(session, (&mut engine, watch), (Some(scratch.path()), 0, TaskEnd::All));
        let (explored, warm) = explored.ok_or(Unexplored::Reported)?;
        match explored.why {
            Some((Why::Unordered, _)) => return Err(Unexplored::Maps),
            Some((Why::Refused, _)) => return Err(Unexplored::Reported),
            _ if !self.place.is_first() => return Ok(Found::Elsewhere),
            _ => {}
        }
        signals::listen();
        let mut watch = Watch::new(self.limits);
        let is_over: Rc<dyn Fn() -> bool> = Rc::new(watch.alarm());
        let read = folder::system(scratch.path(), (&mut engine, &warm), &is_over);
        let (lts, states) = read.map_err(|error| {
            let (found, reason) = (Stop::Interrupted, watch.reason());
            session.report(match reason {
                Some(_) => stop::incomplete((&found, reason), NOT_READ, &session.sources),
                None => *error,
            });
            Unexplored::Reported
        })?;
        drop(scratch);
        let lts = slice::renumbered(&mut engine, &lts, &states);
        let stop = said::stop(&explored);
        let mut watching = monitors().filter(|_| stop.is_none());
        let (lts, states, stop) = match &mut watching {
            Some(watching) => cut(&mut engine, (lts, states), watching, &mut watch),
            None => (lts, states, stop),
        };
        watch.pause();
        let exploration = Exploration { lts, states, stop };
        let reason = explored.why.and_then(|(_, note)| said::reason(note)).or(watch.reason());
        report_stop(session, &exploration, reason);
        for note in omissions::of(engine.machine()) {
            session.report(note);
        }
        Ok(Found::System(Box::new((engine, exploration)), watching))
    }
}

/// What is known of each formula; `runs` has those that single states do not decide.
fn answers(
    engine: &mut Engine<'_>,
    (questions, runs): (&Questions, &[Option<Run>]),
    (explored, initial): (&Explored, &[u32]),
) -> Vec<Answer> {
    let mut n_of_states = 0;
    let mut answers = Vec::new();
    for run in runs {
        let (way, value) = if let Some(Run { places, value, .. }) = run {
            let along = |places: &Vec<usize>| slice::replayed(engine, initial, places);
            (places.as_ref().map(along), *value)
        } else {
            let of_this = explored.ways.iter().find(|way| way.question == n_of_states);
            n_of_states += 1;
            (of_this.map(|way| way.states.clone()), questions.value(n_of_states - 1))
        };
        answers.push(answer(engine, (way, value), explored, initial));
    }
    answers
}

/// What is known of a formula, of the way to a state that gives it this value, or of that there is none.
fn answer(
    engine: &mut Engine<'_>,
    (way, value): (Option<Vec<Vec<u32>>>, bool),
    explored: &Explored,
    initial: &[u32],
) -> Answer {
    let labels = &explored.labels;
    if let Some(way) = way {
        return Answer { part: slice::along(engine, &way, labels), known: None };
    }
    let is_complete = explored.why.is_none();
    let n_states = usize::try_from(explored.totals.states).unwrap_or(usize::MAX);
    // Where a state could make it false and none does, it is true in each of them; and the other way round.
    let known = Known { holds: !value, false_in: if value { n_states } else { 0 } };
    let part = slice::alone(engine, initial, (labels, is_complete));
    Answer { part, known: is_complete.then_some(known) }
}

/// That what is asked takes all of the system.
fn elsewhere() -> frontend::Diagnostic {
    let message = "what is asked is decided neither by single states nor by one run, and each machine has only a part of the system";
    let help = "write it with `lts --hosts .. -o DIR`, bring all segments into one folder, and check that: `erl2lts check DIR -e ..`";
    placeless(codes::NO_WORKERS, message).with_help(help)
}

/// The part of a system that is enough for what watches, if it is not all.
fn cut<'m>(
    engine: &mut Engine<'m>,
    (lts, states): (Lts, StateStore),
    monitors: &mut Monitors<'m>,
    watch: &mut Watch,
) -> (Lts, StateStore, Option<Stop>) {
    let mut replayed = Replayed { system: engine, lts: &lts, states: &states };
    // It has an end: a bound that is just met could stop it before that.
    let found = explore_until(&mut replayed, usize::MAX, 1, &mut |now| watch.look(now), monitors);
    match found {
        Ok(Exploration { lts, states, stop }) => (lts, states, stop),
        Err(_) => (lts, states, None),
    }
}

/// A system that is there, explored once more.
struct Replayed<'r, S> {
    system: &'r mut S,
    lts: &'r Lts,
    states: &'r StateStore,
}

impl<S: NextState> NextState for Replayed<'_, S> {
    fn width(&self) -> usize {
        self.states.width()
    }

    fn initial(&mut self, out: &mut Vec<u32>) -> Result<(), StepError> {
        out.extend_from_slice(self.states.get(self.lts.initial()).unwrap_or_default());
        Ok(())
    }

    fn successors(&mut self, state: &[u32], out: &mut Successors) -> Result<(), StepError> {
        let state = self.states.find(state).ok_or(StepError::Stuck)?;
        for edge in self.lts.out(state) {
            out.push(edge.label, self.states.get(edge.target).ok_or(StepError::Stuck)?);
        }
        Ok(())
    }

    fn labels(&self) -> &LabelTable {
        self.lts.labels()
    }
}

impl<S: Shows> Shows for Replayed<'_, S> {
    fn shows(
        &mut self,
        atom: &checker::formula::StateAtom,
        state: &[u32],
        of: (&Model, &[Observer]),
    ) -> Option<bool> {
        self.system.shows(atom, state, of)
    }
}
