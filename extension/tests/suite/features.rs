//! Systems put together of features: the ticket machine, and what cannot be put together.

use std::fmt::Write;

use checker::{NoAtoms, parse_esctl, truth};
use extension::compose::Fault;
use extension::{Change, Feature, Glue, Named, Part, Products, compose};
use frontend::FileId;

use crate::generated::diagram;
use crate::ticket::machine;

fn glue(pairs: &[(&str, &str)]) -> Vec<Glue> {
    pairs.iter().map(|&(own, there)| Glue { own: own.into(), there: there.into() }).collect()
}

fn extend(name: &str, system: &str, pairs: &[(&str, &str)]) -> Feature {
    let system = machine(&format!("features/{system}"));
    Feature { name: name.into(), part: Part::Extend(system, glue(pairs)) }
}

fn transition(source: &str, label: &str, target: &str) -> Named {
    Named { source: source.into(), label: label.to_owned(), target: target.into() }
}

fn refine(name: &str, transition: Named, system: &str) -> Feature {
    let system = machine(&format!("features/{system}"));
    Feature { name: name.into(), part: Part::Refine(transition, system, Vec::new()) }
}

fn features() -> Vec<Feature> {
    vec![
        extend("voucher", "voucher", &[("0", "1"), ("2", "3")]),
        extend("discount", "discount", &[("0", "1"), ("2", "1")]),
        refine("card", transition("1", "credit", "2"), "card"),
        extend("declined", "declined", &[("0", "card.2")]),
        extend("cancel", "cancel", &[("0", "1")]),
    ]
}

/// The bits of these features.
fn set(names: &[&str]) -> u64 {
    let order = ["voucher", "discount", "card", "declined", "cancel"];
    names.iter().map(|name| 1 << order.iter().position(|other| other == name).unwrap()).sum()
}

#[test]
fn products_are_the_machines_of_the_paper() {
    let composed = compose(&machine("1_base"), &features()).unwrap();
    let products = Products::of(&composed).unwrap();
    // `declined` needs `card`: 3 of their 4 sets, with any of the 3 others.
    assert_eq!(products.list.len(), 24);
    let machines = [
        ("1_base", set(&[])),
        ("2_voucher", set(&["voucher"])),
        ("3_discount", set(&["voucher", "discount"])),
        ("4_refined", set(&["voucher", "card"])),
        ("5_failures", set(&["voucher", "card", "declined", "cancel"])),
        ("6_all", set(&["voucher", "discount", "card", "declined", "cancel"])),
    ];
    for (name, features) in machines {
        let product = products.list.iter().find(|product| product.features == features).unwrap();
        let mut system = products.systems[product.system].clone();
        system.names.clear();
        assert!(Change::between(&machine(name), &system).difference.is_empty(), "{name}");
    }
    let mut sizes = String::new();
    for product in &products.list[..7] {
        let _ =
            write!(sizes, "{:b}:{}/{} ", product.features, product.n_states, product.n_transitions);
    }
    assert_eq!(sizes, "0:4/4 1:5/6 10:5/6 100:6/6 10000:5/5 11:6/8 101:7/8 ");
}

#[test]
fn smallest_sets_break_the_response() {
    let composed = compose(&machine("1_base"), &features()).unwrap();
    let products = Products::of(&composed).unwrap();
    let text = "AG ({\"start\"} => AF{\"issue_ticket\"})";
    let formula = parse_esctl(FileId(0), text).value.unwrap();
    let is_broken =
        |system: usize| truth(&products.systems[system].lts, &NoAtoms, &formula) == Some(false);
    let smallest: Vec<u64> =
        products.smallest(is_broken).iter().map(|product| product.features).collect();
    assert_eq!(smallest, [set(&["discount"]), set(&["cancel"]), set(&["card", "declined"])]);
}

#[test]
fn what_is_removed_is_gone() {
    let base = machine("1_base");
    let gone =
        Feature { name: "nocash".into(), part: Part::Remove(vec![transition("1", "cash", "2")]) };
    let composed = compose(&base, std::slice::from_ref(&gone)).unwrap();
    let products = Products::of(&composed).unwrap();
    let sizes: Vec<usize> = products.list.iter().map(|product| product.n_transitions).collect();
    assert_eq!(sizes, [4, 3]);
    // Twice the same is one system.
    let again = Feature { name: "nocoins".into(), ..gone };
    let composed = compose(&base, &[composed_feature(), again]).unwrap();
    assert_eq!(Products::of(&composed).unwrap().systems.len(), 4);
}

fn composed_feature() -> Feature {
    extend("cancel", "cancel", &[("0", "1")])
}

#[test]
fn what_does_not_fit_is_said() {
    let base = machine("1_base");
    let fault = |features: &[Feature]| compose(&base, features).unwrap_err();
    let cancel = |pairs: &[(&str, &str)]| extend("cancel", "cancel", pairs);
    assert_eq!(fault(&[cancel(&[("0", "1")]), cancel(&[("0", "1")])]), Fault::FeatureTwice(1));
    assert_eq!(fault(&[cancel(&[("7", "1")])]), Fault::NoOwnState(0, "7".into()));
    assert_eq!(fault(&[cancel(&[("0", "9")])]), Fault::NoState(0, "9".into()));
    assert_eq!(fault(&[cancel(&[("0", "1"), ("0", "2")])]), Fault::GluedTwice(0, "0".into()));
    assert_eq!(fault(&[cancel(&[("1", "1")])]), Fault::NotEntered(0, "0".into()));
    let wrong = transition("1", "credit", "3");
    assert_eq!(fault(&[refine("card", wrong, "card")]), Fault::NoTransition(0, 0));
    let fork = diagram(3, &[(0, "a", 1), (0, "b", 2)]);
    let part = Part::Refine(transition("1", "credit", "2"), fork, Vec::new());
    assert_eq!(fault(&[Feature { name: "fork".into(), part }]), Fault::NoSingleEnd(0, 2));
    let many: Vec<Feature> =
        (0..13).map(|number| extend(&format!("f{number}"), "cancel", &[("0", "1")])).collect();
    assert!(Products::of(&compose(&base, &many).unwrap()).is_none());
}
