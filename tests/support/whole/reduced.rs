//! Generated modules with one part left out, for whoever looks for the smallest that still shows something.
//!
//! Input: a module. Output: all that have one part less: a command, a statement, a clause, a field. Each has a name of its
//! own, so that they can be played together.

use super::{Random, Whole};

impl Whole {
    /// Each with one part less.
    pub fn reduced(&self) -> Vec<Self> {
        let mut all = Vec::new();
        for number in 0..self.clauses.len() {
            all.push(self.with(|own| drop(own.clauses.remove(number))));
        }
        if self.commands.len() > 1 {
            for number in 0..self.commands.len() {
                all.push(self.with(|own| drop(own.commands.remove(number))));
            }
        }
        for (number, clause) in self.clauses.iter().enumerate() {
            for statement in 0..clause.statements.len() {
                all.push(self.with(|own| drop(own.clauses[number].statements.remove(statement))));
            }
            if clause.ending.starts_with("{next_state") && clause.ending.contains("D#d") {
                all.push(self.with(|own| {
                    "{next_state, a, D}".clone_into(&mut own.clauses[number].ending);
                }));
            }
        }
        for number in (0..self.init.len()).filter(|number| !self.init[*number].starts_with("put("))
        {
            all.push(self.with(|own| drop(own.init.remove(number))));
        }
        all.extend(self.without_a_field());
        let stem = self.name.split('_').next().unwrap().to_owned();
        for (number, own) in all.iter_mut().enumerate() {
            own.name = format!("{stem}_{number}");
        }
        all
    }

    /// With one part less, any that may make fewer states; `None` where it has none.
    pub fn smaller(&self, random: &mut Random) -> Option<Self> {
        if self.commands.len() > 2 && random.chance(50) {
            let number = random.below(self.commands.len());
            return Some(self.with(|own| drop(own.commands.remove(number))));
        }
        let acts = self.clauses.iter().enumerate().flat_map(|(number, clause)| {
            let places = 0..clause.statements.len();
            places
                .filter(|place| !clause.statements[*place].starts_with("out:"))
                .map(move |place| (number, place))
        });
        let acts: Vec<(usize, usize)> = acts.collect();
        if acts.is_empty() {
            return None;
        }
        let (clause, statement) = acts[random.below(acts.len())];
        Some(self.with(|own| drop(own.clauses[clause].statements.remove(statement))))
    }

    fn with(&self, change: impl FnOnce(&mut Self)) -> Self {
        let mut own = self.clone();
        change(&mut own);
        own
    }

    /// Without a field that nothing names.
    fn without_a_field(&self) -> Vec<Self> {
        let is_used = |field: &str| {
            let texts =
                self.clauses.iter().flat_map(|own| own.statements.iter().chain([&own.ending]));
            let names = [format!(".{field}"), format!("{field} =")];
            texts.into_iter().any(|text| names.iter().any(|name| text.contains(name)))
        };
        let fields = self.fields.iter().enumerate().filter(|(_, (field, _))| !is_used(field));
        fields.map(|(number, _)| self.with(|own| drop(own.fields.remove(number)))).collect()
    }
}
