//! Fields of maps and records, elements of binaries, qualifiers of comprehensions.

use num_bigint::BigInt;

use crate::ast::expr::Expr;
use crate::ast::name::Name;
use crate::ast::pat::Pat;

/// `Key => Value` or `Key := Value`.
#[derive(Clone, Debug, PartialEq)]
pub struct MapField<T> {
    /// Whether it is written with `:=`.
    pub exact: bool,
    /// The key.
    pub key: Expr,
    /// The value: an expression or a pattern.
    pub value: T,
    /// Offset of the arrow.
    pub at: u32,
}

/// `name = Value` in a record.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordField<T> {
    /// The field.
    pub name: FieldName,
    /// The value: an expression or a pattern.
    pub value: T,
    /// Offset of the name.
    pub at: u32,
}

/// The name of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldName {
    /// An atom.
    Atom(Name),
    /// `_`: all other fields.
    Var(Name),
}

/// `Value:Size/Types` in a binary.
#[derive(Clone, Debug, PartialEq)]
pub struct BinElement<T> {
    /// The value: an expression or a pattern.
    pub value: T,
    /// The size, if one is written.
    pub size: Option<Expr>,
    /// `integer`, `unit:8` and so on; empty where none are written.
    pub types: Vec<(Name, Option<BigInt>)>,
}

/// One part behind the `||` of a comprehension.
#[derive(Clone, Debug, PartialEq)]
pub enum Qualifier {
    /// A test.
    Filter(Expr),
    /// `Pattern <- List`
    Generator(Generator),
    /// Generators that advance together: `A <- As && B <- Bs`.
    Zip(Vec<Qualifier>),
}

/// A generator.
#[derive(Clone, Debug, PartialEq)]
pub struct Generator {
    /// What it goes through.
    pub kind: GeneratorKind,
    /// Whether a value that does not match is an error: `<:-`, `<:=`.
    pub strict: bool,
    /// The pattern; of a map generator, of its values.
    pub pattern: Pat,
    /// Of a map generator, the pattern of its keys, with the offset of `:=`.
    pub key: Option<(Pat, u32)>,
    /// What it goes through.
    pub source: Expr,
    /// Offset of the arrow.
    pub at: u32,
}

/// Kinds of generators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GeneratorKind {
    /// `P <- List`
    List,
    /// `<<P>> <= Binary`
    Binary,
    /// `K := V <- Map`
    Map,
}
