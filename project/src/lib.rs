//! Other modules of a project, read for one that is looked at.
//!
//! Input: a callback module, and who finds the other modules. Output: the module with those of their functions that only compute as
//! functions of its own, under names such as `'helper.next'`, which the translator takes as any local function; for the other
//! functions that it calls the shapes of what they return; the callbacks of modules that may take its place; and what was read. Modules are asked for when something in them is
//! needed, and not before. Knows neither files nor models.
//!
//! ```erlang
//! idle(go, D) -> {next_state, helper:next(D), D}.       % with `helper.erl` at hand: idle(go, D) -> {next_state, 'helper.next'(D), D}.
//! ```

mod code;
mod computing;
mod evaluation;
mod linking;
mod module;
mod patterns;
mod records;
mod returns;
mod shapes;
mod successors;
mod values;

pub use code::{FunctionKey, Modules, Sought};
pub use linking::{Linked, Taken, Wanted, link};
pub use shapes::shapes;
