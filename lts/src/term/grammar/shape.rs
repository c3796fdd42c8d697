//! Actions as they are written, before they are taken for labels or patterns.

use frontend::ast::name::Name;

/// An action as it is written: `name(Args) -> Result`.
pub(crate) struct Shape<T> {
    /// The name, without quotes.
    pub(crate) name: Name,
    /// The arguments.
    pub(crate) args: Vec<T>,
    /// The result.
    pub(crate) result: Option<T>,
}
