%% The functions of OTP's timer that only compute.
-module(timer).
-export([hms/3, hours/1, minutes/1, now_diff/2, seconds/1]).

seconds(N) -> 1000 * N.

minutes(N) -> 1000 * 60 * N.

hours(N) -> 1000 * 60 * 60 * N.

hms(H, M, S) -> timer:hours(H) + timer:minutes(M) + timer:seconds(S).

now_diff({A2, B2, C2}, {A1, B1, C1}) -> ((A2 - A1) * 1000000 + B2 - B1) * 1000000 + C2 - C1.
