//! Reports as pages: whole and alone in their file, and what a real browser makes of them.
//!
//! Chromium opens a page as it is, but for a script behind it that presses its buttons and writes down what it sees (`press.js`). Debian
//! has it as `chromium`; without it these tests say so, and with `ERL2LTS_REQUIRE_CHROMIUM=1` they fail.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::command_line::run;
use crate::tools::Folder;
use crate::transcript::transcripts;

/// Presses the buttons of a page, and puts what it sees into its last element.
const PRESS: &str = include_str!("press.js");

#[allow(clippy::print_stdout, reason = "tests say why they are not run")]
fn chromium() -> Option<PathBuf> {
    let is_required = std::env::var("ERL2LTS_REQUIRE_CHROMIUM").is_ok_and(|value| value == "1");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut found = std::env::split_paths(&path).map(|folder| folder.join("chromium"));
    let found = found.find(|path| path.is_file());
    assert!(found.is_some() || !is_required, "chromium is not installed");
    // Where memory is limited it may be there and not start.
    let folder = Folder::new("browser");
    let starts = |browser: &PathBuf| {
        let started = Command::new(browser)
            .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
            .arg(format!("--user-data-dir={}", folder.path().display()))
            .arg("about:blank")
            .output();
        started.is_ok_and(|output| output.status.success())
    };
    let found = found.filter(starts);
    assert!(found.is_some() || !is_required, "chromium does not start");
    if found.is_none() {
        println!("not shown in a browser: `chromium` is not installed, or does not start");
    }
    found
}

/// What is seen of a page in a browser: lines, the faults of the page at the end.
fn seen(browser: &Path, folder: &Folder, page: &str) -> String {
    seen_at(browser, folder, page, "")
}

/// What is seen of a page with this behind its address.
fn seen_at(browser: &Path, folder: &Folder, page: &str, behind: &str) -> String {
    let pressed = folder.write("pressed.html", &format!("{page}<script>{PRESS}</script>"));
    let output = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=20000"])
        .args(["--enable-logging=stderr", "--dump-dom"])
        .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
        .arg(format!("file://{}{behind}", pressed.display()))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let logged = String::from_utf8_lossy(&output.stderr).into_owned();
    let console: Vec<&str> = logged.lines().filter(|line| line.contains(":CONSOLE")).collect();
    assert!(console.is_empty(), "{console:?}");
    let (_, behind) = text.split_once("<pre id=\"seen\">").unwrap_or_else(|| panic!("{text}"));
    let (seen, _) = behind.split_once("</pre>").unwrap();
    seen.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// The page of these arguments.
fn page(args: &[&str]) -> String {
    let output = run(&[&["report"], args].concat());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_counterexample_is_played_in_a_browser() {
    let Some(browser) = chromium() else { return };
    let folder = Folder::new("page");
    let door = ["fixtures/door/door.props", "-e", "[true* . do_unlock] false"];
    insta::assert_snapshot!(seen(&browser, &folder, &page(&door)));
}

/// A folder is one page, with a table first; a file of it is shown as its own page shows it.
#[test]
fn a_folder_is_a_page() {
    let folder = Folder::new("page-folder");
    for (from, name) in [
        ("door/fsm_door.erl", "fsm_door.erl"),
        ("door/door.props", "door.props"),
        ("defects/late_cancel.erl", "late_cancel.erl"),
    ] {
        folder.write(name, &fs::read_to_string(Path::new("fixtures").join(from)).unwrap());
    }
    folder.write("parts.props", "{property, a, mu, \"true\", []}.\n");
    folder.write("wrong.props", "{module, nowhere}.\n{property, a, mu, \"true\", []}.\n");
    let named = folder.path().to_str().unwrap();
    let file = folder.path().join("report.html");
    let output = run(&["report", named, "-o", file.to_str().unwrap()]);
    let checked = run(&["check", named]);
    assert_eq!((output.status.code(), &output.stdout), (checked.status.code(), &checked.stdout));
    assert_eq!(output.status.code(), Some(2), "a file of the folder is wrong");
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(text, page(&[named]), "threads change a page");
    let named = |text: String| text.replace(&folder.path().display().to_string(), "DIR");
    insta::assert_snapshot!(
        "a_folder_is_checked",
        named(String::from_utf8(checked.stdout).unwrap())
    );
    let Some(browser) = chromium() else { return };
    let shown = ["", "#item=2", "#item=3", "#item=1&run=2&step=1", "#item=9"]
        .map(|behind| format!("{behind}\n{}", seen_at(&browser, &folder, &text, behind)));
    insta::assert_snapshot!("a_folder_is_seen", named(shown.join("\n")));
}

/// A module without properties has its system, too: drawn where that is small, else to be searched.
#[test]
fn a_module_without_properties_shows_its_system() {
    let folder = Folder::new("page-module");
    let door = page(&["fixtures/door/fsm_door.erl"]);
    assert!(door.contains("\"hunt\":{") && door.contains("\"systems\":[{\"start\":0"));
    let Some(browser) = chromium() else { return };
    insta::assert_snapshot!(seen(&browser, &folder, &door));
}

#[test]
fn hostile_names_are_texts_in_a_browser() {
    let Some(browser) = chromium() else { return };
    let folder = Folder::new("page");
    let hostile = "des (0,2,2)\n(0,\"</script><img src=x onerror=alert(1)>'&amp;\",1)\n(1,\"\u{202e}abc\u{5d0}<!--<script>\",0)\n";
    let system = folder.write("\"'<b>.aut", hostile);
    let page = page(&[system.to_str().unwrap(), "-e", "[true]false"]);
    assert_eq!(page.matches("</script>").count(), 3, "a text ends a script");
    assert!(
        !page.contains("onerror=alert")
            || page.contains("\\u003cimg src=x onerror=alert(1)\\u003e")
    );
    let seen = seen(&browser, &folder, &page);
    assert!(seen.contains("</script><img src=x onerror=alert(1)>"), "{seen}");
    assert!(seen.ends_with("faults: none\n"), "{seen}");
}

/// One file, the same bytes each time, that names nothing to be fetched.
#[test]
fn pages_are_alone_and_the_same() {
    let folder = Folder::new("page");
    let faulty = "fixtures/coffee_faulty/coffee_faulty.erl";
    let file = folder.path().join("report.html");
    let output = run(&["report", faulty, "-o", file.to_str().unwrap()]);
    let checked = run(&["check", faulty]);
    assert_eq!((output.status.code(), output.stdout), (checked.status.code(), checked.stdout));
    let text = fs::read_to_string(&file).unwrap();
    assert_eq!(text, page(&[faulty]));
    assert_eq!(text.matches("default-src 'none'").count(), 1);
    for word in ["src=\"http", "href=\"http", "@import", "url("] {
        assert!(!text.contains(word), "{word}");
    }
}

#[test]
fn reports_that_cannot_be_written() {
    let folder = Folder::new("page");
    let door = "fixtures/door/door.props";
    let file = folder.path().join("twice.html");
    let both = format!("html={}", file.display());
    let output = run(&["report", door, "-o", file.to_str().unwrap(), "--format", &both]);
    assert_eq!((output.status.code(), file.exists()), (Some(2), false));
    insta::assert_snapshot!(transcripts(&[
        &["report", door, "-o", "fixtures/nowhere/report.html"],
        &["report", door, "-o", door],
        &["report", door, "--format", "json"],
        &["report", "fixtures/door", "-o", "fixtures/door/fsm_door.erl"],
        &["report", "fixtures/door", "--emit-test", "door_tests.erl"],
        &["report", "fixtures/mcrl", "-o", "fixtures/nowhere/report.html"],
        &["report", "fixtures/nothing.erl", "-o", "fixtures/nowhere/report.html"],
    ]));
}

/// Some hundred thousand states are searched in a page that opens at once; what a page cannot hold is left out.
#[test]
fn large_systems_are_embedded_as_tables() {
    let folder = Folder::new("page");
    let n = 100_000;
    let edges: Vec<String> =
        (0..n).map(|at| format!("({at},\"step {}\",{})\n", at % 7, (at * 7 + 1) % n)).collect();
    let text = format!("des (0,{n},{n})\n{}", edges.concat());
    let system = folder.write("large.aut", &text);
    let page = page(&[system.to_str().unwrap(), "-e", "<\"step 1\">true"]);
    assert!(page.len() < 3_000_000, "{} bytes", page.len());
    let Some(browser) = chromium() else { return };
    let seen = seen(&browser, &folder, &page);
    assert!(seen.contains("100,000 states"), "{seen}");
    assert!(seen.ends_with("faults: none\n"), "{seen}");
}
