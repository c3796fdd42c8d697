//! Syntax trees of specifications, with places.
//!
//! Terms lie in one table in postfix order, so that nothing recurses over them; processes are trees
//! whose height the builder bounds.

use frontend::Span;

/// A name where it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name<'t> {
    /// The name.
    pub text: &'t str,
    /// Its place.
    pub span: Span,
}

/// A specification.
#[derive(Clone, Debug)]
pub struct Spec<'t> {
    /// The sections in their order.
    pub sections: Vec<Section<'t>>,
    /// The nodes of all terms, in postfix order.
    pub nodes: Vec<Node<'t>>,
    /// The end of the text.
    pub end: Span,
}

/// A section of a specification.
#[derive(Clone, Debug)]
pub enum Section<'t> {
    /// `sort`
    Sorts(Vec<Name<'t>>),
    /// `func`
    Constructors(Vec<Functions<'t>>),
    /// `map`
    Maps(Vec<Functions<'t>>),
    /// `var` with its `rew`, or `rew` alone.
    Rules(Vec<Variables<'t>>, Vec<Equation>),
    /// `act`
    Actions(Vec<Actions<'t>>),
    /// `comm`
    Communications(Vec<Communication<'t>>),
    /// `proc`
    Processes(Vec<Definition<'t>>),
    /// `init`
    Init(Process<'t>, Span),
}

/// `f,g: D # E -> F`
#[derive(Clone, Debug)]
pub struct Functions<'t> {
    /// The functions.
    pub names: Vec<Name<'t>>,
    /// Sorts of the arguments.
    pub args: Vec<Name<'t>>,
    /// Sort of the result.
    pub result: Name<'t>,
}

/// `x,y: D`
#[derive(Clone, Debug)]
pub struct Variables<'t> {
    /// The variables.
    pub names: Vec<Name<'t>>,
    /// Their sort.
    pub sort: Name<'t>,
}

/// `left = right`
#[derive(Clone, Copy, Debug)]
pub struct Equation {
    /// The side that is replaced.
    pub left: Term,
    /// The side that replaces it.
    pub right: Term,
}

/// `a,b: D # E`, or `a`
#[derive(Clone, Debug)]
pub struct Actions<'t> {
    /// The actions.
    pub names: Vec<Name<'t>>,
    /// Sorts of the arguments.
    pub args: Vec<Name<'t>>,
}

/// `a | b = c`
#[derive(Clone, Copy, Debug)]
pub struct Communication<'t> {
    /// The action on the left of `|`.
    pub left: Name<'t>,
    /// The action on the right of `|`.
    pub right: Name<'t>,
    /// The action that both together are.
    pub result: Name<'t>,
}

/// `P(x:D,y:E) = p`
#[derive(Clone, Debug)]
pub struct Definition<'t> {
    /// The process.
    pub name: Name<'t>,
    /// Parameters with their sorts.
    pub params: Vec<(Name<'t>, Name<'t>)>,
    /// What it does.
    pub body: Process<'t>,
}

/// A term: a range of nodes, the outermost symbol last.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// Index of the first node.
    pub start: usize,
    /// Index behind the last node.
    pub end: usize,
    /// Its place.
    pub span: Span,
}

/// A symbol of a term, behind its arguments.
#[derive(Clone, Copy, Debug)]
pub struct Node<'t> {
    /// The symbol.
    pub name: Name<'t>,
    /// Number of its arguments.
    pub n_args: usize,
    /// The place of the symbol with its arguments.
    pub span: Span,
}

/// A process term.
#[derive(Clone, Debug)]
pub struct Process<'t> {
    /// What it is.
    pub kind: ProcessKind<'t>,
    /// Its place.
    pub span: Span,
    /// Height of the tree.
    pub(crate) height: usize,
}

/// The kinds of process terms.
#[derive(Clone, Debug)]
pub enum ProcessKind<'t> {
    /// `delta`
    Delta,
    /// `tau`
    Tau,
    /// An action or a process with its arguments.
    Name(Name<'t>, Vec<Term>),
    /// `p + q`, more than one.
    Choice(Vec<Process<'t>>),
    /// `p.q`, more than one.
    Sequence(Vec<Process<'t>>),
    /// `p <| c |> q`: p if the condition holds.
    If(Term, Box<[Process<'t>; 2]>),
    /// `sum(x:D,p)`
    Sum(Name<'t>, Name<'t>, Box<Process<'t>>),
    /// `p || q`, more than one.
    Parallel(Vec<Process<'t>>),
    /// `encap({a,b},p)`
    Encap(Vec<Name<'t>>, Box<Process<'t>>),
    /// `hide({a,b},p)`
    Hide(Vec<Name<'t>>, Box<Process<'t>>),
    /// `rename({a->b},p)`
    Rename(Vec<(Name<'t>, Name<'t>)>, Box<Process<'t>>),
    /// An operator that no specification of the class has; its text.
    Foreign(&'static str),
}
