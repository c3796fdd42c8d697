//! One thing in several spellings: labels, encodings of sources, strings with escapes, names with control characters.

use crate::transcript::transcripts;

#[test]
fn spellings() {
    let compare = |other| {
        let module = "fixtures/bad/spellings/text.erl";
        ["compare", module, other, "--init", "[]", "--commands", "{any_of,[go]}"]
    };
    insta::assert_snapshot!(transcripts(&[
        &compare("fixtures/bad/spellings/same.aut"),
        &compare("fixtures/bad/spellings/other.aut"),
        &["forms", "fixtures/bad/spellings/latin1.erl"],
        &["forms", "fixtures/bad/spellings/stated.erl"],
        &["check", "fixtures/bad/spellings/steering.props"],
        &["check", "fixtures/bad/spellings/steering.props", "--format", "short"],
        &["check", "fixtures/bad/spellings/steering.props", "--format", "github"],
        &["check", "fixtures/bad/spellings/escapes.props", "--format", "github"],
    ]));
}
