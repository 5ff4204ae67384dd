//! Who does not get on, and why.

use crate::agents::{Activity, Agents};
use crate::parallel::{CHUNK, PerChunk, Pool};
use crate::{AgentId, Neighbours, Row, Walls, goals::Goals};
use ambulo_geom::Point;
use ambulo_nav::NavMesh;

/// Getting nearer by less than this is no progress [m].
const PROGRESS: f32 = 0.25;
/// Somebody this much further than touching is in the way [m].
const IN_THE_WAY: f32 = 0.3;

/// Why a walker does not get on.
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
    /// There is no way to the goal.
    NoRoute,
    /// Its numbers broke.
    Quarantined,
    /// Nothing is in front: it waits or wavers.
    Waiting,
}

impl std::fmt::Display for Why {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::BlockedBy(id) => write!(f, "blocked by walker {id}"),
            Self::BlockedByWall(at) => write!(f, "blocked by the wall at {at}"),
            Self::NoRoute => f.write_str("no way to the goal"),
            Self::Quarantined => f.write_str("stopped because its numbers broke"),
            Self::Waiting => f.write_str("waiting"),
        }
    }
}

/// A walker that has not got on for a while.
///
/// ```
/// use ambulo_sim::{AgentId, Stuck, Why};
/// use ambulo_geom::Point;
/// let s = Stuck { id: AgentId(3), at: Point::new(1.0, 2.0), seconds: 31.0, why: Why::Waiting };
/// assert_eq!(s.to_string(), "walker 3 at (1, 2) has not got on for 31 s: waiting");
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

impl std::fmt::Display for Stuck {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "walker {} at {} has not got on for {:.0} s: {}", self.id, self.at, self.seconds, self.why)
    }
}

/// Notes who came nearer to the goal, and lists who has not for `patience` seconds, in id order.
pub(crate) fn check(
    pool: &Pool,
    agents: &mut Agents,
    mesh: &NavMesh,
    goals: &Goals,
    near: &Neighbours,
    walls: &Walls,
    now: f32,
    patience: f32,
    by_chunk: &mut Vec<Vec<Stuck>>,
    stuck: &mut Vec<Stuck>,
) {
    let n = agents.len();
    let mut progress = std::mem::take(&mut agents.progress);
    pool.chunks((&mut progress[..], PerChunk::new(by_chunk, n)), |start, (progress, stuck)| {
        let stuck = stuck.item();
        stuck.clear();
        for (k, progress) in progress.iter_mut().enumerate() {
            let row = start + k;
            if matches!(agents.activity[row], Activity::Arrived | Activity::Leaving) {
                continue;
            }
            if agents.activity[row] == Activity::Walking && !agents.way[row].wanted {
                let way = &agents.way[row];
                let (next, place) = (way.next as usize, agents.body[row].place());
                // Straight to a single place there is no need to look the goal up.
                let remaining = if way.last_leg && way.to_place {
                    way.waypoint.distance(place) as f32
                } else {
                    way.trail.remaining(mesh, place, next, way.at, &goals.goals[agents.goal[row] as usize])
                };
                if remaining < progress.best - PROGRESS {
                    progress.best = remaining;
                    progress.since = now;
                }
            }
            let seconds = now - progress.since;
            if seconds >= patience {
                let why = reason(agents, near, walls, row);
                stuck.push(Stuck { id: agents.id[row], at: agents.body[row].place(), seconds, why });
            }
        }
    });
    agents.progress = progress;
    stuck.clear();
    stuck.extend(by_chunk[..n.div_ceil(CHUNK)].iter().flatten());
    stuck.sort_by_key(|s| s.id);
}

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
        .filter(|((ahead, gap), _)| *ahead && *gap < IN_THE_WAY)
        .min_by(|a, b| a.0.1.total_cmp(&b.0.1));
    if let Some((_, other)) = blocker {
        return Why::BlockedBy(agents.id[other as usize]);
    }
    let foot = walls
        .near(me.place(), agents.z[row])
        .map(|w| w.at.closest_point(me.place()))
        .filter(|foot| (*foot - me.place()).dot(e) > 0.0 && (*foot - me.place()).length() < me.radius + IN_THE_WAY)
        .min_by(|a, b| a.distance(me.place()).total_cmp(&b.distance(me.place())));
    foot.map_or(Why::Waiting, Why::BlockedByWall)
}
