//! The pictures of a report and their captions.

use super::measures::{LevelMeasures, Measures, unit};
use super::{Picture, ReportInfo, paths, prints};
use crate::cells::CellGrid;
use ambulo_draw::{Band, ColourMap, HeatMap, Histogram, LinePlot, Mark, Places, Series, colour, compact, plot};

/// Groups shown one by one over time; more lines than this cannot be followed.
const MOST_GROUPS: usize = 6;
/// Exits shown one by one.
const MOST_EXITS: usize = 8;

/// What a group is called where it has no name.
pub fn group_name(name: &str) -> String {
    if name.is_empty() { "walkers without a group".into() } else { name.into() }
}

/// Draws one level with its named places; nothing where there is nothing to draw.
type DrawLevel = fn(&LevelMeasures<'_>, &Places) -> Option<Picture>;

pub fn all(info: &ReportInfo, m: &Measures<'_>) -> Vec<Picture> {
    let plans: [DrawLevel; 5] = [trajectories, footprints, mean_density, peak_density, speed_map];
    let of_level = |i: usize, plan: &DrawLevel| {
        let nothing = Places::default();
        let picture = plan(&m.levels[i], info.places.get(i).unwrap_or(&nothing))?;
        Some(on(picture, m.levels[i].name))
    };
    let mut figures: Vec<Picture> =
        plans.iter().flat_map(|plan| (0..m.levels.len()).filter_map(move |i| of_level(i, plan))).collect();
    figures.push(people(m));
    figures.extend(exits(info));
    figures.extend([speed(m), travel_time(m, info.still_walking)]);
    figures
}

/// The same with the name of its level, where there are several.
fn on(mut picture: Picture, level: &str) -> Picture {
    if !level.is_empty() {
        let plain = |c: char| if c.is_alphanumeric() { c } else { '-' };
        picture.name = format!("{}-{}", picture.name, level.chars().map(plain).collect::<String>());
        picture.caption = format!("Level {level}. {}", picture.caption);
    }
    picture
}

/// A title with the name of its level, where there are several.
fn titled(title: &str, level: &LevelMeasures<'_>) -> String {
    if level.name.is_empty() { title.into() } else { format!("{title}: {}", level.name) }
}

fn trajectories(level: &LevelMeasures<'_>, places: &Places) -> Option<Picture> {
    let drawn = paths::draw(&level.trajectories, places, &titled("Paths", level), !level.name.is_empty());
    let mut caption = String::from(
        "The trajectory of each walker over the plan, coloured by group. A dot marks where a walker first appeared.",
    );
    if !level.name.is_empty() {
        caption += " On stairs the nearer level counts.";
    }
    if !places.areas.is_empty() {
        caption += " Dashed outlines are the named areas of the scene.";
    }
    if drawn.one_in > 1 {
        caption += &format!(" So that the page stays small, one walker in {} is drawn.", drawn.one_in);
    }
    Some(Picture { name: "trajectories".into(), caption, svg: drawn.page.to_svg() })
}

/// The footsteps, where walkers make some.
fn footprints(level: &LevelMeasures<'_>, places: &Places) -> Option<Picture> {
    if level.trajectories.footsteps.is_empty() {
        return None;
    }
    let drawn = prints::draw(&level.trajectories, places, &titled("Footprints", level));
    let mut caption = String::from(
        "Where each foot landed, as it points: left shoes are outlined, right ones filled, coloured by group. The first two prints of a walker \
         are the feet it appeared on.",
    );
    if drawn.enlarged > 1.01 {
        caption += &format!(" Shoes are drawn {:.1} times as long as they are.", drawn.enlarged);
    }
    if drawn.one_in > 1 {
        let (some, all) = drawn.prints;
        caption += &format!(
            " So that they can be distinguished, one walker in {} is drawn: {some} of {all} prints; the others are omitted.",
            drawn.one_in
        );
    }
    Some(Picture { name: "footprints".into(), caption, svg: drawn.page.to_svg() })
}

/// Zero is left white, so that one sees where nobody was.
fn above_zero(values: &[Option<f64>]) -> Vec<Option<f64>> {
    values.iter().map(|v| v.filter(|v| *v > 0.0)).collect()
}

fn map(
    level: &LevelMeasures<'_>,
    places: &Places,
    title: &str,
    label: &str,
    grid: &CellGrid,
    values: Vec<Option<f64>>,
) -> HeatMap {
    let high = values.iter().flatten().copied().fold(0.0, f64::max);
    HeatMap {
        title: titled(title, level),
        label: label.into(),
        colours: ColourMap::ember().reversed(),
        low: 0.0,
        high,
        cells: grid.picture(values),
        plan: level.trajectories.area.clone(),
        places: places.clone(),
        empty: "Nobody was here.".into(),
    }
}

fn mean_density(level: &LevelMeasures<'_>, places: &Places) -> Option<Picture> {
    let grid = &level.density.grid;
    let picture = map(level, places, "Mean density", "people/m²", grid, above_zero(&level.density.mean));
    let caption = format!(
        "Mean density over the whole recording [people/m²]: people counted in cells of {0} m × {0} m, divided by the \
         number of frames and by the part of the cell that can be walked. White: nobody was there.",
        compact(grid.size, 2)
    );
    Some(Picture { name: "density-mean".into(), caption, svg: picture.draw().to_svg() })
}

fn peak_density(level: &LevelMeasures<'_>, places: &Places) -> Option<Picture> {
    let picture = map(level, places, "Peak density", "people/m²", &level.density.grid, above_zero(&level.density.peak));
    let caption = format!(
        "Highest density that each place saw [people/m²]: people in a square of {0} m × {0} m around the cell, \
         averaged over {1} s, divided by the part of the square that can be walked; the largest value over time. \
         Highest of all: {2}.",
        compact(level.density.square, 2),
        compact(level.density.window, 2),
        unit(level.density.highest(), 2, "people/m²")
    );
    Some(Picture { name: "density-peak".into(), caption, svg: picture.draw().to_svg() })
}

fn speed_map(level: &LevelMeasures<'_>, places: &Places) -> Option<Picture> {
    let grid = &level.speed_map.grid;
    let picture = map(level, places, "Mean speed by place", "speed [m/s]", grid, level.speed_map.mean.clone());
    let picture = HeatMap { colours: ColourMap::meadow(), empty: "No speed is known.".into(), ..picture };
    let caption = format!(
        "Mean speed of the people in each cell of {0} m × {0} m, over the whole recording [m/s]. Dark places are \
         where people were slow. White: nobody was there.",
        compact(grid.size, 2)
    );
    Some(Picture { name: "speed-map".into(), caption, svg: picture.draw().to_svg() })
}

fn people(m: &Measures<'_>) -> Picture {
    let o = &m.occupancy;
    let line = |counts: &[usize]| counts.iter().enumerate().map(|(f, n)| (f as f64 / o.fps, *n as f64)).collect();
    let mut picture = LinePlot::new("People present", "time [s]", "people");
    let several = (2..=MOST_GROUPS).contains(&o.groups.len());
    if several {
        for (i, (name, counts)) in o.groups.iter().enumerate() {
            picture =
                picture.series(Series::new(group_name(name), line(counts)).coloured(colour::category(i)).wide(1.5));
        }
    }
    let all = if several { plot::INK } else { colour::category(0) };
    picture = picture.series(Series::new("all", line(&o.people)).coloured(all));
    let each = if several { ", in all and in each group" } else { "" };
    let caption = format!("Number of people in the recording at each time{each}.");
    Picture { name: "people".into(), caption, svg: picture.draw().to_svg() }
}

/// How many had arrived at each exit, where the run knows.
fn exits(info: &ReportInfo) -> Option<Picture> {
    if info.arrivals.is_empty() {
        return None;
    }
    let mut picture = LinePlot::new("People at the exits", "time [s]", "people");
    for (i, (name, curve)) in info.arrivals.iter().enumerate().take(MOST_EXITS) {
        picture = picture.series(Series::new(name.clone(), curve.clone()).coloured(colour::category(i)));
    }
    let mut caption = String::from("How many people had arrived at each exit, counted by the run itself.");
    if info.arrivals.len() > MOST_EXITS {
        caption += &format!(" The first {MOST_EXITS} of {} exits are drawn.", info.arrivals.len());
    }
    Some(Picture { name: "exits".into(), caption, svg: picture.draw().to_svg() })
}

fn speed(m: &Measures<'_>) -> Picture {
    let points = m.speeds.iter().map(|s| (s.time, s.low, s.high)).collect();
    let picture = LinePlot::new("Speed", "time [s]", "speed [m/s]")
        .series(Series::new("mean", m.speeds.iter().map(|s| (s.time, s.mean)).collect()))
        .band(Band { name: "10 % to 90 % of the people".into(), points, colour: None });
    let caption =
        "Mean speed of the people present at each time [m/s]. The band holds the middle four fifths of them: \
                   a tenth is slower, a tenth is faster."
            .into();
    Picture { name: "speed".into(), caption, svg: picture.draw().to_svg() }
}

fn travel_time(m: &Measures<'_>, still_walking: Option<usize>) -> Picture {
    let bins = m.travel.bins(24);
    let values =
        [("mean", m.travel.mean()), ("median", m.travel.quantile(0.5)), ("95 % within", m.travel.quantile(0.95))];
    let mark = |(name, value): (&str, Option<f64>)| value.map(|v| Mark { name: format!("{name} {v:.1} s"), value: v });
    let picture = Histogram {
        title: "Travel time".into(),
        x_label: "travel time [s]".into(),
        y_label: "people".into(),
        start: bins.start,
        width: bins.width,
        counts: bins.counts.clone(),
        marks: values.into_iter().filter_map(mark).collect(),
    };
    let mut caption = format!(
        "Number of people by travel time, from the first to the last appearance of each, in bins of {} s.",
        compact(bins.width, 3)
    );
    let (cut, what) = match still_walking {
        Some(n) => (n, "still walking at the end"),
        None => (m.travel.in_last_frame(), "there in the last frame"),
    };
    if cut > 0 {
        let (who, whose) =
            if cut == 1 { ("One person was".into(), "that person's") } else { (format!("{cut} were"), "their") };
        caption += &format!(" {who} still {what}; {whose} time counts up to it.");
    }
    Picture { name: "travel-time".into(), caption, svg: picture.draw().to_svg() }
}
