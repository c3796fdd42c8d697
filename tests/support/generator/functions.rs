//! Local functions of generated modules, and calls of them.

use lts::Term;

use super::{Kind, Scope, Writer};

impl Writer {
    /// A function that does not call itself.
    pub(super) fn helper(&mut self, number: usize) -> String {
        let finishes = self.random.chance(25);
        let arity = 1 + self.random.below(2);
        let name = format!("{}{number}", if finishes { "finish" } else { "check" });
        let n_clauses = 1 + self.random.below(3);
        let clauses: Vec<String> = (0..n_clauses)
            .map(|clause| {
                self.fresh = 0;
                let mut scope = Scope::new();
                let patterns: Vec<String> = (0..arity)
                    .map(|_| {
                        if clause + 1 == n_clauses && self.random.chance(70) {
                            return self.variable(Kind::Any, false, &mut scope);
                        }
                        let like = self.random.term(1);
                        self.pattern(&like, &[], &mut scope, false)
                    })
                    .collect();
                let guard = self.maybe_guard(&scope, 30);
                let body = if finishes {
                    self.body(&mut scope, 1, 4)
                } else {
                    let before = self.statements(&mut scope, 1, 4);
                    format!("{before}{}", self.term(&scope, 2))
                };
                format!("{name}({}){guard} ->\n    {body}", patterns.join(", "))
            })
            .collect();
        self.helpers.push((name, arity, finishes));
        format!("{}.\n", clauses.join(";\n"))
    }

    /// A function that calls itself as often as its first argument says, before, between or behind
    /// what it does.
    pub(super) fn rounds(&mut self, number: usize) -> String {
        let finishes = self.random.chance(25);
        let name = format!("{}_rounds{number}", if finishes { "finish" } else { "check" });
        let mut clause = |guard: &str, again: bool| {
            self.fresh = 0;
            let mut scope = Scope::new();
            let count = if again { "Left" } else { "_" };
            let param = self.variable(Kind::Any, false, &mut scope);
            let before = self.statements(&mut scope, 1, 4);
            let call = format!("{name}(Left - 1, {})", self.term(&scope, 1));
            let body = if !again {
                if finishes { self.body(&mut scope, 1, 4) } else { self.term(&scope, 1) }
            } else if finishes || self.random.chance(40) {
                call
            } else {
                let value = self.variable(Kind::Any, false, &mut scope);
                let behind = self.statements(&mut scope, 1, 4);
                format!("{value} = {call},\n    {behind}{}", self.term(&scope, 1))
            };
            format!("{name}({count}, {param}){guard} ->\n    {before}{body}")
        };
        let text = format!("{};\n{}.\n", clause(" when Left > 0", true), clause("", false));
        self.helpers.push((name, 2, finishes));
        text
    }

    /// A call of a local function of one of the two sorts.
    pub(super) fn helper_call(&mut self, scope: &Scope, finishes: bool) -> Option<String> {
        let fitting: Vec<_> =
            self.helpers.iter().filter(|helper| helper.2 == finishes).cloned().collect();
        if fitting.is_empty() {
            return None;
        }
        let (name, arity, _) = fitting[self.random.below(fitting.len())].clone();
        let rounds = name.contains("_rounds");
        let args: Vec<String> = (0..arity)
            .map(|number| {
                if rounds && number == 0 {
                    self.random.below(4).to_string()
                } else if finishes {
                    self.slot(&Term::Nil, scope)
                } else {
                    self.term(scope, 1)
                }
            })
            .collect();
        Some(format!("{name}({})", args.join(", ")))
    }
}
