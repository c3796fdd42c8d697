//! Terms as Erlang that can be compiled, where they hold what has no text of its own.
//!
//! Input: a term. Output: an expression; process identifiers are `peer(N)`, references new ones, and an unknown value
//! is the atom `any`.

use lts::Term;

/// An atom as Erlang reads it.
pub(crate) fn atom(name: &str) -> String {
    Term::atom(name).to_string()
}

/// The expression of a term.
pub(crate) fn text(term: &Term) -> String {
    written(term, &|term| match term {
        Term::Pid(number) => Some(format!("peer({number})")),
        Term::Reference(_) => Some("make_ref()".to_owned()),
        Term::Unknown(_) => Some("any".to_owned()),
        Term::Fun(content) => Some(fun(content)),
        Term::Binary(_) if term.has_unknown() => Some("<<>>".to_owned()),
        _ => None,
    })
}

/// What a term is like that is compared with it: `'_'` stands for what has no text of its own.
pub(crate) fn pattern(term: &Term) -> String {
    let any = |term: &Term| match term {
        Term::Pid(_) | Term::Reference(_) | Term::Unknown(_) | Term::Fun(_) => true,
        // Which keys are there is not known.
        Term::Map(_) | Term::Binary(_) => term.has_unknown(),
        _ => false,
    };
    written(term, &|term| any(term).then(|| "'_'".to_owned()))
}

/// A term, of which some have a text that is said.
fn written(term: &Term, said: &dyn Fn(&Term) -> Option<String>) -> String {
    if let Some(text) = said(term) {
        return text;
    }
    let all = |items: &[Term]| {
        items.iter().map(|item| written(item, said)).collect::<Vec<_>>().join(", ")
    };
    match term {
        Term::Tuple(items) => format!("{{{}}}", all(items)),
        Term::List(items, end) if !is_text(items) => {
            let end = end.as_deref().map(|end| format!(" | {}", written(end, said)));
            format!("[{}{}]", all(items), end.unwrap_or_default())
        }
        Term::Map(entries) => {
            let entry = |(key, value): &(Term, Term)| {
                format!("{} => {}", written(key, said), written(value, said))
            };
            format!("#{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}

/// Whether a list may be a string: it holds nothing but integers.
fn is_text(items: &[Term]) -> bool {
    items.iter().all(|item| matches!(item, Term::Integer(_)))
}

/// A fun of as many arguments.
fn fun(content: &Term) -> String {
    let arity = match content {
        Term::Tuple(parts) => match parts.get(1) {
            Some(Term::Integer(arity)) => usize::try_from(arity).unwrap_or(0),
            _ => 0,
        },
        _ => 0,
    };
    format!("fun({}) -> ok end", vec!["_"; arity].join(", "))
}
