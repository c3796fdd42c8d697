//! Binaries: `<<V:Size/Types, ..>>` as an expression and as a pattern.
//!
//! The prelude puts them together and takes them apart, segment by segment. A bit string that has no whole number of
//! bytes is an unknown value, as are segments of types that have no exact translation.

use frontend::Span;
use frontend::ast::{BinElement, Expr as Syntax, ExprKind, Literal, Pat, PatKind};

use super::bits::{Holds, Segment, Size, are_whole, text_bytes};
use super::scope::Scope;
use super::view::{Matched, View};
use super::{Cont, Env, Lowering, Place};
use crate::model::{Cond, Expr, Kind, NodeId, OriginKind};

/// What such a value is called.
pub(super) const BEYOND: &str = "a bit string that may have no whole number of bytes";

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
        let segments: Option<Vec<Segment<'_>>> = elements.iter().map(Segment::of).collect();
        let Some(segments) = segments.filter(|segments| !has_text_of_floats(elements, segments))
        else {
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
        let whole = are_whole(&segments);
        self.joined(env, &Scope::of(parts.iter().copied()), k, &|this, k| {
            let next = |this: &mut Lowering<'_>, env: Env, values: Vec<Expr>| {
                let list = written(elements, &segments, values);
                let built = |this: &mut Lowering<'_>, env: Env, value: Expr| {
                    if whole {
                        return (k.run)(this, env, value);
                    }
                    let guess = |this: &mut Lowering<'_>, env: Env| {
                        this.guess(OriginKind::Inexact, BEYOND, &[], span, &env, place, k)
                    };
                    let beyond = Cond::Same(value.clone(), Expr::atom("beyond"));
                    this.test(&beyond, span, &env, &guess, &|this, env| {
                        (k.run)(this, env, value.clone())
                    })
                };
                let k = Cont { run: &built, copies: true };
                this.prelude_function("bits_build", vec![list], span, &env, place, k)
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
        floats: &[usize],
        values: Vec<Expr>,
        span: Span,
        env: &Env,
        place: &Place<'_>,
        next: &dyn Fn(&mut Lowering<'_>, Env, Vec<Expr>) -> NodeId,
    ) -> NodeId {
        let [first, floats @ ..] = floats else { return next(self, env.clone(), values) };
        let float: Vec<Expr> = values.get(*first).cloned().into_iter().collect();
        let run = |this: &mut Lowering<'_>, env: Env, bits: Expr| {
            let mut values = values.clone();
            values[*first] = bits;
            this.with_bits(floats, values, span, &env, place, next)
        };
        let k = Cont { run: &run, copies: true };
        self.prelude_function("bits_of_float", float, span, env, place, k)
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
                this.view_part(&element.value, &Expr::head(taken.clone()), &env, view, &matched)
            };
            let is_there = Cond::Is(Kind::Cons, taken.clone());
            let bound = |this: &mut Lowering<'_>, env: Env| {
                this.test(&is_there, view.span, &env, &there, &|_, _| view.no)
            };
            let ends_whole = segment.is_whole() && (whole || segment.size.is_some());
            if segment.holds != Holds::Binary || segment.unit.is_multiple_of(8) || ends_whole {
                return bound(this, env);
            }
            let beyond = Cond::Same(taken.clone(), Expr::atom("beyond"));
            this.test(
                &beyond,
                view.span,
                &env,
                &|this, env| this.view_beyond(element, rest, &env, view, yes),
                &bound,
            )
        };
        let take = Cont { run: &taken, copies: true };
        self.take_segment(element, &segment, left, env, view, take)
    }

    /// Takes a segment from the front of what is left.
    fn take_segment(
        &mut self,
        element: &BinElement<Pat>,
        segment: &Segment<'_>,
        left: &Expr,
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
            Holds::Float => call(this, &env, "bits_float", vec![endian(segment), left.clone()]),
            Holds::Binary | Holds::Utf8 => {
                call(this, &env, "bits_binary", vec![size, unit.clone(), left.clone()])
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
            None => call(self, env, "bits_rest", vec![unit, left.clone()]),
        }
    }

    /// Goes on behind a part that has no whole number of bytes: nothing is known of it, and of what is left.
    fn view_beyond(
        &mut self,
        element: &BinElement<Pat>,
        rest: &[BinElement<Pat>],
        env: &Env,
        view: View<'_>,
        yes: Matched<'_>,
    ) -> NodeId {
        let part = self.unknown(OriginKind::Inexact, BEYOND, view.span);
        self.bind("Unknown", part, &|this, part| {
            let left = Expr::Tuple(vec![Expr::atom("open"), part.clone()]);
            let matched = |this: &mut Lowering<'_>, env: Env| {
                if rest.is_empty() {
                    return yes(this, env);
                }
                this.view_segments(rest, &left, false, &env, view, yes)
            };
            this.view_part(&element.value, &part, env, view, &matched)
        })
    }
}

/// Whether a text stands for floats, one for each character.
fn has_text_of_floats(elements: &[BinElement<Syntax>], segments: &[Segment<'_>]) -> bool {
    elements.iter().zip(segments).any(|(element, segment)| {
        let is_text = matches!(element.value.kind, ExprKind::Literal(Literal::String(_)));
        is_text && segment.holds == Holds::Float
    })
}

/// Which of the values of segments and computed sizes are floats.
fn floats_among(segments: &[Segment<'_>]) -> Vec<usize> {
    let mut at = 0;
    let mut floats = Vec::new();
    for segment in segments {
        if segment.holds == Holds::Float {
            floats.push(at);
        }
        at += 1 + usize::from(matches!(segment.size, Some(Size::Computed(_))));
    }
    floats
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
