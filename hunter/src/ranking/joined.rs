//! Findings that have one cause are one.
//!
//! Input: findings in their order. Output: the first of each cause, with the places of the others. One cause have timeouts that are
//! lost in one state, next states of one name, machines that stop without an answer, and what was read in the text and says
//! the same.

use std::collections::BTreeMap;

use frontend::Code;

use crate::{Finding, codes};

/// Joins findings of one cause.
pub(crate) fn joined(findings: Vec<Finding>) -> Vec<Finding> {
    let mut first: BTreeMap<(Code, String), usize> = BTreeMap::new();
    let mut joined: Vec<Finding> = Vec::new();
    for finding in findings {
        let earlier = cause(&finding).and_then(|cause| {
            let number = *first.entry((finding.code, cause)).or_insert(joined.len());
            joined.get_mut(number)
        });
        match earlier {
            None => joined.push(finding),
            Some(earlier) => {
                let is_new =
                    finding.place != earlier.place && !earlier.also.contains(&finding.place);
                earlier.also.extend(is_new.then_some(finding.place));
            }
        }
    }
    joined
}

/// What findings of one cause have in common, if they can be told to.
fn cause(finding: &Finding) -> Option<String> {
    let last = finding.evidence.last();
    match finding.code {
        _ if finding.way.is_empty() => Some(finding.message.clone()),
        codes::STOP_WITHOUT_REPLY => Some(String::new()),
        // An answer stands behind the event that brings it about.
        codes::TIMEOUT_LOST => finding.evidence.iter().rev().find_map(|line| line.before.clone()),
        codes::NO_STATE => last?.after.clone(),
        _ => None,
    }
}
