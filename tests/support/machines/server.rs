//! Random `gen_server` modules, from a seed.
//!
//! Input: a seed. Output: a module with what it is run under; the same without one of its parts. The data are a number and who
//! waits for an answer. The server comes to wait after each message: what it sends itself and what it goes on with has
//! numbers that grow, and whoever takes a timeout starts none that is over at once.

use std::fmt::Write as _;

use lts::Term;
use model::{Time, Timing};

use super::Machine;
use crate::support::generator::Random;
use crate::support::{Subject, module_subject, term};

/// A module.
#[derive(Clone)]
pub struct Server {
    name: String,
    start: Outcome,
    /// What `init/1` does before it returns.
    first: Vec<String>,
    clauses: Vec<Clause>,
    /// What `terminate/2` does, if there is one.
    last: Option<&'static str>,
    commands: Vec<&'static str>,
    clients: usize,
    mailbox: usize,
    timing: Timing,
}

#[derive(Clone)]
struct Clause {
    callback: &'static str,
    /// Its arguments but for the data.
    head: String,
    guard: &'static str,
    effects: Vec<String>,
    outcome: Outcome,
}

/// What a callback returns: a tuple without its brackets, how it goes on behind that.
#[derive(Clone)]
struct Outcome {
    tuple: String,
    then: Option<String>,
    is_thrown: bool,
}

/// What a clause takes.
#[derive(Clone, Copy, PartialEq)]
enum Taken {
    Message,
    Call,
    /// What the server has sent itself, or goes on with, by its number.
    Own(usize),
    Timeout,
    /// Whatever no other clause takes.
    Other,
}

/// The highest number of what the server sends itself or goes on with.
const MAX_OWN: usize = 3;

/// What may end a callback instead of its value.
const EXCEPTIONS: [&str; 4] = ["error(broken)", "exit(away)", "exit(normal)", "throw(odd)"];

/// What `terminate/2` may do.
const LAST: [&str; 6] = [
    "log:ended(Reason, D)",
    "log:ended(Reason, D)",
    "log:ended(Reason, D), error(late)",
    "exit(late)",
    "throw(late)",
    "self() ! Reason, ok",
];

impl Machine for Server {
    fn of_seed(name: &str, seed: u64) -> Self {
        let mut writer = Writer(Random(seed));
        let clauses = writer.clauses();
        let first = if writer.0.chance(40) {
            vec!["process_flag(trap_exit, true)".to_owned()]
        } else {
            Vec::new()
        };
        let mut commands = vec!["{cast, a}", "{cast, b}", "{call, c}", "{call, d}", "{info, i}"];
        let others = ["{stop, normal}", "{exit, gone}", "{exit, normal}", "{info, timeout}"];
        commands.extend(others.into_iter().filter(|_| writer.0.chance(15)));
        Self {
            name: name.to_owned(),
            start: writer.start(),
            first: if writer.0.chance(15) { [first, writer.sent(1)].concat() } else { first },
            clauses,
            last: writer.0.chance(65).then(|| writer.pick(&LAST)),
            commands,
            clients: 1 + writer.0.below(2),
            mailbox: [0, 0, 0, 1, 2][writer.0.below(5)],
            timing: writer.timing(),
        }
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn text(&self) -> String {
        let mut text = format!(
            "-module({}).\n-behaviour(gen_server).\n-compile([export_all, nowarn_export_all]).\n",
            self.name
        );
        let start = [self.first.as_slice(), &[self.start.text()]].concat().join(", ");
        let _ = writeln!(text, "init({{N, P}}) -> {start}.");
        for own in CALLBACKS {
            let clauses = self.clauses.iter().filter(|clause| clause.callback == own);
            let clauses: Vec<String> = clauses.map(Clause::text).collect();
            if !clauses.is_empty() {
                let _ = writeln!(text, "{}.", clauses.join(";\n"));
            }
        }
        if let Some(last) = self.last {
            let _ = writeln!(text, "terminate(Reason, D) -> {last}.");
        }
        text
    }

    fn subject(&self) -> Subject {
        let commands: Vec<Term> = self.commands.iter().map(|command| term(command)).collect();
        let subject = module_subject(&self.name, self.text(), term("{0, none}"), &commands);
        Subject { clients: self.clients, mailbox: self.mailbox, timing: self.timing, ..subject }
    }

    fn reduced(&self) -> Vec<Self> {
        let mut all = self.smaller_around();
        for (at, clause) in self.clauses.iter().enumerate() {
            let mut smaller = self.clone();
            smaller.clauses.remove(at);
            all.push(smaller);
            for clause in clause.smaller() {
                let mut smaller = self.clone();
                smaller.clauses[at] = clause;
                all.push(smaller);
            }
        }
        all
    }
}

impl Server {
    /// Without one of its parts that are no clauses.
    fn smaller_around(&self) -> Vec<Self> {
        let mut all = Vec::new();
        for at in 0..self.commands.len() {
            let mut smaller = self.clone();
            smaller.commands.remove(at);
            all.push(smaller);
        }
        for at in 0..self.first.len() {
            let mut smaller = self.clone();
            smaller.first.remove(at);
            all.push(smaller);
        }
        all.extend(self.start.smaller().map(|start| Self { start, ..self.clone() }));
        if self.last.is_some() {
            all.push(Self { last: None, ..self.clone() });
        }
        if self.mailbox > 0 {
            all.push(Self { mailbox: 0, ..self.clone() });
        }
        if self.clients > 1 {
            all.push(Self { clients: 1, ..self.clone() });
        }
        if self.timing != Timing::default() {
            all.push(Self { timing: Timing::default(), ..self.clone() });
        }
        all
    }
}

/// The callbacks that take something.
const CALLBACKS: [&str; 4] = ["handle_call", "handle_cast", "handle_info", "handle_continue"];

struct Writer(Random);

impl Writer {
    fn pick(&mut self, items: &[&'static str]) -> &'static str {
        items[self.0.below(items.len())]
    }

    fn timing(&mut self) -> Timing {
        let time = [Time::Untimed, Time::Untimed, Time::Untimed, Time::Progress, Time::Tick];
        let time = time[self.0.below(time.len())];
        let quantum = (time == Time::Tick).then_some(10);
        Timing { time, quantum, zero_first: self.0.chance(25), timers: 2 }
    }

    /// What `init/1` returns.
    fn start(&mut self) -> Outcome {
        let odd: &[&'static str] = &["ignore", "stop, early", "error, early", "ok", "{N, P}"];
        let is_odd = self.0.chance(3);
        let tuple = if is_odd { self.pick(odd) } else { "ok, {N, P}" };
        let then = (!is_odd && self.0.chance(40)).then(|| self.then(Taken::Message));
        Outcome { tuple: tuple.to_owned(), then, is_thrown: self.0.chance(5) }
    }

    fn clauses(&mut self) -> Vec<Clause> {
        let mut clauses = Vec::new();
        for callback in CALLBACKS {
            if self.0.chance(8) {
                continue;
            }
            for (head, taken) in heads(callback) {
                if !self.0.chance(85) {
                    continue;
                }
                if self.0.chance(30) {
                    let guard = self.pick(&[" when N > 0", " when N =:= 0", " when P =/= none"]);
                    clauses.push(self.clause(callback, &head, taken, guard));
                }
                clauses.push(self.clause(callback, &head, taken, ""));
            }
        }
        clauses
    }

    fn clause(
        &mut self,
        callback: &'static str,
        head: &str,
        taken: Taken,
        guard: &'static str,
    ) -> Clause {
        let mut effects = Vec::new();
        if self.0.chance(60) {
            let tag = callback.trim_start_matches("handle_");
            effects
                .push(format!("log:{tag}_seen({})", if taken == Taken::Other { "M" } else { "N" }));
        }
        effects.extend(self.sent(match taken {
            Taken::Message | Taken::Call => 1,
            Taken::Own(number) => number + 1,
            Taken::Timeout | Taken::Other => MAX_OWN + 1,
        }));
        // Who waits gets its answer, mostly where somebody does.
        let answers = if guard.contains('P') { 60 } else { 3 };
        let is_answered = self.0.chance(answers);
        if is_answered {
            effects.push("gen_server:reply(P, N)".to_owned());
        } else if taken == Taken::Call && self.0.chance(8) {
            effects.push("gen_server:reply(From, early)".to_owned());
        }
        let outcome = self.outcome(taken, is_answered);
        Clause { callback, head: head.to_owned(), guard, effects, outcome }
    }

    /// What the server sends itself: numbers from this one on.
    fn sent(&mut self, from: usize) -> Vec<String> {
        if from > MAX_OWN || !self.0.chance(15) {
            return Vec::new();
        }
        let number = from + self.0.below(MAX_OWN + 1 - from);
        let sent = match self.0.below(4) {
            0 | 1 => format!("gen_server:cast(self(), {number})"),
            2 => format!("self() ! {number}"),
            _ => "erlang:send_after(10, self(), late)".to_owned(),
        };
        vec![sent]
    }

    fn outcome(&mut self, taken: Taken, is_answered: bool) -> Outcome {
        if let Some(ending) = self.ending(taken) {
            return Outcome { tuple: ending, then: None, is_thrown: self.0.chance(10) };
        }
        let keeps = taken == Taken::Call && self.0.chance(25);
        let data = match (keeps, is_answered) {
            (true, _) => "{N, From}",
            (_, true) => self.pick(&["{N, none}", "{0, none}", "{N, P}"]),
            _ => self.pick(&["{N, P}", "{N, P}", "{(N + 1) rem 3, P}", "{0, P}", "{0, none}"]),
        };
        let tuple = if taken == Taken::Call && !keeps {
            format!("reply, {}, {data}", self.pick(&["N", "ok", "{got, P}"]))
        } else {
            format!("noreply, {data}")
        };
        let then = self.0.chance(35).then(|| self.then(taken));
        Outcome { tuple, then, is_thrown: self.0.chance(5) }
    }

    /// What is no plain return.
    fn ending(&mut self, taken: Taken) -> Option<String> {
        if self.0.chance(2) {
            return Some(self.pick(&EXCEPTIONS).to_owned());
        }
        let endings: &[&'static str] = match taken {
            Taken::Call => &[
                "stop, normal, bye, {N, last}",
                "stop, {shutdown, N}, N, {N, P}",
                "stop, why, N, {N, P}",
                "stop, why, {N, last}",
                "reply, N",
                "stop, why",
            ],
            _ => &[
                "stop, normal, {N, last}",
                "stop, shutdown, {N, P}",
                "stop, why, {N, P}",
                "stop, why",
                "odd",
                "reply, N, {N, P}",
                "stop, why, N, {N, P}",
            ],
        };
        self.0.chance(4).then(|| self.pick(endings).to_owned())
    }

    /// How it goes on: a time, a continuation.
    fn then(&mut self, taken: Taken) -> String {
        let from = match taken {
            Taken::Message | Taken::Call => 1,
            Taken::Own(number) => number + 1,
            Taken::Timeout | Taken::Other => MAX_OWN + 1,
        };
        if from <= MAX_OWN && self.0.chance(40) {
            return format!("{{continue, {}}}", from + self.0.below(MAX_OWN + 1 - from));
        }
        if self.0.chance(4) {
            let odd = ["soon", "-1", "{continue}", "16#100000000", "1.5", "{continue, none}"];
            return self.pick(&odd).to_owned();
        }
        let is_late = matches!(taken, Taken::Timeout | Taken::Other);
        let times: &[&'static str] = if is_late {
            &["10", "infinity", "hibernate"]
        } else {
            &["10", "20", "0", "0", "infinity", "hibernate"]
        };
        self.pick(times).to_owned()
    }
}

/// What the clauses of a callback take, in order.
fn heads(callback: &str) -> Vec<(String, Taken)> {
    let own = (1..=MAX_OWN).map(|number| (number.to_string(), Taken::Own(number)));
    let named = |names: &[&str], taken: Taken| -> Vec<(String, Taken)> {
        names.iter().map(|name| ((*name).to_owned(), taken)).collect()
    };
    match callback {
        "handle_call" => named(&["c, From", "d, From"], Taken::Call),
        "handle_cast" => named(&["a", "b"], Taken::Message).into_iter().chain(own).collect(),
        "handle_info" => [
            named(&["i"], Taken::Message),
            named(&["timeout"], Taken::Timeout),
            own.collect(),
            named(&["M"], Taken::Other),
        ]
        .concat(),
        _ => own.collect(),
    }
}

impl Outcome {
    fn text(&self) -> String {
        let is_tuple = self.tuple.contains(", ") && !self.tuple.starts_with('{');
        let text = match (&self.then, is_tuple) {
            (None, false) => self.tuple.clone(),
            (None, true) => format!("{{{}}}", self.tuple),
            (Some(then), _) => format!("{{{}, {then}}}", self.tuple),
        };
        if self.is_thrown { format!("throw({text})") } else { text }
    }

    /// Without one of its parts each.
    fn smaller(&self) -> impl Iterator<Item = Self> {
        let plain = self.then.is_some().then(|| Self { then: None, ..self.clone() });
        let returned = self.is_thrown.then(|| Self { is_thrown: false, ..self.clone() });
        plain.into_iter().chain(returned)
    }
}

impl Clause {
    fn text(&self) -> String {
        let Self { callback, head, guard, effects, outcome } = self;
        let body = [effects.as_slice(), &[outcome.text()]].concat().join(", ");
        format!("{callback}({head}, {{N, P}}){guard} -> {body}")
    }

    /// Without one of its parts each.
    fn smaller(&self) -> Vec<Self> {
        let outcomes = self.outcome.smaller().map(|outcome| Self { outcome, ..self.clone() });
        let mut all: Vec<Self> = outcomes.collect();
        for at in 0..self.effects.len() {
            let mut smaller = self.clone();
            smaller.effects.remove(at);
            all.push(smaller);
        }
        all
    }
}
