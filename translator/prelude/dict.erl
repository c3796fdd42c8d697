%% Functions of OTP's module `dict`.
%%
%% A dictionary is `{dict, Size, Pairs}` here, the newest pair last; OTP's is a hash table, through which it goes by the
%% slots of the keys (`hash.erl`). One that has ever had more than 80 pairs, for which OTP makes more slots, is
%% `{dict, Size, Pairs, grown}`: the order in which it is gone through is not known here, as where the hash of a key is
%% not known. Two dictionaries with the same entries may differ where OTP's are the same, or the other way round.
-module(dict).
-export([
    append/3, append_list/3, erase/2, fetch/2, fetch_keys/1, filter/2, find/2, fold/3, from_list/1, is_empty/1,
    is_key/2, map/2, merge/3, new/0, size/1, store/3, take/2, to_list/1, update/3, update/4, update_counter/3
]).

new() -> {dict, 0, []}.

from_list(L) -> dict:from_list(L, dict:new()).

from_list([{K, V} | T], D) -> dict:from_list(T, dict:store(K, V, D));
from_list([], D) -> D;
from_list([_ | _], _) -> error(function_clause);
from_list(L, {dict, 0, []}) -> error({case_clause, L});
from_list(_, _) -> error(function_clause).

size({dict, N, _}) -> N;
size({dict, N, _, grown}) -> N.

is_empty({dict, N, _}) -> N =:= 0;
is_empty({dict, N, _, grown}) -> N =:= 0.

pairs({dict, _, L}) -> L;
pairs({dict, _, L, grown}) -> L;
pairs(D) -> error({badrecord, D}).

%% The same dictionary with other pairs.
with({dict, _, _}, N, L) when N =< 80 -> {dict, N, L};
with(_, N, L) -> {dict, N, L, grown}.

is_key(K, D) -> dict:has(K, dict:pairs(D)).

has(K, [{K, _} | _]) -> true;
has(K, [_ | L]) -> dict:has(K, L);
has(_, []) -> false.

find(K, D) -> dict:found(K, dict:pairs(D)).

found(K, [{K, V} | _]) -> {ok, V};
found(K, [_ | L]) -> dict:found(K, L);
found(_, []) -> error.

fetch(K, D) ->
    case dict:find(K, D) of
        {ok, V} -> V;
        error -> error(badarg)
    end.

erase(K, D) -> dict:erased(K, dict:pairs(D), [], D).

erased(K, [{K, _} | L], Before, D) -> dict:with(D, dict:size(D) - 1, lists:reverse(Before, L));
erased(K, [P | L], Before, D) -> dict:erased(K, L, [P | Before], D);
erased(_, [], _, D) -> D.

take(K, D) ->
    case dict:find(K, D) of
        {ok, V} -> {V, dict:erase(K, D)};
        error -> error
    end.

%% The first value is for a key that is new.
put(K, New, V, D) ->
    L = dict:pairs(D),
    case dict:has(K, L) of
        true -> dict:with(D, dict:size(D), dict:replaced(K, V, L));
        false -> dict:with(D, dict:size(D) + 1, L ++ [{K, New}])
    end.

replaced(K, V, [{K, _} | L]) -> [{K, V} | L];
replaced(K, V, [P | L]) -> [P | dict:replaced(K, V, L)].

store(K, V, D) ->
    _ = dict:pairs(D),
    dict:put(K, V, V, D).

append(K, V, D) -> dict:append_list(K, [V], D).

append_list(K, L, D) ->
    case dict:find(K, D) of
        {ok, Old} -> dict:put(K, L, Old ++ L, D);
        error -> dict:put(K, L, L, D)
    end.

update_counter(K, N, D) when is_number(N) ->
    case dict:find(K, D) of
        {ok, Old} -> dict:put(K, N, Old + N, D);
        error -> dict:put(K, N, N, D)
    end.

update(K, Fun, D) ->
    case dict:find(K, D) of
        {ok, V} -> dict:store(K, Fun(V), D);
        error -> error(badarg)
    end.

update(K, Fun, New, D) ->
    case dict:find(K, D) of
        {ok, V} -> dict:store(K, Fun(V), D);
        error when is_function(Fun, 1) -> dict:store(K, New, D);
        error -> error(function_clause)
    end.

%% The entries as [Slot, Key | Value], the first slot first, or `none`.
slots({dict, _, [{K, V}]}) ->
    case erlang:slots([[K | V]]) of
        none -> [[0, K | V]];
        Slots -> Slots
    end;
slots({dict, _, L}) -> erlang:slots(dict:entries(L));
slots(D) ->
    _ = dict:pairs(D),
    none.

entries([{K, V} | L]) -> [[K | V] | dict:entries(L)];
entries([]) -> [].

%% The entries as OTP goes through them from the last slot on, or as many as there are, with anything in each place.
entries_down(D) ->
    case dict:slots(D) of
        none -> dict:blind(dict:pairs(D));
        Slots -> erlang:slots_down(Slots)
    end.

blind([P | L]) -> [[0, '$unordered_hash'(P) | '$unordered_hash'(P)] | dict:blind(L)];
blind([]) -> [].

to_list(D) -> dict:tuples(dict:entries_down(D), []).

tuples([[_, K | V] | T], L) -> dict:tuples(T, [{K, V} | L]);
tuples([], L) -> L.

fetch_keys(D) -> dict:keys(dict:entries_down(D), []).

keys([[_, K | _] | T], L) -> dict:keys(T, [K | L]);
keys([], L) -> L.

fold(Fun, Acc, D) when is_function(Fun, 3) ->
    case dict:slots(D) of
        none ->
            case '$quiet'(Fun) of
                true -> dict:some('$unordered_hash'(D), D);
                false -> dict:folded(Fun, Acc, dict:blind(dict:pairs(D)))
            end;
        Slots -> dict:folded(Fun, Acc, erlang:slots_down(Slots))
    end;
fold(Fun, Acc, D) ->
    case dict:entries_down(D) of
        [[16, K | V] | _] -> Fun(K, V, Acc);
        [[0, K | V] | _] -> dict:misused(fun() -> Fun(K, V, Acc) end, D);
        _ -> error(function_clause)
    end.

folded(_, Acc, []) -> Acc;
folded(Fun, Acc, [[_, K | V] | T]) -> dict:folded(Fun, Fun(K, V, Acc), T).

%% A value that is not known, or an exception.
some(true, D) -> error('$unordered_hash'(D));
some(_, D) -> '$unordered_hash'(D).

%% A fun of another kind is called or is not, which hangs on where the first entry stands.
misused(Fun, D) ->
    case '$unordered_hash'(D) of
        true -> Fun();
        _ -> error(function_clause)
    end.

map(Fun, D) when is_function(Fun, 2) ->
    case dict:slots(D) of
        none ->
            case '$quiet'(Fun) of
                true ->
                    try dict:with(D, dict:size(D), dict:mapped(Fun, dict:unslotted(D)))
                    catch error:_ -> error('$unordered_hash'(D))
                    end;
                false ->
                    dict:mapped(Fun, dict:blind(dict:pairs(D))),
                    '$unordered_hash'(D)
            end;
        Slots -> dict:with(D, dict:size(D), dict:mapped(Fun, Slots))
    end;
map(Fun, D) -> dict:map_misused(Fun, D).

unslotted(D) -> dict:slotless(dict:pairs(D)).

slotless([{K, V} | L]) -> [[0, K | V] | dict:slotless(L)];
slotless([]) -> [].

mapped(_, []) -> [];
mapped(Fun, [[_, K | V] | T]) ->
    New = Fun(K, V),
    [{K, New} | dict:mapped(Fun, T)].

map_misused(Fun, D) ->
    case dict:slots(D) of
        none -> dict:misused(fun() -> Fun('$unordered_hash'(D), '$unordered_hash'(D)) end, D);
        [[1, K | V] | _] -> Fun(K, V);
        [[0, K | V] | _] -> dict:misused(fun() -> Fun(K, V) end, D);
        _ -> error(function_clause)
    end.

filter(Fun, D) when is_function(Fun, 2) ->
    case dict:slots(D) of
        none ->
            case '$quiet'(Fun) of
                true ->
                    try dict:filtered(Fun, dict:unslotted(D), D)
                    catch error:_ -> error('$unordered_hash'(D))
                    end;
                false ->
                    dict:kept(Fun, dict:blind(dict:pairs(D))),
                    '$unordered_hash'(D)
            end;
        Slots -> dict:filtered(Fun, Slots, D)
    end;
filter(Fun, D) -> dict:map_misused(Fun, D).

filtered(Fun, Slots, D) ->
    L = dict:kept(Fun, Slots),
    dict:with(D, length(L), L).

kept(_, []) -> [];
kept(Fun, [[_, K | V] | T]) ->
    case Fun(K, V) of
        true -> [{K, V} | dict:kept(Fun, T)];
        false -> dict:kept(Fun, T)
    end.

%% OTP goes through the smaller one.
merge(Fun, A, B) ->
    case dict:is_smaller(A, B) of
        true -> dict:merge_into(Fun, A, B);
        false -> dict:merge_into(fun(K, V2, V1) -> Fun(K, V1, V2) end, B, A)
    end.

is_smaller(A, B) ->
    case dict:is_dict(A) andalso dict:is_dict(B) of
        true -> dict:size(A) < dict:size(B);
        false -> false
    end.

is_dict({dict, _, _}) -> true;
is_dict({dict, _, _, grown}) -> true;
is_dict(_) -> false.

merge_into(Fun, Small, D) ->
    case dict:slots(Small) of
        none ->
            case '$quiet'(Fun) of
                true ->
                    try dict:merged(Fun, dict:unslotted(Small), D)
                    catch error:_ -> error('$unordered_hash'(D))
                    end;
                false ->
                    dict:called(Fun, dict:blind(dict:pairs(Small))),
                    '$unordered_hash'(D)
            end;
        Slots -> dict:merged(Fun, erlang:slots_down(Slots), D)
    end.

%% Calls for keys that two dictionaries may have in common.
called(Fun, [[_, K | V] | T]) ->
    case '$unordered_hash'(T) of
        true -> Fun(K, V, '$unordered_hash'(T));
        _ -> none
    end,
    dict:called(Fun, T);
called(_, []) -> none.

merged(_, [], D) -> D;
merged(Fun, [[_, K | V1] | T], D) ->
    case dict:find(K, D) of
        {ok, V2} -> dict:merged(Fun, T, dict:store(K, Fun(K, V1, V2), D));
        error -> dict:merged(Fun, T, dict:store(K, V1, D))
    end.
