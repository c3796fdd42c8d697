//! Toolsets of others that environment variables name, and what becomes of a test without them.

use std::env;
use std::path::PathBuf;

/// The tools of the folder in this environment variable; `None` where they are not installed, which
/// is a failure where `ERL2LTS_REQUIRE_ORACLES=1`.
pub fn folder_of(variable: &str, tools: &[&str]) -> Option<PathBuf> {
    let folder = env::var_os(variable).filter(|value| !value.is_empty()).map(PathBuf::from);
    let Some(folder) = folder else {
        return missing(&format!("{variable} is not set"));
    };
    for tool in tools {
        let path = folder.join(tool);
        assert!(path.is_file(), "{variable} is set, but there is no {}", path.display());
    }
    Some(folder)
}

/// Nothing, and a line that says why; a failure where every tool is required.
pub fn missing<T>(why: &str) -> Option<T> {
    let required = env::var("ERL2LTS_REQUIRE_ORACLES").is_ok_and(|value| value == "1");
    assert!(!required, "{why}, and ERL2LTS_REQUIRE_ORACLES=1");
    println!("not compared: {why}");
    None
}
