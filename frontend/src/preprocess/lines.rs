//! Line numbers of a text.

/// Where the lines of a text begin.
#[derive(Debug)]
pub(super) struct Lines {
    starts: Vec<u32>,
}

impl Lines {
    /// The lines of a text.
    pub(super) fn new(text: &str) -> Self {
        let breaks = text.match_indices('\n');
        let starts = breaks.map(|(at, _)| u32::try_from(at + 1).unwrap_or(u32::MAX));
        Self { starts: starts.collect() }
    }

    /// The line of a byte offset, from 1.
    pub(super) fn line(&self, offset: u32) -> i64 {
        let passed = self.starts.partition_point(|&start| start <= offset);
        i64::try_from(passed).map_or(i64::MAX, |passed| passed + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::Lines;

    #[test]
    fn lines() {
        let lines = Lines::new("a\nbc\n\nd");
        let numbers: Vec<i64> = (0..8).map(|offset| lines.line(offset)).collect();
        assert_eq!(numbers, [1, 1, 2, 2, 2, 3, 4, 4]);
    }
}
