//! Patterns as text.

use super::Printer;
use super::operator::{ANY, CALL, Level, MATCH, PREFIX, binary_op, levels, unary_op};
use crate::ast::{Pat, PatKind, UnaryOp};

impl Printer {
    pub(crate) fn pattern(&mut self, pattern: &Pat, wanted: Level) {
        match &pattern.kind {
            PatKind::Wildcard => self.text("_"),
            PatKind::Var(name) => self.text(name.as_str()),
            PatKind::Literal(literal) => self.literal(literal),
            PatKind::Nil => self.text("[]"),
            PatKind::Cons(head, tail) => self.list_pattern(head, tail),
            PatKind::List(items, tail) => self.long_list_pattern(items, tail),
            PatKind::Tuple(items) => {
                self.text("{");
                self.separated(items, ", ", |printer, item| printer.pattern(item, ANY));
                self.text("}");
            }
            PatKind::Alias(left, right) => self.enclosed(MATCH, wanted, |printer| {
                printer.pattern(left, MATCH + 1);
                printer.text(" = ");
                printer.pattern(right, MATCH);
            }),
            PatKind::Unary(op, operand) => self.enclosed(PREFIX, wanted, |printer| {
                printer.text(unary_op(*op));
                let word = matches!(op, UnaryOp::BitNot | UnaryOp::Not);
                printer.text(if word { " " } else { "" });
                printer.pattern(operand, PREFIX + 1);
            }),
            PatKind::Binary(op, left, right) => {
                let (level, left_level, right_level) = levels(*op);
                self.enclosed(level, wanted, |printer| {
                    printer.pattern(left, left_level);
                    printer.text(" ");
                    printer.text(binary_op(*op));
                    printer.text(" ");
                    printer.pattern(right, right_level);
                });
            }
            PatKind::Map(fields) => self.enclosed(CALL, wanted, |printer| {
                printer.text("#{");
                printer.separated(fields, ", ", |printer, field| {
                    printer.expr(&field.key, ANY);
                    printer.text(if field.exact { " := " } else { " => " });
                    printer.pattern(&field.value, ANY);
                });
                printer.text("}");
            }),
            PatKind::Record(name, fields) => self.enclosed(CALL, wanted, |printer| {
                printer.record_fields(name, fields, |printer, value| printer.pattern(value, ANY));
            }),
            PatKind::RecordIndex(name, (field, _)) => {
                self.enclosed(CALL, wanted, |printer| printer.record_index(name, field));
            }
            PatKind::Illegal(expr) => self.expr(expr, wanted),
            PatKind::Bin(elements) => self.binary_elements(elements, Self::binary_pattern),
        }
    }

    fn list_pattern(&mut self, head: &Pat, mut tail: &Pat) {
        self.text("[");
        self.pattern(head, ANY);
        while let PatKind::Cons(head, rest) = &tail.kind {
            self.text(", ");
            self.pattern(head, ANY);
            tail = rest;
        }
        self.list_tail(tail);
    }

    fn long_list_pattern(&mut self, items: &[Pat], tail: &Pat) {
        self.text("[");
        self.separated(items, ", ", |printer, item| printer.pattern(item, ANY));
        self.list_tail(tail);
    }

    fn list_tail(&mut self, tail: &Pat) {
        if tail.kind != PatKind::Nil {
            self.text(" | ");
            self.pattern(tail, ANY);
        }
        self.text("]");
    }
}
