%% Functions of OTP's module `lists` that take no fun and put elements in order.
%%
%% Elements that are equal but not the same, as 1 and 1.0 are, come as they come in OTP, in lists that are merged without
%% being in order, too.
-module(lists).
-export([
    keymerge/3, keysort/2, merge/1, merge/2, merge3/3, rkeymerge/3, rmerge/2, rukeymerge/3, rumerge/2, sort/1,
    ukeymerge/3, ukeysort/2, umerge/1, umerge/2, umerge3/3, usort/1
]).

merge(As, []) -> As;
merge(As, [B | Bs]) -> lists:merged(As, B, Bs, []).

merged([A | As], B, Bs, M) when A =< B -> lists:merged(As, B, Bs, [A | M]);
merged([A | As], B, Bs, M) -> lists:merged_before(A, As, Bs, [B | M]);
merged([], B, Bs, M) -> lists:reverse(lists:reverse(Bs, [B | M]), []).

merged_before(A, As, [B | Bs], M) when A =< B -> lists:merged(As, B, Bs, [A | M]);
merged_before(A, As, [B | Bs], M) -> lists:merged_before(A, As, Bs, [B | M]);
merged_before(A, As, [], M) -> lists:reverse(lists:reverse(As, [A | M]), []).

umerge([], Bs) -> Bs;
umerge(As, Bs) -> lists:reverse(lists:umerged(As, Bs, [], []), []).

%% An element of the second list is left out if it equals the one of the first list, in brackets, that
%% has been taken just before.
umerged([A | As], [B | Bs], _, M) when A =< B -> lists:umerged(As, [B | Bs], [A], [A | M]);
umerged([A | As], [B | Bs], [Last], M) when Last == B -> lists:umerged([A | As], Bs, [], M);
umerged([A | As], [B | Bs], _, M) -> lists:umerged([A | As], Bs, [], [B | M]);
umerged([A | As], [], _, M) -> lists:reverse(As, [A | M]);
umerged([], [B | Bs], [Last], M) when Last == B -> lists:reverse(Bs, M);
umerged([], [B | Bs], _, M) -> lists:reverse(Bs, [B | M]).

%% What has floats may have elements that are equal but not the same.
sort([]) -> [];
sort([A]) -> [A];
sort([_, _ | _] = L) ->
    case '$floats'(L) of
        true -> lists:sorted(lists:runs(L));
        false -> lists:sorted(lists:pairs(L))
    end.

%% Sorted lists whose elements, merged in this order, come as OTP's do. Where a list of four or more begins with elements
%% that are equal and goes on with a smaller one, those come the other way round that belong together; else
%% elements that are equal stay as they stand.
runs([_, _, _, _ | _] = L) -> lists:runs(L, L, []);
runs(L) -> lists:pairs(L).

runs([A, B | T], L, Back) when A == B -> lists:runs([B | T], L, [A | Back]);
runs([A, B | T], _, Back) when A > B -> lists:falling(B, A, T, Back, []);
runs(_, L, _) -> lists:pairs(L).

%% Cuts the list into runs, the last one first: Y is the first element of this one, X the second one, R those behind X.
falling(Y, X, [Z | L], R, Runs) when Z =< Y -> lists:falling(Z, Y, L, [X | R], Runs);
falling(Y, X, [Z | L], R, Runs) when Z =< X -> lists:falling(Y, Z, L, [X | R], Runs);
falling(Y, X, [Z | L], [], Runs) -> lists:falling(Y, X, L, [Z], Runs);
falling(Y, X, [Z | L], R, Runs) -> lists:falling(Y, X, L, R, Runs, Z);
falling(Y, X, [], R, Runs) -> [[Y, X | R] | Runs].

%% The same beside S, which begins the next run.
falling(Y, X, [Z | L], R, Runs, S) when Z =< Y -> lists:falling(Z, Y, L, [X | R], Runs, S);
falling(Y, X, [Z | L], R, Runs, S) when Z =< X -> lists:falling(Y, Z, L, [X | R], Runs, S);
falling(Y, X, [Z | L], R, Runs, S) when S > Z -> lists:falling(Z, S, L, [], [[Y, X | R] | Runs]);
falling(Y, X, [Z | L], R, Runs, S) -> lists:falling(S, Z, L, [], [[Y, X | R] | Runs]);
falling(Y, X, [], R, Runs, S) -> [[S], [Y, X | R] | Runs].

%% The same, but elements that are equal stay as they stand.
stable([]) -> [];
stable([A]) -> [A];
stable([_, _ | _] = L) -> lists:sorted(lists:pairs(L)).

%% Sorted lists of two, one odd element last.
pairs([A, B | T]) when A =< B -> [[A, B] | lists:pairs(T)];
pairs([A, B | T]) -> [[B, A] | lists:pairs(T)];
pairs([A]) -> [[A]];
pairs([]) -> [].

sorted([L]) -> L;
sorted([_, _ | _] = Ls) -> lists:sorted(lists:halved(Ls)).

halved([A, B | T]) -> [lists:merge(A, B) | lists:halved(T)];
halved(T) -> T.

usort(L) -> lists:distinct(lists:stable(L)).

%% Of neighbours that are equal the first one.
distinct([A, B | T]) when A == B -> lists:distinct([A | T]);
distinct([A | T]) -> [A | lists:distinct(T)];
distinct([]) -> [].

%% Elements with equal keys stay as they stand, but for some in front.
keysort(N, L) when is_integer(N), N > 0 ->
    case '$floats'(L) of
        true -> lists:keystable(N, lists:front_turned(N, L));
        false -> lists:keystable(N, L)
    end.

%% In a list of four or more those in front that are equal are turned round if an element with a smaller key follows.
front_turned(N, [_, _, _, _ | _] = L) -> lists:front_turned(N, L, L, []);
front_turned(_, L) -> L.

front_turned(N, [A, B | T], L, Back) when A == B -> lists:front_turned(N, [B | T], L, [A | Back]);
front_turned(N, [A, B | T], L, Back) ->
    case element(N, A) =< element(N, B) of
        true -> L;
        false -> [A | Back] ++ [B | T]
    end;
front_turned(_, _, L, _) -> L.

keystable(N, L) ->
    case L of
        [] -> [];
        [A] -> [A];
        [_, _ | _] -> lists:keysorted(N, lists:keypairs(N, L))
    end.

keypairs(N, [A, B | T]) ->
    case element(N, A) =< element(N, B) of
        true -> [[A, B] | lists:keypairs(N, T)];
        false -> [[B, A] | lists:keypairs(N, T)]
    end;
keypairs(N, [A | T]) -> _ = element(N, A), [[A] | lists:keypairs(N, T)];
keypairs(_, []) -> [].

keysorted(_, [L]) -> L;
keysorted(N, [_, _ | _] = Ls) -> lists:keysorted(N, lists:keyhalved(N, Ls)).

keyhalved(N, [A, B | T]) -> [lists:keymerge(N, A, B) | lists:keyhalved(N, T)];
keyhalved(_, T) -> T.

keymerge(N, As, Bs) when is_integer(N), N > 0 ->
    case Bs of
        [] -> As;
        [B | T] -> lists:keymerged(N, As, element(N, B), B, T, [])
    end.

keymerged(N, [A | As], K, B, Bs, M) ->
    case element(N, A) of
        L when L =< K -> lists:keymerged(N, As, K, B, Bs, [A | M]);
        L -> lists:keymerged_before(N, L, A, As, Bs, [B | M])
    end;
keymerged(_, [], _, B, Bs, M) -> lists:reverse(lists:reverse(Bs, [B | M]), []).

keymerged_before(N, L, A, As, [B | Bs], M) ->
    case element(N, B) of
        K when L =< K -> lists:keymerged(N, As, K, B, Bs, [A | M]);
        _ -> lists:keymerged_before(N, L, A, As, Bs, [B | M])
    end;
keymerged_before(_, _, A, As, [], M) -> lists:reverse(lists:reverse(As, [A | M]), []).

ukeysort(N, L) when is_integer(N), N > 0 -> lists:keydistinct(N, lists:keystable(N, L)).

keydistinct(N, [A, B | T]) when element(N, A) == element(N, B) -> lists:keydistinct(N, [A | T]);
keydistinct(N, [A | T]) -> [A | lists:keydistinct(N, T)];
keydistinct(_, []) -> [].

ukeymerge(N, As, Bs) when is_integer(N), N > 0 ->
    case As of
        [] -> Bs;
        [A | T] -> lists:reverse(lists:ukeymerged_second(N, element(N, A), A, T, Bs, []), [])
    end.

%% Last is the key of the element of the first list that has been taken just before.
ukeymerged(N, [A | As], K, Last, B, Bs, M) ->
    case element(N, A) of
        L when L =< K -> lists:ukeymerged(N, As, K, L, B, Bs, [A | M]);
        L when K == Last -> lists:ukeymerged_second(N, L, A, As, Bs, M);
        L -> lists:ukeymerged_second(N, L, A, As, Bs, [B | M])
    end;
ukeymerged(_, [], K, Last, _, Bs, M) when K == Last -> lists:reverse(Bs, M);
ukeymerged(_, [], _, _, B, Bs, M) -> lists:reverse(Bs, [B | M]).

ukeymerged_second(N, L, A, As, [B | Bs], M) ->
    case element(N, B) of
        K when L =< K -> lists:ukeymerged(N, As, K, L, B, Bs, [A | M]);
        _ -> lists:ukeymerged_second(N, L, A, As, Bs, [B | M])
    end;
ukeymerged_second(_, _, A, As, [], M) -> lists:reverse(As, [A | M]).

merge3(As, [], Cs) -> lists:merge(As, Cs);
merge3(As, Bs, []) -> lists:merge(As, Bs);
merge3(As, [_ | _] = Bs, [_ | _] = Cs) -> lists:reverse(lists:merged3(As, Bs, Cs, []), []).

merged3([A | As], [B | Bs], Cs, M) when A =< B -> lists:merged3_below(A, As, [B | Bs], Cs, M);
merged3([A | As], [B | Bs], Cs, M) -> lists:merged3_below(B, [A | As], Bs, Cs, M);
merged3([], Bs, Cs, M) -> lists:reverse(lists:merge(Bs, Cs), M);
merged3(As, [], Cs, M) -> lists:reverse(lists:merge(As, Cs), M).

%% X is what comes next of the first two lists.
merged3_below(X, As, Bs, [C | Cs], M) when X =< C -> lists:merged3(As, Bs, [C | Cs], [X | M]);
merged3_below(X, As, Bs, [C | Cs], M) -> lists:merged3_below(X, As, Bs, Cs, [C | M]);
merged3_below(X, As, Bs, [], M) -> lists:reverse(lists:merge(As, Bs), [X | M]).

%% Merges three at a time, and what comes out, each the other way round, again, until one list is left.
merge(Ls) -> lists:merge_on(Ls, []).

merge_on([[] | Ls], Done) -> lists:merge_on(Ls, Done);
merge_on([A, [] | Ls], Done) -> lists:merge_on([A | Ls], Done);
merge_on([A, B, [] | Ls], Done) -> lists:merge_on([A, B | Ls], Done);
merge_on([A, [_ | _] = B, [_ | _] = C | Ls], Done) ->
    lists:merge_on(Ls, [lists:reverse(lists:merge3(A, B, C), []) | Done]);
merge_on([A, [_ | _] = B], Done) -> lists:merge_back([lists:reverse(lists:merge(A, B), []) | Done], []);
merge_on([A], []) -> A;
merge_on([A], Done) -> lists:merge_back([lists:reverse(A, []) | Done], []);
merge_on([], []) -> [];
merge_on([], Done) -> lists:merge_back(Done, []).

merge_back([C, B, A | Ls], Done) -> lists:merge_back(Ls, [lists:reverse(lists:rmerge3(A, B, C), []) | Done]);
merge_back([B, A], Done) -> lists:merge_on([lists:reverse(lists:rmerge(A, B), []) | Done], []);
merge_back([A], Done) -> lists:merge_on([lists:reverse(A, []) | Done], []);
merge_back([], Done) -> lists:merge_on(Done, []).

umerge3(As, [], Cs) -> lists:umerge(As, Cs);
umerge3(As, Bs, []) -> lists:umerge(As, Bs);
umerge3(As, [_ | _] = Bs, [_ | _] = Cs) -> lists:reverse(lists:umerged3(As, Bs, Cs, [], [], []), []).

%% LastA holds the element that has been taken just before of the first two lists, if it is one of the first, and Last
%% whichever it is, if none of the third list has been taken since.
umerged3([A | As], [B | Bs], Cs, _, Last, M) when A =< B -> lists:umerged3_below(A, [A], As, [B | Bs], Cs, Last, M);
umerged3([A | As], [B | Bs], Cs, [LastA], Last, M) when LastA == B -> lists:umerged3([A | As], Bs, Cs, [], Last, M);
umerged3([A | As], [B | Bs], Cs, _, Last, M) -> lists:umerged3_below(B, [], [A | As], Bs, Cs, Last, M);
umerged3([], [B | Bs], Cs, [LastA], Last, M) when LastA == B -> lists:umerged(Bs, Cs, Last, M);
umerged3([], Bs, Cs, _, Last, M) -> lists:umerged(Bs, Cs, Last, M);
umerged3(As, [], Cs, _, Last, M) -> lists:umerged(As, Cs, Last, M).

%% X is what comes next of the first two lists.
umerged3_below(X, LastA, As, Bs, [C | Cs], _, M) when X =< C -> lists:umerged3(As, Bs, [C | Cs], LastA, [X], [X | M]);
umerged3_below(X, LastA, As, Bs, [C | Cs], [Last], M) when Last == C -> lists:umerged3_below(X, LastA, As, Bs, Cs, [], M);
umerged3_below(X, LastA, As, Bs, [C | Cs], _, M) -> lists:umerged3_below(X, LastA, As, Bs, Cs, [], [C | M]);
umerged3_below(X, LastA, As, Bs, [], _, M) -> lists:umerged(As, Bs, LastA, [X | M]).

umerge(Ls) -> lists:umerge_on(Ls, []).

umerge_on([[] | Ls], Done) -> lists:umerge_on(Ls, Done);
umerge_on([A, [] | Ls], Done) -> lists:umerge_on([A | Ls], Done);
umerge_on([A, B, [] | Ls], Done) -> lists:umerge_on([A, B | Ls], Done);
umerge_on([A, [_ | _] = B, [_ | _] = C | Ls], Done) ->
    lists:umerge_on(Ls, [lists:reverse(lists:umerge3(A, B, C), []) | Done]);
umerge_on([[_ | _] = A, B | Ls], Done) -> lists:umerge_on(Ls, [lists:reverse(lists:umerge(A, B), []) | Done]);
umerge_on([A], []) -> A;
umerge_on([A], Done) -> lists:umerge_back([lists:reverse(A, []) | Done], []);
umerge_on([], []) -> [];
umerge_on([], Done) -> lists:umerge_back(Done, []).

umerge_back([C, B, A | Ls], Done) -> lists:umerge_back(Ls, [lists:reverse(lists:rumerge3(A, B, C), []) | Done]);
umerge_back([B, A | Ls], Done) -> lists:umerge_back(Ls, [lists:reverse(lists:rumerge(A, B), []) | Done]);
umerge_back([A], Done) -> lists:umerge_on([lists:reverse(A, []) | Done], []);
umerge_back([], Done) -> lists:umerge_on(Done, []).

%% Lists that begin with the largest element.
rmerge(As, []) -> As;
rmerge(As, [B | Bs]) -> lists:reverse(lists:rmerged(As, B, Bs, []), []).

rmerged([A | As], B, Bs, M) when A =< B -> lists:rmerged_before(A, As, Bs, [B | M]);
rmerged([A | As], B, Bs, M) -> lists:rmerged(As, B, Bs, [A | M]);
rmerged([], B, Bs, M) -> lists:reverse(Bs, [B | M]).

rmerged_before(A, As, [B | Bs], M) when A =< B -> lists:rmerged_before(A, As, Bs, [B | M]);
rmerged_before(A, As, [B | Bs], M) -> lists:rmerged(As, B, Bs, [A | M]);
rmerged_before(A, As, [], M) -> lists:reverse(As, [A | M]).

rmerge3(As, Bs, Cs) -> lists:rmerge(lists:rmerge(As, Bs), Cs).

rumerge(As, []) -> As;
rumerge(As, [B | Bs]) -> lists:reverse(lists:rumerged(As, B, Bs, []), []).

rumerged([A | As], B, Bs, M) when A =< B -> lists:rumerged_behind(A, As, Bs, M, B);
rumerged([A | As], B, Bs, M) -> lists:rumerged(As, B, Bs, [A | M]);
rumerged([], B, Bs, M) -> lists:reverse(Bs, [B | M]).

%% Last is the element of the second list that has been looked at just before; it is left out if A equals it.
rumerged_behind(A, As, [B | Bs], M, Last) when A =< B -> lists:rumerged_behind(A, As, Bs, [Last | M], B);
rumerged_behind(A, As, [B | Bs], M, Last) when A == Last -> lists:rumerged(As, B, Bs, [A | M]);
rumerged_behind(A, As, [B | Bs], M, Last) -> lists:rumerged(As, B, Bs, [A, Last | M]);
rumerged_behind(A, As, [], M, Last) when A == Last -> lists:reverse(As, [A | M]);
rumerged_behind(A, As, [], M, Last) -> lists:reverse(As, [A, Last | M]).

rumerge3(As, Bs, Cs) -> lists:rumerge(lists:rumerge(As, Bs), Cs).

rkeymerge(N, As, Bs) when is_integer(N), N > 0 ->
    case Bs of
        [] -> As;
        [B | T] -> lists:reverse(lists:rkeymerged(N, As, element(N, B), B, T, []), [])
    end.

rkeymerged(N, [A | As], K, B, Bs, M) ->
    case element(N, A) of
        L when L =< K -> lists:rkeymerged_before(N, L, A, As, Bs, [B | M]);
        _ -> lists:rkeymerged(N, As, K, B, Bs, [A | M])
    end;
rkeymerged(_, [], _, B, Bs, M) -> lists:reverse(Bs, [B | M]).

rkeymerged_before(N, L, A, As, [B | Bs], M) ->
    case element(N, B) of
        K when L =< K -> lists:rkeymerged_before(N, L, A, As, Bs, [B | M]);
        K -> lists:rkeymerged(N, As, K, B, Bs, [A | M])
    end;
rkeymerged_before(_, _, A, As, [], M) -> lists:reverse(As, [A | M]).

rukeymerge(N, As, Bs) when is_integer(N), N > 0 ->
    case Bs of
        [] -> As;
        [B | T] -> lists:reverse(lists:rukeymerged(N, As, element(N, B), B, T, []), [])
    end.

rukeymerged(N, [A | As], K, B, Bs, M) ->
    case element(N, A) of
        L when L =< K -> lists:rukeymerged_behind(N, L, A, As, Bs, M, K, B);
        _ -> lists:rukeymerged(N, As, K, B, Bs, [A | M])
    end;
rukeymerged(_, [], _, B, Bs, M) -> lists:reverse(Bs, [B | M]).

rukeymerged_behind(N, L, A, As, [B | Bs], M, Key, Last) ->
    case element(N, B) of
        K when L =< K -> lists:rukeymerged_behind(N, L, A, As, Bs, [Last | M], K, B);
        K when L == Key -> lists:rukeymerged(N, As, K, B, Bs, [A | M]);
        K -> lists:rukeymerged(N, As, K, B, Bs, [A, Last | M])
    end;
rukeymerged_behind(_, L, A, As, [], M, Key, _) when L == Key -> lists:reverse(As, [A | M]);
rukeymerged_behind(_, _, A, As, [], M, _, Last) -> lists:reverse(As, [A, Last | M]).
