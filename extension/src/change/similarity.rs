//! How alike two states are.
