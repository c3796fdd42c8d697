//! Random systems and formulas. Each run is fixed by its seed; `ERL2LTS_SEED` sets it,
//! `ERL2LTS_LONG=1` asks for many more cases.

use checker::fair::{Fairness, Strength, fair, parse_condition};
use checker::formula::{
    Act, ActionFormula, Count, Dialect, Formula, Modality, Pattern, Reg, Regular, Repeat, Sign,
    State,
};
use frontend::{FileId, Span};
use lts::term::pattern::parse_action_pattern;
use lts::{Edge, LabelTable, Lts, StateId};

/// The labels of random systems.
pub const LABELS: [&str; 6] =
    ["tau", "a", "b", "cmd({button,abc})", "cmd({button,abb})", "read() -> {ok,1}"];
/// Labels with unknown values.
pub const OPEN_LABELS: [&str; 6] = [
    "cmd(?1)",
    "cmd({button,?1})",
    "read() -> ?1",
    "read() -> {ok,?1}",
    "pair(?1,?1)",
    "pair(?1,{ok,?2})",
];
const REGEXPS: [&str; 4] = ["cmd(.*)", "a", ".*b.*", "read() -> .*"];
const PATTERNS: [&str; 6] =
    ["a", "cmd(_)", "cmd({button,abc})", "read() -> {ok,_}", "read()", "pair(X,X)"];

/// A small generator of random numbers (splitmix64).
pub struct Random(u64);

impl Random {
    /// A generator with this seed, or that of the environment.
    pub fn new(seed: u64) -> Self {
        let given = std::env::var("ERL2LTS_SEED").ok().and_then(|seed| seed.parse().ok());
        Self(given.unwrap_or(seed))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`.
    pub fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).expect("below a usize")
    }

    /// One of the items that are given.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// How many cases a random test runs.
pub fn n_cases(ordinary: usize, long: usize) -> usize {
    if std::env::var("ERL2LTS_LONG").is_ok_and(|value| value == "1") { long } else { ordinary }
}

/// A system of 1 to 6 states.
pub fn lts(random: &mut Random) -> Lts {
    lts_over(random, &LABELS)
}

/// A system of 1 to 6 states with these labels.
pub fn lts_over(random: &mut Random, texts: &[&str]) -> Lts {
    let n_states = 1 + random.below(6);
    let mut labels = LabelTable::default();
    let mut edges = Vec::new();
    for _ in 0..random.below(3 * n_states) {
        let label = super::intern(&mut labels, random.pick(texts));
        let mut state = || StateId(u32::try_from(random.below(n_states)).expect("small"));
        let (source, target) = (state(), state());
        edges.push((source, Edge { label, target }));
    }
    Lts::new(StateId(0), n_states, edges, labels)
}

/// A closed formula; it may alternate, but is monotone.
pub fn formula(random: &mut Random, depth: usize) -> Formula {
    state(random, depth, &mut Scope::default())
}

/// A formula, or where that has a meaning one that says the same of fair runs: paths of such formulas have tests.
pub fn perhaps_fair(random: &mut Random, formula: Formula) -> Formula {
    let strength = random.pick(&[Strength::Strong, Strength::Weak]);
    let text = random.pick(&["a", "b", "not a", "cmd(_)", "cmd({button,X})"]);
    let condition = parse_condition(FileId(1), text, Dialect::Basic).expect("a condition");
    let made = fair(&formula, &Fairness { strength, conditions: vec![condition] });
    if random.below(2) == 0 { made.unwrap_or(formula) } else { formula }
}

/// Variables that may occur here, and those that may occur below a negation.
#[derive(Clone, Default)]
struct Scope {
    here: Vec<String>,
    negated: Vec<String>,
    n_binders: usize,
}

impl Scope {
    fn flipped(&self) -> Self {
        Self { here: self.negated.clone(), negated: self.here.clone(), n_binders: self.n_binders }
    }

    fn closed(&self) -> Self {
        Self { n_binders: self.n_binders, ..Self::default() }
    }
}

fn span() -> Span {
    Span::new(FileId(0), 0, 0)
}

fn state(random: &mut Random, depth: usize, scope: &mut Scope) -> Formula {
    let choice = if depth == 0 { random.below(3) } else { random.below(15) };
    let kind = match choice {
        0 => State::True,
        1 => State::False,
        2 if scope.here.is_empty() => State::True,
        2 => State::Variable(scope.here[random.below(scope.here.len())].as_str().into()),
        3 => State::Not(Box::new(state(random, depth - 1, &mut scope.flipped()))),
        4 => State::Implies(vec![
            state(random, depth - 1, &mut scope.flipped()),
            state(random, depth - 1, scope),
        ]),
        5 => State::Equ(several(random, |random| state(random, depth - 1, &mut scope.closed()))),
        6 => State::And(several(random, |random| state(random, depth - 1, scope))),
        7 => State::Or(several(random, |random| state(random, depth - 1, scope))),
        8 => State::Xor(several(random, |random| state(random, depth - 1, &mut scope.closed()))),
        9 => {
            let modality = random.pick(&[Modality::Diamond, Modality::Box]);
            State::Looping(modality, regular(random, 2))
        }
        10..=12 => {
            let modality = random.pick(&[Modality::Diamond, Modality::Box]);
            let path = regular(random, 2);
            State::Modal(modality, path, Box::new(state(random, depth - 1, scope)))
        }
        _ => return fixpoint(random, depth, scope),
    };
    Formula::new(kind, span())
}

fn fixpoint(random: &mut Random, depth: usize, scope: &Scope) -> Formula {
    let sign = random.pick(&[Sign::Mu, Sign::Nu]);
    // Sometimes an inner variable hides an outer one.
    let name =
        format!("X{}", scope.n_binders - usize::from(scope.n_binders > 0 && random.below(5) == 0));
    let mut inner = scope.clone();
    inner.n_binders += 1;
    inner.here.retain(|other| *other != name);
    inner.negated.retain(|other| *other != name);
    inner.here.push(name.clone());
    let body = state(random, depth - 1, &mut inner);
    Formula::new(State::Fixpoint(sign, name.as_str().into(), Box::new(body)), span())
}

fn several<T>(random: &mut Random, mut item: impl FnMut(&mut Random) -> T) -> Vec<T> {
    let n_items = 2 + usize::from(random.below(4) == 0);
    (0..n_items).map(|_| item(random)).collect()
}

fn regular(random: &mut Random, depth: usize) -> Regular {
    let choice = if depth == 0 { random.below(3) } else { random.below(9) };
    let kind = match choice {
        0..=2 => Reg::Action(action(random, 1)),
        3 => Reg::Nil,
        4 => Reg::Sequence(several(random, |random| regular(random, depth - 1))),
        5 => Reg::Choice(several(random, |random| regular(random, depth - 1))),
        6 => {
            let least = u32::try_from(random.below(3)).expect("small");
            let more = u32::try_from(random.below(3)).expect("small");
            let most = (random.below(3) > 0).then_some(least + more);
            Reg::Counted(Count { least, most }, Box::new(regular(random, depth - 1)))
        }
        _ => {
            let repeat = random.pick(&[Repeat::Star, Repeat::Star, Repeat::Plus, Repeat::Optional]);
            Reg::Repeat(repeat, Box::new(regular(random, depth - 1)))
        }
    };
    Regular::new(kind, span())
}

fn action(random: &mut Random, depth: usize) -> ActionFormula {
    let choice = if depth == 0 { random.below(7) } else { random.below(13) };
    let kind = match choice {
        0 | 1 => Act::True,
        2 => Act::Tau,
        3 | 4 => Act::Literal(random.pick(&LABELS).to_owned()),
        5 => Act::Regexp(random.pick(&REGEXPS).to_owned(), Dialect::default()),
        6 => pattern(random.pick(&PATTERNS)),
        7 => Act::Not(Box::new(action(random, depth - 1))),
        8 => Act::And(several(random, |random| action(random, depth - 1))),
        9 => Act::Or(several(random, |random| action(random, depth - 1))),
        10 => Act::Implies(several(random, |random| action(random, depth - 1))),
        11 => Act::Xor(several(random, |random| action(random, depth - 1))),
        _ => Act::Equ(several(random, |random| action(random, depth - 1))),
    };
    ActionFormula::new(kind, span())
}

fn pattern(text: &str) -> Act {
    let matcher = parse_action_pattern(FileId(0), 0, text).value.expect("a pattern");
    Act::Pattern(Pattern { text: text.to_owned(), matcher })
}
