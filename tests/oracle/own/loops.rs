//! Loops of behaviours as Erlang text, beside those that the kernel makes of tables.
//!
//! What a `gen_server` and a `gen_fsm` do with the values of callbacks is written here once more, in Erlang, over the mailbox, the timers and
//! the endings of a `gen_statem`, and put around the callbacks of a fixture. Both have the same system, up to names of actions. Prints how large both are and
//! what each takes (`--nocapture`), which is why the loops of these two behaviours are tables.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use crate::support::otp::otp_fixtures;
use crate::support::tools::sampled;
use crate::support::{Subject, file, fixtures, items, module_subject, properties};
use lts::compare::{Comparison, compare};
use lts::reduce::Equivalence;
use lts::semantics::{LabelStyle, View};
use lts::{Action, Edge, Label, LabelId, LabelTable, Lts, Term};
use model::{Form, Model};

/// What bounds a comparison.
const MAX: usize = 1_000_000;

/// A `gen_server`: `gen_server:init_it/6`, `handle_common_reply/8`.
const GEN_SERVER: &str = "
callback_mode() -> handle_event_function.

init(Argument) -> started(own_init(Argument)).

started({ok, Data}) -> {ok, running, Data};
started({ok, Data, Then}) -> {ok, running, Data, then(Then)};
started({stop, Reason}) -> {stop, Reason};
started(ignore) -> ignore;
started(Other) -> {stop, {bad_return_value, Other}}.

handle_event({call, From}, Request, running, Data) -> answered(handle_call(Request, From, Data), From);
handle_event(cast, Request, running, Data) -> went(handle_cast(Request, Data));
handle_event(timeout, timeout, running, Data) -> went(handle_info(timeout, Data));
handle_event(internal, {continue, Next}, running, Data) -> went(handle_continue(Next, Data));
handle_event(info, Message, running, Data) -> went(handle_info(Message, Data)).

answered({reply, Reply, Data}, From) -> {keep_state, Data, [{reply, From, Reply}]};
answered({reply, Reply, Data, Then}, From) -> {keep_state, Data, [{reply, From, Reply} | then(Then)]};
answered({stop, Reason, Reply, Data}, From) -> {stop_and_reply, Reason, [{reply, From, Reply}], Data};
answered(Other, _) -> went(Other).

went({noreply, Data}) -> {keep_state, Data};
went({noreply, Data, Then}) -> {keep_state, Data, then(Then)};
went({stop, Reason, Data}) -> {stop, Reason, Data};
went(Other) -> error({bad_return_value, Other}).

then(infinity) -> [];
then(hibernate) -> [hibernate];
then({continue, Next}) -> [{next_event, internal, {continue, Next}}];
then(Time) -> [{timeout, Time, timeout}].
";

/// Callbacks that a module need not have: a message is logged, what else comes crashes.
const ABSENT_OF_SERVER: [(&str, &str); 4] = [
    ("handle_call/3", "handle_call(_, _, _) -> error(undef)."),
    ("handle_cast/2", "handle_cast(_, _) -> error(undef)."),
    ("handle_info/2", "handle_info(_, Data) -> {noreply, Data}."),
    ("handle_continue/2", "handle_continue(_, _) -> error(undef)."),
];
const ABSENT_OF_FSM: [(&str, &str); 3] = [
    ("handle_event/3", "handle_event(_, _, _) -> error(undef)."),
    ("handle_sync_event/4", "handle_sync_event(_, _, _, _) -> error(undef)."),
    ("handle_info/3", "handle_info(_, State, Data) -> {next_state, State, Data}."),
];
const WITH_TERMINATE: &str = "\nterminate(Reason, _, Data) -> terminate(Reason, Data).\n";

/// A `gen_fsm`: `gen_fsm:init_it/6`, `dispatch/4`, `handle_msg/7`. What calls the functions of states is made for each module.
const GEN_FSM: &str = "
callback_mode() -> handle_event_function.

init(Argument) -> started(own_init(Argument)).

started({ok, State, Data}) -> {ok, State, Data};
started({ok, State, Data, Time}) -> {ok, State, Data, then(Time)};
started({stop, Reason}) -> {stop, Reason};
started(ignore) -> ignore;
started(Other) -> {stop, {bad_return_value, Other}}.

handle_event({call, From}, {'$all', Event}, State, Data) ->
    answered(handle_sync_event(Event, From, State, Data), From);
handle_event({call, From}, Event, State, Data) -> answered(event(State, Event, From, Data), From);
handle_event(cast, {'$all', Event}, State, Data) -> went(handle_event(Event, State, Data));
handle_event(cast, Event, State, Data) -> went(event(State, Event, Data));
handle_event(timeout, timeout, State, Data) -> went(event(State, timeout, Data));
handle_event(info, Message, State, Data) -> went(handle_info(Message, State, Data)).

answered({reply, Reply, State, Data}, From) -> {next_state, State, Data, [{reply, From, Reply}]};
answered({reply, Reply, State, Data, Time}, From) ->
    {next_state, State, Data, [{reply, From, Reply} | then(Time)]};
answered({stop, Reason, Reply, Data}, From) -> {stop_and_reply, Reason, [{reply, From, Reply}], Data};
answered(Other, _) -> went(Other).

went({next_state, State, Data}) -> {next_state, State, Data};
went({next_state, State, Data, Time}) -> {next_state, State, Data, then(Time)};
went({stop, Reason, Data}) -> {stop, Reason, Data};
went(Other) -> error({bad_return_value, Other}).

then(infinity) -> [];
then(hibernate) -> [hibernate];
then(Time) -> [{timeout, Time, timeout}].
";

/// The text of a module with a loop around its callbacks.
fn looped(text: &str, behaviour: &str, rest: &str) -> String {
    let attribute = format!("-behaviour({behaviour}).");
    assert!(text.contains(&attribute), "{text}");
    let mut exports = "callback_mode/0, init/1, handle_event/4".to_owned();
    if rest.contains("\nterminate(") {
        exports.push_str(", terminate/3");
    }
    let own = format!("-behaviour(gen_statem).\n-export([{exports}]).");
    let text = text.replace(&attribute, &own).replace("\ninit(", "\nown_init(");
    format!("{text}{rest}")
}

/// Whether a module exports a function.
fn exports(text: &str, function: &str) -> bool {
    let exported = text.split("-export([").skip(1).filter_map(|rest| rest.split("])").next());
    exported.flat_map(|names| names.split(',')).any(|name| name.trim() == function)
}

fn looped_server(text: &str) -> String {
    let mut rest = GEN_SERVER.to_owned();
    for (function, absent) in ABSENT_OF_SERVER {
        if !exports(text, function) {
            writeln!(rest, "\n{absent}").unwrap();
        }
    }
    if exports(text, "terminate/2") {
        rest.push_str(WITH_TERMINATE);
    }
    looped(text, "gen_server", &rest)
}

fn looped_fsm(subject: &Subject) -> String {
    let mut rest = GEN_FSM.to_owned();
    let functions = || subject.module.functions();
    for (arity, args) in [(2, "Event, Data"), (3, "Event, From, Data")] {
        let own: Vec<_> = functions()
            .filter(|function| function.arity == arity)
            .filter(|function| exports(&subject.text, &format!("{}/{arity}", function.name)))
            .collect();
        for function in own {
            let name = &function.name;
            writeln!(rest, "event({name}, {args}) -> {name}({args});").unwrap();
        }
        let open = args.split(", ").map(|_| "_").collect::<Vec<_>>().join(", ");
        writeln!(rest, "event(_, {open}) -> error(undef).\n").unwrap();
    }
    for (function, absent) in ABSENT_OF_FSM {
        if !exports(&subject.text, function) {
            writeln!(rest, "{absent}\n").unwrap();
        }
    }
    looped(&subject.text, "gen_fsm", &rest)
}

/// Events of a `gen_fsm` as those of its loop.
fn as_requests(commands: &Term) -> Term {
    let tuple = |tag: &str, event: Term| Term::Tuple(vec![Term::atom(tag), event]);
    let event = |event: &Term| match event {
        Term::Tuple(parts) if parts.len() == 2 => {
            let for_all = || tuple("$all", parts[1].clone());
            match parts[0].to_string().as_str() {
                "sync" => tuple("call", parts[1].clone()),
                "all" => tuple("cast", for_all()),
                "sync_all" => tuple("call", for_all()),
                "info" | "stop" | "exit" => event.clone(),
                _ => tuple("cast", event.clone()),
            }
        }
        other => tuple("cast", other.clone()),
    };
    match commands {
        Term::Tuple(parts) => Term::Tuple(vec![parts[0].clone(), as_requests(&parts[1])]),
        Term::List(events, None) => Term::List(events.iter().map(event).collect(), None),
        other => panic!("{other}"),
    }
}

/// The action of a behaviour's own loop as that of the text.
fn as_looped(action: &Action) -> Action {
    let for_all = |args: &[Term]| {
        let (event, before) = args.split_last().unwrap();
        let event = Term::Tuple(vec![Term::atom("$all"), event.clone()]);
        before.iter().cloned().chain([event]).collect()
    };
    let (name, args) = match action.name.as_str() {
        "cmd" => ("cmd_cast", action.args.clone()),
        "cmd_sync" => ("cmd_call", action.args.clone()),
        "cmd_all" => ("cmd_cast", for_all(&action.args)),
        "cmd_sync_all" => ("cmd_call", for_all(&action.args)),
        "continue" => {
            let next = Term::Tuple(vec![Term::atom("continue"), action.args[0].clone()]);
            ("internal", vec![next])
        }
        name => (name, action.args.clone()),
    };
    Action { name: name.to_owned(), args, ..action.clone() }
}

fn with_looped_labels(lts: &Lts) -> Lts {
    let mut labels = LabelTable::default();
    let mut edges = Vec::new();
    for state in lts.states() {
        for edge in lts.out(state) {
            let label = match lts.labels().get(edge.label) {
                Label::Visible { action: Some(action), .. } => {
                    let action = as_looped(action);
                    labels.intern(&action.to_string(), || Some(action.clone()))
                }
                Label::Visible { text, action: None } => panic!("{text}"),
                Label::Tau => LabelId::TAU,
            };
            edges.push((state, Edge { label, target: edge.target }));
        }
    }
    Lts::new(lts.initial(), lts.n_states(), edges, labels)
}

/// Systems of `fixtures/server`, by file and number, of which the text is the loop. Others ask for what the services of a `gen_statem` do
/// otherwise: a time-out of 0 comes before messages there, a wrong one is found before the answer goes, and answers go before `terminate/3`.
const SERVERS: [&str; 16] = [
    "server/bare_server 8",
    "server/gs 6",
    "server/gs 7",
    "server/gs 8",
    "server/gs 9",
    "server/gs 11",
    "server/gs 12",
    "server/harbour 1",
    "server/harbour 2",
    "server/night_lamp 1",
    "server/sorter_server 1",
    "server/sorter_server 2",
    "server/town_crier 1",
    "server/town_crier 3",
    "server/worker_pool 1",
    "server/worker_pool 2",
];

/// Those of a `gen_fsm`; of others the messages have a form of their own, too, and events without a clause may be passed over.
const MACHINES: [&str; 43] = [
    "bodies/bodies_applied 1",
    "bodies/bodies_computed 1",
    "bodies/bodies_data 1",
    "bodies/bodies_equal 1",
    "bodies/bodies_funs 1",
    "bodies/bodies_library 1",
    "bodies/bodies_lists 1",
    "bodies/bodies_macros 1",
    "bodies/bodies_maybe 1",
    "bodies/bodies_numbers 1",
    "bodies/bodies_records 1",
    "bodies/bodies_shadows 1",
    "bodies/bodies_sizes 1",
    "generated/g02 1",
    "generated/g06 1",
    "generated/g08 1",
    "generated/g10 1",
    "heater/heater 1",
    "heater/heater 2",
    "heater/heater 3",
    "otp/barrier 3",
    "otp/barrier 4",
    "otp/breaker 3",
    "otp/breaker 4",
    "otp/breaker 5",
    "otp/breaker 8",
    "otp/breaker 13",
    "otp/chess 2",
    "otp/download 3",
    "otp/download 4",
    "otp/drawer 1",
    "otp/fuse 1",
    "otp/fuse 3",
    "otp/giver 1",
    "otp/giver 2",
    "otp/hailer 1",
    "otp/journal 2",
    "otp/ledger 1",
    "otp/parser 1",
    "otp/subscribe 1",
    "otp/toll 3",
    "scope/scope 1",
    "wide/wide 1",
];

/// The subjects with these names; a cut of them where not all are asked for.
fn chosen(subjects: Vec<Subject>, names: &[&str]) -> Vec<Subject> {
    let is_named = |subject: &Subject, name: &str| {
        let (file, number) = name.rsplit_once(' ').unwrap();
        subject.title.ends_with(&format!("fixtures/{file}.props {number}"))
    };
    let named = |subject: &Subject| names.iter().any(|name| is_named(subject, name));
    let chosen: Vec<Subject> = subjects.into_iter().filter(named).collect();
    assert_eq!(chosen.len(), names.len());
    sampled(chosen)
}

/// What a system takes: model, states, transitions, time.
struct Cost {
    points: usize,
    lts: Lts,
    took: Duration,
}

fn cost(model: &Model) -> Option<Cost> {
    let start = Instant::now();
    let lts = crate::support::lts(model, View::Default, LabelStyle::Erlang, MAX)?;
    let took = start.elapsed();
    Some(Cost { points: model.points.len(), lts, took })
}

/// Compares the systems of each subject and its loop as text.
fn compare_all(title: &str, subjects: &[Subject], looped: &dyn Fn(&Subject) -> Subject) {
    let (mut n_compared, mut complaints) = (0, String::new());
    let mut sums = [[Duration::ZERO; 2]; 2];
    let mut sizes = [[0; 3]; 2];
    for subject in subjects {
        let twin = looped(subject);
        let mut costs = Vec::new();
        for (number, subject) in [subject, &twin].into_iter().enumerate() {
            let start = Instant::now();
            let model = subject.model(Form::Direct);
            sums[number][0] += start.elapsed();
            costs.extend(cost(&model));
        }
        let [own, other] = costs.as_slice() else { continue };
        let (own_lts, other_lts) = (with_looped_labels(&own.lts), &other.lts);
        let compared = compare(&own_lts, other_lts, Equivalence::Strong, MAX).unwrap();
        if compared != Comparison::Equivalent {
            writeln!(complaints, "{}: {compared:?}", subject.title).unwrap();
            continue;
        }
        n_compared += 1;
        for (number, cost) in [own, other].into_iter().enumerate() {
            sums[number][1] += cost.took;
            sizes[number][0] += cost.points;
            sizes[number][1] += cost.lts.n_states();
            sizes[number][2] += cost.lts.n_transitions();
        }
    }
    for (name, number) in [("table", 0), ("text", 1)] {
        let [points, states, transitions] = sizes[number];
        let [translated, explored] = sums[number];
        println!(
            "{title} by {name}: {n_compared} systems, {points} control points, {states} states, {transitions} transitions, translated in {translated:.2?}, explored in {explored:.2?}"
        );
    }
    assert!(complaints.is_empty(), "{complaints}");
    assert_eq!(n_compared, subjects.len());
}

#[test]
fn a_gen_server_as_text() {
    let mut files: Vec<_> =
        std::fs::read_dir(file("fixtures/server")).unwrap().collect::<Result<_, _>>().unwrap();
    files.sort_by_key(std::fs::DirEntry::path);
    let files = files.iter().map(std::fs::DirEntry::path);
    let files = files.filter(|path| path.extension().is_some_and(|ext| ext == "props"));
    let subjects: Vec<Subject> = files.flat_map(|path| properties(&path)).collect();
    let looped = |subject: &Subject| {
        let text = looped_server(&subject.text);
        let events = items(&Term::Nil);
        let twin = module_subject(&subject.title, text, subject.init.clone(), events);
        Subject { text: twin.text, module: twin.module, ..subject.clone() }
    };
    compare_all("gen_server", &chosen(subjects, &SERVERS), &looped);
}

#[test]
fn a_gen_fsm_as_text() {
    let subjects: Vec<Subject> = fixtures().into_iter().chain(otp_fixtures()).collect();
    let looped = |subject: &Subject| {
        let text = looped_fsm(subject);
        let twin = module_subject(&subject.title, text, subject.init.clone(), &[]);
        let commands = as_requests(&subject.commands);
        Subject { text: twin.text, module: twin.module, commands, ..subject.clone() }
    };
    compare_all("gen_fsm", &chosen(subjects, &MACHINES), &looped);
}
