//! Other processes on the command line: monitors, links, exit signals, what is said of the rest.

use crate::transcript::transcripts_of;

/// `lts` on a machine of the folder.
fn lts<'a>(name: &'a str, init: &'a str, commands: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let args = ["lts", name, "--init", init, "--commands", commands, "--messages", "short"];
    [&args[..], more].concat()
}

const DESK: &str = "fixtures/watches/desk_fsm.erl";
const FAMILY: &str = "fixtures/watches/family_fsm.erl";
const ODD: &str = "fixtures/watches/odd_fsm.erl";

/// The end of a process comes once for each monitor that is live, whatever reasons are known.
#[test]
fn ends_come_once() {
    insta::assert_snapshot!(transcripts_of(&[
        lts(DESK, "[]", "[work,forget]", &[]),
        lts(DESK, "[]", "[work,leave]", &["--reasons", "[killed]"]),
        lts(DESK, "[]", "[work,ask]", &["--reasons", "[killed]"]),
        lts(DESK, "[]", "[{sync,hold},{sync,hold},work]", &["--reasons", "[killed]"]),
        lts(DESK, "[]", "[work]", &["--view", "paper", "--form", "paper", "--reasons", "[killed]"]),
        lts(DESK, "[]", "[work,leave,work,leave]", &["--timers", "1", "--reasons", "[killed]"]),
    ]));
}

/// Trapped, a signal is a message; else it is the end, unless the reason is `normal`.
#[test]
fn signals_may_kill() {
    insta::assert_snapshot!(transcripts_of(&[
        lts(FAMILY, "false", "[start]", &[]),
        lts(FAMILY, "true", "[start,leave]", &["--reasons", "[killed]"]),
        lts(FAMILY, "false", "[start,leave]", &["--reasons", "[killed]"]),
        lts(FAMILY, "false", "[start,again]", &["--reasons", "[normal]"]),
        lts(FAMILY, "yes", "[]", &[]),
    ]));
}

/// Not trapped, a signal of the machine to itself is its end.
#[test]
fn a_signal_to_itself_ends_it() {
    let file = "fixtures/watches/self_fsm.erl";
    insta::assert_snapshot!(transcripts_of(&[
        lts(file, "[]", "[give_up]", &[]),
        vec![
            "check",
            file,
            "--init",
            "[]",
            "--commands",
            "[give_up]",
            "--messages",
            "short",
            "-e",
            "[true* . stop(tired)] false",
        ],
    ]));
}

/// Time passes beside the ends of other processes.
#[test]
fn they_go_with_every_time() {
    let killed = ["--reasons", "[killed]"];
    let time = |mode: &'static str| [&["--time", mode][..], &killed].concat();
    insta::assert_snapshot!(transcripts_of(&[
        lts(DESK, "[]", "[work]", &time("tick")),
        lts(DESK, "[]", "[work]", &time("progress")),
        lts(DESK, "[]", "[work,forget]", &[&["--mailbox", "1"][..], &killed].concat()),
    ]));
}

/// Processes, flags and references that are not known.
#[test]
fn who_it_is_may_be_unknown() {
    let killed = ["--reasons", "[killed]"];
    insta::assert_snapshot!(transcripts_of(&[
        lts(ODD, "false", "[asks]", &killed),
        lts(ODD, "false", "[{watch,worker},{watch,{worker,there}},{watch,[]}]", &killed),
        lts(ODD, "false", "[{link,worker}]", &killed),
        lts(ODD, "false", "[takes]", &killed),
        lts(ODD, "false", "[{forget,x}]", &killed),
        lts(ODD, "false", "[flag,opted]", &killed),
        vec!["lts", ODD, "--close", "--init", "false", "--commands", "[opted]"],
    ]));
}

/// What is not in the model is said.
#[test]
fn the_rest_is_said() {
    insta::assert_snapshot!(transcripts_of(&[
        lts(ODD, "false", "[computed,port,others]", &["--reasons", "[killed]"]),
        lts(ODD, "false", "[posts]", &["--reasons", "[killed]"]),
        lts(ODD, "false", "[leaves]", &["--reasons", "[]"]),
        lts(ODD, "false", "[leaves]", &["--reasons", "killed"]),
    ]));
}
