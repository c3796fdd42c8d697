//! Random `gen_statem` modules, from a seed.
//!
//! Input: a seed. Output: a module with what it is run under; the same without one of its parts. The machine comes to
//! wait after each message: what is inserted has numbers that grow, whoever takes a time-out starts none that is over at
//! once, and whoever postpones starts nothing.

use std::fmt::Write as _;

use lts::Term;

use super::Machine;
use crate::support::generator::Random;
use crate::support::{Subject, module_subject, term};

/// A module.
#[derive(Clone)]
pub struct Statem {
    name: String,
    states: &'static [[&'static str; 2]],
    has_functions: bool,
    enters: bool,
    terminates: bool,
    start: Outcome,
    clauses: Vec<Clause>,
    commands: Vec<&'static str>,
    clients: usize,
}

#[derive(Clone)]
struct Clause {
    state: usize,
    /// Type and content.
    event: String,
    guard: &'static str,
    effects: Vec<String>,
    outcome: Outcome,
}

/// What a callback returns: a tuple without its brackets, the actions behind it.
#[derive(Clone)]
struct Outcome {
    tuple: String,
    actions: Vec<String>,
    is_thrown: bool,
}

/// What a clause takes.
#[derive(Clone, Copy, PartialEq)]
enum Taken {
    Message,
    Call,
    /// An inserted event, with its number.
    Internal(usize),
    Timeout,
    Enter,
    /// Whatever no other clause takes.
    Other,
}

/// States as they are written and as patterns.
const NAMES: [[&str; 2]; 3] = [["s1", "s1"], ["s2", "s2"], ["s3", "s3"]];
const TERMS: [&[[&str; 2]]; 4] = [
    &NAMES,
    &[["{s, 1}", "{s, 1}"], ["{s, 2}", "{s, 2}"], ["[]", "[]"]],
    &[["1", "1"], ["true", "true"], ["2", "2"]],
    &[["s1", "s1"], ["#{k => 1}", "#{k := 1}"], ["#{k => 2}", "#{k := 2}"]],
];

/// Types of time-outs.
const TIMEOUTS: [&str; 4] = ["timeout", "state_timeout", "{timeout, n}", "{timeout, m}"];

/// The highest number of an inserted event.
const MAX_INTERNAL: usize = 3;

struct Writer {
    random: Random,
    states: &'static [[&'static str; 2]],
    enters: bool,
}

impl Writer {
    fn pick(&mut self, items: &[&'static str]) -> &'static str {
        items[self.random.below(items.len())]
    }

    fn clauses(&mut self, state: usize) -> Vec<Clause> {
        let mut heads = vec![("cast, a".to_owned(), Taken::Message)];
        heads.push(("cast, b".to_owned(), Taken::Message));
        heads.push(("{call, From}, c".to_owned(), Taken::Call));
        heads.push(("{call, From}, d".to_owned(), Taken::Call));
        heads.push(("info, i".to_owned(), Taken::Message));
        let internal = |number| (format!("internal, {number}"), Taken::Internal(number));
        heads.extend((1..=MAX_INTERNAL).map(internal));
        heads.extend(TIMEOUTS.map(|own| (format!("{own}, C"), Taken::Timeout)));
        if self.enters {
            heads.insert(0, ("enter, Before".to_owned(), Taken::Enter));
        }
        let mut clauses = Vec::new();
        for (event, taken) in heads {
            if taken == Taken::Enter || self.random.chance(80) {
                if self.random.chance(25) {
                    let guard = self.pick(&[" when D > 0", " when D =:= 0"]);
                    clauses.push(self.clause(state, event.clone(), taken, guard));
                }
                clauses.push(self.clause(state, event, taken, ""));
            }
        }
        if self.random.chance(85) {
            clauses.push(self.clause(state, "_, C".to_owned(), Taken::Other, ""));
        }
        clauses
    }

    fn clause(&mut self, state: usize, event: String, taken: Taken, guard: &'static str) -> Clause {
        let content = match taken {
            Taken::Timeout | Taken::Other => "C",
            Taken::Enter => "Before",
            _ => "D",
        };
        let tag = event.split(", ").next().unwrap_or("_").trim_start_matches('{');
        let tag = if tag == "_" { "other" } else { tag };
        let shown = format!("log:{tag}{state}({content})");
        let effects = if self.random.chance(70) { vec![shown] } else { Vec::new() };
        Clause { state, event, guard, effects, outcome: self.outcome(state, taken, guard) }
    }

    fn outcome(&mut self, state: usize, taken: Taken, guard: &str) -> Outcome {
        if let Some(tuple) = self.ending(taken) {
            return Outcome { tuple, actions: Vec::new(), is_thrown: self.random.chance(20) };
        }
        let actions = self.actions(taken);
        let postpones = actions.iter().any(|own| own.contains("postpone"));
        let is_kept = taken == Taken::Enter || postpones || self.random.chance(40);
        let next = if is_kept { state } else { self.random.below(self.states.len()) };
        let data = self.pick(&["D", "D", "(D + 1) rem 3", "0"]);
        let tuple = match self.random.below(8) {
            0..=2 => format!("next_state, {}, {data}", self.states[next][0]),
            3 | 4 => format!("keep_state, {data}"),
            5 if taken == Taken::Enter && guard.contains("=:= 0") => "repeat_state, 1".to_owned(),
            5 if taken != Taken::Enter => format!("repeat_state, {data}"),
            6 if taken != Taken::Enter => "repeat_state_and_data".to_owned(),
            _ => "keep_state_and_data".to_owned(),
        };
        Outcome { tuple, actions, is_thrown: self.random.chance(5) }
    }

    fn ending(&mut self, taken: Taken) -> Option<String> {
        let endings: &[&'static str] = match taken {
            Taken::Call => &[
                "stop_and_reply, normal, [{reply, From, bye}], D",
                "stop_and_reply, why, {reply, From, D}",
                "stop, why",
            ],
            _ => &["stop", "stop, why", "stop, normal, last", "odd", "next_state, D"],
        };
        self.random.chance(4).then(|| self.pick(endings).to_owned())
    }

    fn actions(&mut self, taken: Taken) -> Vec<String> {
        let mut actions = Vec::new();
        let mut starts = taken != Taken::Timeout && taken != Taken::Enter && taken != Taken::Other;
        if taken == Taken::Call {
            match self.random.below(10) {
                0..=2 => {
                    let postpone = self.pick(&["postpone", "{postpone, true}"]);
                    actions.push(postpone.to_owned());
                    starts = false;
                }
                3 => {}
                _ => actions.push("{reply, From, D}".to_owned()),
            }
        }
        for _ in 0..self.random.below(4) {
            let action = match self.random.below(10) {
                0..=5 => self.timeout(starts),
                6 | 7 if starts => self.inserted(taken),
                8 if self.random.chance(30) => "hibernate".to_owned(),
                9 if taken == Taken::Enter => "{postpone, false}".to_owned(),
                9 if self.random.chance(5) => "{odd, action}".to_owned(),
                _ => continue,
            };
            let at = self.random.below(actions.len() + 1);
            actions.insert(at, action);
        }
        actions
    }

    /// A time-out, which may be over at once.
    fn timeout(&mut self, may_be_zero: bool) -> String {
        let own = self.pick(&TIMEOUTS);
        let content = self.pick(&["x", "y", "D"]);
        if self.random.chance(10) {
            return format!("{{{own}, cancel}}");
        }
        let times: &[&'static str] = if may_be_zero {
            &["10", "20", "0", "0", "update", "infinity"]
        } else {
            &["10", "infinity"]
        };
        format!("{{{own}, {}, {content}}}", self.pick(times))
    }

    fn inserted(&mut self, taken: Taken) -> String {
        let from = if let Taken::Internal(number) = taken { number + 1 } else { 1 };
        let number = from + self.random.below(2);
        match self.random.below(4) {
            0 => format!("{{next_event, {}, e}}", self.pick(&TIMEOUTS)),
            1 => "{next_event, cast, e}".to_owned(),
            _ if number > MAX_INTERNAL => "{next_event, internal, e}".to_owned(),
            _ => format!("{{next_event, internal, {number}}}"),
        }
    }
}

impl Outcome {
    fn text(&self) -> String {
        let actions = self.actions.join(", ");
        let text = match (self.tuple.contains(", "), self.actions.is_empty()) {
            (false, true) => self.tuple.clone(),
            (true, true) => format!("{{{}}}", self.tuple),
            (_, false) => format!("{{{}, [{actions}]}}", self.tuple),
        };
        if self.is_thrown { format!("throw({text})") } else { text }
    }

    /// Without one action each.
    fn smaller(&self) -> impl Iterator<Item = Self> {
        (0..self.actions.len()).map(|at| {
            let mut smaller = self.clone();
            smaller.actions.remove(at);
            smaller
        })
    }
}

impl Machine for Statem {
    fn of_seed(name: &str, seed: u64) -> Self {
        let mut random = Random(seed);
        let has_functions = random.chance(50);
        let states = if has_functions { &NAMES } else { TERMS[random.below(TERMS.len())] };
        let states = &states[..2 + random.below(2)];
        let enters = random.chance(50);
        let mut writer = Writer { random, states, enters };
        let clauses = (0..states.len()).flat_map(|state| writer.clauses(state)).collect();
        let start = Outcome {
            tuple: format!("ok, {}, D", states[0][0]),
            actions: if writer.random.chance(30) {
                writer.actions(Taken::Message)
            } else {
                Vec::new()
            },
            is_thrown: false,
        };
        let mut commands = vec!["{cast, a}", "{cast, b}", "{call, c}", "{call, d}", "{info, i}"];
        if writer.random.chance(20) {
            commands.push("{stop, normal}");
        }
        Self {
            name: name.to_owned(),
            states,
            has_functions,
            enters,
            terminates: writer.random.chance(60),
            start,
            clauses,
            commands,
            clients: 1 + writer.random.below(2),
        }
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn text(&self) -> String {
        let mode = if self.has_functions { "state_functions" } else { "handle_event_function" };
        let mode = if self.enters { format!("[{mode}, state_enter]") } else { mode.to_owned() };
        let mut text = format!(
            "-module({}).\n-behaviour(gen_statem).\n-compile([export_all, nowarn_export_all]).\n\
             callback_mode() -> {mode}.\ninit(D) -> {}.\n",
            self.name,
            self.start.text()
        );
        let clauses: Vec<String> = self.clauses.iter().map(|own| self.clause(own)).collect();
        if self.has_functions {
            for state in 0..self.states.len() {
                let own = self.clauses.iter().zip(&clauses).filter(|(own, _)| own.state == state);
                let own: Vec<&str> = own.map(|(_, text)| text.as_str()).collect();
                if !own.is_empty() {
                    let _ = writeln!(text, "{}.", own.join(";\n"));
                }
            }
        } else if !clauses.is_empty() {
            let _ = writeln!(text, "{}.", clauses.join(";\n"));
        }
        if self.terminates {
            text.push_str("terminate(Reason, State, D) -> log:ended(Reason, State, D).\n");
        }
        text
    }

    fn subject(&self) -> Subject {
        let commands: Vec<Term> = self.commands.iter().map(|command| term(command)).collect();
        let subject = module_subject(&self.name, self.text(), term("0"), &commands);
        Subject { clients: self.clients, ..subject }
    }

    fn reduced(&self) -> Vec<Self> {
        let mut all = Vec::new();
        for at in 0..self.commands.len() {
            let mut smaller = self.clone();
            smaller.commands.remove(at);
            all.push(smaller);
        }
        for (at, clause) in self.clauses.iter().enumerate() {
            // A clause for all that is left might repeat the state on entering it, for ever.
            if !clause.event.starts_with("enter") {
                let mut smaller = self.clone();
                smaller.clauses.remove(at);
                all.push(smaller);
            }
            let mut change = |changed: Clause| {
                let mut smaller = self.clone();
                smaller.clauses[at] = changed;
                all.push(smaller);
            };
            for outcome in clause.outcome.smaller() {
                change(Clause { outcome, ..clause.clone() });
            }
            if clause.outcome.is_thrown {
                let outcome = Outcome { is_thrown: false, ..clause.outcome.clone() };
                change(Clause { outcome, ..clause.clone() });
            }
            if !clause.effects.is_empty() {
                change(Clause { effects: Vec::new(), ..clause.clone() });
            }
        }
        all.extend(self.start.smaller().map(|start| Self { start, ..self.clone() }));
        if self.terminates {
            all.push(Self { terminates: false, ..self.clone() });
        }
        all
    }
}

impl Statem {
    fn clause(&self, clause: &Clause) -> String {
        let Clause { state, event, guard, effects, outcome } = clause;
        let pattern = self.states[*state][1];
        let mut body = effects.clone();
        body.push(outcome.text());
        let body = body.join(", ");
        let unused = |event: &str| {
            let unused = |event: String, name: &str| {
                let is_used =
                    body.contains(&format!("{name})")) || body.contains(&format!("{name},"));
                if is_used { event } else { event.replace(name, &format!("_{name}")) }
            };
            let event = unused(event.to_owned(), "From");
            let event = unused(event, "Before");
            if event.ends_with(" C") && !body.contains("(C)") {
                event.replace(" C", " _C")
            } else {
                event
            }
        };
        let event = unused(event);
        let is_used = body.split(|c: char| !c.is_alphanumeric()).any(|word| word == "D");
        let data = if is_used || guard.contains('D') { "D" } else { "_D" };
        if self.has_functions {
            format!("{pattern}({event}, {data}){guard} -> {body}")
        } else {
            format!("handle_event({event}, {pattern}, {data}){guard} -> {body}")
        }
    }
}
