#!/usr/bin/env escript
%%! +S 1
%% All states of a gen_fsm module, breadth first, in plain Erlang: the module is compiled, its callbacks are called with each
%% event in each state, states are the keys of a map. An event that no clause takes is not one.
%%
%%   escript breadth_first.escript MODULE.erl INIT EVENTS     INIT and EVENTS (a list) are Erlang expressions
%%
%% Prints states, transitions and milliseconds of processor time, those of the search alone.
-mode(compile).

main([File, Init, Events]) ->
    {ok, Module, Code} = compile:file(File, [binary, nowarn_all]),
    {module, Module} = code:load_binary(Module, File, Code),
    {ok, Name, Data} = Module:init(value(Init)),
    All = value(Events),
    {Before, _} = statistics(runtime),
    {States, Transitions} = level([{Name, Data}], #{{Name, Data} => 1}, {Module, All}, 0),
    {After, _} = statistics(runtime),
    io:format("~b states ~b transitions ~b ms~n", [States, Transitions, After - Before]).

value(Text) ->
    {ok, Tokens, _} = erl_scan:string(Text ++ "."),
    {ok, Exprs} = erl_parse:parse_exprs(Tokens),
    {value, Value, _} = erl_eval:exprs(Exprs, []),
    Value.

level([], Seen, _, N) -> {map_size(Seen), N};
level(States, Seen, How, N) ->
    {Next, AllSeen, Sum} = expand(States, How, [], Seen, N),
    level(Next, AllSeen, How, Sum).

expand([], _, Next, Seen, N) -> {Next, Seen, N};
expand([State | States], {_, Events} = How, Next, Seen, N) ->
    {More, Now, Sum} = events(Events, State, How, Next, Seen, N),
    expand(States, How, More, Now, Sum).

events([], _, _, Next, Seen, N) -> {Next, Seen, N};
events([Event | Events], {Name, Data} = State, {Module, _} = How, Next, Seen, N) ->
    try Module:Name(Event, Data) of
        {next_state, Other, New} ->
            Key = {Other, New},
            case Seen of
                #{Key := _} -> events(Events, State, How, Next, Seen, N + 1);
                _ -> events(Events, State, How, [Key | Next], Seen#{Key => 1}, N + 1)
            end
    catch
        error:function_clause -> events(Events, State, How, Next, Seen, N)
    end.
