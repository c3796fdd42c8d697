//! Exploration by several processes, on one machine or many.
//!
//! Input: a system, as its [`NextState`](lts::next_state::NextState) computes it and [`Portable`](lts::portable::Portable)
//! carries it to others; who the other processes are; where segments go. Output: counts, and a folder of segments that
//! [`Merged`] reads as one system, numbered as one process numbers it.
//!
//! Each process is a worker. A state belongs to the worker that its hash names (`ownership`); a worker expands its own,
//! sends what follows to the owners in batches, and gets numbers back where transitions are wanted (`exploration/`). What a
//! level costs is one round of candidates, one of answers (`exchange`). The table, its memory and its limits are those of one process: [`lts::StateStore`].
//!
//! Below is the communication of `timely`; its own way to make connections is not used. That prints, panics where a peer is lost,
//! believes any process that connects which worker it is, waits for ever for one that is stopped, and allocates what a length
//! that was read says. But it takes any stream that is connected already
//! (`initialize_networking_from_sockets`): so it gets ours (`net/line`), which have shaken hands (`net/handshake`: secret,
//! version, input, options), check the length of each frame, carry signs of life, and turn whatever goes wrong into a
//! [`Fault`] that names the worker, without a panic. This crate is the one library that opens sockets. It opens no files: those
//! are written through [`Storage`].

mod dictionary;
mod exchange;
mod exploration;
pub(crate) mod folder;
mod net;
mod ownership;
mod parcel;
mod reduction;
mod warm_up;
mod words;

pub use exploration::{Explored, Failed, Overseer, Report, Totals, Wanted, Way, Why, explore};
pub use folder::loaded::system;
pub use folder::manifest::{FORMAT, Manifest, Progressed, Segment};
pub use folder::merged::{Merged, RowSink, Unreadable, lts};
pub use folder::restored::{Restored, restore};
pub use folder::storage::{Part, Storage};
pub use net::alarm::{Alarm, Fault};
pub use net::handshake::Identity;
pub use net::joining::{Hosts, Joined, MAX_WORKERS, Refused, alone, join, join_unless};
pub use reduction::{Ended, Reduced, Segmented, Wish, explore_reduced, reduce};
pub use warm_up::{Warm, warm_up};
