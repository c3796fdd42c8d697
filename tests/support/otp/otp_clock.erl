%% OTP's own gen_fsm, gen_server, gen_statem and timer in copies whose clock the driver drives, and modules that call the
%% copies.
%%
%% Input: the sources of these modules and of a callback module. Output: loaded modules: `gen_fsm_clock`,
%% `gen_server_clock`, `gen_statem_clock`, `timer_clock`, the callback module. What the machine is about to wait for, what
%% it sends itself, the timers that it starts and cancels, and calls of other modules are questions to the driver
%% (`otp_driver`), to which the machine waits for the answer. The module calls the copies, which do the rest; no timer
%% of Erlang is started.
-module(otp_clock).
-export([copies/0, module/1, outside/1]).
-export([receiving/1, took/2, gave_up/1]).
-export([request/2, applied/3, spawned/1, naming/2, found/1, delivered/3, requested/2]).
-export([idle/3, wait/1, wait_plain/1, ended/3, ended_by/4, called_by/1, reply/2, reply_by/3, called/3, built_in/2]).
-export([idle_machine/2, ended_machine/4, taken/1, entered/1, start_timeout/4, cancel_timeout/1, now/1]).
-export([send/2, send/3, send_event/2, starting/6, cancelling/4, start_timer/3, send_after/3, cancel_timer/1]).

-define(MAX_TIMEOUT, 16#ffffffff).

%% What the module sees of Erlang's clock, which stands still.
-define(NOW, 1000000).

%% ---- the modules

copies() -> [load([changed(Module, Form) || Form <- copy(Module)], Module)
             || Module <- [gen_fsm, gen_server, gen_statem, timer]].

copy(Module) ->
    Name = atom_to_list(Module),
    {ok, Text} = file:read_file(filename:join([code:lib_dir(stdlib), "src", Name ++ ".erl"])),
    File = Name ++ "_clock.erl",
    ok = file:write_file(File, string:replace(Text, "-module(" ++ Name, "-module(" ++ Name ++ "_clock")),
    [Form || Form <- forms(File), not is_deprecation(Form)].

%% Loads a callback module; the name under which it starts the machine, and that of its behaviour, which is `gen_fsm` or a
%% copy of it.
module(File) ->
    Written = forms(File),
    Named = [Name || {attribute, _, behaviour, Name} <- Written, lists:member(Name, [p1_fsm, gen_server, gen_statem])],
    Behaviour = hd(Named ++ [gen_fsm]),
    Forms = case Behaviour of
        gen_server -> with_copy(gen_server, gen_server_clock, Written);
        gen_statem -> with_copy(gen_statem, gen_statem_clock, Written);
        _ -> renamed(Behaviour, Written)
    end,
    put(sites, 0),
    load(with_clock(Forms), File),
    {name(Forms), Behaviour}.

%% `gen_fsm` where a copy is named.
renamed(Copy, {atom, Line, Copy}) -> {atom, Line, gen_fsm};
renamed(Copy, Form) -> inside(fun(Inner) -> renamed(Copy, Inner) end, Form).

%% A server or a state machine calls the copy of its own behaviour.
with_copy(Own, Copy, {call, Line, {remote, At, {atom, In, Own}, Function}, Args}) ->
    {call, Line, {remote, At, {atom, In, Copy}, Function}, with_copy(Own, Copy, Args)};
with_copy(Own, Copy, Form) -> inside(fun(Inner) -> with_copy(Own, Copy, Inner) end, Form).

%% Loads a module that is called, unless OTP has it.
outside(File) ->
    case code:which(list_to_atom(filename:rootname(File))) of
        non_existing -> load(forms(File), File);
        _ -> ok
    end.

forms(File) ->
    {ok, Forms} = epp:parse_file(File, [{includes, [filename:join(code:lib_dir(kernel), "include")]}]),
    Forms.

is_deprecation(Form) -> element(1, Form) =:= attribute andalso element(3, Form) =:= deprecated.

load(Forms, File) ->
    {ok, Module, Binary} = compile:forms(Forms, [nowarn_deprecated_function]),
    {module, Module} = code:load_binary(Module, lists:concat([File]), Binary).

name({call, _, {remote, _, {atom, _, Module}, {atom, _, Start}},
      [{tuple, _, [{atom, _, local}, {atom, _, Name}]} | _]})
  when Start =:= start orelse Start =:= start_link,
       Module =:= gen_fsm orelse Module =:= gen_server_clock orelse Module =:= gen_statem_clock ->
    Name;
name(Form) when is_tuple(Form) -> name(tuple_to_list(Form));
name([Form | Forms]) ->
    case name(Form) of
        none -> name(Forms);
        Name -> Name
    end;
name(_) -> none.

%% Says what the loop waits for, who waits for an answer, and why terminate/3 is called.
changed(gen_fsm, {function, Line, loop, 8, Clauses}) ->
    {function, Line, loop, 8, [says(idle, [3, 4, 6], clocked(Clause)) || Clause <- Clauses]};
changed(gen_fsm, {function, Line, terminate, 8, Clauses}) ->
    {function, Line, terminate, 8, [says(ended, [1, 6, 7], Clause) || Clause <- Clauses]};
changed(gen_fsm, {function, Line, from, 1, Clauses}) ->
    {function, Line, from, 1, [{clause, At, Patterns, Guards, [here(At, called_by, Body)]}
                               || {clause, At, Patterns, Guards, Body} <- Clauses]};
changed(gen_server, {function, Line, loop, 7, Clauses}) ->
    {function, Line, loop, 7, [waiting(clocked(Clause)) || Clause <- Clauses]};
changed(gen_server, {function, Line, terminate, 10, Clauses}) ->
    {function, Line, terminate, 10, [says(ended_by, [1, 2, 3, 9], Clause) || Clause <- Clauses]};
changed(gen_server, {function, Line, try_handle_call, 4, Clauses}) ->
    {function, Line, try_handle_call, 4, [says(called_by, [3], Clause) || Clause <- Clauses]};
changed(gen_statem, {function, Line, loop, 3, Clauses}) ->
    {function, Line, loop, 3, [says(idle_machine, [1, 3], Clause) || Clause <- Clauses]};
changed(gen_statem, {function, Line, loop_receive, 3, Clauses}) ->
    {function, Line, loop_receive, 3, asked(Clauses)};
changed(gen_statem, {function, Line, loop_state_enter, 9, Clauses}) ->
    {function, Line, loop_state_enter, 9, [says(entered, [3], Clause) || Clause <- Clauses]};
changed(gen_statem, {function, Line, loop_done, 4, Clauses}) ->
    {function, Line, loop_done, 4, own_events(Clauses)};
changed(gen_statem, {function, Line, terminate, 7, Clauses}) ->
    {function, Line, terminate, 7, [says(ended_machine, [1, 2, 3, 6], Clause) || Clause <- Clauses]};
changed(gen_statem, Form) -> clocked(timeouts(Form));
%% What is sent to a name is sent by a process of the library: a timer like another one.
changed(timer, {function, Line, req, 2, _}) ->
    Params = [{var, Line, 'Req'}, {var, Line, 'Arg'}],
    {function, Line, req, 2, [{clause, Line, Params, [], [here(Line, request, Params)]}]};
changed(_, Form) -> clocked(Form).

says(What, Params, {clause, Line, Patterns, Guards, Body}) ->
    Args = [lists:nth(Param, Patterns) || Param <- Params],
    {clause, Line, Patterns, Guards, [here(Line, What, Args) | Body]}.

%% The loop of a server has no name of a state.
waiting({clause, Line, [_, _, Data, _, Time, _, _] = Patterns, Guards, Body}) ->
    {clause, Line, Patterns, Guards, [here(Line, idle, [{atom, Line, running}, Data, Time]) | Body]}.

%% Who waits for an answer of a state machine.
asked({clause, Line, [{tuple, _, [{atom, _, '$gen_call'}, From, _]}] = Patterns, Guards, Body}) ->
    {clause, Line, Patterns, Guards, [here(Line, called_by, [From]) | Body]};
asked(Form) -> inside(fun asked/1, Form).

%% What a state machine takes from its own queues: the last argument but one, or the last one.
own_events({call, Line, {atom, _, loop_event} = Callee, [P, Debug, S, Event, Events]}) ->
    {call, Line, Callee, [P, Debug, S, here(Line, taken, [Event]), Events]};
own_events({call, Line, {atom, _, loop_receive_result} = Callee, [P, Debug, S, Event]}) ->
    {call, Line, Callee, [P, Debug, S, here(Line, taken, [Event])]};
own_events(Form) -> inside(fun own_events/1, Form).

%% The time-outs of a state machine.
timeouts({call, Line, {remote, _, {atom, _, erlang}, {atom, _, start_timer}}, [_, _, _, _] = Args}) ->
    here(Line, start_timeout, Args);
timeouts({call, Line, {remote, _, {atom, _, erlang}, {atom, _, cancel_timer}}, [_] = Args}) ->
    here(Line, cancel_timeout, Args);
timeouts(Form) -> inside(fun timeouts/1, Form).

here(Line, Function, Args) ->
    {call, Line, {remote, Line, {atom, Line, ?MODULE}, {atom, Line, Function}}, Args}.

%% `after Time` that makes an event asks the driver; answers, events and timers go through it.
clocked({'receive', Line, _, Time, [{tuple, _, [{atom, _, '$gen_event'}, {atom, _, timeout}]}]}) ->
    here(Line, wait, [Time]);
clocked({'receive', Line, _, Time, [{atom, _, timeout}]}) -> here(Line, wait_plain, [Time]);
clocked({call, Line, {remote, _, {atom, _, erlang}, {atom, _, send}}, [_, _] = Args}) -> here(Line, send_event, Args);
clocked({call, Line, {remote, _, {atom, _, gen}, {atom, _, reply}}, Args}) -> here(Line, reply, Args);
clocked({call, Line, {remote, _, {atom, _, erlang}, {atom, _, Function}}, Args})
  when Function =:= start_timer, length(Args) =:= 3; Function =:= send_after, length(Args) =:= 3;
       Function =:= cancel_timer, length(Args) =:= 1 ->
    here(Line, Function, Args);
clocked({op, Line, '!', To, Message}) -> here(Line, send_event, [To, Message]);
clocked(Form) -> inside(fun clocked/1, Form).

%% The module calls the copies; built-in functions that show as actions say so. Calls that start timers are
%% numbered in the order of the text.
with_clock({call, Line, {remote, _, {atom, _, Module}, {atom, _, Function}} = Callee, Args}) ->
    case {Module, Function, length(Args)} of
        {gen_fsm, start_timer, 2} -> site(Line, Module, gen_fsm_clock, Function, Args);
        {gen_fsm, send_event_after, 2} -> site(Line, Module, gen_fsm_clock, Function, Args);
        {erlang, start_timer, 3} -> site(Line, Module, ?MODULE, Function, Args);
        {erlang, send_after, 3} -> site(Line, Module, ?MODULE, Function, Args);
        {erlang, monotonic_time, 1} -> here(Line, now, Args);
        {timer, _, _} when Function =:= send_after; Function =:= send_interval; Function =:= apply_after ->
            site(Line, Module, timer_clock, Function, Args);
        {gen_fsm, cancel_timer, 1} -> cancel(Line, Module, gen_fsm_clock, Function, Args);
        {erlang, cancel_timer, 1} -> cancel(Line, Module, ?MODULE, Function, Args);
        {timer, cancel, 1} -> cancel(Line, Module, timer_clock, Function, Args);
        {erlang, send, _} -> here(Line, send, with_clock(Args));
        {_, reply, 2} when Module =:= gen; Module =:= gen_server; Module =:= gen_statem ->
            here(Line, reply_by, [{atom, Line, Module} | with_clock(Args)]);
        {erlang, register, 2} -> here(Line, naming, [{atom, Line, Function}, list(Line, with_clock(Args))]);
        {erlang, unregister, 1} -> here(Line, naming, [{atom, Line, Function}, list(Line, with_clock(Args))]);
        {_, send_request, _} -> here(Line, requested, [{atom, Line, Module}, list(Line, with_clock(Args))]);
        {_, _, _} when Module =:= gen_server, Function =:= cast; Module =:= gen_server, Function =:= abcast;
                       Module =:= gen_statem, Function =:= cast; Module =:= gen_event, Function =:= notify;
                       Module =:= global, Function =:= send ->
            here(Line, delivered, [{atom, Line, Module}, {atom, Line, Function}, list(Line, with_clock(Args))]);
        {erlang, spawn, _} -> here(Line, spawned, [list(Line, with_clock(Args))]);
        {proc_lib, init_ack, 1} ->
            here(Line, delivered, [{atom, Line, Module}, {atom, Line, Function}, list(Line, with_clock(Args))]);
        {erlang, exit, 2} -> here(Line, built_in, [{atom, Line, exit}, list(Line, with_clock(Args))]);
        _ -> {call, Line, with_clock(Callee), with_clock(Args)}
    end;
with_clock({remote, Line, {atom, At, gen_fsm}, {atom, _, _} = Function}) ->
    {remote, Line, {atom, At, gen_fsm_clock}, Function};
with_clock({'fun', Line, {function, {atom, At, Module}, {atom, Of, Function}, Arity}}) ->
    {Own, Name} = redirected(Module, Function),
    {'fun', Line, {function, {atom, At, Own}, {atom, Of, Name}, Arity}};
with_clock({call, Line, {atom, At, apply}, [_, _, _] = Args}) ->
    {call, Line, {remote, At, {atom, At, ?MODULE}, {atom, At, applied}}, with_clock(Args)};
with_clock({call, Line, {remote, _, Module, Function}, Args}) ->
    here(Line, applied, [with_clock(Module), with_clock(Function), list(Line, with_clock(Args))]);
with_clock({call, Line, {atom, At, Function}, Args}) when Function =:= process_flag; Function =:= exit, length(Args) =:= 2 ->
    here(Line, built_in, [{atom, At, Function}, list(Line, with_clock(Args))]);
with_clock({call, Line, {atom, At, Function}, Args})
  when Function =:= register, length(Args) =:= 2; Function =:= unregister, length(Args) =:= 1 ->
    here(Line, naming, [{atom, At, Function}, list(Line, with_clock(Args))]);
with_clock({call, Line, {atom, _, whereis}, Args}) -> here(Line, found, with_clock(Args));
with_clock({call, Line, {atom, _, spawn}, Args}) -> here(Line, spawned, [list(Line, with_clock(Args))]);
with_clock({op, Line, '!', To, Message}) ->
    here(Line, send, [with_clock(To), with_clock(Message)]);
with_clock({'receive', Line, Clauses}) ->
    Receive = {'receive', Line, [taking(Clause, []) || Clause <- Clauses]},
    {block, Line, [here(Line, receiving, [{atom, Line, for_ever}]), Receive]};
with_clock({'receive', Line, Clauses, Time, Body}) ->
    Var = {var, Line, variable("Time")},
    Taking = [taking(Clause, [Var]) || Clause <- Clauses],
    {block, Line, [
        {match, Line, Var, with_clock(Time)},
        here(Line, receiving, [Var]),
        {'receive', Line, Taking, Var, [here(Line, gave_up, [Var]) | with_clock(Body)]}
    ]};
with_clock(Form) -> inside(fun with_clock/1, Form).

%% A clause of a `receive` that says which message it takes.
taking({clause, Line, [Pattern], Guards, Body}, Args) ->
    Var = {var, Line, variable("Message")},
    Took = here(Line, took, [list(Line, Args), Var]),
    {clause, Line, [{match, Line, Var, Pattern}], Guards, [Took | with_clock(Body)]}.

variable(Name) ->
    list_to_atom("Clock" ++ Name ++ integer_to_list(erlang:unique_integer([positive]))).

site(Line, As, Module, Function, Args) ->
    Site = get(sites),
    put(sites, Site + 1),
    Atoms = [{atom, Line, Atom} || Atom <- [As, Function, Module, Function]],
    here(Line, starting, [{integer, Line, Site} | Atoms] ++ [list(Line, with_clock(Args))]).

cancel(Line, As, Module, Function, Args) ->
    Atoms = [{atom, Line, Atom} || Atom <- [As, Module, Function]],
    here(Line, cancelling, Atoms ++ [list(Line, with_clock(Args))]).

list(Line, Forms) -> lists:foldr(fun(Form, List) -> {cons, Line, Form, List} end, {nil, Line}, Forms).

inside(Change, Form) when is_tuple(Form) -> list_to_tuple(inside(Change, tuple_to_list(Form)));
inside(Change, [Form | Forms]) -> [Change(Form) | inside(Change, Forms)];
inside(_, Form) -> Form.

%% What stands for a function that is called by a value.
redirected(gen_fsm, Function) -> {gen_fsm_clock, Function};
redirected(erlang, send) -> {?MODULE, send};
redirected(Module, Function) -> {Module, Function}.

%% ---- in the process of the machine; nothing of it shows in a client that calls a function of the module

ask(What) ->
    otp_driver ! {self(), What},
    receive {'$otp', Answer} -> Answer end.

is_client() -> get('$otp_client') =:= true.

idle(_, _, {continue, Content}) -> ask({continued, Content});
idle(State, Data, Time) ->
    [{messages, Messages}, {trap_exit, Trap}] = process_info(self(), [messages, trap_exit]),
    case ask({idle, State, Data, Time, Trap, Messages}) of
        {before, Message} -> [self() ! One || One <- [Message | everything()]];
        ok -> ok
    end.

%% All messages of the mailbox, which is empty then.
everything() -> receive Message -> [Message | everything()] after 0 -> [] end.

%% A time for which OTP cannot wait fails as it does there.
wait(Time) when is_integer(Time), Time >= 0, Time =< ?MAX_TIMEOUT ->
    receive
        '$otp_fire' -> {'$gen_event', timeout};
        Message -> Message
    end;
wait(Time) ->
    receive Message -> Message after Time -> {'$gen_event', timeout} end.

%% The same where the event is a plain message.
wait_plain(Time) ->
    case wait(Time) of
        {'$gen_event', timeout} -> timeout;
        Message -> Message
    end.

%% A server ends with this class, for this reason, with this stack trace.
ended_by(error, Reason, Trace, Data) -> ended({Reason, Trace}, running, Data);
ended_by(exit, Reason, _, Data) -> ended(Reason, running, Data).

%% A state machine waits: `#params{}` and `#state{}` of gen_statem. What it keeps beside its data is that of the loop in
%% `behaviour/src/tables/gen_statem.erl`.
idle_machine(Params, {state, {State, Data}, Postponed, #{t0q := Zero} = Timers, _Hibernate}) ->
    {params, _Mode, _Enter, _Parent, Modules, _Name, _HibernateAfter} = Params,
    Running = lists:sort(maps:to_list(maps:remove(t0q, Timers))),
    {Lengths, Lost} = ask({running, [Ref || {_, {Ref, _}} <- Running, Ref =/= 0]}),
    Known = [{Type, maps:get(Ref, Lengths, zero), Content} || {Type, {Ref, Content}} <- Running],
    idle(State, {Data, Postponed, lists:sort(Known ++ Lost), Zero, Modules, []}, infinity).

ended_machine(error, Reason, Trace, S) -> ended_machine(exit, {Reason, Trace}, Trace, S);
ended_machine(exit, Reason, _, {state, {State, Data}, _, _, _}) -> ended(Reason, State, Data).

%% The next event is one of those that wait in the machine itself.
taken({Type, Content} = Event) -> ask({taken, Type, Content}), Event.

entered({state, {Before, _}, _, _, _}) -> ask({taken, enter, Before}).

start_timeout(Time, Me, Type, Options) when Me =:= self() ->
    %% One that is too long for Erlang fails as it does there.
    (Time > ?MAX_TIMEOUT orelse Time < 0) andalso erlang:cancel_timer(erlang:start_timer(Time, Me, Type, Options)),
    Ref = make_ref(),
    Left = case Options of [] -> Time; _ -> max(0, Time - ?NOW) end,
    ask({timed, Left, Type, Ref}),
    Ref.

cancel_timeout(Ref) -> ask({cancel, gen_statem, Ref}).

now(_) -> ?NOW.

ended(Reason, State, Data) -> ask({ended, Reason, State, Data}).

called_by(undefined) -> undefined;
called_by(From) -> ask({from, From}), From.

%% What OTP sends shows as a message of the machine to itself if it comes to its mailbox, else as a call.
delivered(Module, Function, Args) ->
    {messages, Before} = process_info(self(), messages),
    Value = apply(Module, Function, Args),
    {messages, After} = process_info(self(), messages),
    case lists:nthtail(length(Before), After) of
        [] -> ask({called, Module, Function, Args});
        Own -> [ask({posted, Message}) || Message <- Own]
    end,
    Value.

%% The same, behind a monitor.
requested(Module, Args) ->
    {messages, Before} = process_info(self(), messages),
    Ref = apply(Module, send_request, Args),
    {messages, After} = process_info(self(), messages),
    ask({made, {none, erlang, monitor, [process, self()]}, Ref}),
    [ask({posted, Message}) || Message <- lists:nthtail(length(Before), After)],
    Ref.

%% An answer by the function of another behaviour.
reply_by(Module, {Me, _} = From, Value) when Me =:= self() -> delivered(Module, reply, [From, Value]);
reply_by(Module, {_, Tag} = From, Value) ->
    Sent = Module:reply(From, Value),
    ask({given, Tag, Value, {Module, reply, [From, Value]}}),
    Sent.

reply({Me, _} = From, Value) when Me =:= self() -> delivered(gen, reply, [From, Value]);
reply(From, Value) ->
    Sent = gen:reply(From, Value),
    ask({replied, From, Value}),
    Sent.

%% Who has a name.
found(Name) ->
    Result = whereis(Name),
    is_client() orelse ask({made, {none, erlang, whereis, [Name]}, Result}),
    Result.

%% A process of its own, of which nothing shows; what starts none fails as it does in OTP.
spawned([Fun] = Args) when is_function(Fun, 0) -> spawned(Fun, Args);
spawned([Module, Function, Own] = Args) when is_atom(Module), is_atom(Function), length(Own) >= 0 ->
    spawned(fun() -> apply(Module, Function, Own) end, Args);
spawned(Args) -> apply(erlang, spawn, Args).

spawned(Fun, Args) ->
    Machine = self(),
    {Pid, Monitor} = spawn_monitor(fun() -> put('$otp_client', true), put('$otp_machine', Machine), Fun() end),
    Sent = sent_by(Pid, Monitor),
    ask({made, {none, erlang, spawn, Args}, Pid}),
    Sent =:= [] orelse ask({sends, Pid, Sent}),
    Pid.

%% What a process has sent to the machine until it ended.
sent_by(Pid, Monitor) ->
    receive
        {'$otp_sent', Pid, Sent} -> [Sent | sent_by(Pid, Monitor)];
        {'DOWN', Monitor, process, Pid, _} -> []
    end.

called(Module, Function, Args) ->
    case is_client() orelse ask({called, Module, Function, Args}) of
        true -> ok;
        {raise, error, Reason} -> error(Reason);
        {raise, exit, Reason} -> exit(Reason);
        {raise, throw, Reason} -> throw(Reason);
        {value, Value} -> Value
    end.

%% What the mailbox holds before a `receive`, which message it takes, and that it takes none. The driver says which timers
%% are over by then, and behind how many messages theirs stand. One that is not taken is not over yet.
receiving(Time) -> put('$otp_mail', is_client() orelse arrange(Time)).

arrange(Time) ->
    {messages, Messages} = process_info(self(), messages),
    Brought = ask({receiving, Time, length(Messages)}),
    Mail = arranged([{own, Message} || Message <- Messages], lists:keysort(1, Brought), 0),
    [in_mailbox(Mail) || Brought =/= []],
    Mail.

arranged(Own, [{Place, Ref, Message} | Brought], Place) -> [{Ref, Message} | arranged(Own, Brought, Place)];
arranged([First | Own], Brought, Place) -> [First | arranged(Own, Brought, Place + 1)];
arranged([], [], _) -> [].

in_mailbox(Mail) ->
    everything(),
    [self() ! Message || {_, Message} <- Mail].

took(Args, Message) -> is_client() orelse took(Args, Message, get('$otp_mail')).

took(Args, Message, Mail) ->
    {Before, [{By, _} | Behind]} = lists:splitwith(fun({_, Own}) -> Own =/= Message end, Mail),
    without_timers(Before ++ Behind),
    ask({received, Args, Message, By, length([own || {own, _} <- Before])}).

gave_up(Time) -> is_client() orelse begin without_timers(get('$otp_mail')), ask({gave_up, Time}) end.

without_timers(Mail) ->
    Own = [One || {own, _} = One <- Mail],
    [in_mailbox(Own) || Own =/= Mail].

%% A call that fails does not show.
built_in(process_flag, Args) ->
    Result = apply(erlang, process_flag, Args),
    ask({set, process_flag, Args, Result}),
    Result;
built_in(Function, Args) ->
    ask({called, erlang, Function, Args}),
    apply(erlang, Function, Args).

%% A name that the module gives to a process, or takes back: what is sent to it then fails.
naming(Function, [Name | _] = Args) ->
    Result = apply(erlang, Function, Args),
    put({'$otp_given_up', Name}, Function =:= unregister),
    ask({called, erlang, Function, Args}),
    Result.

send(To, Message) -> sent(To, Message, {erlang, send, [To, Message]}), Message.

send(To, Message, Options) -> sent(To, Message, {erlang, send, [To, Message, Options]}), ok.

%% What the copy of gen_fsm sends.
send_event(To, {'$gen_event', Event} = Message) ->
    sent(To, Message, {gen_fsm, send_event, [To, Event]}),
    Message;
send_event(To, {'$gen_all_state_event', Event} = Message) ->
    sent(To, Message, {gen_fsm, send_all_state_event, [To, Event]}),
    Message;
send_event(To, Message) -> send(To, Message).

%% That a name is not registered is no part of the model, unless the module has taken it back.
sent(To, Message, {Module, Function, Args}) ->
    Place = place(To),
    Timed = get('$otp_site') =/= undefined,
    case is_client() of
        true ->
            case get('$otp_machine') of
                Place when is_pid(Place) -> Place ! {'$otp_sent', self(), {Module, Function, Message}};
                _ -> Place =:= self() orelse Place =:= undefined orelse (Place ! Message)
            end;
        false when Place =:= self() -> ask({posted, Message});
        %% What a call of `timer` sends at once shows as that call.
        false when Function =:= send, Timed -> put('$otp_away', true), Place =:= undefined orelse (Place ! Message);
        false when Place =:= undefined, is_atom(To) ->
            get({'$otp_given_up', To}) =:= true andalso error(badarg),
            ask({called, Module, Function, Args});
        false when is_tuple(Message), tuple_size(Message) =:= 2, is_pid(To) orelse is_reference(To) ->
            %% It may be an answer.
            To ! Message,
            ask({given, element(1, Message), element(2, Message), {Module, Function, Args}});
        false -> ask({called, Module, Function, Args}), Place =:= undefined orelse (Place ! Message)
    end,
    Place =:= self() andalso (Place ! Message).

place(Name) when is_atom(Name) -> whereis(Name);
place({Name, Node}) when Node =:= node() -> whereis(Name);
place(To) -> To.

%% A call of the module that starts a timer, as it is written and as it is carried out.
starting(Site, As, Written, Module, Function, Args) ->
    put('$otp_site', {Site, As, Written, Args}),
    Result = (catch {value, apply(Module, Function, Args)}),
    Called = erase('$otp_site'),
    case Result of
        {value, Value} -> erase('$otp_away') =:= true andalso ask({made, Called, Value}), Value;
        {'EXIT', {Reason, _}} -> error(Reason)
    end.

%% A call whose function is a value.
applied(Module, Function, Args) ->
    {Own, Name} = redirected(Module, Function),
    apply(Own, Name, Args).

start_timer(Time, To, Message) -> timer(start_timer, Time, To, Message, fun(Ref) -> {timeout, Ref, Message} end).

send_after(Time, To, Message) -> timer(send_after, Time, To, Message, fun(_) -> Message end).

%% Names on nodes get no messages of these; models take the functions to return.
timer(_, _, {Name, Node}, _, _) when is_atom(Name), is_atom(Node) ->
    Ref = make_ref(),
    elsewhere(Ref),
    Ref;
timer(Function, Time, To, Message, Brings) ->
    %% One that is too long for Erlang fails as it does there.
    is_integer(Time) andalso Time > ?MAX_TIMEOUT andalso erlang:cancel_timer(erlang:start_timer(Time, self(), Message)),
    case is_integer(Time) andalso Time >= 0 andalso place(To) =:= self() of
        true ->
            Ref = make_ref(),
            ask({started, get('$otp_site'), Time, Message, Ref, Brings(Ref)}),
            Ref;
        false ->
            Result = apply(erlang, Function, [Time, To, Message]),
            elsewhere(Result),
            Result
    end.

%% What the process of `timer` is asked for.
request(apply_once, {_, Time, Applied}) -> {ok, {once, brought_by(Time, Applied)}};
request(apply_interval, {_, Time, _, Applied}) -> {ok, {interval, brought_by(Time, Applied)}};
request(cancel, {_, Ref}) -> cancel_timer(Ref), {ok, cancel}.

%% The reference of a timer at whose end this is called: the message that it brings to the machine; nothing where it goes to another process.
brought_by(Time, {Module, Function, [To | _] = Args}) ->
    Ref = make_ref(),
    case place(To) =:= self() of
        true ->
            Message = sent_message(Module, Function, Args),
            ask({started, get('$otp_site'), Time, Message, Ref, Message});
        false -> elsewhere(Ref)
    end,
    Ref.

%% A timer for another process; the value of a call of `timer` is not its reference.
elsewhere(Ref) ->
    case get('$otp_site') of
        {_, timer, _, _} -> put('$otp_away', true);
        Site -> ask({made, Site, Ref})
    end.

sent_message(gen_fsm, send_event, [_, Event]) -> {'$gen_event', Event};
sent_message(gen_fsm, send_all_state_event, [_, Event]) -> {'$gen_all_state_event', Event};
sent_message(_, send, [_, Message]) -> Message.

cancelling(As, Module, Function, [Timer]) ->
    put('$otp_cancel', As),
    Result = apply(Module, Function, [Timer]),
    ask({cancelled, As, Function, Timer, Result}),
    Result.

cancel_timer(Ref) when is_reference(Ref) -> ask({cancel, get('$otp_cancel'), Ref});
cancel_timer(Other) -> erlang:cancel_timer(Other).
