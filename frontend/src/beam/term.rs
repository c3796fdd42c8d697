//! Terms in Erlang's external format.
//!
//! Input: the bytes of one term, packed or not. Output: its parts in tables, which name each other by numbers: nothing
//! recurses over a term, however deep it is, and a length is believed only as far as there are bytes for it.

use num_bigint::{BigInt, Sign};

use super::{MAX_SIZE, Refusal, broken, container};

/// Parts at most.
const MAX_PARTS: usize = 20_000_000;

/// The number of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Id(u32);

/// A part of a term.
#[derive(Clone, Copy, Debug)]
pub(super) enum Node {
    /// An integer that fits.
    Int(i64),
    /// One that does not, in a table of its own.
    Big(u32),
    /// A float.
    Float(f64),
    /// An atom, in a table of its own.
    Atom(u32),
    /// A tuple of these parts.
    Tuple(Range),
    /// A list of these parts.
    List(Range),
    /// A list whose last part here is what stands behind its bar.
    Improper(Range),
    /// A map, its keys and values in turn.
    Map(Range),
    /// A list of these bytes.
    Bytes(Range),
    /// A binary of these bytes.
    Binary(Range),
    /// A value that no text stands for, such as a fun.
    Opaque,
}

/// Where parts or bytes stand, and how many.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    start: u32,
    len: u32,
}

/// A term.
pub(super) struct Terms {
    bytes: Vec<u8>,
    nodes: Vec<Node>,
    parts: Vec<Id>,
    atoms: Vec<String>,
    bigs: Vec<BigInt>,
    root: Id,
}

/// What has parts.
#[derive(Clone, Copy)]
enum Kind {
    Tuple,
    List,
    Map,
    Opaque,
}

/// A part whose own parts are still read.
struct Open {
    kind: Kind,
    wanted: usize,
    /// How many values there were before its first part.
    base: usize,
}

/// What a tag begins.
enum Begun {
    Whole(Node),
    Parts(Kind, usize),
}

impl Terms {
    /// Reads a term with its version byte.
    pub(super) fn decode(bytes: &[u8]) -> Result<Self, Refusal> {
        let bytes = match bytes {
            [131, 80, _, _, _, _, packed @ ..] => {
                container::inflated(flate2::read::ZlibDecoder::new(packed))?
            }
            [131, rest @ ..] => rest.to_vec(),
            _ => return broken("a term in it has no version"),
        };
        if bytes.len() > MAX_SIZE {
            return Err(Refusal::TooLarge(format!(
                "a term in it is larger than {} MB",
                MAX_SIZE >> 20
            )));
        }
        let mut terms = Self {
            bytes,
            nodes: Vec::new(),
            parts: Vec::new(),
            atoms: Vec::new(),
            bigs: Vec::new(),
            root: Id(0),
        };
        terms.root = terms.read()?;
        Ok(terms)
    }

    /// The whole term.
    pub(super) fn root(&self) -> Id {
        self.root
    }

    /// What a part is.
    pub(super) fn node(&self, id: Id) -> Node {
        self.nodes.get(id.0 as usize).copied().unwrap_or(Node::Opaque)
    }

    /// The parts of a tuple.
    pub(super) fn tuple(&self, id: Id) -> Option<&[Id]> {
        match self.node(id) {
            Node::Tuple(range) => Some(self.parts(range)),
            _ => None,
        }
    }

    /// The parts of a list that ends as lists do.
    pub(super) fn list(&self, id: Id) -> Option<&[Id]> {
        match self.node(id) {
            Node::List(range) => Some(self.parts(range)),
            _ => None,
        }
    }

    /// The text of an atom.
    pub(super) fn atom(&self, id: Id) -> Option<&str> {
        match self.node(id) {
            Node::Atom(at) => self.atoms.get(at as usize).map(String::as_str),
            _ => None,
        }
    }

    /// An integer that fits.
    pub(super) fn int(&self, id: Id) -> Option<i64> {
        match self.node(id) {
            Node::Int(value) => Some(value),
            _ => None,
        }
    }

    /// An integer that does not.
    pub(super) fn big(&self, at: u32) -> Option<&BigInt> {
        self.bigs.get(at as usize)
    }

    /// The characters of a list of characters.
    pub(super) fn text(&self, id: Id) -> Option<String> {
        match self.node(id) {
            Node::Bytes(range) => Some(self.bytes(range).iter().copied().map(char::from).collect()),
            Node::List(range) => {
                let char = |&id: &Id| char::from_u32(u32::try_from(self.int(id)?).ok()?);
                self.parts(range).iter().map(char).collect()
            }
            _ => None,
        }
    }

    /// The parts in a range.
    pub(super) fn parts(&self, range: Range) -> &[Id] {
        let start = range.start as usize;
        self.parts.get(start..start + range.len as usize).unwrap_or_default()
    }

    /// The bytes in a range.
    pub(super) fn bytes(&self, range: Range) -> &[u8] {
        let start = range.start as usize;
        self.bytes.get(start..start + range.len as usize).unwrap_or_default()
    }

    fn read(&mut self) -> Result<Id, Refusal> {
        let (mut open, mut values, mut at) = (Vec::<Open>::new(), Vec::new(), 0);
        loop {
            match self.begin(&mut at)? {
                Begun::Parts(kind, wanted) if wanted > 0 => {
                    if wanted > self.bytes.len() - at {
                        return broken("a term in it has fewer parts than it says");
                    }
                    open.push(Open { kind, wanted, base: values.len() });
                    continue;
                }
                Begun::Parts(kind, _) => values.push(self.close(kind, &[])?),
                Begun::Whole(node) => values.push(self.add(node)?),
            }
            while let Some(Open { kind, wanted, base }) = open.pop() {
                if values.len() - base < wanted {
                    open.push(Open { kind, wanted, base });
                    break;
                }
                let closed = self.close(kind, values.get(base..).unwrap_or_default())?;
                values.truncate(base);
                values.push(closed);
            }
            if let ([value], true) = (values.as_slice(), open.is_empty()) {
                return Ok(*value);
            }
        }
    }

    /// A part whose own parts have been read; of a list, the last one is what it ends with.
    fn close(&mut self, kind: Kind, parts: &[Id]) -> Result<Id, Refusal> {
        let mut range = Range { start: small(self.parts.len())?, len: small(parts.len())? };
        self.parts.extend_from_slice(parts);
        let ends = parts
            .last()
            .is_none_or(|&last| matches!(self.node(last), Node::List(Range { len: 0, .. })));
        let node = match kind {
            Kind::Tuple => Node::Tuple(range),
            Kind::List if ends => {
                range.len = range.len.saturating_sub(1);
                Node::List(range)
            }
            Kind::List => Node::Improper(range),
            Kind::Map => Node::Map(range),
            Kind::Opaque => Node::Opaque,
        };
        self.add(node)
    }

    fn add(&mut self, node: Node) -> Result<Id, Refusal> {
        if self.nodes.len() >= MAX_PARTS {
            return Err(Refusal::TooLarge(format!("a term in it has more than {MAX_PARTS} parts")));
        }
        let id = Id(small(self.nodes.len())?);
        self.nodes.push(node);
        Ok(id)
    }

    /// Reads a tag and what is no part behind it.
    fn begin(&mut self, at: &mut usize) -> Result<Begun, Refusal> {
        let tag = self.number(at, 1)?;
        Ok(match tag {
            97 => Begun::Whole(Node::Int(self.number(at, 1)?.into())),
            98 => Begun::Whole(Node::Int(self.number(at, 4)?.cast_signed().into())),
            70 | 99 => Begun::Whole(self.float(at, tag)?),
            100 | 118 => self.named(at, 2, tag == 100)?,
            115 | 119 => self.named(at, 1, tag == 115)?,
            104 => Begun::Parts(Kind::Tuple, self.length(at, 1)?),
            105 => Begun::Parts(Kind::Tuple, self.length(at, 4)?),
            106 => Begun::Parts(Kind::List, 0),
            107 => Begun::Whole(Node::Bytes(self.range(at, 2)?)),
            108 => Begun::Parts(Kind::List, self.length(at, 4)?.saturating_add(1)),
            109 => Begun::Whole(Node::Binary(self.range(at, 4)?)),
            110 => Begun::Whole(self.big_number(at, 1)?),
            111 => Begun::Whole(self.big_number(at, 4)?),
            113 => Begun::Parts(Kind::Opaque, 3),
            116 => Begun::Parts(Kind::Map, self.length(at, 4)?.saturating_mul(2)),
            _ => {
                return broken(format!(
                    "a term in it has a part with the tag {tag}, which no code has"
                ));
            }
        })
    }

    /// The next bytes.
    fn take(&self, at: &mut usize, n_bytes: usize) -> Result<&[u8], Refusal> {
        let end = at.saturating_add(n_bytes);
        let Some(bytes) = self.bytes.get(*at..end) else {
            return broken("a term in it ends too early");
        };
        *at = end;
        Ok(bytes)
    }

    /// A number of so many bytes.
    fn number(&self, at: &mut usize, n_bytes: usize) -> Result<u32, Refusal> {
        Ok(self.take(at, n_bytes)?.iter().fold(0, |value, &byte| value << 8 | u32::from(byte)))
    }

    fn length(&self, at: &mut usize, n_bytes: usize) -> Result<usize, Refusal> {
        Ok(usize::try_from(self.number(at, n_bytes)?).unwrap_or(usize::MAX))
    }

    /// A number of bytes, and where those are.
    fn range(&self, at: &mut usize, n_bytes: usize) -> Result<Range, Refusal> {
        let len = self.number(at, n_bytes)?;
        let start = small(*at)?;
        self.take(at, len as usize)?;
        Ok(Range { start, len })
    }

    fn named(&mut self, at: &mut usize, n_bytes: usize, is_latin1: bool) -> Result<Begun, Refusal> {
        let range = self.range(at, n_bytes)?;
        let bytes = self.bytes(range);
        let text = match std::str::from_utf8(bytes) {
            _ if is_latin1 => bytes.iter().copied().map(char::from).collect(),
            Ok(text) => text.to_owned(),
            Err(_) => return broken("an atom in it is no UTF-8"),
        };
        self.atoms.push(text);
        Ok(Begun::Whole(Node::Atom(small(self.atoms.len() - 1)?)))
    }

    fn float(&self, at: &mut usize, tag: u32) -> Result<Node, Refusal> {
        let value = if tag == 70 {
            let bits = self.take(at, 8)?.iter().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
            Some(f64::from_bits(bits))
        } else {
            let text = std::str::from_utf8(self.take(at, 31)?).unwrap_or_default();
            text.trim_end_matches('\0').parse().ok()
        };
        match value.filter(|value| value.is_finite()) {
            Some(value) => Ok(Node::Float(value)),
            None => broken("a float in it has no value"),
        }
    }

    fn big_number(&mut self, at: &mut usize, n_bytes: usize) -> Result<Node, Refusal> {
        let len = self.length(at, n_bytes)?;
        let sign = if self.number(at, 1)? == 0 { Sign::Plus } else { Sign::Minus };
        let value = BigInt::from_bytes_le(sign, self.take(at, len)?);
        if let Ok(value) = i64::try_from(&value) {
            return Ok(Node::Int(value));
        }
        self.bigs.push(value);
        Ok(Node::Big(small(self.bigs.len() - 1)?))
    }
}

/// A number of a part.
fn small(number: usize) -> Result<u32, Refusal> {
    u32::try_from(number).or_else(|_| broken("it is too large"))
}
