%% Functions of OTP's module `sets`.
%%
%% A set of the first version is `{set, Size, Elements}` here, the newest element first; OTP's is a hash table, through
%% which it goes by the slots of the elements (`hash.erl`). One that has ever had more than 80 elements, for which OTP
%% makes more slots, is `{set, Size, Elements, grown}`: the order in which it is gone through is not known here, as where
%% the hash of an element is not known. Two sets with the same elements may differ where OTP's are the same, or the
%% other way round. Sets of the second version are maps, as OTP's are.
-module(sets).
-export([
    add_element/2, del_element/2, filter/2, fold/3, from_list/1, from_list/2, intersection/1, intersection/2,
    is_disjoint/2, is_element/2, is_empty/1, is_set/1, is_subset/2, new/0, new/1, size/1, subtract/2, to_list/1,
    union/1, union/2
]).

new() -> {set, 0, []}.

new([{version, 2}]) -> #{};
new(Options) ->
    case sets:version(Options) of
        1 -> sets:new();
        2 -> #{}
    end.

version(Options) -> proplists:get_value(version, Options, 1).

from_list(L) -> sets:from_list_onto(L, sets:new()).

from_list(L, [{version, 2}]) -> maps:from_keys(L, []);
from_list(L, Options) ->
    case sets:version(Options) of
        1 -> sets:from_list(L);
        2 -> maps:from_keys(L, [])
    end.

from_list_onto([E | T], S) -> sets:from_list_onto(T, sets:add_element(E, S));
from_list_onto([], S) -> S;
from_list_onto(L, {set, 0, []}) -> error({case_clause, L});
from_list_onto(_, _) -> error(function_clause).

is_set(S) when is_map(S) -> true;
is_set({set, _, _}) -> true;
is_set({set, _, _, grown}) -> true;
is_set(_) -> false.

size(S) when is_map(S) -> map_size(S);
size({set, N, _}) -> N;
size({set, N, _, grown}) -> N.

is_empty(S) -> sets:size(S) =:= 0.

%% What a set of the first version holds.
held({set, _, L}) -> L;
held({set, _, L, grown}) -> L.

%% The same set with other elements.
with({set, _, _}, N, L) when N =< 80 -> {set, N, L};
with(_, N, L) -> {set, N, L, grown}.

is_element(E, S) when is_map(S) -> erlang:is_map_key(E, S);
is_element(E, S) -> lists:member(E, sets:held(S)).

add_element(E, S) when is_map(S) -> erlang:map_put(E, [], S);
add_element(E, S) ->
    L = sets:held(S),
    case lists:member(E, L) of
        true -> S;
        false -> sets:with(S, sets:size(S) + 1, [E | L])
    end.

del_element(E, S) when is_map(S) -> erlang:map_remove(E, S);
del_element(E, S) ->
    L = sets:held(S),
    case lists:member(E, L) of
        true -> sets:with(S, sets:size(S) - 1, lists:delete(E, L));
        false -> S
    end.

%% The smaller one goes into the larger one.
union(A, B) when is_map(A), is_map(B) -> maps:merge(A, B);
union(A, B) ->
    case sets:size(A) < sets:size(B) of
        true -> sets:added(A, B);
        false -> sets:added(B, A)
    end.

added(A, S) -> sets:from_list_onto(sets:elements(A), S).

%% The elements as they come in their slots, whichever these are.
elements(S) when is_map(S) -> maps:keys(S);
elements(S) -> sets:held(S).

union([A, B | L]) -> sets:united(sets:union(A, B), L);
union([A]) -> A;
union([]) -> sets:new().

united(A, [B | L]) -> sets:united(sets:union(A, B), L);
united(A, []) -> A.

intersection(A, B) when is_map(A), is_map(B) ->
    case map_size(A) < map_size(B) of
        true -> sets:chosen(true, A, B);
        false -> sets:chosen(true, B, A)
    end;
intersection(A, B) ->
    case sets:size(A) < sets:size(B) of
        true -> sets:inside(true, A, B);
        false -> sets:inside(true, B, A)
    end.

%% The elements of which it holds, or does not, that they are in another set. Slots are turned round, as by `filter`.
inside(Kept, A, B) when is_map(A) -> maps:from_keys(sets:inside_of(Kept, maps:keys(A), B, []), []);
inside(Kept, A, B) ->
    L = sets:inside_of(Kept, sets:held(A), B, []),
    sets:with(A, length(L), L).

inside_of(Kept, [E | L], S, Found) ->
    case sets:is_element(E, S) of
        Kept -> sets:inside_of(Kept, L, S, [E | Found]);
        _ -> sets:inside_of(Kept, L, S, Found)
    end;
inside_of(_, [], _, Found) -> Found.

%% The same of two maps. What stands beside an element is kept if less than three quarters of them stay.
chosen(Kept, A, B) ->
    case sets:is_plain(A) of
        true -> maps:from_keys(sets:inside_of(Kept, maps:heads(erlang:map_pairs(A)), B, []), []);
        false -> sets:chosen(Kept, maps:keys(A), [], [], map_size(A) * 3 div 4, A, B)
    end.

is_plain(S) -> sets:are_plain(erlang:map_pairs(S)).

are_plain([[_ | V] | L]) -> V =:= [] andalso sets:are_plain(L);
are_plain([]) -> true.

chosen(Kept, L, _, Left, 0, A, B) -> sets:without_others(Kept, L, lists:foldl(fun maps:remove/2, A, Left), B);
chosen(Kept, [E | L], Found, Left, N, A, B) ->
    case erlang:is_map_key(E, B) of
        Kept -> sets:chosen(Kept, L, [E | Found], Left, N - 1, A, B);
        _ -> sets:chosen(Kept, L, Found, [E | Left], N, A, B)
    end;
chosen(_, [], Found, _, _, _, _) -> maps:from_keys(Found, []).

without_others(Kept, [E | L], S, B) ->
    case erlang:is_map_key(E, B) of
        Kept -> sets:without_others(Kept, L, S, B);
        _ -> sets:without_others(Kept, L, erlang:map_remove(E, S), B)
    end;
without_others(_, [], S, _) -> S.

intersection([A, B | L]) -> sets:intersected(sets:intersection(A, B), L);
intersection([A]) -> A.

intersected(A, [B | L]) -> sets:intersected(sets:intersection(A, B), L);
intersected(A, []) -> A.

is_disjoint(A, B) ->
    case sets:size(A) < sets:size(B) of
        true -> sets:are_elsewhere(sets:elements(A), B);
        false -> sets:are_elsewhere(sets:elements(B), A)
    end.

are_elsewhere([E | L], S) -> not sets:is_element(E, S) andalso sets:are_elsewhere(L, S);
are_elsewhere([], _) -> true.

subtract(A, B) when is_map(A), is_map(B) -> sets:chosen(false, A, B);
subtract(A, B) -> sets:inside(false, A, B).

is_subset(A, B) when is_map(A), is_map(B), map_size(A) > map_size(B) -> false;
is_subset(A, B) -> sets:are_elements(sets:elements(A), B).

are_elements([E | L], S) -> sets:is_element(E, S) andalso sets:are_elements(L, S);
are_elements([], _) -> true.

%% The elements as [Slot, Element], the first slot first, or `none`.
slots({set, _, [E]}) -> [[1, E]];
slots({set, _, L}) -> erlang:slots(sets:entries(L));
slots({set, _, _, grown}) -> none.

entries([E | L]) -> [[E] | sets:entries(L)];
entries([]) -> [].

%% The elements as OTP goes through them from the last slot on, or as many as there are, with anything in each place.
elements_down(S) ->
    case sets:slots(S) of
        none -> sets:blind(sets:held(S));
        Slots -> sets:in_slots(erlang:slots_down(Slots))
    end.

in_slots([[_, E] | L]) -> [E | sets:in_slots(L)];
in_slots([]) -> [].

blind([E | L]) -> ['$unordered_hash'(E) | sets:blind(L)];
blind([]) -> [].

to_list(S) when is_map(S) -> maps:keys(S);
to_list(S) -> lists:reverse(sets:elements_down(S)).

fold(Fun, Acc, S) when is_map(S), is_function(Fun, 2) -> maps:fold(fun(E, _, Next) -> Fun(E, Next) end, Acc, S);
fold(Fun, Acc, S) when is_function(Fun, 2) ->
    case sets:slots(S) of
        none ->
            case '$quiet'(Fun) of
                true -> dict:some('$unordered_hash'(S), S);
                false -> sets:folded(Fun, Acc, sets:blind(sets:held(S)))
            end;
        Slots -> sets:folded(Fun, Acc, sets:in_slots(erlang:slots_down(Slots)))
    end.

folded(_, Acc, []) -> Acc;
folded(Fun, Acc, [E | T]) -> sets:folded(Fun, Fun(E, Acc), T).

filter(Fun, S) when is_map(S), is_function(Fun, 1) ->
    maps:map(fun(_, _) -> [] end, maps:filter(fun(E, _) -> Fun(E) end, S));
filter(Fun, S) when is_function(Fun, 1) ->
    case sets:slots(S) of
        none ->
            case '$quiet'(Fun) of
                true ->
                    try sets:kept_of(Fun, sets:held(S), S)
                    catch error:_ -> error('$unordered_hash'(S))
                    end;
                false ->
                    sets:kept(Fun, sets:blind(sets:held(S)), []),
                    '$unordered_hash'(S)
            end;
        Slots -> sets:kept_of(Fun, sets:in_slots(Slots), S)
    end.

kept_of(Fun, Elements, S) ->
    L = sets:kept(Fun, Elements, []),
    sets:with(S, length(L), L).

%% Those of one slot come the other way round.
kept(Fun, [E | T], L) ->
    case Fun(E) of
        true -> sets:kept(Fun, T, [E | L]);
        false -> sets:kept(Fun, T, L)
    end;
kept(_, [], L) -> L.
