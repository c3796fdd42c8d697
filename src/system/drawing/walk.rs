//! A run of a module through its state diagram.
//!
//! Input: a state diagram, the steps of a run, each with the name of the state that is stored behind it. Output: for each step the arrow
//! that it is a part of, and the state behind. A callback of many steps is one arrow; what crashes is none.
//!
//! ```text
//! cmd({button,abb}), display_message   locked -cmd({button,_})-> locked
//! cmd({button,abc}), do_unlock         locked -cmd({button,_})-> open
//! ```

use checker::EvidenceStep;
use extension::Diagram;
use lts::StateId;

/// A step of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Passed<'a> {
    /// What happens, as a label.
    pub(crate) label: &'a str,
    /// Whether a callback begins with it.
    pub(crate) is_event: bool,
    /// The name of the state that is stored behind it.
    pub(crate) after: Option<&'a str>,
}

/// Where steps lead: the arrow that each is a part of, if there is one, and the state behind, if it is known. `first` is what the
/// state is called where the run begins, if it is called something.
pub(crate) fn walked(
    diagram: &Diagram,
    first: Option<&str>,
    steps: &[Passed<'_>],
) -> Vec<(Option<EvidenceStep>, Option<StateId>)> {
    let begun = first.and_then(|name| named(diagram, name));
    let mut at = Some(begun.unwrap_or_else(|| diagram.lts.initial()));
    let mut places = Vec::with_capacity(steps.len());
    let is_start = |step: &Passed<'_>| step.is_event;
    let mut rest = steps;
    while let Some(step) = rest.first() {
        let tail = rest.iter().skip(1).position(is_start).map_or(rest.len(), |n| n + 1);
        let (group, others) = rest.split_at(tail);
        let after = group.last().and_then(|step| step.after);
        let label = if step.is_event { step.label } else { "start" };
        let behind = after.and_then(|name| named(diagram, name));
        let arrow = at.and_then(|at| arrow(diagram, at, label, behind));
        // What neither an arrow nor a name tells is not known any more.
        let end = arrow.map(|arrow| arrow.target).or(behind.filter(|_| step.is_event));
        let before = at;
        at = end.or(at.filter(|_| !step.is_event));
        places.extend(
            group
                .iter()
                .enumerate()
                .map(|(number, _)| (arrow, if number + 1 == group.len() { at } else { before })),
        );
        rest = others;
    }
    places
}

/// The state of a name; the only one of a machine that has but one.
fn named(diagram: &Diagram, name: &str) -> Option<StateId> {
    let mut states = diagram.lts.states().filter(|&state| {
        diagram.name(state).is_some_and(|name| !matches!(name.as_str(), "start" | "stopped"))
    });
    if let (Some(only), None) = (states.next(), states.next()) {
        return Some(only);
    }
    let called = |state: StateId| diagram.name(state).map_or("", |name| name.as_str());
    let states = || diagram.lts.states();
    let bare = |text: &str| text.trim_matches('\'').to_owned();
    states()
        .find(|&state| bare(called(state)) == bare(name))
        .or_else(|| states().find(|&state| fits(called(state), name)))
}

/// The arrow of an event from a state to one that may be known: one of its kind, else one of its name.
fn arrow(
    diagram: &Diagram,
    source: StateId,
    label: &str,
    behind: Option<StateId>,
) -> Option<EvidenceStep> {
    let edges = diagram.lts.out(source).iter();
    let steps = edges.map(|edge| EvidenceStep { source, label: edge.label, target: edge.target });
    let steps = steps.filter(|step| behind.is_none_or(|behind| behind == step.target));
    let steps: Vec<EvidenceStep> = steps.collect();
    let text = |step: &EvidenceStep| diagram.lts.labels().get(step.label).text().map(str::to_owned);
    let head = |text: &str| text.split('(').next().unwrap_or_default().to_owned();
    let of_kind = steps.iter().find(|step| text(step).is_some_and(|text| fits(&text, label)));
    let of_name =
        || steps.iter().find(|step| text(step).is_some_and(|text| head(&text) == head(label)));
    of_kind.or_else(of_name).copied()
}

/// Whether a text is of a kind: the same, but for what the kind leaves open, as `{busy,_}` does.
fn fits(kind: &str, text: &str) -> bool {
    let parts: Vec<&str> = open_parts(kind);
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return false };
    if parts.len() == 1 {
        return kind == text;
    }
    let Some(mut rest) = text.strip_prefix(first).and_then(|rest| rest.strip_suffix(last)) else {
        return false;
    };
    for part in &parts[1..parts.len() - 1] {
        let Some((_, behind)) = rest.split_once(part) else { return false };
        rest = behind;
    }
    true
}

/// What stands between the places that a kind leaves open.
fn open_parts(kind: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '@' | '\'');
    let is_open = |at: &usize| {
        let before = kind[..*at].chars().next_back();
        let behind = kind[at + 1..].chars().next();
        !before.is_some_and(is_word) && !behind.is_some_and(is_word)
    };
    let (mut parts, mut from) = (Vec::new(), 0);
    for at in kind.match_indices('_').map(|(at, _)| at).filter(is_open) {
        parts.push(&kind[from..at]);
        from = at + 1;
    }
    parts.push(&kind[from..]);
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_leave_parts_open() {
        assert!(fits("cmd({button,_})", "cmd({button,abc})"));
        assert!(fits("{_,busy_1,_}", "{3,busy_1,[a]}"));
        assert!(!fits("cmd({button,_})", "cmd({door,abc})"));
        assert!(!fits("do_lock", "do_unlock"));
        assert!(fits("_", "anything"));
    }
}
