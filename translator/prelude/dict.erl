%% Functions of OTP's module `dict`, but for those whose result hangs on the order of the entries.
%%
%% A dictionary is `{dict, Size, Pairs}` here, the newest pair last; OTP's is a hash table, whose order nobody
%% knows here. So `fetch_keys/1`, `filter/2`, `fold/3`, `map/2`, `merge/3` and `to_list/1` are missing, and two
%% dictionaries with the same entries may differ where OTP's are the same, or the other way round.
-module(dict).
-export([
    append/3, append_list/3, erase/2, fetch/2, find/2, from_list/1, is_empty/1, is_key/2, new/0, size/1,
    store/3, take/2, update/3, update/4, update_counter/3
]).

new() -> {dict, 0, []}.

from_list(L) -> dict:from_list(L, dict:new()).

from_list([{K, V} | T], D) -> dict:from_list(T, dict:store(K, V, D));
from_list([], D) -> D;
from_list([_ | _], _) -> error(function_clause);
from_list(L, {dict, 0, []}) -> error({case_clause, L});
from_list(_, _) -> error(function_clause).

size({dict, N, _}) -> N.

is_empty({dict, N, _}) -> N =:= 0.

pairs({dict, _, L}) -> L;
pairs(D) -> error({badrecord, D}).

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

erased(K, [{K, _} | L], Before, {dict, N, _}) -> {dict, N - 1, lists:reverse(Before, L)};
erased(K, [P | L], Before, D) -> dict:erased(K, L, [P | Before], D);
erased(_, [], _, D) -> D.

take(K, D) ->
    case dict:find(K, D) of
        {ok, V} -> {V, dict:erase(K, D)};
        error -> error
    end.

%% The first value is for a key that is new.
put(K, New, V, {dict, N, L} = D) ->
    case dict:is_key(K, D) of
        true -> {dict, N, dict:replaced(K, V, L)};
        false -> {dict, N + 1, L ++ [{K, New}]}
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
