#!/usr/bin/env escript
%% Compares the prelude with OTP's own functions: same value, or same class and reason.
%%
%% compare.escript Folder Count: each exported function of Folder/*.erl on Count lists of random
%% arguments, some of wrong types. The prelude is compiled under names of its own, its calls of itself
%% changed accordingly. Prints a line for each function and one for each difference. Funs note what they are
%% called with: that must be the same, too. Dictionaries and sets are compared by their entries.
-mode(compile).
-export(['$atom_text'/1, '$atom_written'/1, '$guess'/1, '$guess_binary'/1, '$guess_list'/1, '$known'/1, '$open'/1, '$text_atom'/1]).
-export(['$bits'/1, '$bits_content'/1, '$known_bits'/1, '$guess_bits'/1, '$bits_float'/1]).
-export(['$unordered'/1, '$unordered_map'/1, '$atom_hash'/1, '$unordered_hash'/1, '$float_bits'/1, '$quiet'/1, '$floats'/1]).
-export(['$map'/1, '$map_content'/1, '$known_map'/1, '$binary'/1, '$bytes'/1, '$known_binary'/1, '$fun_content'/1, '$known_fun'/1]).

-export(['$ceil'/1, '$float'/1, '$float_long_text'/1, '$float_text'/1, '$floor'/1, '$guess_float'/1, '$key_less'/1, '$round'/1, '$scaled'/1, '$trunc'/1]).
-export(['$math_acos'/1, '$math_acosh'/1, '$math_asin'/1, '$math_asinh'/1, '$math_atan'/1, '$math_atan2'/1, '$math_atanh'/1, '$math_ceil'/1, '$math_cos'/1, '$math_cosh'/1, '$math_exp'/1, '$math_floor'/1, '$math_fmod'/1, '$math_log'/1, '$math_log10'/1, '$math_log2'/1, '$math_pow'/1, '$math_sin'/1, '$math_sinh'/1, '$math_sqrt'/1, '$math_tan'/1, '$math_tanh'/1]).

main([Folder, Count]) ->
    Files = lists:sort(filelib:wildcard(filename:join(Folder, "*.erl"))),
    Sources = joined(lists:keysort(1, [source(File) || File <- Files])),
    Defined = [{Module, Name, Arity} || {Module, Forms} <- Sources, {function, _, Name, Arity, _} <- Forms],
    [load(Module, Forms, Defined) || {Module, Forms} <- Sources],
    rand:seed(exsss, {1, 2, 3}),
    [compare(Module, Name, Arity, list_to_integer(Count))
     || {Module, Forms} <- Sources,
        {attribute, _, export, Exports} <- Forms,
        {Name, Arity} <- lists:sort(Exports)],
    characters(),
    hashes().

%% Hashes of bit strings of up to 50 bits, alone and in other terms.
hashes() ->
    [hashed_bits(bits_of_size(rand:uniform(51) - 1)) || _ <- lists:seq(1, 100000)],
    ok.

bits_of_size(Size) -> <<(rand:uniform(1 bsl Size) - 1):Size>>.

hashed_bits(B) ->
    [io:format("the hash of ~w is ~w, not ~w~n", [X, Ours, Otp])
     || X <- [B, [a, B | B], {B, 1}],
        Ours <- [prelude_erlang:phash(X, 1 bsl 32)],
        Otp <- [apply(erlang, phash, [X, 1 bsl 32])],
        Ours =/= Otp].

%% Characters in UTF-16 and UTF-32: all codes are put in, all single units, pairs of units around the edges and random bytes are
%% taken out, at the front and behind some bits.
characters() ->
    Codes = [a, [], 1.0, 97.0, -65536, -1, 16#D800 bsl 16, 1 bsl 70 | lists:seq(0, 16#110400)],
    [put_in(Type, V) || Type <- [utf16_big, utf16_little, utf32_big, utf32_little], V <- Codes],
    Units = [0, 1, 97, 255, 256, 16#D7, 16#D8, 16#DC, 16#D7FF, 16#D800, 16#D801, 16#DBFF, 16#DC00, 16#DFFF, 16#E000, 16#00DC, 16#FFDB, 16#FFFF],
    Texts = [<<V:16>> || V <- lists:seq(0, 65535)] ++ [<<V:16, W:16>> || V <- Units, W <- Units] ++
        [<<V:16, W:16, X:16>> || V <- Units, W <- Units, X <- Units] ++ [random_units() || _ <- lists:seq(1, 100000)],
    [take_out(Type, B) || Type <- [utf16_big, utf16_little, utf32_big, utf32_little], B <- Texts],
    ok.

random_units() ->
    Byte = fun() -> lists:nth(rand:uniform(8), [0, 0, 16#D8, 16#DB, 16#DC, 16#10, 16#11, rand:uniform(256) - 1]) end,
    << <<(Byte())>> || _ <- lists:seq(1, rand:uniform(8) - 1) >>.

put_in(Type, V) ->
    Ours = caught(fun() -> bytes_of(Type, V) end),
    Otp = caught(fun() -> binary_to_list(character(Type, V)) end),
    [io:format("~w of ~w: ~w, not ~w~n", [Type, V, Ours, Otp]) || Ours =/= Otp].

bytes_of(utf16_big, V) -> prelude_erlang:utf16_bytes(V, big);
bytes_of(utf16_little, V) -> prelude_erlang:utf16_bytes(V, little);
bytes_of(utf32_big, V) -> prelude_erlang:utf32_bytes(V, big);
bytes_of(utf32_little, V) -> prelude_erlang:utf32_bytes(V, little).

character(utf16_big, V) -> <<V/utf16>>;
character(utf16_little, V) -> <<V/utf16-little>>;
character(utf32_big, V) -> <<V/utf32>>;
character(utf32_little, V) -> <<V/utf32-little>>.

take_out(Type, B) ->
    Otp = taken(Type, B),
    Front = left(taken_of(Type, prelude_erlang:bits_start(B))),
    [_ | Left] = prelude_erlang:bits_taken(3, prelude_erlang:bits_start(<<5:3, B/bits>>)),
    Behind = left(taken_of(Type, Left)),
    [io:format("~w in ~w: ~w and ~w, not ~w~n", [Type, B, Front, Behind, Otp]) || Front =/= Otp orelse Behind =/= Otp],
    Size = case Otp of [V | _] when Type =:= utf16_big; Type =:= utf16_little -> prelude_erlang:utf16_size(V); _ -> none end,
    [io:format("~w of ~w has not ~w bits~n", [Type, Otp, Size]) || Size =/= none, Size =/= bit_size(B) - 8 * length(tl(Otp))].

taken_of(utf16_big, Left) -> prelude_erlang:bits_utf16(big, Left);
taken_of(utf16_little, Left) -> prelude_erlang:bits_utf16(little, Left);
taken_of(utf32_big, Left) -> prelude_erlang:bits_utf32(big, Left);
taken_of(utf32_little, Left) -> prelude_erlang:bits_utf32(little, Left).

left([V | {Bytes, P, N}]) ->
    [Rest | _] = prelude_erlang:bits_rest_of_any(8, {Bytes, P, N}),
    [V | binary_to_list(Rest)];
left([]) -> [].

taken(utf16_big, <<V/utf16, B/binary>>) -> [V | binary_to_list(B)];
taken(utf16_little, <<V/utf16-little, B/binary>>) -> [V | binary_to_list(B)];
taken(utf32_big, <<V/utf32, B/binary>>) -> [V | binary_to_list(B)];
taken(utf32_little, <<V/utf32-little, B/binary>>) -> [V | binary_to_list(B)];
taken(_, _) -> [].

caught(Fun) -> try Fun() catch Class:Reason -> {Class, Reason} end.

source(File) ->
    {ok, Forms} = epp:parse_file(File, []),
    [Module] = [Module || {attribute, _, module, Module} <- Forms],
    {Module, Forms}.

%% The files of one module are one.
joined([{Module, [File, Head | Forms]}, {Module, [_, _, Exports | More]} | Sources]) ->
    joined([{Module, [File, Head, Exports | lists:droplast(Forms)] ++ More} | Sources]);
joined([Source | Sources]) -> [Source | joined(Sources)];
joined([]) -> [].

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
    case atom_to_list(Name) of
        "$" ++ _ -> remote(Place, ?MODULE, Name, expr(Args, Defined), []);
        _ -> remote(Place, erlang, Name, expr(Args, Defined), Defined)
    end;
expr({op, Place, Name, Left, Right} = Op, Defined) ->
    case lists:member({erlang, Name, 2}, Defined) of
        true -> remote(Place, erlang, Name, expr([Left, Right], Defined), Defined);
        false -> list_to_tuple(expr(tuple_to_list(Op), Defined))
    end;
expr(Parts, Defined) when is_list(Parts) -> [expr(Part, Defined) || Part <- Parts];
expr(Expr, Defined) when is_tuple(Expr) -> list_to_tuple(expr(tuple_to_list(Expr), Defined));
expr(Leaf, _) -> Leaf.

%% What only the prelude can call, on Erlang's own maps and binaries.
'$map'({_, Keys, Values}) -> maps:from_list(lists:zip(Keys, Values)).
'$map_content'(Map) ->
    {Keys, Values} = lists:unzip(maps:to_list(Map)),
    {map_size(Map), Keys, Values}.
'$known_map'(_) -> true.
'$binary'(Bytes) -> list_to_binary(Bytes).
'$bytes'(Binary) -> binary_to_list(Binary).
'$known_binary'(_) -> true.
'$bits'(Cells) -> bits(Cells, []).
'$bits_content'(Bits) -> cells(Bits).
'$known_bits'(X) -> is_bitstring(X) andalso not is_binary(X).
'$bits_float'(V) -> <<F/float>> = <<V:64>>, F.
'$fun_content'(Fun) -> {name, element(2, erlang:fun_info(Fun, arity))}.
'$known_fun'(Fun) -> is_function(Fun).
'$known'(_) -> true.
'$atom_text'(Atom) -> atom_to_list(Atom).
'$atom_written'(Atom) -> lists:flatten(io_lib:write_atom(Atom)).
%% What the explorer computes with floats is compared in the fixtures of `tests/oracle/played/erlang.rs`; here it is OTP's.
'$key_less'({A, B}) -> A =/= B andalso hd(maps:keys(#{A => x, B => x})) =:= A.
'$float'(X) -> no_value(fun() -> float(X) end).
'$trunc'(X) -> trunc(X).
'$round'(X) -> round(X).
'$floor'(X) -> floor(X).
'$ceil'(X) -> ceil(X).
'$float_text'(X) -> binary:decode_unsigned(list_to_binary(io_lib:write(X))).
'$float_long_text'(X) -> binary:decode_unsigned(float_to_binary(X)).
'$scaled'({M, E}) when E < -100000 -> '$scaled'({M, -100000});
'$scaled'({M, E}) -> no_value(fun() -> list_to_float(integer_to_list(M) ++ ".0e" ++ integer_to_list(E)) end).
'$math_acos'(X) -> no_value(fun() -> math:acos(X) end).
'$math_acosh'(X) -> no_value(fun() -> math:acosh(X) end).
'$math_asin'(X) -> no_value(fun() -> math:asin(X) end).
'$math_asinh'(X) -> no_value(fun() -> math:asinh(X) end).
'$math_atan'(X) -> no_value(fun() -> math:atan(X) end).
'$math_atanh'(X) -> no_value(fun() -> math:atanh(X) end).
'$math_ceil'(X) -> no_value(fun() -> math:ceil(X) end).
'$math_cos'(X) -> no_value(fun() -> math:cos(X) end).
'$math_cosh'(X) -> no_value(fun() -> math:cosh(X) end).
'$math_exp'(X) -> no_value(fun() -> math:exp(X) end).
'$math_floor'(X) -> no_value(fun() -> math:floor(X) end).
'$math_log'(X) -> no_value(fun() -> math:log(X) end).
'$math_log10'(X) -> no_value(fun() -> math:log10(X) end).
'$math_log2'(X) -> no_value(fun() -> math:log2(X) end).
'$math_sin'(X) -> no_value(fun() -> math:sin(X) end).
'$math_sinh'(X) -> no_value(fun() -> math:sinh(X) end).
'$math_sqrt'(X) -> no_value(fun() -> math:sqrt(X) end).
'$math_tan'(X) -> no_value(fun() -> math:tan(X) end).
'$math_tanh'(X) -> no_value(fun() -> math:tanh(X) end).
'$math_atan2'({X, Y}) -> no_value(fun() -> math:atan2(X, Y) end).
'$math_fmod'({X, Y}) -> no_value(fun() -> math:fmod(X, Y) end).
'$math_pow'({X, Y}) -> no_value(fun() -> math:pow(X, Y) end).

bits([Last | Size], Rev) when is_integer(Size) -> list_to_bitstring(lists:reverse([<<(Last bsr (8 - Size)):Size>> | Rev]));
bits([Byte | Cells], Rev) -> bits(Cells, [Byte | Rev]).

cells(<<Byte, Rest/bits>>) -> [Byte | cells(Rest)];
cells(Bits) ->
    Size = bit_size(Bits),
    <<V:Size>> = Bits,
    [V bsl (8 - Size) | Size].

no_value(Fun) ->
    try Fun() catch error:_ -> badarith end.

%% OTP's function has been called before.
'$text_atom'(Text) -> try {list_to_existing_atom(Text)} catch error:_ -> none end.
%% Where the prelude guesses it says nothing that could be wrong.
'$floats'(_) -> true.
'$open'(_) -> throw('$open').
'$unordered'(_) -> throw('$open').
'$unordered_map'(_) -> throw('$open').
'$unordered_hash'(_) -> throw('$open').
'$float_bits'(F) -> <<Bits:64>> = <<F/float>>, Bits.
'$atom_hash'(Atom) -> apply(erlang, phash, [Atom, 1 bsl 32]) - 1.
'$quiet'(_) -> true.
'$guess'(_) -> throw('$open').
'$guess_float'(_) -> throw('$open').
'$guess_list'(_) -> throw('$open').
'$guess_binary'(_) -> throw('$open').
'$guess_bits'(_) -> throw('$open').

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
    Open = length([open || open <- Ends]),
    io:format("function ~s:~s/~b ~b ~b ~b~n", [Module, Name, Arity, Values, Count - Values - Open, Open]).

compare_once(Module, Name, Arity) ->
    Args = args({Module, Name, Arity}),
    case in_time(theirs, Module, Name, Args) of
        no_answer -> open;
        {Class, _, _} = Theirs ->
            case in_time(ours, Module, Name, Args) of
                Theirs -> Class;
                {throw, '$open', _} -> open;
                Ours -> io:format("differs ~s:~s ~0p: ~0p, not ~0p~n", [Module, Name, Args, Ours, Theirs]),
                    Class
            end
    end.

%% Some calls of OTP never return, as those of `io_lib:format` with a negative precision for `~c`.
in_time(Side, Module, Name, Args) ->
    {Pid, Ref} = spawn_monitor(fun() -> exit({ends, result(Side, Module, Name, Args)}) end),
    receive
        {'DOWN', Ref, process, Pid, {ends, Result}} -> Result
    after 10000 ->
        exit(Pid, kill),
        receive {'DOWN', Ref, process, Pid, _} -> no_answer end
    end.

%% How a call ends, and what its funs were called with; in any order where dictionaries and sets have been large, for
%% their funs are taken for such as do nothing but compute or fail.
result(Side, Module, Name, Args) ->
    Called =
        case Side of
            ours -> own(Module);
            theirs -> Module
        end,
    put(trace, []),
    {Class, Value} =
        try {ok, apply(Called, Name, [built(Side, Arg) || Arg <- Args])} catch C:Reason -> {C, Reason} end,
    case lists:any(fun is_large/1, Args) of
        true when Class =:= exit; Class =:= throw, Value =/= '$open' -> {Class, large, []};
        true -> {Class, entries(Side, Value), in_order(entries(Side, get(trace)))};
        false -> {Class, entries(Side, Value), entries(Side, get(trace))}
    end.

is_large({Kind, L}) when Kind =:= '$dict'; Kind =:= '$set' -> length(L) > 80;
is_large(_) -> false.

%% The dictionaries and sets that an argument stands for.
built(ours, {'$dict', Pairs}) -> prelude_dict:from_list(Pairs);
built(theirs, {'$dict', Pairs}) -> dict:from_list(Pairs);
built(ours, {'$set', Elements}) -> prelude_sets:from_list(Elements);
built(theirs, {'$set', Elements}) -> sets:from_list(Elements);
built(Side, [Head | Tail]) -> [built(Side, Head) | built(Side, Tail)];
built(_, Arg) -> Arg.

%% What dictionaries and sets hold, in an order that both sides have.
entries(ours, {dict, Size, Pairs}) when is_list(Pairs), length(Pairs) =:= Size -> {'$dict', in_order(Pairs)};
entries(ours, {dict, Size, Pairs, grown}) when length(Pairs) =:= Size -> {'$dict', in_order(Pairs)};
entries(ours, {set, Size, Elements}) when is_list(Elements), length(Elements) =:= Size ->
    {'$set', in_order(Elements)};
entries(ours, {set, Size, Elements, grown}) when length(Elements) =:= Size -> {'$set', in_order(Elements)};
entries(theirs, Dict) when is_tuple(Dict), tuple_size(Dict) =:= 9, element(1, Dict) =:= dict ->
    {'$dict', in_order(dict:to_list(Dict))};
entries(theirs, Set) when is_tuple(Set), tuple_size(Set) =:= 9, element(1, Set) =:= set ->
    {'$set', in_order(sets:to_list(Set))};
entries(Side, Tuple) when is_tuple(Tuple) -> list_to_tuple(entries(Side, tuple_to_list(Tuple)));
entries(Side, [Head | Tail]) -> [entries(Side, Head) | entries(Side, Tail)];
entries(_, Value) -> Value.

in_order(Terms) -> lists:sort([term_to_binary(Term) || Term <- Terms]).

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
related(zipwith, 3, [Fun | _]) ->
    Length = rand:uniform(4) - 1,
    [Fun | [[leaf() || _ <- lists:seq(1, Length)] || _ <- [1, 2]]];
related(zipwith3, 4, [Fun | _]) ->
    Length = rand:uniform(4) - 1,
    [Fun | [[leaf() || _ <- lists:seq(1, Length)] || _ <- [1, 2, 3]]];
related(unzip, 1, _) -> [[{leaf(), leaf()} || _ <- elements(leaf)]];
related(unzip3, 1, _) -> [[{leaf(), leaf(), leaf()} || _ <- elements(leaf)]];
related(Name, 2, _) when Name =:= format; Name =:= fwrite ->
    Parts = [format_part() || _ <- lists:seq(1, rand:uniform(4))],
    [lists:append([Text || {Text, _} <- Parts]), lists:append([Args || {_, Args} <- Parts])];
related(_, _, Args) -> Args.

format_part() ->
    pick([
        {"x ", []}, {"~n", []}, {"~~", []}, {"~w", [printed(2)]}, {"~p", [printed(2)]}, {"~p", [printed(3)]}, {"~0p", [printed(2)]},
        {"~s", [pick(["text", ok, <<"bin">>, ["a", <<"b">>, [$c]], [200, 255], [300]])]}, {"~ts", [pick(["text", ok, <<"bin">>])]},
        {"~tp", [pick(["text", {ok, 1}])]}, {"~b", [pick([0, -5, 1 bsl 70])]}, {"~B", [255]}, {"~c", [pick([$a, 10, 300])]}, {"~i", [x]}, {pick(["~e", "~f", "~g"]), [pick([float_number(), float_number(), 1])]},
        sized_part(), sized_part(), sized_part()
    ]).

sized_part() ->
    {Control, Arg} = pick([
        {"s", pick(["text", ok, <<"bin">>, ["a", <<"b">>, [$c]], "", [300]])}, {"ts", pick(["text", ok, <<"bin">>, [228]])},
        {"w", printed(2)}, {"tw", printed(1)}, {"b", pick([0, -5, 255, -1000])}, {"B", pick([0, -5, 255, a])}, {"c", pick([$a, 10, 300])},
        {"p", printed(1)}, {"f", 1}, {"x", 5}, {"e", float_number()}, {"f", float_number()}, {"g", float_number()}
    ]),
    {Width, More} = pick([{"", []}, {"5", []}, {"-7", []}, {"12", []}, {"*", [pick([3, -4, 0, a])]}, {"0", []}, {"-", []}, {"-*", [pick([3, -4])]}]),
    {Precision, Others} = pick([{"", []}, {"", []}, {".2", []}, {".8", []}, {".16", []}, {".", []}, {".*", [pick([2, 4])]}]),
    {Pad, Last} = pick([{"", []}, {"", []}, case Precision of "" -> {"..0", []}; _ -> {".0", []} end, case Precision of "" -> {"", []}; _ -> {".*", [pick([$x, $-])]} end]),
    {"~" ++ Width ++ Precision ++ Pad ++ Control, More ++ Others ++ Last ++ [Arg]}.

kinds({erlang, Name, 2}) when Name =:= '++'; Name =:= '--' -> [list, list];
kinds({erlang, Name, Arity}) when Name =:= length; Name =:= list_to_tuple -> lists:duplicate(Arity, list);
kinds({erlang, Name, 2}) when Name =:= max; Name =:= min -> [any, any];
kinds({erlang, element, 2}) -> [position, tuple];
kinds({erlang, setelement, 3}) -> [position, tuple, any];
kinds({erlang, append_element, 2}) -> [tuple, any];
kinds({erlang, size, 1}) -> [tuple];
kinds({erlang, delete_element, 2}) -> [position, tuple];
kinds({erlang, insert_element, 3}) -> [position, tuple, any];
kinds({erlang, make_tuple, 2}) -> [position, any];
kinds({erlang, integer_to_list, Arity}) -> lists:sublist([number, base], Arity);
kinds({erlang, list_to_integer, Arity}) -> lists:sublist([digits, base], Arity);
kinds({erlang, Name, 2}) when Name =:= 'bsl'; Name =:= 'bsr' -> [number, position];
kinds({erlang, Name, Arity}) when
    Name =:= binary_to_list; Name =:= binary_part, Arity =:= 3; Name =:= split_binary
->
    lists:sublist([binary, position, position], Arity);
kinds({erlang, binary_part, 2}) -> [binary, place];
kinds({erlang, bitstring_to_list, 1}) -> [bit_string];
kinds({erlang, list_to_bitstring, 1}) -> [bit_list];
kinds({erlang, Name, 1}) when Name =:= list_to_binary; Name =:= iolist_to_binary; Name =:= iolist_size -> [iolist];
kinds({erlang, binary_to_integer, Arity}) -> lists:sublist([digit_binary, base], Arity);
kinds({erlang, integer_to_binary, Arity}) -> lists:sublist([number, base], Arity);
kinds({erlang, Name, Arity}) when Name =:= list_to_atom; Name =:= list_to_existing_atom -> lists:duplicate(Arity, letters);
kinds({erlang, Name, Arity}) when Name =:= binary_to_atom; Name =:= binary_to_existing_atom -> lists:sublist([letter_binary, encoding], Arity);
kinds({erlang, atom_to_list, 1}) -> [name];
kinds({erlang, atom_to_binary, Arity}) -> lists:sublist([name, encoding], Arity);
kinds({erlang, is_function, 2}) -> [{function, 2}, position];
kinds({erlang, Name, 2}) when Name =:= map_get; Name =:= is_map_key -> [leaf, map];
kinds({erlang, Name, Arity}) when Name =:= list_to_float; Name =:= binary_to_float -> lists:duplicate(Arity, {float_text, Name});
kinds({erlang, Name, Arity}) when Name =:= float_to_list; Name =:= float_to_binary -> lists:sublist([float, float_options], Arity);
kinds({erlang, Name, 1}) when Name =:= float; Name =:= round; Name =:= trunc; Name =:= ceil; Name =:= floor -> [real];
kinds({erlang, phash, 2}) -> [hashed, large];
kinds({math, _, Arity}) -> lists:duplicate(Arity, real);
kinds({erlang, _, Arity}) -> lists:duplicate(Arity, number);
kinds({lists, Name, 1}) when Name =:= append; Name =:= flatten; Name =:= flatlength -> [lists];
kinds({lists, concat, 1}) -> [texts];
kinds({ordsets, is_set, 1}) -> [list];
kinds({lists, flatten, 2}) -> [lists, list];
kinds({lists, sum, 1}) -> [numbers];
kinds({lists, enumerate, 2}) -> [position, list];
kinds({lists, Name, 2}) when Name =:= duplicate; Name =:= nth; Name =:= nthtail; Name =:= split -> [position, list];
kinds({lists, sublist, 2}) -> [list, position];
kinds({lists, sublist, 3}) -> [list, position, position];
kinds({lists, Name, 2}) when Name =:= delete; Name =:= member; Name =:= join -> [any, list];
kinds({lists, Name, 2}) when Name =:= keysort; Name =:= ukeysort -> [position, tied_tuples];
kinds({lists, Name, 3}) when Name =:= keymerge; Name =:= rkeymerge; Name =:= rukeymerge -> [position, tied_tuples, tied_tuples];
kinds({lists, Name, 1}) when Name =:= merge; Name =:= umerge -> [{list_of, tied}];
kinds({lists, Name, 2}) when Name =:= merge; Name =:= umerge -> [sorted, sorted];
kinds({lists, Name, 2}) when Name =:= rmerge; Name =:= rumerge -> [tied, tied];
kinds({lists, Name, 3}) when Name =:= merge3; Name =:= umerge3 -> [tied, tied, tied];
kinds({lists, Name, 1}) when Name =:= sort; Name =:= usort -> [tied];
kinds({lists, ukeymerge, 3}) -> [position, tuples, tuples];
kinds({lists, filtermap, 2}) -> [{function, 1}, list];
kinds({lists, keymap, 3}) -> [{function, 1}, position, tuples];
kinds({lists, Name, 3}) when Name =:= foldl; Name =:= foldr; Name =:= mapfoldl; Name =:= mapfoldr ->
    [{function, 2}, any, list];
kinds({lists, zipwith, 3}) -> [{function, 2}, list, list];
kinds({lists, zipwith3, 4}) -> [{function, 3}, list, list, list];
kinds({lists, Name, 2}) when Name =:= sort; Name =:= usort -> [order, list];
kinds({lists, Name, 3}) when Name =:= merge; Name =:= umerge; Name =:= rmerge; Name =:= rumerge -> [order, sorted, sorted];
kinds({lists, Name, 2}) when
    Name =:= all; Name =:= any; Name =:= dropwhile; Name =:= filter; Name =:= flatmap; Name =:= foreach;
    Name =:= map; Name =:= partition; Name =:= search; Name =:= splitwith; Name =:= takewhile; Name =:= uniq;
    Name =:= zf
->
    [{function, 1}, list];
kinds({lists, seq, Arity}) -> lists:duplicate(Arity, position);
kinds({lists, Name, 1}) when Name =:= unzip; Name =:= unzip3 -> [tuples];
kinds({lists, Name, 4}) when Name =:= keyreplace; Name =:= keystore -> [any, position, tuples, tuple];
kinds({lists, Name, Arity}) ->
    case atom_to_list(Name) of
        "key" ++ _ -> [any, position, tuples];
        _ -> lists:duplicate(Arity, list)
    end;
kinds({base64, Name, 1}) when Name =:= encode; Name =:= encode_to_string -> [bytes];
kinds({base64, _, 1}) -> [letters_of_64];
kinds({filename, join, 1}) -> [{list_of, name_of_file}];
kinds({filename, _, Arity}) -> lists:sublist([name_of_file, pick([name_of_file, file_ending])], Arity);
kinds({binary, Name, Arity}) ->
    case {Name, Arity} of
        {_, 1} when Name =:= longest_common_prefix; Name =:= longest_common_suffix -> [{list_of, few_bytes}];
        {decode_hex, 1} -> [hex_binary];
        {list_to_bin, 1} -> [iolist];
        {encode_unsigned, _} -> lists:sublist([number, endian], Arity);
        {decode_unsigned, _} -> lists:sublist([binary, endian], Arity);
        {bin_to_list, 2} -> [binary, place];
        {part, 2} -> [binary, place];
        {_, 3} when Name =:= match; Name =:= matches -> [few_bytes, pattern, scopes];
        {replace, _} -> lists:sublist([few_bytes, pattern, few_bytes, replace_options], Arity);
        {_, _} when Name =:= split; Name =:= match; Name =:= matches -> lists:sublist([few_bytes, pattern, split_options], Arity);
        _ -> lists:sublist([binary, position, position], Arity)
    end;
kinds({maps, Name, Arity}) ->
    case {Name, Arity} of
        {new, 0} -> [];
        {from_list, 1} -> [key_pairs];
        {from_keys, 2} -> [keys, any];
        {get, 3} -> [key, map, any];
        {groups_from_list, 2} -> [{function, 1}, keys];
        {groups_from_list, 3} -> [{function, 1}, {function, 1}, keys];
        {iterator, 1} -> [map];
        {next, 1} -> [iterator];
        {update_with, _} -> [key, {function, 1} | lists:nthtail(4 - Arity, [any, map])];
        {fold, 3} -> [{function, 3}, any, pick([map, map, iterator])];
        {_, 3} when Name =:= merge_with; Name =:= intersect_with -> [{function, 3}, map, map];
        {_, 2} when Name =:= map; Name =:= filter; Name =:= filtermap; Name =:= foreach -> [{function, 2}, pick([map, map, iterator])];
        {_, 2} when Name =:= merge; Name =:= intersect -> [map, map];
        {_, 2} when Name =:= with; Name =:= without -> [keys, map];
        {_, 1} -> [map];
        {_, 2} -> [key, map];
        {_, 3} -> [key, any, map]
    end;
kinds({proplists, Name, 1}) when Name =:= compact; Name =:= unfold -> [properties];
kinds({proplists, from_map, 1}) -> [map];
kinds({proplists, Name, 1}) when Name =:= get_keys; Name =:= to_map -> [properties];
kinds({proplists, Name, 2}) when Name =:= substitute_aliases; Name =:= substitute_negations; Name =:= expand -> [aliases, properties];
kinds({proplists, Name, 2}) when Name =:= normalize; Name =:= to_map -> [properties, stages];
kinds({proplists, property, Arity}) -> lists:duplicate(Arity, any);
kinds({proplists, split, 2}) -> [properties, list];
kinds({proplists, _, Arity}) -> lists:sublist([any, properties, any], Arity);
kinds({queue, Name, Arity}) ->
    case {Name, Arity} of
        {new, 0} -> [];
        {from_list, 1} -> [list];
        {snoc, 2} -> [queue, any];
        {join, 2} -> [queue, queue];
        {split, 2} -> [position, queue];
        {fold, 3} -> [{function, 2}, any, queue];
        {_, 1} -> [queue];
        {_, 2} when Name =:= in; Name =:= in_r; Name =:= cons; Name =:= member; Name =:= delete; Name =:= delete_r ->
            [leaf, queue];
        {_, 2} -> [{function, 1}, queue]
    end;
kinds({Dict, Name, Arity}) when Dict =:= orddict; Dict =:= dict ->
    case {Name, Arity} of
        {new, 0} -> [];
        {from_list, 1} -> [pairs];
        {update_counter, 3} -> [leaf, number, Dict];
        {append_list, 3} -> [leaf, list, Dict];
        {update, 3} -> [leaf, {function, 1}, Dict];
        {update, 4} -> [leaf, {function, 1}, any, Dict];
        {fold, 3} -> [{function, 3}, any, Dict];
        {merge, 3} -> [{function, 3}, Dict, Dict];
        {_, 2} when Name =:= map; Name =:= filter -> [{function, 2}, Dict];
        _ -> lists:nthtail(3 - Arity, [leaf, any, Dict])
    end;
kinds({Set, Name, Arity}) when Set =:= ordsets; Set =:= sets; Set =:= gb_sets ->
    case {Name, Arity} of
        {_, 0} -> [];
        {_, 1} when Name =:= from_list -> [list];
        {from_list, 2} -> [list, set_options];
        {new, 1} -> [set_options];
        {from_ordset, 1} -> [ordsets];
        {next, 1} -> [set_iterator];
        {iterator_from, 2} -> [leaf, Set];
        {singleton, 1} -> [any];
        {_, 1} when Name =:= union; Name =:= intersection -> [{list_of, Set}];
        {filter, 2} -> [{function, 1}, Set];
        {fold, 3} -> [{function, 2}, any, Set];
        {_, 1} -> [Set];
        {_, 2} when Name =:= union; Name =:= intersection; Name =:= subtract; Name =:= difference; Name =:= is_subset; Name =:= is_disjoint ->
            [Set, Set];
        {_, 2} -> [leaf, Set]
    end;
kinds({gb_trees, Name, Arity}) ->
    case {Name, Arity} of
        {empty, 0} -> [];
        {from_orddict, 1} -> [orddict];
        {next, 1} -> [tree_iterator];
        {map, 2} -> [{function, 2}, gb_trees];
        _ -> lists:nthtail(3 - Arity, [leaf, any, gb_trees])
    end;
kinds({logger, allow, 2}) -> [level, name];
kinds({timer, now_diff, 2}) -> [now, now];
kinds({timer, _, Arity}) -> lists:duplicate(Arity, number);
kinds({calendar, Name, Arity}) ->
    case {Name, Arity} of
        {datetime_to_gregorian_seconds, 1} -> [datetime];
        {time_difference, 2} -> [datetime, datetime];
        {time_to_seconds, 1} -> [time_of_day];
        {_, 1} when Name =:= now_to_datetime; Name =:= now_to_universal_time -> [now];
        {gregorian_days_to_date, 1} -> [days];
        {_, 1} when Name =:= gregorian_seconds_to_datetime; Name =:= seconds_to_daystime -> [large];
        {seconds_to_time, 1} -> [seconds];
        {is_leap_year, 1} -> [year];
        {_, 1} -> [date];
        _ -> lists:sublist([year, month, day], Arity)
    end;
kinds({io_lib, Name, Arity}) ->
    case {Name, Arity} of
        {_, 2} when Name =:= format; Name =:= fwrite -> [format, format_args];
        {write, 1} -> [printed];
        {write_atom, 1} -> [name];
        {nl, 0} -> [];
        {write_string, _} -> lists:sublist([codes, quote], Arity);
        {_, 1} -> [codes]
    end;
kinds({string, Name, Arity}) when
    Name =:= casefold; Name =:= chomp; Name =:= equal; Name =:= find; Name =:= is_empty; Name =:= length;
    Name =:= lexemes; Name =:= list_to_float; Name =:= list_to_integer; Name =:= lowercase; Name =:= next_codepoint; Name =:= next_grapheme;
    Name =:= nth_lexeme; Name =:= pad; Name =:= prefix; Name =:= replace; Name =:= reverse; Name =:= slice;
    Name =:= split; Name =:= take; Name =:= titlecase; Name =:= to_float; Name =:= to_graphemes; Name =:= to_integer; Name =:= trim;
    Name =:= uppercase
->
    case {Name, Arity} of
        {equal, _} -> lists:sublist([chardata, chardata, bool, norm], Arity);
        {_, _} when Name =:= find; Name =:= split; Name =:= prefix -> lists:sublist([chardata, part, direction], Arity);
        {replace, _} -> lists:sublist([chardata, part, chardata, direction], Arity);
        {lexemes, 2} -> [chardata, separators];
        {nth_lexeme, 3} -> [chardata, position, separators];
        {pad, _} -> lists:sublist([chardata, position, direction, char], Arity);
        {slice, _} -> lists:sublist([chardata, position, limit], Arity);
        {take, _} -> lists:sublist([chardata, separators, bool, direction], Arity);
        {trim, _} -> lists:sublist([chardata, direction, separators], Arity);
        {_, 1} when Name =:= to_integer; Name =:= list_to_integer -> [number_text];
        {_, 1} when Name =:= to_float; Name =:= list_to_float -> [float_in_text];
        _ -> lists:duplicate(Arity, chardata)
    end;
kinds({string, Name, Arity}) ->
    case {Name, Arity} of
        {chars, _} -> lists:sublist([char, position, string], Arity);
        {_, 2} when Name =:= chr; Name =:= rchr -> [string, char];
        {_, 2} when Name =:= copies; Name =:= substr; Name =:= sub_string; Name =:= sub_word -> [string, position];
        {_, 3} when Name =:= substr; Name =:= sub_string -> [string, position, position];
        {sub_word, 3} -> [string, position, char];
        {words, 2} -> [string, char];
        {strip, _} -> lists:sublist([string, side, char], Arity);
        {_, _} when Name =:= left; Name =:= right; Name =:= centre -> lists:sublist([string, position, char], Arity);
        {join, 2} -> [{list_of, string}, string];
        {_, 1} when Name =:= to_lower; Name =:= to_upper -> [text];
        _ -> lists:duplicate(Arity, string)
    end.

value(map) ->
    case rand:uniform(12) of
        1 -> pick([a, 5, 1.0, [], {}, {x}, {a, b}]);
        _ -> maps:from_list([{key(), any(1)} || _ <- elements(leaf)])
    end;
value(iterator) ->
    case rand:uniform(6) of
        1 -> pick([none, {a, 1, none}, {a, 1, x}, {b, 2, {a, 1, [0 | #{c => 3}]}}, [1 | #{}], [1 | #{a => 1}], [-1 | #{a => 1}], [0 | x]]);
        2 -> catch maps:next(maps:iterator(value(map)));
        _ -> catch maps:iterator(value(map))
    end;
value(key) -> key();
value(keys) -> maybe_improper([key() || _ <- elements(leaf)]);
value(key_pairs) -> maybe_improper([pick([{key(), leaf()}, {key(), leaf()}, {key(), leaf()}, {key(), leaf()}, leaf()]) || _ <- elements(leaf)]);
value(binary) ->
    case rand:uniform(20) of
        N when N < 3 -> any(1);
        3 -> pick([<<5:3>>, <<1, 2:3>>, <<1, 2, 3, 100:7>>]);
        _ -> list_to_binary([rand:uniform(256) - 1 || _ <- elements(leaf)])
    end;
value(bit_string) ->
    case value(binary) of
        B when is_bitstring(B) -> <<B/bits, (rand:uniform(256)):(pick([0, 1, 3, 5, 7]))>>;
        Other -> Other
    end;
value(bit_list) -> maybe_improper([pick([value(bit_string), value(iolist), rand:uniform(260) - 1]) || _ <- elements(leaf)]);
value(endian) -> pick([big, little, little, other]);
value(few_bytes) -> list_to_binary([pick("ab,") || _ <- elements(leaf)]);
value(pattern) ->
    case rand:uniform(8) of
        1 -> any(1);
        2 -> pick([<<>>, [], [<<"a">>, <<>>]]);
        3 -> maybe_improper([pick([<<"a">>, <<"ab">>, <<",">>]) || _ <- elements(leaf)]);
        _ -> pick([<<"a">>, <<",">>, <<"ab">>, <<"b,">>, [<<"a">>, <<"ab">>]])
    end;
value(scope) -> {scope, {pick([0, 0, 1, 1, 2, 3, -1, a]), pick([0, 1, 2, 2, 3, 4, -1, -2, a])}};
value(scopes) -> maybe_improper([value(scope) || _ <- lists:seq(1, pick([0, 1, 1, 1, 1, 2]))]);
value(split_options) -> pick([[value(scope)], [global, value(scope)], [value(scope), trim], [], [global], [global], [trim], [global, trim], [global, trim_all], [trim_all], [trim, trim_all], [trim_all, trim], [x], global]);
value(inserts) -> {insert_replaced, pick([0, 1, 2, [1], [0, 1], [1, 0], [], [1, 1], a, [a], -1, [1 | x], [0, 1, 2]])};
value(replace_options) -> pick([[value(scope)], [global, value(scope)], [value(inserts)], [global, value(inserts)], [value(inserts), value(scope)], [], [global], [global], [global, global], [x], global, [{insert_replaced, 0}], [{scope, {0, 1}}], [global, x]]);
value(bytes) -> pick([value(binary), value(few_bytes), maybe_bytes([rand:uniform(256) - 1 || _ <- elements(leaf)]), [pick([1, 255, 256, -1, a, 70]) || _ <- elements(leaf)]]);
value(hex_binary) -> list_to_binary([pick("0123456789abcdefABCDEF0123456789abcdefABCDEFg ") || _ <- lists:seq(1, pick([0, 1, 2, 2, 4, 4, 6, 8]))]);
value(letters_of_64) ->
    Text =
        case rand:uniform(4) of
            1 -> [pick("ABZaz09+/=  \n!") || _ <- lists:seq(1, pick([0, 3, 4, 4, 8, 8, 9]))];
            2 -> [pick("ABZaz09+/") || _ <- lists:seq(1, pick([4, 8]))] ++ pick(["", " ", "AA==", "AB=", "ABC=", "AB==\n", "AB==A", "!A==", "A!==", "AA!=", "===="]);
            _ -> base64:encode_to_string(value(binary_only))
        end,
    case rand:uniform(3) of
        1 -> list_to_binary(Text);
        2 -> Text;
        _ -> [pick([C, C, C, C, C, C, C, C, $\s, a, 0, 300]) || C <- Text]
    end;
value(binary_only) -> list_to_binary([rand:uniform(256) - 1 || _ <- elements(leaf)]);
value(name_of_file) ->
    Text = [pick("//..abc") || _ <- elements(leaf)],
    case rand:uniform(6) of
        1 -> any(1);
        2 -> list_to_binary(Text);
        3 -> [pick([C, [C], [C, $x], 'a.b', []]) || C <- Text];
        4 -> pick([a, 'b.c', '/', '', '..', "/usr/lib", "a/b.erl", <<"/usr/lib/">>, <<"a/b.erl">>, "a//b/./c", "..", "."]);
        _ -> Text
    end;
value(file_ending) -> pick([".erl", <<".erl">>, ".b", <<".b">>, "b", "", <<>>, '.erl', "/b", <<"/b">>, ["." | b]]);
value(place) -> pick([{value(position), value(position)}, {value(position), value(position)}, leaf()]);
value(iolist) -> iolist(3);
value(digit_binary) -> list_to_binary(value(digits));
value(letters) ->
    case rand:uniform(8) of
        1 -> value(list);
        2 -> [rand:uniform(400) || _ <- elements(leaf)];
        3 -> lists:duplicate(pick([250, 255, 256]), $a);
        _ -> pick(["", "ok", "error", "a b", "Ok", "x1"])
    end;
value(letter_binary) -> pick([<<>>, <<"ok">>, <<"error">>, <<"Ok">>, <<"a b">>, <<200>>, <<"ok", 195, 164>>, ok]);
value(encoding) -> pick([utf8, latin1, unicode, utf8, utf8, utf16, 1]);
value(level) -> pick([emergency, alert, critical, error, warning, notice, info, debug, all, none, 3]);
value(name) -> pick([ok, error, 'a b', 'Ok', '', [], 1, "x", 'it\'s', 'case', 'x@y_1', '\\', true]);
value(now) -> pick([{rand:uniform(2000), rand:uniform(1000000) - 1, rand:uniform(1000000) - 1}, {1, 2}, {0, 0, 0}, {1600, 5, 6}]);
value(year) -> pick([0, 1, 4, 100, 400, 1600, 1900, 1970, 1999, 2000, 2024, 2023, -1, a, 2100]);
value(month) -> pick([1, 2, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 0, 13, a]);
value(day) -> pick([1, 2, 15, 28, 29, 30, 31, 0, 32, -1, a]);
value(date) -> pick([{value(year), value(month), value(day)}, {value(year), value(month), value(day)}, {1, 2}]);
value(time_of_day) -> pick([{rand:uniform(24), rand:uniform(60), rand:uniform(60)}, {0, 0, 0}, {a, 1, 1}, 1]);
value(datetime) -> pick([{value(date), value(time_of_day)}, {{1999, rand:uniform(12), rand:uniform(28)}, {1, rand:uniform(60), 5}}, {{2000, 2, 29}, {0, 0, 0}}]);
value(days) -> pick([0, 1, 365, 366, 367, 730, rand:uniform(800000), rand:uniform(800000), -1, a]);
value(large) -> pick([0, 1, 86399, 86400, rand:uniform(70000000000), rand:uniform(70000000000), -1, -86400, -100000, a]);
value(seconds) -> pick([0, 59, 60, 3599, 3600, 86399, 86400, -1, a, rand:uniform(86400)]);
value(float) ->
    case rand:uniform(10) of
        1 -> leaf();
        _ -> float_number()
    end;
value(real) -> pick([number(), float_number(), float_number(), 1 bsl 1100, -(1 bsl 1100), leaf()]);
value(float_options) ->
    case rand:uniform(4) of
        1 -> pick([[], [short], [compact], [x], short, [short | x]]);
        2 -> [pick([short, compact, {decimals, 3}, {scientific, 4}, {decimals, 254}, {scientific, 250}, {decimals, -1}]) || _ <- elements(leaf)];
        3 -> [{pick([decimals, scientific]), rand:uniform(25) - 1} | pick([[], [compact]])];
        _ -> [{decimals, pick([0, 1, 2, 3, 6, 10, 18, 19, 100, 253])} | pick([[], [compact]])]
    end;
value(float_in_text) ->
    Text = value({float_text, list_to_float}),
    case rand:uniform(4) of
        1 -> value(number_text);
        2 when is_list(Text) -> catch list_to_binary([Text, pick(["x", "", "+", " 1"])]);
        _ -> catch Text ++ pick(["", "", "x", ".", "e", "-", [a], [300]])
    end;
value({float_text, Name}) ->
    Text = lists:append([
        pick(["", "", "-", "+", " "]), pick(["0", "12", "007", "", "123456789012345678901"]), pick([".", ".", ".", ""]),
        pick(["0", "5", "25", "", "000000000000000000001"]),
        pick(["", "", "e5", "E-5", "e+3", "e", "e400", "e-400", " ", "x"])
    ]),
    case {rand:uniform(10), Name} of
        {1, _} -> leaf();
        {2, _} -> pick([[a], [$1, $., -1], <<"1.5">>, "1.5"]);
        {_, list_to_float} -> Text;
        {_, binary_to_float} -> list_to_binary(Text)
    end;
value(bool) -> pick([true, false, false, other]);
value(norm) -> pick([none, none, nfc, nfd, nfkc, nfkd, other]);
value(direction) -> pick([leading, trailing, both, all, leading, trailing, other]);
value(limit) -> pick([infinity, 0, 1, 2, 3, -1, a]);
value(separators) -> pick(["a", " ", "ab", ",", "", " \n", x, <<"a">>, [[$a, $b]], [228]]);
value(part) -> pick(["a", "ab", "aa", " ", "", <<"a">>, <<"ab">>, <<>>, x, [228]]);
value(chardata) ->
    case rand:uniform(10) of
        1 -> value(list);
        2 -> [[pick("aAb ")], pick(["xy", <<"Ab">>])];
        3 -> [pick([228, 223, 255, $a, 16#301, 300]) || _ <- elements(leaf)];
        4 -> pick([<<195, 164, "b">>, <<200>>, <<"a\r\n">>, "a\r\nb", "", <<>>]);
        N when N < 8 -> list_to_binary([pick("aaabAZ \n,") || _ <- elements(leaf)]);
        _ -> [pick("aaabAZ \n,") || _ <- elements(leaf)]
    end;
value(number_text) ->
    case rand:uniform(6) of
        1 -> value(chardata);
        2 -> list_to_binary(number_text());
        _ -> number_text()
    end;
value(quote) -> pick([$", $', $"]);
value(codes) ->
    case rand:uniform(8) of
        1 -> value(list);
        _ -> [pick([$a, $b, $", $', $\\, $\n, $\t, $\e, 127, 1, 7, 8, 160, 200, 255, $\s, $~, 128]) || _ <- elements(leaf)]
    end;
value(printed) -> printed(3);
value(format) ->
    case rand:uniform(10) of
        1 -> pick([ok, <<"a~w">>, "~", "~~", 5, ["a", $b], '~w', "~x", "~5w", "~.16B", "~q", "~i~w"]);
        _ -> lists:append([pick(["x", " ", "~w", "~p", "~p", "~s", "~ts", "~tp", "~tw", "~b", "~B", "~c", "~n", "~~", "~i", "~0p"]) || _ <- lists:seq(1, rand:uniform(4))])
    end;
value(format_args) ->
    case rand:uniform(8) of
        1 -> [printed(2) || _ <- elements(leaf)];
        _ -> [pick([printed(2), 65, -3, "text", <<"bin">>, ok, ["a", <<"b">>, [$c]]]) || _ <- lists:seq(1, rand:uniform(3))]
    end;
value(set_options) -> pick([[], [{version, 1}], [{version, 2}], [{version, 2}, a], [{version, 3}], version, [version]]);
value(hashed) -> hashed(3);
value(any) -> any(2);
value(number) -> number();
value(position) -> pick([0, 1, 1, 1, 2, 2, 3, 4, 7, -1]);
value(tuple) -> list_to_tuple(elements(leaf));
value(list) -> maybe_improper(elements(any));
value(numbers) -> maybe_improper(elements(number));
value(tied) ->
    case rand:uniform(3) of
        1 -> value(list);
        2 -> [tied() || _ <- lists:seq(1, rand:uniform(41) - 1)];
        _ -> [tied() || _ <- lists:seq(1, rand:uniform(9) - 1)]
    end;
value(tied_tuples) ->
    case rand:uniform(2) of
        1 -> value(tuples);
        _ -> [pick([{tied()}, {tied(), pick([a, 1, 1.0])}]) || _ <- lists:seq(1, rand:uniform(pick([9, 9, 41])) - 1)]
    end;
value(texts) -> maybe_improper([pick([a, 'b c', 12, -3, "text", [], [x | y], leaf()]) || _ <- elements(leaf)]);
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
value(aliases) -> maybe_improper([{pick([leaf(), {leaf(), leaf()}]), pick([leaf(), elements(leaf)])} || _ <- elements(leaf)]);
value(stages) -> maybe_improper([{pick([aliases, negations, expand, expand, other]), value(aliases)} || _ <- lists:seq(1, rand:uniform(4) - 1)]);
value(leaf) -> leaf();
value(base) -> pick([10, 10, 16, 2, 36, 7, 1, 37]);
value(digits) ->
    pick(["", "+", "-"]) ++ pick(["0", "12", "-1", "", "7f", "FFzZ", "00", "1 ", " 1", "3.0", "12345678901234567890", [1], "9a"]);
value(queue) ->
    case rand:uniform(8) of
        1 -> {elements(leaf), elements(leaf)};
        2 -> {value(list), value(list)};
        3 -> pick([{[], [a]}, {[a], []}, {[], []}, {[b, a], []}, {[], [a, b, c]}]);
        _ -> lists:foldl(fun queue_step/2, queue:new(), lists:seq(1, rand:uniform(9)))
    end;
value(pairs) -> maybe_improper(elements(pair));
value(pair) ->
    case rand:uniform(30) of
        1 -> leaf();
        _ -> {leaf(), value(pick([any, number, list]))}
    end;
value(orddict) ->
    case rand:uniform(6) of
        1 -> value(pairs);
        _ -> orddict:from_list([{leaf(), value(pick([any, number, list]))} || _ <- elements(leaf)])
    end;
value(dict) ->
    case rand:uniform(12) of
        1 -> any(1);
        2 -> {'$dict', [{hashed(2), leaf()} || _ <- lists:seq(1, rand:uniform(100))]};
        3 -> {'$dict', [{hashed(2), leaf()} || _ <- elements(leaf)]};
        _ -> {'$dict', [{leaf(), value(pick([any, number, list]))} || _ <- elements(leaf)]}
    end;
value(ordsets) -> value(sorted);
value(sets) ->
    case rand:uniform(12) of
        1 -> any(1);
        2 -> {'$set', [hashed(2) || _ <- lists:seq(1, rand:uniform(100))]};
        3 -> {'$set', [hashed(2) || _ <- elements(leaf)]};
        4 -> value(map);
        5 -> sets:from_list([hashed(1) || _ <- elements(leaf)], [{version, 2}]);
        _ -> {'$set', elements(leaf)}
    end;
value(gb_sets) ->
    case rand:uniform(12) of
        1 -> any(2);
        2 -> gb_sets:from_list(elements(any));
        3 -> gb_sets:from_list([tied() || _ <- elements(leaf)]);
        N when N < 6 -> gb_sets:from_list([pick([1, 1.0]) * rand:uniform(200) || _ <- lists:seq(1, rand:uniform(100))]);
        _ -> lists:foldl(fun set_step/2, gb_sets:new(), lists:seq(1, rand:uniform(20)))
    end;
value(gb_trees) ->
    case rand:uniform(12) of
        1 -> any(2);
        _ -> lists:foldl(fun tree_step/2, gb_trees:empty(), lists:seq(1, rand:uniform(20)))
    end;
value(set_iterator) -> catch gb_sets:iterator(value(gb_sets));
value(tree_iterator) -> catch gb_trees:iterator(value(gb_trees));
value({list_of, Kind}) ->
    case rand:uniform(8) of
        1 -> any(1);
        _ -> [value(Kind) || _ <- lists:seq(1, rand:uniform(4) - 1)]
    end;
value(char) -> pick([$a, $a, $b, $\s, $\s, $x, a]);
value(side) -> pick([left, right, both, both, centre]);
value(string) ->
    case rand:uniform(10) of
        1 -> value(list);
        _ -> [pick("aab  xy") || _ <- lists:seq(1, rand:uniform(9) - 1)]
    end;
value(text) ->
    case rand:uniform(8) of
        1 -> any(1);
        2 -> rand:uniform(256);
        _ -> [rand:uniform(300) || _ <- lists:seq(1, rand:uniform(9) - 1)]
    end;
value(order) ->
    case rand:uniform(8) of
        1 -> value({function, 2});
        N ->
            Orders = [
                fun(A, B) -> A =< B end, fun(A, B) -> A < B end, fun(A, B) -> A >= B end, fun(A, B) -> A > B end,
                fun(A, B) -> size_of(A) =< size_of(B) end, fun(A, B) -> size_of(A) < size_of(B) end,
                fun(A, B) -> size_of(A) >= size_of(B) end
            ],
            noting(lists:nth(N - 1, Orders), 2)
    end;
value({function, Arity}) ->
    case rand:uniform(12) of
        1 -> any(1);
        2 -> value({function, rand:uniform(3)});
        _ -> noting(pick(funs(Arity)), Arity)
    end.

%% Terms of all kinds that have a hash.
hashed(0) -> pick([a, ok, [], {}, 0, -1, 255, 256, 1 bsl 31, 1 bsl 40, -(1 bsl 70), <<"abc">>, <<>>, 1.5, -0.0, "text", rand:uniform(1 bsl 30)]);
hashed(Depth) ->
    case rand:uniform(6) of
        1 -> list_to_tuple([hashed(Depth - 1) || _ <- lists:seq(1, rand:uniform(3))]);
        2 -> [hashed(Depth - 1) || _ <- lists:seq(1, rand:uniform(3))];
        3 -> [rand:uniform(300) || _ <- lists:seq(1, rand:uniform(5))];
        4 -> [hashed(Depth - 1) | hashed(0)];
        5 -> {rand:uniform(1000), hashed(0)};
        _ -> hashed(0)
    end.

%% 1 and 1.0 are different keys.
key() -> pick([a, b, c, true, 0, 1, 2, 3, -1, 1.0, 2.5, {1}, {1.0}, [], {}, {a}, [1], <<"k">>, #{}, #{a => 1}]).

%% Many that are equal but not the same.
tied() -> pick([1, 1.0, 2, 2.0, 0, 0.0, {1}, {1.0}, 5, a]).

iolist(0) -> pick([<<1:1>>, 1, 255, 256, -1, a, <<"xy">>, <<>>, []]);
iolist(Depth) ->
    case rand:uniform(6) of
        1 -> iolist(0);
        2 -> <<"ab">>;
        3 -> maybe_bytes([rand:uniform(256) - 1 || _ <- elements(leaf)]);
        _ -> maybe_bytes([pick([7, 8, iolist(Depth - 1), <<1, 2>>]) || _ <- elements(leaf)])
    end.

maybe_bytes(List) -> pick([List, List, List, List ++ <<"t">>, List ++ 5]).

number_text() ->
    lists:append([pick(["", "", "+", "-", "--", " "]), pick(["0", "12", "007", "", "123456789012345678901"]), pick(["", "x", "-", "+1", ".5", " "])]).

%% Terms with texts that are known.
printed(0) -> pick([<<5:3>>, <<1, 2:4>>, a, ok, 'A b', 'it\'s', 0, -7, 1.5, 1.0e10, -0.1, 300, [], {}, <<>>, "str", <<"bin">>, <<1, 2>>, <<200>>, "l\n\"", 1 bsl 70, 'case']);
printed(Depth) ->
    case rand:uniform(6) of
        1 -> list_to_tuple([printed(Depth - 1) || _ <- lists:seq(1, rand:uniform(3))]);
        2 -> [printed(Depth - 1) || _ <- lists:seq(1, rand:uniform(3))];
        3 -> pick([#{}, #{a => printed(Depth - 1)}, #{1 => x, "k" => printed(0)}]);
        4 -> [printed(0) | pick([b, 1, {}])];
        _ -> printed(0)
    end.

%% Alike for many terms.
size_of(Term) -> erts_debug:flat_size(Term).

%% A fun that notes what it is called with.
noting(Fun, 1) -> fun(A) -> put(trace, [A | get(trace)]), Fun(A) end;
noting(Fun, 2) -> fun(A, B) -> put(trace, [{A, B} | get(trace)]), Fun(A, B) end;
noting(Fun, 3) -> fun(A, B, C) -> put(trace, [{A, B, C} | get(trace)]), Fun(A, B, C) end.

funs(1) ->
    [
        fun is_atom/1, fun is_atom/1, fun is_number/1, fun(X) -> {X} end, fun(X) -> [X, X] end, fun(X) -> X + 1 end,
        fun(X) -> is_atom(X) andalso {true, {X}} end, fun(a) -> true; (1) -> true; (_) -> false end,
        fun(X) -> throw(X) end, fun(_) -> [] end, fun(X) -> X end
    ];
funs(2) ->
    [
        fun(A, B) -> {A, B} end, fun(A, B) -> [A | B] end, fun(A, B) -> A + B end, fun(A, B) -> A =:= B end,
        fun(A, _) -> is_atom(A) end, fun(_, B) -> exit(B) end, fun(A, B) -> {A, B} end
    ];
funs(3) ->
    [fun(A, B, C) -> {A, B, C} end, fun(A, B, C) -> {A, B, C} end, fun(_, B, _) -> B end, fun(A, B, C) -> [{A, B} | C] end,
     fun(A, B, C) -> A + B + C end].

queue_step(_, Queue) ->
    case rand:uniform(6) of
        1 -> element(2, queue:out(Queue));
        2 -> element(2, queue:out_r(Queue));
        3 -> queue:in_r(leaf(), Queue);
        _ -> queue:in(leaf(), Queue)
    end.

tree_step(_, Tree) ->
    case rand:uniform(5) of
        1 -> gb_trees:delete_any(rand:uniform(30), Tree);
        2 -> gb_trees:enter(leaf(), any(1), Tree);
        _ -> gb_trees:enter(rand:uniform(30), any(1), Tree)
    end.

set_step(_, Set) ->
    case rand:uniform(5) of
        1 -> gb_sets:del_element(rand:uniform(30), Set);
        2 -> gb_sets:add(leaf(), Set);
        _ -> gb_sets:add(rand:uniform(30), Set)
    end.

float_number() ->
    case rand:uniform(4) of
        1 -> pick([0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 1.0e10, 1.0e22, 1.0e300, -1.0e300, 5.0e-324, 0.1, 9007199254740993.0]);
        2 -> (rand:uniform() - 0.5) * 10;
        3 -> (rand:uniform() - 0.5) * math:pow(10, rand:uniform(40) - 20);
        _ -> float(rand:uniform(100) - 50)
    end.

number() -> pick([-7, -1.5, 0.0, 0.5, 1.0e20, -2, -1, 0, 0, 1, 1, 2, 2, 3, 4, 5, 8, 1.0, 12, 1 bsl 70]).

elements(Kind) -> [value(Kind) || _ <- lists:seq(1, pick([0, 1, 2, 3, 4, 5, 9]))].

maybe_improper(List) ->
    case rand:uniform(8) of
        1 -> List ++ leaf();
        _ -> List
    end.

leaf() -> pick([a, b, true, false, 0, 1, 1, 2, 3, 1.0, 2.0, [], {}]).

any(0) -> leaf();
any(Depth) ->
    case rand:uniform(6) of
        1 -> list_to_tuple([any(Depth - 1) || _ <- lists:seq(1, rand:uniform(3))]);
        2 -> maybe_improper([any(Depth - 1) || _ <- lists:seq(1, rand:uniform(3))]);
        _ -> leaf()
    end.

pick(List) -> lists:nth(rand:uniform(length(List)), List).
