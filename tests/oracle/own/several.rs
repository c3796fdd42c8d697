//! Random modules, explored by one process and by several: the same bytes, the same verdicts, the same runs.
//!
//! Some of them on two processes; with `ERL2LTS_LONG=1` three hundred of them on one to four.

use std::fs;
use std::path::{Path, PathBuf};

use crate::command_line::run;
use crate::support::generator::generate_rich;
use model::Unhandled;

/// Formulas that are asked: of single states, of an order.
const FORMULAS: [&str; 3] =
    ["[true*] <true> true", "<true* . 'cmd.*'> true", "[true* . 'cmd.*' . 'cmd.*'] false"];

/// The module of a seed as a file, and the flags that it is explored under.
fn module(seed: u64) -> (PathBuf, Vec<String>) {
    let name = format!("several{seed}");
    let made = generate_rich(&name, seed);
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}.erl"));
    fs::write(&path, &made.text).unwrap();
    let unhandled = match made.unhandled {
        Unhandled::Crash => "crash",
        Unhandled::Disallow => "disallow",
        Unhandled::Ignore => "ignore",
    };
    let flags = [
        ("--init", made.init.to_string()),
        ("--commands", made.commands.to_string()),
        ("--unhandled", unhandled.to_owned()),
        ("--stubs", made.stubs.to_string()),
        ("--max-states", "20000".to_owned()),
    ];
    (path, flags.into_iter().flat_map(|(flag, value)| [flag.to_owned(), value]).collect())
}

/// What a command says, and its exit code.
fn said(args: &[&str]) -> (String, String, Option<i32>) {
    let output = run(args);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

/// Compares one module; false where a limit was met, behind which counts differ.
fn compare(seed: u64, n_workers: &[&str]) -> bool {
    let (path, flags) = module(seed);
    let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
    let input = path.to_str().unwrap();
    let file = |kind: &str| path.with_extension(kind).to_str().unwrap().to_owned();
    let (alone, several) = (file("alone.aut"), file("several.aut"));
    let with = |command: &'static str, more: &[&'static str]| -> Vec<String> {
        let args = [&[command, input][..], &flags[..], more].concat();
        args.into_iter().map(str::to_owned).collect()
    };
    let asked = |args: &[String], more: &[&str]| {
        let args: Vec<&str> = args.iter().map(String::as_str).chain(more.iter().copied()).collect();
        said(&args)
    };
    let generating = with("lts", &[]);
    let one = asked(&generating, &["-o", &alone]);
    if one.2 != Some(0) {
        return false;
    }
    let formulas: Vec<&'static str> =
        FORMULAS.iter().flat_map(|formula| ["-e", *formula]).collect();
    let checks: Vec<Vec<String>> = ["needed", "all"]
        .map(|explore| {
            let mut args = with("check", &formulas);
            args.extend(["--explore".to_owned(), explore.to_owned()]);
            args
        })
        .to_vec();
    for n in n_workers {
        let found = asked(&generating, &["--workers", n, "-o", &several]);
        assert_eq!((&found.0, found.2), (&one.0, one.2), "ERL2LTS_SEED={seed} {n} {}", found.1);
        assert!(
            fs::read(&several).unwrap() == fs::read(&alone).unwrap(),
            "ERL2LTS_SEED={seed} {n}"
        );
        for args in &checks {
            assert_eq!(asked(args, &["--workers", n]), asked(args, &[]), "ERL2LTS_SEED={seed} {n}");
        }
    }
    true
}

#[test]
fn random_modules_are_the_same_by_several_processes() {
    let is_long = std::env::var_os("ERL2LTS_LONG").is_some();
    let (n, n_workers) = if is_long { (300, &["1", "2", "3", "4"][..]) } else { (3, &["2"][..]) };
    let n_compared = (1..).take(10 * n).filter(|seed| compare(*seed, n_workers)).take(n).count();
    assert_eq!(n_compared, n);
}
