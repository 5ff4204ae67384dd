//! Best first over steps: the cheapest steps towards a place that hit nobody.

use super::Footsteps;
use super::collision::{Moving, Obstacles};
use super::feet::Swing;
use super::stairs::{self, NearStairs};
use super::steps::{self, PlannedStep};
use ambulo_geom::Vec2;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Mass of a body [kg]: a common factor.
const MASS: f32 = 70.0;
/// How much more a step costs per unit of 1 - cos of the angle between the body and where it goes.
const ASKEW: f32 = 0.15;
/// Share of a step in which both feet are on the floor.
pub const DOUBLE_SUPPORT: f32 = 0.2;
/// Most steps of a plan.
pub const DEEPEST: usize = 8;
/// Slots of the table of states that were reached; a power of two.
const SLOTS: usize = 1 << 12;
/// No parent.
const NONE: u32 = u32::MAX;

/// A body between two steps, relative to the origin of the search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stance {
    /// Left and right foot [m].
    pub feet: [Vec2; 2],
    /// Where the root is [m]: the middle of the feet, unless contact moved it.
    pub root: Vec2,
    /// Direction of the body, a unit vector.
    pub facing: Vec2,
    /// Which foot moves next: 0 left, 1 right.
    pub swing: usize,
    /// Speed of the last step [m/s].
    pub speed: f32,
    /// Time since the search began [s].
    pub time: f32,
}

impl Stance {
    /// After a step, and how the body moves in it.
    pub fn after(&self, step: &PlannedStep) -> (Self, Moving) {
        let mut next = Self { time: self.time + step.time, ..*self };
        let support = self.feet[1 - self.swing];
        if step.stands {
            next.speed = 0.0;
        } else {
            let (c, s) = (step.turn.x, step.turn.y);
            let f = self.facing;
            next.facing = Vec2::new(f.x * c - f.y * s, f.x * s + f.y * c);
            let side = if self.swing == 0 { step.side } else { -step.side };
            next.feet[self.swing] = support + next.facing * step.forward + next.facing.perp() * side;
            next.root = (next.feet[0] + next.feet[1]) * 0.5;
            next.swing = 1 - self.swing;
            next.speed = (next.root - self.root).length() / step.time;
        }
        let moving = Moving {
            root: (self.root, next.root),
            swing: (self.feet[self.swing], next.feet[self.swing]),
            support,
            facing: next.facing,
            begins: self.time,
            lasts: step.time,
        };
        (next, moving)
    }

    /// The path of the foot of a step, which begins now, with feet in these directions. It lasts whole steps of the simulation.
    pub fn swing(&self, moving: &Moving, along: [Vec2; 2], dt: f32) -> Swing {
        let land = (moving.lasts / dt).round().max(1.0) * dt;
        Swing { path: moving.swing, along: (along[self.swing], moving.facing), lift: DOUBLE_SUPPORT * land, land }
    }

    /// State up to the grain of the search: two that agree in it are the same.
    fn key(&self) -> u64 {
        let part = |x: f32, grain: f32| (((x / grain).round() as i32) & 0xfff) as u64;
        let place = part(self.root.x, 0.1) << 52 | part(self.root.y, 0.1) << 40;
        // Components of the direction to a quarter are 15 degrees.
        let facing = part(self.facing.x, 0.25) << 28 | part(self.facing.y, 0.25) << 16;
        place | facing | (part(self.time, 0.25) << 4) | ((self.swing as u64) << 1) | 1
    }
}

/// Energies of a walker.
#[derive(Clone, Copy, Debug)]
pub struct Energy {
    pub e_s: f32,
    pub e_w: f32,
}

impl Energy {
    /// For one who intends a speed [m/s].
    pub fn of(p: &Footsteps, speed: f32) -> Self {
        let own = speed.max(steps::SLOWEST);
        Self { e_s: p.e_s, e_w: if p.energy == 0.0 { p.e_s / (own * own) } else { p.e_w } }
    }

    /// What a step costs [J], with the speed it has and how far it leads away from where the body faces.
    pub fn cost(self, step: &PlannedStep, speed: f32, askew: f32) -> f32 {
        MASS * (self.e_s + self.e_w * speed * speed) * step.time * step.effort * (1.0 + ASKEW * askew)
    }

    /// The least that a distance [m] can cost [J].
    pub fn least(self, distance: f32) -> f32 {
        2.0 * MASS * distance.max(0.0) * (self.e_s * self.e_w).sqrt()
    }
}

#[derive(Clone, Copy, Debug)]
struct Node {
    stance: Stance,
    cost: f32,
    left: f32,
    parent: u32,
    step: u16,
    depth: u8,
}

/// What waits to be expanded: the least sum first, then the least left, then the first found.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Waiting {
    sum: f32,
    left: f32,
    node: u32,
}

impl Eq for Waiting {}

impl Ord for Waiting {
    fn cmp(&self, other: &Self) -> Ordering {
        let reversed = other.sum.total_cmp(&self.sum).then(other.left.total_cmp(&self.left));
        reversed.then(other.node.cmp(&self.node))
    }
}

impl PartialOrd for Waiting {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// The workspace of a search.
#[derive(Debug, Default)]
pub struct Search {
    pub obstacles: Obstacles,
    pub set: Vec<PlannedStep>,
    /// Stairs in reach, and the speed on them [m/s].
    pub stairs: Vec<NearStairs>,
    pub pace: f32,
    /// Step of the simulation [s].
    pub dt: f32,
    /// Whether the first step must not be standing, small steps count too, and all keep off the feet of others.
    pub restless: bool,
    /// The steps that were found.
    pub plan: Vec<PlannedStep>,
    /// Nodes expanded by the last search.
    pub expanded: u32,
    nodes: Vec<Node>,
    waiting: BinaryHeap<Waiting>,
    /// Keys of states that were reached, what they cost, and in which search: older ones count as empty.
    reached: Vec<(u64, f32, u32)>,
    number: u32,
}

impl Search {
    /// Finds the steps from a stance, with feet in these directions, to a place, into `plan`; it is empty where every step hits. Returns the cost of what was found [J].
    pub fn find(&mut self, p: &Footsteps, energy: Energy, from: Stance, along: [Vec2; 2], goal: Vec2) -> f32 {
        self.nodes.clear();
        self.waiting.clear();
        // Room for all there can be, so that no step of the simulation asks for more.
        // Sets have more or fewer steps by speed.
        let most = p.nodes as usize * (steps::COUNT + 1 + steps::SMALL) + 1;
        self.nodes.reserve(most);
        self.waiting.reserve(most);
        self.plan.clear();
        self.plan.reserve(DEEPEST);
        self.reached.resize(SLOTS, (0, 0.0, 0));
        self.number = self.number.wrapping_add(1);
        if self.number == 0 {
            self.reached.fill((0, 0.0, 0));
            self.number = 1;
        }
        self.expanded = 0;
        let left = |root: Vec2| energy.least((goal - root).length() - p.tolerance);
        let depth = (p.horizon as usize).clamp(1, DEEPEST) as u8;
        self.add(Node { stance: from, cost: 0.0, left: left(from.root), parent: NONE, step: 0, depth: 0 });
        let mut best: Option<u32> = None;
        while let Some(Waiting { node: at, .. }) = self.waiting.pop() {
            let node = self.nodes[at as usize];
            if node.depth > 0 && (node.left <= 0.0 || node.depth >= depth) {
                best = Some(at);
                break;
            }
            if self.expanded >= p.nodes as u32 {
                break;
            }
            self.expanded += 1;
            self.obstacles.attend(node.stance.root, node.stance.time);
            let choices = self.set.len() + if self.restless { steps::SMALL } else { 0 };
            for k in 0..choices {
                let Some(step) = self.choice(&node.stance, k) else { continue };
                // Who is to move does not begin by standing.
                if step.stands && node.depth == 0 && self.restless {
                    continue;
                }
                let (stance, moving) = node.stance.after(&step);
                if (stance.speed - node.stance.speed).abs() > p.dv_max && !step.stands {
                    continue;
                }
                let mut cost = node.cost + energy.cost(&step, stance.speed, moving.askew());
                if !self.is_cheaper(stance.key(), cost) {
                    continue;
                }
                cost += self.obstacles.price(&moving);
                // What is taken next must keep off the feet of others; what follows is decided anew when it is due.
                let treads = !step.stands && (node.depth == 0 || self.restless);
                let along = if node.depth == 0 { along } else { [node.stance.facing; 2] };
                if !cost.is_finite() || (treads && self.obstacles.trips(&node.stance.swing(&moving, along, self.dt))) {
                    continue;
                }
                self.remember(stance.key(), cost);
                let next = self.nodes.len() as u32;
                let found =
                    Node { stance, cost, left: left(stance.root), parent: at, step: k as u16, depth: node.depth + 1 };
                self.add(found);
                // Where the nodes run out, the nearest to the goal is the best.
                let nearer = |b: u32| {
                    let b = &self.nodes[b as usize];
                    found.left < b.left || (found.left == b.left && cost < b.cost)
                };
                if best.is_none_or(nearer) {
                    best = Some(next);
                }
            }
        }
        let Some(mut at) = best else { return f32::INFINITY };
        let cost = self.nodes[at as usize].cost;
        while self.nodes[at as usize].parent != NONE {
            let node = &self.nodes[at as usize];
            let before = self.nodes[node.parent as usize].stance;
            self.plan.extend(self.choice(&before, node.step as usize));
            at = node.parent;
        }
        self.plan.reverse();
        cost
    }

    /// A step of the set, or one of the small ones, as it lands where stairs are.
    fn choice(&self, stance: &Stance, k: usize) -> Option<PlannedStep> {
        let step = match self.set.get(k) {
            Some(step) => *step,
            None => {
                let apart = stance.feet[stance.swing] - stance.feet[1 - stance.swing];
                steps::small(apart, stance.facing, stance.swing, k - self.set.len())
            }
        };
        if self.stairs.is_empty() { Some(step) } else { stairs::fit(&self.stairs, stance, &step, self.pace) }
    }

    fn add(&mut self, node: Node) {
        let number = self.nodes.len() as u32;
        self.nodes.push(node);
        self.waiting.push(Waiting { sum: node.cost + node.left, left: node.left, node: number });
    }

    /// The slot of a key: its own, or where it would be; the last one inspected where the table is full.
    fn slot(&self, key: u64) -> usize {
        let mut at = (ambulo_geom::random::bits(key) as usize) & (SLOTS - 1);
        for _ in 0..32 {
            if self.reached[at].2 != self.number || self.reached[at].0 == key {
                break;
            }
            at = (at + 1) & (SLOTS - 1);
        }
        at
    }

    fn is_cheaper(&self, key: u64, cost: f32) -> bool {
        let (known, paid, number) = self.reached[self.slot(key)];
        number != self.number || known != key || cost < paid
    }

    fn remember(&mut self, key: u64, cost: f32) {
        let slot = self.slot(key);
        self.reached[slot] = (key, cost, self.number);
    }
}
