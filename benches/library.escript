#!/usr/bin/env escript
%% Which functions of OTP's library the prelude has: a table for docs/exactness.md.
%%
%%   escript benches/library.escript      from the top of the repository, with the OTP that is to be compared with
-mode(compile).

main(_) ->
    Files = lists:sort(filelib:wildcard("translator/prelude/*.erl")),
    Exports = lists:foldl(fun exported/2, #{}, Files),
    io:format("| module | exported by OTP | of these here | not here |~n|---|---|---|---|~n"),
    [line(Module, Own) || {Module, Own} <- lists:sort(maps:to_list(Exports)), Module =/= erlang].

exported(File, Known) ->
    {ok, Forms} = epp:parse_file(File, []),
    [Module] = [Module || {attribute, _, module, Module} <- Forms],
    Own = lists:append([List || {attribute, _, export, List} <- Forms]),
    maps:update_with(Module, fun(Before) -> Before ++ Own end, Own, Known).

line(Module, Own) ->
    All = [Function || {Name, _} = Function <- Module:module_info(exports), Name =/= module_info],
    Missing = lists:sort(All -- Own),
    Names = [io_lib:format("~s/~b", [Name, Arity]) || {Name, Arity} <- Missing],
    io:format("| `~s` | ~b | ~b | ~s |~n", [Module, length(All), length(All) - length(Missing), lists:join(", ", Names)]).
