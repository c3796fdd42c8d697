//! The terminal as a screen: taken for a while, given back whatever ends the program.
//!
//! Input: nothing. Output: a terminal that sends each key at once and shows no line of what was there before; and one that is as it was,
//! also behind a panic and behind a signal (`watch::signals`). What is drawn is not known here.

use std::io;
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

static IS_TAKEN: AtomicBool = AtomicBool::new(false);

static HOOK: Once = Once::new();

/// Takes the terminal; an error where it is none that can be a screen.
pub(crate) fn take() -> io::Result<()> {
    HOOK.call_once(|| {
        let said = panic::take_hook();
        panic::set_hook(Box::new(move |what| {
            give_back();
            said(what);
        }));
    });
    enable_raw_mode()?;
    IS_TAKEN.store(true, Ordering::Relaxed);
    execute!(io::stdout(), EnterAlternateScreen, Hide).inspect_err(|_| give_back())
}

/// Gives the terminal back, if it was taken.
pub(crate) fn give_back() {
    if IS_TAKEN.swap(false, Ordering::Relaxed) {
        // There is nobody to whom it could be said that this fails.
        let _ = execute!(io::stdout(), Show, LeaveAlternateScreen);
        let _ = disable_raw_mode();
    }
}

/// Whether the program has the terminal, so that nothing else is to be written to it.
pub(crate) fn is_taken() -> bool {
    IS_TAKEN.load(Ordering::Relaxed)
}
