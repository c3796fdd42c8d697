//! The library in Erlang against OTP's own: same value, or same class and reason of the exception.
//!
//! `compare.escript` compiles `translator/prelude` under other names and calls each exported function
//! and OTP's on many random arguments, some of wrong types, some lists improper.
//! `ERL2LTS_PRELUDE_CALLS` is the number of calls of each function.

use std::path::Path;
use std::process::Command;

/// The functions that have a value for all arguments.
const TOTAL: [&str; 30] = [
    "dict:new/0",
    "erlang:max/2",
    "erlang:min/2",
    "gb_sets:empty/0",
    "gb_sets:is_empty/1",
    "gb_sets:is_set/1",
    "gb_sets:new/0",
    "gb_sets:singleton/1",
    "gb_trees:empty/0",
    "gb_trees:is_empty/1",
    "io_lib:latin1_char_list/1",
    "io_lib:nl/0",
    "io_lib:printable_latin1_list/1",
    "io_lib:write/1",
    "maps:new/0",
    "math:pi/0",
    "orddict:new/0",
    "orddict:to_list/1",
    "ordsets:is_empty/1",
    "ordsets:new/0",
    "ordsets:to_list/1",
    "proplists:property/1",
    "proplists:property/2",
    "queue:is_queue/1",
    "queue:new/0",
    "sets:is_set/1",
    "sets:new/0",
    "string:is_empty/1",
    "string:list_to_float/1",
    "string:list_to_integer/1",
];

#[test]
fn the_library_does_what_otp_does() {
    if Command::new("escript").arg("-h").output().is_err() {
        let required = std::env::var("ERL2LTS_REQUIRE_ERLANG").is_ok_and(|value| value == "1");
        assert!(!required, "Erlang is missing");
        return;
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let script = root.join("tests/suite/compare.escript");
    let calls = std::env::var("ERL2LTS_PRELUDE_CALLS").unwrap_or_else(|_| "400".to_owned());
    let output =
        Command::new("escript").arg(script).arg(root.join("prelude")).arg(&calls).output().unwrap();
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{report}{}", String::from_utf8_lossy(&output.stderr));
    let compared: Vec<&str> = report.lines().filter(|line| line.starts_with("function ")).collect();
    let wrong: Vec<&str> = report.lines().filter(|line| !line.starts_with("function ")).collect();
    let open: usize =
        compared.iter().filter_map(|line| line.split(' ').nth(4)?.parse::<usize>().ok()).sum();
    println!("{} functions, {calls} calls each, {open} left open", compared.len());
    assert!(wrong.is_empty(), "{} lines; the first: {}", wrong.len(), wrong[0]);
    // Each function returns values and, but for the total ones, raises exceptions or leaves some open.
    for line in &compared {
        let fields: Vec<&str> = line.split(' ').skip(1).collect();
        let is_total = TOTAL.contains(&fields[0]);
        let is_always = fields[2] == "0" && fields[3] == "0";
        assert!(fields[1] != "0" && is_total == is_always, "{line}");
    }
    assert!(compared.len() >= 545, "{}", compared.len());
}
