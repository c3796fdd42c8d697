//! A partition that is refined step by step, as segments of one array.
//!
//! Input: marks on states. Output: blocks split into marked and unmarked states, in time linear in the
//! number of marks. Blocks lie side by side in constellations: unions of blocks, whose smaller end
//! can be cut off. (Paige and Tarjan 1987; refinable partitions of Valmari and Lehtinen 2008;
//! blocks at the ends of constellations as Groote and others 2017 have them.)

/// A segment of the array of states.
#[derive(Clone, Copy, Debug)]
struct Segment {
    start: u32,
    end: u32,
}

impl Segment {
    fn len(self) -> u32 {
        self.end - self.start
    }
}

#[derive(Clone, Copy, Debug)]
struct Block {
    segment: Segment,
    /// Marked states, at the front of the segment.
    n_marked: u32,
    constellation: u32,
}

#[derive(Clone, Copy, Debug)]
struct Constellation {
    segment: Segment,
    n_blocks: u32,
}

/// States in blocks, blocks in constellations.
pub(super) struct Segments {
    /// All states; those of a block, and of a constellation, stand together.
    states: Vec<u32>,
    /// Where each state stands.
    place: Vec<u32>,
    block_of: Vec<u32>,
    blocks: Vec<Block>,
    constellations: Vec<Constellation>,
    /// Constellations of several blocks.
    divided: Vec<u32>,
    /// Blocks with marks.
    touched: Vec<u32>,
}

impl Segments {
    /// All states in one block, in one constellation.
    pub(super) fn new(n_states: u32) -> Self {
        let segment = Segment { start: 0, end: n_states };
        Self {
            states: (0..n_states).collect(),
            place: (0..n_states).collect(),
            block_of: vec![0; n_states as usize],
            blocks: vec![Block { segment, n_marked: 0, constellation: 0 }],
            constellations: vec![Constellation { segment, n_blocks: 1 }],
            divided: Vec::new(),
            touched: Vec::new(),
        }
    }

    /// The block of each state.
    pub(super) fn into_blocks(self) -> Vec<u32> {
        self.block_of
    }

    /// Marks a state of which it is not known whether it is marked.
    pub(super) fn mark(&mut self, state: u32) {
        let block = &mut self.blocks[self.block_of[state as usize] as usize];
        let border = block.segment.start + block.n_marked;
        let place = self.place[state as usize];
        if place < border {
            return;
        }
        if block.n_marked == 0 {
            self.touched.push(self.block_of[state as usize]);
        }
        block.n_marked += 1;
        let other = self.states[border as usize];
        self.states.swap(border as usize, place as usize);
        self.place[state as usize] = border;
        self.place[other as usize] = place;
    }

    /// Splits all blocks into marked and unmarked states, and takes the marks away.
    pub(super) fn split(&mut self) {
        while let Some(number) = self.touched.pop() {
            let block = &mut self.blocks[number as usize];
            let marked = std::mem::take(&mut block.n_marked);
            let Segment { start, end } = block.segment;
            if marked == end - start {
                continue;
            }
            let border = start + marked;
            let (stays, goes) = if marked <= end - border {
                (Segment { start: border, end }, Segment { start, end: border })
            } else {
                (Segment { start, end: border }, Segment { start: border, end })
            };
            block.segment = stays;
            let constellation = block.constellation;
            self.add_block(goes, constellation);
        }
    }

    fn add_block(&mut self, segment: Segment, constellation: u32) {
        let number = u32::try_from(self.blocks.len()).unwrap_or(u32::MAX);
        for place in segment.start..segment.end {
            self.block_of[self.states[place as usize] as usize] = number;
        }
        self.blocks.push(Block { segment, n_marked: 0, constellation });
        let whole = &mut self.constellations[constellation as usize];
        whole.n_blocks += 1;
        if whole.n_blocks == 2 {
            self.divided.push(constellation);
        }
    }

    /// Makes a constellation of its own of a block that has at most half of the states of its
    /// constellation, and appends its states to `states`; false if each block is a constellation.
    pub(super) fn cut_off(&mut self, states: &mut Vec<u32>) -> bool {
        let Some(&number) = self.divided.last() else { return false };
        let Segment { start, end } = self.constellations[number as usize].segment;
        let [first, last] = [start, end - 1].map(|place| {
            let state = self.states[place as usize];
            self.block_of[state as usize]
        });
        let lengths = [first, last].map(|block| self.blocks[block as usize].segment.len());
        let smaller = if lengths[0] <= lengths[1] { first } else { last };
        let segment = self.blocks[smaller as usize].segment;
        let whole = &mut self.constellations[number as usize];
        if segment.start == start {
            whole.segment.start = segment.end;
        } else {
            whole.segment.end = segment.start;
        }
        whole.n_blocks -= 1;
        if whole.n_blocks == 1 {
            self.divided.pop();
        }
        self.blocks[smaller as usize].constellation =
            u32::try_from(self.constellations.len()).unwrap_or(u32::MAX);
        self.constellations.push(Constellation { segment, n_blocks: 1 });
        states.extend(&self.states[segment.start as usize..segment.end as usize]);
        true
    }
}
