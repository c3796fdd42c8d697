//! Actions to text, as Erlang writes terms.

use std::fmt::{self, Write};

use crate::label::Action;
use crate::term::print::{Style, write_atom, write_term};

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_action(f, self, Style::Erlang)
    }
}

impl Action {
    /// The text of the action in printable ASCII without `"`.
    pub fn plain(&self) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = write_action(&mut text, self, Style::Plain);
        text
    }
}

/// Writes `name`, `name(Args)`, or `name(Args) -> Result`.
fn write_action(out: &mut dyn Write, action: &Action, style: Style) -> fmt::Result {
    write_atom(out, &action.name, style)?;
    if !action.args.is_empty() || action.result.is_some() {
        out.write_char('(')?;
        for (index, arg) in action.args.iter().enumerate() {
            if index > 0 {
                out.write_char(',')?;
            }
            write_term(out, arg, style)?;
        }
        out.write_char(')')?;
    }
    if let Some(result) = &action.result {
        out.write_str(" -> ")?;
        write_term(out, result, style)?;
    }
    Ok(())
}
