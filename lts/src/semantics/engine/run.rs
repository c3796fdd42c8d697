//! Step programs, run.
//!
//! Input: a state. Output: its successors, or nothing where the program gives up. What a program needs of
//! terms, labels and functions it asks of a [`PathState`], which may change what it knows or may not.

use model::{FloatOp, FunctionId, Kind, Operator};

use super::program::{FIRST_CONSTANT, Node, NodeIx, Program, Test, Value};
use super::word::Word;
use crate::graph::ids::LabelId;
use crate::next_state::Successors;
use crate::semantics::evaluation::eval::is_kind;
use crate::semantics::store::{Shape, TermId, TermStore};

/// What a program does not know by itself.
pub(crate) trait PathState {
    fn store(&self) -> &TermStore;

    /// The term of a shape, if it is known or can be made.
    fn intern(&mut self, shape: Shape) -> Option<TermId>;

    /// The value of a function.
    fn call(&mut self, function: FunctionId, args: &[u32]) -> Option<u32>;

    /// The value of an operator on other operands than small integers.
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

/// Appends the successors of a state; false where the program gives up, then nothing is of use that
/// has been appended.
pub(crate) fn run(
    program: &Program,
    path_state: &mut impl PathState,
    values: &mut [u32],
    state: &[u32],
    out: &mut Successors,
) -> bool {
    let Some(&root) = program.roots.get(state[0] as usize) else { return false };
    let is_plain = |&word: &u32| Word(word).is_small() || path_state.store().is_plain(TermId(word));
    if root == super::program::GIVE_UP || !state[1..].iter().all(is_plain) {
        return false;
    }
    values[..state.len()].copy_from_slice(state);
    let mut run = Run { program, path_state, values, width: state.len(), out };
    run.follow(root).is_some()
}

struct Run<'r, W> {
    program: &'r Program,
    path_state: &'r mut W,
    values: &'r mut [u32],
    width: usize,
    out: &'r mut Successors,
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
                    let place = table.binary_search_by_key(&word, |(word, _)| *word);
                    place.map_or(*other, |place| table[place].1)
                }
                Node::Set { register, value, next } => {
                    self.values[*register as usize] = self.value(value)?;
                    *next
                }
                Node::Step { label, variant, words } => {
                    let label = self.path_state.label(*label, self.values)?;
                    let registers = &program.operands[words.start as usize..words.end as usize];
                    let words = registers.iter().map(|&register| self.values[register as usize]);
                    self.out.push_words(label, *variant, words, self.width);
                    return Some(());
                }
                Node::Nothing => return Some(()),
                Node::GiveUp => return None,
                Node::Fork(ways) => {
                    for &way in ways {
                        self.follow(way)?;
                    }
                    return Some(());
                }
            };
        }
    }

    fn word(&self, register: u32) -> Word {
        Word(self.values[register as usize])
    }

    fn holds(&self, test: &Test) -> Option<bool> {
        let store = self.path_state.store();
        Some(match *test {
            Test::Is(kind, value) => {
                let value = self.word(value);
                if value.is_small() {
                    matches!(kind, Kind::Integer | Kind::Number)
                } else {
                    is_kind(kind, store.shape(TermId(value.0)))
                }
            }
            Test::Same(left, right) => {
                let (left, right) = (self.word(left), self.word(right));
                // Small integers are no zeros with a sign.
                left == right
                    || !left.is_small()
                        && !right.is_small()
                        && store.known_same(TermId(left.0), TermId(right.0))
            }
            Test::Equal(left, right) => {
                let (left, right) = (self.word(left), self.word(right));
                if left == right {
                    true
                } else if left.both(right).is_some() {
                    false
                } else {
                    store.known_equal(store.found(left)?, store.found(right)?)
                }
            }
            Test::Less(left, right) => {
                let (left, right) = (self.word(left), self.word(right));
                match left.both(right) {
                    Some((left, right)) => left < right,
                    None => store.less(store.found(left)?, store.found(right)?),
                }
            }
        })
    }

    fn value(&mut self, value: &Value) -> Option<u32> {
        match value {
            Value::Apply(operator, operands) => return self.apply(*operator, operands),
            Value::Call(function, args) => {
                let args: Vec<u32> = args.iter().map(|&arg| self.word(arg).0).collect();
                return self.path_state.call(*function, &args);
            }
            Value::Tuple(items) => {
                let items = self.terms(items)?;
                return self.intern(Shape::Tuple(items.into()));
            }
            Value::Cons(head, tail) => {
                let terms = self.terms(&[*head, *tail])?;
                return self.intern(Shape::Cons(terms[0], terms[1]));
            }
            Value::Element(..) | Value::Head(_) | Value::Tail(_) => {}
        }
        let store = self.path_state.store();
        let whole = |register: u32| {
            let word = self.word(register);
            (!word.is_small()).then(|| store.shape(TermId(word.0)))
        };
        let part = match value {
            Value::Element(position, tuple) => match whole(*tuple)? {
                Shape::Tuple(items) => *items.get(position - 1)?,
                _ => return None,
            },
            Value::Head(list) | Value::Tail(list) => match (whole(*list)?, value) {
                (Shape::Cons(head, _), Value::Head(_)) => *head,
                (Shape::Cons(_, tail), _) => *tail,
                _ => return None,
            },
            _ => return None,
        };
        Some(store.word(part).0)
    }

    /// A new term, unless it is large.
    fn intern(&mut self, shape: Shape) -> Option<u32> {
        let term = self.path_state.intern(shape)?;
        self.plain(term)
    }

    fn plain(&self, term: TermId) -> Option<u32> {
        let store = self.path_state.store();
        store.is_plain(term).then(|| store.word(term).0)
    }

    fn terms(&mut self, registers: &[u32]) -> Option<Vec<TermId>> {
        let mut terms = Vec::with_capacity(registers.len());
        for &register in registers {
            let word = self.word(register);
            let term = match self.path_state.store().found(word) {
                Some(term) => term,
                None => self.path_state.intern(Shape::Integer(word.value()?.into()))?,
            };
            terms.push(term);
        }
        Some(terms)
    }

    fn apply(&mut self, operator: Operator, operands: &[u32]) -> Option<u32> {
        let small = match *operands {
            [left, right] => {
                let both = self.word(left).both(self.word(right));
                both.and_then(|(left, right)| arithmetic(operator, left, right))
            }
            [only] if operator == Operator::Neg => self.word(only).value().map(|value| -value),
            _ => None,
        };
        if let Some(word) = small.and_then(Word::small) {
            return Some(word.0);
        }
        let operands = self.terms(operands)?;
        let term = self.path_state.apply(operator, &operands)?;
        self.plain(term)
    }
}

/// The result on small integers, where there is one.
fn arithmetic(operator: Operator, left: i64, right: i64) -> Option<i64> {
    match operator {
        Operator::Add | Operator::Float(FloatOp::Add) => Some(left + right),
        Operator::Sub | Operator::Float(FloatOp::Sub) => Some(left - right),
        Operator::Mul | Operator::Float(FloatOp::Mul) => left.checked_mul(right),
        Operator::Div => left.checked_div(right),
        Operator::Rem => left.checked_rem(right),
        _ => None,
    }
}
