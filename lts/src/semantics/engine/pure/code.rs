//! Register programs of pure functions.
//!
//! A function has registers for its variables and for what its expressions give on the way. Operands are
//! registers or constants. A test goes on where it is answered as expected, else it jumps.

use model::index::Idx as _;
use model::{FunctionId, Kind, Operator};

use super::native::Native;

/// The bit of an operand that is the number of a constant.
pub(crate) const CONSTANT: u32 = 1 << 31;

/// A register of the function, or a constant.
pub(crate) type Operand = u32;

/// Some operands: the first, and how many.
pub(crate) type Several = (u32, u32);

/// A place in the program.
pub(crate) type Place = u32;

/// What is called.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Callee {
    pub(crate) function: FunctionId,
    /// Whether it is the function that calls: then it is not done at once, which has been tried when that was entered.
    pub(crate) is_itself: bool,
}

/// One instruction.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Op {
    Copy {
        to: u32,
        from: Operand,
    },
    Element {
        to: u32,
        position: u32,
        from: Operand,
    },
    Head {
        to: u32,
        from: Operand,
    },
    Tail {
        to: u32,
        from: Operand,
    },
    Cons {
        to: u32,
        head: Operand,
        tail: Operand,
    },
    Tuple {
        to: u32,
        items: Several,
    },
    Apply {
        to: u32,
        operator: Operator,
        operands: Several,
    },
    Call {
        to: u32,
        callee: Callee,
        args: Several,
    },
    /// A call whose value is the function's own.
    TailCall {
        callee: Callee,
        args: Several,
    },
    Return {
        from: Operand,
    },
    Jump {
        to: Place,
    },
    Is {
        kind: Kind,
        value: Operand,
        expected: bool,
        otherwise: Place,
    },
    /// Compares words: one of the terms is no compound, and no zero.
    SameWord {
        left: Operand,
        right: Operand,
        expected: bool,
        otherwise: Place,
    },
    Same {
        left: Operand,
        right: Operand,
        expected: bool,
        otherwise: Place,
    },
    Equal {
        left: Operand,
        right: Operand,
        expected: bool,
        otherwise: Place,
    },
    Less {
        left: Operand,
        right: Operand,
        expected: bool,
        otherwise: Place,
    },
}

/// The program of a function.
#[derive(Clone, Debug)]
pub(crate) struct Code {
    pub(crate) start: Place,
    pub(crate) params: Box<[u32]>,
    pub(crate) n_registers: usize,
    /// Steps that the interpreter takes in one run of it at most, without calls.
    pub(crate) cost: usize,
    /// How it is done at once, and the steps that the interpreter takes for each element at most.
    pub(crate) native: Option<(Native, usize)>,
}

/// The programs of all functions that are called.
#[derive(Debug, Default)]
pub(crate) struct Codes {
    pub(crate) ops: Vec<Op>,
    pub(crate) operands: Vec<Operand>,
    pub(crate) constants: Vec<u32>,
    pub(crate) functions: Vec<Option<Code>>,
    /// Words of terms that are made without an expression for them.
    pub(crate) nil: u32,
    pub(crate) ok: u32,
    pub(crate) truth: [u32; 2],
}

impl Codes {
    pub(crate) fn of(&self, function: FunctionId) -> Option<&Code> {
        self.functions.get(function.index())?.as_ref()
    }

    /// Some of the operands.
    pub(crate) fn several(&self, (first, count): Several) -> &[Operand] {
        let first = first as usize;
        &self.operands[first..first + count as usize]
    }
}
