//! Formulas in files of their own, and the dialect of regular expressions.

use std::fs;
use std::path::Path;

use crate::command_line::run;
use crate::transcript::transcripts;

#[test]
fn files_of_formulas() {
    let ticket = "fixtures/ticket/6_all.aut";
    let door =
        ["check", "fixtures/door/fsm_door.erl", "--init", "[abc]", "--commands", "[{button,abb}]"];
    let files = ["fixtures/formulas/answered.mcl", "fixtures/formulas/broken.mcl"];
    insta::assert_snapshot!(transcripts(&[
        &["check", ticket, files[0]],
        &["check", ticket, files[0], "-e", "<'c(ash|redit)'> true", "--regex", "ere"],
        &["check", "fixtures/formulas/dialects.props"],
        &["check", ticket, files[1]],
        &["check", ticket, "fixtures/formulas/none.mcl"],
        &["check", ticket, "fixtures/formulas/dialects.props"],
        &["check", ticket, files[0], "--export-mcf", "x.aut"],
        &["check", ticket, files[0], "--export-mcf", "fixtures/ticket/6_all.mcf"],
        &[&door[..], &["--logic", "ctl", "-e", "AG locked", "--export-mcf", "x.mcf"]].concat(),
        &["check", ticket, files[0], "--export-bes", "x.txt"],
        &["check", ticket, files[0], "--export-bes", ticket],
    ]));
}

#[test]
fn exported_files_belong_together() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("formula_files");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("q.mcf");
    let args = ["check", "fixtures/ticket/1_base.aut", "-e", "<'start.*'> true", "--export-mcf"];
    let output = run(&[&args[..], &[file.to_str().unwrap()]].concat());
    assert_eq!(output.status.code(), Some(0));
    let read = |extension: &str| fs::read_to_string(file.with_extension(extension)).unwrap();
    assert!(read("mcf").contains("% a1 is start") && read("mcf").contains("<(a1)>true"));
    assert!(read("mcrl2").starts_with("act a1") && read("aut").starts_with("des (0,"));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 3);
}

#[test]
fn equations_of_each_property() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("formula_files_bes");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("q.bes");
    let args = ["check", "fixtures/observed/tank.props", "--export-bes", file.to_str().unwrap()];
    run(&args);
    let written = fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path());
    let texts: Vec<_> = written.map(|path| fs::read_to_string(path).unwrap()).collect();
    assert!(texts.len() > 1);
    for text in texts {
        assert!(text.contains("\npbes\n") && text.contains("\ninit X0_"), "{text}");
    }
}

/// What another tool says of a system with unknown values is no more certain than the verdict.
#[test]
fn exports_of_uncertain_properties_say_so() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("formula_files_possible");
    fs::create_dir_all(&folder).unwrap();
    let said = |formula: &str, flag: &str, file: &str| {
        let file = folder.join(file);
        let module = ["check", "fixtures/observed/tank_fsm.erl", "--init", "[]"];
        let commands = ["--commands", "{any_of,[start,measure,pour,stop]}", "-e", formula];
        let output = run(&[&module, commands.as_slice(), &[flag, file.to_str().unwrap()]].concat());
        assert!(file.is_file(), "{formula}");
        String::from_utf8(output.stderr).unwrap()
    };
    let pours = "cmd(pour) . cmd(pour) . cmd(pour) . cmd(pour)";
    let uncertain = format!("[true* . cmd(measure) . true . {pours}] false");
    for (flag, file) in [("--export-bes", "o.bes"), ("--export-mcf", "o.mcf")] {
        let said_of = said(&uncertain, flag, file);
        assert!(
            said_of.contains("note[N0623]") && said_of.contains("possibly violated"),
            "{said_of}"
        );
        let certain = said("<true* . cmd(pour) . cmd(pour)> true", flag, file);
        assert!(!certain.contains("N0623"), "{certain}");
    }
}
