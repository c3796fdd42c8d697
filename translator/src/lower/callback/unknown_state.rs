//! States that are computed, and are none of the module's.
//!
//! A callback of all states may leave the machine in any term. The machine then waits there; its next event
//! crashes it, but for what callbacks of all states take. Input: a callback in such a state. Output: its name
//! and data, of which its last parameter is the pair, and what is known of the name.

use behaviour::Argument;
use frontend::Name;
use frontend::ast::{Literal, PatKind};

use crate::lower::lowering::{Env, Lowering};
use crate::machine::Machine;
use model::state::Computed;
use model::{Cond, Expr, Kind, VarId};

/// The state of a callback in a state that is computed.
#[derive(Clone, Copy)]
pub(crate) struct Elsewhere {
    /// The parameter `{Name, Data}`.
    pub(crate) pair: VarId,
    is_atom: bool,
}

impl Elsewhere {
    /// The name of the state.
    pub(crate) fn name(self) -> Expr {
        Expr::Element(1, Box::new(Expr::Var(self.pair)))
    }

    /// The data.
    pub(crate) fn data(self) -> Expr {
        Expr::Element(2, Box::new(Expr::Var(self.pair)))
    }

    /// What callbacks in this state get for these data.
    pub(crate) fn with(self, data: Expr) -> Expr {
        Expr::Tuple(vec![self.name(), data])
    }
}

impl Lowering<'_> {
    /// The parameter of a callback in this state, if that is computed.
    pub(crate) fn elsewhere(&mut self, state: &Name) -> Option<Elsewhere> {
        let computed = Computed::of(state).filter(|_| !self.shared.measures())?;
        let pair = self.graph.var("StateData");
        Some(Elsewhere { pair, is_atom: computed == Computed::Atom })
    }

    /// What is known in a computed state: its name is none of the module's states.
    pub(crate) fn facts_elsewhere(&self, elsewhere: Elsewhere, env: &Env) -> Env {
        let name = elsewhere.name();
        let pair = Cond::Is(Kind::TupleOf(2), Expr::Var(elsewhere.pair));
        let env = env
            .with_fact(&pair, true)
            .with_fact(&Cond::Is(Kind::Atom, name.clone()), elsewhere.is_atom);
        self.states().into_iter().fold(env, |env, state| {
            env.with_fact(&Cond::Same(name.clone(), Expr::Atom(state)), false)
        })
    }

    /// The states of the module that a computed one may be: functions, or what its callback for all states tells apart.
    pub(crate) fn states(&self) -> Vec<Name> {
        let machine = self.shared.machine;
        let behaviour = machine.behaviour;
        let Some(first) = behaviour.state_arities().next() else { return named_in_heads(machine) };
        let synced = self.shared.clients() > 0;
        let is_state = |name: &Name, arity: usize| {
            let is_other = arity != first && behaviour.is_state_arity(arity);
            // Whether a function with a From is a state's hangs on whether there are such events.
            arity == first && (behaviour.run_by.is_none() || !behaviour.is_fixed(name.as_str()))
                || is_other
                    && synced
                    && !machine.functions.contains_key(&(name.clone(), first))
                    && !behaviour.is_fixed(name.as_str())
        };
        machine
            .module
            .functions()
            .filter(|function| is_state(&function.name, function.arity))
            .filter(|function| machine.exports.contains(&function.name, function.arity))
            .map(|function| function.name.clone())
            .collect()
    }
}

/// The atoms that the heads of callbacks for all states have in the place of the state, in the order of the source.
fn named_in_heads(machine: &Machine<'_>) -> Vec<Name> {
    let callback = machine.behaviour.bare.callback;
    let place = callback.arguments.iter().position(|argument| *argument == Argument::State);
    let function = callback.function().map(Name::from);
    let key = function.map(|name| (name, callback.arity()));
    let clauses = key.and_then(|key| machine.functions.get(&key)).map(|own| &own.clauses);
    let mut names = Vec::new();
    for clause in clauses.into_iter().flatten() {
        let state = place.and_then(|place| clause.params.get(place)).map(|param| &param.kind);
        if let Some(PatKind::Literal(Literal::Atom(name))) = state
            && !names.contains(name)
        {
            names.push(name.clone());
        }
    }
    names
}
