#!/usr/bin/env escript
%% Writes what epp:scan_file gives for each file: its forms as tokens with places, and its errors.
%% Arguments: folders with -I in front, macros with -D in front, files.
-mode(compile).

main(Args) ->
    io:setopts([{encoding, unicode}]),
    Includes = [Dir || "-I" ++ Dir <- Args],
    Macros = [{list_to_atom(M), true} || "-D" ++ M <- Args],
    Options = [{location, {1, 1}}, {includes, Includes}, {macros, Macros}],
    [file(File, Options) || File <- Args, hd(File) =/= $-].

file(File, Options) ->
    io:put_chars(["\x{1}==== ", File, "\n"]),
    {ok, Forms, _} = epp:scan_file(File, Options),
    [io:put_chars([form(Form), "\n"]) || Form <- Forms].

form([{'-', A}, {atom, _, file}, {'(', _}, {string, _, Name}, {',', _}, {integer, _, Line}, {')', _}, {dot, _}]) ->
    ["file ", io_lib:write_string(Name), " ", integer_to_list(Line), " at ", place(A)];
form({error, {_, _, {illegal, "unterminated", _}}}) -> "error at the end";
form({error, {Place, _, _}}) -> ["error ", place(Place)];
form({eof, _}) -> "eof";
form(Tokens) -> lists:join(" ", ["form" | [token(T) || T <- Tokens, element(1, T) =/= dot]]).

token(T) -> [place(element(2, T)), "=", src(T)].

place({L, C}) -> io_lib:format("~w:~w", [L, C]);
place(Anno) -> {L, C} = erl_anno:location(Anno), io_lib:format("~w:~w", [L, C]).

src({X, _}) -> atom_to_list(X);
src({var, _, X}) -> atom_to_list(X);
src({char, _, C}) -> io_lib:write_char(C);
src({string, _, S}) -> io_lib:write_string(S);
src({_, _, X}) -> io_lib:format("~w", [X]).
