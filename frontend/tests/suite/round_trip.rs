//! What the printer writes reads as the same tree.

use crate::support::generate;
use crate::support::{render, reprinted};
use frontend::output::{print, sexp};
use frontend::{FileId, parse_expr};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn expressions(expr in generate::expression()) {
        let text = print::expr(&expr);
        let outcome = parse_expr(FileId(0), &text);
        prop_assert!(outcome.diagnostics.is_empty(), "{text}\n{}", render(&text, &outcome.diagnostics));
        let read = outcome.value.expect("no messages");
        prop_assert_eq!(sexp::expr(&read), sexp::expr(&expr), "{}", text);
    }

    #[test]
    fn modules(module in generate::module()) {
        prop_assert_eq!(sexp::module(&reprinted(&module)), sexp::module(&module));
    }
}
