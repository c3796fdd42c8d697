//! What is known of OTP's library: which functions exist, what they compute, return and raise.
//!
//! Input: the name of a function of another module. Output: its code, a type, a constant, or that it is not known.

pub mod computing;
pub(crate) mod constant_results;
pub(crate) mod declaration;
pub mod functions;
pub mod modules;
pub mod no_receiver;
pub mod nonexistent;
pub(crate) mod otp_function;
pub(crate) mod prelude;
pub mod removed;
pub(crate) mod result_types;
pub mod shapes;
pub(crate) mod sources;
pub mod stubs;
