//! Blocks of states that are split into many parts at once, some of their states being touched.
//!
//! Input: touched states, and to which part each of them belongs. Output: new blocks. States of a
//! block stand together in one array, touched ones first; the largest part keeps the number of the
//! block.

/// A segment of the array of states.
#[derive(Clone, Copy, Debug)]
struct Segment {
    start: u32,
    end: u32,
    /// Touched states, at the front.
    n_touched: u32,
}

/// A part of a block that was split.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part {
    /// Number of the group of touched states; nothing for the states that were not touched.
    pub(super) group: Option<u32>,
    /// The block that it is now.
    pub(super) block: u32,
}

/// A partition with touched states.
pub(super) struct Blocks {
    states: Vec<u32>,
    /// Where each state stands.
    place: Vec<u32>,
    block_of: Vec<u32>,
    segments: Vec<Segment>,
    /// Blocks with touched states.
    pending: Vec<u32>,
}

impl Blocks {
    /// All states in one block, none touched.
    pub(super) fn new(n_states: usize) -> Self {
        let n_states = u32::try_from(n_states).unwrap_or(u32::MAX);
        Self {
            states: (0..n_states).collect(),
            place: (0..n_states).collect(),
            block_of: vec![0; n_states as usize],
            segments: vec![Segment { start: 0, end: n_states, n_touched: 0 }],
            pending: Vec::new(),
        }
    }

    /// The block of each state.
    pub(super) fn into_blocks(self) -> Vec<u32> {
        self.block_of
    }

    /// The block of a state.
    pub(super) fn block_of(&self, state: u32) -> u32 {
        self.block_of[state as usize]
    }

    /// Number of blocks.
    pub(super) fn len(&self) -> usize {
        self.segments.len()
    }

    /// A block with touched states, as long as there is one.
    pub(super) fn next(&mut self) -> Option<u32> {
        self.pending.pop()
    }

    /// Touches a state; false if it is touched already.
    pub(super) fn touch(&mut self, state: u32) -> bool {
        let number = self.block_of(state);
        let segment = &mut self.segments[number as usize];
        let border = segment.start + segment.n_touched;
        let place = self.place[state as usize];
        if place < border {
            return false;
        }
        if segment.n_touched == 0 {
            self.pending.push(number);
        }
        segment.n_touched += 1;
        let other = self.states[border as usize];
        self.states.swap(border as usize, place as usize);
        self.place[state as usize] = border;
        self.place[other as usize] = place;
        true
    }

    /// The touched states of a block.
    pub(super) fn touched(&self, block: u32) -> &[u32] {
        let Segment { start, n_touched, .. } = self.segments[block as usize];
        &self.states[start as usize..(start + n_touched) as usize]
    }

    /// The states of a block.
    pub(super) fn members(&self, block: u32) -> &[u32] {
        let Segment { start, end, .. } = self.segments[block as usize];
        &self.states[start as usize..end as usize]
    }

    /// Splits a block: its touched states into groups, apart from all others. Nothing is touched then.
    ///
    /// `group_of` has the group of each touched state, `sizes` how many states each group has.
    pub(super) fn split(&mut self, block: u32, group_of: &[u32], sizes: &[u32]) -> Vec<Part> {
        let Segment { start, end, n_touched } = self.segments[block as usize];
        self.segments[block as usize].n_touched = 0;
        self.sort(block, start, n_touched, group_of, sizes);
        let n_clean = end - start - n_touched;
        let largest = sizes.iter().copied().max().unwrap_or(0);
        let mut is_kept = false;
        let mut parts = Vec::with_capacity(sizes.len() + 1);
        let mut from = start;
        let groups =
            sizes.iter().enumerate().map(|(group, size)| (u32::try_from(group).ok(), *size));
        for (group, size) in groups.chain((n_clean > 0).then_some((None, n_clean))) {
            let keeps = !is_kept && size == largest.max(n_clean);
            is_kept |= keeps;
            let segment = Segment { start: from, end: from + size, n_touched: 0 };
            from += size;
            parts.push(Part { group, block: self.place_part(block, segment, keeps) });
        }
        parts
    }

    fn place_part(&mut self, block: u32, segment: Segment, keeps: bool) -> u32 {
        if keeps {
            self.segments[block as usize] = segment;
            return block;
        }
        let number = u32::try_from(self.segments.len()).unwrap_or(u32::MAX);
        self.segments.push(segment);
        for place in segment.start..segment.end {
            self.block_of[self.states[place as usize] as usize] = number;
        }
        number
    }

    /// Puts the touched states of a block in the order of their groups.
    fn sort(&mut self, block: u32, start: u32, n_touched: u32, group_of: &[u32], sizes: &[u32]) {
        if sizes.len() < 2 {
            return;
        }
        let mut next = Vec::with_capacity(sizes.len());
        let mut from = start;
        for size in sizes {
            next.push(from);
            from += size;
        }
        debug_assert_eq!(from, start + n_touched, "block {block}: sizes are those of the groups");
        let touched = self.states[start as usize..from as usize].to_vec();
        for state in touched {
            let place = &mut next[group_of[state as usize] as usize];
            self.states[*place as usize] = state;
            self.place[state as usize] = *place;
            *place += 1;
        }
    }
}
