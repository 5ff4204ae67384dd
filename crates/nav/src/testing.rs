//! Random plans for checks: pillars of all shapes, rooms with doors, thin walls, and the awkward ones in between.

use crate::{Level, NavMesh, Site};
use ambulo_geom::{Point, Polygon, Region, Segment, math};

pub(crate) use ambulo_geom::random::Dice;

/// Somewhere in a square.
pub(crate) fn place(dice: &mut Dice, side: f64) -> Point {
    Point::new(dice.roll() * side, dice.roll() * side)
}

/// A star-shaped pillar, or a square whose corners lie on a grid of half metres.
fn pillar(dice: &mut Dice, at: Point, size: f64, square: bool) -> Vec<Point> {
    if square {
        let snap = |v: f64| (v * 2.0).round() / 2.0;
        let (x, y) = (snap(at.x), snap(at.y));
        return [(x, y), (x + 0.5, y), (x + 0.5, y + 0.5), (x, y + 0.5)].map(|(x, y)| Point::new(x, y)).to_vec();
    }
    let n = 3 + dice.below(6);
    (0..n)
        .map(|i| {
            let angle = (i as f64 + 0.8 * dice.roll()) / n as f64 * std::f64::consts::TAU;
            let r = size * dice.between(0.4, 1.0);
            Point::new(at.x + r * math::cos(angle), at.y + r * math::sin(angle))
        })
        .collect()
}

/// A square room of a given side with pillars in it, some of which may touch nothing.
pub(crate) fn pillars(seed: u64, side: f64, tries: usize) -> Region {
    let mut dice = Dice::new(seed);
    let squares = seed.is_multiple_of(3);
    let mut taken: Vec<(Point, f64)> = Vec::new();
    let mut holes = Vec::new();
    for _ in 0..tries {
        let size = dice.between(0.15, side / 7.0);
        let at =
            Point::new(dice.between(size + 0.02, side - size - 0.02), dice.between(size + 0.02, side - size - 0.02));
        let (at, size) = if squares {
            (Point::new((at.x * 2.0).round() / 2.0, (at.y * 2.0).round() / 2.0), 0.75)
        } else {
            (at, size)
        };
        let inside = at.x - size > 0.0 && at.y - size > 0.0 && at.x + size < side && at.y + size < side;
        if !inside || taken.iter().any(|(p, r)| p.distance(at) < r + size + 0.02) {
            continue;
        }
        taken.push((at, size));
        holes.push(pillar(&mut dice, at, size, squares));
    }
    let outer = [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)].map(|(x, y)| Point::new(x, y)).to_vec();
    Region::from(Polygon::new(outer, holes).expect("pillars lie apart"))
}

/// Rooms in a grid with thin walls between them, each with a gap somewhere.
pub(crate) fn rooms(seed: u64, n: usize, room: f64) -> Site {
    let mut dice = Dice::new(seed);
    let side = n as f64 * room;
    let mut level = Level::new(Region::from(Polygon::rectangle(0.0, 0.0, side, side).expect("a square")));
    for i in 0..n {
        for j in 1..n {
            for upright in [false, true] {
                let (a, b, at) = (i as f64 * room, (i + 1) as f64 * room, j as f64 * room);
                let gap = dice.between(0.5, 1.5);
                let from = dice.between(a + 0.1, b - gap - 0.1);
                let p = |along: f64| if upright { Point::new(at, along) } else { Point::new(along, at) };
                level.walls.push(Segment::new(p(a), p(from)));
                level.walls.push(Segment::new(p(from + gap), p(b)));
            }
        }
    }
    Site { levels: vec![level], ..Site::default() }
}

/// Start places and goals somewhere on a mesh.
pub(crate) fn somewhere(mesh: &NavMesh, dice: &mut Dice, side: f64) -> (Point, u32) {
    loop {
        let p = place(dice, side);
        if let Some(cell) = mesh.locate(p) {
            return (p, cell);
        }
    }
}
