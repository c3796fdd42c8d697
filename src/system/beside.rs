//! What a module is run under that nobody has named: settings of a `.props` file beside it, the events that it suggests.
//!
//! Input: the path of a module, and what is given. Output: settings, and notes that say where they come from, with what
//! says the same. Derives no events.

use std::path::{Path, PathBuf};

use frontend::{Diagnostic, Severity};
use translator::derive::Derived;

use crate::cli::typed;
use crate::cli::{Other, SourceArgs};
use crate::codes;
use crate::config::properties;
use crate::config::settings::{Derivation, Settings};
use crate::io::asked;
use crate::io::input::{self, Kind};
use crate::io::revision::today;
use crate::session::Session;

/// The `.props` files in the folder of a module that name it, in order, with their settings.
#[derive(Debug, Default)]
pub(crate) struct Beside {
    files: Vec<(PathBuf, Settings)>,
}

impl Beside {
    /// Looks for the files.
    pub(crate) fn of(path: &Path) -> Self {
        let path = today(path);
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let mut files: Vec<PathBuf> = asked::entries(folder)
            .into_iter()
            .filter(|file| file.extension().is_some_and(|extension| extension == "props"))
            .collect();
        files.sort();
        let named = files.into_iter().filter_map(|file| {
            // A file that cannot be read may belong to another module: it is not our business here.
            let mut quiet = Session::quiet();
            let properties = properties::read(&mut quiet, &file)?;
            let module = properties.module.as_ref()?;
            let is_of_module = module.file_name() == path.file_name()
                || input::is_compiled(path) && module.file_stem() == path.file_stem();
            is_of_module.then_some((file, properties.settings))
        });
        Self { files: named.collect() }
    }

    /// The one file, which counts; of several none does.
    fn only(&self) -> Option<&(PathBuf, Settings)> {
        if let [only] = &self.files[..] { Some(only) } else { None }
    }

    /// The one file, if there is one.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.only().map(|(file, _)| file.as_path())
    }

    /// Settings with those of the one file.
    pub(crate) fn complete(&self, settings: &Settings) -> Settings {
        self.only().map_or(settings.clone(), |(_, others)| settings.or(others))
    }

    /// Says that the settings of a file are used.
    pub(crate) fn note(&self) -> Option<Diagnostic> {
        let (file, _) = self.only()?;
        let message = format!("settings are taken from `{}`", file.display());
        Some(Diagnostic::new(codes::PROPS_FOUND, Severity::Note, message))
    }

    /// Says that the events are those of the module, if nobody has asked for them.
    pub(crate) fn assumed(
        &self,
        settings: &Settings,
        derived: &Derived,
        args: &SourceArgs,
        module: &Path,
    ) -> Option<Diagnostic> {
        if settings.derived != Derivation::Assumed || settings.environment.is_some() {
            return None;
        }
        let mut given = "no commands are given".to_owned();
        if self.files.len() > 1 {
            let names = self.files.iter().map(|(file, _)| format!("`{}`", file.display()));
            let names = names.collect::<Vec<_>>().join(", ");
            given = format!(
                "{given}, and of several .props files that name the module ({names}) none is used"
            );
        }
        let get = if derived.events.is_empty() {
            "the module itself suggests no events, so that it gets none"
        } else {
            "the machine gets the events that the module itself suggests"
        };
        let note =
            Diagnostic::new(codes::COMMANDS_DERIVED, Severity::Note, format!("{given}: {get}"));
        Some(note.with_help(self.explicit(args.other, module)))
    }

    /// What says the same.
    fn explicit(&self, other: Other, module: &Path) -> String {
        // What begins with a dash is taken for a flag.
        let is_dashed = module.to_string_lossy().starts_with('-');
        let module = if is_dashed { &Path::new(".").join(module) } else { module };
        let file = format!("`erl2lts commands {}`", typed::quoted(&module.display().to_string()));
        let line = format!("`{}` says the same", typed::with(&["--commands", "derived"]));
        match (other, self.only()) {
            (Other::WithFile, _) => {
                format!("{file} prints them as a .props file, to be compared in its place")
            }
            (_, Some((props, _))) => {
                let entry = format!("`{{commands, derived}}.` in `{}`", props.display());
                format!("{entry} says the same; {file} prints them")
            }
            (Other::Module, None) => {
                format!("{line}; `erl2lts commands FILE` prints them as a .props file")
            }
            (Other::None, None) => format!("{line}; {file} prints them as a .props file"),
        }
    }
}

/// What an input is for flags that are given for it and another one.
pub(crate) fn other(path: &Path) -> Other {
    match input::kind(path) {
        Ok(Kind::Properties) => Other::WithFile,
        Ok(Kind::Module) if Beside::of(path).only().is_some() => Other::WithFile,
        Ok(Kind::Module) => Other::Module,
        Ok(Kind::Aut | Kind::Mcrl | Kind::Segments) | Err(_) => Other::None,
    }
}
