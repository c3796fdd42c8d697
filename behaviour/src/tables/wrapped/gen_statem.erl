%%% always
start(Name, Args, Options) ->
    case Name of
        none -> gen_statem:start_link(?MODULE, Args, Options);
        _ -> gen_statem:start_link(Name, ?MODULE, Args, Options)
    end.

%%% callback_mode/0 handle_event/4 always
%% One function for all states, whichever mode the other module has.
callback_mode() ->
    [handle_event_function | [state_enter || lists:member(state_enter, modes())]].

modes() ->
    lists:flatten([?WATCHED:callback_mode()]).

handle_event(enter, Old, State, Data) ->
    callback(enter, Old, State, Data);
handle_event(Type, Content, State, Data) ->
    called(event(Type, Content, cmd), {State, Data}, fun() -> callback(Type, Content, State, Data) end).

callback(Type, Content, State, Data) ->
    case lists:member(state_functions, modes()) of
        true -> ?WATCHED:State(Type, Content, Data);
        false -> ?WATCHED:handle_event(Type, Content, State, Data)
    end.

%%% format_status/1
format_status(Status) ->
    ?WATCHED:format_status(Status).

%%% always
behind({next_state, State, Data}, _) -> {State, Data};
behind({next_state, State, Data, _}, _) -> {State, Data};
behind({keep_state, Data}, {State, _}) -> {State, Data};
behind({keep_state, Data, _}, {State, _}) -> {State, Data};
behind({repeat_state, Data}, {State, _}) -> {State, Data};
behind({repeat_state, Data, _}, {State, _}) -> {State, Data};
behind(_, Stored) -> Stored.
