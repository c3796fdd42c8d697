//! What generated modules may make use of: one bit each, so that one can be left out while a defect of it is open.
//!
//! Input: `ERL2LTS_FEATURES`, names with commas. Output: a set.

/// Something that a generated module may make use of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Feature {
    /// Process identifiers in records, maps, lists and tuples.
    Kept,
    /// Values that `case`, `if`, `andalso` and `try` choose.
    Chosen,
    /// Values that go through functions, funs, comprehensions and the library.
    Passed,
    /// Registered names, also those that events bring.
    Names,
    /// The process dictionary.
    Dictionary,
    /// Functions of `gen_fsm` and `erlang` by `apply`, as funs, and of a module in a variable.
    Dynamic,
    /// Messages that look like those of `gen_fsm`, written and computed.
    Shaped,
    /// Timers that are started and cancelled.
    Timers,
    /// Exit signals.
    Exits,
    /// Answers to clients whose From is kept.
    Replies,
    /// Answers without `gen_fsm:reply/2`.
    Raw,
    /// Processes that the module spawns.
    Spawned,
    /// The behaviour by another name.
    Alias,
    /// Funs in the data.
    Funs,
    /// Timers of the module `timer`.
    Library,
    /// Process identifiers that events bring.
    Brought,
    /// Names with their node.
    Nodes,
}

impl Feature {
    /// All of them.
    pub const ALL: [Self; 17] = [
        Self::Kept,
        Self::Chosen,
        Self::Passed,
        Self::Names,
        Self::Dictionary,
        Self::Dynamic,
        Self::Shaped,
        Self::Timers,
        Self::Exits,
        Self::Replies,
        Self::Raw,
        Self::Spawned,
        Self::Alias,
        Self::Funs,
        Self::Library,
        Self::Brought,
        Self::Nodes,
    ];

    fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }
}

/// Those of which a defect is open.
const OPEN: [Feature; 0] = [];

/// A set of features.
#[derive(Clone, Copy)]
pub struct Features(u32);

impl Features {
    /// Those that `ERL2LTS_FEATURES` names; all that are not open if it is not set.
    pub fn wanted() -> Self {
        let wanted = std::env::var("ERL2LTS_FEATURES").ok();
        let named = |feature: &&Feature| match &wanted {
            Some(names) => names.split(',').any(|name| name == feature.name()),
            None => !OPEN.contains(feature),
        };
        Self::of(Feature::ALL.iter().filter(named))
    }

    fn of<'f>(features: impl Iterator<Item = &'f Feature>) -> Self {
        Self(features.fold(0, |set, feature| set | 1 << *feature as u32))
    }

    /// Whether a feature is in the set.
    pub fn has(self, feature: Feature) -> bool {
        self.0 & 1 << feature as u32 != 0
    }

    /// The features of the set, in their order.
    pub fn iter(self) -> impl Iterator<Item = Feature> {
        Feature::ALL.into_iter().filter(move |feature| self.has(*feature))
    }

    /// Those that a test lets pass.
    pub fn filtered(self, mut test: impl FnMut(Feature) -> bool) -> Self {
        let kept: Vec<Feature> = self.iter().filter(|feature| test(*feature)).collect();
        Self::of(kept.iter())
    }
}
