//! Terms and conditions as text.

use num_bigint::{BigInt, Sign};

use super::doc::{Doc, call, chain, concat, group, nest, separated, text};
use super::syntax::comma;
use crate::printable::texts::integers;
use model::names::numerals::natural;
use model::names::wraps::{self, wrap_constructor};
use model::names::{Names, Target};
use model::{Cond, Expr, FloatOp, Kind, Operator, VarId, Wrap};

/// Tuples from this size on are written as the map of this size.
pub(super) const NAMED_SIZE: usize = 3;

/// The component with the sequence in what a function of a callback returns.
const SEQUENCE: usize = 3;

/// Prints the terms of one function or process.
pub(super) struct Printer<'a> {
    pub(super) names: &'a Names,
    /// Text of each variable in scope.
    pub(super) vars: &'a dyn Fn(VarId) -> String,
    /// Whether it is a process, which takes sequences out of what functions return.
    pub(super) is_process: bool,
}

impl Printer<'_> {
    fn target(&self) -> Target {
        self.names.target()
    }

    fn call(&self, name: &str, args: Vec<Doc>) -> Doc {
        call(name, args, comma(self.target()))
    }

    pub(super) fn exprs(&self, exprs: &[Expr]) -> Vec<Doc> {
        exprs.iter().map(|expr| self.expr(expr)).collect()
    }

    pub(super) fn expr(&self, expr: &Expr) -> Doc {
        let unary = |name: &str, operand: &Expr| self.call(name, vec![self.expr(operand)]);
        match (expr, self.target()) {
            (Expr::Var(var), _) => text((self.vars)(*var)),
            (Expr::Atom(name), _) => text(self.names.atom(name)),
            (Expr::State(state), _) => text(self.names.state(*state)),
            (Expr::Integer(value), target) => text(integer(value, target)),
            (Expr::Nil, Target::Mcrl) => text("nil"),
            (Expr::Nil, Target::Mcrl2) => text("nil_"),
            (Expr::Cons(..) | Expr::List(_), target) => {
                self.list(expr, if target == Target::Mcrl { "cons" } else { "cons_" })
            }
            (Expr::Tuple(items), _) => self.tuple(items),
            (Expr::Element(position, tuple), target) => {
                let position = match target {
                    Target::Mcrl => format!("int({position})"),
                    Target::Mcrl2 => position.to_string(),
                };
                let (name, whole) = match &**tuple {
                    Expr::Element(SEQUENCE, result) if self.is_process => ("arg", result),
                    _ => ("element", tuple),
                };
                self.call(name, vec![text(position), self.expr(whole)])
            }
            (Expr::Head(list), _) => unary("hd", list),
            (Expr::Tail(list), _) => unary("tl", list),
            (Expr::Apply(Operator::Float(_), _), _) if expr.as_float().is_some() => {
                text(self.names.float(expr.as_float().unwrap_or_default()))
            }
            (Expr::Apply(operator, operands), _) => self.application(*operator, operands),
            (Expr::Bool(cond), _) => self.call("bool_to_term", vec![self.cond(cond)]),
            (Expr::Call(function, args), _) => {
                self.call(self.names.function(*function), self.exprs(args))
            }
            // A model with unknown values is refused before it is printed.
            (Expr::Unknown(origin) | Expr::Chosen(origin, _), _) => {
                text(format!("unknown_{}", origin.0))
            }
            (Expr::EmptyStack, Target::Mcrl) => text("empty"),
            (Expr::EmptyStack, Target::Mcrl2) => text("[]"),
            (Expr::Push(value, stack), Target::Mcrl) => {
                self.call("push", vec![self.expr(value), self.expr(stack)])
            }
            (Expr::Push(value, stack), Target::Mcrl2) => {
                concat(vec![self.expr(value), text(" |> "), self.expr(stack)])
            }
            (Expr::Top(stack), Target::Mcrl) => unary("top", stack),
            (Expr::Top(stack), Target::Mcrl2) => unary("head", stack),
            (Expr::Pop(stack), Target::Mcrl) => unary("pop", stack),
            (Expr::Pop(stack), Target::Mcrl2) => unary("tail", stack),
        }
    }

    fn application(&self, operator: Operator, operands: &[Expr]) -> Doc {
        let names = self.names;
        match operator {
            Operator::Reference => self.identity(["reference", "make_reference"], operands),
            Operator::Pid => self.identity(["pid", "make_pid"], operands),
            Operator::Wrap(wrap) => self.call(wrap_constructor(wrap), self.exprs(operands)),
            Operator::Unwrap(wrap)
                if names.has_wraps() && (names.has_bits() || wrap != Wrap::Bits) =>
            {
                self.call(wraps::content(wrap), self.exprs(operands))
            }
            Operator::Unordered if names.has_wraps() => {
                self.call(wraps::UNORDERED, self.exprs(operands))
            }
            // Nothing comes here: no term of the specification is unknown.
            _ if is_of_unknown(operator) => {
                text(if self.target() == Target::Mcrl { "nil" } else { "nil_" })
            }
            _ => self.call(operator_name(operator), self.exprs(operands)),
        }
    }

    /// A constructor with a number, or the map that takes the number from a term.
    fn identity(&self, [constructor, map]: [&str; 2], operands: &[Expr]) -> Doc {
        match operands {
            [Expr::Integer(number)] => self.call(constructor, vec![text(number.to_string())]),
            _ => self.call(map, self.exprs(operands)),
        }
    }

    fn tuple(&self, items: &[Expr]) -> Doc {
        let Some((last, init)) = items.split_last() else {
            return text("emptytuple");
        };
        if items.len() >= NAMED_SIZE {
            return self.call(&format!("tuple{}", items.len()), self.exprs(items));
        }
        let end = self.call("tuplenil", vec![self.expr(last)]);
        let links: Vec<(&str, Doc)> = init.iter().map(|item| ("tuple", self.expr(item))).collect();
        if links.is_empty() { end } else { chain(links, end, comma(self.target())) }
    }

    fn list(&self, list: &Expr, name: &'static str) -> Doc {
        if let Some(codes) = characters(list).filter(|_| self.target() == Target::Mcrl2) {
            let codes = separated(codes.iter().map(ToString::to_string), ",");
            return group(concat(vec![text("chars(["), nest(2, codes), text("])")]));
        }
        let (items, end) = list.spine();
        let links = items.into_iter().map(|item| (name, self.expr(item))).collect();
        chain(links, self.expr(end), comma(self.target()))
    }

    pub(super) fn cond(&self, cond: &Cond) -> Doc {
        let mcrl2 = self.target() == Target::Mcrl2;
        match cond {
            Cond::Is(kind, value) => self.kind(*kind, self.expr(value)),
            Cond::Same(value, Expr::State(state)) => {
                self.call(&format!("is_{}", self.names.state(*state)), vec![self.expr(value)])
            }
            Cond::Equal(left, right) if self.names.has_floats() => {
                self.call("equal", self.exprs(&[left.clone(), right.clone()]))
            }
            Cond::Same(left, right) | Cond::Equal(left, right) if mcrl2 => {
                self.infix(left, " == ", right)
            }
            Cond::Same(left, right) | Cond::Equal(left, right) => {
                self.call("eq", self.exprs(&[left.clone(), right.clone()]))
            }
            Cond::Less(limit, _) if !mcrl2 && self.names.numerals().needs_none(limit) => text("F"),
            Cond::Less(left, right) => {
                self.call("less", self.exprs(&[left.clone(), right.clone()]))
            }
            Cond::Not(inner) if mcrl2 => self.negation(inner),
            Cond::Not(inner) => self.call("not", vec![self.cond(inner)]),
            Cond::And(left, right) if mcrl2 => {
                group(concat(vec![self.cond(left), text(" &&"), Doc::Fill(" "), self.cond(right)]))
            }
            Cond::And(left, right) => self.call("and", vec![self.cond(left), self.cond(right)]),
            // Printed models have no unknown values.
            Cond::Known(_) => text(if mcrl2 { "true" } else { "T" }),
            Cond::Holds(wrap, value) => self.kind(wrap.kind(), self.expr(value)),
            Cond::IsEmptyStack(stack) if mcrl2 => concat(vec![self.expr(stack), text(" == []")]),
            Cond::IsEmptyStack(stack) => self.call("is_empty", vec![self.expr(stack)]),
        }
    }

    /// A condition that does not hold, in mCRL2, where `&&` binds less than all others do.
    fn negation(&self, cond: &Cond) -> Doc {
        match cond {
            Cond::Same(_, Expr::State(_)) => concat(vec![text("!"), self.cond(cond)]),
            Cond::Equal(..) if self.names.has_floats() => concat(vec![text("!"), self.cond(cond)]),
            Cond::Same(left, right) | Cond::Equal(left, right) => self.infix(left, " != ", right),
            _ => concat(vec![text("!("), self.cond(cond), text(")")]),
        }
    }

    fn infix(&self, left: &Expr, operator: &str, right: &Expr) -> Doc {
        group(concat(vec![self.expr(left), text(operator), self.expr(right)]))
    }

    fn kind(&self, kind: Kind, value: Doc) -> Doc {
        let name = match kind {
            Kind::Number if self.names.has_floats() => "is_number",
            Kind::Float if self.names.has_floats() => "is_float",
            Kind::Integer | Kind::Number => "is_int",
            Kind::Atom => "is_atom",
            Kind::Nil => "is_nil",
            Kind::Cons => "is_cons",
            Kind::Tuple => "is_tuple",
            Kind::TupleOf(0) => return self.same_doc(value, "emptytuple"),
            Kind::TupleOf(size) => {
                return self.same_doc(self.call("arity", vec![value]), &size.to_string());
            }
            Kind::Pid if self.names.has_identities() => "is_pid",
            Kind::Reference if self.names.has_identities() => "is_reference",
            Kind::Map if self.names.has_wraps() => wraps::test(Wrap::Map),
            Kind::BitString if self.names.has_bits() => wraps::BIT_STRING,
            Kind::Bits if self.names.has_bits() => wraps::test(Wrap::Bits),
            Kind::Binary | Kind::BitString if self.names.has_wraps() => wraps::test(Wrap::Binary),
            Kind::Fun if self.names.has_wraps() => wraps::test(Wrap::Fun),
            // No term of the specification is of these kinds.
            Kind::Float
            | Kind::Map
            | Kind::Binary
            | Kind::BitString
            | Kind::Bits
            | Kind::Fun
            | Kind::Pid
            | Kind::Port
            | Kind::Reference => {
                return text(if self.target() == Target::Mcrl { "F" } else { "false" });
            }
        };
        self.call(name, vec![value])
    }

    fn same_doc(&self, left: Doc, right: &str) -> Doc {
        match self.target() {
            Target::Mcrl => self.call("eq", vec![left, text(right)]),
            Target::Mcrl2 => concat(vec![left, text(format!(" == {right}"))]),
        }
    }
}

/// The elements of a list of natural numbers, which mCRL2 has a short notation for; `None` for any other list, or a short one.
pub(super) fn characters(list: &Expr) -> Option<Vec<BigInt>> {
    integers(list).filter(|codes| codes.iter().all(|code| code.sign() != Sign::Minus))
}

/// An integer as a term.
pub(super) fn integer(value: &BigInt, target: Target) -> String {
    match target {
        Target::Mcrl if value.sign() == Sign::Minus => format!("neg({})", natural(value)),
        Target::Mcrl | Target::Mcrl2 => format!("int({value})"),
    }
}

/// Whether an operator is asked only of values that are not known.
fn is_of_unknown(operator: Operator) -> bool {
    matches!(
        operator,
        Operator::ByteSize
            | Operator::WholeBytes
            | Operator::BitSize
            | Operator::MapSize
            | Operator::Unwrap(_)
            | Operator::Unordered
            | Operator::Guess(_)
    )
}

fn operator_name(operator: Operator) -> &'static str {
    match operator {
        Operator::Add => "mcrl_plus",
        Operator::Sub => "mcrl_minus",
        Operator::Mul => "mcrl_times",
        Operator::Div => "mcrl_div",
        Operator::Rem => "mcrl_rem",
        Operator::Neg => "mcrl_neg",
        Operator::TupleSize => "tuple_size",
        Operator::TupleToList => "tuple_to_list",
        Operator::ListToTuple => "list_to_tuple",
        Operator::Reference => "make_reference",
        Operator::Pid => "make_pid",
        Operator::FreshReference => "fresh_reference",
        Operator::FreshPid => "fresh_pid",
        Operator::Float(FloatOp::KeyLess) => "key_order",
        Operator::ByteSize
        | Operator::WholeBytes
        | Operator::BitSize
        | Operator::MapSize
        | Operator::Wrap(_)
        | Operator::Unwrap(_)
        | Operator::Unordered
        | Operator::Guess(_)
        | Operator::Float(_) => "",
    }
}
