%% The circular buffer of fixtures/circular_buffer as a gen_server: benches/behaviours.sh compares the three.
-module(circular_buffer_server).
-behaviour(gen_server).
-export([start_link/1, init/1, handle_call/3, handle_cast/2]).
start_link(Arg) -> gen_server:start_link({local, ?MODULE}, ?MODULE, Arg, []).
handle_call(_, _, D) -> {reply, ok, D}.
init({Max, Fix}) -> {ok, {Max, Fix, 2, {1, 1, 0}}}.          % Fig. 2.1: 2 of 3 filled

handle_cast(put, {Max, Fix, Last, Cells})
  when element(Last rem tuple_size(Cells) + 1, Cells) =:= 0 ->
    Next = Last rem tuple_size(Cells) + 1,
    {noreply, {Max, Fix, Next, setelement(Next, Cells, 1)}};
handle_cast(get, {Max, Fix, Last, Cells}) when element(1, Cells) =:= 1 ->
    [1 | Rest] = tuple_to_list(Cells),                                % `first' moves on: rotate by one
    {noreply, {Max, Fix, pred(Last, tuple_size(Cells)), list_to_tuple(Rest ++ [0])}};
handle_cast({extend, I}, {Max, false, Last, Cells})
  when tuple_size(Cells) < Max, I =< tuple_size(Cells) ->
    {noreply, {Max, false, shift(Last, I), insert(I, Cells)}};
handle_cast({extend, I}, {Max, true, I, Cells})
  when tuple_size(Cells) < Max, element(I, Cells) =:= 1 ->
    {noreply, {Max, true, I, insert(I, Cells)}}.

pred(1, N) -> N;
pred(I, _) -> I - 1.

shift(Last, I) when Last > I -> Last + 1;
shift(Last, _) -> Last.

insert(I, Cells) ->
    {Before, After} = lists:split(I, tuple_to_list(Cells)),
    list_to_tuple(Before ++ [0 | After]).
