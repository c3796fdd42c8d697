//! Emitted tests, run by real Erlang.
//!
//! Input: sources of modules and of their tests. Output: what each test shows, a line each: the name of the test and
//! `mended`, the defect, or `{wrong, Why}`.

use std::path::{Path, PathBuf};
use std::thread;

use crate::support::tools::{self, Folder};

/// Erlangs that run at once: tests mostly wait for timers, and each stands for other modules than the next, so that two of them do not
/// go into one.
const N_RUNNERS: usize = 4;

/// What runs emitted tests one after the other, and says what each of them shows.
const RUNNER: &str = "
-module(runner).
-export([main/1]).

main(Modules) -> [one(list_to_atom(Module)) || Module <- Modules].

one(Module) ->
    Shown = try Module:run() of
        ok -> mended
    catch
        error:{defect, Defect} -> Defect;
        error:Other -> {wrong, Other}
    end,
    io:format(\"= ~s ~0p~n\", [Module, Shown]).
";

/// What these tests show, in the order of their names; `None` where there is no Erlang.
pub(super) fn shown(
    folder: &Folder,
    mut sources: Vec<PathBuf>,
    names: &[&str],
) -> Option<Vec<String>> {
    let (erl, erlc) = (tools::on_path("erl")?, tools::on_path("erlc")?);
    sources.push(folder.write("runner.erl", RUNNER));
    let mut args = vec!["+nowarn_deprecated_function"];
    args.extend(sources.iter().map(|source| source.to_str().unwrap()));
    tools::run(folder.path(), &erlc, &args);
    let shares = names.chunks(names.len().div_ceil(N_RUNNERS).max(1));
    let lines = thread::scope(|scope| {
        let (folder, erl) = (folder.path(), &erl);
        let run = |names| scope.spawn(move || run(folder, erl, names));
        let runners: Vec<_> = shares.map(run).collect();
        runners.into_iter().flat_map(|runner| runner.join().unwrap()).collect()
    });
    Some(lines)
}

/// What some tests show, run by one Erlang.
fn run(folder: &Path, erl: &Path, names: &[&str]) -> Vec<String> {
    let begin = ["-noshell", "-kernel", "logger_level", "none", "-run", "runner", "main"];
    let args = [&begin[..], names, &["-s", "init", "stop"]].concat();
    let lines = tools::run(folder, erl, &args);
    lines.lines().filter_map(|line| line.strip_prefix("= ")).map(str::to_owned).collect()
}
