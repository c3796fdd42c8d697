//! The label that was probably meant.
//!
//! Input: a condition that no label meets. Output: how the formula would speak of the label whose
//! text is closest, if one is close enough.

use lts::{Label, LabelTable};

use crate::conditions::action::labels_of;
use crate::formula::{Act, ActionFormula, Dialect};

/// No more labels than these are looked at.
const MOST_LABELS: usize = 10_000;
/// Longer texts are not compared.
const LONGEST: usize = 200;

/// The label that a literal, expression or pattern probably means, as messages show it.
pub(crate) fn nearest(kind: &Act, text: &str, labels: &LabelTable) -> Option<String> {
    if let Act::Literal(_) = kind
        && let Some(help) = as_regexp(text, labels)
    {
        return Some(help);
    }
    let named = |label: &str| {
        let name = name_of(label);
        matches!(kind, Act::Pattern(_)) && [name, without_module(name)].contains(&name_of(text))
    };
    let wanted: String = text.chars().take(LONGEST).collect();
    let close = wanted.chars().count() / 3 + 1;
    let candidates = labels.iter().take(MOST_LABELS).filter_map(|(id, label)| match label {
        Label::Visible { text, .. } => {
            let limit = if named(text) { LONGEST } else { close };
            Some((distance(&wanted, text, limit)?, id, text))
        }
        Label::Tau => None,
    });
    let (_, _, text) = candidates.min_by_key(|(distance, id, _)| (*distance, *id))?;
    let quote = if matches!(kind, Act::Pattern(_)) { "" } else { "\"" };
    Some(format!("`{quote}{text}{quote}`"))
}

/// A literal that would match something as a regular expression.
fn as_regexp(text: &str, labels: &LabelTable) -> Option<String> {
    let special = text.contains(".*") || text.contains('[');
    let regexp = Act::Regexp(text.to_owned(), Dialect::default());
    let span = frontend::Span::new(frontend::FileId(0), 0, 0);
    let meets = special && !labels_of(&ActionFormula::new(regexp, span), labels).is_clear();
    meets.then(|| format!("the regular expression `'{text}'`"))
}

/// What stands before the arguments.
fn name_of(text: &str) -> &str {
    text.split('(').next().unwrap_or(text)
}

/// A name without the module in front of it: `stop` of `'motor:stop'`.
fn without_module(name: &str) -> &str {
    let quoted = name.strip_prefix('\'').and_then(|name| name.strip_suffix('\''));
    quoted.and_then(|name| Some(name.split_once(':')?.1)).unwrap_or(name)
}

/// Edit distance, if it is at most `limit`.
fn distance(wanted: &str, text: &str, limit: usize) -> Option<usize> {
    let start: String = text.chars().take(LONGEST).collect();
    if wanted.chars().count().abs_diff(start.chars().count()) > limit {
        return None;
    }
    Some(strsim::levenshtein(wanted, &start)).filter(|&distance| distance <= limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_edits() {
        let distance = |a: &str, b: &str| distance(a, b, 5);
        assert_eq!(distance("open", "open"), Some(0));
        assert_eq!(distance("open", "opne"), Some(2));
        assert_eq!(distance("pay_coin(3)", "pay_coin(2)"), Some(1));
        assert_eq!(distance("", "abc"), Some(3));
        assert_eq!(distance("a", "abcdefghi"), None);
    }

    #[test]
    fn names_with_a_module_are_found_without() {
        assert_eq!(without_module("'motor:stop'"), "stop");
        assert_eq!(without_module("stop"), "stop");
        assert_eq!(without_module("'Stop'"), "'Stop'");
    }
}
