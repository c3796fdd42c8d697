//! The messages of this crate: terms and patterns from E0300, LTS files from E0320.
//!
//! Each row has a page for `erl2lts explain`; a test holds an input for each.

use frontend::diagnostic::{Code, CodeInfo};

/// A term or pattern is not well-formed.
pub const SYNTAX: Code = Code("E0300");
/// A string or quoted atom does not end.
pub const UNTERMINATED: Code = Code("E0301");
/// A wrong escape in a string, atom or character.
pub const ESCAPE: Code = Code("E0302");
/// A wrong integer.
pub const INTEGER: Code = Code("E0303");
/// A kind of term that is not supported.
pub const UNSUPPORTED: Code = Code("E0304");
/// A term nests too deeply.
pub const TOO_DEEP: Code = Code("E0305");
/// A variable in a ground term.
pub const VARIABLE: Code = Code("E0306");
/// A missing full stop.
pub const FULL_STOP: Code = Code("E0307");
/// A text that is no action.
pub const NO_ACTION: Code = Code("E0310");
/// A map pattern that cannot be matched.
pub const MAP_PATTERN: Code = Code("E0311");
/// A guard that cannot be evaluated.
pub const GUARD: Code = Code("E0312");
/// A number that is too large for a float.
pub const FLOAT: Code = Code("E0313");
/// A missing or wrong header.
pub const AUT_HEADER: Code = Code("E0320");
/// A line that is no transition.
pub const AUT_LINE: Code = Code("E0321");
/// The number of transitions differs from the header.
pub const AUT_TRANSITIONS: Code = Code("E0322");
/// A state number that is out of range.
pub const AUT_STATE: Code = Code("E0323");
/// A number of states that cannot be.
pub const AUT_STATES: Code = Code("E0324");
/// A key that occurs twice in a map.
pub const REPEATED_KEY: Code = Code("W0300");
/// Two candidates for the internal action.
pub const AUT_TAU: Code = Code("W0320");

/// All codes of this crate, in order.
pub const TABLE: &[CodeInfo] = &[
    CodeInfo {
        code: SYNTAX,
        title: "a term or pattern is not well-formed",
        explanation: "\
A term of Erlang was expected: an integer, an atom, a string, a list, a tuple or a map. The text
has something else there, often a bracket of the wrong kind, a missing comma, or a comma too many.

    {init, [a b]}.        a comma is missing between a and b
    {init, {a,}}.         the second element is missing
    {init, #{a := 1}}.    in a term, entries are written with =>

Reserved words of Erlang are atoms only in quotes: `'end'`, `'when'`, `'not'`. Expressions such as
`1 + 2` or `f()` are not evaluated: write their value.
",
    },
    CodeInfo {
        code: UNTERMINATED,
        title: "a string or quoted atom does not end",
        explanation: "\
A string starts with `\"` and an atom in quotes with `'`; each ends with the same character. From
the one shown to the end of the text there is no such character.

    {property, p, ctl, \"EF open, []}.     the quote behind open is missing

A quote inside is written with a backslash: `\"say \\\"a\\\"\"`, `'don\\'t'`.
",
    },
    CodeInfo {
        code: ESCAPE,
        title: "a wrong escape in a string, atom or character",
        explanation: "\
Behind a backslash stand: one of `b d e f n r s t v`; one to three octal digits; `x` with two
hexadecimal digits, or with any number of them in braces; `^` with a character. Any other character
stands for itself.

    \"\\xE9\"  \"\\x{3BB}\"     fine
    \"\\xE\"                 a digit is missing
    \"\\x{D800}\"            no Unicode character
",
    },
    CodeInfo {
        code: INTEGER,
        title: "a wrong integer",
        explanation: "\
Integers are written in decimal, or as `Base#Digits` with a base from 2 to 36. Single underscores
may stand between digits. More than 10,000 digits are refused.

    1_000_000   16#ff   2#1010_1010     fine
    37#1                                no such base
    2#9                                 no digit of this base
",
    },
    CodeInfo {
        code: UNSUPPORTED,
        title: "a kind of term that is not supported yet",
        explanation: "\
Ports, funs and records are terms of Erlang, but none that can be written here: no event, state
data or argument can hold one yet. Process identifiers and references of a running system
(`<0.85.0>`) mean nothing in a model, which numbers its own: `<1>`, `#Ref<1>`.

    {init, fun() -> ok end}.    a fun
    {init, #state{a = 1}}.      a record

If the module only passes the value on, an atom does as well. A record is a tuple whose first
element is its name: `{state,1,2}` for `#state{a = 1, b = 2}`.
",
    },
    CodeInfo {
        code: TOO_DEEP,
        title: "a term nests too deeply or is too long",
        explanation: "\
Brackets may nest 256 levels deep in the text of a term. A long list does not nest, if it is
written as one: `[a,b,c]` instead of `[a|[b|[c]]]`. But the lists, strings and binaries of one term have 262,144
elements at most, all of them together; `<<1:65536>>` has 8,192.
",
    },
    CodeInfo {
        code: VARIABLE,
        title: "a variable in a term without variables",
        explanation: "\
Variables start with a capital letter or `_`. Here a value is needed, and nothing could give the
variable one.

    {init, Abc}.      a variable
    {init, abc}.      an atom
    {init, 'Abc'}.    an atom that starts with a capital letter

In the patterns of formulas variables are fine: `cmd({pay,X})`.
",
    },
    CodeInfo {
        code: FULL_STOP,
        title: "a full stop is missing",
        explanation: "\
In a file of terms each term ends with a dot and a blank or a line end, as `file:consult/1` reads
it. The last term of this file has none.

    {module, door}.
    {init, abc}         here
",
    },
    CodeInfo {
        code: NO_ACTION,
        title: "not an action",
        explanation: "\
The pattern of an action starts with its name, an atom. Arguments follow in parentheses, and
behind `->` the result, if it matters.

    do_unlock
    cmd({pay,_})
    read() -> {ok,X}
    'other_module:read'(_)

`name` alone is the action without arguments; `_` stands for any term; a variable for the same term
wherever it occurs. Names that start with a capital letter need quotes.
",
    },
    CodeInfo {
        code: MAP_PATTERN,
        title: "a map pattern that cannot be matched",
        explanation: "\
In the pattern of a map the keys are terms without variables, because values are looked up by
them. `#{k => P}` describes the whole map, `#{k := P}` a map that has at least this entry; one
pattern is either of them.

    cmd(#{amount := X})           fine
    cmd(#{amount => 5, to => _})  fine: these two entries, no more
    cmd(#{K := 5})                a variable as key
    cmd(#{a := 1, b => 2})        both arrows
",
    },
    CodeInfo {
        code: GUARD,
        title: "a guard that is not well-formed",
        explanation: "\
Behind an action pattern, `when` starts a guard, as in Erlang: comparisons, arithmetic, andalso,
orelse, not, `,`, `;`, tests such as is_integer, and abs, element, hd, length, map_size, tl,
tuple_size. Its variables stand in the pattern, or in an earlier one of the formula.

    [cmd({pay, N}) when N > 3] false
    <cmd({pay, N}) when N > 3 andalso N < 7> true

Outside of parentheses a guard ends where a formula may go on: before and, or, xor, `.`, `|`, a
repetition, a closing bracket. `_` cannot be computed with: write a variable.
",
    },
    CodeInfo {
        code: FLOAT,
        title: "a number that is too large for a float",
        explanation: "\
A float has 64 bits, as Erlang's have: the largest one is about 1.8e308. Integers may be larger.

    {init, 1.0e308}.    fine
    {init, 1.0e309}.    too large
",
    },
    CodeInfo {
        code: AUT_HEADER,
        title: "the header of an .aut file is missing or wrong",
        explanation: "\
The first line of an LTS in Aldebaran format tells the initial state, the number of transitions
and the number of states.

    des (0, 12, 7)

Some generators write `des (0, ?, ?)` first and fill in the numbers at the end: with question
marks the file is not finished. A file in another format (.lts, .bcg, .fsm) has to be converted,
for example by mCRL2's ltsconvert.
",
    },
    CodeInfo {
        code: AUT_LINE,
        title: "a line of an .aut file is no transition",
        explanation: "\
Each line after the header is a transition: the state before, the label, the state behind. The
label is whatever stands between the first and the last comma; quotes around it are dropped.

    (0, \"cmd({button,abc})\", 1)
    (1, i, 2)

States are numbers; probabilistic transitions are not supported. After ten wrong lines reading
ends.
",
    },
    CodeInfo {
        code: AUT_TRANSITIONS,
        title: "an .aut file has more or fewer transitions than its header says",
        explanation: "\
The header announces a number of transitions, and the file has another one. Usually the file was
cut off, two files were joined, or lines were edited by hand.

    des (0, 2, 2)
    (0, \"a\", 1)        where is the second one?
",
    },
    CodeInfo {
        code: AUT_STATE,
        title: "a state number of an .aut file is out of range",
        explanation: "\
States are numbered from 0. With a header that announces n states, the largest number is n - 1;
this holds for the initial state as well.

    des (0, 1, 2)
    (0, \"a\", 2)        there are only the states 0 and 1
",
    },
    CodeInfo {
        code: AUT_STATES,
        title: "the number of states of an .aut file cannot be right",
        explanation: "\
An LTS has at least one state and at most 4,294,967,295. States without any transition are fine, but
a file with far more states than its transitions can connect (above one million, more than sixteen
for each transition) is taken for damaged.

    des (0, 0, 1000000000000)
",
    },
    CodeInfo {
        code: REPEATED_KEY,
        title: "a key occurs twice in a map",
        explanation: "\
A map has one value for each key. Where a key is written twice, the last value counts, as in
Erlang; the others are lost without a trace.

    #{states => 5, states => 6}     the same as #{states => 6}
",
    },
    CodeInfo {
        code: AUT_TAU,
        title: "an .aut file has both `i` and `tau` as labels",
        explanation: "\
CADP calls the internal action `i`, mCRL2 calls it `tau`. Without being told, erl2lts takes the one
that occurs. This file has both, so one of them is an ordinary action: `i` was taken for the
internal one. Say `--tau tau` if it is the other one, `--tau i` to confirm.
",
    },
];
