//! Labels of a model beside those of a real run.
//!
//! Input: two texts. Output: whether the label of the model, with its unknown values, references and funs, may be the other.

use std::borrow::Cow;

use lts::Action;

use crate::support::instances::is_instance_of;

/// Whether a label says what a `receive` takes, or that it takes nothing.
pub fn is_receive(label: &str) -> bool {
    label.starts_with("'receive'") || label.starts_with("'receive after'")
}

/// Whether a label of the model, perhaps with unknown values, is this one.
pub fn is_instance_text(model: &str, shown: &str) -> bool {
    let model = &without_funs(model);
    let shown = as_named(model, shown);
    let both = || Some((Action::parse(model)?, Action::parse(&shown)?));
    *model == *shown
        || (model.contains('?') || model.contains('#') || model.contains('<'))
            && both().is_some_and(|(own, other)| is_instance_of(&own, &other))
}

/// What is shown, without the module if the model has no function of that name in two of them: the text may have what
/// the model does not come to.
fn as_named<'s>(model: &str, shown: &'s str) -> Cow<'s, str> {
    let qualified = shown.strip_prefix('\'').and_then(|rest| rest.split_once("'("));
    match qualified.and_then(|(name, args)| Some((name.split_once(':')?.1, args))) {
        Some((name, args)) if model.starts_with(&format!("{name}(")) => {
            Cow::Owned(format!("{name}({args}"))
        }
        _ => Cow::Borrowed(shown),
    }
}

/// A label in which funs are what the driver makes of them.
fn without_funs(label: &str) -> String {
    let Some((before, fun)) = label.split_once("#Fun<") else { return label.to_owned() };
    let (mut depth, mut last) = (1, '<');
    let end = fun.find(|letter| {
        // The arrow of a map is no bracket.
        depth += i32::from(letter == '<') - i32::from(letter == '>' && last != '=');
        last = letter;
        depth == 0
    });
    let behind = end.map_or("", |end| &fun[end + 1..]);
    format!("{before}'$fun'{}", without_funs(behind))
}
