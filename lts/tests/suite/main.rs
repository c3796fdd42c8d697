//! What holds for all terms, patterns, labels and LTS files, and what real Erlang says of them.

mod aut;
mod codes;
mod erlang;
mod generate;
mod patterns;
mod terms;
