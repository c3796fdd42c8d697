//! Declarations: records, types, specifications.

use crate::ast::expr::Expr;
use crate::ast::name::Name;
use crate::ast::ty::{FunType, Type};
use crate::source::Span;

/// `-record(name, {field = Default :: Type, ..}).`
#[derive(Clone, Debug, PartialEq)]
pub struct RecordDecl {
    /// Its name.
    pub name: Name,
    /// Its fields.
    pub fields: Vec<FieldDecl>,
    /// The whole form.
    pub span: Span,
    /// Offset of the word `record`.
    pub at: u32,
}

/// A field of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldDecl {
    /// Its name.
    pub name: Name,
    /// Offset of the name.
    pub at: u32,
    /// Its default, if one is written.
    pub default: Option<Expr>,
    /// Its type, if one is written.
    pub ty: Option<Type>,
}

/// `-type name(Params) :: Type.`
#[derive(Clone, Debug, PartialEq)]
pub struct TypeDecl {
    /// The word: `type`, `opaque` or `nominal`.
    pub attribute: Name,
    /// Its name.
    pub name: Name,
    /// Variables with their offsets.
    pub params: Vec<(Name, u32)>,
    /// What it stands for.
    pub ty: Type,
    /// The whole form.
    pub span: Span,
    /// Offset of the word.
    pub at: u32,
}

/// `-spec name(Params) -> Result when Constraints; ...`
#[derive(Clone, Debug, PartialEq)]
pub struct SpecDecl {
    /// The word: `spec` or `callback`.
    pub attribute: Name,
    /// The module in front of the name, if one is written.
    pub module: Option<Name>,
    /// The function.
    pub name: Name,
    /// Number of parameters in the first clause.
    pub arity: usize,
    /// Its clauses; never empty.
    pub clauses: Vec<SpecClause>,
    /// The whole form.
    pub span: Span,
    /// Offset of the word.
    pub at: u32,
}

/// One clause of a specification.
#[derive(Clone, Debug, PartialEq)]
pub struct SpecClause {
    /// Parameters and result.
    pub ty: FunType,
    /// What stands behind `when`: variables with their offsets and types.
    pub constraints: Vec<(Name, u32, Type)>,
}
