//! Messages about two versions of a system: what they mean, and what to do.

use frontend::CodeInfo;

use super::{NEW_EVENTS, NO_VERSIONS, PARTLY_COMPARED};

/// All of them.
pub(super) const TABLE: &[CodeInfo] = &[
    CodeInfo {
        code: NO_VERSIONS,
        title: "no two versions of one system",
        explanation: "\
`erl2lts diff` and `erl2lts preserve` compare two versions of a module by the names of their states: both must be of one behaviour
and have a state in common. Systems in files have no names of states; those are matched by what their states can do.

    erl2lts diff old/door.erl door.erl
    erl2lts diff --git HEAD~1 door.erl
    erl2lts diff HEAD~5:door.erl HEAD:door.erl

One file is no two versions: name another one, or a revision of it. Systems that have little to do with each other
`erl2lts compare` compares.",
    },
    CodeInfo {
        code: NEW_EVENTS,
        title: "new events of a new version",
        explanation: "\
`erl2lts preserve` sends the new version what the old one is sent. Where that is a set of events (`{any_of,..}`), it sends those, too,
that the new version suggests and the old one does not (`erl2lts commands` prints what a module suggests): a feature that is never
used loses no property. A list of events stays as it is.

Way out, if other events are meant: name a .props file of the new version in its place, or `--commands`.",
    },
    CodeInfo {
        code: PARTLY_COMPARED,
        title: "two versions of which not all was looked at",
        explanation: "\
The steps of a module are those that a hunt meets, as `erl2lts check` goes on one, and that has limits. A step that was met in one version
only is told if its code is new or gone or has changed; where both versions have the same code it is not, as a limit may have hidden it.

Way out: commands (`--commands`), an argument of `init/1` (`--init`) or stubs (`--stubs`) say what need not be looked at;
`--timeout` gives it more time.",
    },
];
