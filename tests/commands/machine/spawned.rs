//! Code of a module that other processes run, on the command line: what it sends to the machine, and what is said of
//! the rest.

use crate::transcript::transcripts_of;

const ERRAND: &str = "fixtures/spawned/errand_fsm.erl";
const POLL: &str = "fixtures/spawned/poll_fsm.erl";
const ODD: &str = "fixtures/spawned/odd_fsm.erl";

/// `lts` on a machine of the folder.
fn lts<'a>(name: &'a str, commands: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let args = ["lts", name, "--init", "[]", "--commands", commands, "--messages", "short"];
    [&args[..], more].concat()
}

/// What a process sends comes in its order, at any time, in every form.
#[test]
fn messages_of_a_process_come_later() {
    insta::assert_snapshot!(transcripts_of(&[
        lts(ERRAND, "[fetch]", &[]),
        lts(ERRAND, "[first]", &["--mailbox", "2"]),
        lts(ERRAND, "[first]", &["--form", "paper", "--view", "paper"]),
        lts(ERRAND, "[ask,ask]", &[]),
        lts(ERRAND, "[deliver,deliver]", &[]),
        lts(ERRAND, "[tell]", &[]),
        lts(ERRAND, "[fetch,fetch]", &["--timers", "1"]),
    ]));
}

/// A timer that goes on fires until it is cancelled; what has come by then stays.
#[test]
fn timers_go_on() {
    insta::assert_snapshot!(transcripts_of(&[
        lts(POLL, "[poll,stop]", &[]),
        lts(POLL, "[poll,stop]", &["--mailbox", "2"]),
        lts(POLL, "[ring,stop]", &["--time", "progress"]),
        lts(POLL, "[once]", &[]),
    ]));
}

/// Where time counts, what goes on or comes of other processes is not in the model.
#[test]
fn counted_time_is_left_out() {
    insta::assert_snapshot!(transcripts_of(&[
        lts(ERRAND, "[fetch]", &["--time", "tick"]),
        lts(ERRAND, "[fetch]", &["--time", "progress"]),
        lts(POLL, "[once]", &["--time", "tick"]),
    ]));
}

/// What may come and is not in the model is said, each with its place.
#[test]
fn the_rest_is_said() {
    insta::assert_snapshot!(transcripts_of(&[
        vec!["check", ODD, "--messages", "short"],
        lts(ODD, "[each]", &[]),
    ]));
    let check = |formula| {
        let start = ["check", ODD, "--init", "[]", "--commands", "[other]", "--messages", "short"];
        [&start[..], &["-e", formula]].concat()
    };
    let plain = transcripts_of(&[check("[true* . info(_)] false")]);
    insta::assert_snapshot!("nothing_is_certain_then", plain);
}
