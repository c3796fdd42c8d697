//! Names: atoms and variables as text that is cheap to copy.

use std::fmt;

use smol_str::SmolStr;

/// Text of an atom or a variable, without quotes.
///
/// Names make up half of all tokens, so a short one is kept in place: to make it, to copy it and to
/// drop it takes no memory of its own. A long one is shared.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(SmolStr);

impl Name {
    /// The text itself.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The atom that takes the place of an undefined macro where such are tolerated: `'?NAME'`.
    ///
    /// Being an atom it can stand wherever a constant, a function or a record can be named. Later
    /// stages ask [`Self::undefined_macro`] and take it for a value that nobody knows.
    pub fn of_undefined_macro(name: &Self) -> Self {
        Self::from(format!("?{name}"))
    }

    /// The macro that this atom takes the place of, if it does.
    pub fn undefined_macro(&self) -> Option<&str> {
        self.0.strip_prefix('?').filter(|name| !name.is_empty())
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Self {
        Self(SmolStr::from(text))
    }
}

impl From<String> for Name {
    fn from(text: String) -> Self {
        Self(SmolStr::from(text))
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.as_str())
    }
}
