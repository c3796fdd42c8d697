%% The control sequences ~e, ~f and ~g of `io_lib:format/2`, which round the first digits of a float.
-module(io_lib).
-export([]).

%% The text of a float with a width and a precision.
float_field(C, A, N, Side, P, Pad) -> io_lib:float_fitted(io_lib:float_shown(C, A, io_lib:float_precision(P)), N, Side, Pad).

float_precision(none) -> 6;
float_precision(P) -> P.

float_fitted(Text, none, _, _) -> Text;
float_fitted(Text, N, Side, Pad) -> io_lib:fitted(Text, N, Side, N, Pad).

float_shown($e, A, P) when P >= 2 -> io_lib:float_power(A, P);
float_shown($f, A, P) when P >= 1 -> io_lib:float_point(A, P);
float_shown($g, A, P) when P >= 1 ->
    E = io_lib:float_place(abs(A)),
    case E of
        none -> io_lib:float_power(A, max(P, 2));
        _ when P =< 1, E =:= -1; P - 1 > E -> io_lib:float_point(A, P - 1 - E);
        _ -> io_lib:float_power(A, max(P, 2))
    end;
float_shown(_, _, _) -> error(badarg).

%% The power of ten, of those for which ~g may write none.
float_place(A) when A < 0.1 -> none;
float_place(A) when A < 1 -> -1;
float_place(A) when A < 10 -> 0;
float_place(A) when A < 100 -> 1;
float_place(A) when A < 1000 -> 2;
float_place(A) when A < 10000 -> 3;
float_place(_) -> none.

float_point(A, P) ->
    {Digits, E} = io_lib:float_data(A),
    case E > 0 of
        true -> erlang:float_sign(A) ++ io_lib:pointed(io_lib:float_rounded(Digits, E + P), P);
        false ->
            Zeros = lists:duplicate(1 - E, $0),
            erlang:float_sign(A) ++ io_lib:pointed(io_lib:float_rounded(Zeros ++ Digits, 1 + P), P)
    end.

pointed(Digits, P) ->
    {Whole, Behind} = lists:split(length(Digits) - P, Digits),
    Whole ++ [$. | Behind].

float_power(A, P) ->
    {Digits, E} = io_lib:float_data(A),
    {[First | Behind], Power} = io_lib:float_carried(io_lib:float_rounded(Digits, P), P, E),
    erlang:float_sign(A) ++ [First, $. | Behind] ++ io_lib:float_exponent(Power).

%% One digit too many where rounding has carried.
float_carried(Digits, P, E) ->
    case length(Digits) > P of
        true -> {lists:droplast(Digits), E};
        false -> {Digits, E - 1}
    end.

float_exponent(E) when E < 0 -> [$e | erlang:integer_to_list(E)];
float_exponent(E) -> [$e, $+ | erlang:integer_to_list(E)].

%% The digits of a float, and where its point is.
float_data(A) -> io_lib:float_data(erlang:float_to_list(A), []).

float_data([$e | E], Back) -> {lists:reverse(Back), erlang:list_to_integer(E) + 1};
float_data([C | T], Back) when C >= $0, C =< $9 -> io_lib:float_data(T, [C | Back]);
float_data([_ | T], Back) -> io_lib:float_data(T, Back).

%% The first N digits, or one more where rounding carries.
float_rounded(Digits, N) ->
    case length(Digits) > N of
        true ->
            {First, [Next | _]} = lists:split(N, Digits),
            case Next >= $5 of
                true -> io_lib:float_next(lists:reverse(First), []);
                false -> First
            end;
        false -> Digits ++ lists:duplicate(N - length(Digits), $0)
    end.

float_next([$9 | Back], Digits) -> io_lib:float_next(Back, [$0 | Digits]);
float_next([C | Back], Digits) -> lists:reverse(Back, [C + 1 | Digits]);
float_next([], Digits) -> [$1 | Digits].
