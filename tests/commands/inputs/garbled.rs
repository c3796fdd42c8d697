//! Folders of several processes that are not what was written: whichever worker reads them, what is said is what one process says.

use std::fs;
use std::path::Path;

use super::lost::{buffer, ended_by_its_time};
use super::workers::scratch;
use crate::command_line::run;

/// What a command says on standard error; it prints nothing else, and ends with 2.
pub(crate) fn refused(args: &[&str]) -> String {
    let output = run(args);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
    assert!(output.stdout.is_empty(), "{args:?}");
    said
}

#[test]
fn a_segment_that_was_changed_is_named_by_all() {
    let [folder, out] = ["changed", "changed.aut"].map(scratch);
    let written = run(&[&["lts"], &buffer("30")[..], &["--workers", "2", "-o", &folder]].concat());
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
    let exploring = [&["lts"], &buffer("670")[..], &["--workers", "2"]].concat();
    ended_by_its_time(&exploring, &folder);
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
        let said = refused(&[&exploring[..], &["--resume", &folder]].concat());
        assert!(said.contains("the segment of worker 1: it is not what was written"), "{said}");
    }
}
