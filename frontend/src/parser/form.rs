//! The tokens of one form to its tree.
//!
//! Input: tokens without macros. Output: a form, or one message. Runs the generated parser, puts
//! clauses together, and knows which attributes have a grammar of their own.

use std::cell::Cell;

use crate::ast::cover::Cover;
use crate::ast::name::Name;
use crate::ast::{
    Attribute, BinaryOp, Callee, Expr, ExprKind, Form, Function, FunctionClause, Literal,
    RecordDecl, SpecDecl, TypeDecl,
};
use crate::diagnostic::Diagnostic;
use crate::lexer::token::{Goal, Lexeme, Spanned, Token, attribute_name};
use crate::output::abstract_format::is_term;
use crate::parser::node::Parsed;
use crate::parser::{maybe, syntax_error};
use crate::source::{FileId, Span};
use crate::{codes, nesting};

lalrpop_util::lalrpop_mod!(
    #[allow(
        clippy::all,
        clippy::pedantic,
        clippy::restriction,
        missing_docs,
        unused,
        unreachable_pub
    )]
    grammar,
    "/parser/grammar.rs"
);

type Result<T> = std::result::Result<T, Box<Diagnostic>>;

/// Runs the generated parser; `end` is the place of errors at the end.
pub(crate) fn run(
    cover: &Cover,
    goal: Goal,
    mut tokens: Vec<Spanned>,
    end: Span,
) -> Result<Parsed> {
    let file = end.file;
    maybe::mark(&mut tokens);
    nesting::check(&tokens)?;
    let start = tokens.first().map_or(end.start, |spanned| spanned.span.start);
    let n_read = Cell::new(0_usize);
    let input = tokens.iter_mut().map(|Spanned { token, span }| {
        n_read.set(n_read.get() + 1);
        Ok((span.start, token.hand_over(), span.end))
    });
    let input = std::iter::once(Ok((start, Token::Goal(goal), start))).chain(input);
    let parsed = grammar::FormParser::new().parse(file, cover, input);
    parsed.map_err(|error| syntax_error::describe(error, n_read.get(), &mut tokens, end))
}

/// Parses a form from its tokens without macros.
///
/// In the text it covers `span`; `end` is the place of errors at its end.
pub(crate) fn parse(
    tokens: Vec<Spanned>,
    span: Option<Span>,
    end: Option<Span>,
    cover: &Cover,
) -> Result<Form> {
    let (Some(span), Some(end)) = (span, end) else {
        let nowhere = Span::new(FileId(0), 0, 0);
        return Err(Box::new(Diagnostic::error(codes::SYNTAX, "an empty form", nowhere)));
    };
    if let Some((name, place)) = attribute_name(&tokens) {
        let name = (Name::from(name), place.start);
        return attribute(cover, name, tokens, span, end);
    }
    match run(cover, Goal::Function, tokens, end)? {
        Parsed::Function(clauses) => function(clauses, span).map(Form::Function),
        _ => Err(Box::new(Diagnostic::error(codes::SYNTAX, "this is not a function", span))),
    }
}

/// Reads an attribute; parentheses around all arguments are a matter of taste.
fn attribute(
    cover: &Cover,
    (name, at): (Name, u32),
    mut tokens: Vec<Spanned>,
    span: Span,
    end: Span,
) -> Result<Form> {
    strip(&mut tokens);
    let goal = match name.as_str() {
        "record" => Goal::Record,
        "type" | "opaque" | "nominal" => Goal::Type,
        "spec" | "callback" => Goal::Spec,
        _ => Goal::Attribute,
    };
    if goal == Goal::Spec && is_old_spec(&tokens) {
        return Err(old_spec(span));
    }
    let attribute = name;
    let args = match run(cover, goal, tokens, end) {
        Ok(Parsed::Attribute(args)) => args,
        Ok(Parsed::Record(name, fields)) => {
            return Ok(Form::Record(RecordDecl { name, fields, span, at }));
        }
        Ok(Parsed::Type(name, params, ty)) => {
            return Ok(Form::Type(TypeDecl { attribute, name, params, ty, span, at }));
        }
        Ok(Parsed::Spec(module, name, clauses)) => {
            let first = clauses.first().and_then(|clause| clause.ty.params.as_ref());
            let arity = first.map_or(0, Vec::len);
            let spec = SpecDecl { attribute, module, name, arity, clauses, span, at };
            return Ok(Form::Spec(spec));
        }
        Err(diagnostic) => return Err(diagnostic),
        Ok(_) => Vec::new(),
    };
    if let Some(diagnostic) = ill_formed(attribute.as_str(), &args, span) {
        return Err(diagnostic);
    }
    Ok(Form::Attribute(Attribute { name: attribute, args, span, at }))
}

/// What is wrong with the arguments of an attribute that says what the module is made of.
fn ill_formed(name: &str, args: &[Expr], span: Span) -> Option<Box<Diagnostic>> {
    let atom = |expr: &Expr| matches!(expr.kind, ExprKind::Literal(Literal::Atom(_)));
    let list =
        |expr: &Expr| matches!(expr.kind, ExprKind::Nil | ExprKind::Cons(..) | ExprKind::List(..));
    let place = match (args.first(), args.last()) {
        (Some(first), Some(last)) => first.span.to(last.span),
        _ => span,
    };
    let error = |message: &str| Box::new(Diagnostic::error(codes::SYNTAX, message, place));
    match (name, args) {
        ("module", [name] | [name, _]) if atom(name) => None,
        ("module", args) => Some(match args.first().map(|first| &first.kind) {
            Some(ExprKind::Var(name)) => {
                let help = format!("write `-module({}).`", lower_case(name.as_str()));
                Box::new(error("the name of a module is an atom").with_help(help))
            }
            _ => error("the name of a module is an atom"),
        }),
        ("export", [one]) if is_list_of(one, is_function) => None,
        ("export", [one]) if list(one) => Some(error("exports are functions: `name/arity`")),
        ("export", _) => Some(Box::new(
            error("exports are a list").with_help("write `-export([name/1, other/2]).`"),
        )),
        ("import", [module, list]) if atom(module) && is_list_of(list, is_function) => None,
        ("import", _) => Some(error("`-import` takes a module and a list: `[name/arity, ..]`")),
        (name, [argument]) => no_term(argument).map(|part| {
            let message = format!("the argument of the attribute `-{name}` is no constant");
            Box::new(
                Diagnostic::error(codes::SYNTAX, message, part.span)
                    .with_help("an attribute takes numbers, atoms, strings, `name/arity`, and lists, tuples and maps of them"),
            )
        }),
        (name, _) => Some(error(&format!("the attribute `-{name}` takes one argument"))),
    }
}

/// The part of an attribute's argument that is no term. What an undefined macro stands for may be one.
fn no_term(argument: &Expr) -> Option<&Expr> {
    let is_unknown = |expr: &Expr| match &expr.kind {
        ExprKind::Literal(Literal::Atom(name)) | ExprKind::Call(Callee::Local(name), _) => {
            name.undefined_macro().is_some()
        }
        _ => false,
    };
    if is_term(argument) || argument.any(&mut |expr| is_unknown(expr)) {
        return None;
    }
    let mut part = argument;
    while let Some(inner) = part.children().into_iter().find(|inner| !is_term(inner)) {
        part = inner;
    }
    Some(part)
}

/// A variable's name as an atom.
fn lower_case(name: &str) -> String {
    let mut chars = name.trim_start_matches('_').chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// Whether this is a list without a tail, of such elements.
fn is_list_of(mut expr: &Expr, is_element: impl Fn(&Expr) -> bool) -> bool {
    while let ExprKind::Cons(head, tail) = &expr.kind
        && is_element(head)
    {
        expr = tail;
    }
    match &expr.kind {
        ExprKind::List(items, tail) => items.iter().all(is_element) && tail.kind == ExprKind::Nil,
        kind => *kind == ExprKind::Nil,
    }
}

/// `name/arity`
fn is_function(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Binary(BinaryOp::Div, name, arity)
        if matches!(name.kind, ExprKind::Literal(Literal::Atom(_)))
            && matches!(arity.kind, ExprKind::Literal(Literal::Integer(_))))
}

/// Removes the parentheses around everything behind the name, if there are some.
fn strip(tokens: &mut Vec<Spanned>) {
    if !tokens.get(2).is_some_and(|first| first.token.is(Lexeme::LeftParen)) {
        return;
    }
    let mut depth = 0_usize;
    for (at, spanned) in tokens.iter().enumerate().skip(2) {
        if spanned.token.is(Lexeme::LeftParen) {
            depth += 1;
        } else if spanned.token.is(Lexeme::RightParen) {
            depth -= 1;
            if depth == 0 && at + 1 < tokens.len() {
                return;
            }
        }
    }
    if depth == 0 {
        tokens.pop();
        tokens.remove(2);
    }
}

/// Whether this is `name/arity :: ..`, with or without a module in front.
fn is_old_spec(tokens: &[Spanned]) -> bool {
    tokens.iter().skip(2).take(6).any(|spanned| spanned.token.is(Lexeme::Slash))
        && tokens.iter().skip(4).take(5).any(|spanned| spanned.token.is(Lexeme::DoubleColon))
}

/// The warning about such a specification.
fn old_spec(span: Span) -> Box<Diagnostic> {
    let message = "specifications of this form are not read any more";
    let help = "write `-spec name(Params) -> Result.`";
    Box::new(Diagnostic::warning(codes::OLD_SPEC, message, span).with_help(help))
}

/// Puts the clauses of a function together.
fn function(clauses: Vec<(Name, FunctionClause)>, span: Span) -> Result<Function> {
    let mut head: Option<(Name, usize)> = None;
    let mut complete: Vec<FunctionClause> = Vec::with_capacity(clauses.len());
    for (name, clause) in clauses {
        let this_head = (name, clause.params.len());
        match &head {
            Some(first) if *first != this_head => {
                let diagnostic = other_head(first, &this_head, clause.span);
                let label = complete.first().map_or(span, |first| first.span);
                let text = format!("the first clause of {}/{}", first.0, first.1);
                return Err(Box::new(diagnostic.with_label(label, text)));
            }
            Some(_) => {}
            None => head = Some(this_head),
        }
        complete.push(clause);
    }
    let missing = || Box::new(Diagnostic::error(codes::SYNTAX, "a function without clauses", span));
    let (name, arity) = head.ok_or_else(missing)?;
    Ok(Function { name, arity, clauses: complete, span, moved: None })
}

/// The message about a clause of another function.
fn other_head(first: &(Name, usize), this: &(Name, usize), span: Span) -> Box<Diagnostic> {
    let message =
        format!("this clause of {}/{} follows clauses of {}/{}", this.0, this.1, first.0, first.1);
    let help = if first.0 == this.0 {
        "all clauses of a function have the same number of parameters"
    } else {
        "end the function before with a full stop instead of `;`"
    };
    Box::new(Diagnostic::error(codes::CLAUSE_HEAD, message, span).with_help(help))
}
