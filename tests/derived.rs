//! The environment that a module itself suggests: what it is, and that it is accepted as a `.props` file.

#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "support/transcript.rs"]
mod transcript;

use std::fs;
use std::path::Path;

use transcript::{run, transcripts_of};

/// The interface first, then what clauses name; what the machine makes itself is left out.
#[test]
fn commands_of_modules() {
    insta::assert_snapshot!(transcripts_of(&[
        vec!["commands", "fixtures/derived/lift.erl"],
        vec!["commands", "fixtures/derived/valve.erl"],
        vec!["commands", "fixtures/door/fsm_door.erl"],
        vec!["commands", "fixtures/bad/no_such_file.erl"],
    ]));
}

/// What `commands` prints is read back as what `derived` stands for.
#[test]
fn printed_commands_are_read_back() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("derived");
    fs::create_dir_all(&folder).unwrap();
    let sources = [
        "fixtures/derived/lift.erl",
        "fixtures/derived/valve.erl",
        "fixtures/door/fsm_door.erl",
        "fixtures/coffee/coffee.erl",
        "fixtures/payment/payment_fsm.erl",
    ];
    for source in sources {
        let copy = folder.join(Path::new(source).file_name().unwrap());
        fs::copy(source, &copy).unwrap();
        let printed = run(&["commands", copy.to_str().unwrap()]);
        assert!(printed.status.success());
        let props = copy.with_extension("props");
        fs::write(&props, &printed.stdout).unwrap();
        let limit = ["--max-states", "300"];
        let lts = |input: &Path, more: &[&str]| {
            let out = folder.join("out.aut");
            let start = ["lts", input.to_str().unwrap(), "-o", out.to_str().unwrap()];
            run(&[&start[..], &limit, more].concat());
            fs::read_to_string(&out).unwrap()
        };
        let own = lts(&props, &[]);
        assert!(own.lines().count() > 5, "{own}");
        assert_eq!(own, lts(&copy, &["--commands", "derived"]), "{source}");
    }
}

/// What guards and specifications of the interface do not let pass crashes nothing.
#[test]
fn payloads_of_the_wrong_type_are_not_sent() {
    insta::assert_snapshot!(transcripts_of(&[
        vec!["check", "fixtures/derived/unguarded.erl"],
        vec!["check", "fixtures/derived/guarded.erl"],
        vec![
            "check",
            "fixtures/derived/unguarded.erl",
            "--commands",
            "{any_of,[{put,'_','integer()'}]}"
        ],
        vec![
            "check",
            "fixtures/derived/unguarded.erl",
            "--commands",
            "{any_of,[{put,'_','integer()'},{take,['atom()']}]}"
        ],
    ]));
}
