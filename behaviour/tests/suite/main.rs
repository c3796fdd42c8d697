//! Tests of the tables of behaviours.

mod tables;
