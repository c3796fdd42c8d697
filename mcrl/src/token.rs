//! Tokens of muCRL.
//!
//! Input: the text of a specification. Output: tokens, blanks and comments left out. A name may start
//! with a digit, and hold `-`, which it does not end in.

use logos::Logos;

/// A token as logos recognises it.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\f]+")]
#[logos(skip(r"%[^\n]*", allow_greedy = true))]
pub(crate) enum Lexeme {
    #[regex(r"-*[A-Za-z0-9^_'\\]+(-+[A-Za-z0-9^_'\\]+)*")]
    Name,
    #[token("sort")]
    Sort,
    #[token("func")]
    Func,
    #[token("map")]
    Map,
    #[token("var")]
    Var,
    #[token("rew")]
    Rew,
    #[token("proc")]
    Proc,
    #[token("act")]
    Act,
    #[token("comm")]
    Comm,
    #[token("init")]
    Init,
    #[token("delta")]
    Delta,
    #[token("tau")]
    Tau,
    #[token("encap")]
    Encap,
    #[token("hide")]
    Hide,
    #[token("rename")]
    Rename,
    #[token("sum")]
    Sum,
    #[token("->")]
    Arrow,
    #[token("||_")]
    LeftMerge,
    #[token("||")]
    Parallel,
    #[token("<|")]
    Then,
    #[token("|>")]
    Else,
    #[token("<<")]
    Before,
    #[token("|")]
    Bar,
    #[token("#")]
    Hash,
    #[token(":")]
    Colon,
    #[token(",")]
    Comma,
    #[token("=")]
    Equals,
    #[token("+")]
    Plus,
    #[token(".")]
    Dot,
    #[token("@")]
    At,
    #[token("(")]
    Open,
    #[token(")")]
    Close,
    #[token("{")]
    OpenSet,
    #[token("}")]
    CloseSet,
}

/// A token as the grammar sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token<'t> {
    pub(crate) lexeme: Lexeme,
    pub(crate) text: &'t str,
}

impl Lexeme {
    /// Whether a section of a specification starts with it.
    pub(crate) fn starts_section(self) -> bool {
        matches!(
            self,
            Self::Sort
                | Self::Func
                | Self::Map
                | Self::Var
                | Self::Rew
                | Self::Proc
                | Self::Act
                | Self::Comm
                | Self::Init
        )
    }

    /// Whether this is a word that cannot be a name.
    pub(crate) fn is_keyword(self) -> bool {
        self.starts_section()
            || matches!(
                self,
                Self::Delta | Self::Tau | Self::Encap | Self::Hide | Self::Rename | Self::Sum
            )
    }
}
