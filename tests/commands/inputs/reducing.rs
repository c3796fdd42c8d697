//! What several processes reduce is what one reduces, byte for byte; what they say where that cannot be.
//!
//! With `ERL2LTS_LONG=1` under all equivalences, on one to four processes; else some of them on two.

use std::fs;
use std::path::Path;

use crate::command_line::run;
use crate::transcript::transcripts;

/// A path of this test alone, where nothing is.
fn scratch(name: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("reducing_{name}"));
    let _ = fs::remove_dir_all(&path);
    let _ = fs::remove_file(&path);
    path.to_str().unwrap().to_owned()
}

const EQUIVALENCES: [&str; 6] =
    ["branching", "strong", "weak", "branching-divergence", "trace", "weak-trace"];

/// Compares what so many processes make of a system with what one makes of it: while they explore it, and of their folder.
fn compare(name: &str, args: &[&str], n_workers: &str, equivalences: &[&str]) {
    let [folder, whole] = ["folder", "whole.aut"].map(|kind| scratch(&format!("{name}_{kind}")));
    assert!(run(&[&["lts"], args, &["-o", &whole]].concat()).status.success(), "{args:?}");
    let workers = ["--workers", n_workers, "-o"];
    assert!(run(&[&["lts"], args, &workers, &[&folder]].concat()).status.success(), "{args:?}");
    for (number, equivalence) in equivalences.iter().enumerate() {
        let [one, several] =
            ["one.aut", "several.aut"].map(|kind| scratch(&format!("{name}_{number}_{kind}")));
        let alone = run(&["reduce", &whole, "-e", equivalence, "-o", &one]);
        let expected = fs::read(&one).unwrap();
        let explored = ["--reduce", equivalence, "--workers", n_workers, "-o", &several];
        let folded = ["reduce", &folder, "-e", equivalence, "--workers", n_workers, "-o", &several];
        for command in [[&["lts"], args, &explored].concat(), folded.to_vec()] {
            let done = run(&command);
            let said = String::from_utf8_lossy(&done.stderr).into_owned();
            assert_eq!(done.status.code(), Some(0), "{args:?} {equivalence}: {said}");
            assert_eq!(done.stdout, alone.stdout, "{args:?} {equivalence}");
            let written = fs::read(&several).unwrap();
            assert!(written == expected, "{args:?} {n_workers} {equivalence}");
            fs::remove_file(&several).unwrap();
        }
    }
}

#[test]
fn fixtures_are_reduced_alike_by_several_processes() {
    let systems: [(&str, &[&str]); 4] = [
        ("coffee", &["fixtures/mcrl/coffee.mcrl"]),
        ("door", &["fixtures/door/door.props", "--view", "paper"]),
        ("late", &["fixtures/defects/late_cancel.erl"]),
        ("closed", &["fixtures/door/door.props"]),
    ];
    if std::env::var_os("ERL2LTS_LONG").is_some() {
        for (name, args) in systems {
            for n_workers in ["1", "2", "3", "4"] {
                compare(name, args, n_workers, &EQUIVALENCES);
            }
        }
        return;
    }
    for ((name, args), equivalence) in systems.iter().zip(EQUIVALENCES).take(3) {
        compare(name, args, "2", &[equivalence]);
    }
}

#[test]
fn what_several_processes_do_not_reduce_is_said() {
    let folder = scratch("folder_of_two");
    let (door, small) = ("fixtures/door/door.props", scratch("small.aut"));
    assert!(run(&["lts", door, "--workers", "2", "-o", &folder]).status.success());
    let text = transcripts(&[
        &["lts", door, "--reduce", "strong", "-o", &small],
        &["lts", door, "--reduce", "strong", "--workers", "2", "-o", &folder],
        &["lts", door, "--reduce", "strong", "--workers", "2", "--max-states", "2", "-o", &small],
        &["lts", door, "--reduce", "strong", "--workers", "2", "--count"],
        &["reduce", &folder, "--workers", "3", "-o", &small],
        &["reduce", door, "--workers", "2", "-o", &small],
        &["reduce", &folder, "--workers", "2", "--view", "paper", "-o", &small],
    ]);
    assert!(!Path::new(&small).exists());
    let rows = Path::new(&folder).join("segment-1.rows");
    let bytes = fs::read(&rows).unwrap();
    fs::write(&rows, &bytes[..bytes.len() / 2]).unwrap();
    let broken = run(&["reduce", &folder, "--workers", "2", "-o", &small]);
    assert_ne!(broken.status.code(), Some(0));
    assert!(!Path::new(&small).exists());
    let text = text.replace(env!("CARGO_TARGET_TMPDIR"), "TMP");
    insta::assert_snapshot!(text);
}
