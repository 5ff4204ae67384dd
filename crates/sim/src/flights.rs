//! Stairs and ramps as feet meet them: strips that rise, stairs with treads.

use ambulo_geom::{Point, Vec2};
use ambulo_nav::Site;

/// Stairs or a ramp, seen from above: a strip along a straight axis.
///
/// ```
/// use ambulo_geom::{Point, Vec2};
/// use ambulo_sim::Flight;
/// let (foot, up) = (Point::new(0.0, 0.0), Vec2::new(1.0, 0.0));
/// let stairs = Flight { foot, up, run: 3.0, half_width: 1.0, low: 0.0, high: 2.2, treads: 10 };
/// // The fourth of ten treads of 0.3 m, after the fourth of eleven risers of 0.2 m.
/// assert_eq!(stairs.tread(1.0), 3);
/// assert!((stairs.height(Point::new(1.0, 0.2)).unwrap() - 0.8).abs() < 1e-6);
/// // On the floors before and behind, and beside it.
/// assert_eq!((stairs.tread(-0.1), stairs.tread(3.1)), (-1, 10));
/// assert_eq!(stairs.height(Point::new(1.0, 1.5)), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flight {
    /// The middle of its lower end [m].
    pub foot: Point,
    /// Unit vector that leads up.
    pub up: Vec2,
    /// How long it is, seen from above [m].
    pub run: f32,
    /// Half of its narrower end [m].
    pub half_width: f32,
    /// Height of the floor below and of that above [m].
    pub low: f32,
    /// Height of the floor above [m].
    pub high: f32,
    /// Number of treads; 0 on a ramp. There is one more riser.
    pub treads: u32,
}

impl Flight {
    /// The flights of a site, with the numbers of their treads, where stated.
    pub(crate) fn all(site: &Site, treads: &[u32]) -> Vec<Self> {
        let of = |(k, flight): (usize, &ambulo_nav::Stairs)| {
            let (bottom, top) = (flight.bottom.line, flight.top.line);
            let (from, to) = (bottom.a.lerp(bottom.b, 0.5), top.a.lerp(top.b, 0.5));
            Self {
                foot: from,
                up: (to - from).unit().unwrap_or(Vec2::new(1.0, 0.0)),
                run: (to - from).length(),
                half_width: 0.5 * bottom.length().min(top.length()) as f32,
                low: site.levels[flight.bottom.level].height as f32,
                high: site.levels[flight.top.level].height as f32,
                treads: treads.get(k).copied().unwrap_or(0),
            }
        };
        site.stairs.iter().enumerate().map(of).collect()
    }

    /// How far up a place is, from the lower end along the axis, and how far to the left of the axis [m].
    pub fn along(&self, place: Point) -> (f32, f32) {
        let from = place - self.foot;
        (from.dot(self.up), self.up.cross(from))
    }

    /// Depth of a tread [m].
    pub fn depth(&self) -> f32 {
        self.run / self.treads.max(1) as f32
    }

    /// The tread so far up the axis [m]: -1 on the floor below, the number of treads on that above.
    pub fn tread(&self, along: f32) -> i32 {
        ((along / self.depth()).floor() as i32).clamp(-1, self.treads as i32)
    }

    /// Height of what a foot stands on [m]; `None` beside the strip and beyond its ends.
    pub fn height(&self, place: Point) -> Option<f32> {
        let (along, aside) = self.along(place);
        if !(0.0..=self.run).contains(&along) || aside.abs() > self.half_width {
            return None;
        }
        let share = match self.treads {
            0 => along / self.run,
            treads => (self.tread(along) + 1) as f32 / (treads + 1) as f32,
        };
        Some(self.low + (self.high - self.low) * share)
    }
}
