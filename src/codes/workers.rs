//! Messages about several processes: what they mean, and what to do.

use frontend::CodeInfo;

use super::{LOST, NO_FOLDER, NO_WORKERS};

/// All of them.
pub(super) const TABLE: &[CodeInfo] = &[
    CodeInfo {
        code: NO_WORKERS,
        title: "workers that do not fit together",
        explanation: "\
With `--workers N`, or `--hosts FILE --index I` on each machine, several processes explore one system (`lts`, `check`), or reduce a
folder that as many have written (`reduce DIR --workers N`). Before they begin they compare what they have: the version of erl2lts, the
input, the flags that shape the system, how many they are. The message says in what two of them differ, and what it is here and
there; or which address cannot be listened to.

    erl2lts lts queue.props --hosts hosts.txt --index 0 --secret key -o out     on the first machine of hosts.txt
    erl2lts lts queue.props --hosts hosts.txt --index 1 --secret key -o out     on the second one
    erl2lts reduce out --workers 2 -e branching -o small.aut                    when both segments are in one folder

Hosts that are not this machine itself (127.0.0.1, ::1) take a file that all have, of 16 bytes at least, which nobody else can
read: `head -c 32 /dev/urandom > key`. On this machine, if others use it, too, give it as well. `check --hosts` is for what single states or single runs decide (docs/scale.md). Way out: the same version, the same files and the same flags everywhere; a port that is free.",
    },
    CodeInfo {
        code: NO_FOLDER,
        title: "folder of segments that cannot be read",
        explanation: "\
`lts --workers N -o DIR` writes a folder: `manifest.json`, and for each worker K `segment-K.states` and `segment-K.rows`. `info`, `convert`,
`compare`, `reduce` and `check` read it. This one has no manifest (the run that writes it is not over, or was ended), lacks a file, or a
file is not what was written: each block of it has a checksum.

`--resume DIR` goes on with what `checkpoint-K.json` says is on the disk, with the same number of workers, the same input
and the same flags; machines that have kept different levels go on from the last one that all have. A folder is written by one run at a
time. Way out: bring all segments of a run on several machines into one folder; or run it again.",
    },
    CodeInfo {
        code: LOST,
        title: "a worker is lost",
        explanation: "\
One of several processes that explore a system has ended, does not answer for six seconds, is not there, or cannot write any
more; the message names it, its numbers being those of `--index`, and says how many states and transitions all workers had behind the
last level that was complete. All other processes end too, with exit code 3, and no manifest is written.

    erl2lts lts queue.props --workers 4 --resume out

goes on from the last moment at which everything was on the disk (`--checkpoint SECONDS`), if there was one.",
    },
];
