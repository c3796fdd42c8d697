//! Pure functions as rewrite rules.
//!
//! Tests that follow each other become one map `S_casec_i_j` whose first arguments are their truths, with one rule for each
//! way through them: c is the clause of the source in which all its ways end, or absent, i counts the decision points of
//! that clause in the order in which they are met, j, where it is not 0, the maps of one point. A value that is used several
//! times becomes the last argument of a map `S_letc_k`. No two rules overlap.

mod endings;

use std::cell::RefCell;
use std::collections::BTreeSet;

use frontend::{FileId, Name, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use self::endings::{Ending, endings, given};
use super::doc::{Doc, call, concat, group, nest, text};
use super::origins::{Clauses, Origins};
use super::syntax::comma;
use super::terms::Printer;
use crate::printable::joined::{is_part, looks_only};
use crate::printable::shapes::written;
use model::index::{Idx as _, IndexVec};
use model::names::words::reserved;
use model::names::{Names, Target};
use model::{Cond, Expr, Function, FunctionId, Model, Node, NodeId, VarId};

/// Tests that are asked together, at most.
const MAX_TOGETHER: usize = 5;

/// Characters of a value that is written where it is used, about, at most.
const MAX_SHORT: u64 = 80;

/// A map declaration and the rules of one function.
pub(super) struct Rules {
    /// Name, sorts of the arguments (`Bool` or `Term`).
    pub(super) maps: Vec<(String, Vec<&'static str>)>,
    /// The rules.
    pub(super) equations: Vec<Rule>,
    /// Variables of the rules that are terms.
    pub(super) vars: BTreeSet<String>,
    /// Variables of the rules that are answers which do not matter.
    pub(super) answers: BTreeSet<String>,
    /// The functions of the source that they stand for.
    pub(super) heads: Vec<String>,
}

/// A rule.
pub(super) struct Rule {
    /// Where it comes from.
    pub(super) comment: Option<String>,
    /// Left-hand side.
    pub(super) left: Doc,
    /// Right-hand side.
    pub(super) right: Doc,
}

/// The rules of a function.
pub(super) fn rules(model: &Model, names: &Names, from: &Origins<'_>, id: FunctionId) -> Rules {
    let function = &model.functions[id];
    let ends = from.of_nodes(function);
    let heads = from.heads(&ends[function.root.index()]);
    let n_ways = n_ways(function);
    let endings = endings(function, &n_ways);
    let mut writer = Writer {
        names,
        function,
        stem: names.function(id).to_owned(),
        free: free_variables(function),
        uses: uses(function),
        texts: variable_texts(names.target(), &function.vars),
        written: RefCell::default(),
        node_names: FxHashMap::default(),
        n_ways,
        endings,
        counts: FxHashMap::default(),
        pending: Vec::new(),
        from,
        ends,
        out: Rules {
            maps: Vec::new(),
            equations: Vec::new(),
            vars: BTreeSet::new(),
            answers: BTreeSet::new(),
            heads,
        },
    };
    let name = names.function(id).to_owned();
    let params: Vec<Expr> = function.params.iter().map(|&var| Expr::Var(var)).collect();
    writer.out.maps.push((name.clone(), vec!["Term"; params.len()]));
    let left = writer.call(&name, writer.docs(&params));
    let right = writer.entry(function.root, &|_| None);
    writer.rule(left, right, function.root, None);
    while let Some(node) = writer.pending.pop() {
        writer.node_rules(node);
    }
    writer.end_rules();
    writer.out.vars = writer.written.take();
    writer.out
}

struct Writer<'a> {
    names: &'a Names,
    function: &'a Function,
    stem: String,
    /// Variables that each node needs.
    free: Vec<BTreeSet<VarId>>,
    /// How often each variable is written.
    uses: FxHashMap<VarId, usize>,
    texts: Vec<String>,
    /// The variables that stand in some rule.
    written: RefCell<BTreeSet<String>>,
    node_names: FxHashMap<NodeId, String>,
    /// How many ways lead directly to each node.
    n_ways: Vec<usize>,
    /// What several ways have in common where they end.
    endings: Vec<Ending>,
    /// What has a name so far, by the clause of the source in which it ends.
    counts: FxHashMap<Option<usize>, Counts>,
    pending: Vec<NodeId>,
    from: &'a Origins<'a>,
    /// The source clauses in which each node may end.
    ends: Vec<Clauses>,
    out: Rules,
}

/// What has a name in a clause of the source.
#[derive(Default)]
struct Counts {
    /// Decision points, with the maps of each.
    points: Vec<(Span, usize)>,
    n_lets: usize,
}

/// A way through tests that are asked together.
struct Way {
    /// The answers on it; none where it does not ask.
    answers: Vec<Option<bool>>,
    /// What follows.
    next: NodeId,
    /// The last question.
    at: Span,
}

type Substitution<'s> = dyn Fn(VarId) -> Option<Expr> + 's;

impl Writer<'_> {
    fn call(&self, name: &str, args: Vec<Doc>) -> Doc {
        call(name, args, comma(self.names.target()))
    }

    fn docs(&self, exprs: &[Expr]) -> Vec<Doc> {
        let vars = |var: VarId| self.text(var);
        Printer { names: self.names, vars: &vars, is_process: false }.exprs(exprs)
    }

    fn text(&self, var: VarId) -> String {
        let text = self.texts[var.index()].clone();
        self.written.borrow_mut().insert(text.clone());
        text
    }

    fn truth(&self, cond: &Cond) -> Doc {
        let vars = |var: VarId| self.text(var);
        Printer { names: self.names, vars: &vars, is_process: false }.cond(cond)
    }

    /// Arguments of a node's map, besides its truth or its value: what follows needs them; parameters come first.
    fn scope(&self, node: NodeId) -> Vec<VarId> {
        let mut needed: BTreeSet<VarId> = BTreeSet::new();
        match &self.function.nodes[node] {
            Node::Test { .. } => {
                let ways = self.ways(node);
                needed.extend(ways.iter().flat_map(|way| &self.free[way.next.index()]));
            }
            Node::Let { var, next, .. } => {
                needed.extend(self.free[next.index()].iter().filter(|other| *other != var));
            }
            Node::Return(_) => {}
        }
        let params = self.function.params.iter().copied();
        let mut scope: Vec<VarId> = params.filter(|param| needed.remove(param)).collect();
        scope.extend(needed);
        scope
    }

    /// The term that computes a node, its variables replaced.
    fn entry(&mut self, node: NodeId, replace: &Substitution<'_>) -> Doc {
        let function = self.function;
        match &function.nodes[node] {
            Node::Return(value) => {
                if let Some(ending) =
                    self.endings.iter().find(|ending| ending.nodes.contains(&node))
                {
                    let args = given(ending, value).into_iter().cloned();
                    let args = args.chain(ending.vars.iter().map(|var| Expr::Var(*var)));
                    let args = args.map(|arg| arg.substitute(&|var| replace(var)));
                    return self
                        .call(&self.name_of_ending(ending), self.docs(&args.collect::<Vec<_>>()));
                }
                let value = value.substitute(&|var| replace(var));
                self.docs(&[value]).remove(0)
            }
            Node::Test { .. } => {
                let name = self.name(node);
                let conds = self.together(node).into_iter().filter_map(|test| self.cond(test));
                let truths: Vec<Doc> =
                    conds.map(|cond| self.truth(&cond.substitute(&|var| replace(var)))).collect();
                let args = self.args(node, replace);
                self.call(&name, [truths, args].concat())
            }
            Node::Let { var, value, next } => {
                let value = value.substitute(&|var| replace(var));
                if self.uses.get(var).copied().unwrap_or(0) <= 1 || is_short(&value) {
                    let extended = |other: VarId| {
                        if other == *var { Some(value.clone()) } else { replace(other) }
                    };
                    return self.entry(*next, &extended);
                }
                let name = self.name(node);
                let args = self.args(node, replace);
                let value = self.docs(&[value]);
                self.call(&name, [args, value].concat())
            }
        }
    }

    fn name_of_ending(&self, ending: &Ending) -> String {
        format!("{}_end_{}", self.stem, ending.sequence)
    }

    /// The rules of what several ways have in common where they end.
    fn end_rules(&mut self) {
        for ending in std::mem::take(&mut self.endings) {
            let name = self.name_of_ending(&ending);
            for number in 0..ending.differing.len() {
                let text = self.unused("E", number);
                self.texts.push(text);
            }
            let params = ending.differing.iter().chain(&ending.vars).map(|var| Expr::Var(*var));
            let params: Vec<Expr> = params.collect();
            self.out.maps.push((name.clone(), vec!["Term"; params.len()]));
            let left = self.call(&name, self.docs(&params));
            let right = self.docs(std::slice::from_ref(&ending.result)).remove(0);
            let comment = self.from.rule(&Clauses::of_several(&self.ends, &ending.nodes), None);
            self.out.equations.push(Rule { comment, left, right });
            self.texts.truncate(self.function.vars.len());
        }
    }

    /// A variable that no other one is called: this letter, and a number that is not smaller.
    fn unused(&self, letter: &str, number: usize) -> String {
        let names = (number..).map(|number| format!("{letter}{number}"));
        names.into_iter().find(|name| !self.texts.contains(name)).unwrap_or_default()
    }

    fn args(&self, node: NodeId, replace: &Substitution<'_>) -> Vec<Doc> {
        let args: Vec<Expr> = self
            .scope(node)
            .into_iter()
            .map(|var| replace(var).unwrap_or(Expr::Var(var)))
            .collect();
        self.docs(&args)
    }

    fn cond(&self, node: NodeId) -> Option<&Cond> {
        match &self.function.nodes[node] {
            Node::Test { cond, .. } => Some(cond),
            Node::Let { .. } | Node::Return(_) => None,
        }
    }

    /// A test, and those behind it that are asked together with it: to which nothing else leads, which only look at parts
    /// of terms, so that they can be asked of any, and which choose between clauses or belong to one clause as the first
    /// does. The nearest ones come first.
    fn together(&self, root: NodeId) -> Vec<NodeId> {
        let clause = self.clause(root);
        let joins = |next: NodeId| {
            self.n_ways[next.index()] == 1
                && self.cond(next).is_some_and(looks_only)
                && self.clause(next) == clause
        };
        let mut tests = vec![root];
        let mut at = 0;
        while at < tests.len() {
            let next = self.function.nodes[tests[at]].successors();
            let room = MAX_TOGETHER - tests.len();
            tests.extend(next.into_iter().filter(|next| joins(*next)).take(room));
            at += 1;
        }
        tests
    }

    /// The clause of the source in which all ends that a node leads to, if it is one.
    fn clause(&self, node: NodeId) -> Option<usize> {
        self.from.clause(&self.ends[node.index()])
    }

    /// The ways through the tests that are asked together with a test; for each answer, those with `true` first.
    fn ways(&self, root: NodeId) -> Vec<Way> {
        let tests = self.together(root);
        let mut ways = Vec::new();
        let start =
            Way { answers: vec![None; tests.len()], next: root, at: Span::new(FileId(0), 0, 0) };
        let mut ahead = vec![start];
        while let Some(way) = ahead.pop() {
            let place = tests.iter().position(|test| *test == way.next);
            match (place, &self.function.nodes[way.next]) {
                (Some(place), Node::Test { yes, no, at, .. }) => {
                    for (answer, next) in [(false, *no), (true, *yes)] {
                        let mut answers = way.answers.clone();
                        answers[place] = Some(answer);
                        ahead.push(Way { answers, next, at: *at });
                    }
                }
                _ => ways.push(way),
            }
        }
        ways
    }

    /// The map of a test or a binding; asks for its rules when it is named first.
    fn name(&mut self, node: NodeId) -> String {
        if let Some(name) = self.node_names.get(&node) {
            return name.clone();
        }
        let n_args = self.scope(node).len();
        let clause = self.clause(node);
        let within = clause.map(|clause| clause.to_string()).unwrap_or_default();
        let n_tests = self.together(node).len();
        let counts = self.counts.entry(clause).or_default();
        let (name, sorts) = match &self.function.nodes[node] {
            Node::Test { at, .. } => {
                let known = counts.points.iter().position(|(span, _)| span == at);
                let point = known.unwrap_or_else(|| {
                    counts.points.push((*at, 0));
                    counts.points.len() - 1
                });
                let number = counts.points[point].1;
                counts.points[point].1 += 1;
                let number = if number == 0 { String::new() } else { format!("_{number}") };
                let sorts = [vec!["Bool"; n_tests], vec!["Term"; n_args]].concat();
                (format!("{}_case{within}_{point}{number}", self.stem), sorts)
            }
            Node::Let { .. } | Node::Return(_) => {
                counts.n_lets += 1;
                let number = counts.n_lets - 1;
                (format!("{}_let{within}_{number}", self.stem), vec!["Term"; n_args + 1])
            }
        };
        self.out.maps.push((name.clone(), sorts));
        self.node_names.insert(node, name.clone());
        self.pending.push(node);
        name
    }

    /// A rule whose right-hand side computes a node.
    fn rule(&mut self, left: Doc, right: Doc, node: NodeId, asked: Option<Span>) {
        let comment = self.from.rule(&self.ends[node.index()], asked);
        self.out.equations.push(Rule { comment, left, right });
    }

    /// Answers as patterns, with a variable in the place of each that does not matter.
    fn truths(&mut self, answers: &[Option<bool>]) -> Vec<Doc> {
        let [holds, fails] = match self.names.target() {
            Target::Mcrl => ["T", "F"],
            Target::Mcrl2 => ["true", "false"],
        };
        let mut n_variables = 0;
        let mut patterns = Vec::new();
        for answer in answers {
            patterns.push(match answer {
                Some(true) => text(holds),
                Some(false) => text(fails),
                None => {
                    let mut name = self.unused("B", n_variables);
                    n_variables += 1;
                    while patterns
                        .iter()
                        .any(|pattern| matches!(pattern, Doc::Text(text) if *text == name))
                    {
                        name = self.unused("B", n_variables);
                        n_variables += 1;
                    }
                    self.out.answers.insert(name.clone());
                    text(name)
                }
            });
        }
        patterns
    }

    fn node_rules(&mut self, node: NodeId) {
        let name = self.name(node);
        let args: Vec<Expr> = self.scope(node).into_iter().map(Expr::Var).collect();
        let function = self.function;
        let waiting = self.pending.len();
        match &function.nodes[node] {
            Node::Test { .. } => {
                for Way { answers, next, at } in self.ways(node) {
                    let truths = self.truths(&answers);
                    let left = self.call(&name, [truths, self.docs(&args)].concat());
                    let right = self.entry(next, &|_| None);
                    self.rule(left, right, next, Some(at));
                }
            }
            Node::Let { var, next, .. } => {
                let value = self.docs(&[Expr::Var(*var)]);
                let left = self.call(&name, [self.docs(&args), value].concat());
                let right = self.entry(*next, &|_| None);
                let asked = match &function.nodes[*next] {
                    Node::Test { at, .. } => Some(*at),
                    Node::Let { .. } | Node::Return(_) => None,
                };
                self.rule(left, right, *next, asked);
            }
            Node::Return(_) => {}
        }
        // What was named first is written first.
        self.pending[waiting..].reverse();
    }
}

/// How many ways lead directly to each node of a function.
fn n_ways(function: &Function) -> Vec<usize> {
    let mut n_ways = vec![0; function.nodes.len()];
    for node in &function.nodes {
        for next in node.successors() {
            n_ways[next.index()] += 1;
        }
    }
    n_ways
}

/// Whether a value is written in the next call instead of getting a map of its own: it is short, and a part of terms or made
/// of such, so that nothing is computed twice.
fn is_short(value: &Expr) -> bool {
    is_part(value) && written(value) <= MAX_SHORT
}

/// Variables that each node needs from before.
fn free_variables(function: &Function) -> Vec<BTreeSet<VarId>> {
    let mut free: Vec<BTreeSet<VarId>> = Vec::with_capacity(function.nodes.len());
    for node in &function.nodes {
        let mut vars = BTreeSet::new();
        let mut add = |var: VarId| {
            vars.insert(var);
        };
        match node {
            Node::Return(value) => value.for_each_var(&mut add),
            Node::Test { cond, yes, no, .. } => {
                cond.for_each_var(&mut add);
                vars.extend(free[yes.index()].iter().chain(&free[no.index()]));
            }
            Node::Let { var, value, next } => {
                let rest: Vec<VarId> =
                    free[next.index()].iter().copied().filter(|other| other != var).collect();
                value.for_each_var(&mut add);
                vars.extend(rest);
            }
        }
        free.push(vars);
    }
    free
}

/// How often each variable would be written if its value stood in its place.
fn uses(function: &Function) -> FxHashMap<VarId, usize> {
    let mut uses: FxHashMap<VarId, usize> = FxHashMap::default();
    for node in &function.nodes {
        // Behind all that uses the variable.
        if let Node::Let { var, value: Expr::Var(same), .. } = node {
            let times = uses.get(var).copied().unwrap_or_default();
            *uses.entry(*same).or_default() += times;
            continue;
        }
        let mut add = |var: VarId, times: usize| *uses.entry(var).or_default() += times;
        match node {
            Node::Return(value) | Node::Let { value, .. } => {
                value.for_each_var(&mut |var| add(var, 1));
            }
            // A test writes its condition, and passes on what its branches need.
            Node::Test { cond, .. } => cond.for_each_var(&mut |var| add(var, 2)),
        }
    }
    uses
}

/// A text for each variable of a function or a process: its name, numbered where several have the same.
pub(super) fn variable_texts(target: Target, vars: &IndexVec<VarId, Name>) -> Vec<String> {
    let mut taken: FxHashSet<String> =
        reserved(target).iter().map(|word| (*word).to_owned()).collect();
    let mut last: FxHashMap<String, usize> = FxHashMap::default();
    vars.iter()
        .map(|name| {
            let stem = capitalised(name.as_str());
            let number = last.entry(stem.clone()).or_insert(0);
            loop {
                *number += 1;
                let text = if *number == 1 { stem.clone() } else { format!("{stem}{number}") };
                if taken.insert(text.clone()) {
                    return text;
                }
            }
        })
        .collect()
}

/// The letters and digits of a name, behind a capital letter.
fn capitalised(name: &str) -> String {
    let word: String =
        name.chars().filter(|char| char.is_ascii_alphanumeric() || *char == '_').collect();
    if word.starts_with(|first: char| first.is_ascii_uppercase()) {
        word
    } else {
        format!("V{word}")
    }
}

/// `left = right`, the right-hand side on a line of its own where both do not fit.
pub(super) fn equation(left: Doc, right: Doc, end: &'static str) -> Doc {
    group(concat(vec![left, text(" ="), nest(2, concat(vec![Doc::Break(" "), right])), text(end)]))
}
