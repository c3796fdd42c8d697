//! A worker that is lost, and one that cannot write.

use std::thread;
use std::time::{Duration, Instant};

use cluster::{Alarm, Hosts, Identity, Refused, join};

use crate::stacks::Stacks;
use crate::workers::{Run, listeners};

fn system() -> Stacks {
    Stacks::new(5, 30, 3, false)
}

#[test]
fn a_full_disk_ends_all_workers_and_is_named() {
    let run = Run::new(system, 3);
    let (listeners, addresses) = listeners(3);
    let workers: Vec<_> = listeners
        .into_iter()
        .enumerate()
        .map(|(index, listener)| {
            let room = if index == 1 { 20_000 } else { usize::MAX };
            let (run, addresses) = (Run { room, ..run.clone() }, addresses.clone());
            thread::spawn(move || {
                let hosts = Run::hosts(index, addresses);
                let joined =
                    join(hosts.clone(), listener, &Alarm::default()).expect("all are there");
                run.explored(index, joined, &hosts.identity)
            })
        })
        .collect();
    for worker in workers {
        let failed = worker.join().expect("no panic").expect_err("a full disk");
        assert_eq!(failed.fault.worker, 1);
        assert!(failed.fault.why.starts_with("it cannot write its segment"), "{failed:?}");
    }
    assert!(!run.files.expect("files").lock().expect("no panic").contains_key("manifest"));
}

/// Machines that were lost at different moments have kept different levels: the last one that all have counts.
#[test]
fn the_least_number_of_all_counts() {
    let (listeners, addresses) = listeners(3);
    let workers = listeners.into_iter().zip([7, 5, 6]).enumerate();
    let workers: Vec<_> = workers
        .map(|(index, (listener, number))| {
            let hosts = Hosts { number, ..Run::hosts(index, addresses.clone()) };
            thread::spawn(move || join(hosts, listener, &Alarm::default()).map(|all| all.least))
        })
        .collect();
    for worker in workers {
        assert_eq!(worker.join().expect("no panic"), Ok(5));
    }
}

/// A worker that had another secret at first and is there by now is not what is wrong.
#[test]
fn what_was_wrong_before_is_not_said_of_another_worker() {
    let (mut listeners, addresses) = listeners(3);
    let third = listeners.remove(2);
    let first = listeners.remove(0);
    let again = first.try_clone().expect("a listener");
    let of = |index: usize, millis: u64| {
        let patience = Duration::from_millis(millis);
        Hosts { patience, ..Run::hosts(index, addresses.clone()) }
    };
    let wrong = Hosts { secret: b"another".to_vec(), ..of(0, 600) };
    let (right, calling) = (of(0, 3_000), of(2, 3_000));
    let called = thread::spawn(move || {
        let _ = join(wrong, first, &Alarm::default());
        join(right, again, &Alarm::default()).map(drop)
    });
    let Err(Refused::Absent(fault)) = join(calling, third, &Alarm::default()) else {
        panic!("worker 1 is not there");
    };
    assert_eq!(fault.worker, 1);
    assert!(fault.why.starts_with("it is not there"), "{fault:?}");
    assert!(called.join().expect("no panic").is_err());
}

#[test]
fn workers_that_differ_say_in_what() {
    let (listeners, addresses) = listeners(2);
    let workers: Vec<_> = listeners
        .into_iter()
        .enumerate()
        .map(|(index, listener)| {
            let mut hosts = Run::hosts(index, addresses.clone());
            hosts.identity = Identity(vec![("version".to_owned(), format!("0.{index}"))]);
            thread::spawn(move || join(hosts, listener, &Alarm::default()).map(drop))
        })
        .collect();
    for (index, worker) in workers.into_iter().enumerate() {
        let (here, there) = (format!("0.{index}"), format!("0.{}", 1 - index));
        let differs = Refused::Differs(1 - index, "version".to_owned(), here, there);
        assert_eq!(worker.join().expect("no panic"), Err(differs));
    }
}

#[test]
fn a_worker_that_is_not_there_is_named_and_so_is_one_without_the_secret() {
    let (mut listeners, addresses) = listeners(2);
    let mut hosts = Run::hosts(0, addresses.clone());
    hosts.patience = Duration::from_millis(300);
    let began = Instant::now();
    let Err(Refused::Absent(fault)) = join(hosts, listeners.remove(0), &Alarm::default()) else {
        panic!("nobody has called");
    };
    assert_eq!(fault.worker, 1);
    assert!(began.elapsed() < Duration::from_secs(5));
    let (mut listeners, addresses) = crate::workers::listeners(2);
    let mut called = Run::hosts(0, addresses.clone());
    called.patience = Duration::from_secs(2);
    let mut calling = Run::hosts(1, addresses);
    (calling.secret, calling.patience) = (b"another".to_vec(), Duration::from_secs(2));
    let second = listeners.remove(1);
    let other = thread::spawn(move || join(calling, second, &Alarm::default()).map(drop));
    assert!(join(called, listeners.remove(0), &Alarm::default()).is_err());
    let Err(Refused::Absent(fault)) = other.join().expect("no panic") else {
        panic!("the secret is another");
    };
    assert!(fault.why.starts_with("it does not know the secret"), "{fault:?}");
}
