//! The words of drawings: paths, tests, constructors.

use std::fmt::Write as _;

use super::{Ctor, Path, PathStep, Sst, Test};

/// Names the parts of a tree.
pub(crate) struct Names<'a> {
    pub(crate) sst: &'a Sst,
    /// Names of the matched values.
    pub(crate) values: &'a [String],
}

impl Names<'_> {
    /// What a clause binds, behind its number.
    pub(crate) fn binds(&self, clause: usize) -> String {
        let bindings = &self.sst.bindings[clause];
        if bindings.is_empty() {
            return String::new();
        }
        let items: Vec<String> =
            bindings.iter().map(|(name, at)| format!("{name} := {}", self.path(at))).collect();
        format!(" [{}]", items.join(", "))
    }

    /// What a test asks.
    pub(crate) fn test(&self, test: &Test) -> String {
        match test {
            Test::Same(later, first) => format!("{} =:= {}", self.path(later), self.path(first)),
            Test::Bound(at, name) => format!("{} =:= {name}", self.path(at)),
            Test::Guard(clause) => {
                let text = self.sst.guards.get(*clause).filter(|text| !text.is_empty());
                let text = text.map_or_else(String::new, |text| format!(": {text}"));
                format!("guard of clause {}{text}", clause + 1)
            }
        }
    }

    /// Where a value sits.
    pub(crate) fn path(&self, path: &Path) -> String {
        let mut text =
            self.values.get(path.root).cloned().unwrap_or_else(|| format!("#{}", path.root));
        for step in &path.steps {
            match step {
                PathStep::Component(component) => {
                    let _ = write!(text, ".{}", component + 1);
                }
                PathStep::Head => text.push_str(".hd"),
                PathStep::Tail => text.push_str(".tl"),
            }
        }
        text
    }
}

/// A constructor, as its arm is called.
pub(crate) fn constructor(ctor: &Ctor) -> String {
    match ctor {
        Ctor::Atom(name) => model::expr::atom::quoted(name.as_str()),
        Ctor::Integer(value) => value.to_string(),
        Ctor::Float(value) => value.to_string(),
        Ctor::Nil => "[]".to_owned(),
        Ctor::Cons => "[_|_]".to_owned(),
        Ctor::Tuple(size) => format!("tuple/{size}"),
    }
}
