//! Nodes for the grammar, and the messages that only their making can give.
//!
//! Input: finished children and offsets. Output: nodes of bounded depth; warnings where a reader
//! may see another structure than the grammar does.

use std::fmt::Display;

use frontend::{Diagnostic, FileId, Span};
use lalrpop_util::ParseError;
use lts::term::pattern::parse_action_pattern;

use crate::codes;
use crate::conditions::atoms::ENDED;
use crate::formula::{
    Act, ActionFormula, Count, Dialect, Formula, MAX_DEPTH, Modality, Node, Pattern, Reg, Regular,
    Repeat, Sign, State, StateAtom,
};
use crate::syntax::regexp;
use crate::syntax::token::Token;

/// An error that stops the parser.
pub(crate) type SyntaxError = Diagnostic;
/// A [`SyntaxError`] in the form in which the generated parser takes it.
pub(crate) type Failure<'t> = ParseError<u32, Token<'t>, SyntaxError>;
type Built<'t, T> = Result<T, Failure<'t>>;

/// The second number of a counted repetition.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Upper<'t> {
    /// `{2}`: the first one.
    Same,
    /// `{2 ...}`: none.
    None,
    /// `{2 ... 3}`
    Number(&'t str),
}

/// Builds nodes, keeps warnings.
pub(crate) struct Builder {
    file: FileId,
    warnings: Vec<Diagnostic>,
    /// Steps that counted repetitions stand for so far.
    unrolled: usize,
    /// What is special in regular expressions.
    dialect: Dialect,
}

impl Builder {
    /// A builder of nodes in this file.
    pub(crate) fn new(file: FileId, dialect: Dialect) -> Self {
        Self { file, warnings: Vec::new(), unrolled: 0, dialect }
    }

    /// The file that offsets count in.
    pub(crate) fn file(&self) -> FileId {
        self.file
    }

    /// The warnings so far.
    pub(crate) fn into_warnings(self) -> Vec<Diagnostic> {
        self.warnings
    }

    /// A state formula.
    pub(crate) fn state<'t>(&self, kind: State, l: u32, r: u32) -> Built<'t, Formula> {
        bounded(Formula::new(kind, self.span(l, r)))
    }

    /// `data(Expr)`, whose place is that of the expression.
    pub(crate) fn data<'t>(&self, (start, text): (u32, &str)) -> Built<'t, Formula> {
        let end = start.saturating_add(u32::try_from(text.len()).unwrap_or(u32::MAX));
        self.state(State::Atom(StateAtom::Data(text.into())), start, end)
    }

    /// `state(Name)`: as in CTL, `deadlock` is where nothing more happens and nothing has ended.
    pub(crate) fn named<'t>(&self, name: &str, l: u32, r: u32) -> Built<'t, Formula> {
        let named = |name: &str| self.state(State::Atom(StateAtom::Name(name.into())), l, r);
        if name != "deadlock" {
            return named(name);
        }
        let any = self.action(Act::True, l, r)?;
        let never = Box::new(self.state(State::False, l, r)?);
        let stuck = self.state(State::Modal(Modality::Box, any, never), l, r)?;
        let alive = self.state(State::Not(Box::new(named(ENDED)?)), l, r)?;
        self.state(State::And(vec![stuck, alive]), l, r)
    }

    /// A chain of state formulas; one alone is no chain.
    pub(crate) fn states<'t>(
        &self,
        kind: fn(Vec<Formula>) -> State,
        items: Vec<Formula>,
        l: u32,
        r: u32,
    ) -> Built<'t, Formula> {
        alone(items).or_else(|items| self.state(kind(items), l, r))
    }

    /// A fixpoint whose body starts at `body_at`.
    pub(crate) fn fixpoint<'t>(
        &mut self,
        (sign, name): (Sign, &str),
        body: Formula,
        (l, body_at, r): (u32, u32, u32),
    ) -> Built<'t, Formula> {
        let chain = matches!(
            body.kind,
            State::And(_) | State::Or(_) | State::Implies(_) | State::Equ(_) | State::Xor(_)
        );
        if chain && body.span == self.span(body_at, r) {
            let message = format!("the body of `{sign} {name}` reaches to the end of this formula");
            self.warnings.push(
                Diagnostic::warning(codes::WIDE_SCOPE, message, body.span)
                    .with_help(format!("write `{sign} {name} . ({})`", short(&body))),
            );
        }
        self.state(State::Fixpoint(sign, name.into(), Box::new(body)), l, r)
    }

    /// A regular formula.
    pub(crate) fn regular<'t>(&self, kind: Reg, l: u32, r: u32) -> Built<'t, Regular> {
        bounded(Regular::new(kind, self.span(l, r)))
    }

    /// A chain of regular formulas; one alone is no chain.
    pub(crate) fn regulars<'t>(
        &self,
        kind: fn(Vec<Regular>) -> Reg,
        items: Vec<Regular>,
        l: u32,
        r: u32,
    ) -> Built<'t, Regular> {
        alone(items).or_else(|items| self.regular(kind(items), l, r))
    }

    /// A repetition of a body that ends at `body_end`, parentheses included.
    pub(crate) fn repeat<'t>(
        &mut self,
        repeat: Repeat,
        body: Regular,
        (l, body_end, r): (u32, u32, u32),
    ) -> Built<'t, Regular> {
        let wide = matches!(&body.kind, Reg::Action(action) if !action.is_leaf());
        if wide && body.span == self.span(l, body_end) {
            let symbol = repeat.symbol();
            let message = format!("`{symbol}` repeats the whole of `{}`", short(&body));
            self.warnings.push(
                Diagnostic::warning(codes::WIDE_REPETITION, message, self.span(l, r))
                    .with_help(format!("write `({}){symbol}`", short(&body))),
            );
        }
        if repeat == Repeat::Star && is_command(&body) {
            let message = format!("`{}*` holds of runs without that command too", short(&body));
            self.warnings.push(
                Diagnostic::warning(codes::REPEATED_COMMAND, message, self.span(l, r))
                    .with_help("to ask for it, with anything before it, write `true* . A`"),
            );
        }
        self.regular(Reg::Repeat(repeat, Box::new(body)), l, r)
    }

    /// `R {least ... most}`; no second number for exactly that many.
    pub(crate) fn counted<'t>(
        &mut self,
        (least, most): (&str, Upper<'_>),
        body: Regular,
        l: u32,
        r: u32,
    ) -> Built<'t, Regular> {
        let parse = |number: &str| number.parse::<u32>().unwrap_or(u32::MAX);
        let least = parse(least);
        let most = match most {
            Upper::Same => Some(least),
            Upper::Number(most) => Some(parse(most)),
            Upper::None => None,
        };
        let refused = |code, message, help: String| {
            let span = Span::new(self.file, l, r);
            Err(failure(Diagnostic::error(code, message, span).with_help(help)))
        };
        if most.is_some_and(|most| most < least) {
            let message = "no number is at least the first and at most the second of these";
            let help = format!("write `{{{} ... {least}}}`", most.unwrap_or(0));
            return refused(codes::BAD_COUNT, message, help);
        }
        let rounds = most.unwrap_or(least).max(1) as usize;
        self.unrolled = self.unrolled.saturating_add(rounds.saturating_mul(unrolled_steps(&body)));
        if self.unrolled > MAX_UNROLLED {
            let message = "counted repetitions stand for too many steps here";
            let help =
                format!("at most {MAX_UNROLLED} in a formula; `R*` and `R+` have no such limit");
            return refused(codes::BAD_COUNT, message, help);
        }
        self.regular(Reg::Counted(Count { least, most }, Box::new(body)), l, r)
    }

    /// `<R> @`, `[R] -|`
    pub(crate) fn looping<'t>(
        &mut self,
        modality: Modality,
        path: Regular,
        l: u32,
        r: u32,
    ) -> Built<'t, Formula> {
        if path.is_nullable() {
            let always = if modality == Modality::Diamond { "holds" } else { "fails" };
            let message =
                format!("`{}` may be empty, so that this {always} everywhere", short(&path));
            self.warnings.push(
                Diagnostic::warning(codes::EMPTY_LOOP, message, path.span)
                    .with_help("ask for at least one action in each round: `<R . A> @`, `<R+> @`"),
            );
        }
        self.state(State::Looping(modality, path), l, r)
    }

    /// An action formula, as a regular formula.
    pub(crate) fn action<'t>(&self, kind: Act, l: u32, r: u32) -> Built<'t, Regular> {
        let action = bounded(ActionFormula::new(kind, self.span(l, r)))?;
        self.regular(Reg::Action(action), l, r)
    }

    /// A chain of action formulas; one alone may be any regular formula.
    pub(crate) fn actions<'t>(
        &mut self,
        (kind, operator): (fn(Vec<ActionFormula>) -> Act, &str),
        items: Vec<Regular>,
        l: u32,
        r: u32,
    ) -> Built<'t, Regular> {
        let items = match alone(items) {
            Ok(only) => return Ok(only),
            Err(items) => items,
        };
        let items = items
            .into_iter()
            .map(|item| one_action(item, operator))
            .collect::<Result<Vec<_>, _>>()?;
        let chain = self.action(kind(items), l, r)?;
        if operator == "implies" {
            let message = format!(
                "`{}` is met by any action that does not meet its left side",
                short(&chain)
            );
            self.warnings.push(
                Diagnostic::warning(codes::ACTION_IMPLIES, message, chain.span).with_help(
                    "what follows an action is written `[A] F`; one of two actions is `A or B`",
                ),
            );
        }
        Ok(chain)
    }

    /// `not A`
    pub(crate) fn not<'t>(&self, body: Regular, l: u32, r: u32) -> Built<'t, Regular> {
        let body = one_action(body, "not")?;
        self.action(Act::Not(Box::new(body)), l, r)
    }

    /// A regular expression over labels.
    pub(crate) fn regexp<'t>(&self, text: &str, l: u32, r: u32) -> Built<'t, Regular> {
        if let Err(reason) = regexp::compile(text, self.dialect) {
            let error = Diagnostic::error(codes::BAD_REGEXP, reason, self.span(l, r));
            let special = match self.dialect {
                Dialect::Basic => ". * [ ] \\",
                Dialect::Extended => ". * + ? | ( ) [ ] { } ^ $ \\",
            };
            return Err(failure(error.with_help(format!(
                "`{special}` are special, `\\` before them takes this away; the expression must match \
                 a whole label"
            ))));
        }
        self.action(Act::Regexp(text.to_owned(), self.dialect), l, r)
    }

    /// An action pattern.
    pub(crate) fn pattern<'t>(&mut self, text: &str, l: u32, r: u32) -> Built<'t, Regular> {
        let mut outcome = parse_action_pattern(self.file, l, text);
        let error = outcome
            .diagnostics
            .iter()
            .position(|diagnostic| diagnostic.severity == frontend::Severity::Error);
        if let Some(matcher) = outcome.value.filter(|_| error.is_none()) {
            self.warnings.append(&mut outcome.diagnostics);
            return self.action(Act::Pattern(Pattern { text: text.to_owned(), matcher }), l, r);
        }
        Err(failure(error.map_or_else(
            || {
                Diagnostic::error(
                    codes::NOT_AN_ACTION,
                    "this is not an action pattern",
                    self.span(l, r),
                )
            },
            |index| outcome.diagnostics.swap_remove(index),
        )))
    }

    fn span(&self, l: u32, r: u32) -> Span {
        Span::new(self.file, l, r)
    }
}

/// Most steps that the counted repetitions of a formula may stand for.
const MAX_UNROLLED: usize = 1_000_000;

/// Number of steps that a regular formula stands for when its counts are written out.
fn unrolled_steps(regular: &Regular) -> usize {
    match &regular.kind {
        Reg::Action(_) | Reg::Nil | Reg::Test(_) => 1,
        Reg::Sequence(items) | Reg::Choice(items) => {
            items.iter().fold(0, |sum, item| sum.saturating_add(unrolled_steps(item)))
        }
        Reg::Repeat(_, body) => unrolled_steps(body),
        Reg::Counted(count, body) => {
            let rounds = count.most.unwrap_or(count.least).max(1) as usize;
            rounds.saturating_mul(unrolled_steps(body))
        }
    }
}

/// The only item, or all of them.
fn alone<T>(mut items: Vec<T>) -> Result<T, Vec<T>> {
    match items.pop() {
        Some(only) if items.is_empty() => Ok(only),
        last => {
            items.extend(last);
            Err(items)
        }
    }
}

/// The action formula that an operator on actions asks for.
fn one_action<'t>(regular: Regular, operator: &str) -> Built<'t, ActionFormula> {
    let span = regular.span;
    if let Reg::Action(action) = regular.kind {
        return Ok(action);
    }
    let what = match regular.kind {
        Reg::Sequence(_) => "a sequence",
        Reg::Choice(_) => "a choice between sequences",
        Reg::Repeat(..) | Reg::Counted(..) => "a repetition",
        Reg::Nil | Reg::Test(_) | Reg::Action(_) => "the empty sequence",
    };
    let message = format!("`{operator}` combines single actions, but this is {what}");
    let help = if operator == "not" {
        "`[R] false` says that R never happens, `(not A)*` stands for any actions but A"
    } else {
        "a choice between sequences is written `R | S`"
    };
    Err(failure(Diagnostic::error(codes::NOT_ONE_ACTION, message, span).with_help(help)))
}

fn bounded<'t, K>(node: Node<K>) -> Built<'t, Node<K>> {
    if node.depth() <= MAX_DEPTH {
        return Ok(node);
    }
    let message = format!("this formula nests deeper than {MAX_DEPTH} levels");
    Err(failure(
        Diagnostic::error(codes::TOO_DEEP, message, node.span)
            .with_help("a chain of one operator is one level: `<a . b . c>` for `<a> <b> <c>`"),
    ))
}

/// Whether a regular formula is one command, written as a label or as a pattern.
fn is_command(regular: &Regular) -> bool {
    match &regular.kind {
        Reg::Action(action) => match &action.kind {
            Act::Literal(text) => text.starts_with("cmd(") || text.starts_with("cmd_"),
            Act::Pattern(pattern) => {
                pattern.matcher.name == "cmd" || pattern.matcher.name.starts_with("cmd_")
            }
            _ => false,
        },
        _ => false,
    }
}

fn failure<'t>(error: Diagnostic) -> Failure<'t> {
    ParseError::User { error }
}

/// A formula as text, cut where a message would get too long.
fn short(formula: &impl Display) -> String {
    const LIMIT: usize = 80;
    let text = formula.to_string();
    match text.char_indices().nth(LIMIT) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}
