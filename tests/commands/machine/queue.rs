//! What the machine sends to itself, on the command line: labels, order, the bound of its queue.

use crate::transcript::{transcript, transcripts_of};

/// `lts` on the machine that sends itself events.
fn lts<'a>(commands: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let args = ["lts", "fixtures/queue/poster.erl", "--init", "[]", "--messages", "short"];
    [&args[..], &["--commands", commands], more].concat()
}

/// Oldest first, before the next command and before any event timeout.
#[test]
fn the_queue_comes_first() {
    insta::assert_snapshot!(transcripts_of(&[
        lts("[next,three]", &[]),
        lts("[{many,[step,other]},{sync_all,which}]", &[]),
        lts("[raw]", &["--view", "paper", "--form", "paper"]),
    ]));
}

/// A machine that waits for itself exits; a message that no clause takes is a crash.
#[test]
fn what_cannot_be_taken() {
    insta::assert_snapshot!(transcripts_of(&[
        lts("[wait_safely,wait]", &[]),
        lts("[lost]", &["--unhandled", "disallow"]),
        lts("[nobody,lost]", &["--unhandled", "ignore"]),
        lts("[nobody,lost]", &["--unhandled", "ignore", "--form", "paper"]),
        lts("[gone,lost]", &["--unhandled", "ignore", "--mailbox", "2"]),
    ]));
}

/// A call that is none is no event by accident.
#[test]
fn calls_are_written_in_one_way() {
    insta::assert_snapshot!(transcripts_of(&[
        lts("[{call,wait_safely,now}]", &[]),
        lts("[{event,{call,wait_safely,now}}]", &[]),
    ]));
}

/// What `gen_fsm` reads itself is no plain message.
#[test]
fn messages_of_otp_are_refused() {
    insta::assert_snapshot!(transcripts_of(&[
        lts("[{info,{'$gen_event',wait}}]", &[]),
        lts("[{info,{timeout,1,{'$gen_timer',wait}}}]", &[]),
    ]));
}

/// A full queue ends what is known, and is said.
#[test]
fn a_queue_has_a_bound() {
    let check = |bound: &'static str| {
        let args = ["check", "fixtures/queue/poster.erl", "--init", "[]", "--messages", "short"];
        let rest = ["--commands", "[flood]", "--selfposts", bound, "-e", "[true* . never] false"];
        [&args[..], &rest].concat()
    };
    insta::assert_snapshot!(transcripts_of(&[
        lts("[flood]", &["--selfposts", "2"]),
        check("3"),
        lts("[flood]", &["--selfposts", "0"]),
        lts("[flood]", &["--selfposts", "-1"]),
        lts("[flood]", &["--mailbox", "-1"]),
        lts("[flood]", &["--selfposts", "many"]),
    ]));
}

/// With a mailbox commands wait behind what is there, and an event timeout is over only where nothing waits.
#[test]
fn commands_wait_in_a_mailbox() {
    insta::assert_snapshot!(transcripts_of(&[
        lts("[next,lost]", &["--mailbox", "1"]),
        lts("{any_of,[next,{sync_all,which}]}", &["--mailbox", "2", "--clients", "2"]),
        lts("[next,{sync_all,which},next,{stop,normal}]", &["--mailbox", "2"]),
        lts("[next]", &["--mailbox", "1", "--unhandled", "disallow"]),
        lts("[next]", &["--mailbox", "1", "--form", "paper"]),
        lts("[next]", &["--mailbox", "65"]),
        check_waiting(),
    ]));
}

fn check_waiting() -> Vec<&'static str> {
    let args = ["check", "fixtures/queue/poster.erl", "--init", "[]", "--messages", "short"];
    let rest =
        ["--commands", "[next]", "--mailbox", "2", "-e", "[true* . timeout . timeout] false"];
    [args.as_slice(), &rest].concat()
}

fn shop(commands: &'static str) -> Vec<&'static str> {
    let args = ["lts", "fixtures/queue/shop.erl", "--init", "[]", "--messages", "short"];
    [&args[..], &["--commands", commands]].concat()
}

/// A function of the module stands for what it sends to the machine.
#[test]
fn clients_call_functions() {
    insta::assert_snapshot!(transcripts_of(&[
        shop("[{call,enter,[bob]},{call,buy,[shop_1,3]},{call,ask,[a_pid]},{call,total,[]}]"),
        shop("{any_of,[{call,close,[later]},{call,close,[now]},{call,leave,[x]},{call,shut,[]}]}"),
        shop("[{for,'I',1,2,{call,enter,['I']}},leave]"),
    ]));
}

/// No command is made up for a function that sends nothing, or of which it is not known what it sends.
#[test]
fn calls_that_are_no_commands() {
    insta::assert_snapshot!(transcripts_of(
        &[
            "[leave,{call,gone,[]}]",
            "[{call,send,[a,b]}]",
            "[{call,nothing,[1]}]",
            "[{call,buy,[x,0]}]",
            "[{call,fails,[1]}]",
            "[{call,lookup,[1]}]",
            "[{call,clever,[1]}]",
            "[{call,ring,[2]}]",
            "[{call,both,[x]}]",
        ]
        .map(shop)
    ));
}

/// An exit signal ends the machine at once, with terminate/3 where it is trapped, and `normal` only then.
#[test]
fn exit_signals() {
    let child = |commands: &'static str, more: &[&'static str]| {
        let args = ["lts", "fixtures/queue/child.erl", "--init", "[]", "--messages", "short"];
        let stubs = "[{{erlang,process_flag,2},[true]}]";
        [&args[..], &["--stubs", stubs, "--commands", commands], more].concat()
    };
    insta::assert_snapshot!(transcripts_of(&[
        child("[{exit,normal},trap,{exit,normal}]", &[]),
        child("[{exit,shutdown}]", &["--form", "paper"]),
        child("[trap,untrap,{exit,killed}]", &[]),
        child("[trap,{exit,r}]", &["--mailbox", "2"]),
    ]));
}

/// What OTP answers itself is no message for `handle_info/3`: that this is not in the model is said.
#[test]
fn messages_that_ask_for_answers_are_said() {
    let folder = std::env::temp_dir().join(format!("erl2lts-asks-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("asks.erl");
    for message in ["{system, {self(), tag}, get_state}", "{'$gen_sync_event', {self(), tag}, go}"]
    {
        let text = format!(
            "-module(asks).\n-behaviour(gen_fsm).\n-export([init/1, s/2]).\n\
             init(_) -> {{ok, s, d}}.\ns(go, D) -> self() ! {message}, {{next_state, s, D}}.\n"
        );
        std::fs::write(&path, text).unwrap();
        let file = path.to_str().unwrap();
        let output = transcript(&["lts", file, "--init", "x", "--commands", "[go]"]);
        assert!(output.contains("W0206") && output.contains("asks.erl:5"), "{output}");
        assert!(!output.contains("send_info"), "{output}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
