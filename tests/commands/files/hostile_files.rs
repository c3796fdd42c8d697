//! Files that are no modules, or hardly: a message or an empty module, at once.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A folder of this test alone.
fn scratch(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Exit code and messages.
fn run(folder: &Path, args: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_erl2lts"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn modules() {
    let folder = scratch("hostile_modules");
    fs::create_dir(folder.join("folder.erl")).unwrap();
    fs::write(folder.join("nul.erl"), "f() -> a\0b.\n").unwrap();
    fs::File::create(folder.join("large.erl")).unwrap().set_len((64 << 20) + 1).unwrap();
    let refused =
        [("folder", "directory"), ("nul", "text file"), ("large", "64 MB"), ("gone", "not exist")];
    for (name, reason) in refused {
        for command in ["forms", "translate", "check"] {
            let (code, messages) = run(&folder, &[command, &format!("{name}.erl")]);
            assert_eq!(code, Some(2), "{command} {name}: {messages}");
            assert!(messages.contains("E0501") && messages.contains(reason), "{messages}");
        }
    }
    fs::write(folder.join("empty.erl"), "").unwrap();
    fs::write(folder.join("bom.erl"), "\u{FEFF}").unwrap();
    fs::write(folder.join("returns.erl"), "-module(returns).\rf() ->\r  ok.\r").unwrap();
    fs::write(folder.join("latin1.erl"), b"%% coding: latin-1\nf() -> \"\xE9\xFF\".\n").unwrap();
    for name in ["empty.erl", "bom.erl", "returns.erl", "latin1.erl"] {
        for format in ["erlang", "tree", "source"] {
            let outcome = run(&folder, &["forms", name, "--format", format]);
            assert_eq!(outcome, (Some(0), String::new()), "{name}");
        }
        // What gets events has to be a machine.
        for command in ["translate", "lts", "check"] {
            let (code, messages) = run(&folder, &[command, name]);
            assert_eq!(code, Some(2), "{command} {name}: {messages}");
            assert!(messages.starts_with("error[E0201"), "{messages}");
        }
    }
}

/// OTP's compiler refuses what is no UTF-8 and does not say so; what says so is as it says.
#[test]
fn encodings() {
    let folder = scratch("hostile_encodings");
    let texts: [(&str, &[u8]); 4] = [
        ("silent.erl", b"-module(silent).\n%% caf\xE9\nf() -> \"\xE9\".\n"),
        ("wrong.erl", b"%% coding: utf-8\nf() -> \"\xE9\".\n"),
        ("stated.erl", b"%% coding: latin-1\nf() -> \"\xC3\xA9\".\n"),
        ("header.erl", b"-include(\"h.hrl\").\nf() -> ?X.\n"),
    ];
    for (name, text) in texts {
        fs::write(folder.join(name), text).unwrap();
    }
    fs::write(folder.join("h.hrl"), b"-define(X, \"\xE9\").\n").unwrap();
    let place = |file: &str| {
        let (code, messages) = run(&folder, &["forms", file, "--messages", "short"]);
        assert_eq!(code, Some(0), "{messages}");
        messages.split(" warning[W0510]").next().map(str::to_owned)
    };
    assert_eq!(place("silent.erl").as_deref(), Some("silent.erl:2:7:"));
    assert_eq!(place("wrong.erl").as_deref(), Some("wrong.erl:2:9:"));
    assert_eq!(place("header.erl").as_deref(), Some("h.hrl:1:13:"));
    assert_eq!(place("stated.erl").as_deref(), Some(""));
    let program = Command::new(env!("CARGO_BIN_EXE_erl2lts"));
    let forms = { program }.args(["forms", "stated.erl"]).current_dir(&folder).output().unwrap();
    assert!(String::from_utf8(forms.stdout).unwrap().contains("{string,2,\"\u{C3}\u{A9}\"}"));
}

#[test]
fn headers() {
    let folder = scratch("hostile_headers");
    fs::create_dir(folder.join("folder.hrl")).unwrap();
    fs::write(folder.join("nul.hrl"), "a\0").unwrap();
    fs::File::create(folder.join("large.hrl")).unwrap().set_len((64 << 20) + 1).unwrap();
    let names = ["folder.hrl", "nul.hrl", "large.hrl", "gone.hrl", "", "/"];
    let includes = names.map(|name| format!("-include(\"{name}\").")).join("\n");
    fs::write(folder.join("m.erl"), format!("-module(m).\n{includes}\nf() -> ok.\n")).unwrap();
    let (code, messages) = run(&folder, &["forms", "m.erl"]);
    assert_eq!(code, Some(0), "{messages}");
    assert_eq!(messages.matches("warning[W0101]").count(), names.len(), "{messages}");
    assert!(messages.contains("text file") && messages.contains("64 MB"), "{messages}");
}
