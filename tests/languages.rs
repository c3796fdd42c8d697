//! Transcripts of properties in each language.

#![allow(clippy::unwrap_used, reason = "tests may fail")]

#[path = "support/transcript.rs"]
mod transcript;

use transcript::transcripts;

const PROPERTIES: &str = "fixtures/languages/languages.props";
const MODULE: &str = "fixtures/payment/payment_fsm.erl";
const COMMANDS: &str = "{any_of,[started_processing,failure,pend,complete,void,invalidate]}";

#[test]
fn languages_of_properties() {
    let language = |logic, formula| {
        [
            "check",
            MODULE,
            "--init",
            "[]",
            "--unhandled",
            "disallow",
            "--commands",
            COMMANDS,
            "-e",
            formula,
            "--logic",
            logic,
        ]
    };
    insta::assert_snapshot!(transcripts(&[
        &["check", PROPERTIES],
        &["check", "fixtures/observed/tank.props"],
        &language("ctl", "AG (data(Data =:= [] andalso State =/= void) or void)"),
        &language("ctl", "EF data(foo(Data))"),
        &language("ctl", "EF data(io:get_line(Data))"),
        &language("ctl", "EF data([X | Data] =:= Data)"),
        &language("ctl", "EF data(Data =)"),
        &language("ctl", "EF data(Data"),
        &language("ctl", "EF data()"),
        &["check", "fixtures/ticket/6_all.aut", "--logic", "ctl", "-e", "EF data(Data > 0)"],
        &language("ctl", "EF (complted or completed)"),
        &language("ctl", "AG (invalid and void => EX void)"),
        &language("esctl", "EF{cmd(complete)} failed"),
        &language("pattern", "response(cmd(complete), cmd(void)) after cmd(pend)"),
        &["check", "fixtures/ticket/6_all.aut", "--logic", "ctl", "-e", "AG not deadlock"],
        &["check", "fixtures/ticket/6_all.aut", "--logic", "ctl", "-e", "EF issued"],
        &[
            "check",
            "fixtures/ticket/6_all.aut",
            "--explain-formula",
            "--logic",
            "pattern",
            "-e",
            "absence('c(ash|redit)') before \"cancel\"",
            "--regex",
            "ere"
        ],
    ]));
}
