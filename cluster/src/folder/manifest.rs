//! What a folder of segments says of itself, and how far one has come that is not complete.
//!
//! Input: counts. Output: JSON, and back. Whatever is not as it was written is no manifest.

use serde_json::{Value, json};

use crate::exploration::Totals;
use crate::net::handshake::Identity;

/// The number of the format: what has another one is not read.
pub const FORMAT: u64 = 1;

/// A folder of segments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    /// What was explored, and how: what another run must have in common to go on with it.
    pub identity: Identity,
    /// Number of workers.
    pub n_workers: usize,
    /// Words of a state.
    pub width: usize,
    /// The worker that owns the initial state, its first one.
    pub initial_owner: usize,
    /// Counts; those of a run that is under way are empty.
    pub totals: Totals,
    /// What each worker has written.
    pub segments: Vec<Segment>,
    /// Whether all states were expanded.
    pub is_complete: bool,
}

/// What a worker has written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Segment {
    /// States that it owns.
    pub states: u64,
}

/// How far a run has come whose segments are on the disk.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progressed {
    /// Whose they are.
    pub head: Manifest,
    /// States in each level; those of the last one were not expanded yet.
    pub levels: Vec<u64>,
}

impl Manifest {
    /// The text of the file.
    pub fn text(&self) -> String {
        let Totals { states, transitions, deadlocks, unexpanded, levels } = &self.totals;
        let segments: Vec<Value> =
            self.segments.iter().map(|segment| json!({ "states": segment.states })).collect();
        let value = json!({
            "format": FORMAT,
            "run": run(&self.identity),
            "workers": self.n_workers,
            "width": self.width,
            "initial": self.initial_owner,
            "complete": self.is_complete,
            "states": states,
            "transitions": transitions,
            "deadlocks": deadlocks,
            "unexpanded": unexpanded,
            "levels": levels,
            "segments": segments,
        });
        format!("{value:#}\n")
    }

    /// What a text says; or what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let value = parsed(text)?;
        let mut manifest = head(&value)?;
        manifest.totals = Totals {
            states: number(&value, "states")?,
            transitions: number(&value, "transitions")?,
            deadlocks: number(&value, "deadlocks")?,
            unexpanded: number(&value, "unexpanded")?,
            levels: numbers(&value, "levels")?,
        };
        let segments = value["segments"].as_array().ok_or("it has no `segments`")?;
        for segment in segments {
            manifest.segments.push(Segment { states: number(segment, "states")? });
        }
        manifest.initial_owner = usize::try_from(number(&value, "initial")?).unwrap_or(usize::MAX);
        manifest.is_complete = value["complete"].as_bool().ok_or("it has no `complete`")?;
        let is_whole = manifest.segments.len() == manifest.n_workers
            && manifest.initial_owner < manifest.n_workers
            && manifest.totals.levels.iter().try_fold(0_u64, |sum, n| sum.checked_add(*n))
                == Some(manifest.totals.states)
            && manifest.segments.iter().try_fold(0_u64, |sum, s| sum.checked_add(s.states))
                == Some(manifest.totals.states);
        if is_whole { Ok(manifest) } else { Err("its counts contradict each other".to_owned()) }
    }
}

impl Progressed {
    /// The text of the file.
    pub fn text(&self) -> String {
        let value = json!({
            "format": FORMAT,
            "run": run(&self.head.identity),
            "workers": self.head.n_workers,
            "width": self.head.width,
            "levels": self.levels,
        });
        format!("{value:#}\n")
    }

    /// What a text says; or what is wrong with it.
    pub fn parse(text: &str) -> Result<Self, String> {
        let value = parsed(text)?;
        let levels = numbers(&value, "levels")?;
        if levels.is_empty() {
            return Err("it has no levels".to_owned());
        }
        Ok(Self { head: head(&value)?, levels })
    }
}

fn run(identity: &Identity) -> Value {
    let pairs = identity.0.iter().map(|(name, value)| json!([name, value]));
    Value::Array(pairs.collect())
}

fn parsed(text: &str) -> Result<Value, String> {
    let value: Value =
        serde_json::from_str(text).map_err(|error| format!("it is no JSON: {error}"))?;
    match number(&value, "format")? {
        FORMAT => Ok(value),
        other => Err(format!("its format is {other}, and {FORMAT} is read here")),
    }
}

fn head(value: &Value) -> Result<Manifest, String> {
    let pairs = value["run"].as_array().ok_or("it has no `run`")?;
    let pair = |pair: &Value| Some((pair[0].as_str()?.to_owned(), pair[1].as_str()?.to_owned()));
    let pairs: Option<Vec<(String, String)>> = pairs.iter().map(pair).collect();
    let size = |name| number(value, name).map(|n| usize::try_from(n).unwrap_or(usize::MAX));
    let identity = Identity(pairs.ok_or("its `run` is no list of pairs")?);
    let (n_workers, width) = (size("workers")?, size("width")?);
    if n_workers == 0 || n_workers > crate::MAX_WORKERS {
        return Err(format!("its number of workers is {n_workers}"));
    }
    Ok(Manifest { identity, n_workers, width, ..Manifest::default() })
}

fn number(value: &Value, name: &str) -> Result<u64, String> {
    value[name].as_u64().ok_or_else(|| format!("it has no number `{name}`"))
}

fn numbers(value: &Value, name: &str) -> Result<Vec<u64>, String> {
    let numbers = value[name].as_array().and_then(|list| list.iter().map(Value::as_u64).collect());
    numbers.ok_or_else(|| format!("it has no list of numbers `{name}`"))
}
