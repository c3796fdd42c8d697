//! Recursion without an action in between.

use frontend::Diagnostic;

use super::Checker;
use crate::codes;
use crate::specification::{PointId, ProcessStep};

/// How far the search is with a point.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    New,
    Open,
    Done,
}

impl Checker<'_, '_> {
    /// Reports calls that lead back to themselves without an action; tells whether there are any.
    pub(super) fn unguarded(&mut self, reached: &[bool]) -> bool {
        let mut marks = vec![Mark::New; self.out.points.len()];
        let mut unguarded = Vec::new();
        for (process, _) in self.out.processes.iter().zip(reached).filter(|(_, reached)| **reached)
        {
            if !marks.is_empty() {
                self.search(process.body, &mut marks, &mut unguarded);
            }
        }
        for &point in &unguarded {
            let point = &self.out.points[point.index()];
            let ProcessStep::Call(callee, _) = &point.step else { continue };
            let name = &self.out.processes[callee.index()].name;
            let message = format!("process `{name}` calls itself before any action");
            let error = Diagnostic::error(codes::UNGUARDED, message, point.span);
            self.report.push(error.with_help("put an action, or `tau`, in front of the call"));
        }
        !unguarded.is_empty()
    }

    /// Depth first from a point; keeps the calls that close a cycle.
    fn search(&self, start: PointId, marks: &mut [Mark], unguarded: &mut Vec<PointId>) {
        let mut path: Vec<(PointId, usize)> = vec![(start, 0)];
        while let Some((point, position)) = path.last_mut() {
            let point = *point;
            if *position == 0 {
                if marks[point.index()] != Mark::New {
                    path.pop();
                    continue;
                }
                marks[point.index()] = Mark::Open;
            }
            let Some(next) = self.follower(point, *position) else {
                marks[point.index()] = Mark::Done;
                path.pop();
                continue;
            };
            *position += 1;
            if marks[next.index()] == Mark::Open {
                let calls = path.iter().rev().map(|(point, _)| *point);
                let mut calls = calls.filter(|call| {
                    matches!(self.out.points[call.index()].step, ProcessStep::Call(..))
                });
                unguarded.extend(calls.next());
            } else {
                path.push((next, 0));
            }
        }
    }

    /// A point that is entered together with this one.
    fn follower(&self, point: PointId, position: usize) -> Option<PointId> {
        match &self.out.points[point.index()].step {
            ProcessStep::Delta | ProcessStep::Tau(_) | ProcessStep::Act(..) => None,
            ProcessStep::Choice(points) => points.get(position).copied(),
            ProcessStep::If(_, yes, no) => [*yes, *no].get(position).copied(),
            ProcessStep::Sum(.., body) => (position == 0).then_some(*body),
            ProcessStep::Call(process, _) => {
                let is_composition = self.trees[process.index()].is_some();
                let body = self.out.processes[process.index()].body;
                (position == 0 && !is_composition).then_some(body)
            }
        }
    }
}
