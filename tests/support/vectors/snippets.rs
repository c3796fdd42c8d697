//! Random snippets on unknown values, from a seed.
//!
//! Input: a seed. Output: snippets that take one or two unknown values, perhaps inside of a term, compute something with an
//! operator or a built-in function, and test operand and result afterwards.

use std::fmt::Write as _;

use super::Snippet;
use crate::support::generator::Random;

/// Operators and functions of an operand: `@` is the operand, `?` a constant or another value that is not known, `%` a
/// number that no other line of the snippet has. In tests `!` is a constant that is a pattern.
const OPERATIONS: [&str; 104] = [
    "-@",
    "-@",
    "+@",
    "bnot @",
    "not @",
    "abs(@)",
    "hd(@)",
    "tl(@)",
    "length(@)",
    "size(@)",
    "tuple_size(@)",
    "map_size(@)",
    "byte_size(@)",
    "bit_size(@)",
    "round(@)",
    "trunc(@)",
    "float(@)",
    "ceil(@)",
    "floor(@)",
    "is_atom(@)",
    "is_binary(@)",
    "is_bitstring(@)",
    "is_boolean(@)",
    "is_float(@)",
    "is_function(@)",
    "is_integer(@)",
    "is_list(@)",
    "is_map(@)",
    "is_number(@)",
    "is_pid(@)",
    "is_port(@)",
    "is_reference(@)",
    "is_tuple(@)",
    "is_function(@, 1)",
    "is_function(@, ?)",
    "is_record(@, a)",
    "is_record(@, a, 2)",
    "element(1, @)",
    "element(2, @)",
    "element(@, {a, b, c})",
    "is_map_key(a, @)",
    "map_get(a, @)",
    "is_map_key(@, #{a => 1, 1 => 2})",
    "map_get(@, #{a => 1, 1 => 2})",
    "setelement(1, @, z)",
    "setelement(@, {a, b}, z)",
    "tuple_to_list(@)",
    "list_to_tuple(@)",
    "@#{a => 1}",
    "@#{a := 1}",
    "#{@ => 1, 2 => b}",
    "[@ | ?]",
    "<<@>>",
    "<<@/binary, 1>>",
    "<<@:16>>",
    "if @ < 1000 -> <<1:@>> end",
    "<<@/float>>",
    "@#b.f",
    "@#b{f = 1}",
    "begin <<V%, _/binary>> = @, V% end",
    "begin [V% | _] = @, V% end",
    "begin {V%, _} = @, V% end",
    "begin #{a := V%} = @, V% end",
    "[V% || V% <- @]",
    "[V% || {V%, _} <- @]",
    "binary_part(@, 0, 1)",
    "@ + ?",
    "? - @",
    "@ * ?",
    "@ - ?",
    "? * @",
    "? + @",
    "@ / ?",
    "? / @",
    "@ div ?",
    "? div @",
    "@ rem ?",
    "? rem @",
    "@ band ?",
    "@ bor ?",
    "@ bxor ?",
    "@ bsl ?",
    "@ bsr ?",
    "@ xor true",
    "@ and true",
    "false or @",
    "@ andalso ?",
    "@ orelse ?",
    "@ == ?",
    "@ /= ?",
    "@ =< ?",
    "@ < ?",
    "@ >= ?",
    "@ > ?",
    "@ =:= ?",
    "@ =/= ?",
    "@ ++ [1]",
    "[a, 1] ++ @",
    "@ -- [1, a]",
    "[1, a] -- @",
    "max(@, ?)",
    "min(?, @)",
    "0 - @",
    "1 - @",
];

/// Tests of operand or result; `R` is the result, `X` the operand.
const TESTS: [&str; 47] = [
    "case @ of 0 -> zero; 1 -> one; 1.5 -> half; _ -> no end",
    "case @ of 0.0 -> zero; _ -> no end",
    "case @ of 1.0 -> one; 2.5 -> two; _ -> no end",
    "case @ of -1 -> minus; 1 -> one; _ -> no end",
    "case @ of [] -> none; [_] -> one; [_ | _] -> more; _ -> no end",
    "case @ of {_} -> one; {A%, B%} when A% == B% -> same; {_, _} -> two; _ -> no end",
    "case @ of <<>> -> none; <<B%, _/binary>> -> B%; _ -> no end",
    "case @ of #{a := M%} -> M%; _ -> no end",
    "case @ of true -> yes; false -> not_so; _ -> no end",
    "case @ of ! -> yes; _ -> no end",
    "case @ of ! -> yes; ! -> second; _ -> no end",
    "@ == ?",
    "@ =:= ?",
    "@ < ?",
    "@ >= ?",
    "? < @",
    "X == R",
    "X =:= R",
    "X < R",
    "R < X",
    "-R == X",
    "if -@ < ? -> yes; true -> no end",
    "if @ + 1 > ? -> yes; true -> no end",
    "if abs(@) == ? -> yes; true -> no end",
    "if is_float(@) -> yes; true -> no end",
    "if is_integer(@), @ > ? -> yes; is_float(@) -> float; true -> no end",
    "if is_number(@), @ =:= ? -> yes; is_number(@) -> number; true -> no end",
    "if @ == 0 -> zero; @ > 0 -> more; true -> less end",
    "if hd(@) =:= ? -> yes; true -> no end",
    "if length(@) > 1 -> yes; true -> no end",
    "if element(1, @) == ? -> yes; true -> no end",
    "if tuple_size(@) == 2 -> yes; true -> no end",
    "if map_size(@) == 1 -> yes; true -> no end",
    "if byte_size(@) < 2 -> yes; true -> no end",
    "if not @ -> yes; true -> no end",
    "if @ -> yes; true -> no end",
    "if trunc(@) == @ -> whole; true -> no end",
    "if round(@) > ? -> yes; true -> no end",
    "if float(@) =:= ? -> yes; true -> no end",
    "if @ rem 2 =:= 0 -> even; true -> no end",
    "if is_atom(@) -> atom; is_tuple(@) -> tuple; is_list(@) -> list; is_map(@) -> map; true -> no end",
    "if is_bitstring(@) -> bits; is_function(@) -> a_fun; is_pid(@) -> pid; true -> no end",
    "if is_map_key(?, @) -> yes; true -> no end",
    "if map_get(a, @) == ? -> yes; true -> no end",
    "case {@, R} of {#{a := S%}, true} when is_float(S%) -> float_to_list(S%); _ -> no end",
    "case maps:keys(@) of [S% | _] when is_float(S%) -> float_to_list(S%); _ -> no end",
    "if X =:= Y, @ == 0, is_float(X) -> {float_to_list(X), float_to_list(Y)}; true -> no end",
];

/// What an unknown value stands in.
const SHAPES: [&str; 12] = [
    "X",
    "X",
    "X",
    "X",
    "X",
    "{X, 1}",
    "[X | Y]",
    "[X]",
    "{a, X}",
    "#{a => X}",
    "{X, Y}",
    "[a, X | b]",
];

const NUMBERS: [&str; 12] =
    ["0", "1", "-1", "2", "3", "7", "-7", "8", "255", "(1 bsl 70)", "(1 bsl 53)", "2"];

const FLOATS: [&str; 15] = [
    "0.0",
    "1.0",
    "-1.0",
    "1.5",
    "-1.5",
    "2.0",
    "2.5",
    "9007199254740992.0",
    "1.0e300",
    "0.5",
    "-0.0",
    "{a, 0.0}",
    "[0.0]",
    "#{a => 0.0}",
    "#{0.0 => x}",
];

const OTHERS: [&str; 10] =
    ["a", "true", "[]", "{}", "{a, 1}", "[a]", "<<1>>", "\"ab\"", "#{a => 1}", "[1 | a]"];

/// Where 0.0 and -0.0 stand in the pool.
const ZEROS: [usize; 2] = [18, 19];

/// Tests of one snippet.
const PER_SNIPPET: usize = 3;

/// An operation, and tests with what each of them is of.
type Card = (&'static str, Vec<(&'static str, &'static str)>);

/// So many snippets with vectors; the models of each second module are told of no float.
pub fn snippets(seed: u64, count: usize, n_vectors: usize) -> Vec<Snippet> {
    let mut random = Random(seed);
    let mut decks = [true, false].map(|floats| deck(&mut random, floats).into_iter().cycle());
    let mut made: Vec<Snippet> = Vec::with_capacity(count);
    for number in 0..count {
        let without = number / super::PER_MODULE % 2;
        let Some((operation, tests)) = decks[without].next() else { break };
        let body = Writer::new(&mut random, without == 0).body(operation, &tests);
        let vectors = vectors(&mut random, body.contains("ext:y()"), n_vectors);
        made.push(Snippet { body, vectors });
    }
    made
}

/// Every operation with every test of its operand and of its result, in any order.
fn deck(random: &mut Random, floats: bool) -> Vec<Card> {
    let mut cards: Vec<Card> = Vec::new();
    for &operation in OPERATIONS.iter().filter(|template| floats || !has_float(template)) {
        let known = TESTS.iter().filter(|template| floats || !has_float(template));
        let mut tests: Vec<(&str, &str)> = known
            .flat_map(|&test| [(test, "X"), (test, "R")])
            .filter(|(test, operand)| *operand == "X" || test.contains('@'))
            .collect();
        shuffle(random, &mut tests);
        cards.extend(tests.chunks(PER_SNIPPET).map(|some| (operation, some.to_vec())));
    }
    shuffle(random, &mut cards);
    cards
}

fn shuffle<T>(random: &mut Random, items: &mut [T]) {
    for at in (1..items.len()).rev() {
        items.swap(at, random.below(at + 1));
    }
}

/// Whether a model learns of floats from this.
fn has_float(template: &str) -> bool {
    ["@ / ", "? / ", "float(", "/float", "."].iter().any(|word| template.contains(word))
}

/// The whole pool for one unknown value, pairs of it for two, many of them of values that are the same.
fn vectors(random: &mut Random, has_second: bool, count: usize) -> Vec<String> {
    let mut vector = |number: usize| {
        if !has_second {
            return format!("[{{pool,{number}}}]");
        }
        let first = random.below(1_000);
        let [first, second] = match random.below(12) {
            0 => ZEROS,
            1 => [ZEROS[1], ZEROS[0]],
            2 | 3 => [first, first],
            _ => [first, random.below(1_000)],
        };
        format!("[{{pool,{first}}},{{pool,{second}}}]")
    };
    (0..count).map(&mut vector).collect()
}

/// Writes parts of snippets.
pub struct Writer<'r> {
    random: &'r mut Random,
    floats: bool,
    /// Number of the next variable of a pattern.
    fresh: usize,
}

impl<'r> Writer<'r> {
    /// A writer of snippets with floats, or without.
    pub fn new(random: &'r mut Random, floats: bool) -> Self {
        Self { random, floats, fresh: 0 }
    }

    /// A test of one operand that speaks of no other value.
    pub fn plain_test_of(&mut self, operand: &str) -> String {
        loop {
            let test = self.test_of(operand);
            if !test.contains('Y') && (operand == "R" || !test.contains('R')) {
                return test;
            }
        }
    }

    fn pick<'t>(&mut self, items: &[&'t str]) -> &'t str {
        items[self.random.below(items.len())]
    }

    fn body(&mut self, operation: &str, tests: &[(&str, &str)]) -> String {
        let shape = self.pick(&SHAPES);
        // Sometimes the operand is tested in front of the operator as well.
        let early = if self.random.chance(25) { self.test_of("X") } else { "none".to_owned() };
        let mut lines = vec![format!("V = {shape}"), format!("T = {early}")];
        lines.push(format!("R = {}", self.filled(operation, "V")));
        let mut shown = String::new();
        for (number, (test, operand)) in tests.iter().enumerate() {
            lines.push(format!("T{number} = {}", self.filled(test, operand)));
            let _ = write!(shown, ", T{number}");
        }
        let is_second = lines.iter().any(|line| line.contains('Y'));
        let (first, second) =
            if is_second { ("X = ext:x(),\n    Y = ext:y()", "Y, ") } else { ("X = ext:x()", "") };
        format!("    {first},\n    {},\n    out:put(X, {second}R, T{shown})", lines.join(",\n    "))
    }

    fn test_of(&mut self, operand: &str) -> String {
        loop {
            let template = self.pick(&TESTS);
            let speaks_of_result = template.contains('R');
            if (self.floats || !has_float(template)) && (operand == "R" || !speaks_of_result) {
                return self.filled(template, operand);
            }
        }
    }

    /// The template with an operand, constants and variables of its own.
    fn filled(&mut self, template: &str, operand: &str) -> String {
        self.fresh += 1;
        let mut text = String::new();
        for c in template.chars() {
            match c {
                '?' => text += &self.constant(),
                // A map is no pattern.
                '!' => text += &self.constant().replace("=>", ":="),
                '@' => text += operand,
                '%' => text += &self.fresh.to_string(),
                c => text.push(c),
            }
        }
        text
    }

    fn constant(&mut self) -> String {
        match self.random.below(10) {
            0..=4 => self.pick(&NUMBERS).to_owned(),
            5..=7 if self.floats => self.pick(&FLOATS).to_owned(),
            8 => "Y".to_owned(),
            _ => self.pick(&OTHERS).to_owned(),
        }
    }
}
