%% Calls of the prelude's functions with one argument, or a part of one, that is not known.
%%
%% `main(Folder, Script, Count, Values)`: Count calls of each function that a file of the prelude exports, with arguments as
%% `Script` makes them, which compares the prelude with OTP. Prints for each call an expression with `X` for what is not
%% known, and values for that, as terms between tabs.
-module(plan).
-export([main/4]).

main(Folder, Script, Count, Values) ->
    ok = io:setopts([{encoding, unicode}]),
    load(Script),
    rand:seed(exsss, {4, 5, 6}),
    [call(Function, Values) || Function <- functions(Folder), _ <- lists:seq(1, Count)],
    ok.

%% The script as a module, without its first line.
load(Script) ->
    {ok, Text} = file:read_file(Script),
    [_, Rest] = binary:split(Text, <<"\n">>),
    Plain = binary:replace(Rest, <<"-mode(compile).">>, <<"-module(arguments).">>),
    ok = file:write_file("arguments.erl", Plain),
    {ok, arguments, Code} = compile:file("arguments.erl", [binary, export_all, nowarn_export_all]),
    {module, arguments} = code:load_binary(arguments, "arguments.erl", Code),
    ok.

functions(Folder) ->
    lists:usort([{Module, Name, Arity}
     || File <- filelib:wildcard(filename:join(Folder, "*.erl")),
        {ok, Forms} <- [epp:parse_file(File, [])],
        {attribute, _, module, Module} <- Forms,
        {attribute, _, export, Exports} <- Forms,
        {Name, Arity} <- Exports, Arity > 0]).

call({Module, Name, _} = Function, Values) ->
    Kinds = arguments:kinds(Function),
    Args = [argument(Kind) || Kind <- Kinds],
    Open = [N || {N, {term, _}} <- lists:enumerate(Args)],
    case Open =/= [] andalso printed(Args) of
        false -> call_later(Function, Values);
        Texts ->
            N = arguments:pick(Open),
            {term, Arg} = lists:nth(N, Args),
            Kind = lists:nth(N, Kinds),
            {Text, Made} = opened(Arg, Kind, rand:uniform(3)),
            More = [Made() || _ <- lists:seq(1, Values)],
            Known = [T || T <- More, is_plain(T), iolist_size(written(T)) < 2000],
            Call = lists:join(", ", lists:sublist(Texts, N - 1) ++ [Text] ++ lists:nthtail(N, Texts)),
            io:format("call\t~tw:~tw(~ts)~ts~n", [Module, Name, Call, [["\t", written(T)] || T <- Known]])
    end.

call_later(Function, Values) ->
    case [K || K <- arguments:kinds(Function), not is_fun_kind(K)] of
        [] -> ok;
        _ -> call(Function, Values)
    end.

%% What is not known: all of an argument, or an element of a list or a tuple.
opened([_ | _] = List, Kind, 1) when length(List) < 12 ->
    N = rand:uniform(length(List)),
    Texts = [text(T) || T <- List],
    Open = lists:sublist(Texts, N - 1) ++ ["X"] ++ lists:nthtail(N, Texts),
    {["[", lists:join(", ", Open), "]"], element_of(lists:nth(N, List), Kind)};
opened(Tuple, Kind, 1) when is_tuple(Tuple), tuple_size(Tuple) > 0, tuple_size(Tuple) < 9 ->
    {[_ | List], Made} = opened(tuple_to_list(Tuple), Kind, 1),
    {["{", lists:droplast(List), "}"], Made};
opened(Arg, Kind, _) -> {"X", fun() -> arguments:pick([Arg, term_of(Kind), term_of(Kind), term_of(Kind), anything()]) end}.

element_of(Element, _) -> fun() -> arguments:pick([Element, arguments:leaf(), arguments:any(1), anything()]) end.

term_of(Kind) -> real(arguments:value(Kind)).

anything() -> {'$pool', rand:uniform(1000)}.

argument(Kind) ->
    case is_fun_kind(Kind) of
        true -> {text, fun_text(Kind)};
        false -> {term, term_of(Kind)}
    end.

%% Dictionaries and sets as OTP makes them.
real({'$dict', Pairs}) -> dict:from_list(Pairs);
real({'$set', Elements}) -> sets:from_list(Elements);
real([Head | Tail]) -> [real(Head) | real(Tail)];
real(Term) -> Term.

is_fun_kind(order) -> true;
is_fun_kind({function, _}) -> true;
is_fun_kind(_) -> false.

fun_text(order) -> arguments:pick(["fun(A, B) -> A =< B end", "fun(A, B) -> A >= B end", "fun(A, B) -> A < B end"]);
fun_text({function, 1}) ->
    arguments:pick([
        "fun(A) -> is_atom(A) end", "fun(A) -> {A} end", "fun(A) -> A end", "fun(A) -> A + 1 end", "fun(A) -> [A, A] end",
        "fun(a) -> true; (1) -> true; (_) -> false end", "fun(A) -> is_number(A) andalso {true, {A}} end", "fun(A) -> -A > 0 end"
    ]);
fun_text({function, 2}) ->
    arguments:pick([
        "fun(A, B) -> {A, B} end", "fun(A, B) -> [A | B] end", "fun(A, B) -> A + B end", "fun(A, B) -> A =:= B end",
        "fun(A, _) -> is_atom(A) end"
    ]);
fun_text({function, _}) ->
    arguments:pick(["fun(A, B, C) -> {A, B, C} end", "fun(_, B, _) -> B end", "fun(A, B, C) -> [{A, B} | C] end"]).

printed(Args) ->
    Texts = [case Arg of {term, T} -> is_plain(T) andalso text(T); {text, Text} -> Text end || Arg <- Args],
    not lists:member(false, Texts) andalso iolist_size(Texts) < 600 andalso Texts.

written(Term) -> io_lib:format("~tw", [Term]).

%% An expression for a term: dictionaries and sets are put together, for the model has a layout of its own for them.
text(Dict) when is_tuple(Dict), tuple_size(Dict) =:= 9, element(1, Dict) =:= dict ->
    ["dict:from_list(", written(dict:to_list(Dict)), ")"];
text(Set) when is_tuple(Set), tuple_size(Set) =:= 9, element(1, Set) =:= set ->
    ["sets:from_list(", written(sets:to_list(Set)), ")"];
text([Head | Tail] = List) when is_list(Tail), is_tuple(Head), tuple_size(Head) =:= 9 ->
    try ["[", lists:join(", ", [text(T) || T <- List]), "]"] catch error:_ -> written(List) end;
text(Term) -> written(Term).

%% Whether a term has a literal.
is_plain([Head | Tail]) -> is_plain(Head) andalso is_plain(Tail);
is_plain(Tuple) when is_tuple(Tuple) -> is_plain(tuple_to_list(Tuple));
is_plain(Map) when is_map(Map) -> is_plain(maps:to_list(Map));
is_plain(Term) -> is_atom(Term) orelse is_number(Term) orelse is_bitstring(Term) orelse Term =:= [].
