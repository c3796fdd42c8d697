//! Transcripts of properties in each language.

use crate::transcript::transcripts;

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

#[test]
fn states_in_the_mu_calculus() {
    let property = |formula| {
        let module = ["check", MODULE, "--init", "[]", "--unhandled", "disallow"];
        let rest = ["--commands", COMMANDS, "--explain-formula", "-e", formula];
        [module.as_slice(), rest.as_slice()].concat()
    };
    let observed = "fixtures/observed/tank_fsm.erl";
    let commands = "{any_of,[start,pour,stop]}";
    let tank =
        |formula| vec!["check", observed, "--init", "[]", "--commands", commands, "-e", formula];
    let ticket = |formula| vec!["check", "fixtures/ticket/6_all.aut", "-e", formula];
    insta::assert_snapshot!(transcripts(&[
        &property("[true* . cmd(complete)] state(completed)"),
        &property("<true* . cmd(void)> (state(void) and [true] false)"),
        &property("[true*] (state(complted) implies <cmd(void)> true)"),
        &tank("[true* . cmd(stop)] data(Data#tank.level =:= 0)"),
        &tank("[true* . cmd(pour) . cmd(pour) . cmd(pour)] data(Data#tank.level < 3)"),
        &tank("<true*> (state(filling) and data(Data#tank.alarm =:= on) and <cmd(stop)> true)"),
        &tank("[true*] data(Data =)"),
        &ticket("<true*> data(Data > 0)"),
        &ticket("<true*> state(issued)"),
        &ticket("<true*> state(deadlock)"),
    ]));
}

/// What the states of a server are called, right and wrong.
#[test]
fn states_of_a_server() {
    let gate = |state, formula| {
        let commands = "{any_of,[{cast,build},{cast,open},{cast,shut}]}";
        let module = ["check", "fixtures/observed/gate_server.erl", "--commands", commands];
        [module.as_slice(), &["--init", "[]", "--logic", "ctl", "--state", state, "-e", formula]]
            .concat()
    };
    insta::assert_snapshot!(transcripts(&[
        &["check", "fixtures/observed/gate_server.props"],
        &gate("mode", "EF '{open,1}'"),
        &gate("mode", "EF opne"),
        &gate("element(2, Data)", "EF shut"),
        &gate("'undefined'", "EF undefined"),
        &gate("count", "EF shut"),
        &gate("colour", "EF shut"),
        &gate("Data#gate.", "EF shut"),
        &gate("Data#gate.colour", "EF shut"),
        &gate("element(2, Dat)", "EF shut"),
        &gate("State", "EF shut"),
        &gate("self() ! Data", "EF shut"),
        &["check", MODULE, "--state", "Data", "-e", "true"],
        &["check", "fixtures/statem/push_button.erl", "--state", "count", "-e", "true"],
        &["check", "fixtures/ticket/6_all.aut", "--state", "count", "-e", "true"],
    ]));
}
