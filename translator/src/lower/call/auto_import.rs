//! Functions of module `erlang` by their names: which can be called without it, which
//! never fail.

use frontend::Span;

use super::intrinsic::is_data_intrinsic;
use crate::lower::call::intrinsic::TABLES;

/// Whether a local call of this name with so many arguments means a function of module `erlang`.
pub(crate) fn is_built_in(name: &str, arity: usize) -> bool {
    arities(name).contains(&arity)
}

/// Whether a call at a place means a function of one argument that only the prelude can call.
pub(crate) fn is_intrinsic(name: &str, place: Span) -> bool {
    model::library::contains(place)
        && (matches!(name, "$list_to_tuple" | "$reference" | "$pid" | "$fresh_reference")
            || matches!(name, "$open" | "$quiet" | "$floats")
            || matches!(name, "$unordered" | "$unordered_map" | "$unordered_hash")
            || TABLES.contains(&name)
            || is_data_intrinsic(name))
}

/// Functions that have a value for all arguments.
pub(crate) fn never_fails(name: &str) -> bool {
    matches!(
        name,
        "self"
            | "node"
            | "is_alive"
            | "min"
            | "max"
            | "date"
            | "time"
            | "now"
            | "pre_loaded"
            | "processes"
    )
}

/// Whether a call of this name fails with `badarg` if it fails, as far as is known.
pub(crate) fn fails_with_badarg(name: &str) -> bool {
    const OTHERS: [&str; 10] = [
        "append_element",
        "cancel_timer",
        "monotonic_time",
        "not",
        "phash2",
        "send",
        "send_after",
        "start_timer",
        "system_time",
        "unique_integer",
    ];
    // Functions of maps name the map or the key.
    let is_of_maps = matches!(name, "map_get" | "map_size" | "is_map_key");
    !is_of_maps && (!arities(name).is_empty() || OTHERS.contains(&name))
}

/// The numbers of arguments with which a function of this name can be called without its module.
fn arities(name: &str) -> &'static [usize] {
    IMPORTED.binary_search_by_key(&name, |(imported, _)| imported).map_or(&[], |at| IMPORTED[at].1)
}

/// What can be called without a module, as `erl_internal:bif/2` of OTP 25 has it: names in order, with the numbers of
/// their arguments.
const IMPORTED: [(&str, &[usize]); 122] = [
    ("abs", &[1]),
    ("alias", &[0, 1]),
    ("apply", &[2, 3]),
    ("atom_to_binary", &[1, 2]),
    ("atom_to_list", &[1]),
    ("binary_part", &[2, 3]),
    ("binary_to_atom", &[1, 2]),
    ("binary_to_existing_atom", &[1, 2]),
    ("binary_to_float", &[1]),
    ("binary_to_integer", &[1, 2]),
    ("binary_to_list", &[1, 3]),
    ("binary_to_term", &[1, 2]),
    ("bit_size", &[1]),
    ("bitstring_to_list", &[1]),
    ("byte_size", &[1]),
    ("ceil", &[1]),
    ("check_old_code", &[1]),
    ("check_process_code", &[2, 3]),
    ("date", &[0]),
    ("delete_module", &[1]),
    ("demonitor", &[1, 2]),
    ("disconnect_node", &[1]),
    ("element", &[2]),
    ("erase", &[0, 1]),
    ("error", &[1, 2, 3]),
    ("exit", &[1, 2]),
    ("float", &[1]),
    ("float_to_binary", &[1, 2]),
    ("float_to_list", &[1, 2]),
    ("floor", &[1]),
    ("garbage_collect", &[0, 1, 2]),
    ("get", &[0, 1]),
    ("get_keys", &[0, 1]),
    ("group_leader", &[0, 2]),
    ("halt", &[0, 1, 2]),
    ("hd", &[1]),
    ("integer_to_binary", &[1, 2]),
    ("integer_to_list", &[1, 2]),
    ("iolist_size", &[1]),
    ("iolist_to_binary", &[1]),
    ("is_alive", &[0]),
    ("is_atom", &[1]),
    ("is_binary", &[1]),
    ("is_bitstring", &[1]),
    ("is_boolean", &[1]),
    ("is_float", &[1]),
    ("is_function", &[1, 2]),
    ("is_integer", &[1]),
    ("is_list", &[1]),
    ("is_map", &[1]),
    ("is_map_key", &[2]),
    ("is_number", &[1]),
    ("is_pid", &[1]),
    ("is_port", &[1]),
    ("is_process_alive", &[1]),
    ("is_record", &[2, 3]),
    ("is_reference", &[1]),
    ("is_tuple", &[1]),
    ("length", &[1]),
    ("link", &[1]),
    ("list_to_atom", &[1]),
    ("list_to_binary", &[1]),
    ("list_to_bitstring", &[1]),
    ("list_to_existing_atom", &[1]),
    ("list_to_float", &[1]),
    ("list_to_integer", &[1, 2]),
    ("list_to_pid", &[1]),
    ("list_to_port", &[1]),
    ("list_to_ref", &[1]),
    ("list_to_tuple", &[1]),
    ("load_module", &[2]),
    ("make_ref", &[0]),
    ("map_get", &[2]),
    ("map_size", &[1]),
    ("max", &[2]),
    ("min", &[2]),
    ("module_loaded", &[1]),
    ("monitor", &[2, 3]),
    ("monitor_node", &[2]),
    ("node", &[0, 1]),
    ("nodes", &[0, 1, 2]),
    ("now", &[0]),
    ("open_port", &[2]),
    ("pid_to_list", &[1]),
    ("port_close", &[1]),
    ("port_command", &[2, 3]),
    ("port_connect", &[2]),
    ("port_control", &[3]),
    ("port_to_list", &[1]),
    ("pre_loaded", &[0]),
    ("process_flag", &[2, 3]),
    ("process_info", &[1, 2]),
    ("processes", &[0]),
    ("purge_module", &[1]),
    ("put", &[2]),
    ("ref_to_list", &[1]),
    ("register", &[2]),
    ("registered", &[0]),
    ("round", &[1]),
    ("self", &[0]),
    ("setelement", &[3]),
    ("size", &[1]),
    ("spawn", &[1, 2, 3, 4]),
    ("spawn_link", &[1, 2, 3, 4]),
    ("spawn_monitor", &[1, 2, 3, 4]),
    ("spawn_opt", &[2, 3, 4, 5]),
    ("spawn_request", &[1, 2, 3, 4, 5]),
    ("spawn_request_abandon", &[1]),
    ("split_binary", &[2]),
    ("statistics", &[1]),
    ("term_to_binary", &[1, 2]),
    ("term_to_iovec", &[1, 2]),
    ("throw", &[1]),
    ("time", &[0]),
    ("tl", &[1]),
    ("trunc", &[1]),
    ("tuple_size", &[1]),
    ("tuple_to_list", &[1]),
    ("unalias", &[1]),
    ("unlink", &[1]),
    ("unregister", &[1]),
    ("whereis", &[1]),
];
