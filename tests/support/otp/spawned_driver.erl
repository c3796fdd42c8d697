%% Plays machines with random commands, at random times; shows each call of a callback.
-module(spawned_driver).
-export([main/0]).

main() ->
    {ok, Jobs} = file:consult("jobs"),
    lists:foreach(fun job/1, Jobs).

job({Number, Module, Init, Commands, Runs, Length}) ->
    {ok, Module} = compile:file(Module),
    logger:set_primary_config(level, none),
    rand:seed(exsss, {Number, 1, 2}),
    {ok, File} = file:open(integer_to_list(Number) ++ ".runs", [write]),
    lists:foreach(fun(_) -> run(File, Module, Init, Commands, Length) end, lists:seq(1, Runs)),
    ok = file:close(File).

run(File, Module, Init, Commands, Length) ->
    {ok, Machine} = gen_fsm:start(Module, Init, []),
    erlang:trace(Machine, true, [call, {tracer, self()}]),
    erlang:trace_pattern({Module, '_', '_'}, true, [global]),
    send(Machine, Commands, rand:uniform(Length)),
    timer:sleep(4),
    %% Nothing goes on for ever.
    exit(Machine, kill),
    io:format(File, "run~n", []),
    show(File, erlang:trace_delivered(all), Machine).

send(_, _, 0) -> ok;
send(Machine, Commands, N) ->
    gen_fsm:send_event(Machine, lists:nth(rand:uniform(length(Commands)), Commands)),
    %% A command comes when the machine has taken what it has sent itself.
    _ = sys:get_state(Machine),
    _ = sys:get_state(Machine),
    case rand:uniform(4) of
        1 -> timer:sleep(rand:uniform(2));
        2 -> erlang:yield();
        _ -> ok
    end,
    send(Machine, Commands, N - 1).

show(File, Ref, Machine) ->
    receive
        {trace, Machine, call, {_, handle_info, [Message | _]}} -> shown(File, info, Message, Ref, Machine);
        {trace, Machine, call, {_, handle_event, [Event | _]}} -> shown(File, all, Event, Ref, Machine);
        {trace, Machine, call, {_, _, [Event, _]}} -> shown(File, event, Event, Ref, Machine);
        {trace_delivered, all, Ref} -> ok
    end.

shown(File, Kind, Term, Ref, Machine) ->
    io:format(File, "~s\t~0p~n", [Kind, Term]),
    show(File, Ref, Machine).
