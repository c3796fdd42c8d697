//! What a user wants of a simulation, as it is typed: `3`, `back 2`, `watch length(Data)`.
//!
//! Input: a line. Output: an order, or what is wrong with the line. A word may be shortened as long as it is the beginning of one order
//! only.

use std::path::PathBuf;

/// Something to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// Nothing: the line is empty or a comment.
    Nothing,
    /// Take the step of this number, from 1 on.
    Take(usize),
    /// Go so many steps back.
    Back(usize),
    /// Go to the place behind so many steps.
    Goto(usize),
    /// Show the state and its data in full.
    Data,
    /// Show the value of an expression over `State` and `Data` in each state.
    Watch(String),
    /// Show what is watched no more.
    Unwatch,
    /// Go to a finding, or to what explains the verdict on a property.
    Run(String),
    /// List what can be run to.
    Goals,
    /// Show the steps so far.
    Path,
    /// Begin anew.
    Reset,
    /// Write the run to a file.
    Save(PathBuf),
    /// Say what can be typed.
    Help,
    /// End.
    Quit,
}

/// The orders by their words, with what follows each, and what it does.
pub(crate) const WORDS: [(&str, &str, &str); 12] = [
    ("back", "[N]", "go N steps back, one if not said"),
    ("goto", "N", "go to the place behind step N, also forward again"),
    ("path", "", "show the steps so far"),
    ("data", "", "show the data in full"),
    ("watch", "EXPR", "show EXPR, over State and Data, from now on"),
    ("unwatch", "", "watch nothing any more"),
    ("run", "NAME", "go the shortest way to the violation of a property, or to a finding"),
    ("goals", "", "list what `run` can go to"),
    ("reset", "", "begin anew"),
    (
        "save",
        "FILE",
        "write the run: FILE.props with its commands; FILE.erl, a test of the finding",
    ),
    ("help", "", "show this"),
    ("quit", "", "end"),
];

/// The order of a line.
pub(crate) fn order(line: &str) -> Result<Order, String> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('%') || line.starts_with('#') {
        return Ok(Order::Nothing);
    }
    if line.starts_with(|c: char| c.is_ascii_digit()) {
        return number(line).map(Order::Take);
    }
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let Some(word) = whole(word) else {
        return Err(format!("`{word}` is no command: `help` lists them"));
    };
    let alone = |order| match rest {
        "" => Ok(order),
        _ => Err(format!("nothing follows `{word}`")),
    };
    let given = || match rest {
        "" => Err(format!("`{word}` needs something behind it: `help` says what")),
        rest => Ok(rest.to_owned()),
    };
    match word {
        "back" if rest.is_empty() => Ok(Order::Back(1)),
        "back" => number(rest).map(Order::Back),
        "goto" => number(&given()?).map(Order::Goto),
        "path" => alone(Order::Path),
        "data" => alone(Order::Data),
        "watch" => given().map(Order::Watch),
        "unwatch" => alone(Order::Unwatch),
        "run" => given().map(Order::Run),
        "goals" => alone(Order::Goals),
        "reset" => alone(Order::Reset),
        "save" => given().map(|file| Order::Save(file.into())),
        "help" => alone(Order::Help),
        _ => alone(Order::Quit),
    }
}

/// The order that a word is, or of which it is the beginning; of several, the first one that is.
fn whole(word: &str) -> Option<&'static str> {
    let names = || WORDS.iter().map(|(name, ..)| *name);
    names().find(|name| *name == word).or_else(|| names().find(|name| name.starts_with(word)))
}

fn number(text: &str) -> Result<usize, String> {
    text.parse().map_err(|_| format!("`{text}` is no number of a step"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_orders() {
        assert_eq!(order(" 12 "), Ok(Order::Take(12)));
        assert_eq!(order("b"), Ok(Order::Back(1)));
        assert_eq!(order("back 3"), Ok(Order::Back(3)));
        assert_eq!(
            order("watch element(1, Data)"),
            Ok(Order::Watch("element(1, Data)".to_owned()))
        );
        assert_eq!(order("q"), Ok(Order::Quit));
        assert_eq!((order("% a"), order("")), (Ok(Order::Nothing), Ok(Order::Nothing)));
        for wrong in ["1x", "99999999999999999999999", "goto", "goto x", "jump", "quit now", "run"]
        {
            assert!(order(wrong).is_err(), "{wrong}");
        }
    }
}
