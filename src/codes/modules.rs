//! Messages about other modules of a project: what they mean, and what to do.

use frontend::CodeInfo;

use super::{MODULES, NOT_OPEN};

/// All of them.
pub(super) const TABLE: &[CodeInfo] = &[
    CodeInfo {
        code: MODULES,
        title: "other modules that were read",
        explanation: "\
What `--modules` asks for: for each module of the project that was read for the one that is looked at, where it was found, which of its
functions are a part of the model as they are, for they only compute, and of which it is known what they return. Modules that are
there and were not used stand behind these, each with the reason: it does not parse, a header of it is missing, a parse transform may
rewrite it, it loads native code, there are several of its name, it is too large.

`--path DIR` names a folder of modules that goes before those of the project, `--alone` has no other module read at all.",
    },
    CodeInfo {
        code: NOT_OPEN,
        title: "a module that cannot be open",
        explanation: "\
`--open MODULE` makes the functions of another module a part of the model, whatever they do: what they send, start and ask for are
actions and steps as those of the module itself. The module has to be found, has to be readable, and something of it has to be called.

Way out: name the folder that holds it with `--path DIR`. `--modules` says which modules were read, and why others were not.",
    },
];
