//! A question for other tools: a formula on a system in their formats.

pub mod bes;
pub mod mcf;
