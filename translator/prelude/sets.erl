%% Functions of OTP's module `sets` on sets of its first version, but for those whose result hangs on the order
%% of the elements.
%%
%% A set is `{set, Size, Elements}` here, the newest element last; OTP's is a hash table, whose order nobody
%% knows here. So `filter/2`, `fold/3` and `to_list/1` are missing, and two sets with the same elements may
%% differ where OTP's are the same, or the other way round. Sets of the second version are maps, which are not
%% here.
-module(sets).
-export([
    add_element/2, del_element/2, from_list/1, intersection/1, intersection/2, is_disjoint/2, is_element/2,
    is_empty/1, is_set/1, is_subset/2, new/0, size/1, subtract/2, union/1, union/2
]).

new() -> {set, 0, []}.

from_list(L) -> sets:from_list(L, sets:new()).

from_list([E | T], S) -> sets:from_list(T, sets:add_element(E, S));
from_list([], S) -> S;
from_list(L, {set, 0, []}) -> error({case_clause, L});
from_list(_, _) -> error(function_clause).

is_set({set, _, _}) -> true;
is_set(_) -> false.

size({set, N, _}) -> N.

is_empty({set, N, _}) -> N =:= 0.

is_element(E, {set, _, L}) -> lists:member(E, L).

add_element(E, {set, N, L} = S) ->
    case lists:member(E, L) of
        true -> S;
        false -> {set, N + 1, L ++ [E]}
    end.

del_element(E, {set, N, L} = S) ->
    case lists:member(E, L) of
        true -> {set, N - 1, lists:delete(E, L)};
        false -> S
    end.

%% The smaller one goes into the larger one.
union(A, B) ->
    case sets:size(A) < sets:size(B) of
        true -> sets:added(A, B);
        false -> sets:added(B, A)
    end.

added({set, _, L}, S) -> sets:from_list(L, S).

union([A, B | L]) -> sets:united(sets:union(A, B), L);
union([A]) -> A;
union([]) -> sets:new().

united(A, [B | L]) -> sets:united(sets:union(A, B), L);
united(A, []) -> A.

intersection(A, B) ->
    case sets:size(A) < sets:size(B) of
        true -> sets:common(A, B);
        false -> sets:common(B, A)
    end.

common({set, _, L}, S) -> sets:set_of(sets:inside(L, S)).

set_of(L) -> {set, length(L), L}.

inside([E | L], S) ->
    case sets:is_element(E, S) of
        true -> [E | sets:inside(L, S)];
        false -> sets:inside(L, S)
    end;
inside([], _) -> [].

intersection([A, B | L]) -> sets:intersected(sets:intersection(A, B), L);
intersection([A]) -> A.

intersected(A, [B | L]) -> sets:intersected(sets:intersection(A, B), L);
intersected(A, []) -> A.

is_disjoint(A, B) ->
    case sets:size(A) < sets:size(B) of
        true -> sets:is_empty(sets:common(A, B));
        false -> sets:is_empty(sets:common(B, A))
    end.

subtract({set, _, L}, S) -> sets:set_of(sets:outside(L, S)).

outside([E | L], S) ->
    case sets:is_element(E, S) of
        true -> sets:outside(L, S);
        false -> [E | sets:outside(L, S)]
    end;
outside([], _) -> [].

is_subset({set, _, L}, S) -> sets:are_elements(L, S).

are_elements([E | L], S) -> sets:is_element(E, S) andalso sets:are_elements(L, S);
are_elements([], _) -> true.
