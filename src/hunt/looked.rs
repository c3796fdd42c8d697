//! A module as the built-in checks look at it, and what they find.
//!
//! Input: a module, its model under the events that it suggests. Output: findings in the order of a report, each with what has to happen
//! one thing after another until it is there, and a test that replays it: for a report, and for who goes there in a simulation.

use std::cell::Cell;
use std::path::Path;
use std::rc::Rc;

use frontend::{Code, Module};
use hunter::{Finding, Gap, Rank, Report};
use lts::next_state::NextState as _;
use lts::semantics::{Hunt, LabelStyle, Machine, View};
use lts::{Action, Label};
use model::{ActionRole, AtOnce, Model};
use translator::derive::Derived;

use super::{
    Environed, JUDGING, MAX_JUDGING, MAX_PLAYING, bounds, doubt, emit, emitted, model_watching,
};
use crate::cli::{LimitArgs, SourceArgs};
use crate::command::commands::as_term;
use crate::config::ignored;
use crate::config::observed::Observer;
use crate::report::findings::Bounds;
use crate::session::Session;
use crate::session::watch::clock::Deadline;
use crate::session::watch::progress::{Doing, during};
use crate::system::Subject;

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
    pub(crate) report: Report,
    /// Findings that are not told, as the module asks for.
    pub(crate) silenced: Vec<Finding>,
}

impl Ground {
    /// What the checks look at; of the warnings of its translation those with these codes are shown. `None` where that was reported to be
    /// impossible.
    pub(crate) fn of(
        session: &mut Session,
        (args, limits): (&SourceArgs, &LimitArgs),
        subject: &Subject,
        with: (Deadline, &[&[Code]]),
        observers: &[Observer],
    ) -> Option<Self> {
        let (model, derived, environment) =
            model_watching(session, (args, limits), subject, with, observers)?;
        Some(Self { model, derived, environment })
    }

    /// What bounds what a hunt can meet.
    pub(crate) fn bounds(&self) -> &Bounds {
        &self.environment.bounds
    }

    /// What `init/1` is called with, where the module or its user says it.
    pub(crate) fn init(&self) -> Option<String> {
        self.environment.init.first().map(|init| as_term(init).to_string())
    }

    /// What tests are played for.
    pub(crate) fn played(&self) -> emitted::Machine<'_> {
        self.environment.played(&self.model, &self.derived)
    }

    /// The module with what it has of others.
    pub(crate) fn linked<'s>(&'s self, module: &'s Module) -> &'s Module {
        self.environment.around.linked(module)
    }

    /// The module with the callbacks of those that may take its place.
    pub(crate) fn machine<'s>(&'s self, module: &'s Module) -> &'s Module {
        self.environment.around.machine(module)
    }

    /// Looks for defects until the deadline.
    pub(crate) fn looked(
        &self,
        session: &Session,
        limits: &LimitArgs,
        subject: &Subject,
        end: Deadline,
    ) -> Looked<'_> {
        let (deadline, was_over) = (Rc::new(Cell::new(end)), Rc::new(Cell::new(false)));
        let (watched, noted) = (Rc::clone(&deadline), Rc::clone(&was_over));
        let is_over = move || {
            let is_over = watched.get().is_over();
            noted.set(noted.get() || is_over);
            is_over
        };
        let mut machine = Machine::new(&self.model, View::Default, LabelStyle::Erlang)
            .with_max_steps(limits.max_steps.get())
            .interrupted_by(Box::new(is_over));
        let hunt = during(Doing::Hunting, || machine.hunt(bounds(limits)));
        // What was found is judged all the same.
        if hunt.is_interrupted {
            deadline.set(Deadline::new(Some(JUDGING), JUDGING));
        }
        machine.allow(MAX_JUDGING);
        let judged = self.judged(subject);
        let mut report = during(Doing::Judging, || hunter::check(&judged, &mut machine, &hunt));
        let silenced = ignored::silence(session, subject, &mut report);
        if was_over.get() {
            report.note(Gap::Clock);
        }
        doubt(&mut report, &mut |finding| {
            machine.allow(MAX_PLAYING);
            hunter::replay(&judged, &mut machine, &hunt, finding)
        });
        Looked { ground: self, machine, hunt, report, silenced }
    }

    /// What findings are judged by.
    fn judged<'s>(&'s self, subject: &'s Subject) -> hunter::Subject<'s> {
        self.environment.judged(&subject.module, &self.model, &self.derived)
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

    /// What shows the first certain finding in a shell, where something does.
    pub(crate) fn session(&mut self, subject: &Subject) -> Option<String> {
        let Self { ground, machine, hunt, report, .. } = self;
        let is_shown =
            |finding: &&Finding| finding.rank == Rank::Certain && !finding.way.is_empty();
        let first = report.findings.iter().find(is_shown)?;
        machine.allow(MAX_PLAYING);
        let replay = hunter::replay(&ground.judged(subject), machine, hunt, first).ok()?;
        emitted::session(&ground.played(), &replay)
    }

    /// Writes a test that replays the finding of a code or a number, if the user names none the first one that a way shows; tells whether
    /// that was possible, else it was reported.
    pub(crate) fn emit(
        &mut self,
        session: &mut Session,
        subject: &Subject,
        (path, chosen): (&Path, Option<&str>),
    ) -> bool {
        let Self { ground, machine, hunt, report, .. } = self;
        let judged = ground.judged(subject);
        let mut play = |finding: &Finding| {
            machine.allow(MAX_PLAYING);
            hunter::replay(&judged, machine, hunt, finding)
        };
        emit(session, (path, chosen), &ground.played(), report, &mut play)
    }
}
