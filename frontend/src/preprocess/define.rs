//! Definitions of macros.
//!
//! Input: the tokens of `-define` and `-undef`. Output: a table from names to definitions.

use rustc_hash::FxHashMap;

use super::bad_directive;
use crate::diagnostic::Diagnostic;
use crate::name::Name;
use crate::source::Span;
use crate::token::{Lexeme, Spanned, Token};

/// Names that are always defined.
pub(super) const PREDEFINED: &[&str] = &[
    "MODULE",
    "MODULE_STRING",
    "FILE",
    "LINE",
    "MACHINE",
    "OTP_RELEASE",
    "FUNCTION_NAME",
    "FUNCTION_ARITY",
];

/// One definition.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Macro {
    /// Parameters, if it has a parameter list.
    pub(super) params: Option<Vec<Name>>,
    /// What it stands for.
    pub(super) body: Vec<Spanned>,
}

/// All definitions at a place of the file.
#[derive(Debug, Default)]
pub(super) struct Macros {
    /// Per name at most one definition without and one for each number of parameters.
    by_name: FxHashMap<Name, Vec<Macro>>,
}

impl Macros {
    /// The definitions of a name.
    pub(super) fn get(&self, name: &Name) -> &[Macro] {
        self.by_name.get(name).map_or(&[], Vec::as_slice)
    }

    /// Whether a name stands for anything.
    pub(super) fn is_defined(&self, name: &Name) -> bool {
        !self.get(name).is_empty() || PREDEFINED.contains(&name.as_str())
    }

    /// `-undef(NAME)`
    pub(super) fn undefine(&mut self, name: &Name) {
        self.by_name.remove(name);
    }

    /// `-define(NAME, Body)` or `-define(NAME(Params), Body)`
    pub(super) fn define(&mut self, args: &[Spanned], span: Span) -> Result<(), Box<Diagnostic>> {
        let (name, definition) = definition(args).ok_or_else(|| {
            bad_directive("`-define` takes a name, a comma and a replacement in parentheses", span)
        })?;
        let arity = definition.params.as_ref().map(Vec::len);
        if PREDEFINED.contains(&name.as_str()) {
            return Err(bad_directive(format!("the macro {name} is predefined"), span));
        }
        let known = self.by_name.entry(name.clone()).or_default();
        if known.iter().any(|other| other.params.as_ref().map(Vec::len) == arity) {
            let message = format!("the macro {name} is already defined");
            return Err(Box::new(
                bad_directive(message, span).with_help(format!("write `-undef({name}).` before")),
            ));
        }
        known.push(definition);
        Ok(())
    }
}

/// Reads the arguments of `-define`.
fn definition(args: &[Spanned]) -> Option<(Name, Macro)> {
    let [open, name, rest @ .., close] = args else {
        return None;
    };
    if !open.token.is(Lexeme::LeftParen) || !close.token.is(Lexeme::RightParen) {
        return None;
    }
    let (Token::Atom(name) | Token::Var(name)) = &name.token else {
        return None;
    };
    let (params, rest) = match rest {
        [open, rest @ ..] if open.token.is(Lexeme::LeftParen) => {
            let (params, rest) = parameters(rest)?;
            (Some(params), rest)
        }
        rest => (None, rest),
    };
    let [comma, body @ ..] = rest else {
        return None;
    };
    let definition = Macro { params, body: body.to_vec() };
    comma.token.is(Lexeme::Comma).then(|| (name.clone(), definition))
}

/// Reads `P1, P2, ..)`; gives the rest behind the parenthesis.
fn parameters(tokens: &[Spanned]) -> Option<(Vec<Name>, &[Spanned])> {
    let close = tokens.iter().position(|spanned| spanned.token.is(Lexeme::RightParen))?;
    let mut params = Vec::new();
    for (at, spanned) in tokens[..close].iter().enumerate() {
        match &spanned.token {
            Token::Var(name) if at % 2 == 0 => params.push(name.clone()),
            token if at % 2 == 1 && token.is(Lexeme::Comma) => {}
            _ => return None,
        }
    }
    let complete = close == 0 || close % 2 == 1;
    complete.then_some((params, &tokens[close + 1..]))
}
