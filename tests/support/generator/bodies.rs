//! Bodies, guards and expressions of generated modules.

use lts::Term;

use super::{Kind, Scope, Var, Writer};

impl Writer {
    /// Statements, then what the callback returns.
    pub(super) fn body(&mut self, scope: &mut Scope, depth: usize, indent: usize) -> String {
        let before = self.statements(scope, depth, indent);
        format!("{before}{}", self.ending(scope, depth, indent))
    }

    /// Some statements, each with a comma behind it.
    pub(super) fn statements(&mut self, scope: &mut Scope, depth: usize, indent: usize) -> String {
        let n_statements = self.random.pick(&[0, 0, 1, 1, 1, 2, 2]);
        let mut text = String::new();
        for _ in 0..n_statements {
            text.push_str(&self.statement(scope, depth, indent));
            text.push_str(",\n");
            text.push_str(&blanks(indent));
        }
        text
    }

    pub(super) fn statement(&mut self, scope: &mut Scope, depth: usize, indent: usize) -> String {
        if let Some(statement) = self.rich_statement(scope) {
            return statement;
        }
        match self.random.below(if depth == 0 { 70 } else { 100 }) {
            0..=26 => self.act(scope),
            27..=28 => self.ask(scope),
            // Looks like `ask/1` with its result.
            29 => format!("sensor:ask({}, {})", self.term(scope, 0), self.term(scope, 0)),
            30..=37 => {
                let call = self.ask(scope);
                format!("{} = {call}", self.variable(Kind::Any, true, scope))
            }
            38..=43 => {
                let value = self.term(scope, 2);
                format!("{} = {value}", self.variable(Kind::Any, false, scope))
            }
            44..=47 => {
                let value = self.term(scope, 2);
                format!("action:show({} = {value})", self.variable(Kind::Any, false, scope))
            }
            48..=53 => {
                let value = self.int(scope, 2);
                format!("{} = {value}", self.variable(Kind::Int, false, scope))
            }
            54..=61 => self.match_statement(scope),
            62..=69 => match self.helper_call(scope, false) {
                Some(call) if self.random.chance(60) => {
                    format!("{} = {call}", self.variable(Kind::Any, false, scope))
                }
                Some(call) => call,
                None => self.act(scope),
            },
            70..=74 => {
                let inner = self.statement(scope, depth - 1, indent + 4);
                let act = self.act(scope);
                let pad = blanks(indent + 4);
                format!("begin\n{pad}{inner},\n{pad}{act}\n{}end", blanks(indent))
            }
            75..=87 => self.branches(scope, indent, &mut |this, scope, indent| {
                let before = this.statements(scope, depth - 1, indent);
                let last =
                    if this.random.chance(8) { this.exception(scope) } else { this.act(scope) };
                format!("{before}{last}")
            }),
            _ => {
                self.fresh += 1;
                let name = format!("V{}", self.fresh);
                let text = self.branches(scope, indent, &mut |this, scope, indent| {
                    let before = this.statements(scope, depth - 1, indent);
                    format!("{before}{name} = {}", this.term(scope, 1))
                });
                scope.push(Var { name, kind: Kind::Any, finite: false });
                text
            }
        }
    }

    /// A match of values that often succeeds.
    fn match_statement(&mut self, scope: &mut Scope) -> String {
        let [left, right] = [self.term(scope, 1), self.term(scope, 1)];
        if self.random.chance(75) {
            let mut own = Scope::new();
            let pattern = self.variable(Kind::Any, false, &mut own);
            let known = scope.iter().any(|var| var.name == left);
            let other = if known { &left } else { "_" };
            scope.extend(own);
            return format!("{{{other}, {pattern}}} = {{{left}, {right}}}");
        }
        let like = self.likely(scope);
        format!("{} = {left}", self.bound_pattern(&like, scope))
    }

    /// `action:name(Args)`
    fn act(&mut self, scope: &Scope) -> String {
        let (name, arity) = self.random.pick(&[
            ("ring", 0),
            ("show", 1),
            ("show", 1),
            ("move", 2),
            ("lock", 0),
            ("print", 1),
        ]);
        let args: Vec<String> = (0..arity).map(|_| self.term(scope, 1)).collect();
        format!("action:{name}({})", args.join(", "))
    }

    /// A call of another module with a result.
    fn ask(&mut self, scope: &Scope) -> String {
        if self.random.chance(50) {
            return "sensor:read()".to_owned();
        }
        format!("sensor:ask({})", self.term(scope, 0))
    }

    /// A case or an if whose branches are written by `leaf`.
    fn branches(
        &mut self,
        scope: &Scope,
        indent: usize,
        leaf: &mut dyn FnMut(&mut Self, &mut Scope, usize) -> String,
    ) -> String {
        let (inner, deep) = (blanks(indent + 4), blanks(indent + 8));
        let n_clauses = 1 + self.random.below(3);
        let total = self.random.chance(85);
        let is_if = self.random.chance(30);
        let like = self.likely(scope);
        let on_boolean = !is_if && self.random.chance(25);
        let on_result = !self.results.is_empty() && self.random.chance(30);
        let head = match (is_if, on_boolean) {
            (true, _) => "if".to_owned(),
            (false, true) => format!("case {} of", self.boolean(scope, 1)),
            (false, false) if on_result => format!("case {} of", self.ask(scope)),
            (false, false) => format!("case {} of", self.term(scope, 1)),
        };
        let clauses: Vec<String> = (0..n_clauses)
            .map(|number| {
                let mut scope = scope.clone();
                let last = total && number + 1 == n_clauses;
                let head = match (is_if, last) {
                    (true, true) => "true".to_owned(),
                    (true, false) => self.tests(&scope),
                    (false, true) => "_".to_owned(),
                    (false, false) => {
                        let like = match number {
                            0 if on_boolean => Term::atom("true"),
                            _ if on_boolean => Term::atom("false"),
                            _ if on_result => {
                                let results = &self.results;
                                results[self.random.below(results.len())].clone()
                            }
                            0 => like.clone(),
                            _ => self.random.mutate(&like),
                        };
                        let pattern = self.bound_pattern(&like, &mut scope);
                        format!("{pattern}{}", self.maybe_guard(&scope, 25))
                    }
                };
                format!("{inner}{head} ->\n{deep}{}", leaf(self, &mut scope, indent + 8))
            })
            .collect();
        format!("{head}\n{}\n{}end", clauses.join(";\n"), blanks(indent))
    }

    /// A pattern in a body, where variables may have values.
    fn bound_pattern(&mut self, like: &Term, scope: &mut Scope) -> String {
        let bound = scope.clone();
        let mut own = Scope::new();
        let pattern = self.pattern(like, &bound, &mut own, false);
        scope.extend(own);
        pattern
    }

    /// A term that values here may look like.
    fn likely(&mut self, scope: &Scope) -> Term {
        match scope.iter().find(|var| var.kind == Kind::Data) {
            Some(_) if self.random.chance(40) => self.filled(&self.data.clone()),
            _ => self.random.term(1),
        }
    }

    /// What a callback returns, or an exception.
    fn ending(&mut self, scope: &mut Scope, depth: usize, indent: usize) -> String {
        if let Some(ending) = self.rich_ending(scope) {
            return ending;
        }
        match self.random.below(if depth == 0 { 75 } else { 100 }) {
            0..=58 => self.next_state(scope),
            59..=62 => format!("{{stop, {}, {}}}", self.term(scope, 1), self.term(scope, 1)),
            63..=64 => {
                self.random.pick(&["ok", "{ok}", "[]", "7", "{next_state, idle}"]).to_owned()
            }
            65 => format!("{{ok, {}}}", self.term(scope, 1)),
            66..=68 => self.exception(scope),
            69..=70 => format!("throw({})", self.next_state(scope)),
            71..=74 => match self.helper_call(scope, true) {
                Some(call) => call,
                None => self.next_state(scope),
            },
            _ => self.branches(scope, indent, &mut |this, scope, indent| {
                this.body(scope, depth - 1, indent)
            }),
        }
    }

    fn exception(&mut self, scope: &Scope) -> String {
        match self.random.below(3) {
            0 => format!("exit({})", self.term(scope, 1)),
            1 => format!("error({})", self.term(scope, 1)),
            _ => "throw(away)".to_owned(),
        }
    }

    pub(super) fn next_state(&mut self, scope: &Scope) -> String {
        let state = match self.rich_state(scope) {
            Some(state) => state,
            None => self.random.pick(&self.states.clone()).to_owned(),
        };
        let data = match scope.iter().find(|var| var.kind == Kind::Data) {
            Some(var) if self.random.chance(40) => var.name.clone(),
            _ if self.random.chance(5) => "strange".to_owned(),
            _ => self.slot(&self.data.clone(), scope),
        };
        let timeout = self.random.pick(&["", "", "", "", "", "", ", infinity", ", hibernate"]);
        format!("{{next_state, {state}, {data}{timeout}}}")
    }

    /// New data of a shape, with finitely many values.
    pub(super) fn slot(&mut self, shape: &Term, scope: &Scope) -> String {
        let finite: Vec<Var> = scope.iter().filter(|var| var.finite).cloned().collect();
        match shape {
            Term::Tuple(items) => {
                let items: Vec<String> = items.iter().map(|item| self.slot(item, scope)).collect();
                format!("{{{}}}", items.join(", "))
            }
            Term::List(items, None) => {
                let items: Vec<String> = items.iter().map(|item| self.slot(item, scope)).collect();
                format!("[{}]", items.join(", "))
            }
            Term::Integer(_) if self.random.chance(50) => {
                let modulus = self.random.pick(&["2", "3", "3", "-2"]);
                format!("{} rem {modulus}", self.int(scope, 2))
            }
            Term::Integer(_) => self.random.pick(&["0", "1", "2", "-1"]).to_owned(),
            Term::Atom(_) => {
                let atoms: Vec<&Var> = finite.iter().filter(|var| var.kind == Kind::Atom).collect();
                if !atoms.is_empty() && self.random.chance(50) {
                    return atoms[self.random.below(atoms.len())].name.clone();
                }
                self.random.pick(&["none", "a", "b", "true"]).to_owned()
            }
            _ => {
                let finite: Vec<&Var> =
                    finite.iter().filter(|var| var.kind != Kind::Data).collect();
                if !finite.is_empty() && self.random.chance(70) {
                    return finite[self.random.below(finite.len())].name.clone();
                }
                if self.random.chance(30) {
                    return self.boolean(scope, 1);
                }
                self.random.term(1).to_string()
            }
        }
    }

    /// ` when Tests`, or nothing.
    pub(super) fn maybe_guard(&mut self, scope: &Scope, percent: usize) -> String {
        if self.random.chance(percent) {
            format!(" when {}", self.tests(scope))
        } else {
            String::new()
        }
    }

    fn tests(&mut self, scope: &Scope) -> String {
        self.in_guard = true;
        let n_tests = self.random.pick(&[1, 1, 1, 2, 3]);
        let mut text = self.boolean(scope, 2);
        for _ in 1..n_tests {
            let separator = self.random.pick(&[", ", "; "]);
            text = format!("{text}{separator}{}", self.boolean(scope, 1));
        }
        self.in_guard = false;
        text
    }

    fn boolean(&mut self, scope: &Scope, depth: usize) -> String {
        match self.random.below(if depth == 0 { 13 } else { 20 }) {
            0..=3 => {
                let operator = self.random.pick(&["==", "/=", "=:=", "=/=", "<", ">", "=<", ">="]);
                format!("({} {operator} {})", self.int(scope, 1), self.int(scope, 1))
            }
            4..=7 => {
                let operator = self.random.pick(&["==", "/=", "=:=", "=/=", "<", ">", "=<", ">="]);
                format!("({} {operator} {})", self.term(scope, 1), self.term(scope, 1))
            }
            8..=10 => {
                let tests =
                    ["is_atom", "is_integer", "is_tuple", "is_list", "is_boolean", "is_number"];
                let test = self.random.pick(&tests);
                format!("{test}({})", self.term(scope, 0))
            }
            11 => self.random.pick(&["true", "false", "none"]).to_owned(),
            12 if depth == 0 || self.random.chance(60) => self.term(scope, 0),
            12..=13 => format!("not {}", self.boolean(scope, depth - 1)),
            _ => {
                let operators = ["and", "or", "xor", "andalso", "orelse", "andalso", "orelse"];
                let operator = self.random.pick(&operators);
                let left = self.boolean(scope, depth - 1);
                format!("({left} {operator} {})", self.boolean(scope, depth - 1))
            }
        }
    }

    /// Mostly a number.
    fn int(&mut self, scope: &Scope, depth: usize) -> String {
        let numbers: Vec<&Var> = scope.iter().filter(|var| var.kind == Kind::Int).collect();
        match self.random.below(if depth == 0 { 10 } else { 20 }) {
            0..=5 if !numbers.is_empty() => numbers[self.random.below(numbers.len())].name.clone(),
            0..=8 => self.random.small().to_string(),
            9 if self.random.chance(30) => self.term(scope, 0),
            9..=15 if depth > 0 => {
                let operator = self.random.pick(&["+", "+", "-", "-", "*", "div", "rem"]);
                format!(
                    "({} {operator} {})",
                    self.int(scope, depth - 1),
                    self.int(scope, depth - 1)
                )
            }
            16 => format!("-({})", self.int(scope, depth - 1)),
            17 => format!("tuple_size({})", self.pair(scope)),
            18..=19 => format!("element(2, {})", self.pair(scope)),
            _ => "2".to_owned(),
        }
    }

    pub(super) fn term(&mut self, scope: &Scope, depth: usize) -> String {
        if !scope.is_empty() && self.random.chance(35) {
            return scope[self.random.below(scope.len())].name.clone();
        }
        match self.random.below(if depth == 0 { 10 } else { 24 }) {
            0..=6 if !scope.is_empty() => scope[self.random.below(scope.len())].name.clone(),
            0..=9 => self.random.term(0).to_string(),
            10..=12 => format!("{{{}, {}}}", self.term(scope, depth - 1), self.int(scope, 1)),
            13 => format!("[{} | {}]", self.term(scope, depth - 1), self.term(scope, depth - 1)),
            14 => format!("[{}]", self.term(scope, depth - 1)),
            15 => format!("{}({})", self.random.pick(&["hd", "tl"]), self.list(scope)),
            16 => format!(
                "element({}, {})",
                self.random.pick(&["1", "1", "2", "3"]),
                self.pair(scope)
            ),
            17 => self.list(scope),
            18..=19 => self.int(scope, depth),
            20 if !self.in_guard => {
                format!("begin {}, {} end", self.act(&Scope::new()), self.term(scope, depth - 1))
            }
            21 if !self.in_guard && self.random.chance(30) => self.ask(scope),
            21 if !self.in_guard => {
                self.helper_call(scope, false).unwrap_or_else(|| self.term(scope, 0))
            }
            _ => self.boolean(scope, depth - 1),
        }
    }
}

impl Writer {
    /// Mostly a tuple of two.
    fn pair(&mut self, scope: &Scope) -> String {
        if self.random.chance(30) {
            return self.term(scope, 0);
        }
        format!("{{{}, {}}}", self.term(scope, 0), self.int(scope, 0))
    }

    /// Mostly a list with an element.
    fn list(&mut self, scope: &Scope) -> String {
        if self.random.chance(30) {
            return self.term(scope, 0);
        }
        format!("[{}, {}]", self.term(scope, 0), self.term(scope, 0))
    }
}

fn blanks(indent: usize) -> String {
    " ".repeat(indent)
}
