//! The constructs of a module, by the words of Erlang's abstract format.
//!
//! Input: forms as text, with places. Output: a name for each kind of node that occurs: its head,
//! with what tells kinds of it apart. Terms in attributes are no nodes: they have no place.

use std::collections::BTreeSet;

/// Types of elements of binaries.
const BIN_TYPES: [&str; 14] = [
    "big",
    "binary",
    "bits",
    "bitstring",
    "bytes",
    "float",
    "integer",
    "little",
    "native",
    "signed",
    "unsigned",
    "utf16",
    "utf32",
    "utf8",
];

/// Attributes that count one by one; all others count as one kind.
const ATTRIBUTES: [&str; 16] = [
    "behaviour",
    "callback",
    "compile",
    "export",
    "export_type",
    "file",
    "import",
    "module",
    "on_load",
    "opaque",
    "optional_callbacks",
    "record",
    "spec",
    "type",
    "dialyzer",
    "feature",
];

/// The constructs in these forms.
pub fn of(forms: &str) -> BTreeSet<String> {
    let mut constructs = BTreeSet::new();
    for (at, _) in forms.match_indices('{') {
        let inside = &forms[at + 1..];
        let length =
            inside.bytes().take_while(|&b| b.is_ascii_alphanumeric() || b"_'".contains(&b));
        let (head, rest) = inside.split_at(length.count());
        if let Some(rest) = behind_place(rest).filter(|_| !head.is_empty()) {
            constructs.insert(name(head.trim_matches('\''), rest));
        }
    }
    for types in BIN_TYPES {
        for form in [format!(",[{types}]}}"), format!(",[{types},"), format!(",{types}]}}")] {
            if forms.contains(&form) {
                constructs.insert(format!("bin_element {types}"));
            }
        }
    }
    if forms.contains("{unit,") {
        constructs.insert("bin_element unit".to_owned());
    }
    constructs
}

/// What follows `,{Line,Column}`.
fn behind_place(text: &str) -> Option<&str> {
    let inside = text.strip_prefix(",{")?;
    let (place, rest) = inside.split_once('}')?;
    let (line, column) = place.split_once(',')?;
    let number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    (number(line) && number(column)).then_some(rest)
}

/// The name of a node with this head; `rest` stands behind its place.
fn name(head: &str, rest: &str) -> String {
    let rest = rest.strip_prefix(',').unwrap_or(rest);
    let length = rest.find([',', '}', '[', '{']).unwrap_or(rest.len());
    let word = rest[..length].trim_matches('\'');
    match head {
        "op" | "type" => format!("{head} {word}"),
        "attribute" if ATTRIBUTES.contains(&word) => format!("{head} {word}"),
        "attribute" => "attribute of any other name".to_owned(),
        "fun" if rest.starts_with("{function,{") => "fun of a module".to_owned(),
        "fun" if rest.starts_with("{function,") => "fun of this module".to_owned(),
        "map" | "record" if rest.starts_with('{') => format!("{head} update"),
        "clause" => format!("clause{}", guarded(rest)),
        "call" if rest.starts_with("{remote,") => "call of a module".to_owned(),
        _ => head.to_owned(),
    }
}

/// Says of a clause whether it has a guard.
fn guarded(rest: &str) -> &'static str {
    let mut depth = 0_usize;
    for (at, byte) in rest.bytes().enumerate().take(400) {
        match byte {
            b'[' | b'{' => depth += 1,
            b']' | b'}' => depth = depth.saturating_sub(1),
            b',' if depth == 0 => {
                return if rest[at + 1..].starts_with("[]") { "" } else { " with guard" };
            }
            _ => {}
        }
    }
    ""
}
