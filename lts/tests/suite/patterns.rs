//! Patterns over terms and actions.

use frontend::FileId;
use lts::Action;
use lts::term::pattern::{
    ActionPattern, Bindings, TermPattern, action_pattern_extent, parse_action_pattern,
};
use proptest::prelude::*;

use crate::generate;

fn pattern(text: &str) -> ActionPattern {
    let outcome = parse_action_pattern(FileId(0), 0, text);
    assert_eq!(outcome.diagnostics, [], "{text}");
    outcome.value.expect(text)
}

fn action(text: &str) -> Action {
    Action::parse(text).expect(text)
}

#[test]
fn patterns_match_what_they_describe() {
    let cases = [
        ("a", "a", true),
        ("a()", "a", true),
        ("a", "a(1)", false),
        ("a(_)", "a", false),
        ("a", "a() -> ok", true),
        ("a -> ok", "a", false),
        ("a() -> {ok,_}", "a() -> {ok,1}", true),
        ("a() -> {ok,_}", "a() -> error", false),
        ("cmd({pay,_})", "cmd({pay,[1,2]})", true),
        ("cmd({pay,_})", "cmd({pay})", false),
        ("cmd(X,X)", "cmd({1},{1})", true),
        ("cmd(X,X)", "cmd({1},{2})", false),
        ("cmd(X) -> X", "cmd(1) -> 1", true),
        ("cmd(X) -> X", "cmd(1) -> 2", false),
        ("cmd(_,_)", "cmd(1,2)", true),
        ("cmd(_X,_X)", "cmd(1,2)", false),
        ("cmd([H|T])", "cmd([a])", true),
        ("cmd([H|T])", "cmd([])", false),
        ("cmd([_|T],T)", "cmd([a,b,c],[b,c])", true),
        ("cmd([_|T],T)", "cmd([a],[])", true),
        ("cmd([_|T],T)", "cmd([a,b|c],[b|c])", true),
        ("cmd([_|c])", "cmd([a|c])", true),
        ("cmd([_|c])", "cmd([a,b|c])", false),
        ("cmd([_,_])", "cmd([a|b])", false),
        ("cmd([_|[_]])", "cmd([a,b])", true),
        ("cmd(\"ab\")", "cmd([97,98])", true),
        ("cmd([$a|_])", "cmd(\"abc\")", true),
        ("cmd(#{})", "cmd(#{})", true),
        ("cmd(#{})", "cmd(#{a => 1})", false),
        ("cmd(#{a => _})", "cmd(#{a => 1})", true),
        ("cmd(#{a => _})", "cmd(#{a => 1,b => 2})", false),
        ("cmd(#{b := 2})", "cmd(#{a => 1,b => 2})", true),
        ("cmd(#{b := X,a := X})", "cmd(#{a => 1,b => 2})", false),
        ("cmd(#{c := _})", "cmd(#{a => 1,b => 2})", false),
        ("'m:f'(_)", "'m:f'(1)", true),
        ("'m:f'(_)", "f(1)", false),
        ("cmd(-1)", "cmd(-1)", true),
    ];
    for (text, label, expected) in cases {
        assert_eq!(pattern(text).matches(&action(label)), expected, "{text} on {label}");
    }
}

#[test]
fn a_failed_match_binds_nothing() {
    let outcome = parse_action_pattern(FileId(0), 0, "p({X,Y,1})");
    let found = outcome.value.expect("a pattern");
    let mut bindings = Bindings::default();
    assert!(!found.args[0].matches(&action("t({1,2,3})").args[0], &mut bindings));
    assert_eq!(bindings, Bindings::default());
    assert!(found.args[0].matches(&action("t({a,b,1})").args[0], &mut bindings));
    assert_eq!(bindings.get("Y"), Some(&lts::Term::atom("b")));
    assert_eq!(bindings.iter().len(), 2);
    assert!(!TermPattern::Variable("X".into()).matches(&lts::Term::Nil, &mut bindings));
}

#[test]
fn patterns_are_written_as_they_are_read() {
    for text in [
        "a",
        "a(_)",
        "a() -> X",
        "'m:f'({ok,_},[1,_|T])",
        "a(#{b => _})",
        "a(#{b := 1,c := [_]})",
        "a(\"x\",#{})",
    ] {
        assert_eq!(pattern(text).to_string(), text);
        assert_eq!(action_pattern_extent(text), text.len());
    }
}

#[test]
fn places_count_from_the_start_of_the_formula() {
    let outcome = parse_action_pattern(FileId(3), 100, "cmd({a b})");
    let span = outcome.diagnostics[0].labels[0].span;
    assert_eq!((span.file, span.start, span.end), (FileId(3), 107, 108));
}

proptest! {
    #[test]
    fn actions_match_their_own_text(action in generate::action(), other in generate::action()) {
        for text in [action.to_string(), action.plain()] {
            prop_assert_eq!(action_pattern_extent(&text), text.len());
            let own = pattern(&text);
            prop_assert!(own.matches(&action));
            let same = own.name == other.name
                && action.args == other.args
                && (action.result.is_none() || action.result == other.result);
            prop_assert_eq!(own.matches(&other), same);
        }
    }

    #[test]
    fn no_text_panics(text in "[ab_X(){}\\[\\],|#=>:.$\"'\\\\0-9 é-]{0,30}") {
        let extent = action_pattern_extent(&text);
        let _ = parse_action_pattern(FileId(0), u32::MAX - 3, &text[..extent]);
        if let Some(found) = parse_action_pattern(FileId(0), 0, &text).value {
            prop_assert_eq!(pattern(&found.to_string()), found);
        }
    }
}

#[test]
fn unknown_values_leave_open_what_matches() {
    use lts::term::pattern::Match::{No, Open, Yes};
    for (text, label, expected) in [
        ("read(1)", "read(?1)", Open),
        ("read(_)", "read(?1)", Yes),
        ("read(X)", "read(?1)", Yes),
        ("read(1)", "write(?1)", No),
        ("read(1,_)", "read(?1)", No),
        ("f(X,X)", "f(?1,?1)", Yes),
        ("f(X,X)", "f(?1,?2)", Open),
        ("f(X,X)", "f({?1},{?1})", Yes),
        ("f(X,X)", "f({?1},a)", No),
        ("f(X,X)", "f({?1,a},{b,?2})", Open),
        ("f(X,X)", "f([a|?1],[])", No),
        ("f(X,X)", "f([a|?1],[a,b])", Open),
        ("f({ok,_})", "f({ok,?1})", Yes),
        ("f({ok,1})", "f({error,?1})", No),
        ("f({ok,1})", "f(?1)", Open),
        ("f([])", "f(?1)", Open),
        ("f([])", "f([a|?1])", No),
        ("f([a])", "f([a|?1])", Open),
        ("f([a])", "f([b|?1])", No),
        ("f([a,b])", "f([a|?1])", Open),
        ("f([a|_])", "f([a|?1])", Yes),
        ("f([a|T])", "f([?1,b])", Open),
        ("f([a,b|_])", "f([a|?1])", Open),
        ("f([a,b])", "f([a])", No),
        ("f() -> 1", "f -> ?1", Open),
        ("f()", "f -> ?1", Yes),
        ("f(#{a := 1})", "f(?1)", Open),
    ] {
        assert_eq!(pattern(text).meets(&action(label)), expected, "{text} on {label}");
    }
}
