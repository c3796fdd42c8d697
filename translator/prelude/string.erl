%% Functions of OTP's module `string` on lists of characters, those of the old interface, whose characters are
%% integers.
%%
%% Not here: what counts grapheme clusters, and so hangs on tables of Unicode.
-module(string).
-export([
    centre/2, centre/3, chars/2, chars/3, chr/2, concat/2, copies/2, cspan/2, join/2, left/2, left/3, len/1,
    rchr/2, right/2, right/3, rstr/2, span/2, str/2, strip/1, strip/2, strip/3, sub_string/2, sub_string/3,
    sub_word/2, sub_word/3, substr/2, substr/3, to_lower/1, to_upper/1, tokens/2, words/1, words/2
]).

len(S) -> length(S).

concat(A, B) -> A ++ B.

chr(S, C) when is_integer(C) -> string:chr(S, C, 1).

chr([C | _], C, N) -> N;
chr([_ | S], C, N) -> string:chr(S, C, N + 1);
chr([], _, _) -> 0.

rchr(S, C) when is_integer(C) -> string:rchr(S, C, 1, 0).

rchr([C | S], C, N, _) -> string:rchr(S, C, N + 1, N);
rchr([_ | S], C, N, Last) -> string:rchr(S, C, N + 1, Last);
rchr([], _, _, Last) -> Last.

str(S, Sub) when is_list(Sub) -> string:str(S, Sub, 1).

str([C | S], [C | Sub], N) ->
    case string:begins(Sub, S) of
        true -> N;
        false -> string:str(S, [C | Sub], N + 1)
    end;
str([_ | S], Sub, N) -> string:str(S, Sub, N + 1);
str([], _, _) -> 0.

rstr(S, Sub) when is_list(Sub) -> string:rstr(S, Sub, 1, 0).

rstr([C | S], [C | Sub], N, Last) ->
    case string:begins(Sub, S) of
        true -> string:rstr(S, [C | Sub], N + 1, N);
        false -> string:rstr(S, [C | Sub], N + 1, Last)
    end;
rstr([_ | S], Sub, N, Last) -> string:rstr(S, Sub, N + 1, Last);
rstr([], _, _, Last) -> Last.

begins([C | A], [C | B]) -> string:begins(A, B);
begins([], B) when is_list(B) -> true;
begins(A, B) when is_list(A), is_list(B) -> false.

span(S, Cs) when is_list(Cs) -> string:span(S, Cs, 0).

span([C | S], Cs, N) ->
    case lists:member(C, Cs) of
        true -> string:span(S, Cs, N + 1);
        false -> N
    end;
span([], _, N) -> N.

cspan(S, Cs) when is_list(Cs) -> string:cspan(S, Cs, 0).

cspan([C | S], Cs, N) ->
    case lists:member(C, Cs) of
        true -> N;
        false -> string:cspan(S, Cs, N + 1)
    end;
cspan([], _, N) -> N.

substr(S, 1) when is_list(S) -> S;
substr(S, From) when is_integer(From), From > 1 -> string:from(S, From).

substr(S, From, N) when is_integer(From), From >= 1, is_integer(N), N >= 0 ->
    string:first(string:from(S, From), N).

from(S, 1) when is_list(S) -> S;
from([_ | S], From) -> string:from(S, From - 1).

first([C | S], N) when N > 0 -> [C | string:first(S, N - 1)];
first(S, _) when is_list(S) -> [].

sub_string(S, From) -> string:substr(S, From).

sub_string(S, From, To) -> string:substr(S, From, To - From + 1).

tokens([], []) -> [];
tokens([_ | _] = S, []) -> [S];
tokens(S, []) -> error({case_clause, S});
tokens(S, [C]) -> string:tokens_of(lists:reverse(S), [C], []);
tokens(S, [_ | _] = Cs) -> string:tokens_of(lists:reverse(S), Cs, []);
tokens(_, Cs) -> error({case_clause, Cs}).

%% The string is reversed, and so the last token comes first.
tokens_of([C | S], Cs, Tokens) ->
    case lists:member(C, Cs) of
        true -> string:tokens_of(S, Cs, Tokens);
        false -> string:token(S, Cs, Tokens, [C])
    end;
tokens_of([], _, Tokens) -> Tokens.

token([C | S], Cs, Tokens, Token) ->
    case lists:member(C, Cs) of
        true -> string:tokens_of(S, Cs, [Token | Tokens]);
        false -> string:token(S, Cs, Tokens, [C | Token])
    end;
token([], _, Tokens, Token) -> [Token | Tokens].

chars(C, N) -> string:chars(C, N, []).

chars(C, N, S) when N > 0 -> string:chars(C, N - 1, [C | S]);
chars(C, 0, S) when is_integer(C) -> S.

copies(S, N) when is_list(S), is_integer(N), N >= 0 -> string:copies(S, N, []).

copies(_, 0, L) -> L;
copies(S, N, L) -> string:copies(S, N - 1, S ++ L).

strip(S) -> string:strip(S, both).

strip(S, left) -> string:strip_left(S, $\s);
strip(S, right) -> string:strip_right(S, $\s);
strip(S, both) -> string:strip_right(string:strip_left(S, $\s), $\s).

strip(S, right, C) -> string:strip_right(S, C);
strip(S, left, C) -> string:strip_left(S, C);
strip(S, both, C) -> string:strip_right(string:strip_left(S, C), C).

strip_left([C | S], C) -> string:strip_left(S, C);
strip_left([_ | _] = S, C) when is_integer(C) -> S;
strip_left([], C) when is_integer(C) -> [].

strip_right([C | S], C) ->
    case string:strip_right(S, C) of
        [] -> [];
        Rest -> [C | Rest]
    end;
strip_right([H | S], C) -> [H | string:strip_right(S, C)];
strip_right([], C) when is_integer(C) -> [].

words(S) -> string:words(S, $\s).

words(S, C) when is_integer(C) -> string:count_words(string:strip(S, both, C), C, 0).

count_words([], _, N) -> N + 1;
count_words([C | S], C, N) -> string:count_words(string:strip(S, left, C), C, N + 1);
count_words([_ | S], C, N) -> string:count_words(S, C, N).

sub_word(S, N) -> string:sub_word(S, N, $\s).

sub_word(S, N, C) when is_integer(N), is_integer(C) ->
    Words = string:words(S, C),
    case Words < N of
        true -> [];
        false -> string:word(string:strip(S, left, C), N, C, 1, [])
    end.

word([], _, _, _, Word) -> lists:reverse(Word);
word([C | _], N, C, N, Word) -> lists:reverse(Word);
word([H | S], N, C, N, Word) -> string:word(S, N, C, N, [H | Word]);
word([C | S], N, C, At, Word) when At < N -> string:word(string:strip(S, left, C), N, C, At + 1, Word);
word([_ | S], N, C, At, Word) when At < N -> string:word(S, N, C, At, Word).

left(S, N) when is_integer(N) -> string:left(S, N, $\s).

left(S, N, C) when is_integer(C) -> string:left_of(length(S), S, N, C).

left_of(Size, S, N, _) when Size > N -> string:substr(S, 1, N);
left_of(Size, S, N, C) when Size < N -> S ++ string:chars(C, N - Size);
left_of(N, S, N, _) -> S;
left_of(_, _, _, _) -> error(if_clause).

right(S, N) when is_integer(N) -> string:right(S, N, $\s).

right(S, N, C) when is_integer(C) -> string:right_of(length(S), S, N, C).

right_of(Size, S, N, _) when Size > N -> string:substr(S, Size - N + 1);
right_of(Size, S, N, C) when Size < N -> string:chars(C, N - Size, S);
right_of(N, S, N, _) -> S;
right_of(_, _, _, _) -> error(if_clause).

centre(S, N) when is_integer(N) -> string:centre(S, N, $\s).

centre(S, 0, C) when is_list(S), is_integer(C) -> [];
centre(S, N, C) when is_integer(C) -> string:centre_of(length(S), S, N, C).

centre_of(Size, S, N, _) when Size > N -> string:substr(S, (Size - N) div 2 + 1, N);
centre_of(Size, S, N, C) when Size < N ->
    Before = (N - Size) div 2,
    string:chars(C, Before, S ++ string:chars(C, N - (Size + Before)));
centre_of(N, S, N, _) -> S;
centre_of(_, _, _, _) -> error(if_clause).

to_lower(S) when is_list(S) -> string:lower(S);
to_lower(C) when is_integer(C) -> string:lower_char(C).

lower([C | S]) -> [string:lower_char(C) | string:lower(S)];
lower([]) -> [];
lower(S) -> error({bad_generator, S}).

lower_char(C) when is_integer(C), $A =< C, C =< $Z -> C + 32;
lower_char(C) when is_integer(C), 16#C0 =< C, C =< 16#D6 -> C + 32;
lower_char(C) when is_integer(C), 16#D8 =< C, C =< 16#DE -> C + 32;
lower_char(C) -> C.

to_upper(S) when is_list(S) -> string:upper(S);
to_upper(C) when is_integer(C) -> string:upper_char(C).

upper([C | S]) -> [string:upper_char(C) | string:upper(S)];
upper([]) -> [];
upper(S) -> error({bad_generator, S}).

upper_char(C) when is_integer(C), $a =< C, C =< $z -> C - 32;
upper_char(C) when is_integer(C), 16#E0 =< C, C =< 16#F6 -> C - 32;
upper_char(C) when is_integer(C), 16#F8 =< C, C =< 16#FE -> C - 32;
upper_char(C) -> C.

join([], Sep) when is_list(Sep) -> [];
join([H | T], Sep) ->
    Rest = string:separated(T, Sep),
    H ++ lists:append(Rest).

separated([H | T], Sep) ->
    S = Sep ++ H,
    [S | string:separated(T, Sep)];
separated([], _) -> [];
separated(T, _) -> error({bad_generator, T}).
