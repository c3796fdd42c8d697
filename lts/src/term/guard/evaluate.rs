//! The value of a guard.

use frontend::Float;
use num_bigint::{BigInt, Sign};

use super::{Binary, Expression, Function, Guard, Unary};
use crate::term::Term;
use crate::term::pattern::{Bindings, Match, TermPattern};

/// What an expression is.
enum Value {
    Known(Term),
    /// It depends on unknown values, also whether it fails.
    Open,
    Fails,
}

impl Guard {
    /// Whether the guard holds where its variables stand for these terms.
    ///
    /// An alternative that fails does not hold, as in Erlang.
    pub fn holds(&self, bindings: &Bindings) -> Match {
        let alternative = |conditions: &Vec<Expression>| {
            let each = conditions.iter().map(|condition| truth(&condition.value(bindings)));
            each.fold(Match::Yes, Match::and)
        };
        self.0.iter().map(alternative).fold(Match::No, Match::max)
    }
}

fn truth(value: &Value) -> Match {
    match value {
        Value::Open | Value::Known(Term::Unknown(_)) => Match::Open,
        Value::Known(term) if *term == Term::atom("true") => Match::Yes,
        Value::Known(_) | Value::Fails => Match::No,
    }
}

fn boolean(value: bool) -> Value {
    Value::Known(Term::atom(if value { "true" } else { "false" }))
}

fn decided(holds: Match) -> Value {
    match holds {
        Match::Yes => boolean(true),
        Match::No => boolean(false),
        Match::Open => Value::Open,
    }
}

impl Expression {
    fn value(&self, bindings: &Bindings) -> Value {
        match self {
            Self::Term(pattern) => resolved(pattern, bindings).map_or(Value::Open, Value::Known),
            Self::Unary(operator, operand) => unary(*operator, operand.value(bindings)),
            Self::Binary(operator @ (Binary::AndAlso | Binary::OrElse), left, right) => {
                let stops = *operator == Binary::OrElse;
                match (as_boolean(&left.value(bindings)), stops) {
                    (Ok(Some(left)), stops) if left == stops => boolean(stops),
                    (Ok(Some(_)), _) => right.value(bindings),
                    (Ok(None), _) => Value::Open,
                    (Err(()), _) => Value::Fails,
                }
            }
            Self::Binary(operator, left, right) => {
                match (left.value(bindings), right.value(bindings)) {
                    (Value::Fails, _) | (_, Value::Fails) => Value::Fails,
                    (Value::Known(left), Value::Known(right)) => binary(*operator, &left, &right),
                    _ => Value::Open,
                }
            }
            Self::Call(function, arguments) => {
                let mut values = Vec::new();
                for argument in arguments {
                    match argument.value(bindings) {
                        Value::Known(value) => values.push(value),
                        other => return other,
                    }
                }
                call(*function, &values)
            }
        }
    }
}

/// The term that a pattern describes; none if a part of it is open.
fn resolved(pattern: &TermPattern, bindings: &Bindings) -> Option<Term> {
    if let TermPattern::Variable(name) = pattern {
        // An unknown value is equal to itself.
        return bindings.get(name.as_str()).cloned();
    }
    let bound = |name: &frontend::Name| bindings.get(name.as_str()).map(TermPattern::from);
    pattern.substitute(&bound).to_term()
}

/// The truth value of a value; none if it is not known, an error if it is none.
fn as_boolean(value: &Value) -> Result<Option<bool>, ()> {
    match value {
        Value::Open | Value::Known(Term::Unknown(_)) => Ok(None),
        Value::Known(Term::Atom(name)) if name.as_str() == "true" => Ok(Some(true)),
        Value::Known(Term::Atom(name)) if name.as_str() == "false" => Ok(Some(false)),
        Value::Known(_) | Value::Fails => Err(()),
    }
}

fn unary(operator: Unary, operand: Value) -> Value {
    match (operator, operand) {
        (_, Value::Open | Value::Known(Term::Unknown(_))) => Value::Open,
        (Unary::Not, operand) => match as_boolean(&operand) {
            Ok(Some(value)) => boolean(!value),
            Ok(None) => Value::Open,
            Err(()) => Value::Fails,
        },
        (Unary::Minus, Value::Known(Term::Integer(value))) => Value::Known(Term::Integer(-value)),
        (Unary::Minus, Value::Known(Term::Float(value))) => Value::Known(Term::Float(-value)),
        (Unary::Plus, Value::Known(Term::Float(value))) => Value::Known(Term::Float(value)),
        (Unary::Plus, Value::Known(Term::Integer(value))) => Value::Known(Term::Integer(value)),
        (Unary::Minus | Unary::Plus, _) => Value::Fails,
    }
}

fn binary(operator: Binary, left: &Term, right: &Term) -> Value {
    let is_open = left.has_unknown() || right.has_unknown();
    match operator {
        Binary::Same => decided(left.equals(right)),
        Binary::NotSame => decided(left.equals(right).not()),
        Binary::Equal => decided(equal(left, right)),
        Binary::NotEqual => decided(equal(left, right).not()),
        _ if is_open => Value::Open,
        Binary::Less => boolean(left.compare(right).is_lt()),
        Binary::AtMost => boolean(left.compare(right).is_le()),
        Binary::Greater => boolean(left.compare(right).is_gt()),
        Binary::AtLeast => boolean(left.compare(right).is_ge()),
        Binary::And | Binary::Or | Binary::Xor | Binary::AndAlso | Binary::OrElse => {
            let truth = |term: &Term| as_boolean(&Value::Known(term.clone()));
            match (truth(left), truth(right)) {
                (Ok(Some(left)), Ok(Some(right))) => boolean(match operator {
                    Binary::And | Binary::AndAlso => left && right,
                    Binary::Xor => left != right,
                    _ => left || right,
                }),
                _ => Value::Fails,
            }
        }
        Binary::Add
        | Binary::Subtract
        | Binary::Multiply
        | Binary::Quotient
        | Binary::Divide
        | Binary::Remainder => match (left, right) {
            (Term::Integer(left), Term::Integer(right)) if operator != Binary::Quotient => {
                arithmetic(operator, left, right)
            }
            _ => match (float(left), float(right)) {
                (Some(left), Some(right)) => on_floats(operator, left, right),
                _ => Value::Fails,
            },
        },
    }
}

/// Whether two terms are equal: numbers of two kinds may be.
fn equal(left: &Term, right: &Term) -> Match {
    if !left.has_unknown() && !right.has_unknown() {
        return if left.compare(right).is_eq() { Match::Yes } else { Match::No };
    }
    match left.equals(right) {
        // What differs in kind may have one value.
        Match::No if left.has_float() || right.has_float() => Match::Open,
        decided => decided,
    }
}

/// A number as a float.
fn float(term: &Term) -> Option<f64> {
    match term {
        Term::Integer(value) => Float::from_integer(value).map(Float::value),
        Term::Float(value) => Some(value.value()),
        _ => None,
    }
}

fn on_floats(operator: Binary, left: f64, right: f64) -> Value {
    let value = match operator {
        Binary::Add => left + right,
        Binary::Subtract => left - right,
        Binary::Multiply => left * right,
        Binary::Quotient => left / right,
        _ => return Value::Fails,
    };
    Float::new(value).map_or(Value::Fails, |value| Value::Known(Term::Float(value)))
}

fn arithmetic(operator: Binary, left: &BigInt, right: &BigInt) -> Value {
    let divides = matches!(operator, Binary::Divide | Binary::Remainder);
    if divides && right.sign() == Sign::NoSign {
        return Value::Fails;
    }
    Value::Known(Term::Integer(match operator {
        Binary::Add => left + right,
        Binary::Subtract => left - right,
        Binary::Multiply => left * right,
        Binary::Divide => left / right,
        _ => left % right,
    }))
}

fn call(function: Function, arguments: &[Term]) -> Value {
    match arguments {
        [_, Term::Unknown(_)] | [Term::Unknown(_), _] | [Term::Unknown(_)] => Value::Open,
        [only] => call_one(function, only),
        [Term::Integer(index), Term::Tuple(items)] => {
            let index = usize::try_from(index).ok().and_then(|index| index.checked_sub(1));
            let item = index.and_then(|index| items.get(index));
            item.map_or(Value::Fails, |item| Value::Known(item.clone()))
        }
        _ => Value::Fails,
    }
}

fn call_one(function: Function, term: &Term) -> Value {
    let size = |size: usize| Value::Known(Term::integer(size));
    match (function, term) {
        (Function::IsAtom, _) => boolean(matches!(term, Term::Atom(_))),
        (Function::IsBoolean, _) => boolean(as_boolean(&Value::Known(term.clone())).is_ok()),
        (Function::IsInteger, _) => boolean(matches!(term, Term::Integer(_))),
        (Function::IsFloat, _) => boolean(matches!(term, Term::Float(_))),
        (Function::IsNumber, _) => boolean(matches!(term, Term::Integer(_) | Term::Float(_))),
        (Function::IsList, _) => boolean(matches!(term, Term::Nil | Term::List(..))),
        (Function::IsMap, _) => boolean(matches!(term, Term::Map(_))),
        (Function::IsPid, _) => boolean(matches!(term, Term::Pid(_))),
        (Function::IsReference, _) => boolean(matches!(term, Term::Reference(_))),
        (Function::IsTuple, _) => boolean(matches!(term, Term::Tuple(_))),
        (Function::Abs, Term::Integer(value)) => {
            Value::Known(Term::Integer(BigInt::from(value.magnitude().clone())))
        }
        (Function::Abs, Term::Float(value)) if value.value() < 0.0 => {
            Value::Known(Term::Float(-*value))
        }
        (Function::Abs, Term::Float(value)) => Value::Known(Term::Float(*value)),
        (Function::MapSize, Term::Map(entries)) if !term.has_unknown() => size(entries.len()),
        (Function::MapSize, Term::Map(_)) => Value::Open,
        (Function::Length, Term::Nil) => size(0),
        (Function::TupleSize, Term::Tuple(items)) | (Function::Length, Term::List(items, None)) => {
            size(items.len())
        }
        (Function::Length, Term::List(_, Some(end))) if matches!(**end, Term::Unknown(_)) => {
            Value::Open
        }
        (Function::Head, Term::List(items, _)) => {
            items.first().map_or(Value::Fails, |item| Value::Known(item.clone()))
        }
        (Function::Tail, Term::List(items, end)) => {
            let end = end.as_deref().cloned().unwrap_or(Term::Nil);
            Value::Known(Term::list_with_tail(items.get(1..).unwrap_or_default().to_vec(), end))
        }
        _ => Value::Fails,
    }
}
