//! Pure functions, run.
//!
//! Input: a function and words. Output: its value, or nothing where that takes too many steps or is not known here: then the
//! interpreter says what is the case. Calls stand on a stack of their own; a call that is the last thing that a function
//! does takes the place of that function.

use model::FunctionId;
use model::index::Idx as _;

use super::code::{CONSTANT, Callee, Code, Op, Operand, Place, Several};
use super::heap::Heap;
use super::memo::{Key, Memo, Seen};
use super::operate::Bench;
use crate::semantics::engine::run::PathState;

/// Registers of all functions under way, and functions that wait for others, at most.
const MAX_REGISTERS: usize = 1 << 22;

/// Room in which values are computed, and how many steps that may still take.
#[derive(Clone, Debug, Default)]
pub(crate) struct Work {
    pub(crate) heap: Heap,
    pub(crate) fuel: usize,
    memo: Memo,
    registers: Vec<u32>,
    callers: Vec<Caller>,
    /// Values of arguments and components.
    pub(crate) scratch: Vec<u32>,
}

/// A function that waits for the value of a call.
#[derive(Clone, Copy, Debug)]
struct Caller {
    base: usize,
    place: Place,
    /// The register for the value.
    to: u32,
}

impl<W: PathState> Bench<'_, W> {
    /// The value of a function, computed or known from a call before.
    pub(crate) fn call(&mut self, function: FunctionId, args: &[u32]) -> Option<u32> {
        let Some(key) = Key::new(function.index(), args) else { return self.run(function, args) };
        let seen = self.work.memo.find(&key);
        if let Seen::Value(value, steps) = seen {
            self.take(steps)?;
            return Some(value);
        }
        let before = self.work.fuel;
        let mut value = self.run(function, args)?;
        let steps = before - self.work.fuel;
        let mut kept = None;
        if matches!(seen, Seen::Once)
            && let Some(word) = self.kept(value)
        {
            (value, kept) = (word, Some((word, steps)));
        }
        self.work.memo.note(key, kept);
        Some(value)
    }

    /// The value of a function.
    fn run(&mut self, function: FunctionId, args: &[u32]) -> Option<u32> {
        let code = self.codes.of(function)?;
        self.work.registers.clear();
        self.work.callers.clear();
        if let Some(value) = self.at_once(code, args) {
            return Some(value);
        }
        let mut place = self.enter(code, 0, args)?;
        let mut base = 0;
        loop {
            let op = self.codes.ops[place as usize];
            place += 1;
            match op {
                Op::Call { to, callee, args } => {
                    let code = self.codes.of(callee.function)?;
                    if let Some(value) = self.call_at_once(callee, code, base, args) {
                        self.set(base, to, value);
                        continue;
                    }
                    let next = self.work.registers.len();
                    self.work.callers.push(Caller { base, place, to });
                    place = self.enter_from(code, (base, next), args)?;
                    base = next;
                }
                Op::TailCall { callee, args } => {
                    let code = self.codes.of(callee.function)?;
                    if let Some(value) = self.call_at_once(callee, code, base, args) {
                        let Some(caller) = self.work.callers.pop() else { return Some(value) };
                        (base, place) = self.resume(caller, base, value);
                        continue;
                    }
                    place = self.enter_from(code, (base, base), args)?;
                }
                Op::Return { from } => {
                    let value = self.get(base, from);
                    let Some(caller) = self.work.callers.pop() else { return Some(value) };
                    (base, place) = self.resume(caller, base, value);
                }
                Op::Jump { to } => place = to,
                Op::Is { .. }
                | Op::SameWord { .. }
                | Op::Same { .. }
                | Op::Equal { .. }
                | Op::Less { .. } => place = self.test(base, op, place)?,
                _ => {
                    let (to, value) = self.value(base, op)?;
                    self.set(base, to, value);
                }
            }
        }
    }

    /// Hands a value to the function that waits for it: its registers, and where it goes on.
    fn resume(&mut self, caller: Caller, base: usize, value: u32) -> (usize, Place) {
        self.work.registers.truncate(base);
        self.set(caller.base, caller.to, value);
        (caller.base, caller.place)
    }

    /// Where to go on after a test that stands before `next`.
    fn test(&mut self, base: usize, op: Op, next: Place) -> Option<Place> {
        let (answer, expected, otherwise) = match op {
            Op::Is { kind, value, expected, otherwise } => {
                (self.terms().is(kind, self.get(base, value)), expected, otherwise)
            }
            Op::SameWord { left, right, expected, otherwise } => {
                (self.get(base, left) == self.get(base, right), expected, otherwise)
            }
            Op::Same { left, right, expected, otherwise } => {
                let (left, right) = (self.get(base, left), self.get(base, right));
                (self.same(left, right)?, expected, otherwise)
            }
            Op::Equal { left, right, expected, otherwise } => {
                let (left, right) = (self.get(base, left), self.get(base, right));
                (self.equal(left, right)?, expected, otherwise)
            }
            Op::Less { left, right, expected, otherwise } => {
                let (left, right) = (self.get(base, left), self.get(base, right));
                (self.less(left, right)?, expected, otherwise)
            }
            _ => return None,
        };
        Some(if answer == expected { next } else { otherwise })
    }

    /// The value that an instruction computes, and the register for it.
    fn value(&mut self, base: usize, op: Op) -> Option<(u32, u32)> {
        Some(match op {
            Op::Copy { to, from } => (to, self.get(base, from)),
            Op::Element { to, position, from } => {
                (to, self.terms().element(self.get(base, from), position as usize)?)
            }
            Op::Head { to, from } => (to, self.terms().cell(self.get(base, from))?.0),
            Op::Tail { to, from } => (to, self.terms().cell(self.get(base, from))?.1),
            Op::Cons { to, head, tail } => {
                let (head, tail) = (self.get(base, head), self.get(base, tail));
                (to, self.cons(head, tail)?)
            }
            Op::Tuple { to, items: items @ (_, 2) } => {
                let items = self.codes.several(items);
                let (first, second) = (self.get(base, items[0]), self.get(base, items[1]));
                (to, self.pair(first, second)?)
            }
            Op::Tuple { to, items } => {
                let (codes, registers) = (self.codes, &self.work.registers);
                let get = |&item: &Operand| get(&codes.constants, registers, base, item);
                let items = codes.several(items).iter().map(get);
                (to, self.work.heap.tuple(items, self.world.store())?)
            }
            Op::Apply { to, operator, operands } => {
                let operands = self.codes.several(operands);
                let value = match *operands {
                    [one] => self.apply(operator, &[self.get(base, one)]),
                    [one, two] => self.apply(operator, &[self.get(base, one), self.get(base, two)]),
                    _ => None,
                };
                (to, value?)
            }
            _ => return None,
        })
    }

    fn get(&self, base: usize, operand: Operand) -> u32 {
        get(&self.codes.constants, &self.work.registers, base, operand)
    }

    fn set(&mut self, base: usize, to: u32, value: u32) {
        self.work.registers[base + to as usize] = value;
    }

    /// The value of a call of a function that is done at once, where its arguments are what it expects.
    #[inline]
    fn call_at_once(
        &mut self,
        callee: Callee,
        code: &Code,
        base: usize,
        args: Several,
    ) -> Option<u32> {
        if callee.is_itself {
            return None;
        }
        code.native?;
        let args = self.codes.several(args);
        let mut values = [0; 4];
        let values = values.get_mut(..args.len())?;
        for (value, &arg) in values.iter_mut().zip(args) {
            *value = self.get(base, arg);
        }
        self.at_once(code, values)
    }

    fn at_once(&mut self, code: &Code, args: &[u32]) -> Option<u32> {
        let (native, steps) = code.native?;
        let value = self.native(native, args, steps)?;
        self.pair(self.codes.ok, value)
    }

    /// Puts arguments into the registers of a function that starts at `base`: where it begins.
    fn enter(&mut self, code: &Code, base: usize, args: &[u32]) -> Option<Place> {
        self.take(code.cost)?;
        let end = base + code.n_registers;
        if end > MAX_REGISTERS || self.work.callers.len() > MAX_REGISTERS {
            return None;
        }
        self.work.registers.resize(end, 0);
        for (&param, &arg) in code.params.iter().zip(args) {
            self.work.registers[base + param as usize] = arg;
        }
        Some(code.start)
    }

    /// Enters a function whose arguments are operands of the function that stands at the first of two places of the stack; the
    /// entered one starts at the second. Where its code starts, or nothing where there is no room for it.
    fn enter_from(
        &mut self,
        code: &Code,
        (base, next): (usize, usize),
        args: Several,
    ) -> Option<Place> {
        let mut values = std::mem::take(&mut self.work.scratch);
        values.clear();
        values.extend(self.codes.several(args).iter().map(|&arg| self.get(base, arg)));
        let place = self.enter(code, next, &values);
        self.work.scratch = values;
        place
    }
}

fn get(constants: &[u32], registers: &[u32], base: usize, operand: Operand) -> u32 {
    if operand & CONSTANT == 0 {
        registers[base + operand as usize]
    } else {
        constants[(operand & !CONSTANT) as usize]
    }
}
