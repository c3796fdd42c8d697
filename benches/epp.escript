#!/usr/bin/env escript
%%! +S 1:1 +SDcpu 1:1 +SDio 1 +A 1
%% What `epp` needs to turn files into forms, in one process with one scheduler.
%%
%% Argument: a file with a term {Includes, Files} for each application. Output: milliseconds of
%% processor time and of wall time, peak memory in kB, and how many forms there were.

main([List]) ->
    {ok, Jobs} = file:consult(List),
    erlang:garbage_collect(),
    {Processor, _} = statistics(runtime),
    {Wall, _} = statistics(wall_clock),
    Forms = lists:sum([count(File, Includes) || {Includes, Files} <- Jobs, File <- Files]),
    {ProcessorEnd, _} = statistics(runtime),
    {WallEnd, _} = statistics(wall_clock),
    io:format("~b ~b ~b ~b~n", [ProcessorEnd - Processor, WallEnd - Wall, peak(), Forms]).

%% The mark of the end is no form of ours.
count(File, Includes) ->
    {ok, Forms} = epp:parse_file(File, [{includes, Includes}, {location, {1, 1}}]),
    length(Forms) - 1.

peak() ->
    {ok, Status} = file:read_file("/proc/self/status"),
    {match, [Peak]} = re:run(Status, "VmHWM:\\s*([0-9]+)", [{capture, [1], list}]),
    list_to_integer(Peak).
