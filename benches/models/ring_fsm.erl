%%% A ring in one machine: a token goes round by messages that the machine sends to itself. Deep and narrow:
%%% one state behind the other. data = {Size, Place, Rounds}, init Size, command go.
-module(ring_fsm).
-behaviour(gen_fsm).
-export([init/1, idle/2, busy/2]).

init(Size) -> {ok, idle, {Size, 0, 0}}.

idle(go, {Size, Place, Rounds}) ->
    gen_fsm:send_event(self(), {token, Place + 1}),
    {next_state, busy, {Size, Place, (Rounds + 1) rem 2}};
idle({token, _}, Data) ->
    {next_state, idle, Data}.

busy({token, Place}, {Size, _, Rounds}) when Place < Size ->
    gen_fsm:send_event(self(), {token, Place + 1}),
    {next_state, busy, {Size, Place, Rounds}};
busy({token, _}, {Size, _, Rounds}) ->
    {next_state, idle, {Size, 0, Rounds}};
busy(go, Data) ->
    {next_state, busy, Data}.
