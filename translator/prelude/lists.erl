%% Functions of OTP's module `lists` that take no fun.
-module(lists).

append([]) -> [];
append([E]) -> E;
append([H | T]) -> H ++ lists:append(T).

append(A, B) -> A ++ B.

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
