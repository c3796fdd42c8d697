//! The syntax tree of an Erlang module.
//!
//! Output of the parser, input of the translator. Every node has its span. Patterns and
//! expressions are separate types: what is not a pattern cannot be put where one is needed.

pub mod clause;
pub mod declaration;
pub mod expr;
pub mod field;
pub mod operator;
pub mod pat;
pub mod ty;

mod constant;
pub(crate) mod cover;
pub(crate) mod first;
pub mod name;
mod rewrite;
mod visit;

pub use clause::{CaseClause, CatchClause, Class, FunClause, Guard};
pub use declaration::{FieldDecl, RecordDecl, SpecClause, SpecDecl, TypeDecl};
pub use expr::{Callee, Expr, ExprKind, RemoteAt, Try};
pub use field::{
    BinElement, FieldName, Generator, GeneratorKind, MapField, Qualifier, RecordField,
};
pub use operator::{BinaryOp, UnaryOp};
pub use pat::{Literal, Pat, PatKind};
pub use ty::{FieldType, FunType, MapPair, Type, TypeKind};

use crate::ast::name::Name;
use crate::source::{FileId, Span};

/// A module: its forms in textual order.
#[derive(Clone, Debug, PartialEq)]
pub struct Module {
    /// The file that it was read from.
    pub file: FileId,
    /// Name in the `-module` attribute, if there is one.
    pub name: Option<(Name, Span)>,
    /// All forms that could be read.
    pub forms: Vec<Form>,
    /// The first header that could not be read: it may define what the module uses.
    pub lacking: Option<Span>,
}

impl Module {
    /// The function `name/arity`, if it is defined here; no callback of another module.
    pub fn function(&self, name: &str, arity: usize) -> Option<&Function> {
        self.functions().find(|function| {
            function.arity == arity
                && function.name.as_str() == name
                && function.successor().is_none()
        })
    }

    /// All functions in textual order.
    pub fn functions(&self) -> impl Iterator<Item = &Function> {
        self.forms.iter().filter_map(|form| match form {
            Form::Function(function) => Some(function),
            _ => None,
        })
    }

    /// All attributes in textual order.
    pub fn attributes(&self) -> impl Iterator<Item = &Attribute> {
        self.forms.iter().filter_map(|form| match form {
            Form::Attribute(attribute) => Some(attribute),
            _ => None,
        })
    }
}

/// A top-level form.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// `-name(Args).`
    Attribute(Attribute),
    /// `-record(..).`
    Record(RecordDecl),
    /// `-type .. :: ..`, `-opaque`, `-nominal`
    Type(TypeDecl),
    /// `-spec ..`, `-callback`
    Spec(SpecDecl),
    /// A function with all its clauses.
    Function(Function),
    /// From here on forms come from another file, or count lines in another way.
    File(FileMark),
}

/// Where a header begins, where it ends, and what `-file(Name, Line)` says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileMark {
    /// The name, as it shall be shown.
    pub name: String,
    /// The line that the mark itself names.
    pub line: i64,
    /// Its place; only the start counts.
    pub span: Span,
    /// What is to be added to lines of the text to get those that are shown from here on.
    pub delta: i64,
    /// Whether it stands for the end of a header in a file with a `-file` directive.
    pub generated: bool,
}

/// `-name(Args).` for all names that have no form of their own.
#[derive(Clone, Debug, PartialEq)]
pub struct Attribute {
    /// Name of the attribute.
    pub name: Name,
    /// Its arguments as expressions.
    pub args: Vec<Expr>,
    /// The whole form.
    pub span: Span,
    /// Offset of the name.
    pub at: u32,
}

impl Attribute {
    /// Whether this names a parse transform, which may rewrite the module.
    pub fn is_transform(&self) -> bool {
        let mut names_one = |part: &Expr| part.is_atom("parse_transform");
        self.name.as_str() == "compile" && self.args.iter().any(|arg| arg.any(&mut names_one))
    }

    /// Whether this names a parse transform that may change what the module does: not the one of `EUnit`'s header,
    /// which exports the tests and adds `test/0`.
    pub fn rewrites(&self) -> bool {
        let is_eunit = |arg: &Expr| match &arg.kind {
            ExprKind::Tuple(items) => {
                matches!(items.as_slice(), [_, name] if name.is_atom("eunit_autoexport"))
            }
            _ => false,
        };
        self.is_transform() && !self.args.iter().all(is_eunit)
    }
}

/// A function definition.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    /// Its name.
    pub name: Name,
    /// Number of parameters.
    pub arity: usize,
    /// Clauses in textual order; never empty, all with `arity` parameters.
    pub clauses: Vec<FunctionClause>,
    /// The whole form.
    pub span: Span,
    /// Where it stood before it moved into the module; nothing for one of the module's own.
    pub moved: Option<Moved>,
}

/// Where a function stood that has moved into another module.
#[derive(Clone, Debug, PartialEq)]
pub struct Moved {
    /// Its module.
    pub from: Name,
    /// Its name there.
    pub name: Name,
    /// Whether it is a callback of that module, which may take the place of the one that it has moved into; else it is a function of
    /// that, under a name that no other has.
    pub is_callback: bool,
}

impl Function {
    /// The module that it is a callback of, where that may take the place of the one in which it stands now.
    pub fn successor(&self) -> Option<&Name> {
        self.moved.as_ref().filter(|moved| moved.is_callback).map(|moved| &moved.from)
    }
}

/// One clause of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionClause {
    /// Patterns of the head.
    pub params: Vec<Pat>,
    /// Its guard; empty where there is none.
    pub guard: Guard,
    /// Expressions of the body; never empty.
    pub body: Vec<Expr>,
    /// From the name to the last expression.
    pub span: Span,
}
