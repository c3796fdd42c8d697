//! Expansion of macros.
//!
//! Input: the tokens of a form and the definitions. Output: tokens without macros, as epp gives
//! them: what comes from a body has the span of the macro's name, and behind an argument that of
//! its last token; arguments keep their own. Bounded: an expansion out of proportion is a message.

use super::argument::{Arguments, BadArguments, arguments};
use super::define::{Entry, Macro, Macros};
use super::ledger::{Common, Site};
use super::lines::Lines;
use super::stream::Stream;
use super::stringify::text_of;
use super::{function, uses};
use crate::ast::name::Name;
use crate::codes;
use crate::diagnostic::{Code, Diagnostic};
use crate::lexer::token::{Lexeme, Spanned, Token};
use crate::source::Span;

/// Tokens that the macros of one form may add and look at, if it is not large itself.
const MAX_FORM: usize = 500_000;
/// Tokens that the macros of one module may add and look at, if it is not large itself.
const MAX_MODULE: usize = 5_000_000;
/// How often the tokens of a large form or module may be added and looked at.
const MAX_GROWTH: usize = 4;
/// Tokens that macros may add and look at in the largest module.
const MAX_ALL: usize = 30_000_000;

pub(super) type Result<T> = std::result::Result<T, Box<Diagnostic>>;

/// Where an expansion takes place.
#[derive(Clone, Copy)]
pub(super) struct ExpansionPlace<'a> {
    /// The form, if it may be a function.
    pub(super) form: Option<&'a [Spanned]>,
    /// The lines of the file.
    pub(super) lines: &'a Lines,
    /// What `-file` has added to its line numbers.
    pub(super) delta: i64,
    /// Whether undefined macros become unknown values.
    pub(super) tolerant: bool,
}

/// What is known of the function around.
enum Function {
    Unknown,
    /// The function is being found out: uses of its name stay as they are.
    Pending,
    Known(Name, usize),
}

/// One expansion.
pub(super) struct Expander<'a> {
    pub(super) macros: &'a Macros,
    pub(super) common: &'a mut Common,
    pub(super) place: ExpansionPlace<'a>,
    function: Function,
    spent: usize,
    /// Tokens of the form itself.
    n_tokens: usize,
    /// Macros that were expanded.
    pub(super) sites: Vec<Site>,
}

impl<'a> Expander<'a> {
    /// An expansion at this place.
    pub(super) fn new(
        macros: &'a Macros,
        common: &'a mut Common,
        place: ExpansionPlace<'a>,
    ) -> Self {
        let function = Function::Unknown;
        Self { macros, common, place, function, spent: 0, n_tokens: 0, sites: Vec::new() }
    }

    /// Expands all macros in these tokens.
    pub(super) fn run(&mut self, tokens: &[Spanned]) -> Result<Vec<Spanned>> {
        self.n_tokens += tokens.len();
        self.common.n_tokens += tokens.len();
        let mut out = Vec::with_capacity(tokens.len());
        let mut stream = Stream::new(tokens);
        while let Some(spanned) = stream.next() {
            match spanned.token {
                Token::Symbol(Lexeme::Macro) => self.expand(spanned, &mut stream, &mut out)?,
                Token::Symbol(Lexeme::Stringify) => {
                    let message = "`??` stands for the text of a parameter of a macro, in its body";
                    return Err(fault(codes::MACRO_ARGUMENTS, message, spanned.span));
                }
                _ => out.push(spanned),
            }
        }
        Ok(out)
    }

    /// Expands the macro whose `?` has been taken from the stream.
    fn expand(
        &mut self,
        question: Spanned,
        stream: &mut Stream<'_>,
        out: &mut Vec<Spanned>,
    ) -> Result<()> {
        let (name, span) = match stream.peek(0) {
            Some(Spanned { token: Token::Atom(name) | Token::Var(name), span }) => {
                (name.clone(), *span)
            }
            Some(_) => {
                let message = "the name of a macro is missing behind `?`";
                return Err(fault(codes::MACRO_ARGUMENTS, message, question.span));
            }
            None => {
                out.push(question);
                return Ok(());
            }
        };
        stream.skip(1);
        let head = question.span.to(span);
        self.spend(1, head)?;
        if let Some(token) = self.special(&name, head, span)? {
            if token.is(Lexeme::Macro) {
                out.push(question);
            }
            out.push(Spanned { token, span });
            return Ok(());
        }
        let arguments = arguments(|ahead| stream.peek(ahead))
            .map_err(|reason| bad_arguments(&name, reason, head))?;
        self.spend(arguments.as_ref().map_or(0, |arguments| arguments.end), head)?;
        match self.macros.get(&name) {
            None | Some(Entry::Predefined(None)) => {
                self.undefined(&name, arguments.as_ref(), (head, span), stream, out)?;
            }
            Some(Entry::Predefined(Some(token))) => {
                out.push(Spanned { token: token.clone(), span });
            }
            Some(Entry::Defined(definitions)) => {
                let definition = select(&name, definitions, arguments.as_ref(), head)?;
                self.refuse_cycle(&name, definition, head)?;
                let mut args = Vec::new();
                let mut end = head;
                if let (Some(_), Some(arguments)) = (&definition.params, &arguments) {
                    args = values(&name, stream, arguments, head)?;
                    end = stream.peek(arguments.end - 1).map_or(head, |close| close.span);
                    stream.skip(arguments.end);
                }
                self.remember(&name, definition, head.to(end));
                let body = self.substitute(definition, &args, span)?;
                stream.push(body, definition.params.is_none());
            }
        }
        Ok(())
    }

    /// Counts tokens that are added or looked at.
    fn spend(&mut self, count: usize, site: Span) -> Result<()> {
        self.spent += count;
        self.common.spent += count;
        let limit = |least: usize, n_tokens: usize| least.max(MAX_ALL.min(n_tokens * MAX_GROWTH));
        let in_form = limit(MAX_FORM, self.n_tokens);
        let in_module = limit(MAX_MODULE, self.common.n_tokens);
        let (what, limit) = if self.spent > in_form {
            ("form", in_form)
        } else if self.common.spent > in_module {
            ("file", in_module)
        } else {
            return Ok(());
        };
        let message = format!("macros expand this {what} by more than {limit} tokens");
        Err(fault(codes::MACRO_EXPANSION, message, site))
    }

    /// Refuses a macro that leads back to itself.
    fn refuse_cycle(&mut self, name: &Name, definition: &Macro, site: Span) -> Result<()> {
        let key = (name.clone(), definition.arity());
        let Some((name, _)) = uses::cycle(self.macros, key, &mut self.common.harmless) else {
            return Ok(());
        };
        let message = format!("the macro {name} expands to itself");
        let diagnostic = fault(codes::MACRO_EXPANSION, message, site);
        Err(Box::new(match definition.place {
            Some(place) => diagnostic.with_label(place, "defined here"),
            None => *diagnostic,
        }))
    }

    /// Remembers where a macro was expanded; of macros inside each other only the outermost.
    fn remember(&mut self, name: &Name, definition: &Macro, span: Span) {
        if let Some(definition) = definition.place
            && self.sites.last().is_none_or(|site| !site.covers(span))
        {
            self.sites.push(Site { span, name: name.clone(), definition });
        }
    }

    /// The body with arguments in place of parameters.
    fn substitute(
        &mut self,
        definition: &Macro,
        args: &[Vec<Spanned>],
        name: Span,
    ) -> Result<Vec<Spanned>> {
        let params = definition.params.as_deref().unwrap_or(&[]);
        let argument =
            |name: &Name| params.iter().position(|param| param == name).map(|i| &args[i]);
        let mut body = Vec::with_capacity(definition.body.len());
        let mut span = name;
        let mut rest = definition.body.as_slice();
        // Each variable is looked for among the parameters: many of them cost more.
        self.spend(rest.len().saturating_mul(1 + params.len() / 64), name)?;
        while let Some((first, behind)) = rest.split_first() {
            rest = behind;
            if let Some((variable, behind)) = stringified(first, behind) {
                rest = behind;
                let token = match argument(variable) {
                    Some(tokens) => {
                        self.spend(tokens.len(), name)?;
                        Token::String(text_of(tokens))
                    }
                    None => Token::Var(variable.clone()),
                };
                body.push(Spanned { token, span });
                continue;
            }
            let tokens = match &first.token {
                Token::Var(variable) => argument(variable),
                _ => None,
            };
            if let Some(tokens) = tokens {
                self.spend(tokens.len(), name)?;
                span = tokens.last().map_or(span, |last| last.span);
                body.extend_from_slice(tokens);
            } else {
                body.push(Spanned { token: first.token.clone(), span });
            }
        }
        Ok(body)
    }

    /// The value of a macro that depends on where it is used; `?` if it is not known yet.
    fn special(&mut self, name: &Name, head: Span, span: Span) -> Result<Option<Token>> {
        let named = match name.as_str() {
            "LINE" => {
                let line = self.place.lines.line(span.start) + self.place.delta;
                return Ok(Some(Token::Integer(line.into())));
            }
            "FUNCTION_NAME" => true,
            "FUNCTION_ARITY" => false,
            _ => return Ok(None),
        };
        if matches!(self.function, Function::Unknown) {
            let (name, arity) = self.find_function(name, head)?;
            self.function = Function::Known(name, arity);
        }
        Ok(Some(match &self.function {
            Function::Known(name, _) if named => Token::Atom(name.clone()),
            Function::Known(_, arity) => Token::Integer((*arity).into()),
            Function::Unknown | Function::Pending => Token::Symbol(Lexeme::Macro),
        }))
    }

    /// Finds out which function the form defines.
    fn find_function(&mut self, name: &Name, head: Span) -> Result<(Name, usize)> {
        let form = self.place.form.unwrap_or(&[]);
        let function = if function::is_plain(form) {
            function::head(form)
        } else {
            self.function = Function::Pending;
            let expanded = self.run(form)?;
            function::head(&expanded)
        };
        let message = format!("?{name} is used outside of a function");
        function.ok_or_else(|| fault(codes::UNDEFINED_MACRO, message, head))
    }
}

/// The definition that a use means.
fn select<'m>(
    name: &Name,
    definitions: &'m [Macro],
    arguments: Option<&Arguments>,
    head: Span,
) -> Result<&'m Macro> {
    if let [definition @ Macro { params: None, .. }] = definitions {
        return Ok(definition);
    }
    let arity = arguments.map(|arguments| arguments.ranges.len());
    let definition = definitions.iter().find(|definition| definition.arity() == arity);
    definition.ok_or_else(|| mismatch(name, definitions, arity, head))
}

/// The tokens of all arguments.
fn values(
    name: &Name,
    stream: &Stream<'_>,
    arguments: &Arguments,
    head: Span,
) -> Result<Vec<Vec<Spanned>>> {
    let mut args = Vec::with_capacity(arguments.ranges.len());
    for range in &arguments.ranges {
        if range.is_empty() {
            return Err(bad_arguments(name, BadArguments::Empty, head));
        }
        args.push(range.clone().filter_map(|ahead| stream.peek(ahead).cloned()).collect());
    }
    Ok(args)
}

/// The parameter in `??Parameter`, and what follows.
fn stringified<'t>(first: &Spanned, rest: &'t [Spanned]) -> Option<(&'t Name, &'t [Spanned])> {
    let rest = match rest {
        rest if first.token.is(Lexeme::Stringify) => rest,
        [second, rest @ ..] if second.token.is(Lexeme::Macro) && first.token.is(Lexeme::Macro) => {
            rest
        }
        _ => return None,
    };
    match rest {
        [Spanned { token: Token::Var(variable), .. }, rest @ ..] => Some((variable, rest)),
        _ => None,
    }
}

/// A message about the use of a macro.
pub(super) fn fault(code: Code, message: impl Into<String>, span: Span) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(code, message, span))
}

/// The message about an argument list that cannot be read.
pub(super) fn bad_arguments(name: &Name, reason: BadArguments, head: Span) -> Box<Diagnostic> {
    let message = match reason {
        BadArguments::Unclosed => format!("the arguments of the macro {name} are not closed"),
        BadArguments::Empty => format!("an argument of the macro {name} is empty"),
    };
    fault(codes::MACRO_ARGUMENTS, message, head)
}

/// The message about a number of arguments that no definition has.
fn mismatch(
    name: &Name,
    definitions: &[Macro],
    used: Option<usize>,
    head: Span,
) -> Box<Diagnostic> {
    let arities: Vec<String> = definitions
        .iter()
        .rev()
        .map(|definition| definition.arity().map_or("no".to_owned(), |arity| arity.to_string()))
        .collect();
    let plural = if arities.len() == 1 && arities[0] == "1" { "" } else { "s" };
    let used = used.map_or("none".to_owned(), |used| used.to_string());
    let arities = arities.join(" or ");
    let message = format!("the macro {name} takes {arities} argument{plural}, {used} given");
    let diagnostic = *fault(codes::MACRO_ARGUMENTS, message, head);
    let places = definitions.iter().rev().filter_map(|definition| definition.place);
    Box::new(
        places.fold(diagnostic, |diagnostic, place| diagnostic.with_label(place, "defined here")),
    )
}
