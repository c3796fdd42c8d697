//! Random systems, extensions of them and places to glue these.

use extension::Diagram;
use frontend::Name;
use lts::{Edge, LabelTable, Lts, StateId};

/// Numbers that look random and are the same every time (splitmix64).
pub struct Random(pub u64);

impl Random {
    /// A number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) % n as u64).unwrap()
    }

    /// True once in `n` times.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of these.
    pub fn one_of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// Transitions over states by number.
pub type Edges = Vec<(usize, &'static str, usize)>;

/// A system before and behind a change.
pub struct Pair {
    pub old: Diagram,
    pub new: Diagram,
    pub text: String,
}

const COMMON: [&str; 8] = ["c", "c", "c", "d", "d", "b", "b", "a"];

/// A connected system of a few states.
fn base(random: &mut Random) -> (usize, Edges) {
    let n_states = 2 + random.below(5);
    let mut edges = Edges::new();
    for state in 1..n_states {
        // Most states lie on one long way: there is something between a and b.
        let before = if random.once_in(3) { random.below(state) } else { state - 1 };
        edges.push((before, random.one_of(&COMMON), state));
    }
    for _ in 0..random.below(4) {
        let (source, target) = (random.below(n_states), random.below(n_states));
        edges.push((source, random.one_of(&COMMON), target));
    }
    (n_states, edges)
}

/// A piece with new states from `first` on, glued to states below `n_old`.
fn piece(random: &mut Random, n_old: usize, first: usize) -> (usize, Edges) {
    let n_inner = random.below(4);
    let label = |random: &mut Random| {
        let rare = if random.once_in(5) { &COMMON[..] } else { &["c", "d", "e", "b"] };
        random.one_of(rare)
    };
    let mut edges = Edges::new();
    let entry = random.below(n_old);
    let exit = if random.once_in(4) { entry } else { random.below(n_old) };
    if n_inner == 0 {
        edges.push((entry, label(random), exit));
        return (0, edges);
    }
    edges.push((entry, label(random), first));
    for inner in 1..n_inner {
        edges.push((first + inner - 1, label(random), first + inner));
    }
    if !random.once_in(4) {
        edges.push((first + n_inner - 1, label(random), exit));
    }
    if random.once_in(3) {
        // One more way in, out, or about.
        let inner = first + random.below(n_inner);
        let (old, other) = (random.below(n_old), first + random.below(n_inner));
        let more = [(old, inner), (inner, old), (inner, other)];
        let (source, target) = random.one_of(&more);
        edges.push((source, label(random), target));
    }
    (n_inner, edges)
}

/// A system and what a change has made of it: one piece or two, sometimes in place of a transition; now and then something is gone.
pub fn pair(random: &mut Random) -> Pair {
    let (n_old, old_edges) = base(random);
    let mut kept = old_edges.clone();
    let (mut n_states, mut added) = (n_old, Edges::new());
    for _ in 0..=usize::from(random.once_in(3)) {
        let (n_inner, mut edges) = piece(random, n_old, n_states);
        if random.once_in(4) {
            // In place of a transition: from where that begins to where it ends.
            let gone = random.below(kept.len());
            let (source, label, target) = kept[gone];
            if n_inner > 0 {
                edges[0].0 = source;
                if random.once_in(2) {
                    edges[0].1 = label;
                }
                if let Some(last) = edges.iter_mut().find(|edge| edge.2 < n_old) {
                    last.2 = target;
                }
                kept.remove(gone);
            }
        }
        n_states += n_inner;
        added.extend(edges);
        if kept.is_empty() {
            break;
        }
    }
    if random.once_in(6) && !kept.is_empty() {
        kept.remove(random.below(kept.len()));
    }
    let new_edges = [kept, added].concat();
    let text = format!("old {old_edges:?}\nnew {new_edges:?}");
    Pair { old: diagram(n_old, &old_edges), new: diagram(n_states, &new_edges), text }
}

/// A system whose states are called by their numbers.
pub fn diagram(n_states: usize, edges: &[(usize, &str, usize)]) -> Diagram {
    let mut labels = LabelTable::default();
    let state = |number: usize| StateId(u32::try_from(number).unwrap());
    let edges = edges.iter().map(|&(source, label, target)| {
        let label = labels.intern(label, || None);
        (state(source), Edge { label, target: state(target) })
    });
    let edges = edges.collect();
    let lts = Lts::new(StateId(0), n_states, edges, labels);
    let names = lts.states().map(|state| Some(Name::from(state.0.to_string()))).collect();
    Diagram { lts, names }
}
