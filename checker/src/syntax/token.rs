//! Tokens of formulas.
//!
//! Input: the text of a formula. Output: tokens without context: a name is a variable or the start
//! of an action pattern, which only [`crate::syntax::lexer`] can tell.

use logos::Logos;

/// A token as its text alone shows it.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\f]+")]
#[logos(skip(r"%[^\n]*", allow_greedy = true))]
#[logos(skip r"\(\*([^*]|\*+[^*)])*\*+\)")]
pub(crate) enum Raw {
    #[token("<")]
    Less,
    #[token(">")]
    Greater,
    #[token("[")]
    OpenSquare,
    #[token("]")]
    CloseSquare,
    #[token("(")]
    OpenRound,
    #[token(")")]
    CloseRound,
    #[token(".")]
    Dot,
    #[token("|")]
    Bar,
    #[token("*")]
    Star,
    #[token("+")]
    Plus,
    #[token("?")]
    Question,
    #[token("true")]
    True,
    #[token("false")]
    False,
    #[token("not")]
    Not,
    #[token("and")]
    And,
    #[token("or")]
    Or,
    #[token("implies")]
    Implies,
    #[token("equ")]
    Equ,
    #[token("xor")]
    Xor,
    #[token("mu")]
    Mu,
    #[token("nu")]
    Nu,
    #[token("nil")]
    Nil,
    #[token("tau")]
    Tau,
    /// A variable, or the start of an action pattern. Letters beyond ASCII occur in atoms.
    #[regex(r"[A-Za-z_\u{C0}-\u{FF}][A-Za-z0-9_@\u{C0}-\u{FF}]*")]
    Word,
    #[regex(r#""[^"\n]*""#)]
    Literal,
    /// A regular expression, or the start of an action pattern whose name is quoted.
    #[regex(r"'[^'\n]*'")]
    Quoted,
    #[regex(r#""[^"\n]*"#)]
    OpenLiteral,
    #[regex(r"'[^'\n]*")]
    OpenQuoted,
    #[token("(*")]
    OpenComment,
    #[token("@")]
    At,
    #[token("-|")]
    Saturated,
    #[token("{")]
    OpenCurly,
    #[token("}")]
    CloseCurly,
    #[token("...")]
    #[token("…")]
    Dots,
    #[regex("[0-9]+")]
    Number,
}

/// A token in its context, as the grammar sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Token<'t> {
    /// Everything whose text says it all: brackets, operators, keywords.
    Plain(Raw),
    /// A fixpoint variable.
    Variable(&'t str),
    /// Text between double quotes, without them.
    Literal(&'t str),
    /// Text between single quotes, without them.
    Regexp(&'t str),
    /// An action pattern, as written.
    Pattern(&'t str),
    /// A number, as written.
    Number(&'t str),
    /// `data(Expr)`: where the expression starts, and its text.
    Data(u32, &'t str),
    /// `state(Name)`: the name, without quotes.
    State(&'t str),
}

impl Raw {
    /// The bracket that closes this one.
    pub(crate) fn closer(self) -> Option<Self> {
        match self {
            Self::Less => Some(Self::Greater),
            Self::OpenSquare => Some(Self::CloseSquare),
            Self::OpenRound => Some(Self::CloseRound),
            Self::OpenCurly => Some(Self::CloseCurly),
            _ => None,
        }
    }

    /// The bracket as text; empty for other tokens.
    pub(crate) fn bracket(self) -> &'static str {
        match self {
            Self::Less => "<",
            Self::Greater => ">",
            Self::OpenSquare => "[",
            Self::CloseSquare => "]",
            Self::OpenRound => "(",
            Self::CloseRound => ")",
            Self::OpenCurly => "{",
            Self::CloseCurly => "}",
            _ => "",
        }
    }

    /// Whether the token is a word that cannot name an action.
    pub(crate) fn is_keyword(self) -> bool {
        matches!(
            self,
            Self::True
                | Self::False
                | Self::Not
                | Self::And
                | Self::Or
                | Self::Implies
                | Self::Equ
                | Self::Xor
                | Self::Mu
                | Self::Nu
                | Self::Nil
                | Self::Tau
        )
    }
}
