//! Commands that put the program to use: a first file of properties, what is found around a module, completions and pages for man.

pub(crate) mod doctor;
pub(crate) mod init;
pub(crate) mod manual;
