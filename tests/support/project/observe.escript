%% Calls the exported functions of modules with random arguments, and prints the shapes of what they return: one term for each function,
%% `{Module, Name, Arity, [Shape]}`. Beside each source that compiles it writes its text with macros and headers put in, NAME.P. Modules that
%% could do harm to the computer are passed over; each call has a process of its own and 50 milliseconds.
-module(observe).
-mode(compile).

main([Seed, Calls, Folder | Sources]) ->
    rand:seed(exsss, list_to_integer(Seed)),
    error_logger:tty(false),
    catch logger:remove_handler(default),
    [module(Source, Folder, list_to_integer(Calls)) || Source <- Sources],
    ok.

module(Source, Folder, Calls) ->
    Dir = filename:dirname(Source),
    Up = [filename:join([Dir | lists:duplicate(N, "..")]) || N <- [1, 2, 3]],
    Options = [{i, Dir}, {i, filename:join(Dir, "../include")}] ++ [{i, I} || I <- Up] ++
        [{i, filename:join(U, "include")} || U <- Up],
    Name = filename:basename(Source, ".erl"),
    Text = filename:join(Folder, Name ++ ".P"),
    case compile:file(Source, [binary, debug_info | Options]) of
        {ok, Module, Beam} ->
            {ok, {_, [{imports, Imports}, {exports, Exports}, {atoms, Atoms}]}} =
                beam_lib:chunks(Beam, [imports, exports, atoms]),
            Harmless = not lists:any(fun harms/1, Imports) andalso code:which(Module) =:= non_existing,
            case Harmless andalso written(Source, Options, Text) of
                true ->
                    {module, Module} = code:load_binary(Module, Source, Beam),
                    Names = [Atom || {_, Atom} <- Atoms],
                    [function({Module, F, A}, Names, Calls) || {F, A} <- Exports, F =/= module_info, A < 6];
                false ->
                    ok
            end;
        _ ->
            ok
    end.

written(Source, Options, Text) ->
    Base = filename:rootname(Text),
    case compile:file(Source, ['P', {outdir, filename:dirname(Base)} | Options]) of
        ok -> true;
        {ok, _} -> true;
        _ -> false
    end.

harms({erlang, Name, _}) -> lists:member(Name, [halt, open_port, disconnect_node, set_cookie, load_nif, suspend_process, system_flag, apply]);
harms({Module, _, _}) ->
    lists:member(Module, [
        file, os, init, filelib, code, net_kernel, net_adm, dets, disk_log, mnesia, rpc, erpc, slave, peer, application, gen_tcp, gen_udp,
        inet, ssl, httpc, erl_tar, zip, prim_file, ram_file, heart, timer, user, io, c, compile, erl_eval, eunit, ct, sys, logger, error_logger
    ]) andalso not lists:member(Module, [error_logger, logger, timer]).

function({M, F, A}, Names, Calls) ->
    Shapes = [Shape || _ <- lists:seq(1, Calls), {ok, Shape} <- [call(M, F, [term(Names, 3) || _ <- lists:seq(1, A)])]],
    io:format("~w.~n", [{M, F, A, lists:usort(Shapes)}]).

call(M, F, Args) ->
    Self = self(),
    Called = fun() ->
        group_leader(Self, self()),
        exit({said, shape(apply(M, F, Args), 4)})
    end,
    {Pid, Ref} = spawn_opt(Called, [monitor, {max_heap_size, 5000000}]),
    receive
        {'DOWN', Ref, _, _, {said, Shape}} -> {ok, Shape};
        {'DOWN', Ref, _, _, _} -> failed
    after 50 ->
        exit(Pid, kill),
        receive {'DOWN', Ref, _, _, _} -> failed end
    end.

shape(Atom, _) when is_atom(Atom) -> {atom, atom_to_list(Atom)};
shape(N, _) when is_integer(N) -> {integer, integer_to_list(N)};
shape(Tuple, 0) when is_tuple(Tuple) -> {tuple_of, tuple_size(Tuple)};
shape(Tuple, Depth) when is_tuple(Tuple) -> {tuple, [shape(Part, Depth - 1) || Part <- tuple_to_list(Tuple)]};
shape([], _) -> nil;
shape([_ | _], _) -> cons;
shape(X, _) when is_float(X) -> float;
shape(X, _) when is_map(X) -> map;
shape(X, _) when is_binary(X) -> binary;
shape(X, _) when is_bitstring(X) -> bitstring;
shape(X, _) when is_function(X) -> 'fun';
shape(X, _) when is_pid(X) -> pid;
shape(X, _) when is_port(X) -> port;
shape(X, _) when is_reference(X) -> reference.

%% A term of the kinds that a module is likely to tell apart; atoms are its own.
term(Names, Depth) ->
    case rand:uniform(if Depth =:= 0 -> 6; true -> 10 end) of
        1 -> lists:nth(rand:uniform(length(Names)), Names);
        2 -> lists:nth(rand:uniform(length(Names)), Names);
        3 -> rand:uniform(5) - 2;
        4 -> [];
        5 -> one_of([<<>>, <<"ab">>, "ab", #{}, self(), 1.5]);
        6 -> one_of([undefined, true, false, 0]);
        7 -> {lists:nth(rand:uniform(length(Names)), Names), term(Names, Depth - 1)};
        8 -> list_to_tuple([term(Names, Depth - 1) || _ <- lists:seq(1, rand:uniform(4))]);
        9 -> [term(Names, Depth - 1) || _ <- lists:seq(1, rand:uniform(3))];
        10 -> one_of([fun(X) -> X end, fun(X, _) -> X end, fun() -> ok end])
    end.

one_of(Terms) -> lists:nth(rand:uniform(length(Terms)), Terms).
