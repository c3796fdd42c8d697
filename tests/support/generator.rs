//! Random `gen_fsm` modules, from a seed.
//!
//! Input: a seed. Output: the text of a module, an argument for `init/1`, commands, what unhandled
//! events do. Patterns are generalisations of the commands, so that clauses are hit, missed and
//! half hit; the stored data keeps one shape and takes few values, so that most modules are finite
//! under any environment. Only what the translator models exactly is written.

mod bodies;
pub mod clauses;
mod functions;
mod kinds;

use std::collections::BTreeSet;
use std::fmt::Write as _;

use lts::Term;
use model::Unhandled;

/// A module with what it is run under.
pub struct Generated {
    /// Its source.
    pub text: String,
    /// Argument of `init/1`.
    pub init: Term,
    /// `{any_of, [..]}` and the like.
    pub commands: Term,
    /// What an event without a clause does.
    pub unhandled: Unhandled,
    /// What the calls of `sensor` do.
    pub stubs: Term,
}

/// Generates the module of a seed.
pub fn generate(name: &str, seed: u64) -> Generated {
    generated(name, seed, false)
}

/// The same with callbacks and commands of all kinds, answers, timeouts, timers and own events.
pub fn generate_rich(name: &str, seed: u64) -> Generated {
    generated(name, seed, true)
}

fn generated(name: &str, seed: u64, rich: bool) -> Generated {
    let mut random = Random(seed);
    let states = ["idle", "busy", "open", "closed", "done"];
    let n_states = 2 + random.below(4);
    let tags = ["push", "pull", "set", "go"];
    let n_events = 3 + random.below(3);
    let mut events: Vec<Term> = (0..n_events)
        .map(|_| {
            let tag = Term::atom(random.pick(&tags));
            let n_args = random.below(3);
            if n_args == 0 && random.chance(60) {
                return tag;
            }
            let args = (0..n_args).map(|_| random.term(2));
            Term::Tuple(std::iter::once(tag).chain(args).collect())
        })
        .collect();
    events.push(random.term(2));
    let shapes = ["none", "0", "{none,0}", "{0,[]}", "{none,{0,[]}}", "[0,none]", "{[],none,1}"];
    let data = super::term(random.pick(&shapes));
    let mut writer = Writer {
        random,
        states: states[..n_states].to_vec(),
        events,
        data,
        helpers: Vec::new(),
        results: Vec::new(),
        fresh: 0,
        in_guard: false,
        rich,
        from: false,
        kinds: BTreeSet::new(),
    };
    let stubs = writer.stubs();
    let text = writer.module(name);
    let (init, commands, unhandled) = writer.surroundings();
    Generated { text, init, commands, unhandled, stubs }
}

/// Atoms that mean something to one of the languages on the way.
const AWKWARD: [&str; 16] = [
    "B c", "nil", "cons", "int", "tuple", "tuplenil", "tau", "delta", "sort", "init", "cmd",
    "s_idle", "x-1", "'", "S", "if",
];

/// Splitmix64.
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).unwrap_or(0)
    }

    /// True in so many of a hundred cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    fn small(&mut self) -> i32 {
        self.pick(&[-3, -2, -1, 0, 0, 1, 1, 2, 3, 4, 9])
    }

    /// A ground term.
    pub fn term(&mut self, depth: usize) -> Term {
        match self.below(if depth == 0 { 10 } else { 16 }) {
            0..=3 if self.chance(15) => Term::atom(self.pick(&AWKWARD)),
            0..=3 => Term::atom(self.pick(&["a", "b", "true", "false", "none", "idle"])),
            4..=8 => Term::integer(self.small()),
            9 => Term::Nil,
            10..=13 => Term::Tuple((0..self.below(3)).map(|_| self.term(depth - 1)).collect()),
            _ => Term::list((0..=self.below(2)).map(|_| self.term(depth - 1)).collect()),
        }
    }

    /// A term like this one, with another leaf.
    fn mutate(&mut self, term: &Term) -> Term {
        let items = match term {
            Term::Tuple(items) | Term::List(items, None) if !items.is_empty() => items,
            _ => return self.term(1),
        };
        let mut items = items.clone();
        let place = self.below(items.len());
        items[place] = self.mutate(&items[place]);
        if matches!(term, Term::Tuple(_)) { Term::Tuple(items) } else { Term::list(items) }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Int,
    Atom,
    /// The whole stored data.
    Data,
    Any,
}

#[derive(Clone)]
struct Var {
    name: String,
    kind: Kind,
    /// Whether it takes finitely many values in any run.
    finite: bool,
}

type Scope = Vec<Var>;

/// A local function: its name, arity, and whether it gives what a callback returns.
type Helper = (String, usize, bool);

struct Writer {
    random: Random,
    states: Vec<&'static str>,
    events: Vec<Term>,
    data: Term,
    helpers: Vec<Helper>,
    /// What calls of `sensor` return.
    results: Vec<Term>,
    fresh: usize,
    in_guard: bool,
    /// Whether it has more than `StateName/2`.
    rich: bool,
    /// Whether somebody waits for an answer, `From`.
    from: bool,
    /// The tags of the commands that it takes besides events.
    kinds: BTreeSet<&'static str>,
}

impl Writer {
    fn surroundings(&mut self) -> (Term, Term, Unhandled) {
        let mut list: Vec<Term> = self.events.clone();
        for _ in 0..=self.random.below(4) {
            let event = self.random.below(self.events.len());
            list.push(self.random.mutate(&self.events[event].clone()));
        }
        let mut distinct = Vec::new();
        for event in list {
            if !distinct.contains(&event) {
                distinct.push(event);
            }
        }
        let distinct = self.of_kinds(distinct);
        let kind = self.random.pick(&["any_of", "any_of", "any_of", "any_of", "cycle", "sequence"]);
        let commands = Term::Tuple(vec![Term::atom(kind), Term::list(distinct)]);
        let modes = [Unhandled::Crash, Unhandled::Crash, Unhandled::Disallow, Unhandled::Ignore];
        (self.data.clone(), commands, self.random.pick(&modes))
    }

    /// `sensor:read/0` and `sensor:ask/1` return some of these values, or raise an exception.
    fn stubs(&mut self) -> Term {
        let functions = [("read", 0), ("ask", 1)];
        let stubs = functions.map(|(name, arity)| {
            let (module, name) = (Term::atom("sensor"), Term::atom(name));
            let key = Term::Tuple(vec![module, name, Term::integer(arity)]);
            let mut ends = Vec::new();
            for _ in 0..=self.random.below(3) {
                let raises = self.random.chance(20);
                let end = if raises { self.raised() } else { self.random.term(1) };
                if !raises {
                    self.results.push(end.clone());
                }
                if !ends.contains(&end) {
                    ends.push(end);
                }
            }
            Term::Tuple(vec![key, Term::list(ends)])
        });
        Term::list(stubs.to_vec())
    }

    /// `{raise, Class, Reason}`
    fn raised(&mut self) -> Term {
        let class = self.random.pick(&["error", "exit", "throw"]);
        let reason = if class == "throw" && self.random.chance(60) {
            let state = Term::atom(self.random.pick(&self.states.clone()));
            Term::Tuple(vec![Term::atom("next_state"), state, self.data.clone()])
        } else {
            self.random.term(1)
        };
        Term::Tuple(vec![Term::atom("raise"), Term::atom(class), reason])
    }

    fn module(&mut self, name: &str) -> String {
        let n_helpers = self.random.below(4);
        let mut helpers: Vec<String> = (0..n_helpers).map(|number| self.helper(number)).collect();
        for number in 0..self.random.below(3) {
            helpers.push(self.rounds(number));
        }
        let mut text = format!("-module({name}).\n-behaviour(gen_fsm).\n");
        let exported: Vec<String> = self.states.iter().map(|state| format!("{state}/2")).collect();
        let (more, callbacks) =
            if self.rich { self.callbacks() } else { (String::new(), String::new()) };
        let _ = writeln!(text, "-export([init/1, {}{more}]).\n", exported.join(", "));
        text.push_str(&self.init());
        for state in self.states.clone() {
            let n_clauses = 2 + self.random.below(4);
            let open = self.random.chance(45);
            let clauses: Vec<String> =
                (0..n_clauses).map(|at| self.clause(state, open && at + 1 == n_clauses)).collect();
            let _ = write!(text, "\n{}.\n", clauses.join(";\n"));
        }
        text.push_str(&callbacks);
        for helper in helpers {
            let _ = write!(text, "\n{helper}");
        }
        text
    }

    fn init(&mut self) -> String {
        self.fresh = 0;
        let (first, data) = (self.states[0], self.data.to_string());
        match self.random.below(10) {
            0..=5 => format!("init(Data) ->\n    {{ok, {first}, Data}}.\n"),
            6..=7 => format!("init(_) ->\n    {{ok, {first}, {data}}}.\n"),
            _ => {
                let mut scope =
                    vec![Var { name: "Data".to_owned(), kind: Kind::Data, finite: true }];
                let before = self.statement(&mut scope, 1, 4);
                format!("init(Data) ->\n    {before},\n    {{ok, {first}, Data}}.\n")
            }
        }
    }

    /// One clause of a state function; an open one takes every event.
    fn clause(&mut self, state: &str, open: bool) -> String {
        self.fresh = 0;
        let mut scope = Scope::new();
        let event = self.random.below(self.events.len());
        let event = if open || self.random.chance(6) {
            self.variable(Kind::Any, true, &mut scope)
        } else {
            self.pattern(&self.events[event].clone(), &[], &mut scope, true)
        };
        let data = if open || self.random.chance(50) {
            self.variable(Kind::Data, true, &mut scope)
        } else {
            let like = self.filled(&self.data.clone());
            self.pattern(&like, &[], &mut scope, false)
        };
        let guard = self.maybe_guard(&scope, if open { 0 } else { 35 });
        let body = self.body(&mut scope, 2, 4);
        format!("{state}({event}, {data}){guard} ->\n    {body}")
    }

    /// The data's shape with a term of the events for each `[]`.
    fn filled(&mut self, shape: &Term) -> Term {
        match shape {
            Term::Tuple(items) => Term::Tuple(items.iter().map(|item| self.filled(item)).collect()),
            Term::List(items, None) => {
                Term::list(items.iter().map(|item| self.filled(item)).collect())
            }
            Term::Nil if self.random.chance(50) => self.random.term(1),
            Term::Integer(_) => Term::integer(self.random.pick(&[0, 1, 2])),
            Term::Atom(_) => Term::atom(self.random.pick(&["none", "a", "b", "true"])),
            other => other.clone(),
        }
    }

    fn variable(&mut self, kind: Kind, finite: bool, scope: &mut Scope) -> String {
        self.fresh += 1;
        let letter = match kind {
            Kind::Int => 'N',
            Kind::Atom => 'A',
            Kind::Data => 'D',
            Kind::Any => 'X',
        };
        let name = format!("{letter}{}", self.fresh);
        scope.push(Var { name: name.clone(), kind, finite });
        name
    }

    /// A pattern that this term often matches; `bound` are variables with values.
    fn pattern(&mut self, like: &Term, bound: &[Var], own: &mut Scope, finite: bool) -> String {
        let kind = match like {
            Term::Integer(_) => Kind::Int,
            Term::Atom(_) => Kind::Atom,
            _ => Kind::Any,
        };
        match self.random.below(100) {
            0..=6 => return "_".to_owned(),
            7..=26 => return self.variable(kind, finite, own),
            27..=31 => {
                let known: Vec<&Var> = own.iter().chain(bound).collect();
                if !known.is_empty() {
                    return known[self.random.below(known.len())].name.clone();
                }
            }
            32..=35 => {
                let inner = self.pattern(like, bound, own, finite);
                // OTP 25 compiles `X = Bound = Value` as if the variable were not bound.
                if bound.iter().any(|var| var.name == inner) {
                    return inner;
                }
                let name = self.variable(kind, finite, own);
                return if self.random.chance(50) {
                    format!("{inner} = {name}")
                } else {
                    format!("{name} = {inner}")
                };
            }
            36..=38 => {
                let other = self.random.mutate(like);
                return self.pattern(&other, bound, own, finite);
            }
            39..=40 => {
                let left = self.pattern(like, bound, own, finite);
                let n_own = own.len();
                let right = self.pattern(like, bound, own, finite);
                if bound.iter().any(|var| var.name == left || var.name == right) {
                    own.truncate(n_own);
                    return left;
                }
                return format!("{left} = {right}");
            }
            _ => {}
        }
        self.parts(like, bound, own, finite)
    }

    /// A pattern with the shape of a term.
    fn parts(&mut self, like: &Term, bound: &[Var], own: &mut Scope, finite: bool) -> String {
        match like {
            Term::Tuple(items) => {
                let items: Vec<String> =
                    items.iter().map(|item| self.pattern(item, bound, own, finite)).collect();
                format!("{{{}}}", items.join(", "))
            }
            Term::List(items, None) if self.random.chance(50) => {
                let head = self.pattern(&items[0], bound, own, finite);
                let tail = Term::list(items[1..].to_vec());
                let tail = self.pattern(&tail, bound, own, finite);
                format!("[{head} | {tail}]")
            }
            Term::List(items, None) => {
                let items: Vec<String> =
                    items.iter().map(|item| self.pattern(item, bound, own, finite)).collect();
                format!("[{}]", items.join(", "))
            }
            other => other.to_string(),
        }
    }
}
