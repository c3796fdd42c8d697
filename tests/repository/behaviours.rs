//! What is particular to an OTP behaviour stands in its table (`behaviour/`) and nowhere else.
//!
//! Input: all files of the product, Rust and Erlang. A name of a behaviour, of a callback, of a function that sends, a tag of
//! messages or of return tuples in one of them is a complaint, comments and unit tests aside. `init` is not looked for: it is
//! also a word of mCRL2, of `.props` files and of flags.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use behaviour::{Act, Behaviour, INTERFACES, Interface, TABLES, is_own_tag};

/// Ends of the paths of files that may name them, and why.
const EXCEPTIONS: [(&str, &str); 5] = [
    ("src/codes.rs", "pages of `explain` show modules, and have words such as `terminate`"),
    ("src/hunt/emitted/player.erl", "runs a module in OTP's own behaviour, which it calls"),
    ("src/live/monitored/live.erl", "runs beside OTP's own behaviours, whose events it is told"),
    ("translator/prelude/erlang.erl", "says in Erlang what a `receive` sees of the queue"),
    ("translator/src/dump/core.rs", "`terminate` is a word of the dump"),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files of the product, by their paths from the root.
fn product() -> Vec<(String, String)> {
    let crates =
        ["checker", "emit", "frontend", "hunter", "lts", "mcrl", "model", "monitor", "translator"];
    let mut folders: Vec<PathBuf> =
        crates.iter().map(|name| root().join(name).join("src")).collect();
    folders.extend([root().join("src"), root().join("translator/prelude")]);
    let mut files = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|own| own == "rs" || own == "erl") {
                let name = path.strip_prefix(root()).unwrap().to_string_lossy().into_owned();
                files.push((name, fs::read_to_string(path).unwrap()));
            }
        }
    }
    files.sort();
    files
}

/// The words that stand in tables alone; tags of messages aside, which are known by how they begin.
fn words() -> BTreeSet<&'static str> {
    let modules = INTERFACES.into_iter().flat_map(Interface::modules);
    let callbacks = TABLES.into_iter().flat_map(|own| {
        let others = own.callbacks.iter().filter(|callback| **callback != own.first);
        others.filter_map(|callback| callback.function())
    });
    let senders = TABLES.into_iter().flat_map(|own| {
        let functions = own.interface.functions.iter();
        let sends = functions.filter(|own| matches!(own.act, Act::Send(_) | Act::Call(_)));
        // Words of much else.
        sends.map(|own| own.name).filter(|name| !["call", "cast"].contains(name))
    });
    let tags = TABLES.into_iter().flat_map(|own| {
        let shapes = own.untagged.callback.0.shapes.iter();
        shapes.filter(|shape| shape.effects.is_empty()).map(|shape| shape.tag)
    });
    modules.chain(callbacks).chain(senders).chain(tags).collect()
}

/// The lines of an Erlang file without comments.
fn without_comments(text: &str) -> String {
    let code = |line: &str| {
        let is_comment = line.trim_start().starts_with('%');
        let code = line.split(" %").next().filter(|_| !is_comment);
        code.unwrap_or_default().to_owned()
    };
    text.lines().map(code).collect::<Vec<_>>().join("\n")
}

/// What stands in quotes in a Rust file, each line where it was; unit tests aside.
fn quoted(text: &str) -> String {
    let product = text.split("#[cfg(test)]").next().unwrap_or(text);
    let (mut out, mut chars) = (String::new(), product.chars().peekable());
    let mut is_inside = false;
    while let Some(c) = chars.next() {
        match c {
            '\n' => out.push(c),
            '\\' => {
                // What is behind it, such as a quote or the end of the line, is no end.
                out.extend(chars.next().map(|next| if next == '\n' { next } else { ' ' }));
            }
            '"' => {
                is_inside = !is_inside;
                out.push(' ');
            }
            // A quote as a character.
            '\'' if !is_inside && chars.peek() == Some(&'"') => {
                chars.next();
            }
            '/' if !is_inside && chars.peek() == Some(&'/') => {
                out.extend(chars.by_ref().find(|&c| c == '\n'));
            }
            c if is_inside => out.push(c),
            _ => {}
        }
    }
    out
}

/// The lines of a file that name something of a behaviour, with what they name.
fn named(name: &str, text: &str) -> Vec<(usize, String)> {
    let is_erlang = Path::new(name).extension().is_some_and(|own| own == "erl");
    let data = if is_erlang { without_comments(text) } else { quoted(text) };
    let words = words();
    let mut found = Vec::new();
    for (number, line) in data.lines().enumerate() {
        let parts = line.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'));
        let named = parts.filter(|part| words.contains(part) || is_own_tag(part));
        found.extend(named.map(|part| (number + 1, part.to_owned())));
    }
    found
}

#[test]
fn names_of_behaviours_stand_in_their_tables() {
    let (mut complaints, mut needed) = (Vec::new(), BTreeSet::new());
    for (name, text) in product() {
        let found = named(&name, &text);
        let exception = EXCEPTIONS.iter().find(|(end, _)| name.ends_with(end));
        match exception {
            Some((end, _)) if !found.is_empty() => {
                needed.insert(*end);
            }
            Some(_) => {}
            None => {
                let lines = found.iter();
                complaints.extend(lines.map(|(line, word)| format!("{name}:{line}: {word}")));
            }
        }
    }
    let ends = EXCEPTIONS.iter().map(|(end, _)| *end);
    let idle = ends.filter(|end| !needed.contains(end));
    complaints.extend(idle.map(|end| format!("{end} needs no exception any more")));
    assert!(complaints.is_empty(), "ask the table in `behaviour/`:\n{}", complaints.join("\n"));
}

/// A name that is put into a file is found, whatever it is a name of.
#[test]
fn what_is_put_in_is_found() {
    let found = |name, text: &str| named(name, text).into_iter().map(|own| own.1).next();
    let in_rust = |word: &str| found("a.rs", &format!("fn f() -> &str {{ \"{word}\" }}\n"));
    for word in ["gen_fsm", "gen_statem", "handle_info", "$gen_cast", "send_event", "next_state"] {
        assert_eq!(in_rust(word).as_deref(), Some(word));
        assert_eq!(found("a.rs", &format!("// \"{word}\"\n")), None);
        assert_eq!(found("a.erl", &format!("f() -> '{word}'.\n")).as_deref(), Some(word));
        assert_eq!(found("a.erl", &format!("%% {word}\n")), None);
    }
    assert_eq!(in_rust("`p1_fsm:reply/2`").as_deref(), Some("p1_fsm"));
    assert_eq!(found("a.rs", "fn terminate() {}\n"), None);
    assert_eq!(in_rust("fsm_next_state"), None);
    let page = "a\n  //! \\\"b\\\" gen_fsm\n'";
    assert_eq!(named("a.rs", &format!("('\"', \"{page}\")")), [(2, "gen_fsm".to_owned())]);
}

/// The Erlang text of the prelude knows the tags of the tables, and no other ones.
#[test]
fn tags_of_the_prelude_are_those_of_the_tables() {
    let text = fs::read_to_string(root().join("translator/prelude/erlang.erl")).unwrap();
    let own: BTreeSet<&str> = TABLES.into_iter().flat_map(Behaviour::own_tags).collect();
    let found = named("erlang.erl", &text).into_iter().map(|own| own.1);
    let found: BTreeSet<String> = found.filter(|word| is_own_tag(word)).collect();
    assert_eq!(found.iter().map(String::as_str).collect::<BTreeSet<_>>(), own);
}

/// The table of commands in the documents says what the table of the behaviour says.
#[test]
fn commands_are_documented() {
    let text = fs::read_to_string(root().join("docs/commands.md")).unwrap();
    for behaviour in TABLES {
        for message in behaviour.messages.iter().filter(|message| !message.is_timed()) {
            let sender = behaviour.interface.sender(message.wire);
            let sender = sender.map(|own| format!("`{}:{}`", behaviour.name(), own.name));
            let parts = [
                format!("{{{},", message.tag),
                format!("`{}`", message.callback.signature()),
                format!("`{}(", message.command),
            ];
            let parts: Vec<String> = parts.into_iter().chain(sender).collect();
            let is_row = |line: &str| parts.iter().all(|part| line.contains(part.as_str()));
            assert!(text.lines().any(is_row), "{parts:?}");
        }
    }
}
