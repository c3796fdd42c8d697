//! The words of states, in memory that does not move.
//!
//! Input: the words of states, all of one width, one state after another. Output: the words of each of them. Memory
//! comes in pieces, each as large as all before it, and with zeros in it that no thread has written: what a thread is
//! the first to write to is near it. Several threads may write behind what is known at the same time, each to places
//! of its own.

/// States in the first piece, a power of two.
const FIRST: usize = 1 << LOG_FIRST;

const LOG_FIRST: u32 = 8;

/// Words of states by number.
#[derive(Clone, Debug)]
pub(super) struct Words {
    width: usize,
    pieces: Vec<Vec<u32>>,
}

/// The words of known states, which do not change.
#[derive(Clone, Debug)]
pub(crate) struct Known<'w> {
    width: usize,
    n_states: usize,
    pieces: Vec<&'w [u32]>,
}

/// Places behind the words that are known, in order.
#[derive(Debug)]
pub(crate) struct Room<'w> {
    width: usize,
    pieces: Vec<&'w mut [u32]>,
}

/// The piece in which the words of a state are, and where.
fn place(state: usize) -> (usize, usize) {
    let place = state + FIRST;
    let top = (place | FIRST).ilog2();
    ((top - LOG_FIRST) as usize, place ^ (1 << top))
}

impl Words {
    pub(super) fn new(width: usize) -> Self {
        Self { width, pieces: Vec::new() }
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    /// States for which there is room.
    pub(super) fn capacity(&self) -> usize {
        (FIRST << self.pieces.len()) - FIRST
    }

    /// Makes room for this many states.
    pub(super) fn make_room(&mut self, n_states: usize) {
        while self.capacity() < n_states {
            self.pieces.push(vec![0; (FIRST << self.pieces.len()) * self.width]);
        }
    }

    /// Gives memory back that so many states do not need.
    pub(super) fn truncate(&mut self, n_states: usize) {
        self.pieces.truncate(if n_states == 0 { 0 } else { place(n_states - 1).0 + 1 });
    }

    /// The words of a state that has room.
    #[inline]
    pub(super) fn at(&self, state: usize) -> &[u32] {
        &self.from(state)[..self.width]
    }

    /// The words of a state that has room, and what is behind them.
    #[inline]
    pub(super) fn from(&self, state: usize) -> &[u32] {
        let (piece, place) = place(state);
        &self.pieces[piece][place * self.width..]
    }

    /// Writes the words of a state.
    pub(super) fn put(&mut self, state: usize, words: &[u32]) {
        let (piece, place) = place(state);
        if piece == self.pieces.len() {
            self.make_room(state + 1);
        }
        let places = &mut self.pieces[piece][place * self.width..];
        places.iter_mut().zip(words).for_each(|(place, word)| *place = *word);
    }

    /// The words of the first states, and the places behind them.
    pub(super) fn split(&mut self, n_states: usize) -> (Known<'_>, Room<'_>) {
        let width = self.width;
        let (mut stored, mut room) = (Vec::new(), Vec::new());
        for (number, piece) in self.pieces.iter_mut().enumerate() {
            let first = (FIRST << number) - FIRST;
            let n_known = n_states.saturating_sub(first).min(FIRST << number);
            let (old, new) = piece.split_at_mut(n_known * width);
            stored.push(&*old);
            room.push(new);
        }
        (Known { width, n_states, pieces: stored }, Room { width, pieces: room })
    }

    /// The words of the first states, piece after piece; a piece has a multiple of [`FIRST`] states, or is the last.
    pub(super) fn parts(&self, n_states: usize) -> impl Iterator<Item = &[u32]> {
        self.pieces.iter().enumerate().map(move |(number, piece)| {
            let first = (FIRST << number) - FIRST;
            &piece[..n_states.saturating_sub(first).min(FIRST << number) * self.width]
        })
    }
}

impl Known<'_> {
    /// Number of states.
    pub(crate) fn len(&self) -> usize {
        self.n_states
    }

    /// The words of a state that is known.
    #[inline]
    pub(crate) fn at(&self, state: usize) -> &[u32] {
        &self.from(state)[..self.width]
    }

    /// The words of a state that is known, and what is behind them.
    #[inline]
    pub(super) fn from(&self, state: usize) -> &[u32] {
        let (piece, place) = place(state);
        &self.pieces[piece][place * self.width..]
    }

    /// The words of all states, piece after piece.
    pub(super) fn parts(&self) -> impl Iterator<Item = &[u32]> {
        self.pieces.iter().copied()
    }
}

impl<'w> Room<'w> {
    /// States for which there is room.
    pub(crate) fn n_states(&self) -> usize {
        self.pieces.iter().map(|piece| piece.len() / self.width.max(1)).sum()
    }

    /// The next places, for so many states.
    pub(crate) fn take(&mut self, n_states: usize) -> Vec<&'w mut [u32]> {
        let mut n_words = n_states * self.width;
        let mut taken = Vec::new();
        for piece in &mut self.pieces {
            let all = std::mem::take(piece);
            let (next, rest) = all.split_at_mut(n_words.min(all.len()));
            n_words -= next.len();
            *piece = rest;
            taken.push(next);
        }
        taken.retain(|part| !part.is_empty());
        taken
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Words that several write at the same time are those that one has written.
    #[test]
    fn words_are_found_where_they_were_put() {
        let (mut words, mut shared) = (Words::new(3), Words::new(3));
        let state = |n: usize| [n, n + 1, n * 7].map(|word| u32::try_from(word).unwrap_or(0));
        for n in 0..5_000 {
            words.put(n, &state(n));
        }
        let mut n_states = 0;
        for (n_first, n_second) in [(0, 0), (1, 254), (1, 1), (700, 0), (0, 1_000), (9, 3_034)] {
            shared.make_room(n_states + n_first + n_second);
            let (stored, mut room) = shared.split(n_states);
            assert!((0..n_states).all(|n| stored.at(n) == words.at(n)));
            assert_eq!(stored.len(), n_states);
            assert!(room.n_states() >= n_first + n_second);
            for n_taken in [n_first, n_second] {
                let places = room.take(n_taken).into_iter().flatten();
                let new = (n_states..n_states + n_taken).flat_map(state);
                places.zip(new).for_each(|(place, word)| *place = word);
                n_states += n_taken;
            }
        }
        assert_eq!(n_states, 5_000);
        assert!(shared.parts(5_000).flatten().eq(words.parts(5_000).flatten()));
        assert_eq!((words.capacity(), place(255), place(256)), (7_936, (0, 255), (1, 0)));
        words.truncate(257);
        assert_eq!((words.capacity(), words.at(256)), (768, &state(256)[..]));
        words.truncate(0);
        assert_eq!(words.capacity(), 0);
    }

    #[test]
    fn states_without_words_need_no_room() {
        let mut words = Words::new(0);
        words.put(0, &[]);
        assert!(words.at(0).is_empty() && words.parts(1).all(<[u32]>::is_empty));
    }
}
