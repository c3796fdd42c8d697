//! Drawings of modules and systems: the texts, and pictures that other programs can read.

use std::fs;
use std::path::Path;

use crate::command_line::run;
use crate::transcript::transcripts;

#[test]
fn drawings_of_state_diagrams_and_systems() {
    let door = "fixtures/door/fsm_door.erl";
    insta::assert_snapshot!(transcripts(&[
        &["graph", door],
        &["graph", door, "--to", "dot"],
        &["graph", door, "--to", "plantuml"],
        &["graph", "fixtures/door/door.props", "--property", "wrong_code_warns"],
        &[
            "graph",
            "fixtures/ticket/6_all.aut",
            "-e",
            "[true* . \"issue_ticket\"] false",
            "--to",
            "plantuml"
        ],
        &["graph", "fixtures/systems/circle.aut", "--to", "svg"],
        &["graph", "fixtures/door/door.props", "-e", "[true* . do_unlock] false", "--diagram"],
        &["graph", door, "--diagram"],
        &["graph", "fixtures/ticket/6_all.aut", "-e", "[true] false", "--diagram"],
        &["graph", "fixtures/door/door.props", "--property", "none"],
        &["graph", door, "-e", "true", "-e", "false"],
        &["graph", "fixtures/nothing.erl"],
    ]));
}

/// Texts of any origin stand in pictures as texts, and a system that is too large for a picture is refused.
#[test]
fn pictures_are_xml() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let hostile = folder.join("hostile.aut");
    fs::write(&hostile, "des (0,3,2)\n(0,\"a<b>&'\\\"]]>\",1)\n(1,\"x\",1)\n(1,\"y\",0)\n")
        .unwrap();
    let picture = folder.join("hostile.svg");
    let output = run(&["graph", hostile.to_str().unwrap(), "-o", picture.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(0));
    let text = fs::read_to_string(&picture).unwrap();
    let document = roxmltree::Document::parse(&text).unwrap();
    let texts: Vec<&str> = document
        .descendants()
        .filter(|node| node.has_tag_name("text"))
        .filter_map(|node| node.text())
        .collect();
    assert!(texts.contains(&"a<b>&'\\\"]]>"), "{texts:?}");
    let steps: Vec<String> = (0..400).map(|n| format!("({n},\"a\",{})\n", n + 1)).collect();
    let steps = steps.concat();
    let large = folder.join("large.aut");
    fs::write(&large, format!("des (0,400,401)\n{steps}")).unwrap();
    let unwritten = folder.join("large.svg");
    let output = run(&["graph", large.to_str().unwrap(), "-o", unwritten.to_str().unwrap()]);
    assert_eq!((output.status.code(), unwritten.exists()), (Some(2), false));
    let empty = folder.join("empty.aut");
    fs::write(&empty, "des (0,0,1)\n").unwrap();
    let output = run(&["graph", empty.to_str().unwrap(), "--to", "svg"]);
    assert!(roxmltree::Document::parse(&String::from_utf8(output.stdout).unwrap()).is_ok());
}

/// A few hundred arrows side by side take the library that lays them out minutes: they are refused before, at once.
#[test]
fn dense_graphs_are_no_pictures() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("dense");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let graph = |name: &str, n_states: u64, n_arrows: u64| {
        let mut seed = 7_u64;
        let mut any = |most: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) % most
        };
        let arrow = |n: u64, from: u64, to: u64| format!("({from},\"e{}\",{to})\n", n % 9);
        let mut text = format!("des (0,{n_arrows},{n_states})\n");
        for n in 0..n_arrows {
            let (from, to) =
                if n + 1 < n_states { (any(n + 1), n + 1) } else { (any(n_states), any(n_states)) };
            text.push_str(&arrow(n, from, to));
        }
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    };
    for (n_states, n_arrows) in [(300, 900), (100, 300), (40, 800)] {
        let dense = graph("dense.aut", n_states, n_arrows);
        let output = run(&["graph", &dense, "--to", "svg"]);
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{n_states} {n_arrows}");
        assert!(said.contains("E0510") && said.contains("--to dot"), "{said}");
        assert_eq!(run(&["graph", &dense, "--to", "dot"]).status.code(), Some(0));
    }
    let small = graph("small.aut", 20, 40);
    let output = run(&["graph", &small, "--to", "svg"]);
    assert_eq!(output.status.code(), Some(0));
    assert!(roxmltree::Document::parse(&String::from_utf8(output.stdout).unwrap()).is_ok());
}
