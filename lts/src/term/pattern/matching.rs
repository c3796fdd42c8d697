//! Whether a term or an action has the form of a pattern.
//!
//! Input: a pattern; a term, parts of which may be unknown. Output: yes, no, or that it depends on the
//! unknown parts: equal numbers are equal values, all else is open. `Open` is also given where nothing
//! would fit on a closer look (`f(1,2)` and `f(?1,?1)`).

use super::{ActionPattern, Bindings, TermPattern};
use crate::label::Action;
use crate::term::Term;

/// Whether something has the form of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Match {
    /// It does not have the form, whatever its unknown parts are.
    No,
    /// Whether it has the form depends on its unknown parts.
    Open,
    /// It has the form, whatever its unknown parts are.
    Yes,
}

impl Match {
    fn of(holds: bool) -> Self {
        if holds { Self::Yes } else { Self::No }
    }

    /// Whether it does not hold: `Yes` becomes `No`, `No` becomes `Yes`, `Open` stays.
    #[must_use]
    pub(crate) fn not(self) -> Self {
        match self {
            Self::No => Self::Yes,
            Self::Open => Self::Open,
            Self::Yes => Self::No,
        }
    }

    /// Whether both hold.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        self.min(other)
    }
}

impl TermPattern {
    /// Whether the term has this form for sure; if so, its variables are added to `bindings`.
    ///
    /// Variables that stand in `bindings` before must stand for the same terms here.
    pub fn matches(&self, term: &Term, bindings: &mut Bindings) -> bool {
        let n_bound = bindings.0.len();
        let meets = self.meets(term, bindings) == Match::Yes;
        if !meets {
            bindings.0.truncate(n_bound);
        }
        meets
    }

    /// Whether the term has this form; variables are added to `bindings` as far as it went.
    pub(super) fn meets(&self, term: &Term, bindings: &mut Bindings) -> Match {
        match (self, term) {
            (Self::Wildcard, _) | (Self::Nil, Term::Nil) => Match::Yes,
            (Self::Variable(name), _) => bindings.bind(name, term),
            (Self::Unknown, _) | (_, Term::Unknown(_)) => Match::Open,
            (Self::Integer(a), Term::Integer(b))
            | (Self::Reference(a), Term::Reference(b))
            | (Self::Pid(a), Term::Pid(b)) => Match::of(a == b),
            (Self::Float(a), Term::Float(b)) => Match::of(a == b),
            (Self::Atom(a), Term::Atom(b)) => Match::of(a == b),
            (Self::Binary(_), Term::Binary(_)) if term.has_unknown() => Match::Open,
            // What stands for a byte is none that is cut off.
            (Self::Binary(patterns), Term::Binary(items))
                if matches!(items.last(), Some(Term::Tuple(_)))
                    && !matches!(patterns.last(), Some(Self::Tuple(_))) =>
            {
                Match::No
            }
            (Self::Binary(patterns), Term::Binary(items))
            | (Self::Tuple(patterns), Term::Tuple(items))
                if patterns.len() == items.len() =>
            {
                all_meet(patterns, items, bindings)
            }
            (Self::List(patterns, tail), Term::List(items, end)) => {
                list_meets((patterns, tail.as_deref()), (items, end.as_deref()), bindings)
            }
            (Self::Map(_) | Self::MapWith(_), Term::Map(entries))
                if entries.iter().any(|(key, _)| key.has_unknown()) =>
            {
                Match::Open
            }
            (Self::Map(patterns), Term::Map(entries)) if patterns.len() == entries.len() => {
                let pairs = patterns.iter().zip(entries);
                all(pairs.map(|((key, pattern), (other, value))| {
                    if key == other { pattern.meets(value, bindings) } else { Match::No }
                }))
            }
            (Self::MapWith(patterns), Term::Map(entries)) => {
                all(patterns.iter().map(|(key, pattern)| {
                    match entries.binary_search_by(|(other, _)| other.cmp(key)) {
                        Ok(index) => pattern.meets(&entries[index].1, bindings),
                        Err(_) => Match::No,
                    }
                }))
            }
            _ => Match::No,
        }
    }

    /// Whether the rest of a list has this form.
    fn rest_meets(&self, items: &[Term], end: Option<&Term>, bindings: &mut Bindings) -> Match {
        match self {
            Self::Wildcard => Match::Yes,
            Self::Unknown => Match::Open,
            _ if items.is_empty() => self.meets(end.unwrap_or(&Term::Nil), bindings),
            // A tail is never a list: only a variable can stand for the rest.
            Self::Variable(_) => {
                let rest = Term::List(items.to_vec(), end.cloned().map(Box::new));
                self.meets(&rest, bindings)
            }
            _ => Match::No,
        }
    }
}

/// Whether all of these hold; all are looked at up to the first that does not.
fn all(mut parts: impl Iterator<Item = Match>) -> Match {
    let mut met = Match::Yes;
    while met != Match::No
        && let Some(part) = parts.next()
    {
        met = met.and(part);
    }
    met
}

fn all_meet(patterns: &[TermPattern], items: &[Term], bindings: &mut Bindings) -> Match {
    all(patterns.iter().zip(items).map(|(pattern, item)| pattern.meets(item, bindings)))
}

/// Whether elements and the end of a list have the form of patterns for elements and tail.
fn list_meets(
    (patterns, tail): (&[TermPattern], Option<&TermPattern>),
    (items, end): (&[Term], Option<&Term>),
    bindings: &mut Bindings,
) -> Match {
    let elements = all_meet(patterns, items, bindings);
    if elements == Match::No {
        return Match::No;
    }
    let rest = match (items.get(patterns.len()..), tail) {
        // The pattern has more elements.
        (None, _) => match end {
            Some(Term::Unknown(_)) => Match::Open,
            _ => Match::No,
        },
        (Some(rest), Some(tail)) => tail.rest_meets(rest, end, bindings),
        (Some([]), None) => TermPattern::Nil.meets(end.unwrap_or(&Term::Nil), bindings),
        (Some(_), None) => Match::No,
    };
    elements.and(rest)
}

impl ActionPattern {
    /// Whether the action has this form for sure.
    pub fn matches(&self, action: &Action) -> bool {
        self.meets(action) == Match::Yes
    }

    /// Whether the action has this form.
    pub fn meets(&self, action: &Action) -> Match {
        self.bind(action, &mut Bindings::default())
    }

    /// Whether the action has this form; variables are added to `bindings` as far as it went.
    ///
    /// Variables that stand in `bindings` before must stand for the same terms here.
    pub fn bind(&self, action: &Action, bindings: &mut Bindings) -> Match {
        if self.name != action.name || self.args.len() != action.args.len() {
            return Match::No;
        }
        let args = all_meet(&self.args, &action.args, bindings);
        if args == Match::No {
            return Match::No;
        }
        let met = args.and(match (&self.result, &action.result) {
            (None, _) => Match::Yes,
            (Some(pattern), Some(result)) => pattern.meets(result, bindings),
            (Some(_), None) => Match::No,
        });
        match &self.guard {
            Some(guard) if met != Match::No => met.and(guard.holds(bindings)),
            _ => met,
        }
    }
}

impl Term {
    /// Whether two terms with the same numbering of unknown values are the same.
    pub fn equals(&self, other: &Self) -> Match {
        match (self, other) {
            _ if self == other => Match::Yes,
            (Self::Unknown(_), _) | (_, Self::Unknown(_)) => Match::Open,
            (Self::Tuple(a), Self::Tuple(b)) if a.len() == b.len() => {
                all(a.iter().zip(b).map(|(a, b)| a.equals(b)))
            }
            (Self::List(a, end), Self::List(b, other)) => {
                let n = a.len().min(b.len());
                let elements = all(a.iter().zip(b).map(|(a, b)| a.equals(b)));
                let rest = |items: &[Self], end: &Option<Box<Self>>| {
                    let end = end.as_deref().cloned().unwrap_or(Self::Nil);
                    if items.len() == n {
                        end
                    } else {
                        Self::list_with_tail(items[n..].to_vec(), end)
                    }
                };
                let (left, right) = (rest(a, end), rest(b, other));
                elements.and(left.equals(&right))
            }
            (Self::Map(_), Self::Map(_)) if self.has_unknown() || other.has_unknown() => {
                Match::Open
            }
            _ => Match::No,
        }
    }
}

impl Action {
    /// Whether two actions are the same.
    pub fn equals(&self, other: &Self) -> Match {
        if self.name != other.name || self.args.len() != other.args.len() {
            return Match::No;
        }
        let args = all(self.args.iter().zip(&other.args).map(|(a, b)| a.equals(b)));
        args.and(match (&self.result, &other.result) {
            (Some(a), Some(b)) => a.equals(b),
            (None, None) => Match::Yes,
            _ => Match::No,
        })
    }
}
