%% Functions of OTP's module `lists` that take a fun. A parameter called `Fun` is a fun that is known where the
%% function is called: there, the function is translated for this fun.
%%
%% Sorting makes the same comparisons as OTP, in the same order: what comes out for a fun that says `false` of
%% equal elements hangs on them.
-module(lists).
-export([
    all/2, any/2, dropwhile/2, filter/2, filtermap/2, flatmap/2, foldl/3, foldr/3, foreach/2, keymap/3,
    map/2, mapfoldl/3, mapfoldr/3, merge/3, partition/2, rmerge/3, rumerge/3, search/2, sort/2, splitwith/2,
    takewhile/2, umerge/3, uniq/2, usort/2, zf/2, zipwith/3, zipwith3/4
]).

map(Fun, L) when is_function(Fun, 1) -> lists:map_list(Fun, L).

map_list(Fun, [H | T]) -> [Fun(H) | lists:map_rest(Fun, T)];
map_list(_, []) -> [];
map_list(_, L) -> error({case_clause, L}).

map_rest(Fun, [H | T]) -> [Fun(H) | lists:map_rest(Fun, T)];
map_rest(_, []) -> [].

foreach(Fun, L) when is_function(Fun, 1) -> lists:each(Fun, L).

each(Fun, [H | T]) ->
    _ = Fun(H),
    lists:each(Fun, T);
each(_, []) ->
    ok.

foldl(Fun, Acc, L) when is_function(Fun, 2) -> lists:foldl_list(Fun, Acc, L).

foldl_list(Fun, Acc, [H | T]) -> lists:foldl_rest(Fun, Fun(H, Acc), T);
foldl_list(_, Acc, []) -> Acc;
foldl_list(_, _, L) -> error({case_clause, L}).

foldl_rest(Fun, Acc, [H | T]) -> lists:foldl_rest(Fun, Fun(H, Acc), T);
foldl_rest(_, Acc, []) -> Acc.

foldr(Fun, Acc, L) when is_function(Fun, 2) -> lists:foldr_list(Fun, Acc, L).

foldr_list(Fun, Acc, [H | T]) -> Fun(H, lists:foldr_list(Fun, Acc, T));
foldr_list(_, Acc, []) -> Acc.

mapfoldl(Fun, Acc, L) when is_function(Fun, 2) -> lists:mapfoldl_list(Fun, Acc, L).

mapfoldl_list(Fun, Acc, [H | T]) ->
    {X, Next} = Fun(H, Acc),
    {Xs, Last} = lists:mapfoldl_list(Fun, Next, T),
    {[X | Xs], Last};
mapfoldl_list(_, Acc, []) ->
    {[], Acc}.

mapfoldr(Fun, Acc, L) when is_function(Fun, 2) -> lists:mapfoldr_list(Fun, Acc, L).

mapfoldr_list(Fun, Acc, [H | T]) ->
    {Xs, Next} = lists:mapfoldr_list(Fun, Acc, T),
    {X, Last} = Fun(H, Next),
    {[X | Xs], Last};
mapfoldr_list(_, Acc, []) ->
    {[], Acc}.

flatmap(Fun, L) when is_function(Fun, 1) -> lists:flatmap_list(Fun, L).

flatmap_list(Fun, [H | T]) -> Fun(H) ++ lists:flatmap_list(Fun, T);
flatmap_list(_, []) -> [].

%% As a comprehension fails.
filter(Fun, L) when is_function(Fun, 1) -> lists:filter_list(Fun, L).

filter_list(Fun, [H | T]) ->
    case Fun(H) of
        true -> [H | lists:filter_list(Fun, T)];
        false -> lists:filter_list(Fun, T);
        Other -> error({bad_filter, Other})
    end;
filter_list(_, []) -> [];
filter_list(_, L) -> error({bad_generator, L}).

filtermap(Fun, L) when is_function(Fun, 1) -> lists:filtermap_list(Fun, L).

zf(Fun, L) when is_function(Fun, 1) -> lists:filtermap_list(Fun, L).

filtermap_list(Fun, [H | T]) ->
    case Fun(H) of
        true -> [H | lists:filtermap_list(Fun, T)];
        {true, X} -> [X | lists:filtermap_list(Fun, T)];
        false -> lists:filtermap_list(Fun, T)
    end;
filtermap_list(_, []) -> [].

all(Fun, L) when is_function(Fun, 1) -> lists:all_of(Fun, L).

all_of(Fun, [H | T]) ->
    case Fun(H) of
        true -> lists:all_rest(Fun, T);
        false -> false
    end;
all_of(_, []) -> true;
all_of(_, L) -> error({case_clause, L}).

all_rest(Fun, [H | T]) ->
    case Fun(H) of
        true -> lists:all_rest(Fun, T);
        false -> false
    end;
all_rest(_, []) -> true.

any(Fun, L) when is_function(Fun, 1) -> lists:any_of(Fun, L).

any_of(Fun, [H | T]) ->
    case Fun(H) of
        true -> true;
        false -> lists:any_rest(Fun, T)
    end;
any_of(_, []) -> false;
any_of(_, L) -> error({case_clause, L}).

any_rest(Fun, [H | T]) ->
    case Fun(H) of
        true -> true;
        false -> lists:any_rest(Fun, T)
    end;
any_rest(_, []) -> false.

search(Fun, L) when is_function(Fun, 1) -> lists:search_list(Fun, L).

search_list(Fun, [H | T]) ->
    case Fun(H) of
        true -> {value, H};
        false -> lists:search_list(Fun, T)
    end;
search_list(_, []) -> false.

partition(Fun, L) when is_function(Fun, 1) -> lists:partition(Fun, L, [], []).

partition(Fun, [H | T], As, Bs) ->
    case Fun(H) of
        true -> lists:partition(Fun, T, [H | As], Bs);
        false -> lists:partition(Fun, T, As, [H | Bs])
    end;
partition(_, [], As, Bs) -> {lists:reverse(As), lists:reverse(Bs)}.

takewhile(Fun, L) when is_function(Fun, 1) -> lists:taken_while(Fun, L).

taken_while(Fun, [H | T]) ->
    case Fun(H) of
        true -> [H | lists:taken_while(Fun, T)];
        false -> []
    end;
taken_while(_, []) -> [].

dropwhile(Fun, L) when is_function(Fun, 1) -> lists:dropped_while(Fun, L).

dropped_while(Fun, [H | T] = L) ->
    case Fun(H) of
        true -> lists:dropped_while(Fun, T);
        false -> L
    end;
dropped_while(_, []) -> [].

splitwith(Fun, L) when is_function(Fun, 1) -> lists:splitwith(Fun, L, []).

splitwith(Fun, [H | T] = L, Taken) ->
    case Fun(H) of
        true -> lists:splitwith(Fun, T, [H | Taken]);
        false -> {lists:reverse(Taken), L}
    end;
splitwith(_, [], Taken) -> {lists:reverse(Taken), []}.

zipwith(Fun, [A | As], [B | Bs]) -> [Fun(A, B) | lists:zipwith(Fun, As, Bs)];
zipwith(Fun, [], []) when is_function(Fun, 2) -> [].

zipwith3(Fun, [A | As], [B | Bs], [C | Cs]) -> [Fun(A, B, C) | lists:zipwith3(Fun, As, Bs, Cs)];
zipwith3(Fun, [], [], []) when is_function(Fun, 3) -> [].

keymap(Fun, N, [H | T]) -> [setelement(N, H, Fun(element(N, H))) | lists:keymap(Fun, N, T)];
keymap(Fun, N, []) when is_integer(N), N >= 1, is_function(Fun, 1) -> [].

uniq(Fun, L) when is_function(Fun, 1) -> lists:uniq_by(Fun, L, []).

uniq_by(Fun, [H | T], Seen) ->
    K = Fun(H),
    case lists:member(K, Seen) of
        true -> lists:uniq_by(Fun, T, Seen);
        false -> [H | lists:uniq_by(Fun, T, [K | Seen])]
    end;
uniq_by(_, [], _) -> [].

merge(Fun, As, [B | Bs]) when is_function(Fun, 2) -> lists:reverse(lists:merge_first(Fun, As, B, Bs, []), []);
merge(Fun, As, []) when is_function(Fun, 2) -> As.

rmerge(Fun, As, [B | Bs]) when is_function(Fun, 2) -> lists:reverse(lists:merge_back_first(Fun, As, B, Bs, []), []);
rmerge(Fun, As, []) when is_function(Fun, 2) -> As.

umerge(Fun, [], Bs) when is_function(Fun, 2) -> Bs;
umerge(Fun, [A | As], Bs) when is_function(Fun, 2) -> lists:reverse(lists:unite_second(Fun, A, As, Bs, []), []).

rumerge(Fun, As, []) when is_function(Fun, 2) -> As;
rumerge(Fun, As, [B | Bs]) when is_function(Fun, 2) -> lists:reverse(lists:unite_back_first(Fun, As, B, Bs, []), []).

%% Two runs into one that runs the other way, onto M; elements of the first one come first.
merge_first(Fun, [A | As], B, Bs, M) ->
    case Fun(A, B) of
        true -> lists:merge_first(Fun, As, B, Bs, [A | M]);
        false -> lists:merge_second(Fun, A, As, Bs, [B | M])
    end;
merge_first(_, [], B, Bs, M) -> lists:reverse(Bs, [B | M]).

merge_second(Fun, A, As, [B | Bs], M) ->
    case Fun(A, B) of
        true -> lists:merge_first(Fun, As, B, Bs, [A | M]);
        false -> lists:merge_second(Fun, A, As, Bs, [B | M])
    end;
merge_second(_, A, As, [], M) -> lists:reverse(As, [A | M]).

%% The same for runs with the last element first.
merge_back_first(Fun, [A | As], B, Bs, M) ->
    case Fun(A, B) of
        true -> lists:merge_back_second(Fun, A, As, Bs, [B | M]);
        false -> lists:merge_back_first(Fun, As, B, Bs, [A | M])
    end;
merge_back_first(_, [], B, Bs, M) -> lists:reverse(Bs, [B | M]).

merge_back_second(Fun, A, As, [B | Bs], M) ->
    case Fun(A, B) of
        true -> lists:merge_back_second(Fun, A, As, Bs, [B | M]);
        false -> lists:merge_back_first(Fun, As, B, Bs, [A | M])
    end;
merge_back_second(_, A, As, [], M) -> lists:reverse(As, [A | M]).

sort(Fun, []) when is_function(Fun, 2) -> [];
sort(Fun, [_] = L) when is_function(Fun, 2) -> L;
sort(Fun, [X, Y | T]) ->
    case Fun(X, Y) of
        true -> lists:ascending(Fun, Y, X, T, [], []);
        false -> lists:descending(Fun, Y, X, T, [], [])
    end.

%% Cuts the list into runs: Y is the last element of this one, X the one before, R those before X.
ascending(Fun, Y, X, [Z | L], R, Runs) ->
    case Fun(Y, Z) of
        true -> lists:ascending(Fun, Z, Y, L, [X | R], Runs);
        false ->
            case Fun(X, Z) of
                true -> lists:ascending(Fun, Y, Z, L, [X | R], Runs);
                false when R =:= [] -> lists:ascending(Fun, Y, X, L, [Z], Runs);
                false -> lists:ascending_beside(Fun, Y, X, L, R, Runs, Z)
            end
    end;
ascending(Fun, Y, X, [], R, Runs) -> lists:merge_back(Fun, [[Y, X | R] | Runs], [], ascending).

%% The same beside S, which fits into no run yet.
ascending_beside(Fun, Y, X, [Z | L], R, Runs, S) ->
    case Fun(Y, Z) of
        true -> lists:ascending_beside(Fun, Z, Y, L, [X | R], Runs, S);
        false ->
            case Fun(X, Z) of
                true -> lists:ascending_beside(Fun, Y, Z, L, [X | R], Runs, S);
                false ->
                    case Fun(S, Z) of
                        true -> lists:ascending(Fun, Z, S, L, [], [[Y, X | R] | Runs]);
                        false -> lists:ascending(Fun, S, Z, L, [], [[Y, X | R] | Runs])
                    end
            end
    end;
ascending_beside(Fun, Y, X, [], R, Runs, S) -> lists:merge_back(Fun, [[S], [Y, X | R] | Runs], [], ascending).

descending(Fun, Y, X, [Z | L], R, Runs) ->
    case Fun(Y, Z) of
        false -> lists:descending(Fun, Z, Y, L, [X | R], Runs);
        true ->
            case Fun(X, Z) of
                false -> lists:descending(Fun, Y, Z, L, [X | R], Runs);
                true when R =:= [] -> lists:descending(Fun, Y, X, L, [Z], Runs);
                true -> lists:descending_beside(Fun, Y, X, L, R, Runs, Z)
            end
    end;
descending(Fun, Y, X, [], R, Runs) -> lists:merge_on(Fun, [[Y, X | R] | Runs], [], descending).

descending_beside(Fun, Y, X, [Z | L], R, Runs, S) ->
    case Fun(Y, Z) of
        false -> lists:descending_beside(Fun, Z, Y, L, [X | R], Runs, S);
        true ->
            case Fun(X, Z) of
                false -> lists:descending_beside(Fun, Y, Z, L, [X | R], Runs, S);
                true ->
                    case Fun(S, Z) of
                        false -> lists:descending(Fun, Z, S, L, [], [[Y, X | R] | Runs]);
                        true -> lists:descending(Fun, S, Z, L, [], [[Y, X | R] | Runs])
                    end
            end
    end;
descending_beside(Fun, Y, X, [], R, Runs, S) -> lists:merge_on(Fun, [[S], [Y, X | R] | Runs], [], descending).

%% Merges neighbours until one run is left; each round turns all of them round.
merge_on(Fun, [As, [B | Bs] | Runs], Done, ascending) ->
    lists:merge_on(Fun, Runs, [lists:merge_first(Fun, As, B, Bs, []) | Done], ascending);
merge_on(Fun, [[B | Bs], As | Runs], Done, descending) ->
    lists:merge_on(Fun, Runs, [lists:merge_first(Fun, As, B, Bs, []) | Done], descending);
merge_on(_, [L], [], _) -> L;
merge_on(Fun, [L], Done, Order) -> lists:merge_back(Fun, [lists:reverse(L, []) | Done], [], Order);
merge_on(Fun, [], Done, Order) -> lists:merge_back(Fun, Done, [], Order).

merge_back(Fun, [[B | Bs], As | Runs], Done, ascending) ->
    lists:merge_back(Fun, Runs, [lists:merge_back_first(Fun, As, B, Bs, []) | Done], ascending);
merge_back(Fun, [As, [B | Bs] | Runs], Done, descending) ->
    lists:merge_back(Fun, Runs, [lists:merge_back_first(Fun, As, B, Bs, []) | Done], descending);
merge_back(Fun, [L], Done, Order) -> lists:merge_on(Fun, [lists:reverse(L, []) | Done], [], Order);
merge_back(Fun, [], Done, Order) -> lists:merge_on(Fun, Done, [], Order).

usort(Fun, [_] = L) when is_function(Fun, 2) -> L;
usort(Fun, []) when is_function(Fun, 2) -> [];
usort(Fun, [X | L]) when is_function(Fun, 2) -> lists:usort_from(Fun, X, L).

usort_from(Fun, X, [Y | L]) ->
    case Fun(X, Y) of
        true ->
            case Fun(Y, X) of
                true when L =:= [] -> [X];
                true -> lists:usort_from(Fun, X, L);
                false -> lists:rising(Fun, Y, X, L, [], [])
            end;
        false -> lists:falling(Fun, Y, L, [X])
    end.

%% Cuts the list into runs as `ascending` does, and leaves out what is equal to an element that it is compared with.
rising(Fun, Y, X, [Z | L], R, Runs) ->
    case Fun(Y, Z) of
        true ->
            case Fun(Z, Y) of
                true -> lists:rising(Fun, Y, X, L, R, Runs);
                false -> lists:rising(Fun, Z, Y, L, [X | R], Runs)
            end;
        false ->
            case Fun(X, Z) of
                true ->
                    case Fun(Z, X) of
                        true -> lists:rising(Fun, Y, X, L, R, Runs);
                        false -> lists:rising(Fun, Y, Z, L, [X | R], Runs)
                    end;
                false when R =:= [] -> lists:rising(Fun, Y, X, L, [Z], Runs);
                false -> lists:rising_beside(Fun, Y, X, L, R, Runs, Z)
            end
    end;
rising(Fun, Y, X, [], R, Runs) -> lists:unite_back(Fun, [[Y, X | R] | Runs], []).

rising_beside(Fun, Y, X, [Z | L], R, Runs, S) ->
    case Fun(Y, Z) of
        true ->
            case Fun(Z, Y) of
                true -> lists:rising_beside(Fun, Y, X, L, R, Runs, S);
                false -> lists:rising_beside(Fun, Z, Y, L, [X | R], Runs, S)
            end;
        false ->
            case Fun(X, Z) of
                true ->
                    case Fun(Z, X) of
                        true -> lists:rising_beside(Fun, Y, X, L, R, Runs, S);
                        false -> lists:rising_beside(Fun, Y, Z, L, [X | R], Runs, S)
                    end;
                false ->
                    case Fun(S, Z) of
                        true ->
                            case Fun(Z, S) of
                                true -> lists:rising_beside(Fun, Y, X, L, R, Runs, S);
                                false -> lists:rising(Fun, Z, S, L, [], [[Y, X | R] | Runs])
                            end;
                        false -> lists:rising(Fun, S, Z, L, [], [[Y, X | R] | Runs])
                    end
            end
    end;
rising_beside(Fun, Y, X, [], R, Runs, S) -> lists:unite_back(Fun, [[S], [Y, X | R] | Runs], []).

falling(Fun, Y, [Z | L], R) ->
    case Fun(Y, Z) of
        true ->
            case Fun(Z, Y) of
                true -> lists:falling(Fun, Y, L, R);
                false -> lists:rising(Fun, Z, Y, L, [], [lists:reverse(R, [])])
            end;
        false -> lists:falling(Fun, Z, L, [Y | R])
    end;
falling(_, Y, [], R) -> [Y | R].

unite_on(Fun, [[A | As], Bs | Runs], Done) ->
    lists:unite_on(Fun, Runs, [lists:unite_second(Fun, A, As, Bs, []) | Done]);
unite_on(_, [L], []) -> L;
unite_on(Fun, [L], Done) -> lists:unite_back(Fun, [lists:reverse(L, []) | Done], []);
unite_on(Fun, [], Done) -> lists:unite_back(Fun, Done, []).

unite_back(Fun, [[B | Bs], As | Runs], Done) ->
    lists:unite_back(Fun, Runs, [lists:unite_back_first(Fun, As, B, Bs, []) | Done]);
unite_back(Fun, [L], Done) -> lists:unite_on(Fun, [lists:reverse(L, []) | Done], []);
unite_back(Fun, [], Done) -> lists:unite_on(Fun, Done, []).

%% As the functions that merge, but equal elements become one; Last has been taken just before B.
unite_first(Fun, [A | As], B, Bs, M, Last) ->
    case Fun(A, B) of
        true -> lists:unite_first(Fun, As, B, Bs, [A | M], A);
        false ->
            case Fun(B, Last) of
                true -> lists:unite_second(Fun, A, As, Bs, M);
                false -> lists:unite_second(Fun, A, As, Bs, [B | M])
            end
    end;
unite_first(Fun, [], B, Bs, M, Last) ->
    case Fun(B, Last) of
        true -> lists:reverse(Bs, M);
        false -> lists:reverse(Bs, [B | M])
    end.

unite_second(Fun, A, As, [B | Bs], M) ->
    case Fun(A, B) of
        true -> lists:unite_first(Fun, As, B, Bs, [A | M], A);
        false -> lists:unite_second(Fun, A, As, Bs, [B | M])
    end;
unite_second(_, A, As, [], M) -> lists:reverse(As, [A | M]).

unite_back_first(Fun, [A | As], B, Bs, M) ->
    case Fun(A, B) of
        true -> lists:unite_back_second(Fun, A, As, Bs, M, B);
        false -> lists:unite_back_first(Fun, As, B, Bs, [A | M])
    end;
unite_back_first(_, [], B, Bs, M) -> lists:reverse(Bs, [B | M]).

unite_back_second(Fun, A, As, [B | Bs], M, Last) ->
    case Fun(A, B) of
        true -> lists:unite_back_second(Fun, A, As, Bs, [Last | M], B);
        false ->
            case Fun(Last, A) of
                true -> lists:unite_back_first(Fun, As, B, Bs, [A | M]);
                false -> lists:unite_back_first(Fun, As, B, Bs, [A, Last | M])
            end
    end;
unite_back_second(Fun, A, As, [], M, Last) ->
    case Fun(Last, A) of
        true -> lists:reverse(As, [A | M]);
        false -> lists:reverse(As, [A, Last | M])
    end.
