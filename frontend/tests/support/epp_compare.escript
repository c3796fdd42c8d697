#!/usr/bin/env escript
%%! +S 2 +pc unicode
%% Compares printed forms with those of epp, term by term.
%%
%% Argument: a file with a term {Source, Forms, Includes} a line. Output: a line for each of them:
%% its number, and `equal`, `partly` (epp has errors, the other forms agree), or `differs` with the
%% first difference.
-mode(compile).

main([List]) ->
    io:setopts([{encoding, unicode}]),
    {ok, Jobs} = file:consult(List),
    Self = self(),
    Numbered = lists:zip(lists:seq(1, length(Jobs)), Jobs),
    {Odd, Even} = lists:partition(fun({N, _}) -> N rem 2 =:= 1 end, Numbered),
    Pids = [spawn_link(fun() -> [Self ! {self(), N, job(Job)} || {N, Job} <- Half], Self ! {self(), done} end)
            || Half <- [Odd, Even]],
    collect(Pids).

collect([]) -> ok;
collect(Pids) ->
    receive
        {Pid, done} -> collect(lists:delete(Pid, Pids));
        {_, N, Result} -> io:format("~b ~ts~n", [N, Result]), collect(Pids)
    end.

job({Source, Forms, Includes}) ->
    try
        {ok, Theirs} = epp:parse_file(Source, [{includes, Includes}, {location, {1, 1}}]),
        case file:consult(Forms) of
            {ok, Ours} -> verdict(Theirs, Ours);
            {error, Reason} -> ["differs unreadable: ", one_line(Reason)]
        end
    catch Class:Error:Stack -> ["differs crash: ", one_line({Class, Error, Stack})]
    end.

verdict(Theirs, Ours) ->
    Good = [F || F <- Theirs, not fault(F)],
    case difference(Good, Ours) of
        none when length(Good) =:= length(Theirs) -> "equal";
        none -> "partly";
        {Their, Our} ->
            Fault = case [F || F <- Theirs, fault(F)] of [] -> ""; [F | _] -> [" after ", one_line(F)] end,
            ["differs epp ", one_line(Their), " ours ", one_line(Our), Fault]
    end.

fault({error, _}) -> true;
fault({warning, _}) -> true;
fault(_) -> false.

%% The first and innermost place where two terms differ.
difference(Same, Same) -> none;
difference([A | As], [B | Bs]) ->
    case difference(A, B) of
        none -> difference(As, Bs);
        Found -> Found
    end;
difference(A, B) when is_tuple(A), is_tuple(B), tuple_size(A) =:= tuple_size(B),
                       not is_integer(element(1, A)) ->
    case difference(tuple_to_list(A), tuple_to_list(B)) of
        {X, Y} when is_tuple(X), is_tuple(Y); is_list(X), is_list(Y) -> {X, Y};
        {X, Y} -> {{element(1, A), X}, {element(1, B), Y}}
    end;
difference(A, B) -> {A, B}.

one_line(Term) -> string:slice(io_lib:format("~0tP", [Term, 24]), 0, 300).
