//! Values that are like no others: what stands in the place of an unknown part that nobody looks at.
//!
//! Input: terms with unknown parts. Output: ground terms, in which atoms `v1`, `v2`, .. stand for these parts, or a
//! simple value where it must be of some type. Does not know which values a module tells apart.

use std::collections::BTreeSet;

use lts::Term;
use model::expr::change::change;
use model::expr::walk::for_each_expr;
use model::names::strangers::Strangers;
use model::{Expr, FloatOp, Guess, Model};

use crate::command::commands;

/// Components of tuples that are tried, at most.
const MAX_SIZE: usize = 9;

/// Names of values: a letter and a number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StandIns {
    /// What they begin with.
    pub(crate) letter: char,
}

impl StandIns {
    /// Names that no atom of a model has: the letter is one with which none begins that goes on with a number.
    pub(crate) fn for_model(model: &Model) -> Self {
        let mut taken = BTreeSet::new();
        for_each_expr(model, &mut |expr| {
            if let Expr::Atom(name) = expr
                && let Some(letter) = numbered(name.as_str())
            {
                taken.insert(letter);
            }
        });
        let mut letters = ('v'..='z').chain('a'..='u');
        Self { letter: letters.find(|letter| !taken.contains(letter)).unwrap_or('v') }
    }

    /// The first one.
    fn first(self) -> Term {
        Term::atom(&format!("{}1", self.letter))
    }

    /// A term with the first one in its unknown parts.
    pub(crate) fn of_term(self, open: &Expr) -> Term {
        self.filled(&commands::as_term(open))
    }

    /// A term in which no list ends in something that is like no other, where any end would do.
    pub(crate) fn proper(self, term: &Term) -> Term {
        let all = |items: &[Term]| items.iter().map(|item| self.proper(item)).collect();
        match term {
            Term::Tuple(items) => Term::Tuple(all(items)),
            Term::List(items, Some(tail)) if self.is_one(tail) => Term::list(all(items)),
            Term::List(items, tail) => {
                Term::list_with_tail(all(items), tail.as_deref().cloned().unwrap_or(Term::Nil))
            }
            _ => term.clone(),
        }
    }

    fn is_one(self, term: &Term) -> bool {
        matches!(term, Term::Atom(name) if numbered(name.as_str()) == Some(self.letter))
    }

    /// What a call may return of which nothing is known, in the order in which it is tried.
    pub(crate) fn tried(self) -> Vec<Expr> {
        let [first, one] = [self.guessed(Guess::Any), Expr::integer(1)];
        let mut tried = vec![first.clone(), one.clone(), Expr::Nil, Expr::atom("true")];
        tried.push(Expr::Tuple(vec![Expr::atom("ok"), first.clone()]));
        tried.extend((0..=MAX_SIZE).map(|size| Expr::Tuple(vec![first.clone(); size])));
        tried.extend((1..=MAX_SIZE).map(|size| Expr::Tuple(vec![one.clone(); size])));
        tried.extend([Expr::pid(1), Expr::binary(&[]), self.guessed(Guess::Reference)]);
        tried.extend([Expr::map(Vec::new()), Expr::list([first].into_iter())]);
        tried
    }

    /// A value with the first one in the place of atoms that are strangers to the model, and 1 in that of such integers.
    pub(crate) fn named(self, value: &Expr, strangers: &Strangers) -> Expr {
        let mut named = value.clone();
        let mut name = |part: &mut Expr| {
            if strangers.is_one(part) {
                let is_integer = matches!(part, Expr::Integer(_));
                *part = self.guessed(if is_integer { Guess::Integer } else { Guess::Any });
            }
        };
        change(&mut named, &mut name, &mut |_| {});
        named
    }

    /// A value of the type that something has which is made up.
    pub(crate) fn guessed(self, guess: Guess) -> Expr {
        match guess {
            Guess::Any => Expr::Atom(format!("{}1", self.letter).into()),
            Guess::Integer => Expr::integer(1),
            Guess::Float => FloatOp::OfNumber.of(vec![Expr::integer(1)]),
            Guess::List => Expr::Nil,
            Guess::Map => Expr::map(Vec::new()),
            Guess::Binary | Guess::BitString => Expr::binary(&[]),
            // No timer, monitor or call has this one.
            Guess::Reference => Expr::reference(0),
        }
    }

    fn filled(self, term: &Term) -> Term {
        let all = |items: &[Term]| items.iter().map(|item| self.filled(item)).collect();
        match term {
            Term::Atom(name) => self.of_type(name.as_str()).unwrap_or_else(|| term.clone()),
            Term::Tuple(items) => Term::Tuple(all(items)),
            Term::List(items, tail) => {
                let tail = tail.as_deref().map_or(Term::Nil, |tail| self.filled(tail));
                Term::list_with_tail(all(items), tail)
            }
            Term::Map(entries) => {
                let filled = |(key, value): &(Term, Term)| (key.clone(), self.filled(value));
                Term::map(entries.iter().map(filled).collect())
            }
            _ => term.clone(),
        }
    }

    /// A value of a type, as `'integer()'` names it; `None` for an atom that names none.
    fn of_type(self, name: &str) -> Option<Term> {
        Some(match name {
            "integer()" | "number()" => Term::integer(1),
            "list()" | "nil()" => Term::Nil,
            "tuple()" => Term::Tuple(Vec::new()),
            "map()" => Term::map(Vec::new()),
            "pid()" => Term::Pid(1.into()),
            "reference()" => Term::Reference(1.into()),
            "binary()" | "bitstring()" => Term::Binary(Vec::new()),
            _ if name == "_" || name.ends_with("()") => self.first(),
            _ => return None,
        })
    }

    /// A term with other ones in the place of those in it; `None` where it has none.
    pub(crate) fn other(self, term: &Term) -> Option<Term> {
        let next =
            |number: usize| Term::atom(&format!("{}{}", self.letter, number.saturating_add(1)));
        Some(self.replaced(term, &next)).filter(|other| other != term)
    }

    /// A term with values in the place of those in it, by their numbers.
    pub(crate) fn replaced(self, term: &Term, value: &dyn Fn(usize) -> Term) -> Term {
        let all = |items: &[Term]| items.iter().map(|item| self.replaced(item, value)).collect();
        match term {
            Term::Atom(name) if numbered(name.as_str()) == Some(self.letter) => {
                let number = name.as_str().get(1..).and_then(|digits| digits.parse().ok());
                number.map_or_else(|| term.clone(), value)
            }
            Term::Tuple(items) => Term::Tuple(all(items)),
            Term::List(items, tail) => {
                let tail = tail.as_deref().map_or(Term::Nil, |tail| self.replaced(tail, value));
                Term::list_with_tail(all(items), tail)
            }
            _ => term.clone(),
        }
    }
}

/// The letter of a name that is a letter with a number.
fn numbered(name: &str) -> Option<char> {
    let mut chars = name.chars();
    let letter = chars.next()?;
    let digits = chars.as_str();
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(letter)
}
