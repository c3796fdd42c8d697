//! Formula to graph, as in mcl.md 4.1.
//!
//! Each state formula becomes two nodes at once, one for itself and one for its negation, so that
//! `equ` costs no more than `and`. Continuations of regular formulas are shared, never copied.
//! Nodes that the root does not need are dropped at the end.

use std::collections::BTreeMap;

use frontend::{Name, Span};
use rustc_hash::FxHashMap;

use super::{ActionId, AtomId, Fixpoint, Graph, GraphNode, Kind, NodeId, id, narrow};
use crate::formula::{
    ActionFormula, Count, Formula, Modality, Reg, Regular, Repeat, Sign, State, StateAtom,
};

/// The graph of a closed, monotone formula.
pub(super) fn build(formula: &Formula) -> Graph {
    let mut builder = Builder::new(formula.span);
    let root = builder.formula(formula).positive;
    builder.finish(root)
}

/// A formula and its negation.
#[derive(Clone, Copy)]
struct Pair {
    positive: NodeId,
    negative: NodeId,
}

impl Pair {
    fn negated(self) -> Self {
        Self { positive: self.negative, negative: self.positive }
    }
}

struct Builder {
    nodes: Vec<GraphNode>,
    shared: FxHashMap<(Kind, Vec<NodeId>), NodeId>,
    actions: Vec<ActionFormula>,
    action_ids: FxHashMap<String, ActionId>,
    atoms: Vec<StateAtom>,
    variables: Vec<(Name, Pair)>,
    /// The formulas of tests by where they are: a path is built more than once.
    tests: BTreeMap<usize, Pair>,
    /// The formula that is built.
    span: Span,
}

impl Builder {
    fn new(span: Span) -> Self {
        Self {
            nodes: Vec::new(),
            shared: FxHashMap::default(),
            actions: Vec::new(),
            action_ids: FxHashMap::default(),
            atoms: Vec::new(),
            variables: Vec::new(),
            tests: BTreeMap::new(),
            span,
        }
    }

    fn formula(&mut self, formula: &Formula) -> Pair {
        let around = std::mem::replace(&mut self.span, formula.span);
        let pair = self.kind(formula);
        self.span = around;
        pair
    }

    fn kind(&mut self, formula: &Formula) -> Pair {
        match &formula.kind {
            State::True => self.constant(true),
            State::False => self.constant(false),
            State::Variable(name) => self.variable(name),
            State::Atom(name) => self.atom(name),
            State::Not(body) => self.formula(body).negated(),
            State::And(items) => {
                let items: Vec<_> = items.iter().map(|item| self.formula(item)).collect();
                self.all(&items)
            }
            State::Or(items) => {
                let items: Vec<_> = items.iter().map(|item| self.formula(item).negated()).collect();
                self.all(&items).negated()
            }
            State::Implies(items) => self.implies(items),
            State::Equ(items) => self.equ(items, false),
            State::Xor(items) => self.equ(items, true),
            State::Looping(modality, path) => self.looping(*modality, path, formula),
            State::Modal(modality, path, body) => self.modal(*modality, path, body),
            State::Fixpoint(sign, name, body) => self.fixpoint(*sign, name, body, formula),
        }
    }

    fn constant(&mut self, value: bool) -> Pair {
        let truth = self.share(Kind::True, Vec::new());
        let falsity = self.share(Kind::False, Vec::new());
        let pair = Pair { positive: truth, negative: falsity };
        if value { pair } else { pair.negated() }
    }

    fn variable(&mut self, name: &Name) -> Pair {
        let bound = self.variables.iter().rev().find(|(bound, _)| bound == name);
        match bound {
            Some((_, pair)) => *pair,
            // Closed formulas have no such variable.
            None => self.constant(false),
        }
    }

    fn atom(&mut self, name: &StateAtom) -> Pair {
        let position = self.atoms.iter().position(|atom| atom == name);
        let index = position.unwrap_or_else(|| {
            self.atoms.push(name.clone());
            self.atoms.len() - 1
        });
        let mut node = |value| self.share(Kind::Atom(AtomId(narrow(index)), value), Vec::new());
        Pair { positive: node(true), negative: node(false) }
    }

    fn all(&mut self, items: &[Pair]) -> Pair {
        let positive = items.iter().map(|item| item.positive).collect();
        let negative = items.iter().map(|item| item.negative).collect();
        Pair { positive: self.join(Kind::And, positive), negative: self.join(Kind::Or, negative) }
    }

    /// `A implies B implies C` is `not (A and B and not C)`.
    fn implies(&mut self, items: &[Formula]) -> Pair {
        let mut pairs: Vec<_> = items.iter().map(|item| self.formula(item)).collect();
        if let Some(last) = pairs.last_mut() {
            *last = last.negated();
        }
        self.all(&pairs).negated()
    }

    /// `F equ G`, or with `differ` `F xor G`.
    fn equ(&mut self, items: &[Formula], differ: bool) -> Pair {
        let mut pairs = items.iter().map(|item| self.formula(item)).collect::<Vec<_>>().into_iter();
        let Some(mut left) = pairs.next() else {
            return self.constant(true);
        };
        for right in pairs {
            let same = self.either(left, right);
            let different = self.either(left, right.negated());
            left = Pair { positive: same, negative: different };
            if differ {
                left = left.negated();
            }
        }
        left
    }

    /// `A and B or not A and not B`
    fn either(&mut self, left: Pair, right: Pair) -> NodeId {
        let both = self.join(Kind::And, vec![left.positive, right.positive]);
        let neither = self.join(Kind::And, vec![left.negative, right.negative]);
        self.join(Kind::Or, vec![both, neither])
    }

    fn modal(&mut self, modality: Modality, path: &Regular, body: &Formula) -> Pair {
        let body = self.formula(body);
        let (positive, negative) = match modality {
            Modality::Diamond => (Modality::Diamond, Modality::Box),
            Modality::Box => (Modality::Box, Modality::Diamond),
        };
        Pair {
            positive: self.path(positive, path, body.positive),
            negative: self.path(negative, path, body.negative),
        }
    }

    fn fixpoint(&mut self, sign: Sign, name: &Name, body: &Formula, whole: &Formula) -> Pair {
        let mut fresh = |sign| {
            let variable = Some(name.clone());
            self.fresh(Kind::And, Fixpoint { sign, variable, is_looping: false, span: whole.span })
        };
        let other = match sign {
            Sign::Mu => Sign::Nu,
            Sign::Nu => Sign::Mu,
        };
        let pair = Pair { positive: fresh(sign), negative: fresh(other) };
        self.variables.push((name.clone(), pair));
        let body = self.formula(body);
        self.variables.pop();
        self.nodes[pair.positive.index()].children = vec![body.positive];
        self.nodes[pair.negative.index()].children = vec![body.negative];
        pair
    }

    /// `<R> @` is a greatest fixpoint over `<R>`, whose repetitions are least ones: the solver knows.
    fn looping(&mut self, modality: Modality, path: &Regular, whole: &Formula) -> Pair {
        let mut again = |modality| {
            let sign = match modality {
                Modality::Diamond => Sign::Nu,
                Modality::Box => Sign::Mu,
            };
            let fixpoint = Fixpoint { sign, variable: None, is_looping: true, span: whole.span };
            let node = self.fresh(choice(modality), fixpoint);
            let once = self.path(modality, path, node);
            self.nodes[node.index()].children = vec![once];
            node
        };
        let (diamond, boxed) = (again(Modality::Diamond), again(Modality::Box));
        match modality {
            Modality::Diamond => Pair { positive: diamond, negative: boxed },
            Modality::Box => Pair { positive: boxed, negative: diamond },
        }
    }

    /// The node of `<path> next` or `[path] next`.
    fn path(&mut self, modality: Modality, path: &Regular, next: NodeId) -> NodeId {
        match &path.kind {
            Reg::Nil => next,
            Reg::Test(test) => self.test(modality, test, next),
            Reg::Action(action) => self.step(modality, action, next),
            Reg::Sequence(items) => {
                items.iter().rev().fold(next, |next, item| self.path(modality, item, next))
            }
            Reg::Choice(items) => {
                let ways = items.iter().map(|item| self.path(modality, item, next)).collect();
                self.join(choice(modality), ways)
            }
            Reg::Repeat(Repeat::Optional, body) => {
                let once = self.path(modality, body, next);
                self.join(choice(modality), vec![next, once])
            }
            Reg::Repeat(repeat, body) => {
                let (again, once) = self.repeated(modality, body, next, path);
                if *repeat == Repeat::Star { again } else { once }
            }
            Reg::Counted(count, body) => self.counted(modality, *count, body, next),
        }
    }

    /// `?(F)`: F and what follows, or what follows where F holds.
    fn test(&mut self, modality: Modality, test: &Formula, next: NodeId) -> NodeId {
        let place = std::ptr::from_ref(test).addr();
        let known = self.tests.get(&place).copied();
        let pair = known.unwrap_or_else(|| self.formula(test));
        self.tests.insert(place, pair);
        match modality {
            Modality::Diamond => self.join(Kind::And, vec![pair.positive, next]),
            Modality::Box => self.join(Kind::Or, vec![pair.negative, next]),
        }
    }

    /// The nodes of `<body*> next` and `<body+> next`.
    fn repeated(
        &mut self,
        modality: Modality,
        body: &Regular,
        next: NodeId,
        whole: &Regular,
    ) -> (NodeId, NodeId) {
        let sign = match modality {
            Modality::Diamond => Sign::Mu,
            Modality::Box => Sign::Nu,
        };
        let fixpoint = Fixpoint { sign, variable: None, is_looping: false, span: whole.span };
        let again = self.fresh(choice(modality), fixpoint);
        let once = self.path(modality, body, again);
        self.nodes[again.index()].children = vec![next, once];
        (again, once)
    }

    /// `R {2 ... 4}` is `R . R . (nil | R . (nil | R))`.
    fn counted(
        &mut self,
        modality: Modality,
        count: Count,
        body: &Regular,
        next: NodeId,
    ) -> NodeId {
        let mut node = next;
        match count.most {
            None => node = self.repeated(modality, body, next, body).0,
            Some(most) => {
                for _ in count.least..most {
                    let once = self.path(modality, body, node);
                    node = self.join(choice(modality), vec![next, once]);
                }
            }
        }
        (0..count.least).fold(node, |node, _| self.path(modality, body, node))
    }

    fn step(&mut self, modality: Modality, action: &ActionFormula, next: NodeId) -> NodeId {
        let text = action.to_string();
        let fresh = ActionId(narrow(self.actions.len()));
        let action_id = *self.action_ids.entry(text).or_insert(fresh);
        if action_id == fresh {
            self.actions.push(action.clone());
        }
        match (modality, self.nodes[next.index()].kind) {
            (Modality::Diamond, Kind::False) | (Modality::Box, Kind::True) => next,
            _ => self.share(Kind::Modal(modality, action_id), vec![next]),
        }
    }

    /// A conjunction or disjunction, without children that decide nothing.
    fn join(&mut self, kind: Kind, mut children: Vec<NodeId>) -> NodeId {
        let (unit, zero) = match kind {
            Kind::And => (Kind::True, Kind::False),
            _ => (Kind::False, Kind::True),
        };
        let decides = |child: &NodeId| self.nodes[child.index()].kind == zero;
        if let Some(zero) = children.iter().copied().find(decides) {
            return zero;
        }
        children.retain(|child| self.nodes[child.index()].kind != unit);
        children.sort_unstable();
        children.dedup();
        match children.as_slice() {
            [] => self.share(unit, children),
            [only] => *only,
            _ => self.share(kind, children),
        }
    }

    fn share(&mut self, kind: Kind, children: Vec<NodeId>) -> NodeId {
        let fresh = id(self.nodes.len());
        let node = *self.shared.entry((kind, children.clone())).or_insert(fresh);
        if node == fresh {
            self.nodes.push(GraphNode { kind, children, fixpoint: None, span: self.span });
        }
        node
    }

    fn fresh(&mut self, kind: Kind, fixpoint: Fixpoint) -> NodeId {
        let node = id(self.nodes.len());
        self.nodes.push(GraphNode {
            kind,
            children: Vec::new(),
            fixpoint: Some(fixpoint),
            span: self.span,
        });
        node
    }

    /// Keeps what the root needs, numbered in order of discovery.
    fn finish(self, root: NodeId) -> Graph {
        let mut new_ids: Vec<Option<NodeId>> = vec![None; self.nodes.len()];
        let mut order = vec![root];
        new_ids[root.index()] = Some(id(0));
        let mut next = 0;
        while let Some(&node) = order.get(next) {
            next += 1;
            for &child in &self.nodes[node.index()].children {
                if new_ids[child.index()].is_none() {
                    new_ids[child.index()] = Some(id(order.len()));
                    order.push(child);
                }
            }
        }
        let mut nodes: Vec<Option<GraphNode>> = self.nodes.into_iter().map(Some).collect();
        let kept = order.iter().filter_map(|node| {
            let mut kept = nodes[node.index()].take()?;
            kept.children = kept.children.iter().filter_map(|old| new_ids[old.index()]).collect();
            Some(kept)
        });
        let kept: Vec<GraphNode> = kept.collect();
        let mut is_tested = vec![false; kept.len()];
        for pair in self.tests.values() {
            for node in [pair.positive, pair.negative] {
                if let Some(new) = new_ids[node.index()] {
                    is_tested[new.index()] = true;
                }
            }
        }
        Graph::with_blocks(kept, self.actions, self.atoms, is_tested)
    }
}

/// How the ways of a regular formula are joined.
fn choice(modality: Modality) -> Kind {
    match modality {
        Modality::Diamond => Kind::Or,
        Modality::Box => Kind::And,
    }
}
