//! Strongly connected components of implicit graphs.
//!
//! Tarjan's algorithm with an explicit stack: product graphs are deep, and too large to be copied
//! into a graph library.

/// The components of a graph.
pub(crate) struct Components {
    of: Vec<u32>,
    cyclic: Vec<bool>,
    /// All nodes, component by component.
    order: Vec<u32>,
}

impl Components {
    /// Whether a node lies on a cycle.
    pub(crate) fn is_cyclic(&self, node: usize) -> bool {
        self.cyclic[self.component(node)]
    }

    /// Number of components.
    pub(crate) fn n_components(&self) -> usize {
        self.cyclic.len()
    }

    /// The component of a node; it has a higher number than those that it leads to.
    pub(crate) fn component(&self, node: usize) -> usize {
        self.of[node] as usize
    }

    /// All nodes, those of lower components first.
    pub(crate) fn order(&self) -> impl Iterator<Item = usize> + '_ {
        self.order.iter().map(|&node| node as usize)
    }

    /// Whether two nodes lie in one component.
    pub(crate) fn same(&self, left: usize, right: usize) -> bool {
        self.of[left] == self.of[right]
    }
}

/// The components of a graph of `n_nodes` nodes, fewer than 2^32; `successors` appends those of a node.
pub(crate) fn components(
    n_nodes: usize,
    successors: impl FnMut(usize, &mut Vec<usize>),
) -> Components {
    let mut tarjan = Tarjan {
        successors,
        number: vec![UNSEEN; n_nodes],
        low: vec![UNSEEN; n_nodes],
        components: Components { of: vec![UNSEEN; n_nodes], cyclic: Vec::new(), order: Vec::new() },
        n_seen: 0,
        open: Vec::new(),
        pending: Vec::new(),
        frames: Vec::new(),
    };
    for root in 0..n_nodes {
        if tarjan.number[root] == UNSEEN {
            tarjan.enter(root);
            tarjan.run();
        }
    }
    tarjan.components
}

const UNSEEN: u32 = u32::MAX;

struct Tarjan<F> {
    successors: F,
    number: Vec<u32>,
    low: Vec<u32>,
    components: Components,
    n_seen: u32,
    /// Nodes whose component is not finished.
    open: Vec<u32>,
    /// Successors that are to be looked at, of all nodes under way.
    pending: Vec<usize>,
    frames: Vec<Frame>,
}

struct Frame {
    node: usize,
    /// Where its successors start.
    first: usize,
    self_loop: bool,
}

impl<F: FnMut(usize, &mut Vec<usize>)> Tarjan<F> {
    fn enter(&mut self, node: usize) {
        self.number[node] = self.n_seen;
        self.low[node] = self.n_seen;
        self.n_seen += 1;
        self.open.push(narrow(node));
        let first = self.pending.len();
        (self.successors)(node, &mut self.pending);
        let self_loop = self.pending[first..].contains(&node);
        self.frames.push(Frame { node, first, self_loop });
    }

    fn run(&mut self) {
        while let Some(&Frame { node, first, .. }) = self.frames.last() {
            let next = if self.pending.len() > first { self.pending.pop() } else { None };
            match next {
                Some(next) if self.number[next] == UNSEEN => self.enter(next),
                Some(next) => {
                    // Finished components are closed to those who come later.
                    if self.components.of[next] == UNSEEN {
                        self.low[node] = self.low[node].min(self.number[next]);
                    }
                }
                None => self.leave(),
            }
        }
    }

    fn leave(&mut self) {
        let Some(Frame { node, self_loop, .. }) = self.frames.pop() else {
            return;
        };
        if let Some(parent) = self.frames.last() {
            self.low[parent.node] = self.low[parent.node].min(self.low[node]);
        }
        if self.low[node] < self.number[node] {
            return;
        }
        let component = narrow(self.components.cyclic.len());
        let mut size = 0;
        while let Some(member) = self.open.pop() {
            self.components.of[member as usize] = component;
            self.components.order.push(member);
            size += 1;
            if member as usize == node {
                break;
            }
        }
        self.components.cyclic.push(size > 1 || self_loop);
    }
}

fn narrow(index: usize) -> u32 {
    u32::try_from(index).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_are_told_from_paths() {
        // 0 -> 1 <-> 2 -> 3, 4 -> 4, 5 -> 4
        let edges: [&[usize]; 6] = [&[1], &[2], &[1, 3], &[], &[4], &[4]];
        let components = components(6, |node, out| out.extend_from_slice(edges[node]));
        let cyclic: Vec<_> = (0..6).map(|node| components.is_cyclic(node)).collect();
        assert_eq!(cyclic, [false, true, true, false, true, false]);
        assert!(components.same(1, 2) && !components.same(0, 1) && !components.same(4, 5));
    }

    #[test]
    fn depth_does_not_matter() {
        let n = 300_000;
        let components = components(n, |node, out| out.push((node + 1) % n));
        assert!(components.same(0, n - 1));
    }
}
