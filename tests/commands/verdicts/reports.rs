//! Reports are read back by parsers that are not ours, whatever stands in labels and formulas.

use std::fs;
use std::path::{Path, PathBuf};

use crate::command_line::run;
use crate::transcript::transcripts;
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
    assert_eq!((&value["exit"], &value["properties"]), (&2.into(), &Value::Array(vec![])));
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
