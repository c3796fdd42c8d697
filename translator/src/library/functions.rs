//! Functions of OTP of which something is known besides their code: the one table where each of them is entered.
//!
//! Input: a function of another module. Output: its row: which file of `lower/` carries out a call of it, what it does to
//! processes and names, which atom it always returns, what its value hangs on, how it fails. Functions of behaviours stand
//! in the tables of the crate `behaviour`, what is known of all functions of a module in `modules`, the code of what only
//! computes in the prelude, types of results in `results.erl`: who is asked first says `lower/call.rs`. Lists of such names
//! elsewhere are found by `tests/repository/functions.rs`.

mod pairs;
mod row;

use behaviour::{Act, Failure::Badarg, Failure::GoneIn};

use self::CarriedOutBy::{
    Delivery, Dictionary, Entry, Environment, ExitSignal, Reference, Reply, Spawn, Timer, Trap,
    Value, Watch,
};
use self::Effect::{Brings, Ends, Links, Monitors, Recalls, Sends, Starts, Times};
use self::Naming::{Gives, GivesIfFree, GivesToChild, TakesBack};
use self::Runs::{Elsewhere, InPlace};
pub use self::pairs::given_back_by;
use self::row::ANY;
pub(crate) use self::row::{CarriedOutBy, Naming, Row, Runs};
pub use self::row::{Effect, Raises};
use crate::library::declaration::Types;
use crate::library::modules;
use crate::library::otp_function::OtpFunction;
use model::Kind;

/// The module of rows that are about functions of any module.
const ANY_MODULE: &str = "_";

/// All of them, in order.
pub(crate) static FUNCTIONS: [Row; 214] = [
    Row::new(ANY_MODULE, "start_link", ANY, Watch),
    Row::new(ANY_MODULE, "start_monitor", ANY, Watch),
    Row::new("application", "get_env", ANY, Environment).or_undefined(),
    Row::new("application", "set_env", &[3], Environment).returning("ok"),
    Row::new("application", "unset_env", &[2], Environment).returning("ok"),
    Row::value("dict", "append").keeping(),
    Row::value("dict", "store").keeping(),
    Row::value("erlang", "abs").telling().raising(Raises::Badarg),
    Row::new("erlang", "alias", ANY, Environment),
    Row::new("erlang", "apply", ANY, Environment).doing(&[Sends]),
    Row::value("erlang", "atom_to_binary").raising(Raises::Badarg),
    Row::value("erlang", "atom_to_list").raising(Raises::Badarg),
    Row::value("erlang", "binary_part").raising(Raises::Badarg),
    Row::value("erlang", "binary_to_atom").or_undefined().raising(Raises::Badarg),
    Row::value("erlang", "binary_to_existing_atom").or_undefined(),
    Row::value("erlang", "binary_to_integer").raising(Raises::Badarg),
    Row::value("erlang", "binary_to_list").raising(Raises::Badarg),
    Row::value("erlang", "binary_to_term").raising(Raises::Badarg),
    Row::value("erlang", "bit_size").telling().raising(Raises::Badarg),
    Row::value("erlang", "byte_size").telling().raising(Raises::Badarg),
    Row::new("erlang", "cancel_timer", ANY, Timer),
    Row::value("erlang", "ceil").telling().raising(Raises::Badarg),
    Row::new("erlang", "check_process_code", ANY, Environment),
    Row::value("erlang", "date").raising(Raises::Nothing),
    Row::new("erlang", "delete_module", ANY, Environment),
    Row::new("erlang", "demonitor", &[1], Watch).returning("true").raising(Raises::Nothing),
    Row::new("erlang", "demonitor", &[2], Watch).raising(Raises::Nothing),
    Row::new("erlang", "disconnect_node", ANY, Environment),
    Row::new("erlang", "display", ANY, Environment),
    Row::new("erlang", "display_string", ANY, Environment),
    Row::value("erlang", "element").telling().raising(Raises::Badarg),
    Row::new("erlang", "erase", ANY, Dictionary)
        .doing(&[Recalls])
        .or_undefined()
        .raising(Raises::Nothing),
    Row::new("erlang", "exit", &[1], Value),
    Row::new("erlang", "exit", &[2], ExitSignal)
        .doing(&[Ends, Sends])
        .returning("true")
        .failing(Badarg),
    Row::value("erlang", "float").raising(Raises::Badarg),
    Row::value("erlang", "float_to_list").raising(Raises::Badarg),
    Row::value("erlang", "floor").telling().raising(Raises::Badarg),
    Row::value("erlang", "fun_info").or_undefined(),
    Row::new("erlang", "garbage_collect", ANY, Environment),
    Row::new("erlang", "get", ANY, Dictionary)
        .doing(&[Recalls])
        .or_undefined()
        .raising(Raises::Nothing),
    Row::new("erlang", "get_keys", ANY, Environment).doing(&[Recalls]),
    Row::new("erlang", "group_leader", &[0], Environment).raising(Raises::Nothing),
    Row::new("erlang", "group_leader", &[2], Environment).failing(Badarg).raising(Raises::Nothing),
    Row::new("erlang", "halt", ANY, Environment),
    Row::value("erlang", "hd").telling().raising(Raises::Badarg),
    Row::new("erlang", "hibernate", ANY, Environment).doing(&[Sends]),
    Row::value("erlang", "integer_to_binary").raising(Raises::Badarg),
    Row::value("erlang", "integer_to_list").raising(Raises::Badarg),
    Row::value("erlang", "iolist_size").telling().raising(Raises::Badarg),
    Row::value("erlang", "iolist_to_binary").telling().raising(Raises::Badarg),
    Row::value("erlang", "length").telling().raising(Raises::Badarg),
    Row::new("erlang", "link", &[1], Watch)
        .doing(&[Links, Sends])
        .returning("true")
        .failing(Badarg),
    Row::value("erlang", "list_to_atom").or_undefined().raising(Raises::Badarg),
    Row::value("erlang", "list_to_binary").raising(Raises::Badarg),
    Row::value("erlang", "list_to_existing_atom").or_undefined(),
    Row::value("erlang", "list_to_integer").raising(Raises::Badarg),
    Row::value("erlang", "list_to_tuple").raising(Raises::Badarg),
    Row::new("erlang", "load_module", ANY, Environment),
    Row::value("erlang", "localtime").raising(Raises::Nothing),
    Row::new("erlang", "make_ref", &[0], Reference).raising(Raises::Nothing),
    Row::value("erlang", "map_get").telling(),
    Row::value("erlang", "map_size").telling().raising(Raises::Badarg),
    Row::value("erlang", "max").telling().raising(Raises::Badarg),
    Row::value("erlang", "min").telling().raising(Raises::Badarg),
    Row::new("erlang", "monitor", ANY, Watch).doing(&[Monitors]).raising(Raises::Nothing),
    Row::new("erlang", "monitor_node", ANY, Environment),
    Row::value("erlang", "monotonic_time").raising(Raises::Nothing),
    Row::value("erlang", "node").raising(Raises::Nothing),
    Row::new("erlang", "nodes", ANY, Environment).raising(Raises::Nothing),
    Row::value("erlang", "now").raising(Raises::Nothing),
    Row::new("erlang", "open_port", ANY, Environment).doing(&[Brings, Sends]),
    Row::value("erlang", "phash2").raising(Raises::Badarg),
    Row::new("erlang", "port_call", ANY, Environment),
    Row::new("erlang", "port_close", &[1], Environment).failing(Badarg),
    Row::new("erlang", "port_command", &[2, 3], Environment).failing(Badarg),
    Row::new("erlang", "port_connect", ANY, Environment).doing(&[Brings, Sends]),
    Row::new("erlang", "port_control", ANY, Environment),
    Row::new("erlang", "process_display", ANY, Environment),
    Row::new("erlang", "process_flag", ANY, Trap).raising(Raises::Nothing),
    Row::new("erlang", "process_info", &[1, 2], Environment).failing(Badarg),
    Row::new("erlang", "purge_module", ANY, Environment),
    Row::new("erlang", "put", ANY, Dictionary)
        .doing(&[Recalls])
        .or_undefined()
        .raising(Raises::Nothing),
    Row::new("erlang", "read_timer", ANY, Environment),
    Row::new("erlang", "register", &[2], Environment)
        .naming(Gives)
        .returning("true")
        .raising(Raises::Badarg),
    Row::new("erlang", "registered", ANY, Environment),
    Row::new("erlang", "resume_process", ANY, Environment),
    Row::value("erlang", "round").telling().raising(Raises::Badarg),
    Row::value("erlang", "self").raising(Raises::Nothing),
    Row::new("erlang", "send", &[2, 3], Delivery)
        .doing(&[Sends])
        .failing(Badarg)
        .raising(Raises::Nothing),
    Row::new("erlang", "send_after", ANY, Timer).doing(&[Sends, Times]),
    Row::new("erlang", "send_nosuspend", &[2, 3], Delivery).doing(&[Sends]).failing(Badarg),
    Row::new("erlang", "set_cookie", ANY, Environment),
    Row::value("erlang", "setelement").telling().raising(Raises::Badarg),
    Row::value("erlang", "size").telling().raising(Raises::Badarg),
    Row::new("erlang", "spawn", ANY, Spawn)
        .doing(&[Sends, Starts])
        .running(Elsewhere)
        .raising(Raises::Nothing),
    Row::new("erlang", "spawn_link", ANY, Spawn).doing(&[Links, Sends, Starts]).running(Elsewhere),
    Row::new("erlang", "spawn_monitor", ANY, Spawn)
        .doing(&[Monitors, Sends, Starts])
        .running(Elsewhere),
    Row::new("erlang", "spawn_opt", ANY, Spawn)
        .doing(&[Links, Monitors, Sends, Starts])
        .running(Elsewhere),
    Row::new("erlang", "spawn_request", ANY, Spawn).doing(&[Sends]).running(Elsewhere),
    Row::new("erlang", "spawn_request_abandon", ANY, Spawn).doing(&[Sends]).running(Elsewhere),
    Row::new("erlang", "start_timer", ANY, Timer).doing(&[Sends]),
    Row::new("erlang", "suspend_process", ANY, Environment),
    Row::new("erlang", "system_flag", ANY, Environment),
    Row::value("erlang", "system_time").raising(Raises::Nothing),
    Row::value("erlang", "term_to_binary").raising(Raises::Badarg),
    Row::value("erlang", "time").raising(Raises::Nothing),
    Row::value("erlang", "timestamp").raising(Raises::Nothing),
    Row::value("erlang", "tl").telling().raising(Raises::Badarg),
    Row::new("erlang", "trace", ANY, Environment),
    Row::new("erlang", "trace_pattern", ANY, Environment),
    Row::value("erlang", "trunc").telling().raising(Raises::Badarg),
    Row::value("erlang", "tuple_size").raising(Raises::Badarg),
    Row::new("erlang", "unalias", ANY, Environment),
    Row::value("erlang", "unique_integer").raising(Raises::Nothing),
    Row::new("erlang", "unlink", &[1], Watch).returning("true").failing(Badarg),
    Row::new("erlang", "unregister", &[1], Environment)
        .naming(TakesBack)
        .returning("true")
        .raising(Raises::Badarg),
    Row::new("erlang", "whereis", ANY, Environment).or_undefined().raising(Raises::Nothing),
    Row::new("erpc", "call", ANY, Environment).running(InPlace),
    Row::new("erpc", "cast", ANY, Environment).running(Elsewhere),
    Row::new("erpc", "multicall", ANY, Environment).running(InPlace),
    Row::new("erpc", "multicast", ANY, Environment).running(Elsewhere),
    Row::new("erpc", "send_request", ANY, Environment).running(Elsewhere),
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
    Row::value("filename", "append").keeping(),
    Row::value("gb_sets", "add_element").keeping(),
    Row::value("gb_sets", "insert").keeping(),
    Row::value("gb_trees", "enter").keeping(),
    Row::value("gb_trees", "insert").keeping(),
    Row::new("gen", "call", &[3, 4], Delivery),
    Row::new("gen", "reply", &[2], Reply),
    Row::new("gen", "send_request", &[3, 5], Delivery),
    Row::new("gen_tcp", "close", &[1], Environment).returning("ok"),
    Row::new("gen_udp", "close", &[1], Environment).returning("ok"),
    Row::new("global", "re_register_name", &[2, 3], Environment).naming(Gives),
    Row::new("global", "register_name", &[2, 3], Environment).naming(GivesIfFree),
    Row::new("global", "send", &[2], Delivery).doing(&[Sends]),
    Row::new("global", "unregister_name", &[1], Environment).naming(TakesBack),
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
    Row::value("lists", "append").keeping(),
    Row::value("lists", "duplicate").keeping(),
    Row::value("lists", "reverse").keeping(),
    Row::new("logger", "alert", ANY, Environment).returning("ok"),
    Row::new("logger", "critical", ANY, Environment).returning("ok"),
    Row::new("logger", "debug", ANY, Environment).returning("ok"),
    Row::new("logger", "emergency", ANY, Environment).returning("ok"),
    Row::new("logger", "error", ANY, Environment).returning("ok"),
    Row::new("logger", "info", ANY, Environment).returning("ok"),
    Row::new("logger", "log", ANY, Environment).returning("ok"),
    Row::new("logger", "macro_log", &[3, 4, 5], Environment).returning("ok"),
    Row::new("logger", "notice", ANY, Environment).returning("ok"),
    Row::new("logger", "set_process_metadata", &[1], Environment).returning("ok"),
    Row::new("logger", "warning", ANY, Environment).returning("ok"),
    Row::value("maps", "put").keeping(),
    Row::value("orddict", "append").keeping(),
    Row::value("orddict", "store").keeping(),
    Row::value("ordsets", "add_element").keeping(),
    Row::new("os", "putenv", &[2], Environment).returning("true"),
    Row::new("proc_lib", "init_ack", &[1, 2], Environment).returning("ok"),
    Row::new("proc_lib", "spawn", ANY, Spawn).doing(&[Starts]).running(Elsewhere),
    Row::new("proc_lib", "spawn_link", ANY, Spawn).doing(&[Links, Starts]).running(Elsewhere),
    Row::new("proc_lib", "spawn_monitor", ANY, Spawn).doing(&[Monitors, Starts]).running(Elsewhere),
    Row::new("proc_lib", "spawn_opt", ANY, Spawn)
        .doing(&[Links, Monitors, Starts])
        .running(Elsewhere),
    Row::new("proc_lib", "start", ANY, Environment).running(Elsewhere),
    Row::new("proc_lib", "start_link", ANY, Watch).running(Elsewhere),
    Row::new("proc_lib", "start_monitor", ANY, Watch).running(Elsewhere),
    Row::value("proplists", "get_value").or_undefined(),
    Row::new("rpc", "abcast", ANY, Environment).running(Elsewhere),
    Row::new("rpc", "async_call", ANY, Environment).running(Elsewhere),
    Row::new("rpc", "block_call", ANY, Environment).running(InPlace),
    Row::new("rpc", "call", ANY, Environment).running(InPlace),
    Row::new("rpc", "cast", ANY, Environment).running(Elsewhere),
    Row::new("rpc", "multicall", ANY, Environment).running(InPlace),
    Row::value("sets", "add_element").keeping(),
    Row::value("string", "reverse").keeping(),
    Row::new("sys", "get_state", &[1], Environment).failing(GoneIn),
    Row::new("sys", "get_status", &[1], Environment).failing(GoneIn),
    Row::new("sys", "suspend", &[1], Environment).failing(GoneIn),
    Row::new("timer", "apply_after", &[4], Timer).doing(&[Sends, Times]).running(Elsewhere),
    Row::new("timer", "apply_interval", &[4], Timer).doing(&[Sends, Times]).running(Elsewhere),
    Row::new("timer", "apply_repeatedly", ANY, Environment).doing(&[Sends]).running(Elsewhere),
    Row::new("timer", "cancel", &[1], Timer),
    Row::new("timer", "exit_after", ANY, Environment).doing(&[Brings, Ends, Sends]),
    Row::new("timer", "kill_after", ANY, Environment).doing(&[Brings, Ends, Sends]),
    Row::new("timer", "send_after", &[2, 3], Timer).doing(&[Sends, Times]),
    Row::new("timer", "send_interval", &[2, 3], Timer).doing(&[Sends, Times]),
    Row::new("timer", "sleep", &[1], Environment).returning("ok"),
    Row::new("timer", "tc", ANY, Environment).running(InPlace),
];

/// Functions whose names begin so: what holds of those that have no row of their own, or none that says it.
static FAMILIES: [Row; 8] = [
    Row::new(ANY_MODULE, "start", &[4], Environment).naming(GivesToChild),
    Row::value("erlang", "atom_to_").telling(),
    Row::value("erlang", "binary_").telling(),
    Row::value("erlang", "float_to_").telling(),
    Row::value("erlang", "integer_to_").telling(),
    Row::value("erlang", "is_").telling().raising(Raises::Nothing),
    Row::value("erlang", "list_to_").telling(),
    Row::value("erlang", "tuple_").telling(),
];

/// The rows of a name.
fn named(module: &str, name: &str) -> impl Iterator<Item = &'static Row> {
    let key = (module, name);
    let first = FUNCTIONS.partition_point(|row| (row.module, row.name) < key);
    let behind = FUNCTIONS.partition_point(|row| (row.module, row.name) <= key);
    FUNCTIONS[first..behind].iter()
}

/// The rows of a name, and those of the families that it belongs to.
fn about(module: &str, name: &str) -> impl Iterator<Item = &'static Row> {
    let is_of = move |own: &&Row| {
        (own.module == module || own.module == ANY_MODULE) && name.starts_with(own.name)
    };
    named(module, name).chain(FAMILIES.iter().filter(is_of))
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
        _ => {
            let of_any = named(ANY_MODULE, function.names().1).next();
            of_any.or_else(|| row(function)).map_or(Environment, |row| row.by)
        }
    }
}

/// Whether a function of `erlang` does nothing but to compute a value.
pub(crate) fn is_pure(name: &str, arity: usize) -> bool {
    match (name, arity) {
        ("apply", _) => arity == 0,
        ("exit", _) => {
            row(OtpFunction::of("erlang", name, arity)).is_none_or(|own| own.by == Value)
        }
        _ => named("erlang", name).all(|own| own.by == Value),
    }
}

/// Whether a function may send something to a process that it is given, or run code that does.
pub(crate) fn sends(module: &str, name: &str, arity: usize) -> bool {
    let function = OtpFunction::of(module, name, arity);
    let known = row(function).or_else(|| named(module, name).next());
    modules::reaches(module)
        || known.is_some_and(|own| own.does(Sends))
        || behaviour::of_module(module).is_some()
        || function.act().is_some_and(Act::reaches)
}

/// Where a function runs another one that it is given by name, if it does.
pub(crate) fn runs(module: &str, name: &str) -> Option<Runs> {
    named(module, name).find_map(|own| own.runs)
}

/// How a function changes who has a name, if it does.
pub(crate) fn naming(function: OtpFunction<'_>) -> Option<Naming> {
    let (module, name, arity) = function.key();
    about(module, name).filter(|own| own.takes(arity)).find_map(|own| own.naming)
}

/// Whether what a function does hangs on the kind, the size or the parts of its arguments, and not only on whether it gets
/// them: that of `erlang` and of modules whose functions the model computes. Of all others that is not known.
pub(crate) fn tells(module: &str, name: &str) -> bool {
    about(module, name).find_map(|own| own.tells).unwrap_or_else(|| modules::tells(module))
}

/// Whether a function starts or cancels a timer.
pub fn sets_timers(module: &str, name: &str, arity: usize) -> bool {
    let function = OtpFunction::of(module, name, arity);
    matches!(function.act(), Some(Act::Arm(..) | Act::Cancel))
        || carried_out_by(function) == Timer
        || row(function).is_some_and(|own| own.does(Brings) || own.does(Times))
}

/// Whether a function of some module has this name and a row.
pub fn is_listed(name: &str) -> bool {
    FUNCTIONS.iter().any(|own| own.name == name)
}

/// Whether functions of this name, of whatever number of arguments, do something.
pub fn does(module: &str, name: &str, effect: Effect) -> bool {
    named(module, name).any(|own| own.does(effect))
}

/// With what a function fails for any arguments, if that is known.
pub fn raises(module: &str, name: &str) -> Option<Raises> {
    about(module, name).find_map(|own| own.raises)
}

/// The atom that a function returns whenever it returns, if that is always the same.
pub fn always_returns(module: &str, name: &str, arity: usize) -> Option<&'static str> {
    super::constant_results::answer(OtpFunction::of(module, name, arity))
}

/// What a function may return.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Results {
    /// These atoms.
    pub atoms: Vec<&'static str>,
    /// Anything of these kinds.
    pub kinds: Vec<Kind>,
}

/// What a function may return, if that is known.
pub fn results(module: &str, name: &str, arity: usize) -> Option<Results> {
    let function = OtpFunction::of(module, name, arity);
    if let Some(atom) = super::constant_results::answer(function) {
        return Some(Results { atoms: vec![atom], kinds: Vec::new() });
    }
    match function.act() {
        Some(Act::Arm(..)) => {
            return Some(Results { atoms: Vec::new(), kinds: vec![Kind::Reference] });
        }
        // Before OTP 24 it was the message that the client gets.
        Some(Act::Reply) => return Some(Results { atoms: vec!["ok"], kinds: vec![Kind::Tuple] }),
        _ => {}
    }
    let ty = super::result_types::result_type(function)?;
    let kinds = Types::default().domain(ty).all_kinds()?;
    Some(Results { atoms: Vec::new(), kinds })
}

/// Whether nothing ever returns from a function: it raises, ends its process or all processes, or goes into the loop of a
/// behaviour.
pub fn never_returns(module: &str, name: &str, arity: usize) -> bool {
    let raises = match (module, name) {
        ("erlang", "exit" | "throw") => arity == 1,
        ("erlang", "error") => (1..=3).contains(&arity),
        ("erlang", "raise") => arity == 3,
        ("erlang", "halt") => true,
        _ => false,
    };
    raises || OtpFunction::of(module, name, arity).act() == Some(Act::EnterLoop)
}

/// The names of functions that do something.
pub fn doing(effect: Effect) -> Vec<&'static str> {
    FUNCTIONS.iter().filter(|own| own.does(effect)).map(|own| own.name).collect()
}

/// The names of functions that may say by `undefined` that there is nothing, or make any atom of a text.
pub(crate) fn returning_undefined() -> Vec<&'static str> {
    FUNCTIONS.iter().filter(|own| own.may_be_undefined).map(|own| own.name).collect()
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
        for row in FUNCTIONS.iter().chain(&FAMILIES) {
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

    #[test]
    fn functions_without_rows_are_as_their_family_or_their_module() {
        assert!(tells("erlang", "list_to_pid") && tells("erlang", "element"));
        assert!(!tells("erlang", "self") && !tells("my_db", "element"));
        assert!(tells("lists", "nth") && !tells("lists", "reverse"));
        assert_eq!(raises("erlang", "is_pid"), Some(Raises::Nothing));
        assert_eq!(raises("erlang", "list_to_pid"), None);
        let naming = |module, name, arity| naming(OtpFunction::of(module, name, arity));
        assert_eq!(naming("my_db", "start", 4), Some(GivesToChild));
        assert_eq!(naming("my_db", "start", 3), None);
        assert!(sends("rpc", "pinfo", 1) && sends("p1_fsm", "send_event", 2));
        assert!(sends("erlang", "exit", 2) && !sends("erlang", "exit", 1));
    }
}
