//! Several processes: what they write is what one process writes, and what they say where something does not fit.
//!
//! With `ERL2LTS_LONG=1` all `.props` files of the fixtures, on one to four processes; else some of them on two.

use std::fs;
use std::path::{Path, PathBuf};

use super::garbled::refused;
use crate::command_line::run;
use crate::transcript::transcripts;

/// A folder of this test alone, which is not there.
pub(crate) fn scratch(name: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("workers_{name}"));
    let _ = fs::remove_dir_all(&path);
    let _ = fs::remove_file(&path);
    path.to_str().unwrap().to_owned()
}

/// All `.props` and `.mcrl` files under a folder.
fn inputs(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            inputs(&path, found);
        } else if path.extension().is_some_and(|kind| kind == "props" || kind == "mcrl") {
            found.push(path);
        }
    }
}

/// Compares what so many processes write with what one writes.
fn compare(name: &str, args: &[&str], n_workers: &str) {
    let [alone, folder, merged] =
        ["alone.aut", "folder", "merged.aut"].map(|kind| scratch(&format!("{name}_{kind}")));
    let one = run(&[&["lts"], args, &["-o", &alone]].concat());
    if one.status.code() != Some(0) {
        return;
    }
    let several = run(&[&["lts"], args, &["--workers", n_workers, "-o", &folder]].concat());
    let said = String::from_utf8_lossy(&several.stderr).into_owned();
    assert_eq!(several.status.code(), Some(0), "{args:?} {said}");
    assert_eq!(
        String::from_utf8_lossy(&several.stdout),
        String::from_utf8_lossy(&one.stdout),
        "{args:?}"
    );
    assert!(run(&["convert", &folder, "-o", &merged]).status.success(), "{args:?}");
    assert!(fs::read(&merged).unwrap() == fs::read(&alone).unwrap(), "{args:?} {n_workers}");
    // Texts in labels are lists in a file, and texts in a folder, as they are where one process explores.
    let info = |of: &[&str]| String::from_utf8(run(&[&["info"], of].concat()).stdout).unwrap();
    let whole = info(args);
    assert_eq!(info(&[&folder]), whole, "{args:?}");
    let counted = run(&[&["lts"], args, &["--workers", n_workers, "--count"]].concat());
    let counted = String::from_utf8(counted.stdout).unwrap();
    // Labels that are equally frequent come in the order of their texts, as nobody knows which was the first: where only some are
    // shown, they may be others.
    let rows = |text: &str| -> Vec<String> {
        let said = ["most from", "determ", "endless"];
        let are_some = text.contains(" more\n");
        let is_left_out = |line: &str| {
            said.iter().any(|start| line.starts_with(start)) || are_some && line.starts_with("    ")
        };
        let kept = |line: &&str| !is_left_out(line);
        let mut rows: Vec<String> = text.lines().filter(kept).map(str::to_owned).collect();
        rows.sort();
        rows
    };
    assert_eq!(rows(&counted), rows(&whole), "{args:?}");
}

/// Several processes write the file that one writes, where its name is that of a file.
fn one_file(path: &str) {
    let [alone, several] = ["one.aut", "several.aut"].map(scratch);
    assert!(run(&["lts", path, "-o", &alone]).status.success());
    assert!(run(&["lts", path, "--workers", "2", "-o", &several]).status.success());
    assert!(fs::read(&alone).unwrap() == fs::read(&several).unwrap());
}

#[test]
fn fixtures_are_the_same_by_several_processes() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("ERL2LTS_LONG").is_some() {
        let mut found = Vec::new();
        inputs(&root.join("fixtures"), &mut found);
        for (number, path) in found.iter().enumerate() {
            for n_workers in ["1", "2", "3", "4"] {
                // What is larger is not compared.
                let args = [path.to_str().unwrap(), "--max-states", "20000"];
                compare(&number.to_string(), &args, n_workers);
            }
        }
        return;
    }
    one_file("fixtures/door/door.props");
    for (name, path) in [
        ("door", "fixtures/door/door.props"),
        ("mcrl", "fixtures/mcrl/coffee.mcrl"),
        ("late", "fixtures/defects/late_cancel.erl"),
    ] {
        compare(name, &[path], "2");
    }
    let ring = ["fixtures/references/ring.erl", "--init", "30", "--commands"];
    let events = ["{any_of,[put,get,extend]}", "--unhandled", "disallow"];
    compare("ring", &[&ring[..], &events[..]].concat(), "2");
}

#[test]
fn what_does_not_fit_is_said() {
    let folder = scratch("nothing");
    fs::create_dir_all(&folder).unwrap();
    let hosts = scratch("hosts.txt");
    fs::write(&hosts, "10.1.2.3:7700\n10.1.2.4:7700\n").unwrap();
    let door = "fixtures/door/door.props";
    let drawn = scratch("drawn.dot");
    let text = transcripts(&[
        &["lts", door, "--workers", "2"],
        &["lts", door, "--workers", "2", "-o", &drawn],
        &["lts", door, "--workers", "2", "-o", "x.aut", "--checkpoint", "1"],
        &["lts", door, "--count"],
        &["lts", door, "--workers", "2", "-o", door],
        &["lts", door, "--workers", "1000", "--count"],
        &["lts", door, "--workers", "2", "--resume", &folder],
        &["lts", door, "--hosts", &hosts, "--index", "0", "--count"],
        &["lts", door, "--hosts", &hosts, "--index", "2", "--count"],
        &["lts", "fixtures/systems/late.aut", "--workers", "2", "--count"],
        &["info", &folder],
    ]);
    let text = text.replace(env!("CARGO_TARGET_TMPDIR"), "TMP");
    insta::assert_snapshot!(text);
}

/// A specification with a grid of 2,500 states, on the far edges of which a condition has no value.
fn at_fault() -> String {
    let names: Vec<String> = (0..50).map(|n| format!("n{n}")).collect();
    let next = names.windows(2).map(|pair| format!("nx({})={}\n", pair[0], pair[1]));
    let fine = names[..49].iter().map(|name| format!("ok({name})=T\n"));
    format!(
        "sort Bool\nfunc T,F:->Bool\nsort D\nfunc {}:->D\nmap nx:D->D ok:D->Bool\nrew\n{}{}act a b\n\
         proc P(x:D,y:D)= a.P(nx(x),y) <| ok(x) |> delta + b.P(x,nx(y)) <| ok(y) |> delta\ninit P(n0,n0)\n",
        names.join(","),
        next.collect::<String>(),
        fine.collect::<String>(),
    )
}

#[test]
fn a_text_at_fault_is_told_as_one_process_does() {
    let [path, out] = ["at_fault.mcrl", "at_fault.aut"].map(scratch);
    fs::write(&path, at_fault()).unwrap();
    let said = refused(&["lts", &path, "-o", &out]);
    assert!(said.contains("it is `ok(n49)`"), "{said}");
    for more in [&["--workers", "2", "-o", &out][..], &["--workers", "3", "--count"]] {
        assert_eq!(refused(&[&["lts", &path], more].concat()), said);
    }
    assert!(!Path::new(&out).exists());
}
