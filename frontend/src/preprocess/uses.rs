//! Macros that use each other.
//!
//! Input: the bodies of definitions. Output: which macros they name, and whether following these
//! names leads back to one of them. As in epp this is asked at each use, before it is expanded.

use rustc_hash::FxHashSet;

use super::argument::arguments;
use super::define::{Entry, MacroKey, Macros};
use super::expand::{bad_arguments, fault};
use crate::codes;
use crate::diagnostic::Diagnostic;
use crate::lexer::token::{Lexeme, Spanned, Token};

/// Tokens of arguments that a definition of no great length may look at.
///
/// Arguments inside each other are looked at once for each macro around them.
const MAX_LOOKED_AT: usize = 1_000_000;

/// The macros that a body names.
pub(super) fn named(body: &[Spanned]) -> Result<Vec<MacroKey>, Box<Diagnostic>> {
    let mut uses: Vec<MacroKey> = Vec::new();
    let mut looked_at = 0;
    let mut at = 0;
    while let Some(spanned) = body.get(at) {
        at += 1;
        if !spanned.token.is(Lexeme::Macro) {
            continue;
        }
        let Some(Spanned { token: Token::Atom(name) | Token::Var(name), span }) = body.get(at)
        else {
            continue;
        };
        at += 1;
        let arguments = arguments(|offset| body.get(at + offset))
            .map_err(|reason| bad_arguments(name, reason, spanned.span.to(*span)))?;
        looked_at += arguments.as_ref().map_or(0, |arguments| arguments.end);
        if looked_at > MAX_LOOKED_AT + 16 * body.len() {
            let message = "the macros in this definition are nested too deeply";
            return Err(fault(codes::MACRO_EXPANSION, message, spanned.span.to(*span)));
        }
        uses.push((name.clone(), arguments.map(|arguments| arguments.ranges.len())));
    }
    uses.sort_unstable();
    uses.dedup();
    Ok(uses)
}

/// A macro that is used by itself and that this one leads to.
///
/// `harmless` collects those from which no such macro can be reached.
pub(super) fn cycle(
    macros: &Macros,
    start: MacroKey,
    harmless: &mut FxHashSet<MacroKey>,
) -> Option<MacroKey> {
    if harmless.contains(&start) {
        return None;
    }
    let mut on_path = FxHashSet::from_iter([start.clone()]);
    let mut path = vec![(start, 0_usize)];
    while let Some((key, next)) = path.last_mut() {
        if let Some(used) = uses_of(macros, key).get(*next) {
            *next += 1;
            if on_path.contains(used) {
                return Some(used.clone());
            }
            if !harmless.contains(used) {
                on_path.insert(used.clone());
                path.push((used.clone(), 0));
            }
        } else if let Some((key, _)) = path.pop() {
            on_path.remove(&key);
            harmless.insert(key);
        }
    }
    None
}

/// What the body of a macro names.
fn uses_of<'m>(macros: &'m Macros, (name, arity): &MacroKey) -> &'m [MacroKey] {
    let Some(Entry::Defined(definitions)) = macros.get(name) else {
        return &[];
    };
    let find = |arity| definitions.iter().find(|definition| definition.arity() == arity);
    find(*arity).or_else(|| find(None)).map_or(&[], |definition| &definition.uses)
}
