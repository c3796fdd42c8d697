%% @doc A hook of Common Test: before a suite runs, properties are checked; where one is not as expected, the suite fails.
%%
%%     suite() -> [{ct_hooks, [{erl2lts_cth, ["door.props"]}]}].
%%
%% Files stand beside the suite, or in its data directory; one call of the program for each of them.
-module(erl2lts_cth).

-export([init/2, pre_init_per_suite/3]).

%% @private
init(_Id, Files) ->
    {ok, Files}.

%% @private
pre_init_per_suite(Suite, Config, Files) ->
    try
        lists:foreach(fun(File) -> checked(found(Suite, Config, File)) end, Files),
        {Config, Files}
    catch
        error:Reason -> {{fail, Reason}, Files}
    end.

checked(Path) ->
    #{exit := Exit, properties := Properties} = Report = erl2lts:check(Path, []),
    [ct:log("~ts", [Text]) || {_, #{text := Text}} <- Properties],
    case Exit of
        0 ->
            ok;
        _ ->
            Wrong = erl2lts:wrong(Report),
            ct:pal("~ts: not as expected~n~ts", [Path, Wrong]),
            erlang:error({erl2lts, [{input, Path}, {exit, Exit}, {comment, Wrong}]})
    end.

%% A file beside the suite as it was compiled, or in its data directory.
found(Suite, Config, File) ->
    Source = proplists:get_value(source, Suite:module_info(compile), ""),
    Folders = [filename:dirname(Source), proplists:get_value(data_dir, Config, "."), "."],
    Paths = [filename:join(Folder, File) || Folder <- Folders],
    case lists:filter(fun filelib:is_regular/1, Paths) of
        [Path | _] -> Path;
        [] -> erlang:error({erl2lts, {not_found, File, Folders}})
    end.
