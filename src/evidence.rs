//! Runs as Erlang: numbered actions with the lines they come from.

use std::fmt::Write as _;

use crate::certainty::Trust;
use checker::{Evidence, EvidenceKind, Step};
use frontend::SourceMap;
use lts::semantics::Engine;
use lts::{Action, Label, Lts, StateStore, Term};
use translator::model::CommandKind;
use translator::model::Model;

/// A system that evidence is about.
pub(crate) struct Stage<'s, 'm> {
    pub(crate) lts: &'s mut Lts,
    /// The machine and its states; absent for a system read from a file.
    pub(crate) machine: Option<(&'s mut Engine<'m>, &'s StateStore)>,
    /// What it is a system of, with the machine.
    pub(crate) model: Option<&'s Model>,
    /// How far verdicts on it can be trusted.
    pub(crate) trust: Trust,
}

impl Stage<'_, '_> {
    /// The text of a run, one action a line.
    pub(crate) fn describe(&mut self, evidence: &Evidence, sources: &SourceMap) -> String {
        let labels: Vec<String> = evidence.steps.iter().map(|step| self.label(step)).collect();
        let width = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0).min(48);
        let mut out = String::new();
        for (number, (step, label)) in evidence.steps.iter().zip(&labels).enumerate() {
            if evidence.kind == (EvidenceKind::Lasso { loop_start: number }) {
                out.push_str("          from here, again and again:\n");
            }
            let place = self.place(step, sources).unwrap_or_default();
            let line = format!("    {:>4}  {label:<width$}  {place}", number + 1);
            let _ = writeln!(out, "{}", line.trim_end());
        }
        match evidence.kind {
            EvidenceKind::Deadlock => out.push_str("          and nothing more happens\n"),
            EvidenceKind::Trace if evidence.steps.is_empty() => {
                out.push_str("          at once, in the first state\n");
            }
            EvidenceKind::Trace | EvidenceKind::Lasso { .. } => {}
        }
        out
    }

    fn label(&self, step: &Step) -> String {
        match self.lts.labels().get(step.label) {
            Label::Tau => "tau".to_owned(),
            Label::Visible { text, .. } => text.clone(),
        }
    }

    /// Where a step comes from: the call, or the clause that takes the event.
    fn place(&mut self, step: &Step, sources: &SourceMap) -> Option<String> {
        let (machine, states) = self.machine.as_mut()?;
        let source = states.get(step.source)?;
        let target = states.get(step.target)?;
        let origin = machine.origin(source, step.label, target).ok()??;
        origin.call.or(origin.clauses.first().copied()).map(|span| sources.line_of(span))
    }

    /// The events of the commands of a run.
    pub(crate) fn commands(&self, evidence: &Evidence) -> Vec<Term> {
        evidence
            .steps
            .iter()
            .filter_map(|step| match self.lts.labels().get(step.label) {
                Label::Visible { action: Some(action), .. } => command(action),
                Label::Tau | Label::Visible { .. } => None,
            })
            .collect()
    }
}

/// The command of an action, as it is written in a list of commands.
fn command(Action { name, args, .. }: &Action) -> Option<Term> {
    let kind = CommandKind::ALL.into_iter().find(|kind| kind.command() == name)?;
    // The client stands in front, if it is shown.
    let term = args.last()?.clone();
    Some(match kind {
        CommandKind::Event => term,
        kind => Term::Tuple(vec![Term::atom(kind.tag()), term]),
    })
}
