//! Pure functions as rewrite rules.
//!
//! Every test becomes a map `S_case_i_j` whose first argument is its truth, with one rule for each
//! truth value: i counts the decision points of the source in the order in which they are met, j
//! the tests of one point. A value that is used several times becomes the last argument of a map
//! `S_let_k`. No two rules overlap.

use std::cell::RefCell;
use std::collections::BTreeSet;

use frontend::{Name, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use super::doc::{Doc, call, concat, group, nest, text};
use super::origins::{Clauses, Origins};
use super::syntax::comma;
use super::terms::Printer;
use model::index::{Idx as _, IndexVec};
use model::names::words::reserved;
use model::names::{Names, Target};
use model::{Expr, Function, FunctionId, Model, Node, NodeId, VarId};

/// A map declaration and the rules of one function.
pub(super) struct Rules {
    /// Name, sorts of the arguments (`Bool` or `Term`).
    pub(super) maps: Vec<(String, Vec<&'static str>)>,
    /// The rules.
    pub(super) equations: Vec<Rule>,
    /// Variables of the rules.
    pub(super) vars: BTreeSet<String>,
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
    let mut writer = Writer {
        names,
        function,
        stem: names.function(id).to_owned(),
        free: free_variables(function),
        uses: uses(function),
        texts: variable_texts(names.target(), &function.vars),
        written: RefCell::default(),
        node_names: FxHashMap::default(),
        points: Vec::new(),
        n_lets: 0,
        pending: Vec::new(),
        from,
        ends,
        out: Rules { maps: Vec::new(), equations: Vec::new(), vars: BTreeSet::new(), heads },
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
    points: Vec<(Span, usize)>,
    n_lets: usize,
    pending: Vec<NodeId>,
    from: &'a Origins<'a>,
    /// The source clauses in which each node may end.
    ends: Vec<Clauses>,
    out: Rules,
}

type Substitution<'s> = dyn Fn(VarId) -> Option<Expr> + 's;

impl Writer<'_> {
    fn call(&self, name: &str, args: Vec<Doc>) -> Doc {
        call(name, args, comma(self.names.target()))
    }

    fn docs(&self, exprs: &[Expr]) -> Vec<Doc> {
        let vars = |var: VarId| self.text(var);
        Printer { names: self.names, vars: &vars }.exprs(exprs)
    }

    fn text(&self, var: VarId) -> String {
        let text = self.texts[var.index()].clone();
        self.written.borrow_mut().insert(text.clone());
        text
    }

    fn truth(&self, cond: &model::Cond) -> Doc {
        let vars = |var: VarId| self.text(var);
        Printer { names: self.names, vars: &vars }.cond(cond)
    }

    /// Arguments of a node's map, besides its truth or its value: what follows needs them; parameters come first.
    fn scope(&self, node: NodeId) -> Vec<VarId> {
        let mut needed: BTreeSet<VarId> = BTreeSet::new();
        match &self.function.nodes[node] {
            Node::Test { yes, no, .. } => {
                needed.extend(self.free[yes.index()].iter().chain(&self.free[no.index()]));
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
                let value = value.substitute(&|var| replace(var));
                self.docs(&[value]).remove(0)
            }
            Node::Test { cond, .. } => {
                let name = self.name(node);
                let cond = self.truth(&cond.substitute(&|var| replace(var)));
                let args = self.args(node, replace);
                self.call(&name, [vec![cond], args].concat())
            }
            Node::Let { var, value, next } => {
                let value = value.substitute(&|var| replace(var));
                if self.uses.get(var).copied().unwrap_or(0) <= 1 {
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

    fn args(&self, node: NodeId, replace: &Substitution<'_>) -> Vec<Doc> {
        let args: Vec<Expr> = self
            .scope(node)
            .into_iter()
            .map(|var| replace(var).unwrap_or(Expr::Var(var)))
            .collect();
        self.docs(&args)
    }

    /// The map of a test or a binding; asks for its rules when it is named first.
    fn name(&mut self, node: NodeId) -> String {
        if let Some(name) = self.node_names.get(&node) {
            return name.clone();
        }
        let n_args = self.scope(node).len();
        let (name, sorts) = match &self.function.nodes[node] {
            Node::Test { at, .. } => {
                let point = if let Some(point) = self.points.iter().position(|(span, _)| span == at)
                {
                    point
                } else {
                    self.points.push((*at, 0));
                    self.points.len() - 1
                };
                let number = self.points[point].1;
                self.points[point].1 += 1;
                let sorts = [vec!["Bool"], vec!["Term"; n_args]].concat();
                (format!("{}_case_{point}_{number}", self.stem), sorts)
            }
            Node::Let { .. } | Node::Return(_) => {
                self.n_lets += 1;
                (format!("{}_let_{}", self.stem, self.n_lets - 1), vec!["Term"; n_args + 1])
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

    fn node_rules(&mut self, node: NodeId) {
        let name = self.name(node);
        let args: Vec<Expr> = self.scope(node).into_iter().map(Expr::Var).collect();
        let function = self.function;
        let waiting = self.pending.len();
        match &function.nodes[node] {
            Node::Test { yes, no, at, .. } => {
                let (holds, fails) = match self.names.target() {
                    Target::Mcrl => ("T", "F"),
                    Target::Mcrl2 => ("true", "false"),
                };
                for (truth, next) in [(holds, *yes), (fails, *no)] {
                    let left = self.call(&name, [vec![text(truth)], self.docs(&args)].concat());
                    let right = self.entry(next, &|_| None);
                    self.rule(left, right, next, Some(*at));
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
    let mut add = |var: VarId, times: usize| *uses.entry(var).or_default() += times;
    for node in &function.nodes {
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
