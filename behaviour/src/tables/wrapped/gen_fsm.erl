%%% always
start(Name, Args, Options) ->
    case Name of
        none -> gen_fsm:start_link(?MODULE, Args, Options);
        _ -> gen_fsm:start_link(Name, ?MODULE, Args, Options)
    end.

%%% handle_event/3
handle_event(Event, State, Data) ->
    called({cmd_all, Event}, {State, Data}, fun() -> ?WATCHED:handle_event(Event, State, Data) end).

%%% handle_sync_event/4
handle_sync_event(Event, From, State, Data) ->
    called({cmd_sync_all, Event}, {State, Data}, fun() -> ?WATCHED:handle_sync_event(Event, From, State, Data) end).

%%% handle_info/3
handle_info(Message, State, Data) ->
    called({cmd_info, Message}, {State, Data}, fun() -> ?WATCHED:handle_info(Message, State, Data) end).

%%% terminate/3
terminate(Reason, State, Data) ->
    ?WATCHED:terminate(Reason, State, Data).

%%% code_change/4
code_change(Old, State, Data, Extra) ->
    ?WATCHED:code_change(Old, State, Data, Extra).

%%% format_status/2
format_status(Why, Status) ->
    ?WATCHED:format_status(Why, Status).

%%% always
event(timeout) -> timeout;
event({timeout, Ref, Event}) when is_reference(Ref) -> {timeout, Event};
event(Event) -> {cmd, Event}.

%%% always
behind({next_state, State, Data}, _) -> {State, Data};
behind({next_state, State, Data, _}, _) -> {State, Data};
behind({reply, _, State, Data}, _) -> {State, Data};
behind({reply, _, State, Data, _}, _) -> {State, Data};
behind(_, Stored) -> Stored.
