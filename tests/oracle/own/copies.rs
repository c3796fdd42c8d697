//! Copies of `gen_fsm`, such as `p1_fsm`, are `gen_fsm` under another name.
//!
//! Each module that is compared with OTP's own `gen_fsm` (`played/otp.rs`), and each of the gallery of defects, is
//! rewritten to run in a copy. Its model, and what is found in it, must be those of the original, but for the name.

use std::fs;
use std::path::Path;

use crate::command_line::run;
use crate::support::otp::otp_fixtures;
use crate::support::tools::sampled;
use crate::support::{Subject, file};
use frontend::{FileId, parse_module};

/// The text of a module as one that runs in a copy; all places stay what they are.
fn in_copy(text: &str) -> String {
    text.replace("gen_fsm", "p1_fsm ")
}

/// What was said of the copy, as it is said of the original.
fn as_original(said: &str) -> String {
    said.replace("p1_fsm ", "gen_fsm").replace("p1_fsm", "gen_fsm")
}

#[test]
fn models_are_the_same_but_for_the_name() {
    let mut n_named = 0;
    for subject in sampled(otp_fixtures()) {
        let text = in_copy(&subject.text);
        let module = parse_module(FileId(0), &text).value;
        let copy = Subject { text, module, ..subject.clone() };
        for &form in subject.forms() {
            let models = [&subject, &copy].map(|subject| subject.model(form));
            assert!(std::ptr::eq(models[0].behaviour, models[1].behaviour), "{}", subject.title);
            // The table that both have names the copies, too.
            let table = format!("{:?}", models[0].behaviour);
            let [own, copied] = models.map(|model| format!("{model:?}").replace(&table, ""));
            assert!(as_original(&copied) == own, "{} {form:?}", subject.title);
            // Labels and places keep the name that the source has.
            n_named += usize::from(copied.contains("p1_fsm") && !copied.contains("gen_fsm"));
        }
    }
    assert!(n_named >= sampled(0..60).len(), "{n_named}");
}

/// Modules of the gallery that call functions of `gen_fsm` from their callbacks, and one that `check` shows to the shell.
#[test]
fn findings_are_the_same_but_for_the_name() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("copies");
    let [original, copied] = ["original", "copied"].map(|name| folder.join(name));
    for folder in [&original, &copied] {
        fs::create_dir_all(folder).unwrap();
    }
    let modules = [
        "deferred_forgotten",
        "late_answer",
        "late_cancel_mended",
        "livelock",
        "own_post",
        "self_call",
        "stale_timer",
        "two_answers",
        "unset_receiver",
    ];
    for name in modules {
        let text = fs::read_to_string(file(&format!("fixtures/defects/{name}.erl"))).unwrap();
        let name = format!("{name}.erl");
        fs::write(original.join(&name), &text).unwrap();
        fs::write(copied.join(&name), in_copy(&text)).unwrap();
        let [own, copied] = [&original, &copied].map(|folder| {
            let output = run(&["check", folder.join(&name).to_str().unwrap()]);
            String::from_utf8(output.stdout).unwrap().replace("/copied/", "/original/")
        });
        // Columns are as wide as the longest action, which may have the name.
        let words = |text: &str| -> Vec<Vec<String>> {
            let words = |line: &str| line.split_whitespace().map(str::to_owned).collect();
            text.lines().map(words).collect()
        };
        assert_eq!(words(&as_original(&copied)), words(&own), "{name}");
    }
}
