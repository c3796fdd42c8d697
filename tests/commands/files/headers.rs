//! Where the command line finds headers and macros.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A folder of its own, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("erl2lts-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn write(&self, name: &str, text: &str) -> &Self {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
        self
    }

    /// Standard output and messages of a run in a subfolder.
    fn run(&self, folder: &str, args: &[&str]) -> (String, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_erl2lts"))
            .args(args)
            .args(["--messages", "short"])
            .current_dir(self.0.join(folder))
            .env("ERL_LIBS", self.0.join("elsewhere"))
            .output()
            .unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (text(output.stdout), text(output.stderr))
    }

    /// The source of a module behind the preprocessor; there must be no messages.
    fn source(&self, folder: &str, args: &[&str]) -> String {
        let (out, messages) = self.run(folder, &[&["forms", "--format", "source"], args].concat());
        assert_eq!(messages, "");
        out
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn a_project_of_rebar() {
    let folder = Folder::new("rebar");
    folder
        .write(
            "rebar.config",
            "{erl_opts, [debug_info, {i, \"extra\"}, {d, 'FLAG'}, {d, limit, {a, [1]}}]}.\n{deps, []}.\n",
        )
        .write("extra/extra.hrl", "-define(EXTRA, extra).\n")
        .write("apps/door/include/door.hrl", "-define(DOOR, door).\n-include(\"inner.hrl\").\n")
        .write("apps/door/include/inner.hrl", "-define(INNER, inner).\n")
        .write("apps/lock/include/lock.hrl", "-define(LOCK, lock).\n")
        .write("_build/default/lib/dep/include/dep.hrl", "-define(DEP, dep).\n")
        .write("elsewhere/far-1.9.0/include/far.hrl", "-define(FAR, old).\n")
        .write("elsewhere/far-1.10.0/include/far.hrl", "-define(FAR, new).\n")
        .write("otp/lib/odd-2.0/include/odd.hrl", "-define(ODD, odd).\n")
        .write("otp/lib/odd-2.0/src/odder.hrl", "-define(ODDER, odder).\n")
        .write("apps/door/misc/misc.hrl", "-define(MISC, misc).\n")
        .write("flags/flags.hrl", "-define(FLAGS, flags).\n")
        .write(
            "apps/door/src/door.erl",
            "-module(door).\n\
             -include(\"door.hrl\").\n-include(\"extra.hrl\").\n-include(\"flags.hrl\").\n\
             -include(\"misc.hrl\").\n-include(\"../../odd/src/odder.hrl\").\n\
             -include(\"lock.hrl\").\n-include_lib(\"lock/include/lock.hrl\").\n\
             -include_lib(\"dep/include/dep.hrl\").\n-include_lib(\"far/include/far.hrl\").\n\
             -include_lib(\"odd/include/odd.hrl\").\n\
             f() -> {?DOOR, ?INNER, ?EXTRA, ?FLAGS, ?LOCK, ?DEP, ?FAR, ?ODD, ?FLAG, ?limit, ?SET, ?MISC, ?ODDER}.\n",
        );
    let macros = folder.0.join("apps/lock/include/lock.hrl");
    let guarded = "-ifndef(LOCK).\n-define(LOCK, lock).\n-endif.\n";
    fs::write(macros, guarded).unwrap();
    let expected =
        "{door, inner, extra, flags, lock, dep, new, odd, true, {a, [1]}, 7, misc, odder}";
    for (place, file, up) in
        [("apps/door/src", "door.erl", "../../.."), ("", "apps/door/src/door.erl", ".")]
    {
        let (flags, otp) = (format!("{up}/flags"), format!("{up}/otp"));
        let args = [file, "-I", &flags, "-D", "SET=7", "--otp-root", &otp];
        let source = folder.source(place, &args);
        assert!(source.contains(expected), "{place}: {source}");
    }
}

/// An application is found by its own name where its folder has another one.
#[test]
fn headers_of_an_application_in_any_folder() {
    let folder = Folder::new("checkout");
    folder.write("door-1.0-fork/src/door.app.src", "{application, door, []}.\n");
    folder.write("door-1.0-fork/include/door.hrl", "-define(DOOR, found).\n");
    folder.write(
        "door-1.0-fork/src/door.erl",
        "-module(door).\n-include_lib(\"door/include/door.hrl\").\nf() -> ?DOOR.\n",
    );
    assert!(folder.source("", &["door-1.0-fork/src/door.erl"]).contains("found"));
}

#[test]
fn headers_of_otp() {
    if !Path::new("/usr/lib/erlang/lib").is_dir() {
        return;
    }
    let folder = Folder::new("otp");
    folder.write(
        "m.erl",
        "-module(m).\n-include_lib(\"kernel/include/file.hrl\").\nf() -> #file_info{}.\n",
    );
    assert!(folder.source("", &["m.erl"]).contains("-record(file_info"));
}

#[test]
fn arguments_of_missing_macros() {
    let folder = Folder::new("arguments");
    folder.write(
        "m.erl",
        "-module(m).\n-behaviour(gen_fsm).\n-include(\"gone.hrl\").\n\
         f(X) -> ?TIME(m, f, (X, ?GONE(X))).\ng(X) -> ?TIME(m, f, ?GONE(X)), ?TRY(X, foo; bar -> 1).\n",
    );
    let (_, messages) = folder.run("", &["translate", "m.erl"]);
    let about = |what: &str| messages.lines().filter(|line| line.contains(what)).count();
    assert!(!messages.contains("E0105"), "{messages}");
    assert_eq!(about("the arguments of the undefined macro TIME are left out"), 1, "{messages}");
    assert_eq!(about("the arguments of the undefined macro TRY are left out"), 1, "{messages}");
    assert_eq!(about("the macro GONE/1 is not defined: each use counts"), 1, "{messages}");
    assert_eq!(about("the macro TIME/3 is not defined: each use counts"), 1, "{messages}");
}

/// What the arguments of a missing macro may bind has an unknown value behind it; other variables have none.
#[test]
fn variables_of_missing_macros() {
    let folder = Folder::new("variables");
    let module = |last: &str| {
        format!(
            "-module(m).\n-behaviour(gen_fsm).\n-export([init/1, a/2]).\n-include(\"gone.hrl\").\n\
             init(_) -> {{ok, a, 0}}.\n\
             a(X, N) -> ?LET(Y = X, foo; bar -> Z), ?WITH({{ok, V}}, N), out:got(Y, Z, V), {last}.\n"
        )
    };
    folder.write("m.erl", &module("{next_state, a, N}"));
    let flags = ["--commands", "[go]", "--init", "0"];
    let (labels, messages) = folder.run("", &[&["lts", "m.erl"], &flags[..]].concat());
    assert!(!messages.contains("E0205"), "{messages}");
    assert!(labels.contains("got(?1,?2,?3)"), "{labels}");
    folder.write("m.erl", &module("{next_state, a, Other}"));
    let (_, messages) = folder.run("", &[&["lts", "m.erl"], &flags[..]].concat());
    assert!(messages.contains("variable `Other` has no value here"), "{messages}");
}

/// So have those of a missing macro that stands for a pattern, whatever other clauses there are.
#[test]
fn patterns_of_missing_headers() {
    let folder = Folder::new("patterns");
    folder.write(
        "m.erl",
        "-module(m).\n-behaviour(gen_fsm).\n-export([init/1, a/2]).\n-include(\"gone.hrl\").\n\
         init(_) -> {ok, a, 0}.\n\
         a(X, N) -> out:got(t(X, N)), {next_state, a, N}.\n\
         t(?PAIR(A, _, B), X) -> {A, B, X};\n\
         t(#{pair := ?PAIR(A, _, _)}, _) -> A;\n\
         t(_, X) -> X.\n",
    );
    let flags = ["--commands", "{any_of,[go,#{pair => 1}]}", "--init", "0"];
    let (labels, messages) = folder.run("", &[&["lts", "m.erl"], &flags[..]].concat());
    assert!(!messages.contains("E0205"), "{messages}");
    for expected in ["got({?1,?2,0})", "got(?1)", "got(0)"] {
        assert!(labels.contains(expected), "{expected}: {labels}");
    }
}

/// A guard that a missing header defines may hold or not, and does nothing that could be missing.
#[test]
fn guards_of_missing_headers() {
    let folder = Folder::new("guards");
    let module = |guard: &str| {
        format!(
            "-module(m).\n-behaviour(gen_fsm).\n-export([init/1, a/2]).\n-include(\"gone.hrl\").\n\
             init(_) -> {{ok, a, 0}}.\n\
             a(X, N) when {guard} -> out:yes(X), {{next_state, a, N}};\n\
             a(X, N) -> out:no(X), {{next_state, a, N}}.\n"
        )
    };
    for guard in ["is_fine(X)", "?IS_FINE(X)", "X < 0; is_fine(X), ?IS_GOOD(X)"] {
        folder.write("m.erl", &module(guard));
        let flags = ["--commands", "[go]", "--init", "0"];
        let (labels, messages) = folder.run("", &[&["lts", "m.erl"], &flags[..]].concat());
        assert!(labels.contains("\"yes(go)\"") && labels.contains("\"no(go)\""), "{labels}");
        assert!(messages.contains("W0208") && !messages.contains("W0209"), "{messages}");
    }
}

#[test]
fn what_is_missing() {
    let folder = Folder::new("missing");
    folder.write("m.erl", "-module(m).\n-include(\"gone.hrl\").\nf() -> ?GONE.\n").write(
        "n.erl",
        "-module(n).\n-include(\"sub\").\n-include(\"binary.hrl\").\n-include(\"n.erl\").\n",
    );
    folder.write("sub/x", "").write("binary.hrl", "\0");
    let (_, messages) = folder.run("", &["forms", "m.erl"]);
    let lines: Vec<&str> = messages.lines().collect();
    assert_eq!(
        lines,
        [
            "m.erl:2:10: warning[W0101]: the header \"gone.hrl\" is not found \
             (its macros and records are unknown; looked in `.` and the folders above)",
            "m.erl:3:8: error[E0111]: the macro GONE is not defined"
        ]
    );
    let (_, messages) = folder.run("", &["translate", "m.erl"]);
    assert!(messages.contains("warning[W0104]") && !messages.contains("E0111"), "{messages}");
    let fsm = "-module(f).\n-behaviour(gen_fsm).\n-export([init/1, s/2]).\n-include(\"gone.hrl\").\ninit(D) -> {ok, s, D}.\n\
               s(_, D) -> {next_state, s, trace(D)}.\n";
    folder.write("f.erl", fsm).write("g.erl", &fsm.replace("-include(\"gone.hrl\").", "\n"));
    let (out, messages) = folder.run("", &["check", "f.erl"]);
    assert!(
        out.starts_with("hunt      f: 1 state") && !messages.contains("error"),
        "{out}{messages}"
    );
    let (_, messages) = folder.run("", &["translate", "f.erl", "--init", "0", "--commands", "[a]"]);
    assert!(messages.contains("W0209") && messages.contains("`trace/1`"), "{messages}");
    let cut = fsm.replace("-include(\"gone.hrl\").", "-compile({parse_transform, cut}).");
    folder.write("f.erl", &cut.replace("trace(D)", "m:f(_, D)"));
    let (out, messages) = folder.run("", &["check", "f.erl"]);
    assert!(out.starts_with("hunt      f: ") && !messages.contains("E0205"), "{out}{messages}");
    let (_, messages) = folder.run("", &["check", "g.erl"]);
    assert!(messages.contains("error[E0209]: function `trace/1` is not defined"), "{messages}");
    let (_, messages) = folder.run("", &["forms", "n.erl"]);
    assert!(messages.contains("cannot read `binary.hrl`: it is not a text file"), "{messages}");
    assert!(messages.contains("the header \"sub\" is not found"), "{messages}");
    assert!(messages.contains("n.erl:4:10: error[E0118]"), "{messages}");
    let (_, messages) = folder.run("", &["forms", "m.erl", "-D", "1=2"]);
    assert!(messages.contains("error[E0114]: `1` cannot be the name of a macro"), "{messages}");
}
