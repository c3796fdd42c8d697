//! The variables of patterns, and terms in their place.

use frontend::Name;

use crate::term::Term;
use crate::term::pattern::{ActionPattern, TermPattern};

impl From<&Term> for TermPattern {
    /// The pattern that describes a term; its unknown parts are open.
    fn from(term: &Term) -> Self {
        let all = |items: &[Term]| items.iter().map(Self::from).collect();
        match term {
            Term::Integer(value) => Self::Integer(value.clone()),
            Term::Float(value) => Self::Float(*value),
            Term::Atom(name) => Self::Atom(name.clone()),
            Term::Reference(number) => Self::Reference(number.clone()),
            Term::Pid(number) => Self::Pid(number.clone()),
            Term::Nil => Self::Nil,
            Term::List(items, tail) => {
                Self::List(all(items), tail.as_deref().map(|tail| Box::new(Self::from(tail))))
            }
            Term::Tuple(items) => Self::Tuple(all(items)),
            // A rest that is not known may be any number of bytes.
            Term::Binary(_) if term.has_unknown() => Self::Unknown,
            Term::Binary(items) => Self::Binary(all(items)),
            // A key that is not known may be any other.
            Term::Map(entries) if entries.iter().any(|(key, _)| key.has_unknown()) => Self::Unknown,
            Term::Map(entries) => Self::Map(
                entries.iter().map(|(key, value)| (key.clone(), Self::from(value))).collect(),
            ),
            // No text of a pattern is a fun.
            Term::Unknown(_) | Term::Fun(_) => Self::Unknown,
        }
    }
}

impl TermPattern {
    /// Appends the variables in order of appearance, repeated ones too.
    pub fn variables(&self, names: &mut Vec<Name>) {
        match self {
            Self::Variable(name) => names.push(name.clone()),
            Self::Tuple(items) | Self::Binary(items) => {
                for item in items {
                    item.variables(names);
                }
            }
            Self::List(items, tail) => {
                for item in items.iter().chain(tail.as_deref()) {
                    item.variables(names);
                }
            }
            Self::Map(entries) | Self::MapWith(entries) => {
                for (_, value) in entries {
                    value.variables(names);
                }
            }
            Self::Wildcard
            | Self::Unknown
            | Self::Integer(_)
            | Self::Float(_)
            | Self::Atom(_)
            | Self::Reference(_)
            | Self::Pid(_)
            | Self::Nil => {}
        }
    }

    /// Whether `_` stands in it.
    pub(crate) fn has_wildcard(&self) -> bool {
        match self {
            Self::Wildcard => true,
            Self::Tuple(items) | Self::Binary(items) => items.iter().any(Self::has_wildcard),
            Self::List(items, tail) => {
                items.iter().any(Self::has_wildcard)
                    || tail.as_deref().is_some_and(Self::has_wildcard)
            }
            Self::Map(entries) | Self::MapWith(entries) => {
                entries.iter().any(|(_, value)| value.has_wildcard())
            }
            _ => false,
        }
    }

    /// The pattern with others in place of variables.
    #[must_use]
    pub fn substitute(&self, value: &dyn Fn(&Name) -> Option<Self>) -> Self {
        let all = |items: &[Self]| -> Vec<Self> {
            items.iter().map(|item| item.substitute(value)).collect()
        };
        let entries = |entries: &[(Term, Self)]| {
            entries.iter().map(|(key, item)| (key.clone(), item.substitute(value))).collect()
        };
        match self {
            Self::Variable(name) => value(name).unwrap_or_else(|| self.clone()),
            Self::Tuple(items) => Self::Tuple(all(items)),
            Self::Binary(items) => Self::Binary(all(items)),
            Self::List(items, tail) => {
                let items = all(items);
                match tail.as_deref().map(|tail| tail.substitute(value)) {
                    None | Some(Self::Nil) => Self::List(items, None),
                    // The tail of a list is never a list.
                    Some(Self::List(more, end)) => {
                        Self::List(items.into_iter().chain(more).collect(), end)
                    }
                    Some(end) => Self::List(items, Some(Box::new(end))),
                }
            }
            Self::Map(map) => Self::Map(entries(map)),
            Self::MapWith(map) => Self::MapWith(entries(map)),
            other => other.clone(),
        }
    }
}

impl ActionPattern {
    /// The variables in order of appearance, without those that only the guard has.
    pub fn variables(&self) -> Vec<Name> {
        let mut names = Vec::new();
        for part in self.args.iter().chain(&self.result) {
            part.variables(&mut names);
        }
        names
    }

    /// The pattern with others in place of variables, in its guard too.
    #[must_use]
    pub fn substitute(&self, value: &dyn Fn(&Name) -> Option<TermPattern>) -> Self {
        Self {
            name: self.name.clone(),
            args: self.args.iter().map(|part| part.substitute(value)).collect(),
            result: self.result.as_ref().map(|part| part.substitute(value)),
            guard: self.guard.as_ref().map(|guard| guard.substitute(value)),
        }
    }
}
