//! Which macro a misspelt name may mean.
//!
//! Input: a name that is not defined, and all that are. Output: the one that differs least, if it
//! differs little. Decides nothing: it is for messages.

use super::define::{Entry, Macros};
use crate::name::Name;

/// Longest name that is compared, in characters.
const MAX_NAME: usize = 60;

impl Macros {
    /// The defined macro whose name is nearest to this one; the first in order of several.
    pub(super) fn nearest(&self, name: &Name) -> Option<&Name> {
        let wanted: Vec<char> = name.as_str().chars().take(MAX_NAME + 1).collect();
        let allowed = match wanted.len() {
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

/// How many characters are to be added, left out, replaced, or swapped with the next one.
fn distance(wanted: &[char], other: &str) -> usize {
    let other: Vec<char> = other.chars().take(MAX_NAME + 1).collect();
    if wanted.len().abs_diff(other.len()) > 2 {
        return MAX_NAME;
    }
    let mut rows: [Vec<usize>; 2] = [Vec::new(), (0..=other.len()).collect()];
    for (i, &left) in wanted.iter().enumerate() {
        let [before, above] = &rows;
        let mut row = vec![i + 1];
        for (j, right) in other.iter().enumerate() {
            let same_case = left.eq_ignore_ascii_case(right);
            let replaced = above[j] + usize::from(!same_case);
            let mut best = replaced.min(above[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && left == other[j - 1] && wanted[i - 1] == *right {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        let [_, above] = rows;
        rows = [above, row];
    }
    rows[1].last().copied().unwrap_or(MAX_NAME)
}

#[cfg(test)]
mod tests {
    #[test]
    fn distances() {
        let distance =
            |left: &str, right| super::distance(&left.chars().collect::<Vec<_>>(), right);
        assert_eq!(distance("TIMEOUT", "TIMEOUT"), 0);
        assert_eq!(distance("TIMEOUTS", "TIMEOUT"), 1);
        assert_eq!(distance("TIMOEUT", "TIMEOUT"), 1);
        assert_eq!(distance("Timeout", "TIMEOUT"), 0);
        assert_eq!(distance("TIME", "TINY"), 2);
    }
}
