//! Questions for mCRL2: any label, and what cannot be asked.

use crate::support::{formula, lts};
use checker::export::mcf::question;
use checker::fair::{Fairness, fair, parse_condition};
use checker::formula::Dialect;
use checker::{Paths, parse_ctl};
use frontend::FileId;

#[test]
fn labels_are_numbered_whatever_they_are() {
    let system = lts("0 say(\"}%\u{1}'\") 1; 1 tau 0; 1 tau@host|x 1; 1 \u{e9}) 0");
    let question = question(&system, &formula("[true* . 'say.*' . tau] <not tau {2 ...}> @"))
        .expect("a question");
    insta::assert_snapshot!(format!(
        "{}\n{}\n{}",
        question.formula, question.actions, question.system
    ));
}

#[test]
fn what_cannot_be_asked() {
    let system = lts("0 a 0");
    let ctl = parse_ctl(FileId(0), "AG open", Paths::Maximal).value.expect("a formula");
    assert_eq!(question(&system, &ctl).expect_err("atoms").code.0, "E0419");
    let doubled = formula(&vec!["<a> true"; 60].join(" equ "));
    assert_eq!(question(&system, &doubled).expect_err("too large").code.0, "E0419");
    let condition = parse_condition(FileId(1), "a", Dialect::Basic).expect("a condition");
    let fairness = Fairness { conditions: vec![condition], ..Fairness::default() };
    let deep = |n| fair(&formula(&format!("<a {{{n}}}> @")), &fairness).expect("one");
    assert!(question(&system, &deep(100)).is_ok());
    assert_eq!(question(&system, &deep(5_000)).expect_err("too deep").code.0, "E0419");
    let a = formula("<a> true");
    let part = system.clone().with_unexpanded(vec![true]);
    assert_eq!(question(&part, &a).expect_err("incomplete").code.0, "E0419");
    let unknown = lts("0 read() -> 1 0; 0 pay(?1) 0");
    let open = question(&unknown, &formula("<pay(1)> true"));
    assert_eq!(
        open.is_err(),
        unknown
            .labels()
            .iter()
            .any(|(_, label)| { label.action().is_some_and(lts::Action::has_unknown) })
    );
}
