//! Two versions of a system: what `diff` and `preserve` say of them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command_line::run;
use crate::transcript::transcripts;

const PAYMENT: &str = "fixtures/payment/payment_fsm.erl";
const PAYMENTS: &str = "fixtures/payment/payment.props";
const REFUND: &str = "fixtures/changes/payment_refund/payment_fsm.erl";
const REOPEN: &str = "fixtures/changes/payment_reopen/payment_fsm.erl";
const DOOR: &str = "fixtures/door/fsm_door.erl";
const ALARM: &str = "fixtures/changes/door_alarm/fsm_door.erl";
const MASTER: &str = "fixtures/changes/door_master/fsm_door.erl";
const COFFEE: &str = "fixtures/coffee/coffee.erl";
const CARD: &str = "fixtures/changes/coffee_card/coffee.erl";
const GREEDY: &str = "fixtures/changes/coffee_greedy/coffee.erl";

#[test]
fn differences_of_modules() {
    insta::assert_snapshot!(transcripts(&[
        &["diff", PAYMENT, REFUND],
        &["diff", PAYMENT, REOPEN],
        &["diff", DOOR, ALARM],
        &["diff", DOOR, MASTER],
        &["diff", COFFEE, CARD],
        &["diff", COFFEE, GREEDY],
        &["diff", "fixtures/changes/payment_refund/payment_fsm.erl", PAYMENT],
        &["diff", DOOR, ALARM, "--format", "markdown"],
        &["diff", DOOR, ALARM, "--format", "mermaid"],
        &["diff", DOOR, ALARM, "--format", "dot"],
        &["diff", DOOR, "fixtures/door/door.props"],
        &["diff", DOOR, ALARM, "--max-states", "2"],
    ]));
}

#[test]
fn differences_of_systems() {
    let ticket = |number: usize| TICKETS[number];
    let pairs = (1..TICKETS.len()).map(|next| [ticket(next - 1), ticket(next)]);
    let calls: Vec<Vec<&str>> = pairs.map(|[old, new]| vec!["diff", old, new]).collect();
    let calls: Vec<&[&str]> = calls.iter().map(Vec::as_slice).collect();
    insta::assert_snapshot!(transcripts(&calls));
}

const TICKETS: [&str; 6] = [
    "fixtures/ticket/1_base.aut",
    "fixtures/ticket/2_voucher.aut",
    "fixtures/ticket/3_discount.aut",
    "fixtures/ticket/4_refined.aut",
    "fixtures/ticket/5_failures.aut",
    "fixtures/ticket/6_all.aut",
];

#[test]
fn properties_of_modules() {
    insta::assert_snapshot!(transcripts(&[
        &["preserve", PAYMENTS, REFUND],
        &["preserve", PAYMENTS, REOPEN],
        &["preserve", "fixtures/coffee/coffee.props", CARD],
        &["preserve", "fixtures/coffee/coffee.props", GREEDY, "--format", "markdown"],
        &[
            "preserve",
            "fixtures/door/door.props",
            ALARM,
            "--commands",
            "{any_of,[{button,abb},{button,abc},reset]}"
        ],
        &[
            "preserve",
            "fixtures/door/door.props",
            MASTER,
            "--commands",
            "{any_of,[{button,abb},{button,abc},master]}"
        ],
    ]));
}

/// Each version of the ticket machine after the one that it was made of: the table of the paper's example.
#[test]
fn properties_of_systems() {
    let response = ["--logic", "esctl", "-e", "AG ({start} => AF{issue_ticket})"];
    let of = |old: usize, new: usize| {
        [&["preserve", TICKETS[old], TICKETS[new]], &response[..]].concat()
    };
    let fair = [of(1, 2), vec!["--fair", "enter_discount"]].concat();
    let calls = [of(0, 1), of(1, 2), of(1, 3), of(3, 4), of(0, 5), fair];
    let calls: Vec<&[&str]> = calls.iter().map(Vec::as_slice).collect();
    insta::assert_snapshot!(transcripts(&calls));
}

#[test]
fn what_is_no_change() {
    insta::assert_snapshot!(transcripts(&[
        &["diff", DOOR, DOOR],
        &["diff", DOOR, "fixtures/ticket/1_base.aut"],
        &["diff", DOOR, "fixtures/server/harbour.erl"],
        &["diff", DOOR, COFFEE],
        &["diff", DOOR],
        &["diff", DOOR, ALARM, "--git", "HEAD"],
        &["diff", "no-such-revision:fixtures/door/fsm_door.erl", DOOR],
        &["diff", "--git", "--output=x", DOOR],
        &["diff", "--git", "HEAD", "fixtures/door/door.props"],
        &["preserve", DOOR, ALARM, "-e", "<true"],
        &["preserve", "fixtures/ticket/1_base.aut", "fixtures/ticket/2_voucher.aut"],
        &[
            "preserve",
            "fixtures/ticket/1_base.aut",
            "fixtures/ticket/2_voucher.aut",
            "--logic",
            "ctl",
            "-e",
            "AF open"
        ],
        &["preserve", PAYMENT, COFFEE, "-e", "<true> true"],
        &["preserve", PAYMENTS, REFUND, "-e", "<true* . cmd(refundd)> true"],
        &["preserve", TICKETS[3], TICKETS[4], ANSWERED, ANSWERED],
        &["preserve", TICKETS[0], TICKETS[1], "-e", "<true> true", "--fairness", "weak"],
        &["diff", "--git=-x", DOOR],
    ]));
}

/// Runs git in a folder.
fn git(folder: &Path, args: &[&str]) {
    let done = Command::new("git")
        .args(["-c", "user.name=x", "-c", "user.email=x@example.org"])
        .args(args)
        .current_dir(folder)
        .output()
        .unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

/// A file of one formula.
const ANSWERED: &str = "fixtures/formulas/answered.mcl";

/// A repository with two revisions of the door in a folder `src`.
fn repository() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("changes");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("src")).unwrap();
    let git = |args: &[&str]| git(&folder, args);
    git(&["init", "-q"]);
    for module in [DOOR, ALARM] {
        fs::copy(
            Path::new(env!("CARGO_MANIFEST_DIR")).join(module),
            folder.join("src/fsm_door.erl"),
        )
        .unwrap();
        git(&["add", "src"]);
        git(&["commit", "-q", "-m", "a version"]);
    }
    folder
}

#[test]
fn revisions_of_a_repository() {
    let folder = repository();
    let path = folder.join("src/fsm_door.erl");
    let file = path.to_str().unwrap();
    let output = |args: &[&str]| {
        let output = run(args);
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, text) = output(&["diff", "--git", "HEAD~1", file]);
    let (same, plain) = output(&["diff", DOOR, file]);
    assert_eq!((code, same), (Some(1), Some(1)), "{text}");
    // But for the path of the old version all is the same.
    let without_places = |text: &str| -> Vec<String> {
        text.lines().filter(|line| !line.contains("  - ")).map(str::to_owned).collect()
    };
    assert_eq!(without_places(&text), without_places(&plain));
    assert!(text.contains(&format!("HEAD~1:{file}:10")), "{text}");
    assert_eq!(
        output(&["diff", "--git", "HEAD", file]),
        (Some(0), "both have 4 states and 14 steps\n".to_owned())
    );
    let revisions = [format!("HEAD~1:{file}"), format!("HEAD:{file}")];
    let (code, of_both) = output(&["diff", &revisions[0], &revisions[1]]);
    assert_eq!((code, of_both.replace(&format!("HEAD:{file}"), file)), (Some(1), text));
    let formula = "[true* . 'do_unlock'] false";
    let asked = ["-e", formula, "--init", "abc", "--commands", "{any_of,[{button,abb}]}"];
    let (code, text) = output(&[&["preserve", "--git", "HEAD~1", file], &asked[..]].concat());
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("kept  -e        holds  holds"), "{text}");
    // What stands beside the file has the properties, and says what is sent.
    let properties = "{module, fsm_door}.\n{init, abc}.\n{commands, {any_of, [{button, abb}, {button, abc}]}}.\n\
                      {property, locked, mu, \"[(not cmd({button,abc}))* . do_unlock] false\", []}.\n\
                      {property, wrong_again, mu, \"[true* . display_message] <cmd({button,abc}) . do_unlock> true\", []}.\n";
    fs::write(folder.join("src/door.props"), properties).unwrap();
    let (code, text) = output(&["preserve", "--git", "HEAD~1", file]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("kept  locked ") && text.contains("lost  wrong_again"), "{text}");
    // A folder that is gone.
    git(&folder, &["mv", "src", "lib"]);
    git(&folder, &["commit", "-q", "-a", "-m", "moved"]);
    let moved = folder.join("lib/fsm_door.erl");
    let (code, text) = output(&["diff", &format!("HEAD~1:{file}"), moved.to_str().unwrap()]);
    assert_eq!((code, text.as_str()), (Some(0), "both have 4 states and 14 steps\n"));
}

/// A lamp, written with these lines for what it does.
fn lamp(name: &str, lines: &str) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("changes_of_code").join(name);
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("lamp.erl");
    let head = "-module(lamp).\n-behaviour(gen_statem).\n-export([callback_mode/0, init/1, off/3, on/3]).\n\
                callback_mode() -> state_functions.\ninit(_) -> {ok, off, 0}.\n";
    fs::write(&path, format!("{head}{lines}\n")).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn code_that_does_something_else() {
    let old = lamp(
        "old",
        "off(cast, press, N) -> {next_state, on, next(N)}.\non(cast, press, N) -> {next_state, off, N}.\n\
         next(N) -> add(N).\nadd(N) -> N + 1.\nunused() -> 1.",
    );
    let said = |name: &str, lines: &str| {
        let output = run(&["diff", &old, &lamp(name, lines)]);
        let text = String::from_utf8(output.stdout).unwrap();
        (output.status.code(), text)
    };
    // What is written differently does the same.
    let (code, text) = said(
        "layout",
        "off(cast, press, N) ->\n    %% on\n    {next_state, on, next(N)}.\non(cast,press,N) -> {next_state,off,N}.\n\
         next(N) -> add(N).\nadd(N) -> N + 1.\nunused() -> 1.",
    );
    assert_eq!((code, text.as_str()), (Some(0), "both have 3 states and 3 steps\n"));
    // A function that is called by a function that is called.
    let (code, text) = said(
        "called",
        "off(cast, press, N) -> {next_state, on, next(N)}.\non(cast, press, N) -> {next_state, off, N}.\n\
         next(N) -> add(N).\nadd(N) -> N + 2.\nunused() -> 1.",
    );
    assert_eq!(code, Some(1), "{text}");
    let lines: Vec<&str> = text.lines().collect();
    assert!(
        lines[1].starts_with("  ~ off  cmd_cast(press)  on") && lines[1].ends_with(": add/1"),
        "{text}"
    );
    assert_eq!((lines[0], lines[2]), ("steps", "both have 3 states and 3 steps"), "{text}");
    // One that no step calls.
    let (code, text) = said(
        "elsewhere",
        "off(cast, press, N) -> {next_state, on, next(N)}.\non(cast, press, N) -> {next_state, off, N}.\n\
         next(N) -> add(N).\nadd(N) -> N + 1.\nunused() -> 2.",
    );
    assert_eq!(code, Some(1), "{text}");
    assert!(text.starts_with("code that differs, on no step above\n  ~ unused/0  "), "{text}");
}

/// What rests on the result of a call is no certain loss, and what does not hold for certain is not kept.
#[test]
fn what_is_kept_perhaps() {
    let on = "on(cast, press, N) -> {next_state, off, N}.";
    let old = lamp("certain", &format!("off(cast, press, N) -> {{next_state, on, N}}.\n{on}"));
    let asks = "off(cast, press, N) -> case net:ask() of yes -> {next_state, on, N}; _ -> {next_state, off, N} end.";
    let new = lamp("possible", &format!("{asks}\n{on}"));
    let said = |formula: &str| {
        let args = ["preserve", &old, &new, "--logic", "ctl", "-e", formula];
        let output = run(&[&args[..], &["--commands", "{any_of,[{cast,press}]}"]].concat());
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, text) = said("EF on");
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("possibly kept  -e        holds  possibly holds"), "{text}");
    let (code, text) = said("AF on");
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("possibly lost  -e        holds  possibly violated"), "{text}");
    assert!(text.contains("-e was possibly lost"), "{text}");
    let (code, text) = said("EF not on");
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("\nkept  -e"), "{text}");
}
