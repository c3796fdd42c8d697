//! Recursive descent over terms, patterns and actions.
//!
//! One grammar for all of them; a [`Tree`] says what is built. The depth of nesting is bounded, so
//! that no text exhausts the stack.

mod binary;
mod errors;
mod shape;

use std::mem;

use frontend::ast::name::Name;
use frontend::diagnostic::Diagnostic;
use frontend::float::Float;
use frontend::source::{FileId, Span};
use num_bigint::BigInt;

use self::errors::{no_action, open, unexpected};
pub(crate) use self::shape::Shape;
use crate::codes;
use crate::term::Term;
use crate::term::lexer::{Lexed, Lexer, Token};

/// Brackets may nest this deep.
const MAX_DEPTH: usize = 256;

/// Elements that the lists, strings and binaries of one term may have in all: a list is a term in a term in a term.
const MAX_LENGTH: usize = 1 << 18;

/// What the parser builds.
pub(crate) trait Tree: Sized {
    /// Whether variables and `:=` may occur.
    const OPEN: bool;
    /// An integer or a character.
    fn integer(span: Span, value: BigInt) -> Self;
    /// A float.
    fn float(span: Span, value: Float) -> Self;
    /// An atom.
    fn atom(span: Span, name: Name) -> Self;
    /// A reference.
    fn reference(span: Span, number: BigInt) -> Self;
    /// A process identifier.
    fn pid(span: Span, number: BigInt) -> Self;
    /// A string.
    fn string(span: Span, text: String) -> Self;
    /// A list, also `[]`; a tail only behind at least one element.
    fn list(span: Span, items: Vec<Self>, tail: Option<Self>) -> Self;
    /// A tuple.
    fn tuple(span: Span, items: Vec<Self>) -> Self;
    /// A binary of these bytes.
    fn binary(span: Span, items: Vec<Self>) -> Self;
    /// A map in the order of the text; `exact` unless written with `:=`.
    fn map(span: Span, entries: Vec<Entry<Self>>, exact: bool) -> Self;
    /// A variable or `_`; none where they may not occur.
    fn variable(name: &Name) -> Option<Self>;
    /// An unknown value; none where they may not occur.
    fn unknown(_number: u32) -> Option<Self> {
        None
    }
    /// The term that is built, if nothing in it is open.
    fn ground(&self) -> Option<Term>;
}

/// An entry of a map.
pub(crate) struct Entry<T> {
    /// The key as a term.
    pub(crate) ground: Term,
    /// The key.
    pub(crate) key: T,
    /// The value.
    pub(crate) value: T,
    /// The place of the key.
    span: Span,
    /// Whether it is written with `=>`.
    exact: bool,
}

/// A text on its way to a tree.
pub(crate) struct Parser<'a> {
    lexer: Lexer<'a>,
    next: Lexed,
    taken_end: usize,
    behind_stop: bool,
    depth: usize,
    /// Elements of lists, strings and binaries so far, in the term that is read.
    length: usize,
    /// Whether the text is a label, which may show unknown values.
    is_label: bool,
    /// Warnings so far.
    pub(crate) warnings: Vec<Diagnostic>,
}

type Parsed<T> = Result<T, Diagnostic>;

impl<'a> Parser<'a> {
    /// A parser of `text`, which starts at offset `base` of the file.
    pub(crate) fn new(file: FileId, base: u32, text: &'a str) -> Self {
        let mut lexer = Lexer::new(file, base, text);
        let next = lexer.lex();
        let warnings = Vec::new();
        let (taken_end, behind_stop, depth, length, is_label) = (0, true, 0, 0, false);
        Self { lexer, next, taken_end, behind_stop, depth, length, is_label, warnings }
    }

    /// A term.
    pub(crate) fn term<T: Tree>(&mut self) -> Parsed<T> {
        let Lexed { token, start, end } = self.advance();
        let span = self.lexer.span(start, end);
        match token {
            Token::Integer(value) => Ok(T::integer(span, value)),
            Token::Float(value) => Ok(T::float(span, value)),
            Token::Atom(name) => Ok(T::atom(span, name)),
            Token::Reference(number) => Ok(T::reference(span, number)),
            Token::Pid(number) => Ok(T::pid(span, number)),
            Token::String(text) => self.strings(span, text),
            Token::Variable(name) => T::variable(&name).ok_or_else(|| open(&name, span)),
            Token::Symbol(bracket @ ("(" | "[" | "{" | "#{" | "<<")) => self.nested(bracket, span),
            Token::Symbol("-") => self.signed(span, true),
            Token::Symbol("+") => self.signed(span, false),
            Token::Bad(_) if self.is_label && self.lexer.has('?', start) => {
                let number = self.advance().token;
                let number = match &number {
                    Token::Integer(number) => u32::try_from(number).ok(),
                    _ => None,
                };
                number.and_then(T::unknown).ok_or_else(|| unexpected(token, span, "a term"))
            }
            other => Err(unexpected(other, span, "a term")),
        }
    }

    /// `name`, `name(Args)`, `name(Args) -> Result`, and nothing behind it.
    ///
    /// With `any_word` it is a label: reserved words and variables are names too, since other tools have
    /// such labels, and `?1` is an unknown value.
    pub(crate) fn action<T: Tree>(&mut self, any_word: bool) -> Parsed<Shape<T>> {
        self.is_label = any_word;
        let Lexed { token, start, end } = self.advance();
        let span = self.lexer.span(start, end);
        let name = match token {
            Token::Atom(name) => name,
            Token::Variable(name) if any_word => name,
            Token::Reserved(word) if any_word => Name::from(word),
            Token::Bad(_) | Token::Reserved(_) => {
                return Err(unexpected(token, span, "the name of an action"));
            }
            _ => return Err(no_action(span)),
        };
        let opened = self.lexer.span(self.next.start, self.next.end);
        let args = if self.take("(") { self.sequence(")", opened)? } else { Vec::new() };
        let result = if self.take("->") { Some(self.term()?) } else { None };
        self.end("the end of the action")?;
        Ok(Shape { name, args, result })
    }

    /// Nothing more.
    pub(crate) fn end(&mut self, expected: &str) -> Parsed<()> {
        let Lexed { token, start, end } = self.advance();
        match token {
            Token::End => Ok(()),
            other => Err(unexpected(other, self.lexer.span(start, end), expected)),
        }
    }

    /// Whether there is nothing more.
    pub(crate) fn at_end(&self) -> bool {
        matches!(self.next.token, Token::End)
    }

    /// Takes a full stop, if it is the next token.
    pub(crate) fn take_stop(&mut self) -> bool {
        let is_stop = matches!(self.next.token, Token::Stop);
        if is_stop {
            self.length = 0;
            self.advance();
        }
        is_stop
    }

    /// Demands a full stop behind the term at `term`.
    pub(crate) fn stop(&mut self, term: Span) -> Parsed<()> {
        if self.take_stop() {
            return Ok(());
        }
        if self.at_end() {
            let end = Span::new(term.file, term.end, term.end);
            let message = "the full stop behind this term is missing";
            return Err(Diagnostic::error(codes::FULL_STOP, message, end)
                .with_help("every term of such a file ends with `.`"));
        }
        let Lexed { token, start, end } = self.advance();
        let place = self.lexer.span(start, end);
        if matches!(token, Token::Symbol(".")) {
            let message = "white space is missing behind this full stop";
            return Err(Diagnostic::error(codes::SYNTAX, message, place)
                .with_help("a dot ends a term only where a blank, a new line or `%` follows"));
        }
        Err(unexpected(token, place, "`.`").with_label(term, "behind this term"))
    }

    /// Goes behind the next full stop, unless one was just taken.
    pub(crate) fn recover(&mut self) {
        (self.depth, self.length) = (0, 0);
        while !self.behind_stop && !self.at_end() {
            self.advance();
        }
    }

    fn advance(&mut self) -> Lexed {
        let next = self.lexer.lex();
        let taken = mem::replace(&mut self.next, next);
        self.taken_end = taken.end;
        self.behind_stop = matches!(taken.token, Token::Stop);
        taken
    }

    fn take(&mut self, symbol: &str) -> bool {
        let is_next = matches!(self.next.token, Token::Symbol(next) if next == symbol);
        if is_next {
            self.advance();
        }
        is_next
    }

    /// Strings in a row are one string.
    fn strings<T: Tree>(&mut self, mut span: Span, mut text: String) -> Parsed<T> {
        while let Token::String(more) = &self.next.token {
            text.push_str(more);
            let last = self.advance();
            span = span.to(self.lexer.span(last.start, last.end));
        }
        self.lengthen(text.chars().count(), span)?;
        Ok(T::string(span, text))
    }

    fn signed<T: Tree>(&mut self, sign: Span, negative: bool) -> Parsed<T> {
        let Lexed { token, start, end } = self.advance();
        let span = self.lexer.span(start, end);
        match token {
            Token::Integer(value) => {
                Ok(T::integer(sign.to(span), if negative { -value } else { value }))
            }
            Token::Float(value) => {
                Ok(T::float(sign.to(span), if negative { -value } else { value }))
            }
            other => Err(unexpected(other, span, "a number behind the sign")),
        }
    }

    /// Counts elements of a list, a string or a binary.
    fn lengthen(&mut self, elements: usize, span: Span) -> Parsed<()> {
        self.length += elements;
        if self.length <= MAX_LENGTH {
            return Ok(());
        }
        let message =
            "the lists, strings and binaries of this term have more than 262,144 elements";
        Err(Diagnostic::error(codes::TOO_DEEP, message, span))
    }

    /// What stands in brackets; the opening one is taken.
    fn nested<T: Tree>(&mut self, bracket: &str, opened: Span) -> Parsed<T> {
        if self.depth == MAX_DEPTH {
            let message = format!("terms nest deeper than {MAX_DEPTH} levels here");
            return Err(Diagnostic::error(codes::TOO_DEEP, message, opened));
        }
        self.depth += 1;
        let tree = match bracket {
            "(" => self.parentheses(opened),
            "[" => self.list(opened),
            "{" => self.sequence("}", opened).map(|items| T::tuple(self.since(opened), items)),
            "<<" => self.binary(opened),
            _ => self.map(opened),
        };
        self.depth -= 1;
        tree
    }

    fn parentheses<T: Tree>(&mut self, opened: Span) -> Parsed<T> {
        let inner = self.term()?;
        self.close(")", opened, "`)`")?;
        Ok(inner)
    }

    fn list<T: Tree>(&mut self, opened: Span) -> Parsed<T> {
        if self.take("]") {
            return Ok(T::list(self.since(opened), Vec::new(), None));
        }
        let items = self.items(|parser: &mut Self| {
            parser.lengthen(1, opened)?;
            parser.term()
        })?;
        let tail = if self.take("|") { Some(self.term()?) } else { None };
        let expected = if tail.is_some() { "`]`" } else { "`,`, `|` or `]`" };
        self.close("]", opened, expected)?;
        Ok(T::list(self.since(opened), items, tail))
    }

    /// Terms between commas, up to a closing bracket.
    fn sequence<T: Tree>(&mut self, close: &str, opened: Span) -> Parsed<Vec<T>> {
        if self.take(close) {
            return Ok(Vec::new());
        }
        let items = self.items(Self::term)?;
        self.close(close, opened, &format!("`,` or `{close}`"))?;
        Ok(items)
    }

    fn items<I>(&mut self, item: impl Fn(&mut Self) -> Parsed<I>) -> Parsed<Vec<I>> {
        let mut items = vec![item(self)?];
        while self.take(",") {
            items.push(item(self)?);
        }
        Ok(items)
    }

    fn map<T: Tree>(&mut self, opened: Span) -> Parsed<T> {
        if self.take("}") {
            return Ok(T::map(self.since(opened), Vec::new(), true));
        }
        let entries = self.items(Self::entry::<T>)?;
        self.close("}", opened, "`,` or `}`")?;
        let exact = entries.iter().all(|entry| entry.exact);
        if let Some(other) = entries.iter().find(|entry| entry.exact != exact) {
            let message = "`=>` and `:=` in one map";
            return Err(Diagnostic::error(codes::MAP_PATTERN, message, other.span)
                .with_help("`=>` describes the whole map, `:=` some of its entries"));
        }
        self.warn_of_repeated_keys(&entries);
        Ok(T::map(self.since(opened), entries, exact))
    }

    fn entry<T: Tree>(&mut self) -> Parsed<Entry<T>> {
        let start = self.next.start;
        let key: T = self.term()?;
        let span = self.lexer.span(start, self.taken_end);
        let exact = self.take("=>");
        let is_entry = exact || (T::OPEN && self.take(":="));
        if !is_entry {
            let Lexed { token, start, end } = self.advance();
            return Err(unexpected(token, self.lexer.span(start, end), "`=>`"));
        }
        let Some(ground) = key.ground() else {
            let message = "variables cannot occur in the keys of a map";
            return Err(Diagnostic::error(codes::MAP_PATTERN, message, span));
        };
        let value = self.term()?;
        Ok(Entry { ground, key, value, span, exact })
    }

    fn warn_of_repeated_keys<T>(&mut self, entries: &[Entry<T>]) {
        let mut keys: Vec<_> = entries.iter().map(|entry| (&entry.ground, entry.span)).collect();
        keys.sort();
        for pair in keys.windows(2) {
            if let [(first, earlier), (second, later)] = pair
                && first == second
            {
                let message = format!("the key {first} occurs twice, the last value counts");
                let warning = Diagnostic::warning(codes::REPEATED_KEY, message, *later);
                self.warnings.push(warning.with_label(*earlier, "first here"));
            }
        }
    }

    fn close(&mut self, bracket: &str, opened: Span, expected: &str) -> Parsed<()> {
        if self.take(bracket) {
            return Ok(());
        }
        let Lexed { token, start, end } = self.advance();
        let error = unexpected(token, self.lexer.span(start, end), expected);
        Err(if error.code == codes::SYNTAX {
            error.with_label(opened, "opened here")
        } else {
            error
        })
    }

    /// From `start` to the last token taken.
    fn since(&self, start: Span) -> Span {
        start.to(self.lexer.span(self.taken_end, self.taken_end))
    }
}
