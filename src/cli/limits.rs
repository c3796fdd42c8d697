//! The arguments that say when exploration stops, and how it is done. Types only.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::{Args, ValueEnum};

/// When exploration stops.
#[derive(Args, Clone, Debug)]
pub(crate) struct LimitArgs {
    /// States at most
    #[arg(long, default_value = "1000000", value_name = "N")]
    pub(crate) max_states: NonZeroUsize,
    /// Steps of pure code at most, for one event
    #[arg(long, default_value = "10000000", value_name = "N")]
    pub(crate) max_steps: NonZeroUsize,
    /// Memory at most, as 4G or 500M; most of what is free if not given
    #[arg(long, value_name = "SIZE", value_parser = size)]
    pub(crate) max_memory: Option<u64>,
    /// Threads; all processors if not given
    #[arg(long, value_name = "N")]
    pub(crate) threads: Option<NonZeroUsize>,
    /// Seconds at most, for each system, reading and translating it included
    #[arg(long, value_name = "SECONDS", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) timeout: Option<Duration>,
    // Work at most, in all; none where the user has chosen the commands, or a time.
    #[arg(skip)]
    pub(crate) max_work: Option<u64>,
    /// What computes the steps of a model; the interpreter is slow, and says the same
    #[arg(long, value_enum, default_value_t = EngineArg::Tiered, hide = true)]
    pub(crate) engine: EngineArg,
}

/// The time for a system under open commands, of which nobody knows whether it has an end: unknown values may grow for ever.
const OPEN: Duration = Duration::from_mins(1);

/// Events that may take all the steps that one may take, under commands the user has not chosen: less than a minute.
const LONG_EVENTS: u64 = 15;

impl LimitArgs {
    /// The limits for a system under commands that are closed, or open: those that the module suggests, and those with holes.
    pub(crate) fn under(&self, is_open: bool) -> Self {
        if !is_open || self.timeout.is_some() {
            return Self { max_work: None, ..self.clone() };
        }
        let for_one = u64::try_from(self.max_steps.get()).unwrap_or(u64::MAX);
        let max_work = Some(for_one.saturating_mul(LONG_EVENTS));
        Self { max_work, timeout: Some(OPEN), ..self.clone() }
    }

    /// The limits for a system that several processes explore (`--workers`, `--hosts`): those of [`under`](Self::under), but nothing ends it
    /// after a minute, as such a system is expected to take hours.
    pub(crate) fn among(&self, is_open: bool) -> Self {
        Self { timeout: self.timeout, ..self.under(is_open) }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EngineArg {
    /// Step programs, for systems that are not small
    Tiered,
    /// Step programs from the first state on
    Compiled,
    /// The model as it is printed
    Interpreter,
}

/// A number of bytes, with `K`, `M`, `G` or `T` for powers of 1024.
fn size(text: &str) -> Result<u64, String> {
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit: u64 = match &text[digits.len()..].to_ascii_uppercase()[..] {
        "" => 1,
        "K" => 1 << 10,
        "M" => 1 << 20,
        "G" => 1 << 30,
        "T" => 1 << 40,
        _ => return Err("expected a unit of K, M, G or T".to_owned()),
    };
    let number = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(unit));
    number.ok_or_else(|| "expected a number of bytes, as 4G or 500M".to_owned())
}

/// A number of seconds that a clock can wait for.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds".to_owned())?;
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| "expected a number of seconds, 0 or more".to_owned())
}
