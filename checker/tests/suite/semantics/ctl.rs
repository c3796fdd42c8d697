//! CTL against runs that are looked for one by one, in both readings of paths.

use std::collections::BTreeSet;

use crate::support;
use crate::support::random::{self, Random, n_cases};
use crate::support::{evidence_text, lines, lts};
use checker::formula::StateAtom;
use checker::{
    Formula, NoAtoms, Paths, StateAtoms, Truth, Verdict, check_states, parse_ctl, parse_esctl,
};
use frontend::FileId;
use lts::{Lts, StateId};

type Set = BTreeSet<usize>;

/// Atoms `p`, `q` in some states; `u` is not known in any.
struct Given {
    p: Set,
    q: Set,
}

impl StateAtoms for Given {
    fn holds(&self, atom: &StateAtom, state: StateId) -> Option<bool> {
        let (StateAtom::Name(name) | StateAtom::Data(name)) = atom;
        match name.as_str() {
            "p" => Some(self.p.contains(&state.index())),
            "q" => Some(self.q.contains(&state.index())),
            "u" => None,
            _ => Some(false),
        }
    }

    fn names(&self) -> Vec<String> {
        vec!["p".to_owned(), "q".to_owned(), "u".to_owned()]
    }
}

/// A formula; the text and the tree that the tests go by.
#[derive(Clone, Debug)]
enum Ctl {
    Atom(&'static str),
    Not(Box<Ctl>),
    And(Box<Ctl>, Box<Ctl>),
    Implies(Box<Ctl>, Box<Ctl>),
    One(&'static str, Box<Ctl>),
    Two(&'static str, &'static str, Box<Ctl>, Box<Ctl>),
}

impl Ctl {
    fn random(random: &mut Random, depth: usize) -> Self {
        let mut below = || Box::new(Self::random(random, depth.saturating_sub(1)));
        if depth == 0 {
            return Self::Atom(random.pick(&["p", "q", "true", "false", "deadlock", "enabled(a)"]));
        }
        let (left, right) = (below(), below());
        match random.below(10) {
            0 => Self::Not(left),
            1 => Self::And(left, right),
            2 => Self::Implies(left, right),
            3..=6 => Self::One(random.pick(&["EX", "AX", "EF", "AF", "EG", "AG"]), left),
            _ => Self::Two(random.pick(&["E", "A"]), random.pick(&["U", "W", "R"]), left, right),
        }
    }

    fn text(&self) -> String {
        match self {
            Self::Atom(name) => (*name).to_owned(),
            Self::Not(body) => format!("not {}", body.text()),
            Self::And(left, right) => format!("({} and {})", left.text(), right.text()),
            Self::Implies(left, right) => format!("({} => {})", left.text(), right.text()),
            Self::One(operator, body) => format!("{operator} {}", body.text()),
            Self::Two(quantifier, operator, left, right) => {
                format!("{quantifier} [{} {operator} {}]", left.text(), right.text())
            }
        }
    }
}

struct Naive<'l> {
    lts: &'l Lts,
    given: &'l Given,
    paths: Paths,
}

impl Naive<'_> {
    fn all(&self) -> Set {
        (0..self.lts.n_states()).collect()
    }

    fn next(&self, state: usize) -> Set {
        let id = StateId(u32::try_from(state).expect("small"));
        self.lts.out(id).iter().map(|edge| edge.target.index()).collect()
    }

    /// The states that a path inside of `inside` reaches, `state` included if it lies inside.
    fn reach(&self, state: usize, inside: &Set) -> Set {
        let mut seen: Set = [state].into_iter().filter(|state| inside.contains(state)).collect();
        let mut open: Vec<usize> = seen.iter().copied().collect();
        while let Some(state) = open.pop() {
            for next in self.next(state) {
                if inside.contains(&next) && seen.insert(next) {
                    open.push(next);
                }
            }
        }
        seen
    }

    /// Whether a path starts here that stays inside and is one of those that count.
    fn stays(&self, state: usize, inside: &Set) -> bool {
        self.reach(state, inside).into_iter().any(|at| {
            let ends = self.next(at).is_empty() && self.paths == Paths::Maximal;
            let circles = self.next(at).iter().any(|&next| self.reach(next, inside).contains(&at));
            ends || circles
        })
    }

    fn exists_until(&self, left: &Set, right: &Set) -> Set {
        let all = self.all();
        let right: Set = right.iter().copied().filter(|&state| self.stays(state, &all)).collect();
        let arrives = |state: usize| {
            right.contains(&state)
                || self.reach(state, left).iter().any(|&at| !self.next(at).is_disjoint(&right))
        };
        self.all().into_iter().filter(|&state| arrives(state)).collect()
    }

    fn exists_always(&self, inside: &Set) -> Set {
        self.all().into_iter().filter(|&state| self.stays(state, inside)).collect()
    }

    fn not(&self, set: &Set) -> Set {
        &self.all() - set
    }

    fn two(&self, quantifier: &str, operator: &str, left: &Set, right: &Set) -> Set {
        let both = left & right;
        let (not_left, not_right) = (self.not(left), self.not(right));
        let neither = &not_left & &not_right;
        match (quantifier, operator) {
            ("E", "U") => self.exists_until(left, right),
            ("E", "W") => &self.exists_until(left, right) | &self.exists_always(left),
            ("E", _) => &self.exists_until(right, &both) | &self.exists_always(right),
            ("A", "U") => {
                let fails = self.exists_until(&not_right, &neither);
                self.not(&(&fails | &self.exists_always(&not_right)))
            }
            ("A", "W") => self.not(&self.exists_until(&not_right, &neither)),
            _ => self.not(&self.exists_until(&not_left, &not_right)),
        }
    }

    fn states(&self, formula: &Ctl) -> Set {
        let all = self.all();
        match formula {
            Ctl::Atom("true") => all,
            Ctl::Atom("false") => Set::new(),
            Ctl::Atom("p") => self.given.p.clone(),
            Ctl::Atom("q") => self.given.q.clone(),
            Ctl::Atom("deadlock") => all.into_iter().filter(|&s| self.next(s).is_empty()).collect(),
            Ctl::Atom(_) => {
                let edges = support::edges(self.lts).into_iter();
                let is_a = |label| self.lts.labels().get(label).text() == Some("a");
                edges.filter(|(_, edge)| is_a(edge.label)).map(|(from, _)| from.index()).collect()
            }
            Ctl::Not(body) => self.not(&self.states(body)),
            Ctl::And(left, right) => &self.states(left) & &self.states(right),
            Ctl::Implies(left, right) => &self.not(&self.states(left)) | &self.states(right),
            Ctl::One(operator, body) => {
                let body = self.states(body);
                let can = |body: &Set| -> Set {
                    let live = |s: &usize| self.stays(*s, &all) && body.contains(s);
                    all.iter().copied().filter(|&s| self.next(s).iter().any(live)).collect()
                };
                match *operator {
                    "EX" => can(&body),
                    "AX" => self.not(&can(&self.not(&body))),
                    "EF" => self.exists_until(&all, &body),
                    "AG" => self.not(&self.exists_until(&all, &self.not(&body))),
                    "EG" => self.exists_always(&body),
                    _ => self.not(&self.exists_always(&self.not(&body))),
                }
            }
            Ctl::Two(quantifier, operator, left, right) => {
                self.two(quantifier, operator, &self.states(left), &self.states(right))
            }
        }
    }
}

fn ctl(text: &str, paths: Paths) -> Formula {
    let outcome = parse_ctl(FileId(0), text, paths);
    assert!(!outcome.has_errors(), "{text}: {}", lines(&outcome));
    outcome.value.expect("a formula")
}

fn verdict(system: &Lts, atoms: &dyn StateAtoms, formula: &Formula, state: usize) -> Verdict {
    let state = StateId(u32::try_from(state).expect("small"));
    check_states(system, atoms, formula, &[state]).pop().expect("an answer").value
}

#[test]
fn verdicts_are_those_of_all_runs() {
    let mut random = Random::new(41);
    let (mut true_ones, mut explained, n) = (0, 0, n_cases(3_000, 100_000));
    for _ in 0..n {
        let system = random::lts(&mut random);
        let mut some =
            || -> Set { (0..system.n_states()).filter(|_| random.below(2) == 0).collect() };
        let given = Given { p: some(), q: some() };
        let formula = Ctl::random(&mut random, 3);
        for paths in [Paths::Maximal, Paths::Infinite] {
            let expected = Naive { lts: &system, given: &given, paths }.states(&formula);
            let text = formula.text();
            let verdict = verdict(&system, &given, &ctl(&text, paths), 0);
            let holds = expected.contains(&0);
            assert_eq!(
                verdict.holds == Truth::True,
                holds,
                "{text} {paths:?} on {system:?}, p {:?}, q {:?}",
                given.p,
                given.q
            );
            true_ones += usize::from(holds);
            explained += usize::from(verdict.evidence.is_some());
        }
    }
    assert!(
        true_ones > n / 2 && true_ones < 2 * n && explained > n / 2,
        "{true_ones}, {explained}"
    );
}

#[test]
fn counterexamples_are_shortest() {
    // q holds behind a b, p behind a c d.
    let system = lts("0 a 1; 1 b 2; 1 c 3; 3 d 4; 4 d 4; 2 e 0");
    let given = Given { p: Set::from([4]), q: Set::from([2]) };
    for (text, holds, evidence) in [
        ("AG not p", Truth::False, "a c d"),
        ("EF p", Truth::True, "a c d"),
        ("AF q", Truth::False, "a c d (d)*"),
        ("AG (q => EX not q)", Truth::True, "none"),
        ("AG (q => AX p)", Truth::False, "a b e"),
        ("EG not q", Truth::True, "a c d (d)*"),
        ("A [not p U q]", Truth::False, "a c d"),
        ("E [not q U p]", Truth::True, "a c d"),
        ("AG not deadlock and EF enabled(e)", Truth::True, "none"),
        ("not EF (p and enabled(a))", Truth::True, "none"),
    ] {
        let verdict = verdict(&system, &given, &ctl(text, Paths::Maximal), 0);
        assert_eq!(verdict.holds, holds, "{text}");
        assert_eq!(evidence_text(&system, verdict.evidence.as_ref()), evidence, "{text}");
    }
}

#[test]
fn unknown_atoms_leave_it_open() {
    let system = lts("0 a 1");
    let given = Given { p: Set::from([1]), q: Set::new() };
    for (text, holds, is_settled) in [
        ("EF u", Truth::True, false),
        ("AG u", Truth::False, false),
        ("EF (u and p and q)", Truth::False, true),
        ("AG (u or not u)", Truth::False, false),
        ("EF (u or p)", Truth::True, true),
    ] {
        let verdict = verdict(&system, &given, &ctl(text, Paths::Maximal), 0);
        assert_eq!((verdict.holds, verdict.is_settled), (holds, is_settled), "{text}");
    }
}

#[test]
fn names_that_no_state_has_are_warnings() {
    let system = lts("0 a 1");
    let given = Given { p: Set::new(), q: Set::new() };
    let starts = [StateId(0)];
    let formula = ctl("EF (pp or enabled(b))", Paths::Maximal);
    let outcome = check_states(&system, &given, &formula, &starts).pop().expect("an answer");
    let codes: Vec<_> = outcome.diagnostics.iter().map(|diagnostic| diagnostic.code.0).collect();
    assert_eq!(codes, ["W0403", "W0409"], "{}", lines(&outcome));
    let outcome = check_states(&system, &NoAtoms, &formula, &starts).pop().expect("an answer");
    assert!(lines(&outcome).contains("no state is called `pp`"), "{}", lines(&outcome));
}

#[test]
fn operators_along_events() {
    let pairs = [
        ("AG{a} AF{b} true", "[true* . a] mu X . (<true> true and [not b] X)"),
        ("EF{a} EX{b} true", "<true* . a . b> true"),
        ("AX{a or b} EX{a} true", "[not (a or b)] false and [a or b] <a> true"),
        ("AF{a} EX{b} true", "mu X . (<true> true and [not a] X and [a] (<b> true or X))"),
        (
            "E [EX{a} true {a or b} U {tau} EX{b} true]",
            "mu X . (<a> true and (<tau> <b> true or <a or b> X))",
        ),
        ("E [true {a} U {b} true]", "<a* . b> true"),
        ("E [true {a} W {b} true]", "<a* . b> true or <a> @ or <a*> [true] false"),
        (
            "A [true {a} U {b} true]",
            "mu X . (<true> true and [not (a or b)] false and [a and not b] X)",
        ),
        ("A [true {a} W {b} true]", "nu X . ([not (a or b)] false and [a and not b] X)"),
        (
            "A [EX{a} true {true} U {a} EX{b} true]",
            "mu X . (<a> true and <true> true and [not a] X and [a] (<b> true or X))",
        ),
        ("EX{a} and AX{b}", "<a> true and [not b] false"),
        ("EF{a} or AF{b}", "<true* . a> true or mu X . (<true> true and [not b] X)"),
        ("AG{a or b}", "[true* . not (a or b)] false"),
        ("EG{a}", "nu X . ([true] false or <a> X)"),
        ("EG{a}", "not mu X . (<true> true and [a] X and [not a] true)"),
        ("EG{a} EX{b}", "nu X . ([true] false or <not a> X or <a> (<b> true and X))"),
        ("EG{a} EX{b}", "not mu X . (<true> true and [not a] X and [a] ([b] false or X))"),
        ("AG ({a} => AF{b})", "[true* . a] mu X . (<true> true and [not b] X)"),
        ("{a} => {b} => EX{a} => EX{b}", "[a . b] ([a] false or <b> true)"),
        (
            "E [EX{a} {b} U {a} {b} => AX{a}]",
            "mu X . (<a> true and (<a> [b . not a] false or <b> X))",
        ),
    ];
    let mut random = Random::new(43);
    let starts = [StateId(0)];
    for _ in 0..n_cases(300, 10_000) {
        let system = random::lts(&mut random);
        for (text, same) in pairs {
            let outcome = parse_esctl(FileId(0), text);
            assert_eq!(lines(&outcome), "", "{text}");
            let formula = outcome.value.expect("a formula");
            let outcomes = check_states(&system, &NoAtoms, &formula, &starts);
            let expected = support::verdict(&system, same).holds;
            assert_eq!(outcomes[0].value.holds, expected, "{text} on {system:?}");
        }
    }
}

/// What an operator means is no condition that somebody has written: nothing is said about its parts.
#[test]
fn warnings_about_events() {
    let said = |text: &str, system: &str| {
        let parsed = parse_esctl(FileId(0), text);
        let formula = parsed.value.as_ref().expect("a formula");
        let outcome = check_states(&lts(system), &NoAtoms, formula, &[StateId(0)]).pop();
        let checked = outcome.expect("an answer");
        let all = parsed.diagnostics.iter().chain(&checked.diagnostics);
        all.map(|diagnostic| diagnostic.code.0).collect::<Vec<_>>()
    };
    let system = "0 a 1; 1 b 0";
    assert_eq!(said("A [true {a} U {b} true]", system), [""; 0]);
    assert_eq!(said("A [true {a or b} W {b} true]", system), [""; 0]);
    assert_eq!(said("E [true {a and b} W {b} true]", system), ["W0404"]);
    assert_eq!(said("AX{a or b}", system), [""; 0]);
    assert_eq!(said("A [true {a} U {c} true]", system), ["W0403"]);
    assert_eq!(said("AG{a} true", system), ["W0405"]);
    assert_eq!(said("EG{a} true", system), ["W0405"]);
    assert_eq!(said("AG{a} EX{b} and EF{a} true", system), [""; 0]);
}

#[test]
fn messages_about_events() {
    let wrong = [
        "EG{a} p q",
        "EF{a . b} p",
        "E [p {a} R q]",
        "EX{a p",
        "AG{Open} p",
        "AG{} p",
        "{a} p",
        "{a}",
    ];
    let text: Vec<_> = wrong
        .iter()
        .map(|input| {
            let outcome = parse_esctl(FileId(0), input);
            assert!(outcome.value.is_none(), "{input}");
            format!("{input}\n{}\n", lines(&outcome))
        })
        .collect();
    let plain = parse_ctl(FileId(0), "EX{a} p", Paths::Maximal);
    insta::assert_snapshot!(format!("{}\nEX{{a}} p\n{}\n", text.join("\n"), lines(&plain)));
}

const WRONG: &[&str] = &[
    "",
    "AG",
    "AG (p",
    "p q",
    "E [p U q",
    "E [p q]",
    "E p",
    "AG (p => ) and q",
    "A [p U]",
    "U",
    "<a> true",
    "\"p\"",
    "enabled(a . )",
    "enabled(",
    "enabled(Open)",
    "data(N > 3",
    "data(N > 3) q",
    "p(1)",
    "AG p)",
    "AG 'open",
];

#[test]
fn messages_about_ctl() {
    let text: Vec<_> = WRONG
        .iter()
        .map(|input| {
            let outcome = parse_ctl(FileId(0), input, Paths::Maximal);
            assert!(outcome.value.is_none(), "{input}");
            for label in outcome.diagnostics.iter().flat_map(|diagnostic| &diagnostic.labels) {
                let range = label.span.start as usize..label.span.end as usize;
                assert!(input.get(range).is_some(), "{input}: {label:?}");
            }
            format!("{input}\n{}\n", lines(&outcome))
        })
        .collect();
    insta::assert_snapshot!(text.join("\n"));
}

#[test]
fn long_and_deep_formulas() {
    let many = 100_000;
    let system = lts("0 a 0");
    for (operator, item) in [(" and ", "EX p"), (" or ", "EG p"), (" => ", "p")] {
        let text = vec![item; many].join(operator);
        let _ = verdict(&system, &NoAtoms, &ctl(&text, Paths::Maximal), 0);
    }
    for text in ["AG ".repeat(many), "(".repeat(many), "not ".repeat(many), "E [p U ".repeat(many)]
    {
        assert!(parse_ctl(FileId(0), &format!("{text}p"), Paths::Maximal).has_errors());
    }
    let nested = format!("{}p", "AG EF ".repeat(20));
    let _ = ctl(&nested, Paths::Infinite);
}
