//! Emitted tests, run by real Erlang.
//!
//! Input: sources of modules and of their tests. Output: what each test shows, a line each: the name of the test and
//! `mended`, the defect, or `{wrong, Why}`.

use std::fmt::Write as _;
use std::path::PathBuf;

use crate::support::tools::{self, Folder};

/// What runs emitted tests one after the other, and says what each of them shows.
const RUNNER: &str = "
-module(runner).
-export([main/0]).

main() -> [one(Module) || Module <- modules()].

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
    let mut runner = RUNNER.to_owned();
    let _ = writeln!(runner, "modules() -> [{}].", names.join(", "));
    sources.push(folder.write("runner.erl", &runner));
    let mut args = vec!["+nowarn_deprecated_function"];
    args.extend(sources.iter().map(|source| source.to_str().unwrap()));
    tools::run(folder.path(), &erlc, &args);
    let quiet = ["-noshell", "-kernel", "logger_level", "none", "-s", "runner", "main"];
    let real = tools::run(folder.path(), &erl, &[&quiet[..], &["-s", "init", "stop"]].concat());
    Some(real.lines().filter_map(|line| line.strip_prefix("= ")).map(str::to_owned).collect())
}
