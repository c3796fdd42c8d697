//! References on the command line: what labels say of them, and what is said where their order decides.

use crate::transcript::transcripts_of;

const TICKETS: &str = "fixtures/references/tickets.erl";

/// Labels number references by themselves; those of a specification do not, and show where they are made.
#[test]
fn labels_number_references_by_themselves() {
    let lts = |commands: &'static str| {
        vec!["lts", TICKETS, "--init", "[]", "--unhandled", "disallow", "--commands", commands]
    };
    let shown = "{any_of,[draw,serve,both]}";
    insta::assert_snapshot!(transcripts_of(&[
        lts(shown),
        [lts("[draw,draw,all]"), vec!["--view", "paper"]].concat(),
        [lts("[draw,serve]"), vec!["--labels", "mcrl2"]].concat(),
        lts("[draw,draw,older]"),
        vec!["check", "fixtures/references/larger.props"],
    ]));
}
