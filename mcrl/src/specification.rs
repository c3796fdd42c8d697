//! A specification with all names resolved: what is explored.
//!
//! Terms with variables are ranges of one table of operations in postfix order; processes are
//! control points, which share what follows them.

use std::ops::Range;

use frontend::Span;
use rustc_hash::{FxHashMap, FxHashSet};

/// Declares index types.
macro_rules! index_types {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub(crate) struct $name(pub(crate) u32);

        impl $name {
            pub(crate) fn new(index: usize) -> Self {
                Self(u32::try_from(index).unwrap_or(u32::MAX))
            }

            pub(crate) fn index(self) -> usize {
                self.0 as usize
            }
        }
    )*};
}

index_types! {
    SortId;
    FunctionId;
    ActionId;
    ProcessId;
    PointId;
    NodeId;
    /// A parameter or a variable of a sum, within one process; a variable within one rule.
    Slot;
}

/// A checked specification.
#[derive(Clone, Debug, Default)]
pub struct Specification {
    pub(crate) sorts: Vec<Sort>,
    pub(crate) functions: Vec<Function>,
    /// The rules of each function together, the most specific one first.
    pub(crate) rules: Vec<Rule>,
    pub(crate) ops: Vec<Op>,
    pub(crate) actions: Vec<Action>,
    /// What two actions communicate to, both ways round.
    pub(crate) communications: FxHashMap<(ActionId, ActionId), ActionId>,
    pub(crate) processes: Vec<Process>,
    pub(crate) points: Vec<Point>,
    /// The composition, operands before operators; the last one is the whole.
    pub(crate) nodes: Vec<Node>,
    pub(crate) components: Vec<Component>,
    pub(crate) truth: Option<Truth>,
}

/// The constructors of sort `Bool`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Truth {
    pub(crate) holds: FunctionId,
    pub(crate) fails: FunctionId,
}

#[derive(Clone, Debug)]
pub(crate) struct Sort {
    pub(crate) name: String,
    pub(crate) constructors: Vec<FunctionId>,
    /// `eq` on this sort.
    pub(crate) equality: Option<FunctionId>,
}

#[derive(Clone, Debug)]
pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) args: Vec<SortId>,
    pub(crate) result: SortId,
    pub(crate) is_constructor: bool,
    /// Its rules.
    pub(crate) rules: Range<u32>,
}

impl Function {
    /// Whether different arguments make different terms.
    pub(crate) fn is_free(&self) -> bool {
        self.is_constructor && self.rules.is_empty()
    }
}

/// One step of the computation of a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Op {
    /// The value of a variable.
    Slot(Slot),
    /// A function of the values computed last.
    Call(FunctionId),
}

/// A term with variables: a range of operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Expr {
    pub(crate) start: u32,
    pub(crate) end: u32,
}

impl Expr {
    pub(crate) fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Rule {
    pub(crate) function: FunctionId,
    /// The arguments of the left side from the last symbol to the first: outer symbols before inner
    /// ones, the last argument first.
    pub(crate) pattern: Box<[Op]>,
    /// The outermost symbols of the first two arguments, where they are no variables.
    pub(crate) heads: [Option<FunctionId>; 2],
    pub(crate) n_variables: usize,
    pub(crate) right: Expr,
    pub(crate) span: Span,
}

#[derive(Clone, Debug)]
pub(crate) struct Action {
    pub(crate) name: String,
    pub(crate) args: Vec<SortId>,
    /// Where it is declared.
    pub(crate) span: Span,
}

/// A sequential process.
#[derive(Clone, Debug)]
pub(crate) struct Process {
    pub(crate) name: String,
    pub(crate) n_slots: usize,
    pub(crate) body: PointId,
}

/// A place in a sequential process.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    pub(crate) process: ProcessId,
    pub(crate) step: ProcessStep,
    /// Variables that are needed from here on.
    pub(crate) live: Box<[Slot]>,
    pub(crate) span: Span,
}

/// What happens at a point.
#[derive(Clone, Debug)]
pub(crate) enum ProcessStep {
    Delta,
    Tau(PointId),
    Act(ActionId, Box<[Expr]>, PointId),
    Choice(Box<[PointId]>),
    If(Expr, PointId, PointId),
    Sum(Slot, SortId, PointId),
    Call(ProcessId, Box<[Expr]>),
}

/// An operand or operator of the composition.
#[derive(Clone, Debug)]
pub(crate) enum Node {
    /// A component by its number.
    Leaf(usize),
    Parallel(NodeId, NodeId),
    Encap(FxHashSet<ActionId>, NodeId),
    Hide(FxHashSet<ActionId>, NodeId),
    Rename(FxHashMap<ActionId, ActionId>, NodeId),
}

/// A sequential process with its ground arguments.
#[derive(Clone, Debug)]
pub(crate) struct Component {
    pub(crate) process: ProcessId,
    pub(crate) args: Vec<Expr>,
}

impl Specification {
    /// Number of sequential processes that run in parallel.
    pub fn n_components(&self) -> usize {
        self.components.len()
    }

    /// The operations of a term.
    pub(crate) fn ops(&self, expr: Expr) -> &[Op] {
        &self.ops[expr.range()]
    }

    /// Keeps the operations of a term.
    pub(crate) fn expr(&mut self, ops: &[Op]) -> Expr {
        let number = |index: usize| u32::try_from(index).unwrap_or(u32::MAX);
        let start = number(self.ops.len());
        self.ops.extend_from_slice(ops);
        Expr { start, end: number(self.ops.len()) }
    }
}
