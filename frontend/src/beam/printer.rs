//! What all printers of abstract code share: the text so far, where a part is, lists, names, literals.
//!
//! Input: parts of abstract code. Output: their text. What is no abstract code is refused with what it is taken for.

use super::layout::Layout;
use super::term::{Id, Node, Terms};
use super::{Refusal, broken};
use crate::output::print::{quote_atom, quote_char, quote_string};

/// Greatest depth of what is printed; the parser refuses less.
const MAX_DEPTH: usize = 600;

/// Longest integer in bytes; the lexer refuses longer ones, and digits take time that grows with the square.
const MAX_INTEGER: u64 = 4096 * 8;

/// Printing of one file.
pub(super) struct Printer<'t> {
    pub(super) terms: &'t Terms,
    pub(super) out: Layout,
    /// Whether a `maybe` was printed, which a module has to ask for.
    pub(super) has_maybe: bool,
    depth: usize,
}

/// What printing gives.
pub(super) type Done = Result<(), Refusal>;

/// A part that a printer does not know.
pub(super) fn unknown<T>(what: &str, tag: &str) -> Result<T, Refusal> {
    broken(format!("its code has {what} that is not known here: `{tag}`"))
}

impl<'t> Printer<'t> {
    pub(super) fn new(terms: &'t Terms) -> Self {
        Self { terms, out: Layout::new(), has_maybe: false, depth: 0 }
    }

    /// The line of a part, `{Tag,Place,..}`; 0 if it says none.
    pub(super) fn line(&self, id: Id) -> i64 {
        self.terms.tuple(id).and_then(|parts| parts.get(1)).map_or(0, |&place| self.place(place))
    }

    /// The line of a place: `Line`, `{Line,Column}` or a list of annotations.
    fn place(&self, id: Id) -> i64 {
        match self.terms.node(id) {
            Node::Int(line) => line,
            Node::Tuple(range) => {
                self.terms.parts(range).first().and_then(|&line| self.terms.int(line)).unwrap_or(0)
            }
            Node::List(range) => {
                let pairs =
                    self.terms.parts(range).iter().filter_map(|&pair| self.terms.tuple(pair));
                let mut located = pairs.filter_map(|pair| match pair {
                    &[key, place] if self.terms.atom(key) == Some("location") => Some(place),
                    _ => None,
                });
                match located.next().map(|place| self.terms.node(place)) {
                    Some(Node::Int(line)) => line,
                    Some(Node::Tuple(range)) => self
                        .terms
                        .parts(range)
                        .first()
                        .and_then(|&line| self.terms.int(line))
                        .unwrap_or(0),
                    _ => 0,
                }
            }
            _ => 0,
        }
    }

    /// Tag and other parts of `{Tag,Place,..}`.
    pub(super) fn open(&self, id: Id) -> Result<(&'t str, &'t [Id]), Refusal> {
        if let Some([tag, _, rest @ ..]) = self.terms.tuple(id)
            && let Some(tag) = self.terms.atom(*tag)
        {
            return Ok((tag, rest));
        }
        broken("its code has a part that is no tuple with a tag and a place")
    }

    /// The tag of a part.
    pub(super) fn tag(&self, id: Id) -> &'t str {
        self.open(id).map_or("", |(tag, _)| tag)
    }

    /// The parts of a list.
    pub(super) fn items(&self, id: Id) -> Result<&'t [Id], Refusal> {
        match self.terms.list(id) {
            Some(items) => Ok(items),
            None => broken("its code has something else where a list should be"),
        }
    }

    /// Prints a part one level deeper, where it begins if it begins where it is said to be.
    pub(super) fn deeper(&mut self, print: impl FnOnce(&mut Self) -> Done) -> Done {
        if self.depth >= MAX_DEPTH {
            return Err(Refusal::TooLarge(format!(
                "its code is nested deeper than {MAX_DEPTH} levels"
            )));
        }
        self.depth += 1;
        let done = print(self);
        self.depth -= 1;
        done.and_then(|()| self.out.check())
    }

    /// Prints parts with commas between them.
    pub(super) fn commas(
        &mut self,
        items: &[Id],
        print: impl FnMut(&mut Self, Id) -> Done,
    ) -> Done {
        self.separated(", ", items, print)
    }

    /// Prints parts with something between them.
    pub(super) fn separated(
        &mut self,
        between: &str,
        items: &[Id],
        mut print: impl FnMut(&mut Self, Id) -> Done,
    ) -> Done {
        for (at, &item) in items.iter().enumerate() {
            self.out.put(if at > 0 { between } else { "" });
            print(self, item)?;
        }
        Ok(())
    }

    pub(super) fn put(&mut self, text: &str) {
        self.out.put(text);
    }

    /// An atom that stands for itself.
    pub(super) fn name(&mut self, id: Id) -> Done {
        let Some(name) = self.terms.atom(id) else {
            return broken("its code has something else where a name should be");
        };
        // Both are words only where they cannot be names.
        let quoted = match name {
            "maybe" | "else" => format!("'{name}'"),
            _ => quote_atom(name),
        };
        self.out.put(&quoted);
        Ok(())
    }

    /// A variable.
    pub(super) fn variable(&mut self, id: Id) -> Done {
        let Some(name) = self.terms.atom(id) else {
            return broken("its code has a variable without a name");
        };
        let mut chars = name.chars();
        let begins = chars.next().is_some_and(|first| first == '_' || first.is_uppercase());
        if !begins || !chars.all(|char| char.is_alphanumeric() || char == '_' || char == '@') {
            return broken(format!("its code has a variable that no text can have: {name:?}"));
        }
        self.out.put(name);
        Ok(())
    }

    /// An integer of any size.
    pub(super) fn integer(&mut self, id: Id) -> Done {
        let text = match self.terms.node(id) {
            Node::Int(value) => value.to_string(),
            Node::Big(at) => match self.terms.big(at).filter(|value| value.bits() <= MAX_INTEGER) {
                Some(value) => value.to_string(),
                None => {
                    return Err(Refusal::TooLarge(
                        "its code has an integer that no text can have".to_owned(),
                    ));
                }
            },
            _ => return broken("its code has something else where an integer should be"),
        };
        self.out.put(&text);
        Ok(())
    }

    /// A float with all its digits.
    pub(super) fn float(&mut self, value: f64) {
        let shortest = format!("{value:?}");
        let text = match shortest.split_once('e') {
            Some((digits, exponent)) if !digits.contains('.') => format!("{digits}.0e{exponent}"),
            _ => shortest,
        };
        self.out.put(&text);
    }

    /// `$c`
    pub(super) fn character(&mut self, id: Id) -> Done {
        match self.terms.int(id).and_then(|value| u32::try_from(value).ok()) {
            Some(value) => {
                self.out.put(&quote_char(value));
                Ok(())
            }
            None => broken("its code has a character without a value"),
        }
    }

    /// `"text"`
    pub(super) fn string(&mut self, id: Id) -> Done {
        let text = match self.terms.node(id) {
            Node::List(_) | Node::Bytes(_) => self.terms.text(id),
            _ => None,
        };
        match text {
            Some(text) => {
                self.out.put(&quote_string(&text));
                Ok(())
            }
            None => broken("its code has a string of what are no characters"),
        }
    }

    /// A term as it stands in an attribute.
    pub(super) fn term(&mut self, id: Id) -> Done {
        self.deeper(|own| match own.terms.node(id) {
            Node::Int(_) | Node::Big(_) => own.integer(id),
            Node::Float(value) => {
                own.float(value);
                Ok(())
            }
            Node::Atom(_) => own.name(id),
            Node::Tuple(range) => own.enclosed("{", own.terms.parts(range), "}"),
            Node::List(range) => match own.terms.text(id).filter(|text| is_shown(text)) {
                Some(_) => own.string(id),
                None => own.enclosed("[", own.terms.parts(range), "]"),
            },
            Node::Improper(range) => {
                let Some((tail, items)) = own.terms.parts(range).split_last() else {
                    return Ok(());
                };
                own.enclosed("[", items, "|")?;
                own.term(*tail)?;
                own.put("]");
                Ok(())
            }
            Node::Map(range) => {
                own.put("#{");
                for (at, pair) in own.terms.parts(range).chunks_exact(2).enumerate() {
                    own.put(if at > 0 { ", " } else { "" });
                    own.separated(" => ", pair, Self::term)?;
                }
                own.put("}");
                Ok(())
            }
            Node::Bytes(_) => own.string(id),
            Node::Binary(range) => {
                let bytes: Vec<String> = own.terms.bytes(range).iter().map(u8::to_string).collect();
                own.put(&format!("<<{}>>", bytes.join(",")));
                Ok(())
            }
            Node::Opaque => broken("its code has a value that no text can have"),
        })
    }

    fn enclosed(&mut self, before: &str, items: &[Id], behind: &str) -> Done {
        self.put(before);
        self.commas(items, Self::term)?;
        self.put(behind);
        Ok(())
    }
}

/// Whether a list of numbers is rather a text.
fn is_shown(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|char| !char.is_control() || char == '\n')
}
