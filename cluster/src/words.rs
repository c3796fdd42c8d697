//! Numbers of 64 bits as two words, the lower one first.

/// The words of a number.
pub(crate) fn halves(number: u64) -> [u32; 2] {
    let word = |number: u64| u32::try_from(number & u64::from(u32::MAX)).unwrap_or(0);
    [word(number), word(number >> 32)]
}

/// The number of two words.
pub(crate) fn whole([low, high]: [u32; 2]) -> u64 {
    u64::from(low) | u64::from(high) << 32
}
