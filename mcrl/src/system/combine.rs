//! What the components can do together.
//!
//! Input: the offers of each component. Output: the steps that the composition lets through, each with
//! the offers that take part in it. Arguments and conditions are not looked at here.

use std::ops::Range;
use std::rc::Rc;

use super::offer::Offer;
use crate::specification::{ActionId, Node, Specification};

/// A component and the number of one of its offers.
pub(super) type Part = (usize, usize);

/// A step of some components; no action where it is hidden.
#[derive(Clone)]
pub(super) struct Joint {
    pub(super) action: Option<ActionId>,
    pub(super) parts: Range<usize>,
}

/// The steps of a composition.
#[derive(Default)]
pub(super) struct Combined {
    pub(super) steps: Vec<Joint>,
    pub(super) parts: Vec<Part>,
}

/// Combines the offers of all components.
pub(super) fn combine(spec: &Specification, offers: &[Rc<[Offer]>]) -> Combined {
    let mut parts: Vec<Part> = Vec::new();
    let mut lists: Vec<Vec<Joint>> = Vec::with_capacity(spec.nodes.len());
    for node in &spec.nodes {
        let list = match node {
            Node::Leaf(component) => {
                let all = offers[*component].iter().enumerate();
                let joint = |(number, offer): (usize, &Offer)| {
                    parts.push((*component, number));
                    Joint { action: offer.action, parts: parts.len() - 1..parts.len() }
                };
                all.map(joint).collect()
            }
            Node::Parallel(left, right) => {
                let (left, right) = (left.index(), right.index());
                let (mut left, mut right) =
                    (std::mem::take(&mut lists[left]), std::mem::take(&mut lists[right]));
                let together = meet(spec, &left, &right, &mut parts);
                left.append(&mut right);
                left.extend(together);
                left
            }
            Node::Encap(set, body) => {
                let mut list = std::mem::take(&mut lists[body.index()]);
                list.retain(|joint| joint.action.is_none_or(|action| !set.contains(&action)));
                list
            }
            Node::Hide(set, body) => {
                let mut list = std::mem::take(&mut lists[body.index()]);
                for joint in &mut list {
                    joint.action = joint.action.filter(|action| !set.contains(action));
                }
                list
            }
            Node::Rename(pairs, body) => {
                let mut list = std::mem::take(&mut lists[body.index()]);
                for joint in &mut list {
                    joint.action =
                        joint.action.map(|action| pairs.get(&action).copied().unwrap_or(action));
                }
                list
            }
        };
        lists.push(list);
    }
    Combined { steps: lists.pop().unwrap_or_default(), parts }
}

/// Communications of two parts of the system.
fn meet(
    spec: &Specification,
    left: &[Joint],
    right: &[Joint],
    parts: &mut Vec<Part>,
) -> Vec<Joint> {
    let mut together = Vec::new();
    for one in left {
        for other in right {
            let (Some(a), Some(b)) = (one.action, other.action) else { continue };
            if let Some(&result) = spec.communications.get(&(a, b)) {
                let start = parts.len();
                parts.extend_from_within(one.parts.clone());
                parts.extend_from_within(other.parts.clone());
                together.push(Joint { action: Some(result), parts: start..parts.len() });
            }
        }
    }
    together
}
