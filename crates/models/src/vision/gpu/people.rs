//! Everybody in a uniform grid, as the shader reads it: a counting sort, so that the order depends on nothing but places and rows.

use ambulo_sim::{Body, Row};
use bytemuck::{Pod, Zeroable};

/// Cells along the range on one side: finer ones hold fewer people out of range, coarser ones are fewer to read.
const CELLS_IN_RANGE: f64 = 8.0;
/// Cells there may be, and so many for each person.
const LEAST_CELLS: f64 = 65_536.0;
const CELLS_PER_PERSON: f64 = 4.0;

/// A person as the shader has it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub(super) struct PersonRecord {
    /// Place relative to the corner of its cell [m].
    pub(super) at: [f32; 2],
    pub(super) velocity: [f32; 2],
    pub(super) radius: f32,
    pub(super) z: f32,
    /// Column of its cell.
    pub(super) cell: i32,
    pub(super) row: u32,
}

/// A place: its cell, and where in the cell [m].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct GridPlace {
    pub(super) cell: [i32; 2],
    pub(super) at: [f32; 2],
}

/// The grid of a step. Cells are powers of two wide, so that their corners are exact.
#[derive(Default)]
pub(super) struct PeopleGrid {
    pub(super) cell: f64,
    min: [f64; 2],
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// Where the people of each cell begin in `people`.
    pub(super) starts: Vec<u32>,
    pub(super) people: Vec<PersonRecord>,
    /// Place of each row.
    places: Vec<GridPlace>,
    cursor: Vec<u32>,
}

impl PeopleGrid {
    /// Sorts so many people for walkers that look so far [m]; `person` gives the body of each row and its height.
    pub(super) fn sort<'a>(&mut self, people: usize, range: f32, person: impl Fn(usize) -> (&'a Body, f32)) {
        let mut ends = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
        for row in 0..people {
            let body = person(row).0;
            for (axis, v) in [body.x, body.y].into_iter().enumerate() {
                ends[0][axis] = ends[0][axis].min(v);
                ends[1][axis] = ends[1][axis].max(v);
            }
        }
        self.lay_out(ends, people, range);
        let mut places = std::mem::take(&mut self.places);
        places.clear();
        places.extend((0..people).map(|row| {
            let body = person(row).0;
            self.place(body.x, body.y)
        }));
        self.places = places;
        self.count();
        self.people.resize(people, PersonRecord::default());
        for (row, place) in self.places.iter().enumerate() {
            let (body, z) = person(row);
            let cursor = &mut self.cursor[place.cell[1] as usize * self.columns + place.cell[0] as usize];
            self.people[*cursor as usize] = PersonRecord {
                at: place.at,
                velocity: [body.vx, body.vy],
                radius: body.radius,
                z,
                cell: place.cell[0],
                row: row as u32,
            };
            *cursor += 1;
        }
    }

    /// Chooses the size of cells, and how many there are between two corners.
    fn lay_out(&mut self, [low, high]: [[f64; 2]; 2], people: usize, range: f32) {
        self.cell = 1.0;
        while self.cell * CELLS_IN_RANGE < f64::from(range) {
            self.cell *= 2.0;
        }
        let most = LEAST_CELLS.max(CELLS_PER_PERSON * people as f64);
        if people == 0 {
            (self.min, self.columns, self.rows) = ([0.0; 2], 1, 1);
            return;
        }
        loop {
            self.min = low.map(|v| (v / self.cell).floor());
            let last = high.map(|v| (v / self.cell).floor());
            let [columns, rows] = [last[0] - self.min[0] + 1.0, last[1] - self.min[1] + 1.0];
            if columns * rows <= most {
                (self.columns, self.rows) = (columns as usize, rows as usize);
                return;
            }
            self.cell *= 2.0;
        }
    }

    /// The place of a point among the people.
    fn place(&self, x: f64, y: f64) -> GridPlace {
        let [i, j] = [(x, self.min[0], self.columns), (y, self.min[1], self.rows)].map(|(v, min, count)| {
            let cell = ((v / self.cell).floor() - min).clamp(0.0, (count - 1) as f64);
            (cell as i32, (v - (cell + min) * self.cell) as f32)
        });
        GridPlace { cell: [i.0, j.0], at: [i.1, j.1] }
    }

    /// The place of a walker.
    pub(super) fn place_of(&self, row: Row) -> GridPlace {
        self.places[row.index()]
    }

    /// Counts the people of every cell.
    fn count(&mut self) {
        self.starts.clear();
        self.starts.resize(self.columns * self.rows + 1, 0);
        for place in &self.places {
            self.starts[place.cell[1] as usize * self.columns + place.cell[0] as usize + 1] += 1;
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        self.cursor.clear();
        self.cursor.extend_from_slice(&self.starts[..self.columns * self.rows]);
    }
}
