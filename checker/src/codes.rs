//! The codes of this crate's messages, with what `erl2lts explain` says about them.

mod macros;

use frontend::{Code, CodeInfo};

/// The text of a formula has something that is no token.
pub const LEXICAL: Code = Code("E0400");
/// A formula is not built as the grammar asks.
pub const SYNTAX: Code = Code("E0401");
/// Brackets do not match.
pub const UNBALANCED: Code = Code("E0402");
/// A sequence of actions stands where a single one is needed.
pub const NOT_ONE_ACTION: Code = Code("E0403");
/// A variable is not bound.
pub const FREE_VARIABLE: Code = Code("E0404");
/// A variable is used under an odd number of negations.
pub const NOT_MONOTONE: Code = Code("E0405");
/// A least and a greatest fixpoint depend on each other.
pub const ALTERNATION: Code = Code("E0406");
/// A formula nests too deep.
pub const TOO_DEEP: Code = Code("E0407");
/// A regular expression over labels is not well-formed.
pub const BAD_REGEXP: Code = Code("E0408");
/// Numbers of a counted repetition that cannot be met.
pub const BAD_COUNT: Code = Code("E0409");
/// A word that cannot name an action.
pub const NOT_AN_ACTION: Code = Code("E0410");
/// A variable of a guard that nothing binds.
pub const GUARD_VARIABLE: Code = Code("E0411");
/// Variables that take too many values.
pub const TOO_MANY_VALUES: Code = Code("E0412");
/// The definition of a macro is not well-formed.
pub const BAD_MACRO: Code = Code("E0413");
/// A macro with another number of arguments.
pub const MACRO_ARGUMENTS: Code = Code("E0414");
/// A macro that uses itself.
pub const RECURSIVE_MACRO: Code = Code("E0415");
/// A library that is not there.
pub const NO_LIBRARY: Code = Code("E0416");
/// Macros that grow too large.
pub const LARGE_MACRO: Code = Code("E0417");
/// A text that is none of Dwyer's patterns.
pub const PATTERN: Code = Code("E0418");
/// A formula that mCRL2 has no words for.
pub const NOT_FOR_MCRL2: Code = Code("E0419");
/// A formula that has no meaning for fair runs alone.
pub const NO_FAIRNESS: Code = Code("E0421");
/// The scope of a fixpoint may not be what it looks like.
pub const WIDE_SCOPE: Code = Code("W0401");
/// A repetition reaches further than it looks.
pub const WIDE_REPETITION: Code = Code("W0402");
/// A label, regular expression or pattern matches nothing.
pub const NO_SUCH_LABEL: Code = Code("W0403");
/// A combination of conditions on one action that no label meets.
pub const EMPTY_ACTION: Code = Code("W0404");
/// A round of an endless repetition that may be empty.
pub const EMPTY_LOOP: Code = Code("W0408");
/// A name that no state has.
pub const NO_SUCH_STATE: Code = Code("W0409");
/// Conditions on one state that never hold together.
pub const CONTRADICTION: Code = Code("W0410");
/// A property holds without saying anything about this system.
pub const VACUOUS: Code = Code("W0405");
/// An implication between conditions on one action.
pub const ACTION_IMPLIES: Code = Code("W0406");
/// A repeated command, which need not come at all.
pub const REPEATED_COMMAND: Code = Code("W0407");
/// No single run shows why a property is violated.
pub const NO_SINGLE_RUN: Code = Code("N0401");

/// All codes of this crate.
pub const TABLE: &[CodeInfo] = &[
    CodeInfo {
        code: LEXICAL,
        title: "text that cannot stand in a formula",
        explanation: "\
A formula is made of keywords (true false not and or implies xor equ mu nu nil tau), names,
brackets < > [ ] ( ) { }, the operators . | * + ? @ -|, labels in double quotes, regular
expressions in single quotes, and comments (* … *) or % … to the end of the line. This text has
something else, or a quote or a comment that never ends.

    [true* . \"cmd(abc)] false      the closing \" is missing
",
    },
    CodeInfo {
        code: SYNTAX,
        title: "a formula is not built as the grammar asks",
        explanation: "\
State formulas F are true, false, not F, F and F, F or F, F implies F, F xor F, F equ F, <R> F,
[R] F, <R> @, [R] -|, mu X . F, nu X . F, X and (F). Regular formulas R are action formulas, nil,
R . R, R | R, R*, R+, R?, R {n}, R {n ... m}, R {n ...} and (R). Action formulas are true, false,
tau, \"label\", 'regexp', patterns such as cmd({button,_}), and not, and, or, implies, xor, equ
over these.

    [true* . do_unlock]            no state formula behind ]: write [true* . do_unlock] false
    [true* do_unlock] false        no operator between true* and do_unlock: write true* . do_unlock

A keyword names an action only in quotes: 'not'(abc).
",
    },
    CodeInfo {
        code: UNBALANCED,
        title: "brackets of a formula do not match",
        explanation: "\
Every < ( [ needs its > ) ] in the right order.

    <true* . (read() | write()> true      the ( is still open at >
",
    },
    CodeInfo {
        code: NOT_ONE_ACTION,
        title: "a sequence of actions where a single action is needed",
        explanation: "\
not, and, or, implies, xor and equ inside < > and [ ] speak of one action: `not A` is any action
that is not A. They do not apply to sequences, choices and repetitions.

    [not (open . close)] false     no single action is `open . close`
    [(open* or close)] false       a choice between sequences is written open* | close
",
    },
    CodeInfo {
        code: FREE_VARIABLE,
        title: "a variable of a formula is not bound",
        explanation: "\
A variable stands for the fixpoint that binds it, mu X . F or nu X . F, and occurs only in F.

    mu X . (<open> true or <true> Y)      nothing binds Y

Between < and > or [ and ] names are actions, elsewhere they are variables: to speak of an action,
write <open> true. What a state itself shows is state(open), as CTL has open, and data(Expr).
",
    },
    CodeInfo {
        code: NOT_MONOTONE,
        title: "a variable under an odd number of negations",
        explanation: "\
A fixpoint has a meaning only if its body grows with its variable. So each use of the variable
must stand under an even number of negations, where the left side of implies counts as one; below
equ and xor it cannot stand at all.

    mu X . not <true> X            write nu X . …, or negate the whole fixpoint
",
    },
    CodeInfo {
        code: ALTERNATION,
        title: "a least and a greatest fixpoint depend on each other",
        explanation: "\
This checker works in time proportional to formula times system. It can do so as long as no least
fixpoint (mu, <R*>, <R+>) and greatest fixpoint (nu, [R*], [R+]) depend on each other in a circle.

    nu X . <true* . open> X        <true*> is a least fixpoint inside X, X occurs behind it

Ways out: leave the repetition away if one step is enough (nu X . <open> X); close the inner
formula, so that it does not mention the outer variable; or state the inner part as a property of
its own. That a sequence goes on for ever has its own operator: <true* . open> @.
",
    },
    CodeInfo {
        code: TOO_DEEP,
        title: "a formula nests too deep",
        explanation: "\
Formulas may nest 400 levels deep. Chains of one operator count as one level, however long they
are: write <a . b . c> F for <a> <b> <c> F.
",
    },
    CodeInfo {
        code: BAD_REGEXP,
        title: "a regular expression over labels is not well-formed",
        explanation: "\
Text between single quotes is a basic regular expression that must match a whole label: `.` any
character, `*` repetition, [a-z] and [^a-z] sets, \\( \\) groups, `\\` before a special character.
All other characters stand for themselves, also ( ) { } | + ?.

    'cmd([a-z)'                    the set [ never ends
",
    },
    CodeInfo {
        code: BAD_COUNT,
        title: "a counted repetition with numbers that do not fit",
        explanation: "\
`R {2}` is R twice, `R {2 ... 5}` from two to five times, `R {2 ...}` at least twice. The second
number is not below the first. A counted repetition is written out before it is checked, so that all
of a formula stand for at most 1,000,000 steps together.

    [(true* . pay) {5 ... 2}] false      write {2 ... 5}
    [((a {1000}) {1000}) {10}] false     too many steps; a* has no such limit
",
    },
    CodeInfo {
        code: NOT_AN_ACTION,
        title: "a word that cannot name an action",
        explanation: "\
Between < and > or [ and ] a bare name is an Erlang action pattern. Its name is an atom: it starts
with a lower-case letter, or stands in single quotes with an argument list behind it.

    <Open> true                    write <open> true, <'Open'()> true, or <\"Open\"> true
",
    },
    CodeInfo {
        code: GUARD_VARIABLE,
        title: "a variable of a guard that nothing binds",
        explanation: "\
The variables of a guard stand in the pattern before it, or in a pattern that comes earlier in each
run of the formula. Patterns below `not` and in repetitions bind nothing outside of them.

    [cmd({pay,N}) . coin(M) when M > N] false       N is bound by the first action
    [cmd({pay,_}) when N > 3] false                 write cmd({pay,N}) when N > 3
    [(true* . cmd({pay,N}))* . coin(N) when N > 3] false    fine: coin(N) binds N itself
",
    },
    CodeInfo {
        code: TOO_MANY_VALUES,
        title: "variables of a formula take too many values",
        explanation: "\
A variable that is bound by one action and used behind it stands for each value that occurs at its
place in a label of this system. The formula is written out for all of them, and this one gets too
large. Fewer variables, guards and closer patterns make it smaller:

    [true* . cmd({pay,N,_,_}) when N > 3 . coin(N)] false
",
    },
    macros::BAD_MACRO,
    macros::MACRO_ARGUMENTS,
    macros::RECURSIVE_MACRO,
    macros::NO_LIBRARY,
    macros::LARGE_MACRO,
    macros::PATTERN,
    CodeInfo {
        code: NOT_FOR_MCRL2,
        title: "formula that cannot be asked of mCRL2",
        explanation: "\
`--export-mcf FILE` writes a property, its system and its actions for mCRL2's lts2pbes. There states
show nothing but their transitions: names of states and `data(Expr)` have no place, `enabled(A)`
has. The system must be complete and its labels known. `equ` and `xor` are written out, which
doubles what stands in them. `--export-bes FILE` has neither limit: it writes the boolean equations,
in which what states show has been answered; they must be complete and known as well.

    AG (open => EX locked)         names of states
    [true* . open] <close> true    can be asked
",
    },
    CodeInfo {
        code: NO_FAIRNESS,
        title: "a formula that has no meaning for fair runs alone",
        explanation: "\
`--fair A` and `{fair, [\"A\"]}` make a property speak of fair runs only: those that do not choose A
for ever where something else could be done. CTL, ESCTL and Dwyer's patterns always have that
meaning. Of the mu-calculus those formulas have it whose fixpoints speak of one run at a time: all
of their ways back to the variable lead through `<..>`, or all through `[..]`, and at most one of
the parts of an `and`, or of an `or` below `[..]`, has the variable.

    mu X . (<true> true and [not a] X)      every fair run has an a
    nu X . (<a> X and <b> X)                two runs at every step: one may be fair, the other not
    nu X . <a> [b] X                        a game of two sides, and no run

Ask for each kind of run in a fixpoint of its own, or write into the formula which runs count:
`<R> @` says that R goes on for ever. A formula that gets too large is refused as well: numbers of
repetitions, as in `R {1000}`, are written out under weak fairness. Formulas about the past say
what holds behind each step, and endless runs are nothing to them: they have no fairness.
",
    },
    CodeInfo {
        code: WIDE_SCOPE,
        title: "the scope of a fixpoint reaches to the end",
        explanation: "\
The body of mu X . F and nu X . F reaches as far to the right as it can. Published formulas are
written both ways; parentheses say what is meant.

    mu X . <true> true and [not open] X      is read as mu X . (<true> true and [not open] X)
",
    },
    CodeInfo {
        code: WIDE_REPETITION,
        title: "a repetition reaches further than it looks",
        explanation: "\
The operators * + ? apply to the whole action formula before them, since one action cannot be
repeated inside a condition.

    [not open* . close] false      is read as [(not open)* . close] false
",
    },
    CodeInfo {
        code: NO_SUCH_LABEL,
        title: "no transition has such a label",
        explanation: "\
A label, regular expression or pattern of the formula matches no label of the system. Then [A] F
holds everywhere and <A> F nowhere: the verdict says nothing about the system. Most often this is
a typing error, a wrong number of arguments, or \"…\" (the exact label) for '…' (a regular
expression).

    [\"cmd.*\"] false               write ['cmd.*'] false, or [cmd(_)] false
",
    },
    CodeInfo {
        code: EMPTY_ACTION,
        title: "no single action meets these conditions",
        explanation: "\
and, or, not between < > or [ ] combine conditions on one action, and no action of the system
meets all of these at once.

    [\"open\" and \"close\"] false    no action is both; a sequence is written \"open\" . \"close\"
",
    },
    CodeInfo {
        code: VACUOUS,
        title: "a property holds vacuously",
        explanation: "\
[R] F speaks of what comes after R. If R never happens in this system, the property holds whatever
F is. In [R1 . R2] false the same goes for R1: what must not follow it is never reached; and in
`AG (P => F)` for P. Probably the system or the formula is not what you meant; <R> true, <R1> true
or EF P shows it. `AG{A} true` of ESCTL holds of every system: `AG{A}` says that every step is an A.
",
    },
    CodeInfo {
        code: ACTION_IMPLIES,
        title: "an implication between conditions on one action",
        explanation: "\
`A implies B` between < > or [ ] is met by every action that does not meet A. This is almost never
meant.

    [open implies close] false     `after open comes close` is [open] <close> true
",
    },
    CodeInfo {
        code: REPEATED_COMMAND,
        title: "a repeated command need not come at all",
        explanation: "\
`R*` stands for any number of repetitions, none included. A command that is meant to come, such as
the selection in

    [\"cmd(select)\"* . \"cmd(pay)\"*] <true* . serve> true

is then not asked for: the property also speaks of runs where nobody selects or pays. A sequence
with anything in between is written

    [true* . \"cmd(select)\" . true* . \"cmd(pay)\"] <true* . serve> true
",
    },
    CodeInfo {
        code: EMPTY_LOOP,
        title: "a round of an endless repetition may be empty",
        explanation: "\
`<R> @` says that R can follow R for ever, `[R] -|` that it cannot. If R may be the empty sequence,
it can go on for ever without any action, and the formula says nothing.

    <true*> @                      holds everywhere; <true> @ asks for an endless run,
    <(not pay)*> @                 <true* . pay> @ for one with endlessly many payments
",
    },
    CodeInfo {
        code: NO_SUCH_STATE,
        title: "no state is called so",
        explanation: "\
A name in a CTL formula, and `state(Name)` in one of the mu-calculus, is the name of a state of the
machine, `crashed` or `stopped`; whether an action can happen is asked by `enabled(cmd(_))`. No
state has this name: it holds nowhere.

    EF opne                        write EF open

`data(Expr)` asks a boolean Erlang expression over `State` and `Data` of the pair that the machine
has stored; it may call pure functions of the module. The states of an .aut or .mcrl file have
neither names nor such a pair: there it is an error (E0513).

    AG not data(length(Data) > 5)
",
    },
    CodeInfo {
        code: CONTRADICTION,
        title: "conditions that never hold in one state",
        explanation: "\
`and` asks for several things of one state. Each of these conditions holds somewhere, but no state
that the system can reach meets all of them: a machine is in one state at a time, for example. What
is meant may be `or`, or one condition behind an action.

    EF (locked and open)           write EF (locked and EF open)
",
    },
    CodeInfo {
        code: NO_SINGLE_RUN,
        title: "no single run shows why a property is violated",
        explanation: "\
`<true* . a> true` fails because nothing that the system can do leads to the action a: all of the
system shows that, no trace does. The verdict is right, but there is nothing to print. Where
several runs show it together, such as for `<a> true or [b] <c> true`, they are printed as
branches instead, but not very many of them.
",
    },
];
