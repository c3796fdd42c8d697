%% Functions of OTP's module `orddict`: lists of pairs, sorted by their keys.
%%
%% Keys are equal as by `==`.
-module(orddict).
-export([
    append/3, append_list/3, erase/2, fetch/2, fetch_keys/1, filter/2, find/2, fold/3, from_list/1,
    is_empty/1, is_key/2, map/2, merge/3, new/0, size/1, store/3, take/2, to_list/1, update/3, update/4,
    update_counter/3
]).

new() -> [].

to_list(D) -> D.

from_list([]) -> [];
from_list([{_, _}] = D) -> D;
from_list(L) -> lists:ukeysort(1, orddict:reversed(L, [])).

%% Of pairs with the same key the last one counts.
reversed([{_, _} = P | T], L) -> orddict:reversed(T, [P | L]);
reversed([], L) -> L.

size(D) -> length(D).

is_empty([]) -> true;
is_empty([_ | _]) -> false.

is_key(K, [{Other, _} | _]) when K < Other -> false;
is_key(K, [{Other, _} | D]) when K > Other -> orddict:is_key(K, D);
is_key(_, [{_, _} | _]) -> true;
is_key(_, []) -> false.

fetch(K, [{Other, _} | D]) when K > Other -> orddict:fetch(K, D);
fetch(K, [{Other, V} | _]) when K == Other -> V.

find(K, [{Other, _} | _]) when K < Other -> error;
find(K, [{Other, _} | D]) when K > Other -> orddict:find(K, D);
find(_, [{_, V} | _]) -> {ok, V};
find(_, []) -> error.

fetch_keys([{K, _} | D]) -> [K | orddict:fetch_keys(D)];
fetch_keys([]) -> [].

erase(K, [{Other, _} | _] = D) when K < Other -> D;
erase(K, [{Other, _} = P | D]) when K > Other -> [P | orddict:erase(K, D)];
erase(_, [{_, _} | D]) -> D;
erase(_, []) -> [].

take(K, D) -> orddict:taken(K, D, []).

taken(K, [{Other, _} | _], _) when K < Other -> error;
taken(K, [{Other, _} = P | D], Before) when K > Other -> orddict:taken(K, D, [P | Before]);
taken(_, [{_, V} | D], Before) -> {V, lists:reverse(Before, D)};
taken(_, [], _) -> error.

store(K, V, [{Other, _} | _] = D) when K < Other -> [{K, V} | D];
store(K, V, [{Other, _} = P | D]) when K > Other -> [P | orddict:store(K, V, D)];
store(K, V, [{_, _} | D]) -> [{K, V} | D];
store(K, V, []) -> [{K, V}].

append(K, V, [{Other, _} | _] = D) when K < Other -> [{K, [V]} | D];
append(K, V, [{Other, _} = P | D]) when K > Other -> [P | orddict:append(K, V, D)];
append(K, V, [{_, Old} | D]) -> [{K, Old ++ [V]} | D];
append(K, V, []) -> [{K, [V]}].

append_list(K, L, [{Other, _} | _] = D) when K < Other -> [{K, L} | D];
append_list(K, L, [{Other, _} = P | D]) when K > Other -> [P | orddict:append_list(K, L, D)];
append_list(K, L, [{_, Old} | D]) -> [{K, Old ++ L} | D];
append_list(K, L, []) -> [{K, L}].

update_counter(K, N, [{Other, _} | _] = D) when K < Other -> [{K, N} | D];
update_counter(K, N, [{Other, _} = P | D]) when K > Other -> [P | orddict:update_counter(K, N, D)];
update_counter(K, N, [{_, V} | D]) -> [{K, V + N} | D];
update_counter(K, N, []) -> [{K, N}].

update(K, Fun, [{Other, _} = P | D]) when K > Other -> [P | orddict:update(K, Fun, D)];
update(K, Fun, [{Other, V} | D]) when K == Other -> [{K, Fun(V)} | D].

update(K, _, V, [{Other, _} | _] = D) when K < Other -> [{K, V} | D];
update(K, Fun, V, [{Other, _} = P | D]) when K > Other -> [P | orddict:update(K, Fun, V, D)];
update(K, Fun, _, [{_, V} | D]) -> [{K, Fun(V)} | D];
update(K, _, V, []) -> [{K, V}].

fold(Fun, Acc, [{K, V} | D]) -> orddict:fold(Fun, Fun(K, V, Acc), D);
fold(Fun, Acc, []) when is_function(Fun, 3) -> Acc.

map(Fun, [{K, V} | D]) -> [{K, Fun(K, V)} | orddict:map(Fun, D)];
map(Fun, []) when is_function(Fun, 2) -> [].

filter(Fun, [{K, V} = P | D]) ->
    case Fun(K, V) of
        true -> [P | orddict:filter(Fun, D)];
        false -> orddict:filter(Fun, D)
    end;
filter(Fun, []) when is_function(Fun, 2) -> [].

merge(Fun, [{K, _} = P | D], [{L, _} | _] = E) when K < L -> [P | orddict:merge(Fun, D, E)];
merge(Fun, [{K, _} | _] = D, [{L, _} = P | E]) when K > L -> [P | orddict:merge(Fun, D, E)];
merge(Fun, [{K, V} | D], [{_, W} | E]) -> [{K, Fun(K, V, W)} | orddict:merge(Fun, D, E)];
merge(Fun, [], E) when is_function(Fun, 3) -> E;
merge(Fun, D, []) when is_function(Fun, 3) -> D.
