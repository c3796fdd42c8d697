//! Types.

use num_bigint::BigInt;

use crate::ast::name::Name;
use crate::ast::operator::{BinaryOp, UnaryOp};
use crate::source::Span;

/// A type with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Type {
    /// What it is.
    pub kind: TypeKind,
    /// Where it is, parentheses around it included.
    pub span: Span,
    /// Offset that Erlang's own trees give as its place.
    pub at: u32,
}

/// Kinds of types.
#[derive(Clone, Debug, PartialEq)]
pub enum TypeKind {
    /// `Name :: Type`; the variable with its offset.
    Annotated((Name, u32), Box<Type>),
    /// `A | B | ..`; never fewer than two.
    Union(Vec<Type>),
    /// `From..To`
    Range(Box<Type>, Box<Type>),
    /// `Op A`
    Unary(UnaryOp, Box<Type>),
    /// `A Op B`
    Binary(BinaryOp, Box<Type>, Box<Type>),
    /// A variable, or `_`.
    Var(Name),
    /// An atom.
    Atom(Name),
    /// An integer.
    Integer(BigInt),
    /// A character.
    Char(u32),
    /// `name(Args)`, built in or not.
    Call(Name, Vec<Type>),
    /// `module:name(Args)`, each name with its offset.
    Remote((Name, u32), (Name, u32), Vec<Type>),
    /// `[]`
    Nil,
    /// `[Element]`
    List(Box<Type>),
    /// `[Element, ...]`
    NonEmptyList(Box<Type>),
    /// `#{Key => Value, Key := Value}`
    Map(Vec<MapPair>),
    /// `{A, B}`
    Tuple(Vec<Type>),
    /// `#name{field :: Type}`; the name with its offset.
    Record((Name, u32), Vec<FieldType>),
    /// `<<_:Base, _:_*Unit>>`
    Binaries(Option<Box<Type>>, Option<Box<Type>>),
    /// `fun()`
    AnyFun,
    /// `fun((Params) -> Result)`
    Fun(Box<FunType>),
}

/// `Key => Value` or `Key := Value`.
#[derive(Clone, Debug, PartialEq)]
pub struct MapPair {
    /// Whether it is written with `:=`.
    pub exact: bool,
    /// The keys.
    pub key: Type,
    /// The values.
    pub value: Type,
    /// Offset of the arrow.
    pub at: u32,
}

/// `field :: Type`
#[derive(Clone, Debug, PartialEq)]
pub struct FieldType {
    /// The field.
    pub name: Name,
    /// Its offset.
    pub at: u32,
    /// Its type.
    pub ty: Type,
}

/// `(Params) -> Result`
#[derive(Clone, Debug, PartialEq)]
pub struct FunType {
    /// The parameters; nothing for `(...)`.
    pub params: Option<Vec<Type>>,
    /// The result.
    pub result: Type,
    /// Offset of the parenthesis.
    pub at: u32,
}

impl Type {
    /// A type whose place begins with its text.
    pub fn new(kind: TypeKind, span: Span) -> Self {
        Self { kind, span, at: span.start }
    }
}

impl AsRef<Type> for Type {
    fn as_ref(&self) -> &Self {
        self
    }
}
