//! Macros, libraries, and what the built-in macros mean.

use std::fmt::Write as _;

use crate::support::random::{self, Random, n_cases};
use crate::support::{formula, lines, lts};
use checker::formula::Dialect;
use checker::library;
use checker::{Truth, check, parse_formula, parse_formula_with, parse_pattern};
use frontend::{FileId, Span};
use lts::Lts;

#[test]
fn macros_stand_for_their_texts() {
    let head = "macro AFTER (A, F) = [ true* . (A) ] (F) end_macro \
                macro DIES = [ true ] false end_macro\n\
                macro AFTER (A) = AFTER (A, DIES ()) end_macro (* a comment, M (x *)\n";
    for (text, expected) in [
        ("AFTER (cmd({a,b}), <x | (y . z)> true)", "[true* . cmd({a,b})] <x | y . z> true"),
        ("AFTER (\"a,)\" or 'b(.*')", "[true* . \"a,)\" or 'b(.*'] [true] false"),
        ("not DIES", "not [true] false"),
        ("AFTER (a, AFTER (b, DIES))", "[true* . a] [true* . b] [true] false"),
        ("AFTER (\"DIES\")", "[true* . \"DIES\"] [true] false"),
    ] {
        assert_eq!(formula(&format!("{head}{text}")).to_string(), expected, "{text}");
    }
}

#[test]
fn places_are_those_of_the_texts() {
    let text = "macro M (A) = [ (A) ] false end_macro\ntrue and M (gone) and <here> true";
    let outcome = check(&lts("0 here 0"), &formula(text));
    let place = outcome.diagnostics[0].labels[0].span;
    assert_eq!(&text[place.start as usize..place.end as usize], "gone");
    let whole = formula(text);
    assert_eq!(whole.span.file, FileId(0));
    assert_eq!(&text[whole.span.start as usize..], "true and M (gone) and <here> true");
}

#[test]
fn libraries_are_read_once_wherever_they_are_named() {
    let mut read = Vec::new();
    let mut load = |name: &str| {
        read.push(name.to_owned());
        let text = match name {
            "a.mcl" => "library b.mcl, a.mcl end_library macro A = B end_macro",
            "b.mcl" => "library a.mcl end_library macro B = < b > true end_macro",
            _ => return None,
        };
        Some((FileId(7), text.to_owned()))
    };
    let text = "library a.mcl, b.mcl end_library A and <a> true";
    let formula = parse_formula_with(FileId(0), text, Dialect::default(), &mut load)
        .value
        .expect("a formula");
    assert_eq!(formula.to_string(), "<b> true and <a> true");
    assert_eq!(read, ["b.mcl", "a.mcl"]);
    let broken = parse_formula(FileId(0), "library a.mcl end_library A");
    assert!(lines(&broken).contains("E0416"), "{}", lines(&broken));
}

#[test]
fn errors_in_macros_name_their_uses() {
    let mut load = |_: &str| {
        let text = "macro OUTER (A) = INNER (A) end_macro macro INNER (A) = [ A ] end_macro";
        Some((FileId(7), text.to_owned()))
    };
    let text = "library f.mcl end_library true and OUTER (a)";
    let diagnostics =
        parse_formula_with(FileId(0), text, Dialect::default(), &mut load).diagnostics;
    let places: Vec<(Span, &str)> =
        diagnostics[0].labels.iter().map(|label| (label.span, label.text.as_str())).collect();
    let library = |start, end| Span::new(FileId(7), start, end);
    assert_eq!(
        places[places.len() - 2..],
        [
            (library(18, 27), "in the expansion of `INNER`"),
            (Span::new(FileId(0), 35, 44), "in the expansion of `OUTER`"),
        ]
    );
}

#[test]
fn large_macros_are_refused() {
    let mut text = String::from("macro M0 = true end_macro\n");
    for level in 1..40 {
        let below = level - 1;
        writeln!(text, "macro M{level} = M{below} and M{below} end_macro").expect("a string");
    }
    text.push_str("M39");
    let code = |text: &str| parse_formula(FileId(0), text).diagnostics[0].code.0;
    assert_eq!(code(&text), "E0417");
    let deep =
        format!("macro M (F) = F end_macro {}true{}", "M (".repeat(20_000), ")".repeat(20_000));
    assert_eq!(code(&deep), "E0417");
    assert_eq!(code(&format!("macro M = M end_macro {}M", "M and ".repeat(100_000))), "E0415");
}

fn library_formula(library: &str, text: &str) -> checker::Formula {
    formula(&format!("library {library} end_library {text}"))
}

#[test]
fn every_macro_of_every_library_parses() {
    for name in library::NAMES {
        let text = library::text(name).expect("a library");
        let mut n_macros = 0;
        for line in text.lines().filter(|line| line.starts_with("macro ")) {
            n_macros += 1;
            let head = line["macro ".len()..].split('=').next().expect("a head").trim();
            let states = ["F", "G"];
            let mut uses = head.to_owned();
            if let Some((name, parameters)) = head.split_once(" (") {
                let parameters = parameters.trim_end_matches(')').split(", ").enumerate();
                let arguments: Vec<String> = parameters
                    .map(|(number, parameter)| match parameter {
                        _ if states.contains(&parameter)
                            || name == "INEVITABLE_1_WHERE_2" && number == 1 =>
                        {
                            "<a> true or true".to_owned()
                        }
                        _ => format!("a or \"{number}\""),
                    })
                    .collect();
                uses = format!("{name} ({})", arguments.join(", "));
            }
            let text = format!("library {name} end_library {uses}");
            let outcome = parse_formula(FileId(0), &text);
            assert_eq!(lines(&outcome), "", "{uses}");
        }
        assert!(n_macros > 10, "{name}");
    }
}

#[test]
fn the_macros_of_standard_mean_what_they_say() {
    let pairs = [
        ("SOME (true* . a)", "<true* . a> true"),
        ("NEVER (a . b | b)", "[a . b | b] false"),
        ("INEVITABLE (a)", "mu X . (<true> true and [not a] X)"),
        ("INEVITABLE (a)", "[not a] -| and [(not a)*] <true> true"),
        ("FAIRLY (a or b)", "[(not (a or b))*] <(not (a or b))* . (a or b)> true"),
        ("AFTER_1_FAIRLY_2 (a, b)", "[true* . a . (not b)*] <true* . b> true"),
        (
            "INEVITABLE_1_THEN_2 (a, b)",
            "mu X . (<true> true and [not a] X and [a] mu Y . (<true> true and [not b] Y))",
        ),
        ("NOT_1_TO_2_UNLESS_3 (a, b, tau)", "[true* . a . (not tau)* . b] false"),
        ("CYCLE (true* . a)", "<true* . a> @"),
        ("DEADLOCK_FREE", "[true*] <true> true"),
    ];
    let actl = [
        ("EF (<a> true)", "<true* . a> true"),
        ("AG (<a> true)", "[true*] <a> true"),
        ("AF (<a> true)", "not EG (not <a> true)"),
        ("AX (EX (<a> true))", "not EX (AX ([a] false))"),
        ("EU_A (true, a, <b> true)", "EF_A (a, <b> true)"),
        ("AU_A (true, true, <b> true)", "AF (<b> true)"),
        ("AG_A (a, <b> true)", "not EF_A (a, [b] false)"),
    ];
    let libraries = ["standard.mcl", "actl.mcl"];
    let mut random = Random::new(31);
    for _ in 0..n_cases(100, 3_000) {
        let system = random::lts(&mut random);
        for (library, pairs) in libraries.iter().zip([&pairs[..], &actl[..]]) {
            for (left, right) in pairs {
                let holds =
                    |text: &str| check(&system, &library_formula(library, text)).value.holds;
                assert_eq!(holds(left), holds(right), "{left} on {system:?}");
            }
        }
    }
}

/// The parts of a run that a scope speaks of, with actions `p q r s t o`.
fn segments(run: &str, scope: &str) -> Vec<String> {
    let behind = |at: usize| &run[at + 1..];
    let from_each = |open_end: bool| -> Vec<String> {
        let starts = run.match_indices('q').map(|(at, _)| behind(at));
        starts
            .filter_map(|rest| match rest.find('r') {
                Some(end) => Some(rest[..end].to_owned()),
                None => open_end.then(|| rest.to_owned()),
            })
            .collect()
    };
    match scope {
        "GLOBALLY" => vec![run.to_owned()],
        "BEFORE" => run.find('r').map(|at| run[..at].to_owned()).into_iter().collect(),
        "AFTER" => run.find('q').map(|at| behind(at).to_owned()).into_iter().collect(),
        "BETWEEN" => from_each(false),
        _ => from_each(true),
    }
}

fn satisfies(segment: &str, pattern: &str) -> bool {
    let first = |c: char| segment.find(c);
    let then = |from: usize, c: char| segment[from..].find(c).map(|at| from + at + 1);
    let each = |c: char, follows: &dyn Fn(usize) -> bool| {
        segment.match_indices(c).all(|(at, _)| follows(at + 1))
    };
    // The end of the first s that is followed by t.
    let chain = |from: usize| then(from, 's').and_then(|at| then(at, 't'));
    match pattern {
        "ABSENCE" => first('p').is_none(),
        "EXISTENCE" => first('p').is_some(),
        "BOUNDED_EXISTENCE" => segment.matches('p').count() <= 2,
        "UNIVERSALITY" => segment.chars().all(|c| c == 'p'),
        "PRECEDENCE" => first('p').is_none_or(|p| first('s').is_some_and(|s| s < p)),
        "RESPONSE" => each('p', &|at| then(at, 's').is_some()),
        "PRECEDENCE_CHAIN_1" => first('p').is_none_or(|p| chain(0).is_some_and(|end| end <= p)),
        "PRECEDENCE_CHAIN_2" => match (chain(0), first('s')) {
            (Some(_), Some(s)) => first('p').is_some_and(|p| p < s),
            _ => true,
        },
        // Where a later t is followed by p, the first one is.
        "RESPONSE_CHAIN_1" => {
            each('s', &|at| then(at, 't').is_none_or(|end| then(end, 'p').is_some()))
        }
        _ => each('p', &|at| chain(at).is_some()),
    }
}

#[test]
fn patterns_mean_what_dwyer_says() {
    let patterns = [
        ("ABSENCE", "p"),
        ("EXISTENCE", "p"),
        ("BOUNDED_EXISTENCE", "p"),
        ("UNIVERSALITY", "p"),
        ("PRECEDENCE", "s, p"),
        ("RESPONSE", "p, s"),
        ("PRECEDENCE_CHAIN_1", "s, t, p"),
        ("PRECEDENCE_CHAIN_2", "p, s, t"),
        ("RESPONSE_CHAIN_1", "s, t, p"),
        ("RESPONSE_CHAIN_2", "p, s, t"),
    ];
    let scopes = [
        ("GLOBALLY", ""),
        ("BEFORE", ", r"),
        ("AFTER", ", q"),
        ("BETWEEN", ", q, r"),
        ("AFTER_UNTIL", ", q, r"),
    ];
    let mut random = Random::new(32);
    let runs: Vec<String> = (0..n_cases(300, 10_000))
        .map(|_| {
            (0..random.below(14))
                .map(|_| random.pick(&['p', 'p', 'q', 'r', 's', 't', 'o']))
                .collect()
        })
        .collect();
    for (pattern, arguments) in patterns {
        for (scope, more) in scopes {
            let text = format!("{pattern}_{scope} ({arguments}{more})");
            let formula = library_formula("patterns.mcl", &text);
            let (mut n_true, mut n_false) = (0, 0);
            for run in &runs {
                let expected = segments(run, scope).iter().all(|part| satisfies(part, pattern));
                let holds = check(&path(run), &formula).value.holds == Truth::True;
                assert_eq!(holds, expected, "{text} on {run}");
                if expected { n_true += 1 } else { n_false += 1 }
            }
            assert!(n_true > 0 && n_false > 0, "{text}: {n_true} true, {n_false} false");
        }
    }
}

/// The system with this run and no other.
fn path(run: &str) -> Lts {
    let edges: Vec<String> =
        run.chars().enumerate().map(|(at, c)| format!("{at} {c} {}", at + 1)).collect();
    lts(&edges.join("; "))
}

fn pattern(text: &str) -> frontend::Outcome<Option<checker::Formula>> {
    let mut load = |name: &str| library::text(name).map(|text| (FileId(9), text.to_owned()));
    parse_pattern(FileId(0), text, Dialect::default(), &mut load)
}

#[test]
fn patterns_are_written_as_text() {
    for (text, macro_text) in [
        ("absence(a)", "ABSENCE_GLOBALLY (a)"),
        ("response(cmd({a,_}), b or c) globally", "RESPONSE_GLOBALLY (cmd({a,_}), b or c)"),
        ("precedence(a, b) before c", "PRECEDENCE_BEFORE (a, b, c)"),
        ("existence(a) after (b and not c)", "EXISTENCE_AFTER (a, (b and not c))"),
        ("universality(a) between (b and c) and d", "UNIVERSALITY_BETWEEN (a, (b and c), d)"),
        (
            "response_chain_2(a, b, c) after d until 'e and .*'",
            "RESPONSE_CHAIN_2_AFTER_UNTIL (a, b, c, d, 'e and .*')",
        ),
    ] {
        let outcome = pattern(text);
        assert_eq!(lines(&outcome), "", "{text}");
        assert_eq!(outcome.value, Some(library_formula("patterns.mcl", macro_text)), "{text}");
    }
}

#[test]
fn messages_about_patterns() {
    let wrong = [
        "",
        "respons(a, b)",
        "liveness(a)",
        "response(a)",
        "response",
        "response(a, b",
        "absence(a) between b",
        "absence(a) between b and",
        "absence(a) since b",
        "absence(a) .",
        "absence(a) globally b",
        "universality(a . b)",
        "absence(Open) after b",
        "absence(a) before b or",
    ];
    let text: Vec<_> = wrong
        .iter()
        .map(|input| {
            let outcome = pattern(input);
            assert!(outcome.value.is_none() || !outcome.diagnostics.is_empty(), "{input}");
            format!("{input}\n{}\n", lines(&outcome))
        })
        .collect();
    insta::assert_snapshot!(text.join("\n"));
}
