%% Functions of OTP's module `queue`: `{Rear, Front}`, the rear with its last element first.
%%
%% A queue of two or more elements has one at least on each side, as OTP keeps it.
-module(queue).
-export([
    all/2, any/2, cons/2, daeh/1, delete/2, delete_r/2, delete_with/2, delete_with_r/2, drop/1, drop_r/1,
    filter/2, filtermap/2, fold/3, from_list/1, get/1, get_r/1, head/1, in/2, in_r/2, init/1, is_empty/1,
    is_queue/1, join/2, lait/1, last/1, len/1, liat/1, member/2, new/0, out/1, out_r/1, peek/1, peek_r/1,
    reverse/1, snoc/2, split/2, tail/1, to_list/1
]).

new() -> {[], []}.

is_queue({R, F}) when is_list(R), is_list(F) -> true;
is_queue(_) -> false.

is_empty({[], []}) -> true;
is_empty({R, F}) when is_list(R), is_list(F) -> false;
is_empty(_) -> error(badarg).

len({R, F}) when is_list(R), is_list(F) -> length(R) + length(F);
len(_) -> error(badarg).

to_list({R, F}) when is_list(R), is_list(F) -> F ++ lists:reverse(R, []);
to_list(_) -> error(badarg).

from_list(L) when is_list(L) -> queue:of_front(L);
from_list(_) -> error(badarg).

%% A queue of which one side is empty: its elements are shared out, the odd one to that side.
of_front([]) -> {[], []};
of_front([X]) -> {[X], []};
of_front([X, Y]) -> {[Y], [X]};
of_front(L) ->
    {F, R} = lists:split(length(L) div 2, L),
    {lists:reverse(R, []), F}.

of_rear([]) -> {[], []};
of_rear([X]) -> {[], [X]};
of_rear([Y, X]) -> {[Y], [X]};
of_rear(L) ->
    {R, F} = lists:split(length(L) div 2, L),
    {R, lists:reverse(F, [])}.

member(X, {R, F}) when is_list(R), is_list(F) -> lists:member(X, R) orelse lists:member(X, F);
member(_, _) -> error(badarg).

in(X, {[_] = R, []}) -> {[X], R};
in(X, {R, F}) when is_list(R), is_list(F) -> {[X | R], F};
in(_, _) -> error(badarg).

in_r(X, {[], [_] = F}) -> {F, [X]};
in_r(X, {R, F}) when is_list(R), is_list(F) -> {R, [X | F]};
in_r(_, _) -> error(badarg).

out({[], []} = Q) -> {empty, Q};
out({[X], []}) -> {{value, X}, {[], []}};
out({[Y | R], []}) ->
    [X | F] = lists:reverse(R, []),
    {{value, X}, {[Y], F}};
out({R, [X]}) when is_list(R) -> {{value, X}, queue:of_rear(R)};
out({R, [X | F]}) when is_list(R) -> {{value, X}, {R, F}};
out(_) -> error(badarg).

out_r({[], []} = Q) -> {empty, Q};
out_r({[], [X]}) -> {{value, X}, {[], []}};
out_r({[], [Y | F]}) ->
    [X | R] = lists:reverse(F, []),
    {{value, X}, {R, [Y]}};
out_r({[X], F}) when is_list(F) -> {{value, X}, queue:of_front(F)};
out_r({[X | R], F}) when is_list(F) -> {{value, X}, {R, F}};
out_r(_) -> error(badarg).

get({[], []}) -> error(empty);
get({R, F}) when is_list(R), is_list(F) -> queue:first(R, F);
get(_) -> error(badarg).

first(_, [X | _]) -> X;
first([X], []) -> X;
first([_ | R], []) -> lists:last(R).

get_r({[], []}) -> error(empty);
get_r({[X | _], F}) when is_list(F) -> X;
get_r({[], [X]}) -> X;
get_r({[], [_ | F]}) -> lists:last(F);
get_r(_) -> error(badarg).

peek({[], []}) -> empty;
peek({R, [X | _]}) when is_list(R) -> {value, X};
peek({[X], []}) -> {value, X};
peek({[_ | R], []}) -> {value, lists:last(R)};
peek(_) -> error(badarg).

peek_r({[], []}) -> empty;
peek_r({[X | _], F}) when is_list(F) -> {value, X};
peek_r({[], [X]}) -> {value, X};
peek_r({[], [_ | F]}) -> {value, lists:last(F)};
peek_r(_) -> error(badarg).

drop({[], []}) -> error(empty);
drop({[_], []}) -> {[], []};
drop({[Y | R], []}) ->
    [_ | F] = lists:reverse(R, []),
    {[Y], F};
drop({R, [_]}) when is_list(R) -> queue:of_rear(R);
drop({R, [_ | F]}) when is_list(R) -> {R, F};
drop(_) -> error(badarg).

drop_r({[], []}) -> error(empty);
drop_r({[], [_]}) -> {[], []};
drop_r({[], [Y | F]}) ->
    [_ | R] = lists:reverse(F, []),
    {R, [Y]};
drop_r({[_], F}) when is_list(F) -> queue:of_front(F);
drop_r({[_ | R], F}) when is_list(F) -> {R, F};
drop_r(_) -> error(badarg).

reverse({R, F}) when is_list(R), is_list(F) -> {F, R};
reverse(_) -> error(badarg).

join({R, F} = Q, {[], []}) when is_list(R), is_list(F) -> Q;
join({[], []}, {R, F} = Q) when is_list(R), is_list(F) -> Q;
join({R, F}, {Rs, Fs}) when is_list(R), is_list(F), is_list(Rs), is_list(Fs) ->
    {Rs, F ++ lists:reverse(R, Fs)};
join(_, _) -> error(badarg).

split(0, {R, F} = Q) when is_list(R), is_list(F) -> {{[], []}, Q};
split(N, {R, F}) when is_integer(N), N >= 1, is_list(R), is_list(F) ->
    queue:split_at(N, length(F), R, F);
split(_, _) -> error(badarg).

split_at(N, Size, R, [X | F]) when N < Size -> queue:split_front(N - 1, R, F, [], [X]);
split_at(N, Size, R, F) when N > Size -> queue:split_rear_at(length(R) - (N - Size), R, F);
split_at(_, _, R, F) -> {queue:of_front(F), queue:of_rear(R)}.

split_rear_at(0, R, F) -> {{R, F}, {[], []}};
split_rear_at(N, [X | R], F) when N > 0 -> queue:split_rear(N - 1, R, F, [X], []);
split_rear_at(_, _, _) -> error(badarg).

split_front(0, R, F, Rs, Fs) -> {{Rs, Fs}, {R, F}};
split_front(N, R, [X | F], Rs, Fs) -> queue:split_front(N - 1, R, F, [X | Rs], Fs).

split_rear(0, R, F, Rs, Fs) -> {{R, F}, {Rs, Fs}};
split_rear(N, [X | R], F, Rs, Fs) -> queue:split_rear(N - 1, R, F, Rs, [X | Fs]).

filter(Fun, {R, F}) when is_function(Fun, 1), is_list(R), is_list(F) ->
    Fs = queue:filter_front(Fun, F),
    queue:balanced(queue:filter_rear(Fun, R), Fs);
filter(_, _) -> error(badarg).

balanced([], F) -> queue:of_front(F);
balanced(R, []) -> queue:of_rear(R);
balanced(R, F) -> {R, F}.

filter_front(_, []) -> [];
filter_front(Fun, [X | F]) ->
    case Fun(X) of
        true -> [X | queue:filter_front(Fun, F)];
        false -> queue:filter_front(Fun, F);
        L when is_list(L) -> L ++ queue:filter_front(Fun, F)
    end.

%% From the last one of the list to the first one.
filter_rear(_, []) -> [];
filter_rear(Fun, [X | Xs]) ->
    R = queue:filter_rear(Fun, Xs),
    case Fun(X) of
        true -> [X | R];
        false -> R;
        L when is_list(L) -> lists:reverse(L, R)
    end.

filtermap(Fun, {R, F}) when is_function(Fun, 1), is_list(R), is_list(F) ->
    Fs = lists:filtermap(Fun, F),
    queue:balanced(queue:filtermap_rear(Fun, R), Fs);
filtermap(_, _) -> error(badarg).

filtermap_rear(_, []) -> [];
filtermap_rear(Fun, [X | Xs]) ->
    R = queue:filtermap_rear(Fun, Xs),
    case Fun(X) of
        true -> [X | R];
        {true, Y} -> [Y | R];
        false -> R
    end.

fold(Fun, Acc, {R, F}) when is_function(Fun, 2), is_list(R), is_list(F) ->
    lists:foldr(Fun, lists:foldl(Fun, Acc, F), R);
fold(_, _, _) -> error(badarg).

any(Fun, {R, F}) when is_function(Fun, 1), is_list(R), is_list(F) ->
    lists:any(Fun, F) orelse lists:any(Fun, R);
any(_, _) -> error(badarg).

all(Fun, {R, F}) when is_function(Fun, 1), is_list(R), is_list(F) ->
    lists:all(Fun, F) andalso lists:all(Fun, R);
all(_, _) -> error(badarg).

delete(X, {R, F} = Q) when is_list(R), is_list(F) ->
    case queue:without_first(X, F) of
        false ->
            case queue:without_last(X, R) of
                false -> Q;
                [] -> queue:of_front(F);
                Rs -> {Rs, F}
            end;
        [] -> queue:of_rear(R);
        Fs -> {R, Fs}
    end;
delete(_, _) -> error(badarg).

delete_r(X, {R, F}) when is_list(R), is_list(F) ->
    {Fs, Rs} = queue:delete(X, {F, R}),
    {Rs, Fs};
delete_r(_, _) -> error(badarg).

%% `false` where the element is not in the list.
without_first(X, [X | T]) -> T;
without_first(X, [Y | T]) -> queue:in_front_of(Y, queue:without_first(X, T));
without_first(_, []) -> false.

without_last(X, [Y | T]) ->
    case queue:without_last(X, T) of
        false when X =:= Y -> T;
        Rest -> queue:in_front_of(Y, Rest)
    end;
without_last(_, []) -> false.

in_front_of(_, false) -> false;
in_front_of(X, L) -> [X | L].

delete_with(Fun, {R, F} = Q) when is_function(Fun, 1), is_list(R), is_list(F) ->
    case queue:without_first_with(Fun, F) of
        false ->
            case queue:without_last_with(Fun, R) of
                false -> Q;
                [] -> queue:of_front(F);
                Rs -> {Rs, F}
            end;
        [] -> queue:of_rear(R);
        Fs -> {R, Fs}
    end;
delete_with(_, _) -> error(badarg).

delete_with_r(Fun, {R, F}) when is_function(Fun, 1), is_list(R), is_list(F) ->
    {Fs, Rs} = queue:delete_with(Fun, {F, R}),
    {Rs, Fs};
delete_with_r(_, _) -> error(badarg).

without_first_with(Fun, [X | T]) ->
    case Fun(X) of
        true -> T;
        false -> queue:in_front_of(X, queue:without_first_with(Fun, T))
    end;
without_first_with(_, []) -> false.

without_last_with(Fun, [X | T]) ->
    case queue:without_last_with(Fun, T) of
        false ->
            case Fun(X) of
                true -> T;
                false -> false
            end;
        Rest -> [X | Rest]
    end;
without_last_with(_, []) -> false.

cons(X, Q) -> queue:in_r(X, Q).

head(Q) -> queue:get(Q).

tail(Q) -> queue:drop(Q).

snoc(Q, X) -> queue:in(X, Q).

daeh(Q) -> queue:get_r(Q).

last(Q) -> queue:get_r(Q).

liat(Q) -> queue:drop_r(Q).

lait(Q) -> queue:drop_r(Q).

init(Q) -> queue:drop_r(Q).
