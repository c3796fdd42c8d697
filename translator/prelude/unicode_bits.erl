%% Characters in UTF-16 and UTF-32 in binaries; those in UTF-8 stand in `data`.
%%
%% What is no character, as half of a pair or a code above 16#10FFFF, can neither be put in nor taken out.
-module(erlang).
-export([]).

%% The bytes of a character.
utf16_bytes(V, Endian) when is_integer(V), V >= 0, V < 16#D800; is_integer(V), V >= 16#E000, V < 16#10000 ->
    erlang:utf16_unit(V, Endian, []);
utf16_bytes(V, Endian) when is_integer(V), V >= 16#10000, V < 16#110000 ->
    Over = V - 16#10000,
    erlang:utf16_unit(16#D800 + Over div 1024, Endian, erlang:utf16_unit(16#DC00 + Over rem 1024, Endian, []));
utf16_bytes(_, _) -> error(badarg).

utf16_unit(V, big, T) -> [V div 256, V rem 256 | T];
utf16_unit(V, little, T) -> [V rem 256, V div 256 | T].

utf32_bytes(V, Endian) when is_integer(V), V >= 0, V < 16#D800; is_integer(V), V >= 16#E000, V < 16#110000 ->
    case Endian of
        big -> [0, V div 65536, V div 256 rem 256, V rem 256];
        little -> [V rem 256, V div 256 rem 256, V div 65536, 0]
    end;
utf32_bytes(_, _) -> error(badarg).

%% How many bits a character has.
utf16_size(V) when V < 16#10000 -> 16;
utf16_size(_) -> 32.

%% A character in front of what is left, or [].
bits_utf16(_, {open, B}) -> erlang:bits_integer(16, 1, unsigned, big, {open, B});
bits_utf16(Endian, Left) ->
    case erlang:bits_integer(16, 1, unsigned, Endian, Left) of
        [V | More] when V < 16#D800; V >= 16#E000 -> [V | More];
        [V | More] when V < 16#DC00 ->
            case erlang:bits_integer(16, 1, unsigned, Endian, More) of
                [X | Rest] when X >= 16#DC00, X < 16#E000 -> [(V - 16#D800) * 1024 + X - 16#DC00 + 16#10000 | Rest];
                _ -> []
            end;
        _ -> []
    end.

bits_utf32(_, {open, B}) -> erlang:bits_integer(32, 1, unsigned, big, {open, B});
bits_utf32(Endian, Left) ->
    case erlang:bits_integer(32, 1, unsigned, Endian, Left) of
        [V | More] when V < 16#D800; V >= 16#E000, V < 16#110000 -> [V | More];
        _ -> []
    end.
