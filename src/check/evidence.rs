//! Runs as Erlang: numbered actions with the lines they come from.

use behaviour::BEHAVIOURS;
use checker::{Evidence, EvidenceKind, EvidenceStep, Known, Onward, Verdict};
use frontend::Span;
use lts::semantics::Engine;
use lts::{Action, Label, Lts, StateId, StateStore, Term};
use model::Model;

use crate::check::certainty::Trust;
use crate::check::parties::party;
use crate::report::{self, Branch, End, Run, place};
use crate::session::Session;
use crate::system::atoms::MachineAtoms;

/// A system that evidence is about.
pub(crate) struct Stage<'s, 'm> {
    pub(crate) lts: &'s mut Lts,
    /// The machine and its states; absent for a system read from a file.
    pub(crate) machine: Option<(&'s mut Engine<'m>, &'s StateStore)>,
    /// What its states show, with the machine.
    pub(crate) atoms: Option<&'s MachineAtoms<'m>>,
    /// What it is a system of, with the machine.
    pub(crate) model: Option<&'m Model>,
    /// How far verdicts on it can be trusted.
    pub(crate) trust: Trust,
    /// Whether the formula that is asked is known to hold in it, if it is whole.
    pub(crate) has_held: bool,
    /// What is known of the formula in a whole system of which this is a part.
    pub(crate) told: Option<&'s KnownAlready>,
}

/// What is known of a formula in a system that nobody has in one place.
#[derive(Clone, Debug)]
pub(crate) struct KnownAlready {
    pub(crate) known: Known,
    pub(crate) n_states: usize,
    /// Whether other formulas hold, by their texts.
    pub(crate) happens: Vec<(String, bool)>,
}

impl<'s, 'm> Stage<'s, 'm> {
    /// A finished system.
    pub(crate) fn of_system(lts: &'s mut Lts) -> Self {
        let (machine, atoms, model) = (None, None, None);
        Self { lts, machine, atoms, model, trust: Trust::Exact, has_held: false, told: None }
    }

    /// The system of a machine, with what its states show.
    pub(crate) fn of_machine(
        lts: &'s mut Lts,
        (engine, states): (&'s mut Engine<'m>, &'s StateStore),
        (model, atoms): (&'m Model, &'s MachineAtoms<'m>),
    ) -> Self {
        let machine = engine.machine();
        let trust = match Trust::of(model) {
            _ if machine.left_out().next().is_some() => Trust::Partial,
            Trust::Exact | Trust::Unknowns if machine.overflows() => Trust::Bounded,
            trust => trust,
        };
        let (machine, atoms, model) = (Some((engine, states)), Some(atoms), Some(model));
        Self { lts, machine, atoms, model, trust, has_held: false, told: None }
    }
}

impl Stage<'_, '_> {
    /// A run, or several, with the lines that they come from; none if nothing explains the verdict.
    pub(crate) fn describe(&mut self, verdict: &Verdict, session: &Session) -> Option<Run> {
        if let Some(evidence) = &verdict.evidence {
            let parts = verdict.parts.iter().copied().map(Some).chain(std::iter::repeat(None));
            let steps = evidence.steps.iter().zip(parts);
            let steps = steps.map(|(step, part)| self.step(step, part, session)).collect();
            let first = evidence.steps.first().and_then(|step| self.stored(step.source));
            let first = first.map(|(name, _)| name);
            let end = match evidence.kind {
                EvidenceKind::Trace => End::Open,
                EvidenceKind::Deadlock => End::Deadlock,
                EvidenceKind::Lasso { loop_start } => End::Loop(loop_start),
            };
            return Some(Run { first, steps, end, shows_parts: false });
        }
        let tree = verdict.together.as_ref()?;
        let steps = tree.branches.iter().map(|branch| {
            let again = match branch.onward {
                Onward::Next => None,
                Onward::Start => Some(0),
                Onward::Behind(step) => Some(step + 1),
            };
            let (level, is_first) = (branch.level, branch.is_first);
            let step = self.step(&branch.step, Some(branch.part), session);
            report::ReportedStep { branch: Branch { level, is_first, again }, ..step }
        });
        let steps = steps.collect();
        Some(Run { first: None, steps, end: End::Tree, shows_parts: false })
    }

    fn step(
        &mut self,
        step: &EvidenceStep,
        part: Option<Span>,
        session: &Session,
    ) -> report::ReportedStep {
        let written = |span: Span| {
            let source = session.sources.get(span.file)?;
            source.text.get(span.start as usize..span.end as usize).map(str::to_owned)
        };
        let action = self.label(step);
        report::ReportedStep {
            party: party(self.model, &action),
            action,
            place: self.place(step).and_then(|span| place(session, span)),
            part: part.and_then(written),
            branch: Branch::default(),
            states: (step.source.index(), step.target.index()),
            after: self.stored(step.target),
        }
    }

    /// What a state is called, and its data, while the machine lives.
    fn stored(&mut self, state: StateId) -> Option<(String, String)> {
        let (machine, states) = self.machine.as_mut()?;
        let (name, data) = machine.info(states.get(state)?).stored?;
        Some((name, data.to_string()))
    }

    fn label(&self, step: &EvidenceStep) -> String {
        match self.lts.labels().get(step.label) {
            Label::Tau => "tau".to_owned(),
            Label::Visible { text, .. } => text.clone(),
        }
    }

    /// Where a step comes from: the call, or the clause that takes the event.
    fn place(&mut self, step: &EvidenceStep) -> Option<Span> {
        let (machine, states) = self.machine.as_mut()?;
        let source = states.get(step.source)?;
        let target = states.get(step.target)?;
        let origin = machine.origin(source, step.label, target).ok()??;
        origin.call.or(origin.clauses.first().copied())
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
pub(crate) fn command(Action { name, args, .. }: &Action) -> Option<Term> {
    let mut kinds = BEHAVIOURS.iter().flat_map(|behaviour| behaviour.messages);
    let kind = kinds.find(|kind| kind.command == name)?;
    // The client stands in front, if it is shown.
    let term = args.last()?.clone();
    Some(if kind.is_untagged { term } else { Term::Tuple(vec![Term::atom(kind.tag), term]) })
}
