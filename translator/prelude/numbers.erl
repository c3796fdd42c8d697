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

%% The bits of a number as a float of 64, 32 or 16 bits, for a segment of a binary. What is too large is infinite there, as in OTP.
bits_of_float(X, Size, Unit) when is_integer(Size) ->
    F = erlang:float(X),
    case Size * Unit of
        Bits when Bits =:= 64; Bits =:= 32; Bits =:= 16 ->
            case '$known'(F) of
                true -> erlang:float_narrowed(Bits, '$float_bits'(F));
                false -> '$guess_integer'(F)
            end;
        _ -> error(badarg)
    end;
bits_of_float(_, _, _) -> error(badarg).

%% Floats of 64 bits become those of 32 or 16 bits.
float_narrowed(64, V) -> V;
float_narrowed(32, V) -> erlang:float_narrowed(V, {11, 52}, {8, 23});
float_narrowed(16, V) -> erlang:float_narrowed(V, {11, 52}, {5, 10}).

%% Each has so many bits for the exponent and for the fraction.
float_narrowed(V, {Large, Long}, {Small, Short}) ->
    Fraction = erlang:power(Long),
    Written = V div Fraction rem erlang:power(Large),
    Exponent = Written - erlang:power(Large - 1) + erlang:power(Small - 1),
    Whole =
        case Written of
            0 -> V rem Fraction;
            _ -> V rem Fraction + Fraction
        end,
    Rounded =
        case Exponent of
            E when E > 0 -> (E - 1) * erlang:power(Short) + erlang:float_rounded(Whole, erlang:power(Long - Short));
            E when E > -Long -> erlang:float_rounded(Whole, erlang:power(Long - Short + 1 - E));
            _ -> 0
        end,
    Infinite = (erlang:power(Small) - 1) * erlang:power(Short),
    Sign = V div erlang:power(Large + Long) * erlang:power(Small + Short),
    case Rounded < Infinite of
        true -> Sign + Rounded;
        false -> Sign + Infinite
    end.

%% A number divided by a power of two, rounded; half of it to what is even.
float_rounded(N, Power) ->
    Over = N rem Power * 2,
    Down = N div Power,
    case Over > Power orelse Over =:= Power andalso Down rem 2 =:= 1 of
        true -> Down + 1;
        false -> Down
    end.

%% Takes a float from the front of what is left of a binary, as `bits_integer` in data.erl does. Bits that are no finite number do
%% not match; none at all are 0.0, as in OTP.
bits_float(Size, _, _, {open, B}) when is_integer(Size), Size >= 0 ->
    case '$guess'(B) of
        true -> ['$guess_float'(B) | {open, B}];
        _ -> []
    end;
bits_float(0, _, _, Left) -> ['$bits_float'(0) | Left];
bits_float(Size, Unit, Endian, Left) when is_integer(Size), Size >= 0 ->
    case Size * Unit of
        Bits when Bits =:= 64; Bits =:= 32; Bits =:= 16 ->
            case erlang:bits_integer(Bits, 1, unsigned, Endian, Left) of
                [] -> [];
                [V | More] -> erlang:float_taken(Bits, V, More)
            end;
        _ -> []
    end;
bits_float(_, _, _, _) -> [].

float_taken(Bits, V, More) ->
    case '$known'(V) of
        true ->
            case erlang:float_widened(Bits, V) of
                infinite -> [];
                Wide -> ['$bits_float'(Wide) | More]
            end;
        false ->
            case '$guess'(V) of
                true -> ['$guess_float'(V) | More];
                _ -> []
            end
    end.

float_widened(64, V) when V div 16#10000000000000 rem 2048 =:= 2047 -> infinite;
float_widened(64, V) -> V;
float_widened(32, V) -> erlang:float_widened(V div 16#80000000, V div 16#800000 rem 256, V rem 16#800000, {8, 23});
float_widened(16, V) -> erlang:float_widened(V div 16#8000, V div 1024 rem 32, V rem 1024, {5, 10}).

float_widened(_, Exponent, _, {8, _}) when Exponent =:= 255 -> infinite;
float_widened(_, Exponent, _, {5, _}) when Exponent =:= 31 -> infinite;
float_widened(Sign, 0, 0, _) -> Sign * 16#8000000000000000;
float_widened(Sign, 0, Fraction, Kind) -> erlang:float_shifted(Sign, 1, Fraction, Kind);
float_widened(Sign, Exponent, Fraction, Kind) -> erlang:float_shifted_to(Sign, Exponent, Fraction, Kind).

%% A number that is too small for a first bit of its own gets one.
float_shifted(Sign, Exponent, Fraction, {_, Short} = Kind) ->
    Power = erlang:power(Short),
    case Fraction < Power of
        true -> erlang:float_shifted(Sign, Exponent - 1, Fraction * 2, Kind);
        false -> erlang:float_shifted_to(Sign, Exponent, Fraction - Power, Kind)
    end.

float_shifted_to(Sign, Exponent, Fraction, {Small, Short}) ->
    Written = Exponent - erlang:power(Small - 1) + 1024,
    Sign * 16#8000000000000000 + Written * 16#10000000000000 + Fraction * erlang:power(52 - Short).
