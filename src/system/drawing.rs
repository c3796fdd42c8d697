//! Drawings of systems: states and arrows, and what they look like.
//!
//! Input: a drawing as data, made of a state diagram, of a transition system or of two versions. Output: its text in the language of a tool
//! that draws (Graphviz, Mermaid, `PlantUML`), or the picture itself (SVG). The same drawing gives the same bytes.

mod dot;
mod mermaid;
mod plantuml;
mod svg;
mod system;
mod walk;

pub(crate) use dot::text as dot;
pub(crate) use mermaid::text as mermaid;
pub(crate) use plantuml::text as plantuml;
pub(crate) use svg::{TooLarge, text as svg};
pub(crate) use system::{Titles, of_system};
pub(crate) use walk::{Passed, walked};

/// States and arrows between them, both in the order in which they are written.
#[derive(Debug, Default)]
pub(crate) struct Drawing {
    pub(crate) states: Vec<DrawnState>,
    pub(crate) arrows: Vec<Arrow>,
}

/// A state that is drawn.
#[derive(Debug)]
pub(crate) struct DrawnState {
    pub(crate) title: String,
    pub(crate) look: &'static Look,
    /// Whether it is where all begins.
    pub(crate) is_start: bool,
}

/// An arrow from one state to another.
#[derive(Debug)]
pub(crate) struct Arrow {
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// What happens; several things stand on lines of their own.
    pub(crate) label: String,
    pub(crate) look: &'static Look,
}

/// The lines of a label, each written by `write`, with this between them.
fn lines(label: &str, between: &str, write: impl Fn(&str) -> String) -> String {
    label.split('\n').map(write).collect::<Vec<_>>().join(between)
}

/// What something looks like: the colour of its line and text, and of what is inside.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Look {
    pub(crate) line: &'static str,
    pub(crate) inside: &'static str,
    /// Whether it stands out among what is plain.
    pub(crate) is_special: bool,
}

/// What is as it is.
pub(crate) const PLAIN: Look = Look { line: "#57606a", inside: "#ffffff", is_special: false };
/// What a run goes through that shows why something does not hold.
pub(crate) const LIT: Look = Look { line: "#cf222e", inside: "#ffebe9", is_special: true };
/// What a run goes through that shows how something holds.
pub(crate) const SHOWN: Look = Look { line: "#0969da", inside: "#ddf4ff", is_special: true };
/// What two versions have.
pub(crate) const KEPT: Look = Look { line: "#6e7781", inside: "#f6f8fa", is_special: true };
/// What the new version has.
pub(crate) const ADDED: Look = Look { line: "#1a7f37", inside: "#dafbe1", is_special: true };
/// What the old version had.
pub(crate) const REMOVED: Look = Look { line: "#cf222e", inside: "#ffebe9", is_special: true };
/// What does something else in the new version.
pub(crate) const EDITED: Look = Look { line: "#bc4c00", inside: "#fff1e5", is_special: true };
