//! The state of a running crowd, saved and restored to the bit.

use super::Simulation;
use crate::agents::Agents;
use crate::groups::{Group, Routing};
use crate::{Neighbours, Snapshot, SnapshotError, SnapshotReader, SnapshotWriter, hash};
use std::sync::Arc;

impl Simulation {
    /// Everything that changes during a run, as bytes. A simulation with the same set-up resumes from it to the same
    /// bits ([`restore`](Self::restore)), on any number of threads. An error while commands wait for the next step.
    ///
    /// ```
    /// # use ambulo_geom::{Point, Polygon, Region};
    /// # use ambulo_sim::{AtGoal, Group, Setup, Simulation};
    /// let make = || {
    ///     let mut sim = Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, 20.0, 5.0).unwrap()))).unwrap();
    ///     let group = sim.add_group(&Group::default()).unwrap();
    ///     let goal = sim.add_goal_at(Point::new(19.0, 2.5)).unwrap();
    ///     let journey = sim.add_journey(&[goal], AtGoal::Leave);
    ///     sim.spawn(group, journey, Point::new(1.0, 2.5)).unwrap();
    ///     sim
    /// };
    /// let (mut one, mut other) = (make(), make());
    /// (0..40).for_each(|_| { one.step(); });
    /// other.restore(&one.save().unwrap()).unwrap();
    /// (0..40).for_each(|_| { one.step(); other.step(); });
    /// assert_eq!(one.report().state_hash, other.report().state_hash);
    /// ```
    pub fn save(&self) -> Result<Vec<u8>, SnapshotError> {
        // Named one by one: a new field does not compile before it is decided whether it is state.
        let Self {
            dt: _,
            seed: _,
            stuck_after: _,
            levels: _,
            stairs: _,
            flights: _,
            // What is written down is part of the set-up.
            scripts: _,
            led: _,
            flat: _,
            bounds: _,
            goals,
            groups,
            models: _,
            known_rules: _,
            locomotions: _,
            pool: _,
            mesh,
            // These two follow from the doors.
            walls: _,
            far_walls: _,
            screens: _,
            doors,
            agents,
            squads,
            accelerating: _,
            rules,
            movers,
            oblong,
            sources,
            setting_out,
            queues,
            commands,
            corrections,
            report,
            arrivals,
            near,
            graph: _,
            neighbourhood: _,
            explained: _,
            explanation: _,
            contacts: _,
            planning: _,
            weighing: _,
            scratch,
        } = self;
        if !commands.is_empty() {
            return Err(SnapshotError::new("commands wait for the next step; save after it"));
        }
        let mut out = SnapshotWriter::default();
        self.set_up_as().save(&mut out);
        goals.save_journeys(&mut out);
        groups.iter().for_each(|g| (g.squad, g.params).save(&mut out));
        mesh.doors().iter().zip(doors).for_each(|(d, door)| (d.open, door.done).save(&mut out));
        agents.save(&mut out);
        squads.iter().for_each(|squad| squad.save(&mut out));
        rules.iter().for_each(|rule| rule.save(&mut out));
        movers.iter().for_each(|mover| mover.save(&mut out));
        oblong.save(&mut out);
        sources.iter().for_each(|source| source.done.save(&mut out));
        setting_out.save(&mut out);
        queues.save(&mut out);
        corrections.save(&mut out);
        report.save(&mut out);
        arrivals.save(&mut out);
        near.range().save(&mut out);
        // Who leaves at the beginning of the next step.
        scratch.arrived.save(&mut out);
        Ok(out.into_bytes())
    }

    /// Takes up the state that another simulation with the same set-up saved. After an error this one must not be used any
    /// more.
    ///
    /// ```
    /// # use ambulo_geom::{Polygon, Region};
    /// # use ambulo_sim::{Setup, Simulation};
    /// let hall = |x| Simulation::new(Setup::new(Region::from(Polygon::rectangle(0.0, 0.0, x, 5.0).unwrap()))).unwrap();
    /// let error = hall(20.0).restore(&hall(30.0).save().unwrap()).unwrap_err();
    /// assert!(error.to_string().contains("another scenario"));
    /// ```
    pub fn restore(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let from = &mut SnapshotReader::new(bytes);
        if u64::load(from)? != self.set_up_as() {
            return Err(SnapshotError::new("it is of another scenario, or of another plan"));
        }
        self.goals.load_journeys(from)?;
        for group in &mut self.groups {
            (group.squad, group.params) = Snapshot::load(from)?;
        }
        for door in 0..self.doors.len() {
            let (open, done) = <(bool, usize)>::load(from)?;
            self.doors[door].done = done;
            if Arc::make_mut(&mut self.mesh).set_door(door, open) {
                self.planning.navigator.follow_door(&self.mesh, door);
                self.walls.follow_door(&self.mesh, door);
                let copies = self.far_walls.iter_mut().chain(&mut self.screens);
                copies.for_each(|walls| walls.follow_door(&self.mesh, door));
            }
        }
        self.agents = Agents::load(from)?;
        let rows = self.agents.len();
        for squad in &mut self.squads {
            squad.load(from, rows)?;
        }
        for rule in &mut self.rules {
            rule.load(from, rows)?;
        }
        for mover in &mut self.movers {
            mover.load(from, rows)?;
        }
        self.oblong.load(from)?;
        for source in &mut self.sources {
            source.done = usize::load(from)?.min(source.times.len());
        }
        self.setting_out = Snapshot::load(from)?;
        self.queues = Snapshot::load(from)?;
        self.corrections = Snapshot::load(from)?;
        self.report = Snapshot::load(from)?;
        self.arrivals = Snapshot::load(from)?;
        let more = self.expected().saturating_sub(self.arrivals.len());
        self.arrivals.reserve_exact(more);
        // Cells follow the widest and fastest who ever were here.
        self.near = Neighbours::new(self.bounds, f32::load(from)?);
        self.scratch.arrived = Snapshot::load(from)?;
        if from.left() > 0 {
            return Err(SnapshotError::new(format!("{} bytes too many", from.left())));
        }
        self.check().map_err(SnapshotError::new)
    }

    /// A number for everything that does not change during a run: plan, walls, groups, goals, sources.
    fn set_up_as(&self) -> u64 {
        let mut hash = hash::fold(self.seed, self.dt.to_bits());
        let mut add = |word: u64| hash = hash::fold(hash, word);
        let text = |text: &str| text.bytes().fold(text.len() as u64, |h, b| hash::fold(h, u64::from(b)));
        for cell in 0..self.mesh.cells() as u32 {
            add(u64::from(cell));
            self.mesh.corners(cell).for_each(|p| {
                add(p.x.to_bits());
                add(p.y.to_bits());
            });
        }
        for wall in self.walls.all() {
            [wall.at.a.x, wall.at.a.y, wall.at.b.x, wall.at.b.y].into_iter().for_each(|v| add(v.to_bits()));
        }
        self.walls.tops().iter().for_each(|top| add(u64::from(top.to_bits())));
        for Group { name, model, locomotion, speed, radius, chest, premovement, routing, .. } in
            self.groups.iter().map(|g| &g.group)
        {
            // Not the parameters: defaults may be written out or not.
            add(text(&format!("{name} {model} {locomotion} {speed:?} {radius:?}")));
            if let Some(chest) = chest {
                add(chest.to_bits());
            }
            if !premovement.is_none() {
                add(text(&format!("{premovement:?}")));
            }
            if *routing != Routing::Shortest {
                add(text(&format!("{routing:?}")));
            }
        }
        self.squads.iter().for_each(|squad| add(text(squad.name())));
        for goal in &self.goals.goals {
            add(goal.pieces().len() as u64);
            let middle = goal.pieces()[0].nearest(ambulo_geom::Point::default());
            add(middle.x.to_bits());
            add(middle.y.to_bits());
        }
        for source in &self.sources {
            add(source.times.len() as u64);
            source.times.iter().for_each(|t| add(t.to_bits()));
        }
        self.doors.iter().for_each(|door| door.fold_plan(&mut add));
        hash
    }
}
