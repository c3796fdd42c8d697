//! muCRL specifications as input: models written by hand, wrong texts, texts without an end.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::command_line::run;
use crate::transcript::{transcript, transcripts, transcripts_of};

fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A file of this test alone.
fn scratch(name: &str, text: &str) -> String {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("specifications_{name}"));
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// A model with parts of its text replaced.
fn edited(model: &str, changes: &[(&str, &str)]) -> String {
    let mut text = fs::read_to_string(file(model)).unwrap();
    for (from, to) in changes {
        assert!(text.contains(from), "{model}: {from}");
        text = text.replacen(from, to, 1);
    }
    text
}

/// The `.aut` text of a specification.
fn aut(name: &str, text: &str) -> String {
    let output = run(&["lts", &scratch(name, text)]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The transitions of an `.aut` file, and its header without padding.
fn lines(text: &str) -> BTreeSet<String> {
    text.lines().map(|line| line.trim().replace("des (0, ", "des (0,").replace(", ", ",")).collect()
}

/// Compares with what the classic toolset gives, state by state.
fn compare(name: &str, text: &str, golden: &str) {
    let golden = fs::read_to_string(file(&format!("tests/golden/{golden}.aut"))).unwrap();
    assert_eq!(lines(&aut(&format!("{name}.mcrl"), text)), lines(&golden), "{name}");
}

const DOOR: &str = "fixtures/mcrl/door.mcrl";
const COFFEE: &str = "fixtures/mcrl/coffee.mcrl";

#[test]
fn the_door_is_that_of_the_classic_toolset() {
    compare("door", &edited(DOOR, &[]), "door");
    // The paper's environment, which starts its list again for ever.
    let head = "fsm_command(CmdSet:Term) =\n       delta\n       <| is_nil(CmdSet) |>\n       \
                s_command(hd(CmdSet)).fsm_command(tl(CmdSet))";
    let cycle = "fsm_command(CmdSet:Term,All:Term) =\n       s_command(hd(CmdSet)).\n       \
                 (fsm_command(All,All) <| is_nil(tl(CmdSet)) |> fsm_command(tl(CmdSet),All))";
    let start = "fsm_command(cons(abb,cons(abc,nil)))";
    let again = "fsm_command(cons(abb,cons(abc,nil)),cons(abb,cons(abc,nil)))";
    compare("door_loop", &edited(DOOR, &[(head, cycle), (start, again)]), "door_loop");
    // 10 states in the note; one process with the same labels has half of them.
    let rest = "s_command(hd(CmdSet)).fsm_command(tl(CmdSet))";
    let same = "s_command(hd(CmdSet)).fsm_command(CmdSet)";
    let abb = "fsm_command(cons(abb,nil))";
    let text = aut("abb.mcrl", &edited(DOOR, &[(rest, same), (start, abb)]));
    assert!(text.starts_with("des (0,10,10)"), "{text}");
}

#[test]
fn coffee_machines_are_those_of_the_classic_toolset() {
    let (cappuccino, tea) = (
        "cons(tuple(selection,tuple(cappuccino,tuplenil(int(5)))),",
        "cons(tuple(selection,tuple(tea,tuplenil(int(4)))),",
    );
    let (four, five) = ("cons(tuple(pay,tuplenil(int(4))),", "cons(tuple(pay,tuplenil(int(5))),");
    compare("coffee_a", &edited(COFFEE, &[]), "coffee_A");
    compare("coffee_b", &edited(COFFEE, &[(cappuccino, tea), (four, five)]), "coffee_B");
    compare("coffee_c", &edited(COFFEE, &[(four, five)]), "coffee_C");
    let fault = ("payment_case_1_0(mcrl_geq(", "payment_case_1_0(mcrl_greater(");
    compare("coffee_d", &edited(COFFEE, &[(four, five), fault]), "coffee_D");
}

#[test]
fn commands() {
    let output = scratch("door.aut", "");
    insta::assert_snapshot!(transcripts(&[
        &["lts", DOOR],
        &["lts", DOOR, "--labels", "mcrl", "--tau", "tau"],
        &["check", DOOR, "-e", "<true* . do_unlock> true"],
        &["check", DOOR, "-e", "[(not \"cmd(abc)\")* . do_unlock] false"],
        &["check", COFFEE, "-e", "<true* . \"pay_coin(int(s(0)))\"> true"],
        &["check", COFFEE, "-e", "<true* . remove_cup> true"],
        // What stays open in a sum, and what it goes over.
        &["lts", "fixtures/mcrl/sums.mcrl"],
        // Of two rules that both match, the more specific one.
        &["lts", "fixtures/mcrl/overlap.mcrl"],
        &["lts", "fixtures/mcrl/operators.mcrl"],
        &["lts", DOOR, "--labels", "erlang"],
        &["lts", DOOR, "--view", "paper"],
        &["lts", DOOR, "--form", "paper"],
        &["lts", DOOR, "--init", "abc"],
        &["check", "fixtures/mcrl/bad/stuck_condition.mcrl", "-e", "<true> true"],
        &["check", "fixtures/mcrl/bad/mixed.mcrl", "-e", "<true> true"],
        &["check", "fixtures/mcrl/endless/cyclic.mcrl", "-e", "<true> true"],
        &["check", DOOR],
        &["check", DOOR, "--tau", "i", "-e", "<true> true"],
        &["translate", DOOR],
        &["lts", DOOR, "-o", DOOR],
        &["lts", "fixtures/mcrl/gone.mcrl"],
        &["lts", DOOR, "--max-states", "3"],
    ]));
    assert_eq!(run(&["lts", DOOR, "-o", &output]).stdout, b"12 states, 11 transitions\n");
    // What stands behind a fault of the text is not written.
    let before = fs::read_to_string(&output).unwrap();
    let faulty = ["lts", "fixtures/mcrl/bad/stuck_condition.mcrl", "-o", &output];
    assert_eq!(run(&faulty).status.code(), Some(2));
    assert_eq!(fs::read_to_string(&output).unwrap(), before);
}

/// Every error of a text has a fixture, and so has every code.
#[test]
fn wrong_texts() {
    let mut names: Vec<String> = fs::read_dir(file("fixtures/mcrl/bad"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    let paths: Vec<String> = names.iter().map(|name| format!("fixtures/mcrl/bad/{name}")).collect();
    let calls: Vec<Vec<&str>> = paths.iter().map(|path| vec!["lts", path]).collect();
    let text = transcripts_of(&calls);
    insta::assert_snapshot!(text);
    assert_eq!(text.matches("--- exit 2").count(), paths.len());
    let deep = format!("{}delta{}", "(delta+".repeat(600), ")".repeat(600));
    let deep = edited(
        DOOR,
        &[(
            "fsm_init(S:Term,LoopData:Term) =",
            &format!("deep={deep} fsm_init(S:Term,LoopData:Term)="),
        )],
    );
    let deep = transcript(&["lts", "--messages", "short", &scratch("deep.mcrl", &deep)]);
    assert!(deep.contains("E0602"), "{deep}");
    for row in mcrl::codes::TABLE {
        assert!(text.contains(row.code.0) || deep.contains(row.code.0), "{}", row.code.0);
        assert!(transcript(&["explain", row.code.0]).contains(row.title));
    }
}

/// Nothing runs for ever, and what was found is kept.
#[test]
fn texts_without_an_end() {
    let limits = |name: &'static str| {
        ["lts", name, "--max-states", "20", "--max-steps", "100000", "--messages", "short"]
    };
    let calls = [
        limits("fixtures/mcrl/endless/cyclic.mcrl"),
        limits("fixtures/mcrl/endless/endless.mcrl"),
        limits("fixtures/mcrl/endless/growing.mcrl"),
        limits("fixtures/mcrl/endless/counting.mcrl"),
    ];
    insta::assert_snapshot!(transcripts(&calls.each_ref().map(|call| &call[..])));
    let output = run(&["lts", "fixtures/mcrl/endless/doubling.mcrl"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&output.stderr).contains("too large"));
    let output = run(&[
        "lts",
        "fixtures/mcrl/endless/growing.mcrl",
        "--max-steps",
        "1000000000000",
        "--timeout",
        "0.5",
    ]);
    assert_eq!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stderr));
}

/// What may happen with a text that is none: a message, and never a crash.
fn answers(name: &str, text: &str) {
    let output = run(&["lts", &scratch(name, text), "--max-steps", "10000", "--messages", "short"]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    let code = output.status.code();
    assert!(matches!(code, Some(0 | 2 | 3)), "{name}: {code:?} {stderr}");
    assert_eq!(code == Some(0), stderr.is_empty(), "{name}: {stderr}");
}

/// Texts with numbers, one behind the other.
fn rows(count: usize, row: impl Fn(usize) -> String) -> String {
    (0..count).map(row).collect::<Vec<_>>().join(" ")
}

#[test]
fn hostile_texts() {
    let n = 200_000;
    let bool = "sort Bool func T,F:->Bool sort D func c:->D s:D->D act a:D b ";
    let cases = [
        ("empty", String::new()),
        ("blank", " \n\t% nothing\n".to_owned()),
        ("parentheses", format!("{bool}init {}b{}.delta", "(".repeat(n), ")".repeat(n))),
        ("open", format!("{bool}init {}", "(".repeat(n))),
        ("term", format!("{bool}init a({}c{}).delta", "s(".repeat(n), ")".repeat(n))),
        ("sums", format!("{bool}init {}b{}", "sum(x:D,".repeat(n), ")".repeat(n))),
        ("conditions", format!("{bool}init {}b{}", "(b<|T|>".repeat(n), ")".repeat(n))),
        ("sequence", format!("{bool}init {}delta", "b.".repeat(n))),
        ("choice", format!("{bool}init {}delta", "b.delta+".repeat(n))),
        ("names", format!("sort {}", "x ".repeat(n))),
        ("undeclared", format!("{bool}init {}delta", "zz(c).".repeat(n))),
        ("garbage", "\u{fffd}(|<#".repeat(n)),
        ("letters", "x".repeat(5 * n)),
        (
            "rules",
            format!("{bool}map f:D->D var x:D rew {}init b.delta", "f(x)=f(s(x)) ".repeat(n / 10)),
        ),
        ("chain", {
            let processes = rows(n / 10, |i| format!("P{i}(x:D)=P{}(s(x))", i + 1));
            format!("{bool}proc {processes} P{}(x:D)=a(x).delta init P0(c)", n / 10)
        }),
        ("doubling", {
            let processes = rows(60, |i| format!("P{i}=P{}+P{}", i + 1, i + 1));
            format!("{bool}proc {processes} P60=b.delta init P0")
        }),
        ("enumeration", {
            let sorts = rows(30, |i| format!("func q{i}:D{}#D{}->D{i}", i + 1, i + 1));
            let names = rows(31, |i| format!("D{i}"));
            format!("{bool}sort {names} {sorts} func e,f:->D30 act z:D0 init sum(x:D0,z(x).delta)")
        }),
    ];
    for (name, text) in &cases {
        answers(&format!("{name}.mcrl"), text);
    }
}

/// Wherever a text is cut, there is an answer.
#[test]
fn prefixes_are_answered() {
    let text = fs::read_to_string(file(DOOR)).unwrap();
    for end in (0..=text.len()).filter(|end| text.is_char_boundary(*end)) {
        let outcome = mcrl::read(frontend::FileId(0), &text[..end]);
        assert!(outcome.value.is_some() != outcome.has_errors(), "{end}");
    }
}

/// Texts as an unlucky hand leaves them: tokens dropped, doubled, exchanged.
#[test]
fn edited_texts_are_answered() {
    let models = [DOOR, COFFEE, "fixtures/mcrl/sums.mcrl", "fixtures/mcrl/operators.mcrl"];
    let mut random = Random(1);
    let (mut n_right, mut n_wrong) = (0, 0);
    for round in 0..600 {
        let text = fs::read_to_string(file(models[round % models.len()])).unwrap();
        let mut tokens: Vec<&str> = tokens(&text);
        for _ in 0..=random.below(3) {
            let (at, other) = (random.below(tokens.len()), random.below(tokens.len()));
            match random.below(4) {
                0 => drop(tokens.remove(at)),
                1 => tokens.insert(at, tokens[other]),
                2 => tokens.swap(at, other),
                _ => tokens[at] = tokens[other],
            }
        }
        let outcome = mcrl::read(frontend::FileId(0), &tokens.concat());
        assert!(outcome.value.is_some() != outcome.has_errors(), "{}", tokens.concat());
        let Some(specification) = outcome.value else {
            n_wrong += 1;
            continue;
        };
        n_right += 1;
        let mut system = mcrl::System::new(&specification, 10_000, None);
        let mut limits = lts::explore::Limits { max_states: 100, interrupted: &mut |_| false };
        let _ = lts::explore::explore(&mut system, &mut limits);
    }
    assert!(n_right > 50 && n_wrong > 50, "{n_right} {n_wrong}");
}

/// Words, and what stands between them, comments left out.
fn tokens(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let split = |line| -> Vec<&str> {
        let parts = str::split_inclusive(line, |c| !is_word(c));
        parts
            .flat_map(|part| {
                let word = part.trim_end_matches(|c| !is_word(c)).len();
                [&part[..word], &part[word..]]
            })
            .chain(["\n"])
            .collect()
    };
    let lines = text.lines().map(|line| line.split('%').next().unwrap());
    lines.flat_map(split).filter(|token| !token.is_empty()).collect()
}

/// Numbers that are the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound
    }
}

/// What is as deep as it may be is read on the small stack of a test's thread.
#[test]
fn deep_texts_need_little_stack() {
    let head = "sort Bool func T,F:->Bool sort D func c:->D s:D->D act a:D b init ";
    let sums = format!("{head}{}b.delta{}", "sum(x:Bool,".repeat(498), ")".repeat(498));
    let conditions = format!("{head}{}b.delta{}", "(delta<|F|>".repeat(498), ")".repeat(498));
    let term = format!("{head}a({}c{}).delta", "s(".repeat(50_000), ")".repeat(50_000));
    for text in [sums, conditions, term] {
        let outcome = mcrl::read(frontend::FileId(0), &text);
        let specification = outcome.value.unwrap();
        let mut system = mcrl::System::new(&specification, 1_000_000, None);
        let mut limits = lts::explore::Limits { max_states: 10, interrupted: &mut |_| false };
        let exploration = lts::explore::explore(&mut system, &mut limits).unwrap();
        assert_eq!((exploration.stop, exploration.lts.n_transitions()), (None, 1));
    }
}

/// A backslash stands twice in a label, as the classic toolset writes it: a text in quotes.
#[test]
fn backslashes_stand_twice() {
    let text = "sort D Bool\nfunc c\\d: -> D\n     T,F: -> Bool\nact a\\b: D\n    q\\\n\
                proc P = a\\b(c\\d).q\\.P\ninit P\n";
    let lines = lines(&aut("backslashes.mcrl", text));
    let [first, second] = ["(0,\"a\\\\b(c\\\\d)\",1)", "(1,\"q\\\\\",0)"];
    assert!(lines.contains(first) && lines.contains(second), "{lines:?}");
}
