//! Shapes of properties, in all ways in which they are written.

use checker::formula::Dialect;
use checker::{Formula, Shape, library, parse_esctl, parse_formula, parse_pattern};
use frontend::FileId;

const FILE: FileId = FileId(0);

fn shape(text: &str) -> String {
    let (logic, text) = text.split_once(": ").unwrap();
    let parsed: Option<Formula> = match logic {
        "esctl" => parse_esctl(FILE, text).value,
        "pattern" => {
            let mut load =
                |name: &str| library::text(name).map(|text| (FileId(1), text.to_owned()));
            parse_pattern(FILE, text, Dialect::Basic, &mut load).value
        }
        _ => parse_formula(FILE, text).value,
    };
    match Shape::of(&parsed.unwrap_or_else(|| panic!("{text} is no formula"))) {
        None => "none".to_owned(),
        Some(Shape::Response { after: None, comes }) => format!("start -> {comes}"),
        Some(Shape::Response { after: Some(after), comes }) => format!("{after} -> {comes}"),
        Some(Shape::Always { after: None, comes }) => format!("always {comes}"),
        Some(Shape::Always { after: Some(after), comes }) => {
            format!("always {comes} behind {after}")
        }
        Some(Shape::Absence(action)) => format!("never {action}"),
        Some(Shape::Possibility(action)) => format!("some {action}"),
        Some(Shape::Universal(_)) => "all runs".to_owned(),
        Some(Shape::Existential(_)) => "some runs".to_owned(),
    }
}

#[test]
fn shapes_are_found_however_they_are_written() {
    let expected = [
        ("esctl: AG ({\"a\"} => AF{\"b\"})", "\"a\" -> \"b\""),
        ("esctl: AG ({\"a\"} => AF{\"b\"} true)", "\"a\" -> \"b\""),
        ("esctl: AG{\"a\"} AF{\"b\"}", "\"a\" -> \"b\""),
        ("esctl: AG{\"a\"} AF{not \"b\"}", "\"a\" -> not \"b\""),
        ("esctl: AF{\"b\" or \"c\"}", "start -> \"b\" or \"c\""),
        ("pattern: response(\"a\", \"b\")", "\"a\" -> \"b\""),
        ("pattern: response(cmd({pay,_}), \"b\") globally", "cmd({pay,_}) -> \"b\""),
        ("pattern: existence(\"b\")", "start -> \"b\""),
        ("mu: [true* . \"a\"] mu X . (<true> true and [not \"b\"] X)", "\"a\" -> \"b\""),
        ("mu: [true*] [\"a\"] mu Y . ([not \"b\"] Y and <true> true)", "\"a\" -> \"b\""),
        (
            "mu: [true* . (\"a\" | \"c\")] mu Y . ([not \"b\"] Y and <true> true)",
            "\"a\" or \"c\" -> \"b\"",
        ),
        (
            "mu: library standard.mcl end_library AFTER_1_INEVITABLE_2 (\"a\", \"b\")",
            "\"a\" -> \"b\"",
        ),
        ("mu: [true* . a(N)] mu X . (<true> true and [not \"b\"] X)", "a(N) -> \"b\""),
        // The value of N is known behind a(N) alone.
        ("mu: [true* . a(N)] mu X . (<true> true and [not b(N)] X)", "none"),
        // A run that ends without b is allowed, or one that goes round without.
        ("mu: [true* . \"a\"] mu X . [not \"b\"] X", "all runs"),
        ("mu: [true* . \"a\"] nu X . (<true> true and [not \"b\"] X)", "none"),
        ("mu: [true* . \"a\" . true* . \"c\"] false", "all runs"),
        ("pattern: response(\"a\", \"b\") after \"c\"", "none"),
        ("mu: [true* . \"a\"] false", "never \"a\""),
        ("mu: [true*] [\"a\"] false", "never \"a\""),
        ("mu: [true*] not <\"a\"> true", "never \"a\""),
        ("mu: not <true* . \"a\"> true", "never \"a\""),
        ("esctl: AG{\"a\"}", "never not \"a\""),
        ("esctl: AG{\"a\"} false", "never \"a\""),
        ("esctl: not EF{\"a\"}", "never \"a\""),
        ("pattern: absence(\"a\")", "never \"a\""),
        ("pattern: universality(\"a\")", "never not \"a\""),
        ("mu: <true* . \"a\"> true", "some \"a\""),
        ("mu: not [true* . \"a\"] false", "some \"a\""),
        ("esctl: EF{\"a\"}", "some \"a\""),
        ("mu: [true*] <true> true", "always true"),
        ("mu: [true* . \"a\"] <true* . \"b\"> true", "always \"b\" behind \"a\""),
        ("mu: [true* . a(N)] <true* . b(N)> true", "none"),
        ("mu: [true*] <\"b\"> true", "none"),
        ("esctl: AG EF{\"b\"}", "always \"b\""),
        ("mu: [\"a\"] false", "all runs"),
        ("mu: not <\"a\" . \"b\"> true and [\"b\"] -|", "all runs"),
        ("mu: <true* . \"a\" . \"b\"> true", "some runs"),
        ("mu: nu X . <not \"b\"> X", "some runs"),
        ("mu: [\"a\"] state(open)", "none"),
    ];
    for (text, wanted) in expected {
        assert_eq!(shape(text), wanted, "{text}");
    }
}
