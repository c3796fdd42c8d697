//! How a simulation is shown and asked for orders: line by line, or on a screen.
//!
//! Input: scenes. Output: orders. Where the terminal cannot be a screen, it is lines.

use super::lines::{self, Lines};
use super::order::Order;
use super::screen::Screen;
use super::simulation::Scene;
use crate::session::Session;

/// What a user sees.
pub(crate) enum Face {
    Lines(Lines),
    Screen(Box<Screen>),
}

impl Face {
    /// A screen, if that is wanted and possible, else lines.
    pub(crate) fn new(session: &mut Session, is_screen: bool) -> Self {
        match is_screen.then(Screen::open) {
            Some(Ok(screen)) => {
                session.mute();
                Self::Screen(Box::new(screen))
            }
            Some(Err(_)) | None => Self::Lines(Lines::new()),
        }
    }

    /// The next order.
    pub(crate) fn ask(&mut self, session: &mut Session, scene: &Scene) -> Order {
        match self {
            Self::Lines(lines) => lines.ask(session),
            Self::Screen(screen) => screen.ask(session, scene),
        }
    }

    /// Shows what an order has come to.
    pub(crate) fn show(&mut self, session: &mut Session, scene: &Scene, order: &Order) {
        let told = match order {
            Order::Help => lines::help(),
            Order::Path => lines::path(scene),
            Order::Data => lines::data(scene),
            _ => match self {
                Self::Lines(_) => lines::scene(scene),
                Self::Screen(screen) => return screen.moved(),
            },
        };
        self.tell(session, &told);
    }

    /// Says something.
    pub(crate) fn tell(&mut self, session: &mut Session, text: &str) {
        match self {
            Self::Lines(_) => session.print(text),
            Self::Screen(screen) => screen.tell(text),
        }
    }

    /// Says that something cannot be done.
    pub(crate) fn refuse(&mut self, session: &mut Session, why: &str) {
        match self {
            Self::Lines(lines) => lines.refuse(session, why),
            Self::Screen(screen) => screen.refuse(why),
        }
    }

    /// Ends it; tells of lines that nobody has typed whether one could not be done.
    pub(crate) fn end(self) -> Option<bool> {
        match self {
            Self::Lines(lines) => (!lines.is_typed).then_some(lines.has_failed),
            Self::Screen(_) => None,
        }
    }
}
