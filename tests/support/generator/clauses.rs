//! Random clause lists, and terms that they match, miss and half match.

use lts::Term;

use super::Random;

/// Few names, so that variables stand repeatedly; `A` is bound before a case.
const VARS: [&str; 3] = ["X", "Y", "Z"];

/// The clauses of one function of two parameters.
pub struct Clauses {
    /// Whether the clauses are heads; else they are those of a case on the second parameter.
    heads: bool,
    /// The text of each, behind the name of a function if they are heads.
    texts: Vec<String>,
    /// Terms that patterns were made from.
    likes: Vec<Term>,
}

impl Clauses {
    /// A random list of clauses.
    pub fn random(random: &mut Random) -> Self {
        let likes: Vec<Term> = (0..3).map(|_| random.term(3)).collect();
        let heads = random.chance(40);
        let n_clauses = 1 + random.below(7);
        let texts = (0..n_clauses).map(|number| clause(random, number, heads, &likes)).collect();
        Self { heads, texts, likes }
    }

    /// The function in Erlang.
    pub fn function(&self, name: &str) -> String {
        if self.heads {
            let clauses: Vec<String> =
                self.texts.iter().map(|clause| format!("{name}({clause}")).collect();
            return format!("{}.", clauses.join(";\n"));
        }
        format!(
            "{name}(A, B) ->\n    case B of\n        {}\n    end.",
            self.texts.join(";\n        ")
        )
    }

    /// Arguments for the function.
    pub fn arguments(&self, random: &mut Random) -> [Term; 2] {
        let mut some = || {
            let mut term = self.likes[random.below(self.likes.len())].clone();
            for _ in 0..random.below(3) {
                term = random.mutate(&term);
            }
            if random.chance(15) { random.term(2) } else { term }
        };
        [some(), some()]
    }
}

fn clause(random: &mut Random, number: usize, heads: bool, likes: &[Term]) -> String {
    let mut used: Vec<&'static str> = Vec::new();
    let like = |random: &mut Random| likes[random.below(likes.len())].clone();
    let mut patterns = Vec::new();
    for _ in 0..if heads { 2 } else { 1 } {
        let like = like(random);
        patterns.push(pattern(random, &like, &mut used, !heads));
    }
    let guard = if random.chance(45) {
        format!(" when {}", guard(random, &used, !heads))
    } else {
        String::new()
    };
    used.sort_unstable();
    used.dedup();
    let close = if heads { ")" } else { "" };
    format!("{}{close}{guard} -> {{{number}, [{}]}}", patterns.join(", "), used.join(", "))
}

/// A pattern that this term often matches.
fn pattern(random: &mut Random, like: &Term, used: &mut Vec<&'static str>, bound: bool) -> String {
    match random.below(100) {
        0..=9 => return "_".to_owned(),
        10..=31 => {
            let var = random.pick(&VARS);
            used.push(var);
            return var.to_owned();
        }
        32..=36 if bound => return "A".to_owned(),
        37..=42 => {
            let left = pattern(random, like, used, bound);
            let right = pattern(random, like, used, bound);
            return format!("{left} = {right}");
        }
        43..=48 => {
            let other = random.mutate(like);
            return pattern(random, &other, used, bound);
        }
        _ => {}
    }
    match like {
        Term::Tuple(items) => {
            let items: Vec<String> =
                items.iter().map(|item| pattern(random, item, used, bound)).collect();
            format!("{{{}}}", items.join(", "))
        }
        Term::List(items, None) if !items.is_empty() => {
            let head = pattern(random, &items[0], used, bound);
            let tail = Term::list(items[1..].to_vec());
            let tail = pattern(random, &tail, used, bound);
            format!("[{head} | {tail}]")
        }
        other => other.to_string(),
    }
}

fn guard(random: &mut Random, used: &[&'static str], bound: bool) -> String {
    let n_tests = 1 + random.below(2);
    let mut text = test(random, used, bound);
    for _ in 1..n_tests {
        let join = random.pick(&[", ", "; ", " andalso ", " orelse "]);
        text = format!("{text}{join}{}", test(random, used, bound));
    }
    text
}

fn test(random: &mut Random, used: &[&'static str], bound: bool) -> String {
    let mut vars = used.to_vec();
    if bound {
        vars.push("A");
    }
    let Some(&first) = vars.first() else { return random.pick(&["true", "false", "1"]).to_owned() };
    let x = if random.chance(50) { first } else { random.pick(&vars) };
    let y = random.pick(&vars);
    let constant = random.term(1);
    match random.below(16) {
        0 => format!("{x} > {constant}"),
        1 => format!("{x} =< {y}"),
        2 => format!("{x} =:= {constant}"),
        3 => format!("{x} /= {y}"),
        4 => format!("is_atom({x})"),
        5 => format!("is_integer({x})"),
        6 => format!("is_list({x})"),
        7 => format!("is_tuple({x})"),
        8 => format!("{x} + 1 > {y}"),
        9 => format!("not {x}"),
        10 => x.to_owned(),
        11 => format!("element(1, {x}) =:= {y}"),
        12 => format!("length({x}) > 1"),
        13 => format!("hd({x}) == {constant}"),
        14 => format!("tuple_size({x}) < 3"),
        _ => format!("({x} =:= {y} orelse is_boolean({x}))"),
    }
}
