//! Who is animated, and when.

use super::bake::{FrameClock, Lead};
use super::trajectory::Trajectory;
use super::{AnimateError, passing};
use ambulo_data::{Trajectories, TrajectoryRow};

/// Which walkers.
///
/// ```
/// use ambulo::animate::Who;
/// assert_eq!("20".parse(), Ok(Who::First(20)));
/// assert_eq!("3,7,10-12".parse(), Ok(Who::Ids(vec![3, 7, 10, 11, 12])));
/// assert_eq!("7,".parse(), Ok(Who::Ids(vec![7])));
/// assert!("some".parse::<Who>().is_err());
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Who {
    /// Everybody.
    #[default]
    All,
    /// So many, by number.
    First(usize),
    /// These.
    Ids(Vec<u32>),
}

/// Most walkers a list on the command line may name.
const MOST: u32 = 1_000_000;

impl std::str::FromStr for Who {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong =
            || format!("`{text}` names no walkers; write how many, as 20, or which, as 3,7,10-12 (one alone: 7,)");
        if let Ok(count) = text.trim().parse::<usize>() {
            return if count > 0 { Ok(Self::First(count)) } else { Err(wrong()) };
        }
        let mut ids: Vec<u32> = Vec::new();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let number = |text: &str| text.trim().parse::<u32>().map_err(|_| wrong());
            match part.split_once('-') {
                None => ids.push(number(part)?),
                Some((from, to)) => {
                    let (from, to) = (number(from)?, number(to)?);
                    if from > to || to - from > MOST {
                        return Err(wrong());
                    }
                    ids.extend(from..=to);
                }
            }
        }
        ids.sort_unstable();
        ids.dedup();
        if ids.is_empty() { Err(wrong()) } else { Ok(Self::Ids(ids)) }
    }
}

/// Chosen walkers with their frames, by number; when frames are, and how many there are of the scene.
pub struct ChosenWalkers {
    pub leads: Vec<Lead>,
    pub clock: FrameClock,
    pub frames: usize,
}

/// A hair of slack: 0.1 + 0.2 is a little more than 0.3.
const SLACK: f64 = 1e-6;

pub fn choose(
    t: &Trajectories,
    who: &Who,
    fps: f64,
    from: Option<f64>,
    to: Option<f64>,
) -> Result<ChosenWalkers, AnimateError> {
    if !(1.0..=240.0).contains(&fps) {
        return Err(AnimateError::Rate(fps));
    }
    let close = passing::closeness(t);
    let path = |(rows, close): (&[TrajectoryRow], &Vec<f32>)| {
        (rows[0].id, Trajectory::of(rows, t.fps).among_others(rows, t.oriented, close))
    };
    let paths: Vec<(u32, Trajectory)> = t.walks().zip(&close).map(path).collect();
    let (Some(least), Some(most)) = (paths.first().map(|p| p.0), paths.last().map(|p| p.0)) else {
        return Err(AnimateError::Nobody);
    };
    let count = paths.len();
    let range = |paths: &[(u32, Trajectory)]| {
        let begins = paths.iter().map(|p| p.1.begins()).fold(f64::INFINITY, f64::min);
        (begins, paths.iter().map(|p| p.1.ends()).fold(0.0, f64::max))
    };
    let (begins, ends) = range(&paths);
    if let (Some(from), to) = (from, to.unwrap_or(ends))
        && from >= to
    {
        return Err(AnimateError::Backwards { from, to, begins, ends });
    }
    if let Who::Ids(ids) = who {
        let known = |id: &&u32| paths.binary_search_by_key(*id, |p| p.0).is_err();
        if let Some(&missing) = ids.iter().find(known) {
            return Err(AnimateError::NoSuchWalker { missing, count, least, most });
        }
    }
    let chosen: Vec<(u32, Trajectory)> = match who {
        Who::All => paths,
        Who::First(n) => paths.into_iter().take(*n).collect(),
        Who::Ids(ids) => paths.into_iter().filter(|(id, _)| ids.binary_search(id).is_ok()).collect(),
    };
    let (begins, ends) = range(&chosen);
    let clock = FrameClock { from: from.unwrap_or(begins), fps };
    let until = to.unwrap_or(ends);
    let leads: Vec<Lead> = chosen.into_iter().filter_map(|(id, path)| frames(id, path, clock, until)).collect();
    let frames = leads.iter().map(|l| l.first + l.frames).max();
    let frames = frames.ok_or(AnimateError::Empty { from: clock.from, to: until, begins, ends })?;
    Ok(ChosenWalkers { leads, clock, frames })
}

/// The frames in which a walker is there.
fn frames(id: u32, path: Trajectory, clock: FrameClock, until: f64) -> Option<Lead> {
    let first = ((path.begins() - clock.from) * clock.fps - SLACK).ceil().max(0.0) as usize;
    let last = ((path.ends().min(until) - clock.from) * clock.fps + SLACK).floor();
    (last >= first as f64).then(|| Lead {
        id,
        body: 0,
        steps: Vec::new(),
        path,
        first,
        frames: last as usize - first + 1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ambulo_geom::Region;

    /// Walker 3 from 0 to 2 s, walker 5 from 1 to 4 s, at ten frames per second.
    fn two() -> Trajectories {
        let row = |frame: u32, id: u32| {
            let x = 0.1 * f64::from(frame);
            TrajectoryRow { frame, id, x, y: 0.0, ori_x: 1.0, ori_y: 0.0, speed: 1.0, level: 0, z: 0.0 }
        };
        let rows = (0..=20).map(|f| row(f, 3)).chain((10..=40).map(|f| row(f, 5))).collect();
        Trajectories::new(10.0, Region::new(vec![]).unwrap(), vec![], rows)
    }

    fn spans(chosen: &ChosenWalkers) -> Vec<(u32, usize, usize)> {
        chosen.leads.iter().map(|l| (l.id, l.first, l.frames)).collect()
    }

    #[test]
    fn frames_lie_within_the_time_asked_for() {
        let all = choose(&two(), &Who::All, 25.0, None, None).unwrap();
        assert_eq!((spans(&all), all.frames), (vec![(3, 0, 51), (5, 25, 76)], 101));
        let middle = choose(&two(), &Who::All, 25.0, Some(1.5), Some(3.0)).unwrap();
        assert_eq!((spans(&middle), middle.frames), (vec![(3, 0, 13), (5, 0, 38)], 38));
        let late = choose(&two(), &Who::Ids(vec![5]), 10.0, None, None).unwrap();
        assert_eq!((spans(&late), late.clock.from), (vec![(5, 0, 31)], 1.0));
        assert_eq!(spans(&choose(&two(), &Who::First(1), 10.0, None, None).unwrap()), [(3, 0, 21)]);
    }

    #[test]
    fn what_cannot_be_is_refused_with_a_remedy() {
        let words = |who, fps, from, to| choose(&two(), &who, fps, from, to).err().unwrap().to_string();
        assert!(words(Who::All, 0.0, None, None).contains("option `fps`"));
        assert!(words(Who::All, f64::NAN, None, None).contains("option `fps`"));
        let missing = words(Who::Ids(vec![3, 4]), 25.0, None, None);
        assert!(missing.contains("no walker 4") && missing.contains("from 3 to 5"), "{missing}");
        assert!(words(Who::All, 25.0, Some(3.0), Some(3.0)).contains("option `from` must be below option `to`"));
        assert!(words(Who::All, 25.0, Some(9.0), None).contains("option `from` must be below option `to`"));
        let nobody = words(Who::Ids(vec![3]), 25.0, Some(2.5), Some(3.0));
        assert!(nobody.contains("none of the chosen walkers") && nobody.contains("2.00 s"), "{nobody}");
        let empty = Trajectories::new(10.0, Region::new(vec![]).unwrap(), vec![], vec![]);
        assert!(matches!(choose(&empty, &Who::All, 25.0, None, None), Err(AnimateError::Nobody)));
    }
}
