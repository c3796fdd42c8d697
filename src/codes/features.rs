//! Messages about features: what they mean, and what to do.

use frontend::CodeInfo;

use super::{BAD_FEATURES, TOO_MANY_PRODUCTS};

/// All of them.
pub(super) const TABLE: &[CodeInfo] = &[
    CodeInfo {
        code: BAD_FEATURES,
        title: "features that cannot be put together",
        explanation: "\
`{features, [{base, File}, ..]}` begins with a finished system; each feature behind it is added to what is there before:

    {extend, Name, File, [{glue, Own, There}]}      a system, whose state Own is There
    {refine, Name, {From, Label, To}, File}         a system in place of a transition: it begins in From; the only state of it
                                                    in which nothing more happens is To
    {refine, Name, {From, Label, To}, File, Glue}   the same, with more glue
    {remove, Name, [{From, Label, To}]}             transitions

Files are .aut files, named from the folder of the .props file. States are their numbers; state 2 of the feature `card`, if it is not
glued, is `'card.2'` for the features behind. The first state of a feature has to be glued, else nothing leads into it. A feature that
is glued to another one cannot be there without it.",
    },
    CodeInfo {
        code: TOO_MANY_PRODUCTS,
        title: "more products than can be shown",
        explanation: "\
Each feature may be there or not, but for those that need others. All sets of features that go together are looked at, of which
there may be 4096 at most: 12 features if none needs another.

Way out: put features that are always there into the base, or check parts of them in files of their own.",
    },
];
