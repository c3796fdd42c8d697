//! Erlang's own sources to forms, by us and by `epp`: time and memory.
//!
//! Output: for each run and in the median, the processor time of one process of ours and of one
//! Erlang machine with one scheduler, which read the same files with the same headers; the peak of
//! memory, of the whole set and of its largest files; the time of `erl2lts forms` on each file.
//! Fails if we need more than a fourth of the time or more than 150 MB. Does not compare forms:
//! that is `oracle_epp`.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a benchmark")]
#![allow(dead_code, unreachable_pub, reason = "what the tests share is not all used here")]

#[path = "../frontend/tests/support/folder.rs"]
mod folder;
#[path = "../frontend/tests/support/headers.rs"]
mod headers;
#[path = "../frontend/tests/support/otp.rs"]
mod otp;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Instant;

use frontend::output::abstract_format;

/// How often each side runs, in turns.
const RUNS: usize = 5;
/// The part of `epp`'s time that we may need.
const MAX_RATIO: f64 = 0.25;
/// Memory that we may need, in kB.
const MAX_MEMORY: u64 = 150_000;
/// How many of the largest files get a process of their own.
const LARGEST: usize = 10;
/// Length of a clock tick in `/proc`, in milliseconds, as all builds of Linux have it.
const TICK: u64 = 10;

/// What a process has needed for its files.
#[derive(Clone, Copy)]
struct Cost {
    /// Milliseconds of processor time, the start of the process left out.
    processor: u64,
    /// Milliseconds of wall time, likewise.
    wall: u64,
    /// Peak of memory, in kB.
    memory: u64,
    /// How many forms there were.
    forms: u64,
    /// Milliseconds of processor time of the whole process in user mode.
    user: u64,
}

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.as_slice() {
        [command, mode, files @ ..] if command == "read" => {
            read(mode, files);
            ExitCode::SUCCESS
        }
        _ => compare(),
    }
}

/// Reads files, or all, in this process, and says what that has cost.
fn read(mode: &str, files: &[String]) {
    let mut files: Vec<PathBuf> = files.iter().map(PathBuf::from).collect();
    if files.is_empty() {
        files = otp::sources();
    }
    let start = Instant::now();
    let [processor, ..] = processor_times();
    let mut n_forms = 0;
    for file in &files {
        let (module, sources) = otp::parse(file, &otp::includes(file));
        n_forms += module.forms.len();
        if mode == "print" {
            std::hint::black_box(abstract_format::module(&module, &sources, true));
        }
    }
    let [processor_end, ..] = processor_times();
    let wall = start.elapsed().as_millis();
    println!("{} {wall} {} {n_forms}", processor_end - processor, peak());
}

/// Milliseconds of processor time: of this process, and of its children in user mode.
fn processor_times() -> [u64; 2] {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap();
    // Behind the name of the program, which may hold anything.
    let (_, rest) = text.rsplit_once(')').unwrap();
    let ticks: Vec<u64> =
        rest.split_whitespace().skip(11).take(3).map(|n| n.parse().unwrap()).collect();
    [(ticks[0] + ticks[1]) * TICK, ticks[2] * TICK]
}

/// The most memory that this process has had, in kB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

/// Runs a process that prints its cost.
fn cost(command: &mut Command) -> Cost {
    let [_, before] = processor_times();
    let output = command.stderr(Stdio::inherit()).output().unwrap();
    let [_, after] = processor_times();
    assert!(output.status.success(), "{command:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    let mut numbers = text.split_whitespace().map(|number| number.parse().unwrap());
    let mut next = || numbers.next().unwrap();
    let (processor, wall, memory, forms) = (next(), next(), next(), next());
    Cost { processor, wall, memory, forms, user: after - before }
}

/// A process of ours.
fn ours(mode: &str, file: Option<&Path>) -> Cost {
    let mut command = Command::new(std::env::current_exe().unwrap());
    cost(command.args(["read", mode]).args(file))
}

/// The Erlang machine.
fn theirs(jobs: &Path) -> Cost {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/epp.escript");
    cost(Command::new("escript").arg(script).arg(jobs))
}

/// Files for the Erlang machine, by the folders of their headers.
fn jobs(files: &[PathBuf]) -> String {
    let quote = |path: &PathBuf| format!("{:?}", path.to_str().unwrap());
    let list = |paths: &[PathBuf]| paths.iter().map(quote).collect::<Vec<_>>().join(", ");
    let mut groups: BTreeMap<Vec<PathBuf>, Vec<PathBuf>> = BTreeMap::new();
    for file in files {
        groups.entry(otp::includes(file)).or_default().push(file.clone());
    }
    let mut text = String::new();
    for (includes, files) in groups {
        writeln!(text, "{{[{}], [{}]}}.", list(&includes), list(&files)).unwrap();
    }
    text
}

fn median<T: Copy + PartialOrd>(mut values: Vec<T>) -> T {
    values.sort_by(|a, b| a.partial_cmp(b).unwrap());
    values[values.len() / 2]
}

/// Milliseconds as seconds.
fn seconds(milliseconds: u64) -> f64 {
    f64::from(u32::try_from(milliseconds).unwrap()) / 1000.0
}

fn compare() -> ExitCode {
    let files = otp::sources();
    let has_erlang = Command::new("escript").arg("--version").output().is_ok();
    if files.is_empty() || !has_erlang {
        println!("skipped: Erlang or its sources are not installed");
        return ExitCode::SUCCESS;
    }
    let bytes: u64 = files.iter().map(|file| std::fs::metadata(file).unwrap().len()).sum();
    println!("{} files, {} kB", files.len(), bytes / 1000);
    let list = std::env::temp_dir().join(format!("erl2lts-front-end-{}", std::process::id()));
    std::fs::write(&list, jobs(&files)).unwrap();
    let rounds: Vec<[Cost; 3]> = (1..=RUNS).map(|run| round(run, &list)).collect();
    std::fs::remove_file(&list).unwrap();
    let ratio = |of: fn(&Cost) -> u64, mode: usize| {
        median(
            rounds.iter().map(|costs| seconds(of(&costs[mode])) / seconds(of(&costs[2]))).collect(),
        )
    };
    let parse = ratio(|cost| cost.processor, 0);
    println!("median ratios, ours to epp's:");
    println!("  forms            {parse:.3} of processor time, limit {MAX_RATIO}");
    println!("                   {:.3} of wall time", ratio(|cost| cost.wall, 0));
    println!("                   {:.3} of user time, whole process", ratio(|cost| cost.user, 0));
    println!("  forms, printed   {:.3} of processor time", ratio(|cost| cost.processor, 1));
    let memory = rounds.iter().map(|costs| costs[0].memory).max().unwrap().max(largest(&files));
    println!("peak of memory: {memory} kB, limit {MAX_MEMORY} kB");
    command_line(&files);
    if parse > MAX_RATIO || memory > MAX_MEMORY {
        println!("failed: beyond the limits");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// All three once, in turns: the load of the machine changes.
fn round(run: usize, jobs: &Path) -> [Cost; 3] {
    let costs = [ours("parse", None), ours("print", None), theirs(jobs)];
    for (cost, name) in costs.iter().zip(["forms", "forms, printed", "epp"]) {
        println!(
            "run {run}: {name:15} {:6.2} s processor, {:6.2} s wall, {:6.2} s user in all, {:7} kB, {} forms",
            seconds(cost.processor),
            seconds(cost.wall),
            seconds(cost.user),
            cost.memory,
            cost.forms,
        );
    }
    costs
}

/// The most memory that one of the largest files needs, each in a process of its own.
fn largest(files: &[PathBuf]) -> u64 {
    let size = |file: &PathBuf| std::fs::metadata(file).unwrap().len();
    let mut sorted = files.to_vec();
    sorted.sort_by_key(|file| std::cmp::Reverse(size(file)));
    let mut most = 0;
    for file in sorted.iter().take(LARGEST) {
        let (parsed, printed) = (ours("parse", Some(file)), ours("print", Some(file)));
        let name = file.file_name().unwrap().to_string_lossy();
        println!(
            "{name:30} {:5} kB: {:6} kB of memory, {:6} kB when printed",
            size(file) / 1000,
            parsed.memory,
            printed.memory
        );
        most = most.max(parsed.memory);
    }
    most
}

/// `erl2lts forms`, a process for each file: for the record.
fn command_line(files: &[PathBuf]) {
    let program = env!("CARGO_BIN_EXE_erl2lts");
    let start = Instant::now();
    let [_, before] = processor_times();
    for file in files {
        let mut command = Command::new(program);
        command.arg("forms").arg("--columns").arg(file);
        for folder in otp::includes(file) {
            command.arg("-I").arg(folder);
        }
        command.stdout(Stdio::null()).stderr(Stdio::null()).status().unwrap();
    }
    let [_, after] = processor_times();
    let (user, wall) = (seconds(after - before), start.elapsed().as_secs_f64());
    println!(
        "`erl2lts forms --columns`, a process for each file: {user:.2} s user, {wall:.2} s wall"
    );
}
