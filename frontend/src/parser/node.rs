//! Constructors of nodes, as the actions of the grammar call them.
//!
//! Input: parts of a construct. Output: its node. Holds what is more than a plain constructor:
//! places of operators, lists, callees, and clauses that must fit together.

use crate::ast::cover::{self, Cover};
use crate::ast::name::Name;
use crate::ast::{
    BinElement, BinaryOp, Callee, CatchClause, Class, Expr, ExprKind, FieldDecl, FunClause,
    FunctionClause, Generator, GeneratorKind, Guard, Literal, Pat, PatKind, Qualifier, RemoteAt,
    SpecClause, Type, TypeKind, UnaryOp,
};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::lexer::token::Lexeme;
use crate::nesting::MAX_LIST;
use crate::source::Span;

type Result<T> = std::result::Result<T, Box<Diagnostic>>;

/// What a run of the grammar gives.
#[derive(Debug)]
pub(crate) enum Parsed {
    /// The clauses of a function, with their names.
    Function(Vec<(Name, FunctionClause)>),
    /// Arguments of an attribute.
    Attribute(Vec<Expr>),
    /// An expression.
    Expression(Expr),
    /// A record: its name and fields.
    Record(Name, Vec<FieldDecl>),
    /// A type: its name, its variables with offsets, what it stands for.
    Type(Name, Vec<(Name, u32)>, Type),
    /// A specification: module, function, clauses.
    Spec(Option<Name>, Name, Vec<SpecClause>),
}

/// An expression whose place is that of its first token.
pub(crate) fn expr(kind: ExprKind, span: Span) -> Expr {
    Expr::new(kind, span)
}

/// An expression whose place is that of an operator.
pub(crate) fn at(at: u32, kind: ExprKind, span: Span) -> Expr {
    Expr { kind, span, at }
}

/// `Op A`, where the operator begins at `place`.
pub(crate) fn unary((op, place): (UnaryOp, u32), operand: Expr) -> Expr {
    let span = Span { start: place, ..operand.span };
    at(place, ExprKind::Unary(op, Box::new(operand)), span)
}

/// `A Op B`, where the operator begins at `place`.
pub(crate) fn binary((op, place): (BinaryOp, u32), left: Expr, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    at(place, ExprKind::Binary(op, Box::new(left), Box::new(right)), span)
}

/// `[A, B, .. | Tail]`, where the last bracket stands at `end`.
pub(crate) fn list(items: Vec<Expr>, tail: Option<Expr>, end: u32, span: Span) -> Expr {
    let bracket = Span::new(span.file, end, span.end);
    let tail = tail.unwrap_or_else(|| expr(ExprKind::Nil, bracket));
    if items.len() > MAX_LIST {
        return expr(ExprKind::List(items, Box::new(tail)), span);
    }
    let mut list = items.into_iter().rev().fold(tail, |tail, head| {
        let (span, first) = (head.span.to(tail.span), head.first_at());
        at(first, ExprKind::Cons(Box::new(head), Box::new(tail)), span)
    });
    (list.span, list.at) = (span, span.start);
    list
}

/// `Left = Right`
pub(crate) fn matching(cover: &Cover, left: Expr, right: Expr) -> Expr {
    let (span, first) = (left.span.to(right.span), left.first_at());
    at(first, ExprKind::Match(Box::new(cover.pattern(left)), Box::new(right)), span)
}

/// `Left ?= Right`
pub(crate) fn maybe_match(cover: &Cover, left: Expr, place: u32, right: Expr) -> Expr {
    let span = left.span.to(right.span);
    at(place, ExprKind::MaybeMatch(Box::new(cover.pattern(left)), Box::new(right)), span)
}

/// `Function(Args)`
pub(crate) fn call(function: Expr, args: Vec<Expr>, span: Span) -> Expr {
    let first = function.first_at();
    let callee = match function.kind {
        ExprKind::Literal(Literal::Atom(name)) => Callee::Local(name),
        ExprKind::Remote(module, name) => {
            return remote_call(*module, function.at, *name, args, span);
        }
        kind => Callee::Dynamic(Box::new(Expr { kind, ..function })),
    };
    at(first, ExprKind::Call(callee, args), span)
}

/// `Module:Function`
pub(crate) fn remote(module: Expr, colon: u32, function: Expr) -> Expr {
    let both = module.span.to(function.span);
    at(colon, ExprKind::Remote(Box::new(module), Box::new(function)), both)
}

/// `Module:Function(Args)`
pub(crate) fn remote_call(
    module: Expr,
    colon: u32,
    function: Expr,
    args: Vec<Expr>,
    span: Span,
) -> Expr {
    let place = RemoteAt { module: module.at, colon, function: function.at };
    if let ExprKind::Literal(Literal::Atom(m)) = &module.kind
        && let ExprKind::Literal(Literal::Atom(f)) = &function.kind
    {
        let callee = Callee::Remote(m.clone(), f.clone(), place);
        let first = match (module.at <= colon, function.at <= module.at) {
            (true, true) => function.at,
            (true, false) => module.at,
            (false, _) => colon,
        };
        return at(first, ExprKind::Call(callee, args), span);
    }
    let callee = remote(module, colon, function);
    let first = callee.first_at();
    at(first, ExprKind::Call(Callee::Dynamic(Box::new(callee)), args), span)
}

/// A generator; `key` is the left side of `Key := Value`.
pub(crate) fn generator(
    cover: &Cover,
    key: Option<(Expr, u32)>,
    pattern: Expr,
    (arrow, at): (Lexeme, u32),
    source: Expr,
) -> Qualifier {
    let kind = match (&key, arrow) {
        (Some(_), _) => GeneratorKind::Map,
        (None, Lexeme::BinGenerator | Lexeme::StrictBinGenerator) => GeneratorKind::Binary,
        (None, _) => GeneratorKind::List,
    };
    let strict = matches!(arrow, Lexeme::StrictGenerator | Lexeme::StrictBinGenerator);
    let key = key.map(|(key, at)| (cover.pattern(key), at));
    let pattern = cover.pattern(pattern);
    Qualifier::Generator(Generator { kind, strict, pattern, key, source, at })
}

/// Generators joined by `&&`, or a single qualifier.
pub(crate) fn zip(mut group: Vec<Qualifier>) -> Qualifier {
    match group.pop() {
        Some(only) if group.is_empty() => only,
        last => {
            group.extend(last);
            Qualifier::Zip(group)
        }
    }
}

/// `fun Clauses end`: all clauses have the same name, or none, and as many parameters.
pub(crate) fn fun(clauses: Vec<(Option<Name>, FunClause)>, span: Span) -> Result<Expr> {
    let mut head: Option<(Option<Name>, usize)> = None;
    let mut complete = Vec::with_capacity(clauses.len());
    for (name, clause) in clauses {
        let this_head = (name, clause.params.len());
        if head.as_ref().is_some_and(|head| *head != this_head) {
            let message = "this clause has another name or number of parameters than the first one";
            return Err(Box::new(Diagnostic::error(codes::CLAUSE_HEAD, message, clause.span)));
        }
        head = Some(this_head);
        complete.push(clause);
    }
    Ok(match head {
        Some((Some(name), _)) => expr(ExprKind::NamedFun(name, complete), span),
        Some((None, _)) | None => expr(ExprKind::Fun(complete), span),
    })
}

/// `Class:Pattern:Stack when Guard -> Body`
pub(crate) fn catch_clause(
    (class, pattern, stack): (Option<Pat>, Pat, Option<Pat>),
    guard: Guard,
    body: Vec<Expr>,
    span: Span,
) -> Result<CatchClause> {
    let class = class.map(class_of).transpose()?;
    let stack = stack.map(stack_of).transpose()?;
    Ok(CatchClause { class, pattern, stack, guard, body, span })
}

fn class_of(pat: Pat) -> Result<Class> {
    match pat.kind {
        PatKind::Literal(Literal::Atom(name)) => Ok(Class::Atom(name, pat.at)),
        PatKind::Var(name) => Ok(Class::Var(name, pat.at)),
        PatKind::Wildcard => Ok(Class::Var(Name::from("_"), pat.at)),
        _ => Err(cover::illegal(pat.span)),
    }
}

fn stack_of(pat: Pat) -> Result<(Name, u32)> {
    match pat.kind {
        PatKind::Var(name) => Ok((name, pat.at)),
        PatKind::Wildcard => Ok((Name::from("_"), pat.at)),
        _ => Err(cover::illegal(pat.span)),
    }
}

/// `A | B | Last`; a union at the end is taken apart, as Erlang's parser does.
pub(crate) fn union(mut members: Vec<Type>, last: Type) -> Type {
    let first = members.first().unwrap_or(&last);
    let (span, at) = (first.span.to(last.span), first.first_at());
    match last.kind {
        TypeKind::Union(inner) => members.extend(inner),
        kind => members.push(Type { kind, ..last }),
    }
    Type { kind: TypeKind::Union(members), span, at }
}

/// `Left Op Right` on types.
pub(crate) fn type_operation((op, at): (BinaryOp, u32), left: Type, right: Type) -> Type {
    let span = left.span.to(right.span);
    Type { kind: TypeKind::Binary(op, Box::new(left), Box::new(right)), span, at }
}

/// `is_subtype(Variable, Type)`, the old way to write `Variable :: Type`.
pub(crate) fn constraint(
    word: &Name,
    (name, at): (Name, u32),
    ty: Type,
    span: Span,
) -> Result<(Name, u32, Type)> {
    if word.as_str() == "is_subtype" {
        return Ok((name, at, ty));
    }
    let message = format!("unknown constraint `{word}`");
    Err(Box::new(Diagnostic::error(codes::SYNTAX, message, span)))
}

/// `<<_:Base, _:_*Unit>>`, either part optional.
pub(crate) fn binaries(parts: Vec<Type>) -> Result<TypeKind> {
    let (mut base, mut unit) = (None, None);
    for part in parts {
        let span = part.span;
        match part.kind {
            TypeKind::Binary(BinaryOp::Mul, left, right)
                if unit.is_none() && matches!(left.kind, TypeKind::Var(_)) =>
            {
                unit = Some(right);
            }
            kind if base.is_none() && unit.is_none() => {
                base = Some(Box::new(Type { kind, ..part }));
            }
            _ => {
                let message = "a binary type has a size and a unit at most: `<<_:8, _:_*4>>`";
                return Err(Box::new(Diagnostic::error(codes::SYNTAX, message, span)));
            }
        }
    }
    Ok(TypeKind::Binaries(base, unit))
}

/// `~"text"`, short for `<<"text"/utf8>>`.
pub(crate) fn bytes(text: String, span: Span) -> Expr {
    let value = expr(ExprKind::Literal(Literal::String(text)), span);
    let types = vec![(Name::from("utf8"), None)];
    expr(ExprKind::Bin(vec![BinElement { value, size: None, types }]), span)
}
