//! What may stand in a guard.
//!
//! Input: an expression, or the function that one calls. Output: whether Erlang takes it in a guard, as OTP 25's `erl_lint`
//! does. Filters of comprehensions that could stand there are guards, too: an error in them is as good as `false`.

use frontend::ast::{BinaryOp, Callee, Expr as Syntax, ExprKind, Literal, UnaryOp};
use frontend::{Diagnostic, Name, Span};

use crate::codes;
use crate::lower::lowering::Lowering;
use model::NodeId;

impl Lowering<'_> {
    /// Refuses a call in a guard.
    pub(crate) fn call_in_guard(&mut self, called: &str, span: Span) -> NodeId {
        let message = format!("{called} cannot be called in a guard");
        let help = "a guard calls type tests and functions such as `length/1` and `element/2` alone: \
                    call it in front of the guard, or in a `case` behind it";
        self.report(Diagnostic::error(codes::ILL_FORMED, message, span).with_help(help))
    }
}

/// Whether a construct may stand in a guard; what it calls and its parts are other questions.
pub(crate) fn may_stand(kind: &ExprKind) -> bool {
    match kind {
        ExprKind::Unary(operator, _) => *operator != UnaryOp::Catch,
        ExprKind::Binary(operator, ..) => {
            !matches!(operator, BinaryOp::Send | BinaryOp::Append | BinaryOp::Subtract)
        }
        ExprKind::Call(Callee::Local(name), args) => {
            (name.as_str(), args.len()) != ("record_info", 2)
        }
        ExprKind::Call(callee, _) => !matches!(callee, Callee::Dynamic(_)),
        ExprKind::Var(_)
        | ExprKind::Literal(_)
        | ExprKind::Nil
        | ExprKind::Cons(..)
        | ExprKind::List(..)
        | ExprKind::Tuple(_)
        | ExprKind::Map(..)
        | ExprKind::Record(None, ..)
        | ExprKind::RecordAccess(..)
        | ExprKind::RecordIndex(..)
        | ExprKind::Bin(_) => true,
        _ => false,
    }
}

/// Whether an expression could be a test of a guard.
pub(crate) fn is_guard(expr: &Syntax) -> bool {
    let is_allowed = match &expr.kind {
        ExprKind::Call(Callee::Local(name), args) => is_function(name, args),
        ExprKind::Call(Callee::Remote(module, name, _), args) => is_remote(module, name, args),
        kind => may_stand(kind),
    };
    is_allowed && expr.children().into_iter().all(is_guard)
}

/// Whether a guard may call this function by the name of its module.
pub(crate) fn is_remote(module: &Name, name: &Name, args: &[Syntax]) -> bool {
    module.as_str() == "erlang" && (is_function(name, args) || is_operator(name, args.len()))
}

/// Whether a guard may call this function of `erlang` by its name alone.
pub(crate) fn is_function(name: &Name, args: &[Syntax]) -> bool {
    const OF_ONE: [&str; 29] = [
        "abs",
        "bit_size",
        "byte_size",
        "ceil",
        "float",
        "floor",
        "hd",
        "is_atom",
        "is_binary",
        "is_bitstring",
        "is_boolean",
        "is_float",
        "is_function",
        "is_integer",
        "is_list",
        "is_map",
        "is_number",
        "is_pid",
        "is_port",
        "is_reference",
        "is_tuple",
        "length",
        "map_size",
        "node",
        "round",
        "size",
        "tl",
        "trunc",
        "tuple_size",
    ];
    const OF_TWO: [&str; 5] = ["binary_part", "element", "is_function", "is_map_key", "map_get"];
    let name = name.as_str();
    let is_atom = |arg: &Syntax| matches!(arg.kind, ExprKind::Literal(Literal::Atom(_)));
    let is_number = |arg: &Syntax| matches!(arg.kind, ExprKind::Literal(Literal::Integer(_)));
    match args {
        [] => matches!(name, "node" | "self"),
        [_] => OF_ONE.contains(&name),
        [_, record] if name == "is_record" => is_atom(record),
        [_, _] => OF_TWO.contains(&name),
        [_, record, size] if name == "is_record" => is_atom(record) && is_number(size),
        [_, _, _] => name == "binary_part",
        _ => false,
    }
}

/// Whether this is an operator that a guard may have, called as a function of `erlang`.
fn is_operator(name: &Name, arity: usize) -> bool {
    let name = name.as_str();
    match arity {
        1 => matches!(name, "+" | "-" | "bnot" | "not"),
        2 => matches!(
            name,
            "+" | "-"
                | "*"
                | "/"
                | "div"
                | "rem"
                | "band"
                | "bor"
                | "bxor"
                | "bsl"
                | "bsr"
                | "and"
                | "or"
                | "xor"
                | "=="
                | "/="
                | "=<"
                | "<"
                | ">="
                | ">"
                | "=:="
                | "=/="
        ),
        _ => false,
    }
}
