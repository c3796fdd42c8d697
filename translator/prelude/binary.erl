%% The functions of OTP's binary, without those on compiled patterns and memory. Of binaries that are not known the
%% results are guesses.
-module(binary).
-export([
    at/2, bin_to_list/1, bin_to_list/2, bin_to_list/3, copy/1, copy/2, decode_unsigned/1, decode_unsigned/2,
    encode_unsigned/1, encode_unsigned/2, first/1, last/1, list_to_bin/1, longest_common_prefix/1, match/2, matches/2,
    part/2, part/3, replace/3, replace/4, split/2, split/3
]).

at(B, N) when is_binary(B), is_integer(N), N >= 0 ->
    case '$known_binary'(B) of
        true -> binary:nth(N, '$bytes'(B));
        false ->
            case '$guess'(B) of
                true -> '$guess_integer'(B);
                _ -> error(badarg)
            end
    end;
at(_, _) -> error(badarg).

nth(0, [X | _]) -> X;
nth(N, [_ | T]) -> binary:nth(N - 1, T);
nth(_, _) -> error(badarg).

first(B) -> binary:at(B, 0).

last(B) when is_binary(B), byte_size(B) > 0 -> binary:at(B, byte_size(B) - 1);
last(_) -> error(badarg).

bin_to_list(B) -> erlang:binary_to_list(B).

bin_to_list(B, {From, Length}) -> binary:bin_to_list(B, From, Length);
bin_to_list(_, _) -> error(badarg).

bin_to_list(B, From, Length) -> erlang:binary_to_list(erlang:binary_part(B, From, Length)).

list_to_bin(L) -> erlang:list_to_binary(L).

part(B, Place) -> erlang:binary_part(B, Place).

part(B, From, Length) -> erlang:binary_part(B, From, Length).

copy(B) -> binary:copy(B, 1).

copy(B, N) when is_binary(B), is_integer(N), N >= 0 -> erlang:iolist_to_binary(binary:copies(B, N));
copy(_, _) -> error(badarg).

copies(_, 0) -> [];
copies(B, N) -> [B | binary:copies(B, N - 1)].

encode_unsigned(N) -> binary:encode_unsigned(N, big).

encode_unsigned(N, big) when is_integer(N), N >= 0 -> erlang:list_to_binary(binary:digits(N, []));
encode_unsigned(N, little) when is_integer(N), N >= 0 ->
    erlang:list_to_binary(erlang:bytes_reverse(binary:digits(N, []), []));
encode_unsigned(_, _) -> error(badarg).

digits(N, L) when N < 256 -> [N | L];
digits(N, L) -> binary:digits(N div 256, [N rem 256 | L]).

decode_unsigned(B) -> binary:decode_unsigned(B, big).

decode_unsigned(B, Endian) when is_binary(B), (Endian =:= big orelse Endian =:= little) ->
    case '$known_binary'(B) of
        true when Endian =:= big -> binary:number('$bytes'(B), 0);
        true -> binary:number(erlang:bytes_reverse('$bytes'(B), []), 0);
        false -> '$guess_integer'(B)
    end;
decode_unsigned(_, _) -> error(badarg).

number([], N) -> N;
number([X | T], N) -> binary:number(T, N * 256 + X).

longest_common_prefix([B | Bs]) when is_binary(B) -> binary:common(Bs, erlang:binary_to_list(B));
longest_common_prefix(_) -> error(badarg).

common([], L) -> length(L);
common([B | Bs], L) when is_binary(B) -> binary:common(Bs, binary:shared(L, erlang:binary_to_list(B)));
common(_, _) -> error(badarg).

shared([X | A], [X | B]) -> [X | binary:shared(A, B)];
shared(_, _) -> [].

%% Patterns as lists of bytes; one that is empty is none.
patterns([B | Bs]) -> [binary:pattern(B) | binary:more_patterns(Bs)];
patterns(B) -> [binary:pattern(B)].

more_patterns([]) -> [];
more_patterns([B | Bs]) -> [binary:pattern(B) | binary:more_patterns(Bs)];
more_patterns(_) -> error(badarg).

pattern(B) when is_binary(B), byte_size(B) > 0 -> erlang:binary_to_list(B);
pattern(_) -> error(badarg).

%% Nothing is looked for in an empty binary, be it a pattern or not.
match(<<>>, _) -> nomatch;
match(B, Pattern) when is_binary(B) ->
    case binary:found(erlang:binary_to_list(B), binary:patterns(Pattern), 0) of
        [Place | _] -> Place;
        [] -> nomatch
    end;
match(_, _) -> error(badarg).

matches(<<>>, _) -> [];
matches(B, Pattern) when is_binary(B) ->
    binary:all_found(erlang:binary_to_list(B), binary:patterns(Pattern), 0);
matches(_, _) -> error(badarg).

all_found(L, Patterns, From) ->
    case binary:found(L, Patterns, From) of
        [{At, Length} | Rest] -> [{At, Length} | binary:all_found(Rest, Patterns, At + Length)];
        [] -> []
    end.

%% The first place where the longest of the patterns stands, in front of the bytes behind it.
found([], _, _) -> [];
found([_ | T] = L, Patterns, At) ->
    case binary:longest(L, Patterns, 0) of
        0 -> binary:found(T, Patterns, At + 1);
        Length -> [{At, Length} | erlang:bytes_dropped(Length, L)]
    end.

longest(_, [], Length) -> Length;
longest(L, [Pattern | Patterns], Length) ->
    Own = length(Pattern),
    case Own > Length andalso binary:begins(Pattern, L) of
        true -> binary:longest(L, Patterns, Own);
        false -> binary:longest(L, Patterns, Length)
    end.

begins([], _) -> true;
begins([X | A], [X | B]) -> binary:begins(A, B);
begins(_, _) -> false.

replace(B, Pattern, New) -> binary:replace(B, Pattern, New, []).

%% With which options what is replaced is kept, or a part only is looked at, is not here.
replace(B, Pattern, New, Options) when is_binary(B), is_binary(New) ->
    case binary:is_global(Options, false) of
        open -> binary:open(B);
        Global -> binary:replaced(B, Pattern, New, Global)
    end;
replace(_, _, _, _) -> error(badarg).

is_global([], Global) -> Global;
is_global([global | T], _) -> binary:is_global(T, true);
is_global([{insert_replaced, _} | _], _) -> open;
is_global([{scope, _} | _], _) -> open;
is_global(_, _) -> error(badarg).

open(B) ->
    case '$open'(B) of
        true -> '$open'(B);
        _ -> error(badarg)
    end.

replaced(<<>>, _, _, _) -> <<>>;
replaced(B, Pattern, New, Global) ->
    Patterns = binary:patterns(Pattern),
    case '$known_binary'(B) andalso '$known_binary'(New) of
        true -> '$binary'(binary:put('$bytes'(B), Patterns, '$bytes'(New), Global));
        false -> '$guess_binary'([B | New])
    end.

put([], _, _, _) -> [];
put([X | T] = L, Patterns, New, Global) ->
    case binary:longest(L, Patterns, 0) of
        0 -> [X | binary:put(T, Patterns, New, Global)];
        Length when Global -> New ++ binary:put(erlang:bytes_dropped(Length, L), Patterns, New, Global);
        Length -> New ++ erlang:bytes_dropped(Length, L)
    end.

split(B, Pattern) -> binary:split(B, Pattern, []).

split(<<>>, _, Options) ->
    {_, Trim} = binary:options(Options, {false, keep}),
    binary:trimmed({Trim, [<<>>]}, Options);
split(B, Pattern, Options) when is_binary(B) ->
    binary:trimmed(binary:split_all(B, binary:patterns(Pattern), binary:options(Options, {false, keep})), Options);
split(_, _, _) -> error(badarg).

options([], Known) -> Known;
options([global | T], {_, Trim}) -> binary:options(T, {true, Trim});
options([trim | T], {Global, keep}) -> binary:options(T, {Global, trim});
options([trim | T], Known) -> binary:options(T, Known);
options([trim_all | T], {Global, _}) -> binary:options(T, {Global, trim_all});
options(_, _) -> error(badarg).

split_all(B, Patterns, {Global, Trim}) ->
    case '$known_binary'(B) of
        true -> {Trim, binary:pieces('$bytes'(B), Patterns, Global, [])};
        false -> {Trim, binary:guessed(B)}
    end.

guessed(B) ->
    case '$guess'(B) of
        true -> ['$guess_binary'(B) | binary:guessed(B)];
        _ -> ['$guess_binary'(B)]
    end.

pieces([], _, _, Rev) -> ['$binary'(erlang:bytes_reverse(Rev, []))];
pieces([X | T] = L, Patterns, Global, Rev) ->
    case binary:longest(L, Patterns, 0) of
        0 -> binary:pieces(T, Patterns, Global, [X | Rev]);
        Length when Global ->
            Rest = binary:pieces(erlang:bytes_dropped(Length, L), Patterns, Global, []),
            ['$binary'(erlang:bytes_reverse(Rev, [])) | Rest];
        Length -> ['$binary'(erlang:bytes_reverse(Rev, [])), '$binary'(erlang:bytes_dropped(Length, L))]
    end.

trimmed({keep, Pieces}, _) -> Pieces;
trimmed({trim, Pieces}, _) -> binary:without_end(Pieces);
trimmed({trim_all, Pieces}, _) -> binary:without_empty(Pieces).

without_end([]) -> [];
without_end([Piece | Pieces]) ->
    case binary:without_end(Pieces) of
        [] when Piece =:= <<>> -> [];
        Rest -> [Piece | Rest]
    end.

without_empty([]) -> [];
without_empty([<<>> | T]) -> binary:without_empty(T);
without_empty([Piece | T]) -> [Piece | binary:without_empty(T)].
