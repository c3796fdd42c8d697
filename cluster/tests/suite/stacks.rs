//! A random system whose states hold terms: stacks of numbers, each cell a symbol that a process numbers as it meets it.

use std::collections::HashMap;
use std::thread;
use std::time::Duration;

use lts::next_state::{Cycle, NextState, StepError, Successors};
use lts::portable::Portable;
use lts::{LabelId, LabelTable};

pub(crate) struct Stacks {
    seed: u32,
    n_controls: u32,
    depth: u32,
    /// Whether some states cannot be expanded.
    is_faulty: bool,
    /// One of so many states answers a question; none if it is 0.
    pub(crate) rarity: u32,
    /// Whether each state takes a while.
    pub(crate) is_slow: bool,
    labels: LabelTable,
    /// Head, tail and depth of each cell but the empty stack, which is 0.
    cells: Vec<[u32; 3]>,
    numbers: HashMap<[u32; 2], u32>,
}

fn mixed(seed: u32, number: u32) -> u32 {
    let mixed = (seed ^ number.wrapping_mul(0x9e37_79b9)).wrapping_mul(0x85eb_ca6b);
    mixed ^ mixed >> 15
}

impl Stacks {
    pub(crate) fn new(seed: u32, n_controls: u32, depth: u32, is_faulty: bool) -> Self {
        let (labels, cells) = (LabelTable::default(), vec![[0; 3]]);
        let (rarity, is_slow, numbers) = (0, false, HashMap::new());
        Self { seed, n_controls, depth, is_faulty, rarity, is_slow, labels, cells, numbers }
    }

    /// A state, whatever its cells are called.
    pub(crate) fn shown(&self, state: &[u32]) -> [u32; 3] {
        [state[0], self.content(state[1]), self.content(state[2])]
    }

    pub(crate) fn is_rare(&self, state: &[u32]) -> bool {
        let [control, stack, other] = self.shown(state);
        self.rarity > 0 && mixed(stack ^ other.rotate_left(7), control).is_multiple_of(self.rarity)
    }

    fn pushed(&mut self, head: u32, tail: u32) -> u32 {
        let depth = self.cells[tail as usize][2] + 1;
        let next = u32::try_from(self.cells.len()).expect("small");
        let symbol = *self.numbers.entry([head, tail]).or_insert(next);
        if symbol == next {
            self.cells.push([head, tail, depth]);
        }
        symbol
    }

    /// A number that says what is in a stack, whatever its cells are called.
    fn content(&self, mut stack: u32) -> u32 {
        let mut content = 7;
        while stack != 0 {
            let [head, tail, _] = self.cells[stack as usize];
            content = mixed(content, head);
            stack = tail;
        }
        content
    }
}

impl NextState for Stacks {
    fn width(&self) -> usize {
        3
    }

    fn initial(&mut self, out: &mut Vec<u32>) -> Result<(), StepError> {
        out.extend([0, 0, 0]);
        Ok(())
    }

    fn successors(&mut self, state: &[u32], out: &mut Successors) -> Result<(), StepError> {
        let &[control, stack, other] = state else { return Err(StepError::Stuck) };
        if self.is_slow {
            thread::sleep(Duration::from_micros(200));
        }
        let random = mixed(self.seed ^ self.content(stack), control ^ self.content(other));
        if self.is_faulty && random.is_multiple_of(97) {
            return Err(StepError::Budget(Cycle::default()));
        }
        let n_steps =
            if random.is_multiple_of(50) { 40 } else { random % 5 + u32::from(control == 0) };
        for step in 0..n_steps {
            let random = mixed(random, step);
            let [head, tail, depth] = self.cells[stack as usize];
            let next = random % self.n_controls;
            let (text, target) = match random / 64 % 8 {
                0 => ("stay".to_owned(), [control, stack, other]),
                1..5 if depth < self.depth => {
                    let number = random / 1024 % 3;
                    (format!("push({number})"), [next, self.pushed(number, stack), other])
                }
                5 | 6 if stack != 0 => (format!("pop({head})"), [next, tail, other]),
                _ => ("swap".to_owned(), [next, other, stack]),
            };
            let label = if random.is_multiple_of(11) {
                LabelId::TAU
            } else {
                self.labels.intern(&text, || lts::Action::parse(&text))
            };
            out.push(label, &target);
        }
        Ok(())
    }

    fn labels(&self) -> &LabelTable {
        &self.labels
    }
}

impl Portable for Stacks {
    fn n_symbols(&self) -> usize {
        self.cells.len()
    }

    fn is_symbol(&self, place: usize, _: u32) -> bool {
        place > 0
    }

    fn describe(&self, symbol: u32, bytes: &mut Vec<u8>, parts: &mut Vec<u32>) {
        if symbol != 0 {
            bytes.extend(self.cells[symbol as usize][0].to_le_bytes());
            parts.push(self.cells[symbol as usize][1]);
        }
    }

    fn learn(&mut self, bytes: &[u8], parts: &[u32]) -> Option<u32> {
        let head = u32::from_le_bytes(bytes.try_into().ok()?);
        let &[tail] = parts else { return None };
        ((tail as usize) < self.cells.len()).then(|| self.pushed(head, tail))
    }

    fn may_be_state(&self, words: &[u32]) -> bool {
        words[1..].iter().all(|symbol| (*symbol as usize) < self.cells.len())
    }

    fn answers(&mut self, state: &[u32], _: &Successors) -> u64 {
        u64::from(self.is_rare(state))
    }
}
