//! What clauses do to those who call the machine, and to whom it calls itself.

pub(crate) mod answers;
pub(crate) mod kept;
pub(crate) mod waits;
