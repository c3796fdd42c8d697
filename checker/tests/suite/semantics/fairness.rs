//! Formulas about fair runs against all runs of small systems, one by one.

use crate::support::fair_runs::{self, is_fair, runs};
use crate::support::random::{self, Random, n_cases};
use crate::support::{assert_sound, formula, from_state, lts, naive};
use checker::fair::{Fairness, Strength, fair, parse_condition};
use checker::formula::{Dialect, Formula};
use checker::{
    Evidence, EvidenceKind, Paths, Scope, Truth, Verdict, check, library, parse_ctl, parse_esctl,
    parse_pattern,
};
use frontend::FileId;
use lts::{Lts, StateId};

const LABELS: [&str; 4] = ["tau", "a", "b", "c"];
/// Longest run that is looked at; longer ones only where that makes a difference.
const LENGTHS: [usize; 3] = [6, 8, 11];

fn fairness(strength: Strength, conditions: &[&str]) -> Fairness {
    let condition = |text: &&str| parse_condition(FileId(1), text, Dialect::Basic).expect("one");
    Fairness { strength, conditions: conditions.iter().map(condition).collect() }
}

fn random_fairness(random: &mut Random) -> Fairness {
    let strength = random.pick(&[Strength::Strong, Strength::Weak]);
    let conditions: &[&str] = random.pick(&[
        &["a"],
        &["a"],
        &["tau"],
        &["not b"],
        &["a", "b"],
        &["a or c", "cmd({button,X})"],
    ]);
    fairness(strength, conditions)
}

/// A system of 1 to 3 states and few transitions.
fn small(random: &mut Random, n_states: usize) -> Lts {
    loop {
        let system = random::lts_over(random, &LABELS);
        let n_edges: usize = system.states().map(|state| system.out(state).len()).sum();
        if system.n_states() <= n_states && n_edges <= n_states + 2 {
            return system;
        }
    }
}

/// Asserts that a formula under fairness holds where it should, with evidence that is a fair run.
fn assert_fair(system: &Lts, fairness: &Fairness, formula: &Formula, expected: &[bool]) -> usize {
    let made = fair(formula, fairness).expect("a formula of single runs");
    let mut n_loops = 0;
    for (state, &expected) in system.states().zip(expected) {
        let system = from_state(system, state);
        let Verdict { holds, evidence, .. } = check(&system, &made).value;
        let says = format!("{formula} as {made} under {fairness:?} in {state:?} of {system:?}");
        assert_eq!(naive::holds(&system, &made), expected, "{says}");
        assert_eq!(holds == Truth::True, expected, "{says}");
        if let Some(evidence) = evidence {
            // What speaks of no endless runs may still be explained by one.
            let is_asked = made == *formula || is_fair(&system, fairness, &evidence);
            assert!(is_asked, "{evidence:?}: {says}");
            assert_sound(&system, &made, expected, &evidence);
            n_loops += usize::from(matches!(evidence.kind, EvidenceKind::Lasso { .. }));
        }
    }
    n_loops
}

#[test]
fn fixpoints_speak_of_fair_runs() {
    let mut random = Random::new(41);
    let (mut done, mut differ, mut loops) = (0, 0, 0);
    while done < n_cases(300, 2_000) {
        let text = closed(&mut random, 2);
        let outcome = checker::parse_formula(FileId(0), &text);
        let Some(formula) = outcome.value else { continue };
        let fairness = random_fairness(&mut random);
        let system = small(&mut random, 3);
        let all = runs(&system, system.initial(), 5, [2, 2]);
        if fair(&formula, &fairness).as_ref() == Ok(&formula)
            || all.iter().all(|run| is_fair(&system, &fairness, run))
        {
            continue;
        }
        let made = fair(&formula, &fairness).expect("a formula of single runs");
        let found = naive::states(&system, &made);
        // Some formulas ask for longer runs than others.
        let mut expected = found.clone();
        for length in LENGTHS {
            expected = fair_runs::states(&system, &fairness, &formula, length);
            if expected == found {
                break;
            }
        }
        differ += usize::from(expected != naive::states(&system, &formula));
        let expected: Vec<bool> =
            system.states().map(|state| expected.contains(&state.index())).collect();
        loops += assert_fair(&system, &fairness, &formula, &expected);
        done += 1;
    }
    assert!(differ > done / 30, "fairness decides {differ} of {done}");
    assert!(loops > done / 20, "{loops} loops in {done}");
}

const PATHS: [&str; 10] = [
    "a",
    "b",
    "true",
    "not a",
    "a . b",
    "a | b . b",
    "a {2}",
    "a? . c",
    "tau",
    "(a | tau) {1 ... 2}",
];

/// A formula that speaks of a state, or of single runs from there.
fn closed(random: &mut Random, depth: usize) -> String {
    let path = random.pick(&PATHS);
    match if depth == 0 { random.below(3) } else { random.below(10) } {
        0 => format!("<{path}> true"),
        1 => format!("[{path}] false"),
        2 => random.pick(&["true", "false"]).to_owned(),
        3 => format!("<{path}> @"),
        4 => format!("[{path}] -|"),
        5 => format!("[true*] ({})", closed(random, depth - 1)),
        6 => format!("not ({})", closed(random, depth - 1)),
        7 | 8 => format!("mu X . ({})", body(random, false, depth + 1, &["X"])),
        _ => format!("nu X . ({})", body(random, true, depth + 1, &["X"])),
    }
}

/// The body of a fixpoint that one run gives this value.
fn body(random: &mut Random, value: bool, depth: usize, names: &[&str]) -> String {
    let name = random.pick(names);
    let path = random.pick(&PATHS);
    let (open, close) = if value { ("<", ">") } else { ("[", "]") };
    let (choice, guard) = if value { ("or", "and") } else { ("and", "or") };
    if depth == 0 {
        return format!("{open}{path}{close} {name}");
    }
    let one = body(random, value, depth - 1, names);
    match random.below(7) {
        0 | 1 => format!("({one}) {choice} ({})", body(random, value, depth - 1, names)),
        2 => format!("({}) {guard} ({one})", closed(random, 1)),
        3 => format!("({}) {choice} ({one})", closed(random, 1)),
        4 => format!("{open}{path}{close} ({one})"),
        5 if names.len() == 1 => {
            let sign = if value { "nu" } else { "mu" };
            let own = random.pick(&["Y", "X"]);
            format!("{sign} {own} . ({})", body(random, value, depth - 1, &[names[0], own]))
        }
        _ => format!("not (not ({one}))"),
    }
}

/// A formula of CTL or ESCTL, as the tests read it.
#[derive(Clone, Debug)]
enum Tree {
    True,
    Enabled(&'static str),
    Not(Box<Tree>),
    And(Box<Tree>, Box<Tree>),
    Or(Box<Tree>, Box<Tree>),
    Behind(&'static str, Box<Tree>),
    Path(bool, Path),
}

/// What is said of a run; an event is none in CTL.
#[derive(Clone, Debug)]
enum Path {
    Next(Option<&'static str>, Box<Tree>),
    Finally(Option<&'static str>, Box<Tree>),
    Globally(Option<&'static str>, Box<Tree>),
    Always(&'static str),
    Until(Box<Tree>, Box<Tree>, bool),
    Release(Box<Tree>, Box<Tree>),
    UntilAlong(Box<Tree>, &'static str, &'static str, Box<Tree>, bool),
}

const EVENTS: [&str; 4] = ["a", "b", "not a", "a or b"];

fn tree(random: &mut Random, depth: usize, has_events: bool) -> Tree {
    let sub = |random: &mut Random| Box::new(tree(random, depth - 1, has_events));
    match if depth == 0 { random.below(2) } else { random.below(12) } {
        0 => Tree::True,
        1 => Tree::Enabled(random.pick(&EVENTS)),
        2 => Tree::Not(sub(random)),
        3 => Tree::And(sub(random), sub(random)),
        4 => Tree::Or(sub(random), sub(random)),
        5 if has_events => Tree::Behind(random.pick(&EVENTS), sub(random)),
        _ => {
            let event = (has_events && random.below(2) == 0).then(|| random.pick(&EVENTS));
            let path = match random.below(7) {
                0 => Path::Next(event, sub(random)),
                1 | 2 => Path::Finally(event, sub(random)),
                3 => Path::Globally(event, sub(random)),
                4 if has_events => Path::Always(random.pick(&EVENTS)),
                5 if has_events => {
                    let (way, end) = (random.pick(&EVENTS), random.pick(&EVENTS));
                    Path::UntilAlong(sub(random), way, end, sub(random), random.below(2) == 0)
                }
                6 if !has_events => Path::Release(sub(random), sub(random)),
                _ => Path::Until(sub(random), sub(random), random.below(2) == 0),
            };
            Tree::Path(random.below(2) == 0, path)
        }
    }
}

fn text(tree: &Tree) -> String {
    match tree {
        Tree::True => "true".to_owned(),
        Tree::Enabled(event) => format!("enabled({event})"),
        Tree::Not(body) => format!("not ({})", text(body)),
        Tree::And(left, right) => format!("(({}) and ({}))", text(left), text(right)),
        Tree::Or(left, right) => format!("(({}) or ({}))", text(left), text(right)),
        Tree::Behind(event, body) => format!("({{{event}}} => ({}))", text(body)),
        Tree::Path(all, path) => {
            let letter = if *all { "A" } else { "E" };
            let along = |event: Option<&str>| event.map_or(String::new(), |e| format!("{{{e}}}"));
            let word = |weak: &bool| if *weak { "W" } else { "U" };
            match path {
                Path::Next(event, body) => format!("{letter}X{} ({})", along(*event), text(body)),
                Path::Finally(event, body) => {
                    format!("{letter}F{} ({})", along(*event), text(body))
                }
                Path::Globally(event, body) => {
                    format!("{letter}G{} ({})", along(*event), text(body))
                }
                Path::Always(event) => format!("{letter}G{{{event}}}"),
                Path::Until(left, right, weak) => {
                    format!("{letter} [({}) {} ({})]", text(left), word(weak), text(right))
                }
                Path::Release(left, right) => {
                    format!("{letter} [({}) R ({})]", text(left), text(right))
                }
                Path::UntilAlong(left, way, end, right, weak) => {
                    let (left, right) = (text(left), text(right));
                    format!("{letter} [({left}) {{{way}}} {} {{{end}}} ({right})]", word(weak))
                }
            }
        }
    }
}

/// Whether a run from a state is as a formula says; where it has no first step, as is said.
type Said<'p> = Box<dyn Fn(usize, &Evidence, bool) -> bool + 'p>;

/// A system with its fair runs, per state.
struct Fairly<'l> {
    lts: &'l Lts,
    runs: Vec<Vec<Evidence>>,
}

impl Fairly<'_> {
    fn meets(&self, event: &str, label: lts::LabelId) -> bool {
        let label = self.lts.labels().get(label).text().unwrap_or("tau");
        match event {
            "not a" => label != "a",
            "a or b" => label == "a" || label == "b",
            event => label == event,
        }
    }

    fn states(&self, tree: &Tree) -> Vec<bool> {
        let n = self.lts.n_states();
        match tree {
            Tree::True => vec![true; n],
            Tree::Enabled(event) => {
                let can = |s| self.lts.out(s).iter().any(|edge| self.meets(event, edge.label));
                self.lts.states().map(can).collect()
            }
            Tree::Not(body) => self.states(body).iter().map(|value| !value).collect(),
            Tree::And(left, right) => {
                let (left, right) = (self.states(left), self.states(right));
                (0..n).map(|at| left[at] && right[at]).collect()
            }
            Tree::Or(left, right) => {
                let (left, right) = (self.states(left), self.states(right));
                (0..n).map(|at| left[at] || right[at]).collect()
            }
            Tree::Behind(event, body) => {
                let body = self.states(body);
                let must = |s: StateId| {
                    let mut edges = self.lts.out(s).iter();
                    edges.all(|e| !self.meets(event, e.label) || body[e.target.index()])
                };
                self.lts.states().map(must).collect()
            }
            Tree::Path(all, path) => {
                let sat = self.path(path);
                let decides = |runs: &Vec<Evidence>, start: usize| {
                    let mut truths = runs.iter().map(|run| sat(start, run, *all));
                    if *all { truths.all(|truth| truth) } else { truths.any(|truth| truth) }
                };
                self.runs.iter().enumerate().map(|(at, runs)| decides(runs, at)).collect()
            }
        }
    }

    /// Whether a run from a state is as a formula says; where it has no first step, `X` is what nothing refutes.
    fn path<'p>(&'p self, path: &'p Path) -> Said<'p> {
        let meets = move |event: Option<&str>, label| event.is_none_or(|e| self.meets(e, label));
        match path {
            Path::Next(event, body) => {
                let body = self.states(body);
                Box::new(move |_, run, all| {
                    run.steps
                        .first()
                        .map_or(all, |step| meets(*event, step.label) && body[step.target.index()])
                })
            }
            Path::Finally(None, body) => {
                let body = self.states(body);
                Box::new(move |start, run, _| {
                    body[start] || run.steps.iter().any(|step| body[step.target.index()])
                })
            }
            Path::Finally(event, body) => {
                let body = self.states(body);
                Box::new(move |_, run, _| {
                    let is = |s: &checker::EvidenceStep| body[s.target.index()];
                    run.steps.iter().any(|step| meets(*event, step.label) && is(step))
                })
            }
            Path::Globally(None, body) => {
                let body = self.states(body);
                Box::new(move |start, run, _| {
                    body[start] && run.steps.iter().all(|step| body[step.target.index()])
                })
            }
            Path::Globally(event, body) => {
                let body = self.states(body);
                Box::new(move |_, run, _| {
                    let is = |s: &checker::EvidenceStep| body[s.target.index()];
                    run.steps.iter().all(|step| !meets(*event, step.label) || is(step))
                })
            }
            Path::Always(event) => Box::new(move |_, run, _| {
                run.steps.iter().all(|step| self.meets(event, step.label))
            }),
            Path::Until(..) | Path::Release(..) | Path::UntilAlong(..) => self.until(path),
        }
    }

    /// The same of formulas that join two others.
    fn until<'p>(&'p self, path: &'p Path) -> Said<'p> {
        match path {
            Path::Until(left, right, weak) => {
                let (left, right) = (self.states(left), self.states(right));
                Box::new(move |start, run, _| {
                    let targets = run.steps.iter().map(|step| step.target.index());
                    let states: Vec<usize> = std::iter::once(start).chain(targets).collect();
                    match states.iter().position(|&state| right[state]) {
                        Some(end) => states[..end].iter().all(|&state| left[state]),
                        None => *weak && states.iter().all(|&state| left[state]),
                    }
                })
            }
            Path::Release(left, right) => {
                let (left, right) = (self.states(left), self.states(right));
                Box::new(move |start, run, _| {
                    let targets = run.steps.iter().map(|step| step.target.index());
                    let states: Vec<usize> = std::iter::once(start).chain(targets).collect();
                    let end = states.iter().position(|&state| left[state]);
                    let end = end.map_or(states.len(), |end| end + 1);
                    states[..end].iter().all(|&state| right[state])
                })
            }
            Path::UntilAlong(left, way, end, right, weak) => {
                let (left, right) = (self.states(left), self.states(right));
                Box::new(move |start, run, _| {
                    let mut state = start;
                    for step in &run.steps {
                        if !left[state] {
                            return false;
                        }
                        if self.meets(end, step.label) && right[step.target.index()] {
                            return true;
                        }
                        if !self.meets(way, step.label) {
                            return false;
                        }
                        state = step.target.index();
                    }
                    *weak && left[state]
                })
            }
            _ => Box::new(|_, _, _| false),
        }
    }
}

#[test]
fn operators_speak_of_fair_runs() {
    let mut random = Random::new(42);
    let (mut done, mut loops) = (0, 0);
    while done < n_cases(1_000, 10_000) {
        let system = small(&mut random, 4);
        let fairness = random_fairness(&mut random);
        let all: Vec<Vec<Evidence>> =
            system.states().map(|state| runs(&system, state, 10, [2, 1])).collect();
        for _ in 0..5 {
            let has_events = random.below(2) == 0;
            let paths = random.pick(&[Paths::Maximal, Paths::Maximal, Paths::Infinite]);
            let paths = if has_events { Paths::Maximal } else { paths };
            let is_taken = |run: &&Evidence| {
                let counts = paths == Paths::Maximal || run.kind != EvidenceKind::Deadlock;
                counts && is_fair(&system, &fairness, run)
            };
            let kept = |runs: &Vec<Evidence>| runs.iter().filter(is_taken).cloned().collect();
            let fairly = Fairly { lts: &system, runs: all.iter().map(kept).collect() };
            let tree = tree(&mut random, 3, has_events);
            let outcome = if has_events {
                parse_esctl(FileId(0), &text(&tree))
            } else {
                parse_ctl(FileId(0), &text(&tree), paths)
            };
            let formula = outcome.value.unwrap_or_else(|| panic!("{}", text(&tree)));
            loops += assert_fair(&system, &fairness, &formula, &fairly.states(&tree));
            done += 1;
        }
    }
    assert!(loops > done / 20, "{loops} loops in {done}");
}

/// What is asked of the steps of fair runs is nothing that the formula speaks of, but fewer transitions may change it.
#[test]
fn tests_belong_to_another_scope() {
    let system = lts("0 a 0; 0 b 1; 1 a 1");
    for (text, scope) in [("[a] -|", Scope::Universal), ("<a> @", Scope::Existential)] {
        let written = formula(text);
        for strength in [Strength::Strong, Strength::Weak] {
            let made = fair(&written, &fairness(strength, &["b"])).expect("one");
            let Verdict { scope: found, scope_with_tests, .. } = check(&system, &made).value;
            assert_eq!((found, scope_with_tests), (scope, Scope::Mixed), "{made}");
        }
        let Verdict { scope: found, scope_with_tests, .. } = check(&system, &written).value;
        assert_eq!((found, scope_with_tests), (scope, scope), "{written}");
    }
}

/// The formulas that stand in the place of others.
#[test]
fn formulas_in_place_of_others() {
    let made = |strength, text| {
        let fairness = fairness(strength, &["f"]);
        match fair(&formula(text), &fairness) {
            Ok(made) => format!("{strength:?} {text}\n    {made}"),
            Err(error) => format!("{strength:?} {text}\n    {} {}", error.code.0, error.message),
        }
    };
    let texts = [
        "mu X . (<true> true and [not a] X)",
        "nu X . (<a> true and <true> X)",
        "nu X . ([true] false or <a> nu Y . (<b> X or <c> Y))",
        "<a . b*> @",
        "[f] -|",
        "nu X . X",
        "nu X . (<a> true and [b] X)",
        "mu X . ([a] X or [b] X)",
    ];
    let both = [Strength::Strong, Strength::Weak];
    let lines = both.iter().flat_map(|&strength| texts.map(|text| made(strength, text)));
    insta::assert_snapshot!(lines.collect::<Vec<_>>().join("\n"));
}

/// Patterns speak of single runs, in every scope.
#[test]
fn patterns_have_fair_runs() {
    let (one, two, three) = ("(a)", "(a, b)", "(a, b, c)");
    let patterns = [
        ("absence", one),
        ("existence", one),
        ("bounded_existence", one),
        ("universality", one),
        ("precedence", two),
        ("response", two),
        ("precedence_chain_1", three),
        ("precedence_chain_2", three),
        ("response_chain_1", three),
        ("response_chain_2", three),
    ];
    let scopes = ["globally", "before d", "after d", "between d and e", "after d until e"];
    for (name, arguments) in patterns {
        for scope in scopes {
            let text = format!("{name}{arguments} {scope}");
            let mut library = |name: &str| Some((FileId(9), library::text(name)?.to_owned()));
            let parsed = parse_pattern(FileId(0), &text, Dialect::Basic, &mut library).value;
            let written = parsed.unwrap_or_else(|| panic!("{text}"));
            for strength in [Strength::Strong, Strength::Weak] {
                let made = fair(&written, &fairness(strength, &["f"]));
                assert!(made.is_ok(), "{text}: {made:?}");
            }
        }
    }
}
