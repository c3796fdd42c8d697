//! How large what is lowered in a round becomes, and which functions are called as it becomes too large.
//!
//! Input: nodes, and how often functions of the module stand in line, of each lowering and of what was lowered before it. Output: functions
//! that are to be called instead of standing in line: at once, as the round is in vain then, and from the next round on.
//! Who measures, or asks for a client's call, lowers in one round, and has everything in line.

use frontend::Name;
use frontend::ast::{Callee, Expr as Syntax, ExprKind, Function};

use crate::lower::analysis::facts::Facts;
use crate::lower::analysis::shared::Shared;
use crate::lower::lowered::{InLine, Lowered};

/// How often a function stands in line, at least, where it is called instead as what is lowered is large.
const OFTEN: usize = 4;

/// What has been lowered in a round.
pub(super) struct Growth {
    /// Nodes.
    n_nodes: usize,
    /// Of how many nodes on it is asked which functions are to be called.
    call_at: usize,
    /// How often functions of the module stand in line.
    in_line: InLine,
    /// Whether functions may be found that are to be called: a round that is not in vain, behind one that has found such functions, is not
    /// made one by more of them.
    asks: bool,
}

impl Growth {
    /// Nothing is lowered yet.
    pub(super) fn new(facts: &Facts<'_>) -> Self {
        let asks = facts.discovered.called.is_empty();
        Self { n_nodes: 0, call_at: facts.options.calls_from, in_line: InLine::new(), asks }
    }
}

/// Adds how often functions stand in line in a lowering to how often they do in others.
fn add(all: &mut InLine, in_line: &InLine) {
    for (function, times) in in_line {
        *all.entry(function.clone()).or_default() += times;
    }
}

impl Shared<'_> {
    /// Notes that a round is in vain, whatever is found besides.
    pub(crate) fn meet_vain(&self) {
        self.growth.borrow_mut().asks = true;
    }

    /// Notes what is lowered.
    pub(crate) fn meet_lowered(&self, lowered: &Lowered) {
        {
            let mut growth = self.growth.borrow_mut();
            growth.n_nodes += lowered.graph.nodes.len();
            add(&mut growth.in_line, &lowered.in_line);
        }
        self.call_often(0, &InLine::new());
    }

    /// Has functions called that stand in line again and again, where what was lowered is large with a lowering that has so many nodes now: at
    /// once, so that a round in vain does not take longer than it must, and again where it has become as large once more.
    pub(crate) fn call_often(&self, n_nodes: usize, in_line: &InLine) {
        let mut growth = self.growth.borrow_mut();
        let n_nodes = growth.n_nodes + n_nodes;
        if !growth.asks || n_nodes < growth.call_at {
            return;
        }
        growth.call_at = n_nodes + self.options.calls_from / 4;
        let mut all = growth.in_line.clone();
        drop(growth);
        add(&mut all, in_line);
        self.meet_many(&all);
    }

    /// Notes that a lowering is too large in which functions stood in line so often: from the next round on those that stood there most
    /// often are called. Whether there are such that were not.
    pub(crate) fn meet_large(&self, in_line: &InLine) -> bool {
        [OFTEN, 2, 1].into_iter().any(|least| self.meet_often(in_line, least, &|_| true))
    }

    /// Notes that the lowerings of a module are large together, in which functions stood in line so often: from the next round on those
    /// that stood there again and again are called, if they are large themselves: of what a small one returns the caller would know
    /// less, and nothing would be smaller. One that calls what it is given is known where it stands in line only.
    fn meet_many(&self, in_line: &InLine) {
        let is_large = |(name, arity): &(Name, usize)| {
            let function = self.machine.function(name, *arity);
            function.is_some_and(|function| {
                n_exprs(function) >= self.options.calls_large && !calls_given(function)
            })
        };
        self.meet_often(in_line, OFTEN, &is_large);
    }

    /// Notes that functions are to be called that stood in line so often, at least, and are such ones. Whether there are any that were not.
    fn meet_often(
        &self,
        in_line: &InLine,
        least: usize,
        is_such: &dyn Fn(&(Name, usize)) -> bool,
    ) -> bool {
        if self.measures() || self.client().is_some() {
            return false;
        }
        let often = in_line.iter().filter(|(key, times)| **times >= least && is_such(key));
        let n_before = self.called.borrow().len();
        self.called.borrow_mut().extend(often.map(|(key, _)| key.clone()));
        self.called.borrow().len() > n_before
    }
}

/// How many expressions a function has.
fn n_exprs(function: &Function) -> usize {
    let mut n = 0;
    for expr in function.clauses.iter().flat_map(|clause| &clause.body) {
        expr.for_each(&mut |_| n += 1);
    }
    n
}

/// Whether a function calls what a variable says: a fun, or a function of a module by their names.
fn calls_given(function: &Function) -> bool {
    let is_given = |expr: &Syntax| match &expr.kind {
        ExprKind::Call(Callee::Dynamic(_), _) => true,
        ExprKind::Call(Callee::Local(name) | Callee::Remote(_, name, _), _) => {
            name.as_str() == "apply"
        }
        _ => false,
    };
    let mut bodies = function.clauses.iter().flat_map(|clause| &clause.body);
    bodies.any(|expr| expr.any(&mut |expr| is_given(expr)))
}
