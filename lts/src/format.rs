//! Transition systems as text, one file for each format that other tools read.
//!
//! Input: an `Lts`. Output: its text; `aut` reads one, too.

pub mod aut;
pub mod dot;
pub mod fsm;
pub mod json;
pub mod mermaid;
