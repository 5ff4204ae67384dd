//! What the walkers of a running crowd perceive, on the GPU and on the CPU.

use super::super::super::stimuli::Percept;
use super::super::super::{Vision, VisionMemory, begin, decide, perceive};
use super::super::Perception;
use ambulo_geom::{Point, Polygon, Region, Vec2};
use ambulo_sim::{
    AtGoal, Batch, Group, LocomotionSet, ModelSet, Row, Setup, Silent, Simulation, SteeringModel, View, Workers, params,
};
use std::sync::{Mutex, PoisonError};

params! {
    /// Vision that perceives with both.
    pub struct BothEyes {
        /// Columns of the image.
        columns: "1", 8.0..=512.0, 64.0;
        /// Rows of the image.
        rows: "1", 4.0..=128.0, 16.0;
        /// How far it sees people.
        range: "m", 0.5..=50.0, 10.0;
    }
}

impl BothEyes {
    fn vision(&self) -> Vision {
        Vision { perception: 2.0, columns: self.columns, rows: self.rows, range: self.range, ..Vision::default() }
    }
}

/// What the GPU found, then the CPU.
static FOUND: Mutex<Vec<(Percept, Percept)>> = Mutex::new(Vec::new());
/// One crowd at a time writes there.
static ALONE: Mutex<()> = Mutex::new(());

impl SteeringModel for BothEyes {
    const NAME: &'static str = "both-eyes";
    const TITLE: &'static str = "Vision that perceives with both";
    const PAPER: &'static str = "none";
    const LIMITS: &'static str = "for tests";
    const READS_LISTS: bool = false;
    const ACCELERATES: bool = true;
    type Memory = VisionMemory;

    fn range(&self) -> f32 {
        self.range
    }

    fn wall_range(&self) -> f32 {
        self.vision().wall_range
    }

    fn batch(&self) -> Result<Option<Box<dyn Batch<Self>>>, String> {
        Ok(Some(Box::new(BothBatch(Perception::new(&self.vision())?))))
    }

    fn steer(&self, view: &View<'_>, me: Row, memory: &mut VisionMemory) -> Vec2 {
        let p = self.vision();
        if let Some(gpu) = memory.found.percept {
            let ahead = if memory.heading == Vec2::ZERO { begin(view, me).0 } else { memory.heading };
            let cpu = perceive(view, me, &p, ahead, &mut Silent);
            FOUND.lock().unwrap_or_else(PoisonError::into_inner).push((gpu, cpu));
        }
        decide(view, me, &p, memory, &mut Silent)
    }
}

struct BothBatch(Perception);

impl Batch<BothEyes> for BothBatch {
    fn device(&self) -> &str {
        Batch::<Vision>::device(&self.0)
    }

    fn prepare(
        &mut self,
        model: &BothEyes,
        view: &View<'_>,
        workers: &Workers<'_>,
        deciding: &[Row],
        memory: &mut [VisionMemory],
    ) -> Result<(), String> {
        self.0.prepare(&model.vision(), view, workers, deciding, memory)
    }

    fn times(&self) -> Vec<(&'static str, f64)> {
        Batch::<Vision>::times(&self.0)
    }
}

/// People who cross a hall with pillars, far from zero; more than one piece of work of them.
fn crowd(model: BothEyes) -> (u64, Vec<(Percept, Percept)>) {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    FOUND.lock().unwrap_or_else(PoisonError::into_inner).clear();
    let (x, y) = (70_000.0, -40_000.0);
    let pillar = |i: f64, j: f64| {
        let (x, y) = (x + 6.0 + 8.0 * i, y + 5.0 + 7.0 * j);
        [(x, y), (x + 0.8, y), (x + 0.8, y + 0.8), (x, y + 0.8)]
    };
    let pillars: Vec<_> = (0..12).map(|k| pillar(f64::from(k % 4), f64::from(k / 4))).collect();
    let holes: Vec<&[(f64, f64)]> = pillars.iter().map(|p| &p[..]).collect();
    let ring = [(x, y), (x + 36.0, y), (x + 36.0, y + 25.0), (x, y + 25.0)];
    let plan = Region::from(Polygon::from_rings(&ring, &holes).expect("a hall"));
    let models = ModelSet::default().with::<BothEyes>();
    let mut sim =
        Simulation::new(Setup { models, locomotions: LocomotionSet::default(), ..Setup::new(plan.clone()) }).unwrap();
    let group = sim.add_group(&Group::model(model)).unwrap();
    for (from, to) in [(1.0, 35.0), (21.0, 1.0)] {
        let goal = sim.add_goal_at(Point::new(x + to, y + 12.0)).unwrap();
        let journey = sim.add_journey(&[goal], AtGoal::Leave);
        let start = Polygon::rectangle(x + from, y + 1.0, x + from + 14.0, y + 24.0).unwrap();
        sim.populate(&Region::from(start), group, journey, 180).unwrap();
    }
    (0..24).for_each(|_| {
        sim.step();
    });
    assert_eq!(sim.failure(), None);
    (sim.report().state_hash, std::mem::take(&mut *FOUND.lock().unwrap_or_else(PoisonError::into_inner)))
}

/// By how much two percepts differ.
fn off(a: &Percept, b: &Percept) -> f32 {
    let turn = |a: Option<f32>, b: Option<f32>| match (a, b) {
        (Some(a), Some(b)) => (a - b).abs(),
        (None, None) => 0.0,
        _ => f32::INFINITY,
    };
    let time = if a.soonest == b.soonest { 0.0 } else { (a.soonest - b.soonest).abs() };
    turn(a.right, b.right).max(turn(a.left, b.left)).max(time)
}

#[test]
fn walkers_of_a_crowd_perceive_on_the_gpu_what_they_perceive_on_the_cpu() {
    for (columns, rows, range) in [(64.0, 16.0, 10.0), (128.0, 24.0, 40.0)] {
        let (_, found) = crowd(BothEyes { columns, rows, range });
        let clear = found.iter().filter(|(_, cpu)| cpu.is_clear()).count();
        let others = found.iter().filter(|(gpu, cpu)| off(gpu, cpu) > 1e-3).count();
        println!("{columns} x {rows}, {range} m: {} percepts, {clear} of nothing, {others} differ", found.len());
        assert!(found.len() > 8000 && clear * 2 < found.len(), "{} {clear}", found.len());
        // A pixel at an edge that only one of the two sees.
        assert!(others * 200 <= found.len(), "{others} of {}", found.len());
    }
}

#[test]
fn the_same_adapter_gives_the_same_bits_every_time() {
    let model = BothEyes { columns: 64.0, rows: 16.0, range: 10.0 };
    let (first, again) = (crowd(model.clone()), crowd(model));
    assert_eq!(first.0, again.0);
    assert!(first.1.len() == again.1.len());
}
