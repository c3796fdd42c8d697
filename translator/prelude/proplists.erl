%% Functions of OTP's module `proplists`.
-module(proplists).

get_value(K, L) -> proplists:get_value(K, L, undefined).

get_value(K, [P | T], Default) ->
    case is_atom(P) andalso P =:= K of
        true -> true;
        false ->
            case is_tuple(P) andalso tuple_size(P) >= 1 andalso element(1, P) =:= K of
                true ->
                    case P of
                        {_, V} -> V;
                        _ -> Default
                    end;
                false -> proplists:get_value(K, T, Default)
            end
    end;
get_value(_, [], Default) -> Default.

is_defined(K, [P | T]) ->
    case is_atom(P) andalso P =:= K of
        true -> true;
        false ->
            case is_tuple(P) andalso tuple_size(P) >= 1 andalso element(1, P) =:= K of
                true -> true;
                false -> proplists:is_defined(K, T)
            end
    end;
is_defined(_, []) -> false.

lookup(K, [P | T]) ->
    case is_atom(P) andalso P =:= K of
        true -> {K, true};
        false ->
            case is_tuple(P) andalso tuple_size(P) >= 1 andalso element(1, P) =:= K of
                true -> P;
                false -> proplists:lookup(K, T)
            end
    end;
lookup(_, []) -> none.

delete(K, [P | T]) ->
    case is_atom(P) andalso P =:= K of
        true -> proplists:delete(K, T);
        false ->
            case is_tuple(P) andalso tuple_size(P) >= 1 andalso element(1, P) =:= K of
                true -> proplists:delete(K, T);
                false -> [P | proplists:delete(K, T)]
            end
    end;
delete(_, []) -> [].
