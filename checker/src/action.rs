//! Which labels an action formula speaks of.
//!
//! Input: an action formula and the labels of a transition system. Output: the set of the labels
//! that meet it. Each condition is evaluated once per distinct label, not per transition.

use fixedbitset::FixedBitSet;
use lts::{Label, LabelId, LabelTable};

use crate::formula::{Act, ActionFormula};
use crate::regexp;

/// A set of labels, by index.
pub(crate) type LabelSet = FixedBitSet;

/// The labels that meet an action formula.
pub(crate) fn labels_of(action: &ActionFormula, labels: &LabelTable) -> LabelSet {
    let sets = |items: &[ActionFormula]| -> Vec<LabelSet> {
        items.iter().map(|item| labels_of(item, labels)).collect()
    };
    match &action.kind {
        Act::True => all(labels),
        Act::False => none(labels),
        Act::Tau => only(LabelId::TAU, labels),
        Act::Literal(text) => literal(text, labels),
        Act::Regexp(text) => regexp(text, labels),
        Act::Pattern(pattern) => select(labels, |label| match label {
            Label::Visible { action: Some(action), .. } => pattern.matcher.matches(action),
            Label::Visible { action: None, .. } | Label::Tau => false,
        }),
        Act::Not(body) => complement(labels_of(body, labels)),
        Act::And(items) => sets(items).iter().fold(all(labels), |found, set| &found & set),
        Act::Or(items) => sets(items).iter().fold(none(labels), |found, set| &found | set),
        Act::Implies(items) => implies(sets(items), labels),
        Act::Equ(items) => equ(&sets(items), labels),
    }
}

/// The label with exactly this text; `i` and `tau` are the internal action if none has it.
fn literal(text: &str, labels: &LabelTable) -> LabelSet {
    match labels.find(text) {
        Some(label) => only(label, labels),
        None if text == "i" || text == "tau" => only(LabelId::TAU, labels),
        None => none(labels),
    }
}

fn regexp(text: &str, labels: &LabelTable) -> LabelSet {
    let Ok(regexp) = regexp::compile(text) else {
        return none(labels);
    };
    select(labels, |label| match label {
        Label::Tau => regexp.is_match("i") || regexp.is_match("tau"),
        Label::Visible { text, .. } => regexp.is_match(text),
    })
}

fn implies(mut sets: Vec<LabelSet>, labels: &LabelTable) -> LabelSet {
    let Some(conclusion) = sets.pop() else {
        return all(labels);
    };
    sets.into_iter().fold(conclusion, |found, premise| &found | &complement(premise))
}

fn equ(sets: &[LabelSet], labels: &LabelTable) -> LabelSet {
    let Some((first, rest)) = sets.split_first() else {
        return all(labels);
    };
    rest.iter().fold(first.clone(), |left, right| complement(&left ^ right))
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

fn select(labels: &LabelTable, meets: impl Fn(&Label) -> bool) -> LabelSet {
    let mut set = none(labels);
    for (id, label) in labels.iter() {
        set.set(id.index(), meets(label));
    }
    set
}
