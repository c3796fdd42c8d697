//! Compiled modules as input: read as their sources, or refused with what helps.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder of this test alone with compiled modules, unless Erlang is missing.
fn scratch(name: &str) -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/commands/inputs/beams.escript");
    let Ok(output) = Command::new("escript").arg(script).current_dir(&folder).output() else {
        assert!(std::env::var_os("ERL2LTS_REQUIRE_ERLANG").is_none(), "Erlang is missing");
        return None;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    Some(folder)
}

/// Exit code, stdout and messages.
fn run(folder: &Path, args: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_erl2lts"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn transcripts(folder: &Path, calls: &[&[&str]]) -> String {
    let mut out = String::new();
    for args in calls {
        let (code, shown, messages) = run(folder, args);
        let code = code.map_or("none".to_owned(), |code| code.to_string());
        write!(out, "$ erl2lts {}\n{shown}{messages}--- exit {code}\n\n", args.join(" ")).unwrap();
    }
    out
}

#[test]
fn compiled_modules_are_read() {
    let Some(folder) = scratch("compiled_read") else { return };
    fs::write(
        folder.join("door.props"),
        "{module, door}.\n{init, abc}.\n{commands, [{button,abb}]}.\n",
    )
    .unwrap();
    insta::assert_snapshot!(transcripts(
        &folder,
        &[
            &["forms", "door.beam", "--format", "source"],
            &["check", "door.beam"],
            &["lts", "door.props"],
            &["commands", "packed.beam"],
        ]
    ));
}

#[test]
fn compiled_modules_are_refused() {
    let Some(folder) = scratch("compiled_refused") else { return };
    let refused = [
        "none",
        "stripped",
        "encrypted",
        "lfe",
        "Elixir.Shop.Cart",
        "Elixir.Shop.Lock",
        "Elixir.Shop.Stripped",
        "cut",
        "length",
        "text",
        "bomb",
        "gzip",
        "deep",
        "nested",
        "promises",
        "odd",
        "plain",
        "gone",
    ];
    let files = refused.map(|name| format!("{name}.beam"));
    for file in &files {
        for command in ["translate", "lts", "info", "reduce"] {
            let (code, _, messages) = run(&folder, &[command, file]);
            assert_eq!(code, Some(2), "{command} {file}: {messages}");
        }
    }
    let calls: Vec<[&str; 2]> = files.iter().map(|file| ["check", file.as_str()]).collect();
    let calls: Vec<&[&str]> = calls.iter().map(<[&str; 2]>::as_slice).collect();
    insta::assert_snapshot!(transcripts(&folder, &calls));
}

/// The lines of a report of a module, its name aside; such as name source text are left out.
fn report(folder: &Path, file: &str) -> (Option<i32>, String) {
    let (code, shown, _) = run(folder, &["check", file]);
    (code, shown.replace(file, "FILE"))
}

/// The report of a compiled module is that of its source, for some modules; with `ERL2LTS_LONG=1` for all.
#[test]
fn reports_are_those_of_the_sources() {
    let Some(folder) = scratch("compiled_reports") else { return };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/defects");
    let mut sources: Vec<PathBuf> =
        fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path()).collect();
    sources.retain(|path| path.extension().is_some_and(|own| own == "erl"));
    sources.sort();
    let (mut n_same, mut different) = (0, Vec::new());
    let step = if std::env::var_os("ERL2LTS_LONG").is_some() { 1 } else { 30 };
    for source in sources.iter().step_by(step) {
        let name = source.file_stem().unwrap().to_str().unwrap();
        let file = format!("{name}.erl");
        fs::copy(source, folder.join(&file)).unwrap();
        let erlc = Command::new("erlc").args(["+debug_info", &file]).current_dir(&folder).output();
        if !erlc.unwrap().status.success() {
            continue;
        }
        let [own, compiled] = ["erl", "beam"].map(|end| report(&folder, &format!("{name}.{end}")));
        if own == compiled {
            n_same += 1;
        } else {
            different.push(format!("{name}:\n{}\n{}", own.1, compiled.1));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
    assert!(n_same > 5, "{n_same}");
}
