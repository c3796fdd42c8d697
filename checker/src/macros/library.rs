//! The libraries of macros that are built in.

/// A library.
struct Library {
    name: &'static str,
    text: &'static str,
}

const ALL: [Library; 3] = [
    Library { name: "standard.mcl", text: include_str!("../../libraries/standard.mcl") },
    Library { name: "actl.mcl", text: include_str!("../../libraries/actl.mcl") },
    Library { name: "patterns.mcl", text: include_str!("../../libraries/patterns.mcl") },
];

/// The names of the libraries.
pub const NAMES: [&str; 3] = [ALL[0].name, ALL[1].name, ALL[2].name];

/// The text of a library.
pub fn text(name: &str) -> Option<&'static str> {
    ALL.iter().find(|library| library.name == name).map(|library| library.text)
}

/// The library that defines a macro.
pub(crate) fn defining(name: &str) -> Option<&'static str> {
    let defines = |library: &&Library| {
        library.text.lines().any(|line| {
            let mut words = line.split([' ', '(']).filter(|word| !word.is_empty());
            words.next() == Some("macro") && words.next() == Some(name)
        })
    };
    ALL.iter().find(defines).map(|library| library.name)
}
