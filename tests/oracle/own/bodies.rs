//! The table of bodies in `docs/exactness.md` is that of the fixtures.
//!
//! A body is a clause of `call` or `run`, an event one of the commands of the `.props` file.

use std::fs;

use crate::support::{file, items};
use frontend::FileId;
use lts::Term;
use lts::term::parse::parse_terms;

/// Clauses of the function that the callback tries.
fn n_bodies(name: &str) -> usize {
    let text = fs::read_to_string(file(&format!("fixtures/bodies/{name}.erl"))).unwrap();
    text.lines().filter(|line| line.starts_with("call(") || line.starts_with("run(")).count()
}

/// Commands of its `.props` file: elements of the list in `{commands, {any_of, [..]}}`.
fn n_events(name: &str) -> usize {
    let text = fs::read_to_string(file(&format!("fixtures/bodies/{name}.props"))).unwrap();
    let rows = parse_terms(FileId(0), &text).value;
    let commands = rows.iter().find_map(|row| match row.term() {
        Term::Tuple(row) if row[0] == Term::atom("commands") => Some(row[1].clone()),
        _ => None,
    });
    let Some(Term::Tuple(commands)) = commands else { panic!("{name} has no commands") };
    items(&commands[1]).len()
}

#[test]
fn the_table_counts_bodies_and_events() {
    let text = fs::read_to_string(file("docs/exactness.md")).unwrap();
    let (mut sums, mut n_rows) = ([0, 0], 0);
    for line in text.lines() {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, title, bodies, events, _] = cells.as_slice() else { continue };
        let (Ok(bodies), Ok(events)) = (bodies.parse::<usize>(), events.parse::<usize>()) else {
            continue;
        };
        if title.starts_with("`bodies_") {
            let name = title.split('`').nth(1).unwrap();
            assert_eq!([bodies, events], [n_bodies(name), n_events(name)], "{name}");
            sums = [sums[0] + bodies, sums[1] + events];
            n_rows += 1;
        } else if title.is_empty() && n_rows > 0 {
            assert_eq!([bodies, events], sums, "the sum");
            assert_eq!(n_rows, 20);
            return;
        }
    }
    panic!("no sum behind {n_rows} rows");
}
