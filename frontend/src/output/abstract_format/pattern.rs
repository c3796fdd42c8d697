//! Patterns.

use super::Writer;
use crate::ast::name::Name;
use crate::ast::{Pat, PatKind};
use crate::output::print::{binary_op, unary_op};

impl Writer<'_> {
    pub(crate) fn pattern(&mut self, pattern: &Pat) {
        let at = pattern.at;
        match &pattern.kind {
            PatKind::Wildcard => self.leaf("var", at, &Name::from("_")),
            PatKind::Var(name) => self.leaf("var", at, name),
            PatKind::Literal(literal) => self.literal(literal, at),
            PatKind::Nil => self.nil(at),
            PatKind::Cons(..) => self.cons_pattern(pattern),
            PatKind::List(items, tail) => {
                for (index, item) in items.iter().enumerate() {
                    let at = if index == 0 { at } else { self.beginning_of_pattern(item) };
                    self.open("cons", at);
                    self.text(",");
                    self.pattern(item);
                    self.text(",");
                }
                self.pattern(tail);
                self.text(&"}".repeat(items.len()));
            }
            PatKind::Tuple(items) => {
                self.open("tuple", at);
                self.text(",");
                self.list(items, Self::pattern);
                self.text("}");
            }
            PatKind::Alias(left, right) => {
                let at = self.beginning(at, |see| left.each_place(see));
                self.open("match", at);
                self.text(",");
                self.pattern(left);
                self.text(",");
                self.pattern(right);
                self.text("}");
            }
            PatKind::Unary(op, operand) => {
                self.operator(at, unary_op(*op));
                self.pattern(operand);
                self.text("}");
            }
            PatKind::Binary(op, left, right) => {
                self.operator(at, binary_op(*op));
                self.pattern(left);
                self.text(",");
                self.pattern(right);
                self.text("}");
            }
            PatKind::Map(fields) => self.map(at, None, fields, Self::pattern),
            PatKind::Record(name, fields) => self.record(at, None, (name, fields), Self::pattern),
            PatKind::RecordIndex(name, field) => self.record_index(at, name, field),
            PatKind::Illegal(expr) => self.expr(expr),
            PatKind::Bin(elements) => {
                self.bin(at, elements, Self::beginning_of_pattern, Self::pattern);
            }
        }
    }

    /// The place of what begins with a pattern.
    pub(crate) fn beginning_of_pattern(&mut self, pattern: &Pat) -> u32 {
        self.beginning(pattern.first_at(), |see| pattern.each_place(see))
    }

    fn cons_pattern(&mut self, list: &Pat) {
        let mut cells = 0;
        let mut rest = list;
        while let PatKind::Cons(head, tail) = &rest.kind {
            // The first one has the place of the bracket.
            let at = match cells {
                0 => rest.at,
                _ => self.beginning(rest.at, |see| head.each_place(see)),
            };
            self.open("cons", at);
            self.text(",");
            self.pattern(head);
            self.text(",");
            cells += 1;
            rest = tail;
        }
        self.pattern(rest);
        self.text(&"}".repeat(cells));
    }
}
