//! Machines that are checked side by side, and told one after the other.
//!
//! Input: files, how many threads. Output: what is said of each, in the order of the files, as soon as all before it are done. Each thread
//! takes the next file that nobody has; so the same is said with any number of threads, but for the clock of a hunt.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use crate::STACK_SIZE;

/// Does `work` for each file on so many threads, and hands what it gives to `told` in the order of the files.
pub(super) fn abreast<T: Send>(
    files: &[PathBuf],
    n_threads: usize,
    work: &(dyn Fn(&Path) -> T + Sync),
    told: &mut dyn FnMut(&Path, T),
) {
    let next = AtomicUsize::new(0);
    let take = || {
        let number = next.fetch_add(1, Ordering::Relaxed);
        Some((number, files.get(number)?))
    };
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        let n_started = (0..n_threads.min(files.len())).filter(|_| {
            let sender = sender.clone();
            let worker = move || {
                while let Some((number, path)) = take() {
                    if sender.send((number, work(path))).is_err() {
                        break;
                    }
                }
            };
            thread::Builder::new().stack_size(STACK_SIZE).spawn_scoped(scope, worker).is_ok()
        });
        let n_started = n_started.count();
        drop(sender);
        let (mut waiting, mut due) = (BTreeMap::new(), 0);
        let mut tell = |number: usize, result: T| {
            waiting.insert(number, result);
            while let Some(result) = waiting.remove(&due) {
                told(&files[due], result);
                due += 1;
            }
        };
        if n_started == 0 {
            // There is no room for one more stack: this one has to do.
            for (number, path) in files.iter().enumerate() {
                tell(number, work(path));
            }
        }
        for (number, result) in receiver {
            tell(number, result);
        }
    });
}
