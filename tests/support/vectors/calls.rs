//! Calls of the prelude's functions on arguments of which one, or a part of one, is not known.
//!
//! Input: how many of each function. Output: snippets that call OTP's function of the name, with values for what is not known,
//! and test result and argument afterwards. Arguments are made as `translator/tests/suite/oracle_prelude.rs` makes them.

use super::Snippet;
use super::snippets::Writer;
use crate::support::file;
use crate::support::generator::Random;
use crate::support::tools::{self, Folder};

/// Writes the calls.
const PLAN: &str = include_str!("plan.erl");

/// Modules whose values OTP lays out in another way: of what they return only the kind is compared.
const OWN_LAYOUT: [&str; 2] = ["dict:", "sets:"];

/// So many calls of each function, each for so many values; nothing where there is no Erlang.
pub fn calls(count: usize, n_values: usize) -> Vec<Snippet> {
    let Some(erl) = tools::on_path("erl") else { return Vec::new() };
    let folder = Folder::new("plan");
    folder.write("plan.erl", PLAN);
    let (prelude, script) =
        (file("translator/prelude"), file("translator/tests/suite/compare.escript"));
    let program = format!(
        "{{ok, plan}} = compile:file(\"plan.erl\"), plan:main({:?}, {:?}, {count}, {n_values}), halt().",
        prelude.to_str().unwrap(),
        script.to_str().unwrap()
    );
    let output = tools::run(folder.path(), &erl, &["-noshell", "-eval", &program]);
    let mut random = Random(7);
    let lines = output.lines().filter_map(|line| line.strip_prefix("call\t"));
    lines.enumerate().map(|(number, line)| snippet(number, line, &mut random)).collect()
}

fn snippet(number: usize, line: &str, random: &mut Random) -> Snippet {
    let mut fields = line.split('\t');
    let call = fields.next().unwrap_or_default();
    let mut writer = Writer::new(random, (number / super::PER_MODULE).is_multiple_of(2));
    let is_laid_out = OWN_LAYOUT.iter().any(|module| call.starts_with(module));
    let result = if is_laid_out { format!("is_tuple({call})") } else { call.to_owned() };
    let (first, second) = (writer.plain_test_of("R"), writer.plain_test_of("X"));
    let body = format!(
        "    X = ext:x(),\n    R = {result},\n    T1 = {first},\n    T2 = {second},\n    out:put(X, R, T1, T2)"
    );
    let value = |text: &str| match text.strip_prefix("{'$pool',") {
        Some(number) => format!("[{{pool,{number}]"),
        None => format!("[{{term,{text}}}]"),
    };
    Snippet { body, vectors: fields.map(value).collect() }
}
