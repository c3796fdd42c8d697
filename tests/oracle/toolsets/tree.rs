//! Every fixture of the tree is printed, or refused for a reason that is kept; real tools find the system
//! that this tool explores, label for label.
//!
//! `MCRL2_PATH` and `MCRL_PATH` name the tools; `tests/oracle/toolsets/mcrl.rs` says how the classic ones are built.
//! mCRL2 reads all of them, the classic toolset those that it ends on in `ERL2LTS_ORACLE_SECONDS` (60) each.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::support::bisimulation::bisimilar;
use crate::support::comparison::in_parallel;
use crate::support::read_aut;
use crate::support::tools::{self, Folder, sampled};
use crate::support::tree::{Case, LANGUAGES, cases};
use lts::format::aut::TauName;

/// Systems up to this size are compared by the naive twin, too.
const NAIVE_STATES: usize = 3000;

/// The texts of the labels in an `.aut` file, byte for byte.
fn labels(path: &Path) -> BTreeSet<String> {
    let text = fs::read_to_string(path).unwrap();
    let label = |line: &str| {
        let start = line.find(',')? + 1;
        Some(line[start..line.rfind(',')?].to_owned())
    };
    text.lines().skip(1).filter_map(label).collect()
}

/// Asserts that two systems have the same labels and, where they are small, are bisimilar; gives the number of states.
fn agree(case: &Case, theirs: &Path, ours: &Path, tau: TauName) -> usize {
    assert_eq!(labels(theirs), labels(ours), "other labels: {case:?}");
    let (theirs, ours) = (read_aut(theirs, tau), read_aut(ours, tau));
    if theirs.n_states() <= NAIVE_STATES {
        assert!(bisimilar(&theirs, &ours), "the naive twin says otherwise: {case:?}");
    }
    theirs.n_states()
}

/// What mCRL2 finds: the number of states, if there is an end of them.
fn mcrl2(tools: &Path, case: &Case, text: &str, folder: &Folder) -> Option<usize> {
    let [theirs, ours] = ["theirs.aut", "ours.aut"].map(|name| folder.path().join(name));
    case.explored("mcrl2", &ours).then_some(())?;
    let run = |tool: &str, args: &[&str]| tools::run(folder.path(), &tools.join(tool), args);
    folder.write("x.mcrl2", text);
    let linearizer = tools.join("mcrl22lps");
    let args = ["-b", "-lregular2", "x.mcrl2", "x.lps"];
    let said = tools::messages(folder.path(), &linearizer, &args);
    assert!(!said.contains("overlap"), "{said}: {case:?}");
    run("lps2lts", &["-q", "x.lps", "theirs.aut"]);
    let verdict = run("ltscompare", &["-q", "-ebisim", "theirs.aut", "ours.aut"]);
    assert_eq!(verdict.trim(), "true", "mCRL2 says otherwise: {case:?}");
    Some(agree(case, &theirs, &ours, TauName::Tau))
}

/// What the classic toolset finds, if it comes to an end in time.
fn classic(tools: &Path, case: &Case, text: &str, folder: &Folder) -> Option<usize> {
    let [theirs, ours] = ["x.aut", "ours.aut"].map(|name| folder.path().join(name));
    case.explored("mcrl", &ours).then_some(())?;
    let seconds = tools::number("ERL2LTS_ORACLE_SECONDS", 60);
    let deadline = Instant::now() + Duration::from_secs(seconds as u64);
    let run = |tool: &str, args: &[&str]| {
        tools::run_until(deadline, folder.path(), &tools.join(tool), args).then_some(())
    };
    folder.write("x.mcrl", text);
    run("mcrl", &["-tbfile", "-regular", "x.mcrl"])?;
    run("instantiator", &["-i", "x"])?;
    Some(agree(case, &theirs, &ours, TauName::I))
}

/// Compares all cases that can be printed; `None` is a case that takes too long.
fn compare_all(
    language: &str,
    compare: impl Fn(&Case, &str, &Folder) -> Option<usize> + Sync,
) -> (usize, usize) {
    let begin = Instant::now();
    let [n_refused, n_late, n_states, n_compared, number] = [(); 5].map(|()| AtomicUsize::new(0));
    let count = |counter: &AtomicUsize, more| counter.fetch_add(more, Ordering::Relaxed);
    in_parallel(&cases(), |case| {
        let Ok(text) = case.translated(language) else {
            count(&n_refused, 1);
            return;
        };
        let folder = Folder::new(&format!("tree-{language}-{}", count(&number, 1)));
        if let Some(states) = compare(case, &text, &folder) {
            count(&n_states, states);
            count(&n_compared, 1);
        } else {
            println!("{language}: takes too long: {case:?}");
            count(&n_late, 1);
        }
    });
    let (n_compared, n_late) = (n_compared.into_inner(), n_late.into_inner());
    println!(
        "{language}: {n_compared} fixtures and forms bisimilar with the same labels, {} states, {:.0} s; \
         {n_late} not compared, {} cannot be printed",
        n_states.into_inner(),
        begin.elapsed().as_secs_f64(),
        n_refused.into_inner()
    );
    (n_compared, n_late)
}

#[test]
fn mcrl2_finds_the_same_systems() {
    if let Some(tools) = tools::folder_of("MCRL2_PATH", &["mcrl22lps", "lps2lts", "ltscompare"]) {
        let compare = |case: &Case, text: &str, folder: &Folder| mcrl2(&tools, case, text, folder);
        compare_all("mcrl2", compare);
    }
}

#[test]
fn the_classic_toolset_finds_the_same_systems() {
    if let Some(tools) = tools::folder_of("MCRL_PATH", &["mcrl", "instantiator"]) {
        let compare =
            |case: &Case, text: &str, folder: &Folder| classic(&tools, case, text, folder);
        let (n_compared, n_late) = compare_all("mcrl", compare);
        assert!(n_late * 10 <= n_compared, "{n_late} of {n_compared} take too long");
    }
}

/// The stored table of what is refused: a heading, and a line for each fixture and form.
const REFUSED: &str = include_str!(
    "snapshots/oracle__toolsets__tree__what_is_not_printed_is_refused_for_a_reason.snap"
);

#[test]
fn what_is_not_printed_is_refused_for_a_reason() {
    let refused = Mutex::new(Vec::new());
    let all = cases();
    let cases = sampled(&all);
    in_parallel(&cases, |case| {
        let codes = LANGUAGES.map(|language| case.translated(language).err());
        if codes.iter().any(Option::is_some) {
            let codes = codes.map(|codes| codes.unwrap_or_else(|| "printed".to_owned()));
            refused.lock().unwrap().push((case.name.clone(), case.form, codes));
        }
    });
    let mut refused = refused.into_inner().unwrap();
    refused.sort();
    let heading = format!("{} fixtures in two forms\n", all.len() / 2);
    let mut table = heading.clone();
    for (name, form, [mcrl, mcrl2]) in refused {
        let _ = writeln!(table, "{name} {form}: muCRL {mcrl}, mCRL2 {mcrl2}");
    }
    if cases.len() == all.len() {
        insta::assert_snapshot!(table);
        return;
    }
    // The lines of these cases, and no other of theirs.
    let starts: BTreeSet<String> =
        cases.iter().map(|case| format!("{} {}", case.name, case.form)).collect();
    let is_ours = |line: &&str| line.split_once(':').is_some_and(|(of, _)| starts.contains(of));
    let stored: String = REFUSED.lines().filter(is_ours).flat_map(|line| [line, "\n"]).collect();
    assert!(REFUSED.contains(&heading), "fixtures are new: read the table with ERL2LTS_LONG=1");
    assert_eq!(table, heading + &stored);
}
