//! What the built-in checks find, kept for whoever goes there: a simulation.
//!
//! Input: a module, its model under the events that it suggests. Output: findings in the order of a report, each with what has to happen
//! one thing after another until it is there, and a test that replays it.

use std::path::Path;

use hunter::{Finding, Report};
use lts::next_state::NextState as _;
use lts::semantics::{Hunt, LabelStyle, Machine, View};
use lts::{Action, Label};
use model::{ActionRole, AtOnce, Model};
use translator::derive::Derived;

use super::{
    Environed, MAX_JUDGING, MAX_PLAYING, NET, bounds, doubt, emit, emitted, model_watching,
};
use crate::cli::{LimitArgs, SourceArgs};
use crate::codes;
use crate::command::commands::as_term;
use crate::config::ignored;
use crate::config::observed::Observer;
use crate::config::settings::placeless;
use crate::session::Session;
use crate::system::Subject;
use crate::watch::clock::Deadline;

/// A module as the built-in checks look at it.
pub(crate) struct Ground {
    pub(crate) model: Model,
    derived: Derived,
    environment: Environed,
}

/// What was found in it.
pub(crate) struct Looked<'g> {
    ground: &'g Ground,
    machine: Machine<'g>,
    hunt: Hunt,
    report: Report,
}

impl Ground {
    /// What the checks look at; `None` where that was reported to be impossible.
    pub(crate) fn of(
        session: &mut Session,
        (args, limits): (&SourceArgs, &LimitArgs),
        subject: &Subject,
        observers: &[Observer],
    ) -> Option<Self> {
        let end = Deadline::new(limits.timeout, NET);
        let with = (end, &[][..]);
        let (model, derived, environment) =
            model_watching(session, (args, limits), subject, with, observers)?;
        Some(Self { model, derived, environment })
    }

    /// What `init/1` is called with, where the module or its user says it.
    pub(crate) fn init(&self) -> Option<String> {
        self.environment.init.first().map(|init| as_term(init).to_string())
    }

    /// Looks for defects.
    pub(crate) fn looked(
        &self,
        session: &Session,
        limits: &LimitArgs,
        subject: &Subject,
    ) -> Looked<'_> {
        let end = Deadline::new(limits.timeout, NET);
        let mut machine = Machine::new(&self.model, View::Default, LabelStyle::Erlang)
            .with_max_steps(limits.max_steps.get())
            .interrupted_by(Box::new(move || end.is_over()));
        let hunt = machine.hunt(bounds(limits));
        machine.allow(MAX_JUDGING);
        let judged = self.environment.judged(&subject.module, &self.model, &self.derived);
        let mut report = hunter::check(&judged, &mut machine, &hunt);
        ignored::silence(session, subject, &mut report);
        let mut play = |finding: &Finding| {
            machine.allow(MAX_PLAYING);
            hunter::replay(&judged, &mut machine, &hunt, finding)
        };
        doubt(&mut report, &mut play);
        Looked { ground: self, machine, hunt, report }
    }
}

impl Looked<'_> {
    /// The findings.
    pub(crate) fn findings(&self) -> &[Finding] {
        &self.report.findings
    }

    /// The finding of a code or a number.
    pub(crate) fn finding(&self, chosen: &str) -> Option<&Finding> {
        super::choose(&self.report, Some(chosen))
    }

    /// What happens on the way to a finding, but for calls, which hunts pass over.
    pub(crate) fn way(&self, finding: &Finding) -> Vec<Action> {
        let edges = finding.way.iter().filter_map(|&edge| self.hunt.edges.get(edge));
        let told = edges.filter(|edge| {
            !matches!(
                edge.role,
                None | Some(ActionRole::Continue(AtOnce::Enter) | ActionRole::Internal)
            )
        });
        let action = |label: &Label| label.action().cloned();
        told.filter_map(|edge| action(self.machine.labels().get(edge.label))).collect()
    }

    /// Writes a test that replays a finding; tells whether that was possible, else it was reported.
    pub(crate) fn emit(
        &mut self,
        session: &mut Session,
        subject: &Subject,
        (path, chosen): (&Path, &str),
    ) -> bool {
        if let Some(error) = emitted::unfit(path, &subject.path) {
            session.report(error);
            return false;
        }
        if self.finding(chosen).is_none() {
            session.report(placeless(codes::NO_TEST, format!("there is no finding `{chosen}`")));
            return false;
        }
        let Self { ground, machine, hunt, report } = self;
        let judged = ground.environment.judged(&subject.module, &ground.model, &ground.derived);
        let machine_of = ground.environment.played(&ground.model, &ground.derived);
        let mut play = |finding: &Finding| {
            machine.allow(MAX_PLAYING);
            hunter::replay(&judged, machine, hunt, finding)
        };
        emit(session, (path, Some(chosen)), &machine_of, report, &mut play)
    }
}
