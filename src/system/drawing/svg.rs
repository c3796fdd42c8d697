//! A drawing as a picture: SVG, laid out by the crate `layout-rs`, which puts graphs in layers without any other program.
//!
//! Input: a drawing. Output: one self-contained file, or that it has too much in it to be laid out. Its text can be found and copied.

mod effort;

use std::fmt::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};

use layout::core::base::Orientation;
use layout::core::color::Color;
use layout::core::format::{ClipHandle, RenderBackend};
use layout::core::geometry::Point;
use layout::core::style::{LineStyleKind, StyleAttr};
use layout::std_shapes::shapes::{Arrow as Edge, Element, LineEndKind, ShapeKind};
use layout::topo::layout::VisualGraph;

use super::{Drawing, Look, lines};
use crate::io::visible::on_one_line;

/// States that are laid out, and arrows: beyond that nobody sees anything in a picture.
const MOST: (usize, usize) = (300, 1_200);

/// Characters of a text that are drawn.
const LONGEST: usize = 60;

/// The size of letters, and about how wide one of them is.
const LETTERS: usize = 14;
const WIDTH: f64 = 8.2;

/// How far lines of a text are apart.
const LINE: f64 = 18.0;

/// What is free around all.
const MARGIN: f64 = 12.0;

/// That a drawing has more states or arrows than are laid out, or more of them side by side.
#[derive(Debug)]
pub(crate) struct TooLarge;

/// The picture.
pub(crate) fn text(drawing: &Drawing) -> Result<String, TooLarge> {
    if drawing.states.len() > MOST.0
        || drawing.arrows.len() > MOST.1
        || effort::effort(drawing) > effort::MOST
    {
        return Err(TooLarge);
    }
    // Where it gives up on a graph that it has untangled, it may do without.
    let drawn = laid_out(|| picture(drawing, true));
    drawn.or_else(|| laid_out(|| picture(drawing, false))).ok_or(TooLarge)
}

/// What a function of the crate gives; `None` where it gives up, as it does on a few graphs, by a panic.
fn laid_out<T>(draw: impl FnOnce() -> T) -> Option<T> {
    let hook = take_hook();
    set_hook(Box::new(|_| {}));
    let drawn = catch_unwind(AssertUnwindSafe(draw));
    set_hook(hook);
    drawn.ok()
}

fn picture(drawing: &Drawing, untangles: bool) -> String {
    let mut graph = VisualGraph::new(Orientation::TopToBottom);
    let states: Vec<_> = drawing
        .states
        .iter()
        .map(|state| {
            let title = shown(&state.title);
            let look = style(state.look, if state.is_start { 3 } else { 1 });
            let size = Point::new(24.0 + width(&title), 36.0);
            let shape = ShapeKind::Box(title);
            graph.add_node(Element::create(shape, look, Orientation::TopToBottom, size))
        })
        .collect();
    for arrow in &drawing.arrows {
        let (Some(from), Some(to)) = (states.get(arrow.from), states.get(arrow.to)) else {
            continue;
        };
        let look = style(arrow.look, if arrow.look.is_special { 2 } else { 1 });
        let (start, end) = (LineEndKind::None, LineEndKind::Arrow);
        let label = lines(&arrow.label, "\n", shown);
        let edge = Edge::new(start, end, LineStyleKind::Normal, &label, &look, &None, &None);
        graph.add_edge(edge, *from, *to);
    }
    let mut picture = Picture::default();
    if !states.is_empty() {
        graph.do_it(false, !untangles, false, &mut picture);
    }
    picture.text()
}

fn style(look: &Look, line_width: usize) -> StyleAttr {
    let [line, inside] = [look.line, look.inside].map(colour);
    StyleAttr::new(line, line_width, Some(inside), 8, LETTERS)
}

/// `#rrggbb` as the crate has it.
fn colour(text: &str) -> Color {
    let number = u32::from_str_radix(text.trim_start_matches('#'), 16).unwrap_or(0);
    Color::new(number << 8 | 0xff)
}

/// A text that is drawn: no longer than can be read.
fn shown(text: &str) -> String {
    let text = on_one_line(text);
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.into_owned(),
    }
}

#[allow(clippy::cast_precision_loss, reason = "texts are short")]
fn width(text: &str) -> f64 {
    WIDTH * text.chars().count() as f64
}

/// What is drawn so far: lines and boxes, texts above them, and the corners of all.
#[derive(Debug)]
struct Picture {
    shapes: String,
    texts: String,
    from: Point,
    to: Point,
}

impl Default for Picture {
    fn default() -> Self {
        let (shapes, texts) = (String::new(), String::new());
        Self { shapes, texts, from: Point::new(f64::MAX, f64::MAX), to: Point::zero() }
    }
}

impl Picture {
    fn reach(&mut self, x: f64, y: f64) {
        self.from = Point::new(self.from.x.min(x), self.from.y.min(y));
        self.to = Point::new(self.to.x.max(x), self.to.y.max(y));
    }

    /// The file.
    fn text(&self) -> String {
        let from =
            Point::new(self.from.x.min(self.to.x) - MARGIN, self.from.y.min(self.to.y) - MARGIN);
        let [wide, high] = [self.to.x - from.x + MARGIN, self.to.y - from.y + MARGIN];
        let (x, y) = (from.x, from.y);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{wide:.0}\" height=\"{high:.0}\" \
             viewBox=\"{x:.1} {y:.1} {wide:.1} {high:.1}\">\n\
             <defs><marker id=\"end\" markerWidth=\"10\" markerHeight=\"7\" refX=\"10\" refY=\"3.5\" orient=\"auto-start-reverse\" markerUnits=\"userSpaceOnUse\">\
             <polygon points=\"0 0, 10 3.5, 0 7\" fill=\"context-stroke\"/></marker></defs>\n\
             <style>text {{ font: {LETTERS}px sans-serif; text-anchor: middle; dominant-baseline: middle; \
             paint-order: stroke; stroke: #ffffff; stroke-width: 4px; stroke-linejoin: round }}</style>\n\
             <rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{high:.1}\" fill=\"#ffffff\"/>\n\
             {}{}</svg>\n",
            self.shapes, self.texts
        )
    }
}

impl RenderBackend for Picture {
    fn draw_rect(
        &mut self,
        xy: Point,
        size: Point,
        look: &StyleAttr,
        _properties: Option<String>,
        _clip: Option<ClipHandle>,
    ) {
        self.reach(xy.x, xy.y);
        self.reach(xy.x + size.x, xy.y + size.y);
        let fill = look.fill_color.unwrap_or_else(Color::transparent).to_web_color();
        // Writing to a string does not fail.
        let _ = writeln!(
            self.shapes,
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{}\"/>",
            xy.x,
            xy.y,
            size.x,
            size.y,
            look.rounded,
            fill,
            look.line_color.to_web_color(),
            look.line_width
        );
    }

    fn draw_line(&mut self, start: Point, stop: Point, look: &StyleAttr, _: Option<String>) {
        self.reach(start.x, start.y);
        self.reach(stop.x, stop.y);
        let _ = writeln!(
            self.shapes,
            "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{}\" stroke-width=\"{}\"/>",
            start.x,
            start.y,
            stop.x,
            stop.y,
            look.line_color.to_web_color(),
            look.line_width
        );
    }

    fn draw_circle(
        &mut self,
        xy: Point,
        size: Point,
        look: &StyleAttr,
        properties: Option<String>,
    ) {
        // No state is drawn as one.
        let corner = Point::new(xy.x - size.x / 2.0, xy.y - size.y / 2.0);
        self.draw_rect(corner, size, look, properties, None);
    }

    fn draw_text(&mut self, xy: Point, text: &str, _: &StyleAttr) {
        let n_lines = u32::try_from(text.lines().count()).unwrap_or(1);
        let mut y = xy.y - LINE * (f64::from(n_lines) - 1.0) / 2.0;
        for line in text.lines() {
            let half = width(line) / 2.0;
            self.reach(xy.x - half, y - LINE / 2.0);
            self.reach(xy.x + half, y + LINE / 2.0);
            let shown = escaped(line);
            let _ = writeln!(self.texts, "<text x=\"{:.1}\" y=\"{y:.1}\">{shown}</text>", xy.x);
            y += LINE;
        }
    }

    fn draw_arrow(
        &mut self,
        path: &[(Point, Point)],
        _dashed: bool,
        (at_start, at_end): (bool, bool),
        look: &StyleAttr,
        _properties: Option<String>,
        _text: &str,
    ) {
        // The first pair leads out of a state, all others into what follows.
        let mut line = String::new();
        for (number, (first, second)) in path.iter().enumerate() {
            self.reach(first.x, first.y);
            self.reach(second.x, second.y);
            let command = match number {
                0 => 'M',
                1 => ' ',
                _ => 'S',
            };
            let between = if number == 0 { " C" } else { "," };
            let _ = write!(
                line,
                "{command}{:.1} {:.1}{between} {:.1} {:.1}{}",
                first.x,
                first.y,
                second.x,
                second.y,
                if number == 0 { "," } else { " " }
            );
        }
        // What leads back to an earlier layer is drawn from its end.
        let start = if at_start { " marker-start=\"url(#end)\"" } else { "" };
        let end = if at_end { " marker-end=\"url(#end)\"" } else { "" };
        let _ = writeln!(
            self.shapes,
            "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{start}{end}/>",
            line.trim_end(),
            look.line_color.to_web_color(),
            look.line_width
        );
    }

    fn create_clip(&mut self, _: Point, _: Point, _: usize) -> ClipHandle {
        0
    }
}

/// Text that may stand in an element.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
