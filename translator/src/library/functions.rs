//! Functions of OTP that do more than to compute a value: the one table where each of them is entered.
//!
//! Input: a function of another module. Output: its row: which file of `lower/` carries out a call of it, which atom it
//! always returns, how it fails where its first argument is `undefined`. Functions of behaviours stand in the tables of
//! the crate `behaviour`, what only computes in the prelude, types of results in `results.erl`: who is asked first says
//! `lower/call.rs`.

use behaviour::{Act, Failure, Failure::Badarg, Failure::GoneIn};

use self::CarriedOutBy::{
    Delivery, Dictionary, Entry, Environment, ExitSignal, Reply, Spawn, Timer, Trap, Watch,
};
use crate::library::otp_function::OtpFunction;

/// Which part of lowering carries out a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CarriedOutBy {
    /// It sends something to a process that it names (`message/self_send.rs`).
    Delivery,
    /// It reads or changes the process dictionary (`process/dictionary.rs`).
    Dictionary,
    /// It makes its process a machine (`callback/enter_loop.rs`).
    Entry,
    /// Other modules: it is an action, and nothing else.
    Environment,
    /// It sends an exit signal (`process/watch.rs`).
    ExitSignal,
    /// It answers a client (`message/reply.rs`).
    Reply,
    /// It starts a process (`process/spawned.rs`, then `process/watch.rs`).
    Spawn,
    /// It starts or cancels a timer (`timer.rs`).
    Timer,
    /// It sets whether the machine traps exits (`process/trap.rs`).
    Trap,
    /// It makes or removes a monitor or a link (`process/watch.rs`).
    Watch,
}

/// A function, or several of one name that differ in the number of their arguments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Row {
    /// Its module.
    pub(crate) module: &'static str,
    /// Its name.
    pub(crate) name: &'static str,
    /// Numbers of its arguments; [`ANY`] where the row is for all of them.
    pub(crate) arities: &'static [usize],
    /// Who carries out a call. A part of lowering may decline one for what its arguments are: then it is an action.
    pub(crate) by: CarriedOutBy,
    /// The atom that it always returns, if it returns.
    pub(crate) returns: Option<&'static str>,
    /// How it fails where its first argument is `undefined`, if it does.
    pub(crate) fails: Option<Failure>,
}

/// As many arguments as there are.
const ANY: &[usize] = &[];

impl Row {
    const fn new(
        module: &'static str,
        name: &'static str,
        arities: &'static [usize],
        by: CarriedOutBy,
    ) -> Self {
        Self { module, name, arities, by, returns: None, fails: None }
    }

    /// It always returns this atom.
    const fn returning(self, atom: &'static str) -> Self {
        Self { returns: Some(atom), ..self }
    }

    /// It fails so where its first argument is `undefined`.
    const fn failing(self, failure: Failure) -> Self {
        Self { fails: Some(failure), ..self }
    }

    fn takes(&self, arity: usize) -> bool {
        self.arities.is_empty() || self.arities.contains(&arity)
    }
}

/// All of them, in order.
pub(crate) static FUNCTIONS: [Row; 118] = [
    Row::new("application", "set_env", &[3], Environment).returning("ok"),
    Row::new("application", "unset_env", &[2], Environment).returning("ok"),
    Row::new("erlang", "alias", ANY, Environment),
    Row::new("erlang", "cancel_timer", ANY, Timer),
    Row::new("erlang", "check_process_code", ANY, Environment),
    Row::new("erlang", "delete_module", ANY, Environment),
    Row::new("erlang", "demonitor", &[1], Watch).returning("true"),
    Row::new("erlang", "demonitor", &[2], Watch),
    Row::new("erlang", "disconnect_node", ANY, Environment),
    Row::new("erlang", "display", ANY, Environment),
    Row::new("erlang", "display_string", ANY, Environment),
    Row::new("erlang", "erase", ANY, Dictionary),
    Row::new("erlang", "exit", &[2], ExitSignal).returning("true").failing(Badarg),
    Row::new("erlang", "garbage_collect", ANY, Environment),
    Row::new("erlang", "get", ANY, Dictionary),
    Row::new("erlang", "get_keys", ANY, Environment),
    Row::new("erlang", "group_leader", &[0], Environment),
    Row::new("erlang", "group_leader", &[2], Environment).failing(Badarg),
    Row::new("erlang", "halt", ANY, Environment),
    Row::new("erlang", "hibernate", ANY, Environment),
    Row::new("erlang", "link", &[1], Watch).returning("true").failing(Badarg),
    Row::new("erlang", "load_module", ANY, Environment),
    Row::new("erlang", "monitor", ANY, Watch),
    Row::new("erlang", "monitor_node", ANY, Environment),
    Row::new("erlang", "nodes", ANY, Environment),
    Row::new("erlang", "open_port", ANY, Environment),
    Row::new("erlang", "port_call", ANY, Environment),
    Row::new("erlang", "port_close", &[1], Environment).failing(Badarg),
    Row::new("erlang", "port_command", &[2, 3], Environment).failing(Badarg),
    Row::new("erlang", "port_connect", ANY, Environment),
    Row::new("erlang", "port_control", ANY, Environment),
    Row::new("erlang", "process_display", ANY, Environment),
    Row::new("erlang", "process_flag", ANY, Trap),
    Row::new("erlang", "process_info", &[1, 2], Environment).failing(Badarg),
    Row::new("erlang", "purge_module", ANY, Environment),
    Row::new("erlang", "put", ANY, Dictionary),
    Row::new("erlang", "read_timer", ANY, Environment),
    Row::new("erlang", "register", &[2], Environment).returning("true"),
    Row::new("erlang", "registered", ANY, Environment),
    Row::new("erlang", "resume_process", ANY, Environment),
    Row::new("erlang", "send", &[2, 3], Delivery).failing(Badarg),
    Row::new("erlang", "send_after", ANY, Timer),
    Row::new("erlang", "send_nosuspend", &[2, 3], Delivery).failing(Badarg),
    Row::new("erlang", "set_cookie", ANY, Environment),
    Row::new("erlang", "spawn", ANY, Spawn),
    Row::new("erlang", "spawn_link", ANY, Spawn),
    Row::new("erlang", "spawn_monitor", ANY, Spawn),
    Row::new("erlang", "spawn_opt", ANY, Spawn),
    Row::new("erlang", "spawn_request", ANY, Spawn),
    Row::new("erlang", "spawn_request_abandon", ANY, Spawn),
    Row::new("erlang", "start_timer", ANY, Timer),
    Row::new("erlang", "suspend_process", ANY, Environment),
    Row::new("erlang", "system_flag", ANY, Environment),
    Row::new("erlang", "trace", ANY, Environment),
    Row::new("erlang", "trace_pattern", ANY, Environment),
    Row::new("erlang", "unalias", ANY, Environment),
    Row::new("erlang", "unlink", &[1], Watch).returning("true").failing(Badarg),
    Row::new("erlang", "unregister", &[1], Environment).returning("true"),
    Row::new("erlang", "whereis", ANY, Environment),
    Row::new("error_logger", "error_msg", ANY, Environment).returning("ok"),
    Row::new("error_logger", "error_report", ANY, Environment).returning("ok"),
    Row::new("error_logger", "format", ANY, Environment).returning("ok"),
    Row::new("error_logger", "info_msg", ANY, Environment).returning("ok"),
    Row::new("error_logger", "info_report", ANY, Environment).returning("ok"),
    Row::new("error_logger", "warning_msg", ANY, Environment).returning("ok"),
    Row::new("error_logger", "warning_report", ANY, Environment).returning("ok"),
    Row::new("ets", "delete", &[1, 2], Environment).returning("true"),
    Row::new("ets", "delete_all_objects", &[1], Environment).returning("true"),
    Row::new("ets", "delete_object", &[2], Environment).returning("true"),
    Row::new("ets", "give_away", &[3], Environment).returning("true"),
    Row::new("ets", "insert", &[2], Environment).returning("true"),
    Row::new("ets", "match_delete", &[2], Environment).returning("true"),
    Row::new("ets", "safe_fixtable", &[2], Environment).returning("true"),
    Row::new("ets", "setopts", &[2], Environment).returning("true"),
    Row::new("gen", "call", &[3, 4], Delivery),
    Row::new("gen", "reply", &[2], Reply),
    Row::new("gen", "send_request", &[3, 5], Delivery),
    Row::new("gen_tcp", "close", &[1], Environment).returning("ok"),
    Row::new("gen_udp", "close", &[1], Environment).returning("ok"),
    Row::new("global", "send", &[2], Delivery),
    Row::new("io", "format", ANY, Environment).returning("ok"),
    Row::new("io", "fwrite", ANY, Environment).returning("ok"),
    Row::new("io", "nl", ANY, Environment).returning("ok"),
    Row::new("io", "put_chars", ANY, Environment).returning("ok"),
    Row::new("io", "write", ANY, Environment).returning("ok"),
    Row::new("lager", "alert", ANY, Environment).returning("ok"),
    Row::new("lager", "critical", ANY, Environment).returning("ok"),
    Row::new("lager", "debug", ANY, Environment).returning("ok"),
    Row::new("lager", "emergency", ANY, Environment).returning("ok"),
    Row::new("lager", "error", ANY, Environment).returning("ok"),
    Row::new("lager", "info", ANY, Environment).returning("ok"),
    Row::new("lager", "log", ANY, Environment).returning("ok"),
    Row::new("lager", "notice", ANY, Environment).returning("ok"),
    Row::new("lager", "warning", ANY, Environment).returning("ok"),
    Row::new("logger", "alert", ANY, Environment).returning("ok"),
    Row::new("logger", "critical", ANY, Environment).returning("ok"),
    Row::new("logger", "debug", ANY, Environment).returning("ok"),
    Row::new("logger", "emergency", ANY, Environment).returning("ok"),
    Row::new("logger", "error", ANY, Environment).returning("ok"),
    Row::new("logger", "info", ANY, Environment).returning("ok"),
    Row::new("logger", "log", ANY, Environment).returning("ok"),
    Row::new("logger", "notice", ANY, Environment).returning("ok"),
    Row::new("logger", "set_process_metadata", &[1], Environment).returning("ok"),
    Row::new("logger", "warning", ANY, Environment).returning("ok"),
    Row::new("os", "putenv", &[2], Environment).returning("true"),
    Row::new("proc_lib", "spawn", ANY, Spawn),
    Row::new("proc_lib", "spawn_link", ANY, Spawn),
    Row::new("proc_lib", "spawn_monitor", ANY, Spawn),
    Row::new("proc_lib", "spawn_opt", ANY, Spawn),
    Row::new("sys", "get_state", &[1], Environment).failing(GoneIn),
    Row::new("sys", "get_status", &[1], Environment).failing(GoneIn),
    Row::new("sys", "suspend", &[1], Environment).failing(GoneIn),
    Row::new("timer", "apply_after", &[4], Timer),
    Row::new("timer", "apply_interval", &[4], Timer),
    Row::new("timer", "cancel", &[1], Timer),
    Row::new("timer", "send_after", &[2, 3], Timer),
    Row::new("timer", "send_interval", &[2, 3], Timer),
    Row::new("timer", "sleep", &[1], Environment).returning("ok"),
];

/// Functions by which a process of any module is started, and linked or monitored.
const STARTS: [&str; 2] = ["start_link", "start_monitor"];

/// The rows of a name.
pub(crate) fn named(module: &str, name: &str) -> impl Iterator<Item = &'static Row> {
    let key = (module, name);
    let first = FUNCTIONS.partition_point(|row| (row.module, row.name) < key);
    let behind = FUNCTIONS.partition_point(|row| (row.module, row.name) <= key);
    FUNCTIONS[first..behind].iter()
}

/// The row of a function.
pub(crate) fn row(function: OtpFunction<'_>) -> Option<&'static Row> {
    let (module, name, arity) = function.key();
    named(module, name).find(|row| row.takes(arity))
}

/// Who carries out a call of a function: what the table of its behaviour says goes before its row here.
pub(crate) fn carried_out_by(function: OtpFunction<'_>) -> CarriedOutBy {
    match (function.row().map(|row| row.act), function.machine_act()) {
        (
            Some(
                Act::Send(_)
                | Act::SendToAll(_)
                | Act::Call(_)
                | Act::CallAll(_)
                | Act::Request(_)
                | Act::Stop,
            ),
            _,
        ) => Delivery,
        (Some(Act::Reply), _) => Reply,
        (_, Some(Act::EnterLoop)) => Entry,
        (_, Some(Act::Arm(..) | Act::Cancel)) => Timer,
        _ if STARTS.contains(&function.names().1) => Watch,
        _ => row(function).map_or(Environment, |row| row.by),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_function_stands_once_and_in_order() {
        for pair in FUNCTIONS.windows(2) {
            let [left, right] = [&pair[0], &pair[1]];
            let [key, next] = [left, right].map(|row| (row.module, row.name, row.arities));
            assert!(key < next, "{next:?} stands behind {key:?}");
            let is_one = (key.0, key.1) == (next.0, next.1);
            let is_twice = right.arities.is_empty() || right.arities.iter().any(|&n| left.takes(n));
            assert!(!is_one || !is_twice, "{next:?} stands twice");
        }
    }

    #[test]
    fn no_function_of_a_behaviour_stands_here() {
        for row in &FUNCTIONS {
            assert!(behaviour::interface_of(row.module).is_none(), "{row:?}");
        }
    }

    #[test]
    fn what_the_table_says_comes_to_who_carries_it_out() {
        let by = |module, name, arity| carried_out_by(OtpFunction::of(module, name, arity));
        for row in &FUNCTIONS {
            let arities = if row.arities.is_empty() { &[1][..] } else { row.arities };
            for &arity in arities {
                assert_eq!(by(row.module, row.name, arity), row.by, "{row:?}");
            }
        }
        assert_eq!(by("p1_fsm", "send_event", 2), Delivery);
        assert_eq!(by("p1_fsm", "reply", 2), Reply);
        assert_eq!(by("gen_fsm", "start_timer", 2), Timer);
        assert_eq!(by("my_sup", "start_link", 1), Watch);
        assert_eq!(by("my_db", "read", 1), Environment);
    }
}
