//! Files and findings as reports for other programs name them.
//!
//! Input: the path of a file as the run names it, texts of a finding. Output: the path from the folder of the run, which is the
//! repository where a pipeline runs; a number by which two runs know one finding, in any folder and on any machine.

use std::path::Path;

/// The path from the folder of the run; of files elsewhere the path as it was given.
pub(super) fn from_here(path: &str) -> String {
    let here = std::env::current_dir().unwrap_or_default();
    relative(path, &here).to_owned()
}

fn relative<'p>(path: &'p str, here: &Path) -> &'p str {
    let below = Path::new(path).strip_prefix(here).ok().and_then(Path::to_str);
    let path = below.filter(|below| !below.is_empty()).unwrap_or(path);
    path.strip_prefix("./").unwrap_or(path)
}

/// A number that stays the same as long as these texts do, in any version and on any machine: FNV-1a of 64 bits.
pub(super) fn fingerprint(texts: &[&str]) -> String {
    let bytes = texts.iter().flat_map(|text| text.bytes().chain([0]));
    let hash = bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprints_stay() {
        assert_eq!(fingerprint(&[]), "cbf29ce484222325");
        assert_ne!(fingerprint(&["ab", "c"]), fingerprint(&["a", "bc"]));
    }

    #[test]
    fn paths_are_from_here() {
        let from = |path| relative(path, Path::new("/builds/x"));
        assert_eq!(from("/builds/x/src/a.erl"), "src/a.erl");
        assert_eq!(from("./src/a.erl"), "src/a.erl");
        assert_eq!(from("src/a.erl"), "src/a.erl");
        assert_eq!(from("/builds/xy/a.erl"), "/builds/xy/a.erl");
        assert_eq!(from("/builds/x"), "/builds/x");
    }
}
