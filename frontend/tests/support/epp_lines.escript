#!/usr/bin/env escript
%% The line of the first error of each of the files 0.erl, 1.erl, .. in a folder; 0 without errors.

main([Folder, Count]) ->
    [io:format("~w~n", [first(filename:join(Folder, integer_to_list(N) ++ ".erl"))])
     || N <- lists:seq(0, list_to_integer(Count) - 1)].

first(File) ->
    {ok, Forms} = epp:parse_file(File, []),
    Lines = [line(Place) || {error, {Place, _, _}} <- Forms],
    case Lines of
        [] -> 0;
        _ -> lists:min(Lines)
    end.

line({Line, _}) -> Line;
line(Line) -> Line.
