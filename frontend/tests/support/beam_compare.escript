#!/usr/bin/env escript
%% Compares the code in a compiled module with a text of it: `{Beam, Text}.`, a line for each:
%% `same`; `lines N M`, if N of M forms are the same but for lines; `differs` with the first difference.

main([List]) ->
    {ok, Jobs} = file:consult(List),
    [io:format("~ts~n", [verdict(Job)]) || Job <- Jobs].

verdict({Beam, Text}) ->
    {ok, {_, [{abstract_code, {raw_abstract_v1, Forms}}]}} = beam_lib:chunks(Beam, [abstract_code]),
    {ok, Read} = epp:parse_file(Text, [{default_encoding, utf8}]),
    %% Where it is asked for, `maybe` is a word, and the parser has to be told.
    compare(lines(Forms), lines(Read)).

compare(Same, Same) -> "same";
compare(Expected, Found) ->
    case {[without(Form) || Form <- Expected], [without(Form) || Form <- Found]} of
        {Plain, Plain} ->
            Moved = length([x || {A, B} <- lists:zip(Expected, Found), A =/= B]),
            io_lib:format("lines ~b ~b", [Moved, length(Expected)]);
        {Wanted, Given} ->
            io_lib:format("differs ~0tp", [first(Wanted, Given)])
    end.

first([A | As], [A | Bs]) -> first(As, Bs);
first([A | _], [B | _]) -> {expected, A, found, B};
first(As, Bs) -> {expected, As, found, Bs}.

lines(Forms) ->
    [erl_parse:map_anno(fun erl_anno:line/1, Form) || Form <- Forms, is_compared(Form)].

without(Form) -> erl_parse:map_anno(fun(_) -> 0 end, Form).

is_compared({attribute, _, file, _}) -> false;
is_compared({eof, _}) -> false;
is_compared({warning, _}) -> false;
is_compared(_) -> true.
