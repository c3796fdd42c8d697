//! The commands on whole transition systems: made, written in another format, measured, made smaller, compared.

pub(crate) mod compare;
pub(crate) mod convert;
pub(crate) mod info;
pub(crate) mod lts;
pub(crate) mod reduce;
