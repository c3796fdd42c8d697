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
    let all = |items: &[Term]| items.iter().map(text).collect::<Vec<_>>().join(", ");
    match term {
        Term::Pid(number) => format!("peer({number})"),
        Term::Reference(_) => "make_ref()".to_owned(),
        Term::Unknown(_) => "any".to_owned(),
        Term::Fun(content) => fun(content),
        Term::Tuple(items) => format!("{{{}}}", all(items)),
        Term::List(items, end) if !is_text(items) => {
            let end = end.as_deref().map(|end| format!(" | {}", text(end))).unwrap_or_default();
            format!("[{}{end}]", all(items))
        }
        Term::Map(entries) => {
            let entry = |(key, value): &(Term, Term)| format!("{} => {}", text(key), text(value));
            format!("#{{{}}}", entries.iter().map(entry).collect::<Vec<_>>().join(", "))
        }
        Term::Binary(_) if term.has_unknown() => "<<>>".to_owned(),
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
