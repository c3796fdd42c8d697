//! Published models have the sizes that their authors give: the `expect_lts` of each file.
//!
//! Sources: GROOVE (Kastenberg & Rensink, SPIN 2006), `state_machine_checker` (Stadler), Guo (FORTE 2007).

use crate::command_line::run;

#[test]
fn published_sizes() {
    for name in [
        "circular_buffer/circular_buffer",
        "circular_buffer/larger",
        "entries/calls_fsm",
        "entries/counter_fsm",
        "entries/keep_fsm",
        "entries/watch_fsm",
        "eye_process/eye_process",
        "otp/depot",
        "payment/payment",
        "queue/child",
        "queue/poster",
        "readme_payment/readme_payment_fsm",
        "simple/simple_fsm",
        "tick/auto_door",
        "timers/blinker_fsm",
        "timers/light_fsm",
        "watches/crew_fsm",
        "watches/desk_fsm",
        "watches/family_fsm",
        "watches/warden_fsm",
    ] {
        // With their properties, which `check` holds against what each file expects.
        let output = run(&["check", &format!("fixtures/{name}.props")]);
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{name}: {text}");
        assert!(text.contains("as expected"), "{name}: {text}");
    }
}

/// Prehofer's ticket machine of 2013: after `start` the ticket comes, or one of the answers that
/// stand for it; under fairness, `enter_discount` does not go on for ever.
#[test]
fn the_ticket_machine_with_its_features() {
    let ticket = "\"issue_ticket\"";
    let answers = "(\"declined\" or \"cancel\" or \"issue_ticket\")";
    let response =
        |goal: &str| format!("[true* . 'start.*'] mu X . (<true> true and [not {goal}] X)");
    let fair = |goal: &str| {
        let endless = format!("[not {goal} and not \"enter_discount\"] -|");
        format!("[true* . 'start.*' . (not {goal})*] (<true> true and {endless})")
    };
    let formulas = [response(ticket), fair(ticket), response(answers), fair(answers)];
    for (name, expected) in [
        ("1_base", [true, true, true, true]),
        ("2_voucher", [true, true, true, true]),
        ("3_discount", [false, true, false, true]),
        ("4_refined", [true, true, true, true]),
        ("5_failures", [false, false, true, true]),
        ("6_all", [false, false, false, true]),
    ] {
        for (formula, expected) in formulas.iter().zip(expected) {
            let output = run(&["check", &format!("fixtures/ticket/{name}.aut"), "-e", formula]);
            let code = i32::from(!expected);
            assert_eq!(output.status.code(), Some(code), "{formula} on {name}");
        }
    }
}
