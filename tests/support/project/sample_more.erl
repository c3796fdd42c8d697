%% What `sample` calls of another module.
-module(sample_more).
-export([as_map/1, deep/2, fail/1, other/1, twice/1]).

as_map(M) when is_map(M) -> M;
as_map(L) -> maps:from_list(L).

deep(X, [L | T]) when is_list(L) -> sample:within(X, L) orelse deep(X, T);
deep(X, [_ | T]) -> deep(X, T);
deep(_, _) -> false.

fail([]) -> exit(empty);
fail(X) when is_atom(X) -> throw(X);
fail(X) -> error({failed, X}).

other(X) when is_binary(X) -> {binary, byte_size(X)};
other(_) -> unknown.

twice(X) -> X * 2.
