//! What fuzzing found stays found: every file in `fixtures/fuzz` is read as the targets in `fuzz/` do.
//!
//! The text up to a line `%%%%` is a module, what follows are its headers `a.hrl` to `c.hrl`.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::support::headers::decode;
use crate::support::{parse_ok, survive};
use frontend::ast::Form;
use frontend::output::sexp;
use frontend::{
    FileId, IncludeLoader, IncludeRequest, Included, Module, NotIncluded, Options, Outcome,
    parse_module_with,
};

/// Headers in memory.
struct Memory(Vec<Arc<str>>);

impl IncludeLoader for Memory {
    fn load(&mut self, request: &IncludeRequest<'_>) -> Result<Included, NotIncluded> {
        let at = ["a.hrl", "b.hrl", "c.hrl"].iter().position(|name| *name == request.path);
        let at = at.filter(|at| *at < self.0.len()).ok_or(NotIncluded::Missing)?;
        let file = FileId(u32::try_from(at + 1).expect("few"));
        Ok(Included { file, name: request.path.to_owned(), text: self.0[at].clone() })
    }
}

/// Reads a module with its headers.
fn with_headers(text: &str, tolerant: bool) -> Outcome<Module> {
    let mut parts = text.splitn(4, "\n%%%%\n");
    let module = parts.next().unwrap_or("");
    let mut headers = Memory(parts.map(Arc::from).collect());
    let options = Options { tolerant, ..Options::default() };
    parse_module_with(FileId(0), "m.erl", module, &options, &mut headers)
}

#[test]
fn findings() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/fuzz");
    let mut n_files = 0;
    for entry in std::fs::read_dir(folder).expect("the folder exists") {
        let path = entry.expect("readable").path();
        let text = decode(std::fs::read(&path).expect("readable"));
        let start = Instant::now();
        let mut module = survive(&text).value;
        for tolerant in [false, true] {
            assert!(with_headers(&text, tolerant).diagnostics.len() <= 51, "{}", path.display());
        }
        // `-file` and the ends of headers are not printed.
        module.forms.retain(|form| !matches!(form, Form::File(_)));
        let again = parse_ok(&frontend::output::print::module(&module));
        assert_eq!(sexp::module(&again), sexp::module(&module), "{}", path.display());
        assert!(start.elapsed() < Duration::from_secs(30), "{}", path.display());
        n_files += 1;
    }
    assert!(n_files > 0);
}
