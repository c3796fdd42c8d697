//! Clauses that no value selects: what Erlang's compiler warns about, the trees find too.
//!
//! Functions of OTP are changed at random: a clause is repeated, moved up, or its head made more
//! general. Every clause that the compiler says cannot match because of clauses before it must be
//! unreachable in our tree. A clause that only we find unreachable is called in real Erlang with
//! values made from its own head, and must never answer. `ERL2LTS_MUTANTS` is the number of mutants.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::Command;

use frontend::ast::{
    Callee, Expr, ExprKind, Function, FunctionClause, Guard, Literal, Pat, PatKind,
};
use frontend::output::print;
use frontend::{FileId, Name, parse_module};
use num_bigint::BigInt;
use translator::sst::{Guarding, Pattern, Row, build};

/// Where the sources of OTP are.
const ROOT: &str = "/usr/lib/erlang/lib";

/// Calls for each clause that we find unreachable.
const CALLS: usize = 40;

/// Compiles the mutants, prints the clauses that it warns about, then the answers of some calls.
const SCRIPT: &str = r#"
main([Folder]) ->
    File = filename:join(Folder, "mutants"),
    {ok, mutants, Code, Warnings} = compile:file(File, [binary, return_warnings, nowarn_unused_vars, {error_location, line}]),
    [io:format("warning ~b ~0p~n", [Line, What])
     || {_, List} <- Warnings, {Place, _, What} <- List, Line <- [line(Place)]],
    {module, mutants} = code:load_binary(mutants, File, Code),
    {ok, Calls} = file:consult(filename:join(Folder, "calls")),
    [io:format("answer ~b ~0p~n", [Number, try apply(mutants, Function, Args) catch _:_ -> none end])
     || {Number, Function, Args} <- Calls].

line({Line, _}) -> Line;
line(Line) -> Line.
"#;

/// Splitmix64.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % bound as u64).unwrap()
    }
}

/// Functions of OTP with several clauses whose heads our trees take exactly.
fn originals() -> Vec<Function> {
    let mut files: Vec<PathBuf> = Vec::new();
    for application in ["stdlib", "kernel", "compiler"] {
        let folders = std::fs::read_dir(ROOT).into_iter().flatten().flatten();
        for folder in folders.filter(|f| f.file_name().to_string_lossy().starts_with(application)) {
            let sources =
                std::fs::read_dir(folder.path().join("src")).into_iter().flatten().flatten();
            files.extend(
                sources
                    .map(|entry| entry.path())
                    .filter(|path| path.extension().is_some_and(|e| e == "erl")),
            );
        }
    }
    files.sort();
    let mut functions = Vec::new();
    for file in files {
        let bytes = std::fs::read(file).unwrap();
        let text = String::from_utf8(bytes).unwrap_or_default();
        let module = parse_module(FileId(0), &text).value;
        functions.extend(module.functions().filter(|function| is_usable(function)).cloned());
    }
    functions
}

/// Whether the heads are exact for our trees, and mean the same without their module.
fn is_usable(function: &Function) -> bool {
    (2..=12).contains(&function.clauses.len())
        && function.arity > 0
        && function.clauses.iter().all(|clause| {
            let tests = clause.guard.alternatives.iter().flatten();
            clause.params.iter().all(is_known)
                && tests.into_iter().all(|test| !test.any(&mut |expr| !is_plain_test(expr)))
        })
}

/// Whether a part of a guard needs nothing of its module.
fn is_plain_test(expr: &Expr) -> bool {
    const FUNCTIONS: [&str; 14] = [
        "is_atom",
        "is_integer",
        "is_list",
        "is_tuple",
        "is_binary",
        "is_pid",
        "is_number",
        "is_float",
        "length",
        "hd",
        "tl",
        "element",
        "tuple_size",
        "byte_size",
    ];
    match &expr.kind {
        ExprKind::Call(Callee::Local(name), args) => {
            let arity = if name.as_str() == "element" { 2 } else { 1 };
            FUNCTIONS.contains(&name.as_str()) && args.len() == arity
        }
        ExprKind::Var(_)
        | ExprKind::Nil
        | ExprKind::Tuple(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..) => true,
        _ => is_plain(expr),
    }
}

fn is_plain(expr: &Expr) -> bool {
    matches!(&expr.kind, ExprKind::Literal(literal) if !is_macro(literal))
}

fn is_macro(literal: &Literal) -> bool {
    matches!(literal, Literal::Atom(name) if name.undefined_macro().is_some())
}

fn is_known(pat: &Pat) -> bool {
    let own = match &pat.kind {
        PatKind::Literal(literal) => !is_macro(literal) && !matches!(literal, Literal::Float(_)),
        _ => Pattern::from_ast(pat, &|_| false).is_ok(),
    };
    own && pat.children().into_iter().all(is_known)
}

/// A changed copy of a function, its clauses numbered by what they return.
fn mutant(random: &mut Random, original: &Function, name: &str) -> Function {
    let mut clauses = original.clauses.clone();
    let chosen = random.below(clauses.len());
    match random.below(3) {
        0 => {
            let at = chosen + 1 + random.below(clauses.len() - chosen);
            let copy = clauses[chosen].clone();
            clauses.insert(at, copy);
        }
        1 => {
            let clause = clauses.remove(chosen);
            clauses.insert(random.below(chosen + 1), clause);
        }
        _ => {
            let param = random.below(original.arity);
            let clause = &mut clauses[chosen];
            clause.params[param] = generalised(random, &clause.params[param]);
            // What a guard speaks of may be gone.
            clause.guard = Guard::default();
        }
    }
    let clauses = clauses.into_iter().enumerate().map(|(number, clause)| {
        let value = ExprKind::Literal(Literal::Integer(BigInt::from(number)));
        FunctionClause { body: vec![Expr::new(value, clause.span)], ..clause }
    });
    Function { name: Name::from(name), clauses: clauses.collect(), ..original.clone() }
}

/// The pattern with one part replaced by `_`.
fn generalised(random: &mut Random, pat: &Pat) -> Pat {
    let mut pat = pat.clone();
    match &mut pat.kind {
        PatKind::Tuple(items) if !items.is_empty() && random.below(3) > 0 => {
            let at = random.below(items.len());
            items[at] = generalised(random, &items[at]);
        }
        PatKind::Cons(head, tail) if random.below(3) > 0 => {
            let part = if random.below(2) == 0 { head } else { tail };
            **part = generalised(random, part);
        }
        _ => pat.kind = PatKind::Wildcard,
    }
    pat
}

/// Numbers of the clauses that our tree never selects.
fn unreachable(function: &Function) -> Vec<usize> {
    let rows: Vec<Row> = function
        .clauses
        .iter()
        .map(|clause| Row {
            patterns: clause
                .params
                .iter()
                .map(|pat| Pattern::from_ast(pat, &|_| false).unwrap())
                .collect(),
            guard: Guarding::of(&clause.guard),
        })
        .collect();
    build(&rows).map_or_else(Vec::new, |sst| sst.unreachable_clauses())
}

/// A value that a pattern often matches, as text.
fn value(random: &mut Random, pat: &Pat, vars: &mut BTreeMap<Name, String>) -> String {
    const LEAVES: [&str; 8] = ["a", "0", "1", "[]", "{}", "{a,b}", "[x,y]", "other"];
    match &pat.kind {
        PatKind::Var(name) => {
            let fresh = LEAVES[random.below(LEAVES.len())].to_owned();
            vars.entry(name.clone()).or_insert(fresh).clone()
        }
        PatKind::Wildcard => LEAVES[random.below(LEAVES.len())].to_owned(),
        PatKind::Tuple(items) => {
            let items: Vec<String> = items.iter().map(|item| value(random, item, vars)).collect();
            format!("{{{}}}", items.join(","))
        }
        PatKind::Cons(head, tail) => {
            format!("[{}|{}]", value(random, head, vars), value(random, tail, vars))
        }
        PatKind::Alias(left, right) => {
            let plain = matches!(left.kind, PatKind::Var(_));
            let text = value(random, if plain { right } else { left }, vars);
            for side in [left, right] {
                if let PatKind::Var(name) = &side.kind {
                    vars.insert(name.clone(), text.clone());
                }
            }
            text
        }
        _ => print::pattern(pat),
    }
}

/// The number of a function, and that of one of its clauses.
type Clause = (usize, usize);

/// A module of functions, with the function and the clause that are on each of its lines.
fn module(mutants: &[Function]) -> (String, BTreeMap<usize, Clause>) {
    let mut text = String::from("-module(mutants).\n-compile([export_all, nowarn_export_all]).\n");
    let mut places: BTreeMap<usize, Clause> = BTreeMap::new();
    for (number, function) in mutants.iter().enumerate() {
        for (clause, _) in function.clauses.iter().enumerate() {
            places.insert(text.lines().count() + 1, (number, clause));
            let one =
                Function { clauses: vec![function.clauses[clause].clone()], ..function.clone() };
            let printed = print::function(&one).replace('\n', " ");
            let printed = printed.trim_end().trim_end_matches('.');
            let last = clause + 1 == function.clauses.len();
            let _ = writeln!(text, "{printed}{}", if last { "." } else { ";" });
        }
    }
    (text, places)
}

/// Calls that match some clauses each, in front of which others may match.
fn calls(random: &mut Random, mutants: &[Function], clauses: &BTreeSet<Clause>) -> String {
    let mut calls = String::new();
    for (number, clause) in clauses {
        let function = &mutants[*number];
        for _ in 0..CALLS {
            let mut vars = BTreeMap::new();
            let params = &function.clauses[*clause].params;
            let args: Vec<String> =
                params.iter().map(|pat| value(random, pat, &mut vars)).collect();
            let _ =
                writeln!(calls, "{{{}, m{number}, [{}]}}.", number * 100 + clause, args.join(", "));
        }
    }
    calls
}

/// What the script has printed: the clauses of which the compiler warns, the number of calls, those that a clause of ours
/// has answered.
fn read(
    report: &str,
    places: &BTreeMap<usize, Clause>,
    mutants: &[Function],
) -> (BTreeSet<Clause>, usize, Vec<String>) {
    let mut theirs: BTreeSet<Clause> = BTreeSet::new();
    let (mut n_calls, mut wrong) = (0, Vec::new());
    for line in report.lines() {
        if let Some(rest) = line.strip_prefix("warning ") {
            let (place, what) = rest.split_once(' ').unwrap();
            if what.contains("nomatch_shadow") || what.contains("shadow") {
                theirs.insert(places[&place.parse().unwrap()]);
            }
        } else if let Some(rest) = line.strip_prefix("answer ") {
            let (key, answer) = rest.split_once(' ').unwrap();
            let key: usize = key.parse().unwrap();
            n_calls += 1;
            if answer == (key % 100).to_string() {
                wrong.push(format!(
                    "clause {} of {}",
                    key % 100,
                    print::function(&mutants[key / 100])
                ));
            }
        }
    }
    (theirs, n_calls, wrong)
}

#[test]
fn the_compiler_finds_no_more() {
    let originals = originals();
    let has_erlang = Command::new("escript").arg("-h").output().is_ok();
    if originals.is_empty() || !has_erlang {
        let required = std::env::var("ERL2LTS_REQUIRE_ERLANG").is_ok_and(|value| value == "1");
        assert!(!required, "Erlang or its sources are missing");
        return;
    }
    let wanted = std::env::var("ERL2LTS_MUTANTS").map_or(400, |text| text.parse().unwrap());
    let mut random = Random(1);
    let mutants: Vec<Function> = (0..wanted)
        .map(|number| {
            let original = &originals[random.below(originals.len())];
            mutant(&mut random, original, &format!("m{number}"))
        })
        .collect();
    let (text, places) = module(&mutants);
    let ours: BTreeSet<Clause> = mutants
        .iter()
        .enumerate()
        .flat_map(|(number, function)| {
            unreachable(function).into_iter().map(move |clause| (number, clause))
        })
        .collect();
    let folder = std::env::temp_dir().join(format!("erl2lts-mutants-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let calls = calls(&mut random, &mutants, &ours);
    std::fs::write(folder.join("mutants.erl"), &text).unwrap();
    std::fs::write(folder.join("calls"), calls).unwrap();
    std::fs::write(folder.join("script"), format!("#!/usr/bin/env escript\n{SCRIPT}")).unwrap();
    let output = Command::new("escript").arg(folder.join("script")).arg(&folder).output().unwrap();
    let report = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{report}{}", String::from_utf8_lossy(&output.stderr));
    let (theirs, n_calls, wrong) = read(&report, &places, &mutants);
    let missed: Vec<String> = theirs
        .difference(&ours)
        .map(|&(number, clause)| {
            format!("clause {clause} of {}", print::function(&mutants[number]))
        })
        .collect();
    println!(
        "{} mutants: {} clauses by the compiler, {} by us, {} more; {n_calls} calls of ours",
        mutants.len(),
        theirs.len(),
        ours.len(),
        ours.difference(&theirs).count()
    );
    assert!(missed.is_empty(), "{} missed; the first: {}", missed.len(), missed[0]);
    assert!(wrong.is_empty(), "{} answer; the first: {}", wrong.len(), wrong[0]);
    assert!(!theirs.is_empty() && n_calls > 0);
    std::fs::remove_dir_all(folder).unwrap();
}
