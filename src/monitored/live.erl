%% ---- beside a running process -----------------------------------------------------------------------------------------------

%% Puts the monitor into a process of gen_fsm, gen_statem or gen_server; violations are logged as warnings.
attach(Pid) ->
    attach(Pid, fun log/1).

%% The same with a fun that gets the report of each violation. It runs in the process that is watched.
attach(Pid, Callback) when is_function(Callback, 1) ->
    case debug_options(Pid) of
        {ok, Options} ->
            case lists:keymember(?MODULE, 1, Options) of
                true -> {error, already_attached};
                false -> sys:install(Pid, {?MODULE, fun watch/3, (new())#{callback => Callback}})
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
        {ok, Options} ->
            case lists:keyfind(?MODULE, 1, Options) of
                {_, {_, Monitor}} -> {ok, maps:without([callback, taken, keeps], Monitor)};
                false -> {error, not_attached}
            end;
        Error ->
            Error
    end.

debug_options(Pid) ->
    try sys:get_status(Pid, 1000) of
        {status, _, _, [_, _, _, Options, _]} -> {ok, Options}
    catch
        exit:{timeout, _} -> {error, no_otp_process};
        exit:{Reason, _} -> {error, Reason};
        _:_ -> {error, no_otp_process}
    end.

%% What sys tells: a message that is taken, and then what is stored.
watch(Monitor, {in, Message, _}, _) ->
    Monitor#{taken => taken(Message), keeps => state};
watch(Monitor, {in, Message}, _) ->
    Monitor#{taken => taken(Message), keeps => data};
watch(Monitor, {noreply, Stored}, _) ->
    stored(Stored, Monitor);
watch(Monitor, {out, _, _, Stored}, _) ->
    stored(Stored, Monitor);
watch(Monitor, {Tag, _, _, Next}, _) when Tag =:= consume; Tag =:= postpone ->
    stored(Next, Monitor#{keeps => state});
watch(Monitor, _, _) ->
    Monitor.

stored(Stored, #{keeps := Keeps, taken := Taken, callback := Callback} = Monitor) ->
    Observed =
        case Keeps of
            state -> {Taken, Stored, undefined};
            data -> {Taken, undefined, Stored}
        end,
    {Reports, Next} = step(Observed, Monitor),
    %% Whatever the fun does, it does not end the process.
    [catch Callback(Report) || Report <- Reports],
    Next#{taken => undefined};
stored(_, Monitor) ->
    Monitor.

%% The action by which the model takes a message.
taken({'$gen_event', Event}) -> {cmd, Event};
taken({'$gen_all_state_event', Event}) -> {cmd_all, Event};
taken({'$gen_sync_event', _, Event}) -> {cmd_sync, Event};
taken({'$gen_sync_all_state_event', _, Event}) -> {cmd_sync_all, Event};
taken({'$gen_call', _, Event}) -> {cmd_call, Event};
taken({'$gen_cast', Event}) -> {cmd_cast, Event};
taken({{call, _}, Event}) -> {cmd_call, Event};
taken({cast, Event}) -> {cmd_cast, Event};
taken({info, Event}) -> {cmd_info, Event};
taken({timeout, Event}) -> {timeout, Event};
taken({state_timeout, Event}) -> {state_timeout, Event};
taken({internal, Event}) -> {internal, Event};
taken(Message) -> {cmd_info, Message}.

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
