//! Many small plots of groups on one picture: mpd over time, a model a tile.

use crate::mpd_groups::MpdGroup;
use ambulo_draw::{Anchor, Canvas, Colour, ColourMap, Style, TextStyle};
use ambulo_geom::Point;

const TILE: (f64, f64) = (300.0, 190.0);
const PLOT: (f64, f64, f64, f64) = (34.0, 44.0, 252.0, 112.0);
const COLUMNS: usize = 3;
const INK: Colour = Colour::rgb(0x26, 0x2B, 0x31);
const SOFT: Colour = Colour::rgb(0x4D, 0x55, 0x5E);
const GRID: Colour = Colour::rgb(0xE4, 0xE7, 0xEA);
/// Between these distances groups that must react should end.
const WANTED: Colour = Colour::rgb(0x2E, 0x8B, 0x57);
/// Highest mpd drawn [m].
const HIGH: f64 = 4.0;

/// One plot: what stands above it, what below that, and the groups.
///
/// ```
/// let t = ambulo_eval::mpd_tiles::Tile { title: "orca", words: "rises too little".into(), groups: &[] };
/// assert_eq!(t.title, "orca");
/// ```
#[derive(Clone, Debug)]
pub struct Tile<'a> {
    /// Title.
    pub title: &'a str,
    /// A line below it.
    pub words: String,
    /// Groups of ascending mpd.
    pub groups: &'a [MpdGroup],
}

/// All tiles, three in a row, all to one scale; the band marks 0.7 to 1.0 m.
///
/// ```
/// use ambulo_eval::mpd_tiles::{Tile, tiles};
/// let tile = Tile { title: "orca", words: String::new(), groups: &[] };
/// assert_eq!(tiles(&[tile.clone(), tile]).height(), 190.0);
/// ```
pub fn tiles(all: &[Tile<'_>]) -> Canvas {
    let rows = all.len().div_ceil(COLUMNS).max(1);
    let mut page = Canvas::new(TILE.0 * COLUMNS as f64, TILE.1 * rows as f64);
    for (k, tile) in all.iter().enumerate() {
        let corner = ((k % COLUMNS) as f64 * TILE.0, (k / COLUMNS) as f64 * TILE.1);
        draw(&mut page, tile, corner);
    }
    page
}

fn draw(page: &mut Canvas, tile: &Tile<'_>, corner: (f64, f64)) {
    let (left, top, width, height) = (corner.0 + PLOT.0, corner.1 + PLOT.1, PLOT.2, PLOT.3);
    let at = |x: f64, y: f64| Point::new(left + width * x, top + height * (1.0 - y.min(HIGH) / HIGH));
    page.text(Point::new(corner.0 + 8.0, corner.1 + 18.0), tile.title, &TextStyle::new(13.0).coloured(INK).strong());
    page.text(Point::new(corner.0 + 8.0, corner.1 + 34.0), &tile.words, &TextStyle::new(11.0).coloured(SOFT));
    let band = Style::fill(WANTED).with_opacity(0.18);
    page.rect(at(0.0, 1.0), width, height * 0.3 / HIGH, &band);
    for y in 0..=HIGH as u32 {
        let y = f64::from(y);
        page.line(at(0.0, y), at(1.0, y), &Style::stroke(GRID, 1.0));
        let place = at(0.0, y);
        let label = TextStyle::new(11.0).coloured(SOFT).anchored(Anchor::End);
        page.text(Point::new(place.x - 5.0, place.y + 3.5), &format!("{y:.0}"), &label);
    }
    let foot = TextStyle::new(11.0).coloured(SOFT);
    page.text(Point::new(left, top + height + 14.0), "first sight", &foot);
    page.text(Point::new(left + width, top + height + 14.0), "crossing", &foot.clone().anchored(Anchor::End));
    let map = ColourMap::ember();
    for (k, g) in tile.groups.iter().enumerate() {
        let colour = map.at(0.8 * k as f64 / tile.groups.len() as f64);
        let last = (g.mean.len().max(2) - 1) as f64;
        let line: Vec<Point> = g.mean.iter().enumerate().map(|(i, m)| at(i as f64 / last, *m)).collect();
        if line.len() > 1 {
            page.polyline(&line, &Style::stroke(colour, 1.6));
        }
    }
}
