//! Functions that OTP is said to have no more: the OTP that is here has none of them, but the modules.

use std::fmt::Write as _;
use std::process::Command;

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
