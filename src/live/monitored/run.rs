//! A run that is watched: from what lines say to steps of a monitor.
//!
//! A step is an action, an action with what is stored directly behind it, or what is stored alone. Where no formula asks for what is
//! stored, an action is a step at once. Each distinct line is read once, as long as there are not too many of them.

use behaviour::Kept;
use checker::formula::{Act, ActionFormula, StateAtom};
use checker::labels_meeting;
use fixedbitset::FixedBitSet;
use frontend::Name;
use lts::{Action, LabelTable, Term};
use monitor::{Atom, Monitor, Report, Specification};
use rustc_hash::FxHashMap;

use crate::live::monitored::line::{self, Says};

/// Distinct lines that are kept with what they say, at most; longer ones are not.
const MOST_LINES: usize = 1 << 16;
const LONGEST_LINE: usize = 512;

/// Answers what formulas ask of what is stored.
pub(crate) trait Stored {
    /// Whether `data(Expr)` is true: the text of the expression, the name of the state, the data.
    fn holds(&mut self, text: &str, name: Option<&Term>, data: &Term) -> bool;

    /// What the state is called, of which a line tells this name and these data.
    fn name(&mut self, told: Option<Term>, data: Option<&Term>) -> Option<Term>;
}

/// What is stored, where nobody knows more than what lines tell: no `data(Expr)` is true.
pub(crate) struct Told;

impl Stored for Told {
    fn holds(&mut self, _: &str, _: Option<&Term>, _: &Term) -> bool {
        false
    }

    fn name(&mut self, told: Option<Term>, _: Option<&Term>) -> Option<Term> {
        told
    }
}

/// Where a formula has become false.
pub(crate) struct Violation {
    /// Which formula.
    pub(crate) formula: usize,
    /// The line of the step, and the step, from 1 on.
    pub(crate) line: u64,
    pub(crate) step: u64,
    pub(crate) report: Report,
}

/// What a line says, with the answers to atoms as a number.
#[derive(Clone, Copy)]
enum Read {
    Taken(usize),
    Received(usize),
    /// The answers of an action, if none has been received, and of what is stored.
    Done(usize, usize),
    Stored(usize),
    Nothing,
}

/// An action that waits for what is stored behind it: its answers, its line.
type Waiting = (usize, u64);

/// A run.
pub(crate) struct Run<'r> {
    specification: &'r Specification,
    monitor: Monitor,
    behind: &'r mut dyn Stored,
    keeps: Option<Kept>,
    known: FxHashMap<Box<str>, Read>,
    answers: Vec<FixedBitSet>,
    numbers: FxHashMap<FixedBitSet, usize>,
    /// What holds of what was stored last.
    stored: FixedBitSet,
    now: FixedBitSet,
    asks_stored: bool,
    waiting: Option<Waiting>,
    /// Whether what waits is an event under way: others that come before it is done with are made by its callback.
    is_under_way: bool,
    /// Whether the last line was an action.
    is_behind_action: bool,
    was_true: Vec<bool>,
    /// The atoms that some step has met.
    pub(crate) met: FixedBitSet,
    /// How often each formula has become false.
    pub(crate) n_violations: Vec<u64>,
    pub(crate) found: Vec<Violation>,
    /// Whether some line told what is stored, with a state, with data.
    pub(crate) told_stored: [bool; 2],
}

impl<'r> Run<'r> {
    /// A run of which nothing has been seen.
    pub(crate) fn new(specification: &'r Specification, behind: &'r mut dyn Stored) -> Self {
        let none = FixedBitSet::with_capacity(specification.atoms().len());
        let n = specification.formulas().len();
        let is_stored = |atom: &Atom| matches!(atom, Atom::State(_));
        Self {
            specification,
            monitor: Monitor::new(specification),
            behind,
            keeps: None,
            known: FxHashMap::default(),
            answers: Vec::new(),
            numbers: FxHashMap::default(),
            stored: none.clone(),
            now: none.clone(),
            asks_stored: specification.atoms().iter().any(is_stored),
            waiting: None,
            is_under_way: false,
            is_behind_action: false,
            was_true: vec![true; n],
            met: none,
            n_violations: vec![0; n],
            found: Vec::new(),
            told_stored: [false; 2],
        }
    }

    /// How many steps there were.
    pub(crate) fn n_steps(&self) -> u64 {
        self.monitor.n_steps()
    }

    /// Takes a line; whether it could be read.
    pub(crate) fn line(&mut self, text: &str, number: u64) -> bool {
        let read = match self.known.get(text) {
            Some(&read) => read,
            None => match self.read(text) {
                Some(read) => read,
                None => return false,
            },
        };
        match read {
            Read::Nothing => {}
            Read::Received(_) if self.is_under_way => {}
            Read::Received(answers) => {
                self.settle();
                self.is_under_way = true;
                self.waiting = Some((answers, number));
            }
            Read::Done(again, stored) => {
                let waiting = if self.is_under_way { self.waiting.take() } else { None };
                self.settle();
                self.stored.clone_from(&self.answers[stored]);
                let (action, line) = waiting.unwrap_or((again, number));
                self.step(Some(action), line);
            }
            Read::Taken(answers) if self.asks_stored => {
                self.settle();
                self.waiting = Some((answers, number));
            }
            Read::Taken(answers) => {
                self.settle();
                self.is_behind_action = true;
                self.step(Some(answers), number);
            }
            Read::Stored(answers) if self.asks_stored => {
                self.stored.clone_from(&self.answers[answers]);
                let (action, line) = self.waiting.take().unzip();
                self.step(action, line.unwrap_or(number));
            }
            Read::Stored(_) => {
                if !self.is_behind_action {
                    self.step(None, number);
                }
                self.is_behind_action = false;
            }
        }
        true
    }

    /// Takes the action that waits for what is stored, behind which nothing came.
    pub(crate) fn settle(&mut self) {
        self.is_under_way = false;
        if let Some((answers, line)) = self.waiting.take() {
            self.step(Some(answers), line);
        }
    }

    fn step(&mut self, action: Option<usize>, line: u64) {
        self.now.clone_from(&self.stored);
        if let Some(action) = action {
            self.now.union_with(&self.answers[action]);
        }
        self.met.union_with(&self.now);
        self.monitor.step(self.specification, &self.now);
        for formula in 0..self.was_true.len() {
            let holds = self.monitor.holds(self.specification, formula);
            if self.was_true[formula] && !holds {
                self.n_violations[formula] += 1;
                let report = Report::of(&self.monitor, self.specification, formula);
                let step = self.monitor.n_steps();
                self.found.push(Violation { formula, line, step, report });
            }
            self.was_true[formula] = holds;
        }
    }

    /// What a line says, and keeps it.
    fn read(&mut self, text: &str) -> Option<Read> {
        let before = self.keeps;
        let read = match line::read(text, &mut self.keeps)? {
            Says::Nothing => Read::Nothing,
            Says::Taken(action) => {
                let answers = self.answers_of_action(&action);
                Read::Taken(self.number(answers))
            }
            Says::Received(action) => {
                let answers = self.answers_of_action(&action);
                Read::Received(self.number(answers))
            }
            Says::Done { again, name } => {
                self.told_stored[0] = true;
                let again = self.answers_of_action(&again);
                let stored = self.answers_of_stored(Some(&name), None);
                Read::Done(self.number(again), self.number(stored))
            }
            Says::Stored { name, data } => {
                let name = self.behind.name(name, data.as_ref());
                self.told_stored[0] |= name.is_some();
                self.told_stored[1] |= data.is_some();
                let answers = self.answers_of_stored(name.as_ref(), data.as_ref());
                Read::Stored(self.number(answers))
            }
        };
        // What changes how other lines are read is read each time.
        if text.len() <= LONGEST_LINE && before == self.keeps {
            if self.known.len() == MOST_LINES {
                self.known.clear();
            }
            self.known.insert(text.into(), read);
        }
        Some(read)
    }

    fn number(&mut self, answers: FixedBitSet) -> usize {
        let next = self.answers.len();
        *self.numbers.entry(answers).or_insert_with_key(|answers| {
            self.answers.push(answers.clone());
            next
        })
    }

    fn answers_of_action(&self, action: &Action) -> FixedBitSet {
        let mut answers = FixedBitSet::with_capacity(self.specification.atoms().len());
        for (number, atom) in self.specification.atoms().iter().enumerate() {
            if let Atom::Action(condition) = atom {
                answers.set(number, meets(condition, action));
            }
        }
        answers
    }

    fn answers_of_stored(&mut self, name: Option<&Term>, data: Option<&Term>) -> FixedBitSet {
        let mut answers = FixedBitSet::with_capacity(self.specification.atoms().len());
        for (number, atom) in self.specification.atoms().iter().enumerate() {
            let holds = match (atom, data) {
                (Atom::State(StateAtom::Name(wanted)), _) => {
                    name.is_some_and(|name| is_called(name, wanted))
                }
                (Atom::State(StateAtom::Data(text)), Some(data)) => {
                    self.behind.holds(text.as_str(), name, data)
                }
                _ => false,
            };
            answers.set(number, holds);
        }
        answers
    }
}

/// Whether a state has a name as a formula writes it: what is no atom is written as it is printed.
fn is_called(name: &Term, wanted: &Name) -> bool {
    match name {
        Term::Atom(name) => name == wanted,
        name => name.to_string() == wanted.as_str(),
    }
}

/// Whether an action meets a condition on one.
fn meets(condition: &ActionFormula, action: &Action) -> bool {
    if let Act::Pattern(pattern) = &condition.kind {
        return pattern.matcher.matches(action);
    }
    let mut labels = LabelTable::default();
    let label = labels.intern(&action.to_string(), || Some(action.clone()));
    labels_meeting(condition, &labels)[0].contains(label.index())
}

#[cfg(test)]
mod tests {
    use super::*;
    use frontend::FileId;
    use monitor::parse_ptltl;

    /// What `data(Expr)` asks of is 1.
    struct One;

    impl Stored for One {
        fn holds(&mut self, _: &str, _: Option<&Term>, data: &Term) -> bool {
            *data == Term::integer(1)
        }

        fn name(&mut self, told: Option<Term>, _: Option<&Term>) -> Option<Term> {
            told
        }
    }

    /// Where a formula becomes false on these lines.
    fn violations(formula: &str, lines: &[&str]) -> Vec<(u64, u64)> {
        let formula = parse_ptltl(FileId(0), formula).value.expect("a formula");
        let specification = Specification::new(vec![formula]);
        let mut one = One;
        let mut run = Run::new(&specification, &mut one);
        for (number, line) in (1..).zip(lines) {
            assert!(run.line(line, number), "{line}");
        }
        run.settle();
        run.found.iter().map(|own| (own.line, own.step)).collect()
    }

    #[test]
    fn actions_and_what_is_stored_are_steps() {
        let lines = ["cmd(a)", "{state,open,1}", "cmd(b)", "{state,shut,2}", "{state,open,1}"];
        assert_eq!(violations("not state(open)", &lines), [(1, 1), (5, 3)]);
        assert_eq!(violations("cmd(b) implies prev cmd(a)", &lines), []);
        assert_eq!(violations("cmd(b) implies state(open)", &lines), [(3, 2)]);
        assert_eq!(violations("not data(Data == 1)", &lines), [(1, 1), (5, 3)]);
        // An action behind which nothing is told keeps what was stored.
        assert_eq!(
            violations("not (cmd(c) and state(open))", &["cmd(a)", "{state,open,1}", "cmd(c)"]),
            [(3, 2)]
        );
        // The second step of four takes it: two steps later it is the one before the one before. At the first step what was
        // before is what is now, so that a first `cmd(a)` is false at each of the first three, which is told once.
        let lines = ["cmd(b)", "cmd(a)", "{state,a,1}", "cmd(c)", "cmd(d)"];
        assert_eq!(violations("not prev prev cmd(a)", &lines), [(5, 4)]);
        assert_eq!(violations("not prev prev cmd(a)", &["cmd(a)", "cmd(b)", "cmd(c)"]), [(1, 1)]);
    }

    /// A `gen_statem` tells of events that its callback makes before it has done with the one that made them, and of those that were
    /// postponed only when it has done with them.
    #[test]
    fn events_that_callbacks_make_are_steps_of_their_own() {
        let lines = [
            "*DBG* m receive cast a in state off",
            "*DBG* m receive internal b in state on",
            "*DBG* m consume cast a in state off => on",
            "*DBG* m consume internal b in state on",
            "*DBG* m receive cast c in state on",
            "*DBG* m postpone cast c in state on",
            "*DBG* m receive cast d in state on",
            "*DBG* m consume cast d in state on => off",
            "*DBG* m consume cast c in state off",
        ];
        let steps = [
            ("cmd_cast(a)", 1),
            ("internal(b)", 4),
            ("cmd_cast(c)", 5),
            ("cmd_cast(d)", 7),
            ("queued_cast(c)", 9),
        ];
        for (number, (action, line)) in (1..).zip(steps) {
            assert_eq!(violations(&format!("not {action}"), &lines), [(line, number)]);
        }
        assert_eq!(violations("cmd_cast(a) implies not state(on)", &lines), [(1, 1)]);
        assert_eq!(violations("queued_cast(_) implies state(on)", &lines), [(9, 5)]);
    }

    #[test]
    fn labels_and_regular_expressions_are_met() {
        assert_eq!(violations("not \"cmd(a)\"", &["cmd(b)", "cmd( a )"]), [(2, 2)]);
        assert_eq!(violations("not 'cmd(.*b.*)'", &["cmd(a)", "cmd({a,b})"]), [(2, 2)]);
        assert_eq!(violations("cmd(N) when N > 3 implies false", &["cmd(3)", "cmd(4)"]), [(2, 2)]);
    }
}
