//! Runs that explain verdicts, as emitted tests, run by real Erlang: the machine does what the run says, and does not when that is
//! mended.
//!
//! Each property of fixtures that is violated, or that holds as some run shows, is written as a test of its run. `ERL2LTS_LONG=1` takes
//! all files of some folders, of which else each seventh is taken.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::emitted::shown;
use crate::command_line::run;
use crate::support::tools::{Folder, sampled};
use crate::support::{file, props_in};

/// Folders of files of properties, whose modules need no headers.
const FOLDERS: [&str; 6] = ["coffee", "door", "heater", "languages", "principles", "simple"];

/// Others, of which not all are taken.
const MORE: [&str; 5] = ["formulas", "observed", "payment", "server", "statem"];

/// The properties of a file for which there is a run, by their names.
fn explained(path: &str) -> Vec<String> {
    let output = run(&["check", path, "--format", "json"]);
    let whole: Value = serde_json::from_slice(&output.stdout).unwrap();
    let has_run = |property: &&Value| {
        let run = &property["evidence"];
        run["end"] != "loop" && run["steps"].as_array().is_some_and(|steps| !steps.is_empty())
    };
    let properties = whole["properties"].as_array().unwrap().iter().filter(has_run);
    properties.map(|property| property["name"].as_str().unwrap().to_owned()).collect()
}

/// Writes the run of a property as a test.
fn written(path: &str, name: &str, test: &Path) -> bool {
    let flags = ["--emit-test", test.to_str().unwrap(), "--finding", name, "--quiet"];
    run(&[&["check", path], &flags[..]].concat());
    test.exists()
}

/// The module that a test is about.
fn module_of(test: &str) -> &str {
    test.split_once("\nmodule() -> ").unwrap().1.split_once('.').unwrap().0
}

#[test]
fn machines_do_what_runs_say() {
    let folder = Folder::new("runs");
    let in_folder = |name: &&str| props_in(&format!("fixtures/{name}"));
    let mut files: Vec<_> = FOLDERS.iter().flat_map(in_folder).collect();
    files.extend(sampled(MORE.iter().flat_map(in_folder)));
    let (mut sources, mut tests) = (Vec::new(), Vec::new());
    for path in files {
        let text = path.to_str().unwrap();
        for name in explained(text) {
            let test = folder.path().join(format!("run_{}_tests.erl", tests.len()));
            if !written(text, &name, &test) {
                continue;
            }
            let module = module_of(&fs::read_to_string(&test).unwrap()).to_owned();
            let source = path.with_file_name(format!("{module}.erl"));
            let Ok(source) = fs::read_to_string(source) else { continue };
            sources.push(folder.write(&format!("{module}.erl"), &source));
            tests.push((test, format!("{text}: {name}")));
        }
    }
    sources.sort();
    sources.dedup();
    assert!(tests.len() > 20, "{}", tests.len());
    let names: Vec<String> = (0..tests.len()).map(|number| format!("run_{number}_tests")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    sources.extend(tests.iter().map(|(test, _)| test.clone()));
    let Some(real) = shown(&folder, sources, &names) else { return };
    assert_eq!(real.len(), names.len(), "{}", real.join("\n"));
    let wrong: Vec<String> = real
        .iter()
        .zip(&tests)
        .filter(|(line, _)| !line.contains(" {does,"))
        .map(|(line, (_, of))| format!("{of}: {line}"))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    println!("{} runs are those of real machines", tests.len());
}

/// A test of a run passes where the machine does something else, however it differs.
#[test]
fn mended_machines_do_something_else() {
    let rows = [
        // A property, and what mends the module.
        ("door/door.props", "[true* . do_unlock] false", "do_unlock()", "do_lock()"),
        (
            "coffee/coffee.props",
            "[true* . display_price(_)] false",
            "action:display_price(Price)",
            "action:pay_coin(Price)",
        ),
        (
            "heater/heater.props",
            "[true* . crash(_)] false",
            "sensor:reset(Handle)",
            "(catch sensor:reset(Handle))",
        ),
    ];
    let folder = Folder::new("mended-runs");
    let (mut sources, mut names) = (Vec::new(), Vec::new());
    for (number, (path, formula, from, to)) in rows.into_iter().enumerate() {
        let name = format!("mended_{number}_tests");
        let test = folder.path().join(format!("{name}.erl"));
        let path = file(&format!("fixtures/{path}"));
        let flags = ["-e", formula, "--emit-test", test.to_str().unwrap()];
        let output = run(&[&["check", path.to_str().unwrap()], &flags[..]].concat());
        assert!(test.exists(), "{}", String::from_utf8_lossy(&output.stderr));
        let script = fs::read_to_string(&test).unwrap();
        let module = module_of(&script).to_owned();
        let text = fs::read_to_string(path.with_file_name(format!("{module}.erl"))).unwrap();
        assert!(text.contains(from), "{module}: {from}");
        let mended = format!("{module}_mended");
        let renamed = text.replace(&format!("-module({module})"), &format!("-module({mended})"));
        sources.push(folder.write(&format!("{module}.erl"), &text));
        sources.push(folder.write(&format!("{mended}.erl"), &renamed.replace(from, to)));
        let twin = script
            .replace(&format!("-module({name})"), &format!("-module(twin_{name})"))
            .replace(&format!("\nmodule() -> {module}."), &format!("\nmodule() -> {mended}."));
        sources.push(test);
        sources.push(folder.write(&format!("twin_{name}.erl"), &twin));
        names.extend([name.clone(), format!("twin_{name}")]);
    }
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let Some(real) = shown(&folder, sources, &names) else { return };
    for lines in real.chunks(2) {
        assert!(lines[0].contains(" {does,"), "{}", lines[0]);
        assert!(lines[1].ends_with(" mended"), "{}", lines[1]);
    }
    assert_eq!(real.len(), 2 * rows.len());
}
