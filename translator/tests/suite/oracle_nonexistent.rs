//! Names that functions of the library are said not to have: the OTP that is here has them all in the prelude.

use std::process::Command;

use translator::library::modules::whole;
use translator::library::nonexistent::{is_missing, is_unheard_of};

/// No name that OTP exports is unheard of.
#[test]
fn every_name_of_otp_is_known() {
    let modules = whole().collect::<Vec<_>>().join(",");
    let script = format!(
        "[io:format(\"~s ~s~n\", [M, F]) || M <- [{modules}], {{F, _}} <- M:module_info(exports)], halt()."
    );
    let output = Command::new("erl").args(["-noshell", "-eval", &script]).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let names: Vec<(&str, &str)> = text.lines().filter_map(|line| line.split_once(' ')).collect();
    assert!(whole().all(|own| names.iter().any(|(module, _)| own == *module)));
    let unheard: Vec<_> =
        names.iter().filter(|(module, name)| is_unheard_of(module, name)).collect();
    assert!(unheard.is_empty(), "{unheard:?}");
}

#[test]
fn only_names_of_whole_modules_are_missing() {
    assert!(is_missing("lists", "lenght", 1));
    assert!(is_missing("crypto", "sha", 1));
    // Another number of arguments, another module, and one that is newer.
    assert!(!is_missing("lists", "keyfind", 2));
    assert!(!is_missing("binary", "lenght", 1));
    assert!(!is_missing("sets", "filtermap", 2));
}
