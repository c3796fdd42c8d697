//! Functions with one token deleted, doubled, swapped or replaced: where the first message stands.
//!
//! Whatever was harmed, the message lies in the harmed form or at the start of the next one, and
//! not behind the line that `epp` names. The harm is random from a fixed seed; the functions come
//! from `fixtures/ok`, or with `ERL2LTS_MUTATE=FOLDER` from all `.erl` files below that folder
//! (`ERL2LTS_SEED` and `ERL2LTS_MUTANTS` change the seed and the number). The comparison needs
//! `escript`, as in `epp.rs`. With `--nocapture` all harmed functions, their messages and the
//! figures are printed.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::support;
use crate::support::headers::decode;
use frontend::scan::{Scanned, scan_module_with};
use frontend::{FileId, NoHeaders, Options, SourceMap};

/// Numbers that look random: xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 20).expect("64 bits") % bound
    }
}

/// A module with one harmed form.
struct Mutant {
    text: String,
    /// What was done.
    harm: String,
    /// Lines of the form.
    lines: (usize, usize),
}

/// What replaces tokens.
const TOKENS: &[&str] = &[
    ",", ";", "->", "end", ".", "(", ")", "]", "}", "X", "a", "1", "of", "=", "|", "when", "case",
];

/// Harms the text of a form, whose tokens have these places in it.
fn harm(form: &str, tokens: &[(usize, usize)], random: &mut Random) -> (String, String) {
    let at = random.below(tokens.len() - 1);
    let (start, end) = tokens[at];
    let (next, next_end) = tokens[at + 1];
    let word = &form[start..end];
    let (middle, behind, what) = match random.below(4) {
        0 => (String::new(), end, format!("delete {word}")),
        1 => (format!("{word} {word}"), end, format!("double {word}")),
        2 => {
            let other = &form[next..next_end];
            let middle = format!("{other}{}{word}", &form[end..next]);
            (middle, next_end, format!("swap {word} {other}"))
        }
        _ => {
            let other = TOKENS[random.below(TOKENS.len())];
            (format!(" {other} "), end, format!("replace {word} by {other}"))
        }
    };
    (format!("{}{middle}{}", &form[..start], &form[behind..]), what)
}

/// Functions of a text without macros: their text and the places of their tokens.
fn functions(text: &str) -> Vec<(String, Vec<(usize, usize)>)> {
    let options = Options { tolerant: true, ..Options::default() };
    let scanned = scan_module_with(FileId(0), "m.erl", text, &options, &mut NoHeaders).value;
    let mut functions = Vec::new();
    for form in scanned {
        let Scanned::Form(tokens) = form else { continue };
        let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else { continue };
        let (from, to) = (first.span.start as usize, last.span.end as usize);
        let body = &text[from..to];
        if first.text == "-" || tokens.len() < 8 || body.contains('?') || to - from > 3000 {
            continue;
        }
        let places =
            tokens.iter().map(|t| (t.span.start as usize - from, t.span.end as usize - from));
        functions.push((format!("{body}."), places.collect()));
    }
    functions
}

fn sources(folder: &Path, out: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|extension| extension == "erl")
            && !path.ends_with("otp_27.erl")
        {
            out.push(path);
        }
    }
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn mutants() -> Vec<Mutant> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/ok");
    let folder = std::env::var_os("ERL2LTS_MUTATE").map_or(fixtures, PathBuf::from);
    let mut files = Vec::new();
    sources(&folder, &mut files);
    files.sort();
    let mut random = Random(number("ERL2LTS_SEED", 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let wanted = usize::try_from(number("ERL2LTS_MUTANTS", 150)).expect("a small number");
    let mut mutants = Vec::new();
    while mutants.len() < wanted {
        let file = &files[random.below(files.len())];
        let text = decode(fs::read(file).expect("readable"));
        let functions = functions(&text);
        if functions.is_empty() {
            continue;
        }
        let (form, tokens) = &functions[random.below(functions.len())];
        let (harmed, what) = harm(form, tokens, &mut random);
        let n_lines = harmed.lines().count();
        let text = format!("-module(m).\n\n{harmed}\n\nlast(X) -> X.\n");
        mutants.push(Mutant { text, harm: what, lines: (3, 2 + n_lines) });
    }
    mutants
}

/// The line of the first error that epp names in each file, 0 if there is none.
fn epp_lines(folder: &Path, n_files: usize) -> Option<Vec<usize>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/epp_lines.escript");
    let output = Command::new("escript").arg(script).arg(folder).arg(n_files.to_string()).output();
    let Ok(output) = output else {
        assert!(!support::erlang_is_required(), "escript is missing");
        return None;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    Some(text.lines().map(|line| line.parse().expect("a number")).collect())
}

/// The line of our first message, 0 if there is none, and all messages.
fn our_line(text: &str) -> (usize, String) {
    let outcome = support::parse(text);
    let mut sources = SourceMap::default();
    let file = sources.add("m", text);
    let source = sources.get(file).expect("added above");
    let lines = outcome.diagnostics.iter().filter_map(|diagnostic| diagnostic.labels.first());
    let first = lines.map(|label| source.line_column(label.span.start).0).min().unwrap_or(0);
    (first, support::render(text, &outcome.diagnostics))
}

#[test]
fn first_messages_stand_in_the_harmed_form() {
    let mutants = mutants();
    let folder = std::env::temp_dir().join(format!("erl2lts-mutants-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("writable");
    for (at, mutant) in mutants.iter().enumerate() {
        fs::write(folder.join(format!("{at}.erl")), &mutant.text).expect("writable");
    }
    let epp = epp_lines(&folder, mutants.len());
    fs::remove_dir_all(&folder).expect("ours");
    let (mut failing, mut same, mut earlier, mut stricter) = (0, 0, 0, 0);
    let mut complaints = String::new();
    for (at, mutant) in mutants.iter().enumerate() {
        let (line, messages) = our_line(&mutant.text);
        failing += usize::from(line > 0);
        let inside = line == 0 || (mutant.lines.0..=mutant.lines.1 + 2).contains(&line);
        let theirs = epp.as_ref().map_or(line, |lines| lines[at]);
        same += usize::from(line > 0 && line == theirs);
        earlier += usize::from(line > 0 && line < theirs);
        // `a:b` without arguments passes epp, and is refused by the compiler's next step.
        stricter += usize::from(line > 0 && theirs == 0);
        let report =
            format!("==== {at}: {}; epp: line {theirs}\n{}{messages}", mutant.harm, mutant.text);
        if !inside || theirs > 0 && (line == 0 || line > theirs) {
            writeln!(complaints, "{report}").expect("a string");
        }
        println!("{report}");
    }
    println!(
        "{} mutants, {failing} with a message: {same} on epp's line, {earlier} before it, \
         {stricter} where epp has none",
        mutants.len()
    );
    assert!(complaints.is_empty(), "{complaints}");
}
