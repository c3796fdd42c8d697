//! Runs that are watched: logs of machines, and what is said of them.
//!
//! Input: lines. Output: the steps of a run, its violations as text. What a formula says is the business of `monitor`.

pub(crate) mod data;
pub(crate) mod line;
pub(crate) mod live;
pub(crate) mod run;
pub(crate) mod terms;
pub(crate) mod told;
