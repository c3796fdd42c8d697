//! Pure functions as register programs over terms that need not be kept.
//!
//! Input: the functions that a step program calls, and words as arguments. Output: a word, or nothing where the program
//! gives up. What is computed on the way stands in a heap of its own, which is emptied behind each state: what a
//! state or a label holds becomes a term of the store, and what is compared by order, computed there or remembered of calls. Functions of the library that go along a list are done at once where
//! their arguments are what they expect (`native`); the Erlang text says what they give otherwise.

pub(crate) mod assembler;
pub(crate) mod call;
pub(crate) mod code;
pub(crate) mod cost;
pub(crate) mod heap;
pub(crate) mod kept;
pub(crate) mod memo;
pub(crate) mod native;
pub(crate) mod operate;
pub(crate) mod same;
pub(crate) mod tags;
pub(crate) mod view;
