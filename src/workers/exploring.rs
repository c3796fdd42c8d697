//! One system, explored together with the other workers.
//!
//! Input: a system, the place of this process among the workers. Output: what was explored is in a folder, or counted, and
//! what is to be said of it is said.

use std::path::Path;
use std::time::Duration;

use cluster::{
    Alarm, Explored, Failed, Hosts, Identity, Joined, Manifest, Overseer, Progressed, Reduced,
    Restored, Storage, Wanted, Warm, Why, alone, explore, explore_reduced, join, restore, warm_up,
};
use frontend::Diagnostic;
use lts::explore::{Progress, Stop};
use lts::portable::Portable;
use lts::reduce::Equivalence;

use crate::cli::LtsArgs;
use crate::codes;
use crate::config::settings::placeless;
use crate::io::segments::{self, Folder};
use crate::session::Session;
use crate::system::Maps;
use crate::watch::{Watch, stop};
use crate::workers::children::{self, Children};
use crate::workers::hosts::{Place, PlaceKind, listen};
use crate::workers::{reducing, said};

/// How long workers wait for each other to begin: the slowest must have translated the input.
const PATIENCE: Duration = Duration::from_mins(2);

/// Time between two moments from which a run can be taken up.
const CHECKPOINT: Duration = Duration::from_mins(1);

/// Explores for a command.
pub(crate) struct Exploring<'a> {
    pub(crate) session: &'a mut Session,
    pub(crate) args: &'a LtsArgs,
}

/// What an exploration is done under.
pub(crate) struct Under<'a> {
    pub(crate) place: &'a Place,
    pub(crate) watch: Watch,
    /// What tells the system from others, by name.
    pub(crate) shape: Vec<(&'static str, String)>,
    pub(crate) maps: Maps,
}

/// The watch, as workers ask it.
pub(super) struct Watching(pub(super) Watch);

impl Overseer for Watching {
    fn look(&mut self, progress: Progress) -> bool {
        self.0.look(progress)
    }

    fn note(&self) -> u64 {
        said::number(self.0.reason())
    }
}

/// How much of a system was explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Extent {
    Whole,
    /// A part, for this reason.
    Part(Why),
}

impl Exploring<'_> {
    /// Explores; how much of it. `None` where there is nothing, which was reported.
    pub(crate) fn explore(self, system: &mut dyn Portable, under: Under<'_>) -> Option<Extent> {
        let Under { place, watch, shape, maps } = under;
        let alarm = Alarm::default();
        let started = match &place.kind {
            PlaceKind::Parent(n_workers) if *n_workers > 1 => {
                match children::start(*n_workers, maps, &alarm) {
                    Ok(started) => Some(started),
                    Err(error) => {
                        let message = format!("cannot start another process: {error}");
                        self.session.report(placeless(codes::NO_WORKERS, message));
                        return None;
                    }
                }
            }
            _ => None,
        };
        let mut watching = Watching(watch);
        let (joining, children) = match started {
            Some(started) => {
                let (addresses, secret) = (started.addresses, started.secret);
                let joining = Joining { addresses, secret, listener: Some(started.listener) };
                (Some(joining), Some(started.children))
            }
            None => (Joining::of(place), None),
        };
        let mut run = Run { place, maps, shape, alarm, joining, exploring: self, reduced: None };
        let explored = run.explored(system, &mut watching);
        watching.0.end();
        let reduced = run.reduced;
        let Exploring { session, args } = run.exploring;
        end(children, explored.is_some());
        let explored = explored?;
        if explored.why.is_some_and(|(why, _)| why == Why::Unordered) {
            return Some(Extent::Part(Why::Unordered));
        }
        said::incomplete(session, &explored);
        if args.reducing.reduce.is_some() {
            reducing::deliver(session, args, &explored.totals, reduced)?;
            return Some(explored.why.map_or(Extent::Whole, |(why, _)| Extent::Part(why)));
        }
        let Explored { totals, .. } = &explored;
        session.print(&if args.segments.count {
            said::counts(&explored)
        } else {
            format!("{} states, {} transitions\n", totals.states, totals.transitions)
        });
        Some(explored.why.map_or(Extent::Whole, |(why, _)| Extent::Part(why)))
    }
}

pub(super) fn end(children: Option<Children>, is_fine: bool) {
    if let Some(children) = children {
        children.end(is_fine);
    }
}

/// How this process comes together with the others.
pub(super) struct Joining {
    pub(super) addresses: Vec<std::net::SocketAddr>,
    pub(super) secret: Vec<u8>,
    /// None where it is still to be opened.
    pub(super) listener: Option<std::net::TcpListener>,
}

impl Joining {
    pub(super) fn of(place: &Place) -> Option<Self> {
        match &place.kind {
            PlaceKind::Parent(_) => None,
            PlaceKind::Child(given) => Some(Self {
                addresses: given.addresses.clone(),
                secret: given.secret.clone(),
                listener: children::listener().ok(),
            }),
            PlaceKind::Host { addresses, secret } => {
                Some(Self { addresses: addresses.clone(), secret: secret.clone(), listener: None })
            }
        }
    }
}

/// One exploration.
struct Run<'a> {
    place: &'a Place,
    maps: Maps,
    shape: Vec<(&'static str, String)>,
    alarm: Alarm,
    joining: Option<Joining>,
    exploring: Exploring<'a>,
    /// What is left of the system, where it is to be reduced.
    reduced: Option<Result<Reduced, u64>>,
}

impl Run<'_> {
    fn explored(&mut self, system: &mut dyn Portable, watching: &mut Watching) -> Option<Explored> {
        let warm = self.warm(system, watching)?;
        let head = self.head(system, &warm);
        let (restored, levels) = self.restored((system, &warm), &head)?;
        let joined = self.joined(&head.identity, levels)?;
        let args = self.exploring.args;
        if let Some(equivalence) = args.reducing.reduce {
            let wanted =
                Wanted { max_states: args.limits.max_states.get() as u64, pace: CHECKPOINT, head };
            let wish = reducing::wish(equivalence);
            let found = explore_reduced((system, &warm), joined, &wanted, wish, watching);
            let lost = |failed| said::lost(self.exploring.session, &failed, false);
            let (explored, reduced) = found.map_err(lost).ok()?;
            self.reduced = reduced;
            return Some(explored);
        }
        let workers = &args.segments;
        let target = workers.resume.as_ref().or(args.output.as_ref());
        let mut folder = match target {
            Some(path) => Some(self.folder(path, restored.as_ref())?),
            None => None,
        };
        let storage = folder.as_mut().map(|folder| folder as &mut dyn Storage);
        let pace = workers.checkpoint.unwrap_or(CHECKPOINT);
        let max_states = self.exploring.args.limits.max_states.get() as u64;
        let wanted = Wanted { max_states, pace, head };
        let explored = explore((system, &warm), joined, &wanted, storage, watching, restored);
        explored
            .map_err(|failed: Failed| {
                let can_resume = target.is_some_and(|path| segments::progress(path, 0).is_ok());
                said::lost(self.exploring.session, &failed, can_resume);
            })
            .ok()
    }

    /// Gets the system ready, and says why that cannot be.
    fn warm(&mut self, system: &mut dyn Portable, watching: &mut Watching) -> Option<Warm> {
        let Exploring { session, .. } = &mut self.exploring;
        let warm = match warm_up(system, &mut |progress| watching.0.look(progress)) {
            Ok(warm) => warm,
            Err(error) => {
                let reason = watching.0.reason();
                session.report(stop::before_first((&error, reason), &session.sources));
                return None;
            }
        };
        if let Some(found @ (Stop::Interrupted | Stop::Refused(..))) = &warm.stop {
            let so_far = "nothing was explored together yet";
            let reason = watching.0.reason();
            session.report(stop::incomplete((found, reason), so_far, &session.sources));
            return None;
        }
        Some(warm)
    }

    /// What all workers must have in common.
    fn head(&self, system: &dyn Portable, warm: &Warm) -> Manifest {
        let args = self.exploring.args;
        let input =
            args.source.input.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let limits = &args.limits;
        let mut pairs = vec![
            ("version", env!("CARGO_PKG_VERSION").to_owned()),
            ("number of workers", self.place.n_workers().to_string()),
            ("input", input),
            ("--max-states", limits.max_states.to_string()),
            ("--max-steps", limits.max_steps.to_string()),
            ("--count", args.segments.count.to_string()),
            (ORDER, order(self.maps)),
        ];
        if let Some(equivalence) = args.reducing.reduce {
            pairs.push(("--reduce", Equivalence::from(equivalence).name().to_owned()));
        }
        pairs.extend(self.shape.iter().cloned());
        pairs.push(("first states", format!("{:016x}", warm.fingerprint)));
        let identity = pairs.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Manifest {
            identity: Identity(identity),
            n_workers: self.place.n_workers(),
            width: system.width(),
            ..Manifest::default()
        }
    }

    /// Joins the other workers.
    fn joined(&mut self, identity: &Identity, levels: usize) -> Option<Joined> {
        let mut identity = identity.clone();
        identity.0.push(("levels to go on from".to_owned(), levels.to_string()));
        let joining = self.joining.take();
        joined(self.exploring.session, (self.place.index, joining), identity, &self.alarm)
    }

    /// What this worker has left, if it is to go on, and how many levels that has.
    fn restored(
        &mut self,
        (system, warm): (&mut dyn Portable, &Warm),
        head: &Manifest,
    ) -> Option<(Option<Restored>, usize)> {
        let Some(path) = &self.exploring.args.segments.resume else { return Some((None, 0)) };
        match restored((system, warm), (path, self.place.index), head) {
            Ok((restored, levels)) => Some((Some(restored), levels)),
            Err(why) => {
                self.exploring.session.report(*why);
                None
            }
        }
    }

    fn folder(&mut self, path: &Path, restored: Option<&Restored>) -> Option<Folder> {
        let index = self.place.index;
        let folder = match restored {
            Some(restored) => Folder::resume(path, index, restored.lengths),
            None => Folder::create(path, index),
        };
        let unwritable = |error| {
            let name = format!("`{}`", path.display());
            self.exploring.session.unwritable(&name, &error);
        };
        folder.map_err(unwritable).ok()
    }
}

/// Joins the other workers, if there are any; `None` where that was reported to be impossible.
pub(super) fn joined(
    session: &mut Session,
    (index, joining): (usize, Option<Joining>),
    identity: Identity,
    alarm: &Alarm,
) -> Option<Joined> {
    let Some(joining) = joining else { return Some(alone(alarm.clone())) };
    let listener = match joining.listener {
        Some(listener) => Ok(listener),
        None => listen(joining.addresses[index]),
    };
    let listener = match listener {
        Ok(listener) => listener,
        Err(message) => {
            session.report(placeless(codes::NO_WORKERS, message));
            return None;
        }
    };
    if joining.addresses.len() == 1 {
        return Some(alone(alarm.clone()));
    }
    let Joining { addresses, secret, .. } = joining;
    let hosts = Hosts { addresses, index, secret, identity, patience: PATIENCE };
    let joined = join(hosts, listener, alarm);
    joined.map_err(|refused| said::refused(session, &refused)).ok()
}

/// What is called so in the identity of a run.
const ORDER: &str = "order of maps";

fn order(maps: Maps) -> String {
    format!("{maps:?}").to_lowercase()
}

/// Whether a worker has left something in a folder that was explored with maps in any order.
pub(crate) fn was_open(path: &Path, worker: usize) -> bool {
    let progressed = segments::progress(path, worker).ok();
    let progressed = progressed.and_then(|text| Progressed::parse(&text).ok());
    let is_open = |(name, value): &(String, String)| name == ORDER && *value == order(Maps::Open);
    progressed.is_some_and(|progressed| progressed.head.identity.0.iter().any(is_open))
}

/// What a worker has left in a folder, and how many levels that has.
fn restored(
    (system, warm): (&mut dyn Portable, &Warm),
    (path, worker): (&Path, usize),
    head: &Manifest,
) -> Result<(Restored, usize), Box<Diagnostic>> {
    let failed = |why: String| {
        let message = format!("cannot go on in `{}`: {why}", path.display());
        Box::new(placeless(codes::NO_FOLDER, message))
    };
    let text = segments::progress(path, worker)
        .map_err(|error| failed(format!("there is no `checkpoint-0.json` to read: {error}")))?;
    let Progressed { head: before, levels } = Progressed::parse(&text).map_err(failed)?;
    let mut pairs = head.identity.0.iter().zip(&before.identity.0);
    if let Some((now, then)) = pairs.find(|(now, then)| now != then) {
        let (name, now) = now;
        return Err(failed(format!("its {name} was `{}`, and is `{now}` now", then.1)));
    }
    let files = segments::left(path, worker).map_err(|error| failed(error.to_string()))?;
    let [mut states, mut rows] = files;
    let restored = restore((system, warm), worker, &levels, [&mut states, &mut rows]);
    let restored =
        restored.map_err(|why| failed(format!("the segment of worker {worker}: {why}")))?;
    Ok((restored, levels.len()))
}
