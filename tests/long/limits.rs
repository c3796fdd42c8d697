//! Inputs that grow: every stage answers within its bounds, and no file is harmed.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn run(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_erl2lts"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

/// A fresh folder of this test.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("limits_{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

const HEAD: &str =
    "-module(grow).\n-behaviour(gen_fsm).\n-export([init/1, s/2]).\ninit(D) -> {ok, s, D}.\n";

/// Runs `lts` on a machine with this state function; its exit code and messages.
fn machine(name: &str, function: &str, args: &[&str]) -> (Option<i32>, String) {
    let folder = scratch(name);
    fs::write(folder.join("grow.erl"), format!("{HEAD}{function}\n")).unwrap();
    let output = run(&folder, &[&["lts", "grow.erl", "-o", "grow.aut"], args].concat());
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

/// Twenty-five nested cases, each with three ways to its second clause: lowered once each.
#[test]
fn nested_cases_are_lowered_once() {
    let body = (1..=25).fold("{next_state, s, D}".to_owned(), |inner, n| {
        format!("case (E > {n}) andalso (E < {n}0) andalso (E /= {n}5) of true -> m:a(), {{next_state, s, D}}; false -> {inner} end")
    });
    let (code, messages) =
        machine("nested", &format!("s(E, D) -> {body}."), &["--init", "5", "--commands", "[a]"]);
    assert_eq!(code, Some(0), "{messages}");
}

#[test]
fn clauses_that_split_each_other_are_refused() {
    let mut random = 1_u32;
    let mut component = || {
        random = random.wrapping_mul(1_103_515_245).wrapping_add(12_345);
        ["a", "b", "_", "_", "_", "_", "_", "_"][(random >> 16) as usize % 8]
    };
    let clauses: Vec<String> = (0..80)
        .map(|n| {
            let items: Vec<&str> = (0..30).map(|_| component()).collect();
            format!("s({{{}}}, _) -> {{next_state, s, {n}}}", items.join(","))
        })
        .collect();
    let function = format!("{}.", clauses.join(";\n"));
    let (code, messages) = machine("split", &function, &["--init", "5", "--commands", "[a]"]);
    assert_eq!(code, Some(2), "{messages}");
    assert!(messages.contains("E0208"), "{messages}");
}

#[test]
fn growing_data_is_inconclusive() {
    let doubling = "s(_, D) -> m:show(D), {next_state, s, {D, D}}.";
    let squaring = "s(_, D) -> {next_state, s, D * D}.";
    for (name, function) in [("doubling", doubling), ("squaring", squaring)] {
        let args = ["--init", "3", "--commands", "{cycle,[a]}", "--timeout", "2"];
        let (code, messages) = machine(name, function, &args);
        assert_eq!(code, Some(3), "{messages}");
        assert!(messages.contains("W0501") && messages.contains("states and"), "{messages}");
    }
}

/// A module that takes long to translate is no reason to wait: nothing is said of it, which is said.
#[test]
fn a_translation_is_ended_in_time() {
    let folder = scratch("translation");
    let path = "fixtures/coffee/coffee.erl";
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    fs::write(folder.join("coffee.erl"), text).unwrap();
    let commands = ["--commands", "[{pay,1}]", "--timeout", "0"];
    for command in ["check", "lts", "info", "reduce"] {
        let mut args = vec![command, "coffee.erl"];
        args.extend(commands);
        args.extend(match command {
            "check" => vec!["-e", "<true> true"],
            "info" => Vec::new(),
            _ => vec!["-o", "coffee.aut"],
        });
        let output = run(&folder, &args);
        let messages = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{command}: {messages}");
        assert!(messages.contains("W0501") && messages.contains("translated"), "{messages}");
        assert!(!folder.join("coffee.aut").exists());
    }
    let hunt = run(&folder, &["check", "coffee.erl", "--timeout", "0"]);
    assert_eq!(hunt.status.code(), Some(3), "{hunt:?}");
    let report = String::from_utf8_lossy(&hunt.stdout).into_owned();
    assert!(report.contains("inconclusive") && !report.contains("nothing was found"), "{report}");
    // Each module of a folder has its own time.
    let all = run(&folder, &["check", ".", "--timeout", "0"]);
    assert_eq!(all.status.code(), Some(3), "{all:?}");
    assert!(String::from_utf8_lossy(&all.stdout).contains("coffee.erl: inconclusive"));
}

const COUNTER: &str = "s(_, D) -> {next_state, s, D + 1}.";

#[test]
fn memory_is_an_answer() {
    let args = ["--init", "0", "--commands", "{any_of,[a]}", "--max-memory", "1M"];
    let (code, messages) = machine("memory", COUNTER, &args);
    assert_eq!(code, Some(3), "{messages}");
    assert!(messages.contains("--max-memory"), "{messages}");
    assert_eq!(machine("memory_unit", COUNTER, &[&args[..5], &["3Q"]].concat()).0, Some(2));
}

/// Runs the program with so many KiB of addresses at most.
#[cfg(target_os = "linux")]
fn within(folder: &std::path::Path, addresses: u32, args: &[&str]) -> (Option<i32>, String) {
    let script = format!("ulimit -v {addresses} && exec \"$0\" \"$@\"");
    let output = Command::new("sh")
        .args(["-c", &script, env!("CARGO_BIN_EXE_erl2lts")])
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[cfg(target_os = "linux")]
#[test]
fn no_room_for_the_stack_is_an_answer() {
    let (code, messages) = within(&scratch("stack"), 300_000, &["explain", "E0514"]);
    assert_eq!(code, Some(2), "{messages}");
    assert!(messages.starts_with("error[E0514]: there is no room for the stack"), "{messages}");
    assert!(messages.contains("raise `ulimit -v`"), "{messages}");
}

#[cfg(target_os = "linux")]
#[test]
fn too_few_addresses_are_an_answer() {
    let folder = scratch("addresses");
    fs::write(folder.join("grow.erl"), format!("{HEAD}{COUNTER}\n")).unwrap();
    let args = ["--init", "0", "--commands", "{any_of,[a]}", "--max-states", "4000000000"];
    let lts = ["lts", "grow.erl", "-o", "grow.aut"];
    let check = ["check", "grow.erl", "-e", "[true*] <true> true", "--explore", "all"];
    for (command, threads) in [(&lts[..], "1"), (&lts, "2"), (&check, "1"), (&check, "2")] {
        let (code, messages) =
            within(&folder, 760_000, &[command, &args, &["--threads", threads]].concat());
        assert_eq!(code, Some(3), "{command:?}: {messages}");
        assert!(messages.contains("W0501"), "{command:?}: {messages}");
    }
    let last = fs::read_to_string(folder.join("grow.aut")).unwrap();
    assert!(last.ends_with(")\n") && last.lines().count() > 10_000);
}

#[cfg(target_os = "linux")]
#[test]
fn a_finished_system_that_is_too_large_is_told() {
    let folder = scratch("too_large");
    let n = 4_000_000;
    let lines = (0..n).map(|line| format!("({},\"a\",{})\n", line, (line + 1) % n));
    let text: String = std::iter::once(format!("des (0,{n},{n})\n")).chain(lines).collect();
    fs::write(folder.join("large.aut"), text).unwrap();
    for command in [&["info", "large.aut"][..], &["convert", "large.aut", "-o", "large.dot"]] {
        let (code, messages) = within(&folder, 800_000, command);
        assert_eq!(code, Some(2), "{messages}");
        insta::assert_snapshot!("too_large", messages);
    }
    assert!(!folder.join("large.dot").exists());
    let files = fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name());
    assert_eq!(files.collect::<Vec<_>>(), ["large.aut"]);
}

/// Words whose letter before the last so many is an `a`: their least deterministic system has a state for each set of
/// places where an `a` may stand.
#[cfg(target_os = "linux")]
fn words_with_an_a_before(n_letters: u32, last: &str) -> String {
    let letters = (1..n_letters).flat_map(|place| {
        ["a", "b"].map(|letter| format!("({place},\"{letter}\",{})\n", place + 1))
    });
    let n_lines = 3 + 2 * (n_letters - 1) + 1;
    let begin =
        format!("des (0,{n_lines},{})\n(0,\"a\",0)\n(0,\"b\",0)\n(0,\"a\",1)\n", n_letters + 1);
    begin + &letters.collect::<String>() + &format!("({n_letters},\"{last}\",0)\n")
}

#[cfg(target_os = "linux")]
#[test]
fn a_computation_that_grows_too_large_is_told() {
    let folder = scratch("grows");
    fs::write(folder.join("c.aut"), words_with_an_a_before(40, "c")).unwrap();
    fs::write(folder.join("d.aut"), words_with_an_a_before(40, "d")).unwrap();
    // There is room for the systems, but not for the sets of states that make them deterministic.
    for command in [
        &["reduce", "c.aut", "-e", "trace", "-o", "small.aut"][..],
        &["compare", "c.aut", "d.aut", "-e", "trace"],
    ] {
        let (code, messages) = within(&folder, 800_000, command);
        assert_eq!(code, Some(2), "{messages}");
        assert!(messages.contains("memory for what is computed"), "{command:?}: {messages}");
    }
    let mut files: Vec<_> =
        fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name()).collect();
    files.sort();
    assert_eq!(files, ["c.aut", "d.aut"]);
}

/// What was found is written, whole, and said to be a part.
#[cfg(unix)]
#[test]
fn ctrl_c_keeps_what_was_found() {
    let folder = scratch("ctrl_c");
    fs::write(folder.join("grow.erl"), format!("{HEAD}{COUNTER}\n")).unwrap();
    let args = ["--init", "0", "--commands", "{any_of,[a]}", "--max-states", "4000000000"];
    let child = Command::new(env!("CARGO_BIN_EXE_erl2lts"))
        .args(["lts", "grow.erl", "-o", "grow.aut"])
        .args(args)
        .current_dir(&folder)
        .stderr(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    let messages = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{messages}");
    assert!(messages.contains("it was interrupted"), "{messages}");
    let text = fs::read_to_string(folder.join("grow.aut")).unwrap();
    let header = text.lines().next().unwrap();
    let n_transitions = text.lines().count() - 1;
    assert!(header.starts_with(&format!("des (0,{n_transitions},")), "{header}");
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2);
}

const PROPS: &str = "{module, m}.\n{commands, [a]}.\n";

#[test]
fn what_stands_once_is_refused_twice() {
    let property = "{property, p, mu, \"<true> true\", []}.\n";
    let options = "{property, p, mu, \"<true> true\", [{expect, true}, {expect, false}]}.\n";
    for text in [
        format!("{PROPS}{PROPS}"),
        format!("{PROPS}{property}{property}"),
        format!("{PROPS}{options}"),
    ] {
        let folder = scratch("twice");
        fs::write(folder.join("m.props"), &text).unwrap();
        let output = run(&folder, &["check", "m.props"]);
        let messages = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{text}");
        assert!(messages.contains("is given twice"), "{messages}");
    }
}

#[test]
fn the_input_is_not_replaced() {
    let folder = scratch("replaced");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/door/fsm_door.erl");
    fs::copy(&source, folder.join("fsm_door.erl")).unwrap();
    let call = ["lts", "fsm_door.erl", "--init", "abc", "--commands", "[]", "-o", "./fsm_door.erl"];
    let output = run(&folder, &call);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read(source).unwrap(), fs::read(folder.join("fsm_door.erl")).unwrap());
}

#[cfg(unix)]
#[test]
fn links_are_followed() {
    use std::os::unix::fs::symlink;
    let folder = scratch("links");
    symlink("/dev/zero", folder.join("zero.erl")).unwrap();
    let output = run(&folder, &["lts", "zero.erl", "--commands", "[]"]);
    assert_eq!(output.status.code(), Some(2));
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/door/fsm_door.erl");
    fs::write(folder.join("real.aut"), "older contents").unwrap();
    symlink("real.aut", folder.join("link.aut")).unwrap();
    let source = source.to_str().unwrap();
    let call = ["lts", source, "--init", "abc", "--commands", "[]", "-o", "link.aut"];
    assert_eq!(run(&folder, &call).status.code(), Some(0));
    assert!(fs::read_to_string(folder.join("real.aut")).unwrap().starts_with("des (0,0,1)"));
    assert!(fs::symlink_metadata(folder.join("link.aut")).unwrap().is_symlink());
    // What stands for standard output stays that: a file that it goes to keeps what the shell writes there.
    symlink("/proc/self/fd/1", folder.join("out.aut")).unwrap();
    let script = "echo before; \"$0\" lts \"$1\" --init abc --commands '[]' -o out.aut; echo after";
    let shell = |script: &str| {
        let program = env!("CARGO_BIN_EXE_erl2lts");
        let file = fs::File::create(folder.join("all")).unwrap();
        let mut command = Command::new("sh");
        command.args(["-c", script, program, source]).current_dir(&folder).stdout(file);
        assert!(command.status().unwrap().success());
        fs::read_to_string(folder.join("all")).unwrap_or_default()
    };
    let all = shell(script);
    assert!(all.starts_with("before\ndes (0,0,1)") && all.ends_with("after\n"), "{all}");
    shell(&format!("rm all; {script}"));
    assert!(fs::symlink_metadata(folder.join("out.aut")).unwrap().is_symlink());
}

/// What would need too much of the stack is refused, not tried.
#[test]
fn bodies_that_are_too_long() {
    let calls: Vec<String> = (0..50_000).map(|number| format!("m:f({number})")).collect();
    let function = format!("s(_, D) -> {}, {{next_state, s, D}}.", calls.join(", "));
    let (code, messages) = machine("long_body", &function, &["--commands", "[go]"]);
    assert_eq!(code, Some(2));
    let expected = "more than 10000 expressions follow one another";
    assert!(messages.contains(expected), "{messages:.500}");
    assert_eq!(messages.matches("E0208").count(), 1, "{messages:.500}");
}

/// Functions that stand in line in too many ways, one behind each of four ways of another, are called instead: they do what they
/// did.
#[test]
fn functions_that_stand_in_line_too_often_are_called() {
    let function = |n: u32| {
        let ways = ["a", "b", "c", "_"].map(|way| {
            let act = if way == "_" { "d" } else { way };
            format!("{way} -> m:{act}({n}), f{}(E)", n + 1)
        });
        format!("f{n}(E) -> case element({n}, E) of {} end.\n", ways.join("; "))
    };
    let functions: String = (1..=10).map(function).collect();
    let module = format!("s(E, _) -> f1(E).\n{functions}f11(E) -> {{next_state, s, E}}.");
    let command = ["--init", "0", "--commands", "[{a,b,c,d,a,b,c,d,a,b}]"];
    let (code, messages) = machine("in_line", &module, &command);
    assert_eq!(code, Some(0), "{messages:.500}");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("limits_in_line");
    let system = fs::read_to_string(folder.join("grow.aut")).unwrap();
    let acts: Vec<&str> =
        system.lines().filter_map(|line| line.split('"').nth(1)).skip(1).collect();
    assert_eq!(
        acts,
        ["a(1)", "b(2)", "c(3)", "d(4)", "a(5)", "b(6)", "c(7)", "d(8)", "a(9)", "b(10)"]
    );
}

/// A process that is killed leaves what was there before, or all that it was to write.
#[test]
fn a_killed_process_leaves_no_half_file() {
    let folder = scratch("killed");
    let function = "s({a,N}, {_,B,C}) -> {next_state, s, {N,B,C}};
        s({b,N}, {A,_,C}) -> {next_state, s, {A,N,C}};
        s({c,N}, {A,B,_}) -> {next_state, s, {A,B,N}}.";
    fs::write(folder.join("grow.erl"), format!("{HEAD}{function}\n")).unwrap();
    let commands =
        "{any_of,[{for,'N',1,30,{a,'N'}},{for,'N',1,30,{b,'N'}},{for,'N',1,30,{c,'N'}}]}";
    let args = ["lts", "grow.erl", "--init", "{0,0,0}", "--commands", commands, "-o", "grow.aut"];
    let start = std::time::Instant::now();
    assert_eq!(run(&folder, &args).status.code(), Some(0));
    let (whole, time) = (fs::read(folder.join("grow.aut")).unwrap(), start.elapsed());
    let mut n_killed = 0;
    for part in 1..=24 {
        fs::write(folder.join("grow.aut"), "before").unwrap();
        let mut process = Command::new(env!("CARGO_BIN_EXE_erl2lts"));
        let process = process.args(args).current_dir(&folder).stdin(Stdio::null());
        let mut process = process.stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(time * part / 24);
        process.kill().unwrap();
        n_killed += u32::from(!process.wait().unwrap().success());
        let found = fs::read(folder.join("grow.aut")).unwrap();
        assert!(found == b"before" || found == whole, "{part}: {} bytes", found.len());
    }
    assert!(n_killed > 8, "{n_killed} of 24 were killed");
}

#[test]
fn a_finished_system_takes_no_memory_limit() {
    let folder = scratch("finished");
    fs::write(folder.join("one.aut"), "des (0,1,1)\n(0,\"a\",0)\n").unwrap();
    for args in [&["lts", "one.aut"][..], &["check", "one.aut", "-e", "true"], &["info", "one.aut"]]
    {
        let output = run(&folder, &[args, &["--max-memory", "0"]].concat());
        let messages = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {messages}");
        assert!(messages.contains("--max-memory"), "{args:?}: {messages}");
    }
}
