//! Kinds of values as they stand in commands and arguments of `init/1`: `'integer()'`, `'atom() | list()'`.
//!
//! Names are those of Erlang's types. Any other atom is an atom.

use model::Kind;

const NAMES: [(&str, &[Kind]); 15] = [
    ("list()", &[Kind::Nil, Kind::Cons]),
    ("nonempty_list()", &[Kind::Cons]),
    ("[]", &[Kind::Nil]),
    ("atom()", &[Kind::Atom]),
    ("binary()", &[Kind::Binary]),
    ("bitstring()", &[Kind::BitString]),
    ("float()", &[Kind::Float]),
    ("fun()", &[Kind::Fun]),
    ("integer()", &[Kind::Integer]),
    ("map()", &[Kind::Map]),
    ("number()", &[Kind::Number]),
    ("pid()", &[Kind::Pid]),
    ("port()", &[Kind::Port]),
    ("reference()", &[Kind::Reference]),
    ("tuple()", &[Kind::Tuple]),
];

/// The kinds that an atom stands for.
pub(crate) fn read(text: &str) -> Option<Vec<Kind>> {
    let mut kinds = Vec::new();
    for part in text.split(" | ") {
        let (_, group) = NAMES.iter().find(|(name, _)| *name == part)?;
        kinds.extend_from_slice(group);
    }
    kinds.sort_unstable();
    kinds.dedup();
    Some(kinds)
}

/// The atom that stands for kinds.
pub(crate) fn written(kinds: &[Kind]) -> String {
    let mut left = kinds.to_vec();
    let mut parts: Vec<&str> = Vec::new();
    for (name, group) in NAMES {
        if group.iter().all(|kind| left.contains(kind)) {
            left.retain(|kind| !group.contains(kind));
            parts.push(name);
        }
    }
    // A kind without a name is one of tuples: their sizes are written out elsewhere.
    if left.is_empty() { parts.join(" | ") } else { "_".to_owned() }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may fail")]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for (name, kinds) in NAMES {
            assert_eq!(written(kinds), name);
            let mut sorted = kinds.to_vec();
            sorted.sort_unstable();
            assert_eq!(read(name).unwrap(), sorted);
        }
        let both = read("list() | integer()").unwrap();
        assert_eq!(read(&written(&both)).unwrap(), both);
        assert_eq!(written(&[Kind::Nil, Kind::Cons]), "list()");
        for other in ["integer", "integer() |", "any()", "_", "", "integer()|atom()"] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
