//! Labels as patterns of formulas.
//!
//! Input: the text of a label, in which `?1` is a value that is not known, `<1>` a process and `#Ref<1>` a reference, which formulas cannot
//! name. Output: the text of a pattern, in which `_` stands for them. What is
//! quoted stays as it is.

/// The pattern of a label.
pub(crate) fn pattern(label: &str) -> String {
    let mut out = String::with_capacity(label.len());
    let mut quote = None;
    let mut chars = label.chars().peekable();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(_), '\\') => {
                out.push(c);
                out.extend(chars.next());
                continue;
            }
            (Some(open), c) if open == c => quote = None,
            (None, '"' | '\'') => quote = Some(c),
            (None, '?') if chars.peek().is_some_and(char::is_ascii_digit) => {
                while chars.next_if(char::is_ascii_digit).is_some() {}
                out.push('_');
                continue;
            }
            (None, '<')
                if !out.ends_with('<') && chars.peek().is_some_and(char::is_ascii_digit) =>
            {
                while chars.next_if(|c| *c != '>').is_some() {}
                chars.next();
                let start = out.strip_suffix("#Ref").map_or(out.len(), str::len);
                out.truncate(start);
                out.push('_');
                continue;
            }
            _ => {}
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_unknown_is_anything() {
        for (label, wanted) in [
            ("cmd({button,?12},?3)", "cmd({button,_},_)"),
            ("a('?1',\"?2\\\"?3\")", "a('?1',\"?2\\\"?3\")"),
            ("read() -> {ok,?1}", "read() -> {ok,_}"),
            ("what?", "what?"),
            ("'gen_fsm:reply'({<1>,[alias|#Ref<12>]},1)", "'gen_fsm:reply'({_,[alias|_]},1)"),
            ("a(<<1>>, 2 < 3)", "a(<<1>>, 2 < 3)"),
        ] {
            assert_eq!(pattern(label), wanted);
        }
    }
}
