//! Clauses for types of events that there are not, or that the module does not ask for.
//!
//! Input: a clause of a callback that gets the type of an event beside it. Output: the fault, at the type in its head.
//!
//! ```erlang
//! open({calll, From}, read, D) -> ..      % is `{call, _}` meant?
//! open(call, read, D) -> ..               % is `{call, _}` meant?
//! open(enter, _, D) -> ..                 % where `callback_mode/0` does not ask for enter calls
//! ```
//!
//! Nothing is said of types that a guard tells apart, nor of undefined macros, nor where the module calls its states itself, by names that
//! it computes: what it gives them as a type is its own affair.

use behaviour::{Behaviour, Deed};
use frontend::ast::{Literal, Pat, PatKind};
use frontend::output::print;

use super::{ALSO_CALLED, Read};
use crate::moves::Moves;
use crate::ranking::Cause;
use crate::source::{calls, calls_computed, event_type};
use crate::spelling::nearest;
use crate::{Finding, codes};

/// The types of events that a behaviour has.
struct Types {
    /// Those that are atoms.
    atoms: Vec<&'static str>,
    /// The first parts of those that are pairs.
    pairs: Vec<&'static str>,
}

impl Types {
    fn of(behaviour: &Behaviour) -> Self {
        let (mut atoms, mut pairs) = (vec![behaviour.timeout], vec![behaviour.timeout]);
        for message in behaviour.events() {
            let types = if message.is_sync() { &mut pairs } else { &mut atoms };
            types.push(message.0.tag);
        }
        let times = behaviour.actions.iter().filter(|action| action.deed == Deed::Time);
        atoms.extend(times.map(|action| action.tag).filter(|tag| *tag != behaviour.timeout));
        atoms.extend(behaviour.internal);
        atoms.extend(behaviour.entering);
        Self { atoms, pairs }
    }

    /// Where the pattern of a type takes none of these: the type that was probably meant, as the end of a sentence, if any was.
    fn wrong(&self, pat: &Pat) -> Option<String> {
        match &pat.kind {
            PatKind::Alias(left, right) => self.wrong(left).or_else(|| self.wrong(right)),
            PatKind::Literal(Literal::Atom(name)) => {
                let name = name.undefined_macro().is_none().then_some(name.as_str())?;
                (!self.atoms.contains(&name)).then(|| meant(self.near_atom(name)))
            }
            PatKind::Tuple(items) if items.len() == 2 => match &items[0].kind {
                PatKind::Literal(Literal::Atom(name)) => {
                    let name = name.undefined_macro().is_none().then_some(name.as_str())?;
                    (!self.pairs.contains(&name)).then(|| meant(self.near_pair(name)))
                }
                PatKind::Wildcard | PatKind::Var(_) => None,
                _ => Some(String::new()),
            },
            PatKind::Tuple(_)
            | PatKind::Nil
            | PatKind::Cons(..)
            | PatKind::Map(_)
            | PatKind::Literal(_) => Some(String::new()),
            _ => None,
        }
    }

    /// The type that was probably meant by an atom.
    fn near_atom(&self, name: &str) -> Option<String> {
        let own = self.pairs.iter().find(|own| **own == name).map(|own| pair(own));
        let near = || nearest(name, &self.atoms).map(str::to_owned);
        own.or_else(near).or_else(|| nearest(name, &self.pairs).map(pair))
    }

    /// The type that was probably meant by a pair with this atom in front.
    fn near_pair(&self, name: &str) -> Option<String> {
        let own = self.atoms.iter().find(|own| **own == name).map(|own| (*own).to_owned());
        own.or_else(|| nearest(name, &self.pairs).map(pair))
    }
}

fn pair(name: &str) -> String {
    format!("{{{name}, _}}")
}

fn meant(near: Option<String>) -> String {
    near.map_or_else(String::new, |near| format!(": is `{near}` meant?"))
}

/// The clauses that are never taken because of the type in their head.
pub(crate) fn findings(moves: &Moves<'_, '_>, reads: &[Read<'_>]) -> Vec<Finding> {
    let faults = reads.iter().filter_map(|read| {
        let (head, why) = wrong(moves, read)?;
        let doubt = calls(moves.module, read.function).then(|| ALSO_CALLED.to_owned());
        let message = format!("this clause is never taken: {why}");
        let place = (codes::CLAUSE_NEVER_TAKEN, head.span);
        Some(Finding::of_text(place, message, doubt.into_iter().collect(), Cause::Interface))
    });
    faults.collect()
}

/// The type in the head of a clause of which no event is, and why none is.
pub(crate) fn wrong<'m>(moves: &Moves<'_, '_>, read: &Read<'m>) -> Option<(&'m Pat, String)> {
    let behaviour = moves.model.behaviour;
    behaviour.event_of(read.callback).filter(|_| behaviour.type_place().is_some())?;
    let head = event_type::head(behaviour, read.clause)?;
    // The module is gone through only where there is a fault.
    let is_event = || !calls_computed(moves.module, read.function.arity);
    if let Some(meant) = Types::of(behaviour).wrong(head) {
        let why = format!("`{}` is no type of events{meant}", print::pattern(head));
        return is_event().then_some((head, why));
    }
    let successor = read.function.successor();
    let is_asked = || translator::asks_for_enter_calls(moves.module, successor);
    (is_enter(behaviour, head) && !is_asked() && is_event())
        .then(|| (head, "the callback mode does not ask for calls on entering a state".to_owned()))
}

/// Whether a type is that of calls on entering a state.
fn is_enter(behaviour: &Behaviour, head: &Pat) -> bool {
    behaviour.entering.is_some() && event_type::tag(head) == behaviour.entering
}
