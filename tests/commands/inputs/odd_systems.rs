//! Systems that no tool of ours would write: what `check` says of them.

use std::fs;
use std::path::Path;

use crate::command_line::run;
use crate::transcript::transcript;

/// The exit code and what is printed for a system and formulas.
fn checked(name: &str, system: &str, formulas: &[&str]) -> String {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("odd_systems");
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join(format!("{name}.aut"));
    fs::write(&path, system).unwrap();
    let mut args = vec!["check", path.to_str().unwrap(), "--format", "short"];
    for formula in formulas {
        args.extend(["-e", formula]);
    }
    let output = run(&args);
    let text = [output.stdout, output.stderr].concat();
    let text = String::from_utf8(text).unwrap().replace(path.to_str().unwrap(), "FILE");
    format!("{name}: exit {}\n{text}\n", output.status.code().unwrap())
}

#[test]
fn odd_systems() {
    let alive = "[true*] <true> true";
    let quotes = "[true* . 'say(.hi.).*'] false";
    let texts = [
        checked("no_text", "", &[alive]),
        checked("no_states", "des (0,0,0)\n", &[alive]),
        checked("no_transitions", "des (0,0,1)\n", &[alive, "[true] false", "<true> @"]),
        checked("initial_state_missing", "des (5,0,1)\n", &[alive]),
        checked(
            "another_initial_state",
            "des (2,3,4)\n(2,\"a\",1)\n(1,\"b\",2)\n(3,\"crash\",3)\n",
            &[alive, "[true* . \"crash\"] false", "<\"a\" . \"b\"> @"],
        ),
        checked(
            "i_and_tau",
            "des (0,2,1)\n(0,i,0)\n(0,\"tau\",0)\n",
            &["<tau> true", "[\"i\"] false"],
        ),
        checked(
            "labels",
            "des (0,3,1)\n(0,\"say(\"hi\") \\ \u{e9}\",0)\n(0,\"a\\\",0)\n(0,\"'(*\",0)\n",
            &[quotes, "<'a\\\\'> true", "<'.\\((\\)*\\*'> true"],
        ),
        checked("more_than_said", "des (0,1,1)\n(0,\"a\",0)\n(0,\"b\",0)\n", &[alive]),
    ];
    insta::assert_snapshot!(texts.join("\n"));
}

/// What is wrong with a condition on data is said, also where no system can answer it.
#[test]
fn conditions_on_data_are_read() {
    let output =
        transcript(&["check", "fixtures/systems/late.aut", "--logic", "ctl", "-e", "AG data(X >)"]);
    assert!(output.contains("E0105") && output.contains("exit 2"), "{output}");
}

/// Labels that we would not write so ourselves, with quotes, backslashes, terms, and letters beyond ASCII.
const LABELS: [&str; 10] = [
    "say(\"hi\")",
    "a\"b",
    "\"quoted\"",
    "back\\slash \\x{22}",
    "caf\u{e9} \u{fc}\u{ff}",
    "'\u{e9}'([233])",
    "a, b",
    " blanks ",
    "f(1.50)",
    "",
];

/// A system with these labels, as bytes.
fn system(labels: &[Vec<u8>]) -> Vec<u8> {
    let mut text = format!("des (0,{},1)\n", labels.len()).into_bytes();
    for label in labels {
        text.extend([b"(0,\"".as_slice(), label, b"\",0)\n"].concat());
    }
    text
}

#[test]
fn labels_come_back_byte_for_byte() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("odd_labels");
    fs::create_dir_all(&folder).unwrap();
    let utf8: Vec<Vec<u8>> = LABELS.iter().map(|label| label.as_bytes().to_vec()).collect();
    let one_byte =
        |label: &&str| label.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    let latin_1: Vec<Vec<u8>> = LABELS.iter().map(one_byte).collect();
    let beyond = vec!["\u{3bb}x.\u{4e2d}\"".as_bytes().to_vec()];
    for (name, labels) in [("utf8", utf8), ("latin_1", latin_1), ("beyond", beyond)] {
        let (path, made) =
            (folder.join(format!("{name}.aut")), folder.join(format!("{name}_made.aut")));
        let bytes = system(&labels);
        fs::write(&path, &bytes).unwrap();
        let (path, made) = (path.to_str().unwrap(), made.to_str().unwrap());
        for command in [
            vec!["convert", path],
            vec!["convert", path, "-o", made],
            vec!["lts", path, "-o", made],
        ] {
            let output = run(&command);
            let found = if command.len() > 2 { fs::read(made).unwrap() } else { output.stdout };
            assert_eq!(found, bytes, "{command:?}: {}", String::from_utf8_lossy(&found));
        }
        // Others stand between quotes in this format, too, but a quote ends them.
        let fsm = run(&["convert", path, "--to", "fsm"]).stdout;
        for label in &labels {
            let line = [b"1 1 \"".as_slice(), label, b"\"\n"].concat();
            let is_there = fsm.windows(line.len()).any(|found| found == line);
            assert_eq!(is_there, !label.contains(&b'"'), "{}", String::from_utf8_lossy(label));
        }
    }
}
