//! Rules of the repository that a machine can check.

use std::fs;
use std::path::{Path, PathBuf};

/// Crates in the direction in which data flows, with the library crates that each may use.
const CRATES: [(&str, &[&str]); 13] = [
    ("behaviour", &[]),
    ("frontend", &[]),
    ("model", &["behaviour", "frontend"]),
    ("translator", &["behaviour", "frontend", "model"]),
    ("project", &["behaviour", "frontend", "model", "translator"]),
    ("emit", &["frontend", "model"]),
    ("lts", &["frontend", "model"]),
    ("checker", &["frontend", "lts"]),
    ("monitor", &["frontend", "lts", "checker"]),
    ("extension", &["frontend", "lts", "checker"]),
    ("mcrl", &["frontend", "lts"]),
    ("hunter", &["behaviour", "frontend", "model", "translator", "lts"]),
    ("cluster", &["lts"]),
];

/// What one library may do that the others may not: connect processes.
const CONNECTS: (&str, &str) = ("cluster", "std::net");

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// All Rust sources under a folder, generated ones aside.
pub(crate) fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            if path.file_name().is_some_and(|name| name != "target" && name != ".git") {
                found.extend(sources(&path));
            }
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// The part of a file before its unit tests.
fn without_tests(text: &str) -> &str {
    text.split("#[cfg(test)]").next().unwrap_or(text)
}

/// Sources of libraries and of the command line, tests and build scripts aside.
fn product_sources() -> Vec<(PathBuf, String)> {
    let folders = [
        "behaviour/src",
        "frontend/src",
        "model/src",
        "translator/src",
        "project/src",
        "emit/src",
        "lts/src",
        "checker/src",
        "monitor/src",
        "extension/src",
        "mcrl/src",
        "hunter/src",
        "cluster/src",
        "src",
    ];
    folders
        .iter()
        .flat_map(|folder| sources(&root().join(folder)))
        .map(|path| (path.clone(), fs::read_to_string(path).unwrap()))
        .collect()
}

fn report(complaints: &[String]) {
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

#[test]
fn every_file_says_what_it_holds() {
    let complaints: Vec<String> = sources(root())
        .into_iter()
        .filter(|path| !fs::read_to_string(path).unwrap().starts_with("//! "))
        .map(|path| format!("{}: no `//!` header", path.display()))
        .collect();
    report(&complaints);
}

#[test]
fn no_panic_on_paths_that_input_reaches() {
    let forbidden = [".unwrap()", "todo!(", "unimplemented!(", "panic!(", ".expect("];
    let mut complaints = Vec::new();
    for (path, text) in product_sources() {
        for (number, line) in without_tests(&text).lines().enumerate() {
            let code = line.split("//").next().unwrap_or(line);
            if forbidden.iter().any(|word| code.contains(word)) {
                complaints.push(format!("{}:{}: {}", path.display(), number + 1, line.trim()));
            }
        }
    }
    report(&complaints);
}

#[test]
fn data_flows_one_way() {
    let mut complaints = Vec::new();
    for (name, allowed) in CRATES {
        for path in sources(&root().join(name).join("src")) {
            let text = fs::read_to_string(&path).unwrap();
            for (other, _) in CRATES {
                // A module of the same name is another thing.
                let own = text.contains(&format!("mod {other};"));
                let named = text.contains(&format!("use {other}::"))
                    || !own && text.contains(&format!(" {other}::"));
                if other != name && named && !allowed.contains(&other) {
                    complaints.push(format!("{} uses `{other}`", path.display()));
                }
            }
        }
    }
    report(&complaints);
}

/// Within `lts`, only the interpreter knows models.
#[test]
fn only_semantics_knows_models() {
    let complaints: Vec<String> = sources(&root().join("lts/src"))
        .into_iter()
        .filter(|path| !path.to_string_lossy().contains("semantics"))
        .filter(|path| fs::read_to_string(path).unwrap().contains("use model::"))
        .map(|path| format!("{} uses `model`", path.display()))
        .collect();
    report(&complaints);
}

#[test]
fn libraries_do_no_io() {
    let forbidden = ["std::fs", "std::env", "std::process", "println!", "eprintln!", "std::net"];
    let mut complaints = Vec::new();
    for (name, _) in CRATES {
        for path in sources(&root().join(name).join("src")) {
            let text = fs::read_to_string(&path).unwrap();
            for word in forbidden {
                if (name, word) != CONNECTS && without_tests(&text).contains(word) {
                    complaints.push(format!("{}: {word}", path.display()));
                }
            }
        }
    }
    report(&complaints);
}

/// What a result hangs on is asked in `src/io/asked.rs`, where it is noted: what is kept of a run would be wrong else.
#[test]
fn nobody_asks_the_file_system_past_the_notes() {
    let forbidden = [
        "fs::read",
        "fs::metadata",
        "fs::canonicalize",
        "File::open",
        "env::var",
        ".is_file()",
        ".is_dir()",
        ".exists()",
        ".canonicalize()",
        ".metadata()",
        ".read_dir()",
        "Command::new",
    ];
    // Files and folders about which a check asks nothing, or where it is noted otherwise.
    let others = [
        "src/io/",
        "src/session/watch/",
        "src/session/voice.rs",
        "src/command/setup/",
        "src/command/destination.rs",
        "src/command/live/",
        "src/command/check/kept.rs",
        "src/live/editor/",
        "src/workers.rs",
        "src/workers/",
        "src/command/check/folder/listing.rs",
        "src/check/written/evidence_file.rs",
        "src/versions/",
    ];
    let mut complaints = Vec::new();
    for path in sources(&root().join("src")) {
        let name = path.strip_prefix(root()).unwrap().to_string_lossy().into_owned();
        if others.iter().any(|other| name.starts_with(other)) {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        for (number, line) in without_tests(&text).lines().enumerate() {
            let code = line.split("//").next().unwrap_or(line);
            if forbidden.iter().any(|word| code.contains(word)) {
                complaints.push(format!("{name}:{}: {}", number + 1, line.trim()));
            }
        }
    }
    report(&complaints);
}

#[test]
fn no_file_is_a_grab_bag() {
    let names = ["utils.rs", "helpers.rs", "common.rs", "types.rs", "misc.rs"];
    let complaints: Vec<String> = sources(root())
        .into_iter()
        .filter(|path| path.file_name().is_some_and(|name| names.iter().any(|bad| name == *bad)))
        .map(|path| format!("{}: name the concept", path.display()))
        .collect();
    report(&complaints);
}

#[test]
fn no_trailing_blanks() {
    let mut complaints = Vec::new();
    for path in sources(root()) {
        for (number, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
            if line.ends_with([' ', '\t']) {
                complaints.push(format!("{}:{}", path.display(), number + 1));
            }
        }
    }
    report(&complaints);
}

/// All documents under a folder.
fn documents(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            found.extend(documents(&path));
        } else if path.extension().is_some_and(|extension| extension == "md") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Where the links of a document lead, those in blocks of code aside.
fn links(text: &str) -> Vec<&str> {
    // Blocks stand between fences: every second part.
    let prose = text.split("```").step_by(2);
    prose
        .flat_map(|part| part.split("](").skip(1))
        .filter_map(|rest| rest.split(')').next())
        .collect()
}

/// The anchors of a document's headings, as GitHub makes them.
fn anchors(text: &str) -> Vec<String> {
    let headings = text.split("```").step_by(2).flat_map(str::lines);
    let anchor = |heading: &str| {
        let kept = heading.trim_start_matches('#').trim().to_lowercase().replace(' ', "-");
        kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, '-' | '_')).collect()
    };
    headings.filter(|line| line.starts_with('#')).map(anchor).collect()
}

#[test]
fn links_lead_somewhere() {
    let mut complaints = Vec::new();
    let mut n_links = 0;
    for document in documents(root()) {
        let text = fs::read_to_string(&document).unwrap();
        for link in links(&text).into_iter().filter(|link| !link.contains("://")) {
            n_links += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let folder = document.parent().unwrap();
            let target = if file.is_empty() { document.clone() } else { folder.join(file) };
            let is_there = target.exists()
                && (anchor.is_empty()
                    || anchors(&fs::read_to_string(&target).unwrap()).contains(&anchor.to_owned()));
            if !is_there {
                complaints.push(format!("{}: {link}", document.display()));
            }
        }
    }
    assert!(n_links > 30, "only {n_links} links were found");
    report(&complaints);
}

/// A document that a source, a script or another document names without a link is there.
#[test]
fn named_documents_exist() {
    let mut files = [documents(root()), sources(root())].concat();
    files.push(root().join("tests/all.sh"));
    let mut complaints = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        for part in text.split("docs/").skip(1) {
            let end = part.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(0);
            let name = format!("docs/{}.md", &part[..end]);
            if end > 0 && part[end..].starts_with(".md") && !root().join(&name).exists() {
                complaints.push(format!("{}: {name}", file.display()));
            }
        }
    }
    report(&complaints);
}

#[test]
fn every_guide_is_in_the_readme() {
    let text = fs::read_to_string(root().join("README.md")).unwrap();
    let complaints: Vec<String> = documents(&root().join("docs"))
        .into_iter()
        .map(|path| format!("docs/{}", path.file_name().unwrap().to_string_lossy()))
        .filter(|name| !links(&text).contains(&name.as_str()))
        .map(|name| format!("README.md: no link to {name}"))
        .collect();
    report(&complaints);
}
