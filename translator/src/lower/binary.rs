//! Binaries: `<<V:Size/Types, ..>>` as an expression and as a pattern.
//!
//! The prelude puts them together and takes them apart, segment by segment. Where they have a whole number of bytes
//! together, as most have, no other bit string is made. Segments of types that have no exact translation are unknown values.

use std::borrow::Cow;

use frontend::Span;
use frontend::ast::{BinElement, Expr as Syntax, ExprKind, Literal, Pat, PatKind};

use super::bits::{Holds, Segment, Size, are_whole, text_bytes, with_codes};
use super::scope::Scope;
use super::view::{Matched, View};
use super::{Cont, Env, Lowering, Place};
use crate::model::{Cond, Expr, Kind, NodeId};

impl Lowering<'_> {
    /// A binary that is put together.
    pub(super) fn binary_expr(
        &mut self,
        elements: &[BinElement<Syntax>],
        span: Span,
        env: &Env,
        place: &Place<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let elements = &*with_codes(elements);
        let segments: Option<Vec<Segment<'_>>> = elements.iter().map(Segment::of).collect();
        let Some(segments) = segments else {
            let parts: Vec<&Syntax> = elements
                .iter()
                .flat_map(|element| std::iter::once(&element.value).chain(&element.size))
                .collect();
            return self.guess_or_fail("a binary", None, &parts, span, env, place, k);
        };
        let mut parts = Vec::new();
        for (element, segment) in elements.iter().zip(&segments) {
            parts.push(&element.value);
            if let Some(Size::Computed(size)) = segment.size {
                parts.push(size);
            }
        }
        let build =
            if are_whole(&segments, self.shared.has_bits) { "bits_build" } else { "bits_string" };
        self.joined(env, &Scope::of(parts.iter().copied()), k, &|this, k| {
            let next = |this: &mut Lowering<'_>, env: Env, values: Vec<Expr>| {
                let list = written(elements, &segments, values);
                this.prelude_function(build, vec![list], span, &env, place, k)
            };
            let floats = floats_among(&segments);
            this.sequence(&parts, env, place, &|this, env, values| {
                this.with_bits(&floats, values, span, &env, place, &next)
            })
        })
    }

    /// Goes on with the bits of floats in place of these values.
    fn with_bits(
        &mut self,
        floats: &[Float],
        values: Vec<Expr>,
        span: Span,
        env: &Env,
        place: &Place<'_>,
        next: &dyn Fn(&mut Lowering<'_>, Env, Vec<Expr>) -> NodeId,
    ) -> NodeId {
        let [float, floats @ ..] = floats else { return next(self, env.clone(), values) };
        let value = |at: usize| values.get(at).cloned().unwrap_or(Expr::Nil);
        let size = float.size.map_or_else(|| value(float.at + 1), Expr::integer);
        let args = vec![value(float.at), size, Expr::integer(float.unit)];
        let run = |this: &mut Lowering<'_>, env: Env, bits: Expr| {
            let mut values = values.clone();
            values[float.at] = bits;
            this.with_bits(floats, values, span, &env, place, next)
        };
        let k = Cont { run: &run, copies: true };
        self.prelude_function("bits_of_float", args, span, env, place, k)
    }

    /// Matches a value, which is a bit string, with the segments of a pattern.
    pub(super) fn view_binary(
        &mut self,
        elements: &[BinElement<Pat>],
        value: &Expr,
        env: &Env,
        view: View<'_>,
        yes: Matched<'_>,
    ) -> NodeId {
        let guarded = Place { guard: Some(view.no), ..*view.place };
        let start = |this: &mut Lowering<'_>, env: Env, left: Expr| {
            this.view_segments(elements, &left, true, &env, view, yes)
        };
        let k = Cont { run: &start, copies: true };
        self.prelude_call("bits_start", vec![value.clone()], view.span, env, &guarded, k)
    }

    /// Matches what is left with segments; `whole` where a whole number of bytes is, if there is of all of it.
    fn view_segments(
        &mut self,
        elements: &[BinElement<Pat>],
        left: &Expr,
        whole: bool,
        env: &Env,
        view: View<'_>,
        yes: Matched<'_>,
    ) -> NodeId {
        let guarded = Place { guard: Some(view.no), ..*view.place };
        let [element, rest @ ..] = elements else {
            let ended = |this: &mut Lowering<'_>, env: Env, ends: Expr| {
                let holds = Cond::Same(ends, Expr::atom("true"));
                this.test(&holds, view.span, &env, &|this, env| yes(this, env), &|_, _| view.no)
            };
            let k = Cont { run: &ended, copies: true };
            return self.prelude_function(
                "bits_end",
                vec![left.clone()],
                view.span,
                env,
                &guarded,
                k,
            );
        };
        let Some(segment) = Segment::of(element) else { return view.no };
        if rest.is_empty() && segment.takes_all() && element.value.kind == PatKind::Wildcard {
            return yes(self, env.clone());
        }
        let taken = |this: &mut Lowering<'_>, env: Env, taken: Expr| {
            let there = |this: &mut Lowering<'_>, env: Env| {
                let tail = Expr::tail(taken.clone());
                let matched = |this: &mut Lowering<'_>, env: Env| {
                    if rest.is_empty() && segment.size.is_none() && segment.holds == Holds::Binary {
                        return yes(this, env);
                    }
                    this.view_segments(rest, &tail, whole && segment.is_whole(), &env, view, yes)
                };
                if matches!(element.value.kind, PatKind::Literal(Literal::String(_))) {
                    return matched(this, env);
                }
                let value = &*as_float(element, &segment);
                this.view_part(value, &Expr::head(taken.clone()), &env, view, &matched)
            };
            let is_there = Cond::Is(Kind::Cons, taken.clone());
            this.test(&is_there, view.span, &env, &there, &|_, _| view.no)
        };
        let take = Cont { run: &taken, copies: true };
        self.take_segment(element, &segment, (left, whole), env, view, take)
    }

    /// Takes a segment from the front of what is left, which is behind whole bytes or not.
    fn take_segment(
        &mut self,
        element: &BinElement<Pat>,
        segment: &Segment<'_>,
        (left, whole): (&Expr, bool),
        env: &Env,
        view: View<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let guarded = Place { guard: Some(view.no), ..*view.place };
        let unit = Expr::integer(segment.unit);
        let call = |this: &mut Lowering<'_>, env: &Env, name: &str, args: Vec<Expr>| {
            this.prelude_function(name, args, view.span, env, &guarded, k)
        };
        if let PatKind::Literal(Literal::String(text)) = &element.value.kind {
            let bytes = text_bytes(text, segment.holds == Holds::Utf8);
            let bytes = Expr::list(bytes.into_iter().map(|byte| Expr::integer(byte.into())));
            return call(self, env, "bits_text", vec![bytes, left.clone()]);
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
            Holds::Binary | Holds::Utf8 => {
                let name = if segment.is_whole() { "bits_binary" } else { "bits_part" };
                call(this, &env, name, vec![size, unit.clone(), left.clone()])
            }
        };
        match segment.size {
            Some(Size::Known(size)) => sized(self, env.clone(), Expr::integer(size)),
            Some(Size::Computed(size)) => {
                self.expr(size, env, &guarded, Cont { run: &sized, copies: true })
            }
            None if segment.holds == Holds::Utf8 => {
                call(self, env, "bits_utf8", vec![left.clone()])
            }
            None => {
                let name = match (whole, self.shared.has_bits) {
                    (true, false) => "bits_rest",
                    (true, true) => "bits_rest_of_bits",
                    (false, _) => "bits_rest_of_any",
                };
                call(self, env, name, vec![unit, left.clone()])
            }
        }
    }
}

/// A float among the values of segments and computed sizes.
struct Float {
    /// Its place there.
    at: usize,
    /// Its size in units; none where that stands behind it.
    size: Option<usize>,
    unit: usize,
}

fn floats_among(segments: &[Segment<'_>]) -> Vec<Float> {
    let mut at = 0;
    let mut floats = Vec::new();
    for segment in segments {
        let (size, parts) = match segment.size {
            Some(Size::Known(size)) => (Some(size), 1),
            Some(Size::Computed(_)) => (None, 2),
            None => (None, 1),
        };
        if segment.holds == Holds::Float {
            floats.push(Float { at, size, unit: segment.unit });
        }
        at += parts;
    }
    floats
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

/// Which byte of an integer comes first.
fn endian(segment: &Segment<'_>) -> Expr {
    Expr::atom(if segment.little { "little" } else { "big" })
}

/// The segments as the prelude takes them.
fn written(elements: &[BinElement<Syntax>], segments: &[Segment<'_>], values: Vec<Expr>) -> Expr {
    let mut values = values.into_iter();
    let mut list = Vec::with_capacity(segments.len());
    for (element, segment) in elements.iter().zip(segments) {
        let value = values.next().unwrap_or(Expr::Nil);
        let size = match segment.size {
            Some(Size::Known(size)) => Expr::integer(size),
            Some(Size::Computed(_)) => values.next().unwrap_or(Expr::Nil),
            None => Expr::atom("all"),
        };
        let unit = Expr::integer(segment.unit);
        let items = match (&element.value.kind, segment.holds) {
            (ExprKind::Literal(Literal::String(text)), Holds::Integer | Holds::Utf8) => {
                for char in text.chars() {
                    let code = Expr::integer(u32::from(char) as usize);
                    list.push(part(segment, code, size.clone(), unit.clone()));
                }
                continue;
            }
            _ => part(segment, value, size, unit),
        };
        list.push(items);
    }
    Expr::list(list.into_iter())
}

fn part(segment: &Segment<'_>, value: Expr, size: Expr, unit: Expr) -> Expr {
    Expr::Tuple(match segment.holds {
        // Of a float its bits.
        Holds::Integer | Holds::Float => {
            vec![Expr::atom("integer"), value, size, unit, endian(segment)]
        }
        Holds::Binary => vec![Expr::atom("binary"), value, size, unit],
        Holds::Utf8 => vec![Expr::atom("utf8"), value],
    })
}
