//! Pairs that cross: from any recording, those meetings of two walkers that can be laid beside the study of Olivier et al. 2012.
//!
//! Definition: two tracks that are there together, whose straight lines from where they see each other to where their tracks end cross at an
//! angle within a range, that come nearer than a bound, with data from before to after the moment they are nearest,
//! neither of which stands or walks with the other. Options leave out pairs with others nearby, and walkers who have
//! company. Units: m, s, degrees.

use crate::adaptation::{self, Adaptation};
use crate::by_frame::ByFrame;
use crate::interaction::{Interaction, common};
use crate::passage_order::{StartGoalLine, first};
use crate::tracks::{Track, Tracks};
use ambulo_geom::{Crossing, Point, Region, Segment, math};

/// Which pairs are taken.
///
/// ```
/// let rules = ambulo_eval::pairs::PairRules { nearest: 2.0, ..Default::default() };
/// assert_eq!(rules.angle_deg, (45.0, 135.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairRules {
    /// Least and largest angle between their lines [degrees].
    pub angle_deg: (f64, f64),
    /// They come at least so near [m].
    pub nearest: f64,
    /// Nobody else is nearer than this to either of them when they cross [m]; `None`: no limit.
    pub nobody_within: Option<f64>,
    /// No walker with company: another who stays beside it most of the time.
    pub without_company: bool,
    /// What happened longer before the crossing than this is ignored [s].
    pub before: f64,
    /// They must have seen each other for so long before they cross [s].
    pub at_least: f64,
    /// Both walk faster than this on average [m/s].
    pub speed: f64,
    /// Whether their lines must cross between start and goal.
    pub lines_cross: bool,
}

impl Default for PairRules {
    fn default() -> Self {
        Self {
            angle_deg: (45.0, 135.0),
            nearest: 4.0,
            nobody_within: None,
            without_company: false,
            before: 8.0,
            at_least: 1.2,
            speed: 0.5,
            lines_cross: true,
        }
    }
}

/// Two walkers who cross.
#[derive(Clone, Debug, PartialEq)]
pub struct Pair {
    /// The walkers.
    pub ids: (u32, u32),
    /// Their tracks, by number.
    pub tracks: (usize, usize),
    /// When they see each other, cross, and how near they come.
    pub interaction: Interaction,
    /// The frame after the last that both have.
    pub end: u32,
    /// From where they see each other to the end of their tracks.
    pub lines: [StartGoalLine; 2],
    /// Angle between these [degrees].
    pub angle_deg: f64,
    /// Who passes first: 0, 1 or undecided.
    pub first: Option<usize>,
    /// mpd at every percent of the time from t_see to t_cross [m].
    pub mpd: Vec<f64>,
    /// What each did over that time.
    pub adaptation: [Adaptation; 2],
}

impl Pair {
    /// mpd when they see each other [m].
    pub fn mpd_see(&self) -> f64 {
        self.mpd[0]
    }

    /// mpd when they cross [m]: the smallest distance.
    pub fn mpd_cross(&self) -> f64 {
        self.mpd[self.mpd.len() - 1]
    }
}

/// A companion is within this [m] ...
const COMPANY: f64 = 1.5;
/// ... for this share of the time both are there ...
const COMPANY_SHARE: f64 = 0.7;
/// ... and for this long at least [s] is company.
const COMPANY_TIME: f64 = 1.6;
/// Nobody walks faster [m/s]: so far people come between frames.
const FASTEST: f64 = 3.0;

/// All pairs by the rules, by their tracks. They see each other as soon as both are there.
///
/// ```
/// use ambulo_eval::{pairs::{PairRules, extract}, tracks::Tracks};
/// let walk = |x: f64, y: f64, vx: f64, vy: f64| (0..90).map(|k| (x + vx * f64::from(k), y + vy * f64::from(k))).collect();
/// let t = Tracks::from_places(10.0, [(4, 0, walk(-6.0, 0.0, 0.14, 0.0)), (7, 0, walk(0.0, -5.0, 0.0, 0.14))]);
/// let pairs = extract(&t, &PairRules::default());
/// assert_eq!((pairs.len(), pairs[0].ids, pairs[0].first), (1, (4, 7), Some(1)));
/// assert!((pairs[0].angle_deg - 90.0).abs() < 1e-9 && (pairs[0].mpd_see() - pairs[0].mpd_cross()).abs() < 1e-9);
/// ```
pub fn extract(tracks: &Tracks, rules: &PairRules) -> Vec<Pair> {
    extract_where(tracks, rules, |_, _| true)
}

/// The same where walls hide people: `sight` returns whether two places see each other. See [`sight_on`].
///
/// ```
/// use ambulo_eval::{pairs::{PairRules, extract_where}, tracks::Tracks};
/// let walk = |x: f64, y: f64, vx: f64, vy: f64| (0..90).map(|k| (x + vx * f64::from(k), y + vy * f64::from(k))).collect();
/// let t = Tracks::from_places(10.0, [(4, 0, walk(-6.0, 0.0, 0.14, 0.0)), (7, 0, walk(0.0, -5.0, 0.0, 0.14))]);
/// // A corner hides them until the first is 4 m from the crossing.
/// let pairs = extract_where(&t, &PairRules::default(), |a, _| a.0 > -4.0);
/// assert_eq!(pairs[0].interaction.see, 15);
/// ```
pub fn extract_where(tracks: &Tracks, rules: &PairRules, sight: impl Fn((f64, f64), (f64, f64)) -> bool) -> Vec<Pair> {
    let crowd = ByFrame::of_tracks(tracks, 0.0);
    let reach = rules.nearest + FASTEST / tracks.fps;
    let mut near: Vec<(u32, u32)> = Vec::new();
    let mut close: Vec<(u32, u32)> = Vec::new();
    let mut tidy = 1 << 20;
    crowd.pairs(reach.max(COMPANY), |a, b, metres| {
        let pair = (a.track.min(b.track), a.track.max(b.track));
        if metres <= reach {
            near.push(pair);
        }
        if metres <= COMPANY {
            close.push(pair);
        }
        // The same pairs come frame after frame.
        if near.len() > tidy {
            near.sort_unstable();
            near.dedup();
            tidy = (2 * near.len()).max(1 << 20);
        }
    });
    near.sort_unstable();
    near.dedup();
    let together = company(tracks, close);
    let has_company = |track: u32| together.iter().any(|p| p.0 == track || p.1 == track);
    let mut found = Vec::new();
    for pair in near {
        let alone = !rules.without_company || !(has_company(pair.0) || has_company(pair.1));
        if alone && together.binary_search(&pair).is_err() {
            found.extend(examine(tracks, &crowd, rules, (pair.0 as usize, pair.1 as usize), &sight));
        }
    }
    found
}

/// Whether two places of a ground see each other: no border between them.
///
/// ```
/// use ambulo_eval::pairs::sight_on;
/// use ambulo_geom::{Polygon, Region};
/// let ring = Polygon::from_rings(&[(0., 0.), (9., 0.), (9., 9.), (0., 9.)], &[&[(3., 3.), (3., 6.), (6., 6.), (6., 3.)]]).unwrap();
/// let ground = Region::from(ring);
/// let sight = sight_on(&ground);
/// assert!(sight((1.0, 1.0), (8.0, 1.0)) && !sight((1.0, 4.5), (8.0, 4.5)));
/// ```
pub fn sight_on(ground: &Region) -> impl Fn((f64, f64), (f64, f64)) -> bool {
    let walls: Vec<Segment> = ground.edges().collect();
    move |a, b| {
        let line = Segment::new(Point::new(a.0, a.1), Point::new(b.0, b.1));
        walls.iter().all(|w| !matches!(w.crossing(line), Crossing::Proper(_)))
    }
}

/// Tracks that stay beside each other, of all moments in which two were close.
fn company(tracks: &Tracks, mut close: Vec<(u32, u32)>) -> Vec<(u32, u32)> {
    close.sort_unstable();
    let stays = |run: &&[(u32, u32)]| {
        let (a, b) = run[0];
        let shared = common(tracks.get(a as usize), tracks.get(b as usize)).len() as f64;
        let beside = run.len() as f64;
        beside >= COMPANY_SHARE * shared && beside / tracks.fps >= COMPANY_TIME
    };
    close.chunk_by(|a, b| a == b).filter(stays).map(|run| run[0]).collect()
}

fn examine(
    tracks: &Tracks,
    crowd: &ByFrame,
    rules: &PairRules,
    (i, j): (usize, usize),
    sight: impl Fn((f64, f64), (f64, f64)) -> bool,
) -> Option<Pair> {
    let (a, b) = (tracks.get(i), tracks.get(j));
    let shared = common(a, b);
    let at = |t: Track<'_>, frame: u32| t.place((frame - t.first) as usize);
    let mut interaction = Interaction::of(a, b, tracks.fps, |f| sight(at(a, f), at(b, f)))?;
    let earliest = (interaction.cross - rules.before * tracks.fps).ceil().max(0.0) as u32;
    interaction.see = interaction.see.max(earliest);
    // A pair that is nearest in the first or last frame may have been nearer outside of the data.
    let inside = interaction.cross > f64::from(shared.start) && interaction.cross < f64::from(shared.end - 1);
    if !inside || interaction.dmin > rules.nearest || interaction.seconds() < rules.at_least {
        return None;
    }
    let line = |t: Track<'_>| StartGoalLine { start: at(t, interaction.see), goal: t.place(t.x.len() - 1) };
    let lines = [line(a), line(b)];
    let angle_deg = angle(lines[0], lines[1])?;
    let (low, high) = rules.angle_deg;
    if !(low..=high).contains(&angle_deg) || (rules.lines_cross && !lines[0].crosses(&lines[1])) {
        return None;
    }
    let frames = interaction.see..=interaction.cross.floor() as u32;
    let speed = |t: Track<'_>| {
        let speeds: Vec<f64> = frames.clone().map(|f| t.speed((f - t.first) as usize)).collect();
        speeds.iter().sum::<f64>() / speeds.len() as f64
    };
    if speed(a) < rules.speed || speed(b) < rules.speed {
        return None;
    }
    if let Some(room) = rules.nobody_within {
        let moment = interaction.cross.round() as u32;
        let (p, q) = (at(a, moment), at(b, moment));
        let near = |x: f64, y: f64, o: (f64, f64)| (x - o.0) * (x - o.0) + (y - o.1) * (y - o.1) < room * room;
        let others = crowd.frame(moment).iter().filter(|r| r.id != a.id && r.id != b.id);
        if others.into_iter().any(|r| near(r.x, r.y, p) || near(r.x, r.y, q)) {
            return None;
        }
    }
    let (from, to) = (f64::from(interaction.see), interaction.cross);
    Some(Pair {
        ids: (a.id, b.id),
        tracks: (i, j),
        interaction,
        end: shared.end,
        lines,
        angle_deg,
        first: first([a, b], lines),
        mpd: interaction.mpd_curve(a, b),
        adaptation: [adaptation::measure(a, from, to), adaptation::measure(b, from, to)],
    })
}

/// Angle between two lines' directions, 0 to 180 degrees; none where one has no length.
fn angle(a: StartGoalLine, b: StartGoalLine) -> Option<f64> {
    let (u, w) = ((a.goal.0 - a.start.0, a.goal.1 - a.start.1), (b.goal.0 - b.start.0, b.goal.1 - b.start.1));
    let lengths = ((u.0 * u.0 + u.1 * u.1) * (w.0 * w.0 + w.1 * w.1)).sqrt();
    (lengths > 1e-9).then(|| math::acos((u.0 * w.0 + u.1 * w.1) / lengths).to_degrees())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(x: f64, y: f64, degrees: f64) -> Vec<(f64, f64)> {
        let (c, s) = (math::cos(degrees.to_radians()), math::sin(degrees.to_radians()));
        (0..90).map(|k| (x + 0.14 * c * f64::from(k), y + 0.14 * s * f64::from(k))).collect()
    }

    type MeasuredWalk = (u32, u32, Vec<(f64, f64)>);

    fn found(others: Vec<MeasuredWalk>, rules: &PairRules) -> Vec<(u32, u32)> {
        let mut walks = vec![(1, 0, walk(-6.0, 0.0, 0.0))];
        walks.extend(others);
        extract(&Tracks::from_places(10.0, walks), rules).into_iter().map(|p| p.ids).collect()
    }

    #[test]
    fn only_pairs_that_cross_at_the_angle_are_taken() {
        let rules = PairRules::default();
        assert_eq!(found(vec![(2, 0, walk(0.0, -6.5, 90.0))], &rules), [(1, 2)]);
        // Overtaking and oncoming; crossing but far apart in time; never together.
        assert!(found(vec![(2, 0, walk(-8.0, 0.5, 5.0))], &rules).is_empty());
        assert!(found(vec![(2, 0, walk(6.0, 0.5, 180.0))], &rules).is_empty());
        assert!(found(vec![(2, 45, walk(0.0, -6.5, 90.0))], &rules).is_empty());
        assert!(found(vec![(2, 200, walk(0.0, -6.5, 90.0))], &rules).is_empty());
        let wide = PairRules { angle_deg: (150.0, 180.0), lines_cross: false, ..rules };
        assert_eq!(found(vec![(2, 0, walk(6.0, 0.5, 180.0))], &wide), [(1, 2)]);
    }

    #[test]
    fn company_is_no_pair_and_may_be_left_out() {
        let rules = PairRules::default();
        let all = || vec![(2, 0, walk(0.0, -6.5, 90.0)), (3, 0, walk(0.7, -6.5, 90.0))];
        assert_eq!(found(all(), &rules), [(1, 2), (1, 3)]);
        assert!(found(all(), &PairRules { without_company: true, ..rules }).is_empty());
        assert!(found(all(), &PairRules { nobody_within: Some(1.0), ..rules }).is_empty());
        assert_eq!(found(all(), &PairRules { nobody_within: Some(0.2), ..rules }), [(1, 2), (1, 3)]);
        // Two beside each other whose lines happen to cross at a wide angle are still company.
        let any = PairRules { angle_deg: (0.0, 180.0), lines_cross: false, ..rules };
        assert!(found(vec![(2, 0, walk(-6.0, 0.6, 0.0))], &any).is_empty());
    }

    #[test]
    fn a_crossing_outside_of_the_data_is_not_guessed() {
        let mut short = walk(0.0, -6.5, 90.0);
        short.truncate(30);
        let any = PairRules { lines_cross: false, nearest: 9.0, ..PairRules::default() };
        assert!(found(vec![(2, 0, short)], &any).is_empty());
    }
}
