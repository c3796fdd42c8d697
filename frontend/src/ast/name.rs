//! Names: atoms and variables as text that is cheap to copy.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use smol_str::SmolStr;

/// Text of an atom or a variable, without quotes.
///
/// Names make up half of all tokens, so a short one is kept in place: to make it, to copy it and to
/// drop it takes no memory of its own. A long one is shared.
#[derive(Clone, PartialEq, Eq)]
pub struct Name(Text);

#[derive(Clone, PartialEq, Eq)]
enum Text {
    /// The text of a name as the source has it.
    Plain(SmolStr),
    /// `?` and a name, in place of an undefined macro: no atom of the source is this one.
    Macro(Arc<str>),
}

impl Name {
    /// The text itself.
    pub fn as_str(&self) -> &str {
        match &self.0 {
            Text::Plain(text) => text,
            Text::Macro(text) => text,
        }
    }

    /// The atom that takes the place of an undefined macro where such are tolerated: `'?NAME'`.
    ///
    /// Being an atom it can stand wherever a constant, a function or a record can be named. Later
    /// stages ask [`Self::undefined_macro`] and take it for an unknown value. An atom `'?NAME'` of the
    /// source is another name.
    pub fn of_undefined_macro(name: &Self) -> Self {
        Self(Text::Macro(format!("?{name}").into()))
    }

    /// The macro that this atom takes the place of, if it does.
    pub fn undefined_macro(&self) -> Option<&str> {
        match &self.0 {
            Text::Plain(_) => None,
            Text::Macro(text) => text.strip_prefix('?'),
        }
    }
}

impl Hash for Name {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.as_str().hash(state);
    }
}

impl Ord for Name {
    fn cmp(&self, other: &Self) -> Ordering {
        let is_macro = |name: &Self| matches!(name.0, Text::Macro(_));
        self.as_str().cmp(other.as_str()).then_with(|| is_macro(self).cmp(&is_macro(other)))
    }
}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<&str> for Name {
    fn from(text: &str) -> Self {
        Self(Text::Plain(SmolStr::from(text)))
    }
}

impl From<String> for Name {
    fn from(text: String) -> Self {
        Self(Text::Plain(SmolStr::from(text)))
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.as_str())
    }
}
