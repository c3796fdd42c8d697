//! Generators over binaries, and comprehensions that build one.
//!
//! `[E || <<P>> <= B, F]` becomes a call `go(B, 0, Free..)` of
//!
//! ```text
//! go(B, At, Free..) ->
//!     case B of
//!         <<_:At, P, _/bits>> -> if F -> [E | go(B, At + Size, Free..)]; true -> go(B, At + Size, Free..) end;
//!         <<_:At, Skip, _/bits>> -> go(B, At + Size, Free..);
//!         _ when is_bitstring(B) -> [];
//!         _ -> error({bad_generator, B})
//!     end.
//! ```
//!
//! as OTP's `v3_core` does: what has the right size and other values is skipped, the first part that is too short ends
//! the generator. `<<E || ..>>` is the list of the segments of all its parts, put together at the end; each part is put
//! together alone before that, so that what is wrong with it is found where it stands. Where OTP's compiler can compute how
//! long the result gets, it does so first, and a `bad_generator` behind some elements names the whole list there, not
//! the tail: that is not followed.

use frontend::ast::{
    BinElement, BinaryOp, Callee, CaseClause, Expr as Syntax, ExprKind, Generator, GeneratorKind,
    Guard, Literal, Pat, PatKind, Qualifier, RemoteAt,
};
use frontend::{Name, Span};
use num_bigint::BigInt;

use super::bits::{Holds, Segment, Size, are_whole, has_view, with_codes};
use super::legal::takes_rest;
use super::{Cont, Env, Lowering, Place};
use crate::model::{Expr, NodeId, OriginKind};
use crate::prelude;

/// Variables of generated functions; no variable of a source is called so.
pub(super) const BITS: &str = "Bits?";
pub(super) const AT: &str = "At?";

/// Whether the pattern of a generator over a binary has an exact translation.
pub(super) fn is_exact(generator: &Generator) -> bool {
    let PatKind::Bin(elements) = &generator.pattern.kind else { return false };
    let has_size = |element: &BinElement<Pat>| size(element, 0).is_some();
    has_view(elements) && elements.iter().all(has_size)
}

/// A part of a binary that takes the rest, where that is generated from: the compiler refuses it.
pub(super) fn rest_in(qualifier: &Qualifier) -> Option<Span> {
    let Qualifier::Generator(generator) = qualifier else { return None };
    match &generator.pattern.kind {
        PatKind::Bin(elements) if generator.kind == GeneratorKind::Binary => {
            elements.iter().find(|own| takes_rest(own)).map(|own| own.value.span)
        }
        _ => None,
    }
}

/// The body of the function: `again` goes on at an offset, `part` is what one match contributes.
pub(super) fn body(
    generator: &Generator,
    span: Span,
    again: &dyn Fn(Syntax) -> Syntax,
    part: &dyn Fn(&dyn Fn() -> Syntax) -> Syntax,
) -> Syntax {
    let elements = match &generator.pattern.kind {
        PatKind::Bin(elements) => elements.as_slice(),
        _ => &[],
    };
    let next = || {
        let sizes = elements.iter().enumerate().filter_map(|(number, own)| size(own, number));
        again(sizes.fold(variable(AT, span), |sum, size| operation(BinaryOp::Add, sum, size)))
    };
    let clause = |pattern: Pat, guard: Guard, body: Syntax| CaseClause {
        pattern,
        guard,
        body: vec![body],
        span,
    };
    let any = || Pat::new(PatKind::Wildcard, span);
    let is_bits = call("erlang", "is_bitstring", vec![variable(BITS, span)], span);
    let guard = Guard { alternatives: vec![vec![is_bits]] };
    let here = |literals: bool| framed(elements, literals, span);
    let mut clauses = vec![clause(here(true), Guard::default(), part(&next))];
    if (0..elements.len()).any(|number| !is_any(elements, number)) {
        clauses.push(clause(here(false), Guard::default(), next()));
    }
    clauses.push(clause(any(), guard, Syntax::new(ExprKind::Nil, span)));
    let reason =
        Syntax::new(ExprKind::Tuple(vec![atom("bad_generator", span), variable(BITS, span)]), span);
    clauses.push(clause(any(), Guard::default(), call("erlang", "error", vec![reason], span)));
    Syntax::new(ExprKind::Case(Box::new(variable(BITS, span)), clauses), span)
}

/// The pattern behind what has been taken already; without its constants where it only skips.
fn framed(elements: &[BinElement<Pat>], literals: bool, span: Span) -> Pat {
    let before = BinElement {
        value: Pat::new(PatKind::Wildcard, span),
        size: Some(variable(AT, span)),
        types: Vec::new(),
    };
    let bits = vec![(Name::from("bitstring"), None)];
    let behind = BinElement { value: Pat::new(PatKind::Wildcard, span), size: None, types: bits };
    let own = elements.iter().enumerate().map(|(number, element)| {
        let mut own = own_element(element, number, literals);
        if !literals && is_repeated(elements, number) {
            own.value = Pat::new(PatKind::Wildcard, span);
        }
        own
    });
    Pat::new(PatKind::Bin([before].into_iter().chain(own).chain([behind]).collect()), span)
}

/// Whether an element takes all that has its size.
fn is_any(elements: &[BinElement<Pat>], number: usize) -> bool {
    match elements[number].value.kind {
        PatKind::Var(_) => !is_repeated(elements, number),
        PatKind::Wildcard => true,
        _ => false,
    }
}

/// Whether an element is a variable that stands in front of it already: both are the same then.
fn is_repeated(elements: &[BinElement<Pat>], number: usize) -> bool {
    let own = &elements[number].value.kind;
    let is_same = |other: &BinElement<Pat>| other.value.kind == *own;
    matches!(own, PatKind::Var(_)) && elements[..number].iter().any(is_same)
}

fn own_element(element: &BinElement<Pat>, number: usize, literals: bool) -> BinElement<Pat> {
    let span = element.value.span;
    let mut own = element.clone();
    let is_utf8 = Segment::of(element).is_some_and(|segment| segment.holds == Holds::Utf8);
    match &element.value.kind {
        PatKind::Var(_) => {}
        PatKind::Literal(Literal::String(_)) if literals => {}
        PatKind::Literal(Literal::String(_)) => {
            own.value = Pat::new(PatKind::Wildcard, span);
            own.size = size(element, number);
            own.types = Vec::new();
        }
        // Its size is that of the character that is there.
        PatKind::Wildcard if is_utf8 => {
            own.value = Pat::new(PatKind::Var(character(number)), span);
        }
        _ if is_utf8 && !literals => own.value = Pat::new(PatKind::Var(character(number)), span),
        _ if !literals => own.value = Pat::new(PatKind::Wildcard, span),
        _ => {}
    }
    own
}

/// The variable of a character whose size is needed.
fn character(number: usize) -> Name {
    Name::from(format!("Char{number}?"))
}

/// The number of bits of an element of a pattern, if that can be said.
fn size(element: &BinElement<Pat>, number: usize) -> Option<Syntax> {
    let span = element.value.span;
    let segment = Segment::of(element)?;
    if let PatKind::Literal(Literal::String(text)) = &element.value.kind {
        let utf8 = segment.holds == Holds::Utf8;
        let bytes = if utf8 { text.len() } else { text.chars().count() };
        return Some(integer(8 * bytes, span));
    }
    match (&segment.size, segment.holds) {
        (Some(Size::Known(size)), _) => Some(integer(size * segment.unit, span)),
        (Some(Size::Computed(size)), _) => {
            let unit = integer(segment.unit, span);
            Some(operation(BinaryOp::Mul, (*size).clone(), unit))
        }
        (None, Holds::Utf8) => match &element.value.kind {
            PatKind::Var(name) => Some(utf8_size(name, span)),
            PatKind::Wildcard => Some(utf8_size(&character(number), span)),
            // A constant character is skipped like any other one: the sizes may differ.
            _ => None,
        },
        (None, _) => None,
    }
}

fn utf8_size(name: &Name, span: Span) -> Syntax {
    call("erlang", "utf8_size", vec![variable(name.as_str(), span)], prelude::place())
}

impl Lowering<'_> {
    /// `<<Value || Qualifiers>>`
    pub(super) fn binary_comprehension(
        &mut self,
        value: &Syntax,
        qualifiers: &[Qualifier],
        span: Span,
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let Some((segments, whole)) = segments(value, self.shared.has_bits) else {
            let what = "a binary comprehension";
            return self.guess(OriginKind::Hidden, what, &[], span, env, place, k);
        };
        let join = if whole { "bits_join" } else { "bits_join_string" };
        let piece = call("erlang", "bits_piece", vec![segments], prelude::place());
        let joined = |this: &mut Lowering<'_>, env: Env, pieces: Expr| {
            this.prelude_function(join, vec![pieces], span, &env, place, k)
        };
        let k = Cont { run: &joined, copies: true };
        self.list_comprehension(&piece, qualifiers, true, span, env, place, k)
    }
}

/// The segments of a part as the prelude takes them, and whether they have a whole number of bytes.
fn segments(value: &Syntax, has_bits: bool) -> Option<(Syntax, bool)> {
    let span = value.span;
    let ExprKind::Bin(elements) = &value.kind else {
        let all = atom("all", span);
        let items = vec![atom("binary", span), value.clone(), all, integer(1, span)];
        return Some((list(vec![Syntax::new(ExprKind::Tuple(items), span)], span), !has_bits));
    };
    let elements = &*with_codes(elements);
    let known: Option<Vec<Segment<'_>>> = elements.iter().map(Segment::of).collect();
    let known = known?;
    // The size of a float stands in two places.
    let is_twice = |segment: &Segment<'_>| {
        let is_plain = |size: &Syntax| matches!(size.kind, ExprKind::Var(_));
        segment.holds == Holds::Float
            && matches!(segment.size, Some(Size::Computed(size)) if !is_plain(size))
    };
    if known.iter().any(is_twice) {
        return None;
    }
    let mut items = Vec::new();
    for (element, segment) in elements.iter().zip(&known) {
        match &element.value.kind {
            ExprKind::Literal(Literal::String(text)) if segment.holds != Holds::Binary => {
                let codes = text.chars().map(|char| integer(u32::from(char) as usize, span));
                items.extend(codes.map(|code| part(segment, code, span)));
            }
            _ => items.push(part(segment, element.value.clone(), span)),
        }
    }
    Some((list(items, span), are_whole(&known, has_bits)))
}

/// One segment, as `binary` writes it for values.
fn part(segment: &Segment<'_>, value: Syntax, span: Span) -> Syntax {
    let size = match &segment.size {
        Some(Size::Known(size)) => integer(*size, span),
        Some(Size::Computed(size)) => (*size).clone(),
        None => atom("all", span),
    };
    let unit = integer(segment.unit, span);
    let endian = atom(if segment.little { "little" } else { "big" }, span);
    let items = match segment.holds {
        Holds::Float => {
            let args = vec![value, size.clone(), unit.clone()];
            let bits = call("erlang", "bits_of_float", args, prelude::place());
            vec![atom("integer", span), bits, size, unit, endian]
        }
        Holds::Integer => vec![atom("integer", span), value, size, unit, endian],
        Holds::Binary => vec![atom("binary", span), value, size, unit],
        Holds::Utf8 => vec![atom("utf8", span), value],
    };
    Syntax::new(ExprKind::Tuple(items), span)
}

fn list(items: Vec<Syntax>, span: Span) -> Syntax {
    let cell = |tail, head| Syntax::new(ExprKind::Cons(Box::new(head), Box::new(tail)), span);
    items.into_iter().rev().fold(Syntax::new(ExprKind::Nil, span), cell)
}

fn atom(text: &str, span: Span) -> Syntax {
    Syntax::new(ExprKind::Literal(Literal::Atom(Name::from(text))), span)
}

fn integer(value: usize, span: Span) -> Syntax {
    Syntax::new(ExprKind::Literal(Literal::Integer(BigInt::from(value))), span)
}

fn variable(name: &str, span: Span) -> Syntax {
    Syntax::new(ExprKind::Var(Name::from(name)), span)
}

fn operation(operator: BinaryOp, left: Syntax, right: Syntax) -> Syntax {
    let span = left.span;
    Syntax::new(ExprKind::Binary(operator, Box::new(left), Box::new(right)), span)
}

fn call(module: &str, name: &str, args: Vec<Syntax>, span: Span) -> Syntax {
    let callee = Callee::Remote(Name::from(module), Name::from(name), RemoteAt::default());
    Syntax::new(ExprKind::Call(callee, args), span)
}
