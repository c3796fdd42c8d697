%% Functions of OTP's module `proplists`.
-module(proplists).
-export([
    append_values/2, compact/1, delete/2, expand/2, from_map/1, get_all_values/2, get_bool/2, get_keys/1, get_value/2,
    get_value/3, is_defined/2, lookup/2, lookup_all/2, normalize/2, property/1, property/2, split/2,
    substitute_aliases/2, substitute_negations/2, to_map/1, to_map/2, unfold/1
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

%% In the order of a set of them.
get_keys(L) -> sets:to_list(proplists:keys(L, sets:new())).

keys([P | T], Keys) when is_atom(P) -> proplists:keys(T, sets:add_element(P, Keys));
keys([P | T], Keys) when is_tuple(P), tuple_size(P) >= 1 -> proplists:keys(T, sets:add_element(element(1, P), Keys));
keys([_ | T], Keys) -> proplists:keys(T, Keys);
keys([], Keys) -> Keys.

substitute_aliases(As, [P | T]) ->
    New = proplists:renamed(As, P),
    [New | proplists:substitute_aliases(As, T)];
substitute_aliases(_, []) -> [];
substitute_aliases(_, Rest) -> error({bad_generator, Rest}).

renamed([{K, New} | As], P) ->
    case proplists:is_for(K, P) of
        true when is_atom(P) -> proplists:property(New, true);
        true -> proplists:property(setelement(1, P, New));
        false -> proplists:renamed(As, P)
    end;
renamed([], P) -> P.

substitute_negations(As, [P | T]) ->
    New = proplists:negated(As, P),
    [New | proplists:substitute_negations(As, T)];
substitute_negations(_, []) -> [];
substitute_negations(_, Rest) -> error({bad_generator, Rest}).

%% What is neither true nor an atom counts as false.
negated([{K, New} | As], P) ->
    case proplists:is_for(K, P) of
        true when is_atom(P) -> proplists:property(New, false);
        true ->
            case P of
                {_, true} -> proplists:property(New, false);
                _ -> proplists:property(New, true)
            end;
        false -> proplists:negated(As, P)
    end;
negated([], P) -> P.

expand(Es, L) when is_list(L) -> proplists:spread(proplists:expanded(proplists:alone(proplists:expansions(Es)), L)).

expansions([{P, V} | T]) -> [{proplists:property(P), V} | proplists:expansions(T)];
expansions([_ | T]) -> proplists:expansions(T);
expansions([]) -> [];
expansions(Rest) -> error({bad_generator, Rest}).

%% Of neighbours with the same key the first one.
alone([{K, V}, {K, _} | T]) -> proplists:alone([{K, V} | T]);
alone([E | T]) -> [E | proplists:alone(T)];
alone([]) -> [].

expanded([{P, V} | Es], L) when is_atom(P) -> proplists:expanded(Es, proplists:expand_first(P, P, V, L));
expanded([{P, V} | Es], L) when is_tuple(P), tuple_size(P) >= 1 ->
    proplists:expanded(Es, proplists:expand_first(element(1, P), P, V, L));
expanded([_ | Es], L) -> proplists:expanded(Es, L);
expanded([], L) -> L.

%% The first entry for the key, if it is this one, gives way to others, and all for the key go.
expand_first(K, Wanted, V, [P | T]) ->
    case proplists:is_for(K, P) of
        true ->
            case proplists:property(P) of
                Wanted -> [V | proplists:delete(K, T)];
                Short -> [Short | T]
            end;
        false -> [P | proplists:expand_first(K, Wanted, V, T)]
    end;
expand_first(_, _, _, []) -> [].

spread([L | T]) when is_list(L) -> L ++ proplists:spread(T);
spread([P | T]) -> [P | proplists:spread(T)];
spread([]) -> [].

normalize(L, Stages) -> proplists:compact(proplists:staged(L, Stages)).

staged(L, [{aliases, As} | Stages]) -> proplists:staged(proplists:substitute_aliases(As, L), Stages);
staged(L, [{expand, Es} | Stages]) -> proplists:staged(proplists:expand(Es, L), Stages);
staged(L, [{negations, As} | Stages]) -> proplists:staged(proplists:substitute_negations(As, L), Stages);
staged(L, []) -> L.

%% The first entry for a key is put last.
to_map([P | T]) ->
    M = proplists:to_map(T),
    proplists:put(P, M);
to_map([]) -> #{}.

put({K, V}, M) -> M#{K => V};
put(P, M) when is_tuple(P), tuple_size(P) >= 1 -> maps:remove(element(1, P), M);
put(P, M) when is_atom(P) -> M#{P => true};
put(_, M) -> M.

to_map(L, Stages) -> proplists:to_map(proplists:staged(L, Stages)).

from_map(M) -> maps:to_list(M).
