//! Variables and guards of action patterns, against semantics that carry values along runs.

use std::collections::{BTreeMap, BTreeSet};

use crate::support;
use crate::support::random::{Random, n_cases};
use crate::support::{evidence_text, formula, verdict};
use checker::formula::{Act, ActionFormula, Formula, Modality, Reg, Regular, Repeat, State};
use checker::{Truth, check, parse_formula};
use frontend::{FileId, Name};
use lts::term::pattern::TermPattern;
use lts::{Label, Lts, StateId};

type Env = BTreeMap<String, String>;
/// What a run ends with.
type Ends = BTreeSet<(usize, Env)>;

/// Whether a formula holds in a state, with these values; the text of a term is its value.
fn holds(lts: &Lts, state: usize, formula: &Formula, env: &Env) -> bool {
    match &formula.kind {
        State::True => true,
        State::False => false,
        State::Not(body) => !holds(lts, state, body, env),
        State::And(items) => items.iter().all(|item| holds(lts, state, item, env)),
        State::Or(items) => items.iter().any(|item| holds(lts, state, item, env)),
        State::Modal(modality, path, body) => {
            let ends = ends(lts, state, path, env);
            let mut truths = ends.iter().map(|(target, env)| holds(lts, *target, body, env));
            match modality {
                Modality::Diamond => truths.any(|value| value),
                Modality::Box => truths.all(|value| value),
            }
        }
        other => panic!("{other:?} is not used here"),
    }
}

fn ends(lts: &Lts, state: usize, path: &Regular, env: &Env) -> Ends {
    match &path.kind {
        Reg::Nil | Reg::Test(_) => Ends::from([(state, env.clone())]),
        Reg::Action(action) => {
            let id = StateId(u32::try_from(state).expect("small"));
            let edges = lts.out(id).iter();
            edges
                .flat_map(|edge| {
                    let label = lts.labels().get(edge.label);
                    let envs = envs(action, label, env);
                    envs.into_iter().map(|env| (edge.target.index(), env))
                })
                .collect()
        }
        Reg::Sequence(items) => {
            items.iter().fold(Ends::from([(state, env.clone())]), |ends_so_far, item| {
                ends_so_far.iter().flat_map(|(state, env)| ends(lts, *state, item, env)).collect()
            })
        }
        Reg::Choice(items) => {
            let kept = |ends: Ends| ends.into_iter().collect::<Vec<_>>();
            let pairs = items.iter().flat_map(|item| kept(ends(lts, state, item, env)));
            // Only what all of them bind is bound behind them.
            let all: Vec<_> = pairs.collect();
            let names = in_all(items);
            all.into_iter().map(|(to, inner)| (to, restricted(inner, env, &names))).collect()
        }
        Reg::Repeat(Repeat::Star, body) => {
            let mut seen = BTreeSet::from([state]);
            let mut open = vec![state];
            while let Some(next) = open.pop() {
                for (target, _) in ends(lts, next, body, env) {
                    if seen.insert(target) {
                        open.push(target);
                    }
                }
            }
            seen.into_iter().map(|state| (state, env.clone())).collect()
        }
        other => panic!("{other:?} is not used here"),
    }
}

fn in_all(items: &[Regular]) -> BTreeSet<String> {
    let bound = |item: &Regular| -> BTreeSet<String> {
        let text = item.to_string();
        ["N", "M"]
            .into_iter()
            .filter(|name| binds(item, name) && text.contains(name))
            .map(String::from)
            .collect()
    };
    items.iter().map(bound).reduce(|a, b| &a & &b).unwrap_or_default()
}

/// Whether each run of a path has a pattern with this variable.
fn binds(path: &Regular, name: &str) -> bool {
    match &path.kind {
        Reg::Sequence(items) => items.iter().any(|item| binds(item, name)),
        Reg::Choice(items) => items.iter().all(|item| binds(item, name)),
        Reg::Action(action) => action_binds(action, name),
        _ => false,
    }
}

fn action_binds(action: &ActionFormula, name: &str) -> bool {
    match &action.kind {
        Act::Pattern(pattern) => {
            pattern.matcher.variables().iter().any(|variable| variable.as_str() == name)
        }
        Act::And(items) => items.iter().any(|item| action_binds(item, name)),
        Act::Or(items) => items.iter().all(|item| action_binds(item, name)),
        _ => false,
    }
}

fn restricted(inner: Env, env: &Env, names: &BTreeSet<String>) -> Env {
    inner.into_iter().filter(|(name, _)| env.contains_key(name) || names.contains(name)).collect()
}

/// The values with which an action meets a label: one way at most, but for `or`.
fn envs(action: &ActionFormula, label: &Label, env: &Env) -> Vec<Env> {
    match &action.kind {
        Act::True => vec![env.clone()],
        Act::Not(body) => {
            if envs(body, label, env).is_empty() {
                vec![env.clone()]
            } else {
                Vec::new()
            }
        }
        Act::And(items) => items.iter().fold(vec![env.clone()], |all, item| {
            all.iter().flat_map(|env| envs(item, label, env)).collect()
        }),
        Act::Or(items) => {
            let names: BTreeSet<String> = ["N", "M"]
                .into_iter()
                .filter(|name| action_binds(action, name))
                .map(String::from)
                .collect();
            let all = items.iter().flat_map(|item| envs(item, label, env));
            all.map(|inner| restricted(inner, env, &names)).collect()
        }
        Act::Pattern(pattern) => {
            let Some(shown) = label.action() else { return Vec::new() };
            let value_of = |name: &Name| {
                let text = env.get(name.as_str())?;
                let term = lts::term::parse::parse_term(FileId(0), text).value?;
                Some(TermPattern::from(&term))
            };
            let mut bindings = lts::term::pattern::Bindings::default();
            let matcher = pattern.matcher.substitute(&value_of);
            if matcher.bind(shown, &mut bindings) != lts::term::pattern::Match::Yes {
                return Vec::new();
            }
            let mut env = env.clone();
            env.extend(bindings.iter().map(|(name, term)| (name.to_string(), term.to_string())));
            vec![env]
        }
        other => panic!("{other:?} is not used here"),
    }
}

const LABELS: [&str; 8] =
    ["tau", "pay(1)", "pay(2)", "pay(3)", "coin(1)", "coin(2)", "move(1,2)", "move(2,2)"];
const ACTIONS: [&str; 14] = [
    "true",
    "pay(N)",
    "coin(N)",
    "coin(M)",
    "pay(M)",
    "move(N,M)",
    "move(M,N)",
    "not coin(N)",
    "not pay(N)",
    "(pay(N) or coin(N))",
    "(pay(N) and not coin(M))",
    "pay(N) when N > 1",
    "coin(M) when M >= 2",
    "move(N,M) when N < M",
];

fn action(random: &mut Random) -> String {
    random.pick(&ACTIONS).to_owned()
}

fn path(random: &mut Random, depth: usize) -> String {
    if depth == 0 {
        return action(random);
    }
    match random.below(6) {
        0 => action(random),
        1 => format!("({})*", path(random, depth - 1)),
        2 => format!("({} | {})", path(random, depth - 1), path(random, depth - 1)),
        _ => format!("{} . {}", path(random, depth - 1), path(random, depth - 1)),
    }
}

fn state(random: &mut Random, depth: usize) -> String {
    if depth == 0 {
        return random.pick(&["true", "false", "<true> true"]).to_owned();
    }
    match random.below(8) {
        0 => format!("not {}", state(random, depth - 1)),
        1 => format!("({} and {})", state(random, depth - 1), state(random, depth - 1)),
        2 => format!("({} or {})", state(random, depth - 1), state(random, depth - 1)),
        3..=5 => format!("<{}> {}", path(random, 2), state(random, depth - 1)),
        _ => format!("[{}] {}", path(random, 2), state(random, depth - 1)),
    }
}

#[test]
fn values_are_carried_along_runs() {
    let mut random = Random::new(21);
    let (mut true_ones, cases) = (0, n_cases(4_000, 100_000));
    for _ in 0..cases {
        let system = support::random::lts_over(&mut random, &LABELS);
        let text = state(&mut random, 3);
        let parsed = parse_formula(FileId(0), &text);
        let Some(formula) = parsed.value else { panic!("{text}: {:?}", parsed.diagnostics) };
        let expected = holds(&system, 0, &formula, &Env::new());
        let holds = check(&system, &formula).value.holds;
        assert_eq!(holds == Truth::True, expected, "{text} on {system:?}");
        true_ones += usize::from(expected);
    }
    assert!(true_ones > cases / 4 && true_ones < cases, "{true_ones} of {cases}");
}

#[test]
fn a_price_is_shown_before_it_is_paid() {
    let shop = "0 cmd({select,tea,4}) 1; 0 cmd({select,water,2}) 2; 1 display(4) 3; 2 display(3) 3; \
                3 cmd({pay,4}) 4; 3 cmd({pay,2}) 4; 4 cup(tea) 0";
    let system = support::lts(shop);
    for (text, holds, evidence) in [
        (
            "[true* . cmd({select,D,P}) . (not display(P))* . cmd({pay,_})] false",
            Truth::False,
            "cmd({select,water,2}) display(3) cmd({pay,4})",
        ),
        ("[cmd({select,tea,P})] <display(P)> true", Truth::True, "none"),
        ("[cmd({select,D,P})] <display(P)> true", Truth::False, "cmd({select,water,2})"),
        (
            "<true* . cmd({pay,N}) when N > 2 . cup(_)> true",
            Truth::True,
            "cmd({select,tea,4}) display(4) cmd({pay,4}) cup(tea)",
        ),
        (
            "[cmd({select,_,P}) . display(Q) when Q > P] false",
            Truth::False,
            "cmd({select,water,2}) display(3)",
        ),
        (
            "[true* . cmd({select,D,_}) . true* . cup(E) when E =/= D] false",
            Truth::False,
            "cmd({select,water,2}) display(3) cmd({pay,4}) cup(tea)",
        ),
        (
            "mu X . ([cmd({select,D,_})] mu Y . (<true> true and [not cup(D)] Y) or <tau> X)",
            Truth::False,
            "none",
        ),
    ] {
        let verdict = verdict(&system, text);
        assert_eq!(verdict.holds, holds, "{text}");
        if evidence != "none" {
            assert_eq!(evidence_text(&system, verdict.evidence.as_ref()), evidence, "{text}");
        }
    }
}

#[test]
fn unknown_values_leave_it_open() {
    let system = support::lts("0 read(?1) 1; 1 write(3) 2; 0 read(4) 3; 3 write(4) 2; 1 go(?1) 2");
    for (text, holds, is_settled) in [
        ("[read(N) . write(N)] false", Truth::False, true),
        ("[read(N) . write(M) when M < N] false", Truth::False, false),
        ("<read(N) . write(M) when M > 4> true", Truth::False, true),
        ("<read(N) . go(N)> true", Truth::True, false),
        ("[read(N)] <write(_)> true", Truth::True, true),
    ] {
        let verdict = verdict(&system, text);
        assert_eq!((verdict.holds, verdict.is_settled), (holds, is_settled), "{text}");
    }
}

#[test]
fn too_many_values_are_refused() {
    let edges: Vec<String> = (0..900).map(|n| format!("0 pay({n}) 0")).collect();
    let system = support::lts(&edges.join("; "));
    let outcome = check(&system, &formula("[pay(A) . pay(B) . pay(C) . move(A,B,C)] false"));
    assert_eq!(outcome.diagnostics.first().map(|diagnostic| diagnostic.code.0), Some("E0412"));
    assert_eq!(verdict(&system, "[pay(A) . pay(B) when A > B . pay(A)] false").holds, Truth::False);
}
