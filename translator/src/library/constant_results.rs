//! What common functions of OTP return, where that is one atom whatever the arguments are.
//!
//! A call of such a function is an action as any other; that it returns at all is assumed, as of any call. A stub
//! says otherwise, for it may list exceptions. Not here: what returns `ok` or an error.

use crate::library::logging::answers_ok;
use crate::library::otp_function::OtpFunction;

/// Functions by module and arity, and the atom; those of behaviours are in their tables.
const ANSWERS: [(&str, &str, usize, &str); 22] = [
    ("application", "set_env", 3, "ok"),
    ("application", "unset_env", 2, "ok"),
    ("erlang", "demonitor", 1, "true"),
    ("erlang", "exit", 2, "true"),
    ("erlang", "link", 1, "true"),
    ("erlang", "register", 2, "true"),
    ("erlang", "unlink", 1, "true"),
    ("erlang", "unregister", 1, "true"),
    ("ets", "delete", 1, "true"),
    ("ets", "delete", 2, "true"),
    ("ets", "delete_all_objects", 1, "true"),
    ("ets", "delete_object", 2, "true"),
    ("ets", "give_away", 3, "true"),
    ("ets", "insert", 2, "true"),
    ("ets", "match_delete", 2, "true"),
    ("ets", "safe_fixtable", 2, "true"),
    ("ets", "setopts", 2, "true"),
    ("gen_tcp", "close", 1, "ok"),
    ("gen_udp", "close", 1, "ok"),
    ("logger", "set_process_metadata", 1, "ok"),
    ("os", "putenv", 2, "true"),
    ("timer", "sleep", 1, "ok"),
];

/// The atom that a function returns whenever it returns.
pub(crate) fn answer(function: OtpFunction<'_>) -> Option<&'static str> {
    let (module, name) = function.names();
    if answers_ok(module, name) {
        return Some("ok");
    }
    let own = ANSWERS.iter().find(|own| (own.0, own.1, own.2) == function.key());
    own.map(|own| own.3).or_else(|| function.row()?.returns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_stand_once_and_in_order() {
        let keys: Vec<_> = ANSWERS.iter().map(|own| (own.0, own.1, own.2)).collect();
        assert!(keys.is_sorted_by(|left, right| left < right));
        let answer = |module, name, arity| answer(OtpFunction::of(module, name, arity));
        assert_eq!(answer("ets", "insert", 2), Some("true"));
        assert_eq!(answer("lager", "info", 2), Some("ok"));
        assert_eq!(answer("p1_fsm", "send_event", 2), Some("ok"));
        assert_eq!(answer("ets", "lookup", 2), None);
    }
}
