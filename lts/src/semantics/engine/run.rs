//! Step programs, run.
//!
//! Input: a state. Output: its successors, or nothing where the program gives up. What a program needs of
//! terms and labels it asks of a [`PathState`], which may change what it knows or may not. What it makes on the way stands
//! in a heap; what a state or a label holds is kept.

use model::Operator;

use super::program::{FIRST_CONSTANT, Node, NodeIx, Program, Test, Value};
use super::pure::call::Work;
use super::pure::code::Codes;
use super::pure::heap::Heap;
use super::pure::operate::Bench;
use super::word::Word;
use crate::graph::ids::LabelId;
use crate::next_state::Successors;
use crate::semantics::store::TermId;
use crate::semantics::store::names::{Numbering, Shapes, renumber};

/// What a program does not know by itself.
pub(crate) trait PathState: Shapes {
    /// The value of an operator that is not computed on words.
    fn apply(&mut self, operator: Operator, operands: &[TermId]) -> Option<TermId>;

    /// The label of a site with these values of registers.
    fn label(&mut self, site: usize, values: &[u32]) -> Option<LabelId>;
}

/// Values of all registers of a program.
pub(crate) fn registers(program: &Program) -> Vec<u32> {
    let mut values = vec![0; FIRST_CONSTANT as usize];
    values.extend(&program.constants);
    values
}

/// What is run, and the room for that.
pub(crate) struct Tools<'t> {
    pub(crate) program: &'t Program,
    pub(crate) codes: &'t Codes,
    pub(crate) values: &'t mut [u32],
    pub(crate) work: &'t mut Work,
}

/// Appends the successors of a state; false where the program gives up, then nothing is of use that
/// has been appended.
pub(crate) fn run(
    tools: Tools<'_>,
    path_state: &mut impl PathState,
    state: &[u32],
    out: &mut Successors,
) -> bool {
    let Tools { program, codes, values, work } = tools;
    let Some(&root) = program.roots.get(state[0] as usize) else { return false };
    let store = path_state.store();
    let is_plain =
        |&word: &u32| Word(word).is_small() || !Heap::is_in(word) && store.is_plain(TermId(word));
    if root == super::program::GIVE_UP || !state[1..].iter().all(is_plain) {
        return false;
    }
    values[..state.len()].copy_from_slice(state);
    work.heap.truncate(0);
    let (mut left, fuel) = (program.fuel.of_state, program.fuel.of_way);
    work.fuel = fuel;
    let bench = Bench { codes, world: path_state, work };
    let mut run = Run { program, bench, values, width: state.len(), out, left: &mut left };
    run.follow(root).is_some()
}

struct Run<'r, W> {
    program: &'r Program,
    bench: Bench<'r, W>,
    values: &'r mut [u32],
    width: usize,
    out: &'r mut Successors,
    /// Steps that are left for all ways.
    left: &'r mut usize,
}

impl<W: PathState> Run<'_, W> {
    /// Goes from a node to the end of all its ways; `None` where that is given up.
    fn follow(&mut self, mut node: NodeIx) -> Option<()> {
        let program = self.program;
        loop {
            node = match &program.nodes[node as usize] {
                Node::Test { test, yes, no } => {
                    if self.holds(test)? {
                        *yes
                    } else {
                        *no
                    }
                }
                Node::Jump { register, table, other } => {
                    let word = self.values[*register as usize];
                    match self.place(word, table) {
                        Some(place) => table[place].1,
                        None => *other,
                    }
                }
                Node::Set { register, value, next } => {
                    self.values[*register as usize] = self.value(value)?;
                    *next
                }
                Node::Step { label, variant, words } => {
                    let registers = &program.operands[words.start as usize..words.end as usize];
                    self.keep(&program.shown[*label])?;
                    self.keep(registers)?;
                    let label = self.bench.world.label(*label, self.values)?;
                    let words = registers.iter().map(|&register| self.values[register as usize]);
                    if self.bench.world.store().exchanges() {
                        let words = renamed(self.bench.world, words.collect())?;
                        self.out.push_words(label, *variant, words.into_iter(), self.width);
                    } else {
                        self.out.push_words(label, *variant, words, self.width);
                    }
                    return Some(());
                }
                Node::Nothing => return Some(()),
                Node::GiveUp => return None,
                Node::Fork(ways) => return self.fork(ways),
            };
        }
    }

    /// All ways; what one of them has put into the heap is not there for the next.
    fn fork(&mut self, ways: &[NodeIx]) -> Option<()> {
        let (fuel, len) = (self.bench.work.fuel, self.bench.work.heap.len());
        for &way in ways {
            let given = fuel.min(*self.left);
            self.bench.work.fuel = given;
            self.follow(way)?;
            *self.left -= given - self.bench.work.fuel.min(given);
            self.bench.work.heap.truncate(len);
        }
        self.bench.work.fuel = fuel;
        Some(())
    }

    /// Keeps what is in registers.
    fn keep(&mut self, registers: &[u32]) -> Option<()> {
        if self.bench.work.heap.len() == 0 {
            return Some(());
        }
        for &register in registers {
            let word = self.values[register as usize];
            if Heap::is_in(word) {
                self.values[register as usize] = self.bench.kept(word)?;
            }
        }
        Some(())
    }

    /// The row of a table that has the term of a word.
    fn place(&mut self, word: u32, table: &[(u32, NodeIx)]) -> Option<usize> {
        if Heap::is_in(word) {
            let terms = self.bench.terms();
            return table.iter().position(|(other, _)| terms.same(*other, word));
        }
        table.binary_search_by_key(&word, |(word, _)| *word).ok()
    }

    fn word(&self, register: u32) -> u32 {
        self.values[register as usize]
    }

    fn holds(&mut self, test: &Test) -> Option<bool> {
        match *test {
            Test::Is(kind, value) => Some(self.bench.terms().is(kind, self.word(value))),
            Test::Same(left, right) => self.bench.same(self.word(left), self.word(right)),
            Test::Equal(left, right) => self.bench.equal(self.word(left), self.word(right)),
            Test::Less(left, right) => self.bench.less(self.word(left), self.word(right)),
        }
    }

    fn value(&mut self, value: &Value) -> Option<u32> {
        let values = &*self.values;
        match value {
            Value::Apply(operator, operands) => match **operands {
                [one] => self.bench.apply(*operator, &[self.word(one)]),
                [one, two] => self.bench.apply(*operator, &[self.word(one), self.word(two)]),
                _ => None,
            },
            Value::Call(function, args) => {
                let mut few = [0; 6];
                if let Some(few) = few.get_mut(..args.len()) {
                    few.iter_mut().zip(args).for_each(|(to, &arg)| *to = values[arg as usize]);
                    return self.bench.call(*function, few);
                }
                let args: Vec<u32> = args.iter().map(|&arg| values[arg as usize]).collect();
                self.bench.call(*function, &args)
            }
            Value::Tuple(items) => {
                self.bench.tuple(items.iter().map(|&item| values[item as usize]))
            }
            Value::Cons(head, tail) => self.bench.cons(self.word(*head), self.word(*tail)),
            Value::Element(position, tuple) => {
                self.bench.terms().element(self.word(*tuple), *position)
            }
            Value::Head(list) => self.bench.terms().cell(self.word(*list)).map(|(head, _)| head),
            Value::Tail(list) => self.bench.terms().cell(self.word(*list)).map(|(_, tail)| tail),
        }
    }
}

/// Words of a state, none of them in the heap, with the numbers for its names that it is stored with.
fn renamed(world: &mut impl PathState, mut words: Vec<u32>) -> Option<Vec<u32>> {
    let terms: Vec<usize> =
        (0..words.len()).filter(|&place| !Word(words[place]).is_small()).collect();
    let mut renamed: Vec<TermId> = terms.iter().map(|&place| TermId(words[place])).collect();
    renumber(world, &mut renamed, Numbering::InOrder)?;
    for (place, term) in terms.into_iter().zip(renamed) {
        words[place] = term.0;
    }
    Some(words)
}
