//! When a translation is given up.
//!
//! Input: a question of the caller that has started it, such as whether its time is over. Output: the answer, for the
//! places of the passes where there may be much to do. This crate knows no clock itself.

use std::fmt;
use std::sync::Arc;

/// What says whether a translation takes too long; by default it never does.
#[derive(Clone, Default)]
pub struct Until(Option<Arc<dyn Fn() -> bool + Send + Sync>>);

impl Until {
    /// Asks this again and again; once it has said yes, it must not say no.
    pub fn asking(is_over: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(is_over)))
    }

    /// Whether to give up.
    pub(crate) fn is_over(&self) -> bool {
        self.0.as_ref().is_some_and(|is_over| is_over())
    }
}

impl fmt::Debug for Until {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Until(..)" } else { "Until(never)" })
    }
}
