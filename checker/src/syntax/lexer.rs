//! Text to tokens in context.
//!
//! Input: the text of a formula. Output: the tokens of the grammar, brackets balanced, or the
//! first error. Between `<` and `>` and between `[` and `]` a name starts an action pattern, whose
//! extent the owner of terms knows; elsewhere it is a variable, but for `data(…)` and `state(…)`.

use std::ops::Range;

use frontend::{Diagnostic, FileId, Severity, Span};
use logos::{Lexer, Logos};
use lts::term::pattern::{action_pattern_extent, parse_action_pattern};

use crate::codes;
use crate::syntax::ctl::balanced;
use crate::syntax::token::{Raw, Token};

/// A token with the offsets of its first byte and of the byte behind it.
pub(crate) type Located<'t> = (u32, Token<'t>, u32);

/// Splits a formula into tokens.
pub(crate) fn tokens(file: FileId, text: &str) -> Result<Vec<Located<'_>>, Diagnostic> {
    let mut context =
        Context { file, text, raw: Raw::lexer(text), open: Vec::new(), modal: 0, last: None };
    let mut tokens = Vec::new();
    while let Some(raw) = context.raw.next() {
        let Ok(raw) = raw else { return Err(context.strange_character()) };
        let token = context.token(raw)?;
        context.last = Some(raw);
        let span = context.span();
        tokens.push((span.start, token, span.end));
    }
    context.all_closed(tokens.last())?;
    Ok(tokens)
}

struct Context<'t> {
    file: FileId,
    text: &'t str,
    raw: Lexer<'t, Raw>,
    open: Vec<Open>,
    /// How many of the open brackets are those of a modality.
    modal: usize,
    /// The token before.
    last: Option<Raw>,
}

/// A bracket that is not closed yet.
struct Open {
    bracket: Raw,
    span: Span,
    /// Whether actions stand in it.
    is_modal: bool,
}

impl<'t> Context<'t> {
    fn token(&mut self, raw: Raw) -> Result<Token<'t>, Diagnostic> {
        match raw {
            Raw::Less | Raw::OpenSquare | Raw::OpenRound | Raw::OpenCurly => {
                let is_looping = raw == Raw::OpenRound && self.last == Some(Raw::At);
                let is_modal = is_looping || matches!(raw, Raw::Less | Raw::OpenSquare);
                self.open.push(Open { bracket: raw, span: self.span(), is_modal });
                self.modal += usize::from(is_modal);
                Ok(Token::Plain(raw))
            }
            Raw::Greater | Raw::CloseSquare | Raw::CloseRound | Raw::CloseCurly => self.close(raw),
            Raw::Number => Ok(Token::Number(self.raw.slice())),
            Raw::Word if self.modal == 0 => self.word(),
            Raw::Word => self.pattern(),
            Raw::Quoted if self.modal == 0 => Err(self.outside("a regular expression over labels")),
            Raw::Quoted => self.quoted(),
            Raw::Literal if self.modal == 0 => Err(self.outside("a label")),
            Raw::Literal => Ok(Token::Literal(inside(self.raw.slice()))),
            Raw::OpenLiteral => Err(self.unterminated("this label", "\"")),
            Raw::OpenQuoted => self.open_quoted(),
            Raw::OpenComment => Err(self.unterminated("this comment", "*)")),
            keyword if keyword.is_keyword() => self.keyword(keyword),
            other => Ok(Token::Plain(other)),
        }
    }

    /// A variable, or what a formula says of a state itself: `data(Expr)`, `state(Name)`.
    fn word(&mut self) -> Result<Token<'t>, Diagnostic> {
        let Some((token, end)) = state_atom(self.file, self.text, self.raw.span())? else {
            return Ok(Token::Variable(self.raw.slice()));
        };
        self.raw.bump(end - self.raw.span().end);
        Ok(token)
    }

    /// A keyword; in place of an action it is probably meant as a name.
    fn keyword(&self, keyword: Raw) -> Result<Token<'t>, Diagnostic> {
        let named = self.modal > 0 && self.raw.remainder().starts_with('(');
        if named
            && matches!(keyword, Raw::True | Raw::False | Raw::Nil | Raw::Tau | Raw::Mu | Raw::Nu)
        {
            let word = self.raw.slice();
            let message = format!("`{word}` is a keyword, not the name of an action");
            return Err(self
                .error(codes::SYNTAX, message)
                .with_help(format!("quote the name: `'{word}'(…)`")));
        }
        Ok(Token::Plain(keyword))
    }

    fn close(&mut self, raw: Raw) -> Result<Token<'t>, Diagnostic> {
        let Some(Open { bracket: opener, span, is_modal }) = self.open.pop() else {
            let message = format!("`{}` closes nothing", raw.bracket());
            return Err(self.error(codes::UNBALANCED, message));
        };
        if opener.closer() == Some(raw) {
            self.modal -= usize::from(is_modal);
            return Ok(Token::Plain(raw));
        }
        let expected = opener.closer().map_or("", Raw::bracket);
        let message = format!("expected `{expected}`, found `{}`", raw.bracket());
        let error = self.error(codes::UNBALANCED, message);
        Err(error.with_label(span, format!("`{}` opened here", opener.bracket())))
    }

    fn all_closed(&mut self, last: Option<&Located<'_>>) -> Result<(), Diagnostic> {
        let Some(Open { bracket: opener, span, .. }) = self.open.pop() else {
            return Ok(());
        };
        // A pattern that is not closed either reaches to the end, and is to blame.
        if let Some((start, Token::Pattern(pattern), _)) = last {
            let errors = parse_action_pattern(self.file, *start, pattern).diagnostics;
            if let Some(error) = errors.into_iter().find(|error| error.severity == Severity::Error)
            {
                return Err(error);
            }
        }
        let closer = opener.closer().map_or("", Raw::bracket);
        let message = format!("`{}` is never closed", opener.bracket());
        let error = Diagnostic::error(codes::UNBALANCED, message, span);
        Err(error.with_help(format!("`{closer}` is missing behind it")))
    }

    /// A bare action pattern.
    fn pattern(&mut self) -> Result<Token<'t>, Diagnostic> {
        let start = self.raw.span().start;
        let extent = action_pattern_extent(&self.text[start..]);
        let word = self.raw.slice();
        if extent < word.len() {
            let message = format!("`{word}` is not the name of an action");
            return Err(self.error(codes::NOT_AN_ACTION, message).with_help(
                "names of actions start with a lower-case letter, or are quoted as in \
                 `'Name'(…)`; a whole label is written \"label\"",
            ));
        }
        self.raw.bump(extent - word.len());
        self.guarded(&self.text[start..start + extent])
    }

    /// A pattern; a wrong guard is named before what it seems to go on with.
    fn guarded(&self, pattern: &'t str) -> Result<Token<'t>, Diagnostic> {
        if pattern.contains("when") {
            let errors = parse_action_pattern(self.file, self.span().start, pattern).diagnostics;
            let error = errors.into_iter().find(|error| error.severity == Severity::Error);
            error.map_or(Ok(()), Err)?;
        }
        Ok(Token::Pattern(pattern))
    }

    /// A regular expression, or an action pattern if it goes on with an argument list.
    fn quoted(&mut self) -> Result<Token<'t>, Diagnostic> {
        let start = self.raw.span().start;
        if let Some(extent) = self.quoted_pattern() {
            self.raw.bump(extent - self.raw.slice().len());
            return self.guarded(&self.text[start..start + extent]);
        }
        Ok(Token::Regexp(inside(self.raw.slice())))
    }

    /// The extent of the action pattern with a quoted name that starts here, if there is one.
    fn quoted_pattern(&self) -> Option<usize> {
        let rest = &self.text[self.raw.span().start..];
        let name = quoted_atom_extent(rest)?;
        let extent = action_pattern_extent(rest);
        (rest[name..].starts_with('(') && extent > name && extent >= self.raw.slice().len())
            .then_some(extent)
    }

    /// A quote without its partner in the line; a quoted name may go on behind an escaped line end.
    fn open_quoted(&mut self) -> Result<Token<'t>, Diagnostic> {
        if self.modal > 0 && self.quoted_pattern().is_some() {
            return self.quoted();
        }
        Err(self.unterminated("this regular expression", "'"))
    }

    fn outside(&self, what: &str) -> Diagnostic {
        let message = format!("{what} can only stand between `<` and `>` or `[` and `]`");
        self.error(codes::SYNTAX, message)
            .with_help("for example `<true* . \"label\"> true` or `[true* . 'reg.*exp'] false`")
    }

    fn unterminated(&self, what: &str, closer: &str) -> Diagnostic {
        let message = format!("{what} never ends");
        self.error(codes::LEXICAL, message).with_help(format!("`{closer}` is missing"))
    }

    fn strange_character(&self) -> Diagnostic {
        let text = self.raw.slice();
        let message = format!("`{}` cannot stand in a formula", text.escape_debug());
        let error = self.error(codes::LEXICAL, message);
        let meant = match text {
            "&" => "and",
            "!" | "~" => "not",
            "," => "cmd({pay,1})",
            "=" | "-" if self.raw.remainder().starts_with('>') => "implies",
            "=" if self.modal > 0 => {
                return error
                    .with_help("what an action carries stands in a guard: `pay(N) when N =:= 5`");
            }
            "=" | "-" => "equ` or `implies",
            ":" => {
                return error.with_help("variables have no sorts: `N` in an action, as in `pay(N)`, speaks of every value that occurs");
            }
            _ => return error,
        };
        error.with_help(format!("did you mean `{meant}`?"))
    }

    fn error(&self, code: frontend::Code, message: impl Into<String>) -> Diagnostic {
        Diagnostic::error(code, message, self.span())
    }

    fn span(&self) -> Span {
        let range = self.raw.span();
        Span::new(self.file, offset(range.start), offset(range.end))
    }
}

/// What a formula says of a state itself where this word stands, and where that ends: `data(Expr)`, `state(Name)`.
pub(crate) fn state_atom(
    file: FileId,
    text: &str,
    word: Range<usize>,
) -> Result<Option<(Token<'_>, usize)>, Diagnostic> {
    let (name, rest) = (&text[word.clone()], &text[word.end..]);
    let blanks = rest.len() - rest.trim_start().len();
    if !matches!(name, "data" | "state") || !rest[blanks..].starts_with('(') {
        return Ok(None);
    }
    let first = word.end + blanks + 1;
    let end = first + balanced(&text[first..]);
    let (inside, start) = (&text[first..end], offset(first));
    if !text[end..].starts_with(')') {
        let opened = Span::new(file, start - 1, start);
        return Err(Diagnostic::error(codes::UNBALANCED, "`(` is never closed", opened)
            .with_help("`)` is missing behind it"));
    }
    let token = if name == "data" {
        Token::Data(start, inside)
    } else {
        Token::State(state_name(file, inside, start)?)
    };
    Ok(Some((token, end + 1)))
}

/// The name of a state, without quotes.
fn state_name(file: FileId, inside: &str, start: u32) -> Result<&str, Diagnostic> {
    let name = inside.trim();
    let quoted = name.strip_prefix('\'').and_then(|name| name.strip_suffix('\''));
    let mut lexer = Raw::lexer(name);
    let first = lexer.next();
    let is_word = matches!(first, Some(Ok(raw)) if raw == Raw::Word || raw.is_keyword())
        && lexer.remainder().is_empty();
    match quoted {
        Some(name) if !name.contains(['\'', '\n']) => Ok(name),
        None if is_word => Ok(name),
        _ => {
            let span = Span::new(file, start, start + offset(inside.len()));
            Err(Diagnostic::error(codes::SYNTAX, "this is not the name of a state", span)
                .with_help("names of states are atoms: `state(completed)`, `state('Not yet')`"))
        }
    }
}

/// The text without its quotes.
fn inside(quoted: &str) -> &str {
    &quoted[1..quoted.len() - 1]
}

/// The length of the quoted atom at the start of `text`, quotes and escapes included.
pub(crate) fn quoted_atom_extent(text: &str) -> Option<usize> {
    let mut characters = text.char_indices().skip(1);
    while let Some((at, character)) = characters.next() {
        match character {
            '\'' => return Some(at + 1),
            '\\' => {
                characters.next();
            }
            '\n' => return None,
            _ => {}
        }
    }
    None
}

/// Narrows an offset; texts over 4 GiB are refused where they are read.
fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}
