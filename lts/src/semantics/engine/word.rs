//! Words of the engine: small integers as they are, everything else by its number in the term store.

/// The bit that tells a small integer from the number of a term.
const SMALL: u32 = 1 << 31;

/// A value: equal words are equal terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Word(pub(crate) u32);

impl Word {
    /// The word of an integer, if it is small.
    pub(crate) fn small(value: i64) -> Option<Self> {
        let fits = (-(1 << 30)..1 << 30).contains(&value);
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "31 bits")]
        fits.then_some(Self(value as u32 | SMALL))
    }

    /// Whether this is a small integer.
    pub(crate) fn is_small(self) -> bool {
        self.0 & SMALL != 0
    }

    /// The integer, if it is small.
    pub(crate) fn value(self) -> Option<i64> {
        self.is_small().then(|| i64::from(self.ordered() >> 1))
    }

    /// Both integers, where both are small.
    pub(crate) fn both(self, other: Self) -> Option<(i64, i64)> {
        (self.0 & other.0 & SMALL != 0)
            .then(|| (i64::from(self.ordered() >> 1), i64::from(other.ordered() >> 1)))
    }

    fn ordered(self) -> i32 {
        (self.0 << 1).cast_signed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_integers_are_words() {
        for value in [0, 1, -1, (1 << 30) - 1, -(1 << 30)] {
            assert_eq!(Word::small(value).and_then(Word::value), Some(value));
        }
        assert_eq!((Word::small(1 << 30), Word::small(-(1 << 30) - 1)), (None, None));
        assert_eq!(Word(17).value(), None);
        assert_eq!(Word(17).both(Word(SMALL)), None);
    }
}
