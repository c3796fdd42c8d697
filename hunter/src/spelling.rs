//! Names that are nearly another one.
//!
//! Input: a name, and those that are right. Output: the one that was probably meant. Letters of either case count as equal:
//! `next_State` is nearly `next_state`.

/// The right name that is nearest to a wrong one, if it is near enough: one letter in four may differ, and two that have
/// changed places count once.
pub fn nearest<'n>(wrong: &str, right: &[&'n str]) -> Option<&'n str> {
    let limit = wrong.chars().count() / 4;
    let distance =
        |name: &str| strsim::damerau_levenshtein(&wrong.to_lowercase(), &name.to_lowercase());
    let near = right.iter().map(|name| (distance(name), *name));
    near.filter(|(distance, _)| *distance <= limit).min().map(|(_, name)| name)
}
