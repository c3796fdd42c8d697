//! Exploration that stops when everything is decided: the same verdicts, of a part of the states.

use crate::command_line::run;
use crate::transcript::transcripts;
use serde_json::Value;

/// The naive buffer of 2,706,792 states.
const BUFFER: [&str; 9] = [
    "check",
    "fixtures/observed/buffer_naive_fsm.erl",
    "--init",
    "200",
    "--commands",
    "{any_of,[put,get,extend]}",
    "--unhandled",
    "disallow",
    "--max-states=5000000",
];

fn json(args: &[&str]) -> Value {
    let output = run(&[args, &["--format", "json"]].concat());
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{args:?}: {error}"))
}

/// A violated invariant takes less than a hundredth of the states, an existing run too.
#[test]
fn the_naive_buffer() {
    let asked = [
        ("ctl", "AG data(element(4, Data) < 6)", 200),
        ("ctl", "EF data(element(2, Data) =:= 12 andalso element(4, Data) =:= 12)", 2_000),
        ("mu", "[true* . cmd(extend) {20}] false", 20_000),
        ("ctl", "AG not data(element(2, Data) =:= 40 andalso element(4, Data) =:= 25)", 27_000),
    ];
    for (logic, formula, most) in asked {
        let flags = ["--logic", logic, "-e", formula, "--explore", "needed"];
        let report = json(&[&BUFFER[..], &flags].concat());
        let states = report["systems"][0]["states"].as_u64().unwrap();
        assert!(states < most, "{formula}: {states} states");
        assert_eq!(report["systems"][0]["complete"], false);
        let expected = if formula.starts_with('E') { "holds" } else { "violated" };
        assert_eq!(report["properties"][0]["verdict"], expected, "{formula}");
    }
}

/// What is found early by many threads or in large batches is taken back.
#[test]
fn threads_and_engines_stop_at_the_same_state() {
    let data = "AG not data(element(2, Data) =:= 90 andalso element(4, Data) =:= 55)";
    let asked = [
        ("ctl", data, "needed"),
        ("mu", "[true* . cmd(extend) {3}] false", "auto"),
        ("mu", "[true* . cmd(extend) {3}] false", "needed"),
    ];
    for (logic, formula, explore) in asked {
        let found = |how: &[&str]| {
            let flags = ["--logic", logic, "-e", formula, "--explore", explore];
            let report = json(&[&BUFFER[..], &flags, how].concat());
            assert_eq!(report["systems"][0]["complete"], false);
            (report["systems"].clone(), report["properties"].clone())
        };
        let one = found(&["--threads", "1"]);
        for how in [["--threads", "2"], ["--threads", "5"], ["--engine", "interpreter"]] {
            assert_eq!(found(&how), one, "{formula} {how:?}");
        }
    }
}

#[test]
fn how_much_is_explored() {
    let payment = "fixtures/payment/payment.props";
    let auto = [&BUFFER[..], &["-e", "[true* . cmd(extend) {3}] false"]].concat();
    insta::assert_snapshot!(transcripts(&[
        &auto,
        &["check", payment, "--explore", "needed", "-e", "<cmd(void)> true"],
        &["check", "fixtures/mcrl/coffee.mcrl", "-e", "<true> true", "--explore", "needed"],
        &["check", payment, "--explore", "nothing"],
    ]));
}

/// What each property of the fixtures is found to be does not depend on how much is explored.
#[test]
fn verdicts_do_not_depend_on_it() {
    for props in [
        "fixtures/payment/payment.props",
        "fixtures/eye_process/eye_process.props",
        "fixtures/simple/simple_fsm.props",
        "fixtures/observed/tank.props",
        "fixtures/languages/languages.props",
        "fixtures/circular_buffer/circular_buffer.props",
        "fixtures/door/door.props",
    ] {
        let whole = json(&["check", props, "--explore", "all"]);
        let part = json(&["check", props, "--explore", "needed"]);
        let verdicts = |report: &Value| {
            let all = report["properties"].as_array().unwrap().clone();
            let verdict = |property: Value| {
                (
                    property["name"].clone(),
                    property["verdict"].clone(),
                    property["evidence"].clone(),
                )
            };
            all.into_iter().map(verdict).collect::<Vec<_>>()
        };
        assert_eq!(verdicts(&whole), verdicts(&part), "{props}");
    }
}

/// A machine whose `init/1` takes nothing that it is given is said to be none, whatever is asked of it.
#[test]
fn a_machine_that_is_never_started_is_told() {
    let module = "fixtures/payment/payment_fsm.erl";
    let older = "fixtures/readme_payment/readme_payment_fsm.erl";
    let commands = ["--init", "abc", "--commands", "[pend]"];
    let asked = ["-e", "[true* . cmd(pend)] false", "-e", "<true* . cmd(pend)> true"];
    insta::assert_snapshot!(transcripts(&[
        &[&["check", module][..], &commands, &asked].concat(),
        &[&["lts", module][..], &commands].concat(),
        &[&["preserve", older, module][..], &commands, &asked[..2]].concat(),
        // One argument of two is enough.
        &[
            "check",
            module,
            "--init",
            "abc",
            "--init",
            "[]",
            "--commands",
            "[pend]",
            "-e",
            "<true* . cmd(pend)> true"
        ],
    ]));
}
