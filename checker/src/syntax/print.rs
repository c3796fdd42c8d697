//! Formulas as text that the parser reads back as the same formula.

use std::fmt::{self, Display, Formatter, Write};

use crate::formula::{
    Act, ActionFormula, Count, Formula, Modality, Node, Reg, Regular, Repeat, Sign, State,
    StateAtom,
};

/// How tightly a formula binds; a child that binds no tighter than asked gets parentheses.
trait Level {
    fn level(&self) -> u8;
}

impl Level for State {
    fn level(&self) -> u8 {
        match self {
            Self::Fixpoint(..) => 0,
            Self::Equ(_) => 1,
            Self::Xor(_) => 2,
            Self::Implies(_) => 3,
            Self::Or(_) => 4,
            Self::And(_) => 5,
            Self::Not(_) | Self::Modal(..) => 6,
            Self::True | Self::False | Self::Variable(_) | Self::Atom(_) | Self::Looping(..) => 7,
        }
    }
}

impl Level for Reg {
    fn level(&self) -> u8 {
        match self {
            Self::Choice(_) => 0,
            Self::Sequence(_) => 1,
            Self::Repeat(..) | Self::Counted(..) => 2,
            Self::Action(action) => action.kind.level(),
            Self::Nil | Self::Test(_) => 9,
        }
    }
}

impl Level for Act {
    fn level(&self) -> u8 {
        match self {
            Self::Equ(_) => 3,
            Self::Xor(_) => 4,
            Self::Implies(_) => 5,
            Self::Or(_) => 6,
            Self::And(_) => 7,
            Self::Not(_) => 8,
            Self::True
            | Self::False
            | Self::Tau
            | Self::Literal(_)
            | Self::Regexp(..)
            | Self::Pattern(_) => 9,
        }
    }
}

/// Prints a child that must bind at least as tightly as `level`.
fn child<K: Level>(f: &mut Formatter<'_>, node: &Node<K>, level: u8) -> fmt::Result
where
    Node<K>: Display,
{
    if node.kind.level() >= level {
        return node.fmt(f);
    }
    f.write_char('(')?;
    node.fmt(f)?;
    f.write_char(')')
}

/// Prints a chain whose members must bind at least as tightly as `level`.
fn chain<K: Level>(
    f: &mut Formatter<'_>,
    items: &[Node<K>],
    operator: &str,
    level: u8,
) -> fmt::Result
where
    Node<K>: Display,
{
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            write!(f, " {operator} ")?;
        }
        child(f, item, level)?;
    }
    Ok(())
}

impl Display for Formula {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            State::True => f.write_str("true"),
            State::False => f.write_str("false"),
            State::Variable(name) => f.write_str(name.as_str()),
            State::Atom(atom) => atom.fmt(f),
            State::Not(body) => {
                f.write_str("not ")?;
                child(f, body, 6)
            }
            State::And(items) => chain(f, items, "and", 6),
            State::Or(items) => chain(f, items, "or", 5),
            State::Implies(items) => chain(f, items, "implies", 4),
            State::Xor(items) => chain(f, items, "xor", 3),
            State::Equ(items) => chain(f, items, "equ", 2),
            State::Modal(modality, path, body) => {
                let (open, close) = modality.brackets();
                write!(f, "{open}{path}{close} ")?;
                child(f, body, 6)
            }
            State::Looping(Modality::Diamond, path) => write!(f, "<{path}> @"),
            State::Looping(Modality::Box, path) => write!(f, "[{path}] -|"),
            State::Fixpoint(sign, name, body) => {
                write!(f, "{sign} {} . ", name.as_str())?;
                // A chain in parentheses draws no lint about the scope of the variable.
                let level = if matches!(body.kind, State::Fixpoint(..)) { 0 } else { 6 };
                child(f, body, level)
            }
        }
    }
}

impl Display for StateAtom {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            // As the mu-calculus has it; CTL has the name alone.
            Self::Name(name) if f.alternate() => {
                write!(f, "state({})", lts::Term::Atom(name.clone()))
            }
            Self::Name(name) => f.write_str(&lts::Term::Atom(name.clone()).to_string()),
            Self::Data(text) => write!(f, "data({text})"),
        }
    }
}

impl Display for Regular {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Reg::Nil => f.write_str("nil"),
            Reg::Test(test) => write!(f, "?({test})"),
            Reg::Action(action) => action.fmt(f),
            Reg::Sequence(items) => chain(f, items, ".", 2),
            Reg::Choice(items) => chain(f, items, "|", 1),
            Reg::Repeat(repeat, body) => {
                child(f, body, repeated_level(body))?;
                f.write_char(repeat.symbol())
            }
            Reg::Counted(count, body) => {
                child(f, body, repeated_level(body))?;
                write!(f, " {count}")
            }
        }
    }
}

impl Display for ActionFormula {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Act::True => f.write_str("true"),
            Act::False => f.write_str("false"),
            Act::Tau => f.write_str("tau"),
            Act::Literal(text) => write!(f, "\"{text}\""),
            Act::Regexp(text, _) => write!(f, "'{text}'"),
            Act::Pattern(pattern) => f.write_str(&pattern.text),
            Act::Not(body) => {
                f.write_str("not ")?;
                child(f, body, 8)
            }
            Act::And(items) => chain(f, items, "and", 8),
            Act::Or(items) => chain(f, items, "or", 7),
            Act::Implies(items) => chain(f, items, "implies", 6),
            Act::Xor(items) => chain(f, items, "xor", 5),
            Act::Equ(items) => chain(f, items, "equ", 4),
        }
    }
}

/// How tightly the body of a repetition must bind to stand without parentheses.
fn repeated_level(body: &Regular) -> u8 {
    if matches!(body.kind, Reg::Repeat(..) | Reg::Counted(..)) { 2 } else { 9 }
}

impl Display for Count {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.most {
            Some(most) if most == self.least => write!(f, "{{{}}}", self.least),
            Some(most) => write!(f, "{{{} ... {most}}}", self.least),
            None => write!(f, "{{{} ...}}", self.least),
        }
    }
}

impl Display for Sign {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Mu => "mu",
            Self::Nu => "nu",
        })
    }
}

impl Modality {
    /// The brackets around the regular formula.
    pub fn brackets(self) -> (char, char) {
        match self {
            Self::Diamond => ('<', '>'),
            Self::Box => ('[', ']'),
        }
    }
}

impl Repeat {
    /// The operator as written.
    pub fn symbol(self) -> char {
        match self {
            Self::Star => '*',
            Self::Plus => '+',
            Self::Optional => '?',
        }
    }
}
