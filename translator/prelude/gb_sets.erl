%% Functions of OTP's module `gb_sets`: `{Size, Tree}`, a node is `{Element, Smaller, Bigger}`, no tree `nil`.
%%
%% The trees have OTP's shape, see `gb_trees`. Where two sets become one it hangs on their sizes: beside a much smaller
%% set the elements are looked up in the larger one, or put into it; else both are gone through side by side.
-module(gb_sets).
-export([
    add/2, add_element/2, balance/1, del_element/2, delete/2, delete_any/2, difference/2, empty/0, filter/2, fold/3,
    from_list/1, from_ordset/1, insert/2, intersection/1, intersection/2, is_disjoint/2, is_element/2, is_empty/1,
    is_member/2, is_set/1, is_subset/2, iterator/1, iterator_from/2, largest/1, new/0, next/1, singleton/1, size/1,
    smallest/1, subtract/2, take_largest/1, take_smallest/1, to_list/1, union/1, union/2
]).

empty() -> {0, nil}.

new() -> {0, nil}.

is_empty({0, nil}) -> true;
is_empty(_) -> false.

size({N, _}) -> N.

singleton(E) -> {1, {E, nil, nil}}.

is_set({0, nil}) -> true;
is_set({N, {_, _, _}}) when is_integer(N), N >= 0 -> true;
is_set(_) -> false.

is_element(E, S) -> gb_sets:is_member(E, S).

is_member(E, {_, T}) -> gb_sets:has(E, T).

has(E, {Other, Smaller, _}) when E < Other -> gb_sets:has(E, Smaller);
has(E, {Other, _, Bigger}) when E > Other -> gb_sets:has(E, Bigger);
has(_, {_, _, _}) -> true;
has(_, nil) -> false.

insert(E, {N, T}) ->
    Size = N + 1,
    {Size, gb_sets:inserted(E, T, Size * Size)}.

inserted(E, {Other, Smaller, Bigger}, Budget) when E < Other ->
    case gb_sets:inserted(E, Smaller, Budget div 2) of
        {New, H, N} when is_integer(H) -> gb_sets:looked_at({Other, New, Bigger}, H, N, Bigger);
        New -> {Other, New, Bigger}
    end;
inserted(E, {Other, Smaller, Bigger}, Budget) when E > Other ->
    case gb_sets:inserted(E, Bigger, Budget div 2) of
        {New, H, N} when is_integer(H) -> gb_sets:looked_at({Other, Smaller, New}, H, N, Smaller);
        New -> {Other, Smaller, New}
    end;
inserted(E, nil, 0) -> {{E, nil, nil}, 1, 1};
inserted(E, nil, _) -> {E, nil, nil};
inserted(E, _, _) -> error({key_exists, E}).

looked_at(T, H, N, Sister) ->
    {Height, Size} = gb_sets:measured(Sister),
    gb_sets:built_again(T, 2 * max(H, Height), N + Size + 1).

built_again(T, H, N) when H > N * N -> gb_sets:balanced(gb_sets:in_order(T, []), N);
built_again(T, H, N) -> {T, H, N}.

measured({_, nil, nil}) -> {1, 1};
measured({_, Smaller, Bigger}) ->
    {H, N} = gb_sets:measured(Smaller),
    {I, M} = gb_sets:measured(Bigger),
    {2 * max(H, I), N + M + 1};
measured(nil) -> {1, 0}.

add_element(E, S) -> gb_sets:add(E, S).

add(E, S) ->
    case gb_sets:is_member(E, S) of
        true -> S;
        false -> gb_sets:insert(E, S)
    end.

balance({N, T}) -> {N, gb_sets:balanced(gb_sets:in_order(T, []), N)}.

balanced(L, N) ->
    {T, _} = gb_sets:built(L, N),
    T.

%% The tree of the first N elements, and the others.
built(L, N) when N > 1 ->
    Second = (N - 1) div 2,
    {Smaller, [E | Rest]} = gb_sets:built(L, N - 1 - Second),
    {Bigger, Others} = gb_sets:built(Rest, Second),
    {{E, Smaller, Bigger}, Others};
built([E | L], 1) -> {{E, nil, nil}, L};
built(L, 0) -> {nil, L}.

from_list(L) -> gb_sets:from_ordset(lists:usort(L)).

from_ordset(L) ->
    N = length(L),
    {N, gb_sets:balanced(L, N)}.

del_element(E, S) -> gb_sets:delete_any(E, S).

delete_any(E, S) ->
    case gb_sets:is_member(E, S) of
        true -> gb_sets:delete(E, S);
        false -> S
    end.

delete(E, {N, T}) ->
    Size = N - 1,
    {Size, gb_sets:without(E, T)}.

without(E, {Other, Smaller, Bigger}) when E < Other -> {Other, gb_sets:without(E, Smaller), Bigger};
without(E, {Other, Smaller, Bigger}) when E > Other -> {Other, Smaller, gb_sets:without(E, Bigger)};
without(_, {_, Smaller, Bigger}) -> gb_sets:merged(Smaller, Bigger).

merged(Smaller, nil) -> Smaller;
merged(nil, Bigger) -> Bigger;
merged(Smaller, Bigger) ->
    {E, Rest} = gb_sets:smallest_out(Bigger),
    {E, Smaller, Rest}.

take_smallest({N, T}) ->
    {E, Rest} = gb_sets:smallest_out(T),
    {E, {N - 1, Rest}}.

smallest_out({E, nil, Bigger}) -> {E, Bigger};
smallest_out({E, Smaller, Bigger}) ->
    {First, Rest} = gb_sets:smallest_out(Smaller),
    {First, {E, Rest, Bigger}}.

smallest({_, T}) -> gb_sets:leftmost(T).

leftmost({E, nil, _}) -> E;
leftmost({_, Smaller, _}) -> gb_sets:leftmost(Smaller).

take_largest({N, T}) ->
    {E, Rest} = gb_sets:largest_out(T),
    {E, {N - 1, Rest}}.

largest_out({E, Smaller, nil}) -> {E, Smaller};
largest_out({E, Smaller, Bigger}) ->
    {Last, Rest} = gb_sets:largest_out(Bigger),
    {Last, {E, Smaller, Rest}}.

largest({_, T}) -> gb_sets:rightmost(T).

rightmost({E, _, nil}) -> E;
rightmost({_, _, Bigger}) -> gb_sets:rightmost(Bigger).

to_list({_, T}) -> gb_sets:in_order(T, []).

in_order({E, Smaller, Bigger}, L) -> gb_sets:in_order(Smaller, [E | gb_sets:in_order(Bigger, L)]);
in_order(nil, L) -> L.

iterator({_, T}) -> gb_sets:way_down(T, []).

%% The trees that are still to be visited.
way_down({_, nil, _} = T, L) -> [T | L];
way_down({_, Smaller, _} = T, L) -> gb_sets:way_down(Smaller, [T | L]);
way_down(nil, L) -> L.

iterator_from(From, {_, T}) -> gb_sets:way_down_from(From, T, []).

way_down_from(From, {E, _, Bigger}, L) when E < From -> gb_sets:way_down_from(From, Bigger, L);
way_down_from(_, {_, nil, _} = T, L) -> [T | L];
way_down_from(From, {_, Smaller, _} = T, L) -> gb_sets:way_down_from(From, Smaller, [T | L]);
way_down_from(_, nil, L) -> L.

next([{E, _, Bigger} | L]) -> {E, gb_sets:way_down(Bigger, L)};
next([]) -> none.

%% Goes through the smaller set.
is_disjoint({N, A}, {M, B}) when N < M -> gb_sets:apart(A, B);
is_disjoint({_, A}, {_, B}) -> gb_sets:apart(B, A).

apart({A, Smaller, Bigger}, {B, SmallerB, _} = T) when A < B ->
    not gb_sets:has(A, SmallerB) andalso gb_sets:apart(Smaller, SmallerB) andalso gb_sets:apart(Bigger, T);
apart({A, Smaller, Bigger}, {B, _, BiggerB} = T) when A > B ->
    not gb_sets:has(A, BiggerB) andalso gb_sets:apart(Bigger, BiggerB) andalso gb_sets:apart(Smaller, T);
apart({_, _, _}, {_, _, _}) -> false;
apart(nil, _) -> true;
apart(_, nil) -> true.

filter(Fun, S) when is_function(Fun, 1) -> gb_sets:from_ordset(lists:filter(Fun, gb_sets:to_list(S))).

fold(Fun, Acc, {_, T}) when is_function(Fun, 2) -> gb_sets:folded(Fun, Acc, T).

folded(Fun, Acc, {E, Smaller, Bigger}) ->
    Before = gb_sets:folded(Fun, Acc, Smaller),
    gb_sets:folded(Fun, Fun(E, Before), Bigger);
folded(_, Acc, _) ->
    Acc.

%% Whether sets of N and M elements are gone through side by side: if M is less than N times the logarithm of M,
%% which is the natural one, 1.46 times, rounded.
side_by_side(_, M) when M < 10 -> true;
side_by_side(N, M) when is_integer(M) ->
    M < N * gb_sets:logarithm(M, 3, [11, 22, 44, 86, 171, 338, 670, 1329, 2636, 5228, 10369, 20569, 40801, 80933]);
side_by_side(N, M) when is_number(M) -> M < N * gb_sets:logarithm(M, 3, []);
side_by_side(_, _) -> error(badarg).

%% The bounds are the sizes from where on it is one more. A set beyond the last one is too large to be computed with.
logarithm(M, X, [Bound | _]) when M < Bound -> X;
logarithm(M, X, [_ | Bounds]) -> gb_sets:logarithm(M, X + 1, Bounds);
logarithm(M, X, []) ->
    case '$floats'(M) of
        true -> erlang:round(1.46 * math:log(M));
        false -> X
    end.

%% The tree of the first N elements of a list that runs backwards, and the others.
built_back(L, N) when N > 1 ->
    First = (N - 1) div 2,
    {Bigger, [E | Rest]} = gb_sets:built_back(L, N - 1 - First),
    {Smaller, Others} = gb_sets:built_back(Rest, First),
    {{E, Smaller, Bigger}, Others};
built_back([E | L], 1) -> {{E, nil, nil}, L};
built_back(L, 0) -> {nil, L}.

set_back(L, N) ->
    {T, _} = gb_sets:built_back(L, N),
    {N, T}.

onto([E | L], Back) -> gb_sets:onto(L, [E | Back]);
onto([], Back) -> Back.

%% The smaller set comes first.
union({N, A}, {M, B}) when M < N -> gb_sets:united(gb_sets:in_order(B, []), M, A, N);
union({N, A}, {M, B}) -> gb_sets:united(gb_sets:in_order(A, []), N, B, M).

united(L, N, T, M) ->
    case gb_sets:side_by_side(N, M) of
        true -> gb_sets:either(L, gb_sets:in_order(T, []), [], N + M);
        false -> gb_sets:all_added(L, {M, T})
    end.

all_added([E | L], S) -> gb_sets:all_added(L, gb_sets:add(E, S));
all_added([], S) -> S.

%% The two lists change places when an element of the second one is taken; of two that are equal the one is taken
%% that stands in the first list then.
either([A | As], [B | Bs], Back, N) when A < B -> gb_sets:either(As, [B | Bs], [A | Back], N);
either([A | As], [B | Bs], Back, N) when A > B -> gb_sets:either(Bs, [A | As], [B | Back], N);
either([A | As], [_ | Bs], Back, N) -> gb_sets:either(As, Bs, [A | Back], N - 1);
either([], Bs, Back, N) -> gb_sets:set_back(gb_sets:onto(Bs, Back), N);
either(As, [], Back, N) -> gb_sets:set_back(gb_sets:onto(As, Back), N).

union([S | L]) -> gb_sets:union_all(S, L);
union([]) -> gb_sets:empty().

union_all(S, [Next | L]) -> gb_sets:union_all(gb_sets:union(S, Next), L);
union_all(S, []) -> S.

intersection({N, A}, {M, B}) when M < N -> gb_sets:common(gb_sets:in_order(B, []), M, A, N);
intersection({N, A}, {M, B}) -> gb_sets:common(gb_sets:in_order(A, []), N, B, M).

common(L, N, T, M) ->
    case gb_sets:side_by_side(N, M) of
        true -> gb_sets:both(L, gb_sets:in_order(T, []), [], 0);
        false -> gb_sets:found(true, L, T, [], 0)
    end.

%% Those elements of a list of which it holds, or does not, that they are in a tree.
found(Kept, [E | L], T, Back, N) ->
    case gb_sets:has(E, T) of
        Kept -> gb_sets:found(Kept, L, T, [E | Back], N + 1);
        _ -> gb_sets:found(Kept, L, T, Back, N)
    end;
found(_, [], _, Back, N) -> gb_sets:set_back(Back, N).

%% The two lists change places as they do in `either`.
both([A | As], [B | Bs], Back, N) when A < B -> gb_sets:both(As, [B | Bs], Back, N);
both([A | As], [B | Bs], Back, N) when A > B -> gb_sets:both(Bs, [A | As], Back, N);
both([A | As], [_ | Bs], Back, N) -> gb_sets:both(As, Bs, [A | Back], N + 1);
both([], _, Back, N) -> gb_sets:set_back(Back, N);
both(_, [], Back, N) -> gb_sets:set_back(Back, N).

intersection([S | L]) -> gb_sets:intersection_all(S, L).

intersection_all(S, [Next | L]) -> gb_sets:intersection_all(gb_sets:intersection(S, Next), L);
intersection_all(S, []) -> S.

subtract(A, B) -> gb_sets:difference(A, B).

difference({N, A}, {M, B}) ->
    L = gb_sets:in_order(A, []),
    case gb_sets:side_by_side(N, M) of
        true -> gb_sets:first_only(L, gb_sets:in_order(B, []), [], N);
        false -> gb_sets:found(false, L, B, [], 0)
    end.

first_only([A | As], [B | Bs], Back, N) when A < B -> gb_sets:first_only(As, [B | Bs], [A | Back], N);
first_only([A | As], [B | Bs], Back, N) when A > B -> gb_sets:first_only([A | As], Bs, Back, N);
first_only([_ | As], [_ | Bs], Back, N) -> gb_sets:first_only(As, Bs, Back, N - 1);
first_only([], _, Back, N) -> gb_sets:set_back(Back, N);
first_only(As, [], Back, N) -> gb_sets:set_back(gb_sets:onto(As, Back), N).

is_subset({N, A}, {M, B}) ->
    L = gb_sets:in_order(A, []),
    case gb_sets:side_by_side(N, M) of
        true -> gb_sets:is_within(L, gb_sets:in_order(B, []));
        false -> gb_sets:are_members(L, B)
    end.

is_within([A | _], [B | _]) when A < B -> false;
is_within([A | As], [B | Bs]) when A > B -> gb_sets:is_within([A | As], Bs);
is_within([_ | As], [_ | Bs]) -> gb_sets:is_within(As, Bs);
is_within([], _) -> true;
is_within(_, []) -> false.

are_members([E | L], T) -> gb_sets:has(E, T) andalso gb_sets:are_members(L, T);
are_members([], _) -> true.
