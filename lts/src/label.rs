//! Transition labels: a text as it is printed, and the action behind it.
//!
//! Input: labels in order of appearance. Output: a table with one row per distinct text, row 0
//! being the internal action. Does not decide how labels are written (`semantics::style`).

mod parse;
mod print;

use rustc_hash::FxHashMap;

use crate::ids::LabelId;
use crate::term::Term;

/// A visible action with its data, as Erlang knows it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Action {
    /// Name, for example `cmd` or `display_price`; without quotes.
    pub name: String,
    /// Arguments.
    pub args: Vec<Term>,
    /// Result, where the module uses it: `read() -> {ok,1}`.
    pub result: Option<Term>,
}

impl Action {
    /// Whether some part of it is not known.
    pub fn has_unknown(&self) -> bool {
        self.args.iter().chain(&self.result).any(Term::has_unknown)
    }
}

/// A label.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Label {
    /// The internal action.
    Tau,
    /// A visible action.
    Visible {
        /// The whole label as printed in this LTS; literals and regular expressions in formulas
        /// speak of this text.
        text: String,
        /// Its structure; `None` where the text (of a foreign file) is not an action over terms.
        action: Option<Action>,
    },
}

impl Label {
    /// The text of a visible label.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Tau => None,
            Self::Visible { text, .. } => Some(text),
        }
    }

    /// The action of a visible label, if it is one over terms.
    pub fn action(&self) -> Option<&Action> {
        match self {
            Self::Tau => None,
            Self::Visible { action, .. } => action.as_ref(),
        }
    }
}

/// The bytes of the characters of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// One to four bytes each.
    Utf8,
    /// One byte each.
    Latin1,
}

/// The distinct labels of an LTS.
#[derive(Clone, Debug)]
pub struct LabelTable {
    labels: Vec<Label>,
    ids: FxHashMap<String, LabelId>,
    /// How the file has them that they were read from, if they were: they are written so again.
    encoding: Option<Encoding>,
}

impl Default for LabelTable {
    fn default() -> Self {
        Self { labels: vec![Label::Tau], ids: FxHashMap::default(), encoding: None }
    }
}

impl LabelTable {
    /// The id of the visible label with this text, added if it is new.
    pub fn intern(&mut self, text: &str, action: impl FnOnce() -> Option<Action>) -> LabelId {
        if let Some(&id) = self.ids.get(text) {
            return id;
        }
        let id = LabelId(u32::try_from(self.labels.len()).unwrap_or(u32::MAX));
        self.labels.push(Label::Visible { text: text.to_owned(), action: action() });
        self.ids.insert(text.to_owned(), id);
        id
    }

    /// How the file has the labels that they were read from, if they were.
    pub fn encoding(&self) -> Option<Encoding> {
        self.encoding
    }

    /// Says how the file has the labels that they were read from.
    pub(crate) fn read_as(&mut self, encoding: Encoding) {
        self.encoding = Some(encoding);
    }

    /// Forgets all labels behind the first `len`, but not the internal action.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.labels.truncate(len.max(1));
        let n_labels = self.labels.len();
        self.ids.retain(|_, id| id.index() < n_labels);
    }

    /// The id of the visible label with this text, if it is there.
    pub fn find(&self, text: &str) -> Option<LabelId> {
        self.ids.get(text).copied()
    }

    /// The label with this id.
    pub fn get(&self, id: LabelId) -> &Label {
        &self.labels[id.index()]
    }

    /// All labels with their ids, the internal action first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (LabelId, &Label)> {
        self.labels
            .iter()
            .enumerate()
            .map(|(index, label)| (LabelId(u32::try_from(index).unwrap_or(u32::MAX)), label))
    }

    /// Number of labels, the internal action included.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Never true: the internal action is always there.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }
}
