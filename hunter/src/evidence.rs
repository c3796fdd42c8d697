//! How something comes about, event by event.

mod consequence;
mod naming;
mod wording;

use frontend::Span;
use lts::semantics::{HuntEdge, Idle};
use model::{ActionRole, AtOnce};

use crate::moves::Moves;

pub(crate) use consequence::{consequence, sent_from};

/// A line of evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What happens, as a label of the model.
    pub event: String,
    /// What happens, in the words of the source.
    pub shown: String,
    /// The state before, where that is known.
    pub before: Option<String>,
    /// The state behind.
    pub after: Option<String>,
    /// The clause that is taken.
    pub place: Option<Span>,
    /// The data behind, where it has changed, in the words of the source.
    pub data: Option<String>,
}

impl Moves<'_, '_> {
    /// The lines of a way.
    pub(crate) fn lines(&self, way: &[usize]) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        let (mut at, mut clause) = (None, None);
        for &number in way {
            let edge = self.edge(number);
            if is_shown(edge)
                && !self.is_idle_call(edge)
                && !(edge.role.is_some() && edge.label == lts::LabelId::TAU)
            {
                lines.push(self.line(edge, (at, clause)));
            } else if let Some(last) = lines.last_mut() {
                last.place = last.place.or(edge.clauses.first().copied());
                let after = self.idle[edge.target].as_ref();
                last.after = after.and_then(|idle| self.told(idle)).or(last.after.take());
            }
            at = edge.at.or(at);
            clause = edge.clauses.first().copied().or(clause);
        }
        lines
    }

    /// Whether an edge is a call on entering a state of which nothing comes, or an end that the loop has found.
    fn is_idle_call(&self, edge: &HuntEdge) -> bool {
        if edge.role != Some(ActionRole::Continue(AtOnce::Enter)) {
            return false;
        }
        let Some(before) = self.idle[edge.source].as_ref() else { return true };
        let kept = |idle: &Idle| (idle.kept.postponed.len(), idle.kept.timeouts.clone());
        self.idle_behind(edge).is_some_and(|after| {
            before.state == after.state && before.data == after.data && kept(before) == kept(&after)
        })
    }

    fn line(&self, edge: &HuntEdge, from: (Option<Span>, Option<Span>)) -> Line {
        let before = self.idle[edge.source].as_ref();
        let after = self.idle_behind(edge);
        let event = self.label_text(edge);
        let changed =
            after.as_ref().filter(|after| before.is_none_or(|before| before.data != after.data));
        let changed = changed.map(|after| self.data_text(edge, before, after));
        Line {
            shown: self.action_text(edge, from).unwrap_or_else(|| event.clone()),
            event,
            before: before.and_then(|idle| self.told(idle)),
            after: after.and_then(|idle| self.told(&idle)),
            place: edge.clauses.first().copied().filter(|_| edge.role != Some(ActionRole::Crash)),
            data: changed,
        }
    }

    /// The name of a state, where a machine has several.
    fn told(&self, idle: &Idle) -> Option<String> {
        idle.state.clone().filter(|_| self.model.behaviour.only_state.is_none())
    }

    fn label_text(&self, edge: &HuntEdge) -> String {
        use lts::next_state::NextState as _;
        match edge.role {
            None => "start".to_owned(),
            Some(_) => self.machine.labels().get(edge.label).text().unwrap_or("tau").to_owned(),
        }
    }
}

/// Whether an edge is worth a line: hidden steps are not.
fn is_shown(edge: &HuntEdge) -> bool {
    // What starts the machine has no action.
    !matches!(edge.role, Some(ActionRole::Internal | ActionRole::SendTimer | ActionRole::Post(_)))
}
