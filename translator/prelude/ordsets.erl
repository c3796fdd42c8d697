%% Functions of OTP's module `ordsets`: sorted lists without two equal elements.
-module(ordsets).
-export([
    add_element/2, del_element/2, filter/2, fold/3, from_list/1, intersection/1, intersection/2,
    is_disjoint/2, is_element/2, is_empty/1, is_set/1, is_subset/2, new/0, size/1, subtract/2, to_list/1,
    union/1, union/2
]).

new() -> [].

to_list(S) -> S.

from_list(L) -> lists:usort(L).

size(S) -> length(S).

is_empty(S) -> S =:= [].

is_set([E | S]) -> ordsets:is_set_after(E, S);
is_set([]) -> true;
is_set(_) -> false.

is_set_after(Last, [E | S]) when Last < E -> ordsets:is_set_after(E, S);
is_set_after(_, [_ | _]) -> false;
is_set_after(_, []) -> true.

is_element(E, [H | S]) when E > H -> ordsets:is_element(E, S);
is_element(E, [H | _]) when E < H -> false;
is_element(_, [_ | _]) -> true;
is_element(_, []) -> false.

add_element(E, [H | S]) when E > H -> [H | ordsets:add_element(E, S)];
add_element(E, [H | _] = S) when E < H -> [E | S];
add_element(_, [_ | _] = S) -> S;
add_element(E, []) -> [E].

del_element(E, [H | S]) when E > H -> [H | ordsets:del_element(E, S)];
del_element(E, [H | _] = S) when E < H -> S;
del_element(_, [_ | S]) -> S;
del_element(_, []) -> [].

union(L) -> lists:umerge(L).

%% The sets change places: what is no list is found on the other side only.
union([A | As], [B | _] = Bs) when A < B -> [A | ordsets:union(As, Bs)];
union([A | _] = As, [B | Bs]) when A > B -> [B | ordsets:union(Bs, As)];
union([A | As], [_ | Bs]) -> [A | ordsets:union(As, Bs)];
union([], Bs) -> Bs;
union(As, []) -> As.

intersection([A, B | L]) -> ordsets:intersected(ordsets:intersection(A, B), L);
intersection([A]) -> A.

intersected(A, [B | L]) -> ordsets:intersected(ordsets:intersection(A, B), L);
intersected(A, []) -> A.

intersection([A | As], [B | _] = Bs) when A < B -> ordsets:intersection(As, Bs);
intersection([A | _] = As, [B | Bs]) when A > B -> ordsets:intersection(Bs, As);
intersection([A | As], [_ | Bs]) -> [A | ordsets:intersection(As, Bs)];
intersection([], _) -> [];
intersection(_, []) -> [].

is_disjoint([A | As], [B | _] = Bs) when A < B -> ordsets:is_disjoint(As, Bs);
is_disjoint([A | _] = As, [B | Bs]) when A > B -> ordsets:is_disjoint(Bs, As);
is_disjoint([_ | _], [_ | _]) -> false;
is_disjoint([], _) -> true;
is_disjoint(_, []) -> true.

subtract([A | As], [B | _] = Bs) when A < B -> [A | ordsets:subtract(As, Bs)];
subtract([A | _] = As, [B | Bs]) when A > B -> ordsets:subtract(As, Bs);
subtract([_ | As], [_ | Bs]) -> ordsets:subtract(As, Bs);
subtract([], _) -> [];
subtract(As, []) -> As.

is_subset([A | _], [B | _]) when A < B -> false;
is_subset([A | _] = As, [B | Bs]) when A > B -> ordsets:is_subset(As, Bs);
is_subset([_ | As], [_ | Bs]) -> ordsets:is_subset(As, Bs);
is_subset([], _) -> true;
is_subset(_, []) -> false.

fold(Fun, Acc, S) -> lists:foldl(Fun, Acc, S).

filter(Fun, S) -> lists:filter(Fun, S).
