%% Built-in functions of Erlang that are written in Erlang here.
-module(erlang).
-export([
    '++'/2, '--'/2, abs/1, append_element/2, 'band'/2, 'bnot'/1, 'bor'/2, 'bsl'/2, 'bsr'/2, 'bxor'/2,
    delete_element/2, element/2, insert_element/3, integer_to_list/1, integer_to_list/2, length/1,
    list_to_integer/1, list_to_integer/2, list_to_tuple/1, make_tuple/2, max/2, min/2, setelement/3, size/1
]).

length(L) -> erlang:length(L, 0).

length([], N) -> N;
length([_ | T], N) -> erlang:length(T, N + 1);
length(_, _) -> error(badarg).

'++'([], L) -> L;
'++'([H | T], L) -> [H | erlang:'++'(T, L)];
'++'(_, _) -> error(badarg).

'--'(A, B) ->
    case erlang:is_proper(A) andalso erlang:is_proper(B) of
        true -> erlang:minus(A, B);
        false -> error(badarg)
    end.

minus(A, []) -> A;
minus(A, [H | T]) -> erlang:minus(erlang:without(H, A), T).

without(_, []) -> [];
without(X, [X | T]) -> T;
without(X, [H | T]) -> [H | erlang:without(X, T)].

is_proper([]) -> true;
is_proper([_ | T]) -> erlang:is_proper(T);
is_proper(_) -> false.

element(N, T) when is_integer(N), is_tuple(T), N >= 1, N =< tuple_size(T) ->
    erlang:nth(N, tuple_to_list(T));
element(_, _) -> error(badarg).

nth(1, [H | _]) -> H;
nth(N, [_ | T]) -> erlang:nth(N - 1, T).

setelement(N, T, V) when is_integer(N), is_tuple(T), N >= 1, N =< tuple_size(T) ->
    list_to_tuple(erlang:replace(N, tuple_to_list(T), V));
setelement(_, _, _) -> error(badarg).

replace(1, [_ | T], V) -> [V | T];
replace(N, [H | T], V) -> [H | erlang:replace(N - 1, T, V)].

list_to_tuple(L) ->
    case erlang:is_proper(L) of
        true -> '$list_to_tuple'(L);
        false -> error(badarg)
    end.

size(T) when is_tuple(T) -> tuple_size(T);
size(_) -> error(badarg).

abs(A) when is_number(A), A < 0 -> -A;
abs(A) when is_number(A) -> A;
abs(_) -> error(badarg).

append_element(T, V) when is_tuple(T) -> list_to_tuple(tuple_to_list(T) ++ [V]);
append_element(_, _) -> error(badarg).

insert_element(N, T, V) when is_integer(N), is_tuple(T), N >= 1, N - 1 =< tuple_size(T) ->
    list_to_tuple(erlang:inserted(N, tuple_to_list(T), V));
insert_element(_, _, _) -> error(badarg).

inserted(1, L, V) -> [V | L];
inserted(N, [H | T], V) -> [H | erlang:inserted(N - 1, T, V)].

delete_element(N, T) when is_integer(N), is_tuple(T), N >= 1, N =< tuple_size(T) ->
    list_to_tuple(erlang:deleted(N, tuple_to_list(T)));
delete_element(_, _) -> error(badarg).

deleted(1, [_ | T]) -> T;
deleted(N, [H | T]) -> [H | erlang:deleted(N - 1, T)].

make_tuple(N, V) when is_integer(N), N >= 0 -> list_to_tuple(erlang:copies(N, V));
make_tuple(_, _) -> error(badarg).

copies(0, _) -> [];
copies(N, V) -> [V | erlang:copies(N - 1, V)].

integer_to_list(N) -> erlang:integer_to_list(N, 10).

integer_to_list(N, Base) when is_integer(N), is_integer(Base), Base >= 2, Base =< 36, N < 0 ->
    [$- | erlang:digits(-N, Base, [])];
integer_to_list(N, Base) when is_integer(N), is_integer(Base), Base >= 2, Base =< 36 ->
    erlang:digits(N, Base, []);
integer_to_list(_, _) -> error(badarg).

digits(N, Base, L) when N < Base -> [erlang:digit(N) | L];
digits(N, Base, L) -> erlang:digits(N div Base, Base, [erlang:digit(N rem Base) | L]).

digit(N) when N < 10 -> $0 + N;
digit(N) -> $A - 10 + N.

list_to_integer(L) -> erlang:list_to_integer(L, 10).

list_to_integer([$-, C | T], Base) when is_integer(Base), Base >= 2, Base =< 36 ->
    -erlang:from_digits([C | T], Base, 0);
list_to_integer([$+, C | T], Base) when is_integer(Base), Base >= 2, Base =< 36 ->
    erlang:from_digits([C | T], Base, 0);
list_to_integer([_ | _] = L, Base) when is_integer(Base), Base >= 2, Base =< 36 ->
    erlang:from_digits(L, Base, 0);
list_to_integer(_, _) -> error(badarg).

from_digits([C | T], Base, N) when is_integer(C), C >= $0, C =< $9, C - $0 < Base ->
    erlang:from_digits(T, Base, Base * N + C - $0);
from_digits([C | T], Base, N) when is_integer(C), C >= $A, C =< $Z, C - $A + 10 < Base ->
    erlang:from_digits(T, Base, Base * N + C - $A + 10);
from_digits([C | T], Base, N) when is_integer(C), C >= $a, C =< $z, C - $a + 10 < Base ->
    erlang:from_digits(T, Base, Base * N + C - $a + 10);
from_digits([], _, N) -> N;
from_digits(_, _, _) -> error(badarg).

max(A, B) when A >= B -> A;
max(_, B) -> B.

min(A, B) when A =< B -> A;
min(_, B) -> B.

'band'(A, B) when is_integer(A), is_integer(B) -> erlang:bits(A, B, 'band');
'band'(_, _) -> error(badarith).

'bor'(A, B) when is_integer(A), is_integer(B) -> erlang:bits(A, B, 'bor');
'bor'(_, _) -> error(badarith).

'bxor'(A, B) when is_integer(A), is_integer(B) -> erlang:bits(A, B, 'bxor');
'bxor'(_, _) -> error(badarith).

'bnot'(A) when is_integer(A) -> -A - 1;
'bnot'(_) -> error(badarith).

%% Two's complement without an end: below every number stands 0 or -1.
bits(A, B, Op) when (A =:= 0 orelse A =:= -1), (B =:= 0 orelse B =:= -1) -> -erlang:bit(-A, -B, Op);
bits(A, B, Op) -> erlang:bit(erlang:low(A), erlang:low(B), Op) + 2 * erlang:bits(erlang:half(A), erlang:half(B), Op).

bit(1, 1, 'band') -> 1;
bit(_, _, 'band') -> 0;
bit(0, 0, _) -> 0;
bit(1, 1, 'bxor') -> 0;
bit(_, _, _) -> 1.

low(A) -> A - 2 * erlang:half(A).

%% Rounds down, where `div` rounds towards 0.
half(A) when A >= 0 -> A div 2;
half(A) -> (A - 1) div 2.

'bsl'(A, N) when is_integer(A), is_integer(N), N >= 0 -> A * erlang:power(N);
'bsl'(A, N) when is_integer(A), is_integer(N) -> erlang:shift(A, -N);
'bsl'(_, _) -> error(badarith).

'bsr'(A, N) when is_integer(A), is_integer(N), N >= 0 -> erlang:shift(A, N);
'bsr'(A, N) when is_integer(A), is_integer(N) -> A * erlang:power(-N);
'bsr'(_, _) -> error(badarith).

shift(A, 0) -> A;
shift(0, _) -> 0;
shift(-1, _) -> -1;
shift(A, N) -> erlang:shift(erlang:half(A), N - 1).

power(N) when N > 7, N < 256 -> 256 * erlang:power(N - 8);
power(0) -> 1;
power(N) -> 2 * erlang:power(N - 1).

%% What is known of a client behind an answer to `From`: it waits as long as it is not its own.
client_waits(From, From) -> false;
client_waits(_, Waits) -> Waits.

%% The same behind a message: the one for which a client waits is `{Tag, Answer}`, to its process or to the alias in the tag.
client_given(To, {Tag, _}, {To, Tag}) -> false;
client_given(Alias, {[alias | Alias] = Tag, _}, {_, Tag}) -> false;
client_given(_, _, Waits) -> Waits.

%% Other processes: a list of `{Site, Ref, Kind, Who}`, by site, the last one of a site last.
%%
%% Site is the number of the call that has made the monitor or link. Kind is `monitor` or `link`, or `down` or `exit`
%% where the message of one is there already; Ref the reference of a monitor, and the process itself of a
%% link. A process neither monitors itself nor is it linked to itself. Only the model calls these functions.

watch_add(Site, Ref, Kind, Who, Watches) when is_atom(Who) ->
    erlang:watch_insert(Site, {Site, Ref, Kind, {Who, nonode@nohost}}, Watches);
watch_add(Site, Ref, Kind, Who, Watches) ->
    case Who =:= self() of
        true -> Watches;
        false -> erlang:watch_insert(Site, {Site, Ref, Kind, Who}, Watches)
    end.

watch_insert(Site, New, [{Other, _, _, _} = First | Watches]) when Other =< Site ->
    [First | erlang:watch_insert(Site, New, Watches)];
watch_insert(_, New, Watches) ->
    [New | Watches].

watch_link(Site, Who, Watches) ->
    case erlang:watch_lives(Who, link, Watches) of
        true -> Watches;
        false -> erlang:watch_add(Site, Who, link, Who, Watches)
    end.

watch_drop(_, _, []) -> [];
watch_drop(Ref, Kind, [{_, Ref, Kind, _} | Watches]) -> Watches;
watch_drop(Ref, Kind, [First | Watches]) -> [First | erlang:watch_drop(Ref, Kind, Watches)].

%% The message of a monitor or link has come.
watch_sent(_, _, []) -> [];
watch_sent(Ref, monitor, [{Site, Ref, monitor, Who} | Watches]) -> [{Site, Ref, down, Who} | Watches];
watch_sent(Ref, link, [{Site, Ref, link, Who} | Watches]) -> [{Site, Ref, exit, Who} | Watches];
watch_sent(Ref, Kind, [First | Watches]) -> [First | erlang:watch_sent(Ref, Kind, Watches)].

watch_lives(_, _, []) -> false;
watch_lives(Ref, Kind, [{_, Ref, Kind, _} | _]) -> true;
watch_lives(Ref, Kind, [_ | Watches]) -> erlang:watch_lives(Ref, Kind, Watches).

%% Whether so many of a site are there.
watch_full(_, 0, _) -> true;
watch_full(_, _, []) -> false;
watch_full(Site, N, [{Site, _, _, _} | Watches]) -> erlang:watch_full(Site, N - 1, Watches);
watch_full(Site, N, [_ | Watches]) -> erlang:watch_full(Site, N, Watches).

%% What is left when a `receive` has taken a message.
watch_received({'DOWN', Ref, process, _, _}, Watches) ->
    erlang:watch_drop(Ref, monitor, erlang:watch_drop(Ref, down, Watches));
watch_received({'EXIT', Who, _}, Watches) ->
    erlang:watch_drop(Who, link, erlang:watch_drop(Who, exit, Watches));
watch_received(_, Watches) ->
    Watches.

%% What is known of a client behind the message of the end of a process: a client that has ended does not wait.
watch_client(_, _, false) -> false;
watch_client({'DOWN', _, process, Client, _}, Client, _) -> false;
watch_client({'EXIT', Client, _}, Client, _) -> false;
watch_client(_, _, Waits) -> Waits.

%% The processes of the links.
watch_links([]) -> [];
watch_links([{_, Who, link, _} | Watches]) -> [Who | erlang:watch_links(Watches)];
watch_links([_ | Watches]) -> erlang:watch_links(Watches).

%% A link is loose where exits were trapped before: its message may be there already. Who is `{loose, Who}` then.

watch_trap(true, false, Watches) -> erlang:watch_loosen(Watches);
watch_trap(false, true, Watches) -> erlang:watch_tighten(Watches);
watch_trap(_, _, Watches) -> Watches.

watch_loosen([]) -> [];
watch_loosen([{Site, Ref, link, {behind, N, Who}} | Watches]) ->
    [{Site, Ref, link, {behind, N, {loose, Who}}} | erlang:watch_loosen(Watches)];
watch_loosen([{Site, Ref, link, Who} | Watches]) ->
    [{Site, Ref, link, {loose, Who}} | erlang:watch_loosen(Watches)];
watch_loosen([First | Watches]) ->
    [First | erlang:watch_loosen(Watches)].

watch_tighten([]) -> [];
watch_tighten([{Site, Ref, Kind, {behind, N, {loose, Who}}} | Watches]) ->
    [{Site, Ref, Kind, {behind, N, Who}} | erlang:watch_tighten(Watches)];
watch_tighten([{Site, Ref, Kind, {loose, Who}} | Watches]) ->
    [{Site, Ref, Kind, Who} | erlang:watch_tighten(Watches)];
watch_tighten([First | Watches]) ->
    [First | erlang:watch_tighten(Watches)].

watch_loose(_, []) -> false;
watch_loose(Ref, [{_, Ref, link, {loose, _}} | _]) -> true;
watch_loose(Ref, [{_, Ref, link, {behind, _, {loose, _}}} | _]) -> true;
watch_loose(Ref, [_ | Watches]) -> erlang:watch_loose(Ref, Watches).

%% Without what has brought a message.
watch_heard(Ref, loose, Watches) -> erlang:watch_drop(Ref, link, Watches);
watch_heard(Ref, Kind, Watches) -> erlang:watch_drop(Ref, Kind, Watches).

%% Where messages may wait, what a monitor or link brings may stand before those that have come after it: Who is
%% `{behind, N, Who}` as long as N of them, which were there before, are to be taken.

watch_link(Site, Who, Queue, Watches) ->
    case erlang:watch_lives(Who, link, Watches) of
        true -> Watches;
        false -> erlang:watch_behind(Queue, Who, link, erlang:watch_add(Site, Who, link, Who, Watches))
    end.

watch_add(Site, Ref, Kind, Who, Queue, Watches) ->
    erlang:watch_behind(Queue, Ref, Kind, erlang:watch_add(Site, Ref, Kind, Who, Watches)).

watch_behind([], _, _, Watches) -> Watches;
watch_behind(_, _, _, []) -> [];
watch_behind(Queue, Ref, Kind, [{Site, Ref, Kind, Who} | Watches]) ->
    [{Site, Ref, Kind, {behind, length(Queue), Who}} | Watches];
watch_behind(Queue, Ref, Kind, [First | Watches]) ->
    [First | erlang:watch_behind(Queue, Ref, Kind, Watches)].

%% A message of the queue is taken.
watch_taken([]) -> [];
watch_taken([{Site, Ref, Kind, {behind, 1, Who}} | Watches]) ->
    [{Site, Ref, Kind, Who} | erlang:watch_taken(Watches)];
watch_taken([{Site, Ref, Kind, {behind, N, Who}} | Watches]) ->
    [{Site, Ref, Kind, {behind, N - 1, Who}} | erlang:watch_taken(Watches)];
watch_taken([First | Watches]) ->
    [First | erlang:watch_taken(Watches)].

%% The same where some message of the queue is taken out of the middle, by its number from 0.
watch_picked(_, []) -> [];
watch_picked(P, [{Site, Ref, Kind, {behind, N, Who}} | Watches]) when N =:= 1, P =:= 0 ->
    [{Site, Ref, Kind, Who} | erlang:watch_picked(P, Watches)];
watch_picked(P, [{Site, Ref, Kind, {behind, N, Who}} | Watches]) when N > P ->
    [{Site, Ref, Kind, {behind, N - 1, Who}} | erlang:watch_picked(P, Watches)];
watch_picked(P, [First | Watches]) ->
    [First | erlang:watch_picked(P, Watches)].

%% What a message of the queue looks like in the mailbox.
mail_shown({post, Event}) -> {'$gen_event', Event};
mail_shown({event, Event}) -> {'$gen_event', Event};
mail_shown({post_all, Event}) -> {'$gen_all_state_event', Event};
mail_shown({all, Event}) -> {'$gen_all_state_event', Event};
mail_shown({sync, Event, From}) -> {'$gen_sync_event', From, Event};
mail_shown({sync_all, Event, From}) -> {'$gen_sync_all_state_event', From, Event};
mail_shown({post_cast, Request}) -> {'$gen_cast', Request};
mail_shown({cast, Request}) -> {'$gen_cast', Request};
mail_shown({call, Request, From}) -> {'$gen_call', From, Request};
mail_shown({_, Message}) -> Message;
mail_shown({_, Message, _}) -> Message.

%% The same where others may want the machine to end: the process that has started it, and whoever calls `gen_fsm:stop/1`.
mail_shown({stop, Reason}, _, From) -> {system, From, {terminate, Reason}};
mail_shown({exit, Reason}, Parent, _) -> {'EXIT', Parent, Reason};
mail_shown(Entry, _, _) -> erlang:mail_shown(Entry).

%% What the message of a timer looks like there. Those of some sites bring an event that does not name its timer.
mail_brought({_, _, timeout, {timeout, Ref, Message}, _}, _) -> {timeout, Ref, {'$gen_timer', Message}};
mail_brought({Site, Ref, timer, Event, _}, Bare) ->
    case erlang:mail_is_bare(Site, Bare) of
        true -> {'$gen_event', Event};
        false -> {timeout, Ref, {'$gen_event', Event}}
    end;
mail_brought({_, _, sent, Event, _}, _) -> {'$gen_event', Event};
mail_brought({_, _, sent_all, Event, _}, _) -> {'$gen_all_state_event', Event};
mail_brought({_, _, sent_cast, Request, _}, _) -> {'$gen_cast', Request};
mail_brought({_, _, _, Message, _}, _) -> Message.

mail_is_bare(_, []) -> false;
mail_is_bare(Site, [Site | _]) -> true;
mail_is_bare(Site, [_ | Sites]) -> erlang:mail_is_bare(Site, Sites).

%% What the end of a process brings that the machine monitors, or to which it is linked.
mail_ended({_, Ref, Kind, Who}, Reason) when Kind =:= monitor; Kind =:= down ->
    {'DOWN', Ref, process, erlang:mail_who(Who), Reason};
mail_ended({_, Who, _, _}, Reason) ->
    {'EXIT', Who, Reason}.

mail_who({behind, _, Who}) -> Who;
mail_who(Who) -> Who.

%% Whether that is a message, or may be one: of a link only where exits are trapped, or were.
mail_ends({_, _, link, {loose, _}}, _) -> true;
mail_ends({_, _, link, {behind, _, {loose, _}}}, _) -> true;
mail_ends({_, _, link, _}, Trap) -> Trap;
mail_ends(_, _) -> true.

%% The timers of a machine: a list of `{Site, Ref, Kind, Message, Left}`, by site and reference.
%%
%% Site is the number of the call that has started the timer; Left the units of time up to its end
%% where time is counted, `sent` if its message is on its way and it is no timer any more. Where nothing can name a timer its Ref is a number: 0, or 1 if it is the second
%% one of its site, and so on. Only the model calls these functions.

%% A timer more; `How` is `hidden` where nothing can name it, `wrapped` where its message does.
timer_start(Site, Kind, How, Message, Left, Timers, Live, Sites) ->
    Ref = erlang:timer_ref(How, Site, Timers, Live, Sites),
    Brings = erlang:timer_brings(How, Ref, Message),
    erlang:timer_insert(Site, Ref, {Site, Ref, Kind, Brings, Left}, Timers).

%% A reference that is neither in `Live` nor that of another timer; those of one site are alike.
timer_ref(hidden, Site, Timers, _, _) -> erlang:timer_count(Site, Timers);
timer_ref(_, Site, Timers, Live, Sites) -> '$fresh_reference'({Site, Sites, {Timers, Live}}).

timer_count(_, []) -> 0;
timer_count(Site, [{Site, Ref, _, _, _} | Timers]) when is_integer(Ref) -> 1 + erlang:timer_count(Site, Timers);
timer_count(Site, [_ | Timers]) -> erlang:timer_count(Site, Timers).

timer_brings(wrapped, Ref, Message) -> {timeout, Ref, Message};
timer_brings(_, _, Message) -> Message.

timer_insert(Site, Ref, New, [{Other, Last, _, _, _} = Timer | Timers]) when
    Other < Site; Other =:= Site, Last < Ref
->
    [Timer | erlang:timer_insert(Site, Ref, New, Timers)];
timer_insert(_, _, New, Timers) ->
    [New | Timers].

%% Without the timer that has fired.
timer_drop(_, _, []) -> [];
timer_drop(Site, Ref, [{Site, Ref, _, _, _} | Timers]) -> erlang:timer_close(Site, Ref, Timers);
timer_drop(Site, Ref, [Timer | Timers]) -> [Timer | erlang:timer_drop(Site, Ref, Timers)].

timer_close(Site, Gone, [{Site, Ref, Kind, Message, Left} | Timers]) when is_integer(Gone), is_integer(Ref) ->
    [{Site, Ref - 1, Kind, Message, Left} | erlang:timer_close(Site, Gone, Timers)];
timer_close(_, _, Timers) ->
    Timers.

%% Some timers are not over with what they bring. Left is `again` for one that goes on until it is cancelled. What a
%% process sends that the machine has started is a timer with the process for its Ref; Left is the list of what comes behind
%% that message. `{Left, N}` where N messages that wait come first.
timer_next(_, _, []) -> [];
timer_next(Site, Ref, [{Site, Ref, Kind, Message, Left} | Timers]) ->
    case erlang:timer_follows(Kind, Message, Left) of
        none -> erlang:timer_close(Site, Ref, Timers);
        {NewKind, NewMessage, NewLeft} -> [{Site, Ref, NewKind, NewMessage, NewLeft} | Timers]
    end;
timer_next(Site, Ref, [Timer | Timers]) ->
    [Timer | erlang:timer_next(Site, Ref, Timers)].

timer_follows(Kind, Message, again) -> {Kind, Message, again};
timer_follows(Kind, Message, {again, N}) -> {Kind, Message, {again, N}};
timer_follows(_, _, [{Kind, Message}]) -> {Kind, Message, armed};
timer_follows(_, _, [{Kind, Message} | Rest]) -> {Kind, Message, Rest};
timer_follows(_, _, {[{Kind, Message}], N}) -> {Kind, Message, N};
timer_follows(_, _, {[{Kind, Message} | Rest], N}) -> {Kind, Message, {Rest, N}};
timer_follows(_, _, _) -> none.

timer_lasting(armed) -> again;
timer_lasting(N) -> {again, N}.

%% A message more of a process: behind those that are to come of it.
timer_post(Site, Process, Kind, Message, Left, Timers) ->
    case erlang:timer_find(Process, Timers) of
        {First, _, Own, Next, Place} ->
            Behind = erlang:timer_behind(Place, {Kind, Message}),
            erlang:timer_insert(First, Process, {First, Process, Own, Next, Behind}, erlang:timer_cancel(Process, Timers));
        none ->
            erlang:timer_insert(Site, Process, {Site, Process, Kind, Message, Left}, Timers)
    end.

timer_behind(armed, New) -> [New];
timer_behind({Rest, N}, New) -> {Rest ++ [New], N};
timer_behind(N, New) when is_integer(N) -> {[New], N};
timer_behind(Rest, New) -> Rest ++ [New].

%% Whether there is no room for the first message of a process.
timer_crowded(Site, Process, N, Timers) ->
    case erlang:timer_find(Process, Timers) of
        none -> erlang:timer_full(Site, N, Timers);
        _ -> false
    end.

%% Without the timer that was cancelled, if it lives.
timer_cancel(_, []) -> [];
timer_cancel(Ref, [{_, Ref, _, _, _} | Timers]) -> Timers;
timer_cancel(Ref, [Timer | Timers]) -> [Timer | erlang:timer_cancel(Ref, Timers)].

%% Whether the time of a timer is over, where it is counted.
timer_over(_, []) -> false;
timer_over(Ref, [{_, Ref, _, _, Left} | _]) -> Left =:= 0;
timer_over(Ref, [_ | Timers]) -> erlang:timer_over(Ref, Timers).

timer_lives(_, []) -> false;
timer_lives(Ref, [{_, Ref, _, _, Left} | _]) -> Left =/= sent;
timer_lives(Ref, [_ | Timers]) -> erlang:timer_lives(Ref, Timers).

%% The message of a timer is on its way: Left says so, or nothing can name it any more.
timer_sent(Ref, Left, Timers) ->
    erlang:timer_send(erlang:timer_find(Ref, Timers), Left, erlang:timer_cancel(Ref, Timers)).

timer_find(_, []) -> none;
timer_find(Ref, [{Site, Ref, Kind, Message, Left} | _]) -> {Site, Ref, Kind, Message, Left};
timer_find(Ref, [_ | Timers]) -> erlang:timer_find(Ref, Timers).

timer_send({Site, Ref, Kind, Message, Old}, Left, Others) ->
    case erlang:timer_flush(Ref, [{Site, Ref, Kind, Message, Old}]) of
        gone -> erlang:timer_insert(Site, Ref, {Site, Ref, Kind, Message, Left}, Others);
        late when Left =:= sent -> erlang:timer_hide(Site, Kind, Message, Old, Others);
        late -> erlang:timer_hide(Site, Kind, Message, Left, Others)
    end;
timer_send(none, _, Others) ->
    Others.

timer_hide(Site, Kind, Message, Left, Others) ->
    Number = erlang:timer_count(Site, Others),
    erlang:timer_insert(Site, Number, {Site, Number, Kind, Message, Left}, Others).

%% Where messages may wait and time is not counted Left is the number of those that are to be taken first, for they were
%% there before the timer; `armed` if there are none; `{sent, N}` as `sent`.
timer_place([]) -> armed;
timer_place(Queue) -> length(Queue).

timer_taken([]) -> [];
timer_taken([{Site, Ref, Kind, Message, Left} | Timers]) ->
    [{Site, Ref, Kind, Message, erlang:timer_nearer(Left)} | erlang:timer_taken(Timers)].

timer_nearer(1) -> armed;
timer_nearer(N) when is_integer(N) -> N - 1;
timer_nearer({Left, 1}) -> Left;
timer_nearer({Left, N}) -> {Left, N - 1};
timer_nearer(Left) -> Left.

%% The same where some message of the queue is taken out of the middle, by its number from 0.
timer_picked(_, []) -> [];
timer_picked(P, [{Site, Ref, Kind, Message, Left} | Timers]) ->
    [{Site, Ref, Kind, Message, erlang:timer_nearer(P, Left)} | erlang:timer_picked(P, Timers)].

timer_nearer(P, N) when is_integer(N), N > P -> erlang:timer_nearer(N);
timer_nearer(P, {Left, N}) when N > P -> erlang:timer_nearer({Left, N});
timer_nearer(_, Left) -> Left.

timer_alive(_, []) -> false;
timer_alive(Ref, [{_, Ref, _, _, {again, _}} | _]) -> true;
timer_alive(Ref, [{_, Ref, _, _, Left} | _]) -> Left =/= sent andalso not is_tuple(Left);
timer_alive(Ref, [_ | Timers]) -> erlang:timer_alive(Ref, Timers).

timer_late(Ref, Left, Timers) ->
    case erlang:timer_find(Ref, Timers) of
        {Site, _, Kind, Message, N} when is_integer(N) ->
            Others = erlang:timer_cancel(Ref, Timers),
            case erlang:timer_flush(Ref, [{Site, Ref, Kind, Message, N}]) of
                gone -> erlang:timer_insert(Site, Ref, {Site, Ref, Kind, Message, {Left, N}}, Others);
                late -> erlang:timer_hide(Site, Kind, Message, N, Others)
            end;
        _ ->
            erlang:timer_sent(Ref, Left, Timers)
    end.

%% The same where a `receive` may take messages of timers: that its message is there counts although nothing names it.
timer_stays(Ref, Left, Timers) ->
    case erlang:timer_find(Ref, Timers) of
        {Site, _, Kind, Message, Old} ->
            Others = erlang:timer_cancel(Ref, Timers),
            Now = erlang:timer_there(Left, Old),
            case erlang:timer_flush(Ref, [{Site, Ref, Kind, Message, Old}]) of
                gone -> erlang:timer_insert(Site, Ref, {Site, Ref, Kind, Message, Now}, Others);
                late -> erlang:timer_hide(Site, Kind, Message, Now, Others)
            end;
        none ->
            Timers
    end.

timer_there(_, again) -> again;
timer_there(_, {again, N}) -> {again, N};
timer_there(Left, N) when is_integer(N) -> {Left, N};
timer_there(Left, _) -> Left.

%% What `gen_fsm:cancel_timer/1` does: it takes only messages that name their timer out of the mailbox.
timer_flush(_, []) -> dead;
timer_flush(Ref, [{_, Ref, _, {timeout, Ref, _}, _} | _]) -> gone;
timer_flush(Ref, [{_, Ref, timer, _, _} | _]) -> gone;
timer_flush(Ref, [{_, Ref, _, _, _} | _]) -> late;
timer_flush(Ref, [_ | Timers]) -> erlang:timer_flush(Ref, Timers).

%% Whether so many timers of a site are pending.
timer_full(_, 0, _) -> true;
timer_full(_, _, []) -> false;
timer_full(Site, N, [{Site, _, _, _, _} | Timers]) -> erlang:timer_full(Site, N - 1, Timers);
timer_full(Site, N, [_ | Timers]) -> erlang:timer_full(Site, N, Timers).

%% So many units of time that no timer fires too early.
timer_units(Time, Quantum) -> (Time + Quantum - 1) div Quantum.

%% One unit of time less.
timer_tick([]) -> [];
timer_tick([{Site, Ref, Kind, Message, Left} | Timers]) ->
    [{Site, Ref, Kind, Message, Left - 1} | erlang:timer_tick(Timers)].

timer_due([]) -> false;
timer_due([{_, _, _, _, 0} | _]) -> true;
timer_due([_ | Timers]) -> erlang:timer_due(Timers).
