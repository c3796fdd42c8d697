//! Step programs: what a state does next, as a graph of tests, computations and steps.
//!
//! A program works on registers: the words of the state, values computed on the way, constants.
//! It has no loops, and gives up where something is not worth compiling.

use model::{ActionId, FunctionId, Kind, Operator};

use crate::semantics::store::TermId;

/// A node of a program.
pub(crate) type NodeIx = u32;

/// A register: first the words of the state, then values, then constants.
pub(crate) type Register = u32;

/// Words of a state at most, the number of its variant included.
pub(crate) const MAX_WIDTH: usize = 65;

/// Values on one way through a program, at most.
pub(crate) const MAX_VALUES: u32 = 512;

/// The first register of a value.
#[allow(clippy::cast_possible_truncation, reason = "a small constant")]
pub(crate) const FIRST_VALUE: Register = MAX_WIDTH as Register;

/// The first register of a constant.
pub(crate) const FIRST_CONSTANT: Register = FIRST_VALUE + MAX_VALUES;

/// The node that gives up.
pub(crate) const GIVE_UP: NodeIx = 0;

/// The node at which a way ends without a step.
pub(crate) const NOTHING: NodeIx = 1;

/// Some registers of the list of operands.
pub(crate) type Operands = std::ops::Range<u32>;

/// A test of registers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Test {
    Is(Kind, Register),
    Same(Register, Register),
    Equal(Register, Register),
    Less(Register, Register),
}

/// A value to be computed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Value {
    Element(usize, Register),
    Head(Register),
    Tail(Register),
    Tuple(Box<[Register]>),
    Cons(Register, Register),
    Apply(Operator, Box<[Register]>),
    Call(FunctionId, Box<[Register]>),
}

/// What is done at a node.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// The state is left to the interpreter.
    GiveUp,
    /// This way has no step.
    Nothing,
    /// Goes on by the answer.
    Test { test: Test, yes: NodeIx, no: NodeIx },
    /// Goes on by the word of a register, of these in order, or elsewhere.
    Jump { register: Register, table: Box<[(u32, NodeIx)]>, other: NodeIx },
    /// Puts a value into a register.
    Set { register: Register, value: Value, next: NodeIx },
    /// All of these ways, one after another.
    Fork(Box<[NodeIx]>),
    /// A step to a state of this variant.
    Step { label: usize, variant: u32, words: Operands },
}

/// What the label of a step is made of.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct LabelSite {
    pub(crate) action: ActionId,
    pub(crate) args: Box<[Part]>,
}

/// A part of a label.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Part {
    Constant(TermId),
    Register(Register),
    Tuple(Box<[Part]>),
}

impl Part {
    /// Appends its registers.
    pub(crate) fn registers(&self, out: &mut Vec<Register>) {
        match self {
            Self::Constant(_) => {}
            Self::Register(register) => out.push(*register),
            Self::Tuple(parts) => parts.iter().for_each(|part| part.registers(out)),
        }
    }
}

/// The programs of all variants.
#[derive(Debug)]
pub(crate) struct Program {
    pub(crate) nodes: Vec<Node>,
    /// Where the program of each variant starts.
    pub(crate) roots: Vec<NodeIx>,
    pub(crate) constants: Vec<u32>,
    pub(crate) operands: Vec<Register>,
    pub(crate) labels: Vec<LabelSite>,
    /// The registers of each label.
    pub(crate) shown: Vec<Vec<Register>>,
    pub(crate) fuel: Fuel,
}

/// Steps of pure functions, as the interpreter counts them.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Fuel {
    /// For all ways from one state.
    pub(crate) of_state: usize,
    /// For one way.
    pub(crate) of_way: usize,
}

impl Default for Program {
    fn default() -> Self {
        Self {
            nodes: vec![Node::GiveUp, Node::Nothing],
            roots: Vec::new(),
            constants: Vec::new(),
            operands: Vec::new(),
            labels: Vec::new(),
            shown: Vec::new(),
            fuel: Fuel::default(),
        }
    }
}

impl Program {
    /// The functions that are called.
    pub(crate) fn called(&self) -> impl Iterator<Item = FunctionId> {
        self.nodes.iter().filter_map(|node| match node {
            Node::Set { value: Value::Call(function, _), .. } => Some(*function),
            _ => None,
        })
    }

    pub(crate) fn push(&mut self, node: Node) -> NodeIx {
        self.nodes.push(node);
        u32::try_from(self.nodes.len() - 1).unwrap_or(GIVE_UP)
    }
}
