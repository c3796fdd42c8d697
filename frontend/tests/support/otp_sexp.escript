#!/usr/bin/env escript
%% Reads expressions, one a line, with OTP's parser, and writes them as frontend's sexp.rs does.

main([File]) ->
    io:setopts([{encoding, unicode}]),
    {ok, Bin} = file:read_file(File),
    Lines = string:split(unicode:characters_to_list(Bin), "\n", all),
    [io:put_chars([line(L), "\n"]) || L <- Lines].

line(Text) ->
    {ok, Tokens, _} = erl_scan:string(Text ++ "."),
    case erl_parse:parse_exprs(Tokens) of
        {ok, [E]} -> expr(E);
        Error -> io_lib:format("~0p", [Error])
    end.

list(Word, Items) -> ["(", lists:join(" ", [Word | Items]), ")"].

expr({var, _, V}) -> atom_to_list(V);
expr({atom, _, A}) -> io_lib:write_atom(A);
expr({integer, _, N}) -> integer_to_list(N);
expr({nil, _}) -> "[]";
expr({cons, _, _, _} = C) -> list("list", items(C, fun(E) -> expr(E) end));
expr({tuple, _, Es}) -> list("tuple", exprs(Es));
expr({op, _, Op, A}) -> list(atom_to_list(Op), [expr(A)]);
expr({op, _, Op, A, B}) -> list(atom_to_list(Op), [expr(A), expr(B)]);
expr({'catch', _, A}) -> list("catch", [expr(A)]);
expr({match, _, P, E}) -> list("=", [pat(P), expr(E)]);
expr({call, _, {remote, _, {atom, _, M}, {atom, _, F}}, As}) ->
    list("call", [[io_lib:write_atom(M), ":", io_lib:write_atom(F)] | exprs(As)]);
expr({call, _, {remote, _, M, F}, As}) ->
    list("call", [list("dynamic", [list("remote", [expr(M), expr(F)])]) | exprs(As)]);
expr({call, _, {atom, _, F}, As}) -> list("call", [io_lib:write_atom(F) | exprs(As)]);
expr({call, _, F, As}) -> list("call", [list("dynamic", [expr(F)]) | exprs(As)]);
expr({'case', _, E, Cs}) -> list("case", [expr(E) | [clause(C) || C <- Cs]]);
expr({'if', _, Cs}) -> list("if", [list("clause", [guard(G) | exprs(B)]) || {clause, _, [], G, B} <- Cs]);
expr({block, _, B}) -> list("begin", exprs(B)).

exprs(Es) -> [expr(E) || E <- Es].

clause({clause, _, [P], [], B}) -> list("clause", [pat(P) | exprs(B)]);
clause({clause, _, [P], G, B}) -> list("clause", [pat(P), guard(G) | exprs(B)]).

guard(G) -> list("when", [["(", lists:join(" ", exprs(Ts)), ")"] || Ts <- G]).

pat({match, _, A, B}) -> list("alias", [pat(A), pat(B)]);
pat({tuple, _, Ps}) -> list("tuple", [pat(P) || P <- Ps]);
pat({cons, _, _, _} = C) -> list("list", items(C, fun(P) -> pat(P) end));
pat(Other) -> expr(Other).

items({cons, _, H, {nil, _}}, F) -> [F(H)];
items({cons, _, H, {cons, _, _, _} = T}, F) -> [F(H) | items(T, F)];
items({cons, _, H, T}, F) -> [F(H), "|", F(T)].
