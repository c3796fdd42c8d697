//! `erl2lts lts --workers N --reduce NAME`, and `erl2lts reduce DIR --workers N`: what several processes reduce.
//!
//! Input: a system that they explore, whose rows stay in memory; or a folder with a segment for each of them. Output: one file, the same
//! that `reduce` writes of the whole, from the first process. The reduction itself is in `cluster`.

use std::path::Path;

use cluster::{
    Alarm, Ended, Identity, Joined, Manifest, Reduced, Refused, Segmented, Totals, Wish, reduce,
};
use frontend::{Diagnostic, Severity};
use lts::Lts;
use lts::format::aut::TauName;
use lts::reduce::{Equivalence, ReduceError};

use crate::cli::{EquivalenceArg, Labels, LtsArgs, LtsFormat, ReduceArgs};
use crate::codes;
use crate::command::destination::Destination;
use crate::command::systems::reduce::{MAX_WORK, impossible, written};
use crate::config::settings::placeless;
use crate::io::segments;
use crate::session::Session;
use crate::session::exit::Exit;
use crate::session::watch::{Watch, signals, stop};
use crate::system::Maps;
use crate::system::foreign;
use crate::system::format::Target;
use crate::workers::children::{Children, Task};
use crate::workers::exploring::{Joining, Unjoined, Watching, end, joined};
use crate::workers::hosts::{self, Place, PlaceKind};
use crate::workers::{children, folder, said};

/// What is wanted.
pub(super) fn wish(equivalence: EquivalenceArg) -> Wish {
    Wish { equivalence: equivalence.into(), max: MAX_WORK }
}

/// Where the result of `lts --reduce` goes; nothing where that was reported to be impossible.
pub(super) fn destination(session: &mut Session, args: &LtsArgs) -> Option<Destination> {
    if args.output.as_ref().is_some_and(|path| path.is_dir()) {
        let message = "--reduce writes one file, and the output is a folder";
        session.report(placeless(codes::BAD_FLAGS, message));
        return None;
    }
    Destination::of(session, args.output.as_deref(), &args.stored)
}

/// Writes what is left of a system that was explored, at the first worker; nothing where that is impossible, which is reported.
pub(super) fn deliver(
    session: &mut Session,
    (equivalence, args): (EquivalenceArg, &LtsArgs),
    before: &Totals,
    reduced: Option<Result<Reduced, u64>>,
) -> Option<()> {
    let Some(reduced) = reduced else { return Some(()) };
    let reduced = reduced.map_err(|note| session.report(stopped(note))).ok()?;
    let Some(lts) = reduced.lts else { return Some(()) };
    let lts = possible(session, lts, equivalence.into())?;
    let destination = destination(session, args)?;
    let format = LtsFormat::meant(&destination);
    let tau = match (args.tau, args.labels) {
        (Some(tau), _) => tau.into(),
        (None, Some(Labels::Mcrl2)) => TauName::Tau,
        (None, _) if format == LtsFormat::Fsm => TauName::Tau,
        (None, _) => TauName::I,
    };
    let target = Target { destination: &destination, format, tau };
    written(session, &lts, (before.states, before.transitions), &target);
    Some(())
}

fn possible(
    session: &mut Session,
    lts: Result<Lts, ReduceError>,
    equivalence: Equivalence,
) -> Option<Lts> {
    lts.map_err(|error| session.report(impossible(error, equivalence))).ok()
}

/// That a worker wanted to stop.
fn stopped(note: u64) -> Diagnostic {
    let why = stop::interruption(said::reason(note));
    let message = format!("there are no classes yet: {why}");
    Diagnostic::new(codes::NO_EQUIVALENCE, Severity::Warning, message)
}

/// Reduces a folder together with the other processes.
pub(crate) fn run(args: &ReduceArgs) -> Exit {
    let mut session = Session::new(args.system.source.messages);
    let is_done = of_folder(&mut session, args).is_some();
    let exit = session.exit();
    if is_done { exit } else { exit.and(Exit::Inconclusive) }
}

fn of_folder(session: &mut Session, args: &ReduceArgs) -> Option<()> {
    let place = hosts::place(session, &args.workers)?;
    let output = args.target.output.as_deref();
    let destination = Destination::of(session, output, &args.target.stored)?;
    let manifest = manifest(session, args, &place)?;
    let equivalence = Equivalence::from(args.equivalence);
    if !manifest.is_complete {
        session.report(impossible(ReduceError::Incomplete, equivalence));
        return None;
    }
    let reduced = Reducing { session, args, place: &place, manifest: &manifest }.reduced()?;
    if reduced.n_transitions != manifest.totals.transitions {
        session.report(folder::contradicted(&args.system.source.input));
        return None;
    }
    let Some(lts) = reduced.lts else { return Some(()) };
    let lts = possible(session, lts, equivalence)?;
    let before = (manifest.totals.states, manifest.totals.transitions);
    written(session, &lts, before, &args.target.target(&destination));
    Some(())
}

/// The manifest of the folder, which must have a segment for each worker.
fn manifest(session: &mut Session, args: &ReduceArgs, place: &Place) -> Option<Manifest> {
    let path = &args.system.source.input;
    if !segments::is_folder(path) {
        let message = "several processes reduce a folder of segments; `lts --workers N --reduce NAME` explores, too";
        session.report(placeless(codes::BAD_FLAGS, message));
        return None;
    }
    let system = &args.system;
    let flags = foreign::about_model(system.view.is_some(), system.form.is_some(), &system.limits);
    // Memory is that of each process.
    let flags: Vec<(&str, bool)> =
        flags.into_iter().filter(|(flag, _)| *flag != foreign::MEMORY).collect();
    let why = "a folder of segments takes no {flag}: it is a finished system";
    if foreign::refuses(session, &system.source, &flags, why) {
        return None;
    }
    let manifest = folder::manifest(path).map_err(|error| session.report(*error)).ok()?;
    if manifest.n_workers == place.n_workers() {
        return Some(manifest);
    }
    let message = format!(
        "`{}` has the segments of {} workers, and {} are to reduce it",
        path.display(),
        manifest.n_workers,
        place.n_workers()
    );
    let help = format!(
        "give `--workers {}`; without it one process reads all of them",
        manifest.n_workers
    );
    session.report(placeless(codes::NO_WORKERS, message).with_help(help));
    None
}

/// One reduction of a folder.
struct Reducing<'a> {
    session: &'a mut Session,
    args: &'a ReduceArgs,
    place: &'a Place,
    manifest: &'a Manifest,
}

impl Reducing<'_> {
    /// What is left; nothing where that was reported to be impossible.
    fn reduced(mut self) -> Option<Reduced> {
        signals::listen();
        let alarm = Alarm::default();
        let (joining, children) = match &self.place.kind {
            PlaceKind::Parent(n_workers) if *n_workers > 1 => {
                let started =
                    children::start(*n_workers, (Maps::Ordered, Task::default()), None, &alarm);
                let started = started.map_err(|error| {
                    let message = format!("cannot start another process: {error}");
                    self.session.report(placeless(codes::NO_WORKERS, message));
                });
                let started = started.ok()?;
                let (addresses, secret) = (started.addresses, started.secret);
                let joining = Joining { addresses, secret, listener: Some(started.listener) };
                (Some(joining), Some(started.children))
            }
            _ => (Joining::of(self.place), None),
        };
        let reduced = self.together((joining, children.as_ref()), &alarm);
        end(children, reduced.is_some());
        reduced
    }

    fn together(
        &mut self,
        (joining, children): (Option<Joining>, Option<&Children>),
        alarm: &Alarm,
    ) -> Option<Reduced> {
        let rows = self.rows()?;
        let limits = &self.args.system.limits;
        let mut watching = Watching(Watch::new(limits).sharing(limits, self.place.n_here(), true));
        let with = (self.place.index, joining);
        let identity = (self.identity(), u64::MAX);
        let joined = joined((self.session, &mut watching), with, identity, alarm);
        match joined {
            Ok(joined) => self.reduce(rows, joined, watching),
            Err(Unjoined(why)) => {
                watching.0.end();
                if let Some(refused) = why {
                    self.refused(&refused, children);
                }
                None
            }
        }
    }

    /// The rows of this worker.
    fn rows(&mut self) -> Option<Segmented> {
        self.rows_of(self.place.index).map_err(|broken| self.session.report(broken)).ok()
    }

    /// The rows of a worker; or what is wrong with them.
    fn rows_of(&self, worker: usize) -> Result<Segmented, Diagnostic> {
        let path: &Path = &self.args.system.source.input;
        let n_states = self.manifest.segments.get(worker).map_or(0, |segment| segment.states);
        let mut rows = Segmented::new(worker, self.manifest.n_workers);
        let read = segments::rows(path, worker).map_err(|error| error.to_string());
        let read = read.and_then(|mut input| rows.read(&mut input, n_states));
        read.map(|()| rows).map_err(|why| folder::broken(path, worker, &why))
    }

    /// Says why workers have not come together: where one has refused its segment, what is wrong with that.
    fn refused(&mut self, refused: &Refused, children: Option<&Children>) {
        let broken = match refused {
            Refused::Absent(fault) if children.is_some_and(|all| all.has_refused(fault.worker)) => {
                self.rows_of(fault.worker).err()
            }
            _ => None,
        };
        match broken {
            Some(broken) => self.session.report(broken),
            None => said::refused(self.session, refused),
        }
    }

    fn identity(&self) -> Identity {
        let manifest = self.manifest;
        let pairs = [
            ("version", env!("CARGO_PKG_VERSION").to_owned()),
            ("number of workers", self.place.n_workers().to_string()),
            ("folder", format!("{:016x}", super::hash(manifest))),
            ("equivalence", Equivalence::from(self.args.equivalence).name().to_owned()),
        ];
        Identity(pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect())
    }

    fn reduce(
        &mut self,
        rows: Segmented,
        joined: Joined,
        mut watching: Watching,
    ) -> Option<Reduced> {
        let reduced = reduce(rows, joined, wish(self.args.equivalence), &mut watching);
        watching.0.end();
        match reduced {
            Ok(reduced) => Some(reduced),
            Err(Ended::Fault(fault)) => {
                let message = format!("worker {} is lost: {}", fault.worker, fault.why);
                self.session.report(Diagnostic::new(codes::LOST, Severity::Warning, message));
                None
            }
            Err(Ended::Stopped(note)) => {
                self.session.report(stopped(note));
                None
            }
        }
    }
}
