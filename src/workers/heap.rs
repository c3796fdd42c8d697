//! One heap for all threads of a worker, where the addresses of a process are bounded.
//!
//! Input: whether they are (`ulimit -v`). Output: the same program, begun anew with the same arguments. glibc takes 64 MB of
//! addresses for the heap of each thread that allocates, and a worker has two threads for each other one and some besides: of 1.5 GB
//! four processes had nothing left to explore with. What bounds the number of heaps is read when a program begins, so nothing
//! is allocated before. Without a bound, or where the user has chosen the number, nothing is done.

/// What tells glibc how many heaps there may be.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
const VARIABLE: &str = "MALLOC_ARENA_MAX";

/// Begins anew with one heap, if that is of use.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
pub(crate) fn share() {
    use std::env;
    use std::os::unix::process::CommandExt as _;
    use std::process::Command;

    use crate::session::watch::memory;

    if env::var_os(VARIABLE).is_some() || memory::address_limit().is_none() {
        return;
    }
    let mut args = env::args_os();
    let (Ok(program), Some(name)) = (env::current_exe(), args.next()) else { return };
    // It returns only where it fails: then there is one heap for each thread, as always.
    let _ = Command::new(program).arg0(name).args(args).env(VARIABLE, "1").exec();
}

/// Other allocators have no such heaps.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
pub(crate) fn share() {}
