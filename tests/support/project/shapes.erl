%% Functions that act, recurse, fail, and return what branches, records and other functions give them.
-module(shapes).
-compile(nowarn_unused_vars).
-export([looked/2, tagged/1, rest/1, both/2, later/2, tried/1, caught/1, changed/1, given/1, first/2, deep/1, waits/1, throws/1, known/1]).
-export([either/1, joined/1, counted/2, opened/1, exported/1, named/1]).
-record(box, {width = 0, height = 0, tag}).

looked(Table, Key) ->
    case catch ets:lookup(Table, Key) of
        [{_, Value}] -> {ok, Value};
        [] -> none;
        {'EXIT', _} -> {error, no_table}
    end.

tagged(X) when is_atom(X) -> put(last, X), {atom, X};
tagged(X) when is_integer(X) -> put(last, X), {integer, X, X * 2};
tagged(_) -> other.

rest(X) ->
    put(rest, X),
    case known(X) of
        ok -> fine;
        Other -> Other
    end.

known(a) -> ok;
known(b) -> {error, b};
known(_) -> error.

both(X, Y) -> put(both, X), X =:= Y andalso known(X).

later(0, X) -> put(later, X), done;
later(N, X) when N > 0 -> put(later, X), more(N, X);
later(_, _) -> {never, self()}.

more(N, X) ->
    case later(N - 1, X) of
        done -> {done, N};
        {done, _} = Done -> Done;
        Other -> Other
    end.

tried(X) ->
    try put(tried, X), atom_to_list(X) of
        [] -> empty;
        [C | _] -> {starts, C}
    catch
        error:badarg -> {error, badarg};
        _:Reason -> Reason
    after
        erase(tried)
    end.

caught(X) -> put(caught, X), catch throws(X).

throws(X) when is_atom(X) -> throw({thrown, X});
throws(X) -> put(thrown, X), {kept, X}.

changed(#box{width = W} = Box) -> put(box, Box), Box#box{width = W, tag = changed};
changed(_) -> put(box, none), #box{tag = new}.

given(X) ->
    put(given, X),
    if
        X > 3 -> high;
        is_tuple(X) -> element(1, X);
        true -> {low, -1}
    end.

first([X | _], _) -> put(first, X), {first, X};
first([], Default) -> put(first, none), Default.

deep(X) -> put(deep, X), {a, {b, {c, {d, X}}}}.

waits(X) ->
    self() ! {shapes, X},
    receive
        {shapes, Y} when is_atom(Y) -> Y;
        {shapes, _} -> {got, shapes}
    after 0 -> timeout
    end.

either(X) -> put(either, X), {Tag, Value} = opened(X), [Tag | Value].

opened(X) when is_list(X) -> put(opened, X), {list, X};
opened(X) -> put(opened, X), {X, []}.

joined(X) ->
    put(joined, X),
    Result = begin Y = known(X), {Y, X} end,
    {Known, _} = Result,
    Known.

counted(X, N) when is_integer(N), N > 0, N < 6 -> put(counted, X), [X | counted(X, N - 1)];
counted(_, _) -> [].

exported(X) ->
    put(exported, X),
    case X of
        {A, B} -> C = A;
        [B | _] -> C = {list, B};
        _ -> B = none, C = B
    end,
    case {B, C} of
        {none, none} -> nothing;
        {_, C} -> {some, C}
    end.

named(X) ->
    put(named, X),
    F = fun Again(0) -> zero; Again(N) when is_integer(N), N > 0, N < 9 -> Again(N - 1); Again(Y) -> {not_counted, Y} end,
    F(X).
