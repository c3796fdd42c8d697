//! The panes of a simulation.
//!
//! Input: a scene, the text of the source. Output: what stands on the screen. Nothing is wrapped but texts over all: what does not fit in
//! a line is cut at its end.

use std::fmt::Write as _;

use frontend::Span;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

use super::Shown;
use crate::io::visible::on_one_line;
use crate::live::simulator::order::WORDS;
use crate::live::simulator::simulation::{Event, Scene};
use crate::live::simulator::source::SourceLine;

/// Columns and rows from which on there is room for the source beside all else.
const WIDE: (u16, u16) = (70, 14);

/// Rows from which on there are frames around panes that stand above each other.
const TALL: u16 = 18;

/// Where the line stands that is lit: that of the chosen event, or else of what has happened last.
pub(super) fn lit(scene: &Scene, chosen: usize) -> Option<Span> {
    lit_event(scene, chosen).and_then(|event| event.span)
}

fn lit_event(scene: &Scene, chosen: usize) -> Option<&Event> {
    let chosen = scene.next.get(chosen).filter(|event| event.span.is_some());
    chosen.or_else(|| scene.last())
}

/// Draws all of it.
pub(super) fn draw(frame: &mut Frame<'_>, scene: &Scene, shown: &Shown, source: Option<&str>) {
    let whole = frame.area();
    let [main, bottom] = Layout::vertical([Constraint::Min(0), Constraint::Length(1)]).areas(whole);
    if whole.width >= WIDE.0 && whole.height >= WIDE.1 {
        wide(frame, main, (scene, shown), source);
    } else {
        narrow(frame, main, (scene, shown));
    }
    frame.render_widget(Line::from(said(shown)), bottom);
    if let Some((text, scrolled)) = &shown.told {
        frame.render_widget(Clear, main);
        let text = Paragraph::new(text.as_str()).wrap(Wrap { trim: false }).scroll((*scrolled, 0));
        frame.render_widget(text, main);
    }
}

fn wide(frame: &mut Frame<'_>, area: Rect, (scene, shown): (&Scene, &Shown), source: Option<&str>) {
    let [left, right] =
        Layout::horizontal([Constraint::Percentage(55), Constraint::Percentage(45)]).areas(area);
    let events = Constraint::Fill(2);
    let [top, middle, low] =
        Layout::vertical([events, Constraint::Fill(1), Constraint::Fill(2)]).areas(right);
    let event = lit_event(scene, shown.chosen);
    let line = event.and_then(|event| event.line.as_ref());
    let title = line.map_or_else(|| "source".to_owned(), |line| line.file.clone());
    pane(frame, left, &title, |height| listing(source, line, height));
    pane(frame, top, "events", |height| events_of(scene, shown, height));
    pane(frame, middle, "data", |_| data(scene));
    pane(frame, low, "run", |height| run(scene, height));
}

fn narrow(frame: &mut Frame<'_>, area: Rect, (scene, shown): (&Scene, &Shown)) {
    let parts = [Constraint::Fill(1), Constraint::Fill(2), Constraint::Fill(1)];
    let [top, middle, low] = Layout::vertical(parts).areas(area);
    if area.height >= TALL {
        pane(frame, top, "data", |_| data(scene));
        pane(frame, middle, "events", |height| events_of(scene, shown, height));
        pane(frame, low, "run", |height| run(scene, height));
        return;
    }
    frame.render_widget(Text::from(data(scene)), top);
    frame.render_widget(Text::from(events_of(scene, shown, middle.height)), middle);
    frame.render_widget(Text::from(run(scene, low.height)), low);
}

/// A pane with a frame, whose lines are made for its height.
fn pane(
    frame: &mut Frame<'_>,
    area: Rect,
    title: &str,
    lines: impl FnOnce(u16) -> Vec<Line<'static>>,
) {
    let block = Block::bordered().title(format!(" {title} "));
    let inside = block.inner(area);
    frame.render_widget(block, area);
    frame.render_widget(Text::from(lines(inside.height)), inside);
}

/// The source around a line.
fn listing(text: Option<&str>, lit: Option<&SourceLine>, height: u16) -> Vec<Line<'static>> {
    let Some(text) = text else { return vec![Line::from("no source")] };
    let lit = lit.map_or(1, |lit| lit.line);
    let first = window(lit - 1, text.lines().count(), height);
    let lines = text.lines().enumerate().skip(first).take(height.into());
    let lines = lines.map(|(number, line)| {
        let text = format!("{:>4} {}", number + 1, on_one_line(&line.replace('\t', "    ")));
        lit_if(number + 1 == lit, text)
    });
    lines.collect()
}

/// What can happen.
fn events_of(scene: &Scene, shown: &Shown, height: u16) -> Vec<Line<'static>> {
    if scene.next.is_empty() {
        let end = scene.state.end.unwrap_or("nothing more happens");
        return vec![Line::from(end)];
    }
    let first = window(shown.chosen, scene.next.len(), height);
    let events = scene.next.iter().enumerate().skip(first).take(height.into());
    let events = events.map(|(number, event)| {
        let text = format!("{:>3} {}{}", number + 1, on_one_line(&event.text), at(event));
        lit_if(number == shown.chosen, text)
    });
    events.collect()
}

/// State, data, and what is watched.
fn data(scene: &Scene) -> Vec<Line<'static>> {
    let state = Style::default().add_modifier(Modifier::BOLD);
    let mut lines = vec![Line::styled(on_one_line(&scene.state.name).into_owned(), state)];
    for (text, value) in &scene.watched {
        lines.push(Line::from(on_one_line(&format!("{text}: {value}")).into_owned()));
    }
    if let Some(data) = &scene.state.data {
        lines.push(Line::from(on_one_line(data).into_owned()));
    }
    lines
}

/// What has happened, and what was gone before and is behind the place.
fn run(scene: &Scene, height: u16) -> Vec<Line<'static>> {
    if scene.path.is_empty() {
        return vec![Line::from("nothing yet")];
    }
    let last = scene.at.saturating_sub(scene.n_before + 1);
    let first = window(last, scene.path.len(), height);
    let steps = scene.path.iter().enumerate().skip(first).take(height.into());
    let steps = steps.map(|(place, event)| {
        let number = place + scene.n_before;
        let text = format!("{:>3} {}{}", number + 1, on_one_line(&event.text), at(event));
        match () {
            () if number + 1 == scene.at => lit_if(true, text),
            () if number >= scene.at => {
                Line::styled(text, Style::default().add_modifier(Modifier::DIM))
            }
            () => Line::from(text),
        }
    });
    steps.collect()
}

fn at(event: &Event) -> String {
    event.line.as_ref().map_or_else(String::new, |line| format!("  :{}", line.line))
}

fn lit_if(is_lit: bool, text: String) -> Line<'static> {
    let style = Style::default();
    Line::styled(text, if is_lit { style.add_modifier(Modifier::REVERSED) } else { style })
}

/// The first of so many lines that are seen, so that one of them is.
fn window(seen: usize, all: usize, height: u16) -> usize {
    let height = usize::from(height).max(1);
    seen.saturating_sub(height / 2).min(all.saturating_sub(height))
}

/// The line at the bottom.
fn said(shown: &Shown) -> String {
    match (&shown.typed, &shown.refused) {
        (Some(typed), _) => format!(":{typed}_"),
        (None, Some(why)) => on_one_line(why).into_owned(),
        (None, None) if shown.told.is_some() => "any key".to_owned(),
        (None, None) => "? help  q quit  enter take  left back  r run  : command".to_owned(),
    }
}

/// What the keys do.
pub(super) fn keys() -> String {
    let mut out = String::from(
        "up down     choose an event\nenter right take it\nleft        go back\nn           go on again\n\
         home end    go to the start, to the end of the run\ng           list what can be run to\nr           run to\n\
         d           the data in full\nw           watch an expression\ns           save the run\n:           any command:\n\n",
    );
    for (word, argument, does) in WORDS {
        let order = format!("{word} {argument}");
        let _ = writeln!(out, "{:<11} {does}", order.trim_end());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_chosen_is_seen() {
        for (seen, all, height, first) in
            [(0, 0, 5, 0), (0, 9, 3, 0), (4, 9, 3, 3), (8, 9, 3, 6), (2, 3, 0, 2)]
        {
            assert_eq!(window(seen, all, height), first, "{seen} of {all} in {height}");
        }
    }
}
