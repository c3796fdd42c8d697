//! The text that is printed for a module reads as the same module.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| targets::print_parse(bytes));
