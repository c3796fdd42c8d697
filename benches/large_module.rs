//! Time to translate a module of 5,000 lines: 60 states, records, cases, helpers, calls of other modules.

#![allow(clippy::unwrap_used, missing_docs, reason = "a benchmark")]

use behaviour::GEN_FSM;
use std::fmt::Write as _;
use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use frontend::{FileId, Module, parse_module};
use model::{Command, Environment, Expr, Form, Unhandled};
use translator::{Options, translate};

const STATES: usize = 60;

/// What all states share: records, helpers that compute, helpers that act, a recursive one.
const HEAD: &str = "
-record(peer, {id, address = {127, 0, 0, 1}, port = 1883, retries = 0, last = none}).
-record(queue, {items = [], size = 0, limit = 100, dropped = 0}).
-record(data, {peer = #peer{}, queue = #queue{}, owner, mode = active, count = 0, log = [], timer}).

init([Owner, Mode]) when Mode =:= active; Mode =:= passive ->
    case config:read(Owner) of
        {ok, {Address, Port}} when is_integer(Port) ->
            Peer = #peer{id = Owner, address = Address, port = Port},
            {ok, state_0, #data{peer = Peer, owner = Owner, mode = Mode}};
        {ok, Address} ->
            {ok, state_0, #data{peer = #peer{id = Owner, address = Address}, owner = Owner}};
        {error, Reason} ->
            {stop, {no_config, Reason}}
    end;
init(Owner) ->
    {ok, state_0, #data{owner = Owner}}.

push(Item, #queue{items = Items, size = Size, limit = Limit} = Queue) when Size < Limit ->
    Queue#queue{items = [Item | Items], size = Size + 1};
push(_, #queue{dropped = Dropped} = Queue) ->
    Queue#queue{dropped = Dropped + 1}.

pop(#queue{items = [Item | Items], size = Size} = Queue) ->
    {Item, Queue#queue{items = Items, size = Size - 1}};
pop(#queue{items = []}) ->
    empty.

flush([], Count) -> Count;
flush([{sent, Item} | Rest], Count) when Item =/= none -> flush(Rest, Count + 1);
flush([_ | Rest], Count) -> flush(Rest, Count).

notify(Owner, Event) ->
    Owner ! {self(), Event},
    stats:count(Event),
    ok.

deliver(Item, #data{peer = #peer{address = Address, port = Port, retries = Retries} = Peer} = Data) ->
    case socket:send(Address, Port, Item) of
        ok -> {sent, Data#data{peer = Peer#peer{retries = 0, last = Item}}};
        {error, busy} when Retries < 5 -> {again, Data#data{peer = Peer#peer{retries = Retries + 1}}};
        {error, Reason} -> {failed, Reason, Data}
    end.
";

/// A state function of about 80 lines.
#[allow(clippy::too_many_lines, reason = "one text, written out")]
fn state(text: &mut String, n: usize) {
    let (next, after, back) = ((n + 1) % STATES, (n + 7) % STATES, (n + STATES - 1) % STATES);
    let _ = write!(
        text,
        "
%% State {n}: what arrives is queued, sent, or handed on.
state_{n}({{message, Id, Body}}, #data{{queue = Queue, count = Count}} = Data)
        when is_integer(Id), Id > {n} ->
    NewQueue = push({{Id, Body}}, Queue),
    case NewQueue#queue.dropped of
        0 ->
            {{next_state, state_{n}, Data#data{{queue = NewQueue, count = Count + 1}}}};
        Dropped when Dropped > {n} ->
            notify(Data#data.owner, {{dropped, Dropped}}),
            {{stop, overload, Data#data{{queue = NewQueue}}}};
        _ ->
            {{next_state, state_{back}, Data#data{{queue = NewQueue}}}}
    end;
state_{n}({{message, _, _}}, Data) ->
    {{next_state, state_{n}, Data}};
state_{n}(send, #data{{queue = Queue}} = Data) ->
    case pop(Queue) of
        empty ->
            notify(Data#data.owner, idle),
            {{next_state, state_{n}, Data}};
        {{Item, Rest}} ->
            case deliver(Item, Data#data{{queue = Rest}}) of
                {{sent, Sent}} ->
                    Log = [{{sent, Item}} | Sent#data.log],
                    {{next_state, state_{next}, Sent#data{{log = Log}}}};
                {{again, Waiting}} ->
                    {{next_state, state_{n}, Waiting#data{{queue = push(Item, Rest)}}}};
                {{failed, Reason, Failed}} ->
                    error_logger:error_msg(\"state {n}: ~p~n\", [Reason]),
                    {{next_state, state_{after}, Failed}}
            end
    end;
state_{n}({{login, User, Password}}, #data{{mode = active, count = Count}} = Data) ->
    Result =
        case accounts:check(User, Password) of
            {{ok, Rights}} ->
                case lists:member(admin_{n}, Rights) of
                    true -> {{granted, admin}};
                    false -> {{granted, user}}
                end;
            {{error, unknown}} when Count > 3 ->
                locked;
            {{error, _}} ->
                refused
        end,
    audit:log(state_{n}, User, Result),
    case Result of
        {{granted, Role}} ->
            {{next_state, state_{next}, Data#data{{owner = {{User, Role}}, count = 0}}}};
        refused ->
            {{next_state, state_{n}, Data#data{{count = Count + 1}}}};
        locked ->
            {{stop, {{locked, User}}, Data}}
    end;
state_{n}({{login, User, _}}, Data) ->
    audit:log(state_{n}, User, passive),
    {{next_state, state_{n}, Data}};
state_{n}(flush, #data{{log = Log, count = Count}} = Data) ->
    Total = flush(Log, Count),
    if
        Total > 100, Data#data.mode =:= active ->
            notify(Data#data.owner, {{many, Total}}),
            {{next_state, state_{after}, Data#data{{log = [], count = 0}}}};
        Total > 10 ->
            {{next_state, state_{next}, Data#data{{log = []}}}};
        true ->
            {{next_state, state_{n}, Data#data{{log = [], count = Total}}}}
    end;
state_{n}({{set, Key, Value}}, #data{{peer = Peer}} = Data) ->
    try
        NewPeer =
            case Key of
                port when is_integer(Value) -> Peer#peer{{port = Value}};
                address -> Peer#peer{{address = Value}};
                retries when Value >= 0 -> Peer#peer{{retries = Value}}
            end,
        {{next_state, state_{n}, Data#data{{peer = NewPeer}}}}
    catch
        error:Reason ->
            notify(Data#data.owner, {{bad, Key, Reason}}),
            {{next_state, state_{back}, Data}}
    end;
state_{n}(stop, Data) ->
    socket:close((Data#data.peer)#peer.id),
    {{stop, normal, Data}}.
"
    );
}

fn source() -> String {
    let exports: Vec<String> = (0..STATES).map(|n| format!("state_{n}/2")).collect();
    let mut text = format!(
        "-module(large).\n-behaviour(gen_fsm).\n-export([init/1, {}]).\n{HEAD}",
        exports.join(", ")
    );
    for n in 0..STATES {
        state(&mut text, n);
    }
    text
}

fn parse(text: &str) -> Module {
    let outcome = parse_module(FileId(0), text);
    assert!(!outcome.has_errors());
    outcome.value
}

fn options(form: Form) -> Options {
    let commands = ["send", "flush", "stop"].map(Expr::atom).to_vec();
    Options {
        init: vec![Expr::atom("owner")],
        clients: 1,
        timing: model::Timing::default(),
        self_posts: 8,
        mailbox: 0,
        overtakes: false,
        environment: Environment::AnyOf(
            commands.into_iter().map(|term| Command::event(&GEN_FSM, term)).collect(),
        ),
        unhandled: Unhandled::Crash,
        form,
        qualify: false,
        reasons: Vec::new(),
        stubs: Vec::new(),
        shapes: Vec::new(),
        observers: Vec::new(),
        naming: None,
        opens_maps: false,
        places_calls: false,
        others_only: false,
        joins_from: Options::JOINS_FROM,
        calls_from: Options::CALLS_FROM,
        calls_large: Options::CALLS_LARGE,
        until: translator::Until::default(),
    }
}

fn benchmarks(criterion: &mut Criterion) {
    let text = source();
    assert!((4_900..=5_300).contains(&text.lines().count()), "{} lines", text.lines().count());
    let mut group = criterion.benchmark_group("5,000 lines");
    group.sample_size(10);
    group.bench_function("parse", |bencher| bencher.iter(|| parse(black_box(&text))));
    let module = parse(&text);
    for (name, form) in [("translate, direct", Form::Direct), ("translate, paper", Form::Paper)] {
        let options = options(form);
        let outcome = translate(&module, &options);
        assert!(outcome.value.model.is_some(), "{:?}", outcome.diagnostics);
        group.bench_function(name, |bencher| {
            bencher.iter(|| translate(black_box(&module), &options));
        });
    }
    group.finish();
}

criterion_group!(benches, benchmarks);
criterion_main!(benches);
