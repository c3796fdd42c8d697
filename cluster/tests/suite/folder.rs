//! What a run leaves behind, taken up again, or not what was written.

use cluster::{Manifest, Merged, Why};

use crate::stacks::Stacks;
use crate::workers::Run;

fn system() -> Stacks {
    Stacks::new(5, 30, 3, false)
}

#[test]
fn a_run_that_was_kept_is_taken_up() {
    let whole = Run::new(system, 2);
    assert!(whole.all().into_iter().all(|outcome| outcome.is_ok()));
    let expected = whole.aut();
    for patience in [1_100, 2_000, 4_000] {
        let begun = Run { keeps: true, patience, ..Run::new(system, 2) };
        let outcomes = begun.all();
        let why = outcomes[1].as_ref().expect("no fault").why;
        assert_eq!(why, Some((Why::Interrupted, 3)));
        // A tail that never came to the disk does not matter.
        let files = begun.files.clone().expect("files");
        let mut locked = files.lock().expect("no panic");
        for (_, bytes) in locked.iter_mut().filter(|(name, _)| name.ends_with(".states")) {
            bytes.extend([0; 4_096]);
        }
        drop(locked);
        // Once more from where it was, and then to the end.
        let further = Run { resumes: true, patience: patience + 500, ..begun };
        assert!(further.all().into_iter().all(|outcome| outcome.is_ok()));
        let rest = Run { patience: usize::MAX, ..further };
        let outcomes = rest.all();
        assert!(outcomes.iter().all(|outcome| outcome.as_ref().is_ok_and(|o| o.why.is_none())));
        assert!(rest.aut() == expected, "{patience}");
    }
}

#[test]
fn limits_leave_a_folder_that_says_so() {
    let run = Run { max_states: 3_000, ..Run::new(system, 3) };
    let outcomes = run.all();
    let totals = &outcomes[0].as_ref().expect("no fault").totals;
    assert!(totals.unexpanded > 0 && totals.states > 3_000);
    assert_eq!(outcomes[2].as_ref().expect("no fault").why.map(|why| why.0), Some(Why::MaxStates));
    let lts = cluster::lts(&mut run.merged()).expect("a folder");
    assert_eq!(lts.n_states() as u64, totals.states);
    let open = lts.states().filter(|state| !lts.is_expanded(*state)).count();
    assert_eq!(open as u64, totals.unexpanded);
}

/// Memory and time are looked at also where a worker has nothing to do but wait.
#[test]
fn a_limit_is_met_while_others_are_waited_for() {
    let slow = || {
        let mut system = system();
        system.is_slow = true;
        system
    };
    let run = Run { is_hasty: true, files: None, ..Run::new(slow, 2) };
    for outcome in run.all() {
        assert_eq!(outcome.expect("no fault").why, Some((Why::Interrupted, 3)));
    }
}

#[test]
fn what_was_changed_is_not_read() {
    for n_workers in [1, 2] {
        let run = Run::new(|| Stacks::new(3, 40, 0, false), n_workers);
        run.all();
        let name = format!("segment-{}.rows", n_workers - 1);
        let files = run.files.clone().expect("files");
        let write = |bytes: &[u8]| {
            files.lock().expect("no panic").insert(name.clone(), bytes.to_vec());
        };
        let rows = files.lock().expect("no panic")[&name].clone();
        for place in (0..rows.len()).step_by(37) {
            let mut wrong = rows.clone();
            wrong[place] ^= 1 << (place % 8);
            write(&wrong);
            assert!(cluster::lts(&mut run.merged()).is_err(), "{place}");
            write(&rows[..place]);
            assert!(cluster::lts(&mut run.merged()).is_err(), "{place}");
        }
        let mut merged: Merged<_> = run.merged();
        assert!(merged.rows(&mut |_, _, _, _| true).is_err());
    }
}

/// Rows may name no more states than the manifest has, and have as many transitions.
#[test]
fn a_manifest_that_says_less_is_not_believed() {
    let run = Run::new(|| Stacks::new(3, 40, 0, false), 1);
    run.all();
    let files = run.files.clone().expect("files");
    let text = files.lock().expect("no panic")["manifest"].clone();
    let manifest = Manifest::parse(&String::from_utf8(text).expect("text")).expect("a manifest");
    let read = |manifest: &Manifest| {
        files.lock().expect("no panic").insert("manifest".to_owned(), manifest.text().into());
        cluster::lts(&mut run.merged())
    };
    assert!(read(&manifest).is_ok());
    let mut fewer = manifest.clone();
    let last = fewer.totals.levels.pop().expect("levels");
    fewer.totals.states -= last;
    fewer.segments[0].states -= last;
    assert!(read(&fewer).is_err());
    let mut other = manifest.clone();
    other.totals.transitions -= 1;
    assert!(read(&other).is_err());
}
