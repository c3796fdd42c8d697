//! Callbacks of all kinds for generated modules, with answers, timeouts, timers and own events.
//!
//! Output: what a rich module has besides `StateName/2`. A module that is not rich is written without a look
//! at this file, so that its seed gives what it always gave.

use std::fmt::Write as _;

use lts::Term;

use super::{Kind, Scope, Var, Writer};

/// Callbacks that do not depend on the state: name, parameters before the data, tag of their commands.
const CALLBACKS: [(&str, usize, &str); 3] =
    [("handle_event", 3, "all"), ("handle_sync_event", 4, "sync_all"), ("handle_info", 3, "info")];

impl Writer {
    /// The exports of the callbacks, and their text.
    pub(super) fn callbacks(&mut self) -> (String, String) {
        let (mut exports, mut text) = (String::new(), String::new());
        for state in self.states.clone() {
            if self.random.chance(60) {
                self.kinds.insert("sync");
                let _ = write!(exports, ", {state}/3");
                text.push_str(&self.callback(state, 3, true));
            }
        }
        for (name, arity, tag) in CALLBACKS {
            if self.random.chance(55) {
                self.kinds.insert(tag);
                let _ = write!(exports, ", {name}/{arity}");
                text.push_str(&self.callback(name, arity, name == "handle_sync_event"));
            }
        }
        if self.random.chance(40) {
            exports.push_str(", terminate/3");
            self.fresh = 0;
            let mut scope = all_state_scope();
            let before = self.statements(&mut scope, 1, 4);
            let _ = write!(text, "\nterminate(_, StateName, Data) ->\n    {before}ok.\n");
        }
        (exports, text)
    }

    fn callback(&mut self, name: &str, arity: usize, is_sync: bool) -> String {
        let of_all_states = name.starts_with("handle_");
        let n_clauses = 1 + self.random.below(3);
        let clauses: Vec<String> = (0..n_clauses)
            .map(|at| {
                self.fresh = 0;
                self.from = is_sync;
                let mut scope = Scope::new();
                let open = at + 1 == n_clauses && self.random.chance(60);
                let event = if open {
                    self.variable(Kind::Any, true, &mut scope)
                } else {
                    let event = self.random.below(self.events.len());
                    self.pattern(&self.events[event].clone(), &[], &mut scope, true)
                };
                let mut params = vec![event];
                if is_sync {
                    params.push("From".to_owned());
                }
                let state = of_all_states && self.random.chance(40);
                if of_all_states && state {
                    params.push(self.random.pick(&self.states.clone()).to_owned());
                } else if of_all_states {
                    scope.push(all_state_scope().remove(0));
                    params.push("StateName".to_owned());
                }
                params.push(self.variable(Kind::Data, true, &mut scope));
                assert_eq!(params.len(), arity);
                let guard = self.maybe_guard(&scope, 25);
                let body = self.body(&mut scope, 1, 4);
                self.from = false;
                format!("{name}({}){guard} ->\n    {body}", params.join(", "))
            })
            .collect();
        format!("\n{}.\n", clauses.join(";\n"))
    }

    /// A statement that only rich modules have.
    pub(super) fn rich_statement(&mut self, scope: &Scope) -> Option<String> {
        if !self.rich || !self.random.chance(12) {
            return None;
        }
        let event = self.random.below(self.events.len());
        let event = self.events[event].clone();
        Some(match self.random.below(6) {
            0..=1 if self.from => format!("gen_fsm:reply(From, {})", self.term(scope, 1)),
            2 => format!("gen_fsm:send_event(self(), {event})"),
            3 => format!("gen_fsm:send_event_after(5, {event})"),
            4 => "gen_fsm:start_timer(10, over)".to_owned(),
            _ => return None,
        })
    }

    /// An ending that only rich modules have.
    pub(super) fn rich_ending(&mut self, scope: &Scope) -> Option<String> {
        if !self.rich || !self.random.chance(if self.from { 75 } else { 10 }) {
            return None;
        }
        let next = self.next_state(scope);
        if self.from && self.random.chance(85) {
            let reply = self.term(scope, 1);
            if self.random.chance(10) {
                return Some(format!(
                    "{{stop, {}, {reply}, {}}}",
                    self.random.term(1),
                    self.random.term(1)
                ));
            }
            return Some(next.replacen("{next_state, ", &format!("{{reply, {reply}, "), 1));
        }
        let timeout = self.random.pick(&["0", "5", "20"]);
        let stem = next.trim_end_matches('}');
        let closing = &next[stem.len()..];
        let stem = stem.trim_end_matches(", infinity").trim_end_matches(", hibernate");
        let (inner, _) = closing.split_at(closing.len() - 1);
        Some(format!("{stem}{inner}, {timeout}}}"))
    }

    /// The name of the next state, where the module has it in a variable.
    pub(super) fn rich_state(&mut self, scope: &Scope) -> Option<String> {
        let known = self.rich && scope.iter().any(|var| var.name == "StateName");
        (known && self.random.chance(50)).then(|| "StateName".to_owned())
    }

    /// The commands with kinds: each event of any kind that the module takes, and some that it does not.
    pub(super) fn of_kinds(&mut self, events: Vec<Term>) -> Vec<Term> {
        if !self.rich {
            return events;
        }
        let kinds: Vec<&str> = self.kinds.iter().copied().collect();
        let mut commands: Vec<Term> = events
            .into_iter()
            .map(|event| {
                if kinds.is_empty() || self.random.chance(50) {
                    return Term::Tuple(vec![Term::atom("event"), event]);
                }
                let kind = self.random.pick(&kinds);
                Term::Tuple(vec![Term::atom(kind), event])
            })
            .collect();
        if self.random.chance(15) {
            commands.push(Term::Tuple(vec![Term::atom("stop"), Term::atom("shutdown")]));
        }
        commands
    }
}

/// The name of the state, and the data.
fn all_state_scope() -> Scope {
    let var = |name: &str, kind| Var { name: name.to_owned(), kind, finite: true };
    vec![var("StateName", Kind::Atom), var("Data", Kind::Data)]
}
