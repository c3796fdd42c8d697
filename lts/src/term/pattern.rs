//! Patterns over terms and actions, as formulas write them: `cmd({pay,_})`.
//!
//! Input: the text of a pattern. Output: a tree to match terms and actions with. A pattern is
//! written like a term; besides, `_` and variables stand for any term, a variable for the same one
//! wherever it occurs, and `#{key := P}` for a map with at least these entries. A term matches
//! itself: `#{a => 1}` describes the whole map, `#{}` the empty one. A guard may follow an action
//! (`crate::term::guard`).

mod extent;
mod matching;
mod print;
mod variables;

use frontend::ast::name::Name;
use frontend::diagnostic::{Diagnostic, Outcome};
use frontend::float::Float;
use frontend::source::{FileId, Span};
use num_bigint::BigInt;

use crate::codes;
use crate::term::Term;
use crate::term::grammar::{Entry, Parser, Tree};
use crate::term::guard::{self, Guard};
use crate::term::parse::outcome;

pub use extent::action_pattern_extent;
pub(crate) use extent::term_extent;
pub use matching::Match;

/// A term in which parts are left open.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum TermPattern {
    /// `_`: any term.
    Wildcard,
    /// `X`: any term, the same one wherever this name stands.
    Variable(Name),
    /// An unknown term: stands where the value of a variable is unknown.
    Unknown,
    /// An integer.
    Integer(BigInt),
    /// A float.
    Float(Float),
    /// An atom.
    Atom(Name),
    /// `#Ref<1>`
    Reference(BigInt),
    /// `<1>`: a process identifier.
    Pid(BigInt),
    /// `[]`
    Nil,
    /// `[A,B|Tail]`: at least one element; no tail means a proper list. A tail is never a list.
    List(Vec<TermPattern>, Option<Box<TermPattern>>),
    /// `{A,B}`
    Tuple(Vec<TermPattern>),
    /// `<<1,A>>`: a binary of these bytes.
    Binary(Vec<TermPattern>),
    /// `#{Key => Pattern}`: exactly these keys; sorted by key.
    Map(Vec<(Term, TermPattern)>),
    /// `#{Key := Pattern}`: at least these keys; sorted by key.
    MapWith(Vec<(Term, TermPattern)>),
}

/// What the variables of a pattern stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bindings(Vec<(Name, Term)>);

impl Bindings {
    /// The term that this variable stands for.
    pub fn get(&self, name: &str) -> Option<&Term> {
        self.0.iter().find(|(bound, _)| bound.as_str() == name).map(|(_, term)| term)
    }

    /// All variables in the order in which they were bound.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Name, &Term)> {
        self.0.iter().map(|(name, term)| (name, term))
    }

    /// Binds a variable, or compares with what it stands for.
    fn bind(&mut self, name: &Name, term: &Term) -> Match {
        if let Some(bound) = self.get(name.as_str()) {
            return bound.equals(term);
        }
        self.0.push((name.clone(), term.clone()));
        Match::Yes
    }
}

impl TermPattern {
    /// The term itself, if nothing is open.
    pub fn to_term(&self) -> Option<Term> {
        let all = |items: &[Self]| items.iter().map(Self::to_term).collect::<Option<Vec<_>>>();
        match self {
            Self::Wildcard | Self::Variable(_) | Self::Unknown | Self::MapWith(_) => None,
            Self::Integer(value) => Some(Term::Integer(value.clone())),
            Self::Float(value) => Some(Term::Float(*value)),
            Self::Atom(name) => Some(Term::Atom(name.clone())),
            Self::Reference(number) => Some(Term::Reference(number.clone())),
            Self::Pid(number) => Some(Term::Pid(number.clone())),
            Self::Nil => Some(Term::Nil),
            Self::List(items, None) => Some(Term::list(all(items)?)),
            Self::List(items, Some(tail)) => {
                Some(Term::list_with_tail(all(items)?, tail.to_term()?))
            }
            Self::Tuple(items) => Some(Term::Tuple(all(items)?)),
            Self::Binary(items) => Some(Term::Binary(all(items)?)),
            Self::Map(entries) => entries
                .iter()
                .map(|(key, value)| Some((key.clone(), value.to_term()?)))
                .collect::<Option<Vec<_>>>()
                .map(Term::map),
        }
    }
}

/// An action in which parts are left open.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ActionPattern {
    /// Name, without quotes.
    pub name: String,
    /// Arguments; their number must be the same.
    pub args: Vec<TermPattern>,
    /// Result; `None` leaves it open.
    pub result: Option<TermPattern>,
    /// What must hold of the variables besides.
    pub guard: Option<Guard>,
}

/// Parses an action pattern; spans count from `offset_in_file`.
///
/// `name` and `name()` are the same: the action without arguments. A guard may follow behind `when`.
pub fn parse_action_pattern(
    file: FileId,
    offset_in_file: u32,
    text: &str,
) -> Outcome<Option<ActionPattern>> {
    let end = extent::plain_extent(text);
    let guard_at = (end > 0).then(|| extent::guard_start(text, end)).flatten();
    let pattern = if guard_at.is_some() { &text[..end] } else { text };
    let mut parser = Parser::new(file, offset_in_file, pattern);
    let parsed = parser.action(false).and_then(|shape| {
        Ok(ActionPattern {
            name: shape.name.as_str().to_owned(),
            args: shape.args,
            result: shape.result,
            guard: guard_at.map(|start| guard(file, offset_in_file, text, start)).transpose()?,
        })
    });
    outcome(parsed, parser)
}

/// The guard that starts at this offset and reaches to the end of the text.
fn guard(file: FileId, base: u32, text: &str, start: usize) -> Result<Guard, Diagnostic> {
    let offset = |at: usize| base.saturating_add(u32::try_from(at).unwrap_or(u32::MAX));
    let scanned = guard::scan(file, offset(start), &text[start..]);
    let guard = scanned.guard?;
    let end = start + scanned.extent;
    if text[end..].trim().is_empty() {
        return Ok(guard);
    }
    let span = Span::new(file, offset(end), offset(text.len()));
    Err(Diagnostic::error(codes::GUARD, "this does not belong to the guard before it", span))
}

impl Tree for TermPattern {
    const OPEN: bool = true;

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

    fn string(span: Span, text: String) -> Self {
        let items = text.chars().map(|c| Self::Integer(u32::from(c).into())).collect();
        Self::list(span, items, None)
    }

    fn list(_span: Span, mut items: Vec<Self>, tail: Option<Self>) -> Self {
        match tail {
            None | Some(Self::Nil) if items.is_empty() => Self::Nil,
            None | Some(Self::Nil) => Self::List(items, None),
            Some(Self::List(more, end)) => {
                items.extend(more);
                Self::List(items, end)
            }
            Some(other) => Self::List(items, Some(Box::new(other))),
        }
    }

    fn tuple(_span: Span, items: Vec<Self>) -> Self {
        Self::Tuple(items)
    }

    fn binary(_span: Span, items: Vec<Self>) -> Self {
        Self::Binary(items)
    }

    fn map(_span: Span, entries: Vec<Entry<Self>>, exact: bool) -> Self {
        // Sorted by key; of equal keys the last one counts, as in a term.
        let mut sorted: Vec<(Term, Self)> = Vec::with_capacity(entries.len());
        let mut entries: Vec<_> = entries.into_iter().map(|e| (e.ground, e.value)).collect();
        entries.sort_by(|(a, _), (b, _)| a.cmp(b));
        for (key, value) in entries {
            match sorted.last_mut() {
                Some(last) if last.0 == key => last.1 = value,
                _ => sorted.push((key, value)),
            }
        }
        if exact { Self::Map(sorted) } else { Self::MapWith(sorted) }
    }

    fn variable(name: &Name) -> Option<Self> {
        Some(if name.as_str() == "_" { Self::Wildcard } else { Self::Variable(name.clone()) })
    }

    fn ground(&self) -> Option<Term> {
        self.to_term()
    }
}
