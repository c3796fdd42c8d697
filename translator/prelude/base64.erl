%% Functions of OTP's module `base64`, but for those that are lenient about what they decode.
%%
%% What is not right is found where OTP finds it: lists may hold anything.
-module(base64).
-export([decode/1, decode_to_string/1, encode/1, encode_to_string/1]).

encode(B) when is_binary(B) ->
    case '$known_binary'(B) of
        true -> '$binary'(base64:encoded('$bytes'(B)));
        false -> '$guess_binary'(B)
    end;
encode(L) when is_list(L) -> erlang:list_to_binary(base64:encoded(L)).

encode_to_string(B) when is_binary(B) -> base64:encoded(erlang:binary_to_list(B));
encode_to_string(L) when is_list(L) -> base64:encoded(L).

encoded([]) -> [];
encoded([A]) -> [base64:letter(A bsr 2), base64:letter((A band 3) bsl 4), $=, $=];
encoded([A, B]) ->
    [base64:letter(A bsr 2), base64:letter(((A band 3) bsl 4) bor (B bsr 4)), base64:letter((B band 15) bsl 2), $=];
encoded([A, B, C | T]) ->
    All = (A bsl 16) bor (B bsl 8) bor C,
    First = base64:letter(All bsr 18),
    Second = base64:letter((All bsr 12) band 63),
    Third = base64:letter((All bsr 6) band 63),
    Fourth = base64:letter(All band 63),
    [First, Second, Third, Fourth | base64:encoded(T)].

letter(N) when N >= 0, N < 26 -> $A + N;
letter(N) when N >= 26, N < 52 -> $a + N - 26;
letter(N) when N >= 52, N < 62 -> $0 + N - 52;
letter(62) -> $+;
letter(63) -> $/;
letter(_) -> error(badarg).

decode(B) when is_binary(B) ->
    case '$known_binary'(B) of
        true -> '$binary'(base64:decoded('$bytes'(B), badarg));
        false -> base64:guessed(B)
    end;
decode(L) when is_list(L) -> erlang:list_to_binary(base64:decoded(L, badarg)).

decode_to_string(B) when is_binary(B) ->
    case '$known_binary'(B) of
        true -> base64:decoded('$bytes'(B), badarith);
        false -> erlang:binary_to_list(base64:guessed(B))
    end;
decode_to_string(L) when is_list(L) -> base64:decoded(L, badarith).

guessed(B) ->
    case '$guess'(B) of
        true -> '$guess_binary'(B);
        badarg -> error(badarg);
        _ -> error('$guess'(B))
    end.

%% What a letter stands for; `ws` is white space, `eq` what fills up, anything else is bad.
value(C) when is_integer(C), C >= $A, C =< $Z -> C - $A;
value(C) when is_integer(C), C >= $a, C =< $z -> C - $a + 26;
value(C) when is_integer(C), C >= $0, C =< $9 -> C - $0 + 52;
value($+) -> 62;
value($/) -> 63;
value($=) -> eq;
value(C) when C =:= 9; C =:= 10; C =:= 13; C =:= 32 -> ws;
value(C) when is_integer(C), C >= 1, C =< 255 -> bad;
value(_) -> error(badarg).

%% Reason is for four letters that are not right.
decoded([C | T], Reason) ->
    case base64:value(C) of
        ws -> base64:decoded(T, Reason);
        V -> base64:decoded(T, V, Reason)
    end;
decoded([], _) -> [].

decoded([C | T], V1, Reason) ->
    case base64:value(C) of
        ws -> base64:decoded(T, V1, Reason);
        V -> base64:decoded(T, V1, V, Reason)
    end.

decoded([C | T], V1, V2, Reason) ->
    case base64:value(C) of
        ws -> base64:decoded(T, V1, V2, Reason);
        V -> base64:decoded(T, V1, V2, V, Reason)
    end.

decoded([C | T], V1, V2, V3, Reason) ->
    case base64:value(C) of
        ws -> base64:decoded(T, V1, V2, V3, Reason);
        eq when V3 =:= eq -> base64:last(T, [base64:first_byte(V1, V2, V2)]);
        eq -> base64:last(T, [base64:first_byte(V1, V2, V3), V2 rem 16 * 16 + V3 div 4]);
        V when is_integer(V), is_integer(V1), is_integer(V2), is_integer(V3) ->
            [V1 * 4 + V2 div 16, V2 rem 16 * 16 + V3 div 4, V3 rem 4 * 64 + V | base64:decoded(T, Reason)];
        _ -> error(Reason)
    end.

%% The last of the values is shifted before anything is put together.
first_byte(V1, V2, V3) when is_integer(V1), is_integer(V2), is_integer(V3) -> V1 * 4 + V2 div 16;
first_byte(_, _, V3) when is_integer(V3) -> error(badarg);
first_byte(_, _, _) -> error(badarith).

last([C | T], Bytes) ->
    case base64:value(C) of
        ws -> base64:last(T, Bytes);
        V -> error({case_clause, V})
    end;
last([], Bytes) -> Bytes.
