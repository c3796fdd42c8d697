//! A simulation line by line, for pipes and for terminals without a screen.
//!
//! Input: lines. Output: what is to be shown, as text. Where nobody types, what was read is printed in front of what it does, so that
//! the output reads as a dialogue. A line that cannot be done is said, and what follows is read all the same.

use std::fmt::Write as _;
use std::io::{self, BufRead as _, IsTerminal as _, Read as _};

use super::order::{Order, WORDS, order};
use super::simulation::{Event, Scene};
use crate::io::output;
use crate::session::Session;

/// Bytes of a line.
const LONGEST: u64 = 64 << 10;

/// Characters of data that are shown unasked.
const MOST: usize = 160;

/// Events that are listed.
const MOST_EVENTS: usize = 200;

/// Somebody who types lines, or a file.
pub(crate) struct Lines {
    /// Whether somebody types them.
    pub(crate) is_typed: bool,
    /// Whether a line was not understood, or could not be done.
    pub(crate) has_failed: bool,
}

impl Lines {
    pub(crate) fn new() -> Self {
        Self { is_typed: io::stdin().is_terminal(), has_failed: false }
    }

    /// The next order; the end of all lines is one to quit.
    pub(crate) fn ask(&mut self, session: &mut Session) -> Order {
        loop {
            // Nobody reads what would be said.
            if output::is_unread() {
                return Order::Quit;
            }
            if self.is_typed {
                session.print("> ");
            }
            let mut bytes = Vec::new();
            let mut input = io::stdin().lock().take(LONGEST);
            match input.read_until(b'\n', &mut bytes) {
                Ok(n) if n > 0 => {}
                // What cannot be read is read no further.
                _ => return Order::Quit,
            }
            let text = String::from_utf8_lossy(&bytes);
            if !self.is_typed {
                session.print(&format!("> {}\n", text.trim()));
            }
            if u64::try_from(bytes.len()).is_ok_and(|n| n == LONGEST) && !bytes.ends_with(b"\n") {
                self.refuse(session, "the line is too long");
                return Order::Quit;
            }
            match order(&text) {
                Ok(Order::Nothing) => {}
                Ok(order) => return order,
                Err(why) => self.refuse(session, &why),
            }
        }
    }

    /// Says that something cannot be done.
    pub(crate) fn refuse(&mut self, session: &mut Session, why: &str) {
        self.has_failed |= !self.is_typed;
        session.print(&format!("?         {why}\n"));
    }
}

/// Where the walk is, and what can happen there.
pub(crate) fn scene(scene: &Scene) -> String {
    let mut out = String::new();
    if let Some(last) = scene.last() {
        let _ = writeln!(out, "step      {}: {}", scene.at, behind(last, 0));
    }
    let _ = writeln!(out, "state     {}", scene.state.name);
    if let Some(data) = &scene.state.data {
        let _ = writeln!(out, "data      {}", cut(data));
    }
    for (text, value) in &scene.watched {
        let _ = writeln!(out, "watch     {text}: {}", cut(value));
    }
    let width =
        scene.next.iter().map(|event| event.text.chars().count()).max().unwrap_or(0).min(48);
    for (number, event) in scene.next.iter().enumerate().take(MOST_EVENTS) {
        let _ = writeln!(out, "    {:>4}  {}", number + 1, behind(event, width));
    }
    if scene.next.len() > MOST_EVENTS {
        let _ = writeln!(out, "          and so on up to {}", scene.next.len());
    }
    if scene.next.is_empty() {
        let _ = writeln!(out, "end       {}", scene.state.end.unwrap_or("nothing more happens"));
    }
    out
}

/// The data in full.
pub(crate) fn data(scene: &Scene) -> String {
    let mut out = format!("state     {}\n", scene.state.name);
    let _ = writeln!(out, "data      {}", scene.state.data.as_deref().unwrap_or("none"));
    for (text, value) in &scene.watched {
        let _ = writeln!(out, "watch     {text}: {value}");
    }
    out
}

/// The steps so far.
pub(crate) fn path(scene: &Scene) -> String {
    let mut out = String::new();
    let width =
        scene.path.iter().map(|event| event.text.chars().count()).max().unwrap_or(0).min(48);
    if scene.n_before > 0 {
        let _ = writeln!(out, "          {} steps before", scene.n_before);
    }
    for (number, event) in (scene.n_before + 1..).zip(&scene.path) {
        let mark = if number == scene.at { ">" } else { " " };
        let _ = writeln!(out, "   {mark}{number:>4}  {}", behind(event, width));
    }
    let more = scene.n_steps.saturating_sub(scene.n_before + scene.path.len());
    if more > 0 {
        let _ = writeln!(out, "          {more} steps behind");
    }
    if scene.path.is_empty() {
        out.push_str("          nothing has happened yet\n");
    }
    out
}

/// What can be typed.
pub(crate) fn help() -> String {
    let mut out = String::from("N               take step N of those that are listed\n");
    for (word, argument, does) in WORDS {
        let _ = writeln!(out, "{:<15} {does}", format!("{word} {argument}").trim_end());
    }
    out
}

/// A step with the line that it comes from.
fn behind(event: &Event, width: usize) -> String {
    let place = event.line.as_ref().map(|at| format!("  {}:{}: {}", at.file, at.line, at.text));
    format!("{:<width$}{}", event.text, place.unwrap_or_default()).trim_end().to_owned()
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}.. (`data` shows all)", &text[..at]),
        None => text.to_owned(),
    }
}
