//! Random `gen_fsm` modules about values that are processes, names, clients and funs, from a seed.
//!
//! Input: a seed and features. Output: a module in parts, each of which can be left out, and the commands under which it
//! runs. Nothing in it tells by its syntax alone whom a message reaches. What its own messages bring is only
//! looked at, so that most of these modules have few states.

mod acts;
pub mod feature;
mod places;
pub mod reduced;

use std::fmt::Write as _;

use feature::{Feature, Features};
use lts::Term;
use places::Scope;

use super::Subject;
use super::generator::Random;

/// Functions that a module has where it calls them.
const FUNCTIONS: [(&str, &str); 8] = [
    ("id(", "id(Value) -> Value."),
    ("pick(", "pick(first, Value, _) -> Value;\npick(second, _, Value) -> Value."),
    ("tagged(", "tagged(Tag, Event) -> {Tag, Event}."),
    (
        "tell_all(",
        "tell_all([], _) -> ok;\ntell_all([To | Rest], Message) -> tell(To, Message), tell_all(Rest, Message).",
    ),
    ("tell_later(", "tell_later(To, Message) -> erlang:send_after(10, To, Message)."),
    ("tell(", "tell(To, Message) -> To ! Message."),
    ("answer(", "answer(Client, Value) -> gen_fsm:reply(Client, Value)."),
    ("tell, [", "tell(To, Message) -> To ! Message."),
];

/// What stands for the name of the module.
const NAME: &str = "own_name";

/// A module in parts.
#[derive(Clone)]
pub struct Whole {
    /// Its name.
    pub name: String,
    features: Features,
    /// What `init/1` does.
    init: Vec<String>,
    /// The fields of its data, with what they have at first.
    fields: Vec<(&'static str, String)>,
    clauses: Vec<Clause>,
    /// The commands under which it runs.
    pub commands: Vec<String>,
}

/// A clause of a callback.
#[derive(Clone)]
struct Clause {
    function: &'static str,
    head: String,
    statements: Vec<String>,
    ending: String,
}

/// Writes one module.
struct Writer {
    random: Random,
    features: Features,
    variables: usize,
}

/// The module of a seed.
pub fn whole(name: &str, seed: u64, features: Features) -> Whole {
    let mut random = Random(seed);
    // Some modules are about little.
    let narrow = random.chance(50);
    let features = features.filtered(|feature| match feature {
        Feature::Alias => random.chance(15),
        Feature::Spawned => random.chance(40),
        Feature::Nodes => random.chance(25),
        _ => random.chance(if narrow { 30 } else { 75 }),
    });
    let mut writer = Writer { random, features, variables: 0 };
    writer.module(name)
}

impl Writer {
    fn variable(&mut self) -> String {
        self.variables += 1;
        format!("V{}", self.variables)
    }

    fn module(&mut self, name: &str) -> Whole {
        let init = self.init();
        let fields = self.fields();
        let mut clauses = Vec::new();
        let mut commands = Vec::new();
        for number in 1..=2 + self.random.below(3) {
            clauses.push(self.clause("a", &format!("e{number}, D")));
            if self.random.chance(40) {
                clauses.push(self.clause("b", &format!("e{number}, D")));
            }
            commands.push(format!("e{number}"));
        }
        self.named(&mut clauses, &mut commands);
        self.asked(&mut clauses, &mut commands);
        self.seen(&mut clauses);
        Whole { name: name.to_owned(), features: self.features, init, fields, clauses, commands }
    }

    fn init(&mut self) -> Vec<String> {
        let mut statements = Vec::new();
        if self.features.has(Feature::Dictionary) {
            let place = self.place(Scope::Init);
            statements.push(format!("put(me, {place})"));
            // What is under a key that the module never uses is not known.
            statements.push("put(from, undefined)".to_owned());
        }
        if self.features.has(Feature::Exits) && self.random.chance(70) {
            statements.push("process_flag(trap_exit, true)".to_owned());
        }
        if self.random.chance(20) {
            statements.push(self.statement(Scope::Init));
        }
        statements
    }

    fn fields(&mut self) -> Vec<(&'static str, String)> {
        let mut fields = vec![("n", "0".to_owned())];
        let mut place = || self.place(Scope::Init);
        let (me, other, pair, list) = (place(), place(), place(), [place(), place()].join(", "));
        let (of, f, g) = (place(), self.variable(), self.variable());
        let has = |feature| self.features.has(feature);
        let has_timers = has(Feature::Timers) || has(Feature::Library);
        if has(Feature::Kept) || has_timers || has(Feature::Funs) {
            fields.push(("me", me.clone()));
        }
        if has(Feature::Kept) {
            fields.push(("other", other));
            fields.push(("pair", format!("{{x, {pair}}}")));
            fields.push(("list", format!("[{list}]")));
            fields.push(("map", format!("#{{me => {of}}}")));
            if has(Feature::Shaped) {
                let bag = "[{'$gen_event', m1}, m2, {'$gen_all_state_event', m1}]";
                fields.push(("bag", bag.to_owned()));
            }
        }
        if has(Feature::Names) {
            fields.push((
                "name",
                if self.random.chance(60) { NAME.to_owned() } else { "nobody".to_owned() },
            ));
        }
        if has_timers {
            fields.push(("ref", "none".to_owned()));
        }
        if has(Feature::Replies) || has(Feature::Raw) {
            fields.push(("from", "none".to_owned()));
            fields.push(("froms", "[]".to_owned()));
        }
        if has(Feature::Funs) {
            let own = self.variable();
            fields.push(("f", format!("begin {own} = {me}, fun({f}) -> {own} ! {f} end end")));
            fields.push(("g", format!("fun({g}, M{g}) -> gen_fsm:send_event({g}, M{g}) end")));
        }
        fields
    }

    fn clause(&mut self, function: &'static str, head: &str) -> Clause {
        let n_statements = 1 + self.random.below(2);
        let statements = (0..n_statements).map(|_| self.statement(Scope::Callback)).collect();
        let ending = self.ending();
        Clause { function, head: head.to_owned(), statements, ending }
    }

    fn ending(&mut self) -> String {
        if self.random.chance(4) {
            return "{stop, normal, D}".to_owned();
        }
        let state = if self.random.chance(50) { "a" } else { "b" };
        let data = self.data();
        let time = if self.random.chance(8) { ", 5" } else { "" };
        format!("{{next_state, {state}, {data}{time}}}")
    }

    /// The data behind a callback.
    fn data(&mut self) -> String {
        let has_kept = self.features.has(Feature::Kept);
        match self.random.below(10) {
            0..=2 => "D#d{n = (D#d.n + 1) rem 3}".to_owned(),
            3 if has_kept => format!("D#d{{me = {}}}", self.place(Scope::Callback)),
            4 if has_kept && self.features.has(Feature::Shaped) => {
                "D#d{list = lists:reverse(D#d.list), bag = lists:reverse(D#d.bag)}".to_owned()
            }
            4 if has_kept => "D#d{list = lists:reverse(D#d.list)}".to_owned(),
            5 if has_kept => {
                let place = self.place(Scope::Callback);
                format!("D#d{{map = (D#d.map)#{{me := {place}}}}}")
            }
            6 if has_kept => "D#d{me = D#d.other, other = D#d.me}".to_owned(),
            3..=7 if self.features.has(Feature::Library) && self.random.chance(60) => {
                format!("D#d{{ref = {}}}", self.kept_library_timer())
            }
            3..=7 if self.features.has(Feature::Timers) => {
                format!("D#d{{ref = {}}}", self.kept_timer())
            }
            _ => "D".to_owned(),
        }
    }

    /// An event that brings a name or a process.
    fn named(&mut self, clauses: &mut Vec<Clause>, commands: &mut Vec<String>) {
        let [has_names, has_pids] =
            [Feature::Names, Feature::Brought].map(|feature| self.features.has(feature));
        if !has_names && !has_pids {
            return;
        }
        let send = ["X ! m1", "gen_fsm:send_event(X, m2)", "tell(X, m1)"][self.random.below(3)];
        clauses.push(Clause {
            function: "a",
            head: "{to, X}, D".to_owned(),
            statements: vec![send.to_owned()],
            ending: "{next_state, b, D}".to_owned(),
        });
        if has_names {
            commands.extend([format!("{{to,{NAME}}}"), "{to,nobody}".to_owned()]);
        }
        if has_pids {
            commands.extend(["{to,<0>}".to_owned(), "{to,<9>}".to_owned()]);
        }
        let keeps = self.features.has(Feature::Kept);
        if has_pids && keeps && self.random.chance(50) {
            clauses.push(Clause {
                function: "b",
                head: "{to, X}, D".to_owned(),
                statements: vec!["D#d.other ! m2".to_owned()],
                ending: "{next_state, a, D#d{other = X}}".to_owned(),
            });
        }
    }

    /// What clients ask for.
    fn asked(&mut self, clauses: &mut Vec<Clause>, commands: &mut Vec<String>) {
        let (has_raw, has_replies) =
            (self.features.has(Feature::Raw), self.features.has(Feature::Replies));
        if !has_raw && !has_replies {
            return;
        }
        let keep =
            ["from = From", "froms = [From]", "froms = lists:sublist([From | D#d.froms], 2)"];
        for state in ["a", "b"] {
            let keep = keep[self.random.below(keep.len())];
            let mut clause = self.clause(state, "ask, From, D");
            clause.ending = format!("{{next_state, {state}, D#d{{{keep}}}}}");
            if self.features.has(Feature::Dictionary) && self.random.chance(40) {
                clause.statements.push("put(from, From)".to_owned());
            }
            if has_raw && self.random.chance(40) {
                let (pid, tag) = (self.variable(), self.variable());
                let raw = format!("{{{pid}, {tag}}} = From, {pid} ! {{{tag}, w0}}");
                clause.statements.push(raw);
            }
            clauses.push(clause);
        }
        commands.push("{sync,ask}".to_owned());
    }

    /// Clauses for all that comes besides.
    fn seen(&mut self, clauses: &mut Vec<Clause>) {
        let open = [
            ("a", "M, D", "{next_state, a, D}"),
            ("b", "M, D", "{next_state, a, D}"),
            ("handle_event", "M, S, D", "{next_state, S, D}"),
            ("handle_info", "M, S, D", "{next_state, S, D}"),
        ];
        for (function, head, ending) in open {
            if self.random.chance(95) {
                clauses.push(Clause {
                    function,
                    head: head.to_owned(),
                    statements: vec![
                        if function == "handle_info" { "out:note(M)" } else { "out:got(M)" }
                            .to_owned(),
                    ],
                    ending: ending.to_owned(),
                });
            }
        }
        if self.random.chance(30) {
            let clause = self.clause("terminate", "_, _, D");
            clauses.push(Clause { ending: "ok".to_owned(), ..clause });
        }
    }
}

impl Whole {
    /// Its source.
    pub fn text(&self) -> String {
        let name = &self.name;
        let fields: Vec<&str> = self.fields.iter().map(|(field, _)| *field).collect();
        let mut body = self.init_text();
        let mut exports = vec!["start_link/0".to_owned(), "init/1".to_owned()];
        for (function, arity) in self.functions() {
            exports.push(format!("{function}/{arity}"));
            let own =
                self.clauses.iter().filter(|own| (own.function, own.arity()) == (function, arity));
            let clauses: Vec<String> = own.map(Clause::text).collect();
            let _ = writeln!(body, "{}.", clauses.join(";\n"));
        }
        write_functions(&mut body, &mut exports);
        let text = format!(
            "-module({name}).\n-behaviour(gen_fsm).\n-export([{}]).\n-record(d, {{{}}}).\n\
             start_link() -> gen_fsm:start_link({{local, {name}}}, {name}, 0, []).\n{body}",
            exports.join(", "),
            fields.join(", "),
        );
        let behaviour = if self.features.has(Feature::Alias) { "p1_fsm" } else { "gen_fsm" };
        text.replace("gen_fsm", behaviour).replace(NAME, name)
    }

    fn init_text(&self) -> String {
        let fields = self.fields.iter().map(|(field, value)| format!("{field} = {value}"));
        let fields: Vec<String> = fields.collect();
        let data = format!("{{ok, a, #d{{{}}}}}", fields.join(", "));
        let body: Vec<&str> = self.init.iter().map(String::as_str).chain([data.as_str()]).collect();
        let body = body.join(",\n    ");
        let arg = if body.contains("Arg") { "Arg" } else { "_" };
        format!("init({arg}) ->\n    {body}.\n")
    }

    /// The callbacks that have clauses, with their arities, in the order of these.
    fn functions(&self) -> Vec<(&'static str, usize)> {
        let mut functions = Vec::new();
        for clause in &self.clauses {
            let function = (clause.function, clause.arity());
            if !functions.contains(&function) {
                functions.push(function);
            }
        }
        functions
    }

    /// With what it runs under.
    pub fn subject(&self) -> Subject {
        let command = |text: &String| super::term(&text.replace(NAME, &self.name));
        let commands: Vec<Term> = self.commands.iter().map(command).collect();
        let subject = super::module_subject(&self.name, self.text(), super::term("0"), &commands);
        let clients = if self.commands.iter().any(|own| own == "{sync,ask}") { 2 } else { 1 };
        Subject { clients, ..subject }
    }
}

impl Clause {
    fn arity(&self) -> usize {
        let depth_zero = self.head.replace("{to, X}", "X");
        depth_zero.split(',').count()
    }

    fn text(&self) -> String {
        let Self { function, head, statements, ending } = self;
        let body: Vec<&str> =
            statements.iter().map(String::as_str).chain([ending.as_str()]).collect();
        format!("{function}({head}) ->\n    {}", body.join(",\n    "))
    }
}

/// What the text calls, and what that calls.
fn write_functions(body: &mut String, exports: &mut Vec<String>) {
    let mut written = Vec::new();
    for (call, text) in FUNCTIONS {
        let used = body.contains(call)
            || call == "id(" && body.contains("fun id/")
            || call == "tell(" && body.contains("fun tell/");
        if used && !written.contains(&text) {
            written.push(text);
            let _ = writeln!(body, "{text}");
        }
    }
    if body.contains(", tell, [") {
        exports.push("tell/2".to_owned());
    }
}
