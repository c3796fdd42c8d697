#!/usr/bin/env escript
%% Compares the prelude with OTP's own functions: same value, or same class and reason.
%%
%% compare.escript Folder Count: each exported function of Folder/*.erl on Count lists of random
%% arguments, some of wrong types. The prelude is compiled under names of its own, its calls of itself
%% changed accordingly. Prints a line for each function and one for each difference.
-mode(compile).

main([Folder, Count]) ->
    Files = lists:sort(filelib:wildcard(filename:join(Folder, "*.erl"))),
    Sources = [source(File) || File <- Files],
    Defined = [{Module, Name, Arity} || {Module, Forms} <- Sources, {function, _, Name, Arity, _} <- Forms],
    [load(Module, Forms, Defined) || {Module, Forms} <- Sources],
    rand:seed(exsss, {1, 2, 3}),
    [compare(Module, Name, Arity, list_to_integer(Count))
     || {Module, Forms} <- Sources,
        {attribute, _, export, Exports} <- Forms,
        {Name, Arity} <- lists:sort(Exports)].

source(File) ->
    {ok, Forms} = epp:parse_file(File, []),
    [Module] = [Module || {attribute, _, module, Module} <- Forms],
    {Module, Forms}.

own(Module) -> list_to_atom("prelude_" ++ atom_to_list(Module)).

load(Module, Forms, Defined) ->
    New = [form(Form, Defined) || Form <- Forms, element(1, Form) =/= eof],
    Own = [{Name, Arity} || {Of, Name, Arity} <- Defined, Of =:= Module],
    Options = [export_all, nowarn_export_all, binary, return_errors, {no_auto_import, Own}],
    {ok, Name, Code} = compile:forms(New, Options),
    Name = own(Module),
    {module, Name} = code:load_binary(Name, "prelude", Code).

form({attribute, Place, module, Module}, _) -> {attribute, Place, module, own(Module)};
form({function, Place, Name, Arity, Clauses}, Defined) ->
    {function, Place, Name, Arity, [clause(Clause, Defined) || Clause <- Clauses]};
form(Form, _) -> Form.

clause({clause, Place, Patterns, Guards, Body}, Defined) ->
    {clause, Place, Patterns, Guards, expr(Body, Defined)}.

%% Calls, with the prelude's functions in place of OTP's.
expr({clause, _, _, _, _} = Clause, Defined) -> clause(Clause, Defined);
expr({call, Place, {atom, _, '$list_to_tuple'}, Args}, Defined) ->
    remote(Place, erlang, list_to_tuple, expr(Args, Defined), []);
expr({call, Place, {remote, _, {atom, _, Module}, {atom, _, Name}}, Args}, Defined) ->
    remote(Place, Module, Name, expr(Args, Defined), Defined);
expr({call, Place, {atom, _, Name}, Args}, Defined) ->
    remote(Place, erlang, Name, expr(Args, Defined), Defined);
expr({op, Place, Name, Left, Right} = Op, Defined) ->
    case lists:member({erlang, Name, 2}, Defined) of
        true -> remote(Place, erlang, Name, expr([Left, Right], Defined), Defined);
        false -> list_to_tuple(expr(tuple_to_list(Op), Defined))
    end;
expr(Parts, Defined) when is_list(Parts) -> [expr(Part, Defined) || Part <- Parts];
expr(Expr, Defined) when is_tuple(Expr) -> list_to_tuple(expr(tuple_to_list(Expr), Defined));
expr(Leaf, _) -> Leaf.

remote(Place, Module, Name, Args, Defined) ->
    Target =
        case lists:member({Module, Name, length(Args)}, Defined) of
            true -> own(Module);
            false -> Module
        end,
    {call, Place, {remote, Place, {atom, Place, Target}, {atom, Place, Name}}, Args}.

compare(Module, Name, Arity, Count) ->
    Exports = Module:module_info(exports),
    lists:member({Name, Arity}, Exports) orelse io:format("missing ~0p~n", [{Module, Name, Arity}]),
    Ends = [compare_once(Module, Name, Arity) || _ <- lists:seq(1, Count)],
    Values = length([ok || ok <- Ends]),
    io:format("function ~s:~s/~b ~b ~b~n", [Module, Name, Arity, Values, Count - Values]).

compare_once(Module, Name, Arity) ->
    Args = args({Module, Name, Arity}),
    {Class, _} = Theirs = result(Module, Name, Args),
    case result(own(Module), Name, Args) of
        Theirs -> ok;
        Ours -> io:format("differs ~s:~s ~0p: ~0p, not ~0p~n", [Module, Name, Args, Ours, Theirs])
    end,
    Class.

result(Module, Name, Args) ->
    try {ok, apply(Module, Name, Args)} catch Class:Reason -> {Class, Reason} end.

%% Mostly arguments of the right types.
args({_, Name, Arity} = Function) ->
    Kinds = kinds(Function),
    case rand:uniform(4) of
        1 -> [case rand:uniform(2) of 1 -> any(2); 2 -> value(Kind) end || Kind <- Kinds];
        2 -> related(Name, Arity, [value(Kind) || Kind <- Kinds]);
        _ -> [value(Kind) || Kind <- Kinds]
    end.

%% Arguments that belong together, which random ones seldom do.
related(Name, Arity, _) when Name =:= zip; Name =:= zip3 ->
    Length = rand:uniform(4) - 1,
    [[leaf() || _ <- lists:seq(1, Length)] || _ <- lists:seq(1, Arity)];
related(prefix, 2, [Before, After]) when is_list(Before) -> [Before, catch Before ++ After];
related(suffix, 2, [Before, After]) when is_list(Before) -> [After, catch Before ++ After];
related(unzip, 1, _) -> [[{leaf(), leaf()} || _ <- elements(leaf)]];
related(unzip3, 1, _) -> [[{leaf(), leaf(), leaf()} || _ <- elements(leaf)]];
related(_, _, Args) -> Args.

kinds({erlang, Name, 2}) when Name =:= '++'; Name =:= '--' -> [list, list];
kinds({erlang, Name, Arity}) when Name =:= length; Name =:= list_to_tuple -> lists:duplicate(Arity, list);
kinds({erlang, Name, 2}) when Name =:= max; Name =:= min -> [any, any];
kinds({erlang, element, 2}) -> [position, tuple];
kinds({erlang, setelement, 3}) -> [position, tuple, any];
kinds({erlang, append_element, 2}) -> [tuple, any];
kinds({erlang, size, 1}) -> [tuple];
kinds({erlang, Name, 2}) when Name =:= 'bsl'; Name =:= 'bsr' -> [number, position];
kinds({erlang, _, Arity}) -> lists:duplicate(Arity, number);
kinds({lists, Name, 1}) when Name =:= append; Name =:= flatten; Name =:= flatlength -> [lists];
kinds({lists, flatten, 2}) -> [lists, list];
kinds({lists, sum, 1}) -> [numbers];
kinds({lists, enumerate, 2}) -> [position, list];
kinds({lists, Name, 2}) when Name =:= duplicate; Name =:= nth; Name =:= nthtail; Name =:= split -> [position, list];
kinds({lists, sublist, 2}) -> [list, position];
kinds({lists, sublist, 3}) -> [list, position, position];
kinds({lists, Name, 2}) when Name =:= delete; Name =:= member; Name =:= join -> [any, list];
kinds({lists, Name, 2}) when Name =:= keysort; Name =:= ukeysort -> [position, tuples];
kinds({lists, Name, 3}) when Name =:= keymerge -> [position, tuples, tuples];
kinds({lists, Name, 2}) when Name =:= merge; Name =:= umerge -> [sorted, sorted];
kinds({lists, sort, 1}) -> [distinct];
kinds({lists, seq, Arity}) -> lists:duplicate(Arity, position);
kinds({lists, Name, 1}) when Name =:= unzip; Name =:= unzip3 -> [tuples];
kinds({lists, Name, 4}) when Name =:= keyreplace; Name =:= keystore -> [any, position, tuples, tuple];
kinds({lists, Name, Arity}) ->
    case atom_to_list(Name) of
        "key" ++ _ -> [any, position, tuples];
        _ -> lists:duplicate(Arity, list)
    end;
kinds({proplists, Name, 1}) when Name =:= compact; Name =:= unfold -> [properties];
kinds({proplists, property, Arity}) -> lists:duplicate(Arity, any);
kinds({proplists, split, 2}) -> [properties, list];
kinds({proplists, _, Arity}) -> lists:sublist([any, properties, any], Arity).

value(any) -> any(2);
value(number) -> number();
value(position) -> pick([0, 1, 1, 1, 2, 2, 3, 4, 7, -1]);
value(tuple) -> list_to_tuple(elements(leaf));
value(list) -> maybe_improper(elements(any));
value(numbers) -> maybe_improper(elements(number));
value(distinct) -> without_floats(value(list));
value(lists) -> maybe_improper(elements(list));
value(tuples) -> maybe_improper(elements(tuple));
value(properties) -> maybe_improper(elements(property));
value(sorted) ->
    case rand:uniform(6) of
        1 -> value(list);
        2 -> lists:sort(elements(any));
        _ -> lists:usort(elements(any))
    end;
value(property) ->
    case rand:uniform(8) of
        1 -> any(1);
        2 -> {leaf(), leaf(), leaf()};
        3 -> {leaf()};
        4 -> {leaf(), elements(leaf)};
        N when N =< 6 -> {leaf(), leaf()};
        _ -> leaf()
    end;
value(leaf) -> leaf().

number() -> pick([-7, -2, -1, 0, 0, 1, 1, 2, 2, 3, 4, 5, 8, 1.0, 12, 1 bsl 70]).

elements(Kind) -> [value(Kind) || _ <- lists:seq(1, pick([0, 1, 2, 3, 4, 5, 9]))].

maybe_improper(List) ->
    case rand:uniform(8) of
        1 -> List ++ leaf();
        _ -> List
    end.

%% No two elements are equal without being the same.
without_floats(Float) when is_float(Float) -> Float + 0.5;
without_floats([Head | Tail]) -> [without_floats(Head) | without_floats(Tail)];
without_floats(Tuple) when is_tuple(Tuple) -> list_to_tuple(without_floats(tuple_to_list(Tuple)));
without_floats(Other) -> Other.

leaf() -> pick([a, b, true, false, 0, 1, 1, 2, 3, 1.0, 2.0, [], {}]).

any(0) -> leaf();
any(Depth) ->
    case rand:uniform(6) of
        1 -> list_to_tuple([any(Depth - 1) || _ <- lists:seq(1, rand:uniform(3))]);
        2 -> maybe_improper([any(Depth - 1) || _ <- lists:seq(1, rand:uniform(3))]);
        _ -> leaf()
    end.

pick(List) -> lists:nth(rand:uniform(length(List)), List).
