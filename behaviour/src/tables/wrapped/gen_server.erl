%%% always
start(Name, Args, Options) ->
    case Name of
        none -> gen_server:start_link(?MODULE, Args, Options);
        _ -> gen_server:start_link(Name, ?MODULE, Args, Options)
    end.

%%% handle_call/3
handle_call(Event, From, Data) ->
    called({cmd_call, Event}, {undefined, Data}, fun() -> ?WATCHED:handle_call(Event, From, Data) end).

%%% handle_cast/2
handle_cast(Event, Data) ->
    called({cmd_cast, Event}, {undefined, Data}, fun() -> ?WATCHED:handle_cast(Event, Data) end).

%%% handle_info/2
handle_info(timeout, Data) ->
    called(timeout, {undefined, Data}, fun() -> ?WATCHED:handle_info(timeout, Data) end);
handle_info(Message, Data) ->
    called({cmd_info, Message}, {undefined, Data}, fun() -> ?WATCHED:handle_info(Message, Data) end).

%%% handle_continue/2
handle_continue(What, Data) ->
    called({continue, What}, {undefined, Data}, fun() -> ?WATCHED:handle_continue(What, Data) end).

%%% format_status/1
format_status(Status) ->
    ?WATCHED:format_status(Status).

%%% always
behind({noreply, Data}, _) -> {undefined, Data};
behind({noreply, Data, _}, _) -> {undefined, Data};
behind({reply, _, Data}, _) -> {undefined, Data};
behind({reply, _, Data, _}, _) -> {undefined, Data};
behind(_, Stored) -> Stored.
