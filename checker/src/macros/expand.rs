//! Macros replaced by their texts.

use frontend::{Diagnostic, Span};

use super::origin::{EnclosingText, Origins, Piece, Usage};
use super::scan::{Lexeme, Scanned, next, scan};
use super::{Definition, Expanded, Source};
use crate::codes;

/// Uses of macros may nest this deep, in arguments and in the texts of macros.
const MAX_DEPTH: usize = 100;
/// An expanded text may have this many bytes.
const MAX_LENGTH: usize = 4 << 20;

/// Expands a formula.
pub(super) fn expand(formula: &Source, macros: &[Definition]) -> Result<Expanded, Diagnostic> {
    let mut expander = Expander::new(macros);
    let outside = EnclosingText { usage: None };
    let fragment = expander.text(formula, outside, &[])?;
    let Expander { usages, .. } = expander;
    let end = Some(formula.span(formula.text.len(), formula.text.len()));
    Ok(Expanded { text: fragment.text, origins: Origins { pieces: fragment.pieces, usages, end } })
}

/// Expands one use of a macro with these arguments.
pub(super) fn apply(
    name: &str,
    arguments: &[Source],
    whole: &Source,
    macros: &[Definition],
) -> Result<Expanded, Diagnostic> {
    let mut expander = Expander::new(macros);
    let span = whole.span(0, whole.text.len());
    let fragment = expander.apply(name, arguments, span, (EnclosingText { usage: None }, &[]))?;
    let usages = expander.usages;
    let end = Some(whole.span(whole.text.len(), whole.text.len()));
    Ok(Expanded { text: fragment.text, origins: Origins { pieces: fragment.pieces, usages, end } })
}

/// An expanded text.
#[derive(Clone, Default)]
struct Fragment {
    text: String,
    pieces: Vec<Piece>,
}

impl Fragment {
    fn push(&mut self, text: &str, origin: Span, place: EnclosingText) {
        self.pieces.push(Piece { start: self.text.len(), origin, place });
        self.text.push_str(text);
    }

    fn append(&mut self, other: &Self) {
        let base = self.text.len();
        let moved = |piece: &Piece| Piece { start: base + piece.start, ..*piece };
        self.pieces.extend(other.pieces.iter().map(moved));
        self.text.push_str(&other.text);
    }
}

struct Expander<'m> {
    macros: &'m [Definition],
    usages: Vec<Usage>,
    /// The macros that are being expanded.
    active: Vec<usize>,
    depth: usize,
    /// Bytes that were written so far, in the end or on the way to it.
    length: usize,
}

/// Where a use of a macro stands: the use around it, and what parameters stand for there.
type Around<'a, 'p> = (EnclosingText, &'a [(&'p str, Fragment)]);

impl<'m> Expander<'m> {
    fn new(macros: &'m [Definition]) -> Self {
        Self { macros, usages: Vec::new(), active: Vec::new(), depth: 0, length: 0 }
    }

    /// Expands a text in which parameters stand for fragments.
    fn text(
        &mut self,
        source: &Source,
        place: EnclosingText,
        parameters: &[(&str, Fragment)],
    ) -> Result<Fragment, Diagnostic> {
        let mut out = Fragment::default();
        let mut at = 0;
        while let Some(scanned) = scan(&source.text, at) {
            let Scanned { lexeme, start, mut end } = scanned;
            let word = if let Lexeme::Word(word) = lexeme { word } else { "" };
            if let Some((_, argument)) = parameters.iter().find(|(name, _)| *name == word) {
                out.append(argument);
                self.grow(argument.text.len(), source.span(start, end))?;
            } else if self.macros.iter().any(|definition| definition.name == word) {
                let (fragment, behind) = self.usage(source, (start, end), place, parameters)?;
                out.append(&fragment);
                end = behind;
            } else {
                out.push(&source.text[start..end], source.span(start, end), place);
                self.grow(end - start, source.span(start, end))?;
            }
            at = end;
        }
        Ok(out)
    }

    fn grow(&mut self, bytes: usize, span: Span) -> Result<(), Diagnostic> {
        self.length += bytes;
        if self.length <= MAX_LENGTH {
            return Ok(());
        }
        let message = "the macros of this formula grow too large";
        Err(Diagnostic::error(codes::LARGE_MACRO, message, span)
            .with_help("each use of a macro is a copy of its text"))
    }

    /// Expands the use of a macro whose name is at `name`; gives the end of the use too.
    fn usage(
        &mut self,
        source: &Source,
        (start, end): (usize, usize),
        place: EnclosingText,
        parameters: &[(&str, Fragment)],
    ) -> Result<(Fragment, usize), Diagnostic> {
        let name = &source.text[start..end];
        let (arguments, end) = arguments(source, end)?;
        let fragment =
            self.apply(name, &arguments, source.span(start, end), (place, parameters))?;
        Ok((fragment, end))
    }

    /// Expands a macro with arguments.
    fn apply(
        &mut self,
        name: &str,
        arguments: &[Source],
        span: Span,
        (place, parameters): Around<'_, '_>,
    ) -> Result<Fragment, Diagnostic> {
        let fits = |definition: &Definition| {
            definition.name == *name && definition.parameters.len() == arguments.len()
        };
        let Some(index) = self.macros.iter().position(fits) else {
            return Err(self.wrong_number(name, arguments.len(), span));
        };
        if self.active.contains(&index) {
            return Err(self.recursive(index, span));
        }
        if self.depth == MAX_DEPTH {
            let message = format!("macros nest deeper than {MAX_DEPTH} levels here");
            return Err(Diagnostic::error(codes::LARGE_MACRO, message, span));
        }
        self.depth += 1;
        let mut values = Vec::new();
        for argument in arguments {
            values.push(self.text(argument, place, parameters)?);
        }
        let depth = place.usage.map_or(0, |usage| self.usages[usage].depth) + 1;
        self.usages.push(Usage { name: name.to_owned(), span, place, depth });
        let inside = EnclosingText { usage: Some(self.usages.len() - 1) };
        self.active.push(index);
        let definition = &self.macros[index];
        let names = definition.parameters.iter().map(String::as_str);
        let parameters: Vec<_> = names.zip(values).collect();
        let fragment = self.text(&definition.body, inside, &parameters)?;
        self.active.pop();
        self.depth -= 1;
        Ok(fragment)
    }

    fn wrong_number(&self, name: &str, n_arguments: usize, span: Span) -> Diagnostic {
        let definitions = self.macros.iter().filter(|definition| definition.name == name);
        let numbers: Vec<String> =
            definitions.map(|definition| definition.parameters.len().to_string()).collect();
        let message = format!(
            "the macro `{name}` takes {} arguments, here it has {n_arguments}",
            numbers.join(" or ")
        );
        let error = Diagnostic::error(codes::MACRO_ARGUMENTS, message, span);
        match self.macros.iter().find(|definition| definition.name == name) {
            Some(definition) => error.with_label(definition.span, "defined here"),
            None => error,
        }
    }

    fn recursive(&self, index: usize, span: Span) -> Diagnostic {
        let first = self.active.iter().position(|&active| active == index).unwrap_or(0);
        let circle = self.active[first..].iter().chain([&index]);
        let names: Vec<String> =
            circle.map(|&index| format!("`{}`", self.macros[index].name)).collect();
        let message = format!("a macro uses itself: {}", names.join(" -> "));
        Diagnostic::error(codes::RECURSIVE_MACRO, message, span)
            .with_label(self.macros[index].span, "defined here")
            .with_help("what repeats is written with `*`, `mu X . F` or `nu X . F`")
    }
}

/// The arguments behind the name of a macro, and where they end.
pub(super) fn arguments(source: &Source, end: usize) -> Result<(Vec<Source>, usize), Diagnostic> {
    let text = &source.text;
    let opened = match next(text, end) {
        Some(scanned) if scanned.lexeme == Lexeme::Symbol('(') => scanned,
        _ => return Ok((Vec::new(), end)),
    };
    let (mut depth, mut start, mut at) = (0_usize, opened.end, opened.end);
    let mut arguments = Vec::new();
    while let Some(next) = scan(text, at) {
        at = next.end;
        let Lexeme::Symbol(symbol) = next.lexeme else { continue };
        match symbol {
            '(' | '[' | '{' => depth += 1,
            ')' if depth == 0 => {
                let is_empty = arguments.is_empty() && text[start..next.start].trim().is_empty();
                if !is_empty {
                    arguments.push(source.part(start, next.start));
                }
                return Ok((arguments, next.end));
            }
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                arguments.push(source.part(start, next.start));
                start = next.end;
            }
            _ => {}
        }
    }
    let message = "`)` is missing behind the arguments of this macro";
    let span = source.span(opened.start, opened.end);
    Err(Diagnostic::error(codes::MACRO_ARGUMENTS, message, span))
}
