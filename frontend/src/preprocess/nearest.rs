//! Which macro a misspelt name may mean.
//!
//! Input: a name that is not defined, and all that are. Output: the one that differs least, if it
//! differs little. Decides nothing: it is for messages.

use super::define::{Entry, Macros};
use crate::ast::name::Name;

/// Longest name that is compared, in characters.
const MAX_NAME: usize = 60;

impl Macros {
    /// The defined macro whose name is nearest to this one; the first in order of several.
    pub(super) fn nearest(&self, name: &Name) -> Option<&Name> {
        let wanted = name.as_str().to_ascii_lowercase();
        let allowed = match wanted.chars().take(MAX_NAME + 1).count() {
            0..3 => return None,
            3..6 => 1,
            6..=MAX_NAME => 2,
            _ => return None,
        };
        let near = self.entries().filter_map(|(other, entry)| {
            let defined = !matches!(entry, Entry::Predefined(None));
            let distance = if defined { distance(&wanted, other.as_str()) } else { MAX_NAME };
            (distance <= allowed).then_some((distance, other))
        });
        near.min().map(|(_, other)| other)
    }
}

/// How many characters are to be added, left out, replaced, or swapped with the next one; upper and
/// lower case are the same.
fn distance(wanted: &str, other: &str) -> usize {
    let other: String = other.chars().take(MAX_NAME + 1).collect();
    if wanted.chars().count().abs_diff(other.chars().count()) > 2 {
        return MAX_NAME;
    }
    strsim::osa_distance(wanted, &other.to_ascii_lowercase())
}

#[cfg(test)]
mod tests {
    #[test]
    fn distances() {
        let distance = |left: &str, right| super::distance(&left.to_ascii_lowercase(), right);
        assert_eq!(distance("TIMEOUT", "TIMEOUT"), 0);
        assert_eq!(distance("TIMEOUTS", "TIMEOUT"), 1);
        assert_eq!(distance("TIMOEUT", "TIMEOUT"), 1);
        assert_eq!(distance("Timeout", "TIMEOUT"), 0);
        assert_eq!(distance("TIME", "TINY"), 2);
    }
}
