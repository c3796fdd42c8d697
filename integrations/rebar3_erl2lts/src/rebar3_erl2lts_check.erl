%% @doc `rebar3 erl2lts check': checks the properties of each application, or its machines where it has no properties.
%%
%% Input: `{erl2lts, Options}' in rebar.config, and what rebar3 itself knows: include folders, macros, dependencies. Output: what the program says;
%% a run that is not as expected is an error of rebar3, whose exit code is then 1. The program is the one that `ERL2LTS' in the
%% environment names, or `erl2lts' on the path; nothing is fetched.
%%
%%     {erl2lts, [{props, ["test/*.props"]},              % relative to each application; this if not given
%%                {formats, [human, {junit, "erl2lts-~s.xml"}]},  % ~s stands for the name of what is checked,
%%                                                              % with that of its application where there are several
%%                {args, ["--timeout", "60"]}]}.
-module(rebar3_erl2lts_check).

-export([init/1, do/1, format_error/1]).

-spec init(term()) -> {ok, term()}.
init(State) ->
    Provider = providers:create([{namespace, erl2lts},
                                 {name, check},
                                 {module, ?MODULE},
                                 {bare, true},
                                 {deps, [{default, install_deps}, {default, app_discovery}]},
                                 {example, "rebar3 erl2lts check"},
                                 {opts, []},
                                 {short_desc, "Check state machines with erl2lts"},
                                 {desc, "Check the properties of each application, or its machines where it has none"}]),
    {ok, rebar_state:add_provider(State, Provider)}.

-spec do(term()) -> {ok, term()} | {error, term()}.
do(State) ->
    Options = rebar_state:get(State, erl2lts, []),
    case program() of
        {ok, Program} ->
            Apps = rebar_state:project_apps(State),
            Calls = [Call || App <- Apps, Call <- calls(App, length(Apps) > 1, State, Options)],
            Failed = [{Name, Exit} || {Name, Arguments} <- Calls, (Exit = run(Program, Arguments)) =/= 0],
            case Failed of
                [] -> {ok, State};
                _ -> {error, {?MODULE, {failed, Failed}}}
            end;
        {error, Reason} ->
            {error, {?MODULE, Reason}}
    end.

-spec format_error(term()) -> iolist().
format_error({failed, Failed}) ->
    [io_lib:format("erl2lts: ~ts~n", [lists:join(", ", [[Name, ": ", said(Exit)] || {Name, Exit} <- Failed])])];
format_error({not_found, Named}) ->
    io_lib:format("erl2lts is not found: put `~ts` on the PATH, or name it by ERL2LTS", [Named]);
format_error(Reason) ->
    io_lib:format("~p", [Reason]).

said(1) -> "not as expected";
said(2) -> "wrong input";
said(3) -> "inconclusive";
said(Exit) -> io_lib:format("exit code ~b", [Exit]).

program() ->
    Named = os:getenv("ERL2LTS", "erl2lts"),
    case os:find_executable(Named) of
        false -> {error, {not_found, Named}};
        Program -> {ok, Program}
    end.

%% The calls for an application: one for each file of properties, or one for its sources.
calls(App, HasOthers, State, Options) ->
    Dir = rebar_app_info:dir(App),
    Patterns = proplists:get_value(props, Options, ["test/*.props"]),
    Files = [filename:join(Dir, File) || Pattern <- Patterns, File <- filelib:wildcard(Pattern, Dir)],
    Shared = headers(App, State) ++ proplists:get_value(args, Options, []),
    Inputs = case Files of
                 [] -> [Source || Source <- [filename:join(Dir, "src")], filelib:is_dir(Source)];
                 _ -> lists:usort(Files)
             end,
    Own = unicode:characters_to_list(rebar_app_info:name(App)),
    [{filename:basename(Input), ["check", here(Input)] ++ formats(named(Input, Own, HasOthers), Options) ++ Shared} || Input <- Inputs].

%% What stands for ~s: applications have files of the same name.
named(Input, App, HasOthers) ->
    case {filename:basename(Input, ".props"), HasOthers} of
        {"src", _} -> App;
        {Name, true} -> App ++ "-" ++ Name;
        {Name, false} -> Name
    end.

formats(Name, Options) ->
    lists:append([["--format", format(Format, Name)] || Format <- proplists:get_value(formats, Options, [human])]).

format({Format, File}, Name) -> lists:concat([Format, "=", unicode:characters_to_list(string:replace(File, "~s", Name))]);
format(Format, _) -> atom_to_list(Format).

%% Folders of headers and macros, as rebar3 compiles with them.
headers(App, State) ->
    Dir = rebar_app_info:dir(App),
    Erl = rebar_opts:erl_opts(rebar_app_info:opts(App)),
    Own = [filename:join(Dir, Folder) || Folder <- ["include", "src"] ++ [Folder || {i, Folder} <- Erl]],
    Folders = [Folder || Folder <- Own ++ [rebar_dir:deps_dir(State)], filelib:is_dir(Folder)],
    %% The program reads rebar.config itself; profiles and scripts may say more.
    Macros = [macro(Macro) || Macro <- Erl -- written(Dir), is_tuple(Macro), element(1, Macro) =:= d],
    lists:append([["-I", here(Folder)] || Folder <- Folders] ++ [["-D", Macro] || Macro <- Macros]).

%% The options of the compiler that stand in rebar.config.
written(Dir) ->
    case file:consult(filename:join(Dir, "rebar.config")) of
        {ok, Terms} -> proplists:get_value(erl_opts, Terms, []);
        {error, _} -> []
    end.

macro({d, Name}) -> atom_to_list(Name);
macro({d, Name, Value}) -> lists:flatten(io_lib:format("~s=~0p", [Name, Value])).

%% A path as people read it: from the folder of the project.
here(Path) ->
    {ok, Folder} = file:get_cwd(),
    case string:prefix(Path, Folder ++ "/") of
        nomatch -> Path;
        Rest -> unicode:characters_to_list(Rest)
    end.

%% Calls the program and passes on what it prints; its messages go to standard error by themselves.
run(Program, Arguments) ->
    %% Bytes go through as they are, wherever a piece of them ends.
    Encoding = proplists:get_value(encoding, io:getopts(standard_io), unicode),
    _ = io:setopts(standard_io, [{encoding, latin1}]),
    try
        passed(erlang:open_port({spawn_executable, Program}, [{args, Arguments}, exit_status, binary, use_stdio, hide]))
    after
        io:setopts(standard_io, [{encoding, Encoding}])
    end.

passed(Port) ->
    receive
        {Port, {data, Data}} -> ok = file:write(standard_io, Data), passed(Port);
        {Port, {exit_status, Exit}} -> Exit
    end.
