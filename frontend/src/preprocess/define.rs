//! Definitions of macros.
//!
//! Input: the tokens of `-define` and `-undef`. Output: a table from names to definitions, as epp
//! keeps it: predefined macros cannot be defined anew, others have one definition for each number
//! of parameters.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{bad_directive, uses};

use crate::ast::name::Name;
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::lexer::token::{Lexeme, Spanned, Token};
use crate::source::Span;

/// The release that `?OTP_RELEASE` names.
const OTP_RELEASE: u32 = 25;

/// A macro and its number of parameters, if it has a parameter list.
pub(super) type MacroKey = (Name, Option<usize>);

/// One definition.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Macro {
    /// Parameters, if it has a parameter list.
    pub(super) params: Option<Vec<Name>>,
    /// What it stands for.
    pub(super) body: Vec<Spanned>,
    /// Macros that the body names.
    pub(super) uses: Vec<MacroKey>,
    /// The name where it is defined.
    pub(super) place: Option<Span>,
}

impl Macro {
    /// The number of parameters, if there is a parameter list.
    pub(super) fn arity(&self) -> Option<usize> {
        self.params.as_ref().map(Vec::len)
    }
}

/// What a name stands for.
#[derive(Debug)]
pub(super) enum Entry {
    /// Nothing yet, or a token.
    Predefined(Option<Token>),
    /// At most one definition without and one for each number of parameters.
    Defined(Vec<Macro>),
}

/// All definitions at a place of the file.
#[derive(Debug)]
pub(super) struct Macros {
    by_name: FxHashMap<Name, Entry>,
}

impl Default for Macros {
    fn default() -> Self {
        let atom = |text: &str| Some(Token::Atom(Name::from(text)));
        let predefined = [
            ("FILE", None),
            ("FUNCTION_NAME", None),
            ("FUNCTION_ARITY", None),
            ("LINE", Some(Token::Integer(1.into()))),
            ("MODULE", None),
            ("MODULE_STRING", None),
            ("BASE_MODULE", None),
            ("BASE_MODULE_STRING", None),
            ("MACHINE", atom("BEAM")),
            ("BEAM", atom("true")),
            ("OTP_RELEASE", Some(Token::Integer(OTP_RELEASE.into()))),
        ];
        let entries = predefined.map(|(name, token)| (Name::from(name), Entry::Predefined(token)));
        Self { by_name: entries.into_iter().collect() }
    }
}

impl Macros {
    /// What a name stands for.
    pub(super) fn get(&self, name: &Name) -> Option<&Entry> {
        self.by_name.get(name)
    }

    /// All names with what they stand for, in no order.
    pub(super) fn entries(&self) -> impl ExactSizeIterator<Item = (&Name, &Entry)> {
        self.by_name.iter()
    }

    /// Whether a name stands for anything, for `-ifdef`.
    pub(super) fn is_defined(&self, name: &Name) -> bool {
        !matches!(self.get(name), None | Some(Entry::Predefined(None)))
    }

    /// Whether a name is known at all, for `defined(NAME)`.
    pub(super) fn is_known(&self, name: &Name) -> bool {
        self.by_name.contains_key(name)
    }

    /// Sets a predefined macro.
    pub(super) fn predefine(&mut self, name: &str, token: Token) {
        self.by_name.insert(Name::from(name), Entry::Predefined(Some(token)));
    }

    /// `-undef(NAME)`
    pub(super) fn undefine(&mut self, name: &Name) {
        self.by_name.remove(name);
    }

    /// `-define(NAME, Body)` or `-define(NAME(Params), Body)`
    pub(super) fn define(&mut self, args: &[Spanned], span: Span) -> Result<(), Box<Diagnostic>> {
        let (name, definition) = definition(args, span)?;
        self.add(&name, definition, span)
    }

    /// Replaces all definitions of a name.
    pub(super) fn redefine(&mut self, name: &str, params: &[&str], body: Vec<Spanned>) {
        let params = params.iter().map(|&param| Name::from(param)).collect();
        let definition = Macro { params: Some(params), body, uses: Vec::new(), place: None };
        self.by_name.insert(Name::from(name), Entry::Defined(vec![definition]));
    }

    /// Adds a definition.
    pub(super) fn add(
        &mut self,
        name: &Name,
        definition: Macro,
        span: Span,
    ) -> Result<(), Box<Diagnostic>> {
        let entry = self.by_name.entry(name.clone()).or_insert(Entry::Defined(Vec::new()));
        let Entry::Defined(definitions) = entry else {
            return Err(redefined(format!("the macro {name} is predefined"), span));
        };
        let Some(other) = definitions.iter().find(|other| other.arity() == definition.arity())
        else {
            definitions.insert(0, definition);
            return Ok(());
        };
        let mut diagnostic = redefined(format!("the macro {name} is already defined"), span)
            .with_help(format!("write `-undef({name}).` before"));
        if let Some(place) = other.place {
            diagnostic = diagnostic.with_label(place, "first defined here");
        }
        Err(Box::new(diagnostic))
    }
}

/// The message about a macro that has a definition.
fn redefined(message: String, span: Span) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::MACRO_REDEFINED, message, span))
}

/// Reads the arguments of `-define`.
fn definition(args: &[Spanned], span: Span) -> Result<(Name, Macro), Box<Diagnostic>> {
    let malformed = || {
        let help = "write `-define(NAME, Replacement)` or `-define(NAME(Parameter), Replacement)`";
        let message = "this `-define` is not well formed";
        Box::new(bad_directive(message, span).with_help(help))
    };
    let [open, name, rest @ .., close] = args else {
        return Err(malformed());
    };
    if open.token.is(Lexeme::LeftParen) && !close.token.is(Lexeme::RightParen) {
        let message = "the full stop comes before the closing parenthesis of this `-define`";
        return Err(Box::new(bad_directive(message, span).with_label(open.span, "opened here")));
    }
    if !open.token.is(Lexeme::LeftParen) || !close.token.is(Lexeme::RightParen) {
        return Err(malformed());
    }
    let place = name.span;
    let (Token::Atom(name) | Token::Var(name)) = &name.token else {
        return Err(malformed());
    };
    let (params, rest) = match rest {
        [open, rest @ ..] if open.token.is(Lexeme::LeftParen) => {
            let (params, rest) = parameters(rest).ok_or_else(malformed)?;
            (Some(params), rest)
        }
        rest => (None, rest),
    };
    let [comma, body @ ..] = rest else {
        return Err(malformed());
    };
    if !comma.token.is(Lexeme::Comma) {
        return Err(malformed());
    }
    let mut seen = FxHashSet::default();
    if let Some(param) = params.iter().flatten().find(|param| !seen.insert(*param)) {
        return Err(bad_directive(format!("the macro {name} has two parameters {param}"), span));
    }
    let uses = uses::named(body)?;
    Ok((name.clone(), Macro { params, body: body.to_vec(), uses, place: Some(place) }))
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
