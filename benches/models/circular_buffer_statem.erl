%% The circular buffer of fixtures/circular_buffer as a gen_statem: benches/behaviours.sh compares the three.
-module(circular_buffer_statem).
-behaviour(gen_statem).
-export([start_link/1, init/1, callback_mode/0, buffer/3]).
start_link(Arg) -> gen_statem:start_link({local, ?MODULE}, ?MODULE, Arg, []).
callback_mode() -> state_functions.
init({Max, Fix}) -> {ok, buffer, {Max, Fix, 2, {1, 1, 0}}}.          % Fig. 2.1: 2 of 3 filled

buffer(cast, put, {Max, Fix, Last, Cells})
  when element(Last rem tuple_size(Cells) + 1, Cells) =:= 0 ->
    Next = Last rem tuple_size(Cells) + 1,
    {keep_state, {Max, Fix, Next, setelement(Next, Cells, 1)}};
buffer(cast, get, {Max, Fix, Last, Cells}) when element(1, Cells) =:= 1 ->
    [1 | Rest] = tuple_to_list(Cells),                                % `first' moves on: rotate by one
    {keep_state, {Max, Fix, pred(Last, tuple_size(Cells)), list_to_tuple(Rest ++ [0])}};
buffer(cast, {extend, I}, {Max, false, Last, Cells})
  when tuple_size(Cells) < Max, I =< tuple_size(Cells) ->
    {keep_state, {Max, false, shift(Last, I), insert(I, Cells)}};
buffer(cast, {extend, I}, {Max, true, I, Cells})
  when tuple_size(Cells) < Max, element(I, Cells) =:= 1 ->
    {keep_state, {Max, true, I, insert(I, Cells)}}.

pred(1, N) -> N;
pred(I, _) -> I - 1.

shift(Last, I) when Last > I -> Last + 1;
shift(Last, _) -> Last.

insert(I, Cells) ->
    {Before, After} = lists:split(I, tuple_to_list(Cells)),
    list_to_tuple(Before ++ [0 | After]).
