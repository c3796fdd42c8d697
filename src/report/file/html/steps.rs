//! Runs as a page plays them: steps with where they are in the source, in the system and in the state diagram.
//!
//! Input: the run of a property, or the way to a finding. Output: JSON, a list of steps.

use checker::EvidenceStep;
use lts::StateId;

use super::data::{Files, shown};
use crate::report::file::value::Json;
use crate::report::{Defect, End, Party, Run, StateDiagram};
use crate::system::drawing::{Passed, walked};

/// Steps of all runs together that a page holds.
const MOST: usize = 50_000;

/// What steps are told by, and how many more may be told.
pub(super) struct Steps<'r> {
    diagram: Option<&'r StateDiagram>,
    left: usize,
}

impl<'r> Steps<'r> {
    pub(super) fn new(diagram: Option<&'r StateDiagram>) -> Self {
        Self { diagram, left: MOST }
    }

    /// A run that explains a verdict; null where there is no room for it.
    pub(super) fn of_run(&mut self, run: &Run, files: &mut Files) -> Json {
        if !self.has_room(run.steps.len()) {
            return Json::Null;
        }
        let passed: Vec<Passed<'_>> = run
            .steps
            .iter()
            .map(|step| Passed {
                label: &step.action,
                is_event: step.party.is_event(),
                after: step.after.as_ref().map(|(name, _)| name.as_str()),
            })
            .collect();
        // Of several runs it is not known where each begins.
        let passed = if run.end == End::Tree { &[] } else { &passed[..] };
        let gone = self.walked(run.first.as_deref(), passed);
        let steps = run.steps.iter().enumerate().map(|(number, step)| {
            let mut object = vec![
                ("label", shown(&step.action)),
                ("at", files.place(step.place.as_ref())),
                ("about", step.part.as_deref().map_or(Json::Null, shown)),
                ("from", Json::Number(step.states.0)),
                ("to", Json::Number(step.states.1)),
            ];
            if let Some((name, data)) = &step.after {
                object.extend([("state", shown(name)), ("data", shown(data))]);
            }
            if run.end == End::Tree {
                object.extend([
                    ("level", Json::Number(step.branch.level)),
                    ("first", Json::Bool(step.branch.is_first)),
                ]);
                object.extend(step.branch.again.map(|again| ("again", Json::Number(again))));
            }
            object.extend(party(&step.party));
            object.extend(self.place(gone.get(number)));
            Json::Object(object)
        });
        let steps = Json::List(steps.collect());
        let (end, start) = match run.end {
            End::Open => ("open", None),
            End::Deadlock => ("deadlock", None),
            End::Loop(start) => ("loop", Some(start)),
            End::Tree => ("tree", None),
        };
        let mut object = vec![("end", Json::text(end)), ("steps", steps)];
        object.extend(start.map(|start| ("loop", Json::Number(start))));
        Json::Object(object)
    }

    /// The way to a finding; null where there is none, or no room for it.
    pub(super) fn of_way(&mut self, defect: &Defect, files: &mut Files) -> Json {
        if defect.way.is_empty() || !self.has_room(defect.way.len()) {
            return Json::Null;
        }
        let passed: Vec<Passed<'_>> = defect
            .way
            .iter()
            .enumerate()
            .map(|(number, step)| Passed {
                label: &step.label,
                is_event: number > 0 && step.party.is_event(),
                after: step.after.as_deref(),
            })
            .collect();
        let gone = self.walked(None, &passed);
        let steps = defect.way.iter().enumerate().map(|(number, step)| {
            let mut object =
                vec![("label", shown(&step.event)), ("at", files.place(step.at.as_ref()))];
            object.extend(step.after.as_deref().map(|name| ("state", shown(name))));
            object.extend(step.data.as_deref().map(|data| ("data", shown(data))));
            object.extend(party(&step.party));
            object.extend(self.place(gone.get(number)));
            Json::Object(object)
        });
        let steps = Json::List(steps.collect());
        Json::Object(vec![("end", Json::text("open")), ("steps", steps)])
    }

    fn has_room(&mut self, n_steps: usize) -> bool {
        let has_room = n_steps <= self.left;
        self.left -= if has_room { n_steps } else { 0 };
        has_room
    }

    fn walked(
        &self,
        first: Option<&str>,
        passed: &[Passed<'_>],
    ) -> Vec<(Option<EvidenceStep>, Option<StateId>)> {
        let diagram = self.diagram.map(|shown| &shown.diagram);
        diagram.map(|diagram| walked(diagram, first, passed)).unwrap_or_default()
    }

    /// Where a step is in the state diagram: the arrow that it is a part of, and the state behind.
    fn place(
        &self,
        gone: Option<&(Option<EvidenceStep>, Option<StateId>)>,
    ) -> Vec<(&'static str, Json)> {
        let (Some((arrow, behind)), Some(shown)) = (gone, self.diagram) else { return Vec::new() };
        let arrow = arrow.and_then(|gone| {
            let (from, to) = (gone.source.index(), gone.target.index());
            shown.drawing.arrows.iter().position(|arrow| (arrow.from, arrow.to) == (from, to))
        });
        let arrow = arrow.map(|arrow| ("arrow", Json::Number(arrow)));
        let behind = behind.map(|state| ("node", Json::Number(state.index())));
        arrow.into_iter().chain(behind).collect()
    }
}

/// Who has to do with a step: a word, and a name where there are several.
fn party(party: &Party) -> Vec<(&'static str, Json)> {
    let word = match party {
        Party::Sender => "sender",
        Party::Timer => "timer",
        Party::Called(_) => "called",
        Party::Client => "client",
        Party::Nobody => return Vec::new(),
    };
    let mut told = vec![("who", Json::text(word))];
    if let Party::Called(name) = party {
        told.push(("whom", shown(name)));
    }
    told
}
