//! How much of a module was reached: clauses of callbacks, states, events.

use std::collections::BTreeSet;

use frontend::Span;

use crate::moves::Moves;
use crate::{Finding, Rank, codes};

/// What was reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Clauses of callbacks, in order, with whether they were taken.
    pub clauses: Vec<(Span, bool)>,
    /// States that have a function, with whether the machine was there.
    pub states: Vec<(String, bool)>,
}

impl Coverage {
    /// How many clauses were taken.
    pub fn taken(&self) -> usize {
        self.clauses.iter().filter(|(_, taken)| *taken).count()
    }
}

/// Callbacks for all states that matter to what is reached.
const CALLBACKS: [(&str, usize); 4] =
    [("init", 1), ("handle_event", 3), ("handle_sync_event", 4), ("handle_info", 3)];

/// What was reached of a module.
pub(crate) fn coverage(moves: &Moves<'_, '_>) -> Coverage {
    let taken: BTreeSet<Span> = moves.machine.taken().collect();
    let states = translator::derive::states(moves.module);
    let is_callback = |name: &str, arity: usize| {
        CALLBACKS.contains(&(name, arity))
            || matches!(arity, 2 | 3) && states.iter().any(|state| state.as_str() == name)
    };
    let functions = moves.module.functions();
    let own = functions.filter(|own| is_callback(own.name.as_str(), own.arity));
    let init_runs = moves.idle.iter().any(Option::is_some);
    let clauses = own.flat_map(|function| {
        let is_init = function.name.as_str() == "init";
        let only = function.clauses.len() == 1;
        function.clauses.iter().map(move |clause| (clause.span, is_init && only))
    });
    // A start that does nothing but to return leaves no mark.
    let clauses =
        clauses.map(|(span, is_start)| (span, taken.contains(&span) || is_start && init_runs));
    let met: BTreeSet<&str> =
        moves.idle.iter().flatten().filter_map(|idle| idle.state.as_deref()).collect();
    let clauses = clauses.collect();
    let states = states.iter().map(|name| (name.to_string(), met.contains(name.as_str())));
    let states = states.collect();
    Coverage { clauses, states }
}

/// States that were not reached, and clauses that were not taken, where nothing was left out.
pub(crate) fn findings(
    moves: &Moves<'_, '_>,
    coverage: &Coverage,
    is_complete: bool,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    if moves.idle.iter().all(Option::is_none) {
        return findings;
    }
    let mut gone: Vec<Span> = Vec::new();
    for (state, reached) in &coverage.states {
        let is_known = moves.model.states.iter().any(|known| known.as_str() == state);
        if *reached || !is_complete && is_known {
            continue;
        }
        let functions = moves.module.functions();
        let own = functions.filter(|own| own.name.as_str() == state && matches!(own.arity, 2 | 3));
        let spans: Vec<Span> = own.map(|own| own.span).collect();
        gone.extend(&spans);
        if let Some(&place) = spans.first() {
            findings.push(possible(
                codes::UNREACHABLE,
                format!("state `{state}` is never entered"),
                place,
            ));
        }
    }
    if !is_complete {
        return findings;
    }
    for &(span, taken) in &coverage.clauses {
        let is_gone = gone.iter().any(|all| all.start <= span.start && span.end <= all.end);
        if !taken && !is_gone {
            let message = "this clause is never taken".to_owned();
            findings.push(possible(codes::CLAUSE_NEVER_TAKEN, message, span));
        }
    }
    findings
}

fn possible(code: frontend::Code, message: String, place: Span) -> Finding {
    let because = vec!["whether other events come than the module suggests".to_owned()];
    Finding {
        code,
        rank: Rank::Possible,
        message,
        place,
        evidence: Vec::new(),
        because,
        way: Vec::new(),
    }
}
