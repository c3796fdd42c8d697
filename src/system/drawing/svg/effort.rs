//! How long it takes to lay a drawing out, told before: the crate that does it cannot be stopped.
//!
//! Input: a drawing. Output: a number that grows as its time does. The crate puts states into layers, each arrow with a text and what is
//! longer than a layer through places of its own, and compares the places of a layer pair by pair with those of the next one. This
//! counts the places of each layer as it does: `widest * widest * next`, over all layers.

use crate::system::drawing::Drawing;

/// The number up to which drawings are laid out: about two seconds in release, thirty in debug.
pub(super) const MOST: u64 = 4_000_000;

/// How much is to be compared to lay out a drawing.
pub(super) fn effort(drawing: &Drawing) -> u64 {
    let arrows = downward(drawing);
    let layers = layers(drawing.states.len(), &arrows);
    let n_layers = layers.iter().max().map_or(0, |last| last + 1);
    let mut places = vec![0_u64; n_layers + 1];
    for &layer in &layers {
        places[layer] += 1;
    }
    for &(from, to) in &arrows {
        for between in &mut places[layers[from] + 1..layers[to]] {
            *between += 1;
        }
    }
    let pairs = places.windows(2);
    pairs.map(|next| next[0] * next[0] * next[1] + next[1] * next[1] * next[0]).sum()
}

/// The arrows between different states, turned where they would close a circle with those before them.
fn downward(drawing: &Drawing) -> Vec<(usize, usize)> {
    let n_states = drawing.states.len();
    let mut next = vec![Vec::new(); n_states];
    let mut arrows = Vec::new();
    let inside =
        |arrow: &&crate::system::drawing::Arrow| arrow.from < n_states && arrow.to < n_states;
    for arrow in drawing.arrows.iter().filter(inside) {
        let (mut from, mut to) = (arrow.from, arrow.to);
        if from == to {
            continue;
        }
        if leads(&next, to, from) {
            std::mem::swap(&mut from, &mut to);
        }
        next[from].push(to);
        arrows.push((from, to));
    }
    arrows
}

/// Whether arrows lead from one state to another.
fn leads(next: &[Vec<usize>], from: usize, to: usize) -> bool {
    let (mut seen, mut open) = (vec![false; next.len()], vec![from]);
    while let Some(state) = open.pop() {
        if state == to {
            return true;
        }
        if !std::mem::replace(&mut seen[state], true) {
            open.extend(&next[state]);
        }
    }
    false
}

/// The layer of each state, the text of an arrow between two of them having one of its own.
fn layers(n_states: usize, arrows: &[(usize, usize)]) -> Vec<usize> {
    let mut layers = vec![0; n_states];
    let mut changes = true;
    while changes {
        changes = false;
        for &(from, to) in arrows {
            if layers[to] < layers[from] + 2 {
                layers[to] = layers[from] + 2;
                changes = true;
            }
        }
    }
    layers
}
