#!/usr/bin/env escript
%%! +S 2 +pc unicode
%% Compares printed forms with those of epp, term by term.
%%
%% Argument: a file with a term {Source, Forms, Includes, Location} a line, where places begin at Location. Output: a line for each of them:
%% its number, and `equal`, `partly` (epp has errors or warnings, the first of which follows; the
%% other forms agree), `more` (as before, and where erl_parse has errors or reads strings in three
%% quotes as three, ours has what OTP 27 reads), or `differs` with the first difference.
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

job({Source, Forms, Includes, Location}) ->
    try
        {ok, Theirs} = epp:parse_file(Source, [{includes, Includes}, {location, Location}]),
        case file:consult(Forms) of
            {ok, Ours} -> verdict(Theirs, Ours);
            {error, Reason} -> ["differs unreadable: ", one_line(Reason)]
        end
    catch Class:Error:Stack -> ["differs crash: ", one_line({Class, Error, Stack})]
    end.

verdict(Theirs, Ours) ->
    erase(newer),
    Faults = [F || F <- Theirs, fault(F)],
    case {forms(Theirs, Ours, false), get(newer), Faults} of
        {none, undefined, []} -> "equal";
        {none, undefined, [First | _]} -> ["partly ", one_line(First)];
        {none, What, _} -> ["more ", one_line(What)];
        {{Their, Our}, _, Faults} ->
            After = [[" after ", one_line(F)] || F <- lists:sublist(Faults, 1)],
            ["differs epp ", one_line(Their), " ours ", one_line(Our), After]
    end.

%% Goes through the forms of both; where a form is none for erl_parse, ours may have some.
forms([{error, {_, Module, _}} = Fault | Theirs], Ours, _)
  when Module =:= erl_parse; Module =:= erl_scan ->
    forms(Theirs, Ours, {true, Fault});
forms([{Kind, _} | Theirs], Ours, May) when Kind =:= error; Kind =:= warning ->
    forms(Theirs, Ours, May);
forms([Their | Theirs], [Our | Ours] = All, May) ->
    case {difference(Their, Our), May} of
        {none, _} -> forms(Theirs, Ours, false);
        {_, {true, Fault}} when element(1, Our) =/= eof ->
            put(newer, Fault),
            forms([Their | Theirs], tl(All), May);
        {Found, _} -> Found
    end;
forms(Same, Same, _) -> none;
forms(Theirs, Ours, _) -> {Theirs, Ours}.

fault({error, _}) -> true;
fault({warning, _}) -> true;
fault(_) -> false.

%% The first and innermost place where two terms differ.
difference(Same, Same) -> none;
difference([$\n | _] = Their, Our) when is_list(Our) ->
    %% Strings in three quotes are three strings for an Erlang before OTP 27.
    case io_lib:char_list(Their) andalso io_lib:char_list(Our) andalso unindented(Their) of
        false -> {Their, Our};
        Text ->
            case unindented([$\n | Our]) of
                Text -> put(newer, {triple_quoted, Our}), none;
                _ -> {Their, Our}
            end
    end;
difference([A | As], [B | Bs]) ->
    case difference(A, B) of
        none -> difference(As, Bs);
        Found -> Found
    end;
difference(A, B) when is_tuple(A), is_tuple(B), tuple_size(A) =:= tuple_size(B),
                       not is_integer(element(1, A)) ->
    case difference(tuple_to_list(A), tuple_to_list(B)) of
        none -> none;
        {X, Y} when is_tuple(X), is_tuple(Y); is_list(X), is_list(Y) -> {X, Y};
        {X, Y} -> {{element(1, A), X}, {element(1, B), Y}}
    end;
difference(A, B) -> {A, B}.

one_line(Term) -> string:slice(io_lib:format("~0tP", [Term, 24]), 0, 300).

%% The lines of a text without white space before and behind them.
unindented(Text) ->
    [string:trim(Line) || Line <- string:split(string:trim(Text), "\n", all)].
