%% The loop of `gen_statem`, as OTP 25 has it: `gen_statem:loop_receive/3` to `loop_done/8`.
%%
%% What runs as a callback: `init/1`, `call/4`, `cast/3`, `info/3`, `next/3`, `terminate/3`. Each returns `{next, State, Loop}`
%% or `{next, State, Loop, {continue, Next}}`, whereupon `next/3` comes at once; or `{stop, Reason, Loop}`,
%% `{crash, Reason, Loop}`, `{broken, Reason}` where the loop itself fails, and of `init/1` `{fail, Reason}` or `ignore`. Inputs and outputs:
%% - `Loop`, `{Data, Postponed, Timers, Zero, Modules, Queue}`: the data of the module; events that were postponed, the last one first;
%%   time-outs that run, `{Type, Length, Content}`, or `{Type, zero, Content}`, in the order of their types; those types
%%   of which the time was 0, in the order in which they will come; the callback module that is called, and behind it those that come back
%%   when it is popped, or `[]` where that is the own one alone; events that come before all messages. An idle machine
%%   offers those time-outs that have a length (`translator/src/kernel/form/idle.rs`): `armed`, or the milliseconds that are left
%%   where time is counted. Where messages may wait and time is not counted it is `started` until the callback has ended,
%%   then the number of messages that come before it, `armed` if there are none.
%% - An event is `{Type, Content}`, as the callback gets it.
%% - `Done`, `{Postpone, Inserted, Timeouts, Modules}`: what actions have come to, the last ones first.
%%
%% `'$call'(Then, Type, Content, State, Loop)` calls the callback of the module, and with its value `Then/4`; a throw is
%% such a value. `'$enter'/5` does so for an enter call, with an exception as `{raised, Class, Reason}`.
%% `'$settle'(Enters, Changed, Done, Event, New, Data, Loop, Old)` is `settled/7` with these data in the loop, once for all values of
%% a clause that go on in one state. `'$with'(Data, Loop)` is the loop with other data, `'$with'(N, Part, Loop)` with another component,
%% `'$part'(N, Term)` a component that is there. `'$enters'()` says whether there are enter
%% calls, `'$enters'(Module)` whether this callback module asks for them,
%% `'$noted'(What)` whether `'$note'(What)` stands on some way of the module, `'$own'()` the name of the module, `'$changes_module'()` whether any action
%% is told that has another one called, `'$successor'(Module, Now)`
%% which module is called from now on: `Module` if it is the own one or at hand, else `Now`, and that the callbacks of another one are not
%% in the model, where the module names such an action at all; `'$length'(Time)` is the length of
%% a time, `beyond` and noted so where it is a number that is longer than any timer of OTP, or may be, as it is computed; `'$until'(Time)` is
%% that until an absolute time, and `'$from_now'(Time)` says whether the callback has made that of the time of now,
%% `'$is_open'(Value)` whether a value comes from elsewhere, so that nothing is known of it, and `'$open_actions'()` says that such
%% actions are left out;
%% `'$value'(Name, ..)` is what a function returns that only computes, never fails, and does not stand in line: a pair.
%% Not here: the debugger, hibernation, what `sys` may ask.
%%
%% What a function returns is looked at by `case`, so that what is known of it stays known (`lower/lowering.rs`, `Cont`).
-module(gen_statem).
-export([reply/1]).

%% What a module may call itself: answers as actions are.
reply({reply, From, Value}) -> gen_statem:reply(From, Value);
reply([{reply, From, Value} | Rest]) ->
    gen_statem:reply(From, Value),
    gen_statem:reply(Rest);
reply([]) -> ok.

init(Args) -> '$init'(Args).

started({ok, State, Data}) -> gen_statem:begun(State, Data, []);
started({ok, State, Data, Actions}) -> gen_statem:begun(State, Data, Actions);
started({stop, Reason}) -> {fail, Reason};
started(ignore) -> ignore;
started(Other) -> {fail, {bad_return_from_init, Other}}.

%% The first actions are those of an event that cannot be postponed.
begun(State, Data, Actions) ->
    Loop = {Data, [], [], [], [], []},
    case gen_statem:ends_oddly(Actions) of
        true -> {next, State, Loop, {continue, {broken, first, badarg}}};
        false -> gen_statem:begun_with(Actions, State, Data, Loop)
    end.

begun_with(Actions, State, Data, Loop) ->
    case gen_statem:acted_all(Actions, true, {false, [], [], ['$own'()]}) of
        {bad, Reason, Modules} ->
            case gen_statem:calling(Modules, Loop) of
                Called -> {next, State, Called, {continue, {crash, Reason}}}
            end;
        broken -> {next, State, Loop, {continue, {broken, first, function_clause}}};
        {_, Inserted, Timeouts, Modules} ->
            Done = {false, Inserted, Timeouts, Modules},
            case gen_statem:settled(true, false, Done, {internal, init_state}, State, Loop, {State, Data}) of
                {broken, Reason} -> {next, State, Loop, {continue, {broken, first, Reason}}};
                Settled -> Settled
            end
    end.

%% The callback modules of a machine: its own, where that never changes.
modules(Loop) ->
    case '$noted'(modules) of
        true ->
            case '$part'(5, Loop) of
                [] -> ['$own'()];
                Modules -> Modules
            end;
        false -> ['$own'()]
    end.

%% The loop with other callback modules.
calling(Modules, Loop) ->
    case '$noted'(modules) of
        true ->
            case gen_statem:kept_modules(Modules) of
                Kept -> '$with'(5, Kept, Loop)
            end;
        false -> Loop
    end.

kept_modules([Module] = Modules) ->
    case Module =:= '$own'() of
        true -> [];
        false -> Modules
    end;
kept_modules(Modules) -> Modules.

%% That the modules change, unless no such action is told: then the clauses that do it are never taken.
note_change() ->
    case '$changes_module'() of
        true -> '$note'(modules);
        false -> ok
    end.

%% Whether there is an enter call, by the module that is called then.
enters({_, _, _, [Module | _]}) -> '$enters'(Module);
enters(_) -> '$enters'('$own'()).

%% Whether actions of `init/1` are a list that ends in no list: OTP adds one to them before it does any.
ends_oddly([_ | _] = Actions) ->
    case '$is_open'(Actions) of
        true -> false;
        false -> gen_statem:ends_in_no_list(Actions)
    end;
ends_oddly(_) -> false.

ends_in_no_list([]) -> false;
ends_in_no_list([_ | Rest]) -> gen_statem:ends_in_no_list(Rest);
ends_in_no_list(Rest) ->
    case '$is_open'(Rest) of
        true -> false;
        false -> true
    end.

call(Event, From, State, Loop) -> gen_statem:event({call, From}, Event, State, Loop).

cast(Event, State, Loop) -> gen_statem:event(cast, Event, State, Loop).

info(Message, State, Loop) -> gen_statem:event(info, Message, State, Loop).

%% What comes at once: an enter call, an end, an event.
next({enter, Event, Done, {Before, _} = Old}, State, Loop) ->
    case '$enters'() of
        true -> '$enter'(entered, Before, {Event, Done, Old}, State, Loop);
        false -> {crash, enter, Loop}
    end;
next({crash, Reason}, _, Loop) -> {crash, Reason, Loop};
next({broken, first, Reason}, _, _) -> {broken, Reason};
next({Type, Content}, State, Loop) -> gen_statem:event(Type, Content, State, Loop).

terminate(Reason, State, Loop) ->
    case '$noted'(elsewhere) of
        true ->
            case '$part'(6, Loop) of
                {within, Last} -> '$terminate'(Reason, Last, Loop);
                _ -> '$terminate'(Reason, State, Loop)
            end;
        false -> '$terminate'(Reason, State, Loop)
    end.

event(Type, Content, State, Loop) -> '$call'(result, Type, Content, State, Loop).

%% What the value of a callback for an event means.
result({next_state, New, Data}, Event, State, Loop) ->
    gen_statem:moved(New, Data, Event, State, Loop);
result({next_state, New, Data, Actions}, Event, State, Loop) ->
    gen_statem:moved_by(New, Data, Actions, Event, State, Loop);
result({keep_state, Data}, Event, State, Loop) ->
    gen_statem:stayed(false, Data, Event, State, Loop);
result({keep_state, Data, Actions}, Event, State, Loop) ->
    gen_statem:went(false, {State, Data, Actions}, Event, State, Loop);
result(keep_state_and_data, Event, State, Loop) ->
    gen_statem:stayed(false, '$part'(1, Loop), Event, State, Loop);
result({keep_state_and_data, Actions}, Event, State, Loop) ->
    gen_statem:went(false, {State, '$part'(1, Loop), Actions}, Event, State, Loop);
result({repeat_state, Data}, Event, State, Loop) ->
    gen_statem:stayed(true, Data, Event, State, Loop);
result({repeat_state, Data, Actions}, Event, State, Loop) ->
    gen_statem:went(true, {State, Data, Actions}, Event, State, Loop);
result(repeat_state_and_data, Event, State, Loop) ->
    gen_statem:stayed(true, '$part'(1, Loop), Event, State, Loop);
result({repeat_state_and_data, Actions}, Event, State, Loop) ->
    gen_statem:went(true, {State, '$part'(1, Loop), Actions}, Event, State, Loop);
result(Other, _, _, Loop) ->
    gen_statem:ended(Other, Loop).

%% What ends the machine, also behind an enter call.
ended(stop, Loop) ->
    {stop, normal, Loop};
ended({stop, Reason}, Loop) ->
    {stop, Reason, Loop};
ended({stop, Reason, Data}, Loop) ->
    {stop, Reason, '$with'(Data, Loop)};
ended({stop_and_reply, Reason, Replies}, Loop) ->
    gen_statem:stopped(Replies, Reason, Loop);
ended({stop_and_reply, Reason, Replies, Data}, Loop) ->
    gen_statem:stopped(Replies, Reason, '$with'(Data, Loop));
ended(Other, Loop) ->
    {crash, {bad_return_from_state_function, Other}, Loop}.

%% Without actions nothing is done between a value and the transition. A next state that is the same as before is no change.
moved(New, Data, Event, State, Loop) when New =:= State ->
    gen_statem:stayed(false, Data, Event, State, Loop);
moved(New, Data, Event, State, Loop) ->
    case gen_statem:modules(Loop) of
        Before -> '$settle'(true, true, {false, [], [], Before}, Event, New, Data, Loop, {State, '$part'(1, Loop)})
    end.

stayed(Enters, Data, Event, State, Loop) ->
    case gen_statem:modules(Loop) of
        Before -> '$settle'(Enters, false, {false, [], [], Before}, Event, State, Data, Loop, {State, '$part'(1, Loop)})
    end.

%% With actions.
moved_by(New, Data, Actions, Event, State, Loop) when New =:= State ->
    gen_statem:went(false, {State, Data, Actions}, Event, State, Loop);
moved_by(New, Data, Actions, Event, State, Loop) ->
    gen_statem:went(true, {New, Data, Actions}, Event, State, Loop).

went(Enters, {New, Data, Actions}, Event, State, Loop) ->
    Old = {State, '$part'(1, Loop)},
    case gen_statem:modules(Loop) of
        Before ->
            case gen_statem:acted_all(Actions, true, {false, [], [], Before}) of
                {bad, Reason, Modules} ->
                    case gen_statem:calling(Modules, Loop) of
                        Called -> gen_statem:crashed(Reason, New, '$with'(Data, Called), State)
                    end;
                broken -> {broken, function_clause};
                Done -> gen_statem:settle(Enters, Done, Event, {New, Data}, Loop, Old)
            end
    end.

settle(Enters, Done, Event, {New, Data}, Loop, {State, _} = Old) when New =:= State ->
    '$settle'(Enters, false, Done, Event, New, Data, Loop, Old);
settle(Enters, Done, Event, {New, Data}, Loop, Old) ->
    '$settle'(Enters, true, Done, Event, New, Data, Loop, Old).

%% What follows the actions: an enter call, by the module that is called then, or the transition.
settled(false, Changed, Done, Event, New, Loop, _) ->
    gen_statem:with_called(Changed, Done, Event, New, Loop);
settled(true, Changed, Done, Event, New, Loop, Old) ->
    case '$changes_module'() of
        true ->
            case gen_statem:enters(Done) of
                true -> gen_statem:entering(Done, Event, New, Loop, Old);
                false -> gen_statem:with_called(Changed, Done, Event, New, Loop)
            end;
        false ->
            case '$enters'() of
                true -> {next, New, Loop, {continue, {enter, Event, Done, Old}}};
                false -> gen_statem:changed(Changed, Done, Event, New, Loop)
            end
    end.

entering({_, _, _, Modules} = Done, Event, New, Loop, Old) ->
    case gen_statem:calling(Modules, Loop) of
        Called -> {next, New, Called, {continue, {enter, Event, Done, Old}}}
    end.

with_called(Changed, Done, Event, New, Loop) ->
    case '$changes_module'() of
        true ->
            case gen_statem:calling('$part'(4, Done), Loop) of
                Called -> gen_statem:changed(Changed, Done, Event, New, Called)
            end;
        false -> gen_statem:changed(Changed, Done, Event, New, Loop)
    end.

%% What the value of an enter call means, or the exception that it raises: then the state is the old one.
entered({raised, exit, Reason}, {_, _, {Old, Data}}, State, Loop) ->
    gen_statem:exited(Reason, Old, '$with'(Data, Loop), State);
entered({raised, _, Reason}, {_, _, {Old, Data}}, State, Loop) ->
    gen_statem:crashed(Reason, Old, '$with'(Data, Loop), State);
entered({returned, Result}, Pending, State, Loop) ->
    gen_statem:enter_result(Result, Pending, State, Loop).

enter_result({next_state, New, Data}, Pending, State, Loop) when New =:= State ->
    gen_statem:stays(false, Data, [], Pending, State, Loop);
enter_result({next_state, New, Data, Actions}, Pending, State, Loop) when New =:= State ->
    gen_statem:stays(false, Data, Actions, Pending, State, Loop);
enter_result({next_state, _, _} = Result, _, _, Loop) ->
    {crash, {bad_state_enter_return_from_state_function, Result}, Loop};
enter_result({next_state, _, _, _} = Result, _, _, Loop) ->
    {crash, {bad_state_enter_return_from_state_function, Result}, Loop};
enter_result({keep_state, Data}, Pending, State, Loop) ->
    gen_statem:stays(false, Data, [], Pending, State, Loop);
enter_result({keep_state, Data, Actions}, Pending, State, Loop) ->
    gen_statem:stays(false, Data, Actions, Pending, State, Loop);
enter_result(keep_state_and_data, Pending, State, Loop) ->
    gen_statem:stays(false, '$part'(1, Loop), [], Pending, State, Loop);
enter_result({keep_state_and_data, Actions}, Pending, State, Loop) ->
    gen_statem:stays(false, '$part'(1, Loop), Actions, Pending, State, Loop);
enter_result({repeat_state, Data}, Pending, State, Loop) ->
    gen_statem:stays(true, Data, [], Pending, State, Loop);
enter_result({repeat_state, Data, Actions}, Pending, State, Loop) ->
    gen_statem:stays(true, Data, Actions, Pending, State, Loop);
enter_result(repeat_state_and_data, Pending, State, Loop) ->
    gen_statem:stays(true, '$part'(1, Loop), [], Pending, State, Loop);
enter_result({repeat_state_and_data, Actions}, Pending, State, Loop) ->
    gen_statem:stays(true, '$part'(1, Loop), Actions, Pending, State, Loop);
enter_result(Result, _, _, Loop) ->
    gen_statem:ended(Result, Loop).

stays(Again, Data, Actions, {Event, Before, Old}, State, Loop) ->
    case gen_statem:acted_all(Actions, false, Before) of
        {bad, Reason, _} -> {crash, Reason, '$with'(Data, Loop)};
        broken -> {broken, function_clause};
        Done -> gen_statem:settle(Again, Done, Event, {State, Data}, Loop, Old)
    end.

%% The end of the machine, with a state for `terminate/3` that may be another one than that of the callback: then it stands in
%% the place of the queue, which no one needs any more.
crashed(Reason, New, Loop, State) when New =:= State -> {crash, Reason, Loop};
crashed(Reason, New, Loop, _) ->
    '$note'(elsewhere),
    {crash, Reason, '$with'(6, {within, New}, Loop)}.

exited(Reason, New, Loop, State) when New =:= State -> {stop, Reason, Loop};
exited(Reason, New, Loop, _) ->
    '$note'(elsewhere),
    {stop, Reason, '$with'(6, {within, New}, Loop)}.

%% The end behind answers. What answers that are computed come to is looked at, too: it is no next state.
stopped(Replies, Reason, Loop) ->
    case gen_statem:answered_all(Replies, Reason, Loop) of
        {stop, Why, Last} -> {stop, Why, Last};
        {crash, Why, Last} -> {crash, Why, Last};
        _ -> {broken, function_clause}
    end.

%% The answers behind which the machine stops.
answered_all([], Reason, Loop) -> {stop, Reason, Loop};
answered_all([_ | _] = Replies, Reason, Loop) -> gen_statem:answered(Replies, Reason, Loop);
answered_all(Reply, Reason, Loop) -> gen_statem:answered([Reply], Reason, Loop).

answered([], Reason, Loop) -> {stop, Reason, Loop};
answered([{reply, {Pid, _} = From, Value} | Rest], Reason, Loop) when is_pid(Pid) ->
    gen_statem:reply(From, Value),
    gen_statem:answered(Rest, Reason, Loop);
answered([Other | _], _, Loop) ->
    {crash, {bad_reply_action_from_state_function, Other}, Loop};
answered(_, _, _) -> {broken, function_clause}.

%% Does what actions say; `{bad, Reason, Modules}` where one is no good, `broken` where there is no list in the end: of that OTP's loop has
%% no clause, and it is not guarded there. Behind an enter call some may not stand.
acted_all([], _, Done) -> Done;
acted_all([_ | _] = Actions, IsEvent, Done) ->
    case '$is_open'(Actions) of
        true ->
            '$open_actions'(),
            Done;
        false -> gen_statem:acted(Actions, IsEvent, Done)
    end;
acted_all(Action, IsEvent, Done) ->
    case '$is_open'(Action) of
        true ->
            '$open_actions'(),
            Done;
        false -> gen_statem:acted([Action], IsEvent, Done)
    end.

acted([], _, Done) -> Done;
acted([{reply, {Pid, _} = From, Value} | Rest], IsEvent, Done) when is_pid(Pid) ->
    gen_statem:reply(From, Value),
    gen_statem:acted(Rest, IsEvent, Done);
acted([hibernate | Rest], IsEvent, Done) ->
    gen_statem:acted(Rest, IsEvent, Done);
acted([{hibernate, Is} | Rest], IsEvent, Done) when is_boolean(Is) ->
    gen_statem:acted(Rest, IsEvent, Done);
acted([{postpone, false} | Rest], IsEvent, {_, Inserted, Timeouts, Modules}) ->
    gen_statem:acted(Rest, IsEvent, {false, Inserted, Timeouts, Modules});
acted([{postpone, true} | Rest], true, {_, Inserted, Timeouts, Modules}) ->
    '$note'(loop),
    gen_statem:acted(Rest, true, {true, Inserted, Timeouts, Modules});
acted([postpone | Rest], true, {_, Inserted, Timeouts, Modules}) ->
    '$note'(loop),
    gen_statem:acted(Rest, true, {true, Inserted, Timeouts, Modules});
acted([postpone | _], false, {_, _, _, Modules}) ->
    {bad, {bad_state_enter_action_from_state_function, postpone}, Modules};
acted([{next_event, Type, Content} = Action | Rest], true, {Postpone, Inserted, Timeouts, Modules}) ->
    case gen_statem:is_event_type(Type) of
        true ->
            '$note'(loop),
            gen_statem:acted(Rest, true, {Postpone, [{Type, Content} | Inserted], Timeouts, Modules});
        false -> {bad, {bad_action_from_state_function, Action}, Modules}
    end;
acted([{next_event, _, _} = Action | _], false, {_, _, _, Modules}) ->
    {bad, {bad_state_enter_action_from_state_function, Action}, Modules};
acted([{change_callback_module, Module} | Rest], true, {Postpone, Inserted, Timeouts, [Now | Below]}) when is_atom(Module) ->
    case '$successor'(Module, Now) of
        Now -> gen_statem:acted(Rest, true, {Postpone, Inserted, Timeouts, [Now | Below]});
        Next ->
            '$note'(loop),
            gen_statem:note_change(),
            gen_statem:acted(Rest, true, {Postpone, Inserted, Timeouts, [Next | Below]})
    end;
acted([{change_callback_module, Module} = Action | _], false, {_, _, _, Modules}) when is_atom(Module) ->
    {bad, {bad_state_enter_action_from_state_function, Action}, Modules};
acted([{push_callback_module, Module} | Rest], true, {Postpone, Inserted, Timeouts, [Now | Below]}) when is_atom(Module) ->
    '$note'(loop),
    gen_statem:note_change(),
    case '$successor'(Module, Now) of
        Next -> gen_statem:acted(Rest, true, {Postpone, Inserted, Timeouts, [Next, Now | Below]})
    end;
acted([{push_callback_module, Module} = Action | _], false, {_, _, _, Modules}) when is_atom(Module) ->
    {bad, {bad_state_enter_action_from_state_function, Action}, Modules};
acted([pop_callback_module | Rest], true, {Postpone, Inserted, Timeouts, [_, Before | Below]}) ->
    gen_statem:acted(Rest, true, {Postpone, Inserted, Timeouts, [Before | Below]});
acted([pop_callback_module | _], false, {_, _, _, [_, _ | _] = Modules}) ->
    {bad, {bad_state_enter_action_from_state_function, pop_callback_module}, Modules};
acted([Action | Rest], IsEvent, {Postpone, Inserted, Timeouts, Modules}) ->
    case gen_statem:timeout(Action) of
        bad -> {bad, {bad_action_from_state_function, Action}, Modules};
        Timeout ->
            '$note'(loop),
            '$note'(timers),
            gen_statem:acted(Rest, IsEvent, {Postpone, Inserted, [Timeout | Timeouts], Modules})
    end;
acted(_, _, _) -> broken.

is_event_type({call, {Pid, _}}) when is_pid(Pid) -> true;
is_event_type({timeout, _}) -> true;
is_event_type(cast) -> true;
is_event_type(info) -> true;
is_event_type(internal) -> true;
is_event_type(timeout) -> true;
is_event_type(state_timeout) -> true;
is_event_type(_) -> false.

%% A time-out as `{Type, Time, Content}`, the time 0, a length, `infinity` or `update`; or `bad`.
timeout({Type, Time, Content, Options}) ->
    case gen_statem:is_timeout_type(Type) of
        true ->
            case gen_statem:is_absolute(Options) of
                Absolute -> gen_statem:timed(Type, Time, Content, Absolute)
            end;
        false -> bad
    end;
timeout({Type, update, Content}) ->
    case gen_statem:is_timeout_type(Type) of
        true -> {Type, update, Content};
        false -> bad
    end;
timeout({Type, Time, Content}) ->
    case gen_statem:is_timeout_type(Type) of
        true -> gen_statem:timed(Type, Time, Content, false);
        false -> bad
    end;
timeout({Type, cancel}) ->
    case gen_statem:is_timeout_type(Type) of
        true -> {Type, infinity, undefined};
        false -> bad
    end;
timeout(Time) ->
    gen_statem:timed(timeout, Time, Time, false).

timed(_, _, _, bad) -> bad;
timed(Type, Time, Content, true) ->
    case '$from_now'(Time) of
        true -> {Type, '$until'(Time), Content};
        false -> gen_statem:timed_at(Type, Time, Content)
    end;
timed(Type, infinity, Content, false) -> {Type, infinity, Content};
timed(Type, 0, Content, false) -> {Type, 0, Content};
timed(Type, Time, Content, false) when is_integer(Time), Time > 0 -> {Type, '$length'(Time), Content};
timed(_, _, _, _) -> bad.

%% The same for an absolute time: that of 0 comes at once, too.
timed_at(Type, infinity, Content) -> {Type, infinity, Content};
timed_at(Type, 0, Content) -> {Type, 0, Content};
timed_at(Type, Time, Content) when is_integer(Time) -> {Type, '$until'(Time), Content};
timed_at(_, _, _) -> bad.

%% The length of a time that is computed, `beyond` where it is known to be longer than the longest.
length_within(Time, Longest, Length) ->
    case '$known'(Time) of
        true when Time > Longest -> beyond;
        _ -> Length
    end.

is_timeout_type(timeout) -> true;
is_timeout_type(state_timeout) -> true;
is_timeout_type({timeout, _}) -> true;
is_timeout_type(_) -> false.

is_absolute([]) -> false;
is_absolute([{abs, Is}]) when is_boolean(Is) -> Is;
is_absolute({abs, Is}) when is_boolean(Is) -> Is;
is_absolute(_) -> bad.

%% The transition, by whether the state has changed. What comes next is computed by a function that is called, once for all
%% clauses of the module; where no action is of that kind there is nothing to compute.
changed(Changed, Done, Event, State, Loop) ->
    case '$noted'(loop) of
        true ->
            case '$noted'(beyond) of
                true -> gen_statem:next_if_timed('$value'(bounded, Changed, Done, Event, Loop), State);
                false -> gen_statem:next_of('$value'(transition, Changed, Done, Event, Loop), State)
            end;
        false -> {next, State, {'$part'(1, Loop), [], [], [], [], []}}
    end.

next_if_timed(Settled, State) ->
    case '$part'(2, Settled) of
        beyond -> {broken, badarg};
        _ -> gen_statem:next_of(Settled, State)
    end.

next_of(Settled, State) ->
    case '$part'(2, Settled) of
        none -> {next, State, '$part'(1, Settled)};
        Event -> {next, State, '$part'(1, Settled), {continue, Event}}
    end.

%% The same, or `beyond` where a time-out is to start that is longer than OTP's timers: nothing guards against that there.
bounded(Changed, {_, _, Timeouts, _} = Done, Event, Loop) ->
    case gen_statem:is_beyond(Timeouts, []) of
        true -> {Loop, beyond};
        false -> gen_statem:transition(Changed, Done, Event, Loop)
    end.

is_beyond([], _) -> false;
is_beyond([{Type, beyond, _} | Rest], Seen) ->
    case gen_statem:is_among(Type, Seen) of
        true -> gen_statem:is_beyond(Rest, Seen);
        false -> true
    end;
is_beyond([{Type, _, _} | Rest], Seen) -> gen_statem:is_beyond(Rest, [Type | Seen]).

%% The loop behind a transition, and the event that comes at once, or `none`.
transition(true, {Postpone, Inserted, Timeouts, _}, Event, {Data, Postponed, Timers, Zero, Modules, Queue}) ->
    Again = gen_statem:backwards(gen_statem:late(Postpone, Event, Postponed), Queue),
    Left = gen_statem:cancelled(state_timeout, gen_statem:cancelled(timeout, {Timers, Zero})),
    Begun = gen_statem:begin_all(Timeouts, [], [], Left),
    gen_statem:waits({Data, Modules}, [], Begun, gen_statem:backwards(Inserted, Again));
transition(false, {Postpone, Inserted, Timeouts, _}, Event, {Data, Postponed, Timers, Zero, Modules, Queue}) ->
    Late = gen_statem:late(Postpone, Event, Postponed),
    Begun = gen_statem:begin_all(Timeouts, [], [], gen_statem:cancelled(timeout, {Timers, Zero})),
    gen_statem:waits({Data, Modules}, Late, Begun, gen_statem:backwards(Inserted, Queue)).

late(true, Event, Postponed) -> [Event | Postponed];
late(false, _, Postponed) -> Postponed.

backwards([], Behind) -> Behind;
backwards([Event | Events], Behind) -> gen_statem:backwards(Events, [Event | Behind]).

append([], Types) -> Types;
append([Type | Types], Others) -> [Type | gen_statem:append(Types, Others)].

%% What comes next: an event of the queue, else a time-out of 0, else a message.
waits({Data, Modules}, Postponed, {Timers, Zero}, [Event | Queue]) ->
    {{Data, Postponed, Timers, Zero, Modules, Queue}, Event};
waits({Data, Modules}, Postponed, {Timers, [Type | Zero]}, []) ->
    Left = gen_statem:without(Type, Timers),
    {{Data, Postponed, Left, Zero, Modules, []}, {Type, gen_statem:content(Type, Timers)}};
waits({Data, Modules}, Postponed, {Timers, []}, []) ->
    {{Data, Postponed, Timers, [], Modules, []}, none}.

%% Time-outs start, the last one of each type only. Zero ones wait together behind those that waited before.
begin_all([], _, New, {Timers, Zero}) -> {Timers, gen_statem:append(Zero, New)};
begin_all([{Type, Time, Content} | Rest], Seen, New, Running) ->
    case gen_statem:is_among(Type, Seen) of
        true -> gen_statem:begin_all(Rest, Seen, New, Running);
        false ->
            Now = gen_statem:runs(Type, element(1, Running)),
            {Zero, Left} = gen_statem:begin_one(Now, {Type, Time, Content}, New, Running),
            gen_statem:begin_all(Rest, [Type | Seen], Zero, Left)
    end.

is_among(_, []) -> false;
is_among(Type, [Type | _]) -> true;
is_among(Type, [_ | Types]) -> gen_statem:is_among(Type, Types).

%% A time-out starts, by how that of its type runs.
begin_one(_, {Type, infinity, _}, New, Running) ->
    {New, gen_statem:cancelled(Type, Running)};
begin_one(none, {Type, update, Content}, New, {Timers, Zero}) ->
    {[Type | New], {gen_statem:with_timer({Type, zero, Content}, Timers), Zero}};
begin_one(Runs, {Type, update, Content}, New, {Timers, Zero}) ->
    {New, {gen_statem:with_timer({Type, Runs, Content}, Timers), Zero}};
%% Where one of 0 waits that is started again, OTP 25 keeps it as one of 0, and lets it wait only if the time is 0 again: else
%% it is over, and what the new timer brings is nobody's.
begin_one(zero, {Type, 0, Content}, New, {Timers, Zero}) ->
    {[Type | New], {gen_statem:with_timer({Type, zero, Content}, Timers), gen_statem:take(Type, Zero)}};
begin_one(zero, {Type, Length, Content}, New, {Timers, Zero}) ->
    Lost = gen_statem:with_another({{lost, Type}, Length, Type}, Timers),
    {New, {gen_statem:with_timer({Type, zero, Content}, Lost), gen_statem:take(Type, Zero)}};
begin_one(_, {Type, 0, Content}, New, {Timers, Zero}) ->
    {[Type | New], {gen_statem:with_timer({Type, zero, Content}, Timers), Zero}};
begin_one(_, {Type, Length, Content}, New, {Timers, Zero}) ->
    {New, {gen_statem:with_timer({Type, Length, Content}, Timers), Zero}}.

cancelled(Type, {Timers, Zero}) -> {gen_statem:without(Type, Timers), gen_statem:take(Type, Zero)}.

%% How the time-out of a type runs: its length, `zero` or `none`.
runs(_, []) -> none;
runs(Type, [{Type, Runs, _} | _]) -> Runs;
runs(Type, [_ | Timers]) -> gen_statem:runs(Type, Timers).

content(Type, [{Type, _, Content} | _]) -> Content;
content(Type, [_ | Timers]) -> gen_statem:content(Type, Timers).

without(_, []) -> [];
without(Type, [{Type, _, _} | Timers]) -> Timers;
without(Type, [Timer | Timers]) -> [Timer | gen_statem:without(Type, Timers)].

take(_, []) -> [];
take(Type, [Type | Types]) -> Types;
take(Type, [Other | Types]) -> [Other | gen_statem:take(Type, Types)].

with_timer(Timer, []) -> [Timer];
with_timer({Type, _, _} = Timer, [{Type, _, _} | Timers]) -> [Timer | Timers];
with_timer({Type, _, _} = Timer, [{Other, _, _} | _] = Timers) when Type < Other -> [Timer | Timers];
with_timer(Timer, [Other | Timers]) -> [Other | gen_statem:with_timer(Timer, Timers)].

%% The same where others of the type run on.
with_another({Type, _, _} = Timer, [{Other, _, _} = First | Timers]) when Other < Type ->
    [First | gen_statem:with_another(Timer, Timers)];
with_another(Timer, Timers) -> [Timer | Timers].

%% The event of a time-out that fires, and the loop behind that; the idle machine asks for it.
fired({lost, Type}, Loop) ->
    {{info, {timeout, '$reference'(0), Type}}, gen_statem:with_timers(gen_statem:without({lost, Type}, element(3, Loop)), Loop)};
fired(Type, Loop) ->
    Timers = element(3, Loop),
    {{Type, gen_statem:content(Type, Timers)}, gen_statem:with_timers(gen_statem:without(Type, Timers), Loop)}.

with_timers(Timers, {Data, Postponed, _, Zero, Modules, Queue}) -> {Data, Postponed, Timers, Zero, Modules, Queue}.

%% The loop behind a callback, with what waits then: time-outs that have just started come behind that. The loop when a
%% message of these is taken.
behind(Queue, Loop) -> gen_statem:with_timers(gen_statem:placed(Queue, element(3, Loop)), Loop).

placed(_, []) -> [];
placed([], [{Type, started, Content} | Timers]) -> [{Type, armed, Content} | gen_statem:placed([], Timers)];
placed(Queue, [{Type, started, Content} | Timers]) -> [{Type, length(Queue), Content} | gen_statem:placed(Queue, Timers)];
placed(Queue, [Timer | Timers]) -> [Timer | gen_statem:placed(Queue, Timers)].

taken(Loop) -> gen_statem:with_timers(gen_statem:nearer(element(3, Loop)), Loop).

nearer([]) -> [];
nearer([{Type, 1, Content} | Timers]) -> [{Type, armed, Content} | gen_statem:nearer(Timers)];
nearer([{Type, N, Content} | Timers]) when is_integer(N) -> [{Type, N - 1, Content} | gen_statem:nearer(Timers)];
nearer([Timer | Timers]) -> [Timer | gen_statem:nearer(Timers)].

%% The loop one unit of time later, and whether some time-out is over.
ticked(Quantum, Loop) -> gen_statem:with_timers(gen_statem:later(Quantum, element(3, Loop)), Loop).

later(_, []) -> [];
later(Quantum, [{Type, Left, Content} | Timers]) when is_integer(Left) ->
    [{Type, Left - Quantum, Content} | gen_statem:later(Quantum, Timers)];
later(Quantum, [Timer | Timers]) -> [Timer | gen_statem:later(Quantum, Timers)].

is_due([]) -> false;
is_due([{_, Left, _} | _]) when is_integer(Left), Left =< 0 -> true;
is_due([_ | Timers]) -> gen_statem:is_due(Timers).
