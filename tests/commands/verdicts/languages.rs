//! Transcripts of properties in each language.

use std::fs;
use std::path::Path;

use crate::command_line::run;
use crate::transcript::{transcripts, transcripts_of};

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
        &["check", "fixtures/door/door.props", "--logic", "ctl", "-e", "EF (do_unlock or cmd)"],
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

/// The ticket machine of Prehofer's paper, feature by feature: a ticket, and what is promised instead, of all runs and of fair ones.
#[test]
fn tickets_on_fair_runs() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("tickets");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("ticket.props");
    let answers = "declined or cancel or issue_ticket";
    let goals = [("response", "issue_ticket"), ("weakened", answers)];
    let properties = goals.map(|(name, goal)| {
        let formula = format!("AG ({{start}} => AF{{{goal}}})");
        let fair = "{fair, [\"enter_discount\"]}";
        // Behind each discount there is a `done`, which is something else.
        let weak = format!("{fair}, {{fairness, weak}}");
        let property = |kind, options| {
            format!("{{property, {kind}_{name}, esctl, \"{formula}\", [{options}]}}.\n")
        };
        [property("any", ""), property("fair", fair), property("weak", &weak)].concat()
    });
    fs::write(&file, properties.concat()).unwrap();
    for (system, expected) in [
        ("1_base", ["holds"; 6]),
        ("2_voucher", ["holds"; 6]),
        ("3_discount", ["violated", "holds", "violated", "violated", "holds", "violated"]),
        ("4_refined", ["holds"; 6]),
        ("5_failures", ["violated", "violated", "violated", "holds", "holds", "holds"]),
        ("6_all", ["violated", "violated", "violated", "violated", "holds", "violated"]),
    ] {
        let system = format!("fixtures/ticket/{system}.aut");
        let output = run(&["check", &system, file.to_str().unwrap()]);
        let text = String::from_utf8(output.stdout).unwrap();
        // The last line says what all comes to.
        let is_verdict = |line: &&str| line.starts_with(char::is_lowercase);
        let words = text.lines().filter(is_verdict);
        let words: Vec<&str> = words.map(|line| line.split(' ').next().unwrap()).collect();
        assert_eq!(words, expected, "{system}: {text}");
    }
}

/// Commands that replay evidence say which runs count.
#[test]
fn evidence_of_fair_runs_is_replayed() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fair_evidence");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("run.props");
    let written = file.to_str().unwrap();
    let commands = "{any_of,[{button,abc},{button,abb}]}";
    let module = ["check", "fixtures/door/fsm_door.erl", "--init", "abc", "--commands", commands];
    let fair = ["--fair", "cmd({button,_})", "--fairness", "weak"];
    let asked = ["-e", "mu X . (<true> true and [not do_unlock] X)", "--evidence", written];
    let output = run(&[&module[..], &fair, &asked].concat());
    assert_eq!(output.status.code(), Some(1));
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.contains("{fair, [\"cmd({button,_})\"]}, {fairness, weak}"), "{text}");
    assert_eq!(run(&["check", written]).status.code(), Some(0), "{text}");
}

/// Fairness by flags, and where it has no meaning.
#[test]
fn fairness_of_properties() {
    let ticket = |flags: &[&'static str], formula| {
        let system = ["check", "fixtures/ticket/6_all.aut", "--explain-formula"];
        [&system, flags, &["-e", formula]].concat()
    };
    let to_end = "AG ({start} => AF{declined or cancel or issue_ticket})";
    let mu = "mu X . (<true> true and [not (declined or cancel or issue_ticket)] X)";
    insta::assert_snapshot!(transcripts_of(&[
        ticket(&["--logic", "esctl", "--fair", "enter_discount", "--fair", "done"], to_end),
        ticket(&["--logic", "esctl", "--fair", "enter_discount", "--fairness", "weak"], to_end),
        ticket(&["--fair", "'enter.*'"], mu),
        ticket(&["--fair", "enter_discount"], "[true*] <true*> <issue_ticket> true"),
        ticket(&["--fair", "enter_discount"], "<start . (enter_discount . done)> @"),
        ticket(&["--fair", "enter_discoun"], mu),
        ticket(&["--fair", "enter(", "--fair", "done"], mu),
        ticket(&["--fair", "done . done"], mu),
        ticket(&["--fair", "done"], "nu X . (<start> X and <done> X)"),
        ticket(&["--fair", "done"], "nu X . <start> [done] X"),
        ticket(&["--fair", "done", "--fairness", "weak"], "[(start . done) {2}] -|"),
        ticket(&["--fair", "done", "--fairness", "weak"], "[(start . done) {1000}] -|"),
        ticket(&["--logic", "ptltl", "--fair", "done"], "done implies once enter_discount"),
        vec!["check", "fixtures/bad/unfair.props"],
        vec!["check", "fixtures/bad/unfair_option.props"],
        vec!["check", "fixtures/bad/fair_of_nothing.props"],
        ticket(&["--fairness", "weak"], mu),
        ticket(&["--fair", "done", "--fair", "done", "--fair", "enter_discount"], mu),
        vec!["check", MODULE, "--fair", "cmd(_)"],
    ]));
}
