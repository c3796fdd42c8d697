//! Text to guards, and where a guard ends in a formula.
//!
//! Outside of parentheses a guard ends before what a formula goes on with: `and`, `or`, `xor`,
//! `implies`, `.`, `|`, a repetition, a closing bracket; and before a `>` that could only compare what
//! was compared already, since comparisons do not chain.

use frontend::diagnostic::Diagnostic;
use frontend::source::{FileId, Span};

use super::{Binary, Expression, Function, Guard, Unary};
use crate::codes;
use crate::term::chars;
use crate::term::grammar::Parser;
use crate::term::pattern::{TermPattern, term_extent};

/// Operations may nest this deep.
const MAX_DEPTH: usize = 100;
/// A guard may have this many operations between operands.
const MAX_OPERATIONS: usize = 1_000;

/// A guard, and the number of bytes that it takes up.
pub(crate) struct Scanned {
    pub(crate) guard: Result<Guard, Diagnostic>,
    pub(crate) extent: usize,
}

/// Reads the guard that `text` starts with, behind `when`.
pub(crate) fn scan(file: FileId, base: u32, text: &str) -> Scanned {
    let mut scanner = Scanner { file, base, text, at: 0, inside: 0, depth: 0, n_operations: 0 };
    let guard = scanner.guard();
    Scanned { guard, extent: scanner.at }
}

type Parsed = Result<Expression, Diagnostic>;

struct Scanner<'t> {
    file: FileId,
    base: u32,
    text: &'t str,
    /// Behind the last token that belongs to the guard.
    at: usize,
    /// Number of open parentheses.
    inside: usize,
    depth: usize,
    n_operations: usize,
}

/// How tightly operators bind, loosest first.
const LEVELS: [&[(&str, Binary)]; 5] = [
    &[("orelse", Binary::OrElse)],
    &[("andalso", Binary::AndAlso)],
    &[
        ("=:=", Binary::Same),
        ("=/=", Binary::NotSame),
        ("==", Binary::Equal),
        ("/=", Binary::NotEqual),
        ("=<", Binary::AtMost),
        (">=", Binary::AtLeast),
        ("<", Binary::Less),
        (">", Binary::Greater),
    ],
    &[("+", Binary::Add), ("-", Binary::Subtract), ("or", Binary::Or), ("xor", Binary::Xor)],
    &[
        ("*", Binary::Multiply),
        ("/", Binary::Quotient),
        ("div", Binary::Divide),
        ("rem", Binary::Remainder),
        ("and", Binary::And),
    ],
];
/// The level of comparisons, which do not chain.
const COMPARISONS: usize = 2;

impl<'t> Scanner<'t> {
    fn guard(&mut self) -> Result<Guard, Diagnostic> {
        let mut alternatives = vec![vec![self.expression(0)?]];
        loop {
            let condition = if self.take(",") {
                false
            } else if self.take(";") {
                true
            } else {
                return Ok(Guard(alternatives));
            };
            let next = self.expression(0)?;
            match alternatives.last_mut() {
                Some(conditions) if !condition => conditions.push(next),
                _ => alternatives.push(vec![next]),
            }
        }
    }

    fn expression(&mut self, level: usize) -> Parsed {
        let Some(operators) = LEVELS.get(level) else {
            return self.operand();
        };
        let mut left = self.expression(level + 1)?;
        let is_test = matches!(&left, Expression::Call(function, _) if function.is_test());
        if level == COMPARISONS && is_test && self.inside == 0 {
            return Ok(left);
        }
        while let Some(operator) = self.operator(operators) {
            self.n_operations += 1;
            if self.n_operations > MAX_OPERATIONS {
                let message = format!("a guard has at most {MAX_OPERATIONS} operations");
                return Err(Diagnostic::error(codes::TOO_DEEP, message, self.here()));
            }
            let right = self.expression(level + 1)?;
            left = Expression::Binary(operator, Box::new(left), Box::new(right));
            if level == COMPARISONS {
                break;
            }
        }
        Ok(left)
    }

    /// Takes one of these operators, if it belongs to the guard.
    fn operator(&mut self, operators: &[(&str, Binary)]) -> Option<Binary> {
        let rest = self.rest();
        let &(text, operator) = operators.iter().find(|(text, _)| starts_with(rest, text))?;
        let is_formula = matches!(operator, Binary::And | Binary::Or | Binary::Xor);
        let behind = rest[text.len()..].trim_start_matches(chars::is_blank);
        if self.inside == 0 && (is_formula || !starts_operand(behind)) {
            return None;
        }
        self.at = self.text.len() - rest.len() + text.len();
        Some(operator)
    }

    fn operand(&mut self) -> Parsed {
        if self.depth == MAX_DEPTH {
            let message = format!("guards nest deeper than {MAX_DEPTH} levels here");
            return Err(Diagnostic::error(codes::TOO_DEEP, message, self.here()));
        }
        self.depth += 1;
        let expression = self.nested();
        self.depth -= 1;
        expression
    }

    fn nested(&mut self) -> Parsed {
        let unary = [("not", Unary::Not), ("-", Unary::Minus), ("+", Unary::Plus)];
        for (text, operator) in unary {
            if self.take(text) {
                return Ok(Expression::Unary(operator, Box::new(self.operand()?)));
            }
        }
        if self.take("(") {
            self.inside += 1;
            let inner = self.expression(0)?;
            self.close()?;
            self.inside -= 1;
            return Ok(inner);
        }
        self.call().unwrap_or_else(|| self.term())
    }

    fn close(&mut self) -> Result<(), Diagnostic> {
        if self.take(")") {
            return Ok(());
        }
        Err(self.error("expected an operator or `)` in a guard"))
    }

    /// A guard function with its arguments, if one is called here.
    fn call(&mut self) -> Option<Parsed> {
        let rest = self.rest();
        let name = &rest[..rest.find(|c| !chars::is_name_char(c))?];
        if !name.starts_with(chars::is_atom_start) || !rest[name.len()..].starts_with('(') {
            return None;
        }
        let start = self.text.len() - rest.len();
        self.at = start + name.len() + 1;
        let span = self.span(start, start + name.len());
        Some(self.arguments().and_then(|arguments| {
            let row = Function::TABLE
                .iter()
                .find(|(function, arity, _)| *function == name && *arity == arguments.len());
            row.map(|(_, _, function)| Expression::Call(*function, arguments)).ok_or_else(|| {
                let names: Vec<&str> = Function::TABLE.iter().map(|(name, _, _)| *name).collect();
                let message = format!("`{name}` with these arguments cannot be called in a guard");
                Diagnostic::error(codes::GUARD, message, span)
                    .with_help(format!("guards know {}", names.join(", ")))
            })
        }))
    }

    fn arguments(&mut self) -> Result<Vec<Expression>, Diagnostic> {
        self.inside += 1;
        let mut arguments = vec![self.expression(0)?];
        while self.take(",") {
            arguments.push(self.expression(0)?);
        }
        self.close()?;
        self.inside -= 1;
        Ok(arguments)
    }

    fn term(&mut self) -> Parsed {
        let rest = self.rest();
        let extent = term_extent(rest);
        if extent == 0 {
            return Err(self.error("expected a term, a variable or a test in a guard"));
        }
        let start = self.text.len() - rest.len();
        self.at = start + extent;
        let base = self.base.saturating_add(u32::try_from(start).unwrap_or(u32::MAX));
        let term: TermPattern = Parser::new(self.file, base, &rest[..extent]).term()?;
        if term.has_wildcard() {
            let message = "`_` stands for any term, which a guard cannot compute with";
            let span = self.span(start, start + extent);
            return Err(Diagnostic::error(codes::GUARD, message, span));
        }
        Ok(Expression::Term(term))
    }

    /// Takes a symbol or a word, if it stands here.
    fn take(&mut self, text: &str) -> bool {
        let rest = self.rest();
        // `-|` is an operator of formulas.
        let is_longer = text == "/" && rest.starts_with("/=");
        let is_next = starts_with(rest, text) && !is_longer && !rest.starts_with("-|");
        if is_next {
            self.at = self.text.len() - rest.len() + text.len();
        }
        is_next
    }

    /// What follows, without blanks before it.
    fn rest(&self) -> &'t str {
        self.text[self.at..].trim_start_matches(chars::is_blank)
    }

    fn error(&self, message: &str) -> Diagnostic {
        Diagnostic::error(codes::GUARD, message, self.here())
            .with_help("for example `cmd({pay,N}) when N > 3`; parentheses show where a guard ends")
    }

    /// The place of the next character.
    fn here(&self) -> Span {
        let start = self.text.len() - self.rest().len();
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        self.span(start, start + length)
    }

    fn span(&self, start: usize, end: usize) -> Span {
        let offset = |at| self.base.saturating_add(u32::try_from(at).unwrap_or(u32::MAX));
        Span::new(self.file, offset(start), offset(end))
    }
}

/// Whether a text starts with this symbol or, as a whole word, this word.
fn starts_with(rest: &str, text: &str) -> bool {
    let Some(behind) = rest.strip_prefix(text) else { return false };
    !text.starts_with(chars::is_name_char) || !behind.starts_with(chars::is_name_char)
}

/// Whether an operand may start like this.
fn starts_operand(text: &str) -> bool {
    let text = text.trim_start_matches(['-', '+']);
    let is_start = |c: char| chars::is_name_char(c) && c != '@';
    text.starts_with(|c: char| is_start(c) || matches!(c, '(' | '$' | '{' | '[' | '"' | '\'' | '#'))
}
