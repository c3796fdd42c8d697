//! The messages of the command line, and the table of all messages.

mod features;
mod files;
mod modules;
mod versions;
mod workers;

use frontend::{Code, CodeInfo};

/// A file cannot be read.
pub(crate) const UNREADABLE: Code = Code("E0501");
/// A file cannot be written.
pub(crate) const UNWRITABLE: Code = Code("E0502");
/// A file of an unknown kind.
pub(crate) const UNKNOWN_FILE: Code = Code("E0503");
/// A term that is no command list.
pub(crate) const BAD_COMMANDS: Code = Code("E0505");
/// A key of a .props file that does not exist.
pub(crate) const UNKNOWN_KEY: Code = Code("E0506");
/// A value of a .props file or flag that does not fit.
pub(crate) const BAD_VALUE: Code = Code("E0507");
/// The module of a .props file is not there.
pub(crate) const NO_MODULE: Code = Code("E0508");
/// A property language that is not supported.
pub(crate) const UNKNOWN_LOGIC: Code = Code("E0509");
/// A machine that is not started, whatever `init/1` is called with.
pub(crate) const NEVER_STARTS: Code = Code("E0216");
/// Flags that do not fit the input.
pub(crate) const BAD_FLAGS: Code = Code("E0510");
/// A term that is no list of stubs.
pub(crate) const BAD_STUBS: Code = Code("E0511");
/// A finding that cannot be written as a test.
pub(crate) const NO_TEST: Code = Code("E0512");
/// A condition on data of states that have none.
pub(crate) const NO_DATA: Code = Code("E0513");
/// A compiled module that is broken.
pub(crate) const BAD_BEAM: Code = Code("E0517");
/// A compiled module without its code.
pub(crate) const NO_DEBUG_INFO: Code = Code("E0518");
/// A compiled module of Elixir.
pub(crate) const ELIXIR: Code = Code("E0519");
/// Less memory than there has to be.
pub(crate) const NO_MEMORY: Code = Code("E0514");
/// What comes is not what editors send.
pub(crate) const NO_EDITOR: Code = Code("E0520");
/// What is to name states does not fit the module.
pub(crate) const NO_NAMING: Code = Code("E0515");
/// Features that cannot be put together.
pub(crate) const BAD_FEATURES: Code = Code("E0530");
/// More sets of features than are looked at.
pub(crate) const TOO_MANY_PRODUCTS: Code = Code("E0531");
/// A limit was met.
pub(crate) const LIMIT: Code = Code("W0501");
/// Found without being asked for.
pub(crate) const PROPS_FOUND: Code = Code("W0502");

/// What `init/1` is called with is not said.
pub(crate) const NO_INIT: Code = Code("W0503");
/// A stub of a function that the module does not call.
pub(crate) const STUB_UNUSED: Code = Code("W0504");

/// Recursion on unknown values was cut.
pub(crate) const CUT: Code = Code("W0505");

/// A function that acts was not followed.
pub(crate) const LEFT_OUT: Code = Code("W0506");

/// Decisions on unknown values were too many.
pub(crate) const JOINED: Code = Code("W0507");

/// Runs that end because a queue has no room.
pub(crate) const OVERFLOW: Code = Code("W0508");

/// Names are put in order.
pub(crate) const ORDERED: Code = Code("W0513");

/// Commands with the tag of another behaviour.
pub(crate) const FOREIGN_TAG: Code = Code("W0514");
/// Some states get no name from what is to name them.
pub(crate) const UNNAMED: Code = Code("W0515");

/// A line of a log that nobody can read.
pub(crate) const BROKEN_LINE: Code = Code("W0517");

/// A log that does not tell what a property asks for.
pub(crate) const NOT_TOLD: Code = Code("W0516");

/// Something that cannot be asked of a running program.
pub(crate) const NOT_LIVE: Code = Code("E0516");

/// `init/1` takes nothing that it is given.
pub(crate) const NEVER_STARTED: Code = Code("W0522");

/// What is to be ignored is no finding.
pub(crate) const NOTHING_IGNORED: Code = Code("W0523");

/// Two systems are not compared, or one is not reduced.
pub(crate) const NO_EQUIVALENCE: Code = Code("W0520");

/// A condition on the data that is no boolean somewhere.
pub(crate) const NO_BOOLEAN: Code = Code("W0509");

/// A source that is neither UTF-8 nor says what it is.
pub(crate) const LATIN1: Code = Code("W0510");
/// Values were chosen for what a module leaves open.
pub(crate) const CLOSED: Code = Code("W0512");

/// Nobody has named commands.
pub(crate) const COMMANDS_DERIVED: Code = Code("N0504");

/// A file that does not hold what would be written.
pub(crate) const NOT_AS_STORED: Code = Code("W0511");

/// Evidence that is not written.
pub(crate) const NO_EVIDENCE: Code = Code("N0501");

/// Two files are no two versions of one system.
pub(crate) const NO_VERSIONS: Code = Code("E0521");

/// A new version is sent more than the old one.
pub(crate) const NEW_EVENTS: Code = Code("N0521");

/// Not all of two versions was looked at.
pub(crate) const PARTLY_COMPARED: Code = Code("W0521");

/// What is exported holds for some behaviour only.
pub(crate) const POSSIBLE_EXPORT: Code = Code("N0623");

/// Which other modules were read.
pub(crate) const MODULES: Code = Code("N0540");

/// A module that is to be open cannot be.
pub(crate) const NOT_OPEN: Code = Code("E0540");

/// Processes that are to explore together do not fit together.
pub(crate) const NO_WORKERS: Code = Code("E0550");
/// A folder of segments that is none.
pub(crate) const NO_FOLDER: Code = Code("E0551");
/// A worker is lost.
pub(crate) const LOST: Code = Code("W0550");

/// Codes of the command line itself.
pub(crate) const TABLE: &[CodeInfo] = &[
    CodeInfo {
        code: BAD_COMMANDS,
        title: "not a command list",
        explanation: "\
Commands are a list of events, `{sequence,List}`, `{cycle,List}`, `{any_of,List}` or `derived`. Inside a list,
`{for,'I',From,To,Term}` stands for one event for each integer from From to To, with the atom 'I' in
Term replaced by it. Lists of `{cycle,..}` and `{any_of,..}` have at least one event. Events are
Erlang terms: atoms, numbers, lists, tuples, maps, binaries.

An event alone is sent with `send_event`; `{sync,E}`, `{all,E}`, `{sync_all,E}`, `{info,M}`, `{stop,R}` and
`{exit,R}` (an exit signal of the parent) are the other kinds, and `{event,E}` is for an event that looks like one of these. `{call,Function,Args}` is what a function of the
module sends when a client calls it: see `erl2lts explain E0214`.

In `{any_of,List}` the atom '_' stands for any term, 'integer()' or 'atom() | list()' for any of its kind: what it is shows in labels
where the module looks at it. `derived` stands for the events that the module itself suggests, which `erl2lts commands FILE` prints: what
the functions of its interface send, as their guards and specifications let them, what clauses of its callbacks name and no such function
sends, and `unexpected` where a clause takes everything; but for what the machine makes itself, by timers and posts.",
    },
    CodeInfo {
        code: BROKEN_LINE,
        title: "a line of a log that cannot be read",
        explanation: "\
`erl2lts monitor` reads a label, a term or a line of `sys:trace/2` on each line of a log, and goes on
behind one that is none of these. The first ten are named, of the others the number is said.

    cmd({button,a})                         the label of an action, as `erl2lts lts` prints it
    {in,{button,a}}.                        the same for an event of gen_fsm
    {state,open,[]}.                        what is stored behind the action above
    *DBG* door got event {button,a} in state locked
    *DBG* door switched to state open
    {in,{'$gen_event',{button,a}},locked}   an event as `sys:log/2` keeps it

Lines that begin with a blank go on with a line of `sys:trace/2` before them.
",
    },
    CodeInfo {
        code: NOT_LIVE,
        title: "something that cannot be asked of a running program",
        explanation: "\
`erl2lts monitor --erlang` writes a module whose atoms are clauses of Erlang functions. A pattern is one,
and so is a whole label; a regular expression speaks of the text of a label, which a running program
does not make.

    once 'cmd(.*abc.*)'            write once cmd({button,abc})

Functions of the module that `data(Expr)` calls are written into the monitor. One that has the name and the
number of arguments of a function of the monitor cannot be: call it with the name of the module, which must
export it.

    not data(state(Data) =:= open)   write not data(door:state(Data) =:= open)

Records come with their definitions, so the module and its headers must have them: a monitor without would
not compile.
",
    },
    CodeInfo {
        code: NOT_TOLD,
        title: "a log does not tell what a property asks for",
        explanation: "\
`state(Name)` asks for the name of the state behind a step, `data(Expr)` for the data as well. No line of
the log tells that, so that it counts as false in each step. `sys:trace/2` prints the state of a gen_fsm
or gen_statem, and of a gen_server the data. What both are says a line of your own behind the event:

    io:format(\"{state,~tp,~tp}.~n\", [StateName, Data])
",
    },
    CodeInfo {
        code: UNKNOWN_KEY,
        title: "unknown key",
        explanation: "\
A `.props` file is a list of Erlang terms, each with a full stop. These are known:

    {module, Name}.                      the module, an atom or a path as a string
    {init, Term}.                        argument of init/1; '_' is any term, 'pid()' a pid;
                                         given again, another term that it may be
    {commands, Commands}.                see `erl2lts explain E0505`
    {unhandled, crash | disallow | ignore}.
    {clients, K}.
    {time, untimed | progress | tick}.   how time passes, see docs/labels.md
    {quantum, Q}.                        milliseconds in a tick
    {zero, last | first}.                whether an event timeout of 0 comes before commands
    {timers, N}.                         timers, monitors and links of one call that may be there, see W0508
    {reasons, [normal, killed]}.         why processes end that it monitors or is linked to
    {mailbox, N}.                        commands that may wait; 0: they come when the machine is idle
    {selfposts, N}.                      messages to itself that may wait, see W0508
    {stubs, Stubs}.                      see `erl2lts explain E0511`
    {state, Field | \"Expr\"}.           what the states of a gen_server are called, see E0515
    {view, default | paper}.
    {ignore, ['E0703']}.                 findings of `check module.erl` that are accepted
    {open, [sensor]}.                    modules whose functions are a part of the model
    {expect_lts, #{states => N, transitions => M}}.
    {features, Features}.                in place of a module, see `erl2lts explain E0530`
    {property, Name, mu | ctl | esctl | pattern, \"Formula\", Options}.

Options of a property: `{expect,true|false}`, `{counterexample,[Event]}`, `{false_in,N}` (in how many
states of the system it is false), `{broken_by,[[Feature]]}` (the smallest sets of features that break it), `{regex,bre|ere}`, `{paths,maximal|infinite}` (the runs
that A and E of CTL speak of), `{fair,[\"A\"]}` (actions that are not chosen for ever, see E0421), `{fairness,strong|weak}`, and `init`, `commands`,
`unhandled`, `clients`, `mailbox`, `selfposts`, `time`, `quantum`, `zero`, `timers`, `reasons`, `stubs`, `state`, `view` as above. The map of expect_lts may also hold `view`, `form`, `init`,
`commands`, `unhandled`, `clients`, `mailbox`, `selfposts`, `time`, `quantum`, `zero`, `timers`, `reasons`, `stubs` and `state`.",
    },
    CodeInfo {
        code: BAD_VALUE,
        title: "value does not fit",
        explanation: "\
The key is known, but not with a value of this kind: for example `{unhandled, yes}` where `crash`,
`disallow` or `ignore` is expected, or a formula that is not a string. The message says what is
expected. See `erl2lts explain E0506` for all keys.

Some values do not go together: `--form paper` knows untimed time only, commands that wait (`{mailbox,
N}`) cannot be disallowed, and `{quantum, Q}` is the length of a tick, so that it needs `{time, tick}`.",
    },
    CodeInfo {
        code: NO_MODULE,
        title: "module of a .props file not found",
        explanation: "\
A `.props` file names its module: `{module, door}.` for `door.erl` in the same folder, or `door.beam` if only that is there, or
`{module, \"../src/door.erl\"}.` with a path relative to the `.props` file.",
    },
    CodeInfo {
        code: ELIXIR,
        title: "compiled module of Elixir",
        explanation: "\
A `.beam` file is read through its debug info, which holds the code as Erlang's compiler has it. This one was compiled from Elixir,
whose debug info is of another kind. A GenServer is a gen_server to OTP, with the same callbacks (`handle_call/3`, `handle_cast/2`,
`handle_info/2`), and modules that `use GenServer` or are a `:gen_statem` can be checked as soon as they are Erlang text. Elixir itself
gives that of a module; in `iex -S mix`, for `Shop.Cart`:

    file = :code.which(Shop.Cart)
    {:ok, {_, [debug_info: {:debug_info_v1, backend, data}]}} = :beam_lib.chunks(file, [:debug_info])
    {:ok, forms} = backend.debug_info(:erlang_v1, Shop.Cart, data, [])
    File.write!(\"cart.erl\", :erl_prettypr.format(:erl_syntax.form_list(forms)))

Then `erl2lts check cart.erl`. Calls of Elixir's own libraries have no exact meaning there: their results are unknown values, of which
`--stubs` can say more, and lines are those of the new text.",
    },
    CodeInfo {
        code: UNKNOWN_LOGIC,
        title: "property language not supported",
        explanation: "\
Properties are written in the regular alternation-free mu-calculus (`mu`), in CTL (`ctl`), in CTL with
events (`esctl`), as one of Dwyer's patterns (`pattern`, see E0418), or in past-time LTL (`ptltl`).",
    },
    CodeInfo {
        code: BAD_FLAGS,
        title: "flags do not fit the input",
        explanation: "\
An `.aut` file is a finished transition system: there is no module to start, so `--init`,
`--commands`, `--unhandled`, `--mailbox`, `--selfposts`, `--stubs`, `--state`, `--strict`, `--view`, `--form`, `--qualify` and `--labels` have
no meaning for it. A `.mcrl` file says by itself how its system runs: it takes none of these either, but for
`--labels mcrl`, which is the style that it has anyway.
`check` of anything but a module needs at least one property, in the `.props` file, in a file of formulas or with `-e`.",
    },
    CodeInfo {
        code: BAD_STUBS,
        title: "not a list of stubs",
        explanation: "\
Stubs say what calls of other modules do, where the machine uses the result, or where they may fail:

    {stubs, [{{sensor, read, 0}, [{ok, 1}, {error, timeout}, {raise, exit, noproc}]}]}.

`{Module, Function, Arity}` stands for all calls of that function; each of them returns one of the listed
values, or raises one of the listed exceptions: `{raise, Class, Reason}` with the class `error`, `exit` or
`throw`. A value is any Erlang term, but a tuple that
starts with `raise` cannot be one. Each function stands once, with at least one value or exception.

For some calls only, a place follows the arity: the line on which the call begins, or the function that it stands in.
Such a stub goes before one without a place.

    {stubs, [{{sensor, read, 0, {line, 42}}, [{ok, 1}]}, {{sensor, read, 0, {in, idle, 2}}, [{ok, 2}]}]}.

A call of a module that is a variable, `Mod:read()`, has the stub of the module that the variable holds, where that is
known or said here, else that of a module with the name of the variable: `{'Mod', read, 0}`.

Labels show what happened: `read() -> {ok,1}`, and `'read raises exit'(noproc)`, the reason behind the
arguments of the call. A call whose result is not used is `read` whatever it returns.",
    },
    CodeInfo {
        code: NO_TEST,
        title: "something that cannot be written as a test",
        explanation: "\
`erl2lts check module.erl --emit-test FILE` writes a finding as an EUnit module that replays it on the real module: the first one
of the report, or the one that `--finding` chooses, by its code (`--finding E0703`) or by its number (`--finding 2`). The test
fails as long as the machine has the defect, and passes when it is mended. There must be such a finding, and events
that show it: that a clause is never taken, or a state never entered, is nothing that a test could see.

Of properties it writes the run that explains a verdict: that of the first one that is violated and was not expected to be, or of the
one that `--finding` names. A run that goes on for ever is no test, nor one in which processes that the machine starts take part.

`save FILE.erl` of `erl2lts sim` writes the run that was simulated, of a module, as a test that passes as long as the module does it.",
    },
    CodeInfo {
        code: NO_DATA,
        title: "a condition on states of which nothing is known",
        explanation: "\
`data(Expr)` asks the pair that a machine has stored, a name which state that is. The states of an `.aut` file or of a
muCRL specification have neither, so that nobody could say whether the condition holds; taken as false it would decide.

    erl2lts check door.aut --logic ctl -e 'AG data(Data > 0)'       no data, and no names
    erl2lts check door.props --logic ctl -e 'AG data(Data > 0)'     the machine's

Check the module itself, or ask for actions: `enabled(cmd({pay,_}))`.",
    },
    CodeInfo {
        code: NO_MEMORY,
        title: "less memory than there has to be",
        explanation: "\
The transitions of an `.aut` file are kept in memory, about 8 bytes each, while whatever is asked of them is computed. Any command wants 512 MB of addresses for recursion, though it uses few.
This process may not have as much: `ulimit -v` bounds its addresses, or a group of processes (a container) its memory. What was being written is taken away.

    bash -c 'ulimit -v 1000000; erl2lts info big.aut'

Allow more, or make the system smaller where it is made: `--max-states`, fewer commands.",
    },
    CodeInfo {
        code: NO_NAMING,
        title: "what is to name states does not fit the module",
        explanation: "\
The states of a `gen_server` have no names: there is what it stores. `{state, ..}` says of what they get one, so that formulas
can ask for it by `state(open)`, CTL by `open`, and drawings show it:

    {state, mode}.                       the field `mode` of the record that the data are
    {state, \"Data#door.mode\"}.         the same where several records have such a field
    {state, \"element(1, Data)\"}.       any expression over `Data` that only computes, as in `data(Expr)`
    --state 'maps:get(mode, Data)'       the same as a flag

Any term is a name: an atom is called as it is, another one by its text in quotation marks: `state('{open,1}')`. The name is also what
`State` is in `data(Expr)`. The states of a `gen_fsm` and of a `gen_statem` have names, which cannot be changed.

A field stands in exactly one record of the module; which one the data are, an expression can say.",
    },
    CodeInfo {
        code: LIMIT,
        title: "a limit was met",
        explanation: "\
Exploration stopped at a limit: `--max-states`, `--timeout`, `--max-memory` (if not given, most of what is free
when it starts, and under `ulimit -v` at most half of the addresses that are left, or seven tenths for a process of `--workers`), at Ctrl-C, or at `--max-steps`, the step budget of pure code within one event, or of rewriting in one state of a `.mcrl` file. Where functions that call themselves used that up, the message names them: look whether
they come to an end for every argument. Under open commands (`--commands derived`, and those in which something is `'_'` or of a type only) it stops at 50 times
`--max-steps` in all, and of one process after 60 seconds, unless `--timeout` is given.
What was found is kept: the states behind the limit are counted, but their successors are not known. Verdicts are given only where
the missing part cannot change them; others are inconclusive, exit code 3. Raise the limit, or make the system smaller: fewer
commands, smaller numbers, `{sequence,..}` for `{any_of,..}`.",
    },
    CodeInfo {
        code: PROPS_FOUND,
        title: "settings taken from a .props file",
        explanation: "\
No commands were given, and exactly one `.props` file beside the module names it: its settings are used, such as the
argument of `init/1`, the commands and what events without a clause do. The built-in checks take commands from it only if they
are `{any_of, ..}`. Its properties are checked only when the file itself is given.",
    },
    CodeInfo {
        code: NO_INIT,
        title: "argument of init/1 is not given",
        explanation: "\
The machine starts with `init(Argument)`, neither `--init` nor a `.props` file says which argument, and the module uses it.
Then whoever starts the machine chooses: the argument is any term that the head of `init/1` takes. Of `init([Port, Limit])`
it is a list of any two terms, of `init([])` it is `[]`, which needs no message. Where `init/1` has several clauses it is
any term; what no clause takes gives `start_failed(function_clause)`. Of an argument with open parts, as
`{port,'integer()'}`, or one that `--commands derived` takes from a start function, it is any term of that form.

Such an argument is a choice and no uncertainty: a property of all runs must hold with every one, a run
that it asks for must exist with some, and the verdict names an example of the argument. muCRL and mCRL2
have no such values. Give the argument with `--init TERM` or `{init, TERM}.`, more than once where it is one of several.",
    },
    CodeInfo {
        code: NEVER_STARTED,
        title: "the machine is never started",
        explanation: "\
`init/1` takes none of the arguments that it is given: no clause of it matches, or it fails, or it returns `ignore` or `{stop, _}`.
The system is that one step, `start_failed(_)` or `start_ignored`, and whatever is asked of states and events holds of it, or not, for
lack of any.

    init([Code]) -> {ok, locked, Code}.

    erl2lts check door.props --init abc        start_failed(function_clause)
    erl2lts check door.props --init '[abc]'    the argument is a list, as in gen_statem:start_link(door, [abc], [])

The built-in checks tell it as E0717, with the way to it.",
    },
    CodeInfo {
        code: NOTHING_IGNORED,
        title: "an ignored finding that does not exist",
        explanation: "\
`% erl2lts:ignore CODE` in a module, and `{ignore, [CODE]}` in a .props file, accept findings of the built-in checks, E0701 and on.
Here no code follows, or one that no finding has, so that nothing is accepted:

    % erl2lts:ignore E703          a digit is missing
    % erl2lts:ignore E0703         accepts E0703 on this line and the next one

Several codes stand behind each other; text may follow them, or stand in the lines before.",
    },
    CodeInfo {
        code: STUB_UNUSED,
        title: "stub without an effect",
        explanation: "\
There is a stub for this function, but the module has no call of it with this number of arguments, or none where the stub says
that there is one: probably its module, its name or its arity is meant otherwise. Or the function is one of the library that is
computed, as `lists:reverse/1`: what it returns is known.",
    },
    CodeInfo {
        code: CUT,
        title: "recursion on unknown values",
        explanation: "\
A function calls itself as long as an unknown value is of some form, for example along a list of which
nobody knows how long it is:

    sum([]) -> 0;
    sum([X | Rest]) -> X + sum(Rest).

There is no end to that, so after some rounds the call is not followed: its value is unknown too, as is
whether it fails. Nothing is lost by that, but the model may do more than the module. A verdict on a run
that takes such a value is only possible.",
    },
    CodeInfo {
        code: LEFT_OUT,
        title: "recursion not followed to its end",
        explanation: "\
A function that calls other modules calls itself and waits for the end of that call, as `[read(H) | all(T)]`
does, on values that nobody knows. A list of unknown length would make it wait without end. So after a few
rounds (3; 64 where some arguments are known) the call is not followed: it may return anything or raise
any exception, and what it would do is not in the transition system. No verdict is certain then.

Say what is unknown, with `{stubs, ..}` or `{init, ..}`, or give commands that carry known values. A call
behind which nothing follows, as `all(T)` in `read(H), all(T)`, needs no stack and is followed always.",
    },
    CodeInfo {
        code: JOINED,
        title: "too many decisions on unknown values",
        explanation: "\
One evaluation makes many decisions on values that nobody knows, for example one for each option that it
looks for in an unknown list:

    [proplists:get_value(Key, Options, none) || Key <- [host, port, user, password, timeout, retries]]

Ways through the code that are alike become one then, and what differs in them is an unknown value. Nothing
is lost by that, but the model may do more than the module. A verdict on a run that rests on such a
value is only possible.

Say what is unknown, with `{stubs, ..}` or `{init, ..}`.",
    },
    CodeInfo {
        code: OVERFLOW,
        title: "more is pending than the model holds",
        explanation: "\
Events and messages that the machine sends to itself wait in its queue, and each call that starts a timer may
have some pending, as each call that makes a monitor or a link may have some live. The model bounds that, to 8 messages
and to 2 of one call if nobody says otherwise; a
run that needs more ends in the action `overflow(E)`, with what had no room. What a run shows is certain then, what holds of all runs is not.
Often the module feeds itself for ever:

    busy(again, D) ->
        gen_fsm:send_event(self(), again), gen_fsm:send_event(self(), again),
        {next_state, busy, D}.

If it does not, let more wait:

    {selfposts, 20}.
    {timers, 5}.",
    },
    CodeInfo {
        code: FOREIGN_TAG,
        title: "a command has the tag of another behaviour",
        explanation: "\
How a command is sent is said by its tag, and each behaviour has its own: `{event,E}`, `{sync,E}`, `{all,E}`, `{sync_all,E}` are
those of a gen_fsm, `{call,E}` and `{cast,E}` those of a gen_server and of a gen_statem. With the tag of another one a command
is what it is without: to a gen_server or a gen_statem the tuple is sent as a plain message, to a gen_fsm as an event.

    {commands, [{event, press}]}.       of a gen_statem: the message {event,press}
    {commands, [{cast, press}]}.        what gen_statem:cast(Pid, press) sends

Where the tuple itself is meant, say so: `{info,{event,press}}`, for a gen_fsm `{event,{cast,press}}`.",
    },
    CodeInfo {
        code: ORDERED,
        title: "references or process identifiers are put in order",
        explanation: "\
What `make_ref/0` and `spawn` return tells one thing from others. Which of two is greater is up to the runtime: mostly
the one that was made later, but not if it was made on another scheduler, or when the numbers of processes begin again. The model takes the
later one for the greater one, so that what happens behind such a test, or behind `lists:sort/1` of such values, is one
of the things that may happen:

    older(A, B) when A < B -> ..

A map keeps its keys in order. That shows where they are listed, as by `maps:keys/1`, and makes no difference where a value is
found by its key, as it makes none for `=:=` and `lists:keyfind/3`. To put such values in order, keep a number with
each.",
    },
    CodeInfo {
        code: NO_EQUIVALENCE,
        title: "systems cannot be reduced or compared",
        explanation: "\
An equivalence speaks of all of a system, so that `reduce` and `compare` need every state: where exploration has stopped at a
limit there is no answer (exit 3). Weak and trace equivalences need more than the system itself on the way: all steps with
internal ones around them, or sets of states. Where these are more than 50 million there is no answer either; `strong` and
`branching` equivalence have no such bound.",
    },
    CodeInfo {
        code: UNNAMED,
        title: "states without a name",
        explanation: "\
What `{state, ..}` or `--state` says to name states raises an exception in some of them: those have no name, so that no `state(Name)`
is true there.

    {state, \"element(2, Data)\"}.       fails as long as Data is `undefined`

Let it say what those are called: `case Data of undefined -> new; _ -> element(2, Data) end`.",
    },
    CodeInfo {
        code: NO_BOOLEAN,
        title: "condition on the data that is no boolean",
        explanation: "\
In some states the expression in `data(Expr)` raises an exception, or its value is neither `true` nor `false`. As
with guards, such a condition is not met: it counts as false there, and its negation as true.

    AG data(element(2, Data) > 0)       where Data is `undefined` in the first state: error:badarg

Say what is meant where the data has another form: `data(is_tuple(Data) andalso element(2, Data) > 0)`.",
    },
    CodeInfo {
        code: COMMANDS_DERIVED,
        title: "commands that nobody has named",
        explanation: "\
A machine does nothing until somebody sends it events. Neither `--commands` nor a `.props` file says which, so that they are those
that the module itself suggests, any of them at any time, and the argument of `init/1` is the one that its start functions give:
all that `--commands derived` stands for. The note says which command line, or which entry, does the same; `erl2lts commands FILE`
prints the events with the places that they are taken from, as a `.props` file to start from:

    erl2lts commands door.erl > door.props

Parts that the module does not fix are unknown (`{button,'_'}`). `lts`, `check`, `reduce`, `compare` and `info` take them as they are;
muCRL and mCRL2 have no such values, so that `translate` chooses some (W0512). Say which events there are with a flag

    erl2lts translate door.erl --init abc --commands '[{button,abb},{button,abc}]'

or in a `.props` file beside the module:

    {module, door}.
    {init, abc}.
    {commands, {any_of, [{button, abb}, {button, abc}]}}.

`[E1,E2]` and `{sequence,[E1,E2]}` send each event once, in order; `{cycle,[..]}` starts again;
`{any_of,[..]}` sends any of them at any time, for ever. Where several `.props` files name the module, none of them is
used: name the one that is meant in place of the module.",
    },
    CodeInfo {
        code: CLOSED,
        title: "values chosen for what a module leaves open",
        explanation: "\
muCRL and mCRL2 have no unknown values. Where a module leaves open what `init/1` is called with, parts of events, or what
other modules return, `translate` chooses values that stand for all others, and says which as flags:

    erl2lts translate door.erl
    .. --commands {any_of,[{button,v1},{button,v2}]} --init v1

The values are those by which exploring with unknown values tells ways apart: of `idle({set, N}, _) when N > 3` they are
`{set,4}` and one that is no larger integer. `v1` and `v2` are names that occur nowhere in the module: values that are only
stored, sent on and compared. Each flag can be given with other values; what is given is not chosen. With `--strict` nothing
is chosen, and such a module is refused (E0212).",
    },
    CodeInfo {
        code: NEVER_STARTS,
        title: "init/1 starts the machine with no argument",
        explanation: "\
Where nothing says what `init/1` is called with, `translate` and `lts --close` look for arguments with which the machine starts.
For this module there are none: all ways through `init/1` were looked at, and each ends with `{stop, _}`, `ignore` or an error.

    init({limit, N}) when N > 3, N < 2 -> {ok, idle, N}.

What happens with one argument is printed where that is given, `--init v1`.",
    },
    CodeInfo {
        code: NO_EVIDENCE,
        title: "evidence that is not written",
        explanation: "\
`--evidence FILE` writes what explains a verdict alone: as a system (`.aut`), as a drawing (`.dot`), or as commands
that make the machine do the run (`.props`). Some verdicts rest on all that the system can do, such as that
something never happens: there is no part to be written. Commands are written only if they show the same
when they are replayed: what the property asks of other ways the machine could have gone is not in them, and commands go round (`{cycle,..}`) only from the first one on.",
    },
    CodeInfo {
        code: POSSIBLE_EXPORT,
        title: "an exported question whose answer is only possibly so",
        explanation: "\
`--export-mcf` and `--export-bes` write the system as it was explored. A verdict with \"possibly\" rests on values that
nobody knows, of which other tools do not know: their answer is as uncertain. Stubs say what other modules return.",
    },
];

/// The title of a code.
pub(crate) fn title(code: &str) -> Option<&'static str> {
    all().into_iter().find(|info| info.code.0 == code).map(|info| info.title)
}

/// All messages of erl2lts, sorted by code.
pub(crate) fn all() -> Vec<&'static CodeInfo> {
    let tables = [
        frontend::codes::TABLE,
        translator::codes::TABLE,
        emit::codes::TABLE,
        lts::codes::TABLE,
        checker::codes::TABLE,
        monitor::codes::TABLE,
        mcrl::codes::TABLE,
        hunter::codes::TABLE,
        versions::TABLE,
        files::TABLE,
        workers::TABLE,
        modules::TABLE,
        features::TABLE,
        TABLE,
    ];
    let mut all: Vec<&CodeInfo> = tables.into_iter().flatten().collect();
    all.sort_by_key(|info| info.code);
    all
}
