%% The hash by which OTP's `dict` and `sets` order what they hold: `erlang:phash/2`, which is the same on all machines.
%%
%% Known are the hashes of numbers, lists, tuples, bit strings and those atoms whose texts are known.
-module(erlang).
-export([phash/2]).

phash(X, N) when is_integer(N), N >= 1, N =< 4294967296 ->
    case erlang:hash_of(X) of
        none ->
            case '$known'(X) of
                true -> '$unordered_hash'(X);
                false -> '$guess_integer'(X)
            end;
        H -> H rem N + 1
    end;
phash(_, _) -> error(badarg).

%% The hash of a term, or `none` where it is not known.
hash_of(X) ->
    case '$known'(X) of
        true -> erlang:hash(X, 0);
        false -> none
    end.

%% The hash of what has been before goes into that of a term.
hash(_, none) -> none;
hash([], H) -> (H * 268435459 + 1) rem 4294967296;
hash(A, H) when is_atom(A) ->
    case '$atom_hash'(A) of
        none -> none;
        Text -> (H * 268440163 + Text) rem 4294967296
    end;
hash(N, H) when is_integer(N), N >= 0 -> erlang:hash_words(N, H) * 268435459 rem 4294967296;
hash(N, H) when is_integer(N) -> erlang:hash_words(-N, H) * 268436141 rem 4294967296;
hash(B, H) when is_binary(B) -> (erlang:hash_bytes('$bytes'(B), H) * 268436141 + byte_size(B)) rem 4294967296;
hash(B, H) when is_bitstring(B) -> erlang:hash_bits('$bits_content'(B), H, 0);
hash([X | T], H) -> erlang:hash_list(T, erlang:hash_element(X, H));
hash(T, H) when is_tuple(T) ->
    case erlang:hash_parts(tuple_to_list(T), H) of
        none -> none;
        Parts -> (Parts * 268439627 + tuple_size(T)) rem 4294967296
    end;
hash(F, H) when is_float(F) ->
    case '$floats'(F) of
        true -> erlang:hash_float(F, H);
        false -> none
    end;
hash(_, _) -> none.

%% Four bytes at a time, the lowest first.
hash_words(N, H) when N < 4294967296 -> erlang:hash_word(4, N, H);
hash_words(N, H) -> erlang:hash_words(N div 4294967296, erlang:hash_word(4, N rem 4294967296, H)).

hash_word(0, _, H) -> H;
hash_word(Count, N, H) -> erlang:hash_word(Count - 1, N div 256, (H * 268439161 + N rem 256) rem 4294967296).

hash_bytes([X | T], H) -> erlang:hash_bytes(T, (H * 268440163 + X) rem 4294967296);
hash_bytes([], H) -> H.

%% The bits over the whole bytes are a number of their own; how many they are counts, too.
hash_bits([X | [_ | _] = L], H, Size) -> erlang:hash_bits(L, (H * 268440163 + X) rem 4294967296, Size + 1);
hash_bits([X | N], H, Size) ->
    Last = (H * 268440163 + X div erlang:power(8 - N)) rem 4294967296,
    ((Last * 268440581 + N) rem 4294967296 * 268436141 + Size) rem 4294967296.

hash_parts([X | T], H) -> erlang:hash_parts(T, erlang:hash(X, H));
hash_parts([], H) -> H.

%% Characters are no integers here.
hash_element(X, H) when is_integer(X), X >= 0, X < 256, is_integer(H) -> (H * 268439161 + X) rem 4294967296;
hash_element(X, H) -> erlang:hash(X, H).

hash_list([X | T], H) -> erlang:hash_list(T, erlang:hash_element(X, H));
hash_list(End, H) ->
    case erlang:hash(End, H) of
        none -> none;
        Last -> Last * 268437511 rem 4294967296
    end.

%% Both zeros are one.
hash_float(F, H) when F == 0 -> H * 268437017 rem 4294967296;
hash_float(F, H) ->
    Bits = '$float_bits'(F),
    (H * 268437017 + erlang:'bxor'(Bits div 4294967296, Bits rem 4294967296)) rem 4294967296.

%% Entries [Key | Rest] with the numbers of their slots in front, of 16 that OTP keeps them in, as long as they have never
%% been more than 80: by their slots, those of one slot in the order in which they are. Or `none`.
slots(L) -> erlang:slots(L, []).

slots([[K | Rest] | L], Placed) ->
    case erlang:hash_of(K) of
        none -> none;
        H -> erlang:slots(L, erlang:slot_placed(H rem 16 + 1, K, Rest, Placed))
    end;
slots([], Placed) -> Placed.

slot_placed(Slot, K, Rest, [[First | Entry] | L]) when First =< Slot ->
    [[First | Entry] | erlang:slot_placed(Slot, K, Rest, L)];
slot_placed(Slot, K, Rest, L) -> [[Slot, K | Rest] | L].

%% The same, the last slot first.
slots_down(L) -> erlang:slots_down(L, [], []).

slots_down([[Slot | Entry] | L], [[Slot | Before] | Same], Down) ->
    erlang:slots_down(L, [[Slot | Entry], [Slot | Before] | Same], Down);
slots_down([First | L], Same, Down) -> erlang:slots_down(L, [First], lists:reverse(Same, Down));
slots_down([], Same, Down) -> lists:reverse(Same, Down).
