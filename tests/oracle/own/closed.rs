//! Modules for which values are chosen: what is printed of them is what `lts --close` explores, and the flags that are
//! said do the same.
//!
//! The text is read back by its own rules, which know nothing of the model. `ERL2LTS_LONG=1` takes all modules in both forms,
//! where else every seventh is taken, in either form.

use std::fs;
use std::process::{Command, Output};

use crate::support::comparison::in_parallel;
use crate::support::file;
use crate::support::tools::{Folder, sampled};
use crate::support::tree::{Case, cases};

fn run(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_erl2lts"));
    command.args(args).current_dir(env!("CARGO_MANIFEST_DIR")).output().unwrap()
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The modules of `fixtures` that no `.props` file names, in both forms.
fn modules() -> Vec<Case> {
    cases().into_iter().filter(Case::is_module).collect()
}

/// The flags in the head of a text, as a shell splits them.
fn flags(text: &str) -> Vec<String> {
    let head = text.lines().take_while(|line| line.starts_with('%'));
    let chosen = head.skip_while(|line| !line.starts_with("% Values were chosen")).skip(1);
    let line: String = chosen.map(|line| line[1..].trim_end_matches('\\')).collect();
    let output = Command::new("sh")
        .args(["-c", &format!("for flag in {line}; do printf '%s\\0' \"$flag\"; done")])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    text.split_terminator('\0').map(str::to_owned).collect()
}

#[test]
fn closed_modules_are_read_back() {
    let (modules, folder) = (sampled(modules()), Folder::new("closed"));
    let n_compared = std::sync::atomic::AtomicUsize::new(0);
    in_parallel(&modules, |case| {
        let Ok(text) = case.translated("mcrl") else { return };
        let stem = format!("{}-{}", case.name.replace('/', "-"), case.form);
        let path = |end: &str| folder.path().join(format!("{stem}{end}")).display().to_string();
        let [specification, theirs, ours] = [path(".mcrl"), path(".theirs.aut"), path(".ours.aut")];
        fs::write(&specification, &text).unwrap();
        let limit = ["--max-states", "3000"];
        let read = run(&[&["lts", &specification, "-o", &theirs], &limit[..]].concat());
        let fixture = format!("fixtures/{}", case.name);
        let style = ["--view", "paper", "--labels", "mcrl", "--form", case.form, "-o", &ours];
        let own = run(&[&["lts", &fixture, "--close"], &style[..], &limit].concat());
        // What has too many states in one form, or counts without end, is not compared.
        if read.status.code() == Some(3) || own.status.code() == Some(3) {
            return;
        }
        assert!(read.status.success() && own.status.success(), "{case:?}: {}", said(&own));
        let verdict = run(&["compare", &ours, &theirs, "--equivalence", "strong"]);
        assert!(verdict.status.success(), "{case:?}: {verdict:?}");
        n_compared.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
    });
    let n_compared = n_compared.into_inner();
    println!("{n_compared} of {} texts are read back", modules.len());
    assert!(n_compared * 2 > modules.len(), "{n_compared} of {}", modules.len());
}

#[test]
fn flags_that_are_said_choose_the_same_values() {
    let direct = modules().into_iter().filter(|case| case.form == "direct");
    in_parallel(&sampled(direct), |case| {
        let fixture = format!("fixtures/{}", case.name);
        let limit = ["--messages", "short", "--max-states", "2000"];
        let printed = run(&["translate", &fixture, "--form", "direct"]);
        let note = said(&printed);
        let flags = flags(&String::from_utf8(printed.stdout).unwrap());
        // Values that no flag can give.
        let is_said = !note.contains("one value stands for all") && !note.contains("floats are");
        if flags.is_empty() || !is_said {
            return;
        }
        let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
        let derived = ["--commands", "derived"];
        let rest = if flags.contains(&"--commands") { &[][..] } else { &derived[..] };
        let chosen = run(&[&["lts", &fixture, "--close"], &limit[..]].concat());
        let given = run(&[&["lts", &fixture, "--close"], &limit[..], &flags, rest].concat());
        assert!(!said(&given).contains("W0512"), "{case:?}: {}", said(&given));
        let [chosen, given] = [chosen, given].map(|run| String::from_utf8(run.stdout).unwrap());
        assert_eq!(chosen, given, "{case:?} {flags:?}");
    });
}

/// A hunt takes with the chosen values the clauses that it takes with unknown ones, where these stand for all cases.
#[test]
fn chosen_values_take_the_same_clauses() {
    let direct = modules().into_iter().filter(|case| case.form == "direct");
    in_parallel(&sampled(direct), |case| {
        let fixture = format!("fixtures/{}", case.name);
        let printed = run(&["translate", &fixture, "--format", "mcrl2", "--messages", "short"]);
        let text = String::from_utf8(printed.stdout.clone()).unwrap();
        if !text.contains("(one for each case that the module tells apart)") {
            return;
        }
        let flags = flags(&text);
        let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
        let taken = |flags: &[&str]| {
            let report = run(&[&["check", &fixture, "--format", "json"], flags].concat());
            let report = String::from_utf8(report.stdout).unwrap();
            let line = report.lines().find(|line| line.contains("\"clauses_taken\""));
            line.map(str::to_owned)
        };
        assert_eq!(taken(&flags), taken(&[]), "{case:?} {flags:?}");
    });
}

/// The coffee machine adds what it is paid to what it was paid: values that tell that apart are found by trying.
#[test]
fn cases_behind_sums_are_met() {
    let folder = Folder::new("closed-coffee");
    let module = folder.path().join("coffee.erl");
    fs::copy(file("fixtures/coffee/coffee.erl"), &module).unwrap();
    let system = run(&["lts", module.to_str().unwrap(), "--close"]);
    assert!(said(&system).contains("(one for each case"), "{}", said(&system));
    let system = String::from_utf8(system.stdout).unwrap();
    for label in ["remove_cup", "return_coin(1)", "crash(badarith)"] {
        assert!(system.contains(label), "{label}: {system}");
    }
}

/// What no number comes to is said, with the place that decides it.
#[test]
fn cases_that_are_left_out_are_said() {
    let folder = Folder::new("closed-square");
    let text = "-module(square).\n-behaviour(gen_fsm).\n-export([init/1, a/2]).\n\
        init([]) -> {ok, a, 0}.\n\
        a({set, N}, _) when is_integer(N), N * N == 1369 -> {next_state, a, N};\n\
        a(_, N) -> {next_state, a, N}.\n";
    folder.write("square.erl", text);
    let module = folder.path().join("square.erl");
    let said = said(&run(&["translate", module.to_str().unwrap(), "--messages", "short"]));
    assert!(said.contains("cases are left out") || said.contains("one case is left out"), "{said}");
}

/// A module that tells arguments of `init/1` apart, at the start and behind it.
const ARGUMENTS: &str = "-module(modes).\n-behaviour(gen_fsm).\n-export([init/1, a/2, b/2]).\n\
    init({fast, N}) when is_integer(N) -> {ok, a, N};\n\
    init(slow) -> out:slow(), {ok, b, 0};\n\
    init(off) -> ignore.\n\
    a(go, N) when N > 3 -> out:many(), {next_state, a, N};\n\
    a(go, N) -> {next_state, b, N}.\n\
    b(go, N) -> {next_state, b, N}.\n";

/// Each case that `init/1` tells apart has an argument of its own, in both forms and as the flags say them again.
#[test]
fn arguments_that_init_tells_apart_are_all_chosen() {
    let folder = Folder::new("closed-arguments");
    folder.write("modes.erl", ARGUMENTS);
    let path = |name: &str| folder.path().join(name).display().to_string();
    let module = path("modes.erl");
    for form in ["direct", "paper"] {
        let form = ["--form", form, "--messages", "short"];
        let printed = run(&[&["translate", &module, "--format", "mcrl"], &form[..]].concat());
        let text = String::from_utf8(printed.stdout.clone()).unwrap();
        let note = said(&printed);
        for part in ["(one for each case", "--init off", "--init slow", "--init '{fast,"] {
            assert!(note.contains(part), "{part}: {note}");
        }
        let own = run(&[&["lts", &module, "--close"], &form[..]].concat());
        let labels = String::from_utf8(own.stdout).unwrap();
        let labelled = ["init(off)", "init(slow)", "init({fast,", "start_ignored", "many", "slow"];
        for label in labelled.iter().chain(&["start_failed(function_clause)"]) {
            assert!(labels.contains(label), "{label}: {labels}");
        }
        fs::write(path("modes.mcrl"), &text).unwrap();
        let style = ["--view", "paper", "--labels", "mcrl", "-o"];
        let [theirs, ours, again] = [path("theirs.aut"), path("ours.aut"), path("again.aut")];
        assert!(run(&["lts", &path("modes.mcrl"), "-o", &theirs]).status.success());
        let close = [&["lts", &module, "--close"], &form[..], &style[..]].concat();
        assert!(run(&[&close[..], &[&ours]].concat()).status.success());
        let flags = flags(&text);
        let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
        let given = [&close[..], &[&again], &flags[..], &["--commands", "derived"]].concat();
        assert!(run(&given).status.success());
        for other in [&theirs, &again] {
            let verdict = run(&["compare", &ours, other, "--equivalence", "strong"]);
            assert!(verdict.status.success(), "{form:?} {other}: {verdict:?}");
        }
    }
}

/// Clauses of `init/1` that do the same with other data are cases, too.
#[test]
fn each_clause_of_init_has_an_argument() {
    let folder = Folder::new("closed-clauses");
    let text = "-module(starts).\n-behaviour(gen_fsm).\n-export([init/1, s/2]).\n\
        init(a) -> {ok, s, 1};\n\
        init({b, _}) -> {ok, s, 2};\n\
        init([X | _]) when X > 3 -> {stop, X};\n\
        init(_) -> {ok, s, 9}.\n\
        s(go, D) -> {next_state, s, D}.\n";
    folder.write("starts.erl", text);
    let module = folder.path().join("starts.erl");
    let said = said(&run(&["translate", module.to_str().unwrap(), "--messages", "short"]));
    let flags = "--init a --init v1 --init '{b,v1}' --init '[4]'";
    assert!(said.contains("(one for each case") && said.contains(flags), "{said}");
}

/// With one argument there is no choice: no label says which it is.
#[test]
fn one_argument_is_no_choice() {
    let folder = Folder::new("closed-argument");
    folder.write("modes.erl", ARGUMENTS);
    let module = folder.path().join("modes.erl").display().to_string();
    let labels = |flags: &[&str]| {
        let output = run(&[&["lts", &module, "--commands", "[go]"], flags].concat());
        String::from_utf8(output.stdout).unwrap()
    };
    assert!(!labels(&["--init", "slow"]).contains("init("));
    let both = labels(&["--init", "slow", "--init", "{fast,1}"]);
    assert!(both.contains("init(slow)") && both.contains("init({fast,1})"), "{both}");
}

/// Numbers that are tried come in addition to what was chosen: each of two clauses needs its own instance.
#[test]
fn numbers_come_in_addition() {
    let folder = Folder::new("closed-bounds");
    let text = "-module(bounds).\n-behaviour(gen_fsm).\n-export([init/1, a/2]).\n\
        init([]) -> {ok, a, 0}.\n\
        a({set, N}, _) when N > 9 -> {next_state, a, N};\n\
        a({neg, N}, S) when N < -5 -> {next_state, a, S - N};\n\
        a(_, S) -> {next_state, a, S}.\n";
    folder.write("bounds.erl", text);
    let module = folder.path().join("bounds.erl");
    let said = said(&run(&["translate", module.to_str().unwrap(), "--messages", "short"]));
    for flag in ["(one for each case", "{neg,-6}", "{neg,v1}"] {
        assert!(said.contains(flag), "{flag}: {said}");
    }
}

/// Two ways of an event that lead to one state are told apart all the same: both are printed, and `exact` is not said.
#[test]
fn ways_to_one_state_are_told_apart() {
    let folder = Folder::new("closed-one-state");
    let text = "-module(low).\n-behaviour(gen_fsm).\n-export([init/1, a/2]).\n\
        init([]) -> {ok, a, 21}.\n\
        a({temp, T}, L) when T < L -> out:low(T), {next_state, a, L};\n\
        a({temp, _}, L) -> {next_state, a, L}.\n";
    folder.write("low.erl", text);
    let module = folder.path().join("low.erl");
    let system = run(&["lts", module.to_str().unwrap(), "--close"]);
    assert!(said(&system).contains("(one for each case"), "{}", said(&system));
    assert!(String::from_utf8(system.stdout).unwrap().contains("low(0)"));
}

/// Where one instance has a number, others are tried all the same, floats that the module names among them.
#[test]
fn floats_of_the_module_are_tried() {
    let folder = Folder::new("closed-floats");
    let text = "-module(warm).\n-behaviour(gen_fsm).\n-export([init/1, a/2]).\n\
        init([]) -> {ok, a, 21.5}.\n\
        a({temp, T}, _) when T == 30 -> {next_state, a, T};\n\
        a({temp, 25.0}, L) -> out:exact(), {next_state, a, L};\n\
        a({temp, T}, L) when T < L -> out:low(T), {next_state, a, L};\n\
        a({temp, _}, L) -> {next_state, a, L}.\n";
    folder.write("warm.erl", text);
    let module = folder.path().join("warm.erl");
    let said = said(&run(&["translate", module.to_str().unwrap(), "--messages", "short"]));
    for flag in ["(one for each case", "{temp,30}", "{temp,25.0}", "{temp,0}"] {
        assert!(said.contains(flag), "{flag}: {said}");
    }
}
