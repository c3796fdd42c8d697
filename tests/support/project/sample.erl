%% Functions that only compute, of many kinds, for tests that compare them with Erlang: some raise, some recur, some
%% use what is in `sample_more`.
-module(sample).
-export([area/1, bound/2, classify/1, count/1, digits/1, drop/2, each/1, fields/2, flag/2, guarded/2, join/2, lookup/2,
         merge/2, nested/1, opened/1, parity/1, pick/2, safely/1, split/1, sums/1, tail/1, tally/1, text/1, update/2,
         walk/2, within/2]).
-import(sample_more, [twice/1]).

-define(LIMIT, 5).
-define(IS_SMALL(N), (is_integer(N) andalso N < ?LIMIT)).
-record(box, {size = 1, lid = closed, inside}).

area({square, A}) -> A * A;
area({box, A, B}) when A > 0 -> A * B;
area(#box{size = S}) -> twice(S);
area([_ | _] = Sides) -> lists:sum(Sides).

bound(N, Max) when N > Max -> Max;
bound(N, _) when N < 0 -> throw({negative, N});
bound(N, _) -> N.

classify(X) ->
    if
        is_atom(X) -> {atom, X};
        ?IS_SMALL(X) -> small;
        is_list(X), length(X) > 1 -> {long, length(X)};
        is_tuple(X) -> {tuple, tuple_size(X)};
        true -> sample_more:other(X)
    end.

count(X) -> count(X, 0).

count([], N) -> N;
count([_ | T], N) -> count(T, N + 1).

digits(N) when N < 10 -> [N];
digits(N) -> digits(N div 10) ++ [N rem 10].

drop(_, []) -> [];
drop(0, L) -> L;
drop(N, [_ | T]) when N > 0 -> drop(N - 1, T).

each(L) -> lists:map(fun sample_more:twice/1, L).

fields(A, B) ->
    Box = #box{size = A, inside = B},
    {Box#box.size, Box#box.lid, Box#box{lid = open}}.

flag(A, B) -> A andalso (B orelse not A).

guarded(X, Y) when X =:= Y; element(1, X) =:= Y -> same;
guarded(X, _) when map_size(X) > 0 -> map;
guarded(_, _) -> other.

join([A | As], B) -> [A | join(As, B)];
join([], B) -> B.

lookup(K, L) ->
    case lists:keyfind(K, 1, L) of
        {_, V} -> {ok, V};
        false -> error
    end.

merge(A, B) -> maps:merge(sample_more:as_map(A), sample_more:as_map(B)).

nested(X) ->
    try
        case X of
            {N, _} when N > 2 -> area({square, N});
            {N, M} -> bound(N, M);
            _ -> sample_more:fail(X)
        end
    of
        V -> {value, V}
    catch
        throw:{negative, _} -> negative;
        error:{failed, Y} -> {failed, Y};
        exit:R -> R
    end.

opened(#box{lid = open, inside = I}) -> {yes, I};
opened(#box{}) -> no.

parity(0) -> even;
parity(N) when N > 0 -> other_parity(N - 1).

other_parity(0) -> odd;
other_parity(N) -> parity(N - 1).

pick(N, T) -> element(N, T).

safely(X) ->
    case catch sample_more:fail(X) of
        {'EXIT', {Reason, _}} -> {caught, Reason};
        Other -> Other
    end.

split(<<A, B/binary>>) -> {A, B};
split(B) when is_binary(B) -> empty.

sums(L) -> [A + B || A <- L, B <- L, A < B].

tail([_ | T]) -> T.

tally(L) -> lists:foldl(fun(X, M) -> maps:update_with(X, fun(N) -> N + 1 end, 1, M) end, #{}, L).

text(X) when is_atom(X) -> atom_to_list(X);
text(X) when is_integer(X) -> integer_to_list(X);
text(X) -> "?" ++ X.

update(K, M) -> M#{K := new, more => K}.

walk(0, Acc) -> lists:reverse(Acc);
walk(N, Acc) when N > 0, N < 8 -> walk(N - 1, [sample_more:twice(N) | Acc]).

within(X, L) -> lists:member(X, L) orelse sample_more:deep(X, L).
