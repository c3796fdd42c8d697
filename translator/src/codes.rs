//! The messages of the translator, one row per code, with what `erl2lts explain` says.

use frontend::{Code, CodeInfo};

/// The module is no callback module that is translated.
pub const NOT_A_MACHINE: Code = Code("E0201");
/// `init/1` is missing.
pub const NO_INIT: Code = Code("E0202");
/// `callback_mode/0` is missing, or does not say a mode.
pub const NO_MODE: Code = Code("E0203");
/// A variable without a value.
pub const UNBOUND: Code = Code("E0205");
/// The translation grows beyond its bound.
pub const TOO_LARGE: Code = Code("E0208");
/// A call of a function that is not there.
pub const UNDEFINED_FUNCTION: Code = Code("E0209");
/// A function is defined twice.
pub const DUPLICATE_FUNCTION: Code = Code("E0210");
/// Source that the compiler refuses.
pub const ILL_FORMED: Code = Code("E0213");
/// A command by a function of the module that sends nothing known.
pub const BAD_CALL: Code = Code("E0214");
/// An expression to be asked of states that does more than to compute.
pub const OBSERVER_ACTS: Code = Code("E0215");
/// A clause that no value selects.
pub const UNREACHABLE_CLAUSE: Code = Code("W0201");
/// A function that is called from outside, but not exported.
pub const NOT_EXPORTED: Code = Code("W0203");
/// The module is rewritten or runs code when it is compiled or loaded.
pub const REWRITTEN: Code = Code("W0204");
/// The result of an outside call is used, and may be anything; or a message.
pub const UNKNOWN_RESULT: Code = Code("W0205");
/// The event timeout of a return value is not part of the model.
pub const TIMEOUT: Code = Code("W0206");
/// The next state has no state function.
pub const MISSING_STATE: Code = Code("W0207");
/// A construct without an exact translation, whose value may be anything.
pub const INEXACT: Code = Code("W0208");

/// A construct whose value and actions are not part of the model.
pub const HIDDEN: Code = Code("W0209");
/// Another callback module takes the place of this one.
pub const OTHER_MODULE: Code = Code("W0215");
/// A large map is gone through, in an order that is not known.
pub const UNORDERED: Code = Code("W0214");
/// The module is the callback module of several behaviours.
pub const SEVERAL: Code = Code("W0216");
/// How long something waits is unknown, where time is counted.
pub const UNKNOWN_LENGTH: Code = Code("W0210");

/// All codes of this crate.
pub const TABLE: &[CodeInfo] = &[
    CodeInfo {
        code: NOT_A_MACHINE,
        title: "not a callback module that is supported",
        explanation: "\
The file is a readable Erlang module, but nothing says that it is the callback module of a gen_fsm, a
gen_server or a gen_statem: it has neither an attribute such as `-behaviour(gen_statem).` nor a call of
`gen_statem:start_link` or the like.

    -module(door).
    -export([init/1]).

Point erl2lts at the callback module itself, or add the attribute. Modules of other behaviours, such
as gen_event, are not supported yet.",
    },
    CodeInfo {
        code: NO_INIT,
        title: "no init/1",
        explanation: "\
A machine starts by calling `init/1` of its callback module, which returns the first data, and of a
gen_fsm or a gen_statem the first state. Without it the machine cannot start, and there is nothing to explore.

    init(Code) -> {ok, locked, Code}.",
    },
    CodeInfo {
        code: NO_MODE,
        title: "no callback mode",
        explanation: "\
A gen_statem asks `callback_mode/0` of its callback module how events are handed over: `state_functions`, to functions that are
called as the states, or `handle_event_function`, to `handle_event/4`; with `state_enter` beside that the callback is called on
entering a state, too. The function has to return or throw such an atom, or a list of atoms, and what that is has to follow from the
text of the module: other functions of it, `case` and `if` over constants and `++` are followed, calls of other modules are not.

    callback_mode() -> [state_functions, state_enter].",
    },
    CodeInfo {
        code: UNBOUND,
        title: "variable without a value",
        explanation: "\
The variable is used before anything was bound to it, or it is bound on some of the ways that lead
here only: in some branches of a case, or on the right of `andalso`. A variable bound in one operand
of an expression is not bound in the others. The Erlang compiler refuses this too (`variable 'X' is
unbound` or `is unsafe`).",
    },
    CodeInfo {
        code: TOO_LARGE,
        title: "translation too large",
        explanation: "\
This callback exceeds a bound of the translator: its clauses split each other in too many ways, as many
patterns over the same large tuple can, or it has more expressions, local functions in line counted
as often as they are called, than are looked at, or more than 10,000 one after another. The bounds
grow with the clauses of the callback. Split it into several events, or move a group of decisions
behind a call of another module.",
    },
    CodeInfo {
        code: UNDEFINED_FUNCTION,
        title: "call of a function that is not defined",
        explanation: "\
The module calls a function that it does not define and that is not a built-in function of Erlang.
The Erlang compiler refuses this too. (It takes `module:function(..)` with the module's own name, which
fails with `undef` when it runs: W0203.) Where a header could not be read (W0101), it may be there,
and where a parse transform is named (W0204) it may be replaced: what it does is left out (W0209).",
    },
    CodeInfo {
        code: DUPLICATE_FUNCTION,
        title: "function defined twice",
        explanation: "\
Two definitions have the same name and number of parameters. Often a full stop stands where a
semicolon was meant, between two clauses of one function:

    locked(a, D) -> {next_state, open, D}.
    locked(b, D) -> {next_state, locked, D}.",
    },
    CodeInfo {
        code: ILL_FORMED,
        title: "the compiler refuses this",
        explanation: "\
Erlang's own compiler does not accept this place: a field that the record does not have, or an
expression in a guard that cannot stand there. erl2lts reads source as it is written and is more
tolerant than the compiler, but here nothing could be meant.

    -record(door, {code}).
    code(D) -> D#door.cod.        % record `#door` has no field `cod`

Compile the module with erlc and correct what it reports.",
    },
    CodeInfo {
        code: BAD_CALL,
        title: "call that is no command",
        explanation: "\
The command `{call, Function, Args}` stands for what an exported function of the module sends to the machine when a
client calls it:

    button(Name) -> gen_fsm:send_event(?MODULE, {button, Name}).

`{call, button, [abb]}` is then the event `{button, abb}`. The function is run on these arguments up to the first
event, message or stop that it sends to the machine: to one of its registered names, or to one of the arguments.
There is no command where the function does not exist, sends nothing, may send a second message, or where what it sends depends
on something that is not known, such as the result of a call of another module.",
    },
    CodeInfo {
        code: OBSERVER_ACTS,
        title: "condition on the data that acts",
        explanation: "\
`data(Expr)` in a formula asks something of a state of the machine; nothing may happen by that. So Expr, and what it
calls of the module, may compute, but not call other modules (besides the library: lists, queue and so on), send, or
receive.

    AG data(length(Data) =< 5)             computes
    AG data(counters:read(Data) =< 5)      acts: nobody knows what it returns",
    },
    CodeInfo {
        code: UNREACHABLE_CLAUSE,
        title: "clause that no value selects",
        explanation: "\
The clauses before this one already cover every value that it matches, so it is never taken. The
Erlang compiler warns about many such clauses; the splitting tree finds also those that it misses,
for example behind a clause with a bound variable:

    case V of
        2 -> first;
        B -> second;          % B is bound
        2 -> never            % the first clause takes 2
    end

A clause that contradicts itself matches no value, whatever stands before it: `{X, X} = {1, 2}`.

Remove the clause, or move it up.",
    },
    CodeInfo {
        code: NOT_EXPORTED,
        title: "function is not exported",
        explanation: "\
`gen_fsm` calls `init/1` and the state functions from outside the module, so they must be exported;
so must a function that the module itself calls as `module:function(..)`. Where they are not, the
call fails with `undef`, in OTP and in the model.

    -export([init/1, locked/2, open/2]).

Add the function to an `-export` attribute; where the module has none of this name and arity, write it or
mend the call. The same is said of a function that OTP's library never had, where a stub says what it does.",
    },
    CodeInfo {
        code: REWRITTEN,
        title: "compilation or loading changes the module",
        explanation: "\
A parse transform (`-compile({parse_transform, Module})`) may rewrite any function of the module
while it is compiled, and an `-on_load` function runs when the module is loaded. The model is that of
the source as it stands: neither is part of it.

A transform that only adds logging or debugging is harmless for the model; one that adds clauses or
functions is not. The one that EUnit's header names, which exports the tests, is known and not warned of.",
    },
    CodeInfo {
        code: UNKNOWN_RESULT,
        title: "result of an outside call is unknown",
        explanation: "\
The module uses the result of a call of another module, and nothing says what that may be:

    idle(poll, N) -> case sensor:read() of {ok, V} -> {next_state, idle, V}; .. end.

So it may be anything: every clause that some value selects is taken into account. That is safe, but the
real function may return less. A stub lists what it does:

    {stubs, [{{sensor, read, 0}, [{ok, 1}, {error, timeout}, {raise, exit, noproc}]}]}.

The message that a `receive` takes is such a result: any that one of its clauses takes, unless a stub lists what others
may send, nothing at all (`[]`) included; 0 stands for a `receive` without `after`, 1 for one with it:

    {stubs, [{{erlang, 'receive', 0}, [{answer, 1}]}, {{erlang, 'receive', 1}, []}]}.

What the machine knows to be in its mailbox comes besides: its own messages, commands that wait, what timers bring.

`--strict` makes this warning an error. `translate` says it only where some run may come to the result: it explores the
model to know, up to 10,000 states.",
    },
    CodeInfo {
        code: TIMEOUT,
        title: "own event not modelled",
        explanation: "\
The machine sends itself an event or a message by a name that says a node, `{Name, Node}`, which is not `node()`, or it lets a
process run code of the module of which it cannot be told what that sends: behind a `receive`, in a function that calls itself, where the
process has a monitor, or where time counts. Or it lets a process or a timer do what may answer a client at another time
(`spawn(gen_fsm, reply, [From, V])`), or answers a client by a name. Or it opens a port, which sends it what it reads, or lets `rpc` run something on it,
or it makes a monitor or a link in a way that the model does not know: of a port, with computed options, or by
`start_link` of another module. Or a `receive` may take what a timer brings, with `--time progress` or `tick`, where the model
brings that to a callback; or a message `{timeout,Ref,{'$gen_event',E}}` that the machine has sent itself, of which the model
keeps the event alone. All else that the model knows to be in the mailbox a `receive` takes as OTP does.
Itself is `self()`, by whatever value, and each name under which the module starts or registers a process; the name of the module, too, unless
the module starts it only under other names or without one.
Such events are not in the model yet: put them into the commands, where they may come. As they are missing, every
verdict is only possible. The event timeout of a return value, timers that fire once and what the machine sends
itself at once are in the model, and so are timers that go on, and what processes send that run plain code of the module.

    {commands, {any_of, [{button, abc}, lock]}}.",
    },
    CodeInfo {
        code: MISSING_STATE,
        title: "next state without a state function",
        explanation: "\
A callback returns `{next_state, State, Data}` or `{ok, State, Data}` with a state for which the
module has no function `State/2`. In OTP the machine enters it, and crashes with `undef` at the next
event; so does the model.

    init(Code) -> {ok, lcoked, Code}.
                       ^^^^^^ did you mean locked?

Correct the name, or add the state function. The same is said where the next state is computed and may
be none of the module's states; in the model such a state is called `?atom`, or `?term` where it is no
atom (the next event crashes the machine with `badarg` then).",
    },
    CodeInfo {
        code: INEXACT,
        title: "value is not exact",
        explanation: "\
The translator has no exact meaning for this place yet, or the header that defines it is missing: a
function of a library that is not translated, an undefined macro.

    idle({find, Text}, D) -> {next_state, idle, re:run(Text, \"a+\")}.

So its value may be anything, another one each time; where the construct can fail, it may fail or not.
The model can do what the machine does with any such value, so it may do more than the machine. But what
such a construct does itself is not in the model: calls of other modules in a fun.

`--strict` makes this warning an error. `translate` says it only where some run may come to the value: it explores the
model to know, up to 10,000 states.",
    },
    CodeInfo {
        code: HIDDEN,
        title: "construct left out of the model",
        explanation: "\
What this construct does is not in the model: a fun that another module gets, wherever it is called from there, or a
call of a fun or a function that is not known, whose value is unknown, too. A verdict on such a model is never
certain, since an action may be missing: \"possibly holds\", \"possibly violated\".

    idle({go, Send}, D) -> Send(hello), {next_state, idle, D}.   % no action in the model

Call the function by its name, or move the call into another module: then it is one visible action. Funs that the
module itself makes are exact, also where they are kept in its data.",
    },
    CodeInfo {
        code: OTHER_MODULE,
        title: "another callback module is not in the model",
        explanation: "\
By `{change_callback_module, Module}` or `{push_callback_module, Module}` a gen_statem goes on with
the callbacks of another module. Where its source lies in the project these are part of the model, as OTP
calls them, and modules that were pushed are a stack. This one is not at hand, is computed, or cannot be
used (`--modules` says why): the model goes on with the callbacks that it has, and findings of `check` are
possible only.

    idle(cast, upgrade, D) -> {keep_state, D, [{push_callback_module, other}]}.

Name the folder of the other module with `--path`. One whose callback mode is another one, that has
another record of the same name, or that would bring more than 64 clauses with those before it is not taken.",
    },
    CodeInfo {
        code: SEVERAL,
        title: "callback module of several behaviours",
        explanation: "\
The attributes of the module name two behaviours of OTP that both call its `init/1`:

    -behaviour(gen_statem).
    -behaviour(gen_server).

It is looked at as the callback module of the first one that is supported. The Erlang compiler warns of this, too (`conflicting
behaviours`). Which of them calls the module hangs on who starts it, so remove the attributes of the others.",
    },
    CodeInfo {
        code: UNORDERED,
        title: "order of a large map, of a dictionary or a set is unknown",
        explanation: "\
The machine goes through a map of more than 32 entries. OTP keeps smaller maps in the order of their keys, larger ones
in one that hangs on hashes of the keys, which differs from one release to the next and from one run to the next.

    idle(list, Map) -> {reply, maps:keys(Map), idle, Map}.

So what `maps:keys`, `values`, `to_list` and `fold` make of such a map may be anything, and a fun that acts is called
with anything, as often as there are entries. What does not hang on the order is exact: looking up keys, `maps:size`,
`put`, `remove` and `merge`, and `maps:map` and `filter` with funs that only compute. Smaller maps are exact always.

Dictionaries (`dict`) and sets (`sets`) go by hashes, too, of which those of numbers, texts, tuples, lists and of atoms
that the module or its environment names are known. What hangs on the order of others, or of those that have ever had
more than 80 entries, may be anything.

`lts` and `check` find out while they explore that a map grows so large, and begin once more. In a printed
specification there is `unordered(..)` then, a term without rules, at which its tools stop or which they show.
`--strict` makes this warning an error.",
    },
    CodeInfo {
        code: UNKNOWN_LENGTH,
        title: "unknown length of time",
        explanation: "\
With `{time, tick}` the model counts units of time, and this timer or event timeout waits for a time that nobody
knows: the result of a call of another module, or a value that is not exact.

    {next_state, busy, D, config:timeout()}.

So any number of ticks may pass before it is over. That is safe, but no property can rely on how many there are.
Say how long it may be:

    {stubs, [{{config, timeout, 0}, [1000, 5000]}]}.
    {quantum, 1000}.

The quantum is needed where no constant time is in the module. In the other modes of time the length does not matter.",
    },
];
