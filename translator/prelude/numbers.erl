%% Functions of Erlang on floating-point numbers. What the operators with a `$` compute is said in `model/float.rs`.
-module(erlang).
-export([
    binary_to_float/1, ceil/1, float/1, float_to_binary/1, float_to_binary/2, float_to_list/1, float_to_list/2, floor/1,
    list_to_float/1, round/1, trunc/1
]).

float(X) when is_integer(X) ->
    case '$float'(X) of
        badarith -> error(badarg);
        F -> F
    end;
float(X) when is_float(X) -> X;
float(_) -> error(badarg).

trunc(X) when is_integer(X) -> X;
trunc(X) when is_float(X) -> '$trunc'(X);
trunc(_) -> error(badarg).

round(X) when is_integer(X) -> X;
round(X) when is_float(X) -> '$round'(X);
round(_) -> error(badarg).

floor(X) when is_integer(X) -> X;
floor(X) when is_float(X) -> '$floor'(X);
floor(_) -> error(badarg).

ceil(X) when is_integer(X) -> X;
ceil(X) when is_float(X) -> '$ceil'(X);
ceil(_) -> error(badarg).

%% The shortest text of a float, as ~w writes it.
float_text(F) -> erlang:digits_text('$float_text'(F), []).

digits_text(0, L) -> L;
digits_text(N, L) -> erlang:digits_text(N div 256, [N rem 256 | L]).

float_to_list(F) when is_float(F) ->
    case '$known'(F) of
        true -> erlang:digits_text('$float_long_text'(F), []);
        false -> '$guess_list'(F)
    end;
float_to_list(_) -> error(badarg).

float_to_list(F, []) -> erlang:float_to_list(F);
float_to_list(F, Options) when is_float(F) ->
    case '$known'([F | Options]) of
        true -> erlang:float_with(F, erlang:float_options(Options, {scientific, 20}, false));
        false -> erlang:float_open([F | Options], list)
    end;
float_to_list(_, _) -> error(badarg).

float_open(X, Kind) ->
    case '$guess'(X) of
        true when Kind =:= list -> '$guess_list'(X);
        true -> '$guess_binary'(X);
        _ -> error(badarg)
    end.

float_to_binary(F) -> erlang:list_to_binary(erlang:float_to_list(F)).

float_to_binary(F, []) -> erlang:float_to_binary(F);
float_to_binary(F, Options) when is_float(F) ->
    case '$known'([F | Options]) of
        true -> erlang:list_to_binary(erlang:float_to_list(F, Options));
        false -> erlang:float_open([F | Options], binary)
    end;
float_to_binary(_, _) -> error(badarg).

list_to_float(L) when is_list(L) ->
    case '$known'(L) of
        true -> erlang:float_read(L);
        false -> erlang:float_guessed(L)
    end;
list_to_float(_) -> error(badarg).

binary_to_float(B) when is_binary(B) ->
    case '$known_binary'(B) of
        true -> erlang:list_to_float('$bytes'(B));
        false -> erlang:float_guessed(B)
    end;
binary_to_float(_) -> error(badarg).

float_guessed(X) ->
    case '$guess'(X) of
        true -> '$guess_float'(X);
        _ -> error(badarg)
    end.

%% Digits, a point or comma, digits, and perhaps an exponent.
float_read([$- | T]) -> -erlang:float_read_size(T);
float_read([$+ | T]) -> erlang:float_read_size(T);
float_read(T) -> erlang:float_read_size(T).

float_read_size(T) ->
    case erlang:float_digits(T, 0, 0) of
        {Whole, N, [Point | Behind]} when N > 0, Point =:= $. orelse Point =:= $, ->
            case erlang:float_digits(Behind, Whole, 0) of
                {Number, Places, Left} when Places > 0 ->
                    case '$scaled'({Number, erlang:float_exponent(Left) - Places}) of
                        badarith -> error(badarg);
                        F -> F
                    end;
                _ -> error(badarg)
            end;
        _ -> error(badarg)
    end.

float_exponent([]) -> 0;
float_exponent([E, $- | T]) when E =:= $e; E =:= $E -> -erlang:float_power(T);
float_exponent([E, $+ | T]) when E =:= $e; E =:= $E -> erlang:float_power(T);
float_exponent([E | T]) when E =:= $e; E =:= $E -> erlang:float_power(T);
float_exponent(_) -> error(badarg).

float_power(T) ->
    case erlang:float_digits(T, 0, 0) of
        {Power, N, []} when N > 0 -> Power;
        _ -> error(badarg)
    end.

%% The number that the digits in front make behind others, how many they are, and what follows them.
float_digits([C | T], N, Count) when is_integer(C), C >= $0, C =< $9 ->
    erlang:float_digits(T, N * 10 + C - $0, Count + 1);
float_digits(T, N, Count) -> {N, Count, T}.

%% The bits of a number as a float, for a segment of a binary.
bits_of_float(X) ->
    F = erlang:float(X),
    case '$known'(F) of
        true -> '$float_bits'(F);
        false -> '$guess_integer'(F)
    end.

%% Takes a float from the front of what is left of a binary, as `bits_integer` in data.erl does. Bits that are no finite number do
%% not match.
bits_float(_, {open, B}) ->
    case '$guess'(B) of
        true -> ['$guess_float'(B) | {open, B}];
        _ -> []
    end;
bits_float(Endian, Left) ->
    case erlang:bits_integer(64, 1, unsigned, Endian, Left) of
        [] -> [];
        [V | More] ->
            case '$known'(V) of
                true when V div 16#10000000000000 rem 2048 =:= 2047 -> [];
                true -> ['$bits_float'(V) | More];
                false ->
                    case '$guess'(V) of
                        true -> ['$guess_float'(V) | More];
                        _ -> []
                    end
            end
    end.
