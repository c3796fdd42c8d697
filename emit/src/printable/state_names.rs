//! Names of states as variables.
//!
//! Input: terms. Output: the same terms with variables of their own kind in the place of the names of states, as states
//! and as atoms, so that what differs in nothing but in which state it is has one shape; and back. The callback for
//! events in all states is written once for each state: `{next_state, open, D}` in one, `{next_state, locked, D}` in
//! the other.

use frontend::Name;
use model::index::Idx as _;
use model::{Expr, Model, StateIx, VarId};
use rustc_hash::FxHashMap;

/// Variables from this one on stand for names of states.
const FIRST: u32 = 1 << 31;

/// The names of the states of a model.
pub(super) struct StateNames(FxHashMap<Name, StateIx>);

impl StateNames {
    /// The names of the states of this model.
    pub(super) fn of(model: &Model) -> Self {
        Self(model.states.iter_enumerated().map(|(state, name)| (name.clone(), state)).collect())
    }

    /// Makes a variable of a term that is the name of a state.
    pub(super) fn make_variable(&self, expr: &mut Expr) {
        let number = match expr {
            Expr::State(state) => 2 * state.index(),
            Expr::Atom(name) => match self.0.get(name) {
                Some(state) => 2 * state.index() + 1,
                None => return,
            },
            _ => return,
        };
        *expr = Expr::Var(VarId(FIRST | u32::try_from(number).unwrap_or(0)));
    }
}

/// Whether a variable stands for the name of a state.
pub(super) fn is_name(var: VarId) -> bool {
    var.0 >= FIRST
}

/// The name of a state for which a variable stands, as a state or as an atom; `None` for all other variables.
pub(super) fn name_of(var: VarId, model: &Model) -> Option<Expr> {
    let number = usize::try_from(var.0.checked_sub(FIRST)?).ok()?;
    let state = StateIx::from_usize(number / 2);
    Some(if number % 2 == 0 { Expr::State(state) } else { Expr::Atom(model.states[state].clone()) })
}

/// A variable, or the name of a state for which it stands.
pub(super) fn term_of(var: VarId, model: &Model) -> Expr {
    name_of(var, model).unwrap_or(Expr::Var(var))
}

/// What a parameter is called that stands for the name of a state.
pub(super) fn title(name: &Expr) -> Name {
    Name::from(if matches!(name, Expr::State(_)) { "State" } else { "StateName" })
}

/// Positions of what differs between places, or is no name of a state; each place has as many variables.
pub(super) fn parameters(places: &[&[VarId]]) -> Vec<usize> {
    let Some((first, others)) = places.split_first() else { return Vec::new() };
    let is_parameter = |position: &usize| {
        let var = first[*position];
        !is_name(var) || others.iter().any(|other| other[*position] != var)
    };
    (0..first.len()).filter(is_parameter).collect()
}
