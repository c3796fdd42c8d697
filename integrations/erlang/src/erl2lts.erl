%% @doc Properties of state machines as tests.
%%
%% Input: a file and what is asked of it. Output: what `erl2lts check' has found out, as terms, or a test that fails where something is not as
%% expected. Calls the program, which `ERL2LTS' in the environment names, or `erl2lts' on the path; explores nothing itself.
-module(erl2lts).

-export([check/2, eunit/1, eunit/2, assert/1, assert/2]).
-export([assert_satisfies/4, assert_violates/5, wrong/1]).

-export_type([report/0, property/0]).

-type property() :: {string(), #{logic := atom(), formula := string(), verdict := atom(), as_expected := boolean() | unknown,
                                 run := [string()], events := [term()], text := string(), _ => _}}.
-type report() :: #{exit := 0..3, properties := [property()], findings := [tuple()], messages := [tuple()]}.
-type input() :: file:filename() | module().
-type formula() :: string() | {mu | ctl | esctl | pattern | ptltl, string()}.

%% @doc What the program says of an input, called with these arguments besides.
-spec check(input(), [string()]) -> report().
check(Input, Options) ->
    Arguments = ["check", path(Input), "--format", "erlang", "--quiet" | Options],
    {Exit, Output} = run(program(), Arguments),
    Terms = terms(Output),
    case Terms =/= [] andalso Exit =< 3 of
        true ->
            #{exit => Exit,
              properties => [{Name, Map} || {property, Name, Map} <- Terms],
              findings => [Term || {finding, _, _} = Term <- Terms],
              messages => [Term || {message, _, _} = Term <- Terms]};
        false ->
            erlang:error({erl2lts, [{arguments, Arguments}, {exit, Exit}, {output, Output}]})
    end.

%% @doc A test for each property of a .props file, which one call of the program answers.
%%
%%     door_props_test_() -> erl2lts:eunit("test/door.props").
-spec eunit(input()) -> {setup, fun(), fun(), fun()}.
eunit(Input) ->
    eunit(Input, []).

-spec eunit(input(), [string()]) -> {setup, fun(), fun(), fun()}.
eunit(Input, Options) ->
    {setup,
     fun() -> check(Input, Options) end,
     fun(_) -> ok end,
     fun(Report) -> tests(Input, Report) end}.

tests(Input, #{properties := Properties} = Report) ->
    Title = fun(Name, #{formula := Formula}) -> Name ++ ": " ++ Formula end,
    [{Title(Name, Map), fun() -> as_expected([], Property) end} || {Name, Map} = Property <- Properties]
        ++ [{lists:concat(["erl2lts check ", path(Input)]), fun() -> understood(Report) end}].

%% @doc Fails unless everything in the input is as expected: for a test case of Common Test.
-spec assert(input()) -> ok.
assert(Input) ->
    assert(Input, []).

-spec assert(input(), [string()]) -> ok.
assert(Input, Options) ->
    #{exit := Exit} = Report = check(Input, Options),
    understood(Report),
    case Exit of
        0 -> ok;
        _ -> erlang:error({erl2lts, [{input, path(Input)}, {exit, Exit}, {comment, wrong(Report)}]})
    end.

%% @private What is not as expected, as text.
-spec wrong(report()) -> string().
wrong(#{properties := Properties, findings := Findings, messages := Messages}) ->
    Wrong = [Text || {_, #{as_expected := As, text := Text}} <- Properties, As =/= true],
    Certain = [Text || {finding, _, #{rank := certain, text := Text}} <- Findings],
    Errors = [Text || {message, _, #{severity := error, text := Text}} <- Messages],
    lists:append(lists:join("\n", Wrong ++ Certain ++ Errors)).

%% @private What ?assertSatisfies does.
-spec assert_satisfies([tuple()], input(), formula(), [string()]) -> ok.
assert_satisfies(Where, Input, Formula, Options) ->
    case asked(Input, Formula, Options) of
        #{verdict := holds} ->
            ok;
        #{verdict := Verdict} = Map ->
            failed(assertSatisfies, Where, [{expected, holds}, {value, Verdict}], Map)
    end.

%% @private What ?assertViolates does.
-spec assert_violates([tuple()], input(), formula(), [term()], [string()]) -> ok.
assert_violates(Where, Input, Formula, Events, Options) ->
    case asked(Input, Formula, Options) of
        #{verdict := violated, events := Events} ->
            ok;
        #{verdict := violated, events := Others} = Map ->
            failed(assertViolates, Where, [{expected, Events}, {value, Others}], Map);
        #{verdict := Verdict} = Map ->
            failed(assertViolates, Where, [{expected, violated}, {value, Verdict}], Map)
    end.

%% The one formula that is asked; the properties of a .props file are left to the generator.
asked(Input, Formula, Options) ->
    {Logic, Text} = logic(Formula),
    Report = check(Input, ["--logic", atom_to_list(Logic), "-e", Text | Options]),
    case [Map || {"-e", Map} <- maps:get(properties, Report)] of
        [Map] -> Map;
        _ -> understood(Report), erlang:error({erl2lts, [{formula, Text}, {report, Report}]})
    end.

logic({Logic, Text}) when is_atom(Logic) -> {Logic, Text};
logic(Text) -> {mu, Text}.

as_expected(Where, {Name, #{as_expected := As} = Map}) ->
    case As of
        true ->
            ok;
        _ ->
            #{expected := Expected, verdict := Verdict} = Map,
            failed(assertSatisfies, [{property, Name} | Where], [{expected, Expected}, {value, Verdict}], Map)
    end.

%% Fails where the program did not understand what it was asked.
understood(#{messages := Messages}) ->
    case [Message || {message, _, #{severity := error}} = Message <- Messages] of
        [] -> ok;
        Errors -> erlang:error({erl2lts, Errors})
    end.

-spec failed(atom(), list(), list(), map()) -> no_return().
failed(Assertion, Where, Values, #{formula := Formula, text := Text} = Map) ->
    Run = case Map of
              #{events := [_ | _] = Events} -> [{counterexample, Events}];
              #{run := [_ | _] = Steps} -> [{run, Steps}];
              _ -> []
          end,
    erlang:error({Assertion, Where ++ [{formula, Formula}] ++ Values ++ Run ++ [{comment, Text}]}).

%% The file that an input names: of a module that is loaded, or can be, its source, or else its object code.
path(Module) when is_atom(Module) ->
    {module, _} = code:ensure_loaded(Module),
    Source = proplists:get_value(source, Module:module_info(compile), ""),
    case filelib:is_regular(Source) of
        true -> Source;
        false -> code:which(Module)
    end;
path(Path) ->
    unicode:characters_to_list(Path).

program() ->
    Named = os:getenv("ERL2LTS", "erl2lts"),
    case os:find_executable(Named) of
        false -> erlang:error({erl2lts, {not_found, Named, "put erl2lts on the PATH, or its path into ERL2LTS"}});
        Program -> Program
    end.

%% Calls a program; its messages go where those of Erlang go, its output is returned.
run(Program, Arguments) ->
    Port = erlang:open_port({spawn_executable, Program}, [{args, Arguments}, exit_status, binary, use_stdio, hide]),
    collect(Port, []).

collect(Port, Output) ->
    receive
        {Port, {data, Data}} -> collect(Port, [Data | Output]);
        {Port, {exit_status, Exit}} -> {Exit, unicode:characters_to_list(lists:reverse(Output))}
    end.

%% The terms of a text, as file:consult/1 reads them.
terms(Text) ->
    case erl_scan:string(Text) of
        {ok, Tokens, _} -> parsed(Tokens, [], []);
        {error, _, _} -> []
    end.

parsed([], _, Terms) ->
    lists:reverse(Terms);
parsed([{dot, _} = Dot | Rest], Tokens, Terms) ->
    case erl_parse:parse_term(lists:reverse(Tokens, [Dot])) of
        {ok, Term} -> parsed(Rest, [], [Term | Terms]);
        {error, _} -> []
    end;
parsed([Token | Rest], Tokens, Terms) ->
    parsed(Rest, [Token | Tokens], Terms).
