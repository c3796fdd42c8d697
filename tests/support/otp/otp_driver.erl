%% OTP's own gen_fsm, gen_server and gen_statem under a scripted clock: plays runs of modules and writes down what shows.
%%
%% Reads `jobs` and the `NUMBER.plans` beside it, writes `NUMBER.runs`. The loop that runs is that of `otp_clock`.
%% Each line of a run is a letter, a tab, and text:
%%
%%   l  a label: an answer that a client got, what the machine sends itself, the end
%%   m  a label of something that the driver has decided: a command, a timeout, a timer
%%   c  a call of another module: the label with its end, the label without it, a bar, the labels of
%%      all values, a bar, the labels of all exceptions
%%   s  a timer is started or cancelled: module, function, arguments, result
%%   i  the machine waits: state name, data, `armed` if an event timeout runs and `none` if not (`bad` if
%%      OTP cannot wait for it), whether each client waits, the timers, whether exits are trapped, the mailbox, a
%%      bar, the labels of all that may happen next
%%   t  it crashes: state name and data with which terminate/3 is called
%%   d  it is dead
%%   ?  something is wrong with the run
%%
%% Everything that the machine tells is a question to which it waits for the answer, so the order
%% of the lines is that of what happened. Names of files stand in the folder where this runs.
-module(otp_driver).
-compile(nowarn_deprecated_function).
-export([main/0]).

%% Time is `untimed`, `progress` or a number: the milliseconds of a tick. `zero` says that a timeout of 0 comes first.
-record(job, {module, init, name, stubs, names, commands, clients, mailbox, time, zero}).

-record(run, {job,
              plan,                 % what is left of it: moves, or {random, N}
              ends,                 % numbers of the ends of calls to come
              cancels,              % how timers are cancelled: `left` or `fired`
              receives,             % what each `receive` takes: the message, or `none`
              starter,              % the process that has started the machine
              machine = none,       % its process, once known
              is_started = false,   % whether it has said that it runs
              idle = none,          % state, data, event timeout and whether exits are trapped, while it waits
              queue = [],           % the messages in its mailbox
              clients = #{},        % processes that have asked for an answer, with their numbers
              waiting = #{},        % those that have not got it, by number
              tags = #{},           % the tags of their calls, by process
              helpers = [],         % other processes of the run
              timers = [],          % what is pending, oldest first
              started = #{},        % how many timers each call has started
              crash = none}).       % the reason with which terminate/3 was called, if it is a crash

%% Behind so many messages of the mailbox a timer stands, for they were there before it.
-record(timer, {site, number, ref, kind, brings, label, is_sent = false, behind = 0, left = 0,
                length = armed,      % milliseconds that are left of a time-out, where time is counted
                rest = [],           % what the process sends behind it
                goes_on = false}).   % whether it comes again

%% A call that may end early has an alias in its tag, as that of sync_send_event/2 has.
-define(LONG, 3600000).
-define(PATIENCE, 10000).
-define(MAX_TIMEOUT, 16#ffffffff).

main() ->
    register(otp_driver, self()),
    ok = logger:set_primary_config(level, none),
    otp_clock:copies(),
    {ok, Jobs} = file:consult("jobs"),
    [otp_clock:outside(File) || {outside, Files} <- Jobs, File <- Files],
    [job(Job) || Job <- Jobs, element(1, Job) =:= job].

job({job, Number, [Module | Others], Init, Stubs, Names, Commands, {Clients, Mailbox, Time, Zero}, {Random, Length, Seed}}) ->
    [otp_clock:module(atom_to_list(Other) ++ ".erl") || Other <- Others],
    {Name, Behaviour} = otp_clock:module(atom_to_list(Module) ++ ".erl"),
    put(behaviour, Behaviour),
    rand:seed(exsss, Seed),
    {ok, Out} = file:open(integer_to_list(Number) ++ ".runs", [raw, write, {delayed_write, 1 bsl 20, 5000}]),
    {ok, Plans} = file:read_file(integer_to_list(Number) ++ ".plans"),
    Job = #job{module = Module, init = Init, name = Name, stubs = Stubs, names = Names,
               commands = list_to_tuple(Commands), clients = Clients, mailbox = Mailbox, time = Time, zero = Zero},
    [play(plan(Line, #run{job = Job}), Out) || Line <- binary:split(Plans, <<"\n">>, [global, trim_all])],
    Free = #run{job = Job, plan = {random, Length}, ends = random, cancels = random, receives = random},
    [play(Free, Out) || _ <- lists:seq(1, Random)],
    ok = file:close(Out),
    erase().

%% Moves: the number of a command, 0 for the event timeout, `oN` for the time-out of a state machine with so many before it in
%% the order of their types, `tSITE.N` for a timer before which its call has started N that are pending, `k` for a tick,
%% `q` for the first message of the mailbox. Behind a bar numbers of ends, behind another one `l` and `f`, behind the last one the list of
%% what is received.
plan(Line, Run) ->
    {Parts, Received} = parts(Line, 3),
    [Plan, Ends, Cancels] = [words(Part) || Part <- Parts],
    {ok, Tokens, _} = erl_scan:string(binary_to_list(Received) ++ "."),
    {ok, Receives} = erl_parse:parse_term(Tokens),
    Run#run{receives = Receives, plan = [move(Word) || Word <- Plan], ends = [binary_to_integer(End) || End <- Ends],
            cancels = [case Word of <<"l">> -> left; <<"f">> -> fired end || Word <- Cancels]}.

parts(Line, 0) -> {[], Line};
parts(Line, N) ->
    [Part, Rest] = binary:split(Line, <<"|">>),
    {Parts, Last} = parts(Rest, N - 1),
    {[Part | Parts], Last}.

words(Text) -> binary:split(Text, <<" ">>, [global, trim_all]).

move(<<"q">>) -> take;
move(<<"k">>) -> tick;
move(<<"0">>) -> timeout;
move(<<"o", Before/binary>>) -> {timeout, binary_to_integer(Before)};
move(<<"t", Timer/binary>>) ->
    [Site, Older] = binary:split(Timer, <<".">>),
    {pending, binary_to_integer(Site), binary_to_integer(Older)};
move(Number) -> {command, binary_to_integer(Number)}.

play(#run{job = #job{module = Module, init = Init, name = Name}} = Run, Out) ->
    Driver = self(),
    put(out, []),
    put(refs, #{}),
    Clock = case get(behaviour) of
        gen_server -> gen_server_clock;
        gen_statem -> gen_statem_clock;
        _ -> gen_fsm_clock
    end,
    Starter = spawn(fun() -> start(Driver, Clock, Name, Module, Init) end),
    tidy(loop(Run#run{starter = Starter})),
    ok = file:write(Out, ["run\n" | lists:reverse(erase(out))]).

%% The parent of the machine: starts it, and sends it exit signals.
start(Driver, Clock, Name, Module, Init) ->
    process_flag(trap_exit, true),
    Driver ! {started, self(), case Name of
        none -> Clock:start_link(Module, Init, []);
        _ -> Clock:start_link({local, Name}, Module, Init, [])
    end},
    parent(Driver).

parent(Driver) ->
    receive
        %% exit/2 would kill a machine that traps exits, a link does not.
        {signal, _, kill} -> exit(kill);
        {signal, Machine, Reason} ->
            exit(Machine, Reason),
            Driver ! {signalled, process_info(Machine, messages)};
        {'EXIT', Machine, Reason} -> Driver ! {exited, Machine, Reason};
        _ -> ok
    end,
    parent(Driver).

%% Nothing of a run is left.
tidy(#run{starter = Starter, machine = Machine, clients = Clients, helpers = Helpers}) ->
    [begin
         Ref = monitor(process, Pid),
         exit(Pid, kill),
         receive {'DOWN', Ref, _, _, _} -> ok end
     end || Pid <- [Starter, Machine | Helpers] ++ maps:keys(Clients), is_pid(Pid)],
    flush().

flush() -> receive _ -> flush() after 0 -> ok end.

loop(#run{machine = Machine, starter = Starter} = Run) ->
    receive
        {started, Starter, {ok, Pid}} -> loop((known(Pid, Run))#run{is_started = true});
        {started, Starter, ignore} -> line("l", "start_ignored"), dead(Run);
        {started, Starter, {error, Reason}} ->
            {_, Cause} = cause(Reason),
            line("l", label(start_failed, [Cause], Run)),
            dead(Run);
        {Pid, What} when is_pid(Pid) -> told(What, known(Pid, Run));
        %% What became of the start is still to come. A state machine may have been started, and end before it waits.
        {'DOWN', _, _, Machine, _} = Down when not Run#run.is_started ->
            receive {started, Starter, Result} -> self() ! {started, Starter, Result} end,
            [self() ! Down || element(1, Result) =:= ok],
            loop(Run);
        %% It had ended before it was known.
        {'DOWN', _, _, Machine, noproc} -> receive {exited, Machine, Reason} -> exited(Reason, Run) end;
        {'DOWN', _, _, Machine, Reason} -> exited(Reason, Run)
    after ?PATIENCE ->
        line("?", "nothing happens"),
        Run
    end.

%% The machine has ended, and has not said so before if that was no crash.
exited(Reason, #run{crash = {crash, Reason}} = Run) -> dead(Run);
exited(Reason, Run) ->
    {Kind, Cause} = cause(Reason),
    line("l", label(Kind, [Cause], Run)),
    dead(Run).

%% What the machine tells.
told({idle, State, Data, Time, Trap, Messages}, Run) ->
    Kept = kept(Data, Run#run.job, get(behaviour)),
    waits(Run#run{idle = {State, Kept, timer(Time, Run#run.job), Trap}, queue = [message(Message, Run) || Message <- Messages]});
told({continued, Content}, Run) ->
    line("l", label(continue, [Content], Run)),
    answer(ok, Run);
%% Calls on entering a state do not show.
told({taken, enter, _}, Run) -> answer(ok, Run);
told({taken, Type, Content}, Run) ->
    {Name, Shown} = case Type of
        internal -> {internal, Content};
        cast -> {queued_cast, Content};
        info -> {queued_info, Content};
        {call, _} -> {queued_call, Content};
        _ -> {timeout, Type}
    end,
    line("l", label(Name, [Shown], Run)),
    answer(ok, Run);
%% The time-outs that a state machine knows: those of which it has lost the reference come as messages.
told({running, Known}, #run{timers = Timers} = Run) ->
    Timeouts = [own_timeout(Timer, Known, Run) || Timer <- Timers],
    Lengths = maps:from_list([{Ref, length_of(Timer, Run)} || #timer{site = timeout, ref = Ref} = Timer <- Timeouts]),
    Lost = [{Type, length_of(Timer, Run), Of} || #timer{kind = {timeout, {lost, Of} = Type}} = Timer <- Timeouts],
    answer({Lengths, Lost}, Run#run{timers = Timeouts});
told({ended, Reason, State, Data}, Run) ->
    case cause(Reason) of
        {crash, Cause} ->
            line("l", label(crash, [Cause], Run)),
            %% What a state machine ends with is not what it has stored before.
            [line("t", [text(State, Run), $\t, text(Data, Run)]) || get(behaviour) =/= gen_statem],
            answer(ok, Run#run{crash = {crash, Reason}});
        {stop, _} -> answer(ok, Run)
    end;
told({replied, From, Value}, Run) -> answer(ok, replied(From, Value, Run));
told({from, {Client, Tag}}, #run{tags = Tags} = Run) -> answer(ok, Run#run{tags = Tags#{Client => Tag}});
%% Something that answers if its tag is that of a call, and if it goes to whom that calls: a name for it is in `Args`.
told({given, Tag, Value, {Module, Function, [To | _] = Args}}, #run{waiting = Waiting, tags = Tags} = Run) ->
    IsMeant = fun(Client) -> Function =:= reply orelse To =:= Client orelse Tag =:= [alias | To] end,
    case [Client || Client <- maps:values(Waiting), maps:find(Client, Tags) =:= {ok, Tag}, IsMeant(Client)] of
        [Client] -> answer(ok, replied({Client, Tag}, Value, Run));
        [] -> {End, Next} = called(Module, Function, Args, Run), answer(End, Next)
    end;
told({posted, Message}, Run) ->
    IsServer = is_server(),
    {Kind, Content} = case Message of
        {'$gen_cast', Request} when IsServer -> {post_cast, Request};
        _ when IsServer -> {post_info, Message};
        {'$gen_event', Event} -> {post, Event};
        {timeout, _, {'$gen_event', Event}} -> {post, Event};
        {timeout, Ref, {'$gen_timer', Own}} -> {post, {timeout, Ref, Own}};
        {'$gen_all_state_event', Event} -> {post_all, Event};
        _ -> {post_info, Message}
    end,
    line("l", label(Kind, [Content], Run)),
    answer(ok, Run);
told({receiving, Time, Count}, Run) ->
    Brought = [{Place, Ref, Brings} || {Place, #timer{ref = Ref, brings = Brings}} <- over(Time, Count, Run)],
    case Run#run.receives of
        [_ | Receives] -> answer(Brought, Run#run{receives = Receives});
        _ -> answer(Brought, Run)
    end;
%% A timer that was started behind the message is nearer now.
told({received, Args, Message, By, Place}, #run{timers = Timers} = Run) ->
    line("l", [label('receive', Args, Run), case Args of [] -> "()"; _ -> "" end, " -> ", text(Message, Run)]),
    Nearer = fun(Behind) when Behind > Place -> Behind - 1; (Behind) -> Behind end,
    answer(ok, Run#run{timers = case By of
        own -> [Timer#timer{behind = Nearer(Timer#timer.behind)} || Timer <- Timers];
        Ref -> lists:keydelete(Ref, #timer.ref, Timers)
    end});
told({gave_up, Time}, Run) ->
    line("l", label('receive after', [Time], Run)),
    answer(ok, Run);
told({set, Function, Args, Result}, Run) ->
    Plain = label(Function, Args, Run),
    Full = [Plain, " -> ", text(Result, Run)],
    line("c", lists:join("\t", [Full, Plain, "|", Full, "|"])),
    answer(ok, Run);
told({called, Module, Function, Args}, Run) ->
    {End, Next} = called(Module, Function, Args, Run),
    answer(End, Next);
told({started, {Site, Module, Function, _}, Time, Message, Ref, Brings}, Run) ->
    #run{timers = Timers, started = Started} = Run,
    {Kind, Own, Shown} = case {Message, Brings} of
        {{'$gen_event', Event}, _} when Function =:= apply_after -> {sent, Event, Event};
        {{'$gen_all_state_event', Event}, _} when Function =:= apply_after -> {sent_all, Event, Event};
        {{'$gen_timer', Content}, {timeout, _, _}} -> {timeout, Content, {timeout, Ref, Content}};
        {{'$gen_event', Event}, _} -> {timer, Event, Event};
        {_, {'$gen_all_state_event', Event}} -> {sent_all, Event, Event};
        {{timeout, _, {'$gen_event', Event}}, Message} -> {timer, Event, Event};
        {{timeout, Own0, {'$gen_timer', Content}}, Message} ->
            Event = {timeout, Own0, Content},
            {timer, Event, Event};
        _ -> {info, Message, Brings}
    end,
    service(Module, Function, [Time, Own], Ref, Run),
    Number = maps:get(Site, Started, 0),
    Label = label(Kind, [case Kind of info -> Brings; _ -> Own end], Run),
    {messages, Messages} = process_info(Run#run.machine, messages),
    Timer = #timer{site = Site, number = Number, ref = Ref, kind = {Kind, Shown}, brings = Brings, label = Label,
                   behind = length(Messages), left = units(Time, Run#run.job), goes_on = Function =:= send_interval},
    answer(ok, Run#run{timers = Timers ++ [Timer], started = Started#{Site => Number + 1}});
%% A time-out of a state machine.
told({timed, Time, Type, Ref}, #run{timers = Timers, started = Started} = Run) ->
    Number = maps:get(timeout, Started, 0),
    {messages, Messages} = process_info(Run#run.machine, messages),
    Timer = #timer{site = timeout, number = Number, ref = Ref, kind = {timeout, Type}, brings = {timeout, Ref, Type},
                   label = label(timeout, [Type], Run), behind = length(Messages), left = units(Time, Run#run.job),
                   length = case Run#run.job#job.time of Quantum when is_integer(Quantum) -> Time; _ -> armed end},
    answer(ok, Run#run{timers = Timers ++ [Timer], started = Started#{timeout => Number + 1}});
%% A timer that reaches another process, or a process.
told({made, {_, Module, Function, Args}, Result}, Run) ->
    Plain = label(name(Module, Function, Args, Run), Args, Run),
    Full = [Plain, " -> ", text(Result, Run)],
    line("c", lists:join("\t", [Full, Plain, "|", Full, "|"])),
    answer(ok, Run);
%% What a process has sent to the machine comes when the plan says so, in this order.
told({sends, Process, Sent}, Run) ->
    {messages, Messages} = process_info(Run#run.machine, messages),
    [begin
         {_, Own} = brought(Message),
         Later = list_to_atom(atom_to_list(Function) ++ " later"),
         service(Module, Later, [Process, Own], none, Run)
     end || {Module, Function, Message} <- Sent],
    answer(ok, sending(Process, [Message || {_, _, Message} <- Sent], length(Messages), Run));
told({cancel, As, Ref}, Run) ->
    {Result, Next} = cancel(As, lists:keyfind(Ref, #timer.ref, Run#run.timers), Run),
    answer(Result, Next);
told({cancelled, Module, Function, Timer, Result}, Run) ->
    Shown = case Timer of {Tag, Ref} when Tag =:= send_local; Tag =:= once; Tag =:= interval -> Ref; _ -> Timer end,
    service(Module, Function, [Shown], Result, Run),
    case Run#run.cancels of
        [_ | Cancels] -> answer(ok, Run#run{cancels = Cancels});
        _ -> answer(ok, Run)
    end.

%% What the loop has as the length of one: where time is not counted, how many messages come before it.
length_of(#timer{behind = Behind}, #run{job = #job{time = untimed}}) when Behind > 0 -> Behind;
length_of(#timer{length = Length}, _) -> Length.

own_timeout(#timer{kind = {timeout, {lost, _}}} = Timer, _, _) -> Timer;
own_timeout(#timer{site = timeout, ref = Ref, kind = {_, Type}} = Timer, Known, Run) ->
    case lists:member(Ref, Known) of
        true -> Timer;
        false -> Timer#timer{kind = {timeout, {lost, Type}}, label = label(timeout, [{lost, Type}], Run)}
    end;
own_timeout(Timer, _, _) -> Timer.

%% The first of these messages of a process is on its way, behind so many that wait.
sending(_, [], _, Run) -> Run;
sending(Process, [Message | Rest], Behind, #run{timers = Timers, started = Started} = Run) ->
    {Kind, Own} = brought(Message),
    Number = maps:get(process, Started, 0),
    Timer = #timer{site = process, number = Number, ref = Process, kind = {Kind, Own}, brings = Message,
                   label = label(Kind, [Own], Run), behind = Behind, left = armed, rest = Rest},
    Run#run{timers = Timers ++ [Timer], started = Started#{process => Number + 1}}.

%% What a message of a process brings.
brought({'$gen_event', Event}) -> {sent, Event};
brought({timeout, _, {'$gen_event', Event}}) -> {sent, Event};
brought({timeout, Ref, {'$gen_timer', Own}}) -> {sent, {timeout, Ref, Own}};
brought({'$gen_all_state_event', Event}) -> {sent_all, Event};
brought(Message) -> {info, Message}.

answer(Answer, #run{machine = Machine} = Run) ->
    Machine ! {'$otp', Answer},
    loop(Run).

dead(Run) -> line("d", ""), Run.

known(Pid, #run{machine = none} = Run) -> monitor(process, Pid), Run#run{machine = Pid};
known(_, Run) -> Run.

timer(Time, _) when Time =:= infinity; Time =:= hibernate -> none;
timer(0, #job{zero = true}) -> zero;
timer(Time, Job) when is_integer(Time), Time >= 0, Time =< ?MAX_TIMEOUT -> units(Time, Job);
timer(_, _) -> bad.

%% How long something waits, in ticks.
units(Time, #job{time = Quantum}) when is_integer(Quantum) -> (Time + Quantum - 1) div Quantum;
units(_, _) -> armed.

%% How a machine ends that ends with this reason, and the reason without a stack trace.
cause({bad_return_value, _} = Reason) -> {crash, Reason};
cause({Reason, [{Module, _, _, Where} | _]}) when is_atom(Module), is_list(Where) -> {crash, Reason};
cause(Reason) -> {stop, Reason}.

%% ---- what is decided

%% The machine waits: what may happen, and on with the plan.
waits(#run{job = Job, queue = Queue} = Run) ->
    {State, Data, Timeout, Trap} = Run#run.idle,
    Waiting = [maps:is_key(Number, Run#run.waiting) || Number <- lists:seq(1, Job#job.clients)],
    Timers = [{Site, Ref, Kind, Shown}
              || #timer{site = Site, ref = Ref, kind = {Kind, Shown}} <- Run#run.timers, Site =/= timeout],
    Choices = choices(Timeout, Run),
    Offered = [[$\t | shown(Choice, Run)] || Choice <- Choices],
    Fields = [text(Field, Run) || Field <- [State, Data, Timeout, Waiting, Timers, Trap, Queue]],
    line("i", [lists:join($\t, Fields), "\t|", Offered]),
    case Choices of
        [crash] -> answer(ok, Run);
        [take] when Job#job.mailbox =:= 0 -> line("l", shown(take, Run)), answer(ok, taken(Run));
        _ -> next(Choices, Run)
    end.

choices(Timeout, #run{queue = []} = Run) -> timed(Timeout, Run#run.job#job.time, Run);
choices(_, #run{job = #job{mailbox = Room, time = Time}, queue = Queue} = Run) ->
    Sooner = [{timer, Site, Number}
              || #timer{site = Site, number = Number, behind = 0} <- Run#run.timers, Time =:= untimed],
    [take | Sooner ++ case length(Queue) < Room of true -> commands(Run); false -> [] end].

%% What may happen while no message waits.
timed(bad, _, _) -> [crash];
timed(zero, _, _) -> [timeout];
timed(Timeout, untimed, Run) -> [timeout || Timeout =:= armed] ++ timers(armed, Run) ++ commands(Run);
timed(Timeout, progress, Run) ->
    case commands(Run) of
        [] -> [timeout || Timeout =:= armed] ++ timers(armed, Run);
        Commands -> Commands
    end;
timed(Timeout, _, Run) ->
    Due = [timeout || Timeout =:= 0] ++ timers(0, Run),
    Due ++ commands(Run) ++ [tick || Due =:= []].

timers(Left, #run{timers = Timers}) ->
    [{timer, Site, Number} || #timer{site = Site, number = Number, left = Own} <- Timers, Own =:= Left].

commands(#run{job = #job{commands = Commands}} = Run) ->
    [{command, Number} || Number <- lists:seq(1, tuple_size(Commands)),
                          not is_sync(command(Number, Run)) orelse free(Run) =/= none].

command(Number, #run{job = #job{commands = Commands}} = Run) ->
    case element(Number, Commands) of
        {call, _, _, Sent} -> Sent;
        Sent -> with_pids(Sent, Run)
    end.

%% What stands for a process identifier, 0 for that of the machine.
with_pids({'$otp_pid', 0}, #run{machine = Machine}) -> Machine;
with_pids({'$otp_pid', Number}, _) ->
    Pid = list_to_pid(lists:concat(["<0.", Number, ".1000>"])),
    put({pid, Pid}, Number),
    Pid;
with_pids(Tuple, Run) when is_tuple(Tuple) -> list_to_tuple(with_pids(tuple_to_list(Tuple), Run));
with_pids([Head | Tail], Run) -> [with_pids(Head, Run) | with_pids(Tail, Run)];
with_pids(Term, _) -> Term.

is_sync({Kind, _}) -> lists:member(Kind, [sync, sync_all, call]).

%% The first client that does not wait.
free(#run{job = #job{clients = Clients}, waiting = Waiting}) ->
    case [Number || Number <- lists:seq(1, Clients), not maps:is_key(Number, Waiting)] of
        [] -> none;
        [Number | _] -> Number
    end.

shown(crash, Run) -> label(crash, [timeout_value], Run);
shown(timeout, _) -> "timeout";
shown(tick, _) -> "tick";
shown(take, #run{queue = [Message | _]} = Run) ->
    Name = case element(1, Message) of
        event -> send_event;
        sync -> sync_send_event;
        all -> send_all_state_event;
        sync_all -> sync_send_all_state_event;
        call -> send_call;
        cast -> send_cast;
        info -> send_info;
        stop -> send_stop;
        exit -> send_exit
    end,
    label(Name, [element(2, Message)], Run);
shown({timer, _, _} = Move, Run) -> (timer_of(Move, Run))#timer.label;
shown({command, Number}, #run{job = #job{clients = Clients}} = Run) ->
    {Kind, Term} = Command = command(Number, Run),
    Name = case Kind of event -> cmd; _ -> list_to_atom("cmd_" ++ atom_to_list(Kind)) end,
    label(Name, [free(Run) || is_sync(Command), Clients > 1] ++ [Term], Run).

timer_of({timer, Site, Number}, #run{timers = Timers}) ->
    case [Timer || #timer{site = S, number = N} = Timer <- Timers, S =:= Site, N =:= Number] of
        [Timer] -> Timer;
        [] -> none
    end.

next(_, #run{plan = []} = Run) -> Run;
next(_, #run{plan = {random, 0}} = Run) -> Run;
next([], #run{plan = {random, _}} = Run) -> Run;
next(Choices, #run{plan = {random, N}} = Run) ->
    step(lists:nth(rand:uniform(length(Choices)), Choices), Run#run{plan = {random, N - 1}});
next(Choices, #run{plan = [{pending, Site, Older} | Plan], timers = Timers} = Run) ->
    Own = [{timer, Site, Number} || #timer{site = S, number = Number} <- Timers, S =:= Site],
    next(Choices, Run#run{plan = lists:sublist(Own, Older + 1, 1) ++ Plan});
next(Choices, #run{plan = [{timeout, Before} | Plan], timers = Timers} = Run) ->
    Own = lists:sort([{Type, Number} || #timer{site = timeout, number = Number, kind = {_, Type}} <- Timers]),
    Move = [{timer, timeout, Number} || {_, Number} <- lists:sublist(Own, Before + 1, 1)],
    next(Choices, Run#run{plan = Move ++ [none || Move =:= []] ++ Plan});
next(Choices, #run{plan = [Move | Plan]} = Run) ->
    case lists:member(Move, Choices) of
        true -> step(Move, Run#run{plan = Plan});
        false -> line("?", io_lib:format("~w cannot happen", [Move])), Run
    end.

step(Move, #run{machine = Machine} = Run) ->
    line("m", shown(Move, Run)),
    case Move of
        timeout -> Machine ! '$otp_fire', answer(ok, Run);
        take -> answer(ok, taken(Run));
        tick -> waits(ticked(Run));
        {timer, _, _} ->
            %% It has come before the messages that wait.
            #timer{ref = Ref, brings = Brings, behind = Behind, rest = Rest} = Timer = timer_of(Move, Run),
            Others = case Timer#timer.goes_on of
                true -> Run;
                false -> Run#run{timers = Run#run.timers -- [Timer]}
            end,
            answer({before, Brings}, sending(Ref, Rest, Behind, Others));
        {command, Number} -> commanded(Number, Run)
    end.

%% A unit of time is over.
ticked(#run{idle = {State, Data, Timeout, Trap}, timers = Timers, job = #job{time = Quantum}} = Run) ->
    Next = case is_integer(Timeout) of true -> Timeout - 1; false -> Timeout end,
    Later = [later(Timer#timer{left = Timer#timer.left - 1}, Quantum) || Timer <- Timers],
    Run#run{idle = {State, later_in(Data, Quantum, get(behaviour)), Next, Trap}, timers = Later}.

later(#timer{length = Length} = Timer, Quantum) when is_integer(Length) -> Timer#timer{length = Length - Quantum};
later(Timer, _) -> Timer.

%% What a state machine keeps: its callback modules only where these are not the one with which it has started.
kept({Data, Postponed, Timeouts, Zero, [Module], Queue}, #job{module = Module}, gen_statem) ->
    {Data, Postponed, Timeouts, Zero, [], Queue};
kept(Data, _, _) -> Data.

%% What a state machine keeps, a unit of time later.
later_in({Data, Postponed, Timeouts, Zero, Modules, Queue}, Quantum, gen_statem) ->
    Later = fun({Type, Length, Content}) when is_integer(Length) -> {Type, Length - Quantum, Content}; (Own) -> Own end,
    {Data, Postponed, lists:map(Later, Timeouts), Zero, Modules, Queue};
later_in(Data, _, _) -> Data.

%% The first message of the mailbox is taken.
taken(#run{timers = Timers} = Run) ->
    Run#run{timers = [Timer#timer{behind = max(0, Behind - 1)} || #timer{behind = Behind} = Timer <- Timers]}.

commanded(Number, #run{job = #job{commands = Commands, mailbox = Room}, machine = Machine} = Run) ->
    case command(Number, Run) of
        {exit, Reason} ->
            case signalled(Reason, Run) of
                undefined -> loop(Run);
                {messages, []} -> waits(Run);
                {messages, _} when Room =:= 0 -> answer(ok, Run);
                {messages, Messages} -> waits(queued(Messages, Run))
            end;
        Sent ->
            Given = give(case element(Number, Commands) of {call, _, _, _} = Call -> Call; _ -> Sent end, Sent, Run),
            case Room of
                0 -> answer(ok, Given);
                _ ->
                    {messages, Messages} = arrived(length(Run#run.queue) + 1, Machine),
                    waits(queued(Messages, Given))
            end
    end.

%% The messages of the machine behind an exit signal of its parent, if it lives.
signalled(Reason, #run{starter = Starter, machine = Machine}) ->
    Ref = monitor(process, Starter),
    Starter ! {signal, Machine, Reason},
    receive
        {signalled, Messages} -> demonitor(Ref), Messages;
        {'DOWN', Ref, _, _, _} -> arrived(1, Machine)
    end.

queued(Messages, Run) -> Run#run{queue = [message(Message, Run) || Message <- Messages]}.

%% The messages of the machine, as soon as there are so many, if it lives.
arrived(Count, Machine) ->
    case process_info(Machine, messages) of
        {messages, Messages} when length(Messages) < Count -> erlang:yield(), arrived(Count, Machine);
        Messages -> Messages
    end.

%% A message in the mailbox, as the model has it.
message({'$gen_call', {Client, _}, Request}, #run{clients = Clients}) when is_map_key(Client, Clients) ->
    {call, Request, maps:get(Client, Clients)};
message({system, _, {terminate, Reason}}, _) -> {stop, Reason};
message({'EXIT', Starter, Reason}, #run{starter = Starter}) -> {exit, Reason};
message(Message, Run) ->
    case is_server() of true -> request(Message); false -> event(Message, Run) end.

is_server() -> lists:member(get(behaviour), [gen_server, gen_statem]).

request({'$gen_cast', Request}) -> {cast, Request};
request(Message) -> {info, Message}.

event({'$gen_event', Event}, _) -> {event, Event};
event({timeout, _, {'$gen_event', Event}}, _) -> {event, Event};
event({timeout, Ref, {'$gen_timer', Own}}, _) -> {event, {timeout, Ref, Own}};
event({'$gen_all_state_event', Event}, _) -> {all, Event};
event({'$gen_sync_event', {Client, _}, Event}, #run{clients = Clients}) ->
    {sync, Event, maps:get(Client, Clients)};
event({'$gen_sync_all_state_event', {Client, _}, Event}, #run{clients = Clients}) ->
    {sync_all, Event, maps:get(Client, Clients)};
event(Message, _) -> {info, Message}.

%% Hands a command over; a call of a function of the module as a client calls it.
give({call, Function, Args, _}, Sent, #run{job = #job{module = Module}} = Run) ->
    give(fun() -> apply(Module, Function, Args) end, Sent, Run);
give({event, Event}, _, #run{machine = Pid} = Run) -> ok = gen_fsm:send_event(Pid, Event), Run;
give({all, Event}, _, #run{machine = Pid} = Run) -> ok = gen_fsm:send_all_state_event(Pid, Event), Run;
give({cast, Request}, _, #run{machine = Pid} = Run) -> ok = gen_server:cast(Pid, Request), Run;
give({call, Request}, Sent, #run{machine = Pid} = Run) ->
    give(fun() -> gen_server:call(Pid, Request, ?LONG) end, Sent, Run);
give({info, Message}, _, #run{machine = Pid} = Run) -> Pid ! Message, Run;
give({sync, Event}, Sent, #run{machine = Pid} = Run) ->
    give(fun() -> gen_fsm:sync_send_event(Pid, Event, ?LONG) end, Sent, Run);
give({sync_all, Event}, Sent, #run{machine = Pid} = Run) ->
    give(fun() -> gen_fsm:sync_send_all_state_event(Pid, Event, ?LONG) end, Sent, Run);
give({stop, Reason}, Sent, #run{machine = Pid} = Run) ->
    give(fun() -> gen_fsm:stop(Pid, Reason, infinity) end, Sent, Run);
give(Call, Sent, #run{clients = Clients, waiting = Waiting, helpers = Helpers} = Run) ->
    Driver = self(),
    Client = spawn(fun() ->
        put('$otp_client', true),
        Answer = (catch Call()),
        Driver ! {got, self(), Answer}
    end),
    case is_sync(Sent) of
        true ->
            Number = free(Run),
            Run#run{clients = Clients#{Client => Number}, waiting = Waiting#{Number => Client}};
        false when element(1, Sent) =:= stop -> Run#run{helpers = [Client | Helpers]};
        false ->
            receive {got, Client, _} -> Run after ?PATIENCE -> line("?", "a call does not return"), Run end
    end.

%% What the client got, where it still waits.
replied({Client, _} = From, Value, #run{job = Job, clients = Clients, waiting = Waiting} = Run) ->
    Number = maps:get(Client, Clients, none),
    case Waiting of
        #{Number := Client} ->
            line("l", label(reply, [Number || Job#job.clients > 1] ++ [Value], Run)),
            receive {got, Client, _} -> ok
            after ?PATIENCE -> line("?", "no answer arrives")
            end,
            Run#run{waiting = maps:remove(Number, Waiting)};
        _ ->
            line("l", label(name(gen_fsm, reply, [From, Value], Run), [From, Value], Run)),
            Run
    end.

%% Which timers are over when a `receive` looks into the mailbox, and behind how many messages of it they stand: the one
%% whose message it is to take, and those of which that is sure. At random any, and all where nothing else may come, as
%% behind the end of a plan.
over(_, _, #run{job = #job{time = Time}}) when Time =/= untimed -> [];
over(Time, Count, #run{receives = Receives, timers = Timers}) when Receives =:= random; Receives =:= [], Time =:= for_ever ->
    IsOver = fun(Timer) -> Timer#timer.is_sent orelse Time =:= for_ever orelse rand:uniform(2) =:= 1 end,
    Shuffled = [Timer || {_, Timer} <- lists:sort([{rand:uniform(), Timer} || Timer <- Timers])],
    [{Behind - 1 + rand:uniform(Count - Behind + 1), Timer} || #timer{behind = Behind} = Timer <- Shuffled, IsOver(Timer)];
over(_, Count, #run{receives = Receives, timers = Timers}) ->
    Wanted = case Receives of [First | _] -> First; [] -> none end,
    Taken = [Timer || Timer <- Timers, shape(Timer#timer.brings) =:= Wanted],
    Others = [{Count, Timer} || Timer <- Timers, Timer#timer.is_sent, not lists:member(Timer, lists:sublist(Taken, 1))],
    [{Timer#timer.behind, Timer} || Timer <- lists:sublist(Taken, 1)] ++ Others.

%% A message without its references and process identifiers.
shape(Term) when is_reference(Term); is_pid(Term) -> '_';
shape([Head | Tail]) -> [shape(Head) | shape(Tail)];
shape(Tuple) when is_tuple(Tuple) -> list_to_tuple([shape(Part) || Part <- tuple_to_list(Tuple)]);
shape(Term) -> Term.

%% How a timer is cancelled: in time, or when its message is on its way. `gen_fsm` takes that out if it names the
%% timer, a state machine waits for that of its time-out.
cancel(gen_statem, Timer, #run{timers = Timers, machine = Machine} = Run) ->
    Result = case rand:uniform(2) of
        1 -> 1000;
        2 -> Machine ! Timer#timer.brings, false
    end,
    {Result, Run#run{timers = Timers -- [Timer]}};
cancel(_, false, Run) -> {false, Run};
cancel(As, #timer{brings = Brings} = Timer, #run{timers = Timers, machine = Machine} = Run) ->
    How = case Run#run.cancels of
        [First | _] -> First;
        [] -> left;
        random ->
            IsLate = case (Run#run.job)#job.time of
                untimed -> rand:uniform(3) =:= 1;
                progress -> false;
                _ -> Timer#timer.left =:= 0 andalso rand:uniform(2) =:= 1
            end,
            case IsLate of true -> fired; false -> left end
    end,
    Without = Run#run{timers = Timers -- [Timer]},
    case How of
        _ when Timer#timer.is_sent, As =/= gen_fsm -> {false, Run};
        left when not Timer#timer.is_sent -> {lists:nth(rand:uniform(3), [0, 1, 1000]), Without};
        _ when As =:= gen_fsm, element(1, Brings) =:= timeout -> Machine ! Brings, {false, Without};
        _ ->
            Sent = Timer#timer{is_sent = true},
            {false, Run#run{timers = lists:keyreplace(Timer#timer.ref, #timer.ref, Timers, Sent)}}
    end.

%% How a call of another module ends: as the plan says, else in the first way.
called(Module, Function, Args, #run{job = #job{stubs = Stubs}} = Run) ->
    Key = {Module, Function, length(Args)},
    Name = name(Module, Function, Args, Run),
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

%% What labels call a function of another module.
name(Module, Function, Args, #run{job = #job{names = Names}}) ->
    Default = case Module of gen_fsm -> list_to_atom(lists:concat([get(behaviour), ":", Function])); _ -> Function end,
    proplists:get_value({Module, Function, length(Args)}, Names, Default).

is_raise({raise, _, _}) -> true;
is_raise(_) -> false.

ended(Name, Args, {raise, Class, Reason}, Run) ->
    full(list_to_atom(lists:concat([Name, " raises ", Class])), Args ++ [Reason], Run);
ended(Name, Args, Value, Run) -> [full(Name, Args, Run), " -> ", text(Value, Run)].

%% ---- text

line(Kind, Text) -> put(out, [[Kind, $\t, Text, $\n] | get(out)]).

service(Module, Function, Args, Result, Run) ->
    Texts = [text(Module, Run), text(Function, Run), lists:join($,, [text(Arg, Run) || Arg <- Args]), text(Result, Run)],
    line("s", lists:join($\t, Texts)).

label(Name, [], Run) -> text(Name, Run);
label(Name, Args, Run) -> full(Name, Args, Run).

full(Name, Args, Run) ->
    [text(Name, Run), $(, lists:join($,, [text(Arg, Run) || Arg <- Args]), $)].

text(Term, Run) ->
    #run{machine = Machine, clients = Clients, starter = Starter, job = Job} = Run,
    Calls = [Sent || Number <- lists:seq(1, tuple_size(Job#job.commands)), is_sync(Sent = command(Number, Run))],
    Known = Clients#{Machine => 0, Starter => case Calls of [] -> 1; _ -> Job#job.clients + 1 end},
    Plain = canonical(Term, Known),
    case get({text, Plain}) of
        undefined ->
            Quoted = unicode:characters_to_binary(io_lib:format("~0p", [Plain])),
            Text = re:replace(Quoted, "'(<[0-9]+>|#Ref<[0-9]+>)'", "\\1", [global, {return, binary}]),
            put({text, Plain}, Text),
            Text;
        Text -> Text
    end.

%% The machine is number 0, who waits for an answer is that client, whoever has started it comes next, and a stack trace
%% is the empty list. References and other processes are numbered as they show, from 1001: each call has its own.
canonical(gen_fsm_clock, _) -> get(behaviour);
canonical(gen_server_clock, _) -> gen_server;
canonical(gen_statem_clock, _) -> gen_statem;
canonical(Fun, _) when is_function(Fun) -> '$fun';
canonical(Pid, Known) when is_pid(Pid) ->
    list_to_atom("<" ++ integer_to_list(case Known of #{Pid := Number} -> Number; _ -> given(Pid) end) ++ ">");
canonical(Ref, _) when is_reference(Ref) -> list_to_atom("#Ref<" ++ integer_to_list(numbered(Ref)) ++ ">");
canonical([{Module, _, _, Where} | _], _) when is_atom(Module), is_list(Where) -> [];
canonical([Head | Tail], Known) -> [canonical(Head, Known) | canonical(Tail, Known)];
canonical(Tuple, Known) when is_tuple(Tuple) ->
    list_to_tuple([canonical(Part, Known) || Part <- tuple_to_list(Tuple)]);
canonical(#{} = Map, Known) ->
    maps:from_list([{canonical(Key, Known), canonical(Value, Known)} || {Key, Value} <- maps:to_list(Map)]);
canonical(Term, _) -> Term.

%% A process that an event brings has its own number.
given(Pid) ->
    case get({pid, Pid}) of
        undefined -> numbered(Pid);
        Number -> Number
    end.

numbered(Ref) ->
    Refs = get(refs),
    Number = maps:get(Ref, Refs, 1001 + map_size(Refs)),
    put(refs, Refs#{Ref => Number}),
    Number.
