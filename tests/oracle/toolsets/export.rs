//! What `--export-mcf` and `--export-bes` write, answered by mCRL2 itself, on every fixture.
//!
//! Runs where `MCRL2_PATH` names the directory of its tools, and fails where it does not but
//! `ERL2LTS_REQUIRE_ORACLES=1` asks for it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::command_line::run;
use serde_json::Value;

fn tools() -> Option<PathBuf> {
    let path = std::env::var_os("MCRL2_PATH").map(PathBuf::from);
    let required = std::env::var("ERL2LTS_REQUIRE_ORACLES").is_ok_and(|value| value == "1");
    assert!(path.is_some() || !required, "MCRL2_PATH is not set");
    path
}

/// All files of properties.
fn properties() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let folders = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path());
    let files =
        folders.filter(|path| path.is_dir()).flat_map(|folder| fs::read_dir(folder).unwrap());
    let mut files: Vec<PathBuf> = files
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "props"))
        .filter(|path| fs::read_to_string(path).unwrap().contains("{property,"))
        .collect();
    files.sort();
    files
}

#[test]
fn mcrl2_gives_our_verdicts() {
    let Some(tools) = tools() else { return };
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("export");
    let (mut asked, mut solved) = (0, 0);
    for props in properties() {
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("x.mcf");
        // Of one property too many, so that each has files of its own name.
        let equations = file.with_extension("bes");
        let files = [file.to_str().unwrap(), equations.to_str().unwrap()];
        let args = ["--export-mcf", files[0], "--export-bes", files[1], "--explore", "all"];
        let args = [&args[..], &["--format", "json", "-e", "[false] false"]].concat();
        let output = run(&[&["check", props.to_str().unwrap()], &args[..]].concat());
        let report: Value = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{}: {error}", props.display()));
        for property in report["properties"].as_array().unwrap() {
            let name = property["name"].as_str().unwrap();
            let stem = format!("x-{}", name.trim_start_matches('-'));
            let expected =
                property["verdict"] == "holds" || property["verdict"] == "possibly holds";
            let exists = |extension| folder.join(&stem).with_extension(extension).exists();
            for (extension, count) in [("mcf", &mut asked), ("bes", &mut solved)] {
                if exists(extension) {
                    let found = answer(&tools, &folder, &stem, extension);
                    assert_eq!(found, expected, "{name} of {}, {extension}", props.display());
                    *count += 1;
                }
            }
        }
    }
    assert!(asked > 40 && solved > asked, "{asked} properties, {solved} as equations");
}

fn answer(tools: &Path, folder: &Path, stem: &str, kind: &str) -> bool {
    let run = |tool: &str, args: &[String]| {
        let output =
            Command::new(tools.join(tool)).args(args).current_dir(folder).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{tool} {stem}: {errors}");
        String::from_utf8(output.stdout).unwrap()
    };
    let file = |extension: &str| format!("{stem}.{extension}");
    if kind == "bes" {
        run("txt2pbes", &["-q".to_owned(), file("bes"), file("pbes")]);
    } else {
        let args = ["-q", "-D", &file("mcrl2"), "-f", &file("mcf"), &file("aut"), &file("pbes")];
        run("lts2pbes", &args.map(str::to_owned));
    }
    run("pbessolve", &["-q".to_owned(), file("pbes")]).trim() == "true"
}
