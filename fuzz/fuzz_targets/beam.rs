//! A compiled module is refused, or what is printed of it is text that the parser reads.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| targets::beam(bytes));
