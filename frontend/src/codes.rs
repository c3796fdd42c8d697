//! The codes of this crate's messages, with their explanations.
//!
//! `E01xx` are errors, `W01xx` warnings and notes. The only place that says what a code means.

use crate::diagnostic::{Code, CodeInfo};

/// Declares the codes and their table.
macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal $title:literal $explanation:literal)*) => {
        $($(#[$doc])* pub const $name: Code = Code($code);)*

        /// All codes of this crate, in order.
        pub const TABLE: &[CodeInfo] = &[
            $(CodeInfo { code: $name, title: $title, explanation: $explanation },)*
        ];
    };
}

codes! {
    /// The text is longer than the bound.
    TEXT_TOO_LARGE = "E0100" "text too large" "\
A source text may have 64 MB at most. Files beyond that are not program text as a rule; nothing of
such a file is read.

Way out: check that the path names the file that you meant. Split generated tables over several
functions or modules."

    /// A character that begins no token.
    ILLEGAL_CHARACTER = "E0101" "illegal character" "\
The text has a character that cannot begin any Erlang token outside of quotes: a NUL, a typographic
quote, a letter outside of Latin-1. Other control characters are white space.

    door() -> “open”.      % typographic quotes: use \"open\"

The form with this character is not read; the others are. A file with many of these is probably not
Erlang source text at all, or a compiled `.beam` file.

Way out: remove the character, or put it between quotes if it belongs to an atom or a string."

    /// A string or quoted atom without its closing quote.
    UNCLOSED_QUOTE = "E0102" "closing quote missing" "\
A string or a quoted atom begins here, but its closing quote does not follow.

    greet() -> io:format(\"hello).
    stop() -> 'good bye.

The form with the quote is not read. Reading goes on at the next line that begins a form in its
first column.

Way out: close the quote. A quote inside of quotes is written with a backslash: \"a \\\" b\"."

    /// A number that has no value.
    BAD_NUMBER = "E0103" "bad number" "\
A number is written in a way that gives it no value: a base outside of 2 to 36, a digit that the base
does not have, no digits at all, or a floating-point number that is too large.

    16#fe    2#1011    1_000_000    2.5e-3      % fine
    2#12     40#1      16#          1.0e999     % not

Way out: correct the digits or the base."

    /// A character or escape sequence without a value.
    BAD_ESCAPE = "E0104" "bad escape sequence" "\
A backslash in a character, string or quoted atom begins an escape sequence that names no character.

    $\\n   \"\\x41\"   '\\x{1F6AA}'   \"\\101\"       % fine
    \"\\xg\"   $\\x{110000}                         % not: no hexadecimal digits, no such character

Way out: write a backslash itself as \\\\, and hexadecimal characters as \\xHH or \\x{H...}."

    /// A token that cannot stand where it is.
    SYNTAX = "E0105" "syntax error" "\
The form is not Erlang: the marked token cannot stand there. The message names the token and, where
there are few, what could stand in its place. Only this form is lost.

    init(Code) -> {ok, locked, Code,}.      % no comma before a closing bracket
    open(X) when X > 1 < 3 -> X.            % comparisons do not chain

Way out: look left of the mark as well; the mark is where reading could not go on, the slip is often
earlier (a comma or `end` too few)."

    /// A form without its full stop.
    MISSING_STOP = "E0106" "full stop missing" "\
A form ends with a full stop followed by white space, a comment or the end of the file. Here the next
form begins, or the file ends, without one.

    open() -> ok
    close() -> ok.

Way out: write a full stop behind the last expression of the form."

    /// An expression on the left of `=` that is no pattern.
    ILLEGAL_PATTERN = "E0107" "illegal pattern" "\
The marked expression stands where a pattern is needed, but nothing can be matched against it. Patterns
are variables, `_`, constants, tuples, lists, records, maps and binaries of patterns, aliases `P1 = P2`,
`\"prefix\" ++ P`, and arithmetic on integer constants.

    f(X) = 3            % a call
    X + 1 = Y           % arithmetic on a variable
    {ok, [A|B]} = g()   % fine

Way out: evaluate the expression first and match its result, or compare with `=:=`."

    /// A clause with another name or arity than the function's first clause.
    CLAUSE_HEAD = "E0108" "clause of another function" "\
The clauses of one function, separated by `;`, must have the same name and the same number of
parameters.

    locked(lock, D) -> D;
    open(lock, D) -> D.       % another name

Way out: end the function before with a full stop instead of `;`, or correct the name or the
parameters."

    /// A line of a triple-quoted string that is not indented like its end.
    BAD_INDENTATION = "E0126" "bad indentation of a string" "\
The closing quotes of a string in three quotes say how far its lines are indented: the white space in
front of them is taken off every line. Here a line that is not empty does not begin with it.

    usage() ->
        \"\"\"
        Options:
      -v  verbose          % too far to the left
        \"\"\".

Way out: indent the line, or move the closing quotes to the left."

    /// A bracket or keyword without its partner.
    UNBALANCED_BRACKET = "E0109" "bracket or `end` missing" "\
A bracket is not closed, is closed by one of another kind, or nothing is open that a closing one could
close. `begin`, `case`, `if`, `receive`, `try`, `maybe` and `fun` with clauses are closed by `end`. The
mark is where reading could not go on; where the bracket or keyword was opened is marked as well.

    area({circle, R) -> 3 * R * R.      % `)` while `{` is open
    sign(X) ->
        case X < 0 of
            true -> -1;
            false -> 1.                 % no `end`

Way out: close what is marked as opened, or remove the closing bracket that is too many."

    /// Nesting beyond the bound.
    TOO_DEEP = "E0110" "too deeply nested" "\
Expressions, patterns and chains of operators may be nested 500 levels deep. Code that is written by
hand stays far below this; the bound keeps the tool from running out of stack. The form is left out.

Way out: give names to parts of the expression, or turn a long chain of operators into a list."

    /// A macro that is used and not defined.
    UNDEFINED_MACRO = "E0111" "undefined macro" "\
A macro is used that is not defined before this point of the file. The form that uses it is left out.
If the macro belongs to a header that was not found, there is a warning W0101 about that header.

    -define(TIMEOUT, 5000).
    wait() -> ?TIMEOUTS.      % a slip: ?TIMEOUT

Predefined: MODULE, MODULE_STRING, FILE, LINE, MACHINE, OTP_RELEASE, FUNCTION_NAME, FUNCTION_ARITY,
FEATURE_AVAILABLE, FEATURE_ENABLED.

Way out: define the macro in the module, or correct its name."

    /// A macro used with arguments that do not fit.
    MACRO_ARGUMENTS = "E0112" "macro arguments" "\
A macro with parameters is used without arguments, with another number of them, with an empty one, or
with an argument list that is not closed; or a macro is used by something that cannot be a name.

    -define(LOG(Level, Text), logger:log(Level, Text)).
    f() -> ?LOG(\"started\").      % one argument is missing

Way out: give as many arguments as the definition has parameters. Arguments are separated by commas
outside of brackets and of `begin ... end`."

    /// A macro that expands to itself or to too much.
    MACRO_EXPANSION = "E0113" "macro expansion without end" "\
A macro uses itself, directly or through others, or its expansion is out of proportion: more than
500,000 tokens for one form, or 5,000,000 for the module. Where these are large themselves, it may
be four times as many tokens as they have, but no more than 30,000,000.

    -define(A, ?B).
    -define(B, [?A]).
    f() -> ?A.

Way out: break the cycle; turn the macro into a function."

    /// A directive of the preprocessor that is not well formed.
    BAD_DIRECTIVE = "E0114" "bad directive" "\
A directive of the preprocessor does not have its form.

    -define(NAME, replacement).
    -define(NAME(Parameter, ...), replacement).
    -undef(NAME).   -ifdef(NAME).   -ifndef(NAME).   -if(Condition).   -elif(Condition).
    -else.          -endif.

Way out: correct the directive; each one ends with a full stop."

    /// `-else` or `-endif` without opener, or an opener without `-endif`.
    UNBALANCED_CONDITION = "E0115" "unbalanced conditional" "\
`-ifdef`, `-ifndef` and `-if` are closed by `-endif`, with `-elif` and one `-else` at most between
them. Here one of these has no partner.

    -ifdef(TEST).
    -export([inspect/1]).
    % -endif. is missing: the rest of the file counts as conditional

Way out: add the missing directive, or remove the one that is too many. Each must end with a full
stop and stand as a form of its own."

    /// A condition of `-if` that is no guard expression.
    BAD_CONDITION = "E0116" "condition is no guard" "\
The condition of `-if` or `-elif` is one guard expression, decided when the text is read. Understood are
integers, atoms, arithmetic, comparisons, `not`, `and`, `or`, `xor`, `andalso`, `orelse`, tests of types,
`defined(NAME)`, and macros that stand for such. As in the Erlang compiler a guard whose value cannot be
computed is false, without a message; anything else is this error, and the branch is left out.

    -if(?OTP_RELEASE >= 21).
    -if(defined(TEST) andalso not defined(FAST)).
    -if(lists:member(a, [a, b])).                   % not a guard

Way out: use `-ifdef` with a macro of your own."

    /// An `-error` directive.
    ERROR_DIRECTIVE = "E0117" "-error directive" "\
The module says with `-error(Term).` that it must not be compiled under the present conditions, and this
directive is not in a branch that is switched off.

Way out: define the macros that the module asks for."

    /// Headers inside each other, or too many of them.
    INCLUDE_DEPTH = "E0118" "headers without end" "\
A header includes itself, directly or through others, or headers are included more than 8 levels deep,
as in the Erlang compiler; or a module includes more than 10,000 headers or 64 MB of them.

    %% door.hrl
    -include(\"door.hrl\").

Way out: remove the directive that closes the circle. A header that two others need is protected with
`-ifndef(DOOR_HRL).`, `-define(DOOR_HRL, true).` and `-endif.`"

    /// An operator that other languages have.
    FOREIGN_OPERATOR = "E0119" "operator of another language" "\
The marked characters are an operator in other languages, but not in Erlang, or not at this place.

    A <= B          % A =< B
    A => B          % A >= B
    A != B          % A /= B
    A === B         % A =:= B: equal without conversion of 1 and 1.0
    A !== B         % A =/= B
    A && B          % A andalso B
    A || B          % A orelse B
    !A              % not A
    A >> B          % A bsr B; bsl, band, bor, bxor, bnot and rem are words as well

Variables have one value for their whole life: instead of `X += 1` write `X1 = X + 1`.

Way out: write the operator that the help names."

    /// A keyword where a name is meant.
    RESERVED_WORD = "E0120" "reserved word" "\
The words after, and, andalso, band, begin, bnot, bor, bsl, bsr, bxor, case, catch, cond, div, end, fun,
if, let, not, of, or, orelse, receive, rem, try, when and xor are no atoms, and cannot be names of
functions, records, fields or modules. `maybe` and `else` are atoms except where they can only be the
expression `maybe .. else .. end`.

    {reply, end}        % not an atom
    {reply, 'end'}      % the atom

Way out: put the word in single quotes wherever it is used as an atom, or take another one."

    /// A macro that is defined already.
    MACRO_REDEFINED = "E0121" "macro defined twice" "\
A macro with this name and this number of parameters is defined already, or the name is that of a
predefined macro. The first definition counts. The same name with another number of parameters is another
macro.

    -define(TIMEOUT, 5000).
    -define(TIMEOUT, 100).      % E0121
    -define(TIMEOUT(X), X).     % fine

Way out: write `-undef(TIMEOUT).` before the second definition, or put it between `-ifndef(TIMEOUT).` and
`-endif.`; predefined macros cannot be defined anew."

    /// A header file that is not read.
    INCLUDE = "W0101" "header not read" "\
The file that `-include` or `-include_lib` names is at none of the places where it is looked for, or it
cannot be read. Its records and macros are unknown; what uses them counts as unknown too.

Places: the folder of the file with the directive, the folders of `-I`, `include`, `src` and sibling
applications of the project, `{i, Folder}` of `rebar.config`, ERL_LIBS, and the libraries of Erlang/OTP.

Way out: name the folder with `-I`, fetch the dependencies of the project (`rebar3 get-deps`), or say
where Erlang/OTP is with `--otp-root`."

    /// A `-warning` directive.
    WARNING_DIRECTIVE = "W0102" "-warning directive" "\
The module carries a `-warning(Term).` directive that is not in a branch that is switched off. It is
passed on as it would be by the Erlang compiler; nothing else follows from it.

    -ifndef(LIMIT).
    -warning(\"LIMIT is not defined, 10 is assumed\").
    -define(LIMIT, 10).
    -endif.

Way out: define the macros that the module asks for."

    /// A specification in the form of before OTP R13.
    OLD_SPEC = "W0103" "old form of a specification" "\
A specification names its function as `name/arity ::`. Erlang stopped reading this form long ago, and
nothing is lost without it here: the specification is left out.

    -spec(open/1 :: (integer()) -> ok).     % old
    -spec open(integer()) -> ok.            % the same today

Way out: write the parameters in parentheses behind the name."

    /// An undefined macro that is tolerated.
    UNKNOWN_MACRO = "W0104" "unknown macro" "\
A macro is used that is not defined, most likely because its header was not found. Each use counts as a
value or a call that nobody knows: the results hold for the module whatever the macro stands for, as
long as it is an expression. In a condition of `-if` it counts as false.

Way out: make the header known (see W0101), or define the macro: `-D NAME=TERM`."

    /// A definition that goes on over the next directive.
    SWALLOWED = "W0105" "full stop of a definition missing" "\
A `-define` goes on up to the full stop of a later form, whose text becomes a part of the macro. Erlang's
preprocessor lets this pass; what the later form was to define is then unknown.

    -define(LIMIT, 10)
    -define(TIMEOUT, 5000).     % a part of LIMIT: TIMEOUT is not defined

Way out: write a full stop behind the closing parenthesis of the first definition."

    /// No more messages are given.
    TOO_MANY = "W0199" "too many messages" "\
A file gets 50 messages at most, because more of them seldom help. The forms behind this place were
read all the same, but nothing is said about them. After 20,000 messages reading stops.

Way out: correct the first messages and run again. If the file is not Erlang source text, name another
one."
}
