//! The arguments that say how a system is explored by several processes. Types only.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

/// Several processes, here or on several machines.
#[derive(Args, Clone, Debug)]
pub(crate) struct WorkerArgs {
    /// Explore in N processes on this machine
    #[arg(long, value_name = "N", conflicts_with = "hosts")]
    pub(crate) workers: Option<NonZeroUsize>,
    /// Explore in a process for each line `host:port` of this file, one of which this is
    #[arg(long, value_name = "FILE", requires = "index")]
    pub(crate) hosts: Option<PathBuf>,
    /// The line of --hosts that is this process, from 0 on
    #[arg(long, value_name = "I", requires = "hosts")]
    pub(crate) index: Option<usize>,
    /// What the processes of --hosts, and nobody else, have in a file
    #[arg(long, value_name = "FILE", requires = "hosts")]
    pub(crate) secret: Option<PathBuf>,
}

/// What several processes write.
#[derive(Args, Clone, Debug)]
pub(crate) struct SegmentArgs {
    /// Only count, in several processes: states, transitions, levels, labels
    #[arg(long, conflicts_with_all = ["output", "resume", "checkpoint"])]
    pub(crate) count: bool,
    /// Seconds between two moments from which --resume can go on; 60 if not given
    #[arg(long, value_name = "SECONDS", value_parser = super::limits::seconds)]
    pub(crate) checkpoint: Option<Duration>,
    /// Go on with what a run of several processes has left in this folder
    #[arg(long, value_name = "DIR", conflicts_with = "output")]
    pub(crate) resume: Option<PathBuf>,
}

impl WorkerArgs {
    /// Whether several processes are asked for.
    pub(crate) fn is_asked(&self) -> bool {
        self.workers.is_some() || self.hosts.is_some()
    }
}
