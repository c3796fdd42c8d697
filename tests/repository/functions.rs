//! What is known of a function of OTP stands in its row of the table (`translator/src/library/functions.rs`).
//!
//! Input: the Rust sources of `translator/` and `hunter/`. A list of strings there, or of alternatives in a pattern, that
//! names three functions of the table or more is a complaint, unit tests aside: a column is to say what these have in
//! common. Lists of one or two names, and functions without a row, are not found.

use std::fs;
use std::path::Path;

use translator::library::functions::is_listed;

use crate::tidy::sources;

/// Ends of the paths of files that may have such lists, and why.
const EXCEPTIONS: [(&str, &str); 5] = [
    ("translator/src/analysis/timer_text.rs", "has a tag for each function that starts a timer"),
    (
        "translator/src/lower/call/auto_import.rs",
        "has the rules of the compiler on built-in functions",
    ),
    ("translator/src/lower/call/built_in.rs", "says of each of them what it computes"),
    ("translator/src/lower/message/delivery.rs", "knows the arguments of each in their places"),
    ("translator/src/lower/pattern/guard.rs", "has the language's functions for guards"),
];

/// Names that make a list one of functions.
const MANY: usize = 3;

/// The lists of strings in a text: what stands in quotes with nothing but commas and bars between.
fn lists(text: &str) -> Vec<Vec<&str>> {
    let mut lists = vec![Vec::new()];
    // Every second part stands in quotes.
    for (number, part) in text.split('"').enumerate() {
        let is_inside = number % 2 == 1;
        if is_inside {
            lists.last_mut().unwrap().push(part);
        } else if !part.chars().all(|c| c.is_whitespace() || matches!(c, ',' | '|')) {
            lists.push(Vec::new());
        }
    }
    lists
}

/// A text without its unit tests, comments and quotes that are no strings.
fn product(text: &str) -> String {
    let product = text.split("#[cfg(test)]").next().unwrap_or(text);
    let code = product.lines().map(|line| line.split("//").next().unwrap_or(line));
    code.collect::<Vec<_>>().join("\n").replace("\\\"", "").replace("'\"'", "")
}

/// The functions that a list names, where that is a list of functions.
fn named<'t>(list: &[&'t str]) -> Option<Vec<&'t str>> {
    let names: Vec<&str> = list.iter().copied().filter(|name| is_listed(name)).collect();
    (names.len() >= MANY).then_some(names)
}

#[test]
fn lists_of_functions_stand_in_their_table() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut complaints, mut idle) = (Vec::new(), EXCEPTIONS.to_vec());
    for path in ["translator/src", "hunter/src"].iter().flat_map(|own| sources(&root.join(own))) {
        let text = product(&fs::read_to_string(&path).unwrap());
        let lists = lists(&text);
        let found: Vec<_> = lists.iter().filter_map(|list| named(list)).collect();
        if !found.is_empty() {
            idle.retain(|(end, _)| !path.ends_with(end));
        }
        if !EXCEPTIONS.iter().any(|(end, _)| path.ends_with(end)) {
            let line = |names: &Vec<&str>| format!("{}: {}", path.display(), names.join(" "));
            complaints.extend(found.iter().map(line));
        }
    }
    complaints.extend(idle.iter().map(|(end, _)| format!("{end} needs no exception any more")));
    assert!(complaints.is_empty(), "ask the table of functions:\n{}", complaints.join("\n"));
}

#[test]
fn a_list_that_is_put_in_is_found() {
    let found = |text: &str| lists(&product(text)).iter().any(|list| named(list).is_some());
    assert!(found("const STARTS: [&str; 3] = [\"spawn\", \"spawn_link\",\n    \"spawn_opt\"];"));
    assert!(found("matches!(name, \"link\" | \"monitor\" | \"no_function\" | \"send\")"));
    assert!(!found("[\"spawn\", \"spawn_link\"]; [\"spawn_opt\"]"));
    assert!(!found("// \"link\", \"monitor\", \"send\"\n"));
}
