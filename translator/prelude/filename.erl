%% Functions of OTP's module `filename` under Unix that ask nothing of the system.
%%
%% Names are lists of characters, of lists and of atoms, or binaries. How characters beyond ASCII get from one to the
%% other hangs on the environment in which Erlang runs: that is left open.
-module(filename).
-export([
    append/2, basename/1, basename/2, dirname/1, extension/1, join/1, join/2, pathtype/1, rootname/1, rootname/2, split/1
]).

%% The characters of a name that is no binary.
flat(B) when is_binary(B) -> B;
flat(L) -> filename:flat(L, []).

flat([H | T], Tail) when is_list(H) -> filename:flat(H, filename:flat(T, Tail));
flat([H | T], Tail) when is_atom(H) -> erlang:atom_to_list(H) ++ filename:flat(T, Tail);
flat([H | T], Tail) -> [H | filename:flat(T, Tail)];
flat([], Tail) -> Tail;
flat(A, Tail) when is_atom(A) -> erlang:atom_to_list(A) ++ filename:flat(Tail).

%% The binary of a name beside another one.
to_binary(Name) ->
    L = filename:flat(Name),
    case is_list(L) andalso erlang:is_proper(L) andalso erlang:are_ascii(L) of
        true -> erlang:list_to_binary(L);
        false -> filename:open(L)
    end.

open(L) ->
    case '$known'(L) of
        true ->
            case '$open'(L) of
                true -> '$open'(L);
                _ -> error('$open'(L))
            end;
        false ->
            case '$guess'(L) of
                true -> '$guess_binary'(L);
                _ -> error('$guess'(L))
            end
    end.

basename(B) when is_binary(B) ->
    case '$known_binary'(B) of
        true -> '$binary'(filename:last_part(filename:parts('$bytes'(B)), []));
        false -> '$guess_binary'(B)
    end;
basename(Name) ->
    L = filename:flat(Name),
    filename:base(L, L).

%% The parts between slashes.
parts(L) -> filename:parts(L, []).

parts([$/ | T], Back) -> [lists:reverse(Back) | filename:parts(T, [])];
parts([C | T], Back) -> filename:parts(T, [C | Back]);
parts([], Back) -> [lists:reverse(Back)].

last_part([[] | Parts], Last) -> filename:last_part(Parts, Last);
last_part([Part | Parts], _) -> filename:last_part(Parts, Part);
last_part([], Last) -> Last.

base([$/], Tail) -> lists:droplast(Tail);
base([$/ | T], _) -> filename:base(T, T);
base([C | T], Tail) when is_integer(C) -> filename:base(T, Tail);
base([], Tail) -> Tail.

basename(Name, Ext) when is_binary(Name), is_list(Ext) -> filename:basename(Name, filename:to_binary(Ext));
basename(Name, Ext) when is_list(Name), is_binary(Ext) -> filename:basename(filename:to_binary(Name), Ext);
basename(Name, Ext) when is_binary(Name), is_binary(Ext) ->
    case '$known_binary'(Name) andalso '$known_binary'(Ext) of
        true -> filename:base_of_bytes('$bytes'(Name), '$bytes'(Ext), Name);
        false -> '$guess_binary'([Name | Ext])
    end;
basename(Name, Ext) ->
    L = filename:flat(Name),
    filename:base(L, filename:flat(Ext), []).

%% What stands in front of an extension is as long as the last part without it.
base_of_bytes(L, Ext, Name) ->
    Base = filename:last_part(filename:parts(L), []),
    N = length(Base) - length(Ext),
    case N >= 0 andalso lists:suffix(Ext, L) of
        true -> erlang:binary_part(Name, length(L) - length(Ext) - N, N);
        false -> '$binary'(Base)
    end.

base(Ext, Ext, Back) -> lists:reverse(Back);
base([$/], Ext, Back) -> filename:base([], Ext, Back);
base([$/ | T], Ext, _) -> filename:base(T, Ext, []);
base([C | T], Ext, Back) when is_integer(C) -> filename:base(T, Ext, [C | Back]);
base([], _, Back) -> lists:reverse(Back).

dirname(B) when is_binary(B) ->
    case '$known_binary'(B) of
        true -> '$binary'(filename:directory(filename:parts('$bytes'(B))));
        false -> '$guess_binary'(B)
    end;
dirname(Name) -> filename:dirname(filename:flat(Name), [], []).

directory(Parts) ->
    case filename:without_gap(tl(lists:reverse(Parts))) of
        [] -> ".";
        Others -> filename:put_together(lists:reverse(Others))
    end.

without_gap([[], Part | Parts]) -> filename:without_gap([Part | Parts]);
without_gap(Parts) -> Parts.

put_together([[] | Parts]) -> [$/ | filename:put_on(Parts)];
put_together(Parts) -> filename:put_on(Parts).

put_on([]) -> [];
put_on([Part]) -> Part;
put_on([Part | Parts]) -> Part ++ [$/ | filename:put_together(Parts)].

dirname([$/ | T], Dir, File) -> filename:dirname(T, File ++ Dir, [$/]);
dirname([C | T], Dir, File) when is_integer(C) -> filename:dirname(T, Dir, [C | File]);
dirname([], [], File) ->
    case lists:reverse(File) of
        [$/ | _] -> "/";
        _ -> "."
    end;
dirname([], [$/ | Dir], File) -> filename:dirname([], Dir, File);
dirname([], Dir, _) -> lists:reverse(Dir).

extension(B) when is_binary(B) ->
    case '$known_binary'(B) of
        true -> '$binary'(filename:ending('$bytes'(B)));
        false -> '$guess_binary'(B)
    end;
extension(Name) -> filename:extension([$/ | filename:flat(Name)], []).

%% From the last dot on, if it is not the first byte, and neither next to a slash nor in front of one.
ending(L) -> filename:ending(lists:reverse(L), []).

ending([$.], _) -> [];
ending([$., $/ | _], _) -> [];
ending([$. | _], Behind) ->
    case lists:member($/, Behind) of
        true -> [];
        false -> [$. | Behind]
    end;
ending([C | Before], Behind) -> filename:ending(Before, [C | Behind]);
ending([], _) -> [].

extension([$. | T] = L, _) -> filename:extension(T, L);
extension([$/, $. | T], _) -> filename:extension(T, []);
extension([C | T], []) when is_integer(C) -> filename:extension(T, []);
extension([$/ | T], _) -> filename:extension(T, []);
extension([C | T], Found) when is_integer(C) -> filename:extension(T, Found);
extension([], Found) -> Found.

join([A, B | T]) -> filename:join([filename:join(A, B) | T]);
join([Name]) when is_list(Name) -> filename:joined(Name, [], []);
join([Name]) when is_binary(Name) -> filename:joined_bytes(Name, <<>>);
join([Name]) when is_atom(Name) -> filename:join([erlang:atom_to_list(Name)]).

join(A, B) when is_list(A), is_list(B) ->
    case filename:pathtype(B) of
        relative -> filename:joined(A, B, []);
        _ -> filename:joined(B, [], [])
    end;
join(A, B) when is_binary(A), is_list(B) -> filename:join(A, filename:to_binary(B));
join(A, B) when is_list(A), is_binary(B) -> filename:join(filename:to_binary(A), B);
join(A, B) when is_binary(A), is_binary(B) -> filename:joined_bytes(A, B);
join(A, B) when is_atom(A) -> filename:join(erlang:atom_to_list(A), B);
join(A, B) when is_atom(B) -> filename:join(A, erlang:atom_to_list(B)).

joined_bytes(A, B) ->
    case '$known_binary'(A) andalso '$known_binary'(B) of
        true ->
            case '$bytes'(B) of
                [$/ | _] -> '$binary'(filename:joined('$bytes'(B), [], []));
                L -> '$binary'(filename:joined('$bytes'(A), L, []))
            end;
        false -> '$guess_binary'([A | B])
    end.

%% A name, and another one behind it, with one slash where there are more, and without those that say nothing.
joined([$/ | T], Next, [$., $/ | Back]) -> filename:joined(T, Next, [$/ | Back]);
joined([$/ | T], Next, [$/ | Back]) -> filename:joined(T, Next, [$/ | Back]);
joined([], [], [$/]) -> "/";
joined([], [], [$/ | Back]) -> lists:reverse(Back);
joined([], [], Back) -> lists:reverse(Back);
joined([], Next, [$/ | Back]) -> filename:joined(Next, [], [$/ | Back]);
joined([], Next, [$., $/ | Back]) -> filename:joined(Next, [], [$/ | Back]);
joined([], Next, Back) -> filename:joined(Next, [], [$/ | Back]);
joined([L | T], Next, Back) when is_list(L) -> filename:joined(L ++ T, Next, Back);
joined([C | T], Next, Back) when is_integer(C) -> filename:joined(T, Next, [C | Back]);
joined([A | T], Next, Back) when is_atom(A) -> filename:joined(erlang:atom_to_list(A) ++ T, Next, Back).

pathtype(A) when is_atom(A) -> filename:pathtype(erlang:atom_to_list(A));
pathtype(L) when is_list(L) -> filename:begins(L);
pathtype(B) when is_binary(B) ->
    case '$known_binary'(B) of
        true -> filename:begins('$bytes'(B));
        false ->
            case '$guess'(B) of
                true -> absolute;
                _ -> relative
            end
    end.

begins([$/ | _]) -> absolute;
begins([L | T]) when is_list(L) -> filename:begins(L ++ T);
begins([A | T]) when is_atom(A) -> filename:begins(erlang:atom_to_list(A) ++ T);
begins(_) -> relative.

append(Dir, Name) when is_binary(Dir), is_binary(Name) -> erlang:iolist_to_binary([Dir, $/, Name]);
append(Dir, Name) when is_binary(Dir) -> filename:append(Dir, filename:to_binary(Name));
append(Dir, Name) when is_binary(Name) -> filename:append(filename:to_binary(Dir), Name);
append(Dir, Name) -> Dir ++ [$/ | Name].

rootname(B) when is_binary(B) ->
    case '$known_binary'(B) of
        true -> '$binary'(filename:root('$bytes'(B), [], []));
        false -> '$guess_binary'(B)
    end;
rootname(Name) -> filename:root(filename:flat(Name), [], []).

root([$/ | T], Root, Ext) -> filename:root(T, [$/ | Ext ++ Root], []);
root([$. | T], [$/ | _] = Root, []) -> filename:root(T, [$. | Root], []);
root([$. | T], Root, Ext) -> filename:root(T, Ext ++ Root, ".");
root([C | T], Root, []) when is_integer(C) -> filename:root(T, [C | Root], []);
root([C | T], Root, Ext) when is_integer(C) -> filename:root(T, Root, [C | Ext]);
root([], Root, _) -> lists:reverse(Root).

rootname(Name, Ext) when is_binary(Name), is_binary(Ext) ->
    case '$known_binary'(Name) andalso '$known_binary'(Ext) of
        true -> '$binary'(filename:root_before('$bytes'(Name), '$bytes'(Ext), []));
        false -> '$guess_binary'([Name | Ext])
    end;
rootname(Name, Ext) when is_binary(Name) -> filename:rootname(Name, filename:to_binary(Ext));
rootname(Name, Ext) when is_binary(Ext) -> filename:rootname(filename:to_binary(Name), Ext);
rootname(Name, Ext) ->
    L = filename:flat(Name),
    filename:root_before(L, filename:flat(Ext), []).

root_before(Ext, Ext, [$/ | _] = Back) -> lists:reverse(Back, Ext);
root_before(Ext, Ext, Back) -> lists:reverse(Back);
root_before([], _, Back) -> lists:reverse(Back);
root_before([C | T], Ext, Back) when is_integer(C) -> filename:root_before(T, Ext, [C | Back]).

split(B) when is_binary(B) ->
    case '$known_binary'(B) of
        true -> filename:binaries(filename:split_parts('$bytes'(B)));
        false -> binary:guessed(B)
    end;
split(Name) ->
    case filename:flat(Name) of
        [$/ | T] -> ["/" | filename:pieces(T, [])];
        L -> filename:pieces(L, [])
    end.

pieces([$/ | T], []) -> filename:pieces(T, []);
pieces([$/ | T], Back) -> [lists:reverse(Back) | filename:pieces(T, [])];
pieces([C | T], Back) when is_integer(C) -> filename:pieces(T, [C | Back]);
pieces([], []) -> [];
pieces([], Back) -> [lists:reverse(Back)].

split_parts([$/ | T]) -> ["/" | filename:pieces(T, [])];
split_parts(L) -> filename:pieces(L, []).

binaries([L | T]) -> ['$binary'(L) | filename:binaries(T)];
binaries([]) -> [].
