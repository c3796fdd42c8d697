//! What can be walked on: states, and what can happen in each.
//!
//! Input: a state. Output: its steps in the order of the system, each with what a person reads of it. [`Machine`](super::machine)
//! and finished systems ([`system`](super::system)) are grounds.

use frontend::{Diagnostic, SourceMap, Span};
use lts::{Action, Label, LabelId};

/// A state, in the words of the system.
pub(crate) type State = Vec<u32>;

/// Something that can happen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Step {
    /// The label, which may be `tau`.
    pub(crate) label: LabelId,
    /// Its text.
    pub(crate) text: String,
    /// Its structure, where it has one.
    pub(crate) action: Option<Action>,
    /// The state behind.
    pub(crate) target: State,
    /// The call in the source, or the clause that takes the event.
    pub(crate) place: Option<Span>,
    /// Whether it comes by itself, without an event: internal steps, calls of other modules.
    pub(crate) is_own: bool,
}

/// What a person reads of a state.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Shown {
    /// What it is called.
    pub(crate) name: String,
    /// The data, as Erlang has them, where they are known.
    pub(crate) data: Option<String>,
    /// Why nothing more happens.
    pub(crate) end: Option<&'static str>,
}

/// A system to walk on.
pub(crate) trait Ground {
    /// Where walks start.
    fn first(&mut self) -> Result<State, Diagnostic>;

    /// What can happen in a state.
    fn steps(&mut self, state: &State) -> Result<Vec<Step>, Diagnostic>;

    /// What a state is.
    fn shown(&mut self, state: &State) -> Shown;

    /// What the expression of this number is in a state.
    fn watched(&mut self, number: usize, state: &State) -> String;

    /// A run as a `.props` file of this name, which makes the machine do it; else why not.
    fn props(
        &mut self,
        run: &[(State, Step)],
        path: &std::path::Path,
    ) -> Result<String, Diagnostic>;

    /// A run as a test module of this name, which plays it on the real machine; else why not.
    fn test(
        &mut self,
        run: &[(State, Step)],
        path: &std::path::Path,
        sources: &SourceMap,
    ) -> Result<String, Diagnostic>;
}

/// The text of a label.
pub(crate) fn text(label: &Label) -> String {
    label.text().unwrap_or("tau").to_owned()
}
