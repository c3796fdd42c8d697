//! The part of OTP's sources that every run of the tests compares.
//!
//! Two lists: the files, and the constructs that occur in all of OTP's sources, each of which must
//! be in one of these files.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::otp;

/// How many files are in the cut.
const FILES: usize = 320;

/// How many files of the cut must be there; another release of OTP may have renamed some.
const PRESENT: usize = 300;

/// Files larger than this are only taken for constructs that no smaller one has.
const SIZE: u64 = 60_000;

/// A list of this folder.
fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support").join(name)
}

fn lines(name: &str) -> BTreeSet<String> {
    let text = std::fs::read_to_string(path(name)).expect("the list is readable");
    text.lines().filter(|line| !line.starts_with('#')).map(str::to_owned).collect()
}

/// The files of the cut among these; none if Erlang's sources are not there.
pub fn files(all: Vec<PathBuf>) -> Vec<PathBuf> {
    if all.is_empty() {
        return all;
    }
    let wanted = lines("oracle_cut.txt");
    let present: Vec<PathBuf> =
        all.into_iter().filter(|file| wanted.contains(&otp::name(file))).collect();
    assert!(present.len() >= PRESENT, "only {} files of the cut are there", present.len());
    present
}

/// Every construct of the list must occur.
pub fn assert_complete(of_files: &[BTreeSet<String>]) {
    let constructs: BTreeSet<&String> = of_files.iter().flatten().collect();
    let wanted = lines("oracle_constructs.txt");
    let missing: Vec<&String> = wanted.iter().filter(|name| !constructs.contains(name)).collect();
    assert!(missing.is_empty(), "no file of the cut has {missing:?}");
}

/// Chooses the cut anew: files that have a construct which none before has, small ones first, then
/// every `n`th of the small ones.
pub fn write(files: &[&Path], constructs: &[BTreeSet<String>]) {
    let size = |at: usize| std::fs::metadata(files[at]).map_or(u64::MAX, |data| data.len());
    let small: Vec<usize> = (0..files.len()).filter(|&at| size(at) <= SIZE).collect();
    let mut missing: BTreeSet<&String> = constructs.iter().flatten().collect();
    let all = missing.iter().fold(String::new(), |text, name| text + name + "\n");
    let mut chosen = BTreeSet::new();
    for candidates in [small.clone(), (0..files.len()).collect()] {
        let gain = |at: usize, missing: &BTreeSet<&String>| {
            constructs[at].iter().filter(|name| missing.contains(name)).count()
        };
        while let Some(best) =
            candidates.iter().copied().max_by_key(|&at| (gain(at, &missing), u64::MAX - size(at)))
            && gain(best, &missing) > 0
        {
            missing.retain(|name| !constructs[best].contains(*name));
            chosen.insert(best);
        }
    }
    let rest: Vec<usize> = small.into_iter().filter(|at| !chosen.contains(at)).collect();
    let wanted = FILES.saturating_sub(chosen.len());
    chosen.extend((0..wanted).filter_map(|n| rest.get(n * rest.len() / wanted)).copied());
    let names: BTreeSet<String> = chosen.into_iter().map(|at| otp::name(files[at])).collect();
    let names = names.iter().fold(String::new(), |text, name| text + name + "\n");
    let how = "# Written by `ERL2LTS_LONG=1 ERL2LTS_WRITE_CUT=1 cargo test -p erl2lts-frontend --test suite oracle_epp`.\n";
    std::fs::write(path("oracle_cut.txt"), format!("{how}{names}")).expect("writable");
    std::fs::write(path("oracle_constructs.txt"), format!("{how}{all}")).expect("writable");
}
