//! The examples of the README and of the guides, run as they stand.
//!
//! Every block fenced as `console` holds calls, each behind `$ ` and followed by what it prints on stdout; `…` ends
//! a cut output. Blocks fenced as `console mcrl2` hold calls of mCRL2's tools too, and are run where `MCRL2_PATH`
//! names their folder. A table whose last columns are `example` and `verdict` holds formulas: each is put in place
//! of `EXAMPLE` into the call that stands above the table. With `INSTA_UPDATE=always` blocks fenced as `console` get what their calls print.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A test for each document that has examples, and the list of them.
macro_rules! documents {
    ($($name:ident: $document:literal,)*) => {
        $(
            #[test]
            fn $name() {
                check($document);
            }
        )*

        const TESTED: &[&str] = &[$($document),*];
    };
}

documents! {
    the_readme: "README.md",
    changes: "docs/changes.md",
    commands: "docs/commands.md",
    erlang: "docs/erlang.md",
    formal: "docs/formal.md",
    interchange: "docs/interchange.md",
    language: "docs/language.md",
    monitors: "docs/monitors.md",
    projects: "docs/projects.md",
    simulator: "docs/simulator.md",
    properties: "docs/properties.md",
    report: "docs/report.md",
    specifications: "docs/specifications.md",
    team: "docs/team.md",
}

/// Fences of blocks with calls.
const FENCES: [&str; 2] = ["```console", "```console mcrl2"];

/// The tools that blocks fenced as `console mcrl2` call.
const MCRL2: &[&str] =
    &["mcrl22lps", "lps2lts", "ltscompare", "ltsconvert", "lps2pbes", "lts2pbes", "pbessolve"];

/// What a verdict says, the longer words first.
const VERDICTS: [&str; 4] = ["possibly holds", "possibly violated", "holds", "violated"];

/// A call and the lines that it is said to print.
struct Example {
    command: String,
    expected: Vec<String>,
}

/// Warnings of formulas that say nothing about their system.
const EMPTY: [&str; 5] = ["[W0403]", "[W0405]", "[W0408]", "[W0409]", "[W0410]"];

/// Formulas with their verdicts, and the call whose last argument each of them stands in, for `EXAMPLE`.
struct Table {
    call: String,
    rows: Vec<(String, String)>,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn text_of(document: &str) -> String {
    fs::read_to_string(root().join(document)).unwrap()
}

/// The examples in blocks with this fence.
fn examples(text: &str, fence: &str) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if line.starts_with("```") {
            inside = line == fence;
        } else if inside && let Some(command) = line.strip_prefix("$ ") {
            examples.push(Example { command: command.to_owned(), expected: Vec::new() });
        } else if inside && let Some(example) = examples.last_mut() {
            example.expected.push(line.to_owned());
        }
    }
    examples
}

/// The cells of a row of a table; a bar behind a backslash belongs to its cell.
fn cells(line: &str) -> Vec<String> {
    let row = line.trim().trim_matches('|').replace("\\|", "\u{0}");
    row.split('|').map(|cell| cell.trim().replace('\u{0}', "|")).collect()
}

/// The tables of formulas.
fn tables(text: &str) -> Vec<Table> {
    let (mut tables, mut call, mut inside): (Vec<Table>, _, _) = (Vec::new(), None, false);
    for line in text.lines() {
        let cells = cells(line);
        if line.starts_with("    erl2lts ") && line.contains("EXAMPLE") {
            call = Some(line.trim().to_owned());
        } else if !line.starts_with('|') {
            inside = false;
        } else if cells.ends_with(&["example".to_owned(), "verdict".to_owned()]) {
            let call = call.clone().unwrap_or_else(|| panic!("no call above {line}"));
            tables.push(Table { call, rows: Vec::new() });
            inside = true;
        } else if inside && !line.starts_with("|--") {
            let [.., example, verdict] = &cells[..] else { panic!("{line}") };
            let row = (example.trim_matches('`').to_owned(), verdict.clone());
            tables.last_mut().unwrap().rows.push(row);
        }
    }
    tables
}

/// Runs a call in a shell, as the reader would, with these tools at hand.
fn run(command: &str, folder: &Path, tools: Option<&Path>) -> Output {
    let binary = Path::new(env!("CARGO_BIN_EXE_erl2lts")).parent().unwrap();
    let folders = [Some(binary), tools].into_iter().flatten().map(Path::to_path_buf);
    let path = std::env::var_os("PATH").unwrap();
    let path = std::env::join_paths(folders.chain(std::env::split_paths(&path))).unwrap();
    let mut shell = Command::new("sh");
    shell.args(["-c", command]).current_dir(folder).env("PATH", path).output().unwrap()
}

/// A folder with a copy of the fixtures, so that examples may write files.
fn folder_for(document: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(document.replace('/', "-"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let from = root().join("fixtures");
    let copied = Command::new("cp").arg("-r").args([&from, &folder]).status().unwrap();
    assert!(copied.success());
    folder
}

/// Whether documents are written anew with what their examples print, as snapshots are.
fn updates() -> bool {
    std::env::var_os("INSTA_UPDATE").is_some_and(|value| value == "always")
}

/// What an example prints now, cut where it was cut.
fn printed(example: &Example, folder: &Path) -> String {
    let output = run(&example.command, folder, None);
    let found = String::from_utf8(output.stdout).unwrap();
    let is_cut = example.expected.last().is_some_and(|last| last == "…");
    let most = if is_cut { example.expected.len() - 1 } else { usize::MAX };
    let lines = found.trim_end().lines().take(most).chain(is_cut.then_some("…"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// A document with this behind its calls.
fn updated(text: &str, printed: &[String]) -> String {
    let (mut out, mut inside, mut is_old) = (String::new(), false, false);
    let mut printed = printed.iter();
    for line in text.lines() {
        if line.starts_with("```") {
            (inside, is_old) = (line == FENCES[0], false);
        }
        let is_call = inside && line.starts_with("$ ");
        if is_call || !is_old {
            out.push_str(line);
            out.push('\n');
        }
        if is_call {
            out.push_str(printed.next().unwrap());
            is_old = true;
        }
    }
    out
}

fn prints(example: &Example, folder: &Path, tools: Option<&Path>) {
    let output = run(&example.command, folder, tools);
    let found = String::from_utf8(output.stdout).unwrap();
    let mut expected = &example.expected[..];
    let mut lines: Vec<&str> = found.lines().collect();
    if let [shown @ .., last] = expected
        && last == "…"
    {
        assert!(lines.len() > shown.len(), "nothing is cut: {}", example.command);
        lines.truncate(shown.len());
        expected = shown;
    }
    assert_eq!(lines.join("\n").trim_end(), expected.join("\n"), "{}", example.command);
}

/// All formulas of a table are asked in one call, each says something, and has its verdict.
fn decides(table: &Table, folder: &Path) {
    let (call, argument) = table.call.rsplit_once(" -e ").unwrap();
    let mut call = call.to_owned();
    for (formula, _) in &table.rows {
        let quoted = format!("'{}'", formula.replace('\'', r"'\''"));
        call = format!("{call} -e {}", argument.replace("EXAMPLE", &quoted));
    }
    let output = run(&call, folder, None);
    let messages = String::from_utf8(output.stderr).unwrap();
    assert!(!EMPTY.iter().any(|code| messages.contains(code)), "{messages}");
    let found = String::from_utf8(output.stdout).unwrap();
    let verdict = |line: &str| {
        let found = VERDICTS.iter().find(|word| line.starts_with(**word))?;
        line[found.len()..].trim_start().starts_with("-e").then(|| (*found).to_owned())
    };
    let found: Vec<String> = found.lines().filter_map(verdict).collect();
    assert_eq!(found.len(), table.rows.len(), "{}: {messages}", table.call);
    for ((formula, expected), found) in table.rows.iter().zip(found) {
        assert_eq!(*expected, found, "{formula}");
    }
}

fn check(document: &str) {
    let text = text_of(document);
    let (calls, tables) = (examples(&text, FENCES[0]), tables(&text));
    assert!(calls.len() + tables.len() > 0, "{document} has no examples");
    let folder = folder_for(document);
    if updates() {
        let printed: Vec<String> = calls.iter().map(|example| printed(example, &folder)).collect();
        fs::write(root().join(document), updated(&text, &printed)).unwrap();
        return;
    }
    for example in calls {
        prints(&example, &folder, None);
    }
    for table in tables {
        decides(&table, &folder);
    }
    let others = examples(&text, FENCES[1]);
    if !others.is_empty()
        && let Some(tools) = crate::toolset::folder_of("MCRL2_PATH", MCRL2)
    {
        for example in others {
            prints(&example, &folder, Some(&tools));
        }
    }
}

#[test]
fn no_document_with_examples_is_left_out() {
    let folder = fs::read_dir(root().join("docs")).unwrap();
    // Folders hold pictures.
    let files = folder.map(Result::unwrap).filter(|entry| entry.file_type().unwrap().is_file());
    let names = files.map(|entry| entry.file_name().into_string().unwrap());
    for document in names.map(|name| format!("docs/{name}")) {
        let text = text_of(&document);
        let has_calls = FENCES.iter().any(|fence| !examples(&text, fence).is_empty());
        let has_examples = has_calls || !tables(&text).is_empty();
        assert_eq!(has_examples, TESTED.contains(&&document[..]), "{document}");
    }
}

/// What the tool says of itself on stdout.
fn said(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_erl2lts")).args(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The names of the commands.
fn command_names() -> Vec<String> {
    let help = said(&["--help"]);
    let listed = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    let listed = listed.take_while(|line| !line.is_empty());
    // What goes on in the next line stands further to the right.
    let names = listed.filter_map(|line| line.strip_prefix("  ").filter(|at| !at.starts_with(' ')));
    let names = names.map(|line| line.split(' ').next().unwrap().to_owned());
    names.filter(|name| name != "help").collect()
}

#[test]
fn every_command_flag_value_and_key_is_listed() {
    let document = text_of("docs/commands.md");
    let mut wanted = BTreeSet::new();
    for command in command_names() {
        wanted.insert(format!("`erl2lts {command}"));
        for line in said(&["help", &command]).lines().map(str::trim_start) {
            let flag = line.find("--").filter(|at| *at == 0 || line.starts_with('-'));
            if let Some(at) = flag {
                let end = line[at..].find([' ', '[']).map_or(line.len(), |end| at + end);
                wanted.insert(format!("`{}", &line[at..end]));
            } else if let Some((value, _)) =
                line.strip_prefix("- ").and_then(|of| of.split_once(':'))
            {
                wanted.insert(format!("`{value}`"));
            }
        }
    }
    wanted.remove("`--help");
    for line in said(&["explain", "E0506"]).lines() {
        for part in line.split('{').skip(1) {
            let key = part.split(',').next().unwrap();
            if key.chars().all(|c| c.is_ascii_lowercase() || c == '_') {
                wanted.insert(format!("`{{{key},"));
            }
        }
    }
    assert!(wanted.len() > 80, "{wanted:?}");
    let missing: Vec<&String> = wanted.iter().filter(|text| !document.contains(*text)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
