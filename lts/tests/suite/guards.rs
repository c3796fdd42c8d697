//! Guards behind action patterns.

use frontend::FileId;
use lts::Action;
use lts::term::pattern::{Match, action_pattern_extent, parse_action_pattern};

fn meets(text: &str, label: &str) -> Match {
    let outcome = parse_action_pattern(FileId(0), 0, text);
    assert_eq!(outcome.diagnostics, [], "{text}");
    let pattern = outcome.value.expect(text);
    let again = parse_action_pattern(FileId(0), 0, &pattern.to_string()).value.expect(text);
    assert_eq!(again.to_string(), pattern.to_string(), "{text}");
    let action = Action::parse(label).expect(label);
    assert_eq!(pattern.meets(&action), again.meets(&action), "{text} on {label}");
    pattern.meets(&action)
}

#[test]
fn guards_are_evaluated_as_in_erlang() {
    use Match::{No, Open, Yes};
    let cases = [
        ("cmd({pay,N}) when N > 3", "cmd({pay,4})", Yes),
        ("cmd({pay,N}) when N > 3", "cmd({pay,3})", No),
        ("cmd({pay,N}) when N > 3", "cmd({pay,four})", Yes),
        ("cmd(N) when N =< 3, N >= 2; N =:= x", "cmd(2)", Yes),
        ("cmd(N) when N =< 3, N >= 2; N =:= x", "cmd(x)", Yes),
        ("cmd(N) when N =< 3, N >= 2; N =:= x", "cmd(1)", No),
        ("cmd(N) when N + 1 > x; true", "cmd(a)", Yes),
        ("cmd(N) when N + 1 > 0 orelse true", "cmd(a)", No),
        ("cmd(N) when is_integer(N) andalso N rem 2 == 1", "cmd(7)", Yes),
        ("cmd(N) when is_integer(N) andalso N rem 2 == 1", "cmd(a)", No),
        ("cmd(N) when not is_integer(N)", "cmd(a)", Yes),
        ("cmd(N) when ((N > 3) and (N < 5))", "cmd(4)", Yes),
        ("cmd(N) when (N > 3 and (N < 5))", "cmd(4)", No),
        ("cmd(N) when ((N > 3) xor (N < 5))", "cmd(4)", No),
        ("cmd(A,B) when A < B", "cmd([],[1])", Yes),
        ("cmd(A,B) when {A,B} == {1,{2}}", "cmd(1,{2})", Yes),
        ("cmd(L) when length(L) * 2 - 1 =:= 3, hd(L) == a, tl(L) == [b]", "cmd([a,b])", Yes),
        ("cmd(L) when length(L) > 0", "cmd([a|b])", No),
        ("cmd(T) when element(2, T) == tuple_size(T)", "cmd({x,2})", Yes),
        ("cmd(T) when element(3, T) == 1", "cmd({x,2})", No),
        ("cmd(N) when 7 div N == -3", "cmd(-2)", Yes),
        ("cmd(N) when 7 rem N == 1", "cmd(0)", No),
        ("read() -> {ok,N} when abs(N) =/= 1", "read() -> {ok,-1}", No),
        ("cmd(M) when map_size(M) == 1, is_map(M)", "cmd(#{a => b})", Yes),
        ("cmd(N) when N > 3", "cmd(?1)", Open),
        ("cmd(N) when N > 3; true", "cmd(?1)", Yes),
        ("cmd(N,M) when M > 3, N > 3", "cmd(?1,1)", No),
        ("cmd(N) when N == N", "cmd(?1)", Yes),
        ("cmd(N) when is_atom(N) orelse is_pid(N)", "cmd(<1>)", Yes),
        ("cmd(N) when is_atom(N)", "cmd(?1)", Open),
        ("cmd(N) when 1", "cmd(1)", No),
        ("cmd(N) when N", "cmd(true)", Yes),
    ];
    for (text, label, expected) in cases {
        assert_eq!(meets(text, label), expected, "{text} on {label}");
    }
}

#[test]
fn guards_end_where_formulas_go_on() {
    let cases = [
        ("a(N) when N > 3> true", "a(N) when N > 3"),
        ("a(N) when N>3>true", "a(N) when N>3"),
        ("a(N) when N < 3] false", "a(N) when N < 3"),
        ("a(N) when N > 3 . b", "a(N) when N > 3"),
        ("a(N) when N > 3* . b", "a(N) when N > 3"),
        ("a(N) when N > 3+ | b", "a(N) when N > 3"),
        ("a(N) when N > 3 * M . b", "a(N) when N > 3 * M"),
        ("a(N) when N > 3 and b", "a(N) when N > 3"),
        ("a(N) when is_atom(N)> true", "a(N) when is_atom(N)"),
        ("a(N) when ((N > 3) and true) and b", "a(N) when ((N > 3) and true)"),
        ("a(N) when N > 3 andalso N < 5 and b", "a(N) when N > 3 andalso N < 5"),
        ("a(N) when N > 3) implies b", "a(N) when N > 3"),
        ("a(N) when N > 3 {2}", "a(N) when N > 3"),
        ("a(N) when N > 3, N < 5; N == x] false", "a(N) when N > 3, N < 5; N == x"),
        ("a -> N when N > -1]", "a -> N when N > -1"),
        ("a whenever", "a"),
        ("a(N) when ", "a(N) when"),
    ];
    for (text, pattern) in cases {
        assert_eq!(&text[..action_pattern_extent(text)], pattern, "in {text}");
    }
}

#[test]
fn wrong_guards_are_named() {
    let deep = format!("a when {}1", "(".repeat(5_000));
    let long = format!("a when 1{}", "+1".repeat(5_000));
    for (text, code) in [
        ("a(N) when", "E0312"),
        ("a(N) when N >", "E0312"),
        ("a(N) when (N > 3", "E0312"),
        ("a(N) when size(N) > 3", "E0312"),
        ("a(N) when is_atom(N, 1)", "E0312"),
        ("a(N) when _ > 3", "E0312"),
        ("a(N) when {N,} > 3", "E0300"),
        ("a(N) when N > 3 b", "E0312"),
        (&deep, "E0305"),
        (&long, "E0305"),
        (&format!("a when {}1", "-".repeat(100_000)), "E0305"),
    ] {
        let found = parse_action_pattern(FileId(0), 0, text).diagnostics;
        assert_eq!(found.first().map(|found| found.code.0), Some(code), "{text}");
        let span = found[0].labels[0].span;
        assert!((span.start as usize) <= text.len() && span.end as usize <= text.len());
    }
}
