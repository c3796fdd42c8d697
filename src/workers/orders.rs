//! Formulas that speak of an order or of the past, and that one run settles each: asked of several processes, one after another.
//!
//! Input: what is asked. Output: for each of these formulas a shortest run that settles it, and the first one of those, or that there is none;
//! or that the whole system is needed, as something is not known or a limit was met. For each formula the processes explore the system
//! with what is remembered of runs (`beside`), which has more states than the system, and stop behind the level in which the formula is
//! settled. How large the system itself is, up to the last of these levels, is found out afterwards (`checking`).

use cluster::{Explored, Why};
use lts::next_state::{NextState, Successors};
use lts::semantics::is_start;

use super::checking::Checking;
use crate::config::question::Question;
use crate::session::Session;
use crate::system::generate::Unexplored;
use crate::workers::asking::{Other, Questions, by_states};
use crate::workers::beside::{Beside, OPEN, Order, SETTLED};
use crate::workers::children::TaskEnd;
use crate::workers::hosts::PlaceKind;

/// What is known of a formula that one run settles.
pub(crate) struct Run {
    /// The value of the formula if a run settles it.
    pub(crate) value: bool,
    /// The level of the state behind which all shorter runs are known, and a run, if there is one: the places of its steps among all that
    /// follow a state. They are known to worker 0 only.
    pub(crate) level: u64,
    pub(crate) places: Option<Vec<usize>>,
}

/// Whether formulas hold that are asked besides, by their texts.
pub(crate) type Happens = Vec<(String, bool)>;

/// What came of all of them.
pub(crate) enum Runs {
    /// For each question what is known; none where single states decide it. And whether that happens which is asked besides.
    Known(Vec<Option<Run>>, Happens),
    /// This process was for one of them only.
    Elsewhere,
    /// The whole system is needed.
    Unknown,
}

impl Checking<'_, '_> {
    /// Asks for runs where formulas speak of an order.
    pub(super) fn runs(
        &self,
        session: &mut Session,
        questions: &Questions,
    ) -> Result<Runs, Unexplored> {
        let others = questions.others();
        if let PlaceKind::Child(given) = &self.place.kind {
            let TaskEnd::Order(number) = given.task.end else {
                // What is known of runs is of no interest here but to the first process.
                return Ok(Runs::Known(self.questions.iter().map(|_| None).collect(), Vec::new()));
            };
            let besides = number.checked_sub(self.questions.len()).and_then(|n| others.get(n));
            let question = besides.map(|other| &other.question);
            if let Some(question) = question.or_else(|| self.questions.get(number).copied()) {
                self.run(session, (number, question))?;
            }
            return Ok(Runs::Elsewhere);
        }
        let mut runs = Vec::new();
        for (number, question) in self.questions.iter().enumerate() {
            if by_states(question).is_some() {
                runs.push(None);
                continue;
            }
            match self.run(session, (number, question))? {
                Some(run) => runs.push(Some(run)),
                None => return Ok(Runs::Unknown),
            }
        }
        let mut happens = Vec::new();
        // Of what is settled by a run nothing else is asked.
        let is_settled = |run: &Option<Run>| run.as_ref().is_some_and(|run| run.places.is_some());
        if !runs.iter().all(is_settled) {
            for (number, Other { text, question }) in (self.questions.len()..).zip(others) {
                match self.run(session, (number, question))? {
                    Some(run) => happens.push((text.clone(), run.places.is_some() == run.value)),
                    None => return Ok(Runs::Unknown),
                }
            }
        }
        Ok(Runs::Known(runs, happens))
    }

    /// Asks for a run that settles a formula; nothing where the whole system is needed.
    fn run(
        &self,
        session: &mut Session,
        (number, question): (usize, &Question),
    ) -> Result<Option<Run>, Unexplored> {
        let Some(order) = Order::new(question) else { return Ok(None) };
        let value = order.value();
        let (mut engine, watch) = self.engine();
        let mut initial = Vec::new();
        if engine.initial(&mut initial).is_ok() && is_start(&initial) {
            return Ok(None);
        }
        let mut beside = Beside::new(&mut engine, order, self.model);
        let (asked, end) = (1 << SETTLED, TaskEnd::Order(number));
        let found = self.explored(session, (&mut beside, watch), (None, asked, end));
        let (explored, _) = found.ok_or(Unexplored::Reported)?;
        let Explored { ways, why, .. } = explored;
        let why = why.map(|(why, _)| why);
        if why == Some(Why::Unordered) {
            return Err(Unexplored::Maps);
        }
        let way = |question| ways.iter().find(|way| way.question == question);
        if let Some(way) = way(SETTLED) {
            let places = Some(places(&mut beside, &way.states));
            return Ok(Some(Run { value, level: way.level, places }));
        }
        let is_known = why.is_none() && way(OPEN).is_none();
        Ok(is_known.then_some(Run { value, level: 0, places: None }))
    }

    /// How far the system itself is to be explored.
    pub(super) fn end(&self, runs: &[Option<Run>]) -> TaskEnd {
        if let PlaceKind::Child(given) = &self.place.kind {
            return given.task.end;
        }
        let levels = runs.iter().flatten().map(|run| run.places.as_ref().map(|_| run.level));
        let last = levels.collect::<Option<Vec<u64>>>();
        match last {
            Some(levels) => levels.into_iter().max().map_or(TaskEnd::Answers, TaskEnd::Through),
            // Where one is not settled, all of the system was looked at.
            None => TaskEnd::Through(u64::MAX),
        }
    }
}

/// The places of the steps of a way among all that follow its states.
fn places<S: NextState>(beside: &mut Beside<'_, S>, way: &[Vec<u32>]) -> Vec<usize> {
    let mut places = Vec::new();
    for (state, next) in way.iter().zip(way.iter().skip(1)) {
        let (state, next) = (beside.own(state).to_vec(), beside.own(next).to_vec());
        let mut successors = Successors::default();
        // It could be computed before.
        let _ = beside.system.successors(&state, &mut successors);
        let width = beside.system.width();
        places.extend(successors.iter(width).position(|(_, other)| *other == *next));
    }
    places
}
