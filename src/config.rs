//! What a run is told: flags, `.props` files, and what the files around a module say.
//!
//! Input: arguments and terms. Output: environments, stubs, properties and options, as the libraries take them.

pub(crate) mod environment;
pub(crate) mod fairness;
pub(crate) mod features;
pub(crate) mod ignored;
pub(crate) mod kinds;
pub(crate) mod language;
pub(crate) mod naming;
pub(crate) mod observed;
pub(crate) mod properties;
pub(crate) mod question;
pub mod reading;
pub(crate) mod settings;
pub(crate) mod source;
pub(crate) mod stubs;
pub(crate) mod wildcard;
