//! What the states of a machine are called whose behaviour gives them no names: `{state, Expr}`.
//!
//! Input: the value of that key or flag, a module. Output: an expression over `Data`, or a message: it may be the name of a
//! field of the record that the data are. The translator makes a function of it, of which the states get their names.

use behaviour::Behaviour;
use frontend::ast::{Expr, ExprKind, Form, RecordDecl};
use frontend::{Diagnostic, FileId, Module, Name, Span, parse_expr};
use lts::Term;
use lts::term::parse::{SpannedKind, SpannedTerm, parse_spanned_term};

use crate::codes;
use crate::config::properties::quoted;
use crate::config::settings::bad_value;
use crate::session::Session;

/// What states are called, as it is given.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Naming {
    /// By the value of this field.
    Field(Name, Span),
    /// By the value of this expression; quoted where it stands in a term.
    Expression { text: String, span: Span, is_quoted: bool },
}

impl Naming {
    /// What a term says.
    pub(crate) fn of(value: &SpannedTerm) -> Result<Self, Diagnostic> {
        match &value.kind {
            SpannedKind::Atom(field) => Ok(Self::Field(field.clone(), value.span)),
            SpannedKind::String(text) => {
                Ok(Self::Expression { text: text.clone(), span: value.span, is_quoted: true })
            }
            _ => Err(bad_value(
                value,
                "expected an expression over `Data` as a string, or the name of a field",
            )),
        }
    }

    /// What stands behind a flag: an atom or a string is a term, all else an expression.
    pub(crate) fn of_flag(file: FileId, text: &str) -> Self {
        let term = parse_spanned_term(file, text).value;
        term.and_then(|term| Self::of(&term).ok()).unwrap_or_else(|| {
            let end = u32::try_from(text.len()).unwrap_or(u32::MAX);
            let (text, span) = (text.to_owned(), Span::new(file, 0, end));
            Self::Expression { text, span, is_quoted: false }
        })
    }

    /// Where it is given.
    pub(crate) fn span(&self) -> Span {
        let (Self::Field(_, span) | Self::Expression { span, .. }) = self;
        *span
    }

    /// As a term of Erlang.
    pub(crate) fn term(&self) -> String {
        match self {
            Self::Field(field, _) => Term::Atom(field.clone()).to_string(),
            Self::Expression { text, .. } => quoted(text),
        }
    }

    /// The expression of which the states of a module get their names; `None` if it was reported to be wrong.
    pub(crate) fn expression(
        &self,
        session: &mut Session,
        module: &Module,
        behaviour: &Behaviour,
    ) -> Option<Expr> {
        if behaviour.only_state.is_none() {
            session.report(has_names(behaviour, self.span()));
            return None;
        }
        match self {
            Self::Field(field, span) => match record_with(module, field, *span) {
                Ok(record) => Some(access(&record.name, field, *span)),
                Err(error) => {
                    session.report(error);
                    None
                }
            },
            Self::Expression { text, span, is_quoted } => {
                let file = if *is_quoted {
                    let file = session.sources.add("the names of states", text.clone());
                    session.place_inside(file, *span);
                    file
                } else {
                    session.part(*span, text)
                };
                let outcome = parse_expr(file, text);
                session.take(outcome).flatten()
            }
        }
    }
}

/// `Data#record.field`
fn access(record: &Name, field: &Name, span: Span) -> Expr {
    let data = Expr::new(ExprKind::Var("Data".into()), span);
    Expr::new(
        ExprKind::RecordAccess(Box::new(data), record.clone(), (field.clone(), span.start)),
        span,
    )
}

/// The only record that has a field.
fn record_with<'m>(
    module: &'m Module,
    field: &Name,
    span: Span,
) -> Result<&'m RecordDecl, Diagnostic> {
    let records = module.forms.iter().filter_map(|form| match form {
        Form::Record(record) => Some(record),
        _ => None,
    });
    let has_field = |record: &&RecordDecl| record.fields.iter().any(|own| own.name == *field);
    let found: Vec<&RecordDecl> = records.filter(has_field).collect();
    match found.as_slice() {
        [record] => Ok(record),
        [] => {
            let message = format!("no record of the module has a field `{field}`");
            Err(Diagnostic::error(codes::NO_NAMING, message, span).with_help(
                "an atom is the name of a field; any other expression over `Data` is a string, \
                 such as `{state, \"element(1, Data)\"}`",
            ))
        }
        [first, ..] => {
            let names: Vec<String> = found.iter().map(|own| format!("`{}`", own.name)).collect();
            let message = format!("several records have a field `{field}`: {}", names.join(", "));
            let help = format!(
                "name the one that the data are: `{{state, \"Data#{}.{field}\"}}`",
                first.name
            );
            Err(Diagnostic::error(codes::NO_NAMING, message, span).with_help(help))
        }
    }
}

fn has_names(behaviour: &Behaviour, span: Span) -> Diagnostic {
    let message = format!("the states of a {} have names of their own", behaviour.name());
    Diagnostic::error(codes::NO_NAMING, message, span)
        .with_help("formulas call them by these, and ask for data by `data(Expr)`")
}
