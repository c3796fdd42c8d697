%% @doc The plugin: `rebar3 erl2lts check'.
-module(rebar3_erl2lts).

-export([init/1]).

-spec init(term()) -> {ok, term()}.
init(State) ->
    rebar3_erl2lts_check:init(State).
