//! Questions that states answer, and the way to the first state that does.
//!
//! Input: while states are expanded, which of them answer what. Output: behind each level, whether all that is asked is
//! answered; at the end, for each question, the way from the initial state to a state that answers it: a shortest one, and of those
//! the one that a search in one process comes upon first, whose steps are, one after another, as early in their rows as can be.
//!
//! Nothing is kept for that while states are expanded. Level by level, from that of the answer back to the first one, each worker
//! expands its states once more and asks the owners of what follows from which of them a way leads on; then worker 0 goes that
//! way. So a system in which nothing is found pays nothing, and one in which something is found is gone through twice at most.

use std::collections::{BTreeSet, VecDeque};

use fixedbitset::FixedBitSet;
use lts::StateId;
use lts::next_state::Successors;

use super::arrivals::{ASK, TOLD};
use super::level::BATCH;
use super::{Channel, Explorer, Fault, Report, Wanted};

/// Questions at most: bits of a number.
const N_QUESTIONS: usize = 64;

/// A way to a state that answers a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The bit of the question.
    pub question: usize,
    /// The level of the state, the initial one being 0.
    pub level: u64,
    /// The states, as worker 0 has them, from the initial one on; none where it was not looked for.
    pub states: Vec<Vec<u32>>,
}

/// Who answers what.
#[derive(Debug)]
pub(super) struct Answers {
    /// The first state of each level, of this worker.
    pub(super) starts: Vec<usize>,
    /// For each question the first level in which states of this worker answer it, and these.
    own: Vec<(usize, Vec<usize>)>,
    /// For each question the level in which it was answered.
    levels: Vec<Option<usize>>,
    /// States of this worker from which a way leads on.
    good: FixedBitSet,
    /// What is asked of each worker and not answered yet: which of the sources of a batch.
    asked: Vec<VecDeque<Vec<usize>>>,
    sources: Vec<Vec<usize>>,
    /// Sources of which was answered that a way leads on.
    hits: BTreeSet<usize>,
}

impl Answers {
    pub(super) fn new(n_workers: usize) -> Self {
        Self {
            starts: Vec::new(),
            own: vec![(usize::MAX, Vec::new()); N_QUESTIONS],
            levels: vec![None; N_QUESTIONS],
            good: FixedBitSet::new(),
            asked: vec![VecDeque::new(); n_workers],
            sources: vec![Vec::new(); n_workers],
            hits: BTreeSet::new(),
        }
    }
}

/// The numbers of the bits that are set.
fn ones(bits: u64) -> impl Iterator<Item = usize> {
    (0..N_QUESTIONS).filter(move |bit| bits >> bit & 1 == 1)
}

impl Explorer<'_> {
    /// Notes what a state answers.
    pub(super) fn note_answers(&mut self, state: &[u32], successors: &Successors, index: usize) {
        let answers = self.system.answers(state, successors);
        let level = self.levels.len() - 1;
        for question in ones(answers) {
            let (first, states) = &mut self.answers.own[question];
            if self.own.answered >> question & 1 == 0 {
                *first = level;
            }
            if *first == level {
                states.push(index);
            }
            self.own.answered |= 1 << question;
        }
    }

    /// Takes note of what the level behind which all report has answered; whether all is answered that is asked.
    pub(super) fn answered_by(&mut self, reports: &[Report]) -> bool {
        let answered = reports.iter().fold(0, |all, report| all | report.answered);
        // The next level is known already, if there is one.
        let level = self.answers.starts.len() - 1;
        for question in ones(answered) {
            self.answers.levels[question].get_or_insert(level);
        }
        let Wanted { asked, through, .. } = *self.wanted;
        (asked != 0 || through.is_some())
            && answered & asked == asked
            && through.is_none_or(|through| level as u64 >= through)
    }

    /// The ways to what was answered.
    pub(super) fn ways(&mut self) -> Result<Vec<Way>, Fault> {
        let mut ways = Vec::new();
        for question in 0..N_QUESTIONS {
            let Some(level) = self.answers.levels[question] else { continue };
            let is_asked = self.wanted.asked >> question & 1 == 1;
            let states = if is_asked { self.way(question, level)? } else { Vec::new() };
            ways.push(Way { question, level: level as u64, states });
        }
        Ok(ways)
    }

    fn way(&mut self, question: usize, level: usize) -> Result<Vec<Vec<u32>>, Fault> {
        let mut good = FixedBitSet::with_capacity(self.states.len());
        let (first, states) = &self.answers.own[question];
        if *first == level {
            good.extend(states.iter().copied());
        }
        self.answers.good = good;
        // Nobody is asked before knowing where the ways end.
        self.end_answers()?;
        for depth in (0..level).rev() {
            self.go_back(depth)?;
        }
        self.go_there(level)
    }

    /// Finds the states of a level from which a way leads into the next one.
    fn go_back(&mut self, depth: usize) -> Result<(), Fault> {
        let range = self.answers.starts[depth]..self.answers.starts[depth + 1];
        let mut successors = std::mem::take(&mut self.successors);
        for index in range {
            let state = self.states[index].to_vec();
            successors.clear();
            if self.system.successors(&state, &mut successors).is_ok() {
                for (_, target) in successors.iter(state.len()) {
                    self.ask(target, index, depth + 1);
                }
            }
            if index % (BATCH / 64) == 0 {
                self.exchange.step()?;
                self.take_arrivals()?;
                self.wait_for_many()?;
            }
        }
        self.successors = successors;
        self.end_questions(depth + 1)?;
        // As soon as this round is over others ask about these states.
        for source in std::mem::take(&mut self.answers.hits) {
            self.answers.good.insert(source);
        }
        self.end_answers()
    }

    /// Goes from the initial state to the level of the answer.
    fn go_there(&mut self, level: usize) -> Result<Vec<Vec<u32>>, Fault> {
        let is_first = self.exchange.index == 0;
        let mut way = if is_first { vec![self.initial.clone()] } else { Vec::new() };
        for depth in 0..level {
            let mut successors = Successors::default();
            if let Some(state) = way.last()
                && self.system.successors(state, &mut successors).is_ok()
            {
                for (place, (_, target)) in successors.iter(state.len()).enumerate() {
                    self.ask(target, place, depth + 1);
                }
            }
            self.end_questions(depth + 1)?;
            self.end_answers()?;
            let hits = std::mem::take(&mut self.answers.hits);
            let width = self.states.width();
            let next = hits.first().and_then(|place| successors.iter(width).nth(*place));
            way.extend(next.map(|(_, target)| target.to_vec()));
        }
        Ok(way)
    }

    /// Asks the owner of a state whether a way leads on from there, and there is one of this level.
    fn ask(&mut self, state: &[u32], source: usize, level: usize) {
        let owner = self.ownership.of(self.system, state);
        if owner == self.exchange.index {
            if self.leads_on(state, level) {
                self.answers.hits.insert(source);
            }
            return;
        }
        self.offer(owner, state);
        self.answers.sources[owner].push(source);
        if self.batches[owner].len() >= BATCH {
            self.send_question(owner, level);
        }
    }

    fn leads_on(&self, state: &[u32], level: usize) -> bool {
        let Some(StateId(index)) = self.states.find(state) else { return false };
        let (index, starts) = (index as usize, &self.answers.starts);
        let end = starts.get(level + 1).copied().unwrap_or(self.states.len());
        starts.get(level).is_some_and(|start| (*start..end).contains(&index))
            && self.answers.good.contains(index)
    }

    fn send_question(&mut self, owner: usize, level: usize) {
        let mut batch = std::mem::take(&mut self.batches[owner]);
        if !batch.is_empty() {
            self.awaited[owner] += batch.len();
            let sources = std::mem::take(&mut self.answers.sources[owner]);
            self.answers.asked[owner].push_back(sources);
            batch.extend([u32::try_from(level).unwrap_or(u32::MAX), ASK]);
            self.exchange.send(Channel::Candidates, owner, batch);
        }
    }

    /// Ends a round of questions: all that this worker has asked are answered.
    fn end_questions(&mut self, level: usize) -> Result<(), Fault> {
        for worker in 0..self.exchange.n_workers {
            self.send_question(worker, level);
        }
        self.wait_for_candidates()
    }

    /// Answers questions.
    pub(super) fn answer(&mut self, from: usize, mut words: Vec<u32>) -> Option<()> {
        let level = words.pop()? as usize;
        let width = self.states.width().max(1);
        self.heard.get(from)?.translate(self.system, &mut words, width).ok()?;
        let mut told = FixedBitSet::with_capacity(words.len() / width);
        for (place, state) in words.chunks_exact(width).enumerate() {
            told.set(place, self.leads_on(state, level));
        }
        let mut answer = vec![u32::try_from(words.len()).ok()?];
        answer.extend(told.ones().filter_map(|place| u32::try_from(place).ok()));
        answer.push(TOLD);
        self.exchange.send(Channel::Answers, from, answer);
        Some(())
    }

    /// Takes the answers to a batch of questions.
    pub(super) fn take_answer(&mut self, from: usize, words: &[u32]) -> Option<()> {
        let (n_words, places) = words.split_first()?;
        let sources = self.answers.asked.get_mut(from)?.pop_front()?;
        for place in places {
            self.answers.hits.insert(*sources.get(*place as usize)?);
        }
        self.free(from, *n_words as usize)
    }
}
