//! What is found around a module.

use std::fs;
use std::path::Path;

use crate::command_line::run;

#[test]
fn what_is_found_is_said() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("doctor");
    let _ = fs::remove_dir_all(&folder);
    for name in ["src", "include", "otp/lib/stdlib-4.2/src"] {
        fs::create_dir_all(folder.join(name)).unwrap();
    }
    fs::write(folder.join("rebar.config"), "{erl_opts, [{d, 'LIMIT', 3}]}.\n").unwrap();
    let (src, otp) = (folder.join("src"), folder.join("otp"));
    let output = run(&["doctor", src.to_str().unwrap(), "--otp-root", otp.to_str().unwrap()]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    let has = |line: &str| text.lines().any(|found| found == line);
    assert!(has(&format!("otp       {}, stdlib-4.2", otp.display())), "{text}");
    let include = fs::canonicalize(folder.join("include")).unwrap();
    assert!(has(&format!("headers   {}", include.display())), "{text}");
    assert!(has("macros    LIMIT"), "{text}");
    assert_eq!(run(&["doctor", "/nowhere/at/all"]).status.code(), Some(2));
    let bare = run(&["doctor", src.to_str().unwrap(), "--otp-root", src.to_str().unwrap()]);
    let text = String::from_utf8(bare.stdout).unwrap();
    assert!(text.contains(", without stdlib"), "{text}");
}
