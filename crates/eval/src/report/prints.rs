//! Where feet landed: every footprint on the plan, left and right, as it points.

use super::paths::legend;
use crate::groups::Groups;
use ambulo_data::{RecordedFootstep, Trajectories};
use ambulo_draw::{Canvas, Colour, Entry, Legend, Places, PlanPicture, Style, Symbol, colour, plan, plot};
use ambulo_geom::{Point, math};

/// Prints on a picture; beyond, walkers are left out evenly. Each takes about 130 bytes, and more would be a patch.
pub const MOST_PRINTS: usize = 6_000;
/// How long a shoe is [m], and how long it is drawn at least [px].
const SHOE: f64 = 0.27;
const LEAST: f64 = 5.0;
/// A left shoe from above, in lengths: ahead of the ball of the foot, and to the left. Straight inside, the toes lean in.
const OUTLINE: [(f64, f64); 10] = [
    (-0.66, -0.09),
    (-0.68, 0.05),
    (-0.50, 0.12),
    (-0.20, 0.10),
    (0.06, 0.19),
    (0.24, 0.12),
    (0.32, -0.04),
    (0.26, -0.15),
    (0.02, -0.18),
    (-0.40, -0.13),
];
const LEFT: Colour = Colour { r: 255, g: 255, b: 255 };

pub struct DrawnPrints {
    pub page: Canvas,
    /// One in so many walkers is drawn.
    pub one_in: usize,
    /// Prints drawn, and all.
    pub prints: (usize, usize),
    /// How many times as long as in the place shoes are drawn.
    pub enlarged: f64,
}

/// The prints of a level: left shoes are outlined, right ones filled, in the colour of the group.
pub fn draw(t: &Trajectories, places: &Places, title: &str) -> DrawnPrints {
    let groups = Groups::of(t);
    let mut legend: Legend = legend(&groups);
    let ink = if legend.entries.is_empty() { colour::category(0) } else { plot::INK };
    let shoe = |style: Style, name: &str| Entry { symbol: Symbol::Box, style, name: name.into() };
    legend.entries.push(shoe(left(ink), "left foot"));
    legend.entries.push(shoe(right(ink), "right foot"));
    legend.entries.extend(places.legend());
    let extent = plan::extent(&t.area, t.footsteps.iter().map(place));
    let mut picture = PlanPicture::new(title, extent, legend.height(PlanPicture::foot_width()) + 6.0);
    picture.floor(&t.area);
    picture.places(places);

    let shown = picture.shown();
    let seen = |row: &&RecordedFootstep| row.is_sound() && shown.contains(place(row));
    let walkers: Vec<&[RecordedFootstep]> = t.footsteps.chunk_by(|a, b| a.walker == b.walker).collect();
    let all = t.footsteps.iter().filter(seen).count();
    let one_in = all.div_ceil(MOST_PRINTS).max(1);
    let long = SHOE.max(LEAST / picture.view().scale());
    let mut drawn = 0;
    for rows in walkers.into_iter().step_by(one_in) {
        let ink = groups.index(rows[0].walker).map_or(colour::category(6), colour::category);
        for (side, style) in [left(ink), right(ink)].into_iter().enumerate() {
            let shoes = rows.iter().filter(seen).filter(|row| usize::from(row.side) == side);
            let shoes: Vec<[Point; OUTLINE.len()]> = shoes.map(|row| outline(row, long)).collect();
            drawn += shoes.len();
            if !shoes.is_empty() {
                picture.page().polygon(shoes.iter().map(|shoe| &shoe[..]), &style);
            }
        }
    }
    picture.walls(&t.area);
    picture.place_outlines(&Places { areas: Vec::new(), doors: places.doors.clone() });
    picture.place_names(places);
    picture.legend(&legend);
    DrawnPrints { page: picture.finish(), one_in, prints: (drawn, all), enlarged: long / SHOE }
}

fn left(ink: Colour) -> Style {
    Style::fill(LEFT).with_stroke(ink, 0.9)
}

fn right(ink: Colour) -> Style {
    Style::fill(ink).with_stroke(ink, 0.9)
}

fn place(row: &RecordedFootstep) -> Point {
    Point::new(row.x, row.y)
}

/// The corners of a print so long: what is recorded is the place below the ball of the foot.
fn outline(row: &RecordedFootstep, long: f64) -> [Point; OUTLINE.len()] {
    let (sin, cos) = (math::sin(row.heading), math::cos(row.heading));
    let mirror = if row.side == 0 { 1.0 } else { -1.0 };
    OUTLINE.map(|(ahead, aside)| {
        let (ahead, aside) = (long * ahead, long * aside * mirror);
        Point::new(row.x + cos * ahead - sin * aside, row.y + sin * ahead + cos * aside)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ambulo_geom::{Polygon, Region};

    fn steps(walkers: u32, each: u32) -> Trajectories {
        let area = Region::from(Polygon::rectangle(0.0, 0.0, 10.0, 8.0).unwrap());
        let row = |walker: u32, index: u32| RecordedFootstep {
            walker,
            index,
            side: (index % 2) as u8,
            x: 1.0 + 0.05 * f64::from(index),
            y: 1.0 + f64::from(walker % 7),
            z: 0.0,
            heading: 0.0,
            lift: 0.0,
            land: f64::from(index),
        };
        let rows = (0..walkers).flat_map(|w| (0..each).map(move |i| row(w, i))).collect();
        Trajectories::new(10.0, area, vec![], vec![]).with_footsteps(rows)
    }

    fn shapes(drawn: &DrawnPrints) -> usize {
        drawn.page.to_svg().matches(&format!("fill=\"{}\"", LEFT.hex())).count()
    }

    #[test]
    fn prints_point_along_their_heading_and_left_ones_mirror_right_ones() {
        let of = |side, heading| {
            let row = RecordedFootstep { side, heading, ..steps(1, 1).footsteps[0] };
            outline(&row, SHOE)
        };
        let reach = |corners: [Point; 10], along: fn(&Point) -> f64| {
            let values: Vec<f64> = corners.iter().map(along).collect();
            (values.iter().copied().fold(f64::INFINITY, f64::min), values.into_iter().fold(f64::NEG_INFINITY, f64::max))
        };
        let (heel, tip) = reach(of(0, 0.0), |p| p.x);
        assert!((tip - heel - SHOE).abs() < 1e-9 && tip - 1.0 < 1.0 - heel, "{heel} {tip}");
        let (heel, tip) = reach(of(0, std::f64::consts::FRAC_PI_2), |p| p.y);
        assert!((tip - heel - SHOE).abs() < 1e-9 && tip - 1.0 < 1.0 - heel, "{heel} {tip}");
        for (a, b) in of(0, 0.0).into_iter().zip(of(1, 0.0)) {
            assert!((a.x - b.x).abs() < 1e-12 && (a.y - 1.0 + b.y - 1.0).abs() < 1e-12, "{a:?} {b:?}");
        }
    }

    #[test]
    fn too_many_prints_leave_walkers_out_evenly_and_nothing_else() {
        let few = draw(&steps(3, 40), &Places::default(), "");
        assert_eq!((few.one_in, few.prints), (1, (120, 120)));
        // One shape for all left prints of a walker, one for the right ones, and one in the legend.
        let without = shapes(&draw(&steps(0, 0), &Places::default(), ""));
        assert_eq!(shapes(&few) - without, 3);
        let many = draw(&steps(200, 100), &Places::default(), "");
        assert_eq!((many.one_in, many.prints), (4, (5_000, 20_000)));
        assert!(many.page.to_svg().len() < 1_500_000);
        // What is no number, or outside, is no print.
        let mut broken = steps(1, 4);
        (broken.footsteps[1].x, broken.footsteps[2].heading, broken.footsteps[3].y) = (f64::NAN, f64::INFINITY, 99.0);
        assert_eq!(draw(&broken, &Places::default(), "").prints, (1, 1));
    }
}
