//! Blocked places: people who wait and among which nobody makes progress, as at a door where two groups face each other.
//!
//! A walker *waits* when it came no nearer to its goal for 20 s. It is *blocked* when it waits and everybody who stands ahead of it within
//! 1.5 m is blocked too: who waits behind people who make progress is in a queue, however slow. People who join from behind change
//! nothing. Three blocked walkers or more, each within 1.5 m of another, are a blocked place. Walls part people here.
//!
//! Checked once per simulated second, after progress. It reads the state and writes only the report.

use crate::agents::{Activity, Agents};
use crate::heights::apart;
use crate::{AgentId, Neighbours, Walls, snapshot};
use ambulo_geom::{Crossing, Point, Segment};

/// A place at which people waited and none of them made progress.
///
/// ```
/// use ambulo_geom::Point;
/// use ambulo_sim::{AgentId, Blocked};
/// let b = Blocked { from: 31.0, to: 90.0, at: Point::new(1.0, 2.0), level: 0, people: 5, first: AgentId(3) };
/// assert_eq!(b.to_string(), "5 people at (1, 2) blocked from 31.0 s to 90.0 s");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Blocked {
    /// From when on nobody made progress [s].
    pub from: f64,
    /// When people there were last found blocked [s].
    pub to: f64,
    /// Where: the place of the walker that had waited longest when it was found.
    pub at: Point,
    /// On which level.
    pub level: u16,
    /// How many waited there, at most.
    pub people: usize,
    /// The walker that had waited longest when it was found.
    pub first: AgentId,
}

snapshot!(Blocked { from, to, at, level, people, first });

/// Blocked people within so much of a blocked place are still that place [m].
const SAME_PLACE: f64 = 3.0;

impl Blocked {
    /// Whether another one is at the same place.
    ///
    /// ```
    /// # use ambulo_geom::Point;
    /// # use ambulo_sim::{AgentId, Blocked};
    /// let at = |x| Blocked { from: 31.0, to: 90.0, at: Point::new(x, 2.0), level: 0, people: 5, first: AgentId(3) };
    /// assert!(at(1.0).same_place(&at(3.0)) && !at(1.0).same_place(&at(9.0)));
    /// ```
    pub fn same_place(&self, other: &Self) -> bool {
        self.level == other.level && self.at.distance(other.at) <= SAME_PLACE
    }
}

impl std::fmt::Display for Blocked {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { from, to, at, people, .. } = self;
        write!(f, "{people} people at {at} blocked from {from:.1} s to {to:.1} s")
    }
}

/// Workspace, kept between checks; empty while nobody waits.
#[derive(Default)]
pub(crate) struct BlockedCheck {
    /// Whether each row is blocked, or not known not to be.
    blocked: Vec<bool>,
    waiting: Vec<u32>,
    queue: Vec<u32>,
    /// Rows of the places found, place by place.
    members: Vec<u32>,
    found: Vec<Found>,
}

/// People who are blocked together.
struct Found {
    first: usize,
    last: usize,
    /// The row that has waited longest.
    front: u32,
    /// From when on nobody made progress [s].
    from: f32,
}

/// Without progress for so long a walker waits [s].
const WAITS: f32 = 20.0;
/// So many blocked walkers are a blocked place.
const PEOPLE: usize = 3;
/// A place that is blocked again within so long was blocked all the time: one person that moves a little ends no jam [s].
const AGAIN: f64 = 30.0;

impl BlockedCheck {
    /// Finds the places that are blocked now [s].
    pub(crate) fn find(&mut self, agents: &Agents, near: &Neighbours, walls: &Walls, now: f32) {
        let Self { blocked, waiting, queue, members, found } = self;
        members.clear();
        found.clear();
        waiting.clear();
        let waits = |row: usize| agents.activity[row] == Activity::Walking && now - agents.progress[row].since >= WAITS;
        waiting.extend((0..agents.len()).filter(|row| waits(*row)).map(|row| row as u32));
        if waiting.len() < PEOPLE {
            return;
        }
        blocked.clear();
        blocked.resize(agents.len(), false);
        waiting.iter().for_each(|row| blocked[*row as usize] = true);
        let around = Around { agents, near, walls };
        // Who has people with progress ahead is in a queue; so is who has such a one ahead, and so on.
        queue.clear();
        for row in waiting.iter() {
            let mut free = false;
            around.each(*row, |other| {
                let moves = agents.activity[other as usize] == Activity::Walking && !waits(other as usize);
                free |= moves && around.ahead(*row, other);
            });
            if free {
                queue.push(*row);
            }
        }
        queue.iter().for_each(|row| blocked[*row as usize] = false);
        while let Some(row) = queue.pop() {
            around.each(row, |other| {
                if blocked[other as usize] && around.ahead(other, row) {
                    blocked[other as usize] = false;
                    queue.push(other);
                }
            });
        }
        // Those who stand together; a row that was taken is no longer marked.
        for row in waiting.iter() {
            if !std::mem::take(&mut blocked[*row as usize]) {
                continue;
            }
            let first = members.len();
            members.push(*row);
            let mut next = first;
            while let Some(me) = members.get(next).copied() {
                around.each(me, |other| {
                    if std::mem::take(&mut blocked[other as usize]) {
                        members.push(other);
                    }
                });
                next += 1;
            }
            if members.len() - first < PEOPLE {
                members.truncate(first);
                continue;
            }
            let since = |row: &u32| agents.progress[*row as usize].since;
            let sooner = |a: &u32, b: &u32| {
                since(a).total_cmp(&since(b)).then(agents.id[*a as usize].cmp(&agents.id[*b as usize]))
            };
            let here = &members[first..];
            let front = here.iter().copied().min_by(sooner).unwrap_or(*row);
            let from = here.iter().map(since).fold(f32::NEG_INFINITY, f32::max);
            found.push(Found { first, last: members.len(), front, from });
        }
    }

    /// Adds what was found to a report: to a place that is blocked already, or as a new one.
    pub(crate) fn note(&self, agents: &Agents, level_of: impl Fn(usize) -> u16, now: f64, list: &mut Vec<Blocked>) {
        for place in &self.found {
            let rows = &self.members[place.first..place.last];
            let (at, level) = (agents.body[place.front as usize].place(), level_of(place.front as usize));
            // People who push each other to and fro take their jam along: it is known by who was first in it, too.
            let same = |known: &Blocked, row: usize| {
                let near = known.level == level && agents.body[row].place().distance(known.at) <= SAME_PLACE;
                near || agents.id[row] == known.first
            };
            let here =
                |known: &&mut Blocked| now - known.to <= AGAIN && rows.iter().any(|row| same(known, *row as usize));
            if let Some(known) = list.iter_mut().find(here) {
                (known.to, known.people) = (now, known.people.max(rows.len()));
            } else {
                let (from, first) = (f64::from(place.from), agents.id[place.front as usize]);
                list.push(Blocked { from, to: now, at, level, people: rows.len(), first });
            }
        }
    }
}

/// Who stands near, with nothing between.
struct Around<'a> {
    agents: &'a Agents,
    near: &'a Neighbours,
    walls: &'a Walls,
}

/// So near people stand in each other's path, or together [m].
const REACH: f64 = 1.5;
/// Bodies have moved by less than this since neighbours were found [m].
const MOVED: f64 = 0.5;

impl Around<'_> {
    fn each(&self, row: u32, mut found: impl FnMut(u32)) {
        let (me, z) = (&self.agents.body[row as usize], self.agents.z[row as usize]);
        let place = me.place();
        self.near.within(me, REACH + MOVED, |other, _| {
            let there = self.agents.body[other as usize].place();
            let level = !apart(self.agents.z[other as usize], z);
            if other != row && level && place.distance(there) <= REACH && self.sees(place, there, z) {
                found(other);
            }
        });
    }

    fn sees(&self, from: Point, to: Point, z: f32) -> bool {
        let line = Segment::new(from, to);
        from == to || !self.walls.near(from, z).any(|wall| wall.at.crossing(line) != Crossing::None)
    }

    /// Whether `other` stands ahead of `row`, which may want to go nowhere.
    fn ahead(&self, row: u32, other: u32) -> bool {
        let body = |row: u32| self.agents.body[row as usize].place();
        let wanted = self.agents.preferred[row as usize];
        wanted.unit().is_none() || (body(other) - body(row)).dot(wanted) > 0.0
    }
}
