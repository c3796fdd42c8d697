//! A base with features: all products of the ticket machine, and features that do not fit.

use serde_json::Value;

use crate::command_line::run;
use crate::transcript::{transcripts, transcripts_of};

#[test]
fn products_of_the_ticket_machine() {
    let ticket = "fixtures/ticket/features.props";
    let early = "[(not \"cash\")* . \"issue_ticket\"] false";
    insta::assert_snapshot!(transcripts(&[
        &["check", ticket],
        &["check", ticket, "--format", "short", "-e", early],
        &["check", ticket, "--view", "paper"],
        &["lts", ticket],
        &["info", ticket],
        &["translate", ticket],
    ]));
}

/// The table of the paper: base, voucher, discount, refined credit, failures, all.
#[test]
fn the_table_of_the_paper() {
    let output = run(&["check", "fixtures/ticket/features.props"]);
    let text = String::from_utf8(output.stdout).unwrap();
    let rows = [
        ("the base", "4 4 holds holds holds holds"),
        ("voucher", "5 6 holds holds holds holds"),
        ("voucher, discount", "6 8 violated violated holds holds"),
        ("voucher, card", "7 8 holds holds holds holds"),
        ("voucher, card, declined, cancel", "9 10 violated holds violated holds"),
        ("voucher, discount, card, declined, cancel", "10 12 violated violated violated holds"),
    ];
    for (features, expected) in rows {
        let row = text.lines().find(|line| line.ends_with(&format!("  {features}"))).unwrap();
        let words: Vec<&str> = row.split_whitespace().take(6).collect();
        assert_eq!(words.join(" "), expected, "{features}");
    }
}

#[test]
fn products_for_programs() {
    let output = run(&["check", "fixtures/ticket/features.props", "--format", "json"]);
    let report: Value = serde_json::from_slice(&output.stdout).unwrap();
    let products = report["products"].as_array().unwrap();
    assert_eq!(products.len(), 24);
    let last = &products[23];
    assert_eq!((&last["states"], &last["transitions"]), (&10.into(), &12.into()));
    assert_eq!(last["features"].as_array().unwrap().len(), 5);
    let names = report["properties"].as_array().unwrap().iter().map(|one| &one["name"]);
    let words = names.zip(last["verdicts"].as_array().unwrap());
    let violated: Vec<&Value> =
        words.filter(|(_, word)| *word == "violated").map(|(name, _)| name).collect();
    assert_eq!(violated, ["response", "answered", "fair"]);
}

#[test]
fn features_that_do_not_fit() {
    let names = [
        "feature_twice",
        "glued_twice",
        "missing_file",
        "no_base",
        "no_feature",
        "no_features",
        "no_own_state",
        "no_single_end",
        "no_state",
        "no_system",
        "no_transition",
        "not_entered",
        "of_a_module",
        "too_many",
        "sets_in_sets",
        "unexpected",
        "unknown_feature",
        "with_settings",
    ];
    let paths = names.map(|name| format!("fixtures/bad/features/{name}.props"));
    let calls: Vec<Vec<&str>> = paths.iter().map(|path| vec!["check", path.as_str()]).collect();
    insta::assert_snapshot!(transcripts_of(&calls));
}
