//! One system, explored together with the other workers.
//!
//! Input: a system, the place of this process among the workers. Output: what was explored is in a folder, or counted, and
//! what is to be said of it is said.

use std::path::Path;
use std::time::Duration;

use cluster::{
    Alarm, Explored, Failed, Hosts, Identity, Joined, Manifest, Overseer, Progressed, Reduced,
    Refused, Restored, Storage, Wanted, Warm, Why, alone, explore, explore_reduced, join_unless,
    restore, warm_up,
};
use frontend::Diagnostic;
use lts::explore::{Progress, Stop};
use lts::portable::Portable;
use lts::reduce::Equivalence;

use crate::cli::{EquivalenceArg, LimitArgs, LtsArgs};
use crate::codes;
use crate::config::settings::placeless;
use crate::io::segments::{self, Folder};
use crate::session::Session;
use crate::session::watch::{Watch, stop};
use crate::system::Maps;
use crate::workers::children::{self, Children, Task};
use crate::workers::hosts::{Place, PlaceKind, listen};
use crate::workers::{reducing, said};

/// How long workers wait for each other to begin: the slowest must have translated the input.
const PATIENCE: Duration = Duration::from_mins(2);

/// How far workers have come that have not begun.
const NOTHING_YET: &str = "nothing was explored together yet";

/// Time between two moments from which a run can be taken up.
const CHECKPOINT: Duration = Duration::from_mins(1);

/// Explores for a command.
pub(crate) struct Exploring<'a> {
    pub(crate) session: &'a mut Session,
    pub(crate) wanted: WantedOf<'a>,
}

/// What a command wants.
pub(crate) struct WantedOf<'a> {
    pub(crate) input: &'a Path,
    pub(crate) limits: &'a LimitArgs,
    /// Where segments go; nowhere where things are only counted.
    pub(crate) folder: Option<&'a Path>,
    pub(crate) resumes: bool,
    pub(crate) pace: Option<Duration>,
    /// Which other process of the run this is for, should it explore several systems.
    pub(crate) task: Task,
    /// The questions that are to be answered.
    pub(crate) asked: u64,
    /// Whether the same system is still asked about afterwards.
    pub(crate) is_part: bool,
    /// Up to which equivalence the system is reduced, and where the result goes.
    pub(crate) reducing: Option<(EquivalenceArg, &'a LtsArgs)>,
}

/// What came of an exploration.
pub(crate) struct Found {
    pub(crate) explored: Explored,
    pub(crate) warm: Warm,
    /// What is left of the system where it was to be reduced, or why a worker wanted to stop.
    reduced: Option<Result<Reduced, u64>>,
}

impl<'a> WantedOf<'a> {
    /// What `lts` wants.
    pub(crate) fn lts(args: &'a LtsArgs, folder: Option<&'a Path>) -> Self {
        let segments = &args.segments;
        let reducing = args.reducing.reduce.map(|equivalence| (equivalence, args));
        let folder = folder.or(segments.resume.as_deref()).or(args.output.as_deref());
        Self {
            input: &args.source.input,
            limits: &args.limits,
            folder: folder.filter(|_| reducing.is_none()),
            resumes: segments.resume.is_some(),
            pace: segments.checkpoint,
            task: Task::default(),
            asked: 0,
            is_part: false,
            reducing,
        }
    }

    /// States that all workers may have.
    fn max_states(&self) -> u64 {
        (self.limits.max_states.get() as u64).saturating_mul(self.task.room())
    }
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

    fn glance(&mut self, progress: Progress) -> bool {
        self.0.look_now(progress)
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
    /// Explores and says what there is; how much of it. `None` where there is nothing, which was reported.
    pub(crate) fn explore(mut self, system: &mut dyn Portable, under: Under<'_>) -> Option<Extent> {
        let Found { explored, reduced, .. } = self.explored(system, under)?;
        if explored.why.is_some_and(|(why, _)| why == Why::Unordered) {
            return Some(Extent::Part(Why::Unordered));
        }
        let session = self.session;
        said::incomplete(session, &explored);
        let extent = explored.why.map_or(Extent::Whole, |(why, _)| Extent::Part(why));
        // How much there is of a system whose text is at fault is of no interest.
        if extent == Extent::Part(Why::Refused) {
            return Some(extent);
        }
        if let Some((equivalence, args)) = self.wanted.reducing {
            reducing::deliver(session, (equivalence, args), &explored.totals, reduced)?;
            return Some(extent);
        }
        let Explored { totals, .. } = &explored;
        session.print(&if self.wanted.folder.is_none() {
            said::counts(&explored)
        } else {
            format!("{} states, {} transitions\n", totals.states, totals.transitions)
        });
        Some(extent)
    }

    /// How this process joins the others, and those that it has started for that; `None` where it could not start them, which was
    /// reported.
    fn joining(
        &mut self,
        place: &Place,
        maps: Maps,
        alarm: &Alarm,
    ) -> Option<(Option<Joining>, Option<Children>)> {
        let n_workers = match place.kind {
            PlaceKind::Parent(n_workers) if n_workers > 1 => n_workers,
            _ => return Some((Joining::of(place), None)),
        };
        match children::start(n_workers, (maps, self.wanted.task), self.wanted.folder, alarm) {
            Ok(started) => {
                let (addresses, secret) = (started.addresses, started.secret);
                let joining = Joining { addresses, secret, listener: Some(started.listener) };
                Some((Some(joining), Some(started.children)))
            }
            Err(error) => {
                let message = format!("cannot start another process: {error}");
                self.session.report(placeless(codes::NO_WORKERS, message));
                None
            }
        }
    }

    /// Explores; `None` where there is nothing, which was reported.
    pub(crate) fn explored(
        &mut self,
        system: &mut dyn Portable,
        under: Under<'_>,
    ) -> Option<Found> {
        let Under { place, watch, shape, maps } = under;
        let alarm = Alarm::default();
        let (joining, children) = self.joining(place, maps, &alarm)?;
        let mut watching = {
            let is_last = self.wanted.reducing.is_none();
            Watching(watch.sharing(self.wanted.limits, place.n_here(), is_last))
        };
        let is_part = self.wanted.is_part;
        let max_states = self.wanted.max_states();
        let mut run = Run {
            place,
            maps,
            shape,
            alarm,
            joining,
            children: children.as_ref(),
            exploring: self,
            reduced: None,
        };
        let mut explored = run.explored(system, &mut watching);
        if let Some((explored, warm)) = &mut explored
            && explored.why.is_some_and(|(why, _)| why == Why::Refused)
            && place.n_workers() > 1
            && place.is_first()
        {
            refused_first((system, warm), max_states, &mut watching, explored);
        }
        if is_part {
            watching.0.pause();
        } else {
            watching.0.end();
        }
        let reduced = run.reduced;
        end(children, explored.is_some());
        let (explored, warm) = explored?;
        Some(Found { explored, warm, reduced })
    }
}

/// Explores in one process up to the first state at which the text is at fault: several meet such states in any order, and one message is the same
/// each time. Where this process has to stop before, what the workers have met is told.
fn refused_first(
    (system, warm): (&mut dyn Portable, &Warm),
    max_states: u64,
    watching: &mut Watching,
    explored: &mut Explored,
) {
    let head = Manifest { n_workers: 1, width: system.width(), ..Manifest::default() };
    let wanted = Wanted { max_states, pace: CHECKPOINT, head, asked: 0, through: None };
    let again = explore((system, warm), alone(Alarm::default()), &wanted, None, watching, None);
    if let Ok(Explored { why: Some((Why::Refused, _)), stop, .. }) = again {
        explored.stop = stop;
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
struct Run<'a, 'e> {
    place: &'a Place,
    maps: Maps,
    shape: Vec<(&'static str, String)>,
    alarm: Alarm,
    joining: Option<Joining>,
    /// The other processes, where this one has started them.
    children: Option<&'a Children>,
    exploring: &'a mut Exploring<'e>,
    /// What is left of the system, where it is to be reduced.
    reduced: Option<Result<Reduced, u64>>,
}

impl Run<'_, '_> {
    fn explored(
        &mut self,
        system: &mut dyn Portable,
        watching: &mut Watching,
    ) -> Option<(Explored, Warm)> {
        let warm = self.warm(system, watching)?;
        let head = self.head(system, &warm);
        let mut levels = self.kept(&head).ok()?;
        let joined = self.joined(&head.identity, levels.as_ref(), watching)?;
        let restored = match &mut levels {
            Some(levels) => {
                levels.truncate(usize::try_from(joined.least).unwrap_or(usize::MAX));
                Some(self.restored((system, &warm), levels)?)
            }
            None => None,
        };
        let wanted = &self.exploring.wanted;
        let (target, asked, through) = (wanted.folder, wanted.asked, wanted.task.through());
        let pace = wanted.pace.unwrap_or(CHECKPOINT);
        let max_states = wanted.max_states();
        if let Some((equivalence, _)) = wanted.reducing {
            let wanted = Wanted { max_states, pace, head, asked, through };
            let wish = reducing::wish(equivalence);
            let found = explore_reduced((system, &warm), joined, &wanted, wish, watching);
            let lost = |failed: Failed| said::lost(self.exploring.session, &failed, false);
            let (explored, reduced) = found.map_err(lost).ok()?;
            self.reduced = reduced;
            return Some((explored, warm));
        }
        let mut folder = match target {
            Some(path) => Some(self.folder(path, restored.as_ref())?),
            None => None,
        };
        let storage = folder.as_mut().map(|folder| folder as &mut dyn Storage);
        let wanted = Wanted { max_states, pace, head, asked, through };
        let explored = explore((system, &warm), joined, &wanted, storage, watching, restored);
        match explored {
            Ok(explored) => Some((explored, warm)),
            Err(failed) => {
                self.lost((system, &warm), levels.as_deref(), &failed);
                None
            }
        }
    }

    /// Gets the system ready, and says why that cannot be.
    fn warm(&mut self, system: &mut dyn Portable, watching: &mut Watching) -> Option<Warm> {
        let Exploring { session, .. } = &mut *self.exploring;
        let warm = match warm_up(system, &mut |progress| watching.0.look(progress)) {
            Ok(warm) => warm,
            Err(error) => {
                let reason = watching.0.reason();
                session.report(stop::before_first((&error, reason), &session.sources));
                return None;
            }
        };
        if let Some(found @ (Stop::Interrupted | Stop::Refused(..))) = &warm.stop {
            let reason = watching.0.reason();
            session.report(stop::incomplete((found, reason), NOTHING_YET, &session.sources));
            return None;
        }
        Some(warm)
    }

    /// What all workers must have in common.
    fn head(&self, system: &dyn Portable, warm: &Warm) -> Manifest {
        let wanted = &self.exploring.wanted;
        let input = wanted.input.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let limits = wanted.limits;
        let mut pairs = vec![
            ("version", env!("CARGO_PKG_VERSION").to_owned()),
            ("number of workers", self.place.n_workers().to_string()),
            ("input", input),
            ("--max-states", limits.max_states.to_string()),
            ("--max-steps", limits.max_steps.to_string()),
            ("--count", wanted.folder.is_none().to_string()),
            (ORDER, order(self.maps)),
        ];
        if let Some((equivalence, _)) = wanted.reducing {
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
    fn joined(
        &mut self,
        identity: &Identity,
        levels: Option<&Vec<u64>>,
        watching: &mut Watching,
    ) -> Option<Joined> {
        let mut identity = identity.clone();
        identity.0.push(("--resume".to_owned(), levels.is_some().to_string()));
        // The files of each have what was kept last, and all before that.
        let number = levels.map_or(u64::MAX, |levels| levels.len() as u64);
        let joining = self.joining.take();
        let with = (self.place.index, joining);
        let joined =
            joined((self.exploring.session, watching), with, (identity, number), &self.alarm);
        match joined {
            Ok(joined) => Some(joined),
            Err(Unjoined(why)) => {
                if let Some(why) = why {
                    said::refused(self.exploring.session, &why);
                }
                None
            }
        }
    }

    /// Says that a worker was lost: if it has refused what it was to go on with, what is wrong with that.
    fn lost(
        &mut self,
        (system, warm): (&mut dyn Portable, &Warm),
        levels: Option<&[u64]>,
        failed: &Failed,
    ) {
        let (folder, worker) = (self.exploring.wanted.folder, failed.fault.worker);
        let resumed = folder.zip(levels);
        let resumed = resumed.filter(|_| self.children.is_some_and(|all| all.has_refused(worker)));
        let broken = resumed
            .and_then(|(path, levels)| restored((system, warm), (path, worker), levels).err());
        let session = &mut *self.exploring.session;
        if let Some(broken) = broken {
            session.report(*broken);
        } else {
            let can_resume = folder.is_some_and(|path| segments::progress(path, 0).is_ok());
            said::lost(session, failed, can_resume);
        }
    }

    /// The levels that this worker has kept, if it is to go on.
    fn kept(&mut self, head: &Manifest) -> Result<Option<Vec<u64>>, Reported> {
        let wanted = &self.exploring.wanted;
        let Some(path) = wanted.folder.filter(|_| wanted.resumes) else { return Ok(None) };
        match kept((path, self.place.index), head) {
            Ok(levels) => Ok(Some(levels)),
            Err(why) => {
                self.exploring.session.report(*why);
                Err(Reported)
            }
        }
    }

    /// What this worker has left, up to the last of these levels.
    fn restored(
        &mut self,
        (system, warm): (&mut dyn Portable, &Warm),
        levels: &[u64],
    ) -> Option<Restored> {
        let path = self.exploring.wanted.folder?;
        match restored((system, warm), (path, self.place.index), levels) {
            Ok(restored) => Some(restored),
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

/// Why workers have not come together, if that was not reported.
pub(super) struct Unjoined(pub(super) Option<Refused>);

/// Joins the other workers, if there are any.
pub(super) fn joined(
    (session, watching): (&mut Session, &mut Watching),
    (index, joining): (usize, Option<Joining>),
    (identity, number): (Identity, u64),
    alarm: &Alarm,
) -> Result<Joined, Unjoined> {
    let Some(joining) = joining else { return Ok(alone(alarm.clone())) };
    let listener = match joining.listener {
        Some(listener) => Ok(listener),
        None => listen(joining.addresses[index]),
    };
    let listener = match listener {
        Ok(listener) => listener,
        Err(message) => {
            session.report(placeless(codes::NO_WORKERS, message));
            return Err(Unjoined(None));
        }
    };
    if joining.addresses.len() == 1 {
        return Ok(alone(alarm.clone()));
    }
    let Joining { addresses, secret, .. } = joining;
    let hosts = Hosts { addresses, index, secret, identity, number, patience: PATIENCE };
    let nothing = Progress { states: 0, transitions: 0, expanded: 0, depth: 0, growth: 0 };
    let joined = join_unless(hosts, listener, alarm, &mut || watching.0.look_now(nothing));
    if joined.as_ref().err() == Some(&Refused::Stopped) {
        let (found, reason) = (Stop::Interrupted, watching.0.reason());
        session.report(stop::incomplete((&found, reason), NOTHING_YET, &session.sources));
    }
    joined.map_err(|refused| Unjoined(Some(refused)))
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

/// What is wrong was reported.
struct Reported;

fn failed(path: &Path, why: &str) -> Diagnostic {
    let message = format!("cannot go on in `{}`: {why}", path.display());
    placeless(codes::NO_FOLDER, message)
}

/// The levels that a worker has kept in a folder.
fn kept((path, worker): (&Path, usize), head: &Manifest) -> Result<Vec<u64>, Box<Diagnostic>> {
    if segments::is_complete(path) {
        return Err(failed(path, "it is whole already").into());
    }
    let text = segments::progress(path, worker).map_err(|error| {
        failed(path, &format!("there is no `checkpoint-0.json` to read: {error}"))
    })?;
    let kept = Progressed::parse(&text).map_err(|why| failed(path, &why))?;
    let Progressed { head: before, levels } = kept;
    let mut pairs = head.identity.0.iter().zip(&before.identity.0);
    if let Some((now, then)) = pairs.find(|(now, then)| now != then) {
        let (name, now) = now;
        return Err(Box::new(failed(
            path,
            &format!("its {name} was `{}`, and is `{now}` now", then.1),
        )));
    }
    Ok(levels)
}

/// What a worker has left in a folder up to a level.
fn restored(
    (system, warm): (&mut dyn Portable, &Warm),
    (path, worker): (&Path, usize),
    levels: &[u64],
) -> Result<Restored, Box<Diagnostic>> {
    let files = segments::left(path, worker).map_err(|error| failed(path, &error.to_string()))?;
    let [mut states, mut rows] = files;
    let restored = restore((system, warm), worker, levels, [&mut states, &mut rows]);
    let said = |why: String| failed(path, &format!("the segment of worker {worker}: {why}"));
    Ok(restored.map_err(said)?)
}
