//! Two systems from one command line.
//!
//! Input: the arguments of a system, and a second path. Output: the arguments of each.

use std::path::PathBuf;

use crate::cli::SystemArgs;
use crate::io::input::{self, Kind};
use crate::system::beside;

/// Both inputs. Flags about modules are for those that are modules; with two files of finished systems
/// they are as wrong as with one.
pub(crate) fn pair(args: &SystemArgs, second: &PathBuf) -> [SystemArgs; 2] {
    let paths = [&args.source.input, second];
    let is_module = paths.map(|path| {
        let kind = input::kind(path);
        matches!(kind, Ok(Kind::Module | Kind::Properties))
    });
    [0, 1].map(|side| {
        let mut input = if is_module[1 - side] && !is_module[side] {
            args.without_module()
        } else {
            args.clone()
        };
        input.source.input.clone_from(paths[side]);
        input.source.other = beside::other(paths[1 - side]);
        input
    })
}
