//! How a text differs from one that is stored, for people who review it.
//!
//! Input: two texts with their names, as bytes. Output: a unified diff, such as git shows, and a sentence. Where more than
//! 10,000 lines are not the same, only the first of them are shown: to tell what belongs together among so many takes
//! long.
//!
//! ```text
//! --- door.mcrl
//! +++ erl2lts translate door.props
//! @@ -3,3 +3,3 @@
//!  a
//! -b
//! +c
//! ```

use std::fmt::Write as _;

use similar::{Algorithm, ChangeTag, TextDiff};

/// Lines that are looked at one by one, of both texts together, without those that begin and end both.
const MAX_COMPARED: usize = 10_000;

/// Lines of a difference that are shown.
const MAX_SHOWN: usize = 1_000;

/// Lines of each text that are shown where there are too many to be compared.
const MAX_FIRST: usize = 10;

/// How two texts differ.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Difference {
    /// The lines; empty where none can be shown.
    pub(crate) text: String,
    /// One sentence.
    pub(crate) message: String,
    /// A way out, if it is none of those that are always there.
    pub(crate) help: Option<&'static str>,
}

/// How what is stored differs from what would be written; `None` if it does not.
pub(crate) fn difference(
    (stored_name, stored): (&str, &[u8]),
    (new_name, new): (&str, &[u8]),
) -> Option<Difference> {
    if stored == new {
        return None;
    }
    let [stored, new] = [stored, new].map(String::from_utf8_lossy);
    if let Some(message) = invisible(stored_name, &stored, &new) {
        let help = "git keeps them with `*.mcrl text eol=lf` in .gitattributes";
        let help = stored.contains("\r\n").then_some(help);
        return Some(Difference { text: String::new(), message, help });
    }
    let [old_lines, new_lines] = [&stored, &new].map(|text| lines(text));
    let same = common(old_lines.iter().zip(&new_lines));
    let ends = old_lines[same..].iter().rev().zip(new_lines[same..].iter().rev());
    let ends = common(ends);
    let [old_rest, new_rest] =
        [&old_lines, &new_lines].map(|lines| &lines[same..lines.len() - ends]);
    let mut text = format!("--- {stored_name}\n+++ {new_name}\n");
    let (n_added, n_removed) = if old_rest.len() + new_rest.len() > MAX_COMPARED {
        first(&mut text, same, old_rest, new_rest);
        (new_rest.len(), old_rest.len())
    } else {
        compared(&mut text, &old_lines, &new_lines)
    };
    let message = if body(&stored) == body(&new) {
        format!("`{stored_name}` differs in its head alone: the command, or what that has chosen")
    } else {
        format!(
            "`{stored_name}` is not what would be written now: {} more, {} less",
            n_lines(n_added),
            n_lines(n_removed)
        )
    };
    Some(Difference { text, message, help: None })
}

/// What is said where no line shows the difference.
fn invisible(name: &str, stored: &str, new: &str) -> Option<String> {
    if stored == new {
        return Some(format!("`{name}` differs in bytes that are no text"));
    }
    let is_of_windows = stored.replace("\r\n", "\n") == *new;
    is_of_windows
        .then(|| format!("`{name}` has other ends of lines than would be written now: CR LF"))
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// How many pairs at the beginning are the same.
fn common<'a>(pairs: impl Iterator<Item = (&'a &'a str, &'a &'a str)>) -> usize {
    pairs.take_while(|(left, right)| left == right).count()
}

fn n_lines(n: usize) -> String {
    if n == 1 { "1 line".to_owned() } else { format!("{n} lines") }
}

/// A text without the comments at its head, which say what made it.
fn body(text: &str) -> &str {
    if !text.starts_with("% ") {
        return text;
    }
    text.split_once("\n\n").map_or(text, |(_, body)| body)
}

/// Adds the lines that differ, and how many are new and gone.
fn compared(out: &mut String, old: &[&str], new: &[&str]) -> (usize, usize) {
    let diff = TextDiff::configure()
        .algorithm(Algorithm::Patience)
        .newline_terminated(true)
        .diff_slices(old, new);
    let shown = diff.unified_diff().context_radius(3).to_string();
    let n_shown = shown.lines().count();
    for line in shown.split_inclusive('\n').take(MAX_SHOWN) {
        out.push_str(line);
    }
    if n_shown > MAX_SHOWN {
        // Writing to a string does not fail.
        let _ = writeln!(out, "… and {} of this difference", n_lines(n_shown - MAX_SHOWN));
    }
    let count = |tag| diff.iter_all_changes().filter(|change| change.tag() == tag).count();
    (count(ChangeTag::Insert), count(ChangeTag::Delete))
}

/// Adds the first lines that differ, behind this many that do not.
fn first(out: &mut String, same: usize, old: &[&str], new: &[&str]) {
    let _ = writeln!(out, "@@ -{},{} +{},{} @@", same + 1, old.len(), same + 1, new.len());
    for (mark, lines) in [('-', old), ('+', new)] {
        for line in lines.iter().take(MAX_FIRST) {
            let _ = writeln!(out, "{mark}{}", line.trim_end_matches('\n'));
        }
        if lines.len() > MAX_FIRST {
            let _ = writeln!(out, "{mark}… and {}", n_lines(lines.len() - MAX_FIRST));
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests may fail")]
mod tests {
    use super::*;

    /// The difference of two texts that differ.
    fn of(stored: &str, new: &str) -> Difference {
        let new_name = "erl2lts translate x.erl";
        difference(("x.mcrl", stored.as_bytes()), (new_name, new.as_bytes())).unwrap()
    }

    /// Numbers, one a line.
    fn numbers(from: usize, to: usize) -> String {
        let lines: Vec<String> = (from..to).map(|number| number.to_string()).collect();
        lines.join("\n") + "\n"
    }

    #[test]
    fn lines_are_shown_with_those_around_them() {
        assert_eq!(difference(("x", b"a\n"), ("y", b"a\n")), None);
        let found = of("a\nb\nc\nd\ne\n", "a\nb\nc\nd\nx\ny\n");
        let shown =
            "--- x.mcrl\n+++ erl2lts translate x.erl\n@@ -2,4 +2,5 @@\n b\n c\n d\n-e\n+x\n+y\n";
        assert_eq!(found.text, shown);
        assert!(found.message.ends_with("2 lines more, 1 line less"), "{}", found.message);
        let empty = of("", "a\n");
        assert!(empty.text.ends_with("+a\n"), "{}", empty.text);
    }

    #[test]
    fn another_head_is_said() {
        let text = |command: &str| format!("% m: module\n% Made by:\n%   {command}\n\nsort A\n");
        let found = of(&text("erl2lts translate x.erl"), &text("erl2lts translate y.erl"));
        assert!(found.message.contains("in its head alone"), "{}", found.message);
        assert!(found.text.contains("\n-%   erl2lts translate x.erl\n"), "{}", found.text);
    }

    #[test]
    fn ends_of_lines_are_said_and_not_shown() {
        let found = of("a\r\nb\r\n", "a\nb\n");
        assert!(found.text.is_empty() && found.message.contains("CR LF"), "{}", found.message);
        let bytes = difference(("x", b"\xff"), ("y", b"\xfe")).unwrap();
        assert!(bytes.message.contains("no text"), "{}", bytes.message);
    }

    #[test]
    fn large_differences_are_cut() {
        let middle = of(&numbers(0, 800), &numbers(5_000, 5_800));
        assert_eq!(middle.text.lines().count(), MAX_SHOWN + 3, "{}", middle.message);
        let large = of(&numbers(0, 100_000), &numbers(200_000, 300_000));
        assert!(large.text.lines().count() < 30, "{}", large.text);
        assert!(large.text.contains("+… and 99990 lines\n"), "{}", large.text);
        // What is the same at both ends costs nothing.
        let long = numbers(0, 20_000);
        let found = of(&format!("{long}a\n{long}"), &format!("{long}b\n{long}"));
        assert!(found.text.contains("-a\n+b\n"), "{}", found.text);
    }
}
