%% The functions of OTP's calendar that only compute, without those on texts of dates.
-module(calendar).
-export([
    date_to_gregorian_days/1, date_to_gregorian_days/3, datetime_to_gregorian_seconds/1, day_of_the_week/1,
    day_of_the_week/3, gregorian_days_to_date/1, gregorian_seconds_to_datetime/1, is_leap_year/1,
    last_day_of_the_month/2, now_to_datetime/1, now_to_universal_time/1, seconds_to_daystime/1, seconds_to_time/1,
    time_difference/2, time_to_seconds/1, valid_date/1, valid_date/3
]).

is_leap_year(Y) when is_integer(Y), Y >= 0 ->
    Y rem 4 =:= 0 andalso Y rem 100 > 0 orelse Y rem 400 =:= 0.

last_day_of_the_month(Y, M) when is_integer(Y), Y >= 0 -> calendar:last_day(Y, M).

last_day(_, M) when M =:= 4; M =:= 6; M =:= 9; M =:= 11 -> 30;
last_day(Y, 2) ->
    case calendar:is_leap_year(Y) of
        true -> 29;
        _ -> 28
    end;
last_day(_, M) when is_integer(M), M > 0, M < 13 -> 31.

valid_date({Y, M, D}) -> calendar:valid_date(Y, M, D).

valid_date(Y, M, D) when is_integer(Y), is_integer(M), is_integer(D) ->
    Y >= 0 andalso M > 0 andalso M < 13 andalso D > 0 andalso D =< calendar:last_day_of_the_month(Y, M).

date_to_gregorian_days({Y, M, D}) -> calendar:date_to_gregorian_days(Y, M, D).

date_to_gregorian_days(Y, M, D) when is_integer(D), D > 0 ->
    Last = calendar:last_day_of_the_month(Y, M),
    case D =< Last of
        true -> calendar:days_before_year(Y) + calendar:days_before_month(Y, M) + D - 1;
        false -> error(if_clause)
    end.

days_before_year(0) -> 0;
days_before_year(Y) -> Y * 365 + (Y - 1) div 4 - (Y - 1) div 100 + (Y - 1) div 400 + 1.

days_before_month(_, 1) -> 0;
days_before_month(Y, M) -> calendar:days_before_month(Y, M - 1) + calendar:last_day(Y, M - 1).

datetime_to_gregorian_seconds({Date, Time}) ->
    86400 * calendar:date_to_gregorian_days(Date) + calendar:time_to_seconds(Time).

day_of_the_week({Y, M, D}) -> calendar:day_of_the_week(Y, M, D).

day_of_the_week(Y, M, D) -> (calendar:date_to_gregorian_days(Y, M, D) + 5) rem 7 + 1.

gregorian_days_to_date(Days) when Days >= 0 ->
    Y = calendar:year_of(Days, Days div 366),
    calendar:month_of(Y, 1, Days - calendar:days_before_year(Y)).

%% The year of a day, from one that is not later.
year_of(Days, Y) ->
    case calendar:days_before_year(Y + 1) > Days of
        true -> Y;
        false -> calendar:year_of(Days, Y + 1)
    end.

month_of(Y, M, Day) ->
    Last = calendar:last_day(Y, M),
    case Day < Last of
        true -> {Y, M, Day + 1};
        false -> calendar:month_of(Y, M + 1, Day - Last)
    end.

gregorian_seconds_to_datetime(S) when S >= 0 ->
    {calendar:gregorian_days_to_date(S div 86400), calendar:seconds_to_time(S rem 86400)}.

now_to_datetime({A, B, _}) -> calendar:gregorian_seconds_to_datetime(A * 1000000 + B + 62167219200).

now_to_universal_time(Now) -> calendar:now_to_datetime(Now).

seconds_to_time(S) when S >= 0, S < 86400 ->
    R = S rem 3600,
    {S div 3600, R div 60, R rem 60}.

seconds_to_daystime(S) ->
    Days = S div 86400,
    case S rem 86400 of
        R when R < 0 -> {Days - 1, calendar:seconds_to_time(R + 86400)};
        R -> {Days, calendar:seconds_to_time(R)}
    end.

time_to_seconds({H, M, S}) when is_integer(H), is_integer(M), is_integer(S) -> H * 3600 + M * 60 + S.

time_difference({{_, _, _}, {_, _, _}} = A, {{_, _, _}, {_, _, _}} = B) ->
    calendar:seconds_to_daystime(calendar:datetime_to_gregorian_seconds(B) - calendar:datetime_to_gregorian_seconds(A)).
