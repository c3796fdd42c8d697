//! What `check` writes besides its report: evidence and questions for other tools.
//!
//! Input: the flags. Output: which files are asked for, or what is wrong with them.

use std::path::{Path, PathBuf};

use frontend::Diagnostic;
use lts::format::aut::TauName;

use crate::check::written::evidence_file::{self, Target};
use crate::check::written::interchange;
use crate::check::written::test_file::TestFile;
use crate::cli::CheckArgs;
use crate::codes;
use crate::config::properties::Property;
use crate::config::settings::placeless;
use crate::hunt::emitted;
use crate::io::input::{Kind, kind};
use crate::io::output::of_property;
use crate::io::protected::{is_protected, protect};
use crate::io::written;
use crate::report::{Format, contradiction};

/// What is written besides the report.
pub(crate) struct Files<'a> {
    pub(crate) evidence: Option<Target<'a>>,
    /// A question for mCRL2.
    pub(crate) mcf: Option<&'a Path>,
    /// Boolean equations.
    pub(crate) bes: Option<&'a Path>,
    /// A test that replays a run.
    pub(crate) test: Option<&'a TestFile<'a>>,
    /// Whether there is more than one property.
    pub(crate) are_shared: bool,
}

impl<'a> Files<'a> {
    /// What the flags ask for, with this many properties.
    pub(crate) fn of(args: &'a CheckArgs, n_properties: usize) -> Self {
        let are_shared = n_properties > 1;
        let tau = args.tau.map_or(TauName::I, TauName::from);
        let target = |path| Target { path, is_shared: are_shared, tau };
        let evidence = args.evidence.as_deref().map(target);
        let (mcf, bes) = (args.export_mcf.as_deref(), args.export_bes.as_deref());
        Self { evidence, mcf, bes, test: None, are_shared }
    }
}

/// What is wrong with the flags about what is written.
pub(crate) fn unfit(args: &CheckArgs) -> Option<Diagnostic> {
    let input = &args.source.input;
    // What is named is not read yet, and may never be, should something else be wrong.
    for file in std::iter::once(input).chain(&args.files) {
        protect(file);
    }
    let is_module = matches!(kind(input), Ok(Kind::Module | Kind::Properties));
    let evidence = args.evidence.as_deref();
    let exports = [("mcf", &args.export_mcf), ("bes", &args.export_bes)];
    contradiction(&args.format, input)
        .or_else(|| evidence_file::contradiction(evidence?, input, is_module))
        .or_else(|| {
            exports.into_iter().find_map(|(extension, path)| {
                interchange::contradiction(path.as_deref()?, extension, input)
            })
        })
        .or_else(|| test(args, is_module))
        .or_else(|| flag_of_hunts(args).filter(|_| !is_module))
        .or_else(|| flag_of_people(args))
        .or_else(|| written::contradiction(args))
}

/// A flag about the report for people, where another one is printed.
fn flag_of_people(args: &CheckArgs) -> Option<Diagnostic> {
    let flags = [("--coverage", args.coverage), ("--all", args.all)];
    let (flag, _) = flags.into_iter().find(|(_, is_given)| *is_given)?;
    let mut shown = args.format.iter().filter(|target| target.file.is_none());
    if shown.all(|target| target.format == Format::Human) {
        return None;
    }
    let message = format!("`{flag}` is about the report for people");
    let help = "write the other format to a file: `--format json=FILE`";
    Some(placeless(codes::BAD_FLAGS, message).with_help(help))
}

/// A flag about properties, where there are none.
pub(crate) fn flag_of_properties(args: &CheckArgs) -> Option<Diagnostic> {
    let flags = [
        ("--evidence", args.evidence.is_some()),
        ("--export-mcf", args.export_mcf.is_some()),
        ("--export-bes", args.export_bes.is_some()),
        ("--explain-formula", args.explain_formula),
        ("--fair", !args.asked.fair.is_empty()),
        ("--view", args.view.is_some()),
        ("--form", args.form.is_some()),
    ];
    let (flag, _) = flags.into_iter().find(|(_, is_given)| *is_given)?;
    let message = format!("`{flag}` is about properties, and there are none");
    let help = "name a .props file, or write a formula: `-e FORMULA`";
    Some(placeless(codes::BAD_FLAGS, message).with_help(help))
}

/// A flag about the built-in checks, where there are properties, or no module.
pub(crate) fn flag_of_hunts(args: &CheckArgs) -> Option<Diagnostic> {
    let flags = [("--coverage", args.coverage), ("--all", args.all)];
    let (flag, _) = flags.into_iter().find(|(_, is_given)| *is_given)?;
    let message =
        format!("`{flag}` is about the built-in checks, which a module without properties gets");
    Some(placeless(codes::BAD_FLAGS, message).with_help("check the module alone"))
}

/// A message that the file of a property is the one of another property, or of a report, or one that is read.
pub(crate) fn same_files(args: &CheckArgs, properties: &[&Property]) -> Option<Diagnostic> {
    let exports = written::exports(args).chain(args.evidence.clone());
    let mut taken: Vec<PathBuf> =
        args.format.iter().filter_map(|target| target.file.clone()).collect();
    for path in exports {
        for property in properties {
            let file = of_property(&path, &property.name, properties.len() > 1);
            if is_protected(&file) {
                return Some(written::over_input(&file));
            }
            if taken.iter().any(|other| written::same(other, &file)) {
                let message = format!("two results would go to the same file `{}`", file.display());
                let help = "of the names of properties, files keep letters, digits, `_` and `-`";
                return Some(placeless(codes::BAD_FLAGS, message).with_help(help));
            }
            taken.push(file);
        }
    }
    None
}

/// A test that is asked for where there is no module that it could be about.
pub(crate) fn no_test(args: &CheckArgs) -> Option<Diagnostic> {
    let message = "`--emit-test` is for modules".to_owned();
    args.emit_test.as_ref().map(|_| placeless(codes::BAD_FLAGS, message))
}

/// What is wrong with the file of a test.
fn test(args: &CheckArgs, is_module: bool) -> Option<Diagnostic> {
    let path = args.emit_test.as_deref()?;
    if !is_module {
        return no_test(args);
    }
    emitted::unfit(path, &args.source.input)
}
