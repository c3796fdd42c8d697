//! Names of a model in a target language.
//!
//! Input: a model. Output: an identifier for every atom, state, action and function; different
//! things that could be confused get different identifiers. A name of the source is kept where it
//! is an identifier of the target and free; else it is `a_` and the name, or its bytes in
//! hexadecimal.

use std::collections::{BTreeMap, BTreeSet};

use frontend::Name;

use super::syntax;
use crate::index::Idx as _;
use crate::model::{ActionId, ActionRole, Expr, FunctionId, FunctionRole, Model, StateIx};

/// A specification language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Target {
    /// Classic muCRL, as its toolset 2.18 reads it.
    Mcrl,
    /// mCRL2.
    Mcrl2,
}

/// The identifiers of one model in one target.
#[derive(Clone, Debug)]
pub struct Names {
    target: Target,
    atoms: BTreeMap<Name, String>,
    states: Vec<String>,
    state_functions: Vec<String>,
    actions: Vec<String>,
}

impl Names {
    /// Chooses identifiers for a model.
    pub fn new(model: &Model, target: Target) -> Self {
        let mut taken: BTreeSet<String> =
            syntax::reserved(target).iter().map(|word| (*word).to_owned()).collect();
        let actions = actions(model, &mut taken);
        let states: Vec<String> =
            model.states.iter().map(|name| fresh("s_", name.as_str(), &mut taken)).collect();
        let atoms = atoms(model, &mut taken);
        let state_functions = model
            .states
            .iter()
            .map(|name| match target {
                // Functions and constants may share a name in muCRL, as in the paper.
                Target::Mcrl if is_identifier(name.as_str()) && !is_map(name.as_str()) => {
                    name.to_string()
                }
                Target::Mcrl | Target::Mcrl2 => fresh("f_", name.as_str(), &mut taken),
            })
            .collect();
        Self { target, atoms, states, state_functions, actions }
    }

    /// The language that the names are for.
    pub fn target(&self) -> Target {
        self.target
    }

    /// The constructor of an atom, also of one that the model does not mention.
    pub fn atom(&self, name: &Name) -> String {
        self.atoms.get(name).cloned().unwrap_or_else(|| format!("a_{}", hex(name.as_str())))
    }

    /// The atoms of the model with their constructors, in Erlang's order.
    pub fn atoms(&self) -> impl ExactSizeIterator<Item = (&Name, &str)> {
        self.atoms.iter().map(|(name, text)| (name, text.as_str()))
    }

    /// The constructor of a state name.
    pub fn state(&self, state: StateIx) -> &str {
        &self.states[state.index()]
    }

    /// An action.
    pub fn action(&self, action: ActionId) -> &str {
        &self.actions[action.index()]
    }

    /// A function, with the stem of the names of its cases.
    pub(super) fn function(&self, model: &Model, function: FunctionId) -> String {
        match model.functions[function].role {
            FunctionRole::State(state) => self.state_functions[state.index()].clone(),
            FunctionRole::Handles(state) => format!("{}_handles", self.stem(state)),
            FunctionRole::Init => "fsm_init_result".to_owned(),
            FunctionRole::Allowed => "fsm_allowed".to_owned(),
            FunctionRole::Restart => "cmd_restart".to_owned(),
        }
    }

    /// The stem of the names of the cases of a function.
    pub(super) fn cases(&self, model: &Model, function: FunctionId) -> String {
        match model.functions[function].role {
            FunctionRole::State(state) => self.stem(state),
            _ => self.function(model, function),
        }
    }

    /// The state's part of the names of its functions and processes.
    pub(super) fn stem(&self, state: StateIx) -> String {
        self.states[state.index()].trim_start_matches("s_").to_owned()
    }
}

fn actions(model: &Model, taken: &mut BTreeSet<String>) -> Vec<String> {
    let mut chosen: BTreeMap<&Name, String> = BTreeMap::new();
    for action in &model.actions {
        if action.role != ActionRole::Call && action.role != ActionRole::Logging {
            chosen.entry(&action.name).or_insert_with(|| action.name.to_string());
            taken.insert(action.name.to_string());
        }
    }
    model
        .actions
        .iter()
        .map(|action| {
            chosen
                .entry(&action.name)
                .or_insert_with(|| identifier(&action.name.as_str().replace(':', "_"), taken))
                .clone()
        })
        .collect()
}

/// All atoms that a run of the model can meet.
fn atoms(model: &Model, taken: &mut BTreeSet<String>) -> BTreeMap<Name, String> {
    let mut names = BTreeSet::new();
    names.extend([Name::from("true"), Name::from("false")]);
    super::terms::for_each_expr(model, &mut |expr| {
        if let Expr::Atom(name) = expr {
            names.insert(name.clone());
        }
    });
    let mut atoms = BTreeMap::new();
    // First those that keep their name, so that no invented one takes it.
    let (plain, other): (Vec<_>, Vec<_>) = names
        .into_iter()
        .partition(|name| is_identifier(name.as_str()) && !taken.contains(name.as_str()));
    for name in plain.into_iter().chain(other) {
        let text = identifier(name.as_str(), taken);
        atoms.insert(name, text);
    }
    atoms
}

/// An identifier for this text, never given before.
fn identifier(text: &str, taken: &mut BTreeSet<String>) -> String {
    if is_identifier(text) && taken.insert(text.to_owned()) {
        return text.to_owned();
    }
    fresh("a_", text, taken)
}

/// `prefix` and the text, never given before.
fn fresh(prefix: &str, text: &str, taken: &mut BTreeSet<String>) -> String {
    let stem =
        if is_word(text) { format!("{prefix}{text}") } else { format!("{prefix}{}", hex(text)) };
    let mut candidate = stem.clone();
    let mut number = 1;
    while !taken.insert(candidate.clone()) {
        number += 1;
        candidate = format!("{stem}_{number}");
    }
    candidate
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|char| char.is_ascii_alphanumeric() || char == '_')
}

fn is_identifier(text: &str) -> bool {
    is_word(text) && text.starts_with(|first: char| first.is_ascii_lowercase())
}

/// Names of the library's functions, which a state function must not take.
fn is_map(name: &str) -> bool {
    syntax::reserved(Target::Mcrl).contains(&name)
}

fn hex(text: &str) -> String {
    use std::fmt::Write as _;
    text.bytes().fold("x".to_owned(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}
