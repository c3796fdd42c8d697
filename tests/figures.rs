//! Published models have the sizes that their authors give: the `expect_lts` of each file.
//!
//! Sources: GROOVE (Kastenberg & Rensink, SPIN 2006), `state_machine_checker` (Stadler), Guo (FORTE 2007).

#![allow(clippy::unwrap_used, reason = "tests may fail")]

#[path = "support/transcript.rs"]
mod transcript;

use transcript::run;

#[test]
fn published_sizes() {
    for name in [
        "circular_buffer/circular_buffer",
        "circular_buffer/larger",
        "entries/calls_fsm",
        "entries/counter_fsm",
        "entries/watch_fsm",
        "eye_process/eye_process",
        "payment/payment",
        "queue/child",
        "queue/poster",
        "readme_payment/readme_payment_fsm",
        "simple/simple_fsm",
        "tick/auto_door",
        "timers/blinker_fsm",
        "timers/light_fsm",
    ] {
        // With their properties, which `check` holds against what each file expects.
        let output = run(&["check", &format!("fixtures/{name}.props")]);
        let text = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{name}: {text}");
        assert!(text.contains("as expected"), "{name}: {text}");
    }
}
