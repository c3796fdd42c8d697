//! Reports are read back by parsers that are not ours, whatever stands in labels and formulas.

use std::fs;
use std::path::{Path, PathBuf};

use crate::command_line::run;
use crate::transcript::{transcript_in, transcripts, transcripts_of};
use serde_json::Value;

const PAYMENT: &str = "fixtures/payment/payment.props";

/// A fresh folder for the files of one test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reports").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn stdout(args: &[&str]) -> (String, Option<i32>) {
    let output = run(args);
    (String::from_utf8(output.stdout).unwrap(), output.status.code())
}

fn json(args: &[&str]) -> Value {
    let (text, code) = stdout(&[args, &["--format", "json"]].concat());
    let value: Value =
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(value["exit"].as_i64(), code.map(i64::from), "{args:?}");
    value
}

#[test]
fn formats_side_by_side() {
    let not_met = "[true* . cmd(processing_failed)] false";
    let path = "fixtures/readme_payment/readme_payment_fsm.props";
    insta::assert_snapshot!(transcripts(&[
        &["check", path, "-e", not_met, "--format", "short"],
        &["check", path, "-e", not_met, "--format", "json"],
        &["check", path, "-e", not_met, "--format", "junit"],
        &["check", path, "-e", not_met, "--format", "github"],
        &["check", path, "-e", "[true* . ] false", "--format", "junit"],
        &["check", path, "-e", "[true* . ] false", "--format", "github"],
        &["check", path, "--format", "json", "--format", "junit"],
        &["check", path, "--format", "xml"],
        &["check", path, "--format", "json="],
        &["check", path, "--format", &format!("json={path}")],
        &["check", path, "--format", "json=/nowhere/at/all.json"],
    ]));
}

#[test]
fn json_says_what_people_are_told() {
    let value = json(&["check", PAYMENT, "-e", "<true*> \"x\""]);
    let given = value["properties"].as_array().unwrap();
    assert_eq!((&value["exit"], given.len()), (&2.into(), 11), "the others have their verdicts");
    assert_eq!(value["summary"]["not_understood"], 1);
    assert_eq!(value["messages"][0]["severity"], "error");
    let value = json(&["check", PAYMENT, "-e", "[true* . cmd(void)] false"]);
    assert_eq!(value["summary"]["properties"], 12);
    assert_eq!(value["summary"]["not_as_expected"], 1);
    let last = |name: &str| {
        let all = value["properties"].as_array().unwrap();
        all.iter().find(|found| found["name"] == name).unwrap().clone()
    };
    let violated = last("-e");
    assert_eq!(
        (&violated["verdict"], &violated["as_expected"]),
        (&"violated".into(), &false.into())
    );
    assert_eq!(violated["evidence"]["steps"][0]["action"], "cmd(void)");
    assert_eq!(violated["evidence"]["steps"][0]["file"], "fixtures/payment/payment_fsm.erl");
    let lasso = last("spree_may_never_terminate");
    assert_eq!(
        (&lasso["evidence"]["end"], &lasso["evidence"]["loop_start"]),
        (&"loop".into(), &1.into())
    );
    assert_eq!((&lasso["line"], &lasso["logic"]), (&22.into(), &"ctl".into()));
}

/// Labels and formulas with all that XML, JSON and annotations have to escape.
#[test]
fn hostile_labels() {
    let folder = folder("hostile");
    let path = folder.join("a&b<c>\"'.aut");
    let label =
        "say(\\\"]]>&amp;<x>%0A::error::\\u{1b}[31m\u{1b}[31m\u{7f}\u{feff}é\u{ffff}\u{2028}')";
    let text = format!("des (0,2,2)\n(0,\"{label}\",1)\n(1,\"other\tone\",0)\n");
    fs::write(&path, text).unwrap();
    let path = path.to_str().unwrap();
    let formulas = [
        "[true*] <true> true",
        "[true . 'say.*' or true] false",
        "[true* . 'o.*'] -|",
        "[\"\u{1}\"] false",
    ];
    let mut args = vec!["check", path];
    for formula in formulas {
        args.extend(["-e", formula]);
    }
    let value = json(&args);
    let actions: Vec<&str> = value["properties"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|found| found["evidence"]["steps"].as_array().into_iter().flatten())
        .map(|step| step["action"].as_str().unwrap())
        .collect();
    assert!(actions.contains(&label), "{actions:?}");
    let (xml, _) = stdout(&[&args[..], &["--format", "junit"]].concat());
    let document =
        roxmltree::Document::parse(&xml).unwrap_or_else(|error| panic!("{error}: {xml}"));
    let suite = document.descendants().find(|node| node.has_tag_name("testsuite")).unwrap();
    assert!(suite.attribute("name").unwrap().ends_with("a&b<c>\"'.aut"));
    assert_eq!(suite.attribute("tests"), Some("4"));
    let failures = document.descendants().filter(|node| node.has_tag_name("failure")).count();
    assert_eq!(suite.attribute("failures"), Some(failures.to_string().as_str()));
    assert!(xml.contains("]]&gt;&amp;amp;&lt;x&gt;") && xml.contains("\\x{1B}"), "{xml}");
    let (annotations, _) = stdout(&[&args[..], &["--format", "github"]].concat());
    let is_command = |line: &str| line.starts_with("::") && line.matches("::").count() >= 2;
    assert!(annotations.lines().all(is_command), "{annotations}");
}

#[test]
fn files_beside_what_people_read() {
    let folder = folder("files");
    let file = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (json_file, junit_file, human_file) = (file("r.json"), file("r.xml"), file("r.txt"));
    let args = ["check", PAYMENT];
    let (alone, code) = stdout(&args);
    let formats = [("json", &json_file), ("junit", &junit_file), ("human", &human_file)];
    let flags: Vec<String> =
        formats.iter().map(|(format, file)| format!("{format}={file}")).collect();
    let flags: Vec<&str> = flags.iter().flat_map(|flag| ["--format", flag]).collect();
    assert_eq!(stdout(&[&args[..], &flags].concat()), (alone.clone(), code));
    assert_eq!(fs::read_to_string(&human_file).unwrap(), alone);
    let (direct, _) = stdout(&[&args[..], &["--format", "json"]].concat());
    assert_eq!(fs::read_to_string(&json_file).unwrap(), direct);
    roxmltree::Document::parse(&fs::read_to_string(&junit_file).unwrap()).unwrap();
    let names = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().file_name());
    assert_eq!(names.count(), 3, "nothing else is left behind");
}

/// A report that cannot be written is an error, and an older one stays as it is.
#[test]
fn files_that_cannot_be_written() {
    let folder = folder("unwritable");
    let blocked = folder.join("blocked");
    fs::create_dir(&blocked).unwrap();
    let flag = format!("json={}", blocked.display());
    let output = run(&["check", PAYMENT, "--format", &flag]);
    assert_eq!(output.status.code(), Some(2));
    let twice = format!("junit={}", folder.join("new.xml").display());
    let output = run(&["check", PAYMENT, "--format", &twice, "--format", &twice]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
}

/// Results do not replace each other, nor what is read: the module that a `.props` file names is.
#[test]
fn results_replace_nothing() {
    let folder = folder("replaced");
    for name in ["fsm_door.erl", "door.props"] {
        fs::copy(format!("fixtures/door/{name}"), folder.join(name)).unwrap();
    }
    let path = |name: &str| folder.join(name).display().to_string();
    let (props, module) = (path("door.props"), path("fsm_door.erl"));
    let source = fs::read(&module).unwrap();
    for flags in [
        vec!["lts".to_owned(), props.clone(), "-o".to_owned(), module.clone()],
        vec!["check".to_owned(), props.clone(), "--format".to_owned(), format!("json={module}")],
        vec![
            "check".to_owned(),
            props.clone(),
            "--format".to_owned(),
            format!("json={}", path("e.aut")),
            "--evidence".to_owned(),
            path("./e.aut"),
        ],
        vec![
            "check".to_owned(),
            props.clone(),
            "--evidence".to_owned(),
            path("one.aut"),
            "--export-mcf".to_owned(),
            path("one.mcf"),
        ],
    ] {
        let flags: Vec<&str> = flags.iter().map(String::as_str).collect();
        let output = run(&flags);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{flags:?}: {text}");
        assert!(text.contains("E0510"), "{flags:?}: {text}");
    }
    assert_eq!(fs::read(&module).unwrap(), source);
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 2, "nothing else was written");
}

/// One wrong formula does not take the verdicts of the others away; the last line says what all comes to.
#[test]
fn verdicts_beside_a_wrong_formula() {
    let door = "fixtures/door/door.props";
    let wrong = ["-e", "[true* . do_unlock] false", "-e", "[true"];
    insta::assert_snapshot!(transcripts_of(&[
        [&["check", door][..], &wrong].concat(),
        [&["check", door, "--format", "short", "--quiet"][..], &wrong].concat(),
        vec!["check", door, "--quiet"],
        vec![
            "check",
            "fixtures/payment/payment_fsm.erl",
            "--logic",
            "ctl",
            "-e",
            "EF completed",
            "-v"
        ],
        vec![
            "check",
            "fixtures/ticket/6_all.aut",
            "-e",
            "[true*] state(open)",
            "-e",
            "<\"start\"> true"
        ],
        vec!["check", "fixtures/payment/payment.props", "--quiet", "--verbose"],
    ]));
}

#[test]
fn colours_are_for_those_who_see_them() {
    let args = ["check", "fixtures/door/door.props", "-e", "[true* . do_unlock] false"];
    let (plain, _) = stdout(&args);
    assert!(!plain.contains('\u{1b}'));
    let (coloured, _) = stdout(&[&args[..], &["--color", "always"]].concat());
    assert!(coloured.contains("\u{1b}[1;31mviolated\u{1b}[0m"), "{coloured}");
    let bare =
        coloured.replace("\u{1b}[1;31m", "").replace("\u{1b}[32m", "").replace("\u{1b}[0m", "");
    assert_eq!(bare, plain);
}

/// Reports of all kinds, of properties and of hunts.
const REPORTED: [&[&str]; 8] = [
    &["check", "fixtures/door/door.props", "-e", "[true* . do_unlock] false", "-e", "[true"],
    &["check", PAYMENT, "-e", "[true* . cmd(void)] false"],
    &["check", "fixtures/defects/late_cancel.erl"],
    &["check", "fixtures/readme_payment/readme_payment_fsm.props"],
    &["check", "fixtures/nothing/there.erl"],
    &["check", "fixtures/coffee_faulty"],
    &["check", "fixtures/certain"],
    &["check", "fixtures/mcrl"],
];

/// What the schema of SARIF 2.1.0 asks for of the parts that are used here; and all of it, where its file is named.
#[test]
fn sarif_is_as_its_schema_says() {
    let folder = folder("sarif");
    for (number, args) in REPORTED.iter().enumerate() {
        let (text, code) = stdout(&[args, &["--format", "sarif"][..]].concat());
        let value: Value = serde_json::from_str(&text).unwrap();
        let run = &value["runs"][0];
        assert_eq!(
            (&value["version"], value["runs"].as_array().unwrap().len()),
            (&"2.1.0".into(), 1)
        );
        assert_eq!(run["invocations"][0]["exitCode"].as_i64(), code.map(i64::from));
        let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
        for result in run["results"].as_array().unwrap() {
            let rule = usize::try_from(result["ruleIndex"].as_u64().unwrap()).unwrap();
            assert_eq!(rules[rule]["id"], result["ruleId"]);
            assert!(["error", "warning"].contains(&result["level"].as_str().unwrap()));
            assert!(!result["message"]["text"].as_str().unwrap().is_empty());
            let at = &result["locations"][0]["physicalLocation"];
            assert!(at["region"]["startLine"].as_u64().unwrap() > 0);
            assert!(at["artifactLocation"]["uri"].as_str().unwrap().starts_with("fixtures/"));
        }
        let path = folder.join(format!("{number}.sarif"));
        fs::write(&path, &text).unwrap();
        if let Some(schema) = std::env::var_os("SARIF_SCHEMA") {
            let mut python = std::process::Command::new("python3");
            let output = python.args(["-m", "jsonschema", "-i"]).arg(&path).arg(schema).output();
            let output = output.unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
    }
}

/// What Jenkins' schema allows in a report of `JUnit`; and its own opinion, where its file is named.
#[test]
fn junit_is_as_its_schema_says() {
    let folder = folder("junit");
    for (number, args) in REPORTED.iter().enumerate() {
        let (text, _) = stdout(&[args, &["--format", "junit"][..]].concat());
        let document = roxmltree::Document::parse(&text).unwrap();
        let mut names = std::collections::BTreeSet::new();
        for node in document.descendants().filter(roxmltree::Node::is_element) {
            let allowed: (&[&str], &[&str]) = match node.tag_name().name() {
                "testsuites" => (&["testsuite"], &["name", "tests", "failures", "errors"]),
                "testsuite" => (&["testcase"], &["name", "tests", "failures", "errors"]),
                "testcase" => (&["failure", "error", "system-out"], &["classname", "name"]),
                "failure" | "error" => (&[], &["message"]),
                "system-out" => (&[], &[]),
                other => panic!("{other}"),
            };
            assert!(
                node.children()
                    .filter(roxmltree::Node::is_element)
                    .all(|child| allowed.0.contains(&child.tag_name().name()))
            );
            assert!(node.attributes().all(|attribute| allowed.1.contains(&attribute.name())));
            if node.has_tag_name("testcase") {
                let name = ["classname", "name"].map(|name| node.attribute(name).unwrap());
                assert!(names.insert(name), "{text}");
            }
        }
        if let Some(schema) = std::env::var_os("JUNIT_XSD") {
            let path = folder.join(format!("{number}.xml"));
            fs::write(&path, &text).unwrap();
            let mut xmllint = std::process::Command::new("xmllint");
            let output =
                xmllint.args(["--noout", "--schema"]).arg(schema).arg(&path).output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        }
    }
}

#[test]
fn reports_for_others() {
    let door = REPORTED[0];
    insta::assert_snapshot!(transcripts_of(&[
        [door, &["--format", "markdown"][..]].concat(),
        [door, &["--format", "gitlab"][..]].concat(),
        [door, &["--format", "erlang"][..]].concat(),
        [REPORTED[1], &["--format", "sarif"][..]].concat(),
        [REPORTED[2], &["--format", "markdown"][..]].concat(),
        [REPORTED[2], &["--format", "erlang"][..]].concat(),
    ]));
}

/// The report of a folder holds those of its files, in every format.
#[test]
fn reports_of_folders() {
    let above = folder("folders");
    let folder = above.join("src");
    fs::create_dir(&folder).unwrap();
    for name in ["late_cancel", "late_cancel_mended"] {
        let file = format!("{name}.erl");
        fs::copy(format!("fixtures/defects/{file}"), folder.join(file)).unwrap();
    }
    let asked = "{module, late_cancel}. {commands, [start]}. {property, starts, mu, \"<cmd(start)> true\", []}.\n\
                 {property, stays, mu, \"[true* . cmd(start)] false\", []}.";
    fs::write(folder.join("late.props"), asked).unwrap();
    fs::write(folder.join("nobody.props"), "{modul, late_cancel}.").unwrap();
    // A file of another program.
    fs::write(folder.join("build.props"), "<Project/>").unwrap();
    let formats =
        ["human", "short", "json", "junit", "github", "markdown", "sarif", "gitlab", "erlang"];
    let mut calls = formats.map(|format| vec!["check", "src", "--format", format]).to_vec();
    calls.push(vec![
        "check",
        "src",
        "--quiet",
        "--format",
        "short",
        "--format",
        "human=src/report.txt",
    ]);
    let shown = calls.iter().map(|call| transcript_in(&above, call));
    insta::assert_snapshot!(shown.collect::<Vec<_>>().join("\n"));
    insta::assert_snapshot!(fs::read_to_string(folder.join("report.txt")).unwrap());
}

/// A finding that was accepted is a suppressed result.
#[test]
fn ignored_findings_are_suppressed() {
    let folder = folder("ignored");
    let path = folder.join("late_cancel.erl");
    let text = fs::read_to_string("fixtures/defects/late_cancel.erl").unwrap();
    fs::write(&path, format!("% erl2lts:ignore E0703\n{text}")).unwrap();
    let (text, code) = stdout(&["check", path.to_str().unwrap(), "--format", "sarif"]);
    let value: Value = serde_json::from_str(&text).unwrap();
    let suppressed = &value["runs"][0]["results"][0];
    assert_eq!((code, &suppressed["ruleId"]), (Some(0), &"E0703".into()));
    assert_eq!(suppressed["suppressions"][0]["kind"], "inSource");
}
