//! How much the program says, and in which colours: one voice for all that it prints.
//!
//! Input: the arguments, once, before anything is said. Output: answers for whoever prints. Where nothing was said of it, everything is
//! said, in colours where a terminal shows them.

use std::env;
use std::io::IsTerminal;
use std::sync::OnceLock;

use crate::cli::{ColorArg, VoiceArgs};

/// A colour of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Colour {
    Green,
    Yellow,
    Red,
}

impl Colour {
    /// What a terminal is sent to write in this colour.
    pub(crate) fn sequence(self) -> &'static str {
        match self {
            Self::Green => "\x1b[32m",
            Self::Yellow => "\x1b[33m",
            Self::Red => "\x1b[1;31m",
        }
    }
}

static VOICE: OnceLock<VoiceArgs> = OnceLock::new();

/// Sets the voice of the program; the first one stays.
pub(crate) fn set(args: VoiceArgs) {
    VOICE.get_or_init(|| args);
}

fn voice() -> VoiceArgs {
    VOICE.get().copied().unwrap_or_default()
}

/// Whether only what is wrong is said.
pub(crate) fn is_quiet() -> bool {
    voice().quiet
}

/// Whether runs are shown that explain what is as expected, too.
pub(crate) fn is_verbose() -> bool {
    voice().verbose
}

/// Whether what goes to a stream is coloured.
pub(crate) fn colours(stream: &impl IsTerminal) -> bool {
    match voice().color {
        ColorArg::Always => true,
        ColorArg::Never => false,
        // An empty one counts for nothing, as is agreed on at no-color.org.
        ColorArg::Auto => {
            stream.is_terminal() && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        }
    }
}
