//! The tokens of one form to its tree.
//!
//! Input: tokens without macros. Output: a form, or one message. Runs the generated parser, decides
//! which attributes keep arguments, and puts clauses together.

use crate::ast::{Attribute, Form, Function, FunctionClause};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::forms::RawForm;
use crate::name::Name;
use crate::nesting;
use crate::node::Parsed;
use crate::parser::{maybe, syntax_error};
use crate::preprocess::{attribute_name, is_unread};
use crate::source::{FileId, Span};
use crate::token::{Goal, Lexeme, Spanned, Token};

lalrpop_util::lalrpop_mod!(
    #[allow(
        clippy::all,
        clippy::pedantic,
        clippy::restriction,
        missing_docs,
        unused,
        unreachable_pub
    )]
    grammar
);

/// Attributes whose arguments must be readable.
const ESSENTIAL: &[&str] = &["module", "export", "import", "behaviour", "behavior", "compile"];

type Result<T> = std::result::Result<T, Box<Diagnostic>>;

/// Runs the generated parser; `end` is the place of errors at the end.
pub(crate) fn run(file: FileId, goal: Goal, mut tokens: Vec<Spanned>, end: Span) -> Result<Parsed> {
    maybe::mark(&mut tokens);
    nesting::check(&tokens)?;
    let start = tokens.first().map_or(end.start, |spanned| spanned.span.start);
    let input =
        tokens.iter().map(|Spanned { token, span }| Ok((span.start, token.clone(), span.end)));
    let input = std::iter::once(Ok((start, Token::Goal(goal), start))).chain(input);
    let parsed = grammar::FormParser::new().parse(file, input);
    parsed.map_err(|error| syntax_error::describe(error, &tokens, end))
}

/// Parses a form from its tokens without macros.
pub(crate) fn parse(tokens: Vec<Spanned>, raw: &RawForm) -> Result<Form> {
    let (Some(span), Some(end)) = (raw.span(), raw.end()) else {
        let nowhere = Span::new(FileId(0), 0, 0);
        return Err(Box::new(Diagnostic::error(codes::SYNTAX, "an empty form", nowhere)));
    };
    if let Some((name, _)) = attribute_name(&tokens) {
        let name = Name::from(name);
        return attribute(name, tokens, span, end).map(Form::Attribute);
    }
    match run(span.file, Goal::Function, tokens, end)? {
        Parsed::Function(clauses) => function(clauses, span).map(Form::Function),
        Parsed::Attribute(..) | Parsed::Expression(_) => {
            Err(Box::new(Diagnostic::error(codes::SYNTAX, "this is not a function", span)))
        }
    }
}

/// Reads an attribute; its arguments only where they are plain expressions.
fn attribute(name: Name, tokens: Vec<Spanned>, span: Span, end: Span) -> Result<Attribute> {
    let enclosed = tokens.get(2).is_some_and(|first| first.token.is(Lexeme::LeftParen))
        && tokens.last().is_some_and(|last| last.token.is(Lexeme::RightParen));
    if is_unread(name.as_str()) {
        return Ok(Attribute { name, args: Vec::new(), span });
    }
    let args = match run(span.file, Goal::Attribute, tokens, end) {
        Ok(Parsed::Attribute(args)) => args,
        Err(diagnostic) if !enclosed || ESSENTIAL.contains(&name.as_str()) => {
            return Err(diagnostic);
        }
        Ok(_) | Err(_) => Vec::new(),
    };
    Ok(Attribute { name, args, span })
}

/// Puts the clauses of a function together.
fn function(clauses: Vec<(Name, FunctionClause)>, span: Span) -> Result<Function> {
    let mut head: Option<(Name, usize)> = None;
    let mut complete = Vec::with_capacity(clauses.len());
    for (name, clause) in clauses {
        let own = (name, clause.params.len());
        match &head {
            Some(first) if *first != own => return Err(other_head(first, &own, clause.span)),
            Some(_) => {}
            None => head = Some(own),
        }
        complete.push(clause);
    }
    let missing = || Box::new(Diagnostic::error(codes::SYNTAX, "a function without clauses", span));
    let (name, arity) = head.ok_or_else(missing)?;
    Ok(Function { name, arity, clauses: complete, span })
}

/// The message about a clause of another function.
fn other_head(first: &(Name, usize), own: &(Name, usize), span: Span) -> Box<Diagnostic> {
    let message =
        format!("this clause of {}/{} follows clauses of {}/{}", own.0, own.1, first.0, first.1);
    let help = if first.0 == own.0 {
        "all clauses of a function have the same number of parameters"
    } else {
        "end the function before with a full stop instead of `;`"
    };
    Box::new(Diagnostic::error(codes::CLAUSE_HEAD, message, span).with_help(help))
}
