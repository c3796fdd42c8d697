//! Tokens of past-time LTL to a formula.
//!
//! By recursive descent; chains of one operator do not nest, and nesting is bounded.

use checker::atomic::parse_action;
use checker::codes as formulas;
use checker::formula::Act;
use frontend::{Diagnostic, FileId, Outcome, Span};

use crate::atoms::Atom;
use crate::codes;
use crate::formula::{Binary, Formula, Operator, Subformula, Unary};
use crate::lexer::{Located, Raw, Token, place, tokens};

/// Brackets and operators may nest this deep.
const MAX_NESTING: usize = 100;

/// A formula has at most this many subformulas.
const MOST: usize = 10_000;

/// Operators between formulas, loosest first.
const LEVELS: [(Raw, Binary); 7] = [
    (Raw::Iff, Binary::Iff),
    (Raw::Implies, Binary::Implies),
    (Raw::Xor, Binary::Xor),
    (Raw::Or, Binary::Or),
    (Raw::And, Binary::And),
    (Raw::Since, Binary::Since),
    (Raw::WeakSince, Binary::WeakSince),
];

/// Operators before a formula.
const PREFIXES: [(Raw, Unary); 7] = [
    (Raw::Not, Unary::Not),
    (Raw::Prev, Unary::Prev),
    (Raw::WeakPrev, Unary::WeakPrev),
    (Raw::Historically, Unary::Historically),
    (Raw::Once, Unary::Once),
    (Raw::Starts, Unary::Starts),
    (Raw::Ends, Unary::Ends),
];

/// Words that stand before a formula in logics of the future.
const BEFORE: [&str; 10] =
    ["X", "F", "G", "next", "eventually", "finally", "always", "henceforth", "sometime", "N"];

/// Words that stand between formulas in logics of the future.
const BETWEEN: [&str; 8] = ["U", "W", "R", "until", "unless", "release", "weak_until", "leads_to"];

type Parsed = Result<usize, Diagnostic>;

/// Parses a formula of past-time LTL.
pub fn parse_ptltl(file: FileId, text: &str) -> Outcome<Option<Formula>> {
    let parsed = tokens(file, text).and_then(|tokens| {
        let parser = Parser { file, text, tokens, at: 0, nesting: 0, made: Vec::new() };
        parser.formula()
    });
    match parsed {
        Ok(formula) => Outcome { value: Some(formula), diagnostics: Vec::new() },
        Err(error) => Outcome { value: None, diagnostics: vec![error] },
    }
}

/// A text on its way to a formula.
struct Parser<'t> {
    file: FileId,
    text: &'t str,
    tokens: Vec<Located>,
    at: usize,
    nesting: usize,
    /// Children before their parents.
    made: Vec<Subformula>,
}

impl Parser<'_> {
    fn formula(mut self) -> Result<Formula, Diagnostic> {
        self.chain(0)?;
        if self.at < self.tokens.len() {
            return Err(self.unexpected("an operator between formulas, or the end of the formula"));
        }
        Ok(Formula::reversed(self.made, self.text))
    }

    /// Formulas joined by operators of this level and tighter ones.
    fn chain(&mut self, loosest: usize) -> Parsed {
        let start = self.here().start as usize;
        let mut left = self.nested(Self::unary)?;
        while let Some((level, operator)) = self.operator(loosest) {
            self.at += 1;
            // `F implies G implies H` is `F implies (G implies H)`; all others begin on the left.
            let tighter = level + usize::from(operator != Binary::Implies);
            let right = self.nested(|parser| parser.chain(tighter))?;
            left = self.make(Operator::Binary(operator, left, right), start)?;
        }
        Ok(left)
    }

    /// The operator that stands here, if it is not looser than this level.
    fn operator(&self, loosest: usize) -> Option<(usize, Binary)> {
        let Some(Token::Plain(next)) = self.peek() else { return None };
        let level = LEVELS.iter().position(|(operator, _)| operator == next)?;
        (level >= loosest).then_some((level, LEVELS[level].1))
    }

    fn nested(&mut self, parse: impl FnOnce(&mut Self) -> Parsed) -> Parsed {
        if self.nesting == MAX_NESTING {
            return Err(too_deep(self.here()));
        }
        self.nesting += 1;
        let parsed = parse(self);
        self.nesting -= 1;
        parsed
    }

    fn unary(&mut self) -> Parsed {
        let start = self.here().start as usize;
        let Some(token) = self.peek().cloned() else {
            return Err(self.unexpected(FORMULA));
        };
        self.at += 1;
        match token {
            Token::Plain(Raw::True) => self.make(Operator::Constant(true), start),
            Token::Plain(Raw::False) => self.make(Operator::Constant(false), start),
            Token::Plain(Raw::OpenRound) => {
                let inner = self.chain(0)?;
                self.demand(Raw::CloseRound, "an operator or `)`")?;
                Ok(inner)
            }
            Token::Plain(Raw::OpenSquare) => {
                let from = self.chain(0)?;
                self.demand(Raw::Comma, "an operator or `,` of an interval `[F, G)`")?;
                let to = self.chain(0)?;
                self.demand(Raw::CloseRound, "an operator or `)` of an interval `[F, G)`")?;
                self.make(Operator::Binary(Binary::Interval, from, to), start)
            }
            Token::Plain(raw) => {
                let Some((_, operator)) = PREFIXES.iter().find(|(prefix, _)| *prefix == raw) else {
                    self.at -= 1;
                    return Err(self.unexpected(FORMULA));
                };
                let body = self.nested(Self::unary)?;
                self.make(Operator::Unary(*operator, body), start)
            }
            Token::State(atom, span) => {
                let made = self.make(Operator::Atom(Atom::State(atom)), start)?;
                self.made[made].span = span;
                Ok(made)
            }
            Token::Action => self.action(start),
            Token::Strange => {
                self.at -= 1;
                Err(self.strange())
            }
        }
    }

    /// The action that has just been taken.
    fn action(&mut self, start: usize) -> Parsed {
        let end = self.tokens[self.at - 1].2;
        let word = &self.text[start..end];
        let goes_on = self.peek().is_some_and(|next| match next {
            Token::Plain(raw) => {
                matches!(raw, Raw::True | Raw::False | Raw::OpenRound | Raw::OpenSquare)
                    || PREFIXES.iter().any(|(prefix, _)| prefix == raw)
            }
            _ => true,
        });
        if goes_on && BEFORE.contains(&word) {
            return Err(future(word, place(self.file, start, end)));
        }
        let offset = u32::try_from(start).unwrap_or(u32::MAX);
        let action = parse_action(self.file, offset, word)?;
        if action.kind == Act::Tau {
            let message = "an internal step is no step of a monitor, which does not see it";
            return Err(Diagnostic::error(formulas::NOT_AN_ACTION, message, action.span));
        }
        self.make(Operator::Atom(Atom::Action(action)), start)
    }

    fn make(&mut self, operator: Operator, start: usize) -> Parsed {
        let end = self.at.checked_sub(1).map_or(start, |last| self.tokens[last].2);
        let span = place(self.file, start, end);
        if self.made.len() == MOST {
            return Err(too_deep(span));
        }
        self.made.push(Subformula { operator, span, extent: (start, end) });
        Ok(self.made.len() - 1)
    }

    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(token, _, _)| token)
    }

    fn demand(&mut self, raw: Raw, what: &str) -> Result<(), Diagnostic> {
        if self.peek() == Some(&Token::Plain(raw)) {
            self.at += 1;
            return Ok(());
        }
        Err(self.unexpected(what))
    }

    fn here(&self) -> Span {
        let end = self.text.len();
        let (start, end) =
            self.tokens.get(self.at).map_or((end, end), |(_, start, end)| (*start, *end));
        place(self.file, start, end)
    }

    /// The text of the next token.
    fn next_text(&self) -> &str {
        self.tokens.get(self.at).map_or("", |(_, start, end)| &self.text[*start..*end])
    }

    fn strange(&self) -> Diagnostic {
        let word = self.next_text();
        if BEFORE.contains(&word) || BETWEEN.contains(&word) {
            return future(word, self.here());
        }
        let message = format!("`{word}` is not the name of an action");
        Diagnostic::error(formulas::NOT_AN_ACTION, message, self.here()).with_help(
            "names of actions start with a lower-case letter, or are quoted as in `'Name'(…)`; a \
             whole label is written \"label\"",
        )
    }

    fn unexpected(&self, expected: &str) -> Diagnostic {
        let next = self.next_text();
        if BETWEEN.contains(&next) || BEFORE.contains(&next) {
            return future(next, self.here());
        }
        let found =
            if next.is_empty() { "the end of the formula".to_owned() } else { format!("`{next}`") };
        let message = format!("expected {expected}, found {found}");
        Diagnostic::error(formulas::SYNTAX, message, self.here())
    }
}

const FORMULA: &str = "an action, `state(Name)`, `data(Expr)`, an operator such as `once`, or `(`";

fn future(word: &str, span: Span) -> Diagnostic {
    let message = format!("`{word}` speaks of the future, which a monitor does not know");
    Diagnostic::error(codes::FUTURE, message, span).with_help(
        "operators of the past are prev, historically, once, since, starts, ends and `[F, G)`; an \
         action of this name is written in quotes: `'next'()`",
    )
}

fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::error(formulas::TOO_DEEP, "this formula nests too deep or is too long", span)
        .with_help("100 brackets and operators in each other, 10,000 in all are the limit")
}
