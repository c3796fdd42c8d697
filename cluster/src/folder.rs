//! The folder that workers write, a segment each: its files, and how they are read again.

pub(crate) mod blocks;
pub(crate) mod loaded;
pub(crate) mod manifest;
pub(crate) mod merged;
pub(crate) mod restored;
pub(crate) mod storage;
