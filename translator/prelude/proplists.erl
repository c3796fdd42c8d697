%% Functions of OTP's module `proplists`.
%%
%% Not here: `get_keys/1`, in whose result the order is not specified, what takes aliases and negations,
%% and what gives or takes maps.
-module(proplists).
-export([
    append_values/2, compact/1, delete/2, get_all_values/2, get_bool/2, get_value/2, get_value/3,
    is_defined/2, lookup/2, lookup_all/2, property/1, property/2, split/2, unfold/1
]).

%% Whether this is an entry for the key.
is_for(K, P) when is_atom(P) -> P =:= K;
is_for(K, P) when is_tuple(P), tuple_size(P) >= 1 -> element(1, P) =:= K;
is_for(_, _) -> false.

property({K, true}) when is_atom(K) -> K;
property(P) -> P.

property(K, true) when is_atom(K) -> K;
property(K, V) -> {K, V}.

unfold([P | T]) when is_atom(P) -> [{P, true} | proplists:unfold(T)];
unfold([P | T]) -> [P | proplists:unfold(T)];
unfold([]) -> [].

compact(L) ->
    case proplists:is_proper(L) of
        true -> proplists:compacted(L);
        false -> proplists:refused(L)
    end.

is_proper([]) -> true;
is_proper([_ | T]) -> proplists:is_proper(T);
is_proper(_) -> false.

%% As a comprehension fails: with what is left where no list goes on.
refused([_ | T]) -> proplists:refused(T);
refused(Rest) -> error({bad_generator, Rest}).

compacted([P | T]) -> [proplists:property(P) | proplists:compacted(T)];
compacted([]) -> [].

get_value(K, L) -> proplists:get_value(K, L, undefined).

get_value(K, [P | T], Default) ->
    case proplists:is_for(K, P) of
        true when is_atom(P) -> true;
        true ->
            case P of
                {_, V} -> V;
                _ -> Default
            end;
        false -> proplists:get_value(K, T, Default)
    end;
get_value(_, [], Default) -> Default.

get_bool(K, [P | T]) ->
    case proplists:is_for(K, P) of
        true when is_atom(P) -> true;
        true ->
            case P of
                {_, true} -> true;
                _ -> false
            end;
        false -> proplists:get_bool(K, T)
    end;
get_bool(_, []) -> false.

get_all_values(K, [P | T]) ->
    case proplists:is_for(K, P) of
        true when is_atom(P) -> [true | proplists:get_all_values(K, T)];
        true ->
            case P of
                {_, V} -> [V | proplists:get_all_values(K, T)];
                _ -> proplists:get_all_values(K, T)
            end;
        false -> proplists:get_all_values(K, T)
    end;
get_all_values(_, []) -> [].

append_values(K, [P | T]) ->
    case proplists:is_for(K, P) of
        true when is_atom(P) -> [true | proplists:append_values(K, T)];
        true ->
            case P of
                {_, V} when is_list(V) -> V ++ proplists:append_values(K, T);
                {_, V} -> [V | proplists:append_values(K, T)];
                _ -> proplists:append_values(K, T)
            end;
        false -> proplists:append_values(K, T)
    end;
append_values(_, []) -> [].

is_defined(K, [P | T]) ->
    case proplists:is_for(K, P) of
        true -> true;
        false -> proplists:is_defined(K, T)
    end;
is_defined(_, []) -> false.

lookup(K, [P | T]) ->
    case proplists:is_for(K, P) of
        true when is_atom(P) -> {P, true};
        true -> P;
        false -> proplists:lookup(K, T)
    end;
lookup(_, []) -> none.

lookup_all(K, [P | T]) ->
    case proplists:is_for(K, P) of
        true when is_atom(P) -> [{P, true} | proplists:lookup_all(K, T)];
        true -> [P | proplists:lookup_all(K, T)];
        false -> proplists:lookup_all(K, T)
    end;
lookup_all(_, []) -> [].

delete(K, [P | T]) ->
    case proplists:is_for(K, P) of
        true -> proplists:delete(K, T);
        false -> [P | proplists:delete(K, T)]
    end;
delete(_, []) -> [].

%% The entries for each key, and the others.
split(L, Ks) ->
    case proplists:is_proper(Ks) of
        true -> {proplists:groups(L, Ks), proplists:others(L, Ks)};
        false -> proplists:refused(Ks)
    end.

groups(_, []) -> [];
groups(L, [K | Ks]) -> [proplists:entries(K, L) | proplists:groups(L, Ks)].

entries(K, [P | T]) ->
    case proplists:is_for(K, P) of
        true -> [P | proplists:entries(K, T)];
        false -> proplists:entries(K, T)
    end;
entries(_, []) -> [].

others([P | T], Ks) ->
    case proplists:is_for_any(P, Ks) of
        true -> proplists:others(T, Ks);
        false -> [P | proplists:others(T, Ks)]
    end;
others([], _) -> [].

is_for_any(_, []) -> false;
is_for_any(P, [K | Ks]) -> proplists:is_for(K, P) orelse proplists:is_for_any(P, Ks).
