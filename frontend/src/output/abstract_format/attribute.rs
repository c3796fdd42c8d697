//! Attributes without a form of their own.
//!
//! Their arguments are terms, and `name/arity` in them is a pair. An argument that is no term makes
//! the form an error for Erlang: nothing is written then.

use std::fmt::Write as _;

use super::Writer;
use crate::ast::{Attribute, BinElement, BinaryOp, Expr, ExprKind, Literal, MapField, UnaryOp};
use crate::output::print::{quote_atom, quote_string};

impl Writer<'_> {
    /// Writes an attribute, unless an argument is no term.
    pub(crate) fn attribute(&mut self, attribute: &Attribute) -> bool {
        self.file = attribute.span.file;
        self.open("attribute", attribute.at);
        self.name(&attribute.name);
        self.text(",");
        let written = match (attribute.name.as_str(), attribute.args.as_slice()) {
            ("import" | "module", [module, list]) => {
                self.text("{");
                let first = self.term(module);
                self.text(",");
                let second = self.variables(list).or_else(|| self.term(list));
                self.text("}");
                first.and(second)
            }
            (_, [argument]) => self.term(argument),
            _ => None,
        };
        self.text("}");
        written.is_some()
    }

    /// The parameters of a parameterised module, as old Erlang had them; nothing if it is none.
    fn variables(&mut self, list: &Expr) -> Option<()> {
        let names = variables(list)?;
        for (at, name) in names.iter().enumerate() {
            self.text(if at > 0 { "," } else { "[" });
            self.atom(name);
        }
        self.text("]");
        Some(())
    }

    /// Writes an expression as a term.
    pub(crate) fn term(&mut self, expr: &Expr) -> Option<()> {
        match &expr.kind {
            ExprKind::Binary(BinaryOp::Div, name, arity) => {
                let name = name_of(name)?;
                let ExprKind::Literal(Literal::Integer(arity)) = &arity.kind else {
                    return None;
                };
                // Writing to a string cannot fail.
                let _ = write!(self.out, "{{{name},{arity}}}");
            }
            ExprKind::Literal(literal) => self.constant(literal),
            ExprKind::Nil => self.text("[]"),
            ExprKind::Cons(..) => self.list_term(expr)?,
            ExprKind::List(items, tail) => {
                self.text("[");
                self.terms(items)?;
                self.tail_term(tail)?;
            }
            ExprKind::Tuple(items) => {
                self.text("{");
                self.terms(items)?;
                self.text("}");
            }
            ExprKind::Map(None, fields) => self.map_term(fields)?,
            ExprKind::Bin(elements) => self.bytes(elements)?,
            ExprKind::Unary(UnaryOp::Plus, operand) => self.number(operand)?,
            ExprKind::Unary(UnaryOp::Minus, operand) => {
                self.text("-");
                self.number(operand)?;
            }
            ExprKind::FunRemote(parts) => {
                let [module, name, arity] = &**parts;
                let ExprKind::Literal(Literal::Integer(arity)) = &arity.kind else {
                    return None;
                };
                // Writing to a string cannot fail.
                let _ = write!(self.out, "fun {}:{}/{arity}", name_of(module)?, name_of(name)?);
            }
            _ => return None,
        }
        Some(())
    }

    fn terms(&mut self, items: &[Expr]) -> Option<()> {
        for (at, item) in items.iter().enumerate() {
            self.text(if at > 0 { "," } else { "" });
            self.term(item)?;
        }
        Some(())
    }

    fn list_term(&mut self, list: &Expr) -> Option<()> {
        let mut separator = "[";
        let mut rest = list;
        while let ExprKind::Cons(head, tail) = &rest.kind {
            self.text(separator);
            self.term(head)?;
            separator = ",";
            rest = tail;
        }
        self.tail_term(rest)
    }

    fn tail_term(&mut self, tail: &Expr) -> Option<()> {
        if tail.kind != ExprKind::Nil {
            self.text("|");
            self.term(tail)?;
        }
        self.text("]");
        Some(())
    }

    fn map_term(&mut self, fields: &[MapField<Expr>]) -> Option<()> {
        self.text("#{");
        for (at, field) in fields.iter().enumerate() {
            self.text(if at > 0 { "," } else { "" });
            self.term(&field.key)?;
            self.text(" => ");
            self.term(&field.value)?;
        }
        self.text("}");
        fields.iter().all(|field| !field.exact).then_some(())
    }

    fn constant(&mut self, literal: &Literal) {
        match literal {
            Literal::Atom(name) => self.atom(name.as_str()),
            Literal::Integer(value) => self.text(&value.to_string()),
            Literal::Char(value) => self.text(&value.to_string()),
            Literal::String(text) => self.text(&quote_string(text)),
            Literal::Float(text) => self.text(text),
        }
    }

    fn number(&mut self, operand: &Expr) -> Option<()> {
        match &operand.kind {
            ExprKind::Literal(
                literal @ (Literal::Integer(_) | Literal::Char(_) | Literal::Float(_)),
            ) => {
                self.constant(literal);
                Some(())
            }
            _ => None,
        }
    }

    /// A binary as it is written: Erlang computes the same value from it again.
    fn bytes(&mut self, elements: &[BinElement<Expr>]) -> Option<()> {
        self.text("<<");
        for (at, element) in elements.iter().enumerate() {
            self.text(if at > 0 { "," } else { "" });
            self.part(&element.value)?;
            if let Some(size) = &element.size {
                self.text(":");
                self.part(size)?;
            }
            for (at, (name, unit)) in element.types.iter().enumerate() {
                self.text(if at > 0 { "-" } else { "/" });
                self.atom(name.as_str());
                if let Some(unit) = unit {
                    // Writing to a string cannot fail.
                    let _ = write!(self.out, ":{unit}");
                }
            }
        }
        self.text(">>");
        Some(())
    }

    /// A value or a size in a binary.
    fn part(&mut self, expr: &Expr) -> Option<()> {
        match &expr.kind {
            ExprKind::Unary(UnaryOp::Plus | UnaryOp::Minus, _) | ExprKind::Bin(_) => {
                self.term(expr)
            }
            ExprKind::Literal(Literal::Atom(_)) => None,
            ExprKind::Literal(literal) => {
                self.constant(literal);
                Some(())
            }
            _ => None,
        }
    }
}

/// The names in a list of variables and nothing else.
fn variables(list: &Expr) -> Option<Vec<&str>> {
    let mut items = Vec::new();
    let mut rest = list;
    while let ExprKind::Cons(head, tail) = &rest.kind {
        items.push(&**head);
        rest = tail;
    }
    if let ExprKind::List(long, tail) = &rest.kind {
        items.extend(long);
        rest = tail;
    }
    let mut names = Vec::with_capacity(items.len());
    for item in items {
        let ExprKind::Var(name) = &item.kind else {
            return None;
        };
        names.push(name.as_str());
    }
    (rest.kind == ExprKind::Nil && !names.is_empty()).then_some(names)
}

/// The text of an atom.
fn name_of(expr: &Expr) -> Option<String> {
    match &expr.kind {
        ExprKind::Literal(Literal::Atom(name)) => Some(quote_atom(name.as_str())),
        _ => None,
    }
}
