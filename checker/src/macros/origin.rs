//! Where the parts of an expanded text come from.

use frontend::{Diagnostic, FileId, Span};

/// The file that places in expanded texts count in, until they are put back.
pub(crate) const EXPANDED: FileId = FileId(u32::MAX);
/// Uses of macros that a message shows at most.
const MOST_USES: usize = 5;

/// A piece of an expanded text that stands somewhere as it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    /// Where it starts in the expanded text.
    pub(super) start: usize,
    pub(super) origin: Span,
    pub(super) place: EnclosingText,
}

/// The text that a piece is part of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EnclosingText {
    /// The use of a macro that it was written for; none outside of macros.
    pub(super) usage: Option<usize>,
}

/// A use of a macro.
#[derive(Clone, Debug)]
pub(super) struct Usage {
    pub(super) name: String,
    /// Where it is used: name and arguments.
    pub(super) span: Span,
    pub(super) place: EnclosingText,
    /// Number of uses around it, itself included.
    pub(super) depth: usize,
}

/// The origins of all parts of an expanded text.
#[derive(Clone, Debug, Default)]
pub(crate) struct Origins {
    pub(super) pieces: Vec<Piece>,
    pub(super) usages: Vec<Usage>,
    /// Where the formula ends.
    pub(super) end: Option<Span>,
}

/// An end of a span on its way outwards.
#[derive(Clone, Copy)]
struct End {
    span: Span,
    place: EnclosingText,
}

impl Origins {
    /// A message about the expanded text as one about the texts as they are written.
    pub(crate) fn locate(&self, mut diagnostic: Diagnostic) -> Diagnostic {
        let first = diagnostic.labels.first().map(|label| label.span);
        for label in &mut diagnostic.labels {
            label.span = self.origin(label.span);
        }
        let mut usage = first.and_then(|span| self.usage_at(span));
        for _ in 0..MOST_USES {
            let Some(expansion) = usage.and_then(|usage| self.usages.get(usage)) else { break };
            let text = format!("in the expansion of `{}`", expansion.name);
            diagnostic = diagnostic.with_label(expansion.span, text);
            usage = expansion.place.usage;
        }
        diagnostic
    }

    /// The place that a part of the expanded text comes from.
    pub(crate) fn origin(&self, span: Span) -> Span {
        if span.file != EXPANDED {
            return span;
        }
        let (start, end) = (span.start as usize, span.end as usize);
        let Some(first) = self.end_at(start, false) else { return self.end.unwrap_or(span) };
        let last = if end > start { self.end_at(end, true) } else { Some(first) };
        let Some(last) = last else { return span };
        self.joined(first, last)
    }

    fn usage_at(&self, span: Span) -> Option<usize> {
        let n_before = self.pieces.partition_point(|piece| piece.start <= span.start as usize);
        self.pieces.get(n_before.checked_sub(1)?)?.place.usage
    }

    /// The origin of the byte at an offset, or with `behind` of the one before it.
    fn end_at(&self, at: usize, behind: bool) -> Option<End> {
        let byte = at - usize::from(behind);
        let n_before = self.pieces.partition_point(|piece| piece.start <= byte);
        let piece = self.pieces.get(n_before.checked_sub(1)?)?;
        let length = u32::try_from(at - piece.start).unwrap_or(u32::MAX);
        let at = piece.origin.start.saturating_add(length).min(piece.origin.end);
        Some(End { span: Span::new(piece.origin.file, at, at), place: piece.place })
    }

    /// Goes outwards until both ends stand in one text.
    fn joined(&self, mut first: End, mut last: End) -> Span {
        while first.place != last.place {
            let outwards =
                if self.depth(first) >= self.depth(last) { &mut first } else { &mut last };
            let Some(usage) = outwards.place.usage.and_then(|usage| self.usages.get(usage)) else {
                break;
            };
            *outwards = End { span: usage.span, place: usage.place };
        }
        Span::new(first.span.file, first.span.start, last.span.end.max(first.span.start))
    }

    fn depth(&self, end: End) -> usize {
        end.place.usage.and_then(|usage| self.usages.get(usage)).map_or(0, |usage| usage.depth)
    }
}
