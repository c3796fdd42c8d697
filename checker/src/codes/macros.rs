//! Pages on macros, libraries and patterns.

use frontend::CodeInfo;

/// A definition that is not well-formed.
pub(super) const BAD_MACRO: CodeInfo = CodeInfo {
    code: super::BAD_MACRO,
    title: "the definition of a macro is not well-formed",
    explanation: "\
Macros are defined before the formula, each with a name of its own or a number of parameters of its
own. A library holds definitions only.

    macro AFTER (A, F) = [true* . (A)] (F) end_macro
    library standard.mcl end_library
    AFTER (cmd({pay,_}), SOME (true* . serve))

A macro stands for its text: write parentheses around parameters.
",
};

/// Another number of arguments.
pub(super) const MACRO_ARGUMENTS: CodeInfo = CodeInfo {
    code: super::MACRO_ARGUMENTS,
    title: "a macro with another number of arguments",
    explanation: "\
A macro is used with as many arguments as its definition has parameters. Arguments stand between
parentheses and are separated by commas; commas inside of brackets do not count.

    macro NEVER (R) = [R] false end_macro
    NEVER (a, b)                   two arguments; NEVER (a . b), NEVER (pay(1,2)) have one
",
};

/// A macro that uses itself.
pub(super) const RECURSIVE_MACRO: CodeInfo = CodeInfo {
    code: super::RECURSIVE_MACRO,
    title: "a macro uses itself",
    explanation: "\
A macro is replaced by its text before the formula is read. If its text uses the macro again, there
is no end to that. Repetition is part of the language: R*, mu X . F, nu X . F.

    macro AGAIN (F) = <true> AGAIN (F) end_macro     write mu X . (F or <true> X)
",
};

/// No such library.
pub(super) const NO_LIBRARY: CodeInfo = CodeInfo {
    code: super::NO_LIBRARY,
    title: "there is no such library",
    explanation: "\
`library f.mcl end_library` reads the macros of a file beside the one that names it, or of a
built-in library: standard.mcl (SOME, NEVER, INEVITABLE, FAIRLY, AFTER_1_INEVITABLE_2 and so on),
actl.mcl (EX_A, AU_A_A, EF and so on), patterns.mcl (Dwyer's patterns: RESPONSE_GLOBALLY and so on).
",
};

/// Macros that grow too large.
pub(super) const LARGE_MACRO: CodeInfo = CodeInfo {
    code: super::LARGE_MACRO,
    title: "the macros of a formula grow too large",
    explanation: "\
Each use of a macro is a copy of its text, and each use of a parameter a copy of the argument. Uses
inside uses multiply: with all macros replaced, a formula may have 4 MB, and uses may nest 100
levels deep.
",
};

/// None of Dwyer's patterns.
pub(super) const PATTERN: CodeInfo = CodeInfo {
    code: super::PATTERN,
    title: "a text that is none of Dwyer's patterns",
    explanation: "\
A property in the language `pattern` is the name of a pattern with its actions, in the order in
which they happen, and a scope:

    absence(P)              P never happens
    existence(P)            P happens
    bounded_existence(P)    P happens at most twice
    universality(P)         nothing but P happens
    precedence(S, P)        P happens only after S
    response(P, S)          each P is followed by S
    precedence_chain_1(S, T, P), precedence_chain_2(P, S, T),
    response_chain_1(S, T, P), response_chain_2(P, S, T)

    globally (or nothing), before R, after Q, between Q and R, after Q until R

`erl2lts check --explain-formula` shows the formula of the mu-calculus that it stands for.
",
};
