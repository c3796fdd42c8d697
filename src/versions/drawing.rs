//! Two versions as one drawing: what was there grey, what is new green, what is gone red, what does something else orange.
//!
//! Input: rows. Output: a drawing. A state is new or gone where all that leads there or away is.

use extension::Fate;
use indexmap::IndexMap;

use crate::system::drawing::{ADDED, Arrow, Drawing, DrawnState, EDITED, KEPT, Look, REMOVED};
use crate::versions::row::Row;

/// The drawing of these rows.
pub(crate) fn drawing(rows: &[Row]) -> Drawing {
    let states = states(rows);
    let place = |name: &String| states.get_index_of(name).unwrap_or_default();
    let arrows = rows.iter().map(|row| {
        let (from, to) = (place(&row.from), place(&row.to));
        Arrow { from, to, label: row.label.clone(), look: look(row) }
    });
    let arrows = arrows.collect();
    let states = states.into_iter();
    let drawn = |(title, look)| DrawnState { title, look, is_start: false };
    Drawing { states: states.map(drawn).collect(), arrows }
}

/// What a row looks like.
fn look(row: &Row) -> &'static Look {
    match (row.fate, &row.edit) {
        (Fate::Added, _) => &ADDED,
        (Fate::Removed, _) => &REMOVED,
        (Fate::Kept, Some(_)) => &EDITED,
        (Fate::Kept, None) => &KEPT,
    }
}

/// The states with their looks.
fn states(rows: &[Row]) -> IndexMap<String, &'static Look> {
    let mut states: IndexMap<String, Vec<Fate>> = IndexMap::new();
    for row in rows {
        for name in [&row.from, &row.to] {
            states.entry(name.clone()).or_default().push(row.fate);
        }
    }
    let look = |fates: &[Fate]| match fates {
        all if all.iter().all(|fate| *fate == Fate::Added) => &ADDED,
        all if all.iter().all(|fate| *fate == Fate::Removed) => &REMOVED,
        _ => &KEPT,
    };
    states.into_iter().map(|(name, fates)| (name, look(&fates))).collect()
}
