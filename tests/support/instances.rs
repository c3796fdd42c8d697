//! Runs of real modules in systems with unknown values.
//!
//! Input: a system whose labels hold unknown values, and the labels of a run with ground terms.
//! Output: whether the run is an instance of some path. Each label is compared by itself: the same
//! number in two labels need not be the same value. A run does not show how long a `receive` may wait, nor
//! that it has given up.

use std::collections::{BTreeMap, BTreeSet};

use lts::{Action, Label, Lts, StateId, Term};

/// Numbers of references and processes from here on are those of a run: the model has its own.
const FIRST_OF_RUN: u32 = 1001;

/// What the unknown values and the references of the model stand for.
#[derive(Clone, Default)]
pub struct Binding {
    unknowns: BTreeMap<u32, Term>,
    /// Each with one of the run.
    references: Vec<(Term, Term)>,
}

impl Binding {
    /// Whether some assignment of its unknown values and references makes the first term the second.
    pub fn is_instance(&mut self, general: &Term, term: &Term) -> bool {
        match (general, term) {
            (Term::Unknown(number), term) => {
                self.unknowns.entry(*number).or_insert_with(|| term.clone()) == term
            }
            (Term::Reference(_), Term::Reference(own)) | (Term::Pid(_), Term::Pid(own))
                if *own >= FIRST_OF_RUN.into() =>
            {
                let pair = (general.clone(), term.clone());
                let touches = |known: &&(Term, Term)| known.0 == pair.0 || known.1 == pair.1;
                let known = self.references.iter().find(touches).cloned();
                let is_new = known.is_none();
                self.references.extend(is_new.then(|| pair.clone()));
                is_new || known == Some(pair)
            }
            // What a real fun holds does not show.
            (Term::Fun(_), Term::Atom(name)) if name.as_str() == "$fun" => true,
            (Term::Tuple(left), Term::Tuple(right)) => self.are_instances(left, right),
            (Term::Binary(left), Term::Binary(right)) => self.are_bytes(left, right),
            // Keys that are not known may stand in another order.
            (Term::Map(left), Term::Map(right)) => {
                left.len() == right.len() && self.is_map_instance(left, right)
            }
            (Term::List(..), _) | (_, Term::List(..)) => {
                match (head_and_tail(general), head_and_tail(term)) {
                    (Some((head, tail)), Some((other, rest))) => {
                        self.is_instance(&head, &other) && self.is_instance(&tail, &rest)
                    }
                    _ => general == term,
                }
            }
            _ => general == term,
        }
    }

    /// Whether the entries of one map are those of the other one, in some order.
    fn is_map_instance(&mut self, general: &[(Term, Term)], entries: &[(Term, Term)]) -> bool {
        let Some(((key, value), rest)) = general.split_first() else { return true };
        (0..entries.len()).any(|number| {
            let mut own = self.clone();
            let (other, own_value) = &entries[number];
            let mut left = entries.to_vec();
            left.remove(number);
            let fits = own.is_instance(key, other)
                && own.is_instance(value, own_value)
                && own.is_map_instance(rest, &left);
            if fits {
                *self = own;
            }
            fits
        })
    }

    /// Whether bytes, the last of which may stand for all that is left, are those of another binary.
    fn are_bytes(&mut self, general: &[Term], bytes: &[Term]) -> bool {
        if let Some((rest @ Term::Unknown(_), before)) = general.split_last()
            && general.len() != bytes.len()
            && before.len() <= bytes.len()
        {
            let (own, left) = bytes.split_at(before.len());
            return self.are_instances(before, own)
                && self.is_instance(rest, &Term::list(left.to_vec()));
        }
        self.are_instances(general, bytes)
    }

    /// The same for terms side by side.
    pub fn are_instances(&mut self, general: &[Term], terms: &[Term]) -> bool {
        let mut both = general.iter().zip(terms);
        general.len() == terms.len() && both.all(|(left, right)| self.is_instance(left, right))
    }
}

/// The first element of a list, and the rest of it.
fn head_and_tail(list: &Term) -> Option<(Term, Term)> {
    let Term::List(items, end) = list else { return None };
    let (head, rest) = items.split_first()?;
    let end = end.as_deref().cloned().unwrap_or(Term::Nil);
    Some((head.clone(), Term::list_with_tail(rest.to_vec(), end)))
}

/// Whether a label of the model speaks of this action.
fn speaks_of(label: &Label, action: &Action) -> bool {
    label.action().is_some_and(|general| is_instance_of(general, action))
}

/// Whether some assignment of its unknown values makes the first action the second.
pub fn is_instance_of(general: &Action, action: &Action) -> bool {
    if action.name.as_str() == "receive" {
        let message = general.result.iter().zip(&action.result);
        return general.name == action.name
            && message.fold(true, |all, (general, message)| {
                all && Binding::default().is_instance(general, message)
            });
    }
    let parts =
        |action: &Action| Term::Tuple(action.args.iter().chain(&action.result).cloned().collect());
    general.name == action.name
        && general.args.len() == action.args.len()
        && general.result.is_some() == action.result.is_some()
        && Binding::default().is_instance(&parts(general), &parts(action))
}

/// Whether a step does not show in a run.
fn is_silent(label: &Label) -> bool {
    let gives_up = |action: &Action| action.name.as_str() == "receive after";
    *label == Label::Tau || label.action().is_some_and(gives_up)
}

/// Whether some state can do nothing but receive a message.
fn waits(lts: &Lts, states: &BTreeSet<StateId>) -> bool {
    let receives =
        |label: &Label| label.action().is_some_and(|action| action.name.as_str() == "receive");
    let only =
        |state: &StateId| lts.out(*state).iter().all(|edge| receives(lts.labels().get(edge.label)));
    states.iter().any(only)
}

/// These states and those that internal steps lead to.
fn closure(lts: &Lts, mut states: BTreeSet<StateId>) -> BTreeSet<StateId> {
    let mut pending: Vec<StateId> = states.iter().copied().collect();
    while let Some(state) = pending.pop() {
        for edge in lts.out(state) {
            if is_silent(lts.labels().get(edge.label)) && states.insert(edge.target) {
                pending.push(edge.target);
            }
        }
    }
    states
}

/// Follows one run in a model with unknown results; `None` if it is an instance of a path.
pub fn follow_instance(lts: &Lts, run: &[&str]) -> Option<String> {
    let mut states = closure(lts, BTreeSet::from([lts.initial()]));
    for &line in run {
        // Outside calls are taken to return.
        if line == "idle" || line.contains(" raises ") {
            return None;
        }
        if line == "hangs" {
            return (!waits(lts, &states)).then(|| format!("does not hang in {run:#?}"));
        }
        let parsed = |text| Action::parse(text).unwrap_or_else(|| panic!("{text}"));
        let shown: Vec<Action> = line.split('\t').take(2).map(parsed).collect();
        let edges = states.iter().flat_map(|&state| lts.out(state));
        let next = edges.filter(|edge| {
            shown.iter().any(|action| speaks_of(lts.labels().get(edge.label), action))
        });
        let next = next.map(|edge| edge.target).collect();
        states = closure(lts, next);
        if states.is_empty() {
            return Some(format!("no way for {line} in {run:#?}"));
        }
    }
    None
}
