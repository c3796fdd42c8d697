//! What is printed for a formula reads as the same formula.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| targets::formula(bytes));
