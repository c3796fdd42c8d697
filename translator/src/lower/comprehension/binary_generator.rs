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
//! long the result gets, it does so first (`counted`).

use std::borrow::Cow;

use frontend::ast::{
    BinElement, BinaryOp, Callee, CaseClause, Expr as Syntax, ExprKind, Generator, GeneratorKind,
    Guard, Literal, Pat, PatKind, Qualifier, RemoteAt,
};
use frontend::{Name, Span};
use num_bigint::BigInt;

use super::counted::counted;
use crate::lower::binary::bits::{
    Holds, Segment, Size, are_whole, has_view, text_codes, with_codes,
};
use crate::lower::binary::coding::Coding;
use crate::lower::binary::segment_types::{refused, refused_in_pattern};
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Env, Lowering};
use crate::lower::pattern::legal::takes_rest;
use model::{Expr, NodeId, OriginKind};

/// Variables of generated functions; no variable of a source is called so.
pub(crate) const BITS: &str = "Bits?";
pub(crate) const AT: &str = "At?";

/// Whether the pattern of a generator over a binary has an exact translation.
pub(crate) fn is_exact(generator: &Generator) -> bool {
    let PatKind::Bin(elements) = &generator.pattern.kind else { return false };
    let elements = &*with_characters(elements);
    let has_size = |number: usize| size(elements, number, true).is_some();
    has_view(elements) && (0..elements.len()).all(has_size)
}

/// What the compiler refuses of a binary that is generated from, and where: a part that takes the rest, wrong types.
pub(crate) fn refused_in(qualifier: &Qualifier) -> Option<(String, Span)> {
    let Qualifier::Generator(generator) = qualifier else { return None };
    let PatKind::Bin(elements) = &generator.pattern.kind else { return None };
    if generator.kind != GeneratorKind::Binary {
        return None;
    }
    elements.iter().find_map(|element| {
        let rest = || "a part of a binary in a generator needs a size".to_owned();
        let what = refused_in_pattern(element).or_else(|| takes_rest(element).then(rest));
        what.map(|what| (what, element.value.span))
    })
}

/// The parts with one for each character of a text that is encoded: they are skipped one by one, whatever they are.
fn with_characters(elements: &[BinElement<Pat>]) -> Cow<'_, [BinElement<Pat>]> {
    let text = |element: &BinElement<Pat>| match &element.value.kind {
        PatKind::Literal(Literal::String(text)) if coding(element).is_some() => Some(text.clone()),
        _ => None,
    };
    if !elements.iter().any(|element| text(element).is_some()) {
        return Cow::Borrowed(elements);
    }
    let mut all = Vec::new();
    for element in elements {
        let Some(text) = text(element) else {
            all.push(element.clone());
            continue;
        };
        all.extend(text.chars().map(|char| {
            let char = PatKind::Literal(Literal::Char(u32::from(char)));
            BinElement { value: Pat::new(char, element.value.span), ..element.clone() }
        }));
    }
    Cow::Owned(all)
}

/// How the characters of a part are encoded, if it is one.
fn coding(element: &BinElement<Pat>) -> Option<Coding> {
    match Segment::of(element)?.holds {
        Holds::Char(coding) => Some(coding),
        _ => None,
    }
}

/// The body of the function: `again` goes on at an offset, `part` is what one match contributes.
pub(crate) fn body(
    generator: &Generator,
    span: Span,
    again: &dyn Fn(Syntax) -> Syntax,
    part: &dyn Fn(&dyn Fn() -> Syntax) -> Syntax,
) -> Syntax {
    let elements = match &generator.pattern.kind {
        PatKind::Bin(elements) => with_characters(elements),
        _ => Cow::Borrowed(&[][..]),
    };
    let elements = &*elements;
    let next = |literals: bool| {
        let sizes = (0..elements.len()).filter_map(|number| size(elements, number, literals));
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
    let mut clauses = vec![clause(here(true), Guard::default(), part(&|| next(true)))];
    if (0..elements.len()).any(|number| !is_any(elements, number)) {
        clauses.push(clause(here(false), Guard::default(), next(false)));
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
    let patterns = (0..elements.len()).map(|number| own_element(elements, number, literals));
    Pat::new(PatKind::Bin([before].into_iter().chain(patterns).chain([behind]).collect()), span)
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
    let pattern = &elements[number].value.kind;
    let is_same = |other: &BinElement<Pat>| other.value.kind == *pattern;
    matches!(pattern, PatKind::Var(_)) && elements[..number].iter().any(is_same)
}

/// A part as it is taken, or, without its constants, skipped.
fn own_element(elements: &[BinElement<Pat>], number: usize, literals: bool) -> BinElement<Pat> {
    let element = &elements[number];
    let span = element.value.span;
    let mut rewritten = element.clone();
    match &element.value.kind {
        PatKind::Var(_) if literals || !is_repeated(elements, number) => {}
        // Its size is that of the character that is there.
        kind if coding(element).is_some() && (!literals || *kind == PatKind::Wildcard) => {
            rewritten.value = Pat::new(PatKind::Var(character(number)), span);
        }
        PatKind::Literal(Literal::String(_)) if !literals => {
            rewritten.value = Pat::new(PatKind::Wildcard, span);
            rewritten.size = size(elements, number, literals);
            rewritten.types = Vec::new();
        }
        _ if !literals => rewritten.value = Pat::new(PatKind::Wildcard, span),
        _ => {}
    }
    rewritten
}

/// The variable of a character whose size is needed.
fn character(number: usize) -> Name {
    Name::from(format!("Char{number}?"))
}

/// The number of bits of a part of a pattern, if that can be said; where constants are skipped, of what stands there.
fn size(elements: &[BinElement<Pat>], number: usize, literals: bool) -> Option<Syntax> {
    let element = &elements[number];
    let span = element.value.span;
    let segment = Segment::of(element)?;
    if let Holds::Char(coding) = segment.holds {
        let Some(function) = coding.size_function() else { return Some(integer(32, span)) };
        let of = match own_element(elements, number, literals).value.kind {
            PatKind::Var(name) => variable(name.as_str(), span),
            PatKind::Literal(literal @ (Literal::Char(_) | Literal::Integer(_))) => {
                Syntax::new(ExprKind::Literal(literal), span)
            }
            _ => return None,
        };
        return Some(call("erlang", function, vec![of], model::library::place()));
    }
    if let PatKind::Literal(Literal::String(text)) = &element.value.kind {
        return Some(integer(8 * text.chars().count(), span));
    }
    match &segment.size {
        Some(Size::Known(size)) => Some(integer(size * segment.unit, span)),
        Some(Size::Computed(size)) => {
            let unit = integer(segment.unit, span);
            Some(operation(BinaryOp::Mul, (*size).clone(), unit))
        }
        None => None,
    }
}

impl Lowering<'_> {
    /// `<<Value || Qualifiers>>`
    pub(crate) fn binary_comprehension(
        &mut self,
        value: &Syntax,
        qualifiers: &[Qualifier],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        if let ExprKind::Bin(elements) = &value.kind
            && let Some((what, span)) = refused(elements)
        {
            return self.ill_formed(what, span);
        }
        let Some((segments, whole)) = segments(value, self.shared.has_bits) else {
            let what = "a binary comprehension";
            return self.guess(OriginKind::Hidden, what, &[], context, k);
        };
        let join = if whole { "bits_join" } else { "bits_join_string" };
        let piece = call("erlang", "bits_piece", vec![segments], model::library::place());
        let joined = |this: &mut Lowering<'_>, env: Env, pieces: Expr| {
            this.prelude_function(join, vec![pieces], context.with(&env), k)
        };
        let k = Cont { run: &joined, copies: true };
        self.list_comprehension(&piece, &counted(value, qualifiers), true, context, k)
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
    let segments: Option<Vec<Segment<'_>>> = elements.iter().map(Segment::of).collect();
    let segments = segments?;
    // The size of a float stands in two places.
    let is_twice = |segment: &Segment<'_>| {
        let is_plain = |size: &Syntax| matches!(size.kind, ExprKind::Var(_));
        segment.holds == Holds::Float
            && matches!(segment.size, Some(Size::Computed(size)) if !is_plain(size))
    };
    if segments.iter().any(is_twice) {
        return None;
    }
    let mut items = Vec::new();
    for (element, segment) in elements.iter().zip(&segments) {
        match &element.value.kind {
            ExprKind::Literal(Literal::String(text)) if segment.holds != Holds::Binary => {
                let codes = text_codes(text, segment, elements).into_iter();
                items.extend(codes.map(|code| part(segment, integer(code, span), span)));
            }
            _ => items.push(part(segment, element.value.clone(), span)),
        }
    }
    Some((list(items, span), are_whole(&segments, has_bits)))
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
            let bits = call("erlang", "bits_of_float", args, model::library::place());
            vec![atom("integer", span), bits, size, unit, endian]
        }
        Holds::Integer => vec![atom("integer", span), value, size, unit, endian],
        Holds::Binary => vec![atom("binary", span), value, size, unit],
        Holds::Char(coding) => match coding.bytes_function() {
            Some(function) => {
                let bytes = call("erlang", function, vec![value, endian], model::library::place());
                vec![atom("bytes", span), bytes]
            }
            None => vec![atom("utf8", span), value],
        },
    };
    Syntax::new(ExprKind::Tuple(items), span)
}

pub(crate) fn list(items: Vec<Syntax>, span: Span) -> Syntax {
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

pub(crate) fn call(module: &str, name: &str, args: Vec<Syntax>, span: Span) -> Syntax {
    let callee = Callee::Remote(Name::from(module), Name::from(name), RemoteAt::default());
    Syntax::new(ExprKind::Call(callee, args), span)
}
