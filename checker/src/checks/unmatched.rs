//! Conditions on labels that no label of the system meets.
//!
//! Input: a formula and the labels of a system. Output: a warning for each literal, regular
//! expression and pattern that matches nothing, with the closest label, and for each combination
//! of conditions that cannot be met.

use frontend::{Diagnostic, Span};
use lts::LabelTable;

use crate::checks::nearest::nearest;
use crate::codes;
use crate::conditions::action::labels_of;
use crate::conditions::atoms::{ENDED, StateAtoms};
use crate::formula::{Act, ActionFormula, Formula, Reg, Regular, State, StateAtom};
use crate::syntax::foreign::is_encoded;

/// Warnings about conditions that no label of a system with these atoms meets; `complete` unless more labels may be found.
pub(crate) fn warnings(
    formula: &Formula,
    (labels, complete): (&LabelTable, bool),
    atoms: &dyn StateAtoms,
) -> Vec<Diagnostic> {
    let mut context = Context { labels, complete, atoms, warnings: Vec::new() };
    context.formula(formula);
    context.warnings
}

/// Warnings about atoms that `atoms` does not offer; what is called as one of these labels is an action.
pub(crate) fn atom_warnings(
    formula: &Formula,
    atoms: &dyn StateAtoms,
    labels: &LabelTable,
) -> Vec<Diagnostic> {
    let names = atoms.names();
    let mut unknown = Vec::new();
    let mut no_data = Vec::new();
    formula.for_each_atom(&mut |atom, span| match atom {
        StateAtom::Data(_) if !atoms.has_data() => no_data.push(span),
        StateAtom::Data(_) => {}
        StateAtom::Name(name) => {
            let name = name.as_str();
            if name != ENDED && !names.iter().any(|other| other == name) {
                unknown.push((name.to_owned(), span));
            }
        }
    });
    let warning = |(name, span): (String, Span)| {
        let message = format!("no state is called `{name}`");
        let nearest = names.iter().min_by_key(|near| strsim::levenshtein(near, &name));
        let is_close = |near: &&String| strsim::levenshtein(near, &name) <= name.len() / 3 + 1;
        let help = match (action(&name, labels), nearest.filter(is_close)) {
            (Some(action), _) => of_action(&action),
            (None, Some(near)) => format!("did you mean `{near}`?"),
            (None, None) if names.is_empty() => {
                "an .aut file says nothing of states but their transitions: \
                                         `deadlock`, `enabled(A)`"
                    .to_owned()
            }
            (None, None) => format!("there are {}", names.join(", ")),
        };
        Diagnostic::warning(codes::NO_SUCH_STATE, message, span).with_help(help)
    };
    let without = |span| {
        let message = "these states have no data: this holds nowhere";
        Diagnostic::warning(codes::NO_SUCH_STATE, message, span)
            .with_help("`data(Expr)` speaks of the machine of an Erlang module")
    };
    unknown.into_iter().map(warning).chain(no_data.into_iter().map(without)).collect()
}

/// What is called so and is an action, as formulas name it.
fn action(name: &str, labels: &LabelTable) -> Option<String> {
    if name.ends_with(')') {
        return Some(name.to_owned());
    }
    labels.iter().find_map(|(_, label)| match label.action() {
        _ if label.text() == Some(name) => Some(name.to_owned()),
        Some(action) if action.name == name => {
            Some(format!("{name}({})", vec!["_"; action.args.len()].join(",")))
        }
        _ => None,
    })
}

/// How an action is asked for, where a state was meant to be.
fn of_action(action: &str) -> String {
    format!(
        "an action is no state: `enabled({action})` asks whether it can come next; that it comes is asked in ESCTL, \
         `EF{{{action}}} true`, or in the mu-calculus, `<true* . {action}> true`"
    )
}

struct Context<'l> {
    labels: &'l LabelTable,
    complete: bool,
    atoms: &'l dyn StateAtoms,
    warnings: Vec<Diagnostic>,
}

impl Context<'_> {
    fn formula(&mut self, formula: &Formula) {
        match &formula.kind {
            State::True | State::False | State::Variable(_) | State::Atom(_) => {}
            State::And(items)
            | State::Or(items)
            | State::Implies(items)
            | State::Equ(items)
            | State::Xor(items) => {
                for item in items {
                    self.formula(item);
                }
            }
            State::Not(body) | State::Fixpoint(_, _, body) => self.formula(body),
            State::Looping(_, path) => self.path(path),
            State::Modal(_, path, body) => {
                self.path(path);
                self.formula(body);
            }
        }
    }

    fn path(&mut self, path: &Regular) {
        match &path.kind {
            Reg::Nil => {}
            Reg::Test(test) => self.formula(test),
            Reg::Action(action) => {
                let n_warnings = self.warnings.len();
                self.leaves(action);
                if self.warnings.len() == n_warnings {
                    self.combination(action);
                }
            }
            Reg::Sequence(items) | Reg::Choice(items) => {
                for item in items {
                    self.path(item);
                }
            }
            Reg::Repeat(_, body) | Reg::Counted(_, body) => self.path(body),
        }
    }

    /// Warns of the leaves that match nothing.
    fn leaves(&mut self, action: &ActionFormula) {
        if action.is_made() && action.is_leaf() {
            return;
        }
        action.children().iter().for_each(|child| self.leaves(child));
        let (what, text) = match &action.kind {
            Act::Literal(text) => ("is", text),
            Act::Regexp(text, _) => ("matches", text),
            Act::Pattern(pattern) => ("is an action of the form", &pattern.text),
            _ => return,
        };
        let name = text.split('(').next().unwrap_or_default();
        if !labels_of(action, self.labels).is_clear() || self.atoms.is_end(name) {
            return;
        }
        let so_far = if self.complete { "" } else { " found so far" };
        let message = format!("no label{so_far} {what} `{action}`");
        let nearest = nearest(&action.kind, text, self.labels);
        let help = match nearest {
            _ if is_encoded(text) && !self.are_encoded() => {
                "labels are written as Erlang terms here, `cmd({button,abc})`, and not as muCRL encodes them; ".to_owned()
            }
            Some(label) => format!("did you mean {label}? "),
            None => String::new(),
        };
        let warning = Diagnostic::warning(codes::NO_SUCH_LABEL, message, action.span).with_help(
            format!("{help}as it stands, `[…] F` over it holds everywhere and `<…> F` nowhere"),
        );
        // An operator of ESCTL has its events in several places.
        if !self.warnings.contains(&warning) {
            self.warnings.push(warning);
        }
    }

    /// Whether labels are those of a specification, in which terms have constructors.
    fn are_encoded(&self) -> bool {
        self.labels.iter().any(|(_, label)| label.text().is_some_and(is_encoded))
    }

    /// Warns of conditions on one action that no label meets together; not where an operator such as `A [F {A} U {B} G]` has
    /// combined its events, which may well exclude each other.
    fn combination(&mut self, action: &ActionFormula) {
        if action.is_leaf() || action.is_made() || !labels_of(action, self.labels).is_clear() {
            return;
        }
        let so_far = if self.complete { "" } else { " found so far" };
        let message = format!("no label{so_far} meets `{action}`");
        let warning = Diagnostic::warning(codes::EMPTY_ACTION, message, action.span);
        self.warnings.push(match &action.kind {
            Act::And(_) => warning.with_help(
                "`and` combines conditions on one action; a sequence is written `A . B`",
            ),
            _ => warning,
        });
    }
}
