%%% The circular buffer of `fixtures/circular_buffer`, with the ring as a list: it is written down from the first cell on.
%%% data = {Max, Last, Cells}, cells are 0 or 1; init Max, commands put, get, {extend, I} with I = 1..Max-1.
%%% 20,295 states for 200. `put` and `extend` where they cannot be done change nothing.
-module(list_ring_fsm).
-behaviour(gen_fsm).
-export([init/1, buffer/2]).

init(Max) -> {ok, buffer, {Max, 2, [1, 1, 0]}}.

buffer(put, {Max, Last, Cells}) ->
    Next = Last rem length(Cells) + 1,
    case lists:nth(Next, Cells) of
        0 -> {next_state, buffer, {Max, Next, filled(Next, Cells)}};
        1 -> {next_state, buffer, {Max, Last, Cells}}
    end;
buffer(get, {Max, Last, [1 | Rest] = Cells}) ->
    {next_state, buffer, {Max, before(Last, length(Cells)), Rest ++ [0]}};
buffer({extend, I}, {Max, I, Cells}) when length(Cells) < Max ->
    case lists:nth(I, Cells) of
        1 -> {next_state, buffer, {Max, I, longer(I, Cells)}};
        0 -> {next_state, buffer, {Max, I, Cells}}
    end.

filled(1, [_ | T]) -> [1 | T];
filled(N, [H | T]) -> [H | filled(N - 1, T)].

before(1, N) -> N;
before(I, _) -> I - 1.

longer(I, Cells) ->
    {Before, After} = lists:split(I, Cells),
    Before ++ [0 | After].
