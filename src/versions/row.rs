//! The transitions of two versions, each with what has become of it.
//!
//! Input: two versions and their difference. Output: rows in the order in which the new version has them, what is gone behind what is
//! there; a transition of both whose clauses do something else is an edited one.

use extension::{Difference, Fate, Transition};
use frontend::Span;
use lts::StateId;

use crate::versions::code::Edit;
use crate::versions::version::Version;

/// A transition with what has become of it.
pub(crate) struct Row {
    pub(crate) fate: Fate,
    /// How its clauses in one version differ from those in the other, if both have it and they do.
    pub(crate) edit: Option<Edit>,
    pub(crate) from: String,
    pub(crate) label: String,
    pub(crate) to: String,
    /// The clauses that take it, in the old version.
    pub(crate) old: Vec<Span>,
    /// The clauses that take it, in the new version.
    pub(crate) new: Vec<Span>,
}

impl Row {
    /// The sign in front of it.
    pub(crate) fn sign(&self) -> char {
        match (self.fate, &self.edit) {
            (Fate::Added, _) => '+',
            (Fate::Removed, _) => '-',
            (Fate::Kept, Some(_)) => '~',
            (Fate::Kept, None) => ' ',
        }
    }
}

/// The rows of two versions.
pub(crate) fn rows(pair: &Pair<'_>) -> Vec<Row> {
    let Pair { old, new, difference } = pair;
    let mut rows = Vec::new();
    for kept in &difference.kept {
        let spans = [old.clauses(&kept.old), new.clauses(&kept.new)].map(<[Span]>::to_vec);
        let edit = match (&old.code, &new.code) {
            (Some(code), Some(other)) => code.edit(&spans[0], other, &spans[1]),
            _ => None,
        };
        rows.push(Row { edit, ..pair.now(&kept.new, Fate::Kept, spans) });
    }
    for added in &difference.added {
        let spans = [Vec::new(), new.clauses(added).to_vec()];
        rows.push(pair.now(added, Fate::Added, spans));
    }
    rows.sort_by(|one, other| one.new.cmp(&other.new));
    let gone = difference.removed.iter().map(|removed| pair.before(removed));
    rows.extend(gone);
    rows
}

/// Two versions whose states are called by the names that they have in the new one.
pub(crate) struct Pair<'v> {
    pub(crate) old: &'v Version,
    pub(crate) new: &'v Version,
    pub(crate) difference: &'v Difference,
}

impl Pair<'_> {
    /// What a state of the old version is called: `old.3` if it is gone and has but a number.
    pub(crate) fn state_before(&self, state: StateId) -> String {
        match (self.difference.new_of(state), self.old.diagram.name(state)) {
            (Some(state), _) => self.new.state(state),
            (None, Some(name)) => name.to_string(),
            (None, None) => format!("old.{}", state.0),
        }
    }

    fn now(&self, transition: &Transition, fate: Fate, [old, new]: [Vec<Span>; 2]) -> Row {
        let [from, to] = [transition.source, transition.target].map(|state| self.new.state(state));
        let label = self.new.label(transition.label).to_owned();
        Row { fate, edit: None, from, label, to, old, new }
    }

    fn before(&self, transition: &Transition) -> Row {
        let [from, to] =
            [transition.source, transition.target].map(|state| self.state_before(state));
        let (label, old) = (self.old.label(transition.label), self.old.clauses(transition));
        let (old, new) = (old.to_vec(), Vec::new());
        let (fate, label) = (Fate::Removed, label.to_owned());
        Row { fate, edit: None, from, label, to, old, new }
    }
}

/// The functions of two modules that differ and of which no row tells, each with its places in the old and the new version.
pub(crate) fn untold(pair: &Pair<'_>, rows: &[Row]) -> Vec<(String, [Option<Span>; 2])> {
    let (Some(old), Some(new)) = (&pair.old.code, &pair.new.code) else { return Vec::new() };
    let changed = rows.iter().filter(|row| row.sign() != ' ');
    let clauses: Vec<Span> =
        changed.flat_map(|row| row.old.iter().chain(&row.new)).copied().collect();
    let has_clause = |span: &Span| {
        let inside = |clause: &&Span| {
            clause.file == span.file && span.start <= clause.start && clause.end <= span.end
        };
        clauses.iter().any(|clause| inside(&clause))
    };
    let named: Vec<&String> = rows
        .iter()
        .filter_map(|row| match &row.edit {
            Some(Edit::Functions(names)) => Some(names),
            Some(Edit::Clauses) | None => None,
        })
        .flatten()
        .collect();
    let is_told = |(name, places): &(String, [Option<Span>; 2])| {
        named.contains(&name) || places.iter().flatten().any(has_clause)
    };
    old.changed(new).into_iter().filter(|function| !is_told(function)).collect()
}
