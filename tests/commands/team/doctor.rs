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
    let config = fs::canonicalize(folder.join("rebar.config")).unwrap();
    assert!(has(&format!("project   {}", config.display())), "{text}");
    let module = src.join("a.erl");
    fs::write(&module, "-module(a).\n-include(\"a.hrl\").\n-include_lib(\"b/include/b.hrl\").\n")
        .unwrap();
    let looked = ["doctor", module.to_str().unwrap(), "--otp-root", otp.to_str().unwrap()];
    let output = run(&looked);
    let told = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), told.matches("W0101").count()), (Some(0), 2), "{told}");
    fs::write(src.join("a.hrl"), "").unwrap();
    let told = String::from_utf8(run(&looked).stderr).unwrap();
    assert_eq!(told.matches("W0101").count(), 1, "{told}");
    assert_eq!(run(&["doctor", "/nowhere/at/all"]).status.code(), Some(2));
    let bare = run(&["doctor", src.to_str().unwrap(), "--otp-root", src.to_str().unwrap()]);
    let text = String::from_utf8(bare.stdout).unwrap();
    assert!(text.contains(", without stdlib"), "{text}");
}
