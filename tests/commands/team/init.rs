//! Files of properties to start from: they can be checked as they are, and replace nothing.

use std::fs;
use std::path::Path;

use crate::command_line::run;
use crate::transcript::transcript;

#[test]
fn first_properties_can_be_checked() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("init");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    for (from, name) in [
        ("fixtures/door", "fsm_door"),
        ("fixtures/payment", "payment_fsm"),
        ("fixtures/heater", "heater"),
        ("fixtures/defects", "late_cancel"),
        ("fixtures/server", "parking_meter"),
    ] {
        let module = folder.join(format!("{name}.erl"));
        fs::copy(Path::new(from).join(format!("{name}.erl")), &module).unwrap();
        let made = run(&["init", module.to_str().unwrap()]);
        assert_eq!(made.status.code(), Some(0), "{name}");
        let props = folder.join(format!("{name}.props"));
        let checked = run(&["check", props.to_str().unwrap()]);
        let text = String::from_utf8(checked.stdout).unwrap();
        assert_ne!(checked.status.code(), Some(2), "{name}: {text}");
        assert!(text.contains(" never_crashes: [true* . crash(_)] false"), "{name}: {text}");
        // What is a comment is no less right.
        let made = fs::read_to_string(&props).unwrap();
        // What is suggested is there: a first state, or data where there are none.
        let again = match name {
            "fsm_door" => "EF locked",
            "heater" => "EF off",
            "parking_meter" => "EF data(",
            _ => "EF ",
        };
        assert!(made.contains(&format!("AG (ended or {again}")), "{made}");
        let all = made.replace("%% {property", "{property");
        fs::write(&props, all).unwrap();
        let checked = run(&["check", props.to_str().unwrap()]);
        let text = String::from_utf8(checked.stdout).unwrap();
        assert!(text.contains("5 properties:") && !text.contains("not understood"), "{text}");
        let again = run(&["init", module.to_str().unwrap()]);
        assert_eq!(again.status.code(), Some(2), "{name}");
    }
    // In another folder the module is named by its path.
    let other = folder.join("tests");
    fs::create_dir(&other).unwrap();
    let (module, props) = (folder.join("heater.erl"), other.join("heater.props"));
    let made = run(&["init", module.to_str().unwrap(), "-o", props.to_str().unwrap()]);
    assert_eq!(made.status.code(), Some(0));
    assert!(fs::read_to_string(&props).unwrap().contains("{module, \"../heater.erl\"}.\n"));
    assert_ne!(run(&["check", props.to_str().unwrap()]).status.code(), Some(2));
    insta::assert_snapshot!(transcript(&["init", "fixtures/door/fsm_door.erl", "--print"]));
}
