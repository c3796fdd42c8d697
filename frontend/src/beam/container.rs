//! The container of a compiled module: chunks with names, the whole file packed or not.
//!
//! Input: bytes. Output: the chunks, the table of atoms, the exports. No length in the file is trusted: nothing is set aside
//! for what has not been read.

use std::borrow::Cow;
use std::io::Read;

use super::{MAX_SIZE, Refusal, broken};

/// The chunks of a file, in order.
pub(super) struct Chunks<'b> {
    chunks: Vec<([u8; 4], &'b [u8])>,
}

/// The file itself, or what is in it if it is packed with gzip, as `compressed` asks the compiler to.
pub(super) fn unpacked(bytes: &[u8]) -> Result<Cow<'_, [u8]>, Refusal> {
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Ok(Cow::Borrowed(bytes));
    }
    inflated(flate2::read::GzDecoder::new(bytes)).map(Cow::Owned)
}

/// All that comes out of a decoder, if that is not too much.
pub(super) fn inflated(decoder: impl Read) -> Result<Vec<u8>, Refusal> {
    let mut out = Vec::new();
    let limit = u64::try_from(MAX_SIZE).unwrap_or(u64::MAX);
    if decoder.take(limit + 1).read_to_end(&mut out).is_err() {
        return broken("what is packed in it cannot be unpacked");
    }
    if out.len() > MAX_SIZE {
        return Err(Refusal::TooLarge(format!(
            "what is packed in it is larger than {} MB",
            MAX_SIZE >> 20
        )));
    }
    Ok(out)
}

/// The number in the first four bytes, and what is behind them.
pub(super) fn number(bytes: &[u8]) -> Option<(u32, &[u8])> {
    let (first, rest) = bytes.split_first_chunk::<4>()?;
    Some((u32::from_be_bytes(*first), rest))
}

/// So many bytes, and what is behind them.
fn split(bytes: &[u8], n_bytes: u32) -> Option<(&[u8], &[u8])> {
    bytes.split_at_checked(usize::try_from(n_bytes).ok()?)
}

impl<'b> Chunks<'b> {
    /// The chunks of `FOR1`, size, `BEAM`.
    pub(super) fn read(bytes: &'b [u8]) -> Result<Self, Refusal> {
        let Some(rest) = bytes.strip_prefix(b"FOR1") else {
            return broken("it does not begin as a compiled module does");
        };
        let Some((size, rest)) = number(rest) else { return broken("it ends in its first bytes") };
        let Some((inside, _)) = split(rest, size) else {
            return broken("it is shorter than it says of itself");
        };
        let Some(mut rest) = inside.strip_prefix(b"BEAM") else {
            return broken("it does not begin as a compiled module does");
        };
        let mut chunks = Vec::new();
        while let Some((&name, sized)) = rest.split_first_chunk::<4>() {
            let found = number(sized).and_then(|(size, inner)| split(inner, size));
            let Some((chunk, behind)) = found else {
                let name = String::from_utf8_lossy(&name).into_owned();
                return broken(format!("its chunk {name:?} is shorter than it says of itself"));
            };
            chunks.push((name, chunk));
            let padding = chunk.len().next_multiple_of(4) - chunk.len();
            rest = behind.get(padding..).unwrap_or_default();
        }
        Ok(Self { chunks })
    }

    /// The first chunk of this name.
    pub(super) fn get(&self, name: [u8; 4]) -> Option<&'b [u8]> {
        self.chunks.iter().find(|(own, _)| *own == name).map(|&(_, chunk)| chunk)
    }

    /// The atoms of the module, whose name is the first; nothing if they are not stored as usual.
    pub(super) fn atoms(&self) -> Option<Vec<String>> {
        let (count, mut rest) = number(self.get(*b"AtU8").or_else(|| self.get(*b"Atom"))?)?;
        // Since OTP 28 the count may be negative, and each length is an operand of the machine.
        let is_long = count > u32::MAX / 2;
        let mut atoms = Vec::new();
        while let Some((&first, behind)) = rest.split_first() {
            let (length, behind) = match first {
                _ if !is_long => (usize::from(first), behind),
                _ if first & 0b1000 == 0 => (usize::from(first >> 4), behind),
                _ if first & 0b1_0000 == 0 => {
                    let (&low, behind) = behind.split_first()?;
                    (usize::from(first & 0b1110_0000) << 3 | usize::from(low), behind)
                }
                _ => return None,
            };
            let (name, behind) = behind.split_at_checked(length)?;
            atoms.push(String::from_utf8_lossy(name).into_owned());
            rest = behind;
        }
        Some(atoms)
    }

    /// The exported functions.
    pub(super) fn exports(&self, atoms: &[String]) -> Vec<(String, u32)> {
        let table = self.get(*b"ExpT").and_then(number).map_or(&[][..], |(_, rest)| rest);
        let export = |row: &[u8]| {
            let (name, rest) = number(row)?;
            let (arity, _) = number(rest)?;
            let name = atoms.get(usize::try_from(name).ok()?.checked_sub(1)?)?;
            Some((name.clone(), arity))
        };
        let mut exports: Vec<_> = table.chunks_exact(12).filter_map(export).collect();
        exports.sort();
        exports
    }
}
