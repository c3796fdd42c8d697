%% What stands for the syntax of maps and binaries, and the built-in functions on them, written in Erlang here.
-module(erlang).
-export([
    atom_to_binary/1, atom_to_binary/2, atom_to_list/1, binary_to_atom/1, binary_to_atom/2, binary_to_existing_atom/1,
    binary_to_existing_atom/2, list_to_atom/1, list_to_existing_atom/1,
    binary_part/2, binary_part/3, binary_to_integer/1, binary_to_integer/2, binary_to_list/1, binary_to_list/3,
    bitstring_to_list/1, integer_to_binary/1, integer_to_binary/2, iolist_size/1, iolist_to_binary/1, is_function/2,
    is_map_key/2, list_to_binary/1, list_to_bitstring/1, map_get/2, split_binary/2
]).

%% Whether it is known what a value holds is asked of values of the right kind only.
%%
%% A map holds {Size, Keys, Values}, the keys in their order. Of a map that is not known every answer is a guess.

%% The value of a key in a list, or [].
map_find(K, M) ->
    case '$known_map'(M) of
        true -> erlang:map_at(K, element(2, '$map_content'(M)), element(3, '$map_content'(M)));
        false ->
            case '$guess'(M) of
                true -> ['$guess'(M)];
                _ -> []
            end
    end.

map_at(K, [K | _], [V | _]) -> [V];
map_at(K, [_ | Ks], [_ | Vs]) -> erlang:map_at(K, Ks, Vs);
map_at(_, _, _) -> [].

map_put(K, V, M) ->
    case '$known_map'(M) of
        true -> erlang:map_put(K, V, M, '$map_content'(M));
        false -> '$guess_map'(M)
    end.

map_put(K, V, _, {N, Ks, Vs}) ->
    case erlang:map_at(K, Ks, Vs) of
        [_] -> '$map'({N, Ks, erlang:map_replaced(K, V, Ks, Vs)});
        [] ->
            {Keys, Values} = erlang:map_placed(K, V, Ks, Vs),
            '$map'({N + 1, Keys, Values})
    end.

map_replaced(K, V, [K | _], [_ | Vs]) -> [V | Vs];
map_replaced(K, V, [_ | Ks], [First | Vs]) -> [First | erlang:map_replaced(K, V, Ks, Vs)].

map_placed(K, V, [First | Behind] = Ks, [Value | More] = Vs) ->
    case '$key_less'({First, K}) of
        true ->
            {Keys, Values} = erlang:map_placed(K, V, Behind, More),
            {[First | Keys], [Value | Values]};
        false -> {[K | Ks], [V | Vs]}
    end;
map_placed(K, V, Ks, Vs) -> {[K | Ks], [V | Vs]}.

map_update(K, V, M) ->
    case erlang:map_find(K, M) of
        [_] -> erlang:map_put(K, V, M);
        [] -> error({badkey, K})
    end.

map_remove(K, M) ->
    case '$known_map'(M) of
        true ->
            {N, Ks, Vs} = '$map_content'(M),
            case erlang:map_at(K, Ks, Vs) of
                [_] ->
                    {Keys, Values} = erlang:map_without(K, Ks, Vs),
                    '$map'({N - 1, Keys, Values});
                [] -> M
            end;
        false -> '$guess_map'(M)
    end.

map_without(K, [K | Ks], [_ | Vs]) -> {Ks, Vs};
map_without(K, [First | Ks], [Value | Vs]) ->
    {Keys, Values} = erlang:map_without(K, Ks, Vs),
    {[First | Keys], [Value | Values]}.

%% Whether OTP goes through the entries in the order of their keys: not through more than 32.
map_ordered(M) ->
    case '$known_map'(M) of
        true -> element(1, '$map_content'(M)) < 33;
        false -> true
    end.

%% The entries as OTP goes through them: in order, or as many as there are, with anything in each place.
map_entries(M) ->
    case erlang:map_ordered(M) of
        true -> erlang:map_pairs(M);
        false -> erlang:map_blind(element(1, '$map_content'(M)), M)
    end.

map_blind(0, _) -> [];
map_blind(N, M) -> [['$unordered'(M) | '$unordered'(M)] | erlang:map_blind(N - 1, M)].

%% The entries by their keys, as [Key | Value].
map_pairs(M) ->
    case '$known_map'(M) of
        true -> erlang:map_pairs(element(2, '$map_content'(M)), element(3, '$map_content'(M)));
        false -> erlang:map_guessed(M)
    end.

map_pairs([K | Ks], [V | Vs]) -> [[K | V] | erlang:map_pairs(Ks, Vs)];
map_pairs(_, _) -> [].

map_guessed(M) ->
    case '$guess'(M) of
        true -> [['$guess'(M) | '$guess'(M)] | erlang:map_guessed(M)];
        _ -> []
    end.

map_get(K, M) when is_map(M) ->
    case erlang:map_find(K, M) of
        [V] -> V;
        [] -> error({badkey, K})
    end;
map_get(_, M) -> error({badmap, M}).

%% A fun holds its name, the number of its arguments, and what it has taken along.
is_function(F, N) when is_integer(N), N >= 0, is_function(F) ->
    case '$known_fun'(F) of
        true -> element(2, '$fun_content'(F)) =:= N;
        false -> '$guess'(F) =:= true
    end;
is_function(_, N) when is_integer(N), N >= 0 -> false;
is_function(_, _) -> error(badarg).

is_map_key(K, M) when is_map(M) -> erlang:map_find(K, M) =/= [];
is_map_key(_, M) -> error({badmap, M}).

%% A binary holds the list of its bytes.
bytes_count(L) -> erlang:bytes_count(L, 0).

bytes_count([_ | T], N) -> erlang:bytes_count(T, N + 1);
bytes_count(_, N) -> N.

%% The bytes of any other bit string stand before how many bits of the last one count: the rest of it is zeros.
bits_count([_ | [_ | _] = T]) -> 8 + erlang:bits_count(T);
bits_count([_ | N]) -> N.

bits_whole(L) -> erlang:bytes_count(L, 0) - 1.

%% The bit string of these bytes, the last one first, and of the N bits of P behind them.
bits_made(Rev, _, 0) -> '$binary'(erlang:bytes_reverse(Rev, []));
bits_made(Rev, P, N) ->
    case '$known'(P) of
        true -> '$bits'(erlang:bytes_reverse(Rev, [P * erlang:power(8 - N) | N]));
        false -> '$guess_bits'(P)
    end.

%% The same of the N bits of P and the bytes behind them.
bits_moved(Bytes, _, 0) -> '$binary'(Bytes);
bits_moved(Bytes, P, N) ->
    case '$known'([P | Bytes]) of
        true -> '$bits'(erlang:bits_moved(Bytes, P, N, erlang:power(N)));
        false -> '$guess_bits'([P | Bytes])
    end.

bits_moved([X | T], P, N, Power) ->
    [P * (256 div Power) + X div Power | erlang:bits_moved(T, X rem Power, N, Power)];
bits_moved(_, P, N, Power) -> [P * (256 div Power) | N].

%% Binaries are put together from segments: {bytes, Bytes}, {integer, V, Size, Unit, Endian}, {binary, V, Size, Unit}
%% where Size may be all, {utf8, V}. Bytes so far stand in reverse order, P has the N bits behind them. Where a part is
%% not known, the end is {open, Part}.
bits_build(Segments) ->
    case erlang:bits_build(Segments, [], 0, 0) of
        {open, B} -> '$guess_binary'(B);
        {Rev, _, _} -> '$binary'(erlang:bytes_reverse(Rev, []))
    end.

%% The same of segments that may have no whole number of bytes together.
bits_string(Segments) ->
    case erlang:bits_build(Segments, [], 0, 0) of
        {open, B} -> '$guess_bits'(B);
        {Rev, P, N} -> erlang:bits_made(Rev, P, N)
    end.

bits_build([], Rev, P, N) -> {Rev, P, N};
bits_build([{bytes, L} | T], Rev, P, N) -> erlang:bits_bytes(L, T, Rev, P, N);
bits_build([{integer, V, 8, 1, _} | T], Rev, 0, 0) when is_integer(V) ->
    erlang:bits_build(T, [(V rem 256 + 256) rem 256 | Rev], 0, 0);
bits_build([{integer, V, Size, Unit, Endian} | T], Rev, P, N) when is_integer(V), is_integer(Size), Size >= 0 ->
    case '$known'(Size) of
        true -> erlang:bits_integer(V, Size * Unit, Endian, T, Rev, P, N);
        false -> erlang:bits_guess(T, Size)
    end;
bits_build([{binary, B, all, Unit} | T], Rev, P, N) when is_bitstring(B) ->
    case '$known_bits'(B) of
        true -> erlang:bits_append('$bits_content'(B), Unit, T, Rev, P, N);
        false ->
            case '$known_binary'(B) of
                true ->
                    Bytes = '$bytes'(B),
                    case erlang:bytes_count(Bytes, 0) * 8 rem Unit of
                        0 -> erlang:bits_bytes(Bytes, T, Rev, P, N);
                        _ -> error(badarg)
                    end;
                false ->
                    case Unit =:= 1 orelse Unit =:= 8 andalso is_binary(B) orelse '$guess'(B) =:= true of
                        true -> erlang:bits_guess(T, B);
                        false -> error(badarg)
                    end
            end
    end;
bits_build([{binary, B, Size, Unit} | T], Rev, P, N) when is_bitstring(B), is_integer(Size), Size >= 0 ->
    case '$known'(Size) andalso ('$known_bits'(B) orelse '$known_binary'(B)) of
        true ->
            case erlang:bits_taken(Size * Unit, erlang:bits_start(B)) of
                [V | _] -> erlang:bits_push(P * erlang:power(Size * Unit) + V, N + Size * Unit, T, Rev);
                [] -> error(badarg)
            end;
        false ->
            case '$guess'(B) of
                true -> erlang:bits_guess(T, B);
                _ -> error(badarg)
            end
    end;
bits_build([{utf8, V} | T], Rev, P, N) when is_integer(V) ->
    erlang:bits_bytes(erlang:utf8_bytes(V), T, Rev, P, N);
bits_build(_, _, _, _) -> error(badarg).

bits_integer(V, Bits, Endian, T, Rev, P, N) ->
    Power = erlang:power(Bits),
    Value = (V rem Power + Power) rem Power,
    case Endian of
        big -> erlang:bits_push(P * Power + Value, N + Bits, T, Rev);
        little -> erlang:bits_push(P * Power + erlang:bits_swap(Value, Bits), N + Bits, T, Rev)
    end.

bits_bytes([], T, Rev, P, N) -> erlang:bits_build(T, Rev, P, N);
bits_bytes([X | L], T, Rev, P, 0) -> erlang:bits_bytes(L, T, [X | Rev], P, 0);
bits_bytes([X | L], T, Rev, P, N) ->
    Power = erlang:power(N),
    erlang:bits_bytes(L, T, [(P * 256 + X) div Power | Rev], (P * 256 + X) rem Power, N).

bits_push(X, N, T, Rev) when N < 8 -> erlang:bits_build(T, Rev, X, N);
bits_push(X, N, T, Rev) ->
    Power = erlang:power(N - 8),
    erlang:bits_push(X rem Power, N - 8, T, [X div Power | Rev]).

%% Puts all of a bit string of no whole bytes behind the bits so far.
bits_append(L, Unit, T, Rev, P, N) ->
    case erlang:bits_count(L) rem Unit of
        0 -> erlang:bits_cells(L, T, Rev, P, N);
        _ -> error(badarg)
    end.

bits_cells([X | [_ | _] = L], T, Rev, P, 0) -> erlang:bits_cells(L, T, [X | Rev], P, 0);
bits_cells([X | [_ | _] = L], T, Rev, P, N) ->
    Power = erlang:power(N),
    erlang:bits_cells(L, T, [(P * 256 + X) div Power | Rev], (P * 256 + X) rem Power, N);
bits_cells([X | M], T, Rev, P, N) ->
    erlang:bits_push(P * erlang:power(M) + X div erlang:power(8 - M), N + M, T, Rev).

%% What follows a binary that is not known must be right all the same.
bits_guess([], B) -> {open, B};
bits_guess([Segment | T], B) ->
    case erlang:bits_build([Segment], [], 0, 0) of
        _ -> erlang:bits_guess(T, B)
    end.

%% What a binary comprehension is put together from: the segments of its parts, each of which is right alone.
bits_piece(Segments) ->
    case erlang:bits_build(Segments, [], 0, 0) of
        _ -> Segments
    end.

%% The first of these lists, if all of them are proper and these sizes integers: OTP counts before it goes through them.
counted([List | Lists], Sizes) ->
    _ = erlang:counted_list(List, Sizes, List),
    _ = erlang:counted_lists(Lists),
    List.

counted_lists([]) -> ok;
counted_lists([List | Lists]) ->
    _ = erlang:counted_list(List, [], List),
    erlang:counted_lists(Lists).

counted_list([_ | T], Sizes, List) -> erlang:counted_list(T, Sizes, List);
counted_list([], [N | Sizes], List) when is_integer(N) -> erlang:counted_list([], Sizes, List);
counted_list([], [], _) -> ok;
counted_list(_, _, List) -> error({bad_generator, List}).

bits_join(Pieces) -> erlang:bits_build(erlang:bits_flat(Pieces)).

bits_join_string(Pieces) -> erlang:bits_string(erlang:bits_flat(Pieces)).

bits_flat([]) -> [];
bits_flat([Piece | T]) -> Piece ++ erlang:bits_flat(T).

utf8_size(V) when V < 16#80 -> 8;
utf8_size(V) when V < 16#800 -> 16;
utf8_size(V) when V < 16#10000 -> 24;
utf8_size(_) -> 32.

bytes_reverse([], L) -> L;
bytes_reverse([X | T], L) -> erlang:bytes_reverse(T, [X | L]).

%% The same bytes the other way round.
bytes_swap(_, Bits, Done) when Bits =< 0 -> Done;
bytes_swap(V, Bits, Done) -> erlang:bytes_swap(V div 256, Bits - 8, Done * 256 + V rem 256).

%% An integer with the lowest byte first: what is no whole byte of it stands behind the others.
bits_swap(V, Bits) ->
    case Bits rem 8 of
        0 -> erlang:bytes_swap(V, Bits, 0);
        Over ->
            Whole = erlang:power(Bits - Over),
            erlang:bytes_swap(V rem Whole, Bits - Over, 0) * erlang:power(Over) + V div Whole
    end.

%% The other way round.
bits_swapped(V, Bits) ->
    case Bits rem 8 of
        0 -> erlang:bytes_swap(V, Bits, 0);
        Over ->
            Power = erlang:power(Over),
            erlang:bytes_swap(V div Power, Bits - Over, 0) + V rem Power * erlang:power(Bits - Over)
    end.

utf8_bytes(V) when V >= 0, V < 16#80 -> [V];
utf8_bytes(V) when V >= 16#80, V < 16#800 -> [16#C0 + V div 64, 16#80 + V rem 64];
utf8_bytes(V) when V >= 16#800, V < 16#D800; V >= 16#E000, V < 16#10000 ->
    [16#E0 + V div 4096, 16#80 + V div 64 rem 64, 16#80 + V rem 64];
utf8_bytes(V) when V >= 16#10000, V < 16#110000 ->
    [16#F0 + V div 262144, 16#80 + V div 4096 rem 64, 16#80 + V div 64 rem 64, 16#80 + V rem 64];
utf8_bytes(_) -> error(badarg).

%% A binary is taken apart from the left: what is left are bytes, behind the N bits that P has; or it is not known.
%% What is taken stands in front of what is left; [] where there is not enough.
bits_start(B) ->
    case '$known_bits'(B) of
        true -> erlang:bits_front('$bits_content'(B));
        false ->
            case '$known_binary'(B) of
                true -> {'$bytes'(B), 0, 0};
                false -> {open, B}
            end
    end.

%% The bits over the whole bytes of a bit string come to its front.
bits_front([X | T] = L) ->
    N = erlang:bits_count(L) rem 8,
    Power = erlang:power(8 - N),
    {erlang:bits_shifted(X rem Power, T, Power), X div Power, N}.

bits_shifted(P, [X | T], Power) ->
    [P * (256 div Power) + X div Power | erlang:bits_shifted(X rem Power, T, Power)];
bits_shifted(_, _, _) -> [].

bits_integer(8, 1, unsigned, _, {[X | T], 0, 0}) -> [X | {T, 0, 0}];
bits_integer(Size, Unit, Sign, Endian, {Bytes, P, N}) when is_integer(Size), Size >= 0 ->
    Bits = Size * Unit,
    case erlang:bits_read(Bits, Bytes, P, N) of
        [] -> [];
        [V | Left] when Endian =:= big -> [erlang:bits_signed(Sign, V, Bits) | Left];
        [V | Left] -> [erlang:bits_signed(Sign, erlang:bits_swapped(V, Bits), Bits) | Left]
    end;
bits_integer(Size, _, _, _, {open, B}) when is_integer(Size), Size >= 0 ->
    case '$guess'(B) of
        true -> ['$guess_integer'(B) | {open, B}];
        _ -> []
    end;
bits_integer(_, _, _, _, _) -> [].

bits_signed(signed, V, Bits) when Bits > 0 ->
    case V < erlang:power(Bits - 1) of
        true -> V;
        false -> V - erlang:power(Bits)
    end;
bits_signed(_, V, _) -> V.

bits_read(Bits, Bytes, P, N) when N >= Bits ->
    Power = erlang:power(N - Bits),
    [P div Power | {Bytes, P rem Power, N - Bits}];
bits_read(Bits, [X | T], P, N) -> erlang:bits_read(Bits, T, P * 256 + X, N + 8);
bits_read(_, _, _, _) -> [].

bits_taken(Bits, {Bytes, P, N}) -> erlang:bits_read(Bits, Bytes, P, N).

bits_binary(Size, Unit, {Bytes, P, N}) when is_integer(Size), Size >= 0 ->
    erlang:bits_binary(Size * Unit div 8, Bytes, P, N, []);
bits_binary(Size, _, {open, B}) when is_integer(Size), Size >= 0 ->
    case '$guess'(B) of
        true -> ['$guess_binary'(B) | {open, B}];
        _ -> []
    end;
bits_binary(_, _, _) -> [].

%% The same of a part that may have no whole number of bytes.
bits_part(Size, Unit, {Bytes, P, N}) when is_integer(Size), Size >= 0 ->
    erlang:bits_part(Size * Unit div 8, Size * Unit rem 8, Bytes, P, N, []);
bits_part(Size, Unit, {open, B}) when is_integer(Size), Size >= 0 ->
    case '$guess'(B) of
        true when Size * Unit rem 8 =:= 0 -> ['$guess_binary'(B) | {open, B}];
        true -> ['$guess_bits'(B) | {open, B}];
        _ -> []
    end;
bits_part(_, _, _) -> [].

bits_part(0, Over, Bytes, P, N, Rev) ->
    case erlang:bits_read(Over, Bytes, P, N) of
        [V | Left] -> [erlang:bits_made(Rev, V, Over) | Left];
        [] -> []
    end;
bits_part(Count, Over, Bytes, P, N, Rev) ->
    case erlang:bits_read(8, Bytes, P, N) of
        [X | {T, Q, M}] -> erlang:bits_part(Count - 1, Over, T, Q, M, [X | Rev]);
        [] -> []
    end.

bits_binary(0, Bytes, P, N, Rev) -> ['$binary'(erlang:bytes_reverse(Rev, [])) | {Bytes, P, N}];
bits_binary(Count, [X | T], P, 0, Rev) -> erlang:bits_binary(Count - 1, T, P, 0, [X | Rev]);
bits_binary(Count, Bytes, P, N, Rev) ->
    case erlang:bits_read(8, Bytes, P, N) of
        [X | {T, Q, M}] -> erlang:bits_binary(Count - 1, T, Q, M, [X | Rev]);
        [] -> []
    end.

%% All that is left, behind a whole number of bytes of a binary.
bits_rest(Unit, {Bytes, _, 0}) when Unit =:= 8; Unit =:= 1 -> ['$binary'(Bytes) | {[], 0, 0}];
bits_rest(Unit, {Bytes, _, 0}) ->
    case erlang:bytes_count(Bytes, 0) * 8 rem Unit of
        0 -> ['$binary'(Bytes) | {[], 0, 0}];
        _ -> []
    end;
bits_rest(Unit, {open, B}) ->
    case is_binary(B) of
        true when Unit =:= 8; Unit =:= 1 -> ['$guess_binary'(B) | {open, B}];
        true ->
            case '$guess'(B) of
                true -> ['$guess_binary'(B) | {open, B}];
                _ -> []
            end;
        false when Unit =:= 8 -> [];
        false -> erlang:bits_open(Unit, B)
    end;
bits_rest(_, _) -> [].

%% The same of any bit string.
bits_rest_of_bits(Unit, {open, B}) -> erlang:bits_rest(Unit, {open, B});
bits_rest_of_bits(Unit, Left) -> erlang:bits_rest_of_any(Unit, Left).

%% The same behind any number of bits.
bits_rest_of_any(Unit, {open, B}) -> erlang:bits_open(Unit, B);
bits_rest_of_any(Unit, {Bytes, P, N}) ->
    case Unit =:= 1 orelse (erlang:bytes_count(Bytes, 0) * 8 + N) rem Unit =:= 0 of
        true -> [erlang:bits_moved(Bytes, P, N) | {[], 0, 0}];
        false -> []
    end.

bits_open(1, B) -> ['$guess_bits'(B) | {open, B}];
bits_open(Unit, B) ->
    case '$guess'(B) of
        true when Unit rem 8 =:= 0 -> ['$guess_binary'(B) | {open, B}];
        true -> ['$guess_bits'(B) | {open, B}];
        _ -> []
    end.

bits_utf8({open, B}) -> erlang:bits_integer(8, 1, unsigned, big, {open, B});
bits_utf8(Left) ->
    case erlang:bits_integer(8, 1, unsigned, big, Left) of
        [X | More] when X < 16#80 -> [X | More];
        [X | More] when X >= 16#C2, X < 16#E0 -> erlang:bits_utf8(1, X - 16#C0, 16#80, More);
        [X | More] when X >= 16#E0, X < 16#F0 -> erlang:bits_utf8(2, X - 16#E0, 16#800, More);
        [X | More] when X >= 16#F0, X < 16#F5 -> erlang:bits_utf8(3, X - 16#F0, 16#10000, More);
        _ -> []
    end.

bits_utf8(0, V, Least, Left) when V >= Least, V < 16#D800; V >= Least, V >= 16#E000, V < 16#110000 -> [V | Left];
bits_utf8(0, _, _, _) -> [];
bits_utf8(Count, V, Least, Left) ->
    case erlang:bits_integer(8, 1, unsigned, big, Left) of
        [X | More] when X >= 16#80, X < 16#C0 -> erlang:bits_utf8(Count - 1, V * 64 + X - 16#80, Least, More);
        _ -> []
    end.

bits_text([], Left) -> [text | Left];
bits_text([X | L], {[X | T], 0, 0}) -> erlang:bits_text(L, {T, 0, 0});
bits_text(_, {_, _, 0}) -> [];
bits_text(L, {open, B}) ->
    case '$guess'(B) of
        true -> [text | {open, B}];
        _ -> []
    end;
bits_text([X | L], Left) ->
    case erlang:bits_integer(8, 1, unsigned, big, Left) of
        [X | More] -> erlang:bits_text(L, More);
        _ -> []
    end.

bits_end({[], _, 0}) -> true;
bits_end({open, B}) -> '$guess'(B) =:= true;
bits_end(_) -> false.

%% Conversions.
binary_to_list(B) when is_binary(B) ->
    case '$known_binary'(B) of
        true -> '$bytes'(B);
        false -> erlang:bytes_guessed(B)
    end;
binary_to_list(_) -> error(badarg).

%% The bytes of a binary that is not known.
bytes_guessed(B) ->
    case '$guess'(B) of
        true -> ['$guess_integer'(B) | erlang:bytes_guessed(B)];
        _ -> []
    end.

binary_to_list(B, From, To) when is_bitstring(B), is_integer(From), is_integer(To), From >= 1, From =< To ->
    erlang:binary_to_list(erlang:binary_part(B, From - 1, To - From + 1));
binary_to_list(_, _, _) -> error(badarg).

binary_part(B, {From, Length}) -> erlang:binary_part(B, From, Length);
binary_part(_, _) -> error(badarg).

%% The whole bytes of a bit string are taken as those of a binary.
binary_part(B, From, Length) when is_bitstring(B), is_integer(From), is_integer(Length), Length < 0 ->
    erlang:binary_part(B, From + Length, -Length);
binary_part(B, From, Length) when is_bitstring(B), is_integer(From), is_integer(Length), From >= 0 ->
    case '$known_bits'(B) of
        true -> erlang:bytes_part(erlang:bits_bytes('$bits_content'(B)), From, Length);
        false ->
            case '$known_binary'(B) of
                true -> erlang:bytes_part('$bytes'(B), From, Length);
                false ->
                    case '$guess'(B) of
                        true -> '$guess_binary'(B);
                        _ -> error(badarg)
                    end
            end
    end;
binary_part(_, _, _) -> error(badarg).

bytes_part(L, From, Length) -> '$binary'(erlang:bytes_taken(Length, erlang:bytes_dropped(From, L))).

bits_bytes([X | [_ | _] = T]) -> [X | erlang:bits_bytes(T)];
bits_bytes(_) -> [].

bytes_taken(0, _) -> [];
bytes_taken(N, [X | T]) -> [X | erlang:bytes_taken(N - 1, T)];
bytes_taken(_, _) -> error(badarg).

bytes_dropped(0, L) -> L;
bytes_dropped(N, [_ | T]) -> erlang:bytes_dropped(N - 1, T);
bytes_dropped(_, _) -> error(badarg).

split_binary(B, N) when is_bitstring(B), is_integer(N), N >= 0 ->
    case '$known_bits'(B) of
        true -> erlang:bits_split('$bits_content'(B), N);
        false ->
            case '$known_binary'(B) of
                true ->
                    L = '$bytes'(B),
                    {'$binary'(erlang:bytes_taken(N, L)), '$binary'(erlang:bytes_dropped(N, L))};
                false ->
                    case '$guess'(B) of
                        true when is_binary(B) -> {'$guess_binary'(B), '$guess_binary'(B)};
                        true -> {'$guess_binary'(B), '$guess_bits'(B)};
                        _ -> error(badarg)
                    end
            end
    end;
split_binary(_, _) -> error(badarg).

bits_split(L, N) -> {'$binary'(erlang:bytes_taken(N, erlang:bits_bytes(L))), '$bits'(erlang:bytes_dropped(N, L))}.

list_to_binary(L) when is_list(L) -> erlang:iolist_to_binary(L);
list_to_binary(_) -> error(badarg).

iolist_to_binary(B) when is_binary(B) -> B;
iolist_to_binary(L) when is_list(L) ->
    case erlang:iolist_bytes(L, []) of
        {open, B} -> '$guess_binary'(B);
        Bytes -> '$binary'(Bytes)
    end;
iolist_to_binary(_) -> error(badarg).

bitstring_to_list(B) when is_binary(B) -> erlang:binary_to_list(B);
bitstring_to_list(B) when is_bitstring(B) ->
    case '$known_bits'(B) of
        true -> erlang:bits_list('$bits_content'(B));
        false -> '$guess_list'(B)
    end;
bitstring_to_list(_) -> error(badarg).

bits_list([X | [_ | _] = T]) -> [X | erlang:bits_list(T)];
bits_list(Last) -> ['$bits'(Last)].

list_to_bitstring(L) when is_list(L) -> erlang:bits_string(erlang:bits_of_list(L, []));
list_to_bitstring(_) -> error(badarg).

%% The segments of a list in front of others.
bits_of_list([], Segments) -> Segments;
bits_of_list([H | T], Segments) -> erlang:bits_before(H, erlang:bits_of_list(T, Segments));
bits_of_list(B, Segments) when is_bitstring(B) -> erlang:bits_before(B, Segments);
bits_of_list(_, _) -> error(badarg).

bits_before(X, Segments) when is_integer(X), X >= 0, X =< 255 -> [{integer, X, 8, 1, big} | Segments];
bits_before(B, Segments) when is_bitstring(B) -> [{binary, B, all, 1} | Segments];
bits_before(L, Segments) when is_list(L) -> erlang:bits_of_list(L, Segments);
bits_before(_, _) -> error(badarg).

iolist_size(L) -> byte_size(erlang:iolist_to_binary(L)).

%% The bytes of a list in front of others, or a binary that is not known.
iolist_bytes([], Bytes) -> Bytes;
iolist_bytes([H | T], Bytes) -> erlang:iolist_before(H, erlang:iolist_bytes(T, Bytes));
iolist_bytes(B, Bytes) when is_binary(B) -> erlang:iolist_before(B, Bytes);
iolist_bytes(_, _) -> error(badarg).

iolist_before(X, {open, B}) when is_integer(X), X >= 0, X =< 255 -> {open, B};
iolist_before(X, Bytes) when is_integer(X), X >= 0, X =< 255 -> [X | Bytes];
iolist_before(B, Bytes) when is_binary(B) ->
    case '$known_binary'(B) of
        true -> erlang:bytes_before('$bytes'(B), Bytes);
        false -> {open, B}
    end;
iolist_before(L, Bytes) when is_list(L) -> erlang:iolist_bytes(L, Bytes);
iolist_before(_, _) -> error(badarg).

bytes_before(_, {open, B}) -> {open, B};
bytes_before([], Bytes) -> Bytes;
bytes_before([X | T], Bytes) -> [X | erlang:bytes_before(T, Bytes)].

integer_to_binary(N) -> erlang:list_to_binary(erlang:integer_to_list(N)).

integer_to_binary(N, Base) -> erlang:list_to_binary(erlang:integer_to_list(N, Base)).

binary_to_integer(B) -> erlang:binary_to_integer(B, 10).

binary_to_integer(B, Base) when is_binary(B) ->
    case '$known_binary'(B) of
        true -> erlang:list_to_integer('$bytes'(B), Base);
        false ->
            case '$guess'(B) of
                true -> '$guess_integer'(B);
                _ -> error(badarg)
            end
    end;
binary_to_integer(_, _) -> error(badarg).

%% Texts of atoms are known of those of the machine, if all their characters have codes below 128.
atom_to_list(A) when is_atom(A) ->
    case erlang:text_of(A) of
        none -> erlang:some_text(A);
        Text -> Text
    end;
atom_to_list(_) -> error(badarg).

some_text(X) ->
    case '$known'(X) of
        true -> '$open'(X);
        false -> '$guess_list'(X)
    end.

text_of(A) ->
    case '$known'(A) of
        true -> '$atom_text'(A);
        false -> none
    end.

%% The text of an atom, and the atom with a text, among atoms with their texts.
text_among(A, [{A, Text} | _]) -> Text;
text_among(A, [_ | More]) -> erlang:text_among(A, More);
text_among(_, []) -> none.

atom_among(L, [{A, L} | _]) -> {A};
atom_among(L, [_ | More]) -> erlang:atom_among(L, More);
atom_among(_, []) -> none.

atom_to_binary(A) -> erlang:atom_to_binary(A, utf8).

atom_to_binary(A, Encoding) when is_atom(A), (Encoding =:= utf8 orelse Encoding =:= unicode orelse Encoding =:= latin1) ->
    case erlang:text_of(A) of
        none ->
            case '$known'(A) of
                true -> '$open'(A);
                false -> '$guess_binary'(A)
            end;
        Text -> erlang:list_to_binary(Text)
    end;
atom_to_binary(_, _) -> error(badarg).

list_to_atom(L) when is_list(L) ->
    case '$known'(L) of
        true ->
            case erlang:are_characters(L, 0) of
                false -> error(badarg);
                N when N > 255 -> error(system_limit);
                _ ->
                    case '$text_atom'(L) of
                        {A} -> A;
                        none -> '$open'(L)
                    end
            end;
        false -> erlang:some_atom(L)
    end;
list_to_atom(_) -> error(badarg).

%% How many they are.
are_characters([C | T], N) when is_integer(C), C >= 0, C < 16#D800; is_integer(C), C >= 16#E000, C < 16#110000 ->
    erlang:are_characters(T, N + 1);
are_characters([], N) -> N;
are_characters(_, _) -> false.

some_atom(X) ->
    case '$known'(X) of
        true ->
            case '$open'(X) of
                true -> '$open'(X);
                _ -> error(badarg)
            end;
        false ->
            case '$guess'(X) of
                true -> '$guess'(X);
                _ -> error(badarg)
            end
    end.

list_to_existing_atom(L) when is_list(L) ->
    case '$known'(L) of
        true ->
            case erlang:are_characters(L, 0) of
                N when N =:= false; N > 255 -> error(badarg);
                _ ->
                    case '$text_atom'(L) of
                        {A} -> A;
                        none -> erlang:some_atom(L)
                    end
            end;
        false -> erlang:some_atom(L)
    end;
list_to_existing_atom(_) -> error(badarg).

binary_to_atom(B) -> erlang:binary_to_atom(B, utf8).

binary_to_atom(B, Encoding) when
    is_binary(B), (Encoding =:= utf8 orelse Encoding =:= unicode orelse Encoding =:= latin1)
->
    case '$known_binary'(B) andalso erlang:are_ascii('$bytes'(B)) of
        true -> erlang:list_to_atom('$bytes'(B));
        false -> erlang:some_atom(B)
    end;
binary_to_atom(_, _) -> error(badarg).

binary_to_existing_atom(B) -> erlang:binary_to_existing_atom(B, utf8).

binary_to_existing_atom(B, Encoding) when
    is_binary(B), (Encoding =:= utf8 orelse Encoding =:= unicode orelse Encoding =:= latin1)
->
    case '$known_binary'(B) andalso erlang:are_ascii('$bytes'(B)) of
        true -> erlang:list_to_existing_atom('$bytes'(B));
        false -> erlang:some_atom(B)
    end;
binary_to_existing_atom(_, _) -> error(badarg).

are_ascii([X | T]) when is_integer(X), X < 128 -> erlang:are_ascii(T);
are_ascii(L) -> L =:= [].
