//! The classic muCRL toolset says the same of specifications that this tool has not printed.
//!
//! `MCRL_PATH` names the folder with `mcrl` and `instantiator`. Hand-written specifications, and random
//! rules that overlap: which of them is taken is nowhere written down, and tried here.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::support::bisimulation::{bisimilar, label};
use crate::support::tools::{self, Folder};
use crate::support::{file, read_aut};
use frontend::FileId;
use lts::Lts;
use lts::explore::{Limits, explore};
use lts::format::aut::TauName;

/// The system that we find.
fn ours(text: &str) -> Lts {
    let outcome = mcrl::read(FileId(0), text);
    assert!(outcome.diagnostics.is_empty(), "{:?}\n{text}", outcome.diagnostics);
    let specification = outcome.value.unwrap();
    let mut system = mcrl::System::new(&specification, 10_000_000, None);
    let mut limits = Limits { max_states: 100_000, interrupted: &mut |_| false };
    let exploration = explore(&mut system, &mut limits).unwrap();
    assert_eq!(exploration.stop, None, "{text}");
    exploration.lts
}

/// The system that the toolset finds.
fn theirs(tools: &Path, name: &str, text: &str) -> Lts {
    let folder = Folder::new(&format!("oracle-specifications-{name}"));
    folder.write("x.mcrl", text);
    let run = |tool: &str, args: &[&str]| tools::run(folder.path(), &tools.join(tool), args);
    run("mcrl", &["-tbfile", "-regular", "x.mcrl"]);
    run("instantiator", &["x"]);
    read_aut(&folder.path().join("x.aut"), TauName::Tau)
}

#[test]
fn written_specifications_agree() {
    let Some(tools) = tools::folder_of("MCRL_PATH", &["mcrl", "instantiator"]) else { return };
    for name in ["door", "coffee", "overlap", "operators"] {
        let text = fs::read_to_string(file(&format!("fixtures/mcrl/{name}.mcrl"))).unwrap();
        let (ours, theirs) = (ours(&text), theirs(&tools, name, &text));
        assert!(bisimilar(&ours, &theirs), "{name}");
        assert_eq!(ours.n_states(), theirs.n_states(), "{name}");
        println!("{name}: {} states, {} transitions", ours.n_states(), ours.n_transitions());
    }
}

#[test]
fn random_rules_agree() {
    let Some(tools) = tools::folder_of("MCRL_PATH", &["mcrl", "instantiator"]) else { return };
    let count = tools::number("ERL2LTS_ORACLE_RULES", 20);
    for seed in 0..count {
        let text = Generator(seed as u64 + 1).specification();
        let labels = |lts: &Lts| -> BTreeSet<String> {
            let edges = lts.states().flat_map(|state| lts.out(state));
            edges.map(|edge| label(lts, edge.label).to_owned()).collect()
        };
        let theirs = labels(&theirs(&tools, &format!("rules-{seed}"), &text));
        assert_eq!(labels(&ours(&text)), theirs, "seed {seed}\n{text}");
    }
    println!("random rules: {count} specifications, all normal forms equal");
}

const HEAD: &str = "\
sort Bool
func T,F: -> Bool
map  and,or: Bool # Bool -> Bool
     not: Bool -> Bool
var  B: Bool
rew  and(T,B) = B
     and(F,B) = F
     or(T,B) = T
     or(F,B) = B
     not(T) = F
     not(F) = T
sort D
func a,b: -> D
     s,r: D -> D
     p: D # D -> D
map  f: D # D -> D
     g: D # D # D -> D
     h: D -> D
act  x: D
";

/// Constructors with the number of their arguments.
const CONSTRUCTORS: [(&str, usize); 4] = [("a", 0), ("b", 0), ("s", 1), ("p", 2)];

/// Functions with rules.
const FUNCTIONS: [(&str, usize); 3] = [("f", 2), ("g", 3), ("h", 1)];

/// Writes specifications whose rules overlap.
struct Generator(u64);

impl Generator {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound
    }

    fn specification(&mut self) -> String {
        let mut rules = Vec::new();
        for (function, n_args) in FUNCTIONS {
            for _ in 0..2 + self.below(6) {
                let mut n_variables = 0;
                let args: Vec<String> =
                    (0..n_args).map(|_| self.pattern(3, &mut n_variables)).collect();
                // A result that tells which rule it was, or one of the variables.
                let which = format!("r({}a{})", "s(".repeat(rules.len()), ")".repeat(rules.len()));
                let right = match n_variables {
                    1.. if self.below(3) == 0 => format!("V{}", self.below(n_variables)),
                    1.. if function == "h" && self.below(3) == 0 => "f(V0,a)".to_owned(),
                    _ => which,
                };
                rules.push(format!("{function}({}) = {right}", args.join(",")));
            }
        }
        for position in (1..rules.len()).rev() {
            let other = self.below(position + 1);
            rules.swap(position, other);
        }
        let mut text = HEAD.to_owned();
        let variables: Vec<String> = (0..30).map(|number| format!("V{number}")).collect();
        write!(text, "var  {}: D\nrew  {}\ninit ", variables.join(","), rules.join("\n     "))
            .unwrap();
        for _ in 0..60 {
            let (function, n_args) = FUNCTIONS[self.below(FUNCTIONS.len())];
            let args: Vec<String> = (0..n_args).map(|_| self.term(4)).collect();
            let term = format!("{function}({})", args.join(","));
            let other = self.term(1);
            let term = if self.below(3) == 0 { format!("f({term},{other})") } else { term };
            writeln!(text, "x({term}).").unwrap();
        }
        text.push_str("delta\n");
        text
    }

    fn pattern(&mut self, depth: usize, n_variables: &mut usize) -> String {
        if depth == 0 || self.below(5) < 2 {
            *n_variables += 1;
            return format!("V{}", *n_variables - 1);
        }
        let (constructor, n_args) = CONSTRUCTORS[self.below(4)];
        let args: Vec<String> = (0..n_args).map(|_| self.pattern(depth - 1, n_variables)).collect();
        written(constructor, &args)
    }

    fn term(&mut self, depth: usize) -> String {
        let (constructor, n_args) = CONSTRUCTORS[self.below(if depth == 0 { 2 } else { 4 })];
        let args: Vec<String> = (0..n_args).map(|_| self.term(depth - 1)).collect();
        written(constructor, &args)
    }
}

fn written(symbol: &str, args: &[String]) -> String {
    if args.is_empty() { symbol.to_owned() } else { format!("{symbol}({})", args.join(",")) }
}
