//! `check` by several processes: what they say is what one process says, byte for byte.
//!
//! With `ERL2LTS_LONG=1` all `.props` files of the fixtures, on one to four processes; else some of them on two and three.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::command_line::run;
use crate::transcript::transcripts;

/// A ring of 10 places: small, but with terms in its states.
const RING: [&str; 7] = [
    "fixtures/references/ring.erl",
    "--init",
    "10",
    "--commands",
    "{any_of,[put,get,extend]}",
    "--unhandled",
    "disallow",
];

/// A buffer whose states are flat.
const BUFFER: [&str; 7] = [
    "fixtures/observed/buffer_naive_fsm.erl",
    "--init",
    "6",
    "--commands",
    "{any_of,[put,get,extend]}",
    "--unhandled",
    "disallow",
];

/// Compares what so many processes say with what one says.
fn compare(args: &[&str], n_workers: &str) {
    let one = run(&[&["check"], args].concat());
    let several = run(&[&["check"], args, &["--workers", n_workers]].concat());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert_eq!(text(&several.stderr), text(&one.stderr), "{args:?} {n_workers}");
    assert_eq!(text(&several.stdout), text(&one.stdout), "{args:?} {n_workers}");
    assert_eq!(several.status.code(), one.status.code(), "{args:?} {n_workers}");
}

/// All `.props` files under a folder.
fn props(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            props(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "props") {
            found.push(path);
        }
    }
}

#[test]
fn properties_of_fixtures_have_the_same_verdicts_by_several_processes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("ERL2LTS_LONG").is_some() {
        let mut found = Vec::new();
        props(&root.join("fixtures"), &mut found);
        for path in &found {
            for n_workers in ["1", "2", "3", "4"] {
                for explore in ["needed", "all"] {
                    compare(&[path.to_str().unwrap(), "--explore", explore], n_workers);
                }
            }
        }
        return;
    }
    compare(&["fixtures/door/door.props"], "2");
    compare(&["fixtures/door/door.props", "--explore", "needed", "--format", "json"], "2");
    compare(&["fixtures/door/door.props", "--explore", "all"], "2");
}

/// Formulas that single states decide: each process looks at its own.
#[test]
fn what_single_states_decide_is_found_by_those_that_own_them() {
    let asked = |system: &[&'static str], formulas: &[&'static str]| -> Vec<&'static str> {
        let formulas = formulas.iter().flat_map(|formula| ["-e", formula]);
        system.iter().copied().chain(formulas).chain(["--explore", "needed"]).collect()
    };
    let never = "[true* . 'cmd[(]extend.*'] false";
    for (system, formulas, n_workers) in [
        // There is a way to each, on different levels.
        (&RING[..], &["[true*] <true> true", "<true* . 'cmd[(]get.*'> true"][..], "2"),
        (&BUFFER[..], &[never, "[true*] <true> true"][..], "3"),
        (&BUFFER[..], &["<true*> [true] false"][..], "2"),
        // Nothing shows otherwise: the whole system was looked at; an action that there is not gives a warning.
        (&RING[..], &["[true* . \"cmd(nothing)\"] false"][..], "3"),
        // What must happen takes the whole system.
        (&RING[..], &["mu X. (<true> true && [!'cmd[(]get.*'] X)", never][..], "2"),
    ] {
        compare(&asked(system, formulas), n_workers);
        let json = [&asked(system, formulas)[..], &["--format", "json"]].concat();
        compare(&json, n_workers);
    }
}

/// Formulas that one run decides, alone and beside such that single states decide: what is remembered of runs is looked for along.
#[test]
fn what_one_run_decides_is_found_without_the_whole_system() {
    let get = "'cmd[(]get.*'";
    let twice = format!("[true* . {get} . {get} . 'cmd[(]put.*'] false");
    let apart = format!("[true* . {get} . true* . 'cmd[(]extend.*' . true* . {get}] false");
    let can = format!("<true* . 'cmd[(]put.*' . 'cmd[(]put.*' . {get}> true");
    let nothing = "[true* . \"cmd(nothing)\" . true* . \"cmd(get)\"] false";
    let never = "[true* . 'cmd[(]extend.*'] false";
    for (system, formulas, n_workers) in [
        (&RING[..], &[&twice[..], never][..], "2"),
        (&BUFFER[..], &[&apart[..], &can][..], "3"),
        (&RING[..], &[nothing][..], "3"),
        (&BUFFER[..], &[&can[..], nothing][..], "2"),
    ] {
        for explore in ["needed", "all"] {
            let formulas = formulas.iter().flat_map(|formula| ["-e", formula]);
            let args: Vec<&str> = system.iter().copied().chain(formulas).collect();
            compare(&[&args[..], &["--explore", explore]].concat(), n_workers);
            compare(&[&args[..], &["--explore", explore, "--format", "json"]].concat(), n_workers);
        }
    }
    for past in [
        "cmd(put) implies once cmd(get)",
        "cmd(get) implies once cmd(put)",
        "cmd(extend) implies not (prev once (cmd(get) and prev cmd(put)))",
    ] {
        let args = [&BUFFER[..], &["--logic", "ptltl", "-e", past, "--explore", "needed"]].concat();
        compare(&args, "2");
    }
}

/// What tells that an answer means little is said by several processes, too: the machine is never started; and a system that was written
/// whole is read back whole, however many steps lead to its few states.
#[test]
fn few_states_are_looked_at_as_by_one() {
    let name =
        |name: &str| Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("together_{name}.erl"));
    let module = |path: &Path, functions: &str| {
        let of = path.file_stem().unwrap().to_str().unwrap();
        let head = format!("-module({of}).\n-behaviour(gen_fsm).\n-export([init/1, s/2]).\n");
        fs::write(path, head + functions).unwrap();
    };
    let (never, few) = (name("never"), name("few"));
    module(&never, "init(ok) -> {ok, s, 0}.\ns(_, D) -> {next_state, s, D}.\n");
    module(&few, "init(_) -> {ok, s, 0}.\ns(a, _) -> foo = bar;\ns(b, _) -> {stop, normal, 0}.\n");
    let commands = ["--commands", "{any_of,[a,b,c,d,e,f,g,h]}", "--explore", "needed"];
    let ends = "[true*] <true> true";
    let order = "[true* . 'cmd.*' . 'cmd.*'] false";
    // A run that comes to a state twice: `c` leads nowhere else.
    let again = name("again");
    module(
        &again,
        "init(_) -> {ok, s, 0}.\ns(a, _) -> m:lock(), {next_state, s, 1};\ns(c, D) -> {next_state, s, D}.\n",
    );
    for (path, init) in [(&never, "0"), (&few, "0"), (&again, "0")] {
        let system = [path.to_str().unwrap(), "--init", init, "-e", ends, "-e", order];
        for n_workers in ["1", "2"] {
            compare(&[&system[..], &commands].concat(), n_workers);
        }
    }
}

/// More states than are explored in any case before anybody else is asked for.
#[test]
fn a_system_that_is_not_small_is_looked_at_by_all() {
    let system =
        ["fixtures/observed/buffer_naive_fsm.erl", "--init", "45", "--unhandled", "disallow"];
    let commands = ["--commands", "{any_of,[put,get,extend]}"];
    for formula in ["[true*] <true> true", "[true* . \"cmd(nothing)\"] false"] {
        compare(&[&system[..], &commands[..], &["-e", formula]].concat(), "2");
    }
}

/// On several machines, which are this one here, the first one says what is found.
#[test]
fn the_first_of_several_machines_says_what_is_found() {
    let free = || std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let hosts = Path::new(env!("CARGO_TARGET_TMPDIR")).join("together_two_hosts.txt");
    fs::write(&hosts, format!("{}\n{}\n", free(), free())).unwrap();
    let hosts = hosts.to_str().unwrap();
    let asked = ["-e", "<true* . 'cmd[(]get.*'> true", "--explore", "needed"];
    let args = [&["check"], &RING[..], &asked[..]].concat();
    let second = Command::new(env!("CARGO_BIN_EXE_erl2lts"))
        .args(&args)
        .args(["--hosts", hosts, "--index", "1"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let first = run(&[&args[..], &["--hosts", hosts, "--index", "0"]].concat());
    let second = second.wait_with_output().unwrap();
    let one = run(&args);
    assert_eq!(String::from_utf8_lossy(&first.stderr), String::from_utf8_lossy(&one.stderr));
    assert_eq!(String::from_utf8_lossy(&first.stdout), String::from_utf8_lossy(&one.stdout));
    assert_eq!((first.status.code(), second.status.code()), (one.status.code(), Some(0)));
    assert!(second.stdout.is_empty() && second.stderr.is_empty(), "{second:?}");
}

#[test]
fn what_several_processes_do_not_check_is_said() {
    let hosts = Path::new(env!("CARGO_TARGET_TMPDIR")).join("together_hosts.txt");
    fs::write(&hosts, "127.0.0.1:7701\n").unwrap();
    let hosts = hosts.to_str().unwrap();
    let door = "fixtures/door/door.props";
    let text = transcripts(&[
        &["check", "fixtures/observed/buffer_naive_fsm.erl", "--workers", "2"],
        &["check", "fixtures/systems/late.aut", "-e", "<true*> true", "--workers", "2"],
        &["check", "fixtures/mcrl/coffee.mcrl", "-e", "<true*> true", "--workers", "2"],
        &["check", door, "--workers", "2", "--stdin"],
        &["check", door, "--hosts", hosts, "--index", "0", "--explore", "all"],
    ]);
    insta::assert_snapshot!(text.replace(env!("CARGO_TARGET_TMPDIR"), "TMP"));
}
