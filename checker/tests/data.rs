//! Conditions on the data of states: texts for whoever offers the states.

#![allow(clippy::unwrap_used, reason = "tests may fail")]

use checker::{Paths, parse_ctl};
use frontend::FileId;

#[test]
fn expressions_on_data_are_kept_as_they_are() {
    for data in
        ["Data =:= $\"", "Data =:= $)", r#"Data =:= "a\")""#, r"Data =:= $\)", "f({[Data]})"]
    {
        let text = format!("AG data({data}) and EF data( {data} )");
        let printed = parse_ctl(FileId(0), &text, Paths::Maximal).value.unwrap().to_string();
        assert!(printed.contains(&format!("data({data})")), "{printed}");
        assert_eq!(printed.matches(data).count(), 2, "{printed}");
    }
}
