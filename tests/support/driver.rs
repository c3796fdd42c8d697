//! Real runs of modules: callbacks called as OTP's `gen_fsm` does.
//!
//! A driver in one virtual machine calls the callbacks and prints what shows: commands, calls of other
//! modules (fake modules print them), crashes, stops.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use super::Subject;
use super::tools::{self, Folder};

/// Compiles everything in the folder, runs the jobs, prints the runs.
const DRIVER: &str = r#"
-module(driver).
-export([main/0, called/3]).

main() ->
    ok = io:setopts([{encoding, unicode}]),
    [{ok, _} = compile:file(File, [nowarn_deprecated_function, {outdir, "."}])
     || File <- filelib:wildcard("*.erl"), File =/= "driver.erl"],
    {ok, Jobs} = file:consult("jobs"),
    rand:seed(exsss, {1, 2, 3}),
    lists:foreach(fun job/1, Jobs).

job({Module, Init, Stubs, Runs}) ->
    put(stubs, Stubs),
    lists:foreach(fun(Events) ->
        io:format("run ~s~n", [Module]),
        start(Module, Init, Events)
    end, Runs);
%% The module may wait for messages, for ever too: each run has a process of its own.
job({waits, Module, Init, Stubs, Runs}) ->
    lists:foldl(fun(Events, Seed) ->
        io:format("run ~s~n", [Module]),
        {Pid, Ref} = spawn_monitor(fun() ->
            put(stubs, Stubs),
            rand:seed(exsss, Seed),
            start(Module, Init, Events)
        end),
        watch(Module, Pid, Ref, none),
        Seed + 1
    end, 1, Runs).

%% It hangs if it waits in the module, and nothing has changed for a while.
watch(Module, Pid, Ref, Before) ->
    receive
        {'DOWN', Ref, _, _, Reason} -> normal = Reason
    after 100 ->
        case process_info(Pid, [status, current_function, messages]) of
            [{_, waiting}, {_, {Module, _, _}}, _] = Before ->
                exit(Pid, kill),
                receive {'DOWN', Ref, _, _, _} -> io:format("hangs~n") end;
            Now -> watch(Module, Pid, Ref, Now)
        end
    end.

%% Prints the messages that were received since the last time.
taken() ->
    case get(sent) of
        undefined -> ok;
        Sent ->
            {messages, Left} = process_info(self(), messages),
            %% Of equal messages the oldest one goes first.
            Taken = lists:reverse(lists:reverse(Sent) -- lists:reverse(Left)),
            [io:format("'receive'() -> ~0p~n", [Message]) || Message <- Taken],
            put(sent, Left)
    end.

%% What nobody has received would go to handle_info/3.
forget() ->
    receive _ -> forget() after 0 -> erase(sent) end.

show(Name, Args) -> io:format("~ts~n", [label(Name, Args)]).

label(Name, []) -> io_lib:format("~0p", [Name]);
label(Name, Args) -> full(Name, Args).

full(Name, Args) ->
    io_lib:format("~0p(~ts)", [Name, lists:join(",", [io_lib:format("~0p", [Arg]) || Arg <- Args])]).

%% A call of another module. One with a stub ends in one of its ways and prints, behind tabs: the
%% label that shows this end, the label where nobody uses the result, a bar, the labels of all
%% values, a bar, the labels of all exceptions.
called(Module, Name, Args) ->
    taken(),
    case lists:keyfind({Module, Name, length(Args)}, 1, get(stubs)) of
        false -> show(Name, Args);
        {_, Ends} ->
            {Raises, Returns} = lists:partition(fun is_raise/1, Ends),
            End = lists:nth(rand:uniform(length(Ends)), Ends),
            Labels = [ended(Name, Args, End), label(Name, Args), "|"]
                ++ [ended(Name, Args, Return) || Return <- Returns] ++ ["|"]
                ++ [ended(Name, Args, Raise) || Raise <- Raises],
            io:format("~ts~n", [lists:join("\t", Labels)]),
            case End of
                {raise, Class, Reason} -> erlang:raise(Class, Reason, []);
                Value -> Value
            end
    end.

is_raise({raise, _, _}) -> true;
is_raise(_) -> false.

ended(Name, Args, {raise, Class, Reason}) ->
    full(list_to_atom(lists:concat([Name, " raises ", Class])), Args ++ [Reason]);
ended(Name, Args, Value) -> io_lib:format("~ts -> ~0p", [full(Name, Args), Value]).

start(Module, Init, Events) ->
    case call(Module, init, [Init]) of
        {value, {ok, State, Data}} -> idle(Module, State, Data, Events);
        {value, {ok, State, Data, _}} -> idle(Module, State, Data, Events);
        {value, {stop, Reason}} -> show(start_failed, [Reason]);
        {value, {'EXIT', Reason}} -> show(start_failed, [Reason]);
        {value, ignore} -> show(start_ignored, []);
        {value, Other} -> show(start_failed, [{bad_return_value, Other}]);
        {_, Reason} -> show(start_failed, [Reason])
    end.

idle(_, _, _, []) -> io:format("idle~n");
idle(Module, State, Data, [{'$sent', Messages, Event} | Events]) ->
    [self() ! Message || Message <- Messages],
    put(sent, Messages),
    idle(Module, State, Data, [Event | Events]);
idle(Module, State, Data, [Event | Events]) ->
    show(cmd, [Event]),
    case call(Module, State, [Event, Data]) of
        {value, {next_state, Next, New}} -> idle(Module, Next, New, Events);
        {value, {next_state, Next, New, _}} -> idle(Module, Next, New, Events);
        {value, {stop, Reason, _}} -> show(stop, [Reason]);
        {value, {'EXIT', Reason}} -> show(stop, [Reason]);
        {value, Other} -> show(crash, [{bad_return_value, Other}]);
        {error, Reason} -> show(crash, [Reason]);
        {exit, Reason} -> show(stop, [Reason])
    end.

%% What `catch` gives to gen_fsm: the value of a throw is a value, and a value that looks like an
%% exit is one.
call(Module, Function, Args) ->
    try {value, apply(Module, Function, Args)}
    catch
        throw:Value -> {value, Value};
        Class:Reason -> {Class, Reason}
    after
        taken(),
        forget()
    end.
"#;

/// Writes the driver and whatever the modules call; they themselves and the `jobs` come besides.
pub fn write<'s>(folder: &Folder, subjects: impl Iterator<Item = &'s Subject>) {
    folder.write("driver.erl", DRIVER);
    write_fakes(folder, subjects);
}

/// Runs the jobs of a folder; gives what was printed.
pub fn run(folder: &Folder, erl: &Path) -> String {
    let program = "{ok, driver} = compile:file(\"driver.erl\"), driver:main(), halt().";
    tools::run(folder.path(), erl, &["-noshell", "-eval", program])
}

/// Modules that hand the calls that they get to the driver.
fn write_fakes<'s>(folder: &Folder, subjects: impl Iterator<Item = &'s Subject>) {
    let mut modules: BTreeMap<String, BTreeSet<(String, usize)>> = BTreeMap::new();
    for (module, name, arity) in subjects.flat_map(Subject::outside) {
        modules.entry(module).or_default().insert((name, arity));
    }
    for (module, functions) in modules {
        let mut text = format!("-module({module}).\n-compile([export_all, nowarn_export_all]).\n");
        for (name, arity) in functions {
            let args: Vec<String> = (1..=arity).map(|arg| format!("X{arg}")).collect();
            let args = args.join(", ");
            let _ =
                writeln!(text, "'{name}'({args}) -> driver:called({module}, '{name}', [{args}]).");
        }
        folder.write(&format!("{module}.erl"), &text);
    }
}
