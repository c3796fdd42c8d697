//! What calls raise that go to `undefined`: the OTP that is here raises the same.

use std::fmt::Write as _;
use std::process::Command;

use translator::library::no_receiver::{Failure, failures};

/// Every function of the table is called with `undefined` and other arguments that are not looked at.
#[test]
fn otp_fails_in_the_same_way() {
    assert!(
        failures().is_sorted_by(
            |left, right| (left.0, left.1, left.2[0]) < (right.0, right.1, right.2[0])
        )
    );
    let (mut calls, mut expected) = (String::new(), String::new());
    for (module, function, arities, failure) in failures() {
        for &arity in arities {
            // The last argument of these two is a list, or a time limit.
            let rest = match (module, function, arity) {
                ("erlang", "send" | "send_nosuspend" | "port_command", 3) => vec!["x", "[]"],
                ("erlang", "process_info", 2) => vec!["links"],
                ("erlang", "group_leader", 2) => vec!["self()"],
                (_, _, 1) => vec![],
                (_, "call" | "sync_send_event" | "sync_send_all_state_event", n) => {
                    let limit = if module == "gen_event" { 4 } else { 3 };
                    let args = ["h", "x", "500"];
                    match n == limit {
                        true if limit == 3 => args[1..].to_vec(),
                        true => args.to_vec(),
                        false => args[..n - 1].to_vec(),
                    }
                }
                (_, _, n) => ["x", "y"][..n - 1].to_vec(),
            };
            let args = ["undefined"].into_iter().chain(rest).collect::<Vec<_>>().join(",");
            let _ = write!(calls, "{{{module},{function},[{args}]}},");
            let reason = match failure {
                Failure::Badarg => "{error,badarg}".to_owned(),
                Failure::Gone => "{exit,noproc}".to_owned(),
                Failure::GoneIn => format!("{{exit,{{noproc,{{{module},{function},[{args}]}}}}}}"),
                Failure::GoneWithin(time) => {
                    format!("{{exit,{{noproc,{{{module},{function},[{args},{time}]}}}}}}")
                }
            };
            let _ = writeln!(expected, "{module}:{function}/{arity} {reason}");
        }
    }
    let script = format!(
        "[begin R = try {{ok, apply(M, F, A)}} catch C:E -> {{C, E}} end, \
          io:format(\"~w:~w/~w ~0p~n\", [M, F, length(A), R]) end \
          || {{M, F, A}} <- [{}]], halt().",
        calls.trim_end_matches(',')
    );
    let output = Command::new("erl").args(["-noshell", "-eval", &script]).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), expected);
}
