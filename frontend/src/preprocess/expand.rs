//! Expansion of macros.
//!
//! Input: the tokens of a form and the definitions. Output: tokens without macros; what a macro
//! gives has the span of the outermost use. Bounded: a macro inside itself, deep nesting and
//! expansions out of proportion are messages.

use super::define::{Macro, Macros};
use crate::codes;
use crate::diagnostic::{Code, Diagnostic};
use crate::name::Name;
use crate::nesting::{closes, opens, opens_clauses};
use crate::print::{quote_atom, quote_char};
use crate::source::Span;
use crate::token::{Lexeme, Spanned, Token};

/// Tokens that macros may add to one form.
const MAX_FORM: usize = 50_000;
/// Tokens that macros may add to one file.
const MAX_FILE: usize = 1_000_000;
/// Macros inside each other.
const MAX_DEPTH: usize = 100;
/// The release that the result of `?OTP_RELEASE` names.
const OTP_RELEASE: u32 = 25;

type Result<T> = std::result::Result<T, Box<Diagnostic>>;

/// Tokens that macros may still add to the file.
pub(super) struct Budget(usize);

impl Default for Budget {
    fn default() -> Self {
        Self(MAX_FILE)
    }
}

/// Line numbers; fast when asked in textual order.
pub(super) struct Lines<'t> {
    text: &'t str,
    offset: usize,
    line: usize,
}

impl<'t> Lines<'t> {
    /// The lines of a text.
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, offset: 0, line: 1 }
    }

    /// The line of a byte offset.
    fn line(&mut self, offset: usize) -> usize {
        if offset < self.offset {
            (self.offset, self.line) = (0, 1);
        }
        let passed = self.text.get(self.offset..offset).unwrap_or("");
        self.line += passed.matches('\n').count();
        self.offset = offset;
        self.line
    }
}

/// Where an expansion takes place.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    /// The module, if its name is known.
    pub(super) module: Option<&'a Name>,
    /// The form.
    pub(super) form: &'a [Spanned],
}

/// One expansion.
pub(super) struct Expander<'a, 't> {
    macros: &'a Macros,
    place: Place<'a>,
    lines: &'a mut Lines<'t>,
    budget: &'a mut Budget,
    added: usize,
    depth: usize,
    /// Macros inside whose bodies we are.
    active: Vec<(Name, Option<usize>)>,
}

/// A use of a macro.
struct Use<'a> {
    definition: &'a Macro,
    args: Vec<&'a [Spanned]>,
    /// Index behind the use.
    end: usize,
}

impl<'a, 't> Expander<'a, 't> {
    /// An expansion at this place.
    pub(super) fn new(
        macros: &'a Macros,
        place: Place<'a>,
        lines: &'a mut Lines<'t>,
        budget: &'a mut Budget,
    ) -> Self {
        Self { macros, place, lines, budget, added: 0, depth: 0, active: Vec::new() }
    }

    /// Expands all macros in these tokens.
    pub(super) fn run(&mut self, tokens: &[Spanned]) -> Result<Vec<Spanned>> {
        let mut out = Vec::with_capacity(tokens.len());
        self.expand(tokens, None, &mut out)?;
        Ok(out)
    }

    /// Expands tokens; inside of a use at `site`, what comes out counts and has that span.
    fn expand(
        &mut self,
        tokens: &[Spanned],
        site: Option<Span>,
        out: &mut Vec<Spanned>,
    ) -> Result<()> {
        let mut at = 0;
        while let Some(spanned) = tokens.get(at) {
            if spanned.token.is(Lexeme::Macro) {
                at = self.expand_use(tokens, at, site, out)?;
            } else {
                let span = site.unwrap_or(spanned.span);
                if site.is_some() {
                    self.spend(1, span)?;
                }
                out.push(Spanned { token: spanned.token.clone(), span });
                at += 1;
            }
        }
        Ok(())
    }

    /// Expands the use whose `?` has index `at`; returns the index behind it.
    fn expand_use(
        &mut self,
        tokens: &[Spanned],
        at: usize,
        site: Option<Span>,
        out: &mut Vec<Spanned>,
    ) -> Result<usize> {
        let question = site.unwrap_or(tokens[at].span);
        let Some(Spanned { token: Token::Atom(name) | Token::Var(name), span }) =
            tokens.get(at + 1)
        else {
            let message = "the name of a macro is missing behind `?`";
            return Err(fault(codes::MACRO_ARGUMENTS, message, question));
        };
        let head = site.unwrap_or(question.to(*span));
        if self.macros.get(name).is_empty() {
            let token = self.predefined(name, head)?;
            self.spend(1, head)?;
            out.push(Spanned { token, span: head });
            return Ok(at + 2);
        }
        let usage = self.usage(tokens, at + 1, name, head)?;
        let site = site.unwrap_or(question.to(tokens[usage.end - 1].span));
        self.enter(name, usage.definition, site)?;
        let entry = self.active.pop();
        let mut args = Vec::with_capacity(usage.args.len());
        for arg in &usage.args {
            let mut expanded = Vec::new();
            self.expand(arg, Some(site), &mut expanded)?;
            args.push((*arg, expanded));
        }
        self.active.extend(entry);
        let body = self.substitute(usage.definition, &args, site)?;
        self.expand(&body, Some(site), out)?;
        self.active.pop();
        self.depth -= 1;
        Ok(usage.end)
    }

    /// Counts tokens that a macro adds.
    fn spend(&mut self, count: usize, site: Span) -> Result<()> {
        self.added += count;
        if self.added > MAX_FORM {
            let message = format!("macros expand this form by more than {MAX_FORM} tokens");
            return Err(fault(codes::MACRO_EXPANSION, message, site));
        }
        let Some(left) = self.budget.0.checked_sub(count) else {
            let message = format!("macros expand this file by more than {MAX_FILE} tokens");
            return Err(fault(codes::MACRO_EXPANSION, message, site));
        };
        self.budget.0 = left;
        Ok(())
    }

    /// Enters the body of a macro, unless we are inside of it already.
    fn enter(&mut self, name: &Name, definition: &Macro, site: Span) -> Result<()> {
        let entry = (name.clone(), definition.params.as_ref().map(Vec::len));
        if self.active.contains(&entry) {
            let message = format!("the macro {name} expands to itself");
            return Err(fault(codes::MACRO_EXPANSION, message, site));
        }
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let message = format!("more than {MAX_DEPTH} macros inside each other");
            return Err(fault(codes::MACRO_EXPANSION, message, site));
        }
        self.active.push(entry);
        Ok(())
    }

    /// Finds the definition and the arguments for the name with index `at`.
    fn usage<'b>(
        &self,
        tokens: &'b [Spanned],
        at: usize,
        name: &Name,
        head: Span,
    ) -> Result<Use<'b>>
    where
        'a: 'b,
    {
        let definitions = self.macros.get(name);
        let plain = definitions.iter().find(|definition| definition.params.is_none());
        let with_args = tokens.get(at + 1).is_some_and(|s| s.token.is(Lexeme::LeftParen))
            && definitions.iter().any(|definition| definition.params.is_some());
        if with_args {
            let (args, end) = arguments(tokens, at + 1)
                .ok_or_else(|| fault(codes::MACRO_ARGUMENTS, not_closed(name), head))?;
            let fits = |d: &&Macro| d.params.as_ref().is_some_and(|p| p.len() == args.len());
            if let Some(definition) = definitions.iter().find(fits) {
                return Ok(Use { definition, args, end });
            }
        }
        let wanted = || fault(codes::MACRO_ARGUMENTS, mismatch(name, definitions), head);
        let definition = plain.ok_or_else(wanted)?;
        Ok(Use { definition, args: Vec::new(), end: at + 1 })
    }

    /// The body with arguments in place of parameters.
    fn substitute(
        &mut self,
        definition: &Macro,
        args: &[(&[Spanned], Vec<Spanned>)],
        site: Span,
    ) -> Result<Vec<Spanned>> {
        let params = definition.params.as_deref().unwrap_or(&[]);
        let argument = |token: Option<&Spanned>| match token.map(|spanned| &spanned.token) {
            Some(Token::Var(name)) => params.iter().position(|p| p == name).map(|i| &args[i]),
            _ => None,
        };
        let mut body = Vec::new();
        let mut at = 0;
        while let Some(spanned) = definition.body.get(at) {
            let next = definition.body.get(at + 1);
            // A parameter behind `?` names a macro, it is not replaced.
            if spanned.token.is(Lexeme::Macro) {
                body.push(spanned.clone());
                body.extend(next.cloned());
                at += 2;
            } else if let (true, Some((raw, _))) =
                (spanned.token.is(Lexeme::Stringify), argument(next))
            {
                self.spend(raw.len(), site)?;
                body.push(Spanned { token: Token::String(text_of(raw)), span: site });
                at += 2;
            } else if let Some((_, expanded)) = argument(Some(spanned)) {
                self.spend(expanded.len(), site)?;
                body.extend_from_slice(expanded);
                at += 1;
            } else {
                body.push(spanned.clone());
                at += 1;
            }
        }
        Ok(body)
    }

    /// The value of a predefined macro.
    fn predefined(&mut self, name: &Name, head: Span) -> Result<Token> {
        let undefined = |message: String| fault(codes::UNDEFINED_MACRO, message, head);
        let module = || {
            let message = format!("?{name} is used, but the module has no name yet");
            self.place.module.ok_or_else(|| undefined(message))
        };
        Ok(match name.as_str() {
            "MODULE" => Token::Atom(module()?.clone()),
            "MODULE_STRING" => Token::String(module()?.to_string()),
            "FILE" => Token::String(format!("{}.erl", module()?)),
            "MACHINE" => Token::Atom(Name::from("BEAM")),
            "OTP_RELEASE" => Token::Integer(OTP_RELEASE.into()),
            "LINE" => Token::Integer(self.lines.line(head.start as usize).into()),
            "FUNCTION_NAME" | "FUNCTION_ARITY" => {
                let outside = || undefined(format!("?{name} is used outside of a function"));
                let (function, arity) = function_head(self.place.form).ok_or_else(outside)?;
                if name.as_str() == "FUNCTION_NAME" {
                    Token::Atom(function.clone())
                } else {
                    Token::Integer(arity.into())
                }
            }
            _ => return Err(undefined(format!("the macro {name} is not defined"))),
        })
    }
}

/// A message about the use of a macro.
fn fault(code: Code, message: impl Into<String>, span: Span) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(code, message, span))
}

/// The message about arguments without closing parenthesis.
fn not_closed(name: &Name) -> String {
    format!("the arguments of the macro {name} are not closed")
}

/// The message about a number of arguments that no definition has.
fn mismatch(name: &Name, definitions: &[Macro]) -> String {
    let arities: Vec<String> = definitions
        .iter()
        .filter_map(|definition| definition.params.as_ref())
        .map(|params| params.len().to_string())
        .collect();
    let plural = if arities.len() == 1 && arities[0] == "1" { "" } else { "s" };
    format!("the macro {name} takes {} argument{plural}", arities.join(" or "))
}

/// Name and number of parameters of the function that these tokens define.
fn function_head(form: &[Spanned]) -> Option<(&Name, usize)> {
    let [Spanned { token: Token::Atom(name), .. }, open, ..] = form else {
        return None;
    };
    if !open.token.is(Lexeme::LeftParen) {
        return None;
    }
    arguments(form, 1).map(|(args, _)| (name, args.len()))
}

/// Cuts the arguments of a call whose parenthesis has index `open`; also gives the index behind.
fn arguments(tokens: &[Spanned], open: usize) -> Option<(Vec<&[Spanned]>, usize)> {
    use Lexeme as L;
    let mut args = Vec::new();
    let mut start = open + 1;
    let mut depth = 0_usize;
    for (at, spanned) in tokens.iter().enumerate().skip(open) {
        let Token::Symbol(symbol) = spanned.token else {
            continue;
        };
        match symbol {
            symbol if opens(symbol) => depth += 1,
            L::Fun if opens_clauses(tokens, at) => depth += 1,
            L::Comma if depth == 1 => {
                args.push(&tokens[start..at]);
                start = at + 1;
            }
            symbol if closes(symbol) => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    if start < at || !args.is_empty() {
                        args.push(&tokens[start..at]);
                    }
                    return Some((args, at + 1));
                }
            }
            _ => {}
        }
    }
    None
}

/// Tokens as text, for `??Parameter`.
fn text_of(tokens: &[Spanned]) -> String {
    let texts: Vec<String> = tokens.iter().map(|spanned| token_text(&spanned.token)).collect();
    texts.join(" ")
}

/// A token as text.
fn token_text(token: &Token) -> String {
    match token {
        Token::Atom(name) => quote_atom(name.as_str()),
        Token::Var(name) => name.to_string(),
        Token::Integer(value) => value.to_string(),
        Token::Char(value) => quote_char(*value),
        Token::Float(text) => text.clone(),
        Token::String(text) => format!("{text:?}"),
        Token::Symbol(symbol) => symbol.spelling().unwrap_or_default().to_owned(),
        Token::Maybe => "maybe".to_owned(),
        Token::Else => "else".to_owned(),
        Token::FullStop | Token::Broken | Token::Goal(_) => String::new(),
    }
}
