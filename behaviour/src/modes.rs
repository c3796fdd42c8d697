//! Callback modes: a behaviour may have several tables, of which its module says the one that counts.

use crate::{Behaviour, Callback, Row};

/// The callback modes of a behaviour.
pub struct Modes {
    /// The callback that says which one counts.
    pub callback: Row<Callback>,
    /// The modes, each with its table.
    pub tables: &'static [(&'static str, &'static Behaviour)],
    /// What is said of a mode that the first callback returns, as it did before there was that callback.
    pub former: &'static str,
    /// What stands beside the mode where callbacks are called on entering a state, too.
    pub enters: &'static str,
}

impl Modes {
    /// The name of the function that says which one counts.
    pub fn function(&self) -> &'static str {
        self.callback.function().unwrap_or_default()
    }
}
