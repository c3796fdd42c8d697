//! How interface functions fail whose process does not exist.

/// What a call raises whose first argument is `undefined`, a name that cannot be registered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The error `badarg`.
    Badarg,
    /// The exit `noproc`.
    Gone,
    /// The exit `{noproc, {Module, Function, Arguments}}`.
    GoneIn,
    /// The exit `{noproc, {Module, Function, Arguments}}`, with this time limit behind the arguments.
    GoneWithin(&'static str),
}
