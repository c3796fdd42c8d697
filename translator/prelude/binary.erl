%% The functions of OTP's `binary`, without those on compiled patterns and memory. Of binaries that are not known the
%% results are guesses.
-module(binary).
-export([
    at/2, bin_to_list/1, bin_to_list/2, bin_to_list/3, copy/1, copy/2, decode_hex/1, decode_unsigned/1,
    decode_unsigned/2, encode_hex/1, encode_unsigned/1, encode_unsigned/2, first/1, last/1, list_to_bin/1,
    longest_common_prefix/1, longest_common_suffix/1, match/2, match/3, matches/2, matches/3, part/2, part/3,
    replace/3, replace/4, split/2, split/3
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

bin_to_list(B, From, Length) when is_binary(B) -> erlang:binary_to_list(erlang:binary_part(B, From, Length));
bin_to_list(_, _, _) -> error(badarg).

list_to_bin(L) -> erlang:list_to_binary(L).

part(B, Place) -> erlang:binary_part(B, Place).

part(B, From, Length) -> erlang:binary_part(B, From, Length).

copy(B) -> binary:copy(B, 1).

copy(B, 0) when is_bitstring(B) -> <<>>;
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

longest_common_prefix([B | Bs]) when is_binary(B) -> binary:common(Bs, erlang:binary_to_list(B), prefix);
longest_common_prefix(_) -> error(badarg).

longest_common_suffix([B | Bs]) when is_binary(B) -> binary:common(Bs, binary:backwards(B), suffix);
longest_common_suffix(_) -> error(badarg).

backwards(B) -> lists:reverse(erlang:binary_to_list(B)).

common([], L, _) -> length(L);
common([B | Bs], L, prefix) when is_binary(B) ->
    binary:common(Bs, binary:shared(L, erlang:binary_to_list(B)), prefix);
common([B | Bs], L, suffix) when is_binary(B) -> binary:common(Bs, binary:shared(L, binary:backwards(B)), suffix);
common(_, _, _) -> error(badarg).

shared([X | A], [X | B]) -> [X | binary:shared(A, B)];
shared(_, _) -> [].

encode_hex(B) when is_binary(B) ->
    case '$known_binary'(B) of
        true -> '$binary'(binary:hex('$bytes'(B)));
        false -> '$guess_binary'(B)
    end;
encode_hex(B) ->
    case '$known_bits'(B) of
        true -> '$open'(B);
        false -> error(badarg)
    end.

hex([X | T]) -> [erlang:digit(X div 16), erlang:digit(X rem 16) | binary:hex(T)];
hex([]) -> [].

decode_hex(B) when is_binary(B) ->
    case '$known_binary'(B) of
        true -> '$binary'(binary:from_hex('$bytes'(B)));
        false ->
            case '$guess'(B) of
                true -> '$guess_binary'(B);
                _ -> error(badarg)
            end
    end;
decode_hex(_) -> error(badarg).

from_hex([A, B | T]) -> [16 * binary:hex_digit(A) + binary:hex_digit(B) | binary:from_hex(T)];
from_hex([]) -> [];
from_hex(_) -> error(badarg).

hex_digit(C) when C >= $0, C =< $9 -> C - $0;
hex_digit(C) when C >= $A, C =< $F -> C - $A + 10;
hex_digit(C) when C >= $a, C =< $f -> C - $a + 10;
hex_digit(_) -> error(badarg).

%% Patterns as lists of bytes; one that is empty is none.
patterns([B | Bs]) -> [binary:pattern(B) | binary:more_patterns(Bs)];
patterns(B) -> [binary:pattern(B)].

more_patterns([]) -> [];
more_patterns([B | Bs]) -> [binary:pattern(B) | binary:more_patterns(Bs)];
more_patterns(_) -> error(badarg).

pattern(B) when is_binary(B), byte_size(B) > 0 -> erlang:binary_to_list(B);
pattern(_) -> error(badarg).

match(B, Pattern) -> binary:match(B, Pattern, []).

matches(B, Pattern) -> binary:matches(B, Pattern, []).

match(B, Pattern, Options) when is_binary(B), is_list(Options) ->
    case binary:places(Pattern, binary:scope_of(B, Options, binary:bytes_in(B, all)), false) of
        [Place] -> Place;
        [] -> nomatch
    end;
match(_, _, _) -> error(badarg).

matches(B, Pattern, Options) when is_binary(B), is_list(Options) ->
    binary:places(Pattern, binary:scope_of(B, Options, binary:bytes_in(B, all)), true);
matches(_, _, _) -> error(badarg).

%% The part of a binary that is looked at; nobody looks at what is behind the last option.
scope_of(B, [{scope, Place} | Options], _) -> binary:scope_of(B, Options, binary:bytes_in(B, Place));
scope_of(_, [_ | _], _) -> error(badarg);
scope_of(_, _, Scope) -> Scope.

%% The first place of a pattern in this part, or all of them. Where there is nothing up to the end of it, nothing is looked
%% for, be it a pattern or not.
places(_, {0, []}, _) -> [];
places(Pattern, {From, L}, IsGlobal) -> binary:places_in(L, binary:patterns(Pattern), From, IsGlobal).

%% The same where the binary is not known: there may be nothing, or less than that part.
looks(B, Pattern, Scope) ->
    case '$guess'(B) of
        nothing -> nothing;
        less when Scope =/= all -> error(badarg);
        _ -> binary:patterns(Pattern)
    end.

places_in(L, Patterns, From, true) -> binary:all_found(L, Patterns, From);
places_in(L, Patterns, From, false) ->
    case binary:found(L, Patterns, From) of
        [Place | _] -> [Place];
        [] -> []
    end.

bytes_in(B, all) -> {0, erlang:binary_to_list(B)};
bytes_in(B, {From, Length}) when is_integer(From), is_integer(Length), Length < 0 ->
    binary:bytes_in(B, {From + Length, -Length});
bytes_in(B, {From, Length}) -> {From, erlang:binary_to_list(erlang:binary_part(B, From, Length))};
bytes_in(_, _) -> error(badarg).

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

replace(B, Pattern, New, Options) when is_binary(B), is_binary(New) ->
    {Scope, Global, Inserts} = binary:replace_options(Options, {all, false, none}),
    case '$known_binary'(B) andalso '$known_binary'(New) of
        true ->
            Places = binary:places(Pattern, binary:bytes_in(B, Scope), Global),
            '$binary'(binary:put_in('$bytes'(B), 0, Places, binary:pieces_of('$bytes'(New), Inserts)));
        false ->
            _ = binary:looks(B, Pattern, Scope),
            '$guess_binary'([B | New])
    end;
replace(_, _, _, _) -> error(badarg).

replace_options([global | T], {Scope, _, Inserts}) -> binary:replace_options(T, {Scope, true, Inserts});
replace_options([{scope, {From, Length}} | T], {_, Global, Inserts}) ->
    binary:replace_options(T, {{From, Length}, Global, Inserts});
replace_options([{insert_replaced, N} | T], {Scope, Global, _}) when is_integer(N); is_list(N) ->
    binary:replace_options(T, {Scope, Global, N});
replace_options([], Known) -> Known;
replace_options(_, _) -> error(badarg).

%% The bytes between which what is replaced comes again.
pieces_of(New, none) -> [New];
pieces_of(New, []) -> [New];
pieces_of(New, N) when is_integer(N) -> binary:cut(New, 0, [N]);
pieces_of(New, L) ->
    case erlang:is_proper(L) of
        true -> binary:cut(New, 0, lists:sort(L));
        false -> error(badarg)
    end.

cut(L, From, [N | Ns]) when is_integer(N), N >= From ->
    [erlang:bytes_taken(N - From, L) | binary:cut(erlang:bytes_dropped(N - From, L), N, Ns)];
cut(L, _, []) -> [L];
cut(_, _, _) -> error(badarg).

put_in(L, From, [{At, Length} | Places], New) ->
    Behind = erlang:bytes_dropped(At - From, L),
    Inserted = binary:with_inserts(New, erlang:bytes_taken(Length, Behind)),
    Rest = binary:put_in(erlang:bytes_dropped(Length, Behind), At + Length, Places, New),
    erlang:bytes_taken(At - From, L) ++ Inserted ++ Rest;
put_in(L, _, [], _) -> L.

with_inserts([Last], _) -> Last;
with_inserts([Piece | Pieces], Old) -> Piece ++ Old ++ binary:with_inserts(Pieces, Old).

split(B, Pattern) -> binary:split(B, Pattern, []).

split(B, Pattern, Options) when is_binary(B) ->
    {Scope, Global, Trim} = binary:options(Options, {all, false, keep}),
    case '$known_binary'(B) of
        true ->
            Places = binary:places(Pattern, binary:bytes_in(B, Scope), Global),
            binary:trimmed({Trim, binary:pieces('$bytes'(B), 0, Places)}, Options);
        false ->
            _ = binary:looks(B, Pattern, Scope),
            binary:trimmed({Trim, binary:guessed(B)}, Options)
    end;
split(_, _, _) -> error(badarg).

options([], Known) -> Known;
options([global | T], {Scope, _, Trim}) -> binary:options(T, {Scope, true, Trim});
options([{scope, {From, Length}} | T], {_, Global, Trim}) -> binary:options(T, {{From, Length}, Global, Trim});
options([trim | T], {Scope, Global, keep}) -> binary:options(T, {Scope, Global, trim});
options([trim | T], Known) -> binary:options(T, Known);
options([trim_all | T], {Scope, Global, _}) -> binary:options(T, {Scope, Global, trim_all});
options(_, _) -> error(badarg).

guessed(B) ->
    case '$guess'(B) of
        true -> ['$guess_binary'(B) | binary:guessed(B)];
        _ -> ['$guess_binary'(B)]
    end.

pieces(L, From, [{At, Length} | Places]) ->
    Behind = erlang:bytes_dropped(At - From + Length, L),
    ['$binary'(erlang:bytes_taken(At - From, L)) | binary:pieces(Behind, At + Length, Places)];
pieces(L, _, []) -> ['$binary'(L)].

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
