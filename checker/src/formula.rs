//! Syntax trees of the regular mu-calculus.
//!
//! State formulas over regular formulas over action formulas, each with its place in the text.
//! Chains of one operator are flat and the depth of a tree is bounded ([`MAX_DEPTH`]), so that
//! functions may recurse. Two trees are equal if they say the same, wherever they stand.

use frontend::{Name, Span};
use lts::term::pattern::ActionPattern;

/// The deepest tree that the parser builds.
pub const MAX_DEPTH: u32 = 400;

/// A node of a syntax tree: what it is, where it stands.
#[derive(Clone, Debug)]
pub struct Node<K> {
    /// What stands here.
    pub kind: K,
    /// Where, without enclosing parentheses.
    pub span: Span,
    depth: u32,
    is_made: bool,
}

/// A state formula.
pub type Formula = Node<State>;
/// A regular formula: a set of sequences of actions.
pub type Regular = Node<Reg>;
/// An action formula: a set of labels.
pub type ActionFormula = Node<Act>;

/// Kind of a fixpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sign {
    /// Least fixpoint: finitely many unfoldings.
    Mu,
    /// Greatest fixpoint.
    Nu,
}

/// Kind of a modality.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Modality {
    /// `<R> F`: some sequence of R leads to F.
    Diamond,
    /// `[R] F`: every sequence of R leads to F.
    Box,
}

/// How often a regular formula is repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Repeat {
    /// `R*`
    Star,
    /// `R+`
    Plus,
    /// `R?`
    Optional,
}

/// Numbers of repetitions: `{2}`, `{2 ... 5}`, `{2 ...}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Count {
    /// At least.
    pub least: u32,
    /// At most; none for any number.
    pub most: Option<u32>,
}

/// Kinds of state formulas; chains have at least two members.
#[derive(Clone, Debug, PartialEq)]
pub enum State {
    /// `true`
    True,
    /// `false`
    False,
    /// A fixpoint variable.
    Variable(Name),
    /// Something that the state itself shows, such as its name.
    Atom(StateAtom),
    /// `not F`
    Not(Box<Formula>),
    /// `F and G and H`
    And(Vec<Formula>),
    /// `F or G or H`
    Or(Vec<Formula>),
    /// `F implies G implies H`, which is `F implies (G implies H)`.
    Implies(Vec<Formula>),
    /// `F equ G equ H`, which is `(F equ G) equ H`.
    Equ(Vec<Formula>),
    /// `F xor G xor H`, which is `(F xor G) xor H`.
    Xor(Vec<Formula>),
    /// `<R> F`, `[R] F`
    Modal(Modality, Regular, Box<Formula>),
    /// `<R> @`: R goes on for ever; `[R] -|`: it does not.
    Looping(Modality, Regular),
    /// `mu X . F`, `nu X . F`
    Fixpoint(Sign, Name, Box<Formula>),
}

/// What a state shows besides its transitions.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum StateAtom {
    /// A name of the state, or of something that holds there, like `ended`.
    Name(Name),
    /// `data(Expr)`: what an expression says of it, in the language of the caller that offers the states.
    Data(Name),
}

/// Kinds of regular formulas; chains have at least two members.
#[derive(Clone, Debug, PartialEq)]
pub enum Reg {
    /// One action.
    Action(ActionFormula),
    /// `nil`: the empty sequence.
    Nil,
    /// `?(F)`: the empty sequence where F holds, else none. Made where a formula is put under fairness.
    Test(Box<Formula>),
    /// `R . S . T`
    Sequence(Vec<Regular>),
    /// `R | S | T`
    Choice(Vec<Regular>),
    /// `R*`, `R+`, `R?`
    Repeat(Repeat, Box<Regular>),
    /// `R {n}`, `R {n ... m}`, `R {n ...}`
    Counted(Count, Box<Regular>),
}

/// What is special in a regular expression over labels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// `. * [..] [^..]`, groups in `\( \)`; all else stands for itself, as with CADP.
    #[default]
    Basic,
    /// Also `( ) { } | + ?`, as with `grep -E` and most languages.
    Extended,
}

/// Kinds of action formulas; chains have at least two members.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// Every label.
    True,
    /// No label.
    False,
    /// The internal action.
    Tau,
    /// `"text"`: the label with this text.
    Literal(String),
    /// `'text'`: the labels that a regular expression matches.
    Regexp(String, Dialect),
    /// `cmd({button,_})`: the actions that a pattern matches.
    Pattern(Pattern),
    /// `not A`
    Not(Box<ActionFormula>),
    /// `A and B and C`
    And(Vec<ActionFormula>),
    /// `A or B or C`
    Or(Vec<ActionFormula>),
    /// `A implies B implies C`
    Implies(Vec<ActionFormula>),
    /// `A equ B equ C`
    Equ(Vec<ActionFormula>),
    /// `A xor B xor C`
    Xor(Vec<ActionFormula>),
}

/// An action pattern, with its text.
#[derive(Clone, Debug)]
pub struct Pattern {
    /// As written.
    pub text: String,
    /// As understood.
    pub matcher: ActionPattern,
}

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl<K: PartialEq> PartialEq for Node<K> {
    fn eq(&self, other: &Self) -> bool {
        self.kind == other.kind
    }
}

impl<K> Node<K> {
    /// Number of levels of this tree.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// This node as a part of what an operator means: nobody has written it, and no message is about it.
    #[must_use]
    pub fn made(self) -> Self {
        Self { is_made: true, ..self }
    }

    /// Whether nobody has written this node.
    pub fn is_made(&self) -> bool {
        self.is_made
    }
}

impl Formula {
    /// A node over finished children.
    pub fn new(kind: State, span: Span) -> Self {
        let below = match &kind {
            State::True | State::False | State::Variable(_) | State::Atom(_) => 0,
            State::Not(body) | State::Fixpoint(_, _, body) => body.depth,
            State::Modal(_, path, body) => path.depth.max(body.depth),
            State::Looping(_, path) => path.depth,
            State::And(items)
            | State::Or(items)
            | State::Implies(items)
            | State::Equ(items)
            | State::Xor(items) => deepest(items),
        };
        Self { kind, span, depth: below + 1, is_made: false }
    }
}

impl Formula {
    /// Calls `visit` for each atom with its place; that of `data(Expr)` is the place of the expression.
    pub fn for_each_atom(&self, visit: &mut dyn FnMut(&StateAtom, Span)) {
        match &self.kind {
            State::Atom(atom) => visit(atom, self.span),
            State::True | State::False | State::Variable(_) => {}
            State::Looping(_, path) => path.for_each_test(&mut |test| test.for_each_atom(visit)),
            State::Modal(_, path, body) => {
                path.for_each_test(&mut |test| test.for_each_atom(visit));
                body.for_each_atom(visit);
            }
            State::Not(body) | State::Fixpoint(_, _, body) => body.for_each_atom(visit),
            State::And(items)
            | State::Or(items)
            | State::Implies(items)
            | State::Equ(items)
            | State::Xor(items) => items.iter().for_each(|item| item.for_each_atom(visit)),
        }
    }
}

impl Regular {
    /// A node over finished children.
    pub fn new(kind: Reg, span: Span) -> Self {
        let below = match &kind {
            Reg::Nil => 0,
            Reg::Test(body) => body.depth,
            Reg::Action(action) => action.depth,
            Reg::Sequence(items) | Reg::Choice(items) => deepest(items),
            Reg::Repeat(_, body) | Reg::Counted(_, body) => body.depth,
        };
        Self { kind, span, depth: below + 1, is_made: false }
    }
}

impl Regular {
    /// Whether the empty sequence is one of those that it stands for.
    pub fn is_nullable(&self) -> bool {
        match &self.kind {
            Reg::Action(_) => false,
            Reg::Nil | Reg::Test(_) | Reg::Repeat(Repeat::Star | Repeat::Optional, _) => true,
            Reg::Sequence(items) => items.iter().all(Self::is_nullable),
            Reg::Choice(items) => items.iter().any(Self::is_nullable),
            Reg::Repeat(Repeat::Plus, body) => body.is_nullable(),
            Reg::Counted(count, body) => count.least == 0 || body.is_nullable(),
        }
    }

    /// How many regular formulas it consists of when its counts are written out; those in tests are not counted.
    pub(crate) fn n_nodes(&self) -> usize {
        match &self.kind {
            Reg::Action(_) | Reg::Nil | Reg::Test(_) => 1,
            Reg::Sequence(items) | Reg::Choice(items) => {
                items.iter().fold(1, |sum, item| sum.saturating_add(item.n_nodes()))
            }
            Reg::Repeat(_, body) => body.n_nodes().saturating_add(1),
            Reg::Counted(count, body) => {
                let rounds = count.most.unwrap_or(count.least).max(1) as usize;
                rounds.saturating_mul(body.n_nodes())
            }
        }
    }

    /// Calls `visit` for the formula of each test.
    pub fn for_each_test(&self, visit: &mut dyn FnMut(&Formula)) {
        match &self.kind {
            Reg::Action(_) | Reg::Nil => {}
            Reg::Test(test) => visit(test),
            Reg::Sequence(items) | Reg::Choice(items) => {
                for item in items {
                    item.for_each_test(visit);
                }
            }
            Reg::Repeat(_, body) | Reg::Counted(_, body) => body.for_each_test(visit),
        }
    }
}

impl ActionFormula {
    /// A node over finished children.
    pub fn new(kind: Act, span: Span) -> Self {
        let mut node = Self { kind, span, depth: 1, is_made: false };
        node.depth += deepest(node.children());
        node
    }

    /// Whether no operator is used.
    pub fn is_leaf(&self) -> bool {
        self.children().is_empty()
    }

    /// The formulas below this one.
    pub fn children(&self) -> &[Self] {
        match &self.kind {
            Act::Not(body) => std::slice::from_ref(body),
            Act::And(items)
            | Act::Or(items)
            | Act::Implies(items)
            | Act::Equ(items)
            | Act::Xor(items) => items,
            Act::True
            | Act::False
            | Act::Tau
            | Act::Literal(_)
            | Act::Regexp(..)
            | Act::Pattern(_) => &[],
        }
    }
}

fn deepest<K>(items: &[Node<K>]) -> u32 {
    items.iter().map(Node::depth).max().unwrap_or(0)
}
