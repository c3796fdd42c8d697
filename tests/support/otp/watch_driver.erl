%% OTP's own gen_fsm with processes that end on demand: plays random runs and writes down what shows.
%%
%% Reads `jobs`, writes `NUMBER.runs`. Each line of a run is a letter, a tab, and text:
%%
%%   l  a label
%%   c  a call: the label without and with its result
%%   i  the machine waits: how many monitors and links it has
%%   d  it is dead
%%
%% The modules' calls of other modules come here, and so do the functions of erlang on processes: a process that is
%% started waits for the word to end. Everything that the machine tells is a question to which it waits for
%% the answer.
-module(watch_driver).
-export([main/0, called/3, built_in/2, told/1, ended/1, receiving/1, took/2, gave_up/1]).

-define(BUILT_IN, [monitor, demonitor, link, unlink, spawn_link, spawn_monitor, spawn, process_flag]).

main() ->
    register(watch_driver, self()),
    ok = logger:set_primary_config(level, none),
    {ok, Jobs} = file:consult("jobs"),
    [job(Job) || Job <- Jobs].

job({Number, Module, Init, Commands, Runs, Length, Seed}) ->
    load(Module),
    rand:seed(exsss, Seed),
    {ok, Out} = file:open(integer_to_list(Number) ++ ".runs", [write]),
    [play(Module, Init, Commands, Length, Out) || _ <- lists:seq(1, Runs)],
    ok = file:close(Out).

load(Module) ->
    {ok, Forms} = epp:parse_file(atom_to_list(Module) ++ ".erl", []),
    {ok, Module, Binary} = compile:forms(lists:flatmap(fun changed/1, Forms), [nowarn_deprecated_function]),
    {module, Module} = code:load_binary(Module, "", Binary).

%% handle_info/3 says what it gets, and terminate/3 whether it is called because of a crash.
changed({function, Line, Name, 3, Clauses}) when Name =:= handle_info; Name =:= terminate ->
    Told = if Name =:= handle_info -> told; true -> ended end,
    Own = list_to_atom("own_" ++ atom_to_list(Name)),
    [First | _] = Args = [{var, Line, Arg} || Arg <- ['A', 'B', 'C']],
    Body = [to_driver(Line, Told, [First]), {call, Line, {atom, Line, Own}, Args}],
    [{function, Line, Name, 3, [{clause, Line, Args, [], Body}]}, {function, Line, Own, 3, inside(Clauses)}];
changed(Form) -> [inside(Form)].

inside({call, Line, {atom, At, Name}, Args}) -> call(Line, {atom, At, Name}, {erlang, Name}, Args);
inside({call, Line, {remote, At, {atom, Of, Module}, {atom, By, Name}}, Args}) ->
    call(Line, {remote, At, {atom, Of, Module}, {atom, By, Name}}, {Module, Name}, Args);
inside({'receive', Line, Clauses}) ->
    Receiving = to_driver(Line, receiving, [{atom, Line, for_ever}]),
    {block, Line, [Receiving, {'receive', Line, [taking(Clause, {nil, Line}) || Clause <- Clauses]}]};
inside({'receive', Line, Clauses, Time, Body}) ->
    Args = {cons, Line, Time, {nil, Line}},
    Own = [taking(Clause, Args) || Clause <- Clauses],
    Receive = {'receive', Line, Own, Time, [to_driver(Line, gave_up, [Time]) | inside(Body)]},
    {block, Line, [to_driver(Line, receiving, [Time]), Receive]};
inside(Form) when is_tuple(Form) -> list_to_tuple(inside(tuple_to_list(Form)));
inside([Form | Forms]) -> [inside(Form) | inside(Forms)];
inside(Form) -> Form.

%% A clause of a `receive` that says which message it takes; times are constants.
taking({clause, Line, [Pattern], Guards, Body}, Args) ->
    Var = {var, Line, list_to_atom("Took" ++ integer_to_list(erlang:unique_integer([positive])))},
    Took = to_driver(Line, took, [Args, Var]),
    {clause, Line, [{match, Line, Var, Pattern}], Guards, [Took | inside(Body)]}.

call(Line, Callee, {Module, Name}, Args) ->
    List = lists:foldr(fun(Arg, Rest) -> {cons, Line, inside(Arg), Rest} end, {nil, Line}, Args),
    case lists:member(Name, ?BUILT_IN) of
        true when Module =:= erlang -> to_driver(Line, built_in, [{atom, Line, Name}, List]);
        _ when Module =:= erlang; Module =:= gen_fsm -> {call, Line, Callee, inside(Args)};
        _ -> to_driver(Line, called, [{atom, Line, Module}, {atom, Line, Name}, List])
    end.

to_driver(Line, Name, Args) ->
    {call, Line, {remote, Line, {atom, Line, watch_driver}, {atom, Line, Name}}, Args}.

%% ---- in the process of the machine

ask(What) ->
    watch_driver ! {self(), What},
    receive {'$driver', Answer} -> Answer end.

told(Message) -> ask({label, info, [Message]}).

ended({Reason, [_ | _]}) -> ask({label, crash, [Reason]});
ended(_) -> ok.

called(_, Function, Args) -> ask({label, Function, Args}).

%% A process may end just before that: then its message is there already, or it kills the machine.
built_in(Function, Args) ->
    ask(before),
    Result =
        case lists:prefix("spawn", atom_to_list(Function)) of
            true -> erlang:Function(fun() -> receive {'$end', Reason} -> exit(Reason) end end);
            false -> try apply(erlang, Function, Args) catch error:Reason -> {'$error', Reason} end
        end,
    case Result of
        {'$error', Why} ->
            ask({label, list_to_atom(atom_to_list(Function) ++ " raises error"), Args ++ [Why]}),
            error(Why);
        _ ->
            ask({call, Function, Args, Result}),
            Result
    end.

receiving(Time) -> ask({receiving, Time}).

took(Args, Message) -> ask({took, Args, Message}).

gave_up(Time) -> ask({label, 'receive after', [Time]}).

%% ---- in the process of the driver

play(Module, Init, Commands, Length, Out) ->
    put(out, []),
    put(names, #{}),
    Driver = self(),
    spawn(fun() -> Driver ! {started, gen_fsm:start(Module, Init, [])} end),
    loop(none, Commands, Length, client()),
    ok = file:write(Out, ["run\n" | lists:reverse(erase(out))]).

client() ->
    Driver = self(),
    Client = spawn(fun() -> client(Driver) end),
    put(names, (get(names))#{Client => "<1>"}),
    Client.

client(Driver) ->
    receive
        {'$end', Reason} -> exit(Reason);
        {call, Machine, Event} ->
            Answer = gen_fsm:sync_send_event(Machine, Event, infinity),
            Driver ! {got, Answer},
            client(Driver)
    end.

loop(Machine, Commands, Left, Client) ->
    receive
        {started, {ok, Pid}} ->
            monitor(process, Pid),
            rest(Pid, Commands, Left, Client);
        {started, {error, Reason}} -> line("l", label(start_failed, [Reason])), line("d", "");
        {Pid, What} when is_pid(Pid) ->
            known(Pid),
            say(Pid, What, Machine, Client),
            loop(Machine, Commands, Left, Client);
        {got, Answer} ->
            line("l", label(reply, [Answer])),
            loop(Machine, Commands, Left, Client);
        {'DOWN', _, process, Machine, Reason} ->
            case Reason of {_, [_ | _]} -> ok; _ -> line("l", label(stop, [Reason])) end,
            line("d", "");
        {idle, Machine} ->
            receive {got, Answer} -> line("l", label(reply, [Answer])) after 5 -> ok end,
            rest(Machine, Commands, Left, Client)
    end.

known(Pid) -> put(names, (get(names))#{Pid => "<0>"}).

say(Pid, before, _, Client) ->
    may_end(Pid, Client, 3),
    Pid ! {'$driver', ok};
%% A process may end before a `receive`; all do where nothing else may come.
say(Pid, {receiving, Time}, Machine, Client) ->
    say(Pid, before, Machine, Client),
    [finish(One, reason()) || Time =:= for_ever, One <- watched(Pid), One =/= Client, not kills(Pid, One)];
say(Pid, {took, Args, Message}, _, _) ->
    line("l", [label('receive', Args), case Args of [] -> "()"; _ -> "" end, " -> ", text(Message)]),
    Pid ! {'$driver', ok};
say(Pid, {label, Name, Args}, Machine, Client) ->
    line("l", label(Name, Args)),
    %% In the model init/1 is over behind its last action.
    Machine =:= none orelse may_end(Pid, Client, 4),
    Pid ! {'$driver', ok};
say(Pid, {call, Name, Args, Result}, _, _) ->
    Plain = label(Name, Args),
    line("c", [Plain, $\t, Plain, " -> ", text(Result)]),
    Pid ! {'$driver', ok}.

%% In the middle of a callback a process ends, once in so many times. That an end is `normal` is seen later.
may_end(Pid, Client, Times) ->
    case [One || One <- watched(Pid), One =/= Client] of
        [_ | _] = Ends ->
            One = lists:nth(rand:uniform(length(Ends)), Ends),
            Kills = kills(Pid, One),
            case rand:uniform(Times) of
                1 when Kills -> line("l", label(exit_signal, [One, killed])), finish(One, killed);
                1 -> finish(One, reason());
                _ -> ok
            end;
        [] -> ok
    end.

%% Whether the end of a process is no message.
kills(Machine, One) ->
    {links, Links} = process_info(Machine, links),
    {trap_exit, Trap} = process_info(Machine, trap_exit),
    lists:member(One, Links) andalso not Trap.

%% The machine waits: a command, or the end of a process that it knows.
rest(Machine, Commands, Left, Client) ->
    known(Machine),
    case is_process_alive(Machine) of
        false -> loop(Machine, Commands, Left, Client);
        true ->
            line("i", integer_to_list(length(all_watched(Machine)))),
            next(Machine, Commands, Left, Client)
    end.

next(Machine, _, 0, Client) ->
    exit(Machine, kill),
    exit(Client, kill),
    receive {'DOWN', _, process, Machine, _} -> ok end;
next(Machine, Commands, Left, Client) ->
    Ends = watched(Machine),
    case rand:uniform(3) of
        1 when Ends =/= [] ->
            One = lists:nth(rand:uniform(length(Ends)), Ends),
            Reason = if One =:= Client -> killed; true -> reason() end,
            [line("l", label(exit_signal, [One, Reason])) || kills(Machine, One)],
            finish(One, Reason),
            go_on(Machine, Commands, Left - 1, if One =:= Client -> client(); true -> Client end);
        _ ->
            {waiting, Waiting} = {waiting, process_info(Client, current_function) =/= {current_function, {?MODULE, client, 1}}},
            Free = [Command || {Kind, _} = Command <- Commands, Kind =:= event orelse not Waiting],
            command(lists:nth(rand:uniform(length(Free)), Free), Machine, Client),
            go_on(Machine, Commands, Left - 1, Client)
    end.

command({event, Event}, Machine, _) ->
    line("l", label(cmd, [Event])),
    gen_fsm:send_event(Machine, Event);
command({sync, Event}, Machine, Client) ->
    line("l", label(cmd_sync, [Event])),
    Client ! {call, Machine, Event},
    timer:sleep(2).

%% Waits until the machine has nothing to do, which may end it. What has come while a callback ran stands behind the
%% first question, what comes while that is taken behind the next one.
go_on(Machine, Commands, Left, Client) ->
    Driver = self(),
    spawn(fun() -> [catch sys:get_state(Machine) || _ <- lists:seq(1, 6)], Driver ! {idle, Machine} end),
    loop(Machine, Commands, Left, Client).

finish(One, Reason) ->
    Ref = monitor(process, One),
    case Reason of
        killed -> exit(One, kill);
        _ -> One ! {'$end', Reason}
    end,
    receive {'DOWN', Ref, process, One, _} -> timer:sleep(2) end.

reason() -> lists:nth(rand:uniform(2), [normal, killed]).

all_watched(Machine) ->
    {monitors, Monitors} = process_info(Machine, monitors),
    {links, Links} = process_info(Machine, links),
    [One || {process, One} <- Monitors] ++ Links.

watched(Machine) -> lists:usort(all_watched(Machine)).

%% ---- text

line(Kind, Text) -> put(out, [[Kind, $\t, Text, $\n] | get(out)]).

label(Name, []) -> text(Name);
label(Name, Args) -> [text(Name), $(, lists:join($,, [text(Arg) || Arg <- Args]), $)].

text(Pid) when is_pid(Pid) -> name(Pid, "<");
text(Ref) when is_reference(Ref) -> name(Ref, "#Ref<");
text([]) -> "[]";
text(List) when is_list(List) -> [$[, lists:join($,, [text(One) || One <- List]), $]];
text(Tuple) when is_tuple(Tuple) -> [${, lists:join($,, [text(One) || One <- tuple_to_list(Tuple)]), $}];
text(Term) -> io_lib:format("~0p", [Term]).

name(One, Start) ->
    Names = get(names),
    case Names of
        #{One := Name} -> Name;
        _ ->
            Name = Start ++ integer_to_list(map_size(Names) + 2) ++ ">",
            put(names, Names#{One => Name}),
            Name
    end.
