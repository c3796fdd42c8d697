//! Text to tokens, as `erl_scan` does, as far as terms and patterns need them.
//!
//! One token at a time; whatever is wrong is a token too, so that a caller who only looks for the
//! end of a term need not care. Kinds of terms that have no [`Term`](crate::Term) are recognised
//! by their first token.

mod number;
mod quoted;

use frontend::ast::name::Name;
use frontend::diagnostic::{Code, Diagnostic};
use frontend::float::Float;
use frontend::source::{FileId, Span};
use num_bigint::BigInt;

use crate::codes;
use crate::term::chars;

/// A token.
#[derive(Clone, Debug)]
pub(crate) enum Token {
    /// An atom, in quotes or not.
    Atom(Name),
    /// A word that is an atom only in quotes.
    Reserved(&'static str),
    /// A variable, also `_`.
    Variable(Name),
    /// An integer or a character.
    Integer(BigInt),
    /// A float.
    Float(Float),
    /// `#Ref<1>`: a reference of a model.
    Reference(BigInt),
    /// `<1>`: a process identifier of a model.
    Pid(BigInt),
    /// A string.
    String(String),
    /// A bracket or an operator.
    Symbol(&'static str),
    /// The start of a kind of term that is not supported, with the name of this kind.
    Unsupported(&'static str),
    /// A full stop: a dot before a blank, a comment, or the end.
    Stop,
    /// The end of the text.
    End,
    /// Anything else.
    Bad(Box<Diagnostic>),
}

/// A token with its place in the text.
#[derive(Clone, Debug)]
pub(crate) struct Lexed {
    /// The token.
    pub(crate) token: Token,
    /// Offset of its first byte.
    pub(crate) start: usize,
    /// Offset behind its last byte.
    pub(crate) end: usize,
}

/// A text and a position in it.
pub(crate) struct Lexer<'a> {
    file: FileId,
    base: u32,
    text: &'a str,
    at: usize,
}

/// Symbols; longer ones first.
const SYMBOLS: &[&str] =
    &["=>", ":=", "->", ">>", "(", ")", "{", "}", "[", "]", ",", "|", "-", "+", ".", ":"];

/// Where the text of a string stands that is written like this, perhaps in pieces: offsets in the text, each with the
/// one in what is written, from which on both grow alike.
pub fn places_in_string(written: &str) -> Vec<(u32, u32)> {
    let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let (mut places, mut length, mut end) = (Vec::new(), 0, 0);
    let mut add = |inner: usize, outer: usize| {
        let (inner, outer) = (narrow(inner), narrow(outer));
        let is_alike = |&(a, b): &(u32, u32)| inner.checked_sub(a) == outer.checked_sub(b);
        if !places.last().is_some_and(is_alike) {
            places.push((inner, outer));
        }
    };
    let mut lexer = Lexer::new(FileId(0), 0, written);
    while let Lexed { token: Token::String(_), start, end: behind } = lexer.lex() {
        let piece = written.get(start..behind).unwrap_or_default();
        let _ = Lexer::new(FileId(0), 0, piece).each_quoted('"', |at, c| {
            add(length, start + at);
            length += c.len_utf8();
        });
        end = behind;
    }
    add(length, end.saturating_sub(1));
    places
}

impl<'a> Lexer<'a> {
    /// A lexer of `text`, which starts at offset `base` of the file.
    pub(crate) fn new(file: FileId, base: u32, text: &'a str) -> Self {
        Self { file, base, text, at: 0 }
    }

    /// The next token.
    pub(crate) fn lex(&mut self) -> Lexed {
        self.skip_blanks();
        let start = self.at;
        let token = self.token().unwrap_or_else(|error| Token::Bad(Box::new(error)));
        Lexed { token, start, end: self.at }
    }

    /// The place of these offsets in the file.
    pub(crate) fn span(&self, start: usize, end: usize) -> Span {
        let offset = |at| self.base.saturating_add(u32::try_from(at).unwrap_or(u32::MAX));
        Span::new(self.file, offset(start), offset(end))
    }

    fn token(&mut self) -> Result<Token, Diagnostic> {
        let Some(first) = self.peek() else {
            return Ok(Token::End);
        };
        match first {
            '0'..='9' => self.number(),
            '"' => self.quoted('"').map(Token::String),
            '\'' => self.quoted('\'').map(|text| Token::Atom(Name::from(text))),
            '$' => self.character(),
            '#' => self.hash(),
            '<' => self.less(),
            '.' if self.at_stop() => {
                self.at += 1;
                Ok(Token::Stop)
            }
            _ if chars::is_atom_start(first) => Ok(self.atom()),
            _ if chars::is_variable_start(first) => Ok(Token::Variable(Name::from(self.word()))),
            _ => self.symbol(first),
        }
    }

    /// An atom without quotes, or a reserved word.
    fn atom(&mut self) -> Token {
        let word = self.word();
        match chars::reserved_word(word) {
            Some("fun") => Token::Unsupported("funs"),
            Some(reserved) => Token::Reserved(reserved),
            None => Token::Atom(Name::from(word)),
        }
    }

    /// `#{`, a reference, or what a record, a port or a fun starts with.
    fn hash(&mut self) -> Result<Token, Diagnostic> {
        let start = self.at;
        self.at += 1;
        self.skip_blanks();
        match self.peek() {
            Some('{') => {
                self.at += 1;
                Ok(Token::Symbol("#{"))
            }
            Some(c) if chars::is_name_char(c) || c == '\'' => Ok(match self.word() {
                "Ref" => self.numbered().map_or(Token::Unsupported("references"), Token::Reference),
                "Port" => Token::Unsupported("ports"),
                "Fun" => Token::Unsupported("funs"),
                _ => Token::Unsupported("records"),
            }),
            _ => Err(self.error(codes::SYNTAX, "unexpected character `#`", start)),
        }
    }

    /// The number in `<1>`, if that stands here; those of Erlang have several, which name a node.
    fn numbered(&mut self) -> Option<BigInt> {
        let behind = self.rest().strip_prefix('<')?;
        let len = behind.find(|c: char| !c.is_ascii_digit())?;
        let number = behind[..len].parse().ok()?;
        behind[len..].starts_with('>').then(|| {
            self.at += len + 2;
            number
        })
    }

    /// A process identifier, or the start of a binary, or what another process identifier starts with.
    fn less(&mut self) -> Result<Token, Diagnostic> {
        if let Some(number) = self.numbered() {
            return Ok(Token::Pid(number));
        }
        let start = self.at;
        self.at += 1;
        match self.peek() {
            Some('<') => {
                self.at += 1;
                Ok(Token::Symbol("<<"))
            }
            Some('0'..='9') => Ok(Token::Unsupported("pids")),
            _ => Err(self.error(codes::SYNTAX, "unexpected character `<`", start)),
        }
    }

    fn symbol(&mut self, first: char) -> Result<Token, Diagnostic> {
        let rest = self.rest();
        if let Some(symbol) = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
            self.at += symbol.len();
            return Ok(Token::Symbol(symbol));
        }
        let start = self.at;
        self.at += first.len_utf8();
        let message = format!("unexpected character `{}`", first.escape_debug());
        Err(self.error(codes::SYNTAX, message, start))
    }

    /// Whether this character stands at an offset.
    pub(crate) fn has(&self, character: char, at: usize) -> bool {
        self.text.get(at..).is_some_and(|rest| rest.starts_with(character))
    }

    /// The letters, digits, `_` and `@` from here.
    fn word(&mut self) -> &'a str {
        let rest = self.rest();
        let len = rest.find(|c| !chars::is_name_char(c)).unwrap_or(rest.len());
        self.at += len;
        &rest[..len]
    }

    fn at_stop(&self) -> bool {
        let behind = self.rest().chars().nth(1);
        behind.is_none_or(|c| chars::is_blank(c) || c == '%')
    }

    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            let blanks = rest.find(|c| !chars::is_blank(c)).unwrap_or(rest.len());
            self.at += blanks;
            let rest = &rest[blanks..];
            if !rest.starts_with('%') {
                return;
            }
            self.at += rest.find('\n').unwrap_or(rest.len());
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    /// An error about the text from `start` to here.
    fn error(&self, code: Code, message: impl Into<String>, start: usize) -> Diagnostic {
        Diagnostic::error(code, message, self.span(start, self.at))
    }
}
