//! What lowering a machine tells of how it has to be lowered.
//!
//! Input: what has been noted while it was lowered (`shared`). Output: what the next round knows before it begins (`facts`).
//! The last round finds what it knew. Holds values only.

use std::collections::BTreeSet;

use frontend::Name;

use crate::analysis::addresses::Address;
use crate::analysis::message_shapes::Tags;
use crate::lower::fun::code::Kept;
use crate::lower::process::keys::Keys;
use model::{CommandKind, Origin};

/// What a round of lowering has found of how a machine has to be lowered.
#[derive(Clone, Default, PartialEq)]
pub(crate) struct Discoveries {
    /// What it sends to itself.
    pub(crate) posts: BTreeSet<CommandKind>,
    /// Whether a From may outlive its event.
    pub(crate) keeps: bool,
    /// Which funs it keeps.
    pub(crate) funs: Vec<Kept>,
    /// The keys of its process dictionary.
    pub(crate) keys: Keys,
    /// Which addresses of its own are among its values.
    pub(crate) addresses: BTreeSet<Address>,
    /// The value of `node/0`, where one of these has it: what is lowered before the call asks for it, too.
    pub(crate) node: Option<Origin>,
    /// What the loop does somewhere, by the names that its text gives that.
    pub(crate) noted: BTreeSet<Name>,
    /// Functions of the module that do not stand in line, as callbacks are too large where they do.
    pub(crate) called: BTreeSet<(Name, usize)>,
    /// Procedures that may return what a call of another module gave, and whose callers ask for that.
    pub(crate) open: BTreeSet<(Name, usize)>,
    /// Which tags of messages are among its values.
    pub(crate) tags: Tags,
}
