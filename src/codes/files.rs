//! Messages about files: what they mean, and what to do.

use frontend::CodeInfo;

use super::{
    BAD_BEAM, LATIN1, NO_DEBUG_INFO, NO_EDITOR, NOT_AS_STORED, UNKNOWN_FILE, UNREADABLE, UNWRITABLE,
};

/// All of them.
pub(super) const TABLE: &[CodeInfo] = &[
    CodeInfo {
        code: UNREADABLE,
        title: "file cannot be read",
        explanation: "\
The file does not exist, is a directory, cannot be opened, or is not text. Erlang sources may be
UTF-8 or Latin-1 (see W0510); a file with NUL bytes is taken for a binary. Only compiled modules (.beam) may be one.",
    },
    CodeInfo {
        code: BAD_BEAM,
        title: "broken compiled module",
        explanation: "\
A `.beam` file is what Erlang's compiler writes: chunks with names and lengths, one of which holds the code of the module as Erlang has
it. This file is none, is not whole, or what it holds is no code: the message says what is wrong. Files, and what is packed in them,
may have 64 MB at most.

Way out: compile the module again, or name its `.erl` source.",
    },
    CodeInfo {
        code: NO_DEBUG_INFO,
        title: "compiled module without its code",
        explanation: "\
A `.beam` file is read through its debug info. The compiler leaves it out unless it is asked for it, tools that make releases strip
it, and it can be encrypted; the rest of the file is code of the machine, which is not read.

    erlc +debug_info door.erl && erl2lts check door.beam

rebar3 and Mix ask for it by default. Way out: compile the module so, or name its `.erl` source.",
    },
    CodeInfo {
        code: NO_EDITOR,
        title: "not what editors send",
        explanation: "\
`erl2lts lsp` is a language server: an editor starts it and sends it messages, each with a head that says how long it is, then JSON. What
came is no such message, or the editor went away without saying so. What makes sense as a message but not as a request has an answer
that says so, and is no error.

Way out: let an editor start it, docs/editor.md says how; in a terminal, `erl2lts watch FILE` is the same.",
    },
    CodeInfo {
        code: UNWRITABLE,
        title: "file cannot be written",
        explanation: "\
The output could not be written: the folder does not exist, is write-protected, the disk is full, or the file is one that is read.
Output goes to a temporary file in the same folder first (`.PROCESS-NUMBER.erl2lts.tmp`), which is renamed when it is complete, so
nothing half-written is left behind, and an older file of that name is untouched. What a process that was killed has left goes
when another one writes in that folder.",
    },
    CodeInfo {
        code: UNKNOWN_FILE,
        title: "file of an unknown kind",
        explanation: "\
erl2lts tells files apart by their extension: `.erl` is an Erlang module, `.beam` one that is compiled, `.props` a file of commands
and properties, `.aut` a labelled transition system, `.mcrl` a specification in classic muCRL. `translate` takes
the first three only. Behind the system `check` takes `.mcl` files, a formula of the mu-calculus in each.",
    },
    CodeInfo {
        code: LATIN1,
        title: "source that is not UTF-8",
        explanation: "\
Sources are UTF-8, unless a comment on the first or second line says that they are Latin-1:

    %% coding: latin-1

This one says nothing of the kind, or that it is UTF-8, and has bytes that are none. Since OTP 17 Erlang's compiler refuses such a
file; it is read as Latin-1 here, which it was for older ones. Convert it, or add the comment.",
    },
    CodeInfo {
        code: NOT_AS_STORED,
        title: "a result is not what is stored",
        explanation: "\
With `--check FILE`, `translate`, `lts`, `reduce` and `convert` write nothing, but compare what they would write with a file that an
earlier run has written. This one differs: exit code 1. The lines that do are on stdout, as git shows them: those with `-` are stored,
those with `+` would be written now.

    erl2lts translate door.erl --check door.mcrl               0: the same; 1: it differs; 2: there is no such file
    erl2lts translate door.erl --check door.mcrl --update      writes the file

A specification says by which command it was made, without `-o`, `--check`, `--update` and `--messages`: one that was made by another
command, or from another folder, differs in that line at least. See docs/specifications.md.",
    },
];
