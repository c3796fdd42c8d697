%% ---- beside a running process -----------------------------------------------------------------------------------------------

%% Puts the monitor into a process of gen_fsm, gen_statem or gen_server; violations are logged as warnings.
attach(Pid) ->
    attach(Pid, fun log/1).

%% The same with a fun that gets the report of each violation. It runs in the process that is watched.
attach(Pid, Callback) when is_function(Callback, 1) ->
    case debug_options(Pid) of
        {ok, Behaviour, Options} ->
            case lists:keymember(?MODULE, 1, Options) of
                true -> {error, already_attached};
                false ->
                    Monitor = (new())#{callback => Callback, behaviour => Behaviour, taken => none, stored => {undefined, undefined}},
                    sys:install(Pid, {?MODULE, fun watch/3, Monitor})
            end;
        Error ->
            Error
    end.

%% Takes the monitor out again.
detach(Pid) ->
    case state(Pid) of
        {ok, _} -> sys:remove(Pid, ?MODULE);
        Error -> Error
    end.

%% What the monitor of a process has seen so far.
state(Pid) ->
    case debug_options(Pid) of
        {ok, _, Options} ->
            case lists:keyfind(?MODULE, 1, Options) of
                {_, {_, Monitor}} -> {ok, maps:without([callback, behaviour, taken, stored, asks_stored], Monitor)};
                false -> {error, not_attached}
            end;
        Error ->
            Error
    end.

debug_options(Pid) ->
    try sys:get_status(Pid, 1000) of
        {status, _, {module, Behaviour}, [_, _, _, Options, _]} -> {ok, Behaviour, Options}
    catch
        exit:{timeout, _} -> {error, no_otp_process};
        exit:{Reason, _} -> {error, Reason};
        _:_ -> {error, no_otp_process}
    end.

%% What sys tells: an event that is taken, and then what is stored. What a gen_statem takes before it has done with the event
%% before is made by its callback; it comes when the machine has done with it, as do events that were postponed.
watch(#{behaviour := gen_statem, taken := none} = Monitor, {in, {Type, Content}, _}, _) ->
    Monitor#{taken := event(Type, Content, cmd)};
watch(#{behaviour := gen_statem} = Monitor, {in, _, _}, _) ->
    Monitor;
watch(Monitor, {Done, {internal, init_state}, _, _}, _) when Done =:= consume; Done =:= postpone ->
    Monitor;
watch(#{taken := none} = Monitor, {Done, {Type, Content}, _, State}, _) when Done =:= consume; Done =:= postpone ->
    Stored = {State, undefined},
    seen(event(Type, Content, queued), Stored, Monitor#{stored := Stored});
watch(#{taken := Action} = Monitor, {Done, _, _, State}, _) when Done =:= consume; Done =:= postpone ->
    Stored = {State, undefined},
    seen(Action, Stored, Monitor#{taken := none, stored := Stored});
watch(#{behaviour := gen_statem, taken := Action, stored := Stored} = Monitor, {terminate, _, _}, _) when Action =/= none ->
    seen(Action, Stored, Monitor#{taken := none});
watch(Monitor, {in, Message, _}, _) ->
    taken(message(Message), Monitor);
watch(Monitor, {in, Message}, _) ->
    taken(message(Message), Monitor);
watch(Monitor, {noreply, Stored}, _) ->
    stored(Stored, Monitor);
watch(Monitor, {out, _, _, Stored}, _) ->
    stored(Stored, Monitor);
watch(Monitor, _, _) ->
    Monitor.

%% An action is a step with what is stored behind it; at once where no property asks for that.
taken(Action, #{asks_stored := true} = Monitor) ->
    Monitor#{taken := Action};
taken(Action, Monitor) ->
    seen(Action, {undefined, undefined}, Monitor#{taken := stepped}).

stored(_, #{taken := stepped} = Monitor) ->
    Monitor#{taken := none};
stored(Stored, #{taken := Taken, behaviour := Behaviour} = Monitor) ->
    Action =
        case Taken of
            none -> undefined;
            _ -> Taken
        end,
    Pair =
        case Behaviour of
            gen_server -> {undefined, Stored};
            _ -> {Stored, undefined}
        end,
    seen(Action, Pair, Monitor#{taken := none}).

%% What is not known of what is stored is `undefined`.
seen(Action, {State, Data}, #{callback := Callback} = Monitor) ->
    case step({Action, State, Data}, Monitor) of
        {[], Next} ->
            Next;
        {Reports, Next} ->
            %% Whatever the fun does, it does not end the process.
            [catch Callback(Report) || Report <- Reports],
            Next
    end.

%% The action by which the model takes a message, and an event of a gen_statem, which comes from outside (cmd) or does not (queued).
message({'$gen_event', Event}) -> {cmd, Event};
message({'$gen_all_state_event', Event}) -> {cmd_all, Event};
message({'$gen_sync_event', _, Event}) -> {cmd_sync, Event};
message({'$gen_sync_all_state_event', _, Event}) -> {cmd_sync_all, Event};
message({'$gen_call', _, Event}) -> {cmd_call, Event};
message({'$gen_cast', Event}) -> {cmd_cast, Event};
message({timeout, _, {'$gen_timer', Event}}) -> {timeout, Event};
message({timeout, _, {'$gen_event', Event}}) -> {timer, Event};
message(timeout) -> timeout;
message(Message) -> {cmd_info, Message}.

event({call, _}, Content, cmd) -> {cmd_call, Content};
event({call, _}, Content, queued) -> {queued_call, Content};
event(cast, Content, cmd) -> {cmd_cast, Content};
event(cast, Content, queued) -> {queued_cast, Content};
event(info, Content, cmd) -> {cmd_info, Content};
event(info, Content, queued) -> {queued_info, Content};
event(internal, Content, _) -> {internal, Content};
event(TimeOut, _, _) -> {timeout, TimeOut}.

log(#{property := Property, step := Step} = Report) ->
    logger:warning("~tp is violated in step ~b~n~tp", [Property, Step, Report]).

%% ---- reports ----------------------------------------------------------------------------------------------------------------

%% What changed in this step, from the leaves to the whole formula, and the earlier steps on which that rests.
report(Property, Action, {Step, Before, Now, Decided}) ->
    {Changes, Rests} = explain(subformulas(Property), [1], {Step, Before, Now, Decided}, [], []),
    #{property => Property, step => Step, action => Action, changes => Changes, rests => Rests}.

explain([], _, _, Changes, Rests) ->
    {Changes, Rests};
explain([{Own, Number, Operator, Text, Place} | More], Wanted, Values, Changes, Rests) ->
    case lists:member(Own, Wanted) of
        false ->
            explain(More, Wanted, Values, Changes, Rests);
        true ->
            {Step, Before, Now, Decided} = Values,
            Value = element(Number, Now),
            {Operands, IsOld} = reasons(Operator, Step =:= 1, Value, Now),
            Changed =
                case element(Number, Before) of
                    _ when Step =:= 1 -> [{Text, Place, none, Value}];
                    Value -> [];
                    Other -> [{Text, Place, Other, Value}]
                end,
            Rested = [{Text, Place, element(Number, Decided)} || IsOld, element(Number, Decided) > 0],
            explain(More, Operands ++ Wanted, Values, Changed ++ Changes, Rested ++ Rests)
    end.

%% The operands whose values decide, and whether an earlier step does.
reasons(atom, _, _, _) ->
    {[], false};
reasons({prev, {A, _}}, IsFirst, _, _) ->
    {[A || IsFirst], false};
reasons({weak_prev, _}, _, _, _) ->
    {[], false};
reasons({Operator, {A, N}}, _, Value, Now) when Operator =:= once; Operator =:= historically ->
    Operand = element(N, Now),
    {[A || Operand =:= Value], Operand =/= Value};
reasons({_, {A, _}}, _, _, _) ->
    {[A], false};
reasons({Operator, {A, N}, {B, M}}, _, Value, Now) ->
    {Left, Right} = {element(N, Now), element(M, Now)},
    {IsLeft, IsRight, IsOld} = decides(Operator, Value, Left, Right),
    {[A || IsLeft] ++ [B || IsRight], IsOld}.

decides('and', Value, Left, Right) -> {Value orelse not Left, Value orelse not Right, false};
decides('or', Value, Left, Right) -> {not Value orelse Left, not Value orelse Right, false};
decides(implies, Value, Left, Right) -> {not Value orelse not Left, not Value orelse Right, false};
decides(since, true, _, Right) -> {not Right, Right, not Right};
decides(since, false, Left, _) -> {not Left, true, false};
decides(interval, true, Left, _) -> {Left, true, not Left};
decides(interval, false, _, Right) -> {not Right, Right, false};
decides(_, _, _, _) -> {true, true, false}.
