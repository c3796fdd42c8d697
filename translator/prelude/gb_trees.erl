%% Functions of OTP's module `gb_trees`: `{Size, Tree}`, a node is `{Key, Value, Smaller, Bigger}`, no tree
%% `nil`.
%%
%% The trees have OTP's shape: who inserts gives a node a budget that halves from level to level, and the
%% lowest tree on the way that is too high for its size is built again.
-module(gb_trees).
-export([
    balance/1, delete/2, delete_any/2, empty/0, enter/3, from_orddict/1, get/2, insert/3, is_defined/2,
    is_empty/1, iterator/1, iterator_from/2, keys/1, largest/1, lookup/2, map/2, next/1, size/1,
    smallest/1, take/2, take_any/2, take_largest/1, take_smallest/1, to_list/1, update/3, values/1
]).

empty() -> {0, nil}.

is_empty({0, nil}) -> true;
is_empty(_) -> false.

size({N, _}) when is_integer(N), N >= 0 -> N.

lookup(K, {_, T}) -> gb_trees:found(K, T).

found(K, {Other, _, Smaller, _}) when K < Other -> gb_trees:found(K, Smaller);
found(K, {Other, _, _, Bigger}) when K > Other -> gb_trees:found(K, Bigger);
found(_, {_, V, _, _}) -> {value, V};
found(_, nil) -> none.

is_defined(K, {_, T}) -> gb_trees:has(K, T).

has(K, {Other, _, Smaller, _}) when K < Other -> gb_trees:has(K, Smaller);
has(K, {Other, _, _, Bigger}) when K > Other -> gb_trees:has(K, Bigger);
has(_, {_, _, _, _}) -> true;
has(_, nil) -> false.

get(K, {_, T}) -> gb_trees:got(K, T).

got(K, {Other, _, Smaller, _}) when K < Other -> gb_trees:got(K, Smaller);
got(K, {Other, _, _, Bigger}) when K > Other -> gb_trees:got(K, Bigger);
got(_, {_, V, _, _}) -> V.

update(K, V, {N, T}) -> {N, gb_trees:updated(K, V, T)}.

updated(K, V, {Other, W, Smaller, Bigger}) when K < Other ->
    {Other, W, gb_trees:updated(K, V, Smaller), Bigger};
updated(K, V, {Other, W, Smaller, Bigger}) when K > Other ->
    {Other, W, Smaller, gb_trees:updated(K, V, Bigger)};
updated(K, V, {_, _, Smaller, Bigger}) ->
    {K, V, Smaller, Bigger}.

insert(K, V, {N, T}) when is_integer(N) ->
    {N + 1, gb_trees:inserted(K, V, T, (N + 1) * (N + 1))}.

%% A tree, or `{Tree, Height, Size}` where the budget is used up and someone above must look.
inserted(K, V, {Other, W, Smaller, Bigger}, Budget) when K < Other ->
    case gb_trees:inserted(K, V, Smaller, Budget div 2) of
        {New, H, N} -> gb_trees:looked_at({Other, W, New, Bigger}, H, N, Bigger);
        New -> {Other, W, New, Bigger}
    end;
inserted(K, V, {Other, W, Smaller, Bigger}, Budget) when K > Other ->
    case gb_trees:inserted(K, V, Bigger, Budget div 2) of
        {New, H, N} -> gb_trees:looked_at({Other, W, Smaller, New}, H, N, Smaller);
        New -> {Other, W, Smaller, New}
    end;
inserted(K, V, nil, 0) -> {{K, V, nil, nil}, 1, 1};
inserted(K, V, nil, _) -> {K, V, nil, nil};
inserted(K, _, _, _) -> error({key_exists, K}).

looked_at(T, H, N, Sister) ->
    {Height, Size} = gb_trees:measured(Sister),
    gb_trees:built_again(T, 2 * max(H, Height), N + Size + 1).

built_again(T, H, N) when H > N * N -> gb_trees:balanced(gb_trees:in_order(T, []), N);
built_again(T, H, N) -> {T, H, N}.

measured({_, _, nil, nil}) -> {1, 1};
measured({_, _, Smaller, Bigger}) ->
    {H, N} = gb_trees:measured(Smaller),
    {I, M} = gb_trees:measured(Bigger),
    {2 * max(H, I), N + M + 1};
measured(nil) -> {1, 0}.

enter(K, V, T) ->
    case gb_trees:is_defined(K, T) of
        true -> gb_trees:update(K, V, T);
        false -> gb_trees:insert(K, V, T)
    end.

balance({N, T}) -> {N, gb_trees:balanced(gb_trees:in_order(T, []), N)}.

balanced(L, N) ->
    {T, []} = gb_trees:built(L, N),
    T.

%% The tree of the first N entries, and the others.
built(L, N) when N > 1 ->
    Second = (N - 1) div 2,
    {Smaller, [{K, V} | Rest]} = gb_trees:built(L, N - 1 - Second),
    {Bigger, Others} = gb_trees:built(Rest, Second),
    {{K, V, Smaller, Bigger}, Others};
built([{K, V} | L], 1) -> {{K, V, nil, nil}, L};
built(L, 0) -> {nil, L}.

from_orddict(L) ->
    N = length(L),
    {N, gb_trees:balanced(L, N)}.

delete_any(K, T) ->
    case gb_trees:is_defined(K, T) of
        true -> gb_trees:delete(K, T);
        false -> T
    end.

delete(K, {N, T}) when is_integer(N), N >= 0 -> {N - 1, gb_trees:without(K, T)}.

without(K, {Other, V, Smaller, Bigger}) when K < Other ->
    {Other, V, gb_trees:without(K, Smaller), Bigger};
without(K, {Other, V, Smaller, Bigger}) when K > Other ->
    {Other, V, Smaller, gb_trees:without(K, Bigger)};
without(_, {_, _, Smaller, Bigger}) ->
    gb_trees:merged(Smaller, Bigger).

merged(Smaller, nil) -> Smaller;
merged(nil, Bigger) -> Bigger;
merged(Smaller, Bigger) ->
    {K, V, Rest} = gb_trees:smallest_out(Bigger),
    {K, V, Smaller, Rest}.

take_any(K, T) ->
    case gb_trees:is_defined(K, T) of
        true -> gb_trees:take(K, T);
        false -> error
    end.

take(K, {N, T}) when is_integer(N), N >= 0 ->
    {V, Rest} = gb_trees:taken(K, T),
    {V, {N - 1, Rest}}.

taken(K, {Other, W, Smaller, Bigger}) when K < Other ->
    {V, Rest} = gb_trees:taken(K, Smaller),
    {V, {Other, W, Rest, Bigger}};
taken(K, {Other, W, Smaller, Bigger}) when K > Other ->
    {V, Rest} = gb_trees:taken(K, Bigger),
    {V, {Other, W, Smaller, Rest}};
taken(_, {_, V, Smaller, Bigger}) ->
    {V, gb_trees:merged(Smaller, Bigger)}.

take_smallest({N, T}) when is_integer(N), N >= 0 ->
    {K, V, Rest} = gb_trees:smallest_out(T),
    {K, V, {N - 1, Rest}}.

smallest_out({K, V, nil, Bigger}) -> {K, V, Bigger};
smallest_out({K, V, Smaller, Bigger}) ->
    {First, W, Rest} = gb_trees:smallest_out(Smaller),
    {First, W, {K, V, Rest, Bigger}}.

smallest({_, T}) -> gb_trees:leftmost(T).

leftmost({K, V, nil, _}) -> {K, V};
leftmost({_, _, Smaller, _}) -> gb_trees:leftmost(Smaller).

take_largest({N, T}) when is_integer(N), N >= 0 ->
    {K, V, Rest} = gb_trees:largest_out(T),
    {K, V, {N - 1, Rest}}.

largest_out({K, V, Smaller, nil}) -> {K, V, Smaller};
largest_out({K, V, Smaller, Bigger}) ->
    {Last, W, Rest} = gb_trees:largest_out(Bigger),
    {Last, W, {K, V, Smaller, Rest}}.

largest({_, T}) -> gb_trees:rightmost(T).

rightmost({K, V, _, nil}) -> {K, V};
rightmost({_, _, _, Bigger}) -> gb_trees:rightmost(Bigger).

to_list({_, T}) -> gb_trees:in_order(T, []).

in_order({K, V, Smaller, Bigger}, L) ->
    gb_trees:in_order(Smaller, [{K, V} | gb_trees:in_order(Bigger, L)]);
in_order(nil, L) ->
    L.

keys({_, T}) -> gb_trees:keys(T, []).

keys({K, _, Smaller, Bigger}, L) -> gb_trees:keys(Smaller, [K | gb_trees:keys(Bigger, L)]);
keys(nil, L) -> L.

values({_, T}) -> gb_trees:values(T, []).

values({_, V, Smaller, Bigger}, L) -> gb_trees:values(Smaller, [V | gb_trees:values(Bigger, L)]);
values(nil, L) -> L.

iterator({_, T}) -> gb_trees:way_down(T, []).

%% The trees that are still to be visited.
way_down({_, _, nil, _} = T, L) -> [T | L];
way_down({_, _, Smaller, _} = T, L) -> gb_trees:way_down(Smaller, [T | L]);
way_down(nil, L) -> L.

iterator_from(From, {_, T}) -> gb_trees:way_down_from(From, T, []).

way_down_from(From, {K, _, _, Bigger}, L) when K < From -> gb_trees:way_down_from(From, Bigger, L);
way_down_from(_, {_, _, nil, _} = T, L) -> [T | L];
way_down_from(From, {_, _, Smaller, _} = T, L) -> gb_trees:way_down_from(From, Smaller, [T | L]);
way_down_from(_, nil, L) -> L.

next([{K, V, _, Bigger} | L]) -> {K, V, gb_trees:way_down(Bigger, L)};
next([]) -> none.

map(Fun, {N, T}) when is_function(Fun, 2) -> {N, gb_trees:mapped(Fun, T)}.

mapped(_, nil) -> nil;
mapped(Fun, {K, V, Smaller, Bigger}) ->
    {K, Fun(K, V), gb_trees:mapped(Fun, Smaller), gb_trees:mapped(Fun, Bigger)}.
