%% ---- in the place of the module ----------------------------------------------------------------------------------------------

%% Starts the module with the monitor around it; violations are logged as warnings, or handed to a fun.
start_link(Args, Options) ->
    start_link(Args, Options, fun log/1).

start_link(Args, Options, Callback) ->
    start(none, {Callback, Args}, Options).

start_link(Name, Args, Options, Callback) ->
    start(Name, {Callback, Args}, Options).

init({Callback, Args}) ->
    put(?MODULE, (new())#{callback => Callback}),
    ?WATCHED:init(Args).

%% Calls a callback, and goes one step with what it stores; with what was stored where it ends the machine.
called(Action, Stored, Call) ->
    try Call() of
        Result -> returned(Action, Stored, Result)
    catch
        throw:Result ->
            returned(Action, Stored, Result);
        Class:Reason:Stack ->
            put(?MODULE, seen(Action, Stored, get(?MODULE))),
            erlang:raise(Class, Reason, Stack)
    end.

returned(Action, Stored, Result) ->
    put(?MODULE, seen(Action, behind(Result, Stored), get(?MODULE))),
    Result.
