//! How much memory this process may have, and how much it has.
//!
//! Input: what the user allows, and what the system says in /proc and /sys. Output: whether it is too much. Where the
//! system says nothing there is no bound. A process that asks for more address space than it may have is ended in the
//! midst of its work, so it stops at half of what is left of that: what was found is still to be checked and written.

use std::fs::{self, File};
use std::io::{self, BufRead, Read, Seek as _};
use std::path::Path;
use std::time::Duration;

/// Bytes of a page.
const PAGE: u64 = 4096;

/// Where the system says how much memory this process has.
const IN_USE: &str = "/proc/self/statm";

/// Bytes that stay free in a small group of processes; 32 times as many in a large one.
const LEAST: u64 = 16 << 20;

/// Looks at what is left between two questions to the system.
const LOOKS: u32 = 100;

/// From this many bytes on a limit is none: the old kind of groups writes "no limit" as a huge number.
const NO_LIMIT: u64 = 1 << 60;

/// Bounds of one exploration.
pub(crate) struct Memory {
    /// Bytes in memory at most.
    most: Option<u64>,
    /// Bytes of addresses at most.
    most_addresses: Option<u64>,
}

impl Memory {
    /// With what the user allows; if nothing, with most of what is free.
    pub(crate) fn new(given: Option<u64>) -> Self {
        Self::leaving(given, 5, 1)
    }

    /// With what the user allows; if nothing, with one of so many parts of most of what is free: as many processes begin together.
    /// A bound of addresses is each one's own; less of them is kept where nothing is computed of what was found.
    pub(crate) fn shared(given: Option<u64>, n_processes: usize, is_last: bool) -> Self {
        let tenths = if is_last { 3 } else { 5 };
        Self::leaving(given, tenths, u64::try_from(n_processes.max(1)).unwrap_or(1))
    }

    /// With what the user allows, or a part of most of what is free, and so many tenths of the addresses kept for later.
    fn leaving(given: Option<u64>, tenths: u64, n_parts: u64) -> Self {
        let (addresses, resident) = in_use().unwrap_or((0, 0));
        let part = |limit: u64| limit.saturating_sub(addresses) / 10 * (10 - tenths);
        let most_addresses = address_limit().map(|limit| addresses + part(limit));
        let most = given.or_else(|| Some(part_of(resident, free()?, n_parts)));
        Self { most, most_addresses }
    }

    /// Whether there is too much in use, or would be with a piece of this size.
    pub(crate) fn is_over(&self, growth: usize) -> bool {
        let Some((addresses, resident)) = in_use() else { return false };
        let growth = u64::try_from(growth).unwrap_or(u64::MAX);
        self.most.is_some_and(|most| resident > most)
            || self.most_addresses.is_some_and(|most| addresses.saturating_add(growth) > most)
    }

    /// Time between two looks.
    pub(crate) fn pace(&self) -> Duration {
        Duration::from_millis(if self.most_addresses.is_some() { 10 } else { 200 })
    }
}

/// Bytes in memory that a process may have which has so many, of those that are free one of so many parts.
fn part_of(resident: u64, free: u64, n_parts: u64) -> u64 {
    resident + free / 10 * 9 / n_parts
}

/// A text whose reader keeps what it says: reading ends with an error of the kind `OutOfMemory` before there is none.
pub(crate) struct Weighed<R> {
    text: R,
    memory: Memory,
    /// Bytes of addresses, and bytes in memory, when reading began.
    before: (u64, u64),
}

impl<R> Weighed<R> {
    pub(crate) fn new(text: R) -> Self {
        Self { text, memory: Memory::leaving(None, 1, 1), before: in_use().unwrap_or((0, 0)) }
    }

    /// Bytes of addresses that reading has taken. What it keeps is filled at least by half: addresses beyond that
    /// belong to the allocator, which takes 64 MB for each thread.
    fn taken(&self) -> u64 {
        let Some((addresses, resident)) = in_use() else { return 0 };
        let (addresses_before, resident_before) = self.before;
        let filled = resident.saturating_sub(resident_before);
        addresses.saturating_sub(addresses_before).min(2 * filled)
    }
}

impl<R: BufRead> Read for Weighed<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        self.text.read(out)
    }
}

impl<R: BufRead> BufRead for Weighed<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        // What grows doubles: it may ask for twice what it has, before it gives that back. Of these three a quarter is
        // to be left as well, or `Rest` would be over first.
        if self.memory.is_over(usize::try_from(self.taken() / 4 * 11).unwrap_or(usize::MAX)) {
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        self.text.fill_buf()
    }

    fn consume(&mut self, n_bytes: usize) {
        self.text.consume(n_bytes);
    }
}

/// What is left for whatever is computed, looked at again and again.
pub(crate) struct Rest {
    /// Where the system says what is in use, opened once: it is read every few milliseconds.
    says: Option<File>,
    /// Bytes of addresses that this process may have.
    most_addresses: Option<u64>,
    /// Bytes of addresses at the first look.
    before: u64,
    /// Bytes in memory from which on the system is asked how much is free.
    ask_from: u64,
    /// Looks before it is asked anyway: others need memory too.
    looks: u32,
}

impl Rest {
    /// From now on.
    pub(crate) fn new() -> Self {
        // The first allocation of a thread takes addresses that hold what comes later.
        let most_addresses = address_limit();
        let before = in_use().map_or(0, |(addresses, _)| addresses);
        Self { says: File::open(IN_USE).ok(), most_addresses, before, ask_from: 0, looks: 0 }
    }

    /// Whether it comes to its end: a quarter of what was taken since then is not left, or hardly any memory is free.
    pub(crate) fn is_over(&mut self) -> bool {
        let Some((addresses, resident)) = self.says.as_ref().and_then(said) else { return false };
        // What grows asks for large pieces at once.
        let ahead = addresses + addresses.saturating_sub(self.before) / 4;
        self.most_addresses.is_some_and(|most| ahead > most) || self.is_full(resident)
    }

    fn is_full(&mut self, resident: u64) -> bool {
        self.looks = self.looks.saturating_sub(1);
        if resident < self.ask_from && self.looks > 0 {
            return false;
        }
        let Some(free) = free() else { return false };
        (self.ask_from, self.looks) = (resident + free / 4, LOOKS);
        // Of a process that has little the shortage is not.
        free < ((resident + free) / 16).clamp(LEAST, 32 * LEAST) && resident > free
    }
}

/// Bytes of addresses, and bytes that are in memory. Nothing is allocated for it.
fn in_use() -> Option<(u64, u64)> {
    said(&File::open(IN_USE).ok()?)
}

/// What is said in this file now, from its beginning.
fn said(mut file: &File) -> Option<(u64, u64)> {
    let mut bytes = [0; 256];
    file.rewind().ok()?;
    let n_bytes = file.read(&mut bytes).ok()?;
    let text = str::from_utf8(bytes.get(..n_bytes)?).ok()?;
    let mut pages = text.split_whitespace().map_while(|pages| pages.parse::<u64>().ok());
    Some((pages.next()? * PAGE, pages.next()? * PAGE))
}

/// Bytes of addresses that this process may have (`ulimit -v`).
pub(crate) fn address_limit() -> Option<u64> {
    address_limit_of(&fs::read_to_string("/proc/self/limits").ok()?)
}

fn address_limit_of(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Bytes that are free for this process.
fn free() -> Option<u64> {
    let text = fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let free = line.split_whitespace().next()?.parse::<u64>().ok()? * 1024;
    Some(group_free().map_or(free, |in_group| free.min(in_group)))
}

/// Bytes that are free for this process by what its groups may have.
fn group_free() -> Option<u64> {
    let groups = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let limits = groups.lines().filter_map(group_of).flat_map(|(root, names, path)| {
        // What holds for a group holds for those within it; in a container the outermost one is at the root.
        let inner = Path::new(path.trim_start_matches('/'));
        inner.ancestors().filter_map(move |group| free_in(&Path::new(root).join(group), names))
    });
    limits.min()
}

/// Where the files of a group are, what its limit and its use are called there, and its path.
fn group_of(line: &str) -> Option<(&'static str, [&'static str; 2], &str)> {
    let mut parts = line.splitn(3, ':').skip(1);
    let (kinds, path) = (parts.next()?, parts.next()?);
    if kinds.is_empty() {
        return Some(("/sys/fs/cgroup", ["memory.max", "memory.current"], path));
    }
    let old = ["memory.limit_in_bytes", "memory.usage_in_bytes"];
    kinds.split(',').any(|kind| kind == "memory").then_some(("/sys/fs/cgroup/memory", old, path))
}

fn free_in(group: &Path, [limit, used]: [&str; 2]) -> Option<u64> {
    let text = |name: &str| fs::read_to_string(group.join(name)).ok();
    let number = |name: &str| -> Option<u64> { text(name)?.trim().parse().ok() };
    let limit = number(limit).filter(|&limit| limit < NO_LIMIT)?;
    let kept = text("memory.stat").map_or(0, |stat| kept_of(&stat));
    Some(limit.saturating_sub(number(used)?.saturating_sub(kept)))
}

/// Bytes of files that are kept in memory as long as no process needs it, by a group's statistics. The old kind of
/// groups says for all within it what it says for itself.
fn kept_of(stat: &str) -> u64 {
    let of = |name: &str| -> Option<u64> {
        let line = stat.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
        line.trim().parse().ok()
    };
    of("total_inactive_file").or_else(|| of("inactive_file")).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_says_is_read() {
        let limits = "Limit      Soft Limit   Hard Limit   Units\n\
                      Max address space         2048000000           unlimited            bytes\n";
        assert_eq!(address_limit_of(limits), Some(2_048_000_000));
        assert_eq!(address_limit_of(&limits.replace("2048000000", "unlimited")), None);
        let group = |line| group_of(line).map(|(root, [limit, _], path)| (root, limit, path));
        assert_eq!(group("0::/a/b"), Some(("/sys/fs/cgroup", "memory.max", "/a/b")));
        let old = Some(("/sys/fs/cgroup/memory", "memory.limit_in_bytes", "/x:y"));
        assert_eq!(group("4:hugetlb,memory:/x:y"), old);
        assert_eq!((group("5:cpu:/"), group("nonsense")), (None, None));
        let stat = "cache 7\ninactive_file 5\ntotal_inactive_file 6\n";
        assert_eq!((kept_of(stat), kept_of(&stat[8..23]), kept_of("")), (6, 5, 0));
    }

    #[test]
    fn processes_that_begin_together_share_what_is_free() {
        let (mine, free) = (100 << 20, 8 << 30);
        let one = part_of(mine, free, 1);
        let four = part_of(mine, free, 4);
        assert!(one > mine + free / 10 * 8 && 4 * (four - mine) <= one - mine);
    }

    #[test]
    fn a_bound_is_met_before_it_is_needed() {
        let bounds = |most, most_addresses| Memory { most, most_addresses };
        assert!(bounds(Some(0), None).is_over(0));
        assert!(!bounds(None, None).is_over(usize::MAX));
        let addresses = in_use().map(|(addresses, _)| addresses);
        let roomy = bounds(None, addresses.map(|now| now + (1 << 40)));
        assert!(!roomy.is_over(1 << 39) && roomy.is_over(1 << 41));
    }
}
