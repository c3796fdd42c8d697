//! Folders of several processes that are not what was written, and texts at fault behind a state of one of them: what is said is what
//! one process says, whoever meets it.

use std::fs;
use std::path::Path;

use super::lost::ended_by_its_time;
use super::workers::scratch;
use crate::command_line::run;

const BUFFER: [&str; 8] = [
    "lts",
    "fixtures/observed/buffer_naive_fsm.erl",
    "--commands",
    "{any_of,[put,get,extend]}",
    "--unhandled",
    "disallow",
    "--max-states=50000000",
    "--init",
];

/// What a command says on standard error; it prints nothing else, and ends with 2.
fn refused(args: &[&str]) -> String {
    let output = run(args);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
    assert!(output.stdout.is_empty(), "{args:?}");
    said
}

#[test]
fn a_segment_that_was_changed_is_named_by_all() {
    let [folder, out] = ["changed", "changed.aut"].map(scratch);
    let written = run(&[&BUFFER[..], &["30", "--workers", "2", "-o", &folder]].concat());
    assert_eq!(written.status.code(), Some(0));
    let reduce = ["reduce", &folder, "-e", "strong", "-o", &out];
    let together = [&reduce[..], &["--workers", "2"]].concat();
    let manifest = Path::new(&folder).join("manifest.json");
    let text = fs::read_to_string(&manifest).unwrap();
    let n_transitions = "\"transitions\": ";
    assert!(text.contains(n_transitions));
    fs::write(&manifest, text.replace(n_transitions, &format!("{n_transitions}1"))).unwrap();
    let contradicted = "error[E0551]: cannot read the folder `";
    assert!(refused(&together).starts_with(contradicted) && !Path::new(&out).exists());
    assert!(refused(&reduce).starts_with(contradicted));
    fs::write(&manifest, text).unwrap();
    let rows = Path::new(&folder).join("segment-1.rows");
    let mut bytes = fs::read(&rows).unwrap();
    bytes[1_000] ^= 1;
    fs::write(&rows, bytes).unwrap();
    let said = refused(&reduce);
    assert!(said.contains("the rows of worker 1: it is not what was written"), "{said}");
    assert_eq!(refused(&together), said);
}

/// Blocks of a file: the word of their kind, their level, their contents.
fn blocks(mut bytes: &[u8]) -> Vec<([u8; 8], Vec<u8>)> {
    let mut found = Vec::new();
    while bytes.len() >= 24 {
        let length = u64::from_le_bytes(bytes[16..24].try_into().unwrap());
        let end = 24 + usize::try_from(length).unwrap();
        found.push((bytes[4..12].try_into().unwrap(), bytes[24..end].to_vec()));
        bytes = &bytes[end..];
    }
    found
}

/// A file of blocks, with the checksums that they must have.
fn file(blocks: &[([u8; 8], Vec<u8>)]) -> Vec<u8> {
    let mut out = Vec::new();
    for (kind, content) in blocks {
        let [head, length] =
            [[b"E2LS", &kind[..]].concat(), (content.len() as u64).to_le_bytes().to_vec()];
        let checksum = crc32fast::hash(&[&head[..], &length, content].concat());
        out.extend([&head[..], &checksum.to_le_bytes(), &length, content].concat());
    }
    out
}

/// States that no state of the system can be, with checksums that are right.
#[test]
fn words_that_are_no_state_are_not_taken_up() {
    let folder = scratch("words");
    let states = Path::new(&folder).join("segment-1.states");
    ended_by_its_time(&[&BUFFER[..], &["670", "--workers", "2"]].concat(), &folder);
    let right = fs::read(&states).unwrap();
    let is_states = |kind: &[u8; 8]| kind[0] == 1;
    for (place, word) in [(0, 0x7fff_fff1_u32), (4, 0x7fff_fff1), (0, u32::MAX - 1)] {
        let mut changed = blocks(&right);
        assert!(file(&changed) == right);
        let filled =
            |(kind, content): &&mut ([u8; 8], Vec<u8>)| is_states(kind) && content.len() > 8;
        let (_, content) = changed.iter_mut().find(filled).unwrap();
        content[place..place + 4].copy_from_slice(&word.to_le_bytes());
        fs::write(&states, file(&changed)).unwrap();
        let said =
            refused(&[&BUFFER[..], &["670", "--workers", "2", "--resume", &folder]].concat());
        assert!(said.contains("the segment of worker 1: it is not what was written"), "{said}");
    }
}

/// A specification with a grid of 2,500 states, on the far edges of which a condition has no value.
fn at_fault() -> String {
    let names: Vec<String> = (0..50).map(|n| format!("n{n}")).collect();
    let next = names.windows(2).map(|pair| format!("nx({})={}\n", pair[0], pair[1]));
    let fine = names[..49].iter().map(|name| format!("ok({name})=T\n"));
    format!(
        "sort Bool\nfunc T,F:->Bool\nsort D\nfunc {}:->D\nmap nx:D->D ok:D->Bool\nrew\n{}{}act a b\n\
         proc P(x:D,y:D)= a.P(nx(x),y) <| ok(x) |> delta + b.P(x,nx(y)) <| ok(y) |> delta\ninit P(n0,n0)\n",
        names.join(","),
        next.collect::<String>(),
        fine.collect::<String>(),
    )
}

#[test]
fn a_text_at_fault_is_told_as_one_process_does() {
    let [path, out] = ["at_fault.mcrl", "at_fault.aut"].map(scratch);
    fs::write(&path, at_fault()).unwrap();
    let said = refused(&["lts", &path, "-o", &out]);
    assert!(said.contains("it is `ok(n49)`"), "{said}");
    for more in [&["--workers", "2", "-o", &out][..], &["--workers", "3", "--count"]] {
        assert_eq!(refused(&[&["lts", &path], more].concat()), said);
    }
    assert!(!Path::new(&out).exists());
}
