//! What real Erlang does on a value is among what the model does where nobody knows it.
//!
//! Snippets compute with results of another module, by every operator and built-in function, and test operands and results
//! (`support/vectors`). Each is run in real Erlang on values of all kinds. `ERL2LTS_LONG=1` asks for 100,000 vectors,
//! `ERL2LTS_OF=maps:` for those of the functions that begin so.

use std::collections::BTreeMap;

use crate::support::tools::number;
use crate::support::vectors::calls::calls;
use crate::support::vectors::snippets::snippets;
use crate::support::vectors::{Figures, compare};

/// Values for each snippet: as many as there are in the pool.
const VALUES: usize = 100;

fn is_long() -> bool {
    std::env::var("ERL2LTS_LONG").is_ok_and(|value| value == "1")
}

fn judge(title: &str, figures: &Figures) {
    let Figures { n_snippets, n_vectors, n_large, n_limited, missing } = figures;
    println!(
        "{title}: {n_snippets} snippets, {n_vectors} vectors, {} missing; \
         {n_large} snippets with too many outcomes, {n_limited} runs that need too much",
        missing.len()
    );
    assert!(n_large * 20 <= *n_snippets, "{title}: {n_large} of {n_snippets}");
    let mut shown: BTreeMap<&str, (&str, usize)> = BTreeMap::new();
    for (body, what) in missing {
        shown.entry(body).or_insert((what, 0)).1 += 1;
    }
    for (body, (what, count)) in shown.iter().take(number("ERL2LTS_SHOWN", 5)) {
        println!("{body}\n{count} missing, the first: {what}\n");
    }
    assert!(missing.is_empty(), "{title}: {} vectors are missing", missing.len());
}

#[test]
fn operators_and_tests_see_every_value() {
    let count = number("ERL2LTS_SNIPPETS", if is_long() { 1_200 } else { 60 });
    let seed = number("ERL2LTS_SEED", 1) as u64;
    let Some(figures) = compare("operators", &snippets(seed, count, VALUES)) else { return };
    judge("operators", &figures);
}

#[test]
fn functions_of_the_library_see_every_value() {
    let count = number("ERL2LTS_CALLS", if is_long() { 12 } else { 1 });
    let mut snippets = calls(count, if is_long() { 16 } else { 8 });
    if !is_long() {
        // Each run of the tests has one of eight functions.
        snippets = snippets.into_iter().step_by(8).collect();
    }
    if let Ok(wanted) = std::env::var("ERL2LTS_OF") {
        snippets.retain(|snippet| snippet.body.contains(&format!(" = {wanted}")));
    }
    let Some(figures) = compare("library", &snippets) else { return };
    judge("library", &figures);
}
