//! Batches of states that several threads expand.
//!
//! Input: states without successors so far. Output: the states and rows that one thread would have made of them,
//! in turns (`parallel`). What a system can tell only by itself it is asked behind the first turn, by one thread, in
//! order. Where there is an error, or no room, nothing is kept: one thread goes through the batch.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};

use crate::graph::BLOCK;
use crate::next_state::{NextState, Successors};
use crate::states::{Newcomers, Room, Shard, StateStore, n_shards};
use crate::worker_pool::Crew;

use super::parallel::{Batch, Bench, Cell, Chunk, Fresh, Naming};
use super::{Bounds, Search, number};

/// States and transitions that are worth several threads.
const MIN_WORK: usize = 6_144;

/// Transitions that are held until what is new is numbered, about.
const MAX_EDGES: usize = 1 << 18;

/// The most states that are expanded before what is new is numbered.
const MAX_STATES: usize = 1 << 14;

/// Pieces of a batch for each thread: few where there is little work, since each costs something; more where a thread
/// that is held up would keep the others waiting.
const PIECES: [usize; 2] = [2, 4];

/// States and transitions that are cut into more pieces.
const MUCH_WORK: usize = 1 << 15;

/// Several threads, and what they have in hand.
pub(super) struct Team {
    crew: Crew,
    benches: Vec<Bench>,
    chunks: Vec<Mutex<Chunk>>,
    fresh: Vec<Mutex<Fresh>>,
    cells: Vec<Mutex<Cell>>,
    ranks: Vec<RwLock<Vec<AtomicU64>>>,
    firsts: Vec<AtomicU32>,
    rooms: Vec<Newcomers>,
    /// New states of the last batch.
    n_new: usize,
    /// Pieces of a batch for each thread.
    n_pieces: usize,
}

/// How turns end.
enum End {
    /// All is done.
    Done,
    /// The system is to be asked about some states.
    Open,
    /// There is no room in the table.
    Full,
    /// There would be too many states.
    TooMany,
}

/// A batch is left to one thread.
struct Alone;

impl Search {
    /// Expands many states on all threads, if that is worth while; tells whether it has.
    pub(super) fn expand_together(
        &mut self,
        system: &mut dyn NextState,
        limits: &Bounds<'_>,
    ) -> bool {
        let first = self.rows.len();
        let degree = self.rows.n_edges() / first.max(1) + 1;
        let at_most = (MAX_EDGES / degree).clamp(2 * BLOCK, MAX_STATES);
        let last = self.level_end.min(first + at_most);
        if first < self.alone || (last - first) * degree < MIN_WORK || last - first < 2 * BLOCK {
            return false;
        }
        if self.team.is_none() {
            self.team = Team::new(self.n_threads);
        }
        let Some(mut team) = self.team.take() else { return false };
        team.n_pieces = PIECES[usize::from((last - first) * degree >= MUCH_WORK)];
        let is_done = self.expand_by(&mut team, system, first..last, limits.max_states).is_ok();
        if !is_done {
            self.alone = last;
        }
        self.team = Some(team);
        is_done
    }

    fn expand_by(
        &mut self,
        team: &mut Team,
        system: &mut dyn NextState,
        range: Range<usize>,
        max_states: usize,
    ) -> Result<(), Alone> {
        let (first, n_rows) = (range.start, range.len());
        team.cut(range);
        let n_open = team.expand(system, &mut self.states, max_states)?;
        if n_open > n_rows / 2 {
            self.alone = first + 3 * n_rows;
        }
        for chunk in &mut team.chunks {
            let chunk = chunk.get_mut().unwrap_or_else(PoisonError::into_inner);
            self.rows.append(std::mem::take(&mut chunk.edges), &chunk.ends);
        }
        Ok(())
    }
}

impl Team {
    /// A team of this many threads; `None` where one is enough, or no more can be had.
    fn new(n_threads: usize) -> Option<Self> {
        let crew = Crew::new(n_threads)?;
        let n_shards = n_shards(n_threads);
        let mut ranks = Vec::new();
        ranks.resize_with(n_shards, RwLock::default);
        let benches = (0..n_threads).map(|_| Bench::default()).collect();
        let (chunks, fresh) = (Vec::new(), Vec::new());
        let (cells, firsts) = (Vec::new(), Vec::new());
        let rooms = vec![Newcomers::default(); n_shards];
        let (n_new, n_pieces) = (0, PIECES[0]);
        Some(Self { crew, benches, chunks, fresh, cells, ranks, firsts, rooms, n_new, n_pieces })
    }

    /// Cuts a batch into pieces.
    fn cut(&mut self, range: Range<usize>) {
        let size =
            range.len().div_ceil(self.n_pieces * self.crew.n_threads()).next_multiple_of(BLOCK);
        // Rows of a block are kept together.
        let middle = range.start.next_multiple_of(BLOCK).min(range.end);
        let rest = (range.start < middle).then_some(range.start..middle);
        let starts = (middle..range.end).step_by(size);
        let whole = starts.map(|start| start..range.end.min(start + size));
        let parts: Vec<Range<usize>> = rest.into_iter().chain(whole).collect();
        self.chunks.resize_with(parts.len(), Mutex::default);
        self.fresh.resize_with(parts.len(), Mutex::default);
        self.firsts.resize_with(parts.len(), AtomicU32::default);
        self.cells.resize_with(parts.len() * self.rooms.len(), Mutex::default);
        for (chunk, part) in self.chunks.iter_mut().zip(parts) {
            chunk.get_mut().unwrap_or_else(PoisonError::into_inner).begin(part);
        }
    }

    /// Expands all pieces; for how many states the system had to be asked.
    fn expand(
        &mut self,
        system: &mut dyn NextState,
        states: &mut StateStore,
        max_states: usize,
    ) -> Result<usize, Alone> {
        let mut n_open = 0;
        let mut room = self.n_new + self.n_new / 2;
        for _ in 0..3 {
            states.reserve(room, &self.crew);
            match self.turns(system, states, max_states)? {
                End::Done => return Ok(n_open),
                End::Open => n_open = self.ask(system, states)?,
                End::Full => states.forget_new(2, &self.crew),
                End::TooMany => {
                    states.forget_new(1, &self.crew);
                    break;
                }
            }
            room = 0;
        }
        Err(Alone)
    }

    /// Does the turns of a batch.
    fn turns(
        &mut self,
        system: &dyn NextState,
        states: &mut StateStore,
        max_states: usize,
    ) -> Result<End, Alone> {
        let shared = system.shared().ok_or(Alone)?;
        let Self { crew, benches, chunks, fresh, cells, ranks, firsts, rooms, n_new, .. } = self;
        benches.iter_mut().for_each(Bench::clear);
        let (width, n_states) = (states.width(), states.len());
        let (stored, mut room, shards) = states.shards(rooms);
        let batch = Batch {
            shared: &*shared,
            stored,
            places: chunks.iter().map(|_| Mutex::default()).collect(),
            fresh,
            width,
            n_known: number(n_states).0,
            chunks,
            cells,
            ranks,
            firsts,
            is_full: AtomicBool::new(false),
        };
        let mut end = End::Done;
        let shard = |number: usize| shards[number].lock().unwrap_or_else(PoisonError::into_inner);
        let act = |bench: &mut Bench, turn, piece| match turn {
            0 => batch.expand(piece, bench),
            1 => batch.look_up(piece, bench, &mut shard(piece)),
            2 => batch.settle(piece, bench),
            _ => match batch.naming(piece) {
                Naming::Piece(piece) => batch.name_piece(piece),
                Naming::States(number) => batch.name_states(number, &mut shard(number)),
            },
        };
        crew.turns(benches, act, |turn| {
            match turn {
                1 if batch.count(|chunk| chunk.open.len()) > 0 => {
                    end = End::Open;
                }
                2 if batch.is_full.load(Ordering::Relaxed) => end = End::Full,
                3 => {
                    *n_new = batch.number_pieces(n_states);
                    if n_states + *n_new > max_states {
                        end = End::TooMany;
                    } else if *n_new > room.n_states() {
                        end = End::Full;
                    } else {
                        batch.give_places(&mut room);
                    }
                }
                _ => {}
            }
            (turn < 4 && matches!(end, End::Done)).then_some(match turn {
                1 => shards.len(),
                3 => shards.len() + chunks.len(),
                _ => chunks.len(),
            })
        });
        for (room, shard) in rooms.iter_mut().zip(shards) {
            *room = shard.into_inner().map(Shard::into_room).unwrap_or_default();
        }
        if matches!(end, End::Done) {
            states.added(*n_new);
        }
        Ok(end)
    }

    /// Asks the system for what only it can tell; for how many states that was.
    fn ask(&mut self, system: &mut dyn NextState, states: &StateStore) -> Result<usize, Alone> {
        let mut n_open = 0;
        for chunk in &mut self.chunks {
            let chunk = chunk.get_mut().unwrap_or_else(PoisonError::into_inner);
            let mut told = Vec::with_capacity(chunk.open.len());
            for index in &chunk.open {
                let mut row = Successors::default();
                let state = &states[chunk.states.start + index];
                system.successors(state, &mut row).map_err(|_| Alone)?;
                told.push(row);
            }
            if !told.is_empty() {
                n_open += told.len();
                chunk.tell(told);
            }
        }
        Ok(n_open)
    }
}

impl<'b> Batch<'b> {
    fn count(&self, number: impl Fn(&Chunk) -> usize) -> usize {
        let chunks = self.chunks.iter();
        chunks.map(|chunk| number(&chunk.lock().unwrap_or_else(PoisonError::into_inner))).sum()
    }

    /// Gives each piece the number of its first new state; how many new states there are.
    fn number_pieces(&self, n_states: usize) -> usize {
        let mut next = n_states;
        for (first, chunk) in self.firsts.iter().zip(self.chunks) {
            first.store(number(next).0, Ordering::Relaxed);
            next += chunk.lock().unwrap_or_else(PoisonError::into_inner).n_new as usize;
        }
        next - n_states
    }
    /// Gives each piece the places of the words of its new states.
    fn give_places(&self, room: &mut Room<'b>) {
        for (places, chunk) in self.places.iter().zip(self.chunks) {
            let n_new = chunk.lock().unwrap_or_else(PoisonError::into_inner).n_new as usize;
            *places.lock().unwrap_or_else(PoisonError::into_inner) = room.take(n_new);
        }
    }
}
