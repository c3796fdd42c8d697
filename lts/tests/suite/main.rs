//! What holds for all terms, patterns, labels and LTS files, and what real Erlang says of them; small
//! models with unknown values, and what their steps are.

mod aut;
mod codes;
mod compare;
mod erlang;
mod generate;
mod guards;
mod identity;
mod model;
mod naive;
mod patterns;
mod reduce;
mod terms;
mod unknown;
mod unknown_equal;
mod unknown_numbers;
mod unknown_random;
