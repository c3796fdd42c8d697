//! How much of a module has an exact meaning in its model.
//!
//! Input: a module and what calls of other modules return. Output: for each entry point whether its heads,
//! guards and return values are exact, and how many expressions of the slice are, by construct. The slice is
//! what the modelled entry points reach through calls of local functions. The argument of `init/1`, events
//! and data may be anything here, so that the figures are those of the module alone. Does not decide what is
//! exact: the lowering does, and is asked what it met and where it gave up. `code_change/4` and
//! `format_status/2` are no part of any model and do not count.

mod construct;
mod entries;
mod returns;
mod slice;
pub(crate) mod unknowns;

use std::collections::BTreeMap;

use frontend::ast::{Function, Module};
use frontend::{Diagnostic, Name, Outcome, Severity, Span};

use crate::lower::analysis::shared::Shared;
use crate::lower::lowered::Lowered;
use crate::lower::{Discoveries, Facts, Values, lower_callback, lower_local};
use crate::machine::{Machine, recognise};
use crate::options::Options;
use model::index::Idx as _;
use model::{FunctionId, ProcedureIx};

use returns::Called;

pub use construct::Construct;

/// The figures of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stats {
    /// The module.
    pub module: Name,
    /// Its entry points in textual order.
    pub entries: Vec<Entry>,
    /// Expressions and patterns of the slice by construct, those that do not occur left out.
    pub constructs: BTreeMap<Construct, Count>,
    /// How many expressions are unknown for which reason, the most frequent first.
    pub causes: Vec<(String, usize)>,
    /// Expressions of the slice that no way leads to.
    pub dead: usize,
    /// Expressions that only entry points reach which are not modelled yet.
    pub outside: usize,
}

/// A function that `gen_fsm` calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its name.
    pub name: Name,
    /// Its number of parameters.
    pub arity: usize,
    /// Its place.
    pub span: Span,
    /// What of it is not exact; absent where it is not modelled yet.
    pub modelled: Option<Gaps>,
}

/// What of an entry point is not exact.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Gaps {
    /// In the patterns of its heads.
    pub heads: Vec<Gap>,
    /// In the guards of its clauses.
    pub guards: Vec<Gap>,
    /// In the shape of what it returns: the tag, the next state.
    pub returns: Vec<Gap>,
}

impl Gaps {
    /// Adds those of the same function that another callback has.
    fn add(&mut self, other: Self) {
        let parts = [
            (&mut self.heads, other.heads),
            (&mut self.guards, other.guards),
            (&mut self.returns, other.returns),
        ];
        for (gaps, others) in parts {
            for gap in others {
                if !gaps.contains(&gap) {
                    gaps.push(gap);
                }
            }
        }
    }
}

/// A place that is not exact.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Gap {
    /// Its place.
    pub span: Span,
    /// What is not exact.
    pub what: String,
}

/// How many expressions of one construct are exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Count {
    /// Their meaning is exact.
    pub exact: usize,
    /// Their value is unknown.
    pub unknown: usize,
    /// Expressions inside the unknown ones that are left out with them.
    pub inside: usize,
}

impl Stats {
    /// The sum over all constructs.
    pub fn total(&self) -> Count {
        self.constructs.values().fold(Count::default(), |sum, count| Count {
            exact: sum.exact + count.exact,
            unknown: sum.unknown + count.unknown,
            inside: sum.inside + count.inside,
        })
    }
}

/// Measures a module; the messages are errors, which may hide a part of it.
pub fn measure(module: &Module, options: &Options) -> Outcome<Option<Stats>> {
    let machine = match recognise(module) {
        Ok(machine) => machine,
        Err(diagnostics) => return Outcome { value: None, diagnostics },
    };
    let mut facts = Facts::of(&machine, options, Values::Any);
    let mut n_early = 0;
    loop {
        let shared = Shared::measuring(&facts);
        // What it sends to itself and which addresses it holds does not count here.
        let discover = || {
            let (funs, keys) = (shared.called_kept(), shared.keys.borrow().clone());
            Discoveries { funs, keys, ..Discoveries::default() }
        };
        let is_in_vain = || discover() != facts.discovered;
        let outcome = measure_with(&machine, &shared, &|| n_early < MAX_EARLY && is_in_vain());
        if let Some(outcome) = outcome.filter(|_| !is_in_vain()) {
            return outcome;
        }
        n_early += 1;
        let discoveries = discover();
        facts = facts.after(discoveries, Values::Any);
    }
}

/// How often lowering starts again before it has come to an end.
const MAX_EARLY: usize = 3;

/// Measures a module with these tables; nothing where it is known before the end that it is lowered once more.
fn measure_with(
    machine: &Machine<'_>,
    shared: &Shared<'_>,
    is_in_vain: &dyn Fn() -> bool,
) -> Option<Outcome<Option<Stats>>> {
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    let mut keep = |lowered: &mut Lowered| {
        let errors = lowered
            .diagnostics
            .drain(..)
            .filter(|diagnostic| diagnostic.severity == Severity::Error);
        let new: Vec<Diagnostic> =
            errors.filter(|diagnostic| !diagnostics.contains(diagnostic)).collect();
        diagnostics.extend(new);
    };
    let mut callbacks = Vec::new();
    let mut entries = entries::entries(machine);
    for (number, entry) in entries.iter().enumerate().filter(|(_, entry)| entry.modelled.is_some())
    {
        let Some(&function) = machine.functions.get(&(entry.name.clone(), entry.arity)) else {
            continue;
        };
        for callback in entries::callbacks(machine.behaviour, entry) {
            let mut lowered = lower_callback(shared, &callback, function);
            keep(&mut lowered);
            callbacks.push((number, lowered));
            if is_in_vain() {
                return None;
            }
        }
    }
    let locals = locals(machine, shared, &mut keep);
    let mut slice = slice::Slice::new(machine, shared);
    for (number, lowered) in &callbacks {
        let gaps = gaps(machine, &mut slice, &entries[*number], lowered, &locals, shared);
        let known = entries[*number].modelled.get_or_insert_default();
        known.add(gaps);
    }
    diagnostics.sort_by_key(|diagnostic| diagnostic.labels.first().map(|label| label.span));
    let name = machine.name.clone();
    Some(Outcome { value: Some(slice.finish(name, entries)), diagnostics })
}

/// The local functions that are functions of the model, or procedures.
fn locals(
    machine: &Machine<'_>,
    shared: &Shared<'_>,
    keep: &mut impl FnMut(&mut Lowered),
) -> Vec<(Called, Lowered)> {
    let mut locals: Vec<(Called, Lowered)> = Vec::new();
    let (mut n_functions, mut n_procedures) = (0, 0);
    loop {
        let (called, (name, arity)) = if let Some(procedure) = shared.procedure_at(n_procedures) {
            n_procedures += 1;
            let ix = ProcedureIx::from_usize(n_procedures - 1);
            (Called::Procedure(ix), (procedure.name, procedure.arity))
        } else if let Some(key) = shared.local_at(n_functions) {
            n_functions += 1;
            (Called::Function(FunctionId::from_usize(n_functions - 1)), key)
        } else {
            return locals;
        };
        let generated = shared.generated(&name, arity);
        let of_module = machine.function(&name, arity);
        if let Some(function) = generated.as_deref().or(of_module) {
            let mut lowered = lower_local(shared, function);
            keep(&mut lowered);
            locals.push((called, lowered));
        }
    }
}

fn gaps(
    machine: &Machine<'_>,
    slice: &mut slice::Slice<'_>,
    entry: &Entry,
    lowered: &Lowered,
    locals: &[(Called, Lowered)],
    shared: &Shared<'_>,
) -> Gaps {
    let function: Option<&Function> =
        machine.functions.get(&(entry.name.clone(), entry.arity)).copied();
    let clauses = || function.iter().flat_map(|function| &function.clauses);
    let heads = clauses().flat_map(|clause| &clause.params);
    let tests = clauses().flat_map(|clause| clause.guard.alternatives.iter().flatten());
    Gaps {
        heads: heads.flat_map(|pattern| slice.pattern_gaps(pattern)).collect(),
        guards: tests.flat_map(|test| slice.expr_gaps(test)).collect(),
        // The behaviour ignores what terminate/3 returns.
        returns: if machine.behaviour.last.is_named(entry.name.as_str(), entry.arity) {
            Vec::new()
        } else {
            returns::gaps(machine.behaviour, lowered, locals, &shared.origins())
        },
    }
}
