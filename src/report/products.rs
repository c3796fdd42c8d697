//! The table of the products of features, for people.

use std::fmt::Write as _;

use super::{ProductRow, ProductTable};
use crate::io::visible::on_one_line;

/// Products that are shown.
const MOST: usize = 64;

/// A line for each product: its size, a word for each property, its features.
///
/// ```text
/// products  4, 3 different systems
///           states  transitions  response   answered   features
///                4            4  holds      holds      the base
///                5            6  violated   holds      voucher
/// ```
pub(super) fn table(table: &ProductTable) -> String {
    let ProductTable { systems, properties, rows } = table;
    let mut text = format!("products  {}, {systems} different systems\n", rows.len());
    let names: Vec<_> = properties.iter().map(|name| on_one_line(name)).collect();
    let widths: Vec<usize> = names.iter().map(|name| name.chars().count().max(8)).collect();
    text.push_str("          states  transitions  ");
    for (name, width) in names.iter().zip(&widths) {
        let _ = write!(text, "{name:<width$}  ");
    }
    text.push_str("features\n");
    for row in rows.iter().take(MOST) {
        let ProductRow { features, states, transitions, words } = row;
        let _ = write!(text, "          {states:>6}  {transitions:>11}  ");
        for (word, width) in words.iter().zip(&widths) {
            let _ = write!(text, "{:<width$}  ", word.text());
        }
        let features =
            if features.is_empty() { "the base".to_owned() } else { features.join(", ") };
        let _ = writeln!(text, "{features}");
    }
    if rows.len() > MOST {
        let more = rows.len() - MOST;
        let _ =
            writeln!(text, "          and {more} products more, which --format json=FILE writes");
    }
    text
}
