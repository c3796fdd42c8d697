//! What the compiler refuses of the types of a segment.
//!
//! Input: a segment of a binary, as an expression or as a pattern. Output: what is wrong with it, in words of a message.
//! The rules are those of OTP's `erl_bits`. What sizes may be is not looked at here.

use std::borrow::Cow;

use frontend::ast::{BinElement, Expr, Literal, Pat, PatKind};
use frontend::{Name, Span};
use num_bigint::BigInt;

use super::coding::Coding;

/// A type of a segment with its argument, as it is written.
type Type = (Name, Option<BigInt>);

/// What a type decides. No two of a segment may decide the same differently.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Field {
    Kind,
    Unit,
    Sign,
    Endian,
}

/// What is wrong with a segment of an expression, and where.
pub(crate) fn refused(elements: &[BinElement<Expr>]) -> Option<(String, Span)> {
    elements.iter().find_map(|element| {
        wrong(&element.types, element.size.is_some()).map(|what| (what, element.value.span))
    })
}

/// What is wrong with a segment of a pattern, where a text cannot have all that it can have in an expression.
pub(crate) fn refused_in_pattern(element: &BinElement<Pat>) -> Option<String> {
    let is_text = matches!(element.value.kind, PatKind::Literal(Literal::String(_)));
    let is_plain = element.types.is_empty();
    let is_coded = element.types.iter().any(|(name, _)| Coding::of(name.as_str()).is_some());
    if is_text && (element.size.is_some() || !is_plain && !is_coded) {
        let what = "a text in a pattern can have no size, and no type but `utf8`, `utf16` or `utf32`: \
                    write its characters one by one";
        return Some(what.to_owned());
    }
    wrong(&element.types, element.size.is_some())
}

fn wrong(types: &[Type], is_sized: bool) -> Option<String> {
    let mut said: Vec<(Field, Cow<'_, str>, &Type)> = Vec::new();
    for ty in types {
        let Some(says) = says(ty) else {
            return Some(format!("`{}` is no type of a segment", written(ty)));
        };
        for (field, value) in says {
            let contradicts = said.iter().find(|(of, other, _)| *of == field && *other != value);
            if let Some((_, _, other)) = contradicts {
                return Some(format!("`{}` contradicts `{}`", written(ty), written(other)));
            }
            said.push((field, value, ty));
        }
    }
    let find = |field| said.iter().find(|(of, ..)| *of == field).map(|(_, value, _)| &**value);
    let kind = find(Field::Kind).unwrap_or("integer");
    let has_unit = find(Field::Unit).is_some();
    let what = if Coding::of(kind).is_some() && (is_sized || has_unit) {
        format!("a segment of type `{kind}` can have neither a size nor a unit")
    } else if kind != "binary" && has_unit && !is_sized {
        "a unit needs a size".to_owned()
    } else {
        return None;
    };
    Some(what)
}

/// What a type decides, if it is one.
fn says((name, argument): &Type) -> Option<Vec<(Field, Cow<'_, str>)>> {
    let name = name.as_str();
    if let Some(argument) = argument {
        let is_unit =
            name == "unit" && u16::try_from(argument).is_ok_and(|unit| (1..=256).contains(&unit));
        return is_unit.then(|| vec![(Field::Unit, argument.to_string().into())]);
    }
    let says = match name {
        "integer" | "float" | "binary" | "utf8" | "utf16" | "utf32" => vec![(Field::Kind, name)],
        "bytes" => vec![(Field::Kind, "binary"), (Field::Unit, "8")],
        "bitstring" | "bits" => vec![(Field::Kind, "binary"), (Field::Unit, "1")],
        "signed" | "unsigned" => vec![(Field::Sign, name)],
        "big" | "little" | "native" => vec![(Field::Endian, name)],
        _ => return None,
    };
    Some(says.into_iter().map(|(field, value)| (field, value.into())).collect())
}

fn written((name, argument): &Type) -> String {
    match argument {
        Some(argument) => format!("{name}:{argument}"),
        None => name.to_string(),
    }
}
