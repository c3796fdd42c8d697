//! What `check` writes beside its report, for other tools and for tests.

pub(crate) mod artifacts;
pub(crate) mod evidence_file;
pub(crate) mod interchange;
pub(crate) mod replayed;
pub(crate) mod test_file;
