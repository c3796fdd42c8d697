%% OTP's own gen_fsm under a scripted clock: plays runs of modules and writes down what shows.
%%
%% Reads `jobs` and the `NUMBER.plans` beside it, writes `NUMBER.runs`. The loop that runs is a copy of OTP's gen_fsm.erl in which the
%% driver is told what the loop is about to wait for, and whose `after` asks the driver. Each line of a run is
%% a letter, a tab, and text:
%%
%%   l  a label: a command, `timeout`, an answer that a client got, the end
%%   c  a call of another module: the label with its end, the label without it, a bar, the labels of
%%      all values, a bar, the labels of all exceptions
%%   i  the machine waits: state name, data, `armed` if an event timeout runs and `none` if not (`bad` if
%%      OTP cannot wait for it), `waits` if a client has no answer yet and `free` if there is none
%%   t  it crashes: state name and data with which terminate/3 is called
%%   d  it is dead
%%   ?  something is wrong with the run
%%
%% Everything that the machine tells is a question to which it waits for the answer, so the order
%% of the lines is that of what happened. Names of files stand in the folder where this runs.
-module(otp_driver).
-export([main/0]).
-export([idle/3, wait/1, ended/3, reply/2, called/3, built_in/2, send/2]).

-record(run, {module, stubs, names, commands,
              plan,                 % what is left of it: numbers, or {random, N}
              ends,                 % numbers of the ends of calls to come
              machine = none,       % its process, once known
              clients = [],         % processes that have asked for an answer
              waiting = none,       % the one that has not got it
              crash = none}).       % the reason with which terminate/3 was called, if it is a crash

%% A call that may end early has an alias in its tag, as that of sync_send_event/2 has.
-define(LONG, 3600000).
-define(PATIENCE, 10000).
-define(MAX_TIMEOUT, 16#ffffffff).

main() ->
    register(otp_driver, self()),
    ok = logger:set_primary_config(level, none),
    load(clock(), "gen_fsm_clock.erl"),
    {ok, Jobs} = file:consult("jobs"),
    [load(with_clock(forms(File)), File)
     || {outside, Files} <- Jobs, File <- Files, code:which(list_to_atom(filename:rootname(File))) =:= non_existing],
    [job(Job) || Job <- Jobs, element(1, Job) =:= job].

%% ---- the copy of gen_fsm, and the modules

clock() ->
    {ok, Text} = file:read_file(filename:join([code:lib_dir(stdlib), "src", "gen_fsm.erl"])),
    Copy = string:replace(Text, "-module(gen_fsm)", "-module(gen_fsm_clock)"),
    ok = file:write_file("gen_fsm_clock.erl", Copy),
    [changed(Form) || Form <- forms("gen_fsm_clock.erl"), not is_deprecation(Form)].

forms(File) ->
    {ok, Forms} = epp:parse_file(File, [{includes, [filename:join(code:lib_dir(kernel), "include")]}]),
    Forms.

is_deprecation(Form) -> element(1, Form) =:= attribute andalso element(3, Form) =:= deprecated.

load(Forms, File) ->
    {ok, Module, Binary} = compile:forms(Forms, [nowarn_deprecated_function]),
    {module, Module} = code:load_binary(Module, File, Binary).

%% Says what the loop waits for, and why terminate/3 is called.
changed({function, Line, loop, 8, Clauses}) ->
    {function, Line, loop, 8, [says(idle, [3, 4, 6], clocked(Clause)) || Clause <- Clauses]};
changed({function, Line, terminate, 8, Clauses}) ->
    {function, Line, terminate, 8, [says(ended, [1, 6, 7], Clause) || Clause <- Clauses]};
changed(Form) -> clocked(Form).

says(What, Params, {clause, Line, Patterns, Guards, Body}) ->
    Args = [lists:nth(Param, Patterns) || Param <- Params],
    {clause, Line, Patterns, Guards, [to_driver(Line, What, Args) | Body]}.

to_driver(Line, Function, Args) ->
    {call, Line, {remote, Line, {atom, Line, otp_driver}, {atom, Line, Function}}, Args}.

%% `after Time` that makes an event asks the driver; an answer goes through it.
clocked({'receive', Line, _, Time, [{tuple, _, [{atom, _, '$gen_event'}, {atom, _, timeout}]}]}) ->
    to_driver(Line, wait, [Time]);
clocked({call, Line, {remote, _, {atom, _, gen}, {atom, _, reply}}, Args}) ->
    to_driver(Line, reply, Args);
clocked(Form) -> inside(fun clocked/1, Form).

%% The module calls the copy; built-in functions that show as actions say so.
with_clock({remote, Line, {atom, At, gen_fsm}, Function}) ->
    {remote, Line, {atom, At, gen_fsm_clock}, Function};
with_clock({call, Line, {atom, At, process_flag}, Args}) ->
    to_driver(Line, built_in, [{atom, At, process_flag}, list(Line, with_clock(Args))]);
with_clock({op, Line, '!', To, Message}) ->
    to_driver(Line, send, [with_clock(To), with_clock(Message)]);
with_clock(Form) -> inside(fun with_clock/1, Form).

list(Line, Forms) -> lists:foldr(fun(Form, List) -> {cons, Line, Form, List} end, {nil, Line}, Forms).

inside(Change, Form) when is_tuple(Form) -> list_to_tuple(inside(Change, tuple_to_list(Form)));
inside(Change, [Form | Forms]) -> [Change(Form) | inside(Change, Forms)];
inside(_, Form) -> Form.

%% ---- in the process of the machine

ask(What) ->
    otp_driver ! {self(), What},
    receive {'$otp', Answer} -> Answer end.

idle(State, Data, Time) ->
    {message_queue_len, Queued} = process_info(self(), message_queue_len),
    ask({idle, State, Data, Time, Queued}).

%% A time for which OTP cannot wait fails as it does there.
wait(Time) when is_integer(Time), Time >= 0, Time =< ?MAX_TIMEOUT ->
    receive
        '$otp_fire' -> {'$gen_event', timeout};
        Message -> Message
    end;
wait(Time) ->
    receive Message -> Message after Time -> {'$gen_event', timeout} end.

ended(Reason, State, Data) -> ask({ended, Reason, State, Data}).

reply(From, Value) ->
    Sent = gen:reply(From, Value),
    ask({replied, From, Value}),
    Sent.

called(Module, Function, Args) ->
    case ask({called, Module, Function, Args}) of
        {raise, error, Reason} -> error(Reason);
        {raise, exit, Reason} -> exit(Reason);
        {raise, throw, Reason} -> throw(Reason);
        {value, Value} -> Value
    end.

built_in(Function, Args) ->
    ask({called, erlang, Function, Args}),
    apply(erlang, Function, Args).

%% That a name is not registered is no part of the model.
send(To, Message) ->
    ask({called, erlang, send, [To, Message]}),
    is_atom(To) andalso whereis(To) =:= undefined orelse To ! Message,
    Message.

%% ---- in the process of the driver

job({job, Number, Module, Init, Stubs, Names, Commands, {Random, Length, Seed}}) ->
    Name = atom_to_list(Module),
    load(with_clock(forms(Name ++ ".erl")), Name ++ ".erl"),
    rand:seed(exsss, Seed),
    {ok, Out} = file:open(integer_to_list(Number) ++ ".runs", [raw, write, {delayed_write, 1 bsl 20, 5000}]),
    {ok, Plans} = file:read_file(integer_to_list(Number) ++ ".plans"),
    Run = #run{module = Module, stubs = Stubs, names = Names, commands = list_to_tuple(Commands)},
    [play(Run#run{plan = Plan, ends = Ends}, Init, Out)
     || Line <- binary:split(Plans, <<"\n">>, [global, trim_all]), {Plan, Ends} <- [plan(Line)]],
    [play(Run#run{plan = {random, Length}, ends = random}, Init, Out) || _ <- lists:seq(1, Random)],
    ok = file:close(Out),
    erase().

%% Numbers of commands, 0 for `timeout`; behind a bar numbers of ends.
plan(Line) ->
    [Plan, Ends] = binary:split(Line, <<"|">>),
    {numbers(Plan), numbers(Ends)}.

numbers(Text) -> [binary_to_integer(Word) || Word <- binary:split(Text, <<" ">>, [global, trim_all])].

play(Run, Init, Out) ->
    Driver = self(),
    Module = Run#run.module,
    Starter = spawn(fun() -> Driver ! {started, self(), gen_fsm_clock:start(Module, Init, [])} end),
    put(out, []),
    erase(references),
    tidy(Starter, loop(Run)),
    ok = file:write(Out, ["run\n" | lists:reverse(erase(out))]).

%% Nothing of a run is left.
tidy(Starter, #run{machine = Machine, clients = Clients}) ->
    [begin
         Ref = monitor(process, Pid),
         exit(Pid, kill),
         receive {'DOWN', Ref, _, _, _} -> ok end
     end || Pid <- [Starter, Machine | Clients], is_pid(Pid)],
    flush().

flush() -> receive _ -> flush() after 0 -> ok end.

loop(#run{machine = Machine} = Run) ->
    receive
        {started, _, {ok, Pid}} -> loop(known(Pid, Run));
        {started, _, ignore} -> line("l", "start_ignored"), dead(Run);
        {started, _, {error, Reason}} ->
            {_, Cause} = cause(Reason),
            line("l", label(start_failed, [Cause], Run)),
            dead(Run);
        {Pid, {idle, State, Data, Time, Queued}} ->
            Known = known(Pid, Run),
            Pid ! {'$otp', ok},
            Client = case Known#run.waiting of none -> "free"; _ -> "waits" end,
            line("i", [text(State, Known), $\t, text(Data, Known), $\t, timer(Time), $\t, Client]),
            case timer(Time) of
                "bad" -> loop(Known);
                _ when Queued > 0 -> loop(Known);
                Timer -> next(Timer, Known)
            end;
        {Pid, {ended, Reason, State, Data}} ->
            Known = known(Pid, Run),
            Ended = case cause(Reason) of
                {crash, Cause} ->
                    line("l", label(crash, [Cause], Known)),
                    line("t", [text(State, Known), $\t, text(Data, Known)]),
                    Known#run{crash = {crash, Reason}};
                {stop, _} -> Known
            end,
            Pid ! {'$otp', ok},
            loop(Ended);
        {Pid, {replied, From, Value}} ->
            Known = replied(From, Value, known(Pid, Run)),
            Pid ! {'$otp', ok},
            loop(Known);
        {Pid, {called, Module, Function, Args}} ->
            {End, Next} = called(Module, Function, Args, Run),
            Pid ! {'$otp', End},
            loop(Next);
        {'DOWN', _, _, Machine, Reason} ->
            case Run#run.crash of
                {crash, Reason} -> ok;
                _ -> {Kind, Cause} = cause(Reason), line("l", label(Kind, [Cause], Run))
            end,
            dead(Run)
    after ?PATIENCE ->
        line("?", "nothing happens"),
        Run
    end.

dead(Run) -> line("d", ""), Run.

known(Pid, #run{machine = none} = Run) -> monitor(process, Pid), Run#run{machine = Pid};
known(_, Run) -> Run.

timer(Time) when Time =:= infinity; Time =:= hibernate -> "none";
timer(Time) when is_integer(Time), Time >= 0, Time =< ?MAX_TIMEOUT -> "armed";
timer(_) -> "bad".

%% How a machine ends that ends with this reason, and the reason without a stack trace.
cause({bad_return_value, _} = Reason) -> {crash, Reason};
cause({Reason, [{Module, _, _, Where} | _]}) when is_atom(Module), is_list(Where) -> {crash, Reason};
cause(Reason) -> {stop, Reason}.

%% The machine waits: on with the plan.
next(_, #run{plan = []} = Run) -> Run;
next(_, #run{plan = {random, 0}} = Run) -> Run;
next(Timer, #run{plan = {random, N}, commands = Commands} = Run) ->
    Free = [Number || Number <- lists:seq(1, tuple_size(Commands)),
                      Run#run.waiting =:= none orelse not is_sync(element(Number, Commands))],
    Choices = [0 || Timer =:= "armed"] ++ Free,
    case Choices of
        [] -> Run;
        _ -> step(lists:nth(rand:uniform(length(Choices)), Choices), Timer, Run#run{plan = {random, N - 1}})
    end;
next(Timer, #run{plan = [Number | Plan]} = Run) -> step(Number, Timer, Run#run{plan = Plan}).

is_sync({sync, _}) -> true;
is_sync({sync_all, _}) -> true;
is_sync(_) -> false.

step(0, "armed", Run) ->
    line("l", "timeout"),
    Run#run.machine ! '$otp_fire',
    loop(Run);
step(0, _, Run) ->
    line("?", "no event timeout runs"),
    Run;
step(Number, _, #run{commands = Commands} = Run) ->
    Command = element(Number, Commands),
    {Name, Term} = shown(Command),
    line("l", label(Name, [Term], Run)),
    loop(give(Command, Run)).

shown({event, Event}) -> {cmd, Event};
shown({sync, Event}) -> {cmd_sync, Event};
shown({all, Event}) -> {cmd_all, Event};
shown({sync_all, Event}) -> {cmd_sync_all, Event};
shown({info, Message}) -> {cmd_info, Message};
shown({stop, Reason}) -> {cmd_stop, Reason}.

give({event, Event}, #run{machine = Pid} = Run) -> ok = gen_fsm:send_event(Pid, Event), Run;
give({all, Event}, #run{machine = Pid} = Run) -> ok = gen_fsm:send_all_state_event(Pid, Event), Run;
give({info, Message}, #run{machine = Pid} = Run) -> Pid ! Message, Run;
give({sync, Event}, #run{machine = Pid} = Run) ->
    client(fun() -> gen_fsm:sync_send_event(Pid, Event, ?LONG) end, Run);
give({sync_all, Event}, #run{machine = Pid} = Run) ->
    client(fun() -> gen_fsm:sync_send_all_state_event(Pid, Event, ?LONG) end, Run);
give({stop, Reason}, #run{machine = Pid, clients = Clients} = Run) ->
    Run#run{clients = [spawn(fun() -> catch gen_fsm:stop(Pid, Reason, infinity) end) | Clients]}.

client(Call, #run{clients = Clients} = Run) ->
    Driver = self(),
    Client = spawn(fun() -> Answer = (catch Call()), Driver ! {got, self(), Answer} end),
    Run#run{clients = [Client | Clients], waiting = Client}.

%% What the client got, where it still waits.
replied({Client, _}, _, #run{waiting = Client} = Run) ->
    receive {got, Client, Value} -> line("l", label(reply, [Value], Run))
    after ?PATIENCE -> line("?", "no answer arrives")
    end,
    Run#run{waiting = none};
replied(From, Value, Run) ->
    line("l", label('gen_fsm:reply', [From, Value], Run)),
    Run.

%% How a call of another module ends: as the plan says, else in the first way.
called(Module, Function, Args, #run{stubs = Stubs, names = Names} = Run) ->
    Key = {Module, Function, length(Args)},
    Name = proplists:get_value(Key, Names, Function),
    case lists:keyfind(Key, 1, Stubs) of
        false ->
            line("c", [label(Name, Args, Run), $\t, label(Name, Args, Run), "\t|\t|"]),
            {{value, ok}, Run};
        {_, Ends} ->
            {Number, Left} = case Run#run.ends of
                random -> {rand:uniform(length(Ends)), random};
                [First | Rest] -> {First, Rest};
                [] -> {1, []}
            end,
            End = lists:nth(Number, Ends),
            {Raises, Returns} = lists:partition(fun is_raise/1, Ends),
            Labels = [ended(Name, Args, End, Run), label(Name, Args, Run), "|"]
                ++ [ended(Name, Args, Return, Run) || Return <- Returns] ++ ["|"]
                ++ [ended(Name, Args, Raise, Run) || Raise <- Raises],
            line("c", lists:join("\t", Labels)),
            {case End of {raise, _, _} -> End; Value -> {value, Value} end, Run#run{ends = Left}}
    end.

is_raise({raise, _, _}) -> true;
is_raise(_) -> false.

ended(Name, Args, {raise, Class, Reason}, Run) ->
    full(list_to_atom(lists:concat([Name, " raises ", Class])), Args ++ [Reason], Run);
ended(Name, Args, Value, Run) -> [full(Name, Args, Run), " -> ", text(Value, Run)].

%% ---- text

line(Kind, Text) -> put(out, [[Kind, $\t, Text, $\n] | get(out)]).

label(Name, [], Run) -> text(Name, Run);
label(Name, Args, Run) -> full(Name, Args, Run).

full(Name, Args, Run) ->
    [text(Name, Run), $(, lists:join($,, [text(Arg, Run) || Arg <- Args]), $)].

text(Term, Run) ->
    Plain = canonical(Term, {Run#run.machine, Run#run.clients}),
    case get({text, Plain}) of
        undefined ->
            Quoted = unicode:characters_to_binary(io_lib:format("~0p", [Plain])),
            Text = re:replace(Quoted, "'(<[0-9]+>|#Ref<[0-9]+>)'", "\\1", [global, {return, binary}]),
            put({text, Plain}, Text),
            Text;
        Text -> Text
    end.

%% The machine is number 0, whoever asks is client 1, each call has a reference, numbered by first appearance, and
%% a stack trace is the empty list.
canonical(Machine, {Machine, _}) -> '<0>';
canonical(Client, {_, Clients}) when is_pid(Client) ->
    case lists:member(Client, Clients) of
        true -> '<1>';
        false -> Client
    end;
canonical(Ref, _) when is_reference(Ref) -> reference(Ref);
canonical([{Module, _, _, Where} | _], _) when is_atom(Module), is_list(Where) -> [];
canonical([Head | Tail], Clients) -> [canonical(Head, Clients) | canonical(Tail, Clients)];
canonical(Tuple, Clients) when is_tuple(Tuple) ->
    list_to_tuple([canonical(Part, Clients) || Part <- tuple_to_list(Tuple)]);
canonical(#{} = Map, Clients) ->
    maps:from_list([{canonical(Key, Clients), canonical(Value, Clients)} || {Key, Value} <- maps:to_list(Map)]);
canonical(Term, _) -> Term.

reference(Ref) ->
    Known = case get(references) of undefined -> #{}; Map -> Map end,
    Number = maps:get(Ref, Known, maps:size(Known) + 1),
    put(references, Known#{Ref => Number}),
    list_to_atom("#Ref<" ++ integer_to_list(Number) ++ ">").
