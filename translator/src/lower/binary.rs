//! Binaries: `<<V:Size/Types, ..>>` as an expression and as a pattern.
//!
//! The prelude puts them together and takes them apart, segment by segment. Where they have a whole number of bytes
//! together, as most have, no other bit string is made.

pub(crate) mod bits;
pub(crate) mod coding;
pub(crate) mod segment_types;
pub(crate) mod segments;

use std::borrow::Cow;

use frontend::ast::{BinElement, Expr as Syntax, Literal, Pat, PatKind};

use crate::lower::binary::bits::{Holds, Segment, Size, are_whole, joined_bytes, with_codes};
use crate::lower::binary::coding::Coding;
use crate::lower::binary::segment_types::refused;
use crate::lower::binary::segments::{Turned, endian, numbers, turned_among, written};
use crate::lower::context::Context;
use crate::lower::lowering::{Cont, Env, Lowering, Place};
use crate::lower::pattern::scope::Scope;
use crate::lower::pattern::view::{Matched, View};
use model::{Cond, Expr, Kind, NodeId};

impl Lowering<'_> {
    /// A binary that is put together.
    pub(crate) fn binary_expr(
        &mut self,
        elements: &[BinElement<Syntax>],
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        if let Some((what, span)) = refused(elements) {
            return self.ill_formed(what, span);
        }
        let elements = &*with_codes(elements);
        let segments: Vec<Segment<'_>> = elements.iter().filter_map(Segment::of).collect();
        let mut parts = Vec::new();
        for (element, segment) in elements.iter().zip(&segments) {
            parts.push(&element.value);
            if let Some(Size::Computed(size)) = segment.size {
                parts.push(size);
            }
        }
        let build =
            if are_whole(&segments, self.shared.has_bits) { "bits_build" } else { "bits_string" };
        self.joined(context.env, &Scope::of(parts.iter().copied()), k, &|this, k| {
            let next = |this: &mut Lowering<'_>, env: Env, values: Vec<Expr>| {
                let list = written(elements, &segments, values);
                this.prelude_function(build, vec![list], context.with(&env), k)
            };
            let turned = turned_among(elements, &segments);
            this.sequence(&parts, context, &|this, env, values| {
                this.with_bits(&turned, values, context.with(&env), &next)
            })
        })
    }

    /// Goes on with the bits of floats and the bytes of characters in place of these values.
    fn with_bits(
        &mut self,
        turned: &[Turned],
        values: Vec<Expr>,
        context: Context<'_>,
        next: &dyn Fn(&mut Lowering<'_>, Env, Vec<Expr>) -> NodeId,
    ) -> NodeId {
        let [first, rest @ ..] = turned else { return next(self, context.env.clone(), values) };
        let run = |this: &mut Lowering<'_>, env: Env, bits: Expr| {
            let mut values = values.clone();
            values[first.at] = bits;
            this.with_bits(rest, values, context.with(&env), next)
        };
        let k = Cont { run: &run, copies: true };
        self.prelude_function(first.by, first.args(&values), context, k)
    }

    /// Matches a value, which is a bit string, with the segments of a pattern.
    pub(crate) fn view_binary(
        &mut self,
        elements: &[BinElement<Pat>],
        value: &Expr,
        view: View<'_>,
        yes: Matched<'_>,
    ) -> NodeId {
        let guarded = Place { guard: Some(view.no), ..*view.context.place };
        let start = |this: &mut Lowering<'_>, env: Env, left: Expr| {
            let left = Left { bits: &left, whole: true };
            this.view_segments(elements, left, view.with(&env), yes)
        };
        let k = Cont { run: &start, copies: true };
        self.prelude_call("bits_start", vec![value.clone()], view.context.in_place(&guarded), k)
    }

    /// Matches what is left with segments.
    fn view_segments(
        &mut self,
        elements: &[BinElement<Pat>],
        left: Left<'_>,
        view: View<'_>,
        yes: Matched<'_>,
    ) -> NodeId {
        let guarded = Place { guard: Some(view.no), ..*view.context.place };
        let [element, rest @ ..] = elements else {
            let ended = |this: &mut Lowering<'_>, env: Env, ends: Expr| {
                let holds = Cond::Same(ends, Expr::atom("true"));
                this.test(&holds, view.context.span, &env, &|this, env| yes(this, env), &|_, _| {
                    view.no
                })
            };
            let k = Cont { run: &ended, copies: true };
            return self.prelude_function(
                "bits_end",
                vec![left.bits.clone()],
                view.context.in_place(&guarded),
                k,
            );
        };
        let Some(segment) = Segment::of(element) else { return view.no };
        if rest.is_empty() && segment.takes_all() && element.value.kind == PatKind::Wildcard {
            return yes(self, view.context.env.clone());
        }
        let taken = |this: &mut Lowering<'_>, env: Env, taken: Expr| {
            let there = |this: &mut Lowering<'_>, env: Env| {
                let tail = Expr::tail(taken.clone());
                let matched = |this: &mut Lowering<'_>, env: Env| {
                    if rest.is_empty() && segment.size.is_none() && segment.holds == Holds::Binary {
                        return yes(this, env);
                    }
                    let tail = Left { bits: &tail, whole: left.whole && segment.is_whole() };
                    this.view_segments(rest, tail, view.with(&env), yes)
                };
                if matches!(element.value.kind, PatKind::Literal(Literal::String(_))) {
                    return matched(this, env);
                }
                let value = &*as_float(element, &segment);
                this.view_part(value, &Expr::head(taken.clone()), view.with(&env), &matched)
            };
            let is_there = Cond::Is(Kind::Cons, taken.clone());
            this.test(&is_there, view.context.span, &env, &there, &|_, _| view.no)
        };
        let take = Cont { run: &taken, copies: true };
        self.take_segment(element, &segment, left, view, take)
    }

    /// Takes a segment from the front of what is left.
    fn take_segment(
        &mut self,
        element: &BinElement<Pat>,
        segment: &Segment<'_>,
        Left { bits: left, whole }: Left<'_>,
        view: View<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let guarded = Place { guard: Some(view.no), ..*view.context.place };
        let unit = Expr::integer(segment.unit);
        let call = |this: &mut Lowering<'_>, env: &Env, name: &str, args: Vec<Expr>| {
            this.prelude_function(name, args, view.context.with(env).in_place(&guarded), k)
        };
        if let PatKind::Literal(Literal::String(text)) = &element.value.kind {
            // A text that does not fit into its bytes matches none.
            let Some(bytes) = segment.bytes_of(text).or_else(|| joined_bytes(text).ok()) else {
                return view.no;
            };
            return call(self, view.context.env, "bits_text", vec![numbers(bytes), left.clone()]);
        }
        let sized = |this: &mut Lowering<'_>, env: Env, size: Expr| match segment.holds {
            Holds::Integer => {
                let sign = Expr::atom(if segment.signed { "signed" } else { "unsigned" });
                let args = vec![size, unit.clone(), sign, endian(segment), left.clone()];
                call(this, &env, "bits_integer", args)
            }
            Holds::Float => {
                let args = vec![size, unit.clone(), endian(segment), left.clone()];
                call(this, &env, "bits_float", args)
            }
            Holds::Binary | Holds::Char(_) => {
                let name = if segment.is_whole() { "bits_binary" } else { "bits_part" };
                call(this, &env, name, vec![size, unit.clone(), left.clone()])
            }
        };
        match segment.size {
            Some(Size::Known(size)) => sized(self, view.context.env.clone(), Expr::integer(size)),
            Some(Size::Computed(size)) => {
                self.expr(size, view.context.in_place(&guarded), Cont { run: &sized, copies: true })
            }
            None if let Holds::Char(coding) = segment.holds => call(
                self,
                view.context.env,
                coding.take_function(),
                character_args(coding, segment, left),
            ),
            None => {
                let name = match (whole, self.shared.has_bits) {
                    (true, false) => "bits_rest",
                    (true, true) => "bits_rest_of_bits",
                    (false, _) => "bits_rest_of_any",
                };
                call(self, view.context.env, name, vec![unit, left.clone()])
            }
        }
    }
}

/// What the function takes that takes a character from the front of what is left.
fn character_args(coding: Coding, segment: &Segment<'_>, left: &Expr) -> Vec<Expr> {
    match coding {
        Coding::Utf8 => vec![left.clone()],
        Coding::Utf16 | Coding::Utf32 => vec![endian(segment), left.clone()],
    }
}

/// What segments are matched with.
#[derive(Clone, Copy)]
struct Left<'l> {
    bits: &'l Expr,
    /// Whether it stands behind a whole number of bytes.
    whole: bool,
}

/// The value of an element; an integer that is written for a float is the float with its value.
fn as_float<'p>(element: &'p BinElement<Pat>, segment: &Segment<'_>) -> Cow<'p, Pat> {
    if segment.holds != Holds::Float {
        return Cow::Borrowed(&element.value);
    }
    let simple = element.value.simplified();
    match &simple.as_ref().unwrap_or(&element.value).kind {
        PatKind::Literal(Literal::Integer(value)) => {
            let kind = PatKind::Literal(Literal::Float(format!("{value}.0")));
            Cow::Owned(Pat::new(kind, element.value.span))
        }
        _ => Cow::Borrowed(&element.value),
    }
}
