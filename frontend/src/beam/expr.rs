//! Expressions and patterns of abstract code.
//!
//! Input: an expression. Output: its text, each token that gives a part its place on the line of that place: operators of
//! two operands, `#` and `:` have one of their own, all else is where it begins.

use super::broken;
use super::printer::{Done, Printer, unknown};
use super::term::{Id, Node};
use crate::output::print::operator::{ANY, CALL, Level, MATCH, MAX, PREFIX, levels_of};

impl Printer<'_> {
    /// An expression where any may stand.
    pub(super) fn expr(&mut self, id: Id) -> Done {
        self.within(id, ANY)
    }

    /// An expression that takes no parentheses anywhere, or gets some.
    pub(super) fn closed(&mut self, id: Id) -> Done {
        self.within(id, MAX)
    }

    /// An expression of this level at least, else in parentheses.
    pub(super) fn within(&mut self, id: Id, wanted: Level) -> Done {
        let is_enclosed = self.level(id) < wanted;
        self.deeper(|own| {
            if is_enclosed {
                let line = own.beginning(id);
                own.out.at(line);
                own.put("(");
            }
            own.bare(id)?;
            own.put(if is_enclosed { ")" } else { "" });
            Ok(())
        })
    }

    /// The line of the first token: that of the left operand, where there is one.
    fn beginning(&self, id: Id) -> i64 {
        let mut id = id;
        loop {
            id = match self.open(id) {
                Ok(("op" | "match" | "maybe_match", &[_, left, _]) | ("remote", &[left, _])) => {
                    left
                }
                _ => return self.line(id),
            }
        }
    }

    /// How strongly an expression binds.
    fn level(&self, id: Id) -> Level {
        match self.open(id) {
            Ok(("match", _)) => MATCH,
            Ok(("op", &[op, _, _])) => {
                levels_of(self.terms.atom(op).unwrap_or("")).map_or(ANY, |levels| levels.0)
            }
            Ok(("op", &[_, _])) => PREFIX,
            Ok(("call" | "map" | "record" | "record_field" | "record_index" | "remote", _)) => CALL,
            Ok(("integer" | "float", &[value])) if self.is_negative(value) => PREFIX,
            Ok(("catch" | "generate" | "b_generate" | "m_generate" | "maybe_match", _)) => ANY,
            _ => MAX,
        }
    }

    fn is_negative(&self, id: Id) -> bool {
        match self.terms.node(id) {
            Node::Int(value) => value < 0,
            Node::Float(value) => value.is_sign_negative(),
            Node::Big(at) => {
                self.terms.big(at).is_some_and(|value| value.sign() == num_bigint::Sign::Minus)
            }
            _ => false,
        }
    }

    /// An expression without parentheses.
    fn bare(&mut self, id: Id) -> Done {
        let (tag, parts) = self.open(id)?;
        let line = self.line(id);
        match (tag, parts) {
            ("op", &[op, left, right]) => return self.operator(line, op, (left, right)),
            ("match", &[left, right]) => {
                self.within(left, MATCH + 1)?;
                self.put(" = ");
                return self.within(right, MATCH);
            }
            ("remote", &[module, function]) => return self.remote(line, (module, function)),
            ("call", &[function, args]) => return self.call(function, args),
            ("map", &[base, fields]) => return self.map(line, Some(base), fields),
            ("record", &[base, name, fields]) => {
                return self.record(line, Some(base), (name, fields));
            }
            ("record_field", &[base, name, field]) => {
                self.closed(base)?;
                self.out.at(line);
                return self.record_name(name, Some(field));
            }
            _ => self.out.at(line),
        }
        match (tag, parts) {
            ("atom", &[name]) => self.name(name),
            ("var", &[name]) => self.variable(name),
            ("integer", &[value]) => self.integer(value),
            ("char", &[value]) => self.character(value),
            ("string", &[text]) => self.string(text),
            ("float", &[value]) => match self.terms.node(value) {
                Node::Float(value) => {
                    self.float(value);
                    Ok(())
                }
                _ => broken("its code has a float that is none"),
            },
            ("nil", &[]) => {
                self.put("[]");
                Ok(())
            }
            ("cons", &[head, tail]) => self.cons(head, tail),
            ("tuple", &[items]) => self.group("{", items, "}"),
            ("op", &[op, operand]) => self.prefixed(op, operand),
            ("map", &[fields]) => self.map(line, None, fields),
            ("record", &[name, fields]) => self.record(line, None, (name, fields)),
            ("record_index", &[name, field]) => self.record_name(name, Some(field)),
            ("catch", &[expr]) => {
                self.put("catch ");
                self.expr(expr)
            }
            ("bin", &[elements]) => self.binary(elements),
            ("lc" | "bc" | "mc", &[template, qualifiers]) => {
                self.comprehension(tag, template, qualifiers)
            }
            _ => self.construct(tag, parts),
        }
    }

    fn operator(&mut self, line: i64, op: Id, (left, right): (Id, Id)) -> Done {
        let op = self.terms.atom(op).unwrap_or("");
        let Some((_, for_left, for_right)) = levels_of(op) else {
            return unknown("an operator", op);
        };
        self.within(left, for_left)?;
        self.put(" ");
        self.out.at(line);
        self.put(op);
        self.put(" ");
        self.within(right, for_right)
    }

    fn prefixed(&mut self, op: Id, operand: Id) -> Done {
        match self.terms.atom(op) {
            Some(op @ ("+" | "-")) => self.put(op),
            Some(op @ ("not" | "bnot")) => {
                self.put(op);
                self.put(" ");
            }
            other => return unknown("an operator", other.unwrap_or("")),
        }
        // What begins with a sign of its own is not read as one operator.
        let is_prefixed = self.level(operand) == PREFIX;
        self.within(operand, if is_prefixed { MAX } else { PREFIX })
    }

    fn remote(&mut self, line: i64, (module, function): (Id, Id)) -> Done {
        self.closed(module)?;
        self.out.at(line);
        self.put(":");
        self.closed(function)
    }

    fn call(&mut self, function: Id, args: Id) -> Done {
        let is_remote = self.tag(function) == "remote";
        self.within(function, if is_remote { CALL } else { MAX })?;
        self.group("(", args, ")")
    }

    /// Expressions in brackets.
    pub(super) fn group(&mut self, before: &str, items: Id, behind: &str) -> Done {
        self.put(before);
        self.out.level += 1;
        self.commas(self.items(items)?, Self::expr)?;
        self.out.level = self.out.level.saturating_sub(1);
        self.put(behind);
        Ok(())
    }

    /// A list: its elements lie below each other, however many there are.
    fn cons(&mut self, head: Id, tail: Id) -> Done {
        self.put("[");
        self.expr(head)?;
        let mut tail = tail;
        while let Ok(("cons", &[head, next])) = self.open(tail) {
            self.put(", ");
            self.expr(head)?;
            tail = next;
        }
        if self.tag(tail) == "nil" {
            let line = self.line(tail);
            self.out.at(line);
        } else {
            self.put(" | ");
            self.expr(tail)?;
        }
        self.put("]");
        Ok(())
    }

    fn map(&mut self, line: i64, base: Option<Id>, fields: Id) -> Done {
        if let Some(base) = base {
            self.closed(base)?;
        }
        self.out.at(line);
        self.put("#{");
        self.commas(self.items(fields)?, Self::map_field)?;
        self.put("}");
        Ok(())
    }

    /// `Key => Value` or `Key := Value`
    fn map_field(&mut self, id: Id) -> Done {
        let (tag, parts) = self.open(id)?;
        let arrow = match tag {
            "map_field_assoc" => " =>",
            "map_field_exact" => " :=",
            _ => return unknown("a part of a map", tag),
        };
        let &[key, value] = parts else { return unknown("a part of a map", tag) };
        self.expr(key)?;
        let line = self.line(id);
        self.out.at(line);
        self.put(arrow);
        self.put(" ");
        self.expr(value)
    }

    fn record(&mut self, line: i64, base: Option<Id>, (name, fields): (Id, Id)) -> Done {
        if let Some(base) = base {
            self.closed(base)?;
        }
        self.out.at(line);
        self.record_name(name, None)?;
        self.put("{");
        self.commas(self.items(fields)?, Self::record_value)?;
        self.put("}");
        Ok(())
    }

    /// `#name` or `#name.field`
    fn record_name(&mut self, name: Id, field: Option<Id>) -> Done {
        self.put("#");
        self.name(name)?;
        if let Some(field) = field {
            self.put(".");
            let (tag, parts) = self.open(field)?;
            let &[field] = parts else { return unknown("a field", tag) };
            self.name(field)?;
        }
        Ok(())
    }

    /// `field = Value`
    fn record_value(&mut self, id: Id) -> Done {
        let (tag, parts) = self.open(id)?;
        let &[field, value] = parts else { return unknown("a field of a record", tag) };
        let line = self.line(id);
        self.out.at(line);
        self.expr(field)?;
        self.put(" = ");
        self.expr(value)
    }

    fn comprehension(&mut self, tag: &str, template: Id, qualifiers: Id) -> Done {
        match tag {
            "lc" => {
                self.put("[");
                self.expr(template)?;
            }
            "bc" => {
                self.put("<<");
                self.closed(template)?;
            }
            _ => {
                self.put("#{");
                self.map_field(template)?;
            }
        }
        self.put(" || ");
        self.commas(self.items(qualifiers)?, Self::qualifier)?;
        self.put(match tag {
            "lc" => "]",
            "bc" => ">>",
            _ => "}",
        });
        Ok(())
    }

    /// A generator or a filter.
    fn qualifier(&mut self, id: Id) -> Done {
        let (tag, parts) = self.open(id)?;
        let arrow = match tag {
            "generate" | "m_generate" => "<-",
            "b_generate" => "<=",
            "generate_strict" | "m_generate_strict" => "<:-",
            "b_generate_strict" => "<:=",
            _ => return self.expr(id),
        };
        let &[pattern, from] = parts else { return unknown("a generator", tag) };
        if tag.starts_with("m_") {
            self.map_field(pattern)?;
        } else {
            self.expr(pattern)?;
        }
        self.put(" ");
        let line = self.line(id);
        self.out.at(line);
        self.put(arrow);
        self.put(" ");
        self.expr(from)
    }
}
