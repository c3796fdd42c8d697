//! How labels are written: as Erlang terms, or with the identifiers (`model::names`) of a printed specification.

use std::fmt::Write as _;

use frontend::Float;
use model::names::wraps::wrap_constructor;
use model::names::{Target, numerals};
use model::{ActionId, Model};
use num_bigint::{BigInt, Sign};

use super::Machine;
use super::store::{Shape, TermId, TermStore};
use crate::label::Action;
use crate::semantics::evaluation::kinds::Kinds;
use crate::term::Term;

/// A way to write labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LabelStyle {
    /// Erlang terms: `cmd({button,abc})`.
    Erlang,
    /// As `lps2lts` prints the labels of the emitted mCRL2.
    Mcrl2,
    /// As the classic `instantiator` prints those of the emitted muCRL.
    Mcrl,
}

impl LabelStyle {
    /// The language whose identifiers the style uses.
    pub(crate) fn target(self) -> Target {
        match self {
            Self::Erlang | Self::Mcrl2 => Target::Mcrl2,
            Self::Mcrl => Target::Mcrl,
        }
    }
}

/// The structure of a label.
pub(crate) fn action(
    model: &Model,
    store: &TermStore,
    action: ActionId,
    args: &[TermId],
) -> Action {
    let declared = &model.actions[action];
    let mut args: Vec<Term> = args.iter().map(|&arg| store.term(arg)).collect();
    let result = if declared.has_result { args.pop() } else { None };
    Action { name: declared.name.to_string(), args, result }
}

/// The text of a label.
pub(crate) fn text(
    machine: &Machine<'_>,
    action: ActionId,
    args: &[TermId],
    structure: &Action,
) -> String {
    let comma = match machine.style {
        LabelStyle::Erlang => return structure.to_string(),
        LabelStyle::Mcrl2 => ", ",
        LabelStyle::Mcrl => ",",
    };
    let mut out = machine.names().action(action).to_owned();
    let mut writer = Writer { machine, comma, out: String::new() };
    for (position, &arg) in args.iter().enumerate() {
        writer.out.push_str(if position == 0 { "(" } else { comma });
        writer.term(arg);
    }
    out.push_str(&writer.out);
    if !args.is_empty() {
        out.push(')');
    }
    out
}

struct Writer<'a> {
    machine: &'a Machine<'a>,
    comma: &'static str,
    out: String,
}

impl Writer<'_> {
    fn term(&mut self, id: TermId) {
        let machine = self.machine;
        match machine.store.shape(id) {
            Shape::Integer(value) => self.integer(value),
            Shape::Float(bits) => {
                let float = Float::from_bits(*bits).unwrap_or_default();
                self.out.push_str(&machine.names().float(float));
            }
            Shape::Reference(number) => self.counted("reference", number),
            Shape::Pid(number) => self.counted("pid", number),
            Shape::Atom(name) => self.out.push_str(&machine.names().atom(name)),
            Shape::State(state) => self.out.push_str(machine.names().state(*state)),
            Shape::Empty | Shape::Nil => self.out.push_str(self.nil()),
            Shape::Cons(..) => self.list(id),
            Shape::Tuple(items) => self.tuple(items),
            Shape::Wrap(wrap, content) => {
                self.out.push_str(wrap_constructor(*wrap));
                self.out.push('(');
                self.term(*content);
                self.out.push(')');
            }
            Shape::Unknown { number, kinds, .. } => self.unknown(*number, *kinds),
        }
    }

    /// What stands for it where a specification has a choice of results.
    fn unknown(&mut self, number: u32, kinds: Kinds) {
        let names = self.machine.names();
        let has = |kind: Kinds| kinds.and(kind) != Kinds::NONE;
        if has(Kinds::ATOM) {
            self.out.push_str(&names.stranger(number as usize));
        } else if has(Kinds::TUPLE) {
            let _ = write!(self.out, "tuplenil({})", names.stranger(number as usize));
        } else if let Some(value) = names.strange_integer().filter(|_| has(Kinds::INTEGER)) {
            self.integer(&value);
        } else {
            let _ = write!(self.out, "?{number}");
        }
    }

    fn is_mcrl(&self) -> bool {
        self.machine.style == LabelStyle::Mcrl
    }

    fn nil(&self) -> &'static str {
        if self.is_mcrl() { "nil" } else { "nil_" }
    }

    fn integer(&mut self, value: &BigInt) {
        match value.sign() {
            Sign::Minus if self.is_mcrl() => self.counted("neg", &numerals::natural(value).into()),
            _ => self.counted("int", value),
        }
    }

    /// A constructor with a number, in muCRL a natural one.
    fn counted(&mut self, name: &str, number: &BigInt) {
        if !self.is_mcrl() {
            let _ = write!(self.out, "{name}({number})");
            return;
        }
        let number = self.machine.names().numerals().normal_form(number.magnitude());
        let _ = write!(self.out, "{name}({number})");
    }

    fn list(&mut self, mut id: TermId) {
        let name = if self.is_mcrl() { "cons(" } else { "cons_(" };
        let mut depth = 0;
        let machine = self.machine;
        while let Shape::Cons(head, tail) = machine.store.shape(id) {
            self.out.push_str(name);
            self.term(*head);
            self.out.push_str(self.comma);
            depth += 1;
            id = *tail;
        }
        self.term(id);
        self.out.push_str(&")".repeat(depth));
    }

    fn tuple(&mut self, items: &[TermId]) {
        let Some((last, init)) = items.split_last() else {
            self.out.push_str("emptytuple");
            return;
        };
        for item in init {
            self.out.push_str("tuple(");
            self.term(*item);
            self.out.push_str(self.comma);
        }
        self.out.push_str("tuplenil(");
        self.term(*last);
        self.out.push_str(&")".repeat(items.len()));
    }
}
