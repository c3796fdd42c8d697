//! Patterns to text, for messages.

use std::fmt;

use crate::term::Term;
use crate::term::pattern::{ActionPattern, TermPattern};
use crate::term::print::{Style, write_atom};

impl fmt::Display for TermPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(term) = self.to_term() {
            return write!(f, "{term}");
        }
        match self {
            Self::Variable(name) => write!(f, "{name}"),
            Self::Unknown => f.write_str("?"),
            Self::List(items, tail) => {
                f.write_str("[")?;
                write_all(f, items)?;
                if let Some(tail) = tail {
                    write!(f, "|{tail}")?;
                }
                f.write_str("]")
            }
            Self::Tuple(items) => {
                f.write_str("{")?;
                write_all(f, items)?;
                f.write_str("}")
            }
            Self::Binary(items) => {
                f.write_str("<<")?;
                match items.split_last() {
                    Some((Self::Tuple(pair), bytes)) if pair.len() == 2 => {
                        write_all(f, bytes)?;
                        let comma = if bytes.is_empty() { "" } else { "," };
                        write!(f, "{comma}{}:{}", pair[0], pair[1])?;
                    }
                    _ => write_all(f, items)?,
                }
                f.write_str(">>")
            }
            Self::Map(entries) => write_map(f, entries, " => "),
            Self::MapWith(entries) => write_map(f, entries, " := "),
            Self::Wildcard
            | Self::Integer(_)
            | Self::Float(_)
            | Self::Atom(_)
            | Self::Reference(_)
            | Self::Pid(_)
            | Self::Nil => f.write_str("_"),
        }
    }
}

impl fmt::Display for ActionPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_atom(f, &self.name, Style::Erlang)?;
        if !self.args.is_empty() || self.result.is_some() {
            f.write_str("(")?;
            write_all(f, &self.args)?;
            f.write_str(")")?;
        }
        if let Some(result) = &self.result {
            write!(f, " -> {result}")?;
        }
        self.guard.as_ref().map_or(Ok(()), |guard| write!(f, " when {guard}"))
    }
}

fn write_all(f: &mut fmt::Formatter<'_>, items: &[TermPattern]) -> fmt::Result {
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            f.write_str(",")?;
        }
        write!(f, "{item}")?;
    }
    Ok(())
}

fn write_map(
    f: &mut fmt::Formatter<'_>,
    entries: &[(Term, TermPattern)],
    arrow: &str,
) -> fmt::Result {
    f.write_str("#{")?;
    for (index, (key, value)) in entries.iter().enumerate() {
        if index > 0 {
            f.write_str(",")?;
        }
        write!(f, "{key}{arrow}{value}")?;
    }
    f.write_str("}")
}
