%%% always
start(Name, Args, Options) ->
    case Name of
        none -> gen_fsm:start_link(?MODULE, Args, Options);
        _ -> gen_fsm:start_link(Name, ?MODULE, Args, Options)
    end.

%%% STATE/2
STATE(Event, Data) ->
    called(event(Event), {STATE, Data}, fun() -> ?WATCHED:STATE(Event, Data) end).

%%% STATE/3
STATE(Event, From, Data) ->
    called({cmd_sync, Event}, {STATE, Data}, fun() -> ?WATCHED:STATE(Event, From, Data) end).

%%% handle_event/3
handle_event(Event, State, Data) ->
    called({cmd_all, Event}, {State, Data}, fun() -> ?WATCHED:handle_event(Event, State, Data) end).

%%% handle_sync_event/4
handle_sync_event(Event, From, State, Data) ->
    called({cmd_sync_all, Event}, {State, Data}, fun() -> ?WATCHED:handle_sync_event(Event, From, State, Data) end).

%%% handle_info/3
handle_info(Message, State, Data) ->
    called({cmd_info, Message}, {State, Data}, fun() -> ?WATCHED:handle_info(Message, State, Data) end).

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
