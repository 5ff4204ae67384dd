//! Bodies in the loop: every walker has one while the simulation runs, and where feet cannot follow, the body feeds its
//! place back.
//!
//! After every frame, a body that came elsewhere than its walker by more than 5 cm draws the walker there
//! ([`Simulation::correct`](ambulo_sim::Simulation::correct)), so that the two do not drift apart and others avoid the body
//! that is seen. Within that, and where contact holds the walker elsewhere, the body comes after its walker. With no slack at
//! all a body that is slow to set off would slow its walker down, and that the body again.

use super::bake::phase;
use super::place::SiteGround;
use crate::World;
use crate::plan::site_of;
use ambulo_data::Trajectories;
use ambulo_geom::{Point, math};
use ambulo_motion::{AnimatedBody, DVec2, Mediator, ValueStats, Vec2, Wish};
use ambulo_sim::{AgentId, Report, WalkerState};

/// The bodies of a crowd that runs.
///
/// ```
/// use ambulo::motion::{Mediator, Settings, gait};
/// let mut world = ambulo::World::scene("corridor").unwrap();
/// let mediator = Mediator::new(gait::shipped(), Settings::in_loop()).unwrap();
/// let mut bodies = ambulo::animate::InLoop::new(&mediator);
/// for _ in 0..100 {
///     world.step();
///     bodies.follow(&mut world);
/// }
/// assert!(bodies.deviation().mean() < 0.01);
/// ```
pub struct InLoop<'a> {
    mediator: &'a Mediator,
    /// One of everybody who ever was, by number.
    bodies: Vec<LoopBody>,
    deviation: ValueStats,
    /// The floor of the world that is followed.
    floor: Option<SiteGround>,
}

struct LoopBody {
    walker: Option<AnimatedBody>,
    wish: Wish,
    /// From where the frame began, for the velocity that goes back.
    before: DVec2,
}

/// How far a body may be from its walker before it feeds its place back [m].
const SLACK: f64 = 0.05;
/// Length of a frame that is hoped for [s]; it lasts as many steps as come nearest.
const FRAME: f64 = 0.04;

impl<'a> InLoop<'a> {
    /// Nobody yet.
    ///
    /// ```
    /// # use ambulo::motion::{Mediator, Settings, gait};
    /// # let mediator = Mediator::new(gait::shipped(), Settings::in_loop()).unwrap();
    /// assert_eq!(ambulo::animate::InLoop::new(&mediator).deviation().count(), 0);
    /// ```
    pub fn new(mediator: &'a Mediator) -> Self {
        Self { mediator, bodies: Vec::new(), deviation: ValueStats::default(), floor: None }
    }

    /// After a step: lets all bodies live through a frame, if one is due, and corrects their walkers.
    ///
    /// ```
    /// # use ambulo::motion::{Mediator, Settings, gait};
    /// # let mediator = Mediator::new(gait::shipped(), Settings::in_loop()).unwrap();
    /// let mut world = ambulo::World::scene("corridor").unwrap();
    /// let mut bodies = ambulo::animate::InLoop::new(&mediator);
    /// world.step();
    /// bodies.follow(&mut world);
    /// assert_eq!(bodies.deviation().count(), 40);
    /// ```
    pub fn follow(&mut self, world: &mut World) {
        let dt = world.scenario().dt;
        let every = (FRAME / dt).round().max(1.0);
        if !world.report().step.is_multiple_of(every as u32) {
            return;
        }
        let dt = dt * every;
        self.bodies.iter_mut().for_each(|body| body.wish.dt = 0.0);
        for state in world.walkers() {
            self.wish(&state, dt);
        }
        let mediator = self.mediator;
        let floor = &*self.floor.get_or_insert_with(|| SiteGround::of(&site_of(world.building())));
        world.simulation().in_chunks(&mut self.bodies, |_, bodies| {
            for body in bodies.iter_mut() {
                match &mut body.walker {
                    Some(walker) if body.wish.dt > 0.0 => {
                        mediator.frame_on(walker, &body.wish, floor);
                    }
                    // A walker that left needs no body.
                    walker => *walker = None,
                }
            }
        });
        for (id, body) in self.bodies.iter().enumerate() {
            let Some(walker) = &body.walker else { continue };
            let at = walker.placement().at;
            self.deviation.add((body.wish.at - at).length());
            // A body that stands lets its walker creep on, and takes a step when that is worth one: in a dense crowd people
            // go more slowly than feet can, and would hold each other up for ever.
            let off = at - body.wish.at;
            if !walker.is_walking() || off.length() <= SLACK {
                continue;
            }
            let to = body.wish.at + off * (1.0 - SLACK / off.length());
            let v = ((at - body.before) / dt).as_vec2();
            let velocity = ambulo_geom::Vec2::new(v.x, v.y);
            world.sim.correct(AgentId(id as u32), Point::new(to.x, to.y), velocity);
        }
    }

    /// What the simulation wishes of one body.
    fn wish(&mut self, state: &WalkerState, dt: f64) {
        let id = state.id.0 as usize;
        let none = Wish { at: DVec2::ZERO, velocity: Vec2::ZERO, floor: 0.0, dt: 0.0, facing: None };
        while self.bodies.len() <= id {
            self.bodies.push(LoopBody { walker: None, wish: none, before: DVec2::ZERO });
        }
        let (body, at) = (&mut self.bodies[id], DVec2::new(state.place.x, state.place.y));
        let walker = body.walker.get_or_insert_with(|| {
            let heading = math::atan2(f64::from(state.heading.y), f64::from(state.heading.x)) as f32;
            let before = at - DVec2::new(f64::from(state.velocity.x), f64::from(state.velocity.y)) * dt;
            AnimatedBody::new(self.mediator, before, heading).with_phase(phase(state.id.0))
        });
        body.before = walker.placement().at;
        let velocity = Vec2::new(state.velocity.x, state.velocity.y);
        body.wish = Wish { at, velocity, floor: state.z, dt: dt as f32, facing: None };
    }

    /// The body of a walker, as it is shown now.
    ///
    /// ```
    /// # use ambulo::{motion::{Mediator, Settings, gait}, sim::AgentId};
    /// # let mediator = Mediator::new(gait::shipped(), Settings::in_loop()).unwrap();
    /// assert!(ambulo::animate::InLoop::new(&mediator).body(AgentId(3)).is_none());
    /// ```
    pub fn body(&self, id: AgentId) -> Option<&AnimatedBody> {
        self.bodies.get(id.0 as usize)?.walker.as_ref()
    }

    /// From where walkers were to where their bodies came in the same frame [m].
    ///
    /// ```
    /// # use ambulo::motion::{Mediator, Settings, gait};
    /// # let mediator = Mediator::new(gait::shipped(), Settings::in_loop()).unwrap();
    /// assert_eq!(ambulo::animate::InLoop::new(&mediator).deviation().worst(), 0.0);
    /// ```
    pub fn deviation(&self) -> &ValueStats {
        &self.deviation
    }
}

impl World {
    /// Runs to the end with bodies in the loop and keeps all trajectories, as long as `keep_running` returns true;
    /// `None` if it did not to the end.
    ///
    /// ```
    /// use ambulo::motion::{Mediator, Settings, gait};
    /// let mediator = Mediator::new(gait::shipped(), Settings::in_loop()).unwrap();
    /// let mut world = ambulo::World::scene("corridor").unwrap();
    /// let mut bodies = ambulo::animate::InLoop::new(&mediator);
    /// let input = world.run_in_loop_while(&mut bodies, |_| true).unwrap();
    /// assert_eq!(input.by_walker().len(), 40);
    /// ```
    pub fn run_in_loop_while(
        &mut self,
        bodies: &mut InLoop<'_>,
        mut keep_running: impl FnMut(&Report) -> bool,
    ) -> Option<Trajectories> {
        self.record_while(|world| {
            world.step();
            bodies.follow(world);
            keep_running(world.report())
        })
    }
}
