#!/usr/bin/env escript
%% Writes compiled modules into the current folder: a good one, and such that cannot be read.

main([]) ->
    Good = compiled(door(door, gen_fsm), [debug_info]),
    write("door.beam", Good),
    write("packed.beam", compiled(door(door, gen_fsm), [debug_info, compressed])),
    write("none.beam", compiled(door(door, gen_fsm), [])),
    {ok, {_, Stripped}} = beam_lib:strip(Good),
    write("stripped.beam", Stripped),
    Key = {debug_info_key, {des3_cbc, "a key that nobody keeps"}},
    write("encrypted.beam", compiled(door(door, gen_fsm), [debug_info, Key])),
    write("plain.beam", compiled([{attribute, 1, module, plain}], [debug_info])),
    Elixir = {debug_info_v1, elixir_erl, {elixir_v1, #{}, []}},
    Cart = compiled(door('Elixir.Shop.Cart', 'Elixir.GenServer'), []),
    write("Elixir.Shop.Cart.beam", with_debug_info(Cart, term_to_binary(Elixir))),
    write("Elixir.Shop.Lock.beam", with_debug_info(compiled(door('Elixir.Shop.Lock', gen_statem), []), term_to_binary(Elixir))),
    {ok, {_, Bare}} = beam_lib:strip(compiled(door('Elixir.Shop.Stripped', 'Elixir.GenServer'), [])),
    write("Elixir.Shop.Stripped.beam", Bare),
    write("lfe.beam", with_debug_info(Good, term_to_binary({debug_info_v1, lfe_core, {}}))),
    write("cut.beam", binary:part(Good, 0, byte_size(Good) div 2)),
    <<"FOR1", _:32, Rest/binary>> = Good,
    write("length.beam", <<"FOR1", 16#FFFFFFF0:32, Rest/binary>>),
    write("text.beam", <<"-module(text).\n">>),
    Zeros = binary:copy(<<0>>, 100 bsl 20),
    write("bomb.beam", with_debug_info(Good, <<131, 80, 1000:32, (zlib:compress(Zeros))/binary>>)),
    write("gzip.beam", zlib:gzip(Zeros)),
    Deep = [binary:copy(<<104, 1>>, 1000000), 106],
    write("deep.beam", with_debug_info(Good, iolist_to_binary([131, Deep]))),
    Nested = lists:foldl(fun(_, Term) -> {tuple, 1, [Term]} end, {nil, 1}, lists:seq(1, 100000)),
    Form = {function, 1, f, 0, [{clause, 1, [], [], [Nested]}]},
    Code = {debug_info_v1, erl_abstract_code, {[Form], []}},
    write("nested.beam", with_debug_info(Good, term_to_binary(Code))),
    write("promises.beam", with_debug_info(Good, <<131, 108, 16#FFFFFFFF:32, 97, 1>>)),
    Odd = {debug_info_v1, erl_abstract_code, {[{function, 1, f, 0, [{clause, 1, [], [], [{spell, 1}]}]}], []}},
    write("odd.beam", with_debug_info(Good, term_to_binary(Odd))).

write(Name, Bytes) -> ok = file:write_file(Name, Bytes).

compiled(Forms, Options) ->
    {ok, _, Binary} = compile:forms(Forms, Options),
    Binary.

with_debug_info(Beam, Bytes) ->
    {ok, _, Chunks} = beam_lib:all_chunks(Beam),
    {ok, New} = beam_lib:build_module(lists:keystore("Dbgi", 1, Chunks, {"Dbgi", Bytes})),
    New.

%% A door whose lines are those of a source.
door(Module, Behaviour) ->
    Text = io_lib:format(
        "-module(~p).\n-behaviour(~p).\n-export([init/1, locked/2, handle_call/3, handle_cast/2]).\n\n"
        "init(Code) ->\n    {ok, locked, Code}.\n\n"
        "locked({button, Code}, Code) ->\n    {next_state, locked, Code}.\n\n"
        "handle_call(_, _, S) -> {reply, ok, S}.\nhandle_cast(_, S) -> {noreply, S}.\n",
        [Module, Behaviour]),
    {ok, Tokens, _} = erl_scan:string(lists:flatten(Text)),
    forms(Tokens).

forms([]) -> [];
forms(Tokens) ->
    {Form, [Dot | Rest]} = lists:splitwith(fun(Token) -> element(1, Token) =/= dot end, Tokens),
    {ok, Parsed} = erl_parse:parse_form(Form ++ [Dot]),
    [Parsed | forms(Rest)].
