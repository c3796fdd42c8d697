//! The command line as a shell reads it, to be shown where it can be typed again.
//!
//! Input: the arguments of the program. Output: one line, in the quotes that a shell needs. Does not know what they mean,
//! but for the flags that say where a result goes and how messages look.

/// Flags with a value that do not shape what is written.
const PLACES: [&str; 4] = ["-o", "--output", "--messages", "--check"];

/// The flag without a value that does not, either.
const UPDATE: &str = "--update";

/// The command without what does not shape the text that it writes: where that goes or what it is compared with, and how
/// messages look.
pub(crate) fn shaping() -> String {
    line(without_places(arguments()))
}

/// The command with more flags.
pub(crate) fn with(flags: &[&str]) -> String {
    let mut args: Vec<String> = arguments().collect();
    // What stands behind `--` is no flag.
    let end = args.iter().position(|arg| arg == "--").unwrap_or(args.len());
    args.splice(end..end, flags.iter().map(ToString::to_string));
    line(args.into_iter())
}

fn arguments() -> impl Iterator<Item = String> {
    std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned())
}

fn without_places(args: impl Iterator<Item = String>) -> impl Iterator<Item = String> {
    let mut is_value = false;
    args.filter(move |arg| {
        let is_flag = PLACES.contains(&arg.as_str());
        let joined = PLACES
            .iter()
            .any(|flag| arg.strip_prefix(flag).is_some_and(|rest| rest.starts_with('=')));
        let short = arg.starts_with("-o") && !arg.starts_with("--");
        let is_shaping = !(is_value || is_flag || joined || short || arg == UPDATE);
        is_value = is_flag && !is_value;
        is_shaping
    })
}

fn line(args: impl Iterator<Item = String>) -> String {
    let mut command = String::from("erl2lts");
    for arg in args {
        command.push(' ');
        command.push_str(&quoted(&arg));
    }
    command
}

/// An argument in the quotes that a shell needs.
pub(crate) fn quoted(arg: &str) -> String {
    let plain = |char: char| char.is_ascii_alphanumeric() || "_-./:=,@%+".contains(char);
    if !arg.is_empty() && arg.chars().all(plain) {
        return arg.to_owned();
    }
    format!("'{}'", arg.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_can_be_typed_again() {
        let shown = |args: &[&str]| line(without_places(args.iter().map(ToString::to_string)));
        let typed = shown(&["translate", "a b.erl", "--init", "{ok,'x'}", "-o", "out.mcrl"]);
        assert_eq!(typed, r"erl2lts translate 'a b.erl' --init '{ok,'\''x'\''}'");
        let flags = ["translate", "-oout", "--output=o", "--messages", "short", "m.props", ""];
        assert_eq!(shown(&flags), "erl2lts translate m.props ''");
        let flags = ["translate", "--check", "--update", "--update", "m.props", "--check=x.mcrl"];
        assert_eq!(shown(&flags), "erl2lts translate m.props");
    }
}
