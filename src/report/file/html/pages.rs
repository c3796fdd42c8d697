//! The reports of a folder as one page: a table, and the page of each file behind it.
//!
//! Input: the data of each report, in order. Output: HTML as for one report; its script shows one of them at a time. What a browser could
//! not hold is left out, and said to be.

use super::data::shown;
use super::page;
use crate::report::file::value::Json;
use crate::session::exit::Exit;

/// Bytes of data that stand in a page.
const MOST: usize = 48 << 20;

/// A page under way.
pub(crate) struct Pages {
    /// The folder.
    name: String,
    items: Vec<Json>,
    size: usize,
}

impl Pages {
    /// A page about a folder.
    pub(crate) fn new(name: String) -> Self {
        Self { name, items: Vec::new(), size: 0 }
    }

    /// Adds a file: what came of it, in words, and its data, if there are any.
    pub(crate) fn add(&mut self, name: &str, (word, exit): (&str, Exit), data: Option<String>) {
        let Some(data) = data else { return };
        let has_room = self.size + data.len() <= MOST;
        self.size += if has_room { data.len() } else { 0 };
        self.items.push(Json::Object(vec![
            ("name", shown(name)),
            ("word", shown(word)),
            ("exit", Json::Number(usize::from(exit.code()))),
            ("data", if has_room { Json::Written(data) } else { Json::Null }),
        ]));
    }

    /// The page, with what was checked and what that comes to, in words.
    pub(crate) fn text(&self, (checked, summary): (&str, &str), exit: Exit) -> String {
        page(&Json::Object(vec![
            ("folder", shown(&self.name)),
            ("exit", Json::Number(usize::from(exit.code()))),
            ("checked", shown(checked)),
            ("summary", shown(summary)),
            ("items", Json::List(self.items.clone())),
        ]))
    }
}
