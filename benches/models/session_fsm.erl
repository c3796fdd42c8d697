%%% Data as real modules have it: a record with a map that counts, a queue as a list, a list of tuples.
%%% init Max, the number of topics; commands {subscribe, T} and {unsubscribe, T} with T = 1..Max, {push, a}, {push, b}, pop, clear.
%%% 292,094 states for 5.
-module(session_fsm).
-behaviour(gen_fsm).
-export([init/1, open/2]).
-record(session, {max, topics = #{}, queue = [], seen = []}).

init(Max) -> {ok, open, #session{max = Max}}.

open({subscribe, T}, S = #session{topics = Topics, max = Max}) when map_size(Topics) < Max ->
    {next_state, open, S#session{topics = Topics#{T => (maps:get(T, Topics, 0) + 1) rem 2}}};
open({unsubscribe, T}, S = #session{topics = Topics}) ->
    case maps:is_key(T, Topics) of
        true -> {next_state, open, S#session{topics = maps:remove(T, Topics)}};
        false -> {next_state, open, S}
    end;
open({push, M}, S = #session{queue = Q}) when length(Q) < 4 ->
    {next_state, open, S#session{queue = Q ++ [M]}};
open(pop, S = #session{queue = [M | Q], seen = Seen}) ->
    {next_state, open, S#session{queue = Q, seen = lists:keystore(M, 1, Seen, {M, length(Q)})}};
open(clear, S) ->
    {next_state, open, S#session{seen = []}};
open(_, S) ->
    {next_state, open, S}.
