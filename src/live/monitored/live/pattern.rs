//! Patterns of actions as heads of Erlang clauses.
//!
//! An action is its name and its arguments as a tuple, the name alone where it has none; with a result it is `{Action, Result}`.

use frontend::Name;
use lts::Term;
use lts::term::pattern::{ActionPattern, TermPattern};

/// Patterns on their way to a head.
struct Head<'p> {
    /// Variables, repeated ones too; those of the guard as well.
    variables: Vec<Name>,
    /// Conditions of which the pattern alone cannot be one.
    guards: Vec<String>,
    pattern: &'p ActionPattern,
}

/// The parameter and the guard of a clause that takes the actions of a pattern.
pub(crate) fn clause(pattern: &ActionPattern, guard: Option<&str>) -> String {
    let mut variables = Vec::new();
    for part in pattern.args.iter().chain(&pattern.result) {
        part.variables(&mut variables);
    }
    variables.extend(pattern.guard.iter().flat_map(lts::term::guard::Guard::variables));
    let mut head = Head { variables, guards: Vec::new(), pattern };
    let parameter = head.parameter();
    let own = head.guards.join(", ");
    match guard {
        None if own.is_empty() => format!("({parameter})"),
        None => format!("({parameter}) when {own}"),
        Some(guard) if own.is_empty() => format!("({parameter}) when {guard}"),
        // What the pattern asks besides belongs to each alternative.
        Some(guard) => {
            let each: Vec<String> =
                guard.split(';').map(|way| format!("{own}, {}", way.trim())).collect();
            format!("({parameter}) when {}", each.join("; "))
        }
    }
}

impl Head<'_> {
    fn parameter(&mut self) -> String {
        let name = Term::atom(&self.pattern.name).to_string();
        let args: Vec<String> = self.pattern.args.iter().map(|arg| self.term(arg)).collect();
        let action =
            if args.is_empty() { name } else { format!("{{{name}, {}}}", args.join(", ")) };
        match &self.pattern.result {
            Some(result) => format!("{{{action}, {}}}", self.term(result)),
            None => action,
        }
    }

    fn all(&mut self, items: &[TermPattern]) -> String {
        let items: Vec<String> = items.iter().map(|item| self.term(item)).collect();
        items.join(", ")
    }

    fn term(&mut self, pattern: &TermPattern) -> String {
        match pattern {
            TermPattern::Wildcard | TermPattern::Unknown => "_".to_owned(),
            TermPattern::Variable(name) => {
                let is_used_again = self.variables.iter().filter(|own| *own == name).count() > 1;
                if is_used_again { name.to_string() } else { "_".to_owned() }
            }
            TermPattern::List(items, None) => format!("[{}]", self.all(items)),
            TermPattern::List(items, Some(tail)) => {
                format!("[{} | {}]", self.all(items), self.term(tail))
            }
            TermPattern::Tuple(items) => format!("{{{}}}", self.all(items)),
            TermPattern::Binary(items) => format!("<<{}>>", self.all(items)),
            TermPattern::Map(entries) => {
                let map = format!("Map{}", self.guards.len() + 1);
                self.guards.push(format!("map_size({map}) =:= {}", entries.len()));
                format!("{} = {map}", self.entries(entries))
            }
            TermPattern::MapWith(entries) => self.entries(entries),
            // No text of a running program has the identities of a model.
            TermPattern::Reference(_) | TermPattern::Pid(_) => "'no such term'".to_owned(),
            ground => ground.to_term().map_or_else(|| "_".to_owned(), |term| term.to_string()),
        }
    }

    fn entries(&mut self, entries: &[(Term, TermPattern)]) -> String {
        let entries: Vec<String> =
            entries.iter().map(|(key, value)| format!("{key} := {}", self.term(value))).collect();
        format!("#{{{}}}", entries.join(", "))
    }
}
