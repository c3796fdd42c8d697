//! Lists that are counted before a binary comprehension goes through them.
//!
//! Input: `<<Segments || Qualifiers>>`. Output: the qualifiers, where the first list is asked for with all others. OTP's
//! compiler (`beam_ssa_bc_size`) computes how long the result gets where no filter and no pattern leaves an element out and
//! all sizes are known outside: then a list that is not proper, or a size that is no integer, is found before anything is
//! done with an element, and `bad_generator` names the whole list, not its tail. Sizes that are computed in the
//! comprehension are not followed, nor lists beside binaries.

use std::borrow::Cow;

use frontend::ast::{
    Expr as Syntax, ExprKind, Generator, GeneratorKind, Literal, PatKind, Qualifier,
};

use crate::lower::binary::bits::{Holds, Segment, Size};
use crate::lower::comprehension::binary_generator::{call, list};

/// The qualifiers of a binary comprehension, with a count of its lists where OTP counts them.
pub(crate) fn counted<'q>(value: &Syntax, qualifiers: &'q [Qualifier]) -> Cow<'q, [Qualifier]> {
    let with_count = || {
        let generators: Vec<&Generator> = qualifiers.iter().map(plain).collect::<Option<_>>()?;
        let (first, inner) = generators.split_first()?;
        let sizes = sizes(value, &generators)?;
        if !inner.is_empty() && !sizes.is_empty() {
            return None;
        }
        let mut lists = vec![first.source.clone()];
        for (number, generator) in inner.iter().enumerate() {
            lists.extend(outer(generator, &generators[..=number])?);
        }
        let span = first.source.span;
        let lists = [list(lists, span), list(sizes, span)].to_vec();
        let source = call("erlang", "counted", lists, model::library::place());
        let first = Qualifier::Generator(Generator { source, ..(*first).clone() });
        Some(std::iter::once(first).chain(qualifiers[1..].iter().cloned()).collect())
    };
    with_count().map_or(Cow::Borrowed(qualifiers), Cow::Owned)
}

/// A generator that takes all elements of a list.
fn plain(qualifier: &Qualifier) -> Option<&Generator> {
    let Qualifier::Generator(generator) = qualifier else { return None };
    let takes_all = matches!(generator.pattern.kind, PatKind::Var(_) | PatKind::Wildcard);
    (generator.kind == GeneratorKind::List && !generator.strict && takes_all).then_some(generator)
}

/// What has to be counted of the list of an inner generator, if that is known outside: nothing where it is written there.
fn outer(generator: &Generator, before: &[&Generator]) -> Option<Vec<Syntax>> {
    match &generator.source.kind {
        ExprKind::Var(_) if !is_bound(&generator.source, before) => {
            Some(vec![generator.source.clone()])
        }
        _ => is_written(&generator.source).then(Vec::new),
    }
}

/// Whether a list of literals stands there.
fn is_written(list: &Syntax) -> bool {
    match &list.kind {
        ExprKind::Nil | ExprKind::Literal(Literal::String(_)) => true,
        ExprKind::Cons(head, tail) => is_literal(head) && is_written(tail),
        ExprKind::List(items, tail) => items.iter().all(is_literal) && is_written(tail),
        _ => false,
    }
}

fn is_literal(item: &Syntax) -> bool {
    matches!(item.kind, ExprKind::Literal(_))
}

/// Whether a variable is that of an element.
fn is_bound(variable: &Syntax, generators: &[&Generator]) -> bool {
    let is_own = |generator: &&Generator| match (&variable.kind, &generator.pattern.kind) {
        (ExprKind::Var(name), PatKind::Var(bound)) => name == bound,
        _ => false,
    };
    generators.iter().any(is_own)
}

/// The variables that say how long the segments of a part are; none where that is not known outside.
fn sizes(value: &Syntax, generators: &[&Generator]) -> Option<Vec<Syntax>> {
    let ExprKind::Bin(elements) = &value.kind else { return None };
    let mut variables = Vec::new();
    for element in elements {
        let segment = Segment::of(element)?;
        match segment.size {
            Some(Size::Known(_)) => {}
            Some(Size::Computed(size)) => {
                let is_known = matches!(size.kind, ExprKind::Var(_)) && !is_bound(size, generators);
                variables.push(is_known.then(|| size.clone())?);
            }
            None => {
                let is_constant = is_literal(&element.value) && segment.holds != Holds::Binary;
                is_constant.then_some(())?;
            }
        }
    }
    Some(variables)
}
