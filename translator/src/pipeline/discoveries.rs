//! What lowering a machine tells of how it has to be lowered.
//!
//! Input: what has been noted while it was lowered. Output: what the next round knows before it begins. The last round finds what
//! it knew.

use std::collections::BTreeSet;

use crate::analysis::addresses::Address;
use crate::analysis::message_shapes::Tags;
use crate::lower::analysis::shared::Shared;
use crate::lower::fun::code::Kept;
use model::{CommandKind, Origin};

/// What lowering tells of how a machine has to be lowered.
#[derive(Clone, Default, PartialEq)]
pub(crate) struct Found {
    /// What it sends to itself.
    pub(crate) posts: BTreeSet<CommandKind>,
    /// Whether a From may outlive its event.
    pub(crate) keeps: bool,
    /// Which funs it keeps.
    pub(crate) funs: Vec<Kept>,
    /// Which addresses of its own are among its values.
    pub(crate) addresses: BTreeSet<Address>,
    /// The value of `node/0`, where one of these has it: what is lowered before the call asks for it, too.
    pub(crate) node: Option<Origin>,
    /// Which tags of messages are among its values.
    pub(crate) tags: Tags,
}

impl Found {
    /// What has been found out so far.
    pub(crate) fn of(shared: &Shared<'_>, keeps: bool) -> Self {
        let addresses = shared.addresses();
        let has_node = addresses.iter().any(|own| matches!(own, Address::Node(_)));
        Self {
            posts: shared.posts(),
            keeps,
            funs: shared.called_kept(),
            addresses,
            node: shared.node_origin().filter(|_| has_node),
            tags: shared.tags(),
        }
    }
}
