%% Functions of OTP's module `lists` that take no fun and put nothing in order.
-module(lists).
-export([
    append/1, append/2, concat/1, delete/2, droplast/1, duplicate/2, enumerate/1, enumerate/2, flatlength/1,
    flatten/1, flatten/2, join/2, keydelete/3, keyfind/3, keymember/3, keyreplace/4, keysearch/3,
    keystore/4, keytake/3, last/1, max/1, member/2, min/1, nth/2, nthtail/2, prefix/2, reverse/1,
    reverse/2, seq/2, seq/3, split/2, sublist/2, sublist/3, subtract/2, suffix/2, sum/1, uniq/1,
    unzip/1, unzip3/1, zip/2, zip3/3
]).

append([]) -> [];
append([E]) -> E;
append([H | T]) -> H ++ lists:append(T).

append(A, B) -> A ++ B.

concat(L) when is_list(L) -> lists:concat_rest(L);
concat(_) -> error(function_clause).

concat_rest([X | T]) when is_integer(X) -> erlang:integer_to_list(X) ++ lists:concat_rest(T);
concat_rest([X | T]) when is_atom(X) -> erlang:atom_to_list(X) ++ lists:concat_rest(T);
concat_rest([X | T]) when is_list(X) -> X ++ lists:concat_rest(T);
concat_rest([X | T]) when is_float(X) -> lists:concat_float(X) ++ lists:concat_rest(T);
concat_rest([]) -> [];
concat_rest(_) -> error(function_clause).

%% Whoever computes with no floats must not begin to for a text that may be one.
concat_float(X) ->
    case '$floats'(X) of
        true -> erlang:float_to_list(X);
        false -> '$guess_list'(X)
    end.

subtract(A, B) -> A -- B.

reverse([]) -> [];
reverse([X]) -> [X];
reverse([A, B]) -> [B, A];
reverse([A, B | T]) -> lists:reverse(T, [B, A]).

reverse([], Acc) -> Acc;
reverse([H | T], Acc) -> lists:reverse(T, [H | Acc]);
reverse(_, _) -> error(badarg).

member(_, []) -> false;
member(X, [X | _]) -> true;
member(X, [_ | T]) -> lists:member(X, T);
member(_, _) -> error(badarg).

nth(1, [H | _]) -> H;
nth(N, [_ | T]) when N > 1 -> lists:nth(N - 1, T).

nthtail(1, [_ | T]) -> T;
nthtail(N, [_ | T]) when N > 1 -> lists:nthtail(N - 1, T);
nthtail(0, L) when is_list(L) -> L.

last([E]) -> E;
last([_ | T]) -> lists:last(T).

droplast([_]) -> [];
droplast([H | T]) -> [H | lists:droplast(T)].

sum(L) -> lists:sum(L, 0).

sum([], S) -> S;
sum([H | T], S) -> lists:sum(T, S + H).

max([H | T]) -> lists:max(T, H).

max([H | T], M) when H > M -> lists:max(T, H);
max([_ | T], M) -> lists:max(T, M);
max([], M) -> M.

min([H | T]) -> lists:min(T, H).

min([H | T], M) when H < M -> lists:min(T, H);
min([_ | T], M) -> lists:min(T, M);
min([], M) -> M.

prefix([X | P], [X | T]) -> lists:prefix(P, T);
prefix([], L) when is_list(L) -> true;
prefix([_ | _], L) when is_list(L) -> false.

delete(X, [X | T]) -> T;
delete(X, [H | T]) -> [H | lists:delete(X, T)];
delete(_, []) -> [].

duplicate(N, X) when is_integer(N), N >= 0 -> lists:copies(N, X, []).

copies(0, _, L) -> L;
copies(N, X, L) -> lists:copies(N - 1, X, [X | L]).

seq(A, B) when is_integer(A), is_integer(B), A - 1 =< B -> lists:upto(A, B, []).

upto(A, B, L) when B >= A -> lists:upto(A, B - 1, [B | L]);
upto(_, _, L) -> L.

zip([A | As], [B | Bs]) -> [{A, B} | lists:zip(As, Bs)];
zip([], []) -> [].

keyfind(K, N, L) when is_integer(N), N > 0 -> lists:found(K, N, L);
keyfind(_, _, _) -> error(badarg).

found(_, _, []) -> false;
found(K, N, [H | T]) ->
    case lists:has(K, N, H) of
        true -> H;
        false -> lists:found(K, N, T)
    end;
found(_, _, _) -> error(badarg).

has(K, N, H) when is_tuple(H), tuple_size(H) >= N -> element(N, H) == K;
has(_, _, _) -> false.

keymember(K, N, L) when is_integer(N), N > 0 ->
    case lists:found(K, N, L) of
        false -> false;
        _ -> true
    end;
keymember(_, _, _) -> error(badarg).

keysearch(K, N, L) when is_integer(N), N > 0 ->
    case lists:found(K, N, L) of
        false -> false;
        H -> {value, H}
    end;
keysearch(_, _, _) -> error(badarg).

keydelete(K, N, L) when is_integer(N), N > 0 -> lists:removed(K, N, L).

removed(K, N, [H | T]) when element(N, H) == K -> T;
removed(K, N, [H | T]) -> [H | lists:removed(K, N, T)];
removed(_, _, []) -> [].

keyreplace(K, N, L, New) when is_integer(N), N > 0, is_tuple(New) -> lists:replaced(K, N, L, New).

replaced(K, N, [H | T], New) when element(N, H) == K -> [New | T];
replaced(K, N, [H | T], New) -> [H | lists:replaced(K, N, T, New)];
replaced(_, _, [], _) -> [].

keystore(K, N, L, New) when is_integer(N), N > 0, is_tuple(New) -> lists:stored(K, N, L, New).

stored(K, N, [H | T], New) when element(N, H) == K -> [New | T];
stored(K, N, [H | T], New) -> [H | lists:stored(K, N, T, New)];
stored(_, _, [], New) -> [New].

keytake(K, N, L) when is_integer(N), N > 0 -> lists:taken(K, N, L, []).

taken(K, N, [H | T], L) when element(N, H) == K -> {value, H, lists:reverse(L, T)};
taken(K, N, [H | T], L) -> lists:taken(K, N, T, [H | L]);
taken(_, _, [], _) -> false.

zip3([A | As], [B | Bs], [C | Cs]) -> [{A, B, C} | lists:zip3(As, Bs, Cs)];
zip3([], [], []) -> [].

unzip(L) -> lists:unzip(L, [], []).

unzip([{A, B} | T], As, Bs) -> lists:unzip(T, [A | As], [B | Bs]);
unzip([], As, Bs) -> {lists:reverse(As, []), lists:reverse(Bs, [])}.

unzip3(L) -> lists:unzip3(L, [], [], []).

unzip3([{A, B, C} | T], As, Bs, Cs) -> lists:unzip3(T, [A | As], [B | Bs], [C | Cs]);
unzip3([], As, Bs, Cs) -> {lists:reverse(As, []), lists:reverse(Bs, []), lists:reverse(Cs, [])}.

enumerate(L) when is_list(L) -> lists:numbered(1, L).

enumerate(N, L) when is_integer(N), is_list(L) -> lists:numbered(N, L).

numbered(N, [H | T]) -> [{N, H} | lists:numbered(N + 1, T)];
numbered(_, []) -> [].

join(_, []) -> [];
join(S, [H | T]) -> [H | lists:joined(S, T)].

joined(_, []) -> [];
joined(S, [H | T]) -> [S, H | lists:joined(S, T)].

flatten(L) when is_list(L) -> lists:flat(L, []).

flatten(L, Tail) when is_list(L), is_list(Tail) -> lists:flat(L, Tail).

flat([H | T], Tail) when is_list(H) -> lists:flat(H, lists:flat(T, Tail));
flat([H | T], Tail) -> [H | lists:flat(T, Tail)];
flat([], Tail) -> Tail.

flatlength(L) -> lists:flatlength(L, 0).

flatlength([H | T], N) when is_list(H) -> lists:flatlength(H, lists:flatlength(T, N));
flatlength([_ | T], N) -> lists:flatlength(T, N + 1);
flatlength([], N) -> N.

split(N, L) when is_integer(N), N >= 0, is_list(L) -> lists:split(N, L, []);
split(_, _) -> error(badarg).

split(0, L, Before) -> {lists:reverse(Before, []), L};
split(N, [H | T], Before) -> lists:split(N - 1, T, [H | Before]);
split(_, [], _) -> error(badarg).

sublist(L, N) when is_integer(N), is_list(L) -> lists:first(L, N).

sublist(L, 1, N) when is_list(L), is_integer(N), N >= 0 -> lists:first(L, N);
sublist([], From, _) when is_integer(From), From >= 2 -> [];
sublist([_ | T], From, N) when is_integer(From), From >= 2 -> lists:sublist(T, From - 1, N).

first([H | T], N) when N > 0 -> [H | lists:first(T, N - 1)];
first(_, 0) -> [];
first([], N) when N > 0 -> [].

suffix(S, L) ->
    N = length(L) - length(S),
    N >= 0 andalso lists:nthtail(N, L) =:= S.

seq(A, B, Step) when is_integer(A), is_integer(B), is_integer(Step), Step > 0, A - Step =< B ->
    lists:steps((B - A + Step) div Step, A, Step, []);
seq(A, B, Step) when is_integer(A), is_integer(B), is_integer(Step), Step < 0, A - Step >= B ->
    lists:steps((B - A + Step) div Step, A, Step, []);
seq(A, A, 0) when is_integer(A) -> [A];
seq(_, _, _) -> error(badarg).

%% N elements, the last one first.
steps(0, _, _, L) -> L;
steps(N, A, Step, L) -> lists:steps(N - 1, A, Step, [A + (N - 1) * Step | L]).

%% The first of the elements that are the same.
uniq(L) -> lists:uniq_after(L, []).

uniq_after([H | T], Seen) ->
    case lists:member(H, Seen) of
        true -> lists:uniq_after(T, Seen);
        false -> [H | lists:uniq_after(T, [H | Seen])]
    end;
uniq_after([], _) -> [].
