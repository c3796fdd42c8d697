%% Texts of floats with so many digits, as `float_to_list/2` writes them.
-module(erlang).
-export([]).

%% How a float is written: the last option of a kind counts.
float_options([compact | T], How, _) -> erlang:float_options(T, How, true);
float_options([short | T], _, Compact) -> erlang:float_options(T, short, Compact);
float_options([{decimals, N} | T], _, Compact) when is_integer(N) -> erlang:float_options(T, {decimals, N}, Compact);
float_options([{scientific, N} | T], _, Compact) when is_integer(N) -> erlang:float_options(T, {scientific, N}, Compact);
float_options([], How, Compact) -> {How, Compact};
float_options(_, _, _) -> error(badarg).

float_with(F, {short, _}) -> erlang:float_text(F);
float_with(F, {{scientific, 20}, _}) -> erlang:float_to_list(F);
float_with(F, {{scientific, N}, _}) when N >= 0, N =< 249 ->
    erlang:float_sign(F) ++ erlang:float_scientific(erlang:float_size(F), N);
float_with(F, {{decimals, N}, Compact}) when N >= 0, N =< 253 ->
    A = abs(F),
    Text = erlang:float_sign(F) ++ erlang:float_fixed(A, N),
    case length(Text) < 256 of
        true when Compact, N > 0; Compact, A > 9007199254740992 -> erlang:without_zeros(Text);
        true -> Text;
        false -> error(badarg)
    end;
float_with(_, _) -> error(badarg).

%% A minus, also of a negative zero.
float_sign(F) ->
    case '$float_bits'(F) >= 16#8000000000000000 of
        true -> "-";
        false -> []
    end.

%% The size of a float as {Number, Power}: it is the number times this power of 2.
float_size(F) ->
    Bits = '$float_bits'(F) rem 16#8000000000000000,
    case Bits div 16#10000000000000 of
        0 -> {Bits, -1074};
        E -> {16#10000000000000 + Bits rem 16#10000000000000, E - 1075}
    end.

%% OTP computes with floats where they are not too large, and with all their digits else.
float_fixed(A, N) when A > 9007199254740992; N > 18 ->
    erlang:with_point(erlang:float_scaled(erlang:float_size(A), N), N);
float_fixed(A, 0) -> erlang:integer_to_list(erlang:round(A));
float_fixed(A, N) ->
    Whole = erlang:trunc(A),
    Behind = erlang:round((A - Whole) * erlang:power_of_ten(N)),
    erlang:with_point(Whole * erlang:power_of_ten(N) + Behind, N).

power_of_ten(0) -> 1;
power_of_ten(N) -> 10 * erlang:power_of_ten(N - 1).

%% A size times a power of ten, rounded to the next integer, to the even one of two.
float_scaled({M, E}, N) when E >= 0 -> M * erlang:power(E) * erlang:power_of_ten(N);
float_scaled({M, E}, N) -> erlang:rounded(M * erlang:power_of_ten(N), erlang:power(-E)).

rounded(A, B) ->
    Down = A div B,
    Twice = 2 * (A rem B),
    case Twice > B orelse Twice =:= B andalso Down rem 2 =:= 1 of
        true -> Down + 1;
        false -> Down
    end.

%% The digits of an integer with a point in front of the last N.
with_point(X, 0) -> erlang:integer_to_list(X);
with_point(X, N) ->
    Digits = erlang:integer_to_list(X),
    Padded = lists:duplicate(max(0, N + 1 - length(Digits)), $0) ++ Digits,
    {Whole, Behind} = lists:split(length(Padded) - N, Padded),
    Whole ++ [$. | Behind].

%% Without zeros at the end, but for the first one behind the point.
without_zeros(Text) -> lists:reverse(erlang:from_last(lists:reverse(Text))).

from_last([$0, $. | T]) -> [$0, $. | T];
from_last([$0 | T]) -> erlang:from_last(T);
from_last(T) -> T.

%% One digit, N behind the point, and the power of ten.
float_scientific({0, _}, N) -> erlang:mantissa(lists:duplicate(N + 1, $0)) ++ "e+00";
float_scientific({M, E}, N) when E >= 0 -> erlang:float_digits_of(M * erlang:power(E), 1, N);
float_scientific({M, E}, N) -> erlang:float_digits_of(M, erlang:power(-E), N).

%% Those of A / B.
float_digits_of(A, B, N) ->
    Power = erlang:ten_below(A, B, length(erlang:integer_to_list(A)) - length(erlang:integer_to_list(B))),
    Digits = erlang:integer_to_list(erlang:divided(A, B, N - Power)),
    case length(Digits) > N + 1 of
        true -> erlang:mantissa(lists:droplast(Digits)) ++ erlang:exponent_text(Power + 1);
        false -> erlang:mantissa(Digits) ++ erlang:exponent_text(Power)
    end.

%% The largest power of ten that is not larger: this one, or the one below.
ten_below(A, B, Power) when Power >= 0 ->
    case A >= B * erlang:power_of_ten(Power) of
        true -> Power;
        false -> Power - 1
    end;
ten_below(A, B, Power) ->
    case A * erlang:power_of_ten(-Power) >= B of
        true -> Power;
        false -> Power - 1
    end.

divided(A, B, Power) when Power >= 0 -> erlang:rounded(A * erlang:power_of_ten(Power), B);
divided(A, B, Power) -> erlang:rounded(A, B * erlang:power_of_ten(-Power)).

mantissa([First]) -> [First];
mantissa([First | Digits]) -> [First, $. | Digits].

exponent_text(E) when E < 0 -> [$e, $- | erlang:two_digits(-E)];
exponent_text(E) -> [$e, $+ | erlang:two_digits(E)].

two_digits(E) when E < 10 -> [$0 | erlang:integer_to_list(E)];
two_digits(E) -> erlang:integer_to_list(E).
