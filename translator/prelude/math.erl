%% Functions of OTP's math: those of the C library, as OTP's are. A number without a value is `badarith`.
-module(math).
-export([
    acos/1, acosh/1, asin/1, asinh/1, atan/1, atan2/2, atanh/1, ceil/1, cos/1, cosh/1, exp/1, floor/1, fmod/2,
    log/1, log10/1, log2/1, pi/0, pow/2, sin/1, sinh/1, sqrt/1, tan/1, tanh/1
]).

pi() -> 3.141592653589793.

acos(X) when is_number(X) ->
    case '$known'(X) of
        true -> math:checked('$math_acos'(X));
        false -> math:guessed(X)
    end;
acos(_) -> error(badarg).

acosh(X) when is_number(X) ->
    case '$known'(X) of
        true -> math:checked('$math_acosh'(X));
        false -> math:guessed(X)
    end;
acosh(_) -> error(badarg).

asin(X) when is_number(X) ->
    case '$known'(X) of
        true -> math:checked('$math_asin'(X));
        false -> math:guessed(X)
    end;
asin(_) -> error(badarg).

asinh(X) when is_number(X) ->
    case '$known'(X) of
        true -> math:checked('$math_asinh'(X));
        false -> math:guessed(X)
    end;
asinh(_) -> error(badarg).

atan(X) when is_number(X) ->
    case '$known'(X) of
        true -> math:checked('$math_atan'(X));
        false -> math:guessed(X)
    end;
atan(_) -> error(badarg).

atanh(X) when is_number(X) ->
    case '$known'(X) of
        true -> math:checked('$math_atanh'(X));
        false -> math:guessed(X)
    end;
atanh(_) -> error(badarg).

ceil(X) when is_number(X) ->
    case '$known'(X) of
        true -> math:checked('$math_ceil'(X));
        false -> math:guessed(X)
    end;
ceil(_) -> error(badarg).

cos(X) when is_number(X) ->
    case '$known'(X) of
        true -> math:checked('$math_cos'(X));
        false -> math:guessed(X)
    end;
cos(_) -> error(badarg).

cosh(X) when is_number(X) ->
    case '$known'(X) of
        true -> math:checked('$math_cosh'(X));
        false -> math:guessed(X)
    end;
cosh(_) -> error(badarg).

exp(X) when is_number(X) ->
    case '$known'(X) of
        true -> math:checked('$math_exp'(X));
        false -> math:guessed(X)
    end;
exp(_) -> error(badarg).

floor(X) when is_number(X) ->
    case '$known'(X) of
        true -> math:checked('$math_floor'(X));
        false -> math:guessed(X)
    end;
floor(_) -> error(badarg).

log(X) when is_number(X) ->
    case '$known'(X) of
        true -> math:checked('$math_log'(X));
        false -> math:guessed(X)
    end;
log(_) -> error(badarg).

log10(X) when is_number(X) ->
    case '$known'(X) of
        true -> math:checked('$math_log10'(X));
        false -> math:guessed(X)
    end;
log10(_) -> error(badarg).

log2(X) when is_number(X) ->
    case '$known'(X) of
        true -> math:checked('$math_log2'(X));
        false -> math:guessed(X)
    end;
log2(_) -> error(badarg).

sin(X) when is_number(X) ->
    case '$known'(X) of
        true -> math:checked('$math_sin'(X));
        false -> math:guessed(X)
    end;
sin(_) -> error(badarg).

sinh(X) when is_number(X) ->
    case '$known'(X) of
        true -> math:checked('$math_sinh'(X));
        false -> math:guessed(X)
    end;
sinh(_) -> error(badarg).

sqrt(X) when is_number(X) ->
    case '$known'(X) of
        true -> math:checked('$math_sqrt'(X));
        false -> math:guessed(X)
    end;
sqrt(_) -> error(badarg).

tan(X) when is_number(X) ->
    case '$known'(X) of
        true -> math:checked('$math_tan'(X));
        false -> math:guessed(X)
    end;
tan(_) -> error(badarg).

tanh(X) when is_number(X) ->
    case '$known'(X) of
        true -> math:checked('$math_tanh'(X));
        false -> math:guessed(X)
    end;
tanh(_) -> error(badarg).

atan2(X, Y) when is_number(X) ->
    case math:checked('$float'(X)) of
        _ when is_number(Y) ->
            case '$known'({X, Y}) of
                true -> math:checked('$math_atan2'({X, Y}));
                false -> math:guessed({X, Y})
            end;
        _ -> error(badarg)
    end;
atan2(_, _) -> error(badarg).

fmod(X, Y) when is_number(X) ->
    case math:checked('$float'(X)) of
        _ when is_number(Y) ->
            case '$known'({X, Y}) of
                true -> math:checked('$math_fmod'({X, Y}));
                false -> math:guessed({X, Y})
            end;
        _ -> error(badarg)
    end;
fmod(_, _) -> error(badarg).

pow(X, Y) when is_number(X) ->
    case math:checked('$float'(X)) of
        _ when is_number(Y) ->
            case '$known'({X, Y}) of
                true -> math:checked('$math_pow'({X, Y}));
                false -> math:guessed({X, Y})
            end;
        _ -> error(badarg)
    end;
pow(_, _) -> error(badarg).

checked(badarith) -> error(badarith);
checked(F) -> F.

guessed(X) ->
    case '$guess'(X) of
        true -> '$guess_float'(X);
        _ -> error(badarith)
    end.
