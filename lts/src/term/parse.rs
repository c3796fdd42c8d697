//! Text to terms.
//!
//! Input: the text of one term, or of a `file:consult/1` file. Output: ground terms, with spans
//! where the caller points at their parts.

use frontend::ast::name::Name;
use frontend::diagnostic::{Diagnostic, Outcome};
use frontend::float::Float;
use frontend::source::{FileId, Span};
use num_bigint::BigInt;

pub use crate::term::lexer::places_in_string;

use crate::term::Term;
use crate::term::grammar::{Entry, Parser, Tree};

/// A term together with the place where it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpannedTerm {
    /// From its first to its last byte, without surrounding blanks.
    pub span: Span,
    /// What is written there.
    pub kind: SpannedKind,
}

/// The ways to write a ground term.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpannedKind {
    /// An integer or a character.
    Integer(BigInt),
    /// A float.
    Float(Float),
    /// An atom.
    Atom(Name),
    /// `#Ref<1>`
    Reference(BigInt),
    /// `<1>`
    Pid(BigInt),
    /// A string, also `""`; the text behind the quotes, escapes resolved.
    String(String),
    /// A list in brackets, also `[]`; the tail is the part behind `|`, as written.
    List(Vec<SpannedTerm>, Option<Box<SpannedTerm>>),
    /// `{A,B}`
    Tuple(Vec<SpannedTerm>),
    /// `#{Key => Value}`, in the order of the text.
    Map(Vec<(SpannedTerm, SpannedTerm)>),
    /// `<<1,2>>`
    Binary(Vec<SpannedTerm>),
}

impl SpannedTerm {
    /// The term itself.
    pub fn term(&self) -> Term {
        match &self.kind {
            SpannedKind::Integer(value) => Term::Integer(value.clone()),
            SpannedKind::Reference(number) => Term::Reference(number.clone()),
            SpannedKind::Pid(number) => Term::Pid(number.clone()),
            SpannedKind::Float(value) => Term::Float(*value),
            SpannedKind::Atom(name) => Term::Atom(name.clone()),
            SpannedKind::String(text) => Term::string(text),
            SpannedKind::List(items, tail) => Term::list_with_tail(
                terms(items),
                tail.as_ref().map_or(Term::Nil, |tail| tail.term()),
            ),
            SpannedKind::Tuple(items) => Term::Tuple(terms(items)),
            SpannedKind::Binary(items) => Term::Binary(terms(items)),
            SpannedKind::Map(entries) => {
                Term::map(entries.iter().map(|(key, value)| (key.term(), value.term())).collect())
            }
        }
    }
}

fn terms(items: &[SpannedTerm]) -> Vec<Term> {
    items.iter().map(SpannedTerm::term).collect()
}

/// Parses one term; a final full stop is optional.
pub fn parse_term(file: FileId, text: &str) -> Outcome<Option<Term>> {
    parse_one(file, text)
}

/// Parses one term and keeps its places; a final full stop is optional.
pub fn parse_spanned_term(file: FileId, text: &str) -> Outcome<Option<SpannedTerm>> {
    parse_one(file, text)
}

fn parse_one<T: Tree>(file: FileId, text: &str) -> Outcome<Option<T>> {
    let mut parser = Parser::new(file, 0, text);
    let parsed = parser.term().and_then(|term| {
        parser.take_stop();
        parser.end("the end of the term")?;
        Ok(term)
    });
    outcome(parsed, parser)
}

/// What a parser has made of a text.
pub(crate) fn outcome<T>(parsed: Result<T, Diagnostic>, parser: Parser) -> Outcome<Option<T>> {
    let mut diagnostics = parser.warnings;
    let value = parsed.map_err(|error| diagnostics.push(error)).ok();
    Outcome { value, diagnostics }
}

/// Parses terms that each end with a full stop, as `file:consult/1` reads them.
///
/// After an error it goes on behind the next full stop.
pub fn parse_terms(file: FileId, text: &str) -> Outcome<Vec<SpannedTerm>> {
    let mut parser = Parser::new(file, 0, text);
    let mut value = Vec::new();
    let mut diagnostics = Vec::new();
    while !parser.at_end() {
        let parsed = parser.term::<SpannedTerm>().and_then(|term| {
            let span = term.span;
            value.push(term);
            parser.stop(span)
        });
        diagnostics.append(&mut parser.warnings);
        if let Err(error) = parsed {
            diagnostics.push(error);
            parser.recover();
        }
    }
    Outcome { value, diagnostics }
}

impl Tree for SpannedTerm {
    const OPEN: bool = false;

    fn integer(span: Span, value: BigInt) -> Self {
        Self { span, kind: SpannedKind::Integer(value) }
    }

    fn float(span: Span, value: Float) -> Self {
        Self { span, kind: SpannedKind::Float(value) }
    }

    fn atom(span: Span, name: Name) -> Self {
        Self { span, kind: SpannedKind::Atom(name) }
    }

    fn reference(span: Span, number: BigInt) -> Self {
        Self { span, kind: SpannedKind::Reference(number) }
    }

    fn pid(span: Span, number: BigInt) -> Self {
        Self { span, kind: SpannedKind::Pid(number) }
    }

    fn string(span: Span, text: String) -> Self {
        Self { span, kind: SpannedKind::String(text) }
    }

    fn list(span: Span, items: Vec<Self>, tail: Option<Self>) -> Self {
        Self { span, kind: SpannedKind::List(items, tail.map(Box::new)) }
    }

    fn tuple(span: Span, items: Vec<Self>) -> Self {
        Self { span, kind: SpannedKind::Tuple(items) }
    }

    fn binary(span: Span, items: Vec<Self>) -> Self {
        Self { span, kind: SpannedKind::Binary(items) }
    }

    fn map(span: Span, entries: Vec<Entry<Self>>, _exact: bool) -> Self {
        let entries = entries.into_iter().map(|entry| (entry.key, entry.value)).collect();
        Self { span, kind: SpannedKind::Map(entries) }
    }

    fn variable(_name: &Name) -> Option<Self> {
        None
    }

    fn ground(&self) -> Option<Term> {
        Some(self.term())
    }
}

impl Tree for Term {
    const OPEN: bool = false;

    fn integer(_span: Span, value: BigInt) -> Self {
        Self::Integer(value)
    }

    fn float(_span: Span, value: Float) -> Self {
        Self::Float(value)
    }

    fn atom(_span: Span, name: Name) -> Self {
        Self::Atom(name)
    }

    fn reference(_span: Span, number: BigInt) -> Self {
        Self::Reference(number)
    }

    fn pid(_span: Span, number: BigInt) -> Self {
        Self::Pid(number)
    }

    fn string(_span: Span, text: String) -> Self {
        Self::string(&text)
    }

    fn list(_span: Span, items: Vec<Self>, tail: Option<Self>) -> Self {
        Self::list_with_tail(items, tail.unwrap_or(Self::Nil))
    }

    fn tuple(_span: Span, items: Vec<Self>) -> Self {
        Self::Tuple(items)
    }

    fn binary(_span: Span, items: Vec<Self>) -> Self {
        Self::Binary(items)
    }

    fn map(_span: Span, entries: Vec<Entry<Self>>, _exact: bool) -> Self {
        Self::map(entries.into_iter().map(|entry| (entry.key, entry.value)).collect())
    }

    fn variable(_name: &Name) -> Option<Self> {
        None
    }

    fn unknown(number: u32) -> Option<Self> {
        Some(Self::Unknown(number))
    }

    fn ground(&self) -> Option<Term> {
        Some(self.clone())
    }
}
