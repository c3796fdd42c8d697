//! Names that are nearly another one.
//!
//! Input: a name, and those that are right. Output: the one that was probably meant. Letters of either case count as equal:
//! `next_State` is nearly `next_state`.

/// The right name that is nearest to a wrong one, if it is near enough: one letter in four may differ, and two that have
/// changed places count once.
pub(crate) fn nearest<'n>(wrong: &str, right: &[&'n str]) -> Option<&'n str> {
    let limit = wrong.chars().count() / 4;
    let distance =
        |name: &str| strsim::damerau_levenshtein(&wrong.to_lowercase(), &name.to_lowercase());
    let near = right.iter().map(|name| (distance(name), *name));
    near.filter(|(distance, _)| *distance <= limit).min().map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_suggested_and_others_are_not() {
        let states = ["idle", "running", "waiting_for_ack"];
        assert_eq!(nearest("runing", &states), Some("running"));
        assert_eq!(nearest("Idle", &states), Some("idle"));
        assert_eq!(nearest("wating_for_akc", &states), Some("waiting_for_ack"));
        assert_eq!(nearest("stopped", &states), None);
        assert_eq!(nearest("a", &["b"]), None);
    }
}
