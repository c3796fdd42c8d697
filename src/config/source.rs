//! Where the text of a module comes from: its headers, the project around it, what was compiled of it.

pub(crate) mod checkout;
pub(crate) mod compiled;
pub(crate) mod headers;
pub(crate) mod project;
