%% Functions of OTP's io_lib: texts of terms, and formats.
%%
%% The text of what is not known, and of values that have a name of their own each time (processes,
%% references, funs) is not known; nor is what ~p breaks into lines or writes with a width, and what other control
%% sequences give.
-module(io_lib).
-export([
    format/2, fwrite/2, latin1_char_list/1, nl/0, printable_latin1_list/1, write/1, write_atom/1, write_string/1,
    write_string/2
]).

nl() -> "\n".

latin1_char_list([C | T]) when is_integer(C), C >= 0, C =< 255 -> io_lib:latin1_char_list(T);
latin1_char_list([]) -> true;
latin1_char_list(_) -> false.

printable_latin1_list([C | T]) when is_integer(C) ->
    io_lib:is_printable(C) andalso io_lib:printable_latin1_list(T);
printable_latin1_list([]) -> true;
printable_latin1_list(_) -> false.

is_printable(C) when C >= $\s, C =< $~ -> true;
is_printable(C) when C >= 16#A0, C =< 16#FF -> true;
is_printable(C) -> C >= $\b andalso C =< $\r orelse C =:= $\e.

open(T) ->
    case '$known'(T) of
        true ->
            case '$open'(T) of
                true -> '$open'(T);
                _ -> error(badarg)
            end;
        false ->
            case '$guess'(T) of
                true -> '$guess_list'(T);
                _ -> error(badarg)
            end
    end.

write(T) ->
    case io_lib:is_shown(T) of
        true -> io_lib:text(T, w);
        false -> erlang:some_text(T)
    end.

write_atom(A) when is_atom(A) ->
    case io_lib:is_shown(A) of
        true -> '$atom_written'(A);
        false -> erlang:some_text(A)
    end;
write_atom(_) -> error(badarg).

write_string(S) -> io_lib:write_string(S, $").

write_string(S, Q) ->
    case '$known'([Q | S]) of
        true -> [Q | io_lib:escaped(S, Q)];
        false ->
            case '$guess'([Q | S]) of
                true -> '$guess_list'([Q | S]);
                % A float that is the code of no character has no octal digits.
                badarith -> error(badarith);
                _ -> error(function_clause)
            end
    end.

escaped([], Q) -> [Q];
escaped([C | T], Q) ->
    Rest = io_lib:escaped(T, Q),
    io_lib:escaped_code(C, Q, Rest).

escaped_code(C, Q, Rest) when C =:= Q; C =:= $\\ -> [$\\, C | Rest];
escaped_code(C, _, Rest) when C >= $\s, C =< $~; C >= 16#A0 -> [C | Rest];
escaped_code(C, _, Rest) when is_integer(C) ->
    case lists:keyfind(C, 1, [{$\n, $n}, {$\r, $r}, {$\t, $t}, {$\v, $v}, {$\b, $b}, {$\f, $f}, {$\e, $e}, {127, $d}]) of
        {_, Name} -> [$\\, Name | Rest];
        false -> [$\\, (C bsr 6) + $0, (C bsr 3) band 7 + $0, C band 7 + $0 | Rest]
    end;
escaped_code(_, _, _) -> error(badarith).

%% Whether all parts of a term have texts here.
is_shown(T) ->
    case '$known'(T) of
        true -> io_lib:has_text(T);
        false -> false
    end.

has_text(T) when is_number(T) -> true;
has_text(T) when is_atom(T) -> '$atom_text'(T) =/= none;
has_text([H | T]) -> io_lib:has_text(H) andalso io_lib:has_text(T);
has_text([]) -> true;
has_text(T) when is_tuple(T) -> io_lib:has_text(tuple_to_list(T));
has_text(T) when is_binary(T) -> true;
has_text(T) when is_map(T), map_size(T) < 33 -> io_lib:has_text(maps:to_list(T));
has_text(T) -> '$known_bits'(T).

%% The text of a term: as ~w writes it, or as ~p does where that is no longer than a line.
text(T, _) when is_atom(T) -> '$atom_written'(T);
text(T, _) when is_integer(T) -> erlang:integer_to_list(T);
text(T, _) when is_float(T) -> erlang:float_text(T);
text([], _) -> "[]";
text(T, How) when is_list(T) ->
    case How =:= p andalso io_lib:printable_latin1_list(T) of
        true -> io_lib:write_string(T, $");
        false -> [$[, io_lib:elements(T, How), $]]
    end;
text({}, _) -> "{}";
text(T, How) when is_tuple(T) -> [${, io_lib:elements(tuple_to_list(T), How), $}];
text(<<>>, w) -> [$<, $<, [], $>, $>];
text(<<>>, p) -> "<<>>";
text(T, How) when is_binary(T) ->
    L = erlang:binary_to_list(T),
    case How =:= p andalso io_lib:printable_latin1_list(L) of
        true -> [$<, $<, io_lib:write_string(L, $"), $>, $>];
        false -> [$<, $<, io_lib:elements(L, How), $>, $>]
    end;
text(T, _) when map_size(T) =:= 0 -> "#{}";
text(T, How) when is_map(T) -> [$#, ${, io_lib:entries(maps:to_list(T), How), $}];
text(T, _) ->
    case '$known_bits'(T) of
        true -> [$<, $<, io_lib:bits('$bits_content'(T)), $>, $>];
        false -> []
    end.

%% The parts of a bit string that is no binary.
bits([X | [_ | _] = T]) -> [erlang:integer_to_list(X), $, | io_lib:bits(T)];
bits([X | N]) -> [erlang:integer_to_list(X div erlang:power(8 - N)), $:, erlang:integer_to_list(N)].

elements([H | T], How) -> [io_lib:text(H, How) | io_lib:more_elements(T, How)].

more_elements([H | T], How) -> [$,, io_lib:text(H, How) | io_lib:more_elements(T, How)];
more_elements([], _) -> [];
more_elements(T, w) -> [$|, io_lib:text(T, w)];
more_elements(T, p) -> [$| | io_lib:text(T, p)].

entries([], _) -> [];
entries([E | T], How) -> [io_lib:entry(E, How) | io_lib:more_entries(T, How)].

more_entries([], _) -> [];
more_entries([E | T], How) -> [$,, io_lib:entry(E, How) | io_lib:more_entries(T, How)].

entry({K, V}, How) -> [io_lib:text(K, How), " => ", io_lib:text(V, How)].

format(Format, Args) -> io_lib:fwrite(Format, Args).

fwrite(Format, Args) ->
    case '$known'([Format | Args]) of
        true ->
            case io_lib:build(io_lib:format_codes(Format), Args, 0) of
                open -> io_lib:open(Format);
                Text -> Text
            end;
        false -> io_lib:open([Format | Args])
    end.

format_codes(F) when is_list(F) -> F;
format_codes(F) when is_binary(F) -> erlang:binary_to_list(F);
format_codes(F) when is_atom(F) ->
    case '$atom_text'(F) of
        none -> [$~, $q];
        Text -> Text
    end;
format_codes(_) -> error(badarg).

%% What is written behind so many characters of the line, or more; `open` if that is not known, but all the same an
%% exception if there is one. The control sequence q is one that is not known.
build([$~, $0, $p | F], Args, At) -> io_lib:control($0, [$p | F], Args, At);
build([$~, C | F], Args, At) when C =:= $-; C =:= $.; C =:= $*; C >= $0, C =< $9 ->
    io_lib:width([C | F], Args, At);
build([$~, C | F], Args, At) -> io_lib:control(C, F, Args, At);
build([$~], _, _) -> error(badarg);
build([$\n | F], Args, _) -> io_lib:before([$\n], io_lib:build(F, Args, 0));
build([C | F], Args, At) when is_integer(C) -> io_lib:before([C], io_lib:build(F, Args, At + 1));
build([_ | F], Args, At) ->
    case io_lib:build(F, Args, At) of
        _ -> open
    end;
build([], [], _) -> [];
build(_, _, _) -> error(badarg).

before(_, open) -> open;
before(Text, Rest) -> Text ++ Rest.

control($~, F, Args, At) -> io_lib:before("~", io_lib:build(F, Args, At + 1));
control($n, F, Args, _) -> io_lib:before("\n", io_lib:build(F, Args, 0));
control($i, F, [_ | Args], At) -> io_lib:build(F, Args, At);
control($t, [C | F], [_ | _] = Args, At) when C =:= $s; C =:= $c; C =:= $w; C =:= $p -> io_lib:wide(C, F, Args, At);
control($0, [C | F], [A | Args], At) when C =:= $p ->
    case io_lib:is_shown(A) of
        true -> io_lib:single(io_lib:text(A, p), F, Args, At);
        false -> open
    end;
control(C, F, [A | Args], At) when C =:= $c, is_integer(A) ->
    io_lib:before([A band 255], io_lib:build(F, Args, At + 1));
control(C, F, [A | Args], At) when (C =:= $b orelse C =:= $B), is_integer(A) ->
    Text = erlang:integer_to_list(A),
    io_lib:before(Text, io_lib:build(F, Args, At + length(Text)));
control(C, F, [A | Args], At) when (C =:= $e orelse C =:= $f orelse C =:= $g), is_float(A) ->
    io_lib:flat(io_lib:float_field(C, A, none, right, none, $\s), F, Args, At);
control($s, F, [A | Args], At) when is_atom(A) ->
    case '$atom_text'(A) of
        none -> open;
        Text -> io_lib:before(Text, io_lib:build(F, Args, At + length(Text)))
    end;
control($s, F, [A | Args], At) when is_binary(A) -> io_lib:single(erlang:binary_to_list(A), F, Args, At);
control($s, F, [A | Args], At) when is_list(A) -> io_lib:single(io_lib:characters(A), F, Args, At);
control($w, F, [A | Args], At) ->
    case io_lib:is_shown(A) of
        true -> io_lib:single(io_lib:text(A, w), F, Args, At);
        false -> open
    end;
control($p, F, [A | Args], At) ->
    case io_lib:is_shown(A) of
        true ->
            Text = io_lib:text(A, p),
            case At + lists:flatlength(Text) < 60 of
                true -> io_lib:single(Text, F, Args, At);
                false -> open
            end;
        false -> open
    end;
control(C, _, [_ | _], _) when C =:= $c; C =:= $b; C =:= $B; C =:= $s; C =:= $e; C =:= $f; C =:= $g -> error(badarg);
control(C, _, [], _) when C =:= $c; C =:= $b; C =:= $B; C =:= $s; C =:= $w; C =:= $p; C =:= $i -> error(badarg);
control(C, _, [], _) when C =:= $e; C =:= $f; C =:= $g -> error(badarg);
control(_, _, Args, _) when not is_list(Args) -> error(badarg);
control(_, _, _, _) -> open.

%% A control sequence with a width, `Width.Precision.Pad`.
width([$- | F], Args, At) ->
    case io_lib:number(F, Args) of
        {none, _, _} -> open;
        {N, Rest, More} -> io_lib:adjusted(-N, Rest, More, At)
    end;
width(F, Args, At) ->
    {N, Rest, More} = io_lib:number(F, Args),
    io_lib:adjusted(N, Rest, More, At).

adjusted(N, F, Args, At) when is_integer(N), N < 0 -> io_lib:precision({-N, left}, F, Args, At);
adjusted(N, F, Args, At) -> io_lib:precision({N, right}, F, Args, At).

precision(Width, [$. | F], Args, At) ->
    {N, Rest, More} = io_lib:number(F, Args),
    io_lib:pad(Width, N, Rest, More, At);
precision(Width, F, Args, At) -> io_lib:pad(Width, none, F, Args, At).

pad({N, Side}, Precision, [$., $*, C | F], [Pad | Args], At) when is_integer(Pad), Pad >= 0 ->
    io_lib:sized(C, N, Side, Precision, Pad, F, Args, At);
pad(_, _, [$., $* | _], _, _) -> open;
pad({N, Side}, Precision, [$., Pad, C | F], Args, At) when is_integer(Pad), Pad >= 0 ->
    io_lib:sized(C, N, Side, Precision, Pad, F, Args, At);
pad({N, Side}, Precision, [C | F], Args, At) when C =/= $. -> io_lib:sized(C, N, Side, Precision, $\s, F, Args, At);
pad(_, _, _, _, _) -> open.

%% A number in a format, or that an argument gives.
number([$* | F], [N | Args]) when is_integer(N) -> {N, F, Args};
number([C | F], Args) when C >= $0, C =< $9 -> io_lib:digits(F, Args, C - $0);
number(F, Args) -> {none, F, Args}.

digits([C | F], Args, N) when C >= $0, C =< $9 -> io_lib:digits(F, Args, 10 * N + C - $0);
digits(F, Args, N) -> {N, F, Args}.

sized($t, N, Side, P, Pad, [C | F], [A | Args], At) when C =:= $s; C =:= $w ->
    case io_lib:is_narrow(A) of
        true -> io_lib:sized(C, N, Side, P, Pad, F, [A | Args], At);
        false -> open
    end;
sized(C, N, Side, P, Pad, F, [A | Args], At) when (C =:= $b orelse C =:= $B), is_integer(A) ->
    case io_lib:base(P) of
        none -> open;
        Base -> io_lib:flat(io_lib:fitted(io_lib:in_base(A, Base, C), N, Side, none, Pad), F, Args, At)
    end;
sized(C, N, Side, P, Pad, F, [A | Args], At) when (C =:= $e orelse C =:= $f orelse C =:= $g), is_float(A) ->
    io_lib:flat(io_lib:float_field(C, A, N, Side, P, Pad), F, Args, At);
sized(C, _, _, _, _, _, [_ | _], _) when C =:= $e; C =:= $f; C =:= $g -> error(badarg);
sized($c, N, Side, P, Pad, F, [A | Args], At) when is_integer(A) ->
    case io_lib:copies(A band 255, N, Side, P, Pad) of
        open -> open;
        Text -> io_lib:flat(Text, F, Args, At)
    end;
sized($s, N, Side, P, Pad, F, [A | Args], At) when is_atom(A) ->
    case '$atom_text'(A) of
        none -> open;
        Text -> io_lib:flat(io_lib:field(Text, N, Side, P, Pad), F, Args, At)
    end;
sized($s, N, Side, P, Pad, F, [A | Args], At) when is_binary(A) ->
    io_lib:deep(io_lib:field(erlang:binary_to_list(A), N, Side, P, Pad), F, Args, At);
sized($s, N, Side, P, Pad, F, [A | Args], At) when is_list(A) ->
    io_lib:deep(io_lib:field(io_lib:characters(A), N, Side, P, Pad), F, Args, At);
sized($w, N, Side, P, Pad, F, [A | Args], At) when not is_integer(P); P >= 0 ->
    case io_lib:is_shown(A) of
        true -> io_lib:deep(io_lib:fitted(io_lib:text(A, w), N, Side, P, Pad), F, Args, At);
        false -> open
    end;
sized(_, _, _, _, _, _, _, _) -> open.

flat(open, _, _, _) -> open;
flat(Text, F, Args, At) ->
    Flat = lists:flatten(Text),
    io_lib:before(Flat, io_lib:build(F, Args, At + length(Flat))).

deep(open, _, _, _) -> open;
deep(Text, F, Args, At) -> io_lib:single(Text, F, Args, At).

base(none) -> 10;
base(P) when is_integer(P), P >= 2, P =< 36 -> P;
base(_) -> none.

in_base(A, Base, C) when A < 0 -> [$- | io_lib:in_base(-A, Base, C)];
in_base(A, Base, $b) -> string:to_lower(erlang:integer_to_list(A, Base));
in_base(A, Base, _) -> erlang:integer_to_list(A, Base).

%% What does not fit becomes stars.
fitted(T, none, _, none, _) -> T;
fitted(T, none, Side, P, Pad) -> io_lib:fitted(T, P, Side, P, Pad);
fitted(T, N, Side, P, Pad) ->
    Length = lists:flatlength(T),
    Room = min(N, P),
    case Length > Room of
        true -> io_lib:placed(io_lib:padding($*, Room), io_lib:padding(Pad, N - Room), Side);
        false -> io_lib:placed(T, io_lib:padding(Pad, N - Length), Side)
    end.

copies(C, none, _, none, _) -> [C];
copies(C, N, _, none, _) -> io_lib:padding(C, N);
copies(C, none, _, P, _) when P >= 0 -> io_lib:padding(C, P);
copies(C, N, Side, P, Pad) when N >= P, P >= 0, is_integer(N) ->
    io_lib:placed(io_lib:padding(C, P), io_lib:padding(Pad, N - P), Side);
copies(_, _, _, _, _) -> open.

%% So much of a text as has room, and padding.
field(T, none, _, none, _) -> T;
field(T, N, Side, none, Pad) -> io_lib:room(T, N, Side, Pad);
field(T, none, _, P, Pad) when P >= 0 -> io_lib:room(T, P, left, Pad);
field(T, N, Side, P, Pad) when is_integer(N), P >= 0, N > P ->
    Length = lists:flatlength(T),
    Part =
        case Length > P of
            true -> lists:sublist(lists:flatten(T), P);
            false when Length < P -> [T | io_lib:padding(Pad, P - Length)];
            false -> T
        end,
    io_lib:placed(Part, io_lib:padding(Pad, N - P), Side);
field(T, N, Side, N, Pad) when is_integer(N), N >= 0 -> io_lib:room(T, N, Side, Pad);
field(_, _, _, _, _) -> open.

room(T, N, Side, Pad) ->
    Length = lists:flatlength(T),
    case Length > N of
        true -> lists:sublist(lists:flatten(T), N);
        false -> io_lib:placed(T, io_lib:padding(Pad, N - Length), Side)
    end.

placed(T, [], _) -> T;
placed(T, Padding, left) -> [T | Padding];
placed(T, Padding, right) -> [Padding | T].

%% So many of a character, nested as OTP has them.
padding(_, 0) -> [];
padding(C, 1) -> [C];
padding(C, 2) -> [C, C];
padding(C, 3) -> [C, C, C];
padding(C, N) ->
    Half = io_lib:padding(C, N div 2),
    case N rem 2 of
        0 -> [Half | Half];
        1 -> [C, Half | Half]
    end.

single(Text, F, Args, At) ->
    io_lib:before([Text], io_lib:build(F, Args, At + lists:flatlength(Text))).

%% With `t` characters may be any; where all are below 128 it changes nothing.
wide($s, F, [A | Args], At) when is_atom(A) -> io_lib:control($s, F, [A | Args], At);
wide($w, F, [A | Args], At) -> io_lib:control($w, F, [A | Args], At);
wide($c, F, [A | Args], At) when is_integer(A), A >= 0, A < 128 -> io_lib:control($c, F, [A | Args], At);
wide(C, F, [A | Args], At) ->
    case io_lib:is_narrow(A) of
        true -> io_lib:control(C, F, [A | Args], At);
        false -> open
    end.

is_narrow(T) when is_integer(T) -> T >= 0 andalso T < 128;
is_narrow([H | T]) -> io_lib:is_narrow(H) andalso io_lib:is_narrow(T);
is_narrow(T) when is_tuple(T) -> io_lib:is_narrow(tuple_to_list(T));
is_narrow(T) when is_binary(T) -> io_lib:is_narrow(erlang:binary_to_list(T));
is_narrow(T) when is_map(T) -> false;
is_narrow(T) -> is_atom(T) orelse T =:= [].

characters([C | T]) when is_integer(C), C >= 0, C =< 255 -> [C | io_lib:characters(T)];
characters([L | T]) -> [io_lib:inner(L) | io_lib:characters(T)];
characters([]) -> [];
characters(B) when is_binary(B) -> erlang:binary_to_list(B);
characters(_) -> error(badarg).

inner(L) when is_list(L); is_binary(L) -> io_lib:characters(L);
inner(_) -> error(badarg).
