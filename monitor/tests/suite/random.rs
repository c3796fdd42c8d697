//! Random formulas, as texts, and numbers; each run is fixed by its seed, `ERL2LTS_SEED` sets it.

/// A small generator of random numbers (splitmix64).
pub(crate) struct Random(u64);

impl Random {
    /// A generator with this seed, or that of the environment.
    pub(crate) fn new(seed: u64) -> Self {
        let given = std::env::var("ERL2LTS_SEED").ok().and_then(|seed| seed.parse().ok());
        Self(given.unwrap_or(seed))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number below `bound`.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::try_from(self.next() % bound as u64).expect("below a usize")
    }

    /// One of these texts.
    pub(crate) fn pick<'t>(&mut self, items: &[&'t str]) -> &'t str {
        items[self.below(items.len())]
    }
}

const UNARY: [&str; 10] =
    ["not", "prev", "weak_prev", "historically", "once", "starts", "ends", "⊙", "□", "◇"];
const BINARY: [&str; 9] =
    ["and", "or", "implies", "iff", "xor", "since", "weak_since", "S", "until the past"];

/// A formula with this number of operators over these atoms.
pub(crate) fn formula(random: &mut Random, n_operators: usize, atoms: &[&str]) -> String {
    if n_operators == 0 {
        return match random.below(12) {
            0 => "true".to_owned(),
            1 => "false".to_owned(),
            _ => random.pick(atoms).to_owned(),
        };
    }
    if random.below(2) == 0 {
        let operator = random.pick(&UNARY);
        return format!("{operator} ({})", formula(random, n_operators - 1, atoms));
    }
    let left = random.below(n_operators);
    let (left, right) =
        (formula(random, left, atoms), formula(random, n_operators - 1 - left, atoms));
    match random.pick(&BINARY) {
        "until the past" => format!("[{left}, {right})"),
        operator => format!("({left}) {operator} ({right})"),
    }
}
