%% Functions of OTP's module `string` on text, for text whose characters are one code each: lists of codes below 128,
%% of codes below 256 where neither case nor blanks matter, and binaries of codes below 128, all without carriage
%% returns, which make one character with a line feed behind them. What any other text
%% gives, be it a result or an exception, is not known: it hangs on tables of Unicode.
-module(string).
-export([
    casefold/1, chomp/1, equal/2, equal/3, equal/4, find/2, find/3, is_empty/1, length/1, lexemes/2, list_to_float/1,
    list_to_integer/1, lowercase/1, next_codepoint/1, next_grapheme/1, nth_lexeme/3, pad/2, pad/3, pad/4, prefix/2, replace/3, replace/4,
    reverse/1, slice/2, slice/3, split/2, split/3, take/2, take/3, take/4, titlecase/1, to_float/1, to_graphemes/1,
    to_integer/1, trim/1, trim/2, trim/3, uppercase/1
]).

open(S) ->
    case '$known'(S) of
        true ->
            case '$open'(S) of
                true -> '$open'(S);
                _ -> error('$open'(S))
            end;
        false ->
            case '$guess'(S) of
                true -> '$guess'(S);
                _ -> error('$guess'(S))
            end
    end.

is_text(S, Max) ->
    case '$known'(S) of
        true when is_list(S) -> string:are_codes(S, Max);
        true when is_binary(S) -> string:are_codes(erlang:binary_to_list(S), 127);
        _ -> false
    end.

are_texts([], _) -> true;
are_texts([S | T], Max) -> string:is_text(S, Max) andalso string:are_texts(T, Max).

are_codes([C | T], Max) when is_integer(C), C >= 0, C =< Max, C =/= $\r -> string:are_codes(T, Max);
are_codes([], _) -> true;
are_codes(_, _) -> false.

codes(S) when is_list(S) -> S;
codes(S) -> erlang:binary_to_list(S).

like(S, L) when is_list(S) -> L;
like(_, L) -> erlang:list_to_binary(L).

is_empty([]) -> true;
is_empty(<<>>) -> true;
is_empty([H | T]) -> string:is_empty(H) andalso string:is_empty(T);
is_empty(_) -> false.

length(S) ->
    case string:is_text(S, 255) of
        true -> erlang:length(string:codes(S));
        false -> string:open(S)
    end.

to_graphemes(S) ->
    case string:is_text(S, 255) of
        true -> string:codes(S);
        false -> string:open(S)
    end.

next_grapheme(S) -> string:next_codepoint(S).

next_codepoint(S) ->
    case string:is_text(S, 255) of
        true ->
            case string:codes(S) of
                [C | T] -> [C | string:like(S, T)];
                [] -> []
            end;
        false -> string:open(S)
    end.

equal(A, B) when is_binary(A), is_binary(B) -> A =:= B;
equal(A, B) ->
    case string:are_texts([A, B], 255) of
        true -> string:codes(A) =:= string:codes(B);
        false -> string:open([A | B])
    end.

equal(A, B, false) -> string:equal(A, B);
equal(A, B, true) ->
    case string:are_texts([A, B], 127) of
        true -> string:lower(string:codes(A)) =:= string:lower(string:codes(B));
        false -> string:open([A | B])
    end.

equal(A, B, Case, none) -> string:equal(A, B, Case);
equal(A, B, Case, Form) when
    is_boolean(Case), (Form =:= nfc orelse Form =:= nfd orelse Form =:= nfkc orelse Form =:= nfkd)
->
    case string:are_texts([A, B], 127) of
        true -> string:equal(string:codes(A), string:codes(B), Case);
        false -> string:open([A | B])
    end;
equal(A, B, Case, Form) -> string:open([A, B, Case, Form]).

reverse(S) ->
    case string:is_text(S, 255) of
        true -> lists:reverse(string:codes(S));
        false -> string:open(S)
    end.

slice(S, N) when is_integer(N), N >= 0 ->
    case string:is_text(S, 255) of
        true -> string:like(S, string:after_codes(N, string:codes(S)));
        false -> string:open(S)
    end.

slice(S, N, Length) when is_integer(N), N >= 0, is_integer(Length), Length > 0 ->
    case string:is_text(S, 255) of
        true -> string:like(S, string:first(string:after_codes(N, string:codes(S)), Length));
        false -> string:open(S)
    end;
slice(S, N, infinity) ->
    case string:is_text(S, 255) andalso is_integer(N) andalso N >= 0 of
        true -> string:slice(S, N);
        false -> string:open([S | N])
    end;
slice(S, _, 0) ->
    case is_binary(S) of
        true -> <<>>;
        false -> []
    end.

after_codes(N, [_ | T]) when N > 0 -> string:after_codes(N - 1, T);
after_codes(_, L) -> L.

pad(S, Length) -> string:pad(S, Length, trailing, $\s).

pad(S, Length, Side) -> string:pad(S, Length, Side, $\s).

pad(S, Length, Side, C) when
    is_integer(Length), (Side =:= leading orelse Side =:= trailing orelse Side =:= both)
->
    case string:is_text(S, 255) of
        true -> string:padded(S, max(0, Length - string:length(S)), Side, C);
        false -> string:open(S)
    end.

padded(S, N, leading, C) -> [lists:duplicate(N, C), S];
padded(S, N, trailing, C) -> [S | lists:duplicate(N, C)];
padded(S, N, both, C) ->
    Before = lists:duplicate(N div 2, C),
    [Before, S, Before | lists:duplicate(N rem 2, C)].

trim(S) -> string:trim(S, both).

trim(S, Side) -> string:trim(S, Side, [$\n, $\v, $\f, $\s, $\t]).

trim(S, _, []) -> S;
trim(S, Side, Cs) when is_list(Cs), (Side =:= leading orelse Side =:= trailing orelse Side =:= both) ->
    case string:are_texts([S, Cs], 127) of
        true -> string:like(S, string:trimmed(string:codes(S), Side, Cs));
        false -> string:open([S | Cs])
    end.

trimmed(L, leading, Cs) -> string:behind_all(L, Cs);
trimmed(L, trailing, Cs) -> lists:reverse(string:behind_all(lists:reverse(L), Cs));
trimmed(L, both, Cs) -> string:trimmed(string:behind_all(L, Cs), trailing, Cs).

behind_all([C | T] = L, Cs) ->
    case lists:member(C, Cs) of
        true -> string:behind_all(T, Cs);
        false -> L
    end;
behind_all([], _) -> [].

chomp(S) ->
    case string:is_text(S, 127) of
        true -> string:trim(S, trailing, [$\n]);
        false -> string:open(S)
    end.

take(S, Cs) -> string:take(S, Cs, false, leading).

take(S, Cs, Complement) -> string:take(S, Cs, Complement, leading).

take(S, Cs, Complement, Side) when
    is_list(Cs), is_boolean(Complement), (Side =:= leading orelse Side =:= trailing)
->
    case string:are_texts([S, Cs], 127) of
        true -> string:taken(S, string:codes(S), Cs, Complement, Side);
        false -> string:open([S | Cs])
    end;
take(S, Cs, Complement, Side) -> string:open([S, Cs, Complement, Side]).

taken(S, L, Cs, Complement, leading) ->
    N = string:count_while(L, Cs, not Complement, 0),
    {string:like(S, string:first(L, N)), string:like(S, string:after_codes(N, L))};
taken(S, L, Cs, Complement, trailing) ->
    N = erlang:length(L) - string:count_while(lists:reverse(L), Cs, not Complement, 0),
    {string:like(S, string:first(L, N)), string:like(S, string:after_codes(N, L))}.

count_while([C | T], Cs, In, N) ->
    case lists:member(C, Cs) of
        In -> string:count_while(T, Cs, In, N + 1);
        _ -> N
    end;
count_while([], _, _, N) -> N.

uppercase(S) ->
    case string:is_text(S, 127) of
        true -> string:like(S, string:upper(string:codes(S)));
        false -> string:open(S)
    end.

lowercase(S) ->
    case string:is_text(S, 127) of
        true -> string:like(S, string:lower(string:codes(S)));
        false -> string:open(S)
    end.

casefold(S) -> string:lowercase(S).

titlecase(S) ->
    case string:is_text(S, 127) of
        true ->
            case string:codes(S) of
                [C | T] -> string:like(S, [string:upper_char(C) | T]);
                [] -> S
            end;
        false -> string:open(S)
    end.

prefix(S, Prefix) ->
    case string:are_texts([S, Prefix], 255) of
        true ->
            case string:behind(string:codes(Prefix), string:codes(S)) of
                [Rest] -> string:like(S, Rest);
                [] -> nomatch
            end;
        false -> string:open([S | Prefix])
    end.

%% What stands behind a beginning, in a list; [] if it is none.
behind([C | A], [C | B]) -> string:behind(A, B);
behind([], B) -> [B];
behind(_, _) -> [].

find(S, Part) -> string:find(S, Part, leading).

find(S, [], _) -> S;
find(S, <<>>, _) -> S;
find(S, Part, Side) when Side =:= leading; Side =:= trailing ->
    case string:are_texts([S, Part], 255) of
        true ->
            L = string:codes(S),
            case string:place(L, string:codes(Part), Side, 0, none) of
                none -> nomatch;
                N -> string:like(S, string:after_codes(N, L))
            end;
        false -> string:open([S | Part])
    end.

%% How many codes stand before the first or last place of a part.
place([], _, _, _, Last) -> Last;
place([_ | T] = L, Part, Side, N, Last) ->
    case string:behind(Part, L) of
        [] -> string:place(T, Part, Side, N + 1, Last);
        [_] when Side =:= leading -> N;
        [_] -> string:place(T, Part, Side, N + 1, N)
    end.

split(S, Part) -> string:split(S, Part, leading).

split(S, Part, Where) ->
    case string:is_empty(Part) of
        true -> [S];
        false ->
            case string:are_texts([S, Part], 255) andalso lists:member(Where, [leading, trailing, all]) of
                true -> string:split_codes(S, string:codes(S), string:codes(Part), Where);
                false -> string:open([S, Part | Where])
            end
    end.

split_codes(S, L, Part, Where) ->
    Side =
        case Where of
            trailing -> trailing;
            _ -> leading
        end,
    case string:place(L, Part, Side, 0, none) of
        none -> [string:like(S, L)];
        N ->
            Rest = string:after_codes(N + erlang:length(Part), L),
            Before = string:like(S, string:first(L, N)),
            case Where of
                all -> [Before | string:split_codes(S, Rest, Part, all)];
                _ -> [Before, string:like(S, Rest)]
            end
    end.

replace(S, Part, New) -> string:replace(S, Part, New, leading).

replace(S, Part, New, Where) -> lists:join(New, string:split(S, Part, Where)).

lexemes([], _) -> [];
lexemes(S, []) -> [S];
lexemes(S, Cs) when is_list(Cs) ->
    case string:are_texts([S, Cs], 255) of
        true -> string:all_like(S, string:tokens(string:codes(S), Cs));
        false -> string:open([S | Cs])
    end.

all_like(_, []) -> [];
all_like(S, [L | T]) -> [string:like(S, L) | string:all_like(S, T)].

nth_lexeme(S, 1, []) -> S;
nth_lexeme(S, N, []) -> string:open([S | N]);
nth_lexeme(S, N, Cs) when is_list(Cs), is_integer(N), N > 0 ->
    case string:are_texts([S, Cs], 255) of
        true -> string:nth_of(N, string:lexemes(S, Cs), S);
        false -> string:open([S | Cs])
    end.

nth_of(1, [L | _], _) -> L;
nth_of(N, [_ | T], S) -> string:nth_of(N - 1, T, S);
nth_of(_, [], S) -> string:like(S, []).

list_to_integer(S) when is_list(S) ->
    case string:sign(S) of
        [C | T] when is_integer(C), C >= $0, C =< $9 -> string:number(S, [C | T], 0);
        _ -> string:no_number(S)
    end;
list_to_integer(_) -> {error, not_a_list}.

sign([C | T]) when C =:= $+; C =:= $- -> T;
sign(S) -> S.

no_number(_) -> {error, no_integer}.

number(S, [C | T], N) when is_integer(C), C >= $0, C =< $9 -> string:number(S, T, N * 10 + C - $0);
number([$- | _], Rest, N) -> {-N, Rest};
number(_, Rest, N) -> {N, Rest}.

to_integer(S) ->
    case string:is_text(S, 127) of
        true ->
            case string:list_to_integer(string:codes(S)) of
                {error, _} -> {error, no_integer};
                {N, Rest} -> {N, string:like(S, Rest)}
            end;
        false -> string:open(S)
    end.

%% The float in front of a list: digits, a point or comma, digits, and an exponent if it is right.
list_to_float(S) when is_list(S) ->
    case '$known'(S) of
        true -> string:float_front(S);
        false -> string:open(S)
    end;
list_to_float(_) -> {error, not_a_list}.

float_front(S) ->
    case erlang:float_digits(string:sign(S), 0, 0) of
        {Whole, N, [Point | Behind]} when N > 0, Point =:= $. orelse Point =:= $, ->
            case erlang:float_digits(Behind, Whole, 0) of
                {Number, Places, Left} when Places > 0 -> string:float_with(S, Number, Places, string:exponent(Left), Left);
                _ -> {error, no_float}
            end;
        _ -> {error, no_float}
    end.

%% The exponent in front of a list, and what follows it.
exponent([E | T]) when E =:= $e; E =:= $E ->
    case erlang:float_digits(string:sign(T), 0, 0) of
        {Power, N, Left} when N > 0 ->
            case T of
                [$- | _] -> {-Power, Left};
                _ -> {Power, Left}
            end;
        _ -> none
    end;
exponent(_) -> none.

float_with(S, Number, Places, none, Left) -> string:float_of(S, '$scaled'({Number, -Places}), Left);
float_with(S, Number, Places, {Power, Left}, _) -> string:float_of(S, '$scaled'({Number, Power - Places}), Left).

float_of(_, badarith, _) -> {error, no_float};
float_of([$- | _], F, Left) -> {-F, Left};
float_of(_, F, Left) -> {F, Left}.

to_float(S) ->
    case string:is_text(S, 127) of
        true ->
            case string:list_to_float(string:codes(S)) of
                {error, _} -> {error, no_float};
                {F, Rest} -> {F, string:like(S, Rest)}
            end;
        false -> string:open(S)
    end.
