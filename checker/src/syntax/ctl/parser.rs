//! Tokens of CTL to a formula.

use std::ops::Range;

use frontend::{Diagnostic, FileId, Span};

use super::Paths;
use super::lexer::{Located, Token, balanced};
use super::operators::{Maker, One, Quantifier, Two};
use crate::codes;
use crate::conditions::atoms::ENDED;
use crate::formula::{
    Act, ActionFormula, Formula, MAX_DEPTH, Modality, Reg, Regular, State, StateAtom,
};
use crate::syntax::parser::parse_path;

/// Brackets and operators may nest this deep.
const MAX_NESTING: usize = 100;

type Parsed = Result<Formula, Diagnostic>;

/// A text on its way to a formula.
pub(super) struct Parser<'t> {
    file: FileId,
    text: &'t str,
    tokens: Vec<Located>,
    at: usize,
    nesting: usize,
    paths: Paths,
    /// Whether operators may have events: ESCTL.
    has_events: bool,
    /// What was read, and hardly meant.
    warnings: Vec<Diagnostic>,
}

/// What a chain of an operator is.
type Chain = fn(Vec<Formula>) -> State;

/// Operators between formulas, loosest first.
const LEVELS: [(Token, Chain); 5] = [
    (Token::Equ, State::Equ),
    (Token::Implies, State::Implies),
    (Token::Xor, State::Xor),
    (Token::Or, State::Or),
    (Token::And, State::And),
];

impl<'t> Parser<'t> {
    /// A parser of these tokens of a text.
    pub(super) fn new(
        file: FileId,
        text: &'t str,
        tokens: Vec<Located>,
        (paths, has_events): (Paths, bool),
    ) -> Self {
        let warnings = Vec::new();
        Self { file, text, tokens, at: 0, nesting: 0, paths, has_events, warnings }
    }

    /// The whole text as a formula, with warnings.
    pub(super) fn formula(mut self) -> Result<(Formula, Vec<Diagnostic>), Diagnostic> {
        let formula = self.chain(0)?;
        if self.peek().is_some() {
            return Err(self.unexpected("an operator between formulas, or the end of the formula"));
        }
        Ok((formula, self.warnings))
    }

    /// Formulas joined by operators of this level and tighter ones.
    fn chain(&mut self, loosest: usize) -> Parsed {
        let start = self.start();
        let mut left = self.nested(Self::unary)?;
        while let Some((level, operator, kind)) = self.operator(loosest) {
            let mut items = vec![left];
            while self.take(operator) {
                items.push(self.chain(level + 1)?);
            }
            left = bounded(Formula::new(kind(items), self.since(start)))?;
        }
        Ok(left)
    }

    /// The operator that stands here, if it is not looser than this level.
    fn operator(&self, loosest: usize) -> Option<(usize, Token, Chain)> {
        let next = self.peek()?;
        let level = LEVELS.iter().position(|(operator, _)| *operator == next)?;
        let (operator, kind) = LEVELS[level];
        (level >= loosest).then_some((level, operator, kind))
    }

    fn nested(&mut self, parse: impl FnOnce(&mut Self) -> Parsed) -> Parsed {
        if self.nesting == MAX_NESTING {
            return Err(too_deep(self.here()));
        }
        self.nesting += 1;
        let parsed = parse(self)?;
        self.nesting -= 1;
        bounded(parsed)
    }

    fn unary(&mut self) -> Parsed {
        let start = self.start();
        if self.peek() == Some(Token::OpenCurly) {
            return self.behind(start);
        }
        if self.take(Token::Not) {
            let body = self.nested(Self::unary)?;
            return Ok(Formula::new(State::Not(Box::new(body)), self.since(start)));
        }
        if self.take(Token::OpenRound) {
            let inner = self.chain(0)?;
            self.demand(Token::CloseRound, "an operator or `)`")?;
            return Ok(inner);
        }
        let Some((word, behind)) = self.word() else {
            return Err(
                self.unexpected("a state name, an operator such as `AG` or `E [F U G]`, or `(`")
            );
        };
        let (quantifier, rest) = match word.split_at_checked(1) {
            Some(("A", rest)) => (Quantifier::All, rest),
            Some(("E", rest)) => (Quantifier::Some, rest),
            _ => return self.atom(word),
        };
        let operator = match rest {
            "X" => One::Next,
            "F" => One::Finally,
            "G" => One::Globally,
            "" if matches!(behind, Some(Token::OpenSquare | Token::OpenRound)) => {
                self.at += 1;
                return self.until(quantifier, start);
            }
            _ => return self.atom(word),
        };
        self.at += 1;
        match self.event()? {
            None => {
                let body = self.nested(Self::unary)?;
                Ok(self.maker(start).one(quantifier, operator, body))
            }
            Some(event) => self.along((quantifier, operator), &event, start),
        }
    }

    /// What stands behind an operator with an event, which may be nothing.
    fn along(
        &mut self,
        (quantifier, operator): (Quantifier, One),
        event: &ActionFormula,
        start: usize,
    ) -> Parsed {
        if !self.is_formula() {
            let made = self.maker(start);
            return Ok(match operator {
                One::Globally => made.always(quantifier, event),
                _ => made.one_along(quantifier, operator, event, made.constant(true)),
            });
        }
        let body = self.nested(Self::unary)?;
        if operator == One::Globally && body.kind == State::True {
            self.warnings.push(says_nothing(&self.text[start..], self.since(start)));
        }
        Ok(self.maker(start).one_along(quantifier, operator, event, body))
    }

    /// Whether a formula begins here.
    fn is_formula(&self) -> bool {
        match self.peek() {
            Some(Token::OpenRound | Token::Not) => true,
            Some(Token::Word) => {
                !self.word().is_some_and(|(word, _)| matches!(word, "U" | "W" | "R"))
            }
            // What is in braces is one token less: the next but one stands behind them.
            Some(Token::OpenCurly) => {
                self.tokens.get(self.at + 2).is_some_and(|(token, _, _)| *token == Token::Implies)
            }
            _ => false,
        }
    }

    /// `{A} => F`
    fn behind(&mut self, start: usize) -> Parsed {
        let Some(event) = self.event()? else {
            return Err(self.unexpected("an event in braces"));
        };
        self.demand(Token::Implies, "`=>` behind an event: `{A} => F` says F behind every A")?;
        let body = self.chain(1)?;
        Ok(self.maker(start).behind(&event, body))
    }

    /// `[F U G]`; the quantifier is taken.
    fn until(&mut self, quantifier: Quantifier, start: usize) -> Parsed {
        let close = if self.take(Token::OpenSquare) {
            Token::CloseSquare
        } else {
            self.at += 1;
            Token::CloseRound
        };
        let left = self.chain(0)?;
        let way = self.event()?;
        let operator = match self.word().map(|(word, _)| word) {
            Some("U") => Two::Until,
            Some("W") => Two::WeakUntil,
            Some("R") => Two::Release,
            _ => return Err(self.unexpected("`U`, `W` or `R` between two formulas")),
        };
        self.at += 1;
        let end = self.event()?;
        let right = self.chain(0)?;
        let closer =
            if close == Token::CloseSquare { "an operator or `]`" } else { "an operator or `)`" };
        self.demand(close, closer)?;
        let made = self.maker(start);
        match (way, end) {
            (None, None) => Ok(made.two(quantifier, operator, (left, right))),
            (way, end) => {
                let any = ActionFormula::new(Act::True, made.span);
                let events = (way.as_ref().unwrap_or(&any), end.as_ref().unwrap_or(&any));
                made.two_along(quantifier, operator, (left, right), events)
                    .ok_or_else(|| self.not_along("R", start))
            }
        }
    }

    fn atom(&mut self, word: &str) -> Parsed {
        let start = self.start();
        self.at += 1;
        let made = self.maker(start);
        match word {
            "true" => return Ok(made.constant(true)),
            "false" => return Ok(made.constant(false)),
            "deadlock" => {
                let stuck = made.step(Modality::Box, made.constant(false));
                let ended = made.state(State::Atom(StateAtom::Name(ENDED.into())));
                let alive = made.state(State::Not(Box::new(ended)));
                return Ok(made.state(State::And(vec![stuck, alive])));
            }
            "U" | "W" | "R" => {
                self.at -= 1;
                return Err(self.unexpected("a formula").with_help(
                    "`E [F U G]`, `A [F W G]`; a state of this name is written in quotes",
                ));
            }
            "data" if self.peek() == Some(Token::OpenRound) => return self.data(),
            "enabled" if self.peek() == Some(Token::OpenRound) => {
                let path = self.action(Token::CloseRound)?;
                let can = State::Modal(Modality::Diamond, path, Box::new(made.constant(true)));
                return Ok(Formula::new(can, self.since(start)));
            }
            _ => {}
        }
        if self.peek() == Some(Token::OpenRound) {
            let error = self.unexpected("an operator");
            return Err(error.with_help(
                "actions stand in `enabled(cmd(_))`, Erlang expressions over `State` and `Data` in `data(Expr)`",
            ));
        }
        let name = word.strip_prefix('\'').and_then(|name| name.strip_suffix('\'')).unwrap_or(word);
        Ok(Formula::new(State::Atom(StateAtom::Name(name.into())), self.since(start)))
    }

    /// The condition on the data whose bracket opens here; its place is that of the expression.
    fn data(&mut self) -> Parsed {
        let inside = self.inside("the expression")?;
        let text = &self.text[inside.clone()];
        let place = self.span(inside.start, inside.end);
        self.demand(Token::CloseRound, "the end of the expression")?;
        Ok(Formula::new(State::Atom(StateAtom::Data(text.into())), place))
    }

    /// The event in the braces that open here, if they do.
    fn event(&mut self) -> Result<Option<ActionFormula>, Diagnostic> {
        if self.peek() != Some(Token::OpenCurly) {
            return Ok(None);
        }
        if !self.has_events {
            return Err(self
                .unexpected("a formula")
                .with_help("events in braces belong to ESCTL: `esctl`, `--logic esctl`"));
        }
        let path = self.action(Token::CloseCurly)?;
        match path.kind {
            Reg::Action(action) => Ok(Some(action)),
            _ => Err(Diagnostic::error(
                codes::NOT_ONE_ACTION,
                "an event is a single action, and this is none",
                path.span,
            )),
        }
    }

    fn not_along(&self, operator: &str, start: usize) -> Diagnostic {
        let message = format!("`{operator}` cannot be combined with events");
        Diagnostic::error(codes::SYNTAX, message, self.since(start)).with_help(
            "events stand in EX, AX, EF, AF, EG, AG, `E [F {A} U {B} G]`, `A [F {A} W {B} G]`, `{A} => F`",
        )
    }

    /// The action in the brackets that open here.
    fn action(&mut self, close: Token) -> Result<Regular, Diagnostic> {
        let offset = self.here().end;
        let inside = self.inside("the action")?;
        let path = parse_path(self.file, offset, &self.text[inside])?;
        self.demand(close, "the end of the action")?;
        Ok(path)
    }

    /// Where the contents of the brackets that open here stand; the opening one is taken.
    fn inside(&mut self, what: &str) -> Result<Range<usize>, Diagnostic> {
        let opened = self.here();
        let inside = opened.end as usize;
        self.at += 1;
        let end = inside + balanced(&self.text[inside..]);
        if end == self.text.len() {
            let message = "this bracket is never closed";
            return Err(Diagnostic::error(codes::UNBALANCED, message, opened)
                .with_help(format!("its partner is missing behind {what}")));
        }
        Ok(inside..end)
    }

    fn maker(&self, start: usize) -> Maker {
        Maker { paths: self.paths, span: self.since(start) }
    }

    fn peek(&self) -> Option<Token> {
        self.tokens.get(self.at).map(|(token, _, _)| *token)
    }

    /// The word that stands here, and the token behind it.
    fn word(&self) -> Option<(&'t str, Option<Token>)> {
        let &(token, start, end) = self.tokens.get(self.at)?;
        let behind = self.tokens.get(self.at + 1).map(|(token, _, _)| *token);
        (token == Token::Word).then(|| (&self.text[start..end], behind))
    }

    fn take(&mut self, token: Token) -> bool {
        let is_next = self.peek() == Some(token);
        self.at += usize::from(is_next);
        is_next
    }

    fn demand(&mut self, token: Token, what: &str) -> Result<(), Diagnostic> {
        if self.take(token) { Ok(()) } else { Err(self.unexpected(what)) }
    }

    /// Where the next token starts.
    fn start(&self) -> usize {
        self.here().start as usize
    }

    /// From an offset to the end of the last token.
    fn since(&self, start: usize) -> Span {
        let last = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
        self.span(start, last.map_or(start, |(_, _, end)| *end))
    }

    fn here(&self) -> Span {
        let end = self.text.len();
        let (start, end) =
            self.tokens.get(self.at).map_or((end, end), |(_, start, end)| (*start, *end));
        self.span(start, end)
    }

    fn span(&self, start: usize, end: usize) -> Span {
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Span::new(self.file, offset(start), offset(end))
    }

    fn unexpected(&self, expected: &str) -> Diagnostic {
        let span = self.here();
        let next = match self.text.get(span.start as usize..span.end as usize) {
            Some(text) if !text.is_empty() => format!("`{text}`"),
            _ => "the end of the formula".to_owned(),
        };
        Diagnostic::error(codes::SYNTAX, format!("expected {expected}, found {next}"), span)
    }
}

/// That `AG{A} true`, which begins this text, holds of every system.
fn says_nothing(text: &str, span: Span) -> Diagnostic {
    let operator = &text[..2];
    let message = "this holds of every system: behind each of these events is `true`";
    Diagnostic::warning(codes::VACUOUS, message, span).with_help(format!(
        "`{operator}{{A}}` alone says that every step is an A, `{operator}{{A}} F` that F holds behind every A"
    ))
}

fn too_deep(span: Span) -> Diagnostic {
    Diagnostic::error(codes::TOO_DEEP, "this formula nests too deep", span)
        .with_help("a chain of one operator is one level, however long it is")
}

fn bounded(formula: Formula) -> Parsed {
    if formula.depth() <= MAX_DEPTH { Ok(formula) } else { Err(too_deep(formula.span)) }
}
