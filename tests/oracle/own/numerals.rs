//! Natural numbers in binary notation, as the muCRL text has them, against those of a library: the rules of the text,
//! applied by the reader, which knows no numbers, give the normal forms that labels show.
//!
//! Each question is an action of a process behind the rules of a printed module: what the text makes of its argument is in
//! the label.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::support::generator::Random;
use crate::support::{module_subject, term};
use emit::emit_mcrl;
use frontend::FileId;
use lts::explore::{Limits, explore};
use mcrl::System;
use model::Form;
use model::names::numerals::{Numerals, natural};
use num_bigint::{BigInt, BigUint, Sign};

/// The head of a text with all of the library that has to do with numbers, up to its actions.
fn library() -> String {
    let text = "-module(sums).\n-behaviour(gen_fsm).\n-export([init/1, idle/2]).\n\
        init(N) -> {ok, idle, N}.\n\
        idle({add, N}, D) when N < D -> {next_state, idle, (N + D * 2 - 1) div 3 rem 1001}.\n";
    let subject = module_subject("sums", text.to_owned(), term("5"), &[term("{add,4}")]);
    let text = emit_mcrl(&subject.model(Form::Direct)).unwrap();
    text.split_once("\nact ").unwrap().0.to_owned()
}

/// An integer as a term of the text, in normal form.
fn integer(value: &BigInt) -> String {
    let name = if value.sign() == Sign::Minus { "neg" } else { "int" };
    format!("{name}({})", number(&natural(value)))
}

fn number(value: &BigUint) -> String {
    Numerals::Binary.normal_form(value)
}

/// Integers of all sizes up to a thousand bits, of both signs.
fn any(random: &mut Random) -> BigInt {
    let n_bits =
        [1 + random.below(4), 1 + random.below(64), 1 + random.below(1000)][random.below(3)];
    let n_words = n_bits.div_ceil(32);
    let words = (0..n_words).map(|_| u32::try_from(random.below(1 << 32)).unwrap()).collect();
    let magnitude = BigUint::new(words) >> (n_words * 32 - n_bits);
    // Long runs of ones and zeros are where carries go far.
    let magnitude = match random.below(4) {
        0 => (BigUint::from(1_u32) << n_bits) - 1_u32,
        1 => BigUint::from(1_u32) << n_bits,
        _ => magnitude,
    };
    let sign = if random.chance(50) { Sign::Minus } else { Sign::Plus };
    BigInt::from_biguint(sign, magnitude)
}

/// What the text makes of each of these arguments, given with what is expected.
fn assert_all(sort: &str, asked: &[(String, String)]) {
    let mut text = library();
    let _ = writeln!(text, "\nact  says: {sort}\nproc P = delta");
    for (argument, _) in asked {
        let _ = writeln!(text, "     + says({argument}).P");
    }
    text.push_str("init P\n");
    let outcome = mcrl::read(FileId(0), &text);
    assert!(outcome.diagnostics.is_empty(), "{:?}", outcome.diagnostics);
    let specification = outcome.value.unwrap();
    let mut system = System::new(&specification, 100_000_000, None);
    let mut limits = Limits { max_states: 10, interrupted: &mut |_| false };
    let lts = explore(&mut system, &mut limits).unwrap().lts;
    let labels = lts.labels().iter().filter_map(|(_, label)| label.text());
    let labels: BTreeSet<String> = labels.map(str::to_owned).collect();
    for (argument, expected) in asked {
        let expected = format!("says({expected})");
        assert!(labels.contains(&expected), "{argument} is not {expected}: {labels:?}");
    }
    let expected: BTreeSet<&String> = asked.iter().map(|(_, expected)| expected).collect();
    assert_eq!(labels.len(), expected.len(), "{labels:?}");
}

#[test]
fn integers_are_computed_as_they_are_elsewhere() {
    let mut random = Random(1);
    let mut asked = Vec::new();
    for _ in 0..300 {
        let [a, b] = [any(&mut random), any(&mut random)];
        let [left, right] = [integer(&a), integer(&b)];
        let mut ask = |name: &str, value: &BigInt| {
            asked.push((format!("{name}({left},{right})"), integer(value)));
        };
        ask("mcrl_plus", &(&a + &b));
        ask("mcrl_minus", &(&a - &b));
        ask("mcrl_times", &(&a * &b));
        if b != BigInt::ZERO {
            ask("mcrl_div", &(&a / &b));
            ask("mcrl_rem", &(&a % &b));
        }
        asked.push((format!("mcrl_neg({left})"), integer(&-a)));
    }
    assert_all("Term", &asked);
}

#[test]
fn small_integers_are_computed_in_all_ways() {
    let mut asked = Vec::new();
    for a in -9_i32..=9 {
        for b in -9_i32..=9 {
            let [left, right] = [a, b].map(|value| integer(&BigInt::from(value)));
            let mut ask = |name: &str, value: i32| {
                asked.push((format!("{name}({left},{right})"), integer(&BigInt::from(value))));
            };
            ask("mcrl_plus", a + b);
            ask("mcrl_minus", a - b);
            ask("mcrl_times", a * b);
            if b != 0 {
                ask("mcrl_div", a / b);
                ask("mcrl_rem", a % b);
            }
        }
    }
    assert_all("Term", &asked);
}

/// One comparison in a text: whether it holds must show.
#[test]
fn integers_are_ordered_as_they_are_elsewhere() {
    let mut random = Random(2);
    let (mut hold, mut fail) = (Vec::new(), Vec::new());
    for _ in 0..300 {
        let a = any(&mut random);
        let b = match random.below(4) {
            0 => a.clone(),
            1 => &a + 1,
            2 => &a ^ (BigInt::from(1) << random.below(200)),
            _ => any(&mut random),
        };
        let pair = format!("{},{}", integer(&a), integer(&b));
        for (name, holds) in [("eq", a == b), ("less", a < b)] {
            let list = if holds { &mut hold } else { &mut fail };
            list.push((format!("{name}({pair})"), if holds { "T" } else { "F" }.to_owned()));
        }
    }
    assert_all("Bool", &hold);
    assert_all("Bool", &fail);
}

/// The way into a tuple goes by numbers, too.
#[test]
fn elements_of_tuples_are_found() {
    let items: Vec<BigInt> = (1..=70).map(|item| BigInt::from(1000 + item)).collect();
    let (last, init) = items.split_last().unwrap();
    let inner = init.iter().rev().fold(format!("tuplenil({})", integer(last)), |inner, item| {
        format!("tuple({},{inner})", integer(item))
    });
    let mut asked: Vec<(String, String)> = (1_u32..)
        .zip(&items)
        .map(|(at, item)| {
            (format!("element({},{inner})", integer(&BigInt::from(at))), integer(item))
        })
        .collect();
    asked.push((format!("int(arity({inner}))"), integer(&BigInt::from(70))));
    assert_all("Term", &asked);
}
