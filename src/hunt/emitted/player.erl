
%% ------------------------------------------------------------------
%% What follows plays the script. It is the same in every such module.

run() ->
    {Player, Monitor} = spawn_monitor(fun() -> exit({played, play()}) end),
    receive
        {'DOWN', Monitor, process, Player, {played, Shown}} -> verdict(passes(), Shown);
        {'DOWN', Monitor, process, Player, Why} -> error({not_played, Why})
    end.

verdict(mended, mended) -> ok;
verdict(mended, {does_not, _}) -> ok;
verdict(mended, Defect) -> error({defect, Defect});
verdict(done, {does, _}) -> ok;
verdict(done, {does_not, Done}) -> error({not_done, Done}).

play() ->
    process_flag(trap_exit, true),
    [put(Key, 0) || Key <- [depth, taken, timeouts, awaited]],
    put(timers, []),
    put(most, 5000),
    put(last, none),
    put(done, []),
    Stubbed = stub_all(),
    try
        [Early | Groups] = here(script()),
        [peer(Name) || {ends, Name, _} <- lists:append(script()), is_atom(Name)],
        %% Names that were chosen for what init/1 is called with may be those of processes that are watched.
        %% Those of events and results may be sent to, unless that is what it crashes of.
        [peer(Name) || Name <- leaves(argument()) ++ brought(shows()), is_chosen(Name), Name =/= name()],
        [peer(Name) || {Name, _} <- watched()],
        [gone(Process) || {ends, Process, _} <- Early],
        start([message(connected(Act)) || Act <- Early, element(1, Act) =/= ends]),
        settle(),
        [perform(Group) || Group <- Groups],
        defect(shows())
    after
        kill(),
        lists:foreach(fun restore/1, Stubbed)
    end.

%% A term where this node stands for those of processes that are watched.
here(Term) -> mapped(fun own_node/1, Term).

own_node(Leaf) ->
    case lists:keymember(Leaf, 2, watched()) of
        true -> node();
        false -> Leaf
    end.

%% What is sent, with the sockets in it.
connected(Act) -> mapped(fun own_socket/1, Act).

own_socket(Leaf) ->
    case {lists:member(Leaf, sockets()), get({socket, Leaf})} of
        {false, _} -> Leaf;
        {true, undefined} -> socket(Leaf);
        {true, Socket} -> Socket
    end.

%% The end of a connection that is the machine's. The other end is here, and nothing comes from there.
socket(Name) ->
    {ok, Listens} = gen_tcp:listen(0, [binary, {active, false}, {ip, {127, 0, 0, 1}}]),
    {ok, Port} = inet:port(Listens),
    {ok, _} = gen_tcp:connect({127, 0, 0, 1}, Port, [binary, {active, false}]),
    {ok, Socket} = gen_tcp:accept(Listens),
    ok = gen_tcp:close(Listens),
    is_pid(get(machine)) andalso gen_tcp:controlling_process(Socket, get(machine)),
    put({socket, Name}, Socket),
    Socket.

mapped(How, [Head | Tail]) -> [mapped(How, Head) | mapped(How, Tail)];
mapped(How, Tuple) when is_tuple(Tuple) -> list_to_tuple(mapped(How, tuple_to_list(Tuple)));
mapped(How, Map) when is_map(Map) -> maps:from_list(mapped(How, maps:to_list(Map)));
mapped(How, Leaf) -> How(Leaf).

is_chosen(Name) ->
    is_atom(Name) andalso length(atom_to_list(Name)) =:= 1.

brought({crash, badarg, _}) -> [];
brought(_) -> leaves(script()) ++ leaves(results()).

%% A machine that has these messages in its mailbox before init/1 is called.
start(Messages) ->
    {Module, Argument, Player} = {module(), here(argument()), self()},
    {module, Module} = code:ensure_loaded(Module),
    Printer = spawn(fun print/0),
    put({peer, {printer}}, Printer),
    Machine = proc_lib:spawn_link(fun() ->
        group_leader(Printer, self()),
        receive {Player, go} -> ok end,
        [self() ! Message || Message <- Messages],
        case name() of
            none -> gen:init_it(behaviour(), Player, Player, Module, Argument, []);
            Name -> gen:init_it(behaviour(), Player, Player, {scope(), Name}, Module, Argument, [])
        end
    end),
    put(machine, Machine),
    erlang:trace_pattern({Module, '_', '_'}, [{'_', [], [{exception_trace}]}], [global]),
    [erlang:trace_pattern({erlang, Start, '_'}, [{'_', [], [{return_trace}]}], [])
     || Start <- [send_after, start_timer]],
    erlang:trace_pattern({behaviour(), enter_loop, '_'}, true, [global]),
    [erlang:trace_pattern(Function, true, [global]) || Function <- seen()],
    erlang:trace(Machine, true, [call | [send || is_run(shows())]]),
    Machine ! {Player, go},
    receive
        {ack, Machine, {ok, Machine}} -> ok;
        {ack, Machine, Other} -> put(unstarted, Other)
    after 10000 -> put(unstarted, timeout)
    end.

%% Takes what the machine prints: values that were chosen may be no texts, and a test is no place to fail of that.
print() ->
    receive
        {io_request, From, As, Request} when element(1, Request) =:= put_chars; element(1, Request) =:= requests ->
            From ! {io_reply, As, ok};
        {io_request, From, As, _} -> From ! {io_reply, As, {error, enotsup}}
    end,
    print().

%% A group is in the mailbox as a whole before the machine takes the first of it.
perform(Group) ->
    case {get(dead), get(unstarted), Group} of
        {undefined, undefined, [Act]} -> act(Act);
        {undefined, undefined, [_ | _]} ->
            sys:suspend(get(machine)),
            [send(Act) || Act <- Group],
            sys:resume(get(machine)),
            settle();
        _ -> ok
    end.

act(timeout) ->
    %% One of 0 is over before anything else is done. A long one is not waited for.
    Awaited = count(awaited, 1),
    happens(timeouts, Awaited, case last_timeout() of N when is_integer(N), N =< 2000 -> N + 300; _ -> 0 end)
        orelse (get(machine) ! message({over, timeout})),
    settle();
act({timer, _, _} = Act) ->
    More = get(taken) + 1,
    watch(),
    happens(taken, More, wait_for(Act)) orelse by_hand(Act),
    settle();
act(Act) ->
    send(Act),
    settle().

send({ends, Process, Reason}) -> end_of(Process, Reason);
send({timer, _, _} = Act) ->
    %% It is over while the machine is busy. A long one is not waited for.
    {message_queue_len, Length} = process_info(get(machine), message_queue_len),
    queued(Length + 1, wait_for(Act)) orelse by_hand(Act);
%% Its parent is whoever plays.
send({exit, Reason}) -> exit(get(machine), Reason);
send(Act) -> get(machine) ! message(connected(Act)).

message({event, Event}) -> {'$gen_event', Event};
message({all, Event}) -> {'$gen_all_state_event', Event};
message({sync, Client, Event}) -> {'$gen_sync_event', from(Client), Event};
message({sync_all, Client, Event}) -> {'$gen_sync_all_state_event', from(Client), Event};
message({call, Client, Request}) -> {'$gen_call', from(Client), Request};
message({cast, Request}) -> {'$gen_cast', Request};
message({over, Event}) -> case behaviour() of gen_fsm -> {'$gen_event', Event}; _ -> Event end;
message({info, Message}) -> Message;
message({stop, Reason}) -> {system, {self(), make_ref()}, {terminate, Reason}}.

from(Client) ->
    Tag = make_ref(),
    put({client, Client}, Tag),
    put({answered, Tag}, Client),
    {caller(Client), Tag}.

%% Who waits for an answer: a process of its own where some process ends, since it may be that one.
caller(Client) ->
    case {get({caller, Client}), lists:keymember(ends, 1, lists:append(script()))} of
        {undefined, false} -> self();
        {undefined, true} ->
            Player = self(),
            Caller = spawn(fun() -> wait(Player) end),
            put({caller, Client}, Caller),
            Caller;
        {Caller, _} -> Caller
    end.

%% Hands on what it gets.
wait(Player) ->
    receive
        {die, Reason} -> exit(Reason);
        Message -> Player ! Message
    end,
    wait(Player).

%% Until callers have handed on what they have got.
handed_on(Caller) ->
    Monitor = monitor(process, Caller),
    Caller ! {handed_on, Monitor},
    receive
        {handed_on, Monitor} -> demonitor(Monitor, [flush]);
        {'DOWN', Monitor, process, Caller, _} -> ok
    end.

client(Client) ->
    get({client, Client}).

%% How long a timer is waited for: its message is sent by hand if that is long.
wait_for(Act) ->
    case timer(Act) of
        {Left, _, _} when Left =< 2000 -> Left + 300;
        {_, _, _} -> 0;
        none -> 1500
    end.

%% The message of a timer that runs, as it would come.
by_hand(Act) ->
    case timer(Act) of
        {_, Timer, Message} ->
            erlang:cancel_timer(Timer),
            get(machine) ! Message;
        none ->
            %% Timers of the module `timer` cannot be seen.
            {timer, Kind, Message} = Act,
            Unseen = Kind =:= info andalso lists:keymember(timer, 1, outside()),
            Unseen andalso (get(machine) ! Message)
    end.

%% The timer that fits best: time left, reference, message.
timer({timer, Kind, Message}) ->
    Running = [{Left, Timer, Brings} || {Timer, Own, Brings} <- get(timers), kind(Brings) =:= Kind,
                                        Left <- [erlang:read_timer(Timer)], is_integer(Left),
                                        Own =:= Message orelse Own =:= element_3(Message)],
    Others = [{Left, Timer, Brings} || {Timer, _, Brings} <- get(timers), kind(Brings) =:= Kind,
                                       Left <- [erlang:read_timer(Timer)], is_integer(Left)],
    case Running ++ Others of
        [] -> none;
        [Timer | _] -> Timer
    end.

kind({timeout, _, {'$gen_event', _}}) -> event;
kind({timeout, _, {'$gen_timer', _}}) -> timeout;
kind({timeout, _, Type}) ->
    case behaviour() =:= gen_statem andalso is_timeout(Type) of
        true -> timeout;
        false -> info
    end;
kind(_) -> info.

%% The types of time-outs of gen_statem.
is_timeout(timeout) -> true;
is_timeout(state_timeout) -> true;
is_timeout({timeout, _}) -> true;
is_timeout(_) -> false.

%% Timers as the machine starts them.
started(send_after, [_, _, Message | _], Timer) -> {Timer, Message, Message};
started(start_timer, [_, _, {'$gen_event', Event} = Message | _], Timer) -> {Timer, Event, {timeout, Timer, Message}};
started(start_timer, [_, _, {'$gen_timer', Own} = Message | _], Timer) -> {Timer, Own, {timeout, Timer, Message}};
started(start_timer, [_, _, Message | _], Timer) -> {Timer, Message, {timeout, Timer, Message}}.

element_3({timeout, _, Message}) -> Message;
element_3(Message) -> Message.

%% Processes that events name.
peer(Number) ->
    case get({peer, Number}) of
        undefined ->
            Peer = spawn(fun() -> receive {die, Reason} -> exit(Reason) end end),
            is_atom(Number) andalso whereis(Number) =:= undefined andalso register(Number, Peer),
            put({peer, Number}, Peer),
            Peer;
        Peer -> Peer
    end.

end_of(Name, Reason) when is_atom(Name) ->
    end_of(peer(Name), Reason);
end_of(Process, Reason) ->
    {links, Links} = process_info(get(machine), links),
    {monitors, Monitors} = process_info(get(machine), monitors),
    %% A socket is linked, too.
    Watched = [Link || Link <- Links, is_pid(Link), Link =/= self()] ++ [case P of {Name, _} -> whereis(Name); P -> P end || {process, P} <- Monitors],
    %% Callers are numbered as other processes are.
    Callers = [Caller || {{peer, Number}, Own} <- get(), Own =:= Process, Caller <- [get({caller, Number})]],
    Peer = case [P || P <- [Process | Callers], lists:member(P, Watched)] of
        [P | _] -> P;
        [] when Watched =:= [] -> Process;
        [] -> hd(Watched)
    end,
    Peer ! {die, Reason},
    timer:sleep(20),
    is_process_alive(Peer) andalso exit(Peer, Reason).

%% A process that has ended before the machine watches it: that is told at once.
gone(Name) when is_atom(Name) ->
    gone(peer(Name));
gone(Process) ->
    Monitor = monitor(process, Process),
    exit(Process, kill),
    receive {'DOWN', Monitor, process, Process, _} -> ok end.

%% Whether this many callbacks (or `timeout`s) have been called within a time.
happens(What, Count, Time) ->
    watch(),
    case get(What) >= Count of
        false when Time > 0 ->
            timer:sleep(20),
            happens(What, Count, Time - 20);
        IsMet -> IsMet
    end.

%% Whether this many messages wait within a time.
queued(Count, Time) ->
    case process_info(get(machine), message_queue_len) of
        {_, Length} when Length >= Count -> true;
        _ when Time > 0 -> timer:sleep(20), queued(Count, Time - 20);
        _ -> false
    end.

%% Until the machine waits for messages and has none, or is dead.
settle() ->
    put(most, get(taken) + 5000),
    settle(2000, get(most)),
    [handed_on(Caller) || {{caller, _}, Caller} <- get()],
    watch().

settle(0, _) -> put(busy, true);
settle(Times, Most) ->
    watch(get(machine), done),
    put(busy, get(taken) > Most),
    case process_info(get(machine), [current_function, message_queue_len, status]) of
        undefined -> ok;
        [{_, {erlang, hibernate, 3}}, {_, 0}, {_, waiting}] -> ok;
        [{_, {Loops, Loop, _}}, {_, 0}, {_, waiting}] when Loop =:= loop; Loop =:= loop_receive ->
            Loops =:= behaviour() orelse settle_again(Times, Most);
        _ -> settle_again(Times, Most)
    end.

settle_again(Times, Most) ->
    case get(busy) of
        true -> untraced();
        false -> timer:sleep(1), settle(Times - 1, Most)
    end.

%% Reads what has been seen of the machine.
watch() ->
    Machine = get(machine),
    Delivered = erlang:trace_delivered(Machine),
    watch(Machine, Delivered).

watch(Machine, Delivered) ->
    receive
        {trace, Machine, call, {erlang, _, Args}} ->
            put(starts, Args),
            watch(Machine, Delivered);
        {trace, Machine, return_from, {erlang, Function, _}, Timer} ->
            put(timers, [started(Function, get(starts), Timer) | get(timers)]),
            watch(Machine, Delivered);
        {trace, Machine, exception_from, {erlang, _, _}, _} ->
            watch(Machine, Delivered);
        {trace, Machine, call, {Module, enter_loop, [_, _ | Entered]}}
          when Module =:= gen_fsm; Module =:= gen_server; Module =:= gen_statem ->
            %% Nothing returns from there: what it is given is what init/1 would return.
            put(depth, 0),
            put(returned, [entered(Module, Entered)]),
            watch(Machine, Delivered);
        {trace, Machine, call, {Module, Function, Args}} ->
            case lists:member({Module, Function, length(Args)}, seen()) of
                true -> done({call, Module, Function, Args});
                false -> count(depth, 1) =:= 1 andalso taken(Function, Args)
            end,
            watch(Machine, Delivered);
        {trace, Machine, send, {Tag, Reply}, _} when is_reference(Tag) ->
            %% Others who get something of this form are no clients.
            [done({reply, Client, Reply}) || Client <- [get({answered, Tag})], Client =/= undefined],
            watch(Machine, Delivered);
        {trace, Machine, Send, _, _} when Send =:= send; Send =:= send_to_non_existing_process ->
            watch(Machine, Delivered);
        {trace, Machine, return_from, _, Value} ->
            count(depth, -1) =:= 0 andalso put(returned, [Value | returned()]),
            watch(Machine, Delivered);
        {trace, Machine, exception_from, _, {Class, Value}} ->
            %% What a callback throws is what it returns; an exit of terminate/3 is another matter.
            case count(depth, -1) of
                0 when Class =:= throw -> put(returned, [Value | returned()]);
                0 when Class =:= exit -> get(ended) =:= undefined andalso put(exited, Value);
                _ -> nested
            end,
            watch(Machine, Delivered);
        {'EXIT', Machine, Reason} ->
            put(dead, {dead, Reason}),
            watch(Machine, Delivered);
        {Tag, Reply} when is_reference(Tag) ->
            put({replies, Tag}, [Reply | replies(Tag)]),
            watch(Machine, Delivered);
        {trace_delivered, Machine, Delivered} -> watch(Machine, done)
    after case Delivered of done -> 0; _ -> 2000 end -> ok
    end.

taken(init, [_]) -> ok;
taken(terminate, [Reason | _]) -> put(ended, Reason), ok;
taken(code_change, _) -> ok;
taken(callback_mode, []) -> ok;
taken(format_status, [_ | _]) -> ok;
taken(_, [Event | _]) ->
    put(last, Event),
    Event =:= timeout andalso count(timeouts, 1),
    %% One that never rests may be faster than who watches it.
    count(taken, 1) =:= get(most) + 1 andalso untraced().

untraced() ->
    Machine = get(machine),
    is_process_alive(Machine) andalso catch erlang:trace(Machine, false, [call]).

%% What is seen of the machine, the last one first.
done(Deed) ->
    put(done, [Deed | get(done)]).

count(Key, By) ->
    Count = get(Key) + By,
    put(Key, Count),
    Count.

returned() ->
    case get(returned) of undefined -> []; Values -> Values end.

replies(Tag) ->
    case get({replies, Tag}) of undefined -> []; Replies -> Replies end.

last_timeout() ->
    case returned() of [Value | _] -> timeout_of(behaviour(), Value); [] -> none end.

entered(gen_fsm, [State, Data, _, Time]) -> {ok, State, Data, Time};
entered(gen_fsm, [State, Data, Time]) when not is_tuple(Time), not is_pid(Time) -> {ok, State, Data, Time};
entered(gen_fsm, [State, Data | _]) -> {ok, State, Data};
entered(gen_statem, [State, Data | _]) -> {ok, State, Data};
entered(_, [Data, _, Time]) -> {ok, Data, Time};
entered(_, [Data, Time]) when not is_tuple(Time), not is_pid(Time) -> {ok, Data, Time};
entered(_, [Data | _]) -> {ok, Data}.

timeout_of(gen_fsm, {next_state, _, _, Time}) -> Time;
timeout_of(gen_fsm, {reply, _, _, _, Time}) -> Time;
timeout_of(gen_fsm, {ok, _, _, Time}) -> Time;
timeout_of(gen_server, {noreply, _, Time}) -> unless_continued(Time);
timeout_of(gen_server, {reply, _, _, Time}) -> unless_continued(Time);
timeout_of(gen_server, {ok, _, Time}) -> unless_continued(Time);
timeout_of(gen_statem, {ok, _, _, Actions}) -> event_timeout(Actions);
timeout_of(gen_statem, {next_state, _, _, Actions}) -> event_timeout(Actions);
timeout_of(gen_statem, {keep_state, _, Actions}) -> event_timeout(Actions);
timeout_of(gen_statem, {repeat_state, _, Actions}) -> event_timeout(Actions);
timeout_of(gen_statem, {Kept, Actions}) when Kept =:= keep_state_and_data; Kept =:= repeat_state_and_data ->
    event_timeout(Actions);
timeout_of(_, _) -> none.

%% The event timeout among actions of gen_statem: the last one counts.
event_timeout(Actions) when is_list(Actions) -> lists:foldl(fun event_timeout/2, none, Actions);
event_timeout(Action) -> event_timeout(Action, none).

event_timeout(Time, _) when is_integer(Time) -> Time;
event_timeout({timeout, Time, _}, _) when is_integer(Time) -> Time;
event_timeout({timeout, Time, _, _}, _) when is_integer(Time) -> Time;
event_timeout(Action, _) when Action =:= infinity; element(1, Action) =:= timeout -> none;
event_timeout(_, Before) -> Before.

unless_continued({continue, _}) -> none;
unless_continued(Time) -> Time.

state() ->
    sys:get_state(get(machine)).

%% All that the machine keeps: events that were postponed, too, and what time-outs bring.
kept() ->
    case behaviour() of
        gen_statem -> {state(), sys:get_status(get(machine))};
        _ -> state()
    end.

leaves([Head | Tail]) -> leaves(Head) ++ leaves(Tail);
leaves(Tuple) when is_tuple(Tuple) -> leaves(tuple_to_list(Tuple));
leaves(Map) when is_map(Map) -> leaves(maps:to_list(Map));
leaves(Leaf) -> [Leaf].

is_run({does, _, _}) -> true;
is_run(_) -> false.

%% The defect, if it shows; else `mended`. What is neither is no verdict: the player exits.
defect({does, Extent, Deeds}) ->
    End = case {get(unstarted), get(dead)} of
        {undefined, undefined} -> [];
        {undefined, {dead, Reason}} -> [{ends, Reason}];
        {{error, {already_started, _} = Why}, _} -> exit(Why);
        _ -> [not_started]
    end,
    Done = lists:reverse(get(done)) ++ End,
    case goes(Extent, Deeds, Done) of
        true -> {does, Done};
        false -> {does_not, Done ++ [{in, Is} || End =:= [], {in, Wanted} <- [Extent], Is <- is_in(Wanted)]}
    end;
defect(Shows) ->
    case {unstarted(), get(dead)} of
        {undefined, undefined} ->
            get(busy) =:= true andalso Shows =/= busy andalso exit(machine_is_still_busy),
            alive(Shows);
        {undefined, {dead, Reason}} -> dead(Shows, ended(Shows, Reason));
        {{error, {already_started, _} = Why}, _} -> exit(Why);
        {Other, _} when element(1, Shows) =:= never_starts -> unstarted(Shows, Other);
        {{error, Reason}, _} -> dead(Shows, Reason);
        {_, _} -> mended
    end.

%% Why it has not started; gen_statem tells that without the stack, which is in the exit.
unstarted() ->
    case {get(unstarted), get(dead)} of
        {{error, Reason}, {dead, {Reason, Stack}}} when is_list(Stack) -> {error, {Reason, Stack}};
        {Other, _} -> Other
    end.

%% Whether what was done begins with what a run has, or is that.
goes(first, [], _) -> true;
goes(all, [], []) -> true;
goes({in, State}, [], Rest) ->
    not lists:keymember(ends, 1, Rest) andalso not lists:member(not_started, Rest)
        andalso (State =:= any orelse is_in(State) =:= [State]);
goes(Extent, [{unheard, Value} | Deeds], [{reply, _, Own} | Rest] = Done) ->
    goes(Extent, Deeds, case fits(Value, Own) of true -> Rest; false -> Done end);
goes(Extent, [{unheard, _} | Deeds], Done) -> goes(Extent, Deeds, Done);
goes(Extent, [Deed | Deeds], [Done | Rest]) -> is_deed(Deed, Done) andalso goes(Extent, Deeds, Rest);
goes(_, _, _) -> false.

%% The state in which it is, where that is asked for.
is_in(any) -> [];
is_in(_) -> [element(1, state())].

is_deed({call, Module, Function, Args}, {call, Module, Function, Own}) -> fits(Args, Own);
is_deed({reply, Client, Value}, {reply, Own, Answer}) ->
    (Client =:= '_' orelse Client =:= Own) andalso fits(Value, Answer);
is_deed({crash, Kind}, {ends, Reason}) ->
    Why = case is_stack(Reason) of true -> element(1, Reason); false -> Reason end,
    Kind =:= any orelse kind_of(Why) =:= Kind;
is_deed({stop, Reason}, {ends, Own}) -> fits(Reason, Own);
is_deed(not_started, not_started) -> true;
is_deed(_, _) -> false.

%% Whether a term is like another one, of which some parts are not known.
fits('_', _) -> true;
fits([Head | Tail], [Own | Rest]) -> fits(Head, Own) andalso fits(Tail, Rest);
fits(Tuple, Own) when is_tuple(Tuple), is_tuple(Own) -> fits(tuple_to_list(Tuple), tuple_to_list(Own));
fits(Map, Own) when is_map(Map), is_map(Own) -> fits(lists:sort(maps:to_list(Map)), lists:sort(maps:to_list(Own)));
fits(Term, Own) -> Term =:= Own.

%% How it does not start.
unstarted({never_starts, ignore}, ignore) -> {never_starts, ignore};
unstarted({never_starts, {stopped, Kind, Where}}, {error, Reason} = Other) ->
    {Why, Stack} = case is_stack(Reason) of true -> Reason; false -> {Reason, none} end,
    Kind =:= any orelse kind_of(Why) =:= Kind orelse another(Reason),
    Stack =:= none orelse Where =/= [] andalso is_there(Where, Why, Stack) orelse another(Reason),
    {never_starts, Other};
unstarted({never_starts, {crash, _, _} = Crash}, {error, Reason} = Other) ->
    dead(Crash, Reason) =/= mended orelse another(Reason),
    {never_starts, Other};
unstarted(_, Other) -> exit({another_start, Other}).

%% Why it has ended: where terminate/3 exits, what that was called for.
ended(Shows, Reason) ->
    case is_shown(Shows, get(ended)) andalso not is_shown(Shows, Reason) of
        true -> get(ended);
        false -> Reason
    end.

is_shown({crash, Kind, Where}, {Reason, Stack} = Why) ->
    is_stack(Why) andalso (Kind =:= any orelse kind_of(Reason) =:= Kind) andalso is_there(Where, Reason, Stack);
is_shown({no_state, State}, {undef, [{Module, Function, _, _} | _]}) ->
    Module =:= module() andalso (State =:= any orelse State =:= Function);
is_shown(_, _) -> false.

%% An exception has a stack, an exit has none.
is_stack({_, [{_, _, _, _} | _]}) -> true;
is_stack(_) -> false.

%% Another crash says nothing of this one.
another({Reason, [Place | _] = Stack} = Why) ->
    case is_stack(Why) of
        true -> exit({another_crash, Reason, Place, own(Stack)});
        false -> exit({another_end, Why})
    end;
another(Reason) -> exit({another_end, Reason}).

%% Whether a crash comes from one of these places. A function that is not there is none of those that have called it. One of another callback
%% module has that before its name.
is_there([], _, _) -> true;
is_there(Places, Reason, [{M, F, A, _} | Callers] = Stack) when is_list(Places) ->
    Modules = [module() | [Module || {{Module, _}, _, _, _, _} <- Places]],
    Own = [own(Stack, Modules) | [own(Callers, Modules) || Reason =:= undef]],
    IsLast = Reason =:= undef andalso own(Callers, Modules) =:= {none, 0, none},
    lists:any(fun({Name, Args, First, Last, Called}) ->
        Fits = fun({Function, Arity, Line}) ->
            {Function, Arity} =:= {Name, Args} andalso
                (First =:= any orelse Line =:= none orelse First =< Line andalso Line =< Last)
        end,
        lists:any(Fits, Own) orelse {M, F, arity(A)} =:= Called
            orelse IsLast andalso First =:= any andalso Called =:= none
    end, Places);
is_there(Shape, {Kind, Value}, _) -> is_refusal(Kind) andalso is_like(Shape, Value);
is_there(_, _, _) -> false.

%% What is the matter with what a callback returns: gen_statem tells that with a stack, which is its own.
is_refusal(bad_return_value) -> true;
is_refusal(bad_return_from_init) -> true;
is_refusal(bad_return_from_state_function) -> true;
is_refusal(bad_action_from_state_function) -> true;
is_refusal(bad_reply_action_from_state_function) -> true;
is_refusal(bad_state_enter_return_from_state_function) -> true;
is_refusal(bad_state_enter_action_from_state_function) -> true;
is_refusal(_) -> false.

%% The function of one of these modules that was called last, and the line; a fun stands in a function.
own(Stack) -> own(Stack, [module()]).

own(Stack, Modules) ->
    case [{M, F, arity(A), proplists:get_value(line, Where, none)} || {M, F, A, Where} <- Stack, lists:member(M, Modules)] of
        [] -> {none, 0, none};
        [{M, F, A, Line} | _] ->
            case re:run(atom_to_list(F), "^-(.*?)/([0-9]+)-", [{capture, all_but_first, list}]) of
                {match, [Name, Arity]} -> {of_module(M, list_to_atom(Name)), list_to_integer(Arity), Line};
                nomatch -> {of_module(M, F), A, Line}
            end
    end.

of_module(Module, Function) ->
    case Module =:= module() of
        true -> Function;
        false -> {Module, Function}
    end.

arity(Args) when is_list(Args) -> length(Args);
arity(Arity) -> Arity.

dead({crash, Kind, Where}, {Reason, [{_, _, _, _} = Place | _] = Stack} = Why) ->
    (Kind =:= any orelse kind_of(Reason) =:= Kind) andalso is_there(Where, Reason, Stack) orelse another(Why),
    {crash, Reason, Place};
dead({crash, Kind, Shape}, {Kind, Value} = Reason) when Kind =:= bad_return_value; Kind =:= bad_return_from_init ->
    is_list(Shape) orelse is_like(Shape, Value) orelse another(Reason),
    {crash, Reason};
dead({crash, noproc, Call}, {noproc, {Module, Function, [undefined | _]}} = Reason) ->
    is_list(Call) orelse Call =:= {called, Module, Function} orelse another(Reason),
    {crash, Reason};
dead({crash, Kind, _}, Reason) when Kind =/= any ->
    case kind_of(Reason) of
        Kind -> {crash, Reason};
        Another -> is_refusal(Another) andalso another(Reason), stopped(Reason)
    end;
dead({no_state, State}, {undef, [{Module, Function, _, _} = Place | _]} = Why) ->
    %% The next event has come there already.
    Module =:= module() andalso (State =:= any orelse State =:= Function) orelse another(Why),
    {crash, undef, Place};
dead(Shows, Reason) ->
    (is_stack(Reason) orelse is_refusal(kind_of(Reason))) andalso another(Reason),
    case Shows of
        {stops, Client} ->
            case replies(client(Client)) of
                [] -> {stops_without_answer, Reason};
                _ -> mended
            end;
        _ -> stopped(Reason)
    end.

%% A machine that stops as its module says has no defect; one that exits has not come so far.
stopped(Reason) ->
    get(exited) =:= undefined orelse another(Reason),
    mended.

%% Whether a value that is returned is like this.
is_like({tuple, Tag, Size}, Value) ->
    is_tuple(Value) andalso tuple_size(Value) =:= Size andalso (Tag =:= any orelse element(1, Value) =:= Tag);
is_like({atom, Name}, Value) -> Name =:= Value;
is_like(any, _) -> true.

kind_of(Reason) when is_tuple(Reason), Reason =/= {} -> element(1, Reason);
kind_of(Reason) -> Reason.

alive({no_state, Name}) ->
    {State, _} = state(),
    Arities = case behaviour() of gen_statem -> [3]; _ -> [2, 3] end,
    Has = [A || A <- Arities, is_atom(State), erlang:function_exported(module(), State, A)],
    case Has ++ [all || behaviour() =:= gen_statem, has_one_callback()] of
        [] ->
            Name =:= any orelse Name =:= State orelse exit({another_state, State}),
            {no_state_function, State};
        _ -> mended
    end;
alive({forgotten, Client}) ->
    Tag = client(Client),
    case replies(Tag) =:= [] andalso not lists:member(Tag, leaves(kept())) of
        true -> {no_answer, Client};
        false -> mended
    end;
alive({unanswered, Client}) ->
    timer:sleep(300),
    watch(),
    case replies(client(Client)) of [] -> {no_answer, Client}; _ -> mended end;
alive(two_answers) ->
    case [Replies || {{replies, _}, [_, _ | _] = Replies} <- get()] of
        [] -> mended;
        [Replies | _] -> {two_answers, lists:reverse(Replies)}
    end;
alive(lost) ->
    More = get(taken) + 1,
    case [timeout_of(behaviour(), Value) || Value <- returned()] of
        [none, Time | _] when Time =/= none ->
            Wait = case Time of N when is_integer(N) -> min(N, 2000) + 300; _ -> 2000 end,
            Last = get(last),
            case Last =:= timeout orelse is_tuple(Last) andalso element(1, Last) =:= timeout
                orelse happens(taken, More, Wait) of
                true -> mended;
                false -> {timeout_lost, Time}
            end;
        _ -> mended
    end;
alive({overlap, Message}) ->
    Running = [Timer || {Timer, Own, _} <- get(timers), Own =:= Message, is_integer(erlang:read_timer(Timer))],
    case Running of [_, _ | _] -> {timers_overlap, Message}; _ -> mended end;
alive(busy) ->
    case get(busy) of true -> {never_rests, {callbacks, get(taken)}}; _ -> mended end;
alive(_) -> mended.

%% Whether one callback takes the events of all states, so that states have no functions.
has_one_callback() ->
    lists:member(handle_event_function, lists:flatten([(module()):callback_mode()])).

kill() ->
    case get(machine) of
        undefined -> ok;
        Machine ->
            [erlang:trace_pattern({Module, Function, '_'}, false, [])
             || {Module, Function} <- [{module(), '_'}, {erlang, send_after}, {erlang, start_timer}]],
            exit(Machine, kill),
            Monitor = monitor(process, Machine),
            receive {'DOWN', Monitor, process, Machine, _} -> ok end
    end,
    [exit(Other, kill) || {{Kind, _}, Other} <- get(), Kind =:= peer orelse Kind =:= caller].

%% Modules that are no part of OTP are stubs while the script is played.
stub_all() ->
    ets:new(?MODULE, [named_table, public]),
    ets:insert(?MODULE, results()),
    Calls = calls(),
    Modules = lists:usort([Module || {Module, _, _} <- Calls]),
    [stub_module(Module, Calls) || Module <- Modules, is_foreign(Module)].

%% Each module with its functions, and under what name a call is known. One that a variable names may be any that was chosen.
calls() ->
    Chosen = [Name || Name <- lists:usort(leaves(argument()) ++ leaves(script()) ++ leaves(results())), is_chosen(Name)],
    [{Module, {F, A}, {Module, F, A}} || {Module, F, A} <- outside()]
        ++ [{Name, {F, A}, {Module, F, A}} || {Module, F, A} <- outside(), is_variable(Module), Name <- Chosen].

is_variable(Module) ->
    [First | _] = atom_to_list(Module),
    First >= $A andalso First =< $Z orelse First =:= $_.

is_foreign(Module) ->
    case code:which(Module) of
        non_existing -> true;
        Path when is_list(Path) -> Module =/= module() andalso not lists:prefix(code:root_dir(), Path);
        _ -> false
    end.

stub_module(Module, Calls) ->
    Functions = lists:ukeysort(1, [{Function, Key} || {M, Function, Key} <- Calls, M =:= Module]),
    Own = [Form || Form <- own_forms(Module), not is_stubbed(Form, Functions)],
    Forms = [{attribute, 1, module, Module} | Own] ++ [stub_function(F, A, Key) || {{F, A}, Key} <- Functions],
    {ok, Module, Binary} = compile:forms(Forms, [export_all, nowarn_export_all]),
    {module, Module} = code:load_binary(Module, "stub", Binary),
    Module.

%% What is left of a module besides its stubs: functions that the machine calls as they are.
own_forms(Module) ->
    case code:get_object_code(Module) of
        {Module, Beam, _} ->
            case beam_lib:chunks(Beam, [abstract_code]) of
                {ok, {Module, [{abstract_code, {_, Forms}}]}} ->
                    [Form || Form <- Forms, lists:member(element(1, Form), [attribute, function]),
                             element(1, Form) =:= function orelse lists:member(element(3, Form), [record, import])];
                _ -> []
            end;
        error -> []
    end.

is_stubbed({function, _, F, A, _}, Functions) -> lists:keymember({F, A}, 1, Functions);
is_stubbed(_, _) -> false.

stub_function(F, A, Key) ->
    Vars = [{var, 1, list_to_atom("A" ++ integer_to_list(N))} || N <- lists:seq(1, A)],
    List = lists:foldr(fun(Var, Tail) -> {cons, 1, Var, Tail} end, {nil, 1}, Vars),
    Body = {call, 1, {remote, 1, {atom, 1, ?MODULE}, {atom, 1, stub}}, [erl_parse:abstract(Key, 1), List]},
    {function, 1, F, A, [{clause, 1, Vars, [], [Body]}]}.

%% What a stub returns: one result after the other, the last one for ever.
stub({Fsm, Function, _}, Args) when Fsm =:= p1_fsm; Fsm =:= gen_fsm_compat ->
    apply(gen_fsm, Function, Args);
stub(Call, _) ->
    case ets:lookup(?MODULE, Call) of
        [] -> ok;
        [{_, [Last]}] -> ended(Last);
        [{_, [First | Rest]}] -> ets:insert(?MODULE, {Call, Rest}), ended(First)
    end.

ended({'$raises', Class, Reason}) -> erlang:raise(Class, Reason, []);
ended(Value) -> Value.

restore(Module) ->
    code:purge(Module),
    code:delete(Module),
    code:purge(Module),
    code:which(Module) =:= non_existing orelse code:load_file(Module).
