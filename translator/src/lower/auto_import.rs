//! Functions of module `erlang` by their names: which can be called without it, which only compute, which
//! never fail.

use frontend::Span;

use super::atoms::TABLES;
use super::intrinsic::is_data_intrinsic;
use super::type_test::is_type_test;
use crate::prelude;

/// Whether a local call of this name means a function of module `erlang`.
pub(super) fn is_built_in(name: &str) -> bool {
    is_type_test(name) || is_auto_imported(name)
}

/// Whether a call at a place means a function of one argument that only the prelude can call.
pub(super) fn is_intrinsic(name: &str, place: Span) -> bool {
    prelude::contains(place)
        && (matches!(name, "$list_to_tuple" | "$reference" | "$pid" | "$fresh_reference")
            || matches!(name, "$open" | "$unordered" | "$unordered_map" | "$quiet" | "$floats")
            || TABLES.contains(&name)
            || is_data_intrinsic(name))
}

/// Functions that have a value for all arguments.
pub(super) fn never_fails(name: &str) -> bool {
    matches!(
        name,
        "self"
            | "node"
            | "is_alive"
            | "make_ref"
            | "min"
            | "max"
            | "date"
            | "time"
            | "now"
            | "pre_loaded"
            | "processes"
    )
}

/// Whether a built-in function does nothing but to compute a value.
pub(crate) fn is_pure(name: &str, arity: usize) -> bool {
    const ACTING: [&str; 54] = [
        "alias",
        "cancel_timer",
        "check_process_code",
        "delete_module",
        "demonitor",
        "disconnect_node",
        "display",
        "display_string",
        "erase",
        "garbage_collect",
        "get",
        "get_keys",
        "group_leader",
        "halt",
        "hibernate",
        "link",
        "load_module",
        "monitor",
        "monitor_node",
        "nodes",
        "open_port",
        "port_call",
        "port_close",
        "port_command",
        "port_connect",
        "port_control",
        "process_display",
        "process_flag",
        "process_info",
        "purge_module",
        "put",
        "read_timer",
        "register",
        "registered",
        "resume_process",
        "send",
        "send_after",
        "send_nosuspend",
        "set_cookie",
        "spawn",
        "spawn_link",
        "spawn_monitor",
        "spawn_opt",
        "spawn_request",
        "spawn_request_abandon",
        "start_timer",
        "suspend_process",
        "system_flag",
        "trace",
        "trace_pattern",
        "unalias",
        "unlink",
        "unregister",
        "whereis",
    ];
    ACTING.binary_search(&name).is_err()
        && !(name == "apply" && arity > 0)
        && !(name == "exit" && arity == 2)
}

/// Functions of module `erlang` that have no exact meaning here yet.
pub(super) fn is_auto_imported(name: &str) -> bool {
    NAMES.binary_search(&name).is_ok()
}

/// The names of such functions, in order.
const NAMES: [&str; 118] = [
    "abs",
    "alias",
    "append_element",
    "apply",
    "atom_to_binary",
    "atom_to_list",
    "binary_part",
    "binary_to_atom",
    "binary_to_existing_atom",
    "binary_to_float",
    "binary_to_integer",
    "binary_to_list",
    "binary_to_term",
    "bit_size",
    "bitstring_to_list",
    "byte_size",
    "cancel_timer",
    "ceil",
    "check_old_code",
    "check_process_code",
    "date",
    "delete_module",
    "demonitor",
    "disconnect_node",
    "element",
    "erase",
    "error",
    "exit",
    "float",
    "float_to_binary",
    "float_to_list",
    "floor",
    "garbage_collect",
    "get",
    "get_keys",
    "group_leader",
    "halt",
    "hd",
    "integer_to_binary",
    "integer_to_list",
    "iolist_size",
    "iolist_to_binary",
    "is_alive",
    "is_map_key",
    "is_process_alive",
    "is_record",
    "length",
    "link",
    "list_to_atom",
    "list_to_binary",
    "list_to_bitstring",
    "list_to_existing_atom",
    "list_to_float",
    "list_to_integer",
    "list_to_pid",
    "list_to_port",
    "list_to_ref",
    "list_to_tuple",
    "load_module",
    "make_ref",
    "map_get",
    "map_size",
    "max",
    "min",
    "module_loaded",
    "monitor",
    "monitor_node",
    "monotonic_time",
    "node",
    "nodes",
    "not",
    "now",
    "open_port",
    "phash2",
    "pid_to_list",
    "port_close",
    "port_command",
    "port_connect",
    "port_control",
    "port_to_list",
    "pre_loaded",
    "process_flag",
    "process_info",
    "processes",
    "purge_module",
    "put",
    "ref_to_list",
    "register",
    "registered",
    "round",
    "self",
    "send",
    "send_after",
    "setelement",
    "size",
    "spawn",
    "spawn_link",
    "spawn_monitor",
    "spawn_opt",
    "spawn_request",
    "spawn_request_abandon",
    "split_binary",
    "start_timer",
    "statistics",
    "system_time",
    "term_to_binary",
    "term_to_iovec",
    "throw",
    "time",
    "tl",
    "trunc",
    "tuple_size",
    "tuple_to_list",
    "unalias",
    "unique_integer",
    "unlink",
    "unregister",
    "whereis",
];
