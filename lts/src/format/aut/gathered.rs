//! What the lines of an `.aut` file say, put together.
//!
//! Input: the header, then transitions one after another. Output: an [`Lts`], or what is wrong with the
//! numbers of the header. Does not read lines.

use frontend::diagnostic::Diagnostic;
use frontend::source::Span;
use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::TauName;
use super::line::Header;
use crate::codes;
use crate::graph::ids::{LabelId, StateId};
use crate::graph::{Edge, Lts, Rows};
use crate::label::{Action, Encoding, LabelTable};

/// So many states are always allowed, reachable or not.
const FREE_STATES: u64 = 1_000_000;

/// Beyond [`FREE_STATES`], a file may have this many states for each transition.
const STATES_PER_TRANSITION: u64 = 16;

/// The transitions so far; labels are numbered by text until the internal one is known.
#[derive(Default)]
pub(crate) struct Gathered {
    texts: IndexSet<Box<str>, FxBuildHasher>,
    /// All transitions, as long as their sources come in order.
    rows: Rows,
    /// All transitions, once one came out of order.
    scattered: Vec<(StateId, Edge)>,
    /// Number of transitions, equal ones included.
    n_read: u64,
}

impl Gathered {
    /// Adds a transition between states below the header's number of states.
    pub(crate) fn push(&mut self, source: StateId, label: &str, target: StateId) {
        let edge = Edge { label: self.label(label), target };
        self.n_read += 1;
        let is_sorted = self.scattered.is_empty()
            && source.index() >= self.rows.len()
            && u64::from(source.0) < self.plausible();
        if is_sorted {
            while self.rows.len() < source.index() {
                self.rows.end_row();
            }
            self.rows.push(edge);
        } else {
            if self.scattered.is_empty() {
                self.scatter();
            }
            self.scattered.push((source, edge));
        }
    }

    fn label(&mut self, text: &str) -> LabelId {
        let index = self
            .texts
            .get_index_of(text)
            .unwrap_or_else(|| self.texts.insert_full(Box::from(text)).0);
        LabelId(u32::try_from(index).unwrap_or(u32::MAX))
    }

    /// Gives the rows up: a transition came out of order.
    fn scatter(&mut self) {
        let mut rows = std::mem::take(&mut self.rows);
        rows.end_row();
        for row in 0..rows.len() {
            let source = StateId(u32::try_from(row).unwrap_or(u32::MAX));
            self.scattered.extend(rows.row(row).iter().map(|&edge| (source, edge)));
        }
    }

    /// How many states a file of these transitions may have.
    fn plausible(&self) -> u64 {
        let for_transitions = self.n_read.saturating_mul(STATES_PER_TRANSITION);
        FREE_STATES.saturating_add(for_transitions).min(u64::from(u32::MAX))
    }

    /// Compares the numbers of the header, which stands at `span`, with each other and with what was read.
    pub(crate) fn miscounted(&self, header: &Header, span: Span) -> Option<Diagnostic> {
        let Header { initial, n_transitions, n_states } = *header;
        let n_read = self.n_read;
        let (code, message) = if n_read != n_transitions {
            let message =
                format!("the header announces {n_transitions} transitions, but there are {n_read}");
            (codes::AUT_TRANSITIONS, message)
        } else if n_states == 0 {
            (codes::AUT_STATES, "an LTS has at least one state".to_owned())
        } else if initial >= n_states {
            let message =
                format!("the initial state is {initial}, but there are {n_states} states");
            (codes::AUT_STATE, message)
        } else if n_states > self.plausible() {
            let message = format!("{n_states} states are too many for {n_read} transitions");
            (codes::AUT_STATES, message)
        } else {
            return None;
        };
        Some(Diagnostic::error(code, message, span))
    }

    /// Whether both names of the internal action are labels.
    pub(crate) fn is_ambiguous(&self) -> bool {
        self.has(TauName::I) && self.has(TauName::Tau)
    }

    fn has(&self, name: TauName) -> bool {
        self.texts.contains(name.text())
    }

    /// The system, whose numbers are [as they should be](Self::miscounted).
    pub(crate) fn finish(mut self, header: &Header, tau: Option<TauName>) -> Lts {
        let only_tau = self.has(TauName::Tau) && !self.has(TauName::I);
        let guess = if only_tau { TauName::Tau } else { TauName::I };
        let tau = tau.unwrap_or(guess).text();
        let mut labels = LabelTable::default();
        labels.read_as(Encoding::Utf8);
        let ids: Vec<LabelId> = self
            .texts
            .iter()
            .map(|text| match &**text {
                text if text == tau => LabelId::TAU,
                text => labels.intern(text, || Action::parse(text)),
            })
            .collect();
        let initial = StateId(u32::try_from(header.initial).unwrap_or(u32::MAX));
        let n_states = usize::try_from(header.n_states).unwrap_or(usize::MAX);
        if self.scattered.is_empty() {
            self.rows.relabel(&ids);
            self.rows.end_row();
            return Lts::from_rows(initial, n_states, self.rows, labels);
        }
        for (_, edge) in &mut self.scattered {
            edge.label = ids[edge.label.index()];
        }
        Lts::new(initial, n_states, self.scattered, labels)
    }
}
