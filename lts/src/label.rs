//! Transition labels: a text as it is printed, and the action behind it.
//!
//! Input: labels in order of appearance. Output: a table with one row per distinct text, row 0
//! being the internal action. The texts of most labels are made when they are asked for (`forms`). Does not
//! decide how labels are written (`semantics::style`).

mod forms;
mod parse;
pub(crate) mod places;
mod print;

use std::borrow::Cow;
use std::sync::OnceLock;

use rustc_hash::FxHashMap;

use crate::graph::ids::LabelId;
use crate::term::Term;

use forms::{Filled, Forms};
pub(crate) use forms::{FormId, opened};

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
    entries: Vec<Entry>,
    /// The labels that came with their text, by that text.
    ids: FxHashMap<String, LabelId>,
    forms: Forms,
    /// The labels that came without a text, by their text, when it has been asked for.
    late: OnceLock<FxHashMap<String, LabelId>>,
    /// How the file has them that they were read from, if they were: they are written so again.
    encoding: Option<Encoding>,
}

/// A label; one that came as the values of a form is made when it is first asked for.
#[derive(Clone, Debug)]
struct Entry {
    filled: Option<Filled>,
    label: OnceLock<Box<Label>>,
}

impl Entry {
    fn known(label: Label) -> Self {
        Self { filled: None, label: OnceLock::from(Box::new(label)) }
    }
}

impl Default for LabelTable {
    fn default() -> Self {
        let (ids, forms, late) = (FxHashMap::default(), Forms::default(), OnceLock::new());
        Self { entries: vec![Entry::known(Label::Tau)], ids, forms, late, encoding: None }
    }
}

impl LabelTable {
    /// The id of the visible label with this text, added if it is new.
    pub fn intern(&mut self, text: &str, action: impl FnOnce() -> Option<Action>) -> LabelId {
        match self.find(text) {
            Some(id) => id,
            None => self.add(text, action()),
        }
    }

    /// The id of the visible label of an action written as Erlang does, added if it is new.
    pub(crate) fn intern_action(&mut self, action: Action) -> LabelId {
        if let Some((form, integers)) = action.opened() {
            let form = self.form(form);
            return self.intern_filled(form, &integers);
        }
        // No action that has a form has the text of one that has none.
        let text = action.to_string();
        match self.ids.get(&text) {
            Some(&id) => id,
            None => self.add(&text, Some(action)),
        }
    }

    /// The form of an action with holes, as `opened` makes them.
    pub(crate) fn form(&mut self, action: Action) -> FormId {
        self.forms.form(action)
    }

    /// The id of the visible label of an action of this form with these integers, added if it is new.
    pub(crate) fn intern_filled(&mut self, form: FormId, integers: &[u32]) -> LabelId {
        if let Some(id) = self.forms.find(form, integers) {
            return id;
        }
        let id = self.next();
        let filled = Some(self.forms.insert(form, integers, id));
        self.entries.push(Entry { filled, label: OnceLock::new() });
        self.late.take();
        id
    }

    fn next(&self) -> LabelId {
        LabelId(u32::try_from(self.entries.len()).unwrap_or(u32::MAX))
    }

    fn add(&mut self, text: &str, action: Option<Action>) -> LabelId {
        let id = self.next();
        self.entries.push(Entry::known(Label::Visible { text: text.to_owned(), action }));
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
        let len = len.max(1).min(self.entries.len());
        let filled = self.entries[len..].iter().find_map(|entry| entry.filled);
        self.entries.truncate(len);
        self.ids.retain(|_, id| id.index() < len);
        self.forms.truncate(self.next(), filled);
        self.late.take();
    }

    /// The id of the visible label with this text, if it is there.
    pub fn find(&self, text: &str) -> Option<LabelId> {
        let id = self.ids.get(text).or_else(|| self.late.get_or_init(|| self.texts()).get(text));
        id.copied()
    }

    /// Labels that came without their text by it.
    fn texts(&self) -> FxHashMap<String, LabelId> {
        let late = self.iter().zip(&self.entries).filter(|(_, entry)| entry.filled.is_some());
        late.filter_map(|((id, label), _)| Some((label.text()?.to_owned(), id))).collect()
    }

    /// The label with this id.
    pub fn get(&self, id: LabelId) -> &Label {
        self.label(&self.entries[id.index()])
    }

    fn label<'l>(&'l self, entry: &'l Entry) -> &'l Label {
        entry.label.get_or_init(|| Box::new(self.made(entry)))
    }

    fn made(&self, entry: &Entry) -> Label {
        entry.filled.map_or(Label::Tau, |filled| self.forms.label(filled))
    }

    /// All labels in order, for a caller that looks at each once: those not asked for before are made and not kept.
    pub fn passing(&self) -> impl ExactSizeIterator<Item = Cow<'_, Label>> {
        self.entries.iter().map(|entry| match entry.label.get() {
            Some(label) => Cow::Borrowed(&**label),
            None => Cow::Owned(self.made(entry)),
        })
    }

    /// All labels with their ids, the internal action first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (LabelId, &Label)> {
        self.entries.iter().enumerate().map(|(index, entry)| {
            (LabelId(u32::try_from(index).unwrap_or(u32::MAX)), self.label(entry))
        })
    }

    /// Number of labels, the internal action included.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Never true: the internal action is always there.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn action(name: &str, args: Vec<Term>, result: Option<Term>) -> Action {
        Action { name: name.to_owned(), args, result }
    }

    /// Terms of all kinds, some of which differ in an integer only, or in what is no integer.
    fn terms() -> Vec<Term> {
        let numbers = [0, 1, -1, 97, 65_536, 1 << 30, i64::from(i32::MAX) + 1];
        let mut terms: Vec<Term> = numbers.into_iter().map(Term::integer).collect();
        terms.extend(["a", "?0", "0", "[0]", "\"a\""].map(Term::atom));
        terms.extend([Term::Nil, Term::Unknown(0), Term::Unknown(1), Term::Pid(0.into())]);
        terms.extend([Term::Reference(0.into()), Term::Binary(vec![Term::integer(97)])]);
        let parts = terms.clone();
        for part in &parts {
            terms.push(Term::Tuple(vec![part.clone(), Term::integer(0)]));
            terms.push(Term::list(vec![Term::integer(97), part.clone()]));
            terms.push(Term::list_with_tail(vec![part.clone()], Term::integer(97)));
            terms.push(Term::Map(vec![(Term::Nil, part.clone())]));
        }
        terms
    }

    fn actions() -> Vec<Action> {
        let mut actions = vec![action("f", Vec::new(), None), action("'f", Vec::new(), None)];
        for term in terms() {
            actions.push(action("f", vec![term.clone()], None));
            actions.push(action("f", Vec::new(), Some(term.clone())));
            actions.push(action("f", vec![Term::integer(0)], Some(term.clone())));
            actions.push(action("f", vec![term, Term::integer(0)], None));
        }
        actions
    }

    #[test]
    fn labels_are_the_same_with_and_without_their_texts() {
        let (mut late, mut early) = (LabelTable::default(), LabelTable::default());
        let actions = actions();
        for action in actions.iter().chain(&actions) {
            let text = action.to_string();
            let id = early.intern(&text, || Some(action.clone()));
            assert_eq!(late.intern_action(action.clone()), id, "{text}");
        }
        assert!(late.passing().eq(early.passing()) && early.iter().eq(late.iter()));
        for (id, label) in early.iter().skip(1) {
            let text = label.text().expect("a visible action");
            assert_eq!((late.find(text), late.intern(text, || None)), (Some(id), id));
        }
        assert_eq!((late.find("f(12345)"), late.len()), (None, early.len()));
    }

    #[test]
    fn labels_that_are_cut_are_new_again() {
        let actions = actions();
        let mut table = LabelTable::default();
        for len in [300, 7, 0] {
            let ids: Vec<LabelId> =
                actions.iter().map(|action| table.intern_action(action.clone())).collect();
            let whole = table.clone();
            table.truncate(len);
            assert_eq!(table.len(), len.max(1));
            assert_eq!(table.find(&actions[310].to_string()), None);
            let again: Vec<LabelId> =
                actions.iter().map(|action| table.intern_action(action.clone())).collect();
            assert_eq!(again, ids);
            assert!(table.iter().eq(whole.iter()));
        }
    }

    #[test]
    fn integers_far_apart_have_labels() {
        let mut table = LabelTable::default();
        let label = |n: i64| action("f", vec![Term::integer(n)], None);
        let numbers = [1 << 29, 1, 100_000, 65_535, 140_000, 100_000, 250_000, 1 << 29, 140_000];
        let ids: Vec<u32> = numbers.into_iter().map(|n| table.intern_action(label(n)).0).collect();
        assert_eq!(ids, [1, 2, 3, 4, 5, 3, 6, 1, 5]);
    }
}
