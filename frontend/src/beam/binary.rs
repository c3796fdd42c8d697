//! Binaries of abstract code.
//!
//! Input: the elements of a binary. Output: `<<Value:Size/type-unit:N, ..>>`.

use super::printer::{Done, Printer, unknown};
use super::term::Id;

impl Printer<'_> {
    /// `<<..>>`
    pub(super) fn binary(&mut self, elements: Id) -> Done {
        self.put("<<");
        self.commas(self.items(elements)?, Self::element)?;
        self.put(">>");
        Ok(())
    }

    fn element(&mut self, id: Id) -> Done {
        let (tag, parts) = self.open(id)?;
        let ("bin_element", &[value, size, types]) = (tag, parts) else {
            return unknown("a part of a binary", tag);
        };
        let line = self.line(id);
        self.out.at(line);
        match self.open(value)? {
            ("op", &[op, operand]) => {
                self.put(self.terms.atom(op).unwrap_or(""));
                self.put(" ");
                self.closed(operand)?;
            }
            _ => self.closed(value)?,
        }
        if self.terms.atom(size).is_none() {
            self.put(":");
            self.closed(size)?;
        }
        if self.terms.atom(types).is_none() {
            self.put("/");
            self.separated("-", self.items(types)?, Self::bit_type)?;
        }
        Ok(())
    }

    /// `integer`, or `unit:8`, which is kept as a pair.
    fn bit_type(&mut self, id: Id) -> Done {
        match self.terms.tuple(id) {
            Some(&[unit, number]) => {
                self.name(unit)?;
                self.put(":");
                self.integer(number)
            }
            _ => self.name(id),
        }
    }
}
