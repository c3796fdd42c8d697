//! A question for mCRL2: a formula and a system as its tools read them.
//!
//! Input: a system, a formula. Output: the texts of a `.mcf`, a `.mcrl2` and an `.aut` file. Labels are
//! numbered (`a1`, `a2`, ..), since mCRL2 cannot read most of them, and conditions are written as the
//! labels that meet them; a comment says which is which. Everything is in parentheses: mCRL2's operators
//! bind in other ways. Paths with tests, which formulas about fair runs have, are written as fixpoints. What the states
//! themselves show has no place there.

use std::fmt::Write as _;

use frontend::{Diagnostic, Name};
use lts::{Label, LabelTable, Lts};

use crate::checks::variables::instantiate;
use crate::codes;
use crate::conditions::action::labels_of;
use crate::formula::{ActionFormula, Count, Formula, Modality, Reg, Regular, Repeat, Sign, State};

/// Longest formula that is written, in bytes.
const MOST: usize = 16 << 20;

/// Parts of a path with tests, at most: each of them is one more level.
const MOST_PARTS: usize = 1_000;

/// The texts of the files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// `.mcf`: the formula.
    pub formula: String,
    /// `.mcrl2`: the declarations of the actions.
    pub actions: String,
    /// `.aut`: the system with numbered labels.
    pub system: String,
}

/// The question whether a formula holds in the initial state of a system, for mCRL2.
///
/// `lts2pbes -D x.mcrl2 -f x.mcf x.aut x.pbes && pbessolve x.pbes` answers it.
pub fn question(lts: &Lts, formula: &Formula) -> Result<Question, Diagnostic> {
    let refused = |message: &str, help: &str| {
        Err(Diagnostic::error(codes::NOT_FOR_MCRL2, message, formula.span).with_help(help))
    };
    let mut has_atoms = false;
    formula.for_each_atom(&mut |_, _| has_atoms = true);
    if has_atoms {
        let message = "mCRL2 knows nothing of what states show besides their transitions";
        return refused(message, "ask with actions: `enabled(A)`, `<A> true`");
    }
    if !lts.is_complete() {
        return refused("this system is not complete", "raise --max-states or --timeout");
    }
    let formula = &instantiate(formula, lts.labels())?;
    let (bound, out) = (Vec::new(), String::new());
    let mut writer =
        Writer { labels: lts.labels(), bound, n_names: 0, out, is_open: false, is_deep: false };
    writer.state(formula);
    if writer.is_open {
        let message = "labels have unknown values, which may be meant or not";
        return refused(message, "say what is unknown: `{stubs, ..}`, `--init`");
    }
    if writer.is_full() {
        let message = "this formula is too large for mCRL2, which has no `equ`, `xor` and counters";
        return refused(message, "check it here, or write it without them");
    }
    let formula = format!("{}{}\n", table(lts.labels()), writer.out);
    Ok(Question { formula, actions: actions(lts.labels()), system: system(lts) })
}

/// The name of a label; number 0 is the internal action.
fn name(label: usize) -> String {
    if label == 0 { "tau".to_owned() } else { format!("a{label}") }
}

/// Which label is which, as a comment.
fn table(labels: &LabelTable) -> String {
    let mut text = String::new();
    for (id, label) in labels.iter() {
        if let Label::Visible { text: label, .. } = label {
            let _ = writeln!(text, "% {} is {}", name(id.index()), label.escape_debug());
        }
    }
    text
}

fn actions(labels: &LabelTable) -> String {
    let names: Vec<_> = (1..labels.len()).map(name).collect();
    // A specification has to say something.
    if names.is_empty() {
        "sort Unused;\n".to_owned()
    } else {
        format!("act {};\n", names.join(","))
    }
}

fn system(lts: &Lts) -> String {
    let (initial, n_states) = (lts.initial().0, lts.n_states());
    let mut text = format!("des ({initial},{},{n_states})\n", lts.n_transitions());
    for state in lts.states() {
        for edge in lts.out(state) {
            let label = name(edge.label.index());
            let _ = writeln!(text, "({},\"{label}\",{})", state.0, edge.target.0);
        }
    }
    text
}

/// Writes formulas; stops where they get too long.
struct Writer<'l> {
    labels: &'l LabelTable,
    /// Variables and the names they have there, which are all different.
    bound: Vec<(Name, String)>,
    n_names: usize,
    out: String,
    /// Whether a label may meet a condition or not.
    is_open: bool,
    /// Whether a path with tests has too many parts.
    is_deep: bool,
}

impl Writer<'_> {
    fn put(&mut self, text: &str) {
        if !self.is_full() {
            self.out.push_str(text);
        }
    }

    /// Whether it is too long already.
    fn is_full(&self) -> bool {
        self.is_deep || self.out.len() > MOST
    }

    fn state(&mut self, formula: &Formula) {
        if self.is_full() {
            return;
        }
        match &formula.kind {
            State::True => self.put("true"),
            State::False | State::Atom(_) => self.put("false"),
            State::Variable(name) => {
                let bound = self.bound.iter().rev().find(|(bound, _)| bound == name);
                let name = bound.map_or_else(|| "false".to_owned(), |(_, name)| name.clone());
                self.put(&name);
            }
            State::Not(body) => self.around("(!", body, ")"),
            State::And(items) => self.chain(items, " && "),
            State::Or(items) => self.chain(items, " || "),
            State::Implies(items) => self.implies(items),
            State::Equ(items) => self.equ(items, true),
            State::Xor(items) => self.equ(items, false),
            State::Looping(modality, path) => self.looping(*modality, path),
            State::Modal(modality, path, body) => {
                self.through(*modality, path, &|writer| writer.state(body));
            }
            State::Fixpoint(sign, name, body) => {
                let variable = self.fresh(*sign);
                self.bound.push((name.clone(), variable));
                self.around("", body, ")");
                self.bound.pop();
            }
        }
    }

    fn around(&mut self, before: &str, body: &Formula, behind: &str) {
        self.put(before);
        self.state(body);
        self.put(behind);
    }

    /// Opens a fixpoint with a name of its own, which is returned.
    fn fresh(&mut self, sign: Sign) -> String {
        let name = format!("X{}", self.n_names);
        self.n_names += 1;
        self.put(&format!("({sign} {name}. "));
        name
    }

    fn looping(&mut self, modality: Modality, path: &Regular) {
        let sign = if modality == Modality::Diamond { Sign::Nu } else { Sign::Mu };
        let name = self.fresh(sign);
        self.through(modality, path, &|writer| writer.put(&name));
        self.put(")");
    }

    /// What is so behind some way along a path, or behind all. Regular formulas of mCRL2 have no tests: a path with tests is
    /// written out.
    fn through(&mut self, modality: Modality, path: &Regular, behind: &dyn Fn(&mut Self)) {
        let mut has_test = false;
        path.for_each_test(&mut |_| has_test = true);
        if has_test {
            self.is_deep |= path.n_nodes() > MOST_PARTS;
            return self.tested(modality, path, behind);
        }
        let (open, close) = modality.brackets();
        self.put(&format!("({open}"));
        self.path(path);
        self.put(&close.to_string());
        behind(self);
        self.put(")");
    }

    fn tested(&mut self, modality: Modality, path: &Regular, behind: &dyn Fn(&mut Self)) {
        if self.is_full() {
            return;
        }
        let (or, sign) = match modality {
            Modality::Diamond => (" || ", Sign::Mu),
            Modality::Box => (" && ", Sign::Nu),
        };
        match &path.kind {
            Reg::Nil => behind(self),
            Reg::Action(_) => self.through(modality, path, behind),
            Reg::Test(test) => {
                let joins =
                    if modality == Modality::Diamond { ["(", " && "] } else { ["((!", ") || "] };
                self.around(joins[0], test, joins[1]);
                behind(self);
                self.put(")");
            }
            Reg::Sequence(items) => match items.split_first() {
                None => behind(self),
                Some((first, rest)) => {
                    let rest = Regular::new(Reg::Sequence(rest.to_vec()), path.span);
                    self.through(modality, first, &|writer| writer.tested(modality, &rest, behind));
                }
            },
            Reg::Choice(items) => {
                for (number, item) in items.iter().enumerate() {
                    self.put(if number == 0 { "(" } else { or });
                    self.through(modality, item, behind);
                }
                self.put(")");
            }
            Reg::Repeat(Repeat::Optional, body) => {
                self.put("(");
                behind(self);
                self.put(or);
                self.through(modality, body, behind);
                self.put(")");
            }
            Reg::Repeat(Repeat::Star, body) => {
                let name = self.fresh(sign);
                behind(self);
                self.put(or);
                self.through(modality, body, &|writer| writer.put(&name));
                self.put(")");
            }
            Reg::Repeat(Repeat::Plus, body) => self.rounds(modality, (body, 1, None), behind),
            Reg::Counted(Count { least, most }, body) => {
                let more = most.map(|most| most.saturating_sub(*least));
                self.rounds(modality, (body, *least, more), behind);
            }
        }
    }

    /// So many rounds of a path with tests, and so many more or fewer, or any number of them.
    fn rounds(
        &mut self,
        modality: Modality,
        (body, least, more): (&Regular, u32, Option<u32>),
        behind: &dyn Fn(&mut Self),
    ) {
        let once = |kind| Regular::new(kind, body.span);
        let body_once = || Box::new(body.clone());
        if let Some(least) = least.checked_sub(1) {
            return self.through(modality, body, &|writer| {
                writer.rounds(modality, (body, least, more), behind);
            });
        }
        match more {
            Some(0) => behind(self),
            None => self.tested(modality, &once(Reg::Repeat(Repeat::Star, body_once())), behind),
            Some(more) => {
                self.put("(");
                behind(self);
                self.put(if modality == Modality::Diamond { " || " } else { " && " });
                self.through(modality, body, &|writer| {
                    writer.rounds(modality, (body, 0, Some(more - 1)), behind);
                });
                self.put(")");
            }
        }
    }

    fn chain(&mut self, items: &[Formula], operator: &str) {
        self.put("(");
        for (number, item) in items.iter().enumerate() {
            self.around(if number == 0 { "" } else { operator }, item, "");
        }
        self.put(")");
    }

    fn implies(&mut self, items: &[Formula]) {
        for (number, item) in items.iter().enumerate() {
            self.around(if number == 0 { "(" } else { " => (" }, item, "");
        }
        self.put(&")".repeat(items.len()));
    }

    /// `F equ G`, or where they differ: each side stands there twice.
    fn equ(&mut self, items: &[Formula], same: bool) {
        let Some((last, rest)) = items.split_last() else { return };
        if self.is_full() {
            return;
        }
        let [_, ..] = rest else { return self.state(last) };
        let signs = if same { [("", ""), ("!", "!")] } else { [("", "!"), ("!", "")] };
        self.put("(");
        for (number, (left, right)) in signs.into_iter().enumerate() {
            self.put(if number == 0 { "(" } else { " || (" });
            self.put(left);
            self.equ(rest, same);
            self.put(" && ");
            self.put(right);
            self.around("", last, ")");
        }
        self.put(")");
    }

    fn path(&mut self, path: &Regular) {
        if self.is_full() {
            return;
        }
        match &path.kind {
            // A path with tests is written by another function.
            Reg::Nil | Reg::Test(_) => self.put("(false*)"),
            Reg::Action(action) => self.action(action),
            Reg::Sequence(items) => self.paths(items, " . "),
            Reg::Choice(items) => self.paths(items, " + "),
            Reg::Counted(count, body) => {
                let n_parts = count.most.unwrap_or(count.least + 1).max(1);
                self.put("((false*)");
                for number in 0..n_parts {
                    let (before, behind) = match (number < count.least, count.most) {
                        (true, _) => (" . ", ""),
                        (false, Some(0)) => break,
                        (false, Some(_)) => (" . ((false*) + ", ")"),
                        (false, None) => (" . (", ")*"),
                    };
                    self.put(before);
                    self.path(body);
                    self.put(behind);
                }
                self.put(")");
            }
            Reg::Repeat(repeat, body) => {
                let (before, behind) = match repeat {
                    Repeat::Star => ("(", ")*"),
                    Repeat::Plus => ("(", ")+"),
                    Repeat::Optional => ("((false*) + ", ")"),
                };
                self.put(before);
                self.path(body);
                self.put(behind);
            }
        }
    }

    fn paths(&mut self, items: &[Regular], operator: &str) {
        self.put("(");
        for (number, item) in items.iter().enumerate() {
            self.put(if number == 0 { "" } else { operator });
            self.path(item);
        }
        self.put(")");
    }

    /// A condition as the labels that meet it.
    fn action(&mut self, action: &ActionFormula) {
        let labels = labels_of(action, self.labels);
        self.is_open |= labels.surely != labels.possibly;
        let names: Vec<_> = labels.surely.ones().map(name).collect();
        match names.len() {
            0 => self.put("false"),
            n if n == self.labels.len() => self.put("true"),
            _ => self.put(&format!("({})", names.join(" || "))),
        }
    }
}
