//! Where walkers go: goals, journeys of several stages, and arriving.

use crate::agents::{Activity, Agents};
use crate::parallel::{PerChunk, Pool};
use crate::{Snapshot, SnapshotError, SnapshotReader, SnapshotWriter, snapshot};
use ambulo_geom::{Point, Segment};
use ambulo_nav::{CellId, Goal, NavMesh};

/// A goal of a simulation.
///
/// ```
/// assert_eq!(ambulo_sim::GoalId(2).0, 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoalId(pub u32);

/// A journey of a simulation.
///
/// ```
/// assert_eq!(ambulo_sim::JourneyId(2).0, 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JourneyId(pub u32);

/// What happens at the end of a journey.
///
/// ```
/// assert_eq!(ambulo_sim::AtGoal::default(), ambulo_sim::AtGoal::Leave);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AtGoal {
    /// The walker leaves the simulation.
    #[default]
    Leave,
    /// The walker stays, as an obstacle that may be pushed.
    Stay,
}

/// Goals one after the other.
#[derive(Clone, Copy, Debug)]
struct Journey {
    first: u32,
    stages: u16,
    at_goal: AtGoal,
}

snapshot!(Journey { first, stages, at_goal });

impl Snapshot for AtGoal {
    fn save(&self, out: &mut SnapshotWriter) {
        (*self == Self::Stay).save(out);
    }

    fn load(from: &mut SnapshotReader<'_>) -> Result<Self, SnapshotError> {
        Ok(if bool::load(from)? { Self::Stay } else { Self::Leave })
    }
}

/// All goals and journeys.
#[derive(Clone, Debug, Default)]
pub(crate) struct Goals {
    pub(crate) goals: Vec<Goal>,
    /// Goals that are reached where any of others is, with these, by number.
    sets: Vec<(u32, Vec<u32>)>,
    journeys: Vec<Journey>,
    stages: Vec<u32>,
}

impl Goals {
    pub(crate) fn add_goal(&mut self, goal: Goal) -> GoalId {
        self.goals.push(goal);
        GoalId(self.goals.len() as u32 - 1)
    }

    /// A goal that is reached where any of these is; `None` for none of them.
    pub(crate) fn add_any_of(&mut self, members: &[GoalId]) -> Option<GoalId> {
        let goals: Vec<&Goal> = members.iter().filter_map(|g| self.goals.get(g.0 as usize)).collect();
        let set = self.add_goal(Goal::any_of(&goals)?);
        self.sets.push((set.0, members.iter().map(|g| g.0).collect()));
        Some(set)
    }

    /// Of a goal that is a set, the member that lies nearest to a place on the same surface; else the goal itself.
    pub(crate) fn member_at(&self, goal: u32, mesh: &NavMesh, cell: CellId, place: Point) -> u32 {
        let Some((_, members)) = self.sets.iter().find(|(set, _)| *set == goal) else { return goal };
        let surface = mesh.surface_of(cell);
        let distance = |member: u32| {
            let pieces = self.goals[member as usize].pieces().iter();
            let here = pieces.filter(|piece| mesh.surface_of(piece.cell) == surface);
            here.map(|piece| piece.nearest(place).distance(place)).fold(f64::INFINITY, f64::min)
        };
        members.iter().copied().min_by(|a, b| distance(*a).total_cmp(&distance(*b))).unwrap_or(goal)
    }

    pub(crate) fn add_journey(&mut self, goals: &[GoalId], at_goal: AtGoal) -> JourneyId {
        let journey = Journey { first: self.stages.len() as u32, stages: goals.len() as u16, at_goal };
        self.stages.extend(goals.iter().map(|g| g.0));
        self.journeys.push(journey);
        JourneyId(self.journeys.len() as u32 - 1)
    }

    /// Gives back the room that growing left: set-up is over.
    pub(crate) fn shrink(&mut self) {
        self.goals.shrink_to_fit();
        self.journeys.shrink_to_fit();
        self.stages.shrink_to_fit();
    }

    /// Writes journeys, which commands may add to. Goals are of the set-up.
    pub(crate) fn save_journeys(&self, out: &mut SnapshotWriter) {
        self.journeys.save(out);
        self.stages.save(out);
    }

    pub(crate) fn load_journeys(&mut self, from: &mut SnapshotReader<'_>) -> Result<(), SnapshotError> {
        (self.journeys, self.stages) = (Snapshot::load(from)?, Snapshot::load(from)?);
        let known = |goal: &u32| (*goal as usize) < self.goals.len();
        let whole = |j: &Journey| j.first as usize + usize::from(j.stages) <= self.stages.len();
        let sound = self.stages.iter().all(known) && self.journeys.iter().all(whole);
        if sound { Ok(()) } else { Err(SnapshotError::new("a journey in it leads to no goal")) }
    }

    /// The goal at a stage of a journey; `None` after the last.
    pub(crate) fn stage(&self, journey: u32, stage: u16) -> Option<u32> {
        let j = self.journeys.get(journey as usize)?;
        (stage < j.stages).then(|| self.stages[j.first as usize + stage as usize])
    }

    pub(crate) fn at_goal(&self, journey: u32) -> AtGoal {
        self.journeys[journey as usize].at_goal
    }

    /// Whether an agent heading for this stage should come to rest there.
    pub(crate) fn rests_at(&self, journey: u32, stage: u16) -> bool {
        self.at_goal(journey) == AtGoal::Stay && self.stage(journey, stage + 1).is_none()
    }
}

/// Tracks everyone's cell and height and moves those who reached a stage on to the next. A goal is reached by touching it
/// anywhere along the step just done, which began where `next` says. Gives the rows that arrived at their last goal,
/// rising, and how many stand outside the walkable area.
pub(crate) fn advance(
    pool: &Pool,
    agents: &mut Agents,
    mesh: &NavMesh,
    goals: &Goals,
    reached: &mut Vec<Vec<u32>>,
    arrived: &mut Vec<u32>,
) -> u32 {
    arrived.clear();
    arrived.reserve(64);
    let n = agents.len();
    let multi_level = mesh.surfaces().len() > 1;
    let Agents { body, cell, z, goal, far, activity, next, .. } = agents;
    let (body, goal, activity, began) = (&body[..], &goal[..], &activity[..], &next[..]);
    let columns = (&mut cell[..], &mut z[..], &mut far[..], PerChunk::new(reached, n));
    pool.chunks(columns, |start, (cells, heights, far, reached)| {
        let reached = reached.item();
        reached.clear();
        reached.reserve(8);
        for (k, cell) in cells.iter_mut().enumerate() {
            let row = start + k;
            let p = body[row].place();
            match mesh.locate_from(*cell, p) {
                Some(t) => *cell = t,
                None => reached.push(OUTSIDE),
            }
            if multi_level {
                heights[k] = mesh.height(*cell, p) as f32;
            }
            // Goals lie scattered in memory: an agent far from its own need not read it.
            if activity[row] != Activity::Walking || far[k] > 0.0 {
                continue;
            }
            let goal = &goals.goals[goal[row] as usize];
            if goal.touched(mesh, Segment::new(began[row], p), *cell, body[row].radius) {
                reached.push(row as u32);
            } else {
                far[k] = short_of(goal, p, body[row].radius);
            }
        }
    });
    let mut outside = 0;
    for row in reached[..n.div_ceil(crate::parallel::CHUNK)].iter().flatten() {
        if *row == OUTSIDE {
            outside += 1;
            continue;
        }
        let row = *row as usize;
        let stage = agents.stage[row] + 1;
        if let Some(goal) = goals.stage(agents.journey[row], stage) {
            agents.stage[row] = stage;
            agents.goal[row] = goal;
            crate::routes::want(agents, row);
        } else {
            arrived.push(row as u32);
            agents.activity[row] = match goals.at_goal(agents.journey[row]) {
                AtGoal::Leave => Activity::Leaving,
                AtGoal::Stay => Activity::Arrived,
            };
        }
    }
    outside
}

const OUTSIDE: u32 = u32::MAX;

/// Least distance an agent at `p` must move to reach a goal [m]. Never much, so that summing up steps in f32 cannot be
/// wrong by the centimetre it is short.
fn short_of(goal: &Goal, p: Point, radius: f32) -> f32 {
    (goal.distance_at_least(p) as f32 - goal.reach(radius) - 0.01).min(16.0)
}
