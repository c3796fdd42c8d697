//! Folders of segments as inputs of other commands.
//!
//! Input: a folder. Output: the system in memory; or an `.aut` file, of which no more is in memory than a level and a number
//! for each state.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;
use std::rc::Rc;

use cluster::{Manifest, Merged, Unreadable, Warm};
use frontend::Diagnostic;
use lts::format::aut::{RowWriter, TauName};
use lts::portable::Portable;
use lts::{Lts, StateStore};

use crate::codes;
use crate::config::settings::placeless;
use crate::io::segments;

/// A file that is read until something is over.
struct Unless<R> {
    input: R,
    is_over: Rc<dyn Fn() -> bool>,
}

impl<R: Read> Read for Unless<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if (self.is_over)() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.input.read(out)
    }
}

/// The system of a folder.
pub(crate) fn read(path: &Path) -> Result<Lts, Box<Diagnostic>> {
    cluster::lts(&mut open(path)?).map_err(|why| Box::new(unreadable(path, &why)))
}

/// Opens a folder.
pub(crate) fn open(path: &Path) -> Result<Merged<BufReader<File>>, Box<Diagnostic>> {
    opened(path, &|input| input)
}

/// Opens a folder whose files are read in this way.
fn opened<R: Read>(
    path: &Path,
    by: &dyn Fn(BufReader<File>) -> R,
) -> Result<Merged<R>, Box<Diagnostic>> {
    let failed = |why: String| Box::new(placeless(codes::NO_FOLDER, message(path, &why)));
    let manifest = manifest(path)?;
    let inputs = (0..manifest.n_workers).map(|worker| {
        segments::rows(path, worker)
            .map(by)
            .map_err(|error| failed(format!("the rows of worker {worker}: {error}")))
    });
    let inputs = inputs.collect::<Result<Vec<_>, _>>()?;
    Merged::new(manifest, inputs).map_err(|why| Box::new(unreadable(path, &why)))
}

/// What a folder says of itself.
pub(crate) fn manifest(path: &Path) -> Result<Manifest, Box<Diagnostic>> {
    let failed = |why: String| Box::new(placeless(codes::NO_FOLDER, message(path, &why)));
    let text = segments::manifest(path).map_err(|_| failed("it has no manifest".to_owned()))?;
    Manifest::parse(&text).map_err(|why| failed(format!("its manifest: {why}")))
}

/// That a folder does not have what its manifest says.
pub(crate) fn contradicted(path: &Path) -> Diagnostic {
    let why = "its manifest: its counts are not those of the segments";
    placeless(codes::NO_FOLDER, message(path, why))
}

/// The system of a folder, with the states as a system has them that is ready.
pub(crate) fn system(
    path: &Path,
    (system, warm): (&mut dyn Portable, &Warm),
    is_over: &Rc<dyn Fn() -> bool>,
) -> Result<(Lts, StateStore), Box<Diagnostic>> {
    let unless = |input| Unless { input, is_over: Rc::clone(is_over) };
    let mut merged = opened(path, &unless)?;
    let states =
        (0..merged.manifest().n_workers).map(|worker| segments::states(path, worker).map(unless));
    let states = states.collect::<io::Result<Vec<_>>>().map_err(|error| {
        let why = message(path, &format!("its states: {error}"));
        Box::new(placeless(codes::NO_FOLDER, why))
    })?;
    cluster::system(&mut merged, states, (system, warm))
        .map_err(|why| Box::new(unreadable(path, &why)))
}

/// Writes a folder as an `.aut` file.
pub(crate) fn write_aut(path: &Path, tau: TauName, out: &mut dyn Write) -> io::Result<()> {
    let failed = |error: Box<Diagnostic>| io::Error::other(error.message.clone());
    let mut merged = open(path).map_err(failed)?;
    let totals = &merged.manifest().totals;
    let mut writer = RowWriter::new((totals.states, totals.transitions), tau, out)?;
    let mut written = Ok(());
    let read = merged.rows(&mut |state, row, _, labels| {
        written = writer.row(state, row, labels);
        written.is_ok()
    });
    written?;
    read.map_err(|why| failed(Box::new(unreadable(path, &why))))
}

fn unreadable(path: &Path, why: &Unreadable) -> Diagnostic {
    match why {
        Unreadable::Segment(worker, why) => broken(path, *worker, why),
        Unreadable::TooMany => {
            let why = "it has more states than 32 bits can number";
            placeless(codes::NO_FOLDER, message(path, why))
        }
    }
}

/// That the rows of a worker are not what was written.
pub(crate) fn broken(path: &Path, worker: usize, why: &str) -> Diagnostic {
    placeless(codes::NO_FOLDER, message(path, &format!("the rows of worker {worker}: {why}")))
}

fn message(path: &Path, why: &str) -> String {
    format!("cannot read the folder `{}`: {why}", path.display())
}
