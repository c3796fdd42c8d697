//! What a state of the machine consists of besides the stored pair, and the tables of a model.

pub(crate) mod actions;
pub(crate) mod dictionary;
pub(crate) mod functions;
pub(crate) mod identities;
pub(crate) mod prelude_functions;
pub(crate) mod process_parameters;
