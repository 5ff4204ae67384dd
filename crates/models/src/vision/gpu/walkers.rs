//! The walkers who decide, as the shader reads them, each with the walls around it.

use super::super::image::Face;
use super::super::{Vision, VisionMemory, begin, faces, reach};
use super::people::PeopleGrid;
use ambulo_geom::Vec2;
use ambulo_sim::{Row, View, Workers};
use bytemuck::{Pod, Zeroable};

/// A walker as the shader has it.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub(super) struct WalkerRecord {
    /// Place relative to the corner of its cell [m].
    pub(super) at: [f32; 2],
    pub(super) ahead: [f32; 2],
    pub(super) velocity: [f32; 2],
    /// Others whose middle is nearer than this and their radius are not seen [m].
    pub(super) near: f32,
    pub(super) z: f32,
    pub(super) cell: [i32; 2],
    pub(super) row: u32,
    /// Faces farther away are not reacted to [m].
    pub(super) reach: f32,
    /// The first of its faces, and how many there are.
    pub(super) faces: u32,
    pub(super) face_count: u32,
    pub(super) pad: [u32; 2],
}

/// A face as the shader has it: seen from the front, with its left end second.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Pod, Zeroable)]
pub(super) struct FaceRecord {
    a: [f32; 2],
    b: [f32; 2],
    height: f32,
    pad: f32,
}

impl FaceRecord {
    /// `None` where it is seen from behind.
    pub(super) fn of(face: &Face, eye: f32) -> Option<Self> {
        let (a, b, _) = face.seen(eye)?;
        Some(Self { a: [a.x, a.y], b: [b.x, b.y], height: face.height, pad: 0.0 })
    }
}

/// The walkers of a step.
#[derive(Default)]
pub(super) struct DecidingWalkers {
    pub(super) rows: Vec<Row>,
    pub(super) walkers: Vec<WalkerRecord>,
    pub(super) faces: Vec<FaceRecord>,
    /// Faces of each piece of `walkers`.
    pieces: Vec<Vec<FaceRecord>>,
}

impl DecidingWalkers {
    /// Gathers those of the walkers who decide that want to go anywhere.
    pub(super) fn gather(
        &mut self,
        p: &Vision,
        view: &View<'_>,
        workers: &Workers<'_>,
        deciding: &[Row],
        memory: &[VisionMemory],
        grid: &PeopleGrid,
    ) {
        self.rows.clear();
        self.rows.extend(deciding.iter().filter(|row| view.preferred(**row).length() > 1e-6));
        self.walkers.resize(self.rows.len(), WalkerRecord::default());
        self.pieces.iter_mut().for_each(Vec::clear);
        let rows = &self.rows;
        workers.fill(&mut self.walkers, &mut self.pieces, |start, walkers, piece: &mut Vec<FaceRecord>| {
            piece.clear();
            for (k, out) in walkers.iter_mut().enumerate() {
                let me = rows[start + k];
                let heading = memory[me.index()].heading;
                let ahead = if heading == Vec2::ZERO { begin(view, me).0 } else { heading };
                let (body, place, first) = (view.body(me), grid.place_of(me), piece.len());
                faces(view, me, p, ahead, |face| piece.extend(FaceRecord::of(&face, p.eye)));
                *out = WalkerRecord {
                    at: place.at,
                    ahead: [ahead.x, ahead.y],
                    velocity: [body.vx, body.vy],
                    near: body.radius + p.near,
                    z: view.height(me),
                    cell: place.cell,
                    row: me.0,
                    reach: reach(view, me, p),
                    faces: first as u32,
                    face_count: (piece.len() - first) as u32,
                    pad: [0; 2],
                };
            }
        });
        self.join();
    }

    /// Puts the faces of all pieces one after the other.
    fn join(&mut self) {
        self.faces.clear();
        let mut walkers = self.walkers.iter_mut();
        for piece in &self.pieces {
            let (offset, mut left) = (self.faces.len() as u32, piece.len() as u32);
            // A walker without faces may belong to either piece.
            while left > 0 {
                let Some(walker) = walkers.next() else { break };
                walker.faces += offset;
                left -= walker.face_count;
            }
            self.faces.extend_from_slice(piece);
        }
    }
}
