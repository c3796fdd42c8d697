//! `erl2lts compare A B`: whether two systems are equivalent, and what tells them apart.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use checker::{Truth, check, parse_formula};
use frontend::FileId;
use lts::compare::{
    Comparison, Difference, Formula, Side, as_written, compare, has_action, renamed, respelt,
};
use lts::reduce::Equivalence;
use lts::semantics::LabelStyle;
use lts::{Label, Lts};

use crate::cli::{CompareArgs, Labels};
use crate::codes;
use crate::command::systems::reduce::{MAX_WORK, impossible};
use crate::config::settings::placeless;
use crate::session::Session;
use crate::session::exit::Exit;
use crate::system::pair::pair;
use crate::system::transition_system;

/// Runs the command.
pub(crate) fn run(args: &CompareArgs) -> Exit {
    let mut session = Session::new(args.system.source.messages);
    let labels = args.labels.unwrap_or(Labels::Erlang);
    let systems = pair(&args.system, &args.second).map(|input| {
        transition_system::labelled(&mut session, &input, LabelStyle::from(labels), None)
    });
    let [Some(first), Some(second)] = systems else {
        return session.exit().and(Exit::Inconclusive);
    };
    let [first, second] = match labels {
        Labels::Erlang => [first, second],
        // Of other styles there is only the text.
        Labels::Mcrl2 | Labels::Mcrl => [as_written(&first), as_written(&second)],
    };
    if let Some(message) = wrong_renaming(args, &first) {
        session.report(placeless(codes::BAD_FLAGS, message).with_help(RENAMED));
        return session.exit();
    }
    let first = if args.rename.is_empty() { first } else { renamed(&first, &args.rename) };
    let equivalence = Equivalence::from(args.equivalence);
    match compare(&first, &second, equivalence, MAX_WORK) {
        Ok(Comparison::Equivalent) => {
            session.print(&format!("equivalent ({})\n", equivalence.name()));
            session.exit()
        }
        Ok(Comparison::Different(difference)) => {
            let names =
                [&args.system.source.input, &args.second].map(|path| path.display().to_string());
            let mut text = format!("not equivalent ({})\n", equivalence.name());
            text.push_str(&describe(&difference, &names, [&first, &second]));
            if labels == Labels::Erlang && share_no_arguments(&first, &second) {
                text.push_str(OTHER_STYLE);
            }
            session.print(&text);
            session.exit().and(Exit::Violated)
        }
        Err(error) => {
            session.report(impossible(error, equivalence));
            session.exit().and(Exit::Inconclusive)
        }
    }
}

/// What is wrong with the names that the user gives actions of the first system.
fn wrong_renaming(args: &CompareArgs, first: &Lts) -> Option<String> {
    if args.rename.is_empty() {
        return None;
    }
    if !matches!(args.labels, None | Some(Labels::Erlang)) {
        return Some("only actions with Erlang's labels can have other names".to_owned());
    }
    args.rename.iter().enumerate().find_map(|(number, (old, new))| {
        if args.rename[..number].iter().any(|(other, _)| other == old) {
            return Some(format!("`{old}` gets two names"));
        }
        if matches!(new.as_str(), "i" | "tau") {
            return Some(format!("`{new}` is how the internal action is written"));
        }
        let is_there = has_action(first, old);
        (!is_there).then(|| format!("no action of the first system is called `{old}`"))
    })
}

/// What is said where names of actions cannot be changed so.
const RENAMED: &str =
    "`--rename OLD=NEW` changes names of the first system; `erl2lts info` lists the actions of one";

/// What is said where the labels may be those of different styles.
const OTHER_STYLE: &str = "no label with arguments is in both: what `lts --labels mcrl` or `mcrl2` has written, and a .mcrl \
                           file, is compared with a module by the same `--labels`\n";

/// Whether both systems have labels with arguments, which styles write in different ways, and none that both have.
fn share_no_arguments(first: &Lts, second: &Lts) -> bool {
    let texts = |lts: &Lts| -> BTreeSet<String> {
        let labels = respelt(lts);
        let visible = labels.labels().iter().filter_map(|(_, label)| match label {
            Label::Tau => None,
            Label::Visible { text, .. } => text.contains('(').then(|| text.clone()),
        });
        visible.collect()
    };
    let [first, second] = [first, second].map(texts);
    !first.is_empty() && !second.is_empty() && first.is_disjoint(&second)
}

/// What tells the systems apart.
fn describe(difference: &Difference, names: &[String; 2], systems: [&Lts; 2]) -> String {
    match difference {
        Difference::Trace { side, labels } => {
            let [has, lacks] = match side {
                Side::First => [&names[0], &names[1]],
                Side::Second => [&names[1], &names[0]],
            };
            let mut text = format!("only {has} can do this, {lacks} cannot do the last step:\n");
            for (number, label) in labels.iter().enumerate() {
                // Writing to a string does not fail.
                let _ = writeln!(text, "    {:>4}  {}", number + 1, label.as_deref().unwrap_or("tau"));
            }
            text
        }
        Difference::Formula(formula) if is_confirmed(formula, systems) => {
            format!("their traces are the same, but this holds in {} only:\n    {formula}\n", names[0])
        }
        Difference::Formula(_) | Difference::Unknown => {
            "their traces are the same, but not the choices on the way; no short formula says where\n"
                .to_owned()
        }
    }
}

/// Whether the checker finds the formula true of the first system and false of the second.
fn is_confirmed(formula: &Formula, systems: [&Lts; 2]) -> bool {
    let parsed = parse_formula(FileId(0), &formula.to_string()).value;
    let truth = |lts| parsed.as_ref().map(|formula| check(&respelt(lts), formula).value.holds);
    let truths = systems.map(truth);
    truths == [Some(Truth::True), Some(Truth::False)]
}
