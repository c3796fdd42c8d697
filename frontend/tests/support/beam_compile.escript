#!/usr/bin/env escript
%% Compiles modules with debug info: `{Source, Target, [Include]}.`, a line with `ok` or `refused` for each.

main([List]) ->
    {ok, Jobs} = file:consult(List),
    [io:format("~s~n", [compiled(Job)]) || Job <- Jobs].

compiled({Source, Target, Includes}) ->
    Options = [binary, debug_info, return_errors, return_warnings, no_spawn_compiler_process |
               [{i, Folder} || Folder <- Includes]],
    case catch compile:file(Source, Options) of
        {ok, _, Binary, _} when is_binary(Binary) ->
            ok = file:write_file(Target, Binary),
            ok;
        _ ->
            refused
    end.
