//! The rules for "b comes for certain behind each a" (and behind the start, where no a is said), which holds of S.
//!
//! S ∪ E (where E refines transitions T: S − T ∪ E) breaks it only by a run that waits: behind an a it goes on as long as it can,
//! without b. Cut where it enters and leaves E, it is a sequence of parts of S and of ways through E. Each rule says why there is no
//! such run. In all of them S satisfies the property where E is left, too, as E may lead to states to which S does not.
//!
//! That no run of S − T ∪ E ends that goes on in S: a state that loses a transition of T is one where E is entered.

use std::cell::RefCell;
use std::collections::BTreeMap;

use checker::Formula;
use checker::formula::ActionFormula;

use super::formulas::{
    ENTRY, EXIT, atom, behind, comes, comes_or, comes_while, constant, holds_before, leads, not,
    other,
};
use super::systems::{Alone, Grown, Places, System};
use super::{Assumption, Number, Rule, Subject};
use lts::StateId;

/// Most pairs of a state where a piece is entered and one where it is left that rule (iv) looks at.
const MOST_PAIRS: usize = 100;

/// "b comes for certain behind each a."
pub(super) struct Response<'f> {
    pub(super) after: Option<&'f ActionFormula>,
    pub(super) comes: &'f ActionFormula,
}

/// A piece about to be added to what there is.
pub(super) struct Step<'s> {
    pub(super) grown: &'s Grown<'s>,
    pub(super) alone: &'s Alone,
    /// What was asked, by the formula: rules have assumptions in common.
    asked: RefCell<BTreeMap<(Subject, String), bool>>,
}

impl<'s> Step<'s> {
    pub(super) fn new(grown: &'s Grown<'s>, alone: &'s Alone) -> Self {
        Self { grown, alone, asked: RefCell::default() }
    }

    fn old(&self) -> &System {
        &self.grown.system
    }

    /// That no a happens in E.
    fn is_absent(&self, after: &ActionFormula) -> Assumption {
        self.piece(format!("{after} does not happen in it"), &behind(after, constant(false)))
    }

    /// Whether S satisfies a formula where E is left.
    pub(super) fn old_behind(&self, says: String, formula: &Formula) -> Assumption {
        let Alone { outside, .. } = self.alone;
        self.assumption((Subject::Old, says), formula, || {
            self.old().satisfies(formula, &outside.exits, outside)
        })
    }

    /// Whether E satisfies a formula where it is entered.
    pub(super) fn piece(&self, says: String, formula: &Formula) -> Assumption {
        let Alone { system, inside, .. } = self.alone;
        self.assumption((Subject::Piece, says), formula, || {
            system.satisfies(formula, &inside.entries, inside)
        })
    }

    fn assumption(
        &self,
        (subject, says): (Subject, String),
        formula: &Formula,
        satisfies: impl FnOnce() -> bool,
    ) -> Assumption {
        let formula = formula.to_string();
        let mut asked = self.asked.borrow_mut();
        let holds = *asked.entry((subject, formula.clone())).or_insert_with(satisfies);
        Assumption { subject, says, formula, holds }
    }
}

/// What a rule asks of a piece.
type Assumptions<'f> = fn(&Response<'f>, &Step<'_>) -> Vec<Assumption>;

impl<'f> Response<'f> {
    /// The rules in order, up to the first that applies, or all of them.
    pub(super) fn rules(&self, step: &Step<'_>, asks_all: bool) -> Vec<Rule> {
        if step.alone.inside.entries.is_empty() {
            return vec![Rule { number: Number::NotEntered, assumptions: Vec::new() }];
        }
        let has_exits = !step.alone.inside.exits.is_empty();
        let rules: [(Number, bool, Assumptions<'f>); 4] = [
            (Number::NotEntered, true, Self::not_entered),
            (Number::Behind, has_exits, Self::behind),
            (Number::Inside, true, Self::inside),
            (Number::Mimicked, has_exits, Self::mimicked),
        ];
        let mut tried = Vec::new();
        for (number, _, assumptions) in rules.into_iter().filter(|(_, is_asked, _)| *is_asked) {
            let mut rule = Rule { number, assumptions: assumptions(self, step) };
            rule.assumptions.extend(self.kept_behind(step));
            let applies = rule.applies();
            tried.push(rule);
            if applies && !asks_all {
                break;
            }
        }
        tried
    }

    /// (i) From a on S comes to b before it comes to a state where E is entered. So a run that waits since an a of S does not enter E
    /// before b, and is one of S, which has no such run. (The paper has this alone; but a may happen in E:) Behind an a in E comes b
    /// in E. Where E ends, or goes round for ever, does not matter.
    fn not_entered(&self, step: &Step<'_>) -> Vec<Assumption> {
        let Alone { outside, .. } = step.alone;
        let formula = self.waiting(holds_before(not(atom(ENTRY)), self.comes));
        let holds = step.old().satisfies(&formula, &self.starts(step), outside);
        let since =
            self.after.map_or_else(|| "from the start".to_owned(), |a| format!("behind {a}"));
        let says = format!("{since} no run comes to where it is entered before {}", self.comes);
        let mut all =
            vec![Assumption { subject: Subject::Old, says, formula: formula.to_string(), holds }];
        all.extend(self.answered_inside(step));
        all
    }

    /// (ii) A run cannot stay in E without b, and where it leaves E, S comes to b before it could enter E again. So a run that
    /// waits when it enters E leaves it, and then comes to b. (The paper has `S |= AG(s -> not j W b)`, "no j before b", which is the
    /// other way round: of `s -b-> x -> j` and an E from s to j it holds, and E goes round b. Nor is
    /// `AG(j -> AF b)` enough: of `s -b-> j -c-> s` it holds, and with E a run goes round from s through E to j and back for ever.) An a in E is answered behind E, too.
    fn behind(&self, step: &Step<'_>) -> Vec<Assumption> {
        let says = format!("from where it is left {} comes before it is entered again", self.comes);
        let mut all = vec![step.old_behind(says, &comes_while(not(atom(ENTRY)), self.comes))];
        all.extend(self.left(step));
        all
    }

    /// (iii) Every run through E comes to b there, and so does every run behind an a in E. (The paper has the first.)
    fn inside(&self, step: &Step<'_>) -> Vec<Assumption> {
        let says = format!("every run through it comes to {}", self.comes);
        let mut all = vec![step.piece(says, &comes(self.comes))];
        all.extend(self.answered_inside(step));
        all
    }

    /// (iv) A run cannot stay in E without b, and wherever E leads from s to j without b, S does, in at least one step. With these ways
    /// in place of those through E a run that waits is one of S that does: endless if it was, and ending where it ended. An a in E
    /// is answered in E, or else behind it by what S does there. (Not in the paper; it covers refinements of what is not b, and
    /// loops where S goes round, too.)
    fn mimicked(&self, step: &Step<'_>) -> Vec<Assumption> {
        let mut all = self.left(step);
        let says = format!("without {} it leads wherever the piece does without that", self.comes);
        let formula = leads(&other(self.comes), atom(EXIT));
        let holds = mimics(step, &formula);
        all.push(Assumption { subject: Subject::Old, says, formula: formula.to_string(), holds });
        if let Some(after) = self.after
            && !step.is_absent(after).holds
        {
            let says = format!("from where it is left {} comes", self.comes);
            all.push(step.old_behind(says, &comes(self.comes)));
        }
        all
    }

    /// No run stays in E without b, from where it is entered and behind each a in it.
    fn left(&self, step: &Step<'_>) -> Vec<Assumption> {
        let ends = comes_or(atom(EXIT), self.comes);
        let says = format!("every run through it leaves it, or comes to {}", self.comes);
        let mut all = vec![step.piece(says, &ends)];
        if let Some(after) = self.after {
            let absent = step.is_absent(after);
            if absent.holds {
                all.push(absent);
            } else {
                let says =
                    format!("behind {after} in it every run leaves it, or comes to {}", self.comes);
                all.push(step.piece(says, &behind(after, ends)));
            }
        }
        all
    }

    /// Behind each a in E comes b in E.
    fn answered_inside(&self, step: &Step<'_>) -> Option<Assumption> {
        let after = self.after?;
        let absent = step.is_absent(after);
        if absent.holds {
            return Some(absent);
        }
        let says = format!("behind {after} in it comes {} in it", self.comes);
        Some(step.piece(says, &behind(after, comes(self.comes))))
    }

    /// The property where E is left; of one about the start alone nothing is asked there.
    fn kept_behind(&self, step: &Step<'_>) -> Option<Assumption> {
        let after = self.after?;
        if step.alone.outside.exits.is_empty() {
            return None;
        }
        let says = "the property holds from where it is left, too".to_owned();
        Some(step.old_behind(says, &behind(after, comes(self.comes))))
    }

    /// F from where the waiting begins.
    pub(super) fn waiting(&self, body: Formula) -> Formula {
        match self.after {
            Some(after) => behind(after, body),
            None => body,
        }
    }

    /// From where S goes to all places where the waiting may begin.
    fn starts(&self, step: &Step<'_>) -> Vec<StateId> {
        let mut starts = vec![step.grown.initial()];
        if self.after.is_some() {
            starts.extend(&step.alone.outside.exits);
        }
        starts
    }
}

/// Whether S satisfies a formula from each state where E is entered, with each state as exit to which E satisfies it.
fn mimics(step: &Step<'_>, formula: &Formula) -> bool {
    let Alone { system, inside, outside } = step.alone;
    if inside.entries.len() * inside.exits.len() > MOST_PAIRS {
        return false;
    }
    let place = |exit: StateId| Places { entries: Vec::new(), exits: vec![exit] };
    let entries = || inside.entries.iter().zip(&outside.entries);
    let exits = || inside.exits.iter().zip(&outside.exits);
    entries().all(|(&own_entry, &entry)| {
        exits().all(|(&own_exit, &exit)| {
            system.refutes(formula, own_entry, &place(own_exit))
                || step.old().satisfies(formula, &[entry], &place(exit))
        })
    })
}
