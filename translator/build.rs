//! Cuts the Erlang sources that are part of the program into functions, so that only those in use are read.
//!
//! Input: `prelude/*.erl`, the loops of behaviours (`../behaviour/src/tables/*.erl`), `results.erl`. Output, in `OUT_DIR`: for
//! the functions and for the results its text, and a table of its functions, or specifications, with their places there.
//! Relies on how these sources are laid out: a form begins in the first column and ends with a full stop at the end of a line
//! (`src/library/sources.rs` compares with what is parsed).
//! `ERL2LTS_PRELUDE_COPIES=N` puts every module in N times more, under other names (`benches/prelude.sh`).

#![allow(clippy::print_stdout, reason = "how a build script speaks to cargo")]

use std::collections::BTreeSet;
use std::error::Error;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Where the loops of behaviours stand that are text.
const LOOPS: &str = "../behaviour/src/tables";

/// A function, or a specification: places are those in the text, from and to.
struct Entry {
    module: String,
    name: String,
    name_at: (usize, usize),
    arity: usize,
    exported: bool,
    at: (usize, usize),
}

/// The text of one table, and what is in it.
#[derive(Default)]
struct Table {
    text: String,
    entries: Vec<Entry>,
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=prelude");
    println!("cargo::rerun-if-changed=results.erl");
    println!("cargo::rerun-if-env-changed=ERL2LTS_PRELUDE_COPIES");
    let copies = env::var("ERL2LTS_PRELUDE_COPIES").map_or(Ok(0), |copies| copies.parse())?;
    let out = PathBuf::from(env::var("OUT_DIR")?);
    println!("cargo::rerun-if-changed={LOOPS}");
    let mut files = fs::read_dir("prelude")?
        .chain(fs::read_dir(LOOPS)?)
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<Vec<_>, _>>()?;
    files.retain(|path| path.extension().is_some_and(|extension| extension == "erl"));
    files.sort();
    let mut functions = Table::default();
    for copy in 0..=copies {
        for file in &files {
            functions.add_module(&fs::read_to_string(file)?, copy)?;
        }
    }
    functions.write(&out, "prelude")?;
    let mut results = Table::default();
    results.add_specs(&fs::read_to_string("results.erl")?)?;
    results.write(&out, "results")
}

impl Table {
    /// The functions of a module.
    fn add_module(&mut self, text: &str, copy: usize) -> Result<(), Box<dyn Error>> {
        let module = between(text, "-module(", ")").ok_or("no module")?;
        let exports: BTreeSet<String> = between(text, "-export([", "])")
            .ok_or("no exports")?
            .split(',')
            .map(|export| export.trim().replace('\'', ""))
            .collect();
        let module = if copy == 0 { module.to_owned() } else { format!("copy_{copy}_{module}") };
        for form in forms(text) {
            let (name_at, rest) = match form.strip_prefix('\'') {
                Some(rest) => ((1, 1 + rest.find('\'').ok_or("no name")?), 1),
                None => ((0, form.find('(').ok_or("no name")?), 0),
            };
            if form.starts_with('-') {
                continue;
            }
            let arity = arity(&form[name_at.1 + rest + 1..]);
            let name = form[name_at.0..name_at.1].to_owned();
            let exported = exports.contains(&format!("{name}/{arity}"));
            let (module, at) = (module.clone(), (0, form.len()));
            self.add(Entry { module, name, name_at, arity, exported, at }, form);
        }
        Ok(())
    }

    /// The specifications of functions of other modules: `-spec module:name(_, _) -> Type.`
    fn add_specs(&mut self, text: &str) -> Result<(), Box<dyn Error>> {
        for form in forms(text) {
            let Some(spec) = form.strip_prefix("-spec ") else { continue };
            let (name, args) = spec.split_once('(').ok_or("no arguments")?;
            let (module, name) = name.split_once(':').ok_or("no module")?;
            let start = "-spec ".len() + module.len() + 1;
            let (name_at, at) = ((start, start + name.len()), (0, form.len()));
            let (module, name) = (module.to_owned(), name.to_owned());
            self.add(Entry { module, name, name_at, arity: arity(args), exported: true, at }, form);
        }
        Ok(())
    }

    /// Adds a form with its entry, whose places are in the form.
    fn add(&mut self, entry: Entry, form: &str) {
        let start = self.text.len();
        let moved = |(from, to): (usize, usize)| (start + from, start + to);
        self.text.push_str(form);
        self.text.push('\n');
        self.entries.push(Entry { name_at: moved(entry.name_at), at: moved(entry.at), ..entry });
    }

    /// Entries stay in the order of the sources; another table has their numbers in the order of their names.
    fn write(&self, out: &Path, name: &str) -> Result<(), Box<dyn Error>> {
        let modules: BTreeSet<&str> =
            self.entries.iter().map(|entry| entry.module.as_str()).collect();
        let modules: Vec<&str> = modules.into_iter().collect();
        let mut order: Vec<usize> = (0..self.entries.len()).collect();
        order.sort_by_key(|&number| {
            let entry = &self.entries[number];
            (&entry.module, &entry.name, entry.arity)
        });
        let mut table = format!(
            "Table {{ text: include_str!(concat!(env!(\"OUT_DIR\"), \"/{name}.erl\")), \
             modules: &{modules:?}, order: &{order:?}, entries: &[\n"
        );
        for Entry { module, name_at, arity, exported, at, .. } in &self.entries {
            let module = modules.binary_search(&module.as_str()).map_err(|_| "no module")?;
            writeln!(
                table,
                "Entry {{ module: {module}, name: {name_at:?}, arity: {arity}, \
                 exported: {exported}, at: {at:?} }},"
            )?;
        }
        table.push_str("] }\n");
        fs::write(out.join(format!("{name}.erl")), &self.text)?;
        fs::write(out.join(format!("{name}.rs")), table)?;
        Ok(())
    }
}

fn between<'t>(text: &'t str, from: &str, to: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(from)?;
    rest.split_once(to).map(|(inside, _)| inside)
}

/// The forms of a source, without comments between them.
fn forms(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut at, mut start) = (0, None);
    for line in text.split_inclusive('\n') {
        let code = line.trim();
        let is_code = !code.is_empty() && !code.starts_with('%');
        if is_code && start.is_none() {
            start = Some(at);
        }
        at += line.len();
        if is_code && code.ends_with('.') {
            found.extend(start.take().map(|start| text[start..at].trim_end()));
        }
    }
    found
}

/// The number of arguments that stand in front of the closing parenthesis.
fn arity(args: &str) -> usize {
    let (mut depth, mut commas, mut empty) = (0_usize, 0, true);
    let mut chars = args.chars();
    while let Some(c) = chars.next() {
        match c {
            ')' if depth == 0 => break,
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            '<' | '>' | ' ' | '\n' => continue,
            ',' if depth == 0 => commas += 1,
            '$' if chars.next() == Some('\\') => {
                chars.next();
            }
            '"' | '\'' => {
                chars.by_ref().find(|&other| other == c);
            }
            _ => {}
        }
        empty = false;
    }
    if empty { 0 } else { commas + 1 }
}
