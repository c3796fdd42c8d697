//! A drawing as a state diagram of `PlantUML`.

use std::fmt::Write as _;

use super::{Drawing, lines};

/// The text of a drawing.
pub(crate) fn text(drawing: &Drawing) -> String {
    let mut out = String::from("@startuml\nhide empty description\n");
    for (number, state) in drawing.states.iter().enumerate() {
        let look = state.look;
        let colours = if look.is_special {
            format!(" {};line:{}", look.inside, look.line.trim_start_matches('#'))
        } else {
            String::new()
        };
        // Writing to a string does not fail.
        let _ = writeln!(out, "state \"{}\" as s{number}{colours}", escaped(&state.title));
    }
    for (number, _) in drawing.states.iter().enumerate().filter(|(_, state)| state.is_start) {
        let _ = writeln!(out, "[*] --> s{number}");
    }
    for arrow in &drawing.arrows {
        let colour =
            if arrow.look.is_special { format!("[{}]", arrow.look.line) } else { String::new() };
        let label = lines(&arrow.label, "\\n", escaped);
        let _ = writeln!(out, "s{} -{colour}-> s{} : {label}", arrow.from, arrow.to);
    }
    out.push_str("@enduml\n");
    out
}

/// A text in which letters, digits and harmless signs stand for themselves and others are numbers, as in HTML.
fn escaped(text: &str) -> String {
    let mut written = String::new();
    for c in text.chars() {
        let is_first = !(c == '_' && written.ends_with('_'));
        if c.is_alphanumeric() || " _(){},.[]+".contains(c) && is_first {
            written.push(c);
        } else {
            let _ = write!(written, "&#{};", u32::from(c));
        }
    }
    written
}
