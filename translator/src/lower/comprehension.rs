//! List comprehensions as recursive functions.
//!
//! `[E || P <- L, F]` becomes a call `go(L, Free..)` of
//!
//! ```text
//! go([P | T], Free..) -> if F -> [E | go(T, Free..)]; true -> go(T, Free..) end;
//! go([_ | T], Free..) -> go(T, Free..);
//! go([], _..)         -> [];
//! go(X, _..)          -> error({bad_generator, X}).
//! ```
//!
//! as OTP's `v3_core` does. Where a part of `P` has a size or key from outside, a `case` in the first clause takes the place of its
//! head, which cannot name it. A filter that is no guard must be `true` or `false`, else `bad_filter`.
//! The first list is evaluated in front of the call. Where the value is unused, `E, go(T, Free..)`
//! stands for the list, so that nothing waits for the end of the call. What goes through a binary stands in
//! `binary_generator`. Generators of later releases than OTP 25, over maps, strict or side by side, have no translation.

pub(crate) mod binary_generator;
pub(crate) mod counted;

use frontend::ast::{
    BinaryOp, Callee, CaseClause, Expr as Syntax, ExprKind, Function, FunctionClause, Generator,
    GeneratorKind, Guard, Literal, Pat, PatKind, Qualifier, RemoteAt,
};
use frontend::{Name, Span};
use num_bigint::BigInt;

use crate::lower::comprehension::binary_generator::{AT, BITS};
use crate::lower::context::Context;
use crate::lower::fun::free_variables::{free_variables, outer_variables};
use crate::lower::lowering::{Cont, Env, Lowering};
use crate::lower::pattern::guard::is_guard;
use crate::lower::pattern::shadowing::opened_qualifiers;
use model::{Expr, NodeId, OriginKind};

/// Variables of generated functions; no variable of a source is called so.
const LIST: &str = "List?";
const ELEMENT: &str = "Element?";
const REST: &str = "Rest?";
const OTHER: &str = "Other?";

impl Lowering<'_> {
    /// `[Value || Qualifiers]`; not `wanted` where the list is unused.
    pub(crate) fn list_comprehension(
        &mut self,
        value: &Syntax,
        qualifiers: &[Qualifier],
        wanted: bool,
        context: Context<'_>,
        k: Cont<'_>,
    ) -> NodeId {
        let qualifiers = self.shared.modern_filters(qualifiers);
        let (qualifiers, inside) = opened_qualifiers(&qualifiers, context.env);
        let qualifiers = &*qualifiers;
        let inner = comprehension(value.clone(), &without_source(qualifiers), context.span);
        let stubs = &self.shared.options.stubs;
        let traits = self.shared.calls.traits_of(self.shared.machine, stubs, &inner);
        if let Some((what, place)) = qualifiers.iter().find_map(binary_generator::refused_in) {
            return self.ill_formed(what, place);
        }
        if !qualifiers.iter().all(is_plain) {
            let what = "a list comprehension";
            return self.guess(OriginKind::Hidden, what, &[], context, k);
        }
        let Some((first, rest)) = qualifiers.split_first() else {
            return self.expr(value, context, k);
        };
        let generator = match first {
            Qualifier::Generator(generator) => generator,
            Qualifier::Filter(_) | Qualifier::Zip(_) => {
                let nothing = Syntax::new(ExprKind::Nil, context.span);
                let one = comprehension(value.clone(), rest, context.span);
                let one = if wanted { one } else { both(one, nothing.clone(), context.span) };
                let filtered = filter(first, one, nothing, context.span);
                return self.expr(&filtered, context, k);
            }
        };
        // What only the source needs must not be carried along: it would keep rounds apart that are alike.
        let free = free_variables(&inner, generator, &inside);
        let function = |name: &Name| {
            go(&Parts { name, value, wanted, free: &free, span: context.span }, generator, rest)
        };
        let kind = if wanted { "lc" } else { "each" };
        let name = format!("{kind}_{}_{}", self.shared.places.name(context.span), free.join("_"));
        let function = self.shared.generate(&name, traits, &function);
        let mut args = vec![&generator.source];
        let start = Syntax::new(ExprKind::Literal(Literal::Integer(BigInt::ZERO)), context.span);
        if generator.kind == GeneratorKind::Binary {
            args.push(&start);
        }
        let vars: Vec<Syntax> = free.iter().map(|name| variable(name, context.span)).collect();
        args.extend(&vars);
        // What the source binds is not bound behind the comprehension.
        let run = |this: &mut Lowering<'_>, inner: Env, value: Expr| {
            (k.run)(this, Env { facts: inner.facts, ..context.env.clone() }, value)
        };
        let k = Cont { run: &run, copies: k.copies };
        self.call_function(&function, &args, context.with(&inside), k)
    }
}

/// The qualifiers as the function sees them: the first list is evaluated before it is called.
fn without_source(qualifiers: &[Qualifier]) -> Vec<Qualifier> {
    let mut qualifiers = qualifiers.to_vec();
    if let Some(Qualifier::Generator(generator)) = qualifiers.first_mut() {
        generator.source = Syntax::new(ExprKind::Nil, generator.source.span);
    }
    qualifiers
}

/// Whether a qualifier has an exact translation.
fn is_plain(qualifier: &Qualifier) -> bool {
    match qualifier {
        Qualifier::Filter(_) => true,
        Qualifier::Generator(generator) if generator.strict => false,
        Qualifier::Generator(generator) => match generator.kind {
            GeneratorKind::List => true,
            GeneratorKind::Binary => binary_generator::is_exact(generator),
            GeneratorKind::Map => false,
        },
        Qualifier::Zip(_) => false,
    }
}

/// What all parts of a comprehension have in common.
struct Parts<'c> {
    /// Name of the function.
    name: &'c Name,
    /// The value of an element.
    value: &'c Syntax,
    /// Whether the list is used.
    wanted: bool,
    /// Variables that have a value outside.
    free: &'c [String],
    span: Span,
}

/// The function that goes through the list or the binary of a generator.
fn go(parts: &Parts<'_>, generator: &Generator, rest: &[Qualifier]) -> Function {
    match generator.kind {
        GeneratorKind::Binary => go_through_bits(parts, generator, rest),
        GeneratorKind::List | GeneratorKind::Map => go_through_list(parts, generator, rest),
    }
}

/// The function that goes through the binary of a generator, of which the bits in front of an offset have been taken.
fn go_through_bits(parts: &Parts<'_>, generator: &Generator, rest: &[Qualifier]) -> Function {
    let Parts { name, free, span, .. } = *parts;
    let names = || [BITS, AT].into_iter().chain(free.iter().map(String::as_str));
    let again = |at: Syntax| {
        let mut args = vec![variable(BITS, span), at];
        args.extend(free.iter().map(|name| variable(name, span)));
        Syntax::new(ExprKind::Call(Callee::Local(name.clone()), args), span)
    };
    let part = |next: &dyn Fn() -> Syntax| element(parts, rest, next);
    let body = vec![binary_generator::body(generator, span, &again, &part)];
    let params: Vec<Pat> =
        names().map(|name| Pat::new(PatKind::Var(Name::from(name)), span)).collect();
    let arity = params.len();
    let clauses = vec![FunctionClause { params, guard: Guard::default(), body, span }];
    Function { name: name.clone(), arity, clauses, span, moved: None }
}

fn go_through_list(parts: &Parts<'_>, generator: &Generator, rest: &[Qualifier]) -> Function {
    let Parts { name, free, span, .. } = *parts;
    let again = || {
        let mut args = vec![variable(REST, span)];
        args.extend(free.iter().map(|name| variable(name, span)));
        Syntax::new(ExprKind::Call(Callee::Local(name.clone()), args), span)
    };
    let clause = |first: Pat, keep: bool, body: Syntax| {
        let mut params = vec![first];
        params.extend(free.iter().map(|name| {
            let kind =
                if keep { PatKind::Var(Name::from(name.as_str())) } else { PatKind::Wildcard };
            Pat::new(kind, span)
        }));
        FunctionClause { params, guard: Guard::default(), body: vec![body], span }
    };
    let cell = |head: Pat| {
        let tail = Pat::new(PatKind::Var(Name::from(REST)), span);
        Pat::new(PatKind::Cons(Box::new(head), Box::new(tail)), span)
    };
    let part = element(parts, rest, &again);
    let sizes = outer_variables(&generator.pattern);
    let other = || Pat::new(PatKind::Wildcard, span);
    let mut clauses = Vec::new();
    if sizes.iter().any(|name| free.iter().any(|free_name| free_name == name.as_str())) {
        let element = Pat::new(PatKind::Var(Name::from(ELEMENT)), span);
        let ways = [(generator.pattern.clone(), part), (other(), again())];
        clauses.push(clause(cell(element), true, case(variable(ELEMENT, span), ways, span)));
    } else {
        clauses.push(clause(cell(generator.pattern.clone()), true, part));
        if !matches!(generator.pattern.kind, PatKind::Var(_) | PatKind::Wildcard) {
            clauses.push(clause(cell(other()), true, again()));
        }
    }
    let nothing = Syntax::new(ExprKind::Nil, span);
    clauses.push(clause(Pat::new(PatKind::Nil, span), false, nothing));
    let other = Pat::new(PatKind::Var(Name::from(LIST)), span);
    clauses.push(clause(other, false, error("bad_generator", LIST, span)));
    Function { name: name.clone(), arity: free.len() + 1, clauses, span, moved: None }
}

/// What one element contributes, in front of what the other elements do.
fn element(parts: &Parts<'_>, qualifiers: &[Qualifier], again: &dyn Fn() -> Syntax) -> Syntax {
    let Parts { value, wanted, span, .. } = *parts;
    let value = || value.clone();
    match qualifiers.split_first() {
        None if wanted => Syntax::new(ExprKind::Cons(Box::new(value()), Box::new(again())), span),
        None => both(value(), again(), span),
        Some((first @ Qualifier::Filter(_), rest)) => {
            filter(first, element(parts, rest, again), again(), span)
        }
        Some((Qualifier::Generator(_) | Qualifier::Zip(_), _)) => {
            let inner = comprehension(value(), qualifiers, span);
            if wanted {
                let kind = ExprKind::Binary(BinaryOp::Append, Box::new(inner), Box::new(again()));
                Syntax::new(kind, span)
            } else {
                both(inner, again(), span)
            }
        }
    }
}

/// One expression, then another one, whose value is that of both.
fn both(first: Syntax, second: Syntax, span: Span) -> Syntax {
    Syntax::new(ExprKind::Block(vec![first, second]), span)
}

/// `yes` where a filter holds, else `no`.
fn filter(qualifier: &Qualifier, yes: Syntax, no: Syntax, span: Span) -> Syntax {
    let Qualifier::Filter(test) = qualifier else { return yes };
    if is_guard(test) {
        let always = Syntax::new(ExprKind::Literal(Literal::Atom(Name::from("true"))), span);
        let guard = |test: Syntax| Guard { alternatives: vec![vec![test]] };
        let clauses = vec![(guard(test.clone()), vec![yes]), (guard(always), vec![no])];
        return Syntax::new(ExprKind::If(clauses), span);
    }
    let truth = |text: &str| Pat::new(PatKind::Literal(Literal::Atom(Name::from(text))), span);
    let other = Pat::new(PatKind::Var(Name::from(OTHER)), span);
    let wrong = error("bad_filter", OTHER, span);
    case(test.clone(), [(truth("true"), yes), (truth("false"), no), (other, wrong)], span)
}

/// `case Value of Pattern -> Body; .. end`
fn case<const N: usize>(value: Syntax, ways: [(Pat, Syntax); N], span: Span) -> Syntax {
    let clause =
        |(pattern, body)| CaseClause { pattern, guard: Guard::default(), body: vec![body], span };
    let clauses = ways.into_iter().map(clause).collect();
    Syntax::new(ExprKind::Case(Box::new(value), clauses), span)
}

fn comprehension(value: Syntax, qualifiers: &[Qualifier], span: Span) -> Syntax {
    let kind = if qualifiers.is_empty() {
        let nothing = Box::new(Syntax::new(ExprKind::Nil, span));
        ExprKind::Cons(Box::new(value), nothing)
    } else {
        ExprKind::ListComprehension(Box::new(value), qualifiers.to_vec())
    };
    Syntax::new(kind, span)
}

fn variable(name: &str, span: Span) -> Syntax {
    Syntax::new(ExprKind::Var(Name::from(name)), span)
}

/// `error({Reason, Variable})`
fn error(reason: &str, name: &str, span: Span) -> Syntax {
    let reason = Syntax::new(ExprKind::Literal(Literal::Atom(Name::from(reason))), span);
    let reason = Syntax::new(ExprKind::Tuple(vec![reason, variable(name, span)]), span);
    let callee = Callee::Remote(Name::from("erlang"), Name::from("error"), RemoteAt::default());
    Syntax::new(ExprKind::Call(callee, vec![reason]), span)
}
