//! Reduction by several workers: the classes of states that an equivalence does not tell apart, and the system of these.
//!
//! Input: at each worker the rows of its states, as an exploration brings them or a segment has them; the other workers.
//! Output: at worker 0 the smallest equivalent, with the bytes that one process gives of the whole. Strong and branching classes are found by
//! signatures (`refinement`); for the coarser equivalences they are made smaller by one process, which is left with what is small by then.
//!
//! All workers do the same rounds (`rounds`): they agree on labels, find the numbers that one process would give their states
//! (`order`), take circles of internal steps together (`circles`, `acyclic`), refine, and send the steps of classes to worker 0
//! (`quotient`). A worker has 12 bytes for each of its transitions, and some 60 for each state and each state of others that it leads to.

mod acyclic;
mod blocks;
mod circles;
mod graph;
mod labels;
mod order;
mod quotient;
mod refinement;
mod rounds;
mod rows;
mod sets;
mod signing;

use lts::Lts;
use lts::portable::Portable;
use lts::reduce::{Equivalence, ReduceError};

use crate::exchange::Exchange;
use crate::exploration::{Explored, Failed, Overseer, Wanted, explore_on};
use crate::folder::storage::Storage;
use crate::net::joining::Joined;
use crate::warm_up::Warm;

use acyclic::acyclic;
use circles::{Circles, circles};
use graph::{Graph, TAU, slot};
use quotient::Classes;
use refinement::{Refined, refine};
pub use rounds::Ended;
use rounds::{Rounds, garbled};
pub use rows::Segmented;

/// What is wanted of a reduction.
#[derive(Clone, Copy, Debug)]
pub struct Wish {
    /// What is not told apart.
    pub equivalence: Equivalence,
    /// What may be computed on the way for weak and trace equivalences, by worker 0.
    pub max: usize,
}

/// What came of a reduction.
#[derive(Debug)]
pub struct Reduced {
    /// At worker 0 the result, or why there is none.
    pub lts: Option<Result<Lts, ReduceError>>,
    /// Transitions of the system before, those of all workers; 0 where it is not complete.
    pub n_transitions: u64,
    /// Rounds that all workers took.
    pub n_rounds: u64,
    /// Bytes that this worker has sent, all of its run.
    pub sent: u64,
}

/// Reduces a system together with the other workers.
pub fn reduce(
    rows: Segmented,
    joined: Joined,
    wish: Wish,
    overseer: &mut dyn Overseer,
) -> Result<Reduced, Ended> {
    let exchange = Exchange::new(joined)?;
    reduce_on(exchange, rows, wish, overseer)
}

/// Explores a system together with the other workers, whose rows stay in memory, and reduces it; there is no second result
/// where it is not complete, and none but what an overseer says where that wanted to stop.
pub fn explore_reduced(
    (system, warm): (&mut dyn Portable, &Warm),
    joined: Joined,
    wanted: &Wanted,
    wish: Wish,
    overseer: &mut dyn Overseer,
) -> Result<(Explored, Option<Result<Reduced, u64>>), Failed> {
    let mut rows = Segmented::new(joined.index, joined.lines.len());
    let storage = Some(&mut rows as &mut dyn Storage);
    let (exchange, explored) = explore_on((system, warm), joined, wanted, storage, overseer, None)?;
    if explored.why.is_some() {
        exchange.finish();
        return Ok((explored, None));
    }
    match reduce_on(exchange, rows, wish, overseer) {
        Ok(reduced) => Ok((explored, Some(Ok(reduced)))),
        Err(Ended::Fault(fault)) => Err(Failed { fault, totals: explored.totals }),
        Err(Ended::Stopped(note)) => Ok((explored, Some(Err(note)))),
    }
}

/// Reduces a system over connections that are in use.
fn reduce_on(
    exchange: Exchange,
    rows: Segmented,
    wish: Wish,
    overseer: &mut dyn Overseer,
) -> Result<Reduced, Ended> {
    let mut rounds = Rounds::new(exchange, overseer);
    let reduced = reduced(&mut rounds, rows, wish);
    let exchange = rounds.exchange;
    match &reduced {
        Err(Ended::Fault(fault)) => {
            exchange.alarm.raise(fault.clone());
            exchange.abandon();
        }
        _ => exchange.finish(),
    }
    reduced
}

fn reduced(rounds: &mut Rounds<'_>, rows: Segmented, wish: Wish) -> Result<Reduced, Ended> {
    let Segmented { mut edges, labels, levels, is_complete, .. } = rows;
    let is_broken = edges.number_ghosts().is_none();
    if rounds.sum(u64::from(!is_complete))? > 0 {
        return Ok(ended(rounds, 0, Some(Err(ReduceError::Incomplete))));
    }
    if is_broken {
        return Err(garbled(rounds.index()).into());
    }
    let n_transitions = rounds.sum(edges.targets.len() as u64)?;
    let (common, labels) = labels::common(rounds, &labels)?;
    for label in &mut edges.labels {
        *label = common[*label as usize];
    }
    let graph = Graph::new(rounds, edges)?;
    rounds.progress.states = graph.n_own();
    let numbers = order::numbers(rounds, &graph, &levels)?;
    let is_silent = wish.equivalence.is_silent();
    let with_divergence = wish.equivalence == Equivalence::BranchingDivergence;
    let (classes, endless) = classes(rounds, &graph, is_silent, with_divergence)?;
    let classes =
        Classes { graph: &graph, of_slots: &classes, numbers: &numbers, endless, is_silent };
    let quotient = classes.gather(rounds, labels)?;
    let lts = quotient.map(|quotient| quotient.reduced(wish.equivalence, wish.max));
    Ok(ended(rounds, n_transitions, lts))
}

fn ended(
    rounds: &Rounds<'_>,
    n_transitions: u64,
    lts: Option<Result<Lts, ReduceError>>,
) -> Reduced {
    let lts = lts.filter(|_| rounds.index() == 0);
    Reduced { lts, n_transitions, n_rounds: rounds.n_gone, sent: rounds.exchange.sent() }
}

/// The class of each slot; and classes that go on for ever without a visible action, where that counts.
fn classes(
    rounds: &mut Rounds<'_>,
    graph: &Graph,
    is_silent: bool,
    with_divergence: bool,
) -> Result<(Vec<u32>, Vec<u32>), Ended> {
    let mut is_active = vec![true; graph.n_own()];
    let mut diverges = vec![false; graph.n_own()];
    let states = || (0..graph.n_own()).map(slot);
    let n_silent =
        states().filter(|state| graph.row(*state).any(|(label, _)| label == TAU)).count();
    if !is_silent || rounds.sum(n_silent as u64)? == 0 {
        let of = Refined { graph, is_active: &is_active, diverges: &diverges, is_silent: false };
        return Ok((refine(rounds, of)?, Vec::new()));
    }
    let circles = circles(rounds, graph)?;
    diverges.copy_from_slice(&circles.is_loop);
    for &state in circles.joined.keys() {
        is_active[state as usize] = false;
    }
    let small =
        if circles.is_any { Some(acyclic(rounds, graph, &circles, &mut diverges)?) } else { None };
    if !with_divergence {
        diverges.fill(false);
    }
    let refined = small.as_ref().unwrap_or(graph);
    let of =
        Refined { graph: refined, is_active: &is_active, diverges: &diverges, is_silent: true };
    let mut classes = refine(rounds, of)?;
    let is_endless = |state: &u32| is_active[*state as usize] && diverges[*state as usize];
    let mut endless: Vec<u32> =
        states().filter(is_endless).map(|state| classes[state as usize]).collect();
    endless.sort_unstable();
    endless.dedup();
    if circles.is_any {
        classes = spread(rounds, graph, &circles, classes)?;
    }
    Ok((classes, endless))
}

/// Gives the states of circles the class of the one that stands for them, and ghosts the class of what they are.
fn spread(
    rounds: &mut Rounds<'_>,
    graph: &Graph,
    circles: &Circles,
    mut classes: Vec<u32>,
) -> Result<Vec<u32>, Ended> {
    let mut out = rounds.nothing();
    for &(owner, number) in circles.joined.values() {
        out[owner].push(number);
    }
    let (told, _) = rounds.swap(out, 0)?;
    let mut out = rounds.nothing();
    for (worker, roots) in told.into_iter().enumerate() {
        for root in roots {
            if !graph.is_own(root) {
                return Err(garbled(worker).into());
            }
            out[worker].push(classes[root as usize]);
        }
    }
    let (told, _) = rounds.swap(out, 0)?;
    let mut told: Vec<_> = told.into_iter().map(Vec::into_iter).collect();
    for (&state, &(owner, _)) in &circles.joined {
        classes[state as usize] = told[owner].next().ok_or_else(|| garbled(owner))?;
    }
    // Ghosts of the graph without circles are others.
    classes.truncate(graph.n_own());
    classes.resize(graph.n_slots(), 0);
    let class = |state: &u32| classes[*state as usize];
    let out = graph.asked.iter().map(|states| states.iter().map(class).collect()).collect();
    let (told, _) = rounds.swap(out, 0)?;
    for (worker, told) in told.into_iter().enumerate() {
        let ghosts = graph.ghosts_of(worker);
        if told.len() != ghosts.len() {
            return Err(garbled(worker).into());
        }
        for (&ghost, class) in ghosts.iter().zip(told) {
            classes[ghost as usize] = class;
        }
    }
    Ok(classes)
}
