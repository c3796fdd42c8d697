//! What workers make of a system is what one process makes of it, byte for byte.

use std::net::{SocketAddr, TcpListener};
use std::thread;

use cluster::{
    Alarm, Ended, Fault, Joined, Manifest, Part, Segmented, Wanted, Wish, alone, explore_reduced,
    join, reduce, warm_up,
};
use lts::explore::explore_watched;
use lts::format::aut::{self, Streamed};
use lts::next_state::{NextState, StepError, Successors};
use lts::portable::Portable;
use lts::reduce::{Equivalence, ReduceError};
use lts::{LabelId, LabelTable, Lts};

use crate::stacks::Stacks;
use crate::workers::{Patient, Run, listeners, text};

const MAX: usize = 1_000_000;

/// A random system: copies of a small one, between which steps choose, with internal steps in between.
#[derive(Clone)]
struct Copies {
    rows: Vec<Vec<(LabelId, u32)>>,
    labels: LabelTable,
}

/// Random numbers that are the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("small") % n.max(1)
    }
}

impl Copies {
    fn new(seed: u64) -> Self {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let mut labels = LabelTable::default();
        labels.intern("never", || None);
        let names = ["a", "b(1)", "c -> {ok,2}", "i"];
        let visible: Vec<LabelId> =
            names.iter().map(|name| labels.intern(name, || lts::Action::parse(name))).collect();
        let (n_small, n_copies) = (2 + random.below(12), 1 + random.below(6));
        let silence = random.below(4);
        let inert = random.below(3);
        let mut small: Vec<Vec<(LabelId, usize)>> = vec![Vec::new(); n_small];
        for row in &mut small {
            for _ in 0..random.below(4) {
                let is_silent = random.below(4) < silence;
                let label =
                    if is_silent { LabelId::TAU } else { visible[random.below(visible.len())] };
                row.push((label, random.below(n_small)));
            }
        }
        // Each state of the small one stands at these places; among copies go internal steps.
        let n_states = n_small * n_copies;
        let mut rows: Vec<Vec<(LabelId, u32)>> = vec![Vec::new(); n_states];
        for (state, row) in rows.iter_mut().enumerate() {
            let (of, copy) = (state / n_copies, state % n_copies);
            for &(label, target) in &small[of] {
                for _ in 0..=random.below(2) {
                    let to = target * n_copies + random.below(n_copies);
                    row.push((label, u32::try_from(to).expect("small")));
                }
            }
            if random.below(3) < inert {
                let to = of * n_copies + random.below(n_copies);
                row.push((LabelId::TAU, u32::try_from(to).expect("small")));
                // What the other copy does it may leave to that one, unless it goes round.
                if to % n_copies > copy && random.below(2) == 0 {
                    row.drain(..row.len() - 1);
                }
            }
            let turn = random.below(row.len());
            row.rotate_left(turn);
        }
        Self { rows, labels }
    }
}

impl NextState for Copies {
    fn width(&self) -> usize {
        1
    }

    fn initial(&mut self, out: &mut Vec<u32>) -> Result<(), StepError> {
        out.push(0);
        Ok(())
    }

    fn successors(&mut self, state: &[u32], out: &mut Successors) -> Result<(), StepError> {
        for &(label, target) in &self.rows[state[0] as usize] {
            out.push(label, &[target]);
        }
        Ok(())
    }

    fn labels(&self) -> &LabelTable {
        &self.labels
    }
}

impl Portable for Copies {
    fn n_symbols(&self) -> usize {
        0
    }

    fn is_symbol(&self, _: usize, _: u32) -> bool {
        false
    }

    fn describe(&self, _: u32, _: &mut Vec<u8>, _: &mut Vec<u32>) {}

    fn learn(&mut self, _: &[u8], _: &[u32]) -> Option<u32> {
        None
    }

    fn may_be_state(&self, words: &[u32]) -> bool {
        self.rows.len() > words[0] as usize
    }
}

fn joined(
    index: usize,
    (listener, addresses): (TcpListener, Vec<SocketAddr>),
    alarm: &Alarm,
) -> Joined {
    if addresses.len() == 1 {
        return alone(alarm.clone());
    }
    join(Run::hosts(index, addresses), listener, alarm).expect("all are there")
}

/// Lets so many threads do something as workers; what each has of it.
fn all_of<T: Send + 'static>(
    n_workers: usize,
    act: impl Fn(usize, Joined, Alarm) -> T + Clone + Send + 'static,
) -> Vec<T> {
    let (listeners, addresses) = listeners(n_workers);
    let workers: Vec<_> = listeners
        .into_iter()
        .enumerate()
        .map(|(index, listener)| {
            let (act, addresses) = (act.clone(), addresses.clone());
            thread::spawn(move || {
                let alarm = Alarm::default();
                let joined = joined(index, (listener, addresses), &alarm);
                act(index, joined, alarm)
            })
        })
        .collect();
    workers.into_iter().map(|worker| worker.join().expect("no panic")).collect()
}

/// Explores and reduces, in one go.
fn at_once(
    system: &(impl Portable + Clone + Send + 'static),
    n_workers: usize,
    equivalence: Equivalence,
) -> Option<Result<Lts, ReduceError>> {
    let system = system.clone();
    let act = move |_, joined, _| {
        let mut system = system.clone();
        let warm = warm_up(&mut system, &mut |_| false).expect("a first state");
        let head = Manifest { n_workers, width: system.width(), ..Manifest::default() };
        let pace = std::time::Duration::from_mins(1);
        let wanted = Wanted { max_states: u64::MAX, pace, head, asked: 0, through: None };
        let wish = Wish { equivalence, max: MAX };
        let overseer = &mut patient(usize::MAX);
        explore_reduced((&mut system, &warm), joined, &wanted, wish, overseer).expect("no fault")
    };
    let (explored, reduced) = all_of(n_workers, act).swap_remove(0);
    assert!(explored.why.is_none());
    reduced?.expect("nobody stops").lts
}

/// The system of an `.aut` file.
fn read(text: &str) -> Lts {
    match aut::stream(&mut text.as_bytes(), None).expect("memory can be read") {
        Streamed::Read(lts) => *lts,
        Streamed::Doubtful { line } => panic!("line {line}: {text}"),
    }
}

fn compare(seed: u64, n_workers: usize, equivalences: &[Equivalence]) {
    let system = Copies::new(seed);
    let whole = explore_watched(&mut system.clone(), usize::MAX, 1, &mut |_| false);
    // What is read of the file has its labels in the order of their rows.
    let whole = read(&text(&whole.expect("a first state").lts));
    for &equivalence in equivalences {
        let expected = lts::reduce::reduce(&whole, equivalence, MAX).expect("small");
        let found = at_once(&system, n_workers, equivalence).expect("worker 0").expect("small");
        let (found, expected) = (text(&found), text(&expected));
        let which = format!("system {seed}, {n_workers} workers, {}", equivalence.name());
        assert!(found == expected, "{which}:\n{}\n{expected}\n{found}", text(&whole));
    }
}

#[test]
fn random_systems_have_the_same_classes() {
    let all = Equivalence::ALL;
    // Below them is an engine that is slow where it is not optimised: each system under one equivalence for each number of workers.
    if std::env::var_os("ERL2LTS_LONG").is_some() {
        for (seed, which) in (0..300).zip(0..) {
            compare(seed, 1, &all);
            for n_workers in 2..=4 {
                compare(seed, n_workers, &[all[(which + n_workers) % all.len()]]);
            }
        }
        return;
    }
    for seed in 0..30 {
        compare(seed, 1, &all);
    }
    for (seed, equivalence) in (30..).zip(all) {
        compare(seed, 2 + usize::try_from(seed % 3).expect("small"), &[equivalence]);
    }
}

/// The segment of a worker of a run.
fn segment(run: &Run, worker: usize) -> Segmented {
    let files = run.files.as_ref().expect("files").lock().expect("no panic");
    let text = String::from_utf8(files["manifest"].clone()).expect("text");
    let manifest = Manifest::parse(&text).expect("a manifest");
    let mut rows = Segmented::new(worker, manifest.n_workers);
    let mut input = &files[&Part::Rows.file_name(worker)][..];
    rows.read(&mut input, manifest.segments[worker].states).expect("what was written");
    rows
}

/// Stops when a worker has so many states.
fn patient(states: usize) -> Patient {
    Patient { states, is_hasty: false }
}

#[test]
fn segments_are_reduced_and_states_that_were_not_expanded_are_noticed() {
    for (is_faulty, n_workers) in [(false, 3), (true, 2)] {
        let system = if is_faulty {
            || Stacks::new(8, 30, 3, true)
        } else {
            || Stacks::new(3, 12, 2, false)
        };
        let run = Run::new(system, n_workers);
        run.all();
        let equivalence = Equivalence::Branching;
        let segments = run.clone();
        let act = move |worker, joined, _| {
            let wish = Wish { equivalence, max: MAX };
            let rows = segment(&segments, worker);
            reduce(rows, joined, wish, &mut patient(usize::MAX)).expect("no fault")
        };
        let reduced = all_of(n_workers, act);
        let found = reduced[0].lts.as_ref().expect("worker 0");
        assert!(reduced[1].lts.is_none());
        let whole = cluster::lts(&mut run.merged()).expect("a folder");
        match (found, lts::reduce::reduce(&whole, equivalence, MAX)) {
            (Ok(found), Ok(expected)) => assert!(text(found) == text(&expected)),
            (found, expected) => assert_eq!(found.as_ref().err(), expected.err().as_ref()),
        }
        assert_eq!(found.is_err(), is_faulty);
    }
}

#[test]
fn who_wants_to_stop_or_is_lost_ends_all() {
    let run = Run::new(|| Stacks::new(3, 12, 2, false), 2);
    run.all();
    let wish = Wish { equivalence: Equivalence::Strong, max: MAX };
    let segments = run.clone();
    let stopped = all_of(2, move |worker, joined, _| {
        let patience = if worker == 1 { 0 } else { usize::MAX };
        reduce(segment(&segments, worker), joined, wish, &mut patient(patience)).err()
    });
    assert_eq!(stopped, [Some(Ended::Stopped(3)), Some(Ended::Stopped(3))]);
    let lost = all_of(2, move |worker, joined, alarm| {
        if worker == 1 {
            let _joined = joined;
            alarm.raise(Fault { worker: 1, why: "it is gone".to_owned() });
            thread::sleep(std::time::Duration::from_millis(500));
            return None;
        }
        reduce(segment(&run, worker), joined, wish, &mut patient(usize::MAX)).err()
    });
    let fault = Fault { worker: 1, why: "it is gone".to_owned() };
    assert_eq!(lost[0], Some(Ended::Fault(fault)));
}
