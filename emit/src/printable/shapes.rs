//! What stands in several places of a graph, up to the names of variables.
//!
//! Input: the nodes of functions or processes, those that a node leads to before it. Output: the shape of each node, equal
//! where what begins there is the same but for variables, and the shapes that are worth a name of their own.
//! `f(X) = g(h(X))` and `f(Y) = g(h(Y))` have one shape. Changes nothing.

use std::hash::Hash;

use model::{Cond, Expr, VarId};
use rustc_hash::{FxHashMap, FxHashSet};

/// Characters of what gets a name, at least.
const MIN_WRITTEN: u64 = 240;

/// Characters of what makes a name of something, about.
const HEAD: u64 = 80;

/// Characters of a name where it is used, about.
const ENTRY: u64 = 30;

/// Characters of a variable, about.
const VARIABLE: u64 = 8;

/// A node of a graph.
pub(super) struct Item<T> {
    /// What it is.
    pub(super) own: T,
    /// The variables that it reads, in order, as often as they stand there.
    pub(super) reads: Vec<VarId>,
    /// The variable that it binds, and the characters of its value.
    pub(super) bound: Option<(VarId, u64)>,
    /// The nodes that it leads to.
    pub(super) next: Vec<usize>,
    /// Characters that are written for it itself.
    pub(super) written: u64,
}

/// What begins at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// Its number; equal where all but the variables is.
    pub(super) id: usize,
    /// The variables that it needs, in the order in which it needs them.
    pub(super) free: Vec<VarId>,
}

/// Characters that are written for a shape.
#[derive(Clone, Default)]
struct Size {
    /// Without variables.
    fixed: u64,
    /// How often each variable is written.
    uses: Vec<u64>,
}

impl Size {
    fn total(&self) -> u64 {
        self.uses
            .iter()
            .fold(self.fixed, |sum, uses| sum.saturating_add(uses.saturating_mul(VARIABLE)))
    }
}

/// The shapes of nodes, and what is written for each shape.
pub(super) struct Shapes {
    /// The shape of each node.
    pub(super) of: Vec<Shape>,
    sizes: Vec<Size>,
}

/// Puts other variables in the place of those of a node.
pub(super) type Rename<'r, T> = &'r dyn Fn(&T, &dyn Fn(VarId) -> VarId) -> T;

/// What a node leads to: a shape, and the numbers of the variables that it needs.
type Below = (usize, Vec<usize>);

/// Finds the shapes of nodes, one after the other.
pub(super) struct Shaping<'r, T> {
    /// Puts other variables in the place of a node's own.
    rename: Rename<'r, T>,
    /// What is known of nodes up to variables: themselves, and the shapes that they lead to with their variables.
    ids: FxHashMap<(T, Vec<Below>), usize>,
    /// The shapes of the nodes up to here.
    pub(super) shapes: Shapes,
}

impl<'r, T: Eq + Hash> Shaping<'r, T> {
    /// No nodes; `rename` puts other variables in the place of a node's own.
    pub(super) fn new(rename: Rename<'r, T>) -> Self {
        let shapes = Shapes { of: Vec::new(), sizes: Vec::new() };
        Self { rename, ids: FxHashMap::default(), shapes }
    }

    /// The next node; those that it leads to are known.
    pub(super) fn add(&mut self, item: &Item<T>) {
        let of = &self.shapes.of;
        let mut numbers: FxHashMap<VarId, usize> = FxHashMap::default();
        let mut order: Vec<VarId> = Vec::new();
        let below = item.next.iter().flat_map(|&next| &of[next].free);
        for &var in item.reads.iter().chain(item.bound.iter().map(|(var, _)| var)).chain(below) {
            numbers.entry(var).or_insert_with(|| {
                order.push(var);
                order.len() - 1
            });
        }
        let number = |var: VarId| numbers.get(&var).copied().unwrap_or_default();
        let own =
            (self.rename)(&item.own, &|var| VarId(u32::try_from(number(var)).unwrap_or(u32::MAX)));
        let next = item.next.iter().map(|&next| {
            let Shape { id, free } = &of[next];
            (*id, free.iter().map(|&var| number(var)).collect())
        });
        let key = (own, next.collect());
        let n_shapes = self.ids.len();
        let id = *self.ids.entry(key).or_insert(n_shapes);
        let is_free = |var: &VarId| item.bound.is_none_or(|(bound, _)| bound != *var);
        let free: Vec<VarId> = order.into_iter().filter(is_free).collect();
        if id == n_shapes {
            let size = self.shapes.size(item, &free);
            self.shapes.sizes.push(size);
        }
        self.shapes.of.push(Shape { id, free });
    }

    /// The next node, which is what an earlier one is.
    pub(super) fn repeat(&mut self, earlier: usize) {
        let shape = self.shapes.of[earlier].clone();
        self.shapes.of.push(shape);
    }
}

impl Shapes {
    /// The shapes of these nodes; `rename` puts other variables in the place of a node's own.
    pub(super) fn new<T: Eq + Hash>(items: &[Item<T>], rename: Rename<'_, T>) -> Self {
        let mut shaping = Shaping::new(rename);
        for item in items {
            shaping.add(item);
        }
        shaping.shapes
    }

    fn size<T>(&self, item: &Item<T>, free: &[VarId]) -> Size {
        let mut uses: FxHashMap<VarId, u64> = FxHashMap::default();
        let mut fixed = item.written;
        for &next in &item.next {
            let Shape { id, free } = &self.of[next];
            fixed = fixed.saturating_add(self.sizes[*id].fixed);
            for (&var, &times) in free.iter().zip(&self.sizes[*id].uses) {
                let all = uses.entry(var).or_default();
                *all = all.saturating_add(times);
            }
        }
        // A value is written wherever it is used.
        let times = match item.bound {
            Some((var, value)) => {
                let times = uses.get(&var).copied().unwrap_or_default();
                fixed = fixed.saturating_add(times.saturating_mul(value));
                times
            }
            None => 1,
        };
        for &var in &item.reads {
            let all = uses.entry(var).or_default();
            *all = all.saturating_add(times);
        }
        Size { fixed, uses: free.iter().map(|var| uses.get(var).copied().unwrap_or(1)).collect() }
    }

    /// The nodes that get a name: of each shape in several places that is worth it, and not always a part of the same
    /// larger one, all nodes. `roots` are where functions or processes begin. Of processes, where what a node leads to is
    /// written again for each way there, only these `alike` may be in a group.
    pub(super) fn named<T>(
        &self,
        items: &[Item<T>],
        roots: &[usize],
        alike: Option<&[usize]>,
    ) -> Vec<Vec<usize>> {
        let is_worth = self.worth(items, alike);
        let mut is_outermost = vec![false; self.sizes.len()];
        let inside = items.iter().zip(&self.of).filter(|(_, shape)| !is_worth[shape.id]);
        let mut kept: FxHashSet<usize> = FxHashSet::default();
        if let Some(alike) = alike {
            for &root in alike {
                is_outermost[self.of[root].id] = true;
            }
            let alike: FxHashSet<usize> = alike.iter().copied().collect();
            kept = roots.iter().copied().filter(|root| !alike.contains(root)).collect();
        } else {
            for &root in roots {
                is_outermost[self.of[root].id] = true;
            }
        }
        // A process that stays what it is begins with itself, whatever else is like it.
        for item in inside.map(|(item, _)| item).chain(kept.iter().map(|&root| &items[root])) {
            for &next in &item.next {
                is_outermost[self.of[next].id] = true;
            }
        }
        let mut named: FxHashMap<usize, usize> = FxHashMap::default();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for (node, shape) in self.of.iter().enumerate() {
            if is_worth[shape.id] && is_outermost[shape.id] && !kept.contains(&node) {
                let group = *named.entry(shape.id).or_insert_with(|| {
                    groups.push(Vec::new());
                    groups.len() - 1
                });
                groups[group].push(node);
            }
        }
        groups
    }

    /// Which shapes are worth a name: what is saved in their places is more than the name takes.
    fn worth<T>(&self, items: &[Item<T>], alike: Option<&[usize]>) -> Vec<bool> {
        let mut places: Vec<u64> = vec![0; self.sizes.len()];
        if let Some(alike) = alike {
            for &node in items.iter().flat_map(|item| &item.next).chain(alike) {
                places[self.of[node].id] += 1;
            }
        } else {
            for shape in &self.of {
                places[shape.id] += 1;
            }
        }
        let mut is_worth = vec![false; self.sizes.len()];
        for shape in &self.of {
            let (times, written) = (places[shape.id], self.sizes[shape.id].total());
            let entry = ENTRY + VARIABLE * shape.free.len() as u64;
            is_worth[shape.id] = times > 1
                && written >= MIN_WRITTEN
                && written.saturating_mul(times - 1) > HEAD + entry * (times + 1);
        }
        is_worth
    }
}

/// Characters of a term, about, without its variables.
pub(crate) fn written(expr: &Expr) -> u64 {
    let own = match expr {
        Expr::Var(_) => 0,
        Expr::Atom(name) => name.as_str().len() as u64 + 1,
        Expr::State(_) | Expr::Element(..) => 12,
        Expr::Integer(_) | Expr::Cons(..) => 8,
        Expr::Nil | Expr::Head(_) | Expr::Tail(_) => 4,
        Expr::Tuple(items) => 8 * items.len() as u64,
        Expr::List(cells) => 8 * cells.items().len() as u64,
        Expr::Bool(cond) => 14 + written_cond(cond),
        Expr::Call(..) | Expr::Apply(..) => 28,
        Expr::Unknown(_)
        | Expr::Chosen(..)
        | Expr::EmptyStack
        | Expr::Push(..)
        | Expr::Top(_)
        | Expr::Pop(_) => 10,
    };
    expr.operands().map(written).fold(own, u64::saturating_add)
}

/// Characters of a condition, about, without its variables.
pub(super) fn written_cond(cond: &Cond) -> u64 {
    let inner = match cond {
        Cond::Not(inner) => written_cond(inner),
        Cond::And(left, right) => written_cond(left).saturating_add(written_cond(right)),
        _ => cond.operands().into_iter().map(written).fold(0, u64::saturating_add),
    };
    inner.saturating_add(8)
}
