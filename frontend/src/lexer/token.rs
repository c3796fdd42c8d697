//! Tokens.
//!
//! [`Lexeme`] is what logos recognises in the text, without values; [`Token`] is what the parser
//! reads, with values decoded. Holds no logic beyond the names of tokens in messages.

use std::mem;

use logos::Logos;
use num_bigint::BigInt;

use crate::ast::name::Name;
use crate::source::Span;

/// Declares the lexemes with a fixed spelling, and [`Lexeme::spelling`].
macro_rules! lexemes {
    ($($(#[$attr:meta])* $class:ident,)* ; $($text:literal $name:ident,)*) => {
        /// A class of character sequences.
        #[derive(Logos, Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[logos(skip r"[\x01-\x20\u{80}-\u{A0}\u{FEFF}]+")]
        #[logos(skip(r"%[^\n]*", allow_greedy = true))]
        #[allow(missing_docs)]
        pub(crate) enum Lexeme {
            $($(#[$attr])* $class,)*
            $(#[token($text)] $name,)*
        }

        impl Lexeme {
            /// Whether this is a keyword or punctuation.
            pub(crate) fn is_fixed(self) -> bool {
                !matches!(self, $(Self::$class)|*)
            }

            /// The text of keywords and punctuation; nothing for classes with many members.
            pub(crate) fn spelling(self) -> Option<&'static str> {
                match self {
                    $(Self::$class => None,)*
                    $(Self::$name => Some($text),)*
                }
            }
        }
    };
}

lexemes! {
    #[regex(r"[a-zß-öø-ÿ][a-zA-Z0-9_@À-ÖØ-öø-ÿ]*")]
    Atom,
    #[regex(r"'([^'\\]|\\(?s:.))*'")]
    QuotedAtom,
    #[regex(r"'([^'\\]|\\(?s:.))*", allow_greedy = true)]
    OpenAtom,
    #[regex(r"[A-Z_À-ÖØ-Þ][a-zA-Z0-9_@À-ÖØ-öø-ÿ]*")]
    Var,
    #[regex(r"[0-9]+(_[0-9]+)*")]
    Integer,
    #[regex(r"[0-9]+(_[0-9]+)*#[0-9a-zA-Z]*(_[0-9a-zA-Z]+)*")]
    BasedInteger,
    #[regex(r"[0-9]+(_[0-9]+)*#[0-9a-zA-Z]+(_[0-9a-zA-Z]+)*\.[0-9a-zA-Z]+(_[0-9a-zA-Z]+)*(#[eE][+-]?[0-9]+(_[0-9]+)*)?")]
    BasedFloat,
    #[regex(r"[0-9]+(_[0-9]+)*\.[0-9]+(_[0-9]+)*([eE][+-]?[0-9]+(_[0-9]+)*)?")]
    Float,
    #[regex(r"\$\\x\{[0-9a-fA-F]*\}")]
    #[regex(r"\$\\x[0-9a-fA-F][0-9a-fA-F]")]
    #[regex(r"\$\\[0-7][0-7]?[0-7]?", priority = 8)]
    #[regex(r"\$\\\^(?s:.)", priority = 9)]
    #[regex(r"\$\\(?s:.)", priority = 4)]
    #[regex(r"\$[^\\]", priority = 4)]
    Char,
    #[regex(r#""([^"\\]|\\(?s:.))*""#)]
    String,
    #[regex(r#""([^"\\]|\\(?s:.))*"#, allow_greedy = true)]
    OpenString,
    #[regex(r"(?s:.)", priority = 0)]
    Unknown,
    ;
    "after" After, "and" And, "andalso" AndAlso, "band" BitAnd, "begin" Begin, "bnot" BitNot,
    "bor" BitOr, "bsl" ShiftLeft, "bsr" ShiftRight, "bxor" BitXor, "case" Case, "catch" Catch,
    "cond" Cond, "div" IntDiv, "end" End, "fun" Fun, "if" If, "let" Let, "not" Not, "of" Of,
    "or" Or, "orelse" OrElse, "receive" Receive, "rem" Rem, "try" Try, "when" When, "xor" Xor,
    "(" LeftParen, ")" RightParen, "[" LeftBracket, "]" RightBracket, "{" LeftBrace,
    "}" RightBrace, "<<" LeftBinary, ">>" RightBinary, "," Comma, ";" Semicolon, ":" Colon,
    "::" DoubleColon, "." Dot, ".." DotDot, "..." Ellipsis, "|" Bar, "||" DoubleBar,
    "&&" DoubleAmp, "->" Arrow, "<-" Generator, "<=" BinGenerator, "<:-" StrictGenerator,
    "<:=" StrictBinGenerator, "=>" MapArrow, ":=" MapExact, "?=" MaybeMatch, "#" Hash, "?" Macro,
    "??" Stringify, "!" Send, "=" Match, "+" Plus, "-" Minus, "*" Star, "/" Slash,
    "++" Append, "--" Subtract, "==" Equal, "/=" NotEqual, "=<" LessEqual, "<" Less,
    ">=" GreaterEqual, ">" Greater, "=:=" ExactEqual, "=/=" ExactNotEqual,
}

/// A token with its value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Token {
    /// An atom, quoted or not.
    Atom(Name),
    /// A variable, `_` included.
    Var(Name),
    /// An integer.
    Integer(BigInt),
    /// A character such as `$a`.
    Char(u32),
    /// A floating-point number, as written without `_`.
    Float(String),
    /// A string, decoded.
    String(String),
    /// A sigil for a binary: its text.
    Bytes(String),
    /// A keyword or punctuation.
    Symbol(Lexeme),
    /// `maybe` where it opens an expression; elsewhere it is an atom.
    Maybe,
    /// `else` inside such an expression; elsewhere it is an atom.
    Else,
    /// The full stop that ends a form.
    FullStop,
    /// Characters that are no token; a message about them has been given.
    Broken,
    /// Selects what the grammar reads: see [`Goal`].
    Goal(Goal),
}

/// What a run of the parser reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// A function with all clauses.
    Function,
    /// An attribute with expressions as arguments.
    Attribute,
    /// `-record`, without parentheses around its arguments.
    Record,
    /// `-type`, without parentheses around its arguments.
    Type,
    /// `-spec`, without parentheses around its arguments.
    Spec,
    /// One expression.
    Expression,
}

/// A token with its place.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Spanned {
    /// The token.
    pub(crate) token: Token,
    /// Where it is; for the result of a macro, where the macro is used.
    pub(crate) span: Span,
}

impl Token {
    /// Whether this is the keyword or punctuation `symbol`.
    pub(crate) fn is(&self, symbol: Lexeme) -> bool {
        matches!(self, Self::Symbol(text) if *text == symbol)
    }

    /// The token for the parser; what stays here is the same, but for long values, which are gone.
    ///
    /// Messages look at tokens that the parser has read, but not at such values.
    pub(crate) fn hand_over(&mut self) -> Self {
        match self {
            Self::Integer(value) => Self::Integer(mem::take(value)),
            Self::Float(text) => Self::Float(mem::take(text)),
            Self::String(text) => Self::String(mem::take(text)),
            Self::Bytes(text) => Self::Bytes(mem::take(text)),
            short => short.clone(),
        }
    }

    /// The token as messages name it.
    pub(crate) fn describe(&self) -> String {
        match self {
            Self::Atom(name) => format!("atom `{name}`"),
            Self::Var(name) => format!("variable `{name}`"),
            Self::Integer(_) => "integer".to_owned(),
            Self::Char(_) => "character".to_owned(),
            Self::Float(_) => "float".to_owned(),
            Self::String(_) => "string".to_owned(),
            Self::Bytes(_) => "sigil".to_owned(),
            Self::Symbol(symbol) => format!("`{}`", symbol.spelling().unwrap_or("?")),
            Self::Maybe => "`maybe`".to_owned(),
            Self::Else => "`else`".to_owned(),
            Self::FullStop => "full stop".to_owned(),
            Self::Broken => "illegal token".to_owned(),
            Self::Goal(_) => "start of the form".to_owned(),
        }
    }
}

/// The name of the attribute or directive that these tokens are.
pub(crate) fn attribute_name(tokens: &[Spanned]) -> Option<(&str, Span)> {
    let [minus, name, ..] = tokens else {
        return None;
    };
    let text = match &name.token {
        Token::Atom(name) => name.as_str(),
        Token::Symbol(Lexeme::If) => "if",
        _ => return None,
    };
    minus.token.is(Lexeme::Minus).then_some((text, name.span))
}
