//! People who arrive over time.

use crate::random::{Draw, Purpose};
use crate::{GroupId, JourneyId};
use ambulo_geom::Region;
use std::sync::Arc;

/// An area where people of a group appear over time.
///
/// ```
/// use ambulo_sim::{GroupId, JourneyId, Source};
/// use ambulo_geom::{Polygon, Region};
/// let area = Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap());
/// let s = Source::evenly(GroupId(0), JourneyId(0), area, 1.5, 0.0, 60.0, 7);
/// assert_eq!(s.times.len(), 90);
/// assert!(s.times.windows(2).all(|w| w[0] <= w[1]));
/// ```
#[derive(Clone, Debug)]
pub struct Source {
    /// Who appears.
    pub group: GroupId,
    /// Where they go.
    pub journey: JourneyId,
    /// Where they appear.
    pub area: Region,
    /// Number of the level of the area.
    pub level: u16,
    /// When each appears [s], rising.
    pub times: Vec<f64>,
    /// Cells of the mesh in which they may appear, by number; all of the area's without it.
    pub(crate) within: Option<Arc<[bool]>>,
    /// How many have appeared.
    pub(crate) done: usize,
}

impl Source {
    /// `rate` people per second from one time to another: exactly rate x duration of them, each at a random moment of
    /// its own interval, so that counts are exact and arrivals are not a metronome.
    ///
    /// ```
    /// # use ambulo_sim::{GroupId, JourneyId, Source};
    /// # use ambulo_geom::{Polygon, Region};
    /// # let area = Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap());
    /// let s = Source::evenly(GroupId(0), JourneyId(0), area, 2.0, 10.0, 20.0, 7);
    /// assert!(s.times[0] >= 10.0 && s.times[19] < 20.0);
    /// ```
    pub fn evenly(group: GroupId, journey: JourneyId, area: Region, rate: f64, from: f64, to: f64, seed: u64) -> Self {
        let count = (rate * (to - from)).round().max(0.0) as usize;
        let time = |k: usize| {
            let u = Draw::new(seed, k as u32, u32::from(group.0), Purpose::Arrival).unit();
            from + (k as f64 + u) / rate
        };
        Self { group, journey, area, level: 0, times: (0..count).map(time).collect(), within: None, done: 0 }
    }

    /// People who come at given times [s], rising.
    ///
    /// ```
    /// # use ambulo_sim::{GroupId, JourneyId, Source};
    /// # use ambulo_geom::{Polygon, Region};
    /// # let area = Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap());
    /// assert_eq!(Source::at(GroupId(0), JourneyId(0), area, vec![0.0, 0.0, 60.0]).times.len(), 3);
    /// ```
    pub fn at(group: GroupId, journey: JourneyId, area: Region, times: Vec<f64>) -> Self {
        Self { group, journey, area, level: 0, times, within: None, done: 0 }
    }

    /// The same on another level.
    ///
    /// ```
    /// # use ambulo_sim::{GroupId, JourneyId, Source};
    /// # use ambulo_geom::{Polygon, Region};
    /// # let area = Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap());
    /// assert_eq!(Source::evenly(GroupId(0), JourneyId(0), area, 2.0, 10.0, 20.0, 7).on(1).level, 1);
    /// ```
    pub fn on(self, level: u16) -> Self {
        Self { level, ..self }
    }

    /// The same where people appear only in some cells of the mesh, given by number.
    ///
    /// ```
    /// # use ambulo_sim::{GroupId, JourneyId, Source};
    /// # use ambulo_geom::{Polygon, Region};
    /// # let area = Region::from(Polygon::rectangle(0.0, 0.0, 4.0, 2.0).unwrap());
    /// let cells = vec![true, false].into();
    /// assert_eq!(Source::evenly(GroupId(0), JourneyId(0), area, 2.0, 10.0, 20.0, 7).within(cells).times.len(), 20);
    /// ```
    pub fn within(self, cells: Arc<[bool]>) -> Self {
        Self { within: Some(cells), ..self }
    }

    pub(crate) fn due(&self, now: f64) -> usize {
        self.times[self.done..].iter().take_while(|t| **t <= now).count()
    }
}
