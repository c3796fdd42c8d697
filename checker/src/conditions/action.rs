//! Which labels an action formula speaks of.
//!
//! Input: an action formula and the labels of a transition system. Output: the set of the labels
//! that meet it, and of those that may. Each condition is evaluated once per distinct label, not per
//! transition. A label with unknown values may meet a condition or not, as the values are.

use fixedbitset::FixedBitSet;
use lts::term::pattern::Match;
use lts::{Action, Label, LabelId, LabelTable};

use crate::formula::{Act, ActionFormula, Dialect};
use crate::syntax::regexp;

/// A set of labels, by index.
pub(crate) type LabelSet = FixedBitSet;

/// The labels of a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Meeting {
    /// The labels that meet the condition, whatever the unknown values in them are.
    pub(crate) surely: LabelSet,
    /// The labels that meet the condition for all or some of the unknown values in them.
    pub(crate) possibly: LabelSet,
}

/// The labels that meet an action formula whatever the unknown values in them are, and those that may; by their indices.
pub fn labels_meeting(action: &ActionFormula, labels: &LabelTable) -> [FixedBitSet; 2] {
    let Meeting { surely, possibly } = labels_of(action, labels);
    [surely, possibly]
}

/// The labels that meet an action formula.
pub(crate) fn labels_of(action: &ActionFormula, labels: &LabelTable) -> Meeting {
    let each = |items: &[ActionFormula]| -> Vec<Meeting> {
        items.iter().map(|item| labels_of(item, labels)).collect()
    };
    match &action.kind {
        Act::True => exactly(all(labels)),
        Act::False => exactly(none(labels)),
        Act::Tau => exactly(only(LabelId::TAU, labels)),
        Act::Literal(text) => literal(text, labels),
        Act::Regexp(text, dialect) => regexp(text, *dialect, labels),
        Act::Pattern(pattern) => select(labels, |label| match label {
            Label::Visible { action: Some(action), .. } => pattern.matcher.meets(action),
            Label::Visible { action: None, .. } | Label::Tau => Match::No,
        }),
        Act::Not(body) => labels_of(body, labels).negated(),
        Act::And(items) => each(items).iter().fold(exactly(all(labels)), Meeting::and),
        Act::Or(items) => each(items).iter().fold(exactly(none(labels)), Meeting::or),
        Act::Implies(items) => implies(each(items), labels),
        Act::Equ(items) => equ(&each(items), labels),
        Act::Xor(items) => {
            // An even number of conditions: `equ` says the opposite.
            let same = equ(&each(items), labels);
            if items.len() % 2 == 0 { same.negated() } else { same }
        }
    }
}

impl Meeting {
    fn and(self, other: &Self) -> Self {
        let surely = &self.surely & &other.surely;
        Self { surely, possibly: &self.possibly & &other.possibly }
    }

    fn or(self, other: &Self) -> Self {
        let surely = &self.surely | &other.surely;
        Self { surely, possibly: &self.possibly | &other.possibly }
    }

    fn negated(self) -> Self {
        Self { surely: complement(self.possibly), possibly: complement(self.surely) }
    }

    /// Whether no label may meet the condition.
    pub(crate) fn is_clear(&self) -> bool {
        self.possibly.is_clear()
    }
}

/// The label with exactly this text; `i` and `tau` are the internal action if none has it.
fn literal(text: &str, labels: &LabelTable) -> Meeting {
    let exact = labels.find(text);
    let tau = (exact.is_none() && (text == "i" || text == "tau")).then_some(LabelId::TAU);
    let id = exact.or(tau);
    // A literal with unknown values is copied from this system.
    let wanted = Action::parse(text).filter(|action| !action.has_unknown());
    let mut meeting = select(labels, |label| match (label.action(), &wanted) {
        (Some(action), Some(wanted)) if action.has_unknown() => action.equals(wanted),
        _ => Match::No,
    });
    if let Some(label) = id {
        meeting.surely.insert(label.index());
        meeting.possibly.insert(label.index());
    }
    meeting
}

fn regexp(text: &str, dialect: Dialect, labels: &LabelTable) -> Meeting {
    let Ok(regexp) = regexp::compile(text, dialect) else {
        return exactly(none(labels));
    };
    select(labels, |label| match label {
        Label::Tau => of(regexp.is_match("i") || regexp.is_match("tau")),
        // What stands before the first unknown value is known.
        Label::Visible { text: label_text, .. } if has_unknown(label) => {
            let start = label_text.split('?').next().unwrap_or_default();
            let is_basic = dialect == Dialect::Basic;
            if is_basic && regexp::takes_any_end(text) && regexp.is_match(start) {
                Match::Yes
            } else if is_basic && regexp::starts_otherwise(text, start) {
                Match::No
            } else {
                Match::Open
            }
        }
        // A quoted name without arguments, such as `'motor:stop'`, is spelled in formulas as it is in labels.
        Label::Visible { text: label_text, .. } => {
            let is_spelled = || {
                let quoted = label_text.strip_prefix('\'').and_then(|text| text.strip_suffix('\''));
                quoted == Some(text)
            };
            of(regexp.is_match(label_text) || is_spelled())
        }
    })
}

fn has_unknown(label: &Label) -> bool {
    label.action().is_some_and(Action::has_unknown)
}

fn implies(mut items: Vec<Meeting>, labels: &LabelTable) -> Meeting {
    let Some(conclusion) = items.pop() else {
        return exactly(all(labels));
    };
    items.into_iter().fold(conclusion, |meeting, premise| meeting.or(&premise.negated()))
}

fn equ(items: &[Meeting], labels: &LabelTable) -> Meeting {
    let Some((first, rest)) = items.split_first() else {
        return exactly(all(labels));
    };
    rest.iter().fold(first.clone(), |left, right| {
        let neither = left.clone().negated().and(&right.clone().negated());
        left.and(right).or(&neither)
    })
}

fn of(meets: bool) -> Match {
    if meets { Match::Yes } else { Match::No }
}

fn exactly(set: LabelSet) -> Meeting {
    Meeting { surely: set.clone(), possibly: set }
}

fn complement(mut set: LabelSet) -> LabelSet {
    set.toggle_range(..);
    set
}

fn all(labels: &LabelTable) -> LabelSet {
    complement(none(labels))
}

fn none(labels: &LabelTable) -> LabelSet {
    LabelSet::with_capacity(labels.len())
}

fn only(label: LabelId, labels: &LabelTable) -> LabelSet {
    let mut set = none(labels);
    set.insert(label.index());
    set
}

fn select(labels: &LabelTable, meets: impl Fn(&Label) -> Match) -> Meeting {
    let mut meeting = exactly(none(labels));
    for (id, label) in labels.iter() {
        let meets = meets(label);
        meeting.surely.set(id.index(), meets == Match::Yes);
        meeting.possibly.set(id.index(), meets != Match::No);
    }
    meeting
}
