%% The functions of OTP's maps. In which order OTP goes through more than 32
%% entries is not known: a fun that acts or ends in its own way is called with what is not known then; one that only
%% computes may fail for any of the entries that it fails for.
-module(maps).
-export([
    filter/2, filtermap/2, find/2, fold/3, foreach/2, from_keys/2, from_list/1, get/2, get/3,
    groups_from_list/2, groups_from_list/3, intersect/2, intersect_with/3, is_key/2, iterator/1, keys/1, map/2,
    merge/2, merge_with/3, new/0, next/1, put/3, remove/2, size/1, take/2, to_list/1, update/3, update_with/3,
    update_with/4, values/1, with/2, without/2
]).

new() -> #{}.

size(M) -> map_size(M).

get(K, M) -> erlang:map_get(K, M).

get(K, M, Default) when is_map(M) ->
    case erlang:map_find(K, M) of
        [V] -> V;
        [] -> Default
    end;
get(_, M, _) -> error({badmap, M}).

find(K, M) when is_map(M) ->
    case erlang:map_find(K, M) of
        [V] -> {ok, V};
        [] -> error
    end;
find(_, M) -> error({badmap, M}).

is_key(K, M) -> erlang:is_map_key(K, M).

put(K, V, M) when is_map(M) -> erlang:map_put(K, V, M);
put(_, _, M) -> error({badmap, M}).

update(K, V, M) when is_map(M) -> erlang:map_update(K, V, M);
update(_, _, M) -> error({badmap, M}).

remove(K, M) when is_map(M) -> erlang:map_remove(K, M);
remove(_, M) -> error({badmap, M}).

take(K, M) when is_map(M) ->
    case erlang:map_find(K, M) of
        [V] -> {V, erlang:map_remove(K, M)};
        [] -> error
    end;
take(_, M) -> error({badmap, M}).

keys(M) when is_map(M) -> maps:heads(erlang:map_entries(M));
keys(M) -> error({badmap, M}).

values(M) when is_map(M) -> maps:tails(erlang:map_entries(M));
values(M) -> error({badmap, M}).

to_list(M) when is_map(M) -> maps:tuples(erlang:map_entries(M));
to_list(M) -> error({badmap, M}).

heads([]) -> [];
heads([[K | _] | T]) -> [K | maps:heads(T)].

tails([]) -> [];
tails([[_ | V] | T]) -> [V | maps:tails(T)].

tuples([]) -> [];
tuples([[K | V] | T]) -> [{K, V} | maps:tuples(T)].

from_list(L) -> maps:from_list(L, #{}).

from_list([{K, V} | T], M) -> maps:from_list(T, erlang:map_put(K, V, M));
from_list([], M) -> M;
from_list(_, _) -> error(badarg).

from_keys(L, V) -> maps:from_keys(L, V, #{}).

from_keys([K | T], V, M) -> maps:from_keys(T, V, erlang:map_put(K, V, M));
from_keys([], _, M) -> M;
from_keys(_, _, _) -> error(badarg).

merge(A, B) when is_map(A), is_map(B) -> maps:merged(erlang:map_pairs(B), A);
merge(A, B) when is_map(A) -> error({badmap, B});
merge(A, _) -> error({badmap, A}).

merged([], M) -> M;
merged([[K | V] | T], M) -> maps:merged(T, erlang:map_put(K, V, M)).

intersect(A, B) when is_map(A), is_map(B) -> maps:common(erlang:map_pairs(B), A, #{});
intersect(A, B) when is_map(A) -> error({badmap, B});
intersect(A, _) -> error({badmap, A}).

common([], _, M) -> M;
common([[K | V] | T], A, M) ->
    case erlang:map_find(K, A) of
        [_] -> maps:common(T, A, erlang:map_put(K, V, M));
        [] -> maps:common(T, A, M)
    end.

with(L, M) when is_list(L), is_map(M) -> maps:with(L, M, #{});
with(_, M) when is_map(M) -> error(badarg);
with(_, M) -> error({badmap, M}).

with([K | T], M, Taken) ->
    case erlang:map_find(K, M) of
        [V] -> maps:with(T, M, erlang:map_put(K, V, Taken));
        [] -> maps:with(T, M, Taken)
    end;
with([], _, Taken) -> Taken;
with(_, _, _) -> error(function_clause).

without(L, M) when is_list(L), is_map(M) -> lists:foldl(fun maps:remove/2, M, L);
without(_, M) when is_map(M) -> error(badarg);
without(_, M) -> error({badmap, M}).

update_with(K, Fun, M) when is_function(Fun, 1), is_map(M) ->
    case erlang:map_find(K, M) of
        [V] -> erlang:map_put(K, Fun(V), M);
        [] -> error({badkey, K})
    end;
update_with(_, Fun, M) -> maps:misused(M, is_function(Fun)).

update_with(K, Fun, Init, M) when is_function(Fun, 1), is_map(M) ->
    case erlang:map_find(K, M) of
        [V] -> erlang:map_put(K, Fun(V), M);
        [] -> erlang:map_put(K, Init, M)
    end;
update_with(_, Fun, _, M) -> maps:misused(M, is_function(Fun)).

misused(M, _) when is_map(M) -> error(badarg);
misused(M, _) -> error({badmap, M}).

fold(Fun, Acc, M) when is_function(Fun, 3), is_map(M) ->
    case '$quiet'(Fun) of
        true ->
            case erlang:map_ordered(M) of
                true -> maps:folded(Fun, Acc, erlang:map_pairs(M));
                false -> maps:some('$unordered'(M), M)
            end;
        false -> maps:folded(Fun, Acc, erlang:map_entries(M))
    end;
fold(Fun, Acc, I) when is_function(Fun, 3) -> maps:folded(Fun, Acc, maps:from_iterator(I));
fold(_, _, _) -> error(badarg).

%% A value that is not known, or an exception.
some(true, M) -> error('$unordered'(M));
some(_, M) -> '$unordered'(M).

folded(_, Acc, []) -> Acc;
folded(Fun, Acc, [[K | V] | T]) -> maps:folded(Fun, Fun(K, V, Acc), T);
folded(_, _, _) -> error(badarg).

foreach(Fun, M) when is_function(Fun, 2), is_map(M) ->
    case '$quiet'(Fun) of
        true ->
            case erlang:map_ordered(M) of
                true -> maps:each(Fun, erlang:map_pairs(M));
                false ->
                    try maps:each(Fun, erlang:map_pairs(M))
                    catch error:_ -> error('$unordered'(M))
                    end
            end;
        false -> maps:each(Fun, erlang:map_entries(M))
    end;
foreach(Fun, I) when is_function(Fun, 2) -> maps:each(Fun, maps:from_iterator(I));
foreach(_, _) -> error(badarg).

each(_, []) -> ok;
each(Fun, [[K | V] | T]) ->
    Fun(K, V),
    maps:each(Fun, T);
each(_, _) -> error(badarg).

map(Fun, M) when is_function(Fun, 2), is_map(M) ->
    case erlang:map_ordered(M) of
        true -> maps:from_list(maps:mapped(Fun, erlang:map_pairs(M)), #{});
        false ->
            case '$quiet'(Fun) of
                true ->
                    try maps:from_list(maps:mapped(Fun, erlang:map_pairs(M)), #{})
                    catch error:_ -> error('$unordered'(M))
                    end;
                false ->
                    maps:each(Fun, erlang:map_entries(M)),
                    '$unordered_map'(M)
            end
    end;
map(Fun, I) when is_function(Fun, 2) -> maps:from_list(maps:mapped(Fun, maps:from_iterator(I)), #{});
map(_, _) -> error(badarg).

mapped(_, []) -> [];
mapped(Fun, [[K | V] | T]) ->
    New = Fun(K, V),
    [{K, New} | maps:mapped(Fun, T)];
mapped(_, _) -> error(badarg).

filter(Fun, M) when is_function(Fun, 2), is_map(M) ->
    case erlang:map_ordered(M) of
        true -> maps:from_list(maps:filtered(Fun, erlang:map_pairs(M)), #{});
        false ->
            case '$quiet'(Fun) of
                true ->
                    try maps:from_list(maps:filtered(Fun, erlang:map_pairs(M)), #{})
                    catch error:_ -> error('$unordered'(M))
                    end;
                false ->
                    maps:tested(Fun, erlang:map_entries(M)),
                    '$unordered_map'(M)
            end
    end;
filter(Fun, I) when is_function(Fun, 2) -> maps:from_list(maps:filtered(Fun, maps:from_iterator(I)), #{});
filter(_, _) -> error(badarg).

filtered(_, []) -> [];
filtered(Fun, [[K | V] | T]) ->
    case Fun(K, V) of
        true -> [{K, V} | maps:filtered(Fun, T)];
        false -> maps:filtered(Fun, T)
    end;
filtered(_, _) -> error(badarg).

%% The calls alone.
tested(_, []) -> ok;
tested(Fun, [[K | V] | T]) ->
    case Fun(K, V) of
        true -> maps:tested(Fun, T);
        false -> maps:tested(Fun, T)
    end.

filtermap(Fun, M) when is_function(Fun, 2), is_map(M) ->
    case erlang:map_ordered(M) of
        true -> maps:from_list(maps:filtermapped(Fun, erlang:map_pairs(M)), #{});
        false ->
            case '$quiet'(Fun) of
                true ->
                    try maps:from_list(maps:filtermapped(Fun, erlang:map_pairs(M)), #{})
                    catch error:_ -> error('$unordered'(M))
                    end;
                false ->
                    maps:decided(Fun, erlang:map_entries(M)),
                    '$unordered_map'(M)
            end
    end;
filtermap(Fun, I) when is_function(Fun, 2) -> maps:from_list(maps:filtermapped(Fun, maps:from_iterator(I)), #{});
filtermap(_, _) -> error(badarg).

filtermapped(_, []) -> [];
filtermapped(Fun, [[K | V] | T]) ->
    case Fun(K, V) of
        true -> [{K, V} | maps:filtermapped(Fun, T)];
        {true, New} -> [{K, New} | maps:filtermapped(Fun, T)];
        false -> maps:filtermapped(Fun, T)
    end;
filtermapped(_, _) -> error(badarg).

%% The calls alone.
decided(_, []) -> ok;
decided(Fun, [[K | V] | T]) ->
    case Fun(K, V) of
        true -> maps:decided(Fun, T);
        {true, _} -> maps:decided(Fun, T);
        false -> maps:decided(Fun, T)
    end.

%% OTP goes through the smaller map, in its order.
merge_with(Fun, A, B) when is_map(A), is_map(B), is_function(Fun, 3) ->
    case map_size(A) > map_size(B) of
        true -> maps:merge_into(Fun, B, A);
        false -> maps:merge_into(fun(K, V1, V2) -> Fun(K, V2, V1) end, A, B)
    end;
merge_with(Fun, A, B) when is_function(Fun, 3) -> maps:misused(A, B, true);
merge_with(_, _, _) -> error(badarg).

merge_into(Fun, Small, M) ->
    case erlang:map_ordered(Small) of
        true -> maps:merged_with(Fun, erlang:map_pairs(Small), M);
        false ->
            case '$quiet'(Fun) of
                true ->
                    try maps:merged_with(Fun, erlang:map_pairs(Small), M)
                    catch error:_ -> error('$unordered'(M))
                    end;
                false -> maps:called(Fun, erlang:map_entries(Small))
            end
    end.

%% What comes of calls with keys that two maps may have in common.
called(Fun, [[K | V] | T]) ->
    case '$unordered'(T) of
        true -> Fun(K, V, '$unordered'(T));
        _ -> none
    end,
    maps:called(Fun, T);
called(_, M) -> '$unordered_map'(M).

merged_with(_, [], M) -> M;
merged_with(Fun, [[K | V2] | T], M) ->
    case erlang:map_find(K, M) of
        [V1] -> maps:merged_with(Fun, T, erlang:map_put(K, Fun(K, V1, V2), M));
        [] -> maps:merged_with(Fun, T, erlang:map_put(K, V2, M))
    end.

intersect_with(Fun, A, B) when is_map(A), is_map(B), is_function(Fun, 3) ->
    case map_size(A) =< map_size(B) of
        true -> maps:intersect_into(Fun, A, B);
        false -> maps:intersect_into(fun(K, V1, V2) -> Fun(K, V2, V1) end, B, A)
    end;
intersect_with(Fun, A, B) when is_function(Fun, 3) -> maps:misused(A, B, true);
intersect_with(_, _, _) -> error(badarg).

intersect_into(Fun, Small, M) ->
    case erlang:map_ordered(Small) of
        true -> maps:common_with(Fun, erlang:map_pairs(Small), M, #{});
        false ->
            case '$quiet'(Fun) of
                true ->
                    try maps:common_with(Fun, erlang:map_pairs(Small), M, #{})
                    catch error:_ -> error('$unordered'(M))
                    end;
                false -> maps:called(Fun, erlang:map_entries(Small))
            end
    end.

common_with(_, [], _, Taken) -> Taken;
common_with(Fun, [[K | V1] | T], M, Taken) ->
    case erlang:map_find(K, M) of
        [V2] -> maps:common_with(Fun, T, M, erlang:map_put(K, Fun(K, V1, V2), Taken));
        [] -> maps:common_with(Fun, T, M, Taken)
    end.

misused(A, B, _) when is_map(A) -> error({badmap, B});
misused(A, _, _) -> error({badmap, A}).

groups_from_list(Fun, L) when is_function(Fun, 1) ->
    case erlang:is_proper(L) of
        true -> maps:grouped(Fun, lists:reverse(L), #{});
        false -> error(badarg)
    end;
groups_from_list(_, _) -> error(badarg).

grouped(_, [], M) -> M;
grouped(Fun, [E | T], M) ->
    K = Fun(E),
    maps:grouped(Fun, T, erlang:map_put(K, [E | maps:get(K, M, [])], M)).

groups_from_list(Fun, Value, L) when is_function(Fun, 1), is_function(Value, 1) ->
    case erlang:is_proper(L) of
        true -> maps:grouped(Fun, Value, lists:reverse(L), #{});
        false -> error(badarg)
    end;
groups_from_list(_, _, _) -> error(badarg).

grouped(_, _, [], M) -> M;
grouped(Fun, Value, [E | T], M) ->
    K = Fun(E),
    V = Value(E),
    maps:grouped(Fun, Value, T, erlang:map_put(K, [V | maps:get(K, M, [])], M)).

iterator(M) when is_map(M) -> [0 | M];
iterator(M) -> error({badmap, M}).

%% The first entry, with what follows it: of smaller maps all of it at once.
next({K, V, I}) -> {K, V, I};
next(none) -> none;
next([P | M]) when is_integer(P), is_map(M), P >= 0 ->
    case erlang:map_ordered(M) of
        true when P =< map_size(M) -> maps:chained(erlang:map_pairs(M));
        true -> error(badarg);
        false -> maps:some_next(P, M)
    end;
next(_) -> error(badarg).

some_next(0, M) -> '$unordered'(M);
some_next(_, M) ->
    case '$unordered'(M) of
        true -> '$unordered'(M);
        _ -> error(badarg)
    end.

chained([[K | V] | T]) -> {K, V, maps:chained(T)};
chained([]) -> none.

%% The entries that an iterator goes through; behind them `badarg` where it goes on with none.
from_iterator(I) ->
    case maps:iterated(I) of
        badarg -> error({badmap, I});
        L -> L
    end.

iterated({K, V, I}) -> [[K | V] | maps:iterated(I)];
iterated(none) -> [];
iterated([P | M]) when is_integer(P), is_map(M), P >= 0 -> maps:entries_from(P, M);
iterated(_) -> badarg.

%% Where OTP goes on in a larger map is not known.
entries_from(P, M) ->
    case erlang:map_ordered(M) of
        true when P =< map_size(M) -> erlang:map_pairs(M);
        true -> badarg;
        false when P =:= 0 -> erlang:map_entries(M);
        false -> '$unordered'(M)
    end.
