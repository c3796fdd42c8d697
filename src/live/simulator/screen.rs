//! A simulation on a screen: source, events, data and run in panes, and a line to type in.
//!
//! Input: keys. Output: orders. The line of the source is lit that the chosen event comes from. Where there is little room, the panes
//! stand above each other, and of the source nothing is left; what does not fit is cut. The terminal is given back when this is dropped.

mod panes;

use std::io::{self, Stdout};

use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

use super::order::{Order, order};
use super::simulation::Scene;
use super::source::whole;
use crate::io::terminal;
use crate::session::Session;

/// Characters that can be typed.
const LONGEST: usize = 4_000;

/// A terminal that shows a simulation.
pub(crate) struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
    shown: Shown,
}

/// What is shown besides the scene.
#[derive(Debug, Default)]
struct Shown {
    /// The event that is chosen, from 0 on.
    chosen: usize,
    /// What is being typed.
    typed: Option<String>,
    /// A line that says what was wrong.
    refused: Option<String>,
    /// A text over all, until a key is pressed, and how far it is scrolled.
    told: Option<(String, u16)>,
}

impl Screen {
    /// Takes the terminal.
    pub(crate) fn open() -> io::Result<Self> {
        terminal::take()?;
        let opened = Terminal::new(CrosstermBackend::new(io::stdout()));
        let terminal = opened.inspect_err(|_| terminal::give_back())?;
        Ok(Self { terminal, shown: Shown::default() })
    }

    /// The next order; where nothing can be read any more, the one to quit.
    pub(crate) fn ask(&mut self, session: &Session, scene: &Scene) -> Order {
        loop {
            self.shown.chosen = self.shown.chosen.min(scene.next.len().saturating_sub(1));
            let span = panes::lit(scene, self.shown.chosen);
            let text = span.and_then(|span| whole(session, span));
            let shown = &self.shown;
            if self.terminal.draw(|frame| panes::draw(frame, scene, shown, text)).is_err() {
                return Order::Quit;
            }
            let pressed = match event::read() {
                Ok(Event::Key(key)) if key.kind != KeyEventKind::Release => key,
                Ok(Event::Paste(text)) => {
                    self.shown.paste(&text);
                    continue;
                }
                // A new size is drawn anew.
                Ok(_) => continue,
                Err(_) => return Order::Quit,
            };
            if let Some(order) = self.shown.key(pressed, scene) {
                return order;
            }
        }
    }

    /// The walk is somewhere else.
    pub(crate) fn moved(&mut self) {
        self.shown.chosen = 0;
    }

    /// Shows a text until a key is pressed.
    pub(crate) fn tell(&mut self, text: &str) {
        match text.trim_end() {
            line if !line.contains('\n') => self.shown.refused = Some(line.to_owned()),
            text => self.shown.told = Some((text.to_owned(), 0)),
        }
    }

    /// Says what cannot be done.
    pub(crate) fn refuse(&mut self, why: &str) {
        self.shown.refused = Some(why.to_owned());
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        terminal::give_back();
    }
}

impl Shown {
    /// What a key orders, if it does.
    fn key(&mut self, key: KeyEvent, scene: &Scene) -> Option<Order> {
        if key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL) {
            return Some(Order::Quit);
        }
        self.refused = None;
        if let Some((_, scrolled)) = &mut self.told {
            match key.code {
                KeyCode::Down => *scrolled = scrolled.saturating_add(1),
                KeyCode::Up => *scrolled = scrolled.saturating_sub(1),
                _ => self.told = None,
            }
            return None;
        }
        if self.typed.is_some() { self.typing(key.code) } else { self.moving(key.code, scene) }
    }

    /// A key while a line is typed.
    fn typing(&mut self, code: KeyCode) -> Option<Order> {
        let typed = self.typed.as_mut()?;
        match code {
            KeyCode::Enter => {
                let line = self.typed.take()?;
                return match order(&line) {
                    Ok(order) => Some(order).filter(|order| *order != Order::Nothing),
                    Err(why) => {
                        self.refused = Some(why);
                        None
                    }
                };
            }
            KeyCode::Esc => self.typed = None,
            // Of an empty line there is nothing left.
            KeyCode::Backspace if typed.is_empty() => self.typed = None,
            KeyCode::Backspace => drop(typed.pop()),
            KeyCode::Char(c) if typed.len() < LONGEST => typed.push(c),
            _ => {}
        }
        None
    }

    /// A key while nothing is typed.
    fn moving(&mut self, code: KeyCode, scene: &Scene) -> Option<Order> {
        let most = scene.next.len().saturating_sub(1);
        match code {
            KeyCode::Down | KeyCode::Char('j') => self.chosen = (self.chosen + 1).min(most),
            KeyCode::Up | KeyCode::Char('k') => self.chosen = self.chosen.saturating_sub(1),
            KeyCode::Enter | KeyCode::Right if scene.next.is_empty() => {
                self.refused = Some("nothing happens any more: left goes back".to_owned());
            }
            KeyCode::Enter | KeyCode::Right => return Some(Order::Take(self.chosen + 1)),
            KeyCode::Left | KeyCode::Backspace if scene.at > 0 => return Some(Order::Back(1)),
            KeyCode::Char('n') if scene.at < scene.n_steps => {
                return Some(Order::Goto(scene.at + 1));
            }
            KeyCode::Home => return Some(Order::Goto(0)),
            KeyCode::End => return Some(Order::Goto(scene.n_steps)),
            KeyCode::Char('q') => return Some(Order::Quit),
            KeyCode::Char('?') | KeyCode::F(1) => self.told = Some((panes::keys(), 0)),
            KeyCode::Char('d') => return Some(Order::Data),
            KeyCode::Char('g') => return Some(Order::Goals),
            KeyCode::Char('r') => self.typed = Some("run ".to_owned()),
            KeyCode::Char('w') => self.typed = Some("watch ".to_owned()),
            KeyCode::Char('s') => self.typed = Some("save ".to_owned()),
            KeyCode::Char(':') => self.typed = Some(String::new()),
            KeyCode::Char(digit) if digit.is_ascii_digit() => self.typed = Some(digit.to_string()),
            _ => {}
        }
        None
    }

    fn paste(&mut self, text: &str) {
        if let Some(typed) = &mut self.typed {
            let shown = text.chars().filter(|c| !c.is_control());
            let room = LONGEST.saturating_sub(typed.len());
            typed.extend(shown.take(room));
        }
    }
}
