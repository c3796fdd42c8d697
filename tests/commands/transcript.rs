//! Calls of the command line as transcripts: the command, its stdout, its stderr, its exit code.

use std::path::Path;

use crate::command_line::run_in;

/// The transcript of a call in the root of the repository.
pub fn transcript(args: &[&str]) -> String {
    transcript_in(Path::new(env!("CARGO_MANIFEST_DIR")), args)
}

/// The transcript of a call in a folder.
pub fn transcript_in(folder: &Path, args: &[&str]) -> String {
    let output = run_in(folder, args);
    let quoted: Vec<String> = args
        .iter()
        .map(|arg| {
            let plain =
                arg.chars().all(|char| char.is_ascii_alphanumeric() || "-_./".contains(char));
            if plain && !arg.is_empty() { (*arg).to_owned() } else { format!("'{arg}'") }
        })
        .collect();
    let section = |name: &str, bytes: &[u8]| {
        let text = String::from_utf8_lossy(bytes);
        if text.is_empty() { String::new() } else { format!("--- {name}\n{}\n", text.trim_end()) }
    };
    format!(
        "$ erl2lts {}\n{}{}--- exit {}\n",
        quoted.join(" "),
        section("stdout", &output.stdout),
        section("stderr", &output.stderr),
        output.status.code().map_or("by signal".to_owned(), |code| code.to_string())
    )
}

/// The transcripts of several calls.
pub fn transcripts(calls: &[&[&str]]) -> String {
    calls.iter().map(|args| transcript(args)).collect::<Vec<_>>().join("\n")
}

/// The same for calls that were put together.
pub fn transcripts_of(calls: &[Vec<&str>]) -> String {
    transcripts(&calls.iter().map(Vec::as_slice).collect::<Vec<_>>())
}
