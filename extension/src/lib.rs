//! Two versions of a transition system: what was added, and which properties that preserves.
//!
//! Input: two systems whose states may have names; formulas. Output: what was kept, added and removed ([`Difference`]), the pieces of
//! what was added with their kinds ([`Extension`]), for a property the rules that keep it, or what weaker property is left
//! ([`preserve()`]); systems put together of features ([`compose()`], [`products`]). After Christian Prehofer, *Feature-based
//! Development of State Transition Diagrams with Property Preservation* (2013). Knows neither Erlang nor where systems come from.
//! Does no IO.

pub mod change;
pub mod compose;
mod diagram;
pub mod preserve;
pub mod products;
pub mod rules;

pub use change::{Change, Difference, Extension, Fate, Kept, Kind, Link, Transition};
pub use compose::{Composed, Feature, Glue, Named, Part, compose};
pub use diagram::Diagram;
pub use preserve::{Preserved, Weakening, Weaker, preserve};
pub use products::{Product, Products};
pub use rules::{Assumption, Number, Rule, Step, Subject};
