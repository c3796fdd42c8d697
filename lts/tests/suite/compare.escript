#!/usr/bin/env escript
%% Answers cases from a file of terms, one line for each.
%%
%% {Id, Left, Right}: how Left compares to Right, and Left as ~0p prints it.
%% {Id, Codes}: what the text with these characters is, as a term, or `error`.
main([In, Out]) ->
    {ok, Cases} = file:consult(In),
    Lines = [io_lib:format("~w ~s~n", [element(1, Case), answer(Case)]) || Case <- Cases],
    ok = file:write_file(Out, unicode:characters_to_binary(Lines)).

answer({_, L, R}) -> io_lib:format("~w ~0p", [compare(L, R), L]);
answer({_, Codes}) ->
    case erl_scan:string(Codes) of
        {ok, Tokens, _} ->
            case erl_parse:parse_term(Tokens) of
                {ok, Term} -> io_lib:format("~0p", [Term]);
                _ -> "error"
            end;
        _ -> "error"
    end.

compare(L, R) when L < R -> less;
compare(L, R) when L > R -> greater;
compare(L, R) when L =:= R -> equal.
