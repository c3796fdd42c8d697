//! What is particular to an OTP behaviour stands in its table (`behaviour/`) and nowhere else.
//!
//! Input: all files of the product, Rust and Erlang. A name of a behaviour, of a callback, of a function that sends, a tag of
//! messages or of return tuples in one of them is a complaint, comments and unit tests aside. `init` is not looked for: it is
//! also a word of mCRL2, of `.props` files and of flags.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use behaviour::{Act, BEHAVIOURS, INTERFACES, is_own_tag};

/// Files that may name them, and why.
const EXCEPTIONS: [(&str, &str); 7] = [
    ("emit/src/codes.rs", "pages of `explain` show modules"),
    ("hunter/src/codes.rs", "pages of `explain` show modules"),
    ("src/codes.rs", "pages of `explain` show modules"),
    ("translator/src/codes.rs", "pages of `explain` show modules"),
    ("src/emitted/player.erl", "runs a module in OTP's own behaviour, which it calls"),
    ("translator/prelude/erlang.erl", "says in Erlang what a `receive` sees of the queue"),
    ("translator/src/dump/core.rs", "`terminate` is a word of the dump"),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The files of the product, by their paths from the root.
fn product() -> Vec<(String, String)> {
    let crates = ["checker", "emit", "frontend", "hunter", "lts", "mcrl", "model", "translator"];
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
    let modules = INTERFACES.into_iter().flat_map(|own| own.modules());
    let callbacks = BEHAVIOURS.into_iter().flat_map(|own| {
        let others = own.callbacks.iter().filter(|callback| **callback != own.first);
        others.filter_map(|callback| callback.function())
    });
    let senders = BEHAVIOURS.into_iter().flat_map(|own| {
        let functions = own.interface.functions.iter();
        let sends = functions.filter(|own| matches!(own.act, Act::Send(_) | Act::Call(_)));
        sends.map(|own| own.name)
    });
    let tags = BEHAVIOURS.into_iter().flat_map(|own| {
        let shapes = own.untagged.callback.0.shapes.iter();
        shapes.filter(|shape| shape.effects.is_empty()).map(|shape| shape.tag)
    });
    modules.chain(callbacks).chain(senders).chain(tags).collect()
}

/// The text of a line that is data: what stands in quotes in Rust, all but comments in Erlang.
fn data(line: &str, is_erlang: bool) -> String {
    let code = line.trim_start();
    if code.starts_with(if is_erlang { "%" } else { "//" }) {
        return String::new();
    }
    if is_erlang {
        return code.split(" %").next().unwrap_or(code).to_owned();
    }
    let code = code.replace("\\\"", "");
    let code = code.split(" // ").next().unwrap_or(&code);
    code.split('"').skip(1).step_by(2).collect::<Vec<_>>().join(" ")
}

/// The lines of a file that name something of a behaviour, with what they name.
fn named(name: &str, text: &str) -> Vec<(usize, String)> {
    let is_erlang = name.ends_with(".erl");
    let product = text.split("#[cfg(test)]").next().unwrap_or(text);
    let words = words();
    let mut found = Vec::new();
    for (number, line) in product.lines().enumerate() {
        let data = data(line, is_erlang);
        let parts = data.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'));
        let named = parts.filter(|part| words.contains(part) || is_own_tag(part));
        found.extend(named.map(|part| (number + 1, part.to_owned())));
    }
    found
}

#[test]
fn names_of_behaviours_stand_in_their_tables() {
    let mut complaints = Vec::new();
    for (name, text) in product() {
        let found = named(&name, &text);
        let is_exception = EXCEPTIONS.iter().any(|(path, _)| *path == name);
        if is_exception && found.is_empty() {
            complaints.push(format!("{name} needs no exception any more"));
        }
        if !is_exception {
            let lines = found.iter();
            complaints.extend(lines.map(|(line, word)| format!("{name}:{line}: {word}")));
        }
    }
    assert!(complaints.is_empty(), "ask the table in `behaviour/`:\n{}", complaints.join("\n"));
}

#[test]
fn exceptions_are_files() {
    let missing = EXCEPTIONS.iter().filter(|(path, _)| !root().join(path).exists());
    assert_eq!(missing.map(|(path, _)| *path).collect::<Vec<_>>(), Vec::<&str>::new());
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
}

/// The Erlang text of the prelude knows the tags of the tables, and no other ones.
#[test]
fn tags_of_the_prelude_are_those_of_the_tables() {
    let text = fs::read_to_string(root().join("translator/prelude/erlang.erl")).unwrap();
    let own: BTreeSet<&str> = BEHAVIOURS.into_iter().flat_map(|own| own.own_tags()).collect();
    let found = named("erlang.erl", &text).into_iter().map(|own| own.1);
    let found: BTreeSet<String> = found.filter(|word| is_own_tag(word)).collect();
    assert_eq!(found.iter().map(String::as_str).collect::<BTreeSet<_>>(), own);
}
