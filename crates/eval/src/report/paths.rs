//! The paths of all walkers over the plan, in few enough bytes for a page.

use crate::groups::Groups;
use ambulo_data::{Trajectories, TrajectoryRow};
use ambulo_draw::{Canvas, Entry, Legend, Places, PlanPicture, Style, Symbol, colour, plan, simplify};
use ambulo_geom::{Bounds, Point};

/// A path may be moved by this much on the page [px]: below what a line's width shows.
const TOLERANCE: f64 = 0.25;
/// Bytes that paths may take; beyond, walkers are left out evenly.
pub const MOST_BYTES: usize = 6_000_000;
/// About the bytes of a point and of a path's head in the file.
const POINT_BYTES: usize = 10;
const PATH_BYTES: usize = 130;

pub struct Drawn {
    pub page: Canvas,
    /// One in so many walkers is drawn.
    pub one_in: usize,
}

/// With `cut`, nobody is drawn between two places with frames missing: the walker was on another level meanwhile.
pub fn draw(t: &Trajectories, places: &Places, title: &str, cut: bool) -> Drawn {
    let groups = Groups::of(t);
    let mut legend = legend(&groups);
    legend.entries.extend(places.legend());
    let extent = plan::extent(&t.area, t.rows().iter().map(|r| r.place()));
    let foot = legend.height(PlanPicture::foot_width()) + 6.0;
    let picture = PlanPicture::new(title, extent, foot);
    onto(picture, t, places, cut, &legend, MOST_BYTES)
}

/// The same in another width [px], without a legend, in no more than so many bytes: one of several side by side.
pub fn draw_small(t: &Trajectories, title: &str, cut: bool, width: f64, most_bytes: usize) -> Drawn {
    let extent = plan::extent(&t.area, t.rows().iter().map(|r| r.place()));
    let picture = PlanPicture::sized(title, extent, width, 0.0);
    onto(picture, t, &Places::default(), cut, &Legend::default(), most_bytes)
}

fn onto(
    mut picture: PlanPicture,
    t: &Trajectories,
    places: &Places,
    cut: bool,
    legend: &Legend,
    most_bytes: usize,
) -> Drawn {
    let groups = Groups::of(t);
    picture.floor(&t.area);
    picture.places(places);

    let (shown, tolerance) = (picture.shown(), TOLERANCE / picture.view().scale());
    let paths: Vec<(u32, Vec<Vec<Point>>)> =
        t.by_walker().iter().map(|rows| (rows[0].id, pieces(rows, shown, tolerance, cut))).collect();
    let bytes: usize =
        paths.iter().map(|(_, p)| PATH_BYTES + POINT_BYTES * p.iter().map(Vec::len).sum::<usize>()).sum();
    let one_in = bytes.div_ceil(most_bytes).max(1);
    // Many lines on one another would be a solid patch; thinner ink keeps busy paths distinguishable from rare ones.
    let drawn = paths.len() / one_in;
    let opacity = (12.0 / (drawn.max(1) as f64).sqrt()).clamp(0.18, 0.7);

    for (id, pieces) in paths.iter().step_by(one_in) {
        let ink = groups.index(*id).map_or(colour::category(6), colour::category);
        let line = Style::stroke(ink, 1.1).with_opacity(opacity);
        picture.page().polylines(pieces.iter().map(Vec::as_slice), &line);
    }
    let dot = 1.9 / picture.view().scale();
    for (id, pieces) in paths.iter().step_by(one_in) {
        let ink = groups.index(*id).map_or(colour::category(6), colour::category);
        if let Some(first) = pieces.first().and_then(|p| p.first()) {
            picture.page().circle(*first, dot, &Style::fill(ink).with_opacity(0.8));
        }
    }
    picture.walls(&t.area);
    // Doors again: paths and walls lie over them otherwise.
    picture.place_outlines(&Places { areas: Vec::new(), doors: places.doors.clone() });
    picture.place_names(places);
    picture.legend(legend);
    if t.rows().is_empty() {
        picture.centre_text("Nobody walked.");
    }
    Drawn { page: picture.finish(), one_in }
}

/// The colours of the groups.
pub fn legend(groups: &Groups) -> Legend {
    let entry = |(i, name): (usize, &String)| Entry {
        symbol: Symbol::Line,
        style: Style::stroke(colour::category(i), 2.5),
        name: super::figures::group_name(name),
    };
    // Colours repeat after eight; a longer list would not help to distinguish them.
    let mut entries: Vec<Entry> = groups.names.iter().enumerate().map(entry).take(16).collect();
    if let ([_], [name]) = (&entries[..], &groups.names[..])
        && name.is_empty()
    {
        entries.clear();
    }
    Legend { entries }
}

/// A walker's path, simplified, and cut where it leaves the picture; with `cut` also where frames are missing.
fn pieces(rows: &[TrajectoryRow], shown: Bounds, tolerance: f64, cut: bool) -> Vec<Vec<Point>> {
    rows.chunk_by(|a, b| !cut || b.frame == a.frame + 1).flat_map(|rows| in_sight(rows, shown, tolerance)).collect()
}

fn in_sight(rows: &[TrajectoryRow], shown: Bounds, tolerance: f64) -> Vec<Vec<Point>> {
    let places: Vec<Point> = rows.iter().map(TrajectoryRow::place).collect();
    // A place that is no number is in no box, so it cuts the path too.
    places.split(|p| !shown.contains(*p)).filter(|p| !p.is_empty()).map(|p| simplify(p, tolerance)).collect()
}
