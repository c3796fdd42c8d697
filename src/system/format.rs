//! The formats of files of transition systems: which one is meant, and writing it.
//!
//! Input: a path or a flag, an LTS. Output: text of the format, in a file or on stdout.

use std::io::{self, Write};
use std::path::Path;

use lts::Lts;
use lts::format::aut::{self, TauName};
use lts::format::fsm::{self, Parameters};
use lts::format::{dot, json, mermaid};

use crate::cli::{LtsFormat, TargetArgs};
use crate::command::destination::Destination;
use crate::session::Session;

impl LtsFormat {
    /// The format that the name of a file stands for; Aldebaran where it stands for none.
    pub(crate) fn of(path: &Path) -> Self {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("dot" | "gv") => Self::Dot,
            Some("fsm") => Self::Fsm,
            Some("mmd" | "mermaid") => Self::Mermaid,
            Some("jsonl") => Self::Json,
            _ => Self::Aut,
        }
    }

    /// The format that a destination stands for.
    pub(crate) fn meant(destination: &Destination) -> Self {
        destination.path().map_or(Self::Aut, Self::of)
    }
}

/// How a system is written, and where to.
pub(crate) struct Target<'a> {
    pub(crate) destination: &'a Destination,
    pub(crate) format: LtsFormat,
    pub(crate) tau: TauName,
}

impl TargetArgs {
    /// What the arguments say.
    pub(crate) fn target<'a>(&self, destination: &'a Destination) -> Target<'a> {
        let format = self.to.unwrap_or_else(|| LtsFormat::meant(destination));
        let usual = if format == LtsFormat::Fsm { TauName::Tau } else { TauName::I };
        Target { destination, format, tau: self.tau.map_or(usual, TauName::from) }
    }
}

/// Writes a system, its states with these values where the format shows them; tells whether it is in a file now.
pub(crate) fn write(
    session: &mut Session,
    lts: &Lts,
    parameters: &Parameters,
    target: &Target<'_>,
) -> bool {
    let tau = target.tau;
    let render = |out: &mut dyn Write| -> io::Result<()> {
        match target.format {
            LtsFormat::Aut => aut::write(lts, tau, out),
            LtsFormat::Fsm => fsm::write(lts, parameters, tau, out),
            LtsFormat::Dot => dot::write(lts, parameters, tau, out),
            LtsFormat::Mermaid => mermaid::write(lts, parameters, tau, out),
            LtsFormat::Json => json::write(lts, out),
        }
    };
    target.destination.deliver(session, &render)
}
