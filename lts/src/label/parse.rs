//! Texts of labels to actions.

use frontend::source::FileId;

use crate::label::Action;
use crate::term::grammar::Parser;

impl Action {
    /// The action that a label such as `cmd({pay,5})` or `read() -> {ok,1}` speaks of; `None` if
    /// the text is no such thing.
    ///
    /// Labels of other tools may use any word as a name: `end(1)`, `Pay(2)`.
    pub fn parse(text: &str) -> Option<Self> {
        let shape = Parser::new(FileId(0), 0, text).action(true).ok()?;
        Some(Self { name: shape.name.as_str().to_owned(), args: shape.args, result: shape.result })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_read_and_written() {
        let cases = [
            ("do_unlock", "do_unlock"),
            ("do_unlock()", "do_unlock"),
            ("cmd( {selection, cappuccino,5} )", "cmd({selection,cappuccino,5})"),
            ("read() -> {ok,1}", "read() -> {ok,1}"),
            ("read->ok", "read() -> ok"),
            ("'m:f'(\"ab\", [])", "'m:f'(\"ab\",[])"),
            ("end(1)", "'end'(1)"),
            ("Pay(1)", "'Pay'(1)"),
            ("read(?1) -> {ok,[?2|?1]}", "read(?1) -> {ok,[?2|?1]}"),
        ];
        for (text, written) in cases {
            let action = Action::parse(text).expect(text);
            assert_eq!(action.to_string(), written);
            assert_eq!(Action::parse(written), Some(action));
        }
    }

    #[test]
    fn other_texts_are_no_actions() {
        for text in [
            "",
            "a!b",
            "a b",
            "f(g(x))",
            "f(1.5e999)",
            "f(X)",
            "12",
            "f(a",
            "f(a) ->",
            "a.",
            "f(?a)",
            "?1",
        ] {
            assert_eq!(Action::parse(text), None, "{text}");
        }
    }

    #[test]
    fn plain_labels_have_no_quotes() {
        let action = Action::parse("'a\"b'(\"é\") -> \"x\"").expect("an action");
        assert_eq!(action.plain(), r"'a\x{22}b'([233]) -> [120]");
    }
}
