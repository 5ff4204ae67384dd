//! Agents without progress, and why; agents that stand before their goal and do not arrive.

use crate::agents::{Activity, Agents};
use crate::parallel::{CHUNK, PerChunk, Pool};
use crate::{
    AgentId, Neighbours, Row, Snapshot, SnapshotError, SnapshotReader, SnapshotWriter, Walls, goals::Goals,
    heights::apart, snapshot,
};
use ambulo_geom::Point;
use ambulo_nav::NavMesh;

/// Why an agent makes no progress.
///
/// ```
/// use ambulo_sim::{AgentId, Why};
/// assert_eq!(Why::BlockedBy(AgentId(4)).to_string(), "blocked by walker 4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Why {
    /// Another walker stands in front.
    BlockedBy(AgentId),
    /// A wall is in front, nearest here.
    BlockedByWall(Point),
    /// There is no route to the goal.
    NoRoute,
    /// Non-finite state (NaN).
    Quarantined,
    /// Nothing is in front: it waits or wavers.
    Waiting,
}

impl std::fmt::Display for Why {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::BlockedBy(id) => write!(f, "blocked by walker {id}"),
            Self::BlockedByWall(at) => write!(f, "blocked by the wall at {at}"),
            Self::NoRoute => f.write_str("no route to the goal"),
            Self::Quarantined => f.write_str("stopped because of a non-finite state (NaN)"),
            Self::Waiting => f.write_str("waiting"),
        }
    }
}

/// An agent without progress for a while.
///
/// ```
/// use ambulo_sim::{AgentId, Stuck, Why};
/// use ambulo_geom::Point;
/// let s = Stuck { id: AgentId(3), at: Point::new(1.0, 2.0), seconds: 31.0, why: Why::Waiting };
/// assert_eq!(s.to_string(), "walker 3 at (1, 2): no progress for 31 s: waiting");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stuck {
    /// Who.
    pub id: AgentId,
    /// Where.
    pub at: Point,
    /// For how long [s].
    pub seconds: f32,
    /// Why.
    pub why: Why,
}

snapshot!(Stuck { id, at, seconds, why });
snapshot!(ShortOfGoal { id, at, gap, seconds, why });

impl Snapshot for Why {
    fn save(&self, out: &mut SnapshotWriter) {
        let (number, id, at) = match self {
            Self::BlockedBy(id) => (0u8, *id, Point::default()),
            Self::BlockedByWall(at) => (1, AgentId::default(), *at),
            Self::NoRoute => (2, AgentId::default(), Point::default()),
            Self::Quarantined => (3, AgentId::default(), Point::default()),
            Self::Waiting => (4, AgentId::default(), Point::default()),
        };
        (number, id, at).save(out);
    }

    fn load(from: &mut SnapshotReader<'_>) -> Result<Self, SnapshotError> {
        let (number, id, at) = <(u8, AgentId, Point)>::load(from)?;
        match number {
            0 => Ok(Self::BlockedBy(id)),
            1 => Ok(Self::BlockedByWall(at)),
            2 => Ok(Self::NoRoute),
            3 => Ok(Self::Quarantined),
            4 => Ok(Self::Waiting),
            other => Err(SnapshotError::new(format!("{other} is no reason to be stuck"))),
        }
    }
}

impl std::fmt::Display for Stuck {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "walker {} at {}: no progress for {:.0} s: {}", self.id, self.at, self.seconds, self.why)
    }
}

/// A walker that has come to stand within reach of its goal and has not arrived.
///
/// ```
/// use ambulo_sim::{AgentId, ShortOfGoal, Why};
/// use ambulo_geom::Point;
/// let s = ShortOfGoal { id: AgentId(3), at: Point::new(1.0, 2.0), gap: 0.12, seconds: 2.0, why: Why::BlockedBy(AgentId(4)) };
/// assert_eq!(s.to_string(), "walker 3 at (1, 2) has stood 0.12 m short of its goal for 2 s: blocked by walker 4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ShortOfGoal {
    /// Who.
    pub id: AgentId,
    /// Where.
    pub at: Point,
    /// How far its body is from touching the goal [m].
    pub gap: f32,
    /// For how long [s].
    pub seconds: f32,
    /// Why.
    pub why: Why,
}

impl std::fmt::Display for ShortOfGoal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { id, at, gap, seconds, why } = self;
        write!(f, "walker {id} at {at} has stood {gap:.2} m short of its goal for {seconds:.0} s: {why}")
    }
}

/// Result of one check of all agents.
#[derive(Debug, Default)]
pub(crate) struct ProgressCheck {
    stuck: Vec<Stuck>,
    short: Vec<ShortOfGoal>,
}

/// Getting nearer by less than this is no progress [m].
const PROGRESS: f32 = 0.25;
/// Getting nearer to a goal within reach by less than this is standing before it [m].
const NEARER: f32 = 0.02;
/// Standing before a goal for so long is reported [s].
const STOOD: f32 = 1.0;

/// Notes who came nearer to the goal, and lists, in id order, who has not for `stuck_after` seconds and who stands before
/// its goal.
pub(crate) fn check(
    pool: &Pool,
    agents: &mut Agents,
    mesh: &NavMesh,
    goals: &Goals,
    near: &Neighbours,
    walls: &Walls,
    now: f32,
    stuck_after: f32,
    by_chunk: &mut Vec<ProgressCheck>,
    stuck: &mut Vec<Stuck>,
    short: &mut Vec<ShortOfGoal>,
) {
    let n = agents.len();
    let mut progress = std::mem::take(&mut agents.progress);
    pool.chunks((&mut progress[..], PerChunk::new(by_chunk, n)), |start, (progress, found)| {
        let ProgressCheck { stuck, short } = found.item();
        stuck.clear();
        short.clear();
        short.reserve(8);
        for (k, progress) in progress.iter_mut().enumerate() {
            let row = start + k;
            if matches!(agents.activity[row], Activity::Arrived | Activity::Leaving | Activity::Waiting) {
                continue;
            }
            if agents.activity[row] == Activity::Walking && !agents.route[row].wanted {
                let route = &agents.route[row];
                let place = agents.body[row].place();
                // Straight to a single place there is no need to look the goal up.
                let remaining = if route.last_leg && route.to_place {
                    route.waypoint.distance(place) as f32
                } else {
                    route.packed.remaining(mesh, route.at_place(place), &goals.goals[agents.goal[row] as usize])
                };
                if remaining < progress.best - PROGRESS {
                    progress.best = remaining;
                    progress.since = now;
                }
                let gap = gap(agents, mesh, goals, row);
                if gap < progress.gap - NEARER || gap == f32::INFINITY {
                    (progress.gap, progress.within_reach) = (gap, now);
                }
                let seconds = now - progress.within_reach;
                if seconds >= STOOD {
                    let why = reason(agents, near, walls, row);
                    short.push(ShortOfGoal { id: agents.id[row], at: place, gap, seconds, why });
                }
            }
            let seconds = now - progress.since;
            if seconds >= stuck_after {
                let why = reason(agents, near, walls, row);
                stuck.push(Stuck { id: agents.id[row], at: agents.body[row].place(), seconds, why });
            }
        }
    });
    agents.progress = progress;
    let chunks = n.div_ceil(CHUNK);
    stuck.clear();
    stuck.extend(by_chunk[..chunks].iter().flat_map(|found| &found.stuck));
    stuck.sort_by_key(|s| s.id);
    short.clear();
    short.reserve(64);
    short.extend(by_chunk[..chunks].iter().flat_map(|found| &found.short));
    short.sort_by_key(|s| s.id);
}

/// A goal this much further than touching is within reach [m].
const REACH: f32 = 0.3;

/// How far a body is from touching a goal that is within reach and in sight [m]; infinite when it is not.
fn gap(agents: &Agents, mesh: &NavMesh, goals: &Goals, row: usize) -> f32 {
    if agents.far[row] > REACH {
        return f32::INFINITY;
    }
    let (goal, body) = (&goals.goals[agents.goal[row] as usize], &agents.body[row]);
    let (place, z) = (body.place(), agents.z[row]);
    let touching = goal.reach(body.radius);
    let cell = mesh.locate_from(agents.cell[row], place).unwrap_or(agents.cell[row]);
    if !goal.in_sight(mesh, place, cell, touching + REACH) {
        return f32::INFINITY;
    }
    let level = |cell| mesh.surfaces().len() == 1 || !apart(mesh.height(cell, place) as f32, z);
    goal.distance_within(place, f64::from(touching + REACH), level) as f32 - touching
}

/// An agent up to this much further than touching obstructs [m].
const OBSTRUCTS: f32 = 0.3;

fn reason(agents: &Agents, near: &Neighbours, walls: &Walls, row: usize) -> Why {
    match agents.activity[row] {
        Activity::NoRoute => return Why::NoRoute,
        Activity::Quarantined => return Why::Quarantined,
        _ => {}
    }
    let me = &agents.body[row];
    let Some(e) = agents.preferred[row].unit() else { return Why::Waiting };
    let gap = |other: &u32| {
        let o = &agents.body[*other as usize];
        let d = o.place() - me.place();
        let ahead = d.unit().is_some_and(|u| u.dot(e) > 0.5);
        (ahead, d.length() - me.radius - o.radius)
    };
    let blocker = near
        .close(Row(row as u32))
        .iter()
        .map(|other| (gap(other), *other))
        .filter(|((ahead, gap), _)| *ahead && *gap < OBSTRUCTS)
        .min_by(|a, b| a.0.1.total_cmp(&b.0.1));
    if let Some((_, other)) = blocker {
        return Why::BlockedBy(agents.id[other as usize]);
    }
    let foot = walls
        .near(me.place(), agents.z[row])
        .map(|w| w.at.closest_point(me.place()))
        .filter(|foot| (*foot - me.place()).dot(e) > 0.0 && (*foot - me.place()).length() < me.radius + OBSTRUCTS)
        .min_by(|a, b| a.distance(me.place()).total_cmp(&b.distance(me.place())));
    foot.map_or(Why::Waiting, Why::BlockedByWall)
}
