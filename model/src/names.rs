//! Names of a model in a target language.
//!
//! Input: a model. Output: an identifier for every atom, state, action and function; different
//! things that could be confused get different identifiers. A name of the source is kept where it
//! is an identifier of the target and free; else it is `a_` and the name, or its bytes in
//! hexadecimal.

pub mod floats;
pub mod numerals;
mod processes;
pub mod strangers;
pub mod words;
pub mod wraps;

use std::collections::{BTreeMap, BTreeSet};

use frontend::{Float, Name};
use num_bigint::BigInt;

use numerals::Numerals;
use strangers::Strangers;

use crate::index::Idx as _;
use crate::state::Computed;
use crate::{
    Action, ActionId, ActionRole, Expr, FunctionId, FunctionRole, Handler, Model, Procedure,
    ProcedureIx, ProcessId, SegmentIx, StateIx,
};

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
    numerals: Numerals,
    has_identities: bool,
    has_wraps: bool,
    has_bits: bool,
    atoms: BTreeMap<Name, String>,
    /// From the smallest on; absent where the model has to do with none.
    floats: Option<Vec<(Float, String)>>,
    states: Vec<String>,
    functions: Vec<String>,
    processes: Vec<String>,
    actions: Vec<String>,
    strangers: Strangers,
    /// All of these, and the words of the language and its library.
    taken: BTreeSet<String>,
}

impl Names {
    /// Chooses identifiers for a model.
    ///
    /// The order gives precedence: what the paper names keeps its name, then actions, then atoms.
    pub fn new(model: &Model, target: Target) -> Self {
        let mut taken: BTreeSet<String> =
            words::reserved(target).iter().map(|word| (*word).to_owned()).collect();
        let has_identities = words::has_identities(model);
        if has_identities {
            taken.extend(words::IDENTITIES.iter().map(|word| (*word).to_owned()));
        }
        let has_wraps = words::has_wraps(model);
        if has_wraps {
            taken.extend(wraps::NAMES.iter().map(|word| (*word).to_owned()));
        }
        let has_bits = model.holds_bits();
        if has_bits {
            taken.extend(wraps::NAMES_OF_BITS.iter().map(|word| (*word).to_owned()));
        }
        let has_floats = model.holds_floats();
        if has_floats {
            taken.extend(floats::NAMES.iter().map(|word| (*word).to_owned()));
        }
        let numerals = match target {
            Target::Mcrl => Numerals::of(model),
            Target::Mcrl2 => Numerals::Unary,
        };
        if numerals == Numerals::Binary {
            taken.extend(numerals::BITS.map(str::to_owned));
        }
        let mut processes = Vec::new();
        processes::names(model, &mut processes, &mut taken);
        let states: Vec<String> = model
            .states
            .iter()
            .map(|name| {
                let state = fresh("s_", state_name(name), &mut taken);
                taken.insert(format!("is_{state}"));
                state
            })
            .collect();
        let actions = actions(model, &mut taken);
        let mut functions = Vec::new();
        name_functions(model, target, &mut functions, &mut taken);
        let atoms = atoms(model, &BTreeMap::new(), &mut taken);
        let floats = has_floats.then(|| named_floats(model, &[], &mut taken));
        let strangers = Strangers::to(model);
        Self {
            target,
            numerals,
            has_identities,
            has_wraps,
            has_bits,
            atoms,
            floats,
            states,
            functions,
            processes,
            actions,
            strangers,
            taken,
        }
    }

    /// The identifiers of a model that was made of this one to be printed. What both have is called as before, so that labels
    /// are the same; functions and processes that it has besides get names that nothing else has, and what it does not
    /// mention any more is left out.
    #[must_use]
    pub fn of_printed(mut self, model: &Model) -> Self {
        let taken = &mut self.taken;
        processes::names(model, &mut self.processes, taken);
        // Functions may have had names of constants.
        taken.extend(self.functions.iter().cloned());
        name_functions(model, self.target, &mut self.functions, taken);
        self.atoms = atoms(model, &self.atoms, taken);
        let known = self.floats.unwrap_or_default();
        self.floats = model.holds_floats().then(|| named_floats(model, &known, taken));
        self.has_identities = words::has_identities(model);
        self.has_wraps = words::has_wraps(model);
        self.has_bits = model.holds_bits();
        self
    }

    /// The language that the names are for.
    pub fn target(&self) -> Target {
        self.target
    }

    /// How natural numbers are written, in a language that has none of its own.
    pub fn numerals(&self) -> Numerals {
        self.numerals
    }

    /// Whether the model makes references or process identifiers.
    pub fn has_identities(&self) -> bool {
        self.has_identities
    }

    /// Whether there may be bit strings in the model that are no binaries.
    pub fn has_bits(&self) -> bool {
        self.has_bits
    }

    /// Whether there may be maps, binaries or funs in the model.
    pub fn has_wraps(&self) -> bool {
        self.has_wraps
    }

    /// Whether there may be floats in the model.
    pub fn has_floats(&self) -> bool {
        self.floats.is_some()
    }

    /// The floats of the model with their constructors, from the smallest on.
    pub fn floats(&self) -> impl Iterator<Item = (Float, &str)> {
        self.floats.iter().flatten().map(|(float, text)| (*float, text.as_str()))
    }

    /// The constructor of a float, also of one that the model does not mention.
    pub fn float(&self, float: Float) -> String {
        let known = self.floats().find(|(known, _)| known.bits() == float.bits());
        let unknown = || format!("{}{}", floats::PREFIX, floats::stem(float));
        known.map_or_else(unknown, |(_, text)| text.to_owned())
    }

    /// The constructor of an atom, also of one that the model does not mention.
    pub fn atom(&self, name: &Name) -> String {
        self.atoms.get(name).cloned().unwrap_or_else(|| format!("a_{}", hex(name.as_str())))
    }

    /// The constructor of the atom that stands for any other value where a specification has choices in place of
    /// unknown results.
    pub fn stranger(&self, number: usize) -> String {
        self.atom(&self.strangers.atom(number))
    }

    /// The integer that stands for any other one there.
    pub fn strange_integer(&self) -> Option<BigInt> {
        self.strangers.integers().next()
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

    /// A function; also the stem of the names of its cases.
    pub fn function(&self, function: FunctionId) -> &str {
        &self.functions[function.index()]
    }

    /// A process.
    pub fn process(&self, process: ProcessId) -> &str {
        &self.processes[process.index()]
    }
}

/// A state's own name, or a word for those that are computed.
fn state_name(name: &Name) -> &str {
    match Computed::of(name) {
        Some(Computed::Atom) => "other_atom",
        Some(Computed::Term) => "other_term",
        None => name.as_str(),
    }
}

/// What the names of a callback in a state are made of: the state, and the function if it is not its own.
fn stem(model: &Model, handler: Handler) -> String {
    let state = state_name(&model.states[handler.state]);
    match handler.kind.suffix {
        Some(suffix) => format!("{state}_{suffix}"),
        None => state.to_owned(),
    }
}

/// The name of what a callback does behind a call.
fn behind(callback: &str, segment: SegmentIx) -> String {
    format!("{callback}_after_{}", segment.0)
}

/// The name of a segment of a procedure.
fn called(model: &Model, procedure: ProcedureIx, segment: SegmentIx) -> String {
    let Procedure { name, arity, .. } = &model.procedures[procedure];
    let name = format!("{name}_{arity}").replace(':', "_");
    if segment == SegmentIx(0) { name } else { behind(&name, segment) }
}

/// The name of what stands behind a `receive`.
fn waited(model: &Model, role: &FunctionRole) -> String {
    match role {
        FunctionRole::Segment(Some(handler), ix) => behind(&stem(model, *handler), *ix),
        FunctionRole::Procedure(procedure, ix) => called(model, *procedure, *ix),
        FunctionRole::Segment(None, ix) => behind("init", *ix),
        _ => "init".to_owned(),
    }
}

/// Names those functions that have no names yet. In muCRL a function and a constant may share a name, as in the paper.
fn name_functions(
    model: &Model,
    target: Target,
    names: &mut Vec<String>,
    taken: &mut BTreeSet<String>,
) {
    let mut used = taken.clone();
    let of_callback = |name: &str, used: &mut BTreeSet<String>| {
        let plain = is_identifier(name) && !is_case_name(name);
        if target == Target::Mcrl && plain && used.insert(name.to_owned()) {
            name.to_owned()
        } else {
            fresh("f_", name, used)
        }
    };
    for function in model.functions.iter().skip(names.len()) {
        let name = match &function.role {
            // Parts stand behind all others.
            FunctionRole::Common(whole) => fresh(&names[whole.index()], "_part", &mut used),
            FunctionRole::Handler(handler) => of_callback(&stem(model, *handler), &mut used),
            FunctionRole::Segment(Some(handler), segment) => {
                of_callback(&behind(&stem(model, *handler), *segment), &mut used)
            }
            FunctionRole::Segment(None, segment) => {
                fresh("", &behind("fsm_init_result", *segment), &mut used)
            }
            FunctionRole::Handles(handler) => fresh("handles_", &stem(model, *handler), &mut used),
            FunctionRole::Local(name, arity) => {
                fresh("l_", &format!("{name}_{arity}").replace(':', "_"), &mut used)
            }
            FunctionRole::Procedure(procedure, segment) => {
                fresh("f_", &called(model, *procedure, *segment), &mut used)
            }
            FunctionRole::Init => fresh("", "fsm_init_result", &mut used),
            FunctionRole::Allowed(kind) => match kind.suffix {
                Some(suffix) => fresh("fsm_allowed_", suffix, &mut used),
                None => fresh("", "fsm_allowed", &mut used),
            },
            FunctionRole::Restart => fresh("", "cmd_restart", &mut used),
            FunctionRole::Starting => fresh("", "fsm_starting", &mut used),
            FunctionRole::Text(letters) => fresh("text_", letters.as_str(), &mut used),
            FunctionRole::With(place, size) => {
                fresh("with_", &format!("{place}_of_{size}"), &mut used)
            }
            FunctionRole::Append => fresh("", "fsm_append", &mut used),
            FunctionRole::Pick(role) => fresh("fsm_pick_", &waited(model, role), &mut used),
            FunctionRole::Room(most) => fresh("fsm_room_", &most.to_string(), &mut used),
        };
        names.push(name);
    }
    for (function, name) in model.functions.iter().zip(&*names) {
        if target == Target::Mcrl2 || function.params.is_empty() {
            taken.insert(name.clone());
        }
    }
}

fn actions(model: &Model, taken: &mut BTreeSet<String>) -> Vec<String> {
    let mut chosen: BTreeMap<(&Name, bool), String> = BTreeMap::new();
    for action in &model.actions {
        use ActionRole::{Call, Dictionary, Init, Logging, SetTimer, Unheard};
        // `init` is a word of both languages.
        let of_source = [Call, Dictionary, Init, Logging, SetTimer, Unheard];
        if !of_source.contains(&action.role) {
            chosen.entry((&action.name, false)).or_insert_with(|| action.name.to_string());
            taken.insert(action.name.to_string());
        }
    }
    let name = |action| {
        let apart = is_ambiguous(model, action);
        let text = || action.name.as_str().replace(':', "_").replace(" raises ", "_raises_");
        let text = || text().replace("receive after", "receive_after");
        let text = || if apart { format!("{}_result", text()) } else { text() };
        let chosen = chosen.entry((&action.name, apart));
        chosen.or_insert_with(|| identifier(&text(), taken)).clone()
    };
    model.actions.iter().map(name).collect()
}

/// Whether an action with a result would look like one with an argument more and no result.
fn is_ambiguous(model: &Model, action: &Action) -> bool {
    let same = |other: &Action| other.name == action.name && other.arity == action.arity;
    action.has_result && model.actions.iter().any(|other| !other.has_result && same(other))
}

/// The constructors of the floats that the model names, from the smallest on; those that are known stay what they are.
fn named_floats(
    model: &Model,
    known: &[(Float, String)],
    taken: &mut BTreeSet<String>,
) -> Vec<(Float, String)> {
    let name = |float: Float| {
        let known = known.iter().find(|(known, _)| known.bits() == float.bits());
        let text = known.map(|(_, text)| text.clone());
        (float, text.unwrap_or_else(|| fresh(floats::PREFIX, &floats::stem(float), taken)))
    };
    model.named_floats().unwrap_or_default().into_iter().map(name).collect()
}

/// All atoms that a run of the model can meet; those that are known stay what they are.
fn atoms(
    model: &Model,
    known: &BTreeMap<Name, String>,
    taken: &mut BTreeSet<String>,
) -> BTreeMap<Name, String> {
    let mut names = BTreeSet::new();
    names.extend([Name::from("true"), Name::from("false")]);
    crate::expr::walk::for_each_expr(model, &mut |expr| {
        if let Expr::Atom(name) = expr {
            names.insert(name.clone());
        }
    });
    let mut atoms: BTreeMap<Name, String> = names
        .iter()
        .filter_map(|name| known.get_key_value(name))
        .map(|(name, text)| (name.clone(), text.clone()))
        .collect();
    names.retain(|name| !known.contains_key(name));
    // First those that keep their name, so that no invented one takes it.
    let (plain, other): (Vec<_>, Vec<_>) = names.into_iter().partition(|name| {
        let text = name.as_str();
        is_identifier(text) && !is_case_name(text) && !taken.contains(text)
    });
    for name in plain.into_iter().chain(other) {
        let text = identifier(name.as_str(), taken);
        atoms.insert(name, text);
    }
    atoms
}

/// An identifier for this text, never given before.
fn identifier(text: &str, taken: &mut BTreeSet<String>) -> String {
    if is_identifier(text) && !is_case_name(text) && taken.insert(text.to_owned()) {
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

/// Whether a name looks like one of those that the cases of a function get, or a map for tuples of some size.
fn is_case_name(text: &str) -> bool {
    let digits = |char: char| char.is_ascii_digit();
    if let Some(size) = text.strip_prefix("tuple") {
        return !size.is_empty() && size.chars().all(digits);
    }
    let mut stem = text;
    while let Some((before, number)) = stem.rsplit_once('_')
        && !number.is_empty()
        && number.chars().all(digits)
    {
        stem = before;
    }
    let word = stem.trim_end_matches(digits);
    stem.len() < text.len() && ["_case", "_let", "_end"].iter().any(|end| word.ends_with(end))
}

fn hex(text: &str) -> String {
    use std::fmt::Write as _;
    text.bytes().fold("x".to_owned(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}
