//! Prehofer's ticket machine of 2013 with its features: what they are, and what they preserve.

use std::fmt::Write;
use std::path::Path;

use checker::{Formula, NoAtoms, Truth, parse_esctl};
use extension::preserve::candidates;
use extension::{Change, Diagram, Kind, Preserved, Weakening, preserve};
use frontend::FileId;
use lts::format::aut;
use lts::{LabelId, StateId};

const NAMES: [&str; 6] = ["1_base", "2_voucher", "3_discount", "4_refined", "5_failures", "6_all"];

pub fn machine(name: &str) -> Diagram {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures/ticket");
    let text = std::fs::read_to_string(folder.join(format!("{name}.aut"))).unwrap();
    Diagram::unnamed(aut::read(FileId(0), &text, None).value.unwrap())
}

fn response() -> Formula {
    let text = "AG ({\"start\"} => AF{\"issue_ticket\"})";
    parse_esctl(FileId(0), text).value.unwrap()
}

/// A change as text: what was removed, and each piece.
fn told(change: &Change<'_>) -> String {
    let mut text = String::new();
    let label = |diagram: &Diagram, label: LabelId| {
        diagram.lts.labels().get(label).text().unwrap_or("i").to_owned()
    };
    for gone in &change.difference.removed {
        let label = label(change.old, gone.label);
        let _ = writeln!(text, "- {} {label} {}", gone.source.0, gone.target.0);
    }
    for piece in &change.extensions {
        let words: Vec<String> = piece.kinds().iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "{}", words.join(", "));
        for added in &piece.transitions {
            let label = label(change.new, added.label);
            let _ = writeln!(text, "+ {} {label} {}", added.source.0, added.target.0);
        }
        for gone in &piece.refines {
            let label = label(change.old, gone.label);
            let _ = writeln!(text, "  for {} {label} {}", gone.source.0, gone.target.0);
        }
    }
    text
}

#[test]
fn features_are_what_the_paper_calls_them() {
    let between = |old: &str, new: &str| {
        let (old, new) = (machine(old), machine(new));
        told(&Change::between(&old, &new))
    };
    assert_eq!(between("1_base", "2_voucher"), "alternative\n+ 1 voucher 4\n+ 4 issue_ticket 3\n");
    assert_eq!(between("2_voucher", "3_discount"), "loop\n+ 1 enter_discount 5\n+ 5 done 1\n");
    assert_eq!(
        between("2_voucher", "4_refined"),
        "- 1 credit 2\nrefinement\n+ 1 credit 5\n+ 5 credit_check 6\n+ 6 credit_approved 2\n  for 1 credit 2\n"
    );
    assert_eq!(
        between("3_discount", "4_refined"),
        "- 1 credit 2\n- 1 enter_discount 5\n- 5 done 1\nrefinement\n+ 1 credit 5\n\
         + 5 credit_check 6\n+ 6 credit_approved 2\n  for 1 credit 2\n"
    );
    assert_eq!(
        between("4_refined", "5_failures"),
        "failure\n+ 1 cancel 8\nfailure\n+ 6 declined 7\n"
    );
    assert_eq!(between("5_failures", "6_all"), "loop\n+ 1 enter_discount 9\n+ 9 done 1\n");
    assert_eq!(between("6_all", "6_all"), "");
}

#[test]
fn renumbered_systems_are_the_same() {
    for name in NAMES {
        let old = machine(name);
        let n = u32::try_from(old.lts.n_states()).unwrap();
        let turned = |state: StateId| StateId((state.0 * 11 + 3) % n);
        let edges = old.lts.states().flat_map(|source| {
            let edges = old.lts.out(source).iter();
            edges.map(move |edge| {
                (turned(source), lts::Edge { target: turned(edge.target), ..*edge })
            })
        });
        let labels = old.lts.labels().clone();
        let lts = lts::Lts::new(turned(old.lts.initial()), n as usize, edges.collect(), labels);
        let new = Diagram::unnamed(lts);
        assert!(Change::between(&old, &new).difference.is_empty(), "{name}");
    }
}

/// Sizes, and whether response, fair, weakened, weakened and fair response hold: the table of the paper.
#[test]
fn properties_are_kept_and_weakened_as_in_the_paper() {
    let base = machine("1_base");
    let mut table = String::new();
    for name in NAMES {
        let new = machine(name);
        let change = Change::between(&base, &new);
        let preserved = preserve(&change, &response(), [&NoAtoms, &NoAtoms]).unwrap();
        let shape = checker::Shape::of(&response()).unwrap();
        let holds = preserved.new.holds == Truth::True;
        let tried = candidates(&change, &shape);
        let of = |weakening: &[Weakening]| {
            let mut of_kind =
                tried.iter().filter(|candidate| weakening.contains(&candidate.weakening));
            holds
                || of_kind.any(|candidate| {
                    checker::check(&new.lts, &candidate.formula).value.holds == Truth::True
                })
        };
        let both = [Weakening::Failures, Weakening::Fair, Weakening::FailuresFair];
        let columns = [holds, of(&both[1..2]), of(&both[..1]), of(&both)]
            .map(|holds| if holds { 'T' } else { 'F' });
        let (states, transitions) = (new.lts.n_states(), new.lts.n_transitions());
        let columns = String::from_iter(columns);
        let _ = writeln!(table, "{name} {states}/{transitions} {columns}: {}", found(&preserved));
    }
    assert_eq!(
        table,
        "1_base 4/4 TTTT: kept by \n\
         2_voucher 5/6 TTTT: kept by (iii)\n\
         3_discount 6/8 FTFT: fair \"enter_discount\"\n\
         4_refined 7/8 TTTT: kept by (iii), (ii)\n\
         5_failures 9/10 FFTT: or \"cancel\", \"declined\"\n\
         6_all 10/12 FFFT: or \"cancel\", \"declined\" fair \"enter_discount\"\n"
    );
}

/// The rules by which a property is kept, or what is left of it.
fn found(preserved: &Preserved) -> String {
    match &preserved.weaker {
        None => {
            let numbers = preserved.steps.iter().map(|step| {
                step.rule().map_or_else(|| "none".to_owned(), |rule| rule.number.to_string())
            });
            format!("kept by {}", numbers.collect::<Vec<_>>().join(", "))
        }
        Some(weaker) => {
            let candidate = &weaker.candidate;
            let mut parts = Vec::new();
            if !candidate.failures.is_empty() {
                parts.push(format!("or {}", candidate.failures.join(", ")));
            }
            if !candidate.fair.is_empty() {
                parts.push(format!("fair {}", candidate.fair.join(", ")));
            }
            parts.join(" ")
        }
    }
}

#[test]
fn a_piece_that_is_several_things_says_all_of_them() {
    let (old, new) = (machine("1_base"), machine("5_failures"));
    let change = Change::between(&old, &new);
    let kinds: Vec<Vec<Kind>> = change.extensions.iter().map(extension::Extension::kinds).collect();
    assert_eq!(
        kinds,
        [vec![Kind::Alternative], vec![Kind::Refinement, Kind::Failure], vec![Kind::Failure]]
    );
}
