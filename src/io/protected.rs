//! Files that are read in this run, which nothing that it writes may replace.
//!
//! Input: each file as it is opened, whatever names it and whatever reads it. Output: whether writing to a path would
//! replace one of them, over links of both kinds and whatever way the path goes. What may be written apart from that is
//! not asked here.

use std::collections::BTreeSet;
use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::io::asked;

/// The number of a file, and of the device that it is on.
type Identity = (u64, u64);

/// Files that are read, by number, and by place: what an editor saves is another file in the same place.
#[derive(Debug)]
struct Protected {
    identities: BTreeSet<Identity>,
    places: BTreeSet<PathBuf>,
}

static PROTECTED: Mutex<Protected> =
    Mutex::new(Protected { identities: BTreeSet::new(), places: BTreeSet::new() });

/// Protects a file from now on.
pub(crate) fn protect(path: &Path) {
    let metadata = fs::metadata(path).ok();
    protect_opened(path, metadata.as_ref());
}

/// Protects a file of which this is known.
pub(crate) fn protect_opened(path: &Path, metadata: Option<&Metadata>) {
    let place = fs::canonicalize(path);
    let mut protected = PROTECTED.lock().unwrap_or_else(PoisonError::into_inner);
    protected.identities.extend(metadata.and_then(identity));
    protected.places.extend(place);
}

/// Whether a file is read, so that writing to this path would replace it.
pub(crate) fn is_protected(path: &Path) -> bool {
    let metadata = fs::metadata(path).ok();
    let place = fs::canonicalize(path);
    let protected = PROTECTED.lock().unwrap_or_else(PoisonError::into_inner);
    metadata
        .as_ref()
        .and_then(identity)
        .is_some_and(|identity| protected.identities.contains(&identity))
        || place.is_ok_and(|place| protected.places.contains(&place))
}

/// Refuses to write to a path over a file that is read.
pub(crate) fn refuse(path: &Path) -> io::Result<()> {
    if is_protected(path) {
        return Err(io::Error::other("it is read, and would be replaced"));
    }
    Ok(())
}

/// Whether two paths name the same file, by whatever links.
pub(crate) fn is_same_file(left: &Path, right: &Path) -> bool {
    let identity = |path| fs::metadata(path).ok().as_ref().and_then(identity);
    asked::number(left);
    asked::number(right);
    match (asked::real(left), asked::real(right)) {
        (Ok(left), Ok(right)) if left == right => true,
        _ => identity(left).is_some_and(|left_identity| identity(right) == Some(left_identity)),
    }
}

#[cfg(unix)]
#[allow(clippy::unnecessary_wraps, reason = "elsewhere files have no numbers")]
fn identity(metadata: &Metadata) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    Some((metadata.dev(), metadata.ino()))
}

#[cfg(not(unix))]
fn identity(_: &Metadata) -> Option<Identity> {
    None
}
