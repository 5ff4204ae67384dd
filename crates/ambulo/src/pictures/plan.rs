//! Pictures of how a plan was taken apart: cells, widths, kinds of places, levels of the abstraction.

use ambulo_draw::{Canvas, Colour, Entry, Legend, PlanPicture, Style, Symbol, colour};
use ambulo_geom::{Bounds, Point, Segment};
use ambulo_nav::{Arity, CellId, NONE, NavMesh, Roadmap};

/// What a picture of a plan shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlanView {
    /// Cells, free segments coloured by width, bottlenecks.
    Cells,
    /// Cells coloured by the number of their passable sides.
    Arity,
    /// Cells coloured by the node of the abstraction they belong to, so many levels below the root.
    Abstraction(usize),
}

impl PlanView {
    /// Its name on the command line and in file names.
    pub fn name(self) -> &'static str {
        match self {
            Self::Cells => "cells",
            Self::Arity => "arity",
            Self::Abstraction(_) => "abstraction",
        }
    }
}

const WALL: Colour = Colour::rgb(0x3A, 0x41, 0x49);
const DOOR: Colour = Colour::rgb(0x7A, 0x3E, 0x9D);
const FAINT: Colour = Colour::rgb(0xC4, 0xCB, 0xD2);
const ROUTE: Colour = Colour::rgb(0xB0, 0x1E, 0x5B);
const BOTTLENECK: Colour = Colour::rgb(0xC0, 0x1C, 0x28);

/// Widths from which a free segment has the next colour [m], and the colours.
const WIDTHS: [(f64, Colour, &str); 5] = [
    (0.0, Colour::rgb(0xC0, 0x1C, 0x28), "below 0.8 m"),
    (0.8, Colour::rgb(0xE6, 0x7E, 0x22), "0.8 to 1.5 m"),
    (1.5, Colour::rgb(0xC9, 0xA2, 0x1B), "1.5 to 3 m"),
    (3.0, Colour::rgb(0x4C, 0x9F, 0x70), "3 to 6 m"),
    (6.0, Colour::rgb(0x3B, 0x7D, 0xB8), "above 6 m"),
];

/// Draws one level of a mesh with the stairs that touch it. The picture is in the coordinates of the plan file, from
/// which `origin` was subtracted for the mesh.
///
/// ```
/// use ambulo::geom::{Polygon, Region};
/// use ambulo::nav::{NavMesh, Roadmap, RoadmapOptions};
/// use ambulo::pictures::{PlanView, plan_picture};
/// let mesh = NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 5.0).unwrap())).unwrap();
/// let roads = Roadmap::build(&mesh, 0.4, RoadmapOptions::default());
/// let svg = plan_picture(&mesh, &roads, 0, PlanView::Cells, "A hall", Default::default()).to_svg();
/// assert!(svg.contains("A hall"));
/// ```
pub fn plan_picture(mesh: &NavMesh, roads: &Roadmap, level: u32, view: PlanView, title: &str, origin: Point) -> Canvas {
    draw(mesh, roads, level, view, title, origin, &[])
}

/// The same with a route drawn over it, given as the mesh has it.
///
/// ```
/// use ambulo::geom::{Point, Polygon, Region};
/// use ambulo::nav::{NavMesh, Roadmap, RoadmapOptions};
/// let mesh = NavMesh::build(&Region::from(Polygon::rectangle(0.0, 0.0, 9.0, 5.0).unwrap())).unwrap();
/// let roads = Roadmap::build(&mesh, 0.4, RoadmapOptions::default());
/// let route = [Point::new(1.0, 1.0), Point::new(8.0, 4.0)];
/// assert!(ambulo::pictures::route_picture(&mesh, &roads, 0, "A route", Default::default(), &route).to_svg().contains("A route"));
/// ```
pub fn route_picture(
    mesh: &NavMesh,
    roads: &Roadmap,
    level: u32,
    title: &str,
    origin: Point,
    route: &[Point],
) -> Canvas {
    draw(mesh, roads, level, PlanView::Arity, title, origin, route)
}

fn draw(
    mesh: &NavMesh,
    roads: &Roadmap,
    level: u32,
    view: PlanView,
    title: &str,
    origin: Point,
    route: &[Point],
) -> Canvas {
    let at = |p: Point| Point::new(p.x + origin.x, p.y + origin.y);
    let cells: Vec<CellId> = (0..mesh.cells() as u32).filter(|c| shown_on(mesh, *c, level)).collect();
    let unit = Bounds { min: Point::new(0.0, 0.0), max: Point::new(1.0, 1.0) };
    let world = Bounds::of(cells.iter().flat_map(|c| mesh.corners(*c)).map(at)).unwrap_or(unit);
    let legend = legend(mesh, view);
    let foot = legend.height(PlanPicture::foot_width());
    let mut picture = PlanPicture::new(title, world, foot);
    // Lines stay readable on a plan of many small cells.
    let fine = (picture.view().scale() * (world.width() * world.height() / cells.len().max(1) as f64).sqrt() / 40.0)
        .clamp(0.25, 1.0);
    let groups = match view {
        PlanView::Abstraction(levels) => cut(roads, levels),
        _ => Vec::new(),
    };
    // Circles are given in metres; these are meant for the page.
    let dot = 1.0 / picture.view().scale();
    let page = picture.page();
    for &c in &cells {
        let corners: Vec<Point> = mesh.corners(c).map(at).collect();
        let fill = match view {
            PlanView::Cells => Colour::WHITE.mix(colour::category(cell_tint(mesh, c)), 0.14),
            PlanView::Arity => arity_colour(roads.graph.arity(c)),
            PlanView::Abstraction(_) => Colour::WHITE.mix(colour::category(groups[c as usize] as usize % 8), 0.55),
        };
        page.polygon([&corners[..]], &Style::fill(fill));
    }
    for (i, s) in mesh.free_segments().iter().enumerate() {
        if !s.cells.iter().any(|c| shown_on(mesh, *c, level)) {
            continue;
        }
        let style = match view {
            _ if s.door != NONE => Style::stroke(DOOR, 2.6 * fine.max(0.5)),
            PlanView::Cells => Style::stroke(width_colour(s.width), 1.4 * fine),
            PlanView::Arity => Style::stroke(FAINT, 0.8 * fine),
            PlanView::Abstraction(_) if groups[s.cells[0] as usize] != groups[s.cells[1] as usize] => {
                Style::stroke(WALL, 1.4 * fine)
            }
            PlanView::Abstraction(_) => Style::stroke(Colour::WHITE, 0.5 * fine),
        };
        let style = if s.door != NONE && !mesh.is_open(i as u32) { style.with_dash(3.0, 2.0) } else { style };
        page.line(at(s.at.a), at(s.at.b), &style);
    }
    for (_, wall) in mesh.walls().filter(|(c, _)| shown_on(mesh, *c, level)) {
        page.line(at(wall.a), at(wall.b), &Style::stroke(WALL, 1.5 * fine));
    }
    if view == PlanView::Cells && level == 0 {
        for b in narrow(mesh) {
            page.circle(at(b.a.lerp(b.b, 0.5)), 2.2 * fine.max(0.5) * dot, &Style::fill(BOTTLENECK));
        }
    }
    let route: Vec<Point> = route.iter().map(|p| at(*p)).collect();
    if let (Some(first), Some(last)) = (route.first(), route.last()) {
        page.polyline(&route, &Style::stroke(ROUTE, 2.2));
        page.circle(*first, 4.0 * dot, &Style::fill(Colour::WHITE).with_stroke(ROUTE, 1.6));
        page.circle(*last, 4.0 * dot, &Style::fill(ROUTE));
    }
    picture.legend(&legend);
    picture.finish()
}

/// Bottlenecks narrow enough to matter to pedestrians.
fn narrow(mesh: &NavMesh) -> impl Iterator<Item = Segment> + '_ {
    mesh.bottlenecks().iter().filter(|b| b.width < 3.0).map(|b| Segment::new(b.corner, b.foot))
}

/// A cell lies on a level, or on stairs that touch it.
fn shown_on(mesh: &NavMesh, c: CellId, level: u32) -> bool {
    if mesh.surface_of(c) == level {
        return true;
    }
    let is_stairs = mesh.surfaces()[mesh.surface_of(c) as usize].stairs.is_some();
    is_stairs
        && mesh.free_segments().iter().any(|s| {
            let surfaces = s.cells.map(|x| mesh.surface_of(x));
            surfaces.contains(&level) && surfaces.contains(&mesh.surface_of(c))
        })
}

/// Neighbouring cells mostly get different tints.
fn cell_tint(mesh: &NavMesh, c: CellId) -> usize {
    let sum: u32 = (0..mesh.edges(c)).map(|k| mesh.across(c, k)).filter(|n| *n != NONE && *n < c).sum();
    (c as usize * 5 + sum as usize) % 8
}

fn width_colour(width: f64) -> Colour {
    WIDTHS.iter().rev().find(|w| width >= w.0).map_or(WIDTHS[0].1, |w| w.1)
}

fn arity_colour(arity: Arity) -> Colour {
    match arity {
        Arity::Closed => Colour::rgb(0x9A, 0x9F, 0xA5),
        Arity::DeadEnd => Colour::rgb(0xE8, 0xA0, 0x9A),
        Arity::Passage => Colour::rgb(0xF3, 0xE3, 0xA1),
        Arity::Crossroads => Colour::rgb(0xA6, 0xCF, 0xE0),
    }
}

/// For every cell, the number of its group when the tree is cut so many levels below the roots.
fn cut(roads: &Roadmap, levels: usize) -> Vec<u32> {
    let tree = &roads.tree;
    let n = tree.nodes();
    let mut depth = vec![0usize; n];
    let mut group = vec![NONE; n];
    let mut groups = 0;
    for node in (0..n).rev() {
        let parent = tree.parent[node];
        if parent != NONE {
            depth[node] = depth[parent as usize] + 1;
        }
        group[node] = match parent {
            NONE => NONE,
            _ if depth[node] > levels => group[parent as usize],
            _ => NONE,
        };
        if group[node] == NONE {
            group[node] = groups;
            groups += 1;
        }
    }
    group.truncate(roads.graph.passable_sides.len());
    group
}

fn legend(mesh: &NavMesh, view: PlanView) -> Legend {
    let entry = |symbol, style, name: &str| Entry { symbol, style, name: name.into() };
    let mut entries = match view {
        PlanView::Cells => {
            let lines = WIDTHS.iter().map(|w| entry(Symbol::Line, Style::stroke(w.1, 2.5), w.2));
            lines.chain([entry(Symbol::Dot, Style::fill(BOTTLENECK), "bottleneck below 3 m")]).collect::<Vec<_>>()
        }
        PlanView::Arity => [
            (Arity::Closed, "closed"),
            (Arity::DeadEnd, "dead end"),
            (Arity::Passage, "passage"),
            (Arity::Crossroads, "crossroads"),
        ]
        .map(|(a, name)| entry(Symbol::Box, Style::fill(arity_colour(a)), name))
        .into(),
        PlanView::Abstraction(levels) => {
            let name = format!("one colour a node, {levels} levels below the root");
            vec![entry(Symbol::Line, Style::stroke(WALL, 2.0), &name)]
        }
    };
    if !mesh.doors().is_empty() {
        entries.push(entry(Symbol::Line, Style::stroke(DOOR, 2.6), "door"));
    }
    Legend { entries }
}
