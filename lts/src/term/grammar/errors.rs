//! What is said of tokens that cannot stand where they are.

use frontend::ast::name::Name;
use frontend::diagnostic::Diagnostic;
use frontend::source::Span;

use crate::codes;
use crate::term::lexer::Token;
use crate::term::print::atom_text;

/// A token that cannot stand here.
pub(super) fn unexpected(token: Token, span: Span, expected: &str) -> Diagnostic {
    let name = match token {
        Token::Bad(error) => return *error,
        Token::Unsupported(kind) => {
            let message = format!("{kind} are not supported in terms yet");
            return Diagnostic::error(codes::UNSUPPORTED, message, span);
        }
        Token::Reserved(word) => {
            let message = format!("expected {expected}, found the reserved word `{word}`");
            return Diagnostic::error(codes::SYNTAX, message, span)
                .with_help(format!("write '{word}' for the atom"));
        }
        Token::Atom(name) => format!("the atom {}", atom_text(name.as_str())),
        Token::Variable(name) => format!("the variable {name}"),
        Token::Float(_) => "a float".to_owned(),
        Token::Integer(_) => "an integer".to_owned(),
        Token::Reference(_) => "a reference".to_owned(),
        Token::Pid(_) => "a process identifier".to_owned(),
        Token::String(_) => "a string".to_owned(),
        Token::Symbol(symbol) => format!("`{symbol}`"),
        Token::Stop => "`.`".to_owned(),
        Token::End => "the end of the text".to_owned(),
    };
    Diagnostic::error(codes::SYNTAX, format!("expected {expected}, found {name}"), span)
}

/// A variable where all must be ground.
pub(super) fn open(name: &Name, span: Span) -> Diagnostic {
    let message = format!("the variable {name} has no value here");
    Diagnostic::error(codes::VARIABLE, message, span)
        .with_help(format!("atoms start with a small letter; write '{name}' for the atom"))
}

/// A text that cannot be an action.
pub(super) fn no_action(span: Span) -> Diagnostic {
    Diagnostic::error(codes::NO_ACTION, "an action starts with its name, an atom", span)
        .with_help("for example `cmd({pay,_})`, `do_unlock`, `read() -> {ok,_}`")
}
