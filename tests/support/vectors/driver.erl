%% Runs the snippets of the modules in a folder on values for what they do not know, each run in a process of its own with
%% limits, and prints what shows.
%%
%% `jobs` holds `{Module, Number, Vectors}`: the event `{s, Number}` is sent to the callback `s/2` of the module once for each vector.
%% A vector has a value for each of `ext:x()` and `ext:y()`, `{pool, N}` or `{term, T}`. Lines are labels of a model; `limit` where
%% a run needs too much. What terms of a model cannot hold (process identifiers, references, ports, funs) is an atom there.
-module(driver).
-export([main/0, next/1, put_out/1]).

main() ->
    ok = io:setopts([{encoding, unicode}]),
    Pool = pool(),
    put(opaque, lists:enumerate([T || T <- tuple_to_list(Pool), is_opaque(T)])),
    %% The compiler takes iterators of maps that are written out for errors, and drops what follows.
    [{ok, _} = compile:file(File, [nowarn_deprecated_function, no_type_opt, {outdir, "."}])
     || File <- filelib:wildcard("*.erl"), File =/= "driver.erl"],
    {ok, Jobs} = file:consult("jobs"),
    [vector(Module, Number, Vector, Pool) || {Module, Number, Vectors} <- Jobs, Vector <- Vectors],
    ok.

vector(Module, Number, Vector, Pool) ->
    Values = [value(V, Pool) || V <- Vector],
    Command = {label, cmd, [{s, Number}]},
    Lines = [Command | in_limits(fun() -> run(Module, Number, Values) end)],
    Text = [["\n", line(Line)] || Line <- Lines],
    io:put_chars(["vector ", atom_to_list(Module), Text, "\n"]).

value({pool, N}, Pool) -> element(N rem tuple_size(Pool) + 1, Pool);
value({term, T}, _) -> T.

%% Two seconds and 400 MB are more than any honest run takes.
in_limits(Fun) ->
    Limit = #{size => 50000000, kill => true, error_logger => false},
    {Pid, Ref} = spawn_opt(fun() -> exit({ends, Fun()}) end, [monitor, {max_heap_size, Limit}]),
    receive
        {'DOWN', Ref, process, Pid, {ends, Lines}} -> Lines;
        {'DOWN', Ref, process, Pid, _} -> [limit]
    after 2000 ->
        exit(Pid, kill),
        receive {'DOWN', Ref, process, Pid, _} -> [limit] end
    end.

run(Module, Number, Values) ->
    put(values, lists:zip([x, y], Values ++ [none || length(Values) =:= 1])),
    put(lines, []),
    End =
        try Module:s({s, Number}, 0) of
            {next_state, s, 0} -> idle;
            Other -> {label, crash, [{bad_return_value, Other}]}
        catch
            error:system_limit -> limit;
            error:Reason -> {label, crash, [Reason]};
            exit:Reason -> {label, stop, [Reason]};
            throw:Value -> {label, crash, [{bad_return_value, Value}]}
        end,
    lists:reverse([End | get(lines)]).

next(Name) ->
    {Name, Value} = lists:keyfind(Name, 1, get(values)),
    put(lines, [{result, Name, Value} | get(lines)]),
    Value.

put_out(Args) ->
    put(lines, [{label, put, Args} | get(lines)]),
    ok.

line({label, Name, Args}) ->
    [atom_to_list(Name), "(", lists:join(",", [text(Arg) || Arg <- Args]), ")"];
%% Where nobody uses a result it does not show.
line({result, Name, Value}) -> [atom_to_list(Name), "() -> ", text(Value), "\t", atom_to_list(Name)];
line(Other) -> atom_to_list(Other).

text(Term) -> io_lib:format("~tw", [readable(Term)]).

is_opaque(T) -> is_pid(T) orelse is_port(T) orelse is_reference(T) orelse is_function(T).

readable([Head | Tail]) -> [readable(Head) | readable(Tail)];
%% Dictionaries and sets have another layout in the model.
readable({dict, Size, _, _, _, _, _, _, _} = Dict) -> {dict, Size, readable(try dict:to_list(Dict) catch _:_ -> [] end)};
readable({set, Size, _, _, _, _, _, _, _} = Set) -> {set, Size, readable(try sets:to_list(Set) catch _:_ -> [] end)};
readable(Tuple) when is_tuple(Tuple) -> list_to_tuple(readable(tuple_to_list(Tuple)));
readable(Map) when is_map(Map) -> maps:from_list(readable(maps:to_list(Map)));
readable(Term) ->
    case is_opaque(Term) of
        true ->
            case lists:keyfind(Term, 2, get(opaque)) of
                {Number, _} -> list_to_atom("$opaque" ++ integer_to_list(Number));
                false -> '$opaque'
            end;
        false -> Term
    end.

%% What a value may be that nobody knows.
pool() ->
    Max = 1.7976931348623157e308,
    {
        %% Numbers: around zero, small, around bytes and words, large, those that no float is equal to, those that are no float.
        0, 1, -1, 2, 3, 7, 8, -7, 255, 256, 1 bsl 31, 1 bsl 53, (1 bsl 53) + 1, 1 bsl 59, -(1 bsl 70), (1 bsl 70) + 3, 1 bsl 1024, -(1 bsl 1100),
        0.0, -0.0, 1.0, -1.0, 2.0, 0.5, 1.5, -1.5, 2.5, 3.0, 0.9999999999999999, 1.0000000000000002, 9007199254740992.0, 9007199254740994.0,
        1.0e22, 1.0e300, Max, -Max, 5.0e-324, 8.0,
        %% Atoms.
        true, false, a, b, undefined, '', nil, badarith, error,
        %% Tuples, records among them.
        {}, {a}, {a, 1}, {1, a}, {a, 1.0}, {1.0, 0}, {a, {b, [c]}}, {0.0, -0.0}, {a, -0.0}, {1, 2, 3}, {ok, x},
        %% Lists, improper ones too.
        [], [1], [1.0], [a, b], [a | b], [1 | 2.0], [[1], [2 | 3]], "text", [{a, 1}, {b, 2}], [0.0], [-0.0], [x, x, x, x, x, x, x], [256], [{a, 1} | x],
        %% Maps.
        #{}, #{a => 1}, #{1 => x}, #{1.0 => x, 1 => y}, #{a => #{b => 2.0}}, #{a => 1, b => [2], {c} => 3}, #{a => 0.0}, #{a => -0.0},
        #{0.0 => x}, #{-0.0 => x},
        %% Bit strings.
        <<>>, <<1>>, <<"ab">>, <<0, 255>>, <<1:1>>, <<5:3>>, <<1, 2:4>>, <<1.5/float>>, <<195, 164>>,
        %% What has no literal.
        self(), spawn(fun() -> ok end), make_ref(), make_ref(), hd(erlang:ports()), fun() -> ok end, fun(X) -> X end, fun erlang:abs/1,
        fun(X, Y) -> {X, Y} end
    }.
