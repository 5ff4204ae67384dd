//! The exits of a scenario, which are the last goals of its groups, and who left by each.

mod check;

pub use check::{ExitCheck, GroupReach};

use ambulo_sim::{Arrival, GoalId, GroupId, Simulation};
use serde::Serialize;

/// People in windows of time; as many windows as a table or a plot can show.
const MOST_WINDOWS: f64 = 60.0;
/// Lengths a window may have [s].
const WINDOWS: [f64; 13] = [1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0, 120.0, 300.0, 600.0, 1200.0, 1800.0, 3600.0];

/// How many people reached one exit, and when.
///
/// ```
/// let mut world = ambulo::World::scene("corridor").unwrap();
/// world.run();
/// let exits = world.exits();
/// assert_eq!(exits.iter().map(|e| e.count.people).sum::<usize>(), 40);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ExitCount {
    /// Name of its area; a place has its coordinates as name.
    pub name: String,
    /// Whether people leave there; false where they stay.
    pub leave: bool,
    /// Everybody who arrived there.
    #[serde(flatten)]
    pub count: Count,
    /// The same group by group, of the groups that head for it.
    pub groups: Vec<GroupAtExit>,
    /// The same window by window, from the beginning of the run.
    pub over_time: OverTime,
}

/// How many people came, and when.
///
/// ```
/// let c = ambulo::exits::Count::of([2.0, 4.0, 3.0].into_iter());
/// assert_eq!((c.people, c.first_s, c.mean_flow_per_s), (3, Some(2.0), Some(1.0)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Count {
    /// People.
    pub people: usize,
    /// When the first came [s].
    pub first_s: Option<f64>,
    /// When the last came [s].
    pub last_s: Option<f64>,
    /// People per second from the first to the last: all but the first, divided by the time between [1/s].
    pub mean_flow_per_s: Option<f64>,
}

/// One group at one exit.
///
/// ```
/// let g = ambulo::exits::GroupAtExit { name: "east".into(), count: ambulo::exits::Count::default() };
/// assert_eq!(g.count.people, 0);
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GroupAtExit {
    /// Name of the group.
    pub name: String,
    /// Its people there.
    #[serde(flatten)]
    pub count: Count,
}

/// People in equal windows of time.
///
/// ```
/// let o = ambulo::exits::OverTime { window_s: 10.0, people: vec![3, 5] };
/// assert_eq!(o.people[1], 5); // between 10 s and 20 s
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OverTime {
    /// Length of a window [s].
    pub window_s: f64,
    /// People in each.
    pub people: Vec<usize>,
}

/// Result of one group.
///
/// ```
/// let mut world = ambulo::World::scene("corridor").unwrap();
/// world.run();
/// assert!(world.groups().iter().all(|g| g.arrived.people == g.people));
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct GroupCount {
    /// Name of the group.
    pub name: String,
    /// Its steering model at the beginning.
    pub model: String,
    /// People who took part or should have.
    pub people: usize,
    /// Those who reached their last goal.
    pub arrived: Count,
    /// Mean time from appearing to arriving, of those who arrived [s].
    pub travel_time_mean_s: Option<f64>,
}

impl Count {
    /// Counts times of arrival [s].
    ///
    /// ```
    /// assert_eq!(ambulo::exits::Count::of(std::iter::empty()).last_s, None);
    /// ```
    pub fn of(times: impl Iterator<Item = f64>) -> Self {
        let (mut people, mut first, mut last) = (0, f64::INFINITY, f64::NEG_INFINITY);
        for t in times {
            people += 1;
            (first, last) = (first.min(t), last.max(t));
        }
        if people == 0 {
            return Self::default();
        }
        let mean_flow_per_s = (last > first).then(|| (people - 1) as f64 / (last - first));
        Self { people, first_s: Some(first), last_s: Some(last), mean_flow_per_s }
    }
}

/// A goal that is no exit.
const NO_EXIT: u32 = u32::MAX;

/// The exits, and which goals of the simulation are theirs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exits {
    pub(crate) list: Vec<Exit>,
    /// Number of the exit of each goal, or [`NO_EXIT`].
    of_goal: Vec<u32>,
}

/// One exit.
#[derive(Clone, Debug)]
pub(crate) struct Exit {
    pub(crate) name: String,
    pub(crate) level: u16,
    pub(crate) leave: bool,
    /// Its goals, each with the group that heads for it.
    pub(crate) goals: Vec<(GoalId, GroupId)>,
}

impl Exits {
    /// Notes that a group heads for an exit by these goals. Groups that name one area share its exit.
    pub(crate) fn add(
        &mut self,
        name: &str,
        level: u16,
        leave: bool,
        group: GroupId,
        goals: impl IntoIterator<Item = GoalId>,
    ) {
        let at = self.list.iter().position(|exit| exit.name == name).unwrap_or_else(|| {
            self.list.push(Exit { name: name.into(), level, leave, goals: Vec::new() });
            self.list.len() - 1
        });
        self.list[at].leave |= leave;
        for goal in goals {
            self.list[at].goals.push((goal, group));
            self.of_goal.resize(self.of_goal.len().max(goal.0 as usize + 1), NO_EXIT);
            self.of_goal[goal.0 as usize] = at as u32;
        }
    }

    /// Counts who arrived where.
    pub(crate) fn count(&self, sim: &Simulation) -> Vec<ExitCount> {
        let (dt, end) = (sim.dt(), sim.report().time);
        let window_s = WINDOWS.into_iter().find(|w| end / w <= MOST_WINDOWS).unwrap_or(WINDOWS[12]);
        let windows = (end / window_s).ceil().max(1.0) as usize;
        let mut at: Vec<Vec<&Arrival>> = vec![Vec::new(); self.list.len()];
        for arrival in sim.arrivals() {
            // Commands may have sent people to goals that are no exits of the scenario.
            if let Some(exit) = self.of_goal.get(arrival.goal.0 as usize).filter(|e| **e != NO_EXIT) {
                at[*exit as usize].push(arrival);
            }
        }
        let of_exit = |(exit, arrivals): (&Exit, Vec<&Arrival>)| {
            let mut people = vec![0; windows];
            for a in &arrivals {
                // A walker seen at the very end belongs to the last window.
                people[((a.time(dt) / window_s) as usize).min(windows - 1)] += 1;
            }
            let mut groups: Vec<GroupId> = exit.goals.iter().map(|(_, group)| *group).collect();
            groups.dedup();
            let of_group = |group: GroupId| GroupAtExit {
                name: sim.group(group).map(|g| g.name.clone()).unwrap_or_default(),
                count: Count::of(arrivals.iter().filter(|a| a.group == group).map(|a| a.time(dt))),
            };
            ExitCount {
                name: exit.name.clone(),
                leave: exit.leave,
                count: Count::of(arrivals.iter().map(|a| a.time(dt))),
                groups: groups.into_iter().map(of_group).collect(),
                over_time: OverTime { window_s, people },
            }
        };
        self.list.iter().zip(at).map(of_exit).collect()
    }
}

/// Counts group by group; `people` are those expected of each.
pub(crate) fn count_groups(sim: &Simulation, people: &[usize]) -> Vec<GroupCount> {
    let dt = sim.dt();
    let of_group = |(i, people): (usize, &usize)| {
        let group = sim.group(GroupId(i as u16));
        let mine = || sim.arrivals().iter().filter(|a| usize::from(a.group.0) == i);
        let arrived = Count::of(mine().map(|a| a.time(dt)));
        let total = mine().map(|a| a.time(dt) - f64::from(a.since)).fold(0.0, |a, b| a + b);
        let travel_time_mean_s = (arrived.people > 0).then(|| total / arrived.people as f64);
        GroupCount {
            name: group.map(|g| g.name.clone()).unwrap_or_default(),
            model: group.map(|g| g.model.clone()).unwrap_or_default(),
            people: *people,
            arrived,
            travel_time_mean_s,
        }
    };
    people.iter().enumerate().map(of_group).collect()
}
