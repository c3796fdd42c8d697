//! How atoms are written in Erlang source.

/// Words that an unquoted atom must not be.
const RESERVED: [&str; 28] = [
    "after", "and", "andalso", "band", "begin", "bnot", "bor", "bsl", "bsr", "bxor", "case",
    "catch", "cond", "div", "end", "fun", "if", "let", "maybe", "not", "of", "or", "orelse",
    "receive", "rem", "try", "when", "xor",
];

/// The atom with this text, quoted where Erlang needs quotes.
pub fn quoted(text: &str) -> String {
    let mut chars = text.chars();
    let plain = chars.next().is_some_and(|first| first.is_ascii_lowercase())
        && chars.all(|char| char.is_ascii_alphanumeric() || char == '_' || char == '@')
        && (!RESERVED.contains(&text) || text == "maybe");
    if plain {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\\', "\\\\").replace('\'', "\\'"))
    }
}
