//! Functions of the source, as comments on the model name them.
//!
//! Input: the functions of a module. Output: their clauses with their heads as text. Knows no lines.

pub mod library;

use frontend::ast::Module;
use frontend::output::print::clause_head;
use frontend::{Name, Span};

/// A function of the module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFunction {
    /// Its name.
    pub name: Name,
    /// Number of its arguments.
    pub arity: usize,
    /// All of it.
    pub span: Span,
    /// Its clauses, in order.
    pub clauses: Vec<SourceClause>,
}

/// A clause of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceClause {
    /// All of it.
    pub span: Span,
    /// Its head as Erlang text, on one line.
    pub head: String,
}

/// The functions of a module, in the order of the source.
pub fn functions_of(module: &Module) -> Vec<SourceFunction> {
    let functions = module.functions().map(|function| {
        let name = function.name.as_str();
        let clauses = function.clauses.iter().map(|clause| {
            let head = clause_head(name, clause).split_whitespace().collect::<Vec<_>>().join(" ");
            SourceClause { span: clause.span, head }
        });
        SourceFunction {
            name: function.name.clone(),
            arity: function.arity,
            span: function.span,
            clauses: clauses.collect(),
        }
    });
    functions.collect()
}
