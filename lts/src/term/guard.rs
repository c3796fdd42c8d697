//! Guards behind action patterns: `cmd({pay,N}) when N > 3`.
//!
//! Input: the text of a guard; what its variables stand for. Output: whether it holds, as Erlang's
//! guards do: one that fails to evaluate does not hold. Where values are unknown it may be open.

mod evaluate;
mod parse;
mod print;

use frontend::ast::name::Name;

use crate::term::pattern::TermPattern;

pub(crate) use parse::scan;

/// A guard: alternatives (`;`) of conditions that all must hold (`,`).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Guard(pub(crate) Vec<Vec<Expression>>);

/// A guard expression.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Expression {
    /// A term, parts of which are variables.
    Term(TermPattern),
    /// An operator before its operand.
    Unary(Unary, Box<Expression>),
    /// An operator between its operands.
    Binary(Binary, Box<Expression>, Box<Expression>),
    /// A guard function; its name and its number of arguments are those of [`Function`].
    Call(Function, Vec<Expression>),
}

/// Operators before an operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Unary {
    Not,
    Minus,
    Plus,
}

/// Operators between operands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Binary {
    OrElse,
    AndAlso,
    Or,
    Xor,
    And,
    Same,
    NotSame,
    Equal,
    NotEqual,
    Less,
    AtMost,
    Greater,
    AtLeast,
    Add,
    Subtract,
    Multiply,
    Quotient,
    Divide,
    Remainder,
}

/// Functions that a guard may call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Function {
    IsAtom,
    IsBoolean,
    IsFloat,
    IsInteger,
    IsList,
    IsMap,
    IsNumber,
    IsPid,
    IsReference,
    IsTuple,
    Abs,
    Element,
    Head,
    Length,
    MapSize,
    Tail,
    TupleSize,
}

impl Function {
    /// All functions with their names and numbers of arguments.
    pub(crate) const TABLE: [(&'static str, usize, Self); 17] = [
        ("is_atom", 1, Self::IsAtom),
        ("is_boolean", 1, Self::IsBoolean),
        ("is_float", 1, Self::IsFloat),
        ("is_integer", 1, Self::IsInteger),
        ("is_list", 1, Self::IsList),
        ("is_map", 1, Self::IsMap),
        ("is_number", 1, Self::IsNumber),
        ("is_pid", 1, Self::IsPid),
        ("is_reference", 1, Self::IsReference),
        ("is_tuple", 1, Self::IsTuple),
        ("abs", 1, Self::Abs),
        ("element", 2, Self::Element),
        ("hd", 1, Self::Head),
        ("length", 1, Self::Length),
        ("map_size", 1, Self::MapSize),
        ("tl", 1, Self::Tail),
        ("tuple_size", 1, Self::TupleSize),
    ];

    /// Whether the result is a truth value.
    pub(crate) fn is_test(self) -> bool {
        matches!(
            self,
            Self::IsAtom
                | Self::IsBoolean
                | Self::IsFloat
                | Self::IsInteger
                | Self::IsList
                | Self::IsMap
                | Self::IsNumber
                | Self::IsPid
                | Self::IsReference
                | Self::IsTuple
        )
    }
}

impl Guard {
    /// The variables in order of appearance, repeated ones too.
    pub fn variables(&self) -> Vec<Name> {
        let mut names = Vec::new();
        for expression in self.0.iter().flatten() {
            expression.variables(&mut names);
        }
        names
    }

    /// The guard with terms in place of variables.
    #[must_use]
    pub fn substitute(&self, value: &dyn Fn(&Name) -> Option<TermPattern>) -> Self {
        let all =
            |items: &Vec<Expression>| items.iter().map(|item| item.substitute(value)).collect();
        Self(self.0.iter().map(all).collect())
    }
}

impl Expression {
    fn variables(&self, names: &mut Vec<Name>) {
        match self {
            Self::Term(term) => term.variables(names),
            Self::Unary(_, operand) => operand.variables(names),
            Self::Binary(_, left, right) => {
                left.variables(names);
                right.variables(names);
            }
            Self::Call(_, arguments) => {
                for argument in arguments {
                    argument.variables(names);
                }
            }
        }
    }

    fn substitute(&self, value: &dyn Fn(&Name) -> Option<TermPattern>) -> Self {
        let boxed = |operand: &Self| Box::new(operand.substitute(value));
        match self {
            Self::Term(term) => Self::Term(term.substitute(value)),
            Self::Unary(operator, operand) => Self::Unary(*operator, boxed(operand)),
            Self::Binary(operator, left, right) => {
                Self::Binary(*operator, boxed(left), boxed(right))
            }
            Self::Call(function, arguments) => {
                Self::Call(*function, arguments.iter().map(|item| item.substitute(value)).collect())
            }
        }
    }
}
