//! Operators of formulas as Erlang: the value of a subformula in a step, and the step on which that rests.
//!
//! Input: the number of a subformula, what it is. Output: an expression over the values of its operands now (`V3`), of all
//! subformulas behind the step before (`Before`), of the steps on which these rested (`Old`), and the number of the step (`Step`).

use checker::formula::StateAtom;
use frontend::{FileId, Name};
use lts::Term;
use lts::term::parse::{SpannedKind, SpannedTerm, parse_spanned_term};
use monitor::{Atom, Binary, Operator, Unary};

/// What the table of subformulas calls an operator with one operand.
pub(super) fn unary(operator: Unary) -> &'static str {
    match operator {
        Unary::Not => "'not'",
        Unary::Prev => "prev",
        Unary::WeakPrev => "weak_prev",
        Unary::Historically => "historically",
        Unary::Once => "once",
        Unary::Starts => "starts",
        Unary::Ends => "ends",
    }
}

/// What the table of subformulas calls an operator with two operands.
pub(super) fn binary(operator: Binary) -> &'static str {
    match operator {
        Binary::And => "'and'",
        Binary::Or => "'or'",
        Binary::Implies => "implies",
        Binary::Iff => "iff",
        Binary::Xor => "'xor'",
        Binary::Since | Binary::WeakSince => "since",
        Binary::Interval => "interval",
    }
}

/// The value of a subformula as an expression; before the first step, nothing has held.
pub(super) fn value(number: usize, operator: &Operator) -> String {
    let own = format!("element({number}, Before)");
    match operator {
        Operator::Constant(value) => value.to_string(),
        Operator::Atom(Atom::Action(_)) => format!("action_{number}(Action)"),
        Operator::Atom(Atom::State(StateAtom::Name(name))) => {
            format!("State =:= {}", state_name(name))
        }
        Operator::Atom(Atom::State(StateAtom::Data(_))) => format!("data_{number}(State, Data)"),
        Operator::Unary(kind, body) => {
            let (now, before) =
                (format!("V{}", body + 1), format!("element({}, Before)", body + 1));
            match kind {
                Unary::Not => format!("not {now}"),
                Unary::Prev => {
                    format!("case Step of 1 -> {now}; _ -> {before} end")
                }
                Unary::WeakPrev => format!("Step =:= 1 orelse {before}"),
                Unary::Historically => format!("{now} andalso (Step =:= 1 orelse {own})"),
                Unary::Once => format!("{now} orelse {own}"),
                Unary::Starts => format!("Step > 1 andalso {now} andalso not {before}"),
                Unary::Ends => format!("{before} andalso not {now}"),
            }
        }
        Operator::Binary(kind, left, right) => {
            let (left, right) = (format!("V{}", left + 1), format!("V{}", right + 1));
            match kind {
                Binary::And => format!("{left} andalso {right}"),
                Binary::Or => format!("{left} orelse {right}"),
                Binary::Implies => format!("not {left} orelse {right}"),
                Binary::Iff => format!("{left} =:= {right}"),
                Binary::Xor => format!("{left} =/= {right}"),
                Binary::Since => format!("{right} orelse ({left} andalso {own})"),
                Binary::WeakSince => {
                    format!("{right} orelse ({left} andalso (Step =:= 1 orelse {own}))")
                }
                Binary::Interval => format!("not {right} andalso ({left} orelse {own})"),
            }
        }
    }
}

/// The step on which a subformula rests, as an expression.
pub(super) fn decided(number: usize, operator: &Operator) -> String {
    let old = format!("element({number}, Old)");
    let when = match operator {
        Operator::Unary(Unary::Once, body) => format!("V{}", body + 1),
        Operator::Unary(Unary::Historically, body) => {
            format!("not V{} andalso (Step =:= 1 orelse element({number}, Before))", body + 1)
        }
        Operator::Binary(Binary::Since | Binary::WeakSince, _, right) => format!("V{}", right + 1),
        Operator::Binary(Binary::Interval, left, right) => {
            format!("V{} andalso not V{}", left + 1, right + 1)
        }
        _ => return "0".to_owned(),
    };
    format!("case {when} of true -> Step; false -> {old} end")
}

/// The name of a state as a term: what is no atom stands in a formula as it is printed.
fn state_name(name: &Name) -> String {
    match parse_spanned_term(FileId(0), name.as_str()).value {
        Some(SpannedTerm { kind: SpannedKind::Atom(_), .. }) | None => {
            Term::Atom(name.clone()).to_string()
        }
        Some(_) => name.to_string(),
    }
}
