//! A loader that reads headers from the disk, as epp does with these folders.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use frontend::{Diagnostic, IncludeLoader, IncludeRequest, Included, NotIncluded, SourceMap};

/// Where epp finds the libraries of OTP here.
const OTP: &str = "/usr/lib/erlang/lib";

/// Reads headers; paths are relative to the current folder.
#[derive(Default)]
pub struct Headers {
    pub sources: SourceMap,
    /// Folders of `-I`.
    pub folders: Vec<PathBuf>,
    /// The current folder as the compared program has it.
    pub current: PathBuf,
    pub names: Vec<String>,
}

impl Headers {
    /// Adds a source.
    pub fn add(&mut self, name: &str, text: &str) -> frontend::FileId {
        self.names.push(name.to_owned());
        self.sources.add(name, text)
    }

    /// One line for each place of each message, with help behind them.
    pub fn render(&self, diagnostics: &[Diagnostic]) -> String {
        let mut out = String::new();
        for diagnostic in diagnostics {
            for (at, label) in diagnostic.labels.iter().enumerate() {
                let source = self.sources.get(label.span.file).expect("added");
                let (line, column) = source.line_column(label.span.start);
                let text = if at == 0 {
                    format!("{} {}", diagnostic.code.0, diagnostic.message)
                } else {
                    format!("  {}", label.text)
                };
                writeln!(out, "{}:{line}:{column} {text}", source.name).expect("a string");
            }
            if let Some(help) = &diagnostic.help {
                writeln!(out, "    help: {help}").expect("a string");
            }
        }
        out
    }

    /// The places where a header may be, as named in messages.
    fn places(&self, request: &IncludeRequest<'_>) -> Vec<PathBuf> {
        let folder = Path::new(request.from).parent().unwrap_or(Path::new(""));
        let folders = std::iter::once(folder).chain(self.folders.iter().map(PathBuf::as_path));
        let mut places: Vec<PathBuf> = folders.map(|folder| folder.join(request.path)).collect();
        if request.library
            && let Some((app, rest)) = request.path.split_once('/')
            && let Ok(entries) = fs::read_dir(OTP)
        {
            for entry in entries.flatten() {
                let name = entry.file_name().to_string_lossy().into_owned();
                if name.split_once('-').is_some_and(|(application, _)| application == app) {
                    places.push(entry.path().join(rest));
                }
            }
        }
        places
    }
}

impl IncludeLoader for Headers {
    fn load(&mut self, request: &IncludeRequest<'_>) -> Result<Included, NotIncluded> {
        let place = self.places(request).into_iter().find(|p| self.current.join(p).is_file());
        let place = place.ok_or(NotIncluded::Missing)?;
        let bytes = fs::read(self.current.join(&place)).map_err(|_| NotIncluded::Missing)?;
        let name = place.display().to_string();
        let text = decode(bytes);
        let file = match self.names.iter().position(|other| *other == name) {
            Some(at) => frontend::FileId(u32::try_from(at).expect("few files")),
            None => self.add(&name, &text),
        };
        Ok(Included { file, name, text: text.into() })
    }
}

/// UTF-8, or else Latin-1.
pub fn decode(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes)
        .unwrap_or_else(|error| error.into_bytes().into_iter().map(char::from).collect())
}
