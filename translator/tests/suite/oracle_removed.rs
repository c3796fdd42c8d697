//! Functions that OTP is said to have no more: the OTP that is here has none of them, but the modules.

use std::fmt::Write as _;
use std::process::Command;

use behaviour::GEN_FSM;
use translator::library::nonexistent::ARITIES;
use translator::library::removed::REMOVED;

/// Each of them is missing, and its module is there.
#[test]
fn otp_has_none_of_them() {
    assert!(REMOVED.is_sorted_by(|left, right| (left.0, left.1) < (right.0, right.1)));
    let mut all = String::new();
    for (module, function, arities) in REMOVED {
        for arity in arities {
            let _ = write!(all, ", {{{module}, {function}, {arity}}}");
        }
    }
    let script = format!(
        "[io:format(\"~p~n\", [{{M, F, A, L}}]) || {{M, F, A}} <- [{{lists, map, 2}}{all}], \
         L <- [element(1, code:ensure_loaded(M))], \
         L =/= module orelse erlang:function_exported(M, F, A)], halt()."
    );
    let output = Command::new("erl").args(["-noshell", "-eval", &script]).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "{lists,map,2,module}\n");
}

/// What is said to take other numbers of arguments takes none but those that are listed.
#[test]
fn otp_has_no_other_arities() {
    let mut listed: Vec<String> = Vec::new();
    for (name, arities) in ARITIES {
        listed.push(format!("{{erlang, {name}, {arities:?}}}"));
    }
    for function in GEN_FSM.interface.functions {
        let (name, arities) = (function.name, function.arities);
        // It is newer than OTP 25, and has no other arity there.
        if name != "start_monitor" {
            listed.push(format!("{{gen_fsm, {name}, {arities:?}}}"));
        }
    }
    assert!(listed.len() > 15, "{listed:?}");
    let script = format!(
        "[io:format(\"~p~n\", [{{M, F, As}}]) || {{M, F, As}} <- [{}], \
         lists:sort([A || {{G, A}} <- M:module_info(exports), G =:= F]) =/= As], halt().",
        listed.join(", ")
    );
    let output = Command::new("erl").args(["-noshell", "-eval", &script]).output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), "");
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
}
