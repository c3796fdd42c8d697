//! Subjects in both forms, one after another, for whoever compares them with another tool.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use model::Form;

use super::Subject;

/// Compares the forms of all subjects with another tool, and says how much that was.
///
/// `compare` gets a name that no other comparison has; it gives the number of states that the tool
/// found, or `None` where the tool took too long, which it may for one comparison of ten.
pub fn compare_forms(
    title: &str,
    subjects: &[Subject],
    compare: impl Fn(&str, &Subject, Form) -> Option<usize> + Sync,
) {
    let begin = Instant::now();
    let [n_begun, n_late, n_states] = [(); 3].map(|()| AtomicUsize::new(0));
    for_all(subjects, |subject| {
        for &form in subject.forms() {
            let name = format!("{title}-{}", n_begun.fetch_add(1, Ordering::Relaxed));
            if let Some(states) = compare(&name, subject, form) {
                n_states.fetch_add(states, Ordering::Relaxed);
            } else {
                n_late.fetch_add(1, Ordering::Relaxed);
                println!("{title}: not compared, takes too long: {}, {form:?}", subject.title);
            }
        }
    });
    let (n_begun, n_late) = (n_begun.into_inner(), n_late.into_inner());
    println!(
        "{title}: {} subjects in their forms, {} states, {:.0} s, {n_late} not compared, \
         all others bisimilar",
        subjects.len(),
        n_states.into_inner(),
        begin.elapsed().as_secs_f64()
    );
    assert!(n_late * 10 <= n_begun, "{title}: {n_late} of {n_begun} take too long");
}

/// Calls a test for every subject, on two threads.
pub fn for_all(subjects: &[Subject], test: impl Fn(&Subject) + Sync) {
    in_parallel(subjects, test);
}

/// Calls a test for all of these, on two threads.
pub fn in_parallel<T: Sync>(all: &[T], test: impl Fn(&T) + Sync) {
    let rest = Mutex::new(all.iter());
    std::thread::scope(|scope| {
        let work = || {
            while let Some(subject) = { rest.lock().unwrap().next() } {
                test(subject);
            }
        };
        scope.spawn(work);
        work();
    });
}
