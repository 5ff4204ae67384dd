//! From layers that were chosen to a plan: doors and frames are taken out, the rest are walls.

use super::draft::{Draft, WalkablePart};
use super::dxf_doors::{DoorSwing, Gap, LEAF, PartId, WallIndex, opening, swings};
use super::dxf_frame::{DrawingFrame, FrameSide, frames};
use super::dxf_names::LayerKind;
use super::dxf_strokes::{Stroke, Strokes};
use super::{DrawingDoor, ImportError, Plan, PlanOptions, Units};
use ambulo_geom::{Bounds, Point, Segment};
use std::collections::BTreeSet;

/// A drawing with its unit known, ready to be read with one choice of layers or another.
pub(super) struct ScaledDrawing<'s> {
    pub strokes: &'s Strokes,
    /// What each layer is for, by its name.
    pub kinds: &'s [LayerKind],
    pub units: Units,
    pub options: &'s PlanOptions,
}

/// Result of one choice of layers.
pub(super) struct DxfReading {
    pub plan: Result<Plan, ImportError>,
    /// The area of all that is enclosed, of which the plan is a part [m2].
    pub enclosed: f64,
    pub doors: Vec<DrawingDoor>,
    pub frames: Vec<DrawingFrame>,
    /// A rectangle around everything that may be a frame or a wall, and the area without it [m2].
    pub perhaps_frame: Option<(Bounds, f64)>,
    /// Parts of doors and frames.
    pub door_parts: BTreeSet<PartId>,
    pub frame_parts: BTreeSet<PartId>,
}

impl DxfReading {
    pub fn area(&self) -> Option<f64> {
        self.plan.as_ref().ok().map(|p| p.walkable.area())
    }
}

/// Below this share of a rectangle, what is in it is no building on a sheet but things in a hall.
const LEAST_SHARE: f64 = 0.08;

impl ScaledDrawing<'_> {
    /// Whether a stroke becomes walls when some layers are read.
    pub fn is_read(&self, stroke: &Stroke, layers: &[bool]) -> bool {
        // Named layers are read whole; otherwise blocks that are called after things are not walls.
        let thing = self.options.layers.is_empty() && stroke.block.is_some();
        layers[stroke.layer] && !thing && stroke.frozen.is_none_or(|l| layers[l])
    }

    /// Whether a stroke is drawn for a door.
    fn is_door(&self, stroke: &Stroke) -> bool {
        let layer = &self.strokes.layers[stroke.layer];
        let door = stroke.block == Some(LayerKind::Doors) || self.kinds[stroke.layer] == LayerKind::Doors;
        door && !layer.hidden() && stroke.frozen.is_none()
    }

    fn metres(&self, p: Point) -> Point {
        Point::new(p.x * self.units.metres, p.y * self.units.metres)
    }

    fn segment(&self, a: Point, b: Point) -> Segment {
        Segment::new(self.metres(a), self.metres(b))
    }

    /// The straight pieces of all that is read [m].
    pub fn pieces(&self, layers: &[bool]) -> Vec<Segment> {
        let strokes = self.strokes.list.iter().filter(|s| self.is_read(s, layers));
        let parts = strokes.flat_map(|s| &s.parts).filter(|p| p.is_straight());
        parts.map(|p| p.ends()).map(|(a, b)| self.segment(a, b)).collect()
    }

    /// Reads the drawing with these layers as walls.
    pub fn read(&self, layers: &[bool]) -> DxfReading {
        let kind = |s: &Stroke| if self.is_door(s) { LayerKind::Doors } else { self.kinds[s.layer] };
        let swings: Vec<DoorSwing> = swings(&self.strokes.list, kind, |s| self.is_read(s, layers) || self.is_door(s))
            .into_iter()
            .filter(|s| LEAF.contains(&(s.radius * self.units.metres)))
            .collect();
        let mut reading = DxfReading {
            plan: Err(ImportError::new("not read yet")),
            enclosed: 0.0,
            doors: Vec::new(),
            frames: Vec::new(),
            perhaps_frame: None,
            door_parts: swings.iter().flat_map(|s| s.parts.iter().copied()).collect(),
            frame_parts: BTreeSet::new(),
        };
        let candidates = frames(&self.sides(layers, &reading.door_parts));
        self.build(layers, &swings, &mut reading);
        let mut outer = Vec::new();
        for frame in candidates {
            if !self.without(layers, &swings, frame, &mut outer, &mut reading) {
                break;
            }
        }
        reading
    }

    /// Reads again without a frame; returns whether one within it may be a frame, too. Where leaving out a frame alone changes
    /// nothing, because another runs close within it, it waits in `outer` for what becomes of that one.
    fn without(
        &self,
        layers: &[bool],
        swings: &[DoorSwing],
        frame: DrawingFrame,
        outer: &mut Vec<DrawingFrame>,
        reading: &mut DxfReading,
    ) -> bool {
        let with_outer = outer.iter().flat_map(|f| &f.parts);
        let mut trial = DxfReading {
            plan: Err(ImportError::new("not read yet")),
            enclosed: 0.0,
            doors: Vec::new(),
            frames: Vec::new(),
            perhaps_frame: None,
            door_parts: reading.door_parts.clone(),
            frame_parts: reading.frame_parts.iter().chain(with_outer).chain(&frame.parts).copied().collect(),
        };
        self.build(layers, swings, &mut trial);
        let whole = frame.at.width() * frame.at.height();
        let Ok(plan) = &trial.plan else { return false };
        let share = plan.walkable.area() / whole;
        // What remains must lie apart from it: a room in the corner of a hall is no building on a sheet.
        let margin = 0.01 * frame.at.width().min(frame.at.height());
        let apart = plan.walkable.bounds().is_some_and(|b| {
            let (min, max) = (plan.in_file(b.min), plan.in_file(b.max));
            min.x > frame.at.min.x + margin
                && min.y > frame.at.min.y + margin
                && max.x < frame.at.max.x - margin
                && max.y < frame.at.max.y - margin
        });
        // Where it changes nothing it is the outer face of a wall, or another runs close within it.
        let same = reading.area().is_some_and(|a| (a - plan.walkable.area()).abs() <= 0.01 * a);
        if same {
            outer.push(frame);
            return true;
        }
        if !apart || share < LEAST_SHARE {
            return false;
        }
        let sure = match (frame.evidence.len(), frame.ring) {
            (0, _) | (1, true) => false,
            (1, false) => share >= 0.25,
            _ => true,
        };
        if !sure {
            reading.perhaps_frame = Some((frame.at, plan.walkable.area()));
            return false;
        }
        trial.frames = std::mem::take(&mut reading.frames);
        trial.frames.append(outer);
        trial.frames.push(frame);
        *reading = trial;
        true
    }

    /// Straight parts that may be a frame.
    fn sides(&self, layers: &[bool], not: &BTreeSet<PartId>) -> Vec<FrameSide> {
        let mut sides = Vec::new();
        for (s, stroke) in self.strokes.list.iter().enumerate().filter(|(_, s)| self.is_read(s, layers)) {
            let sure_wall = self.kinds[stroke.layer].blocks();
            for (p, part) in stroke.parts.iter().enumerate() {
                let id = (s as u32, p as u32);
                if not.contains(&id) {
                    continue;
                }
                // Curves count by their pieces, for the box around everything.
                for pair in part.points.windows(2) {
                    sides.push(FrameSide { id, at: self.segment(pair[0], pair[1]), sure_wall });
                }
            }
        }
        sides
    }

    /// Puts walls and doors together and repairs them.
    fn build(&self, layers: &[bool], swings: &[DoorSwing], reading: &mut DxfReading) {
        let mut draft = Draft { units: Some(self.units.clone()), ..Draft::default() };
        let gaps = swings.iter().filter_map(|s| Gap::of(self.metres(s.hinge), self.metres(s.shut), self.metres(s.tip)));
        // Each with the faces of the wall that were drawn through it.
        let mut gaps: Vec<(Gap, Vec<f64>)> = gaps.map(|gap| (gap, Vec::new())).collect();
        gaps.sort_by(|g, h| g.0.x().total_cmp(&h.0.x()));
        let mut walls = Vec::new();
        for (s, stroke) in self.strokes.list.iter().enumerate().filter(|(_, s)| self.is_read(s, layers)) {
            let mut label: Option<String> = None;
            for (p, part) in stroke.parts.iter().enumerate() {
                let id = (s as u32, p as u32);
                if reading.door_parts.contains(&id) || reading.frame_parts.contains(&id) {
                    continue;
                }
                let label = label.get_or_insert_with(|| self.label(stroke));
                for pair in part.points.windows(2) {
                    let mut pieces = vec![self.segment(pair[0], pair[1])];
                    if part.is_straight() {
                        open_gaps(&mut pieces, &mut gaps);
                    }
                    for piece in pieces {
                        draft.soup.wall(piece, label.as_str());
                        walls.push(piece);
                    }
                }
            }
        }
        for (gap, faces) in gaps.iter().filter(|(_, faces)| !faces.is_empty()) {
            for jamb in gap.jambs(faces) {
                draft.soup.wall(jamb, "the jamb of a door");
                walls.push(jamb);
            }
        }
        let walls = WallIndex::new(walls);
        reading.doors.clear();
        for swing in swings {
            let at = opening(self.metres(swing.hinge), self.metres(swing.shut), &walls);
            reading.doors.push(DrawingDoor { name: String::new(), at, swing: true, outer: false });
        }
        self.thresholds(&walls, &mut reading.doors, &mut reading.door_parts);
        draft.soup.doors = reading.doors.iter().map(|d| d.at).collect();
        match draft.finish_measured(WalkablePart::Enclosed, self.options) {
            Ok((plan, enclosed)) => {
                place_doors(&mut reading.doors, &plan);
                (reading.plan, reading.enclosed) = (Ok(plan), enclosed);
            }
            Err(error) => reading.plan = Err(error),
        }
    }

    /// Lines on layers of doors that run from wall to wall: doors without a swing.
    fn thresholds(&self, walls: &WallIndex, doors: &mut Vec<DrawingDoor>, parts: &mut BTreeSet<PartId>) {
        let swung: Vec<Segment> = doors.iter().map(|d| d.at).collect();
        for (s, stroke) in self.strokes.list.iter().enumerate().filter(|(_, s)| self.is_door(s)) {
            for (p, part) in stroke.parts.iter().enumerate().filter(|(_, p)| p.is_straight()) {
                let (a, b) = part.ends();
                let at = self.segment(a, b);
                let id = (s as u32, p as u32);
                let from_wall_to_wall = walls.touches(at.a, 0.03) && walls.touches(at.b, 0.03);
                let beside = |d: &Segment| d.distance(at.a.lerp(at.b, 0.5)) < 0.7;
                if (0.5..=6.0).contains(&at.length()) && from_wall_to_wall && !parts.contains(&id) {
                    if !swung.iter().any(beside) && !doors.iter().any(|d| beside(&d.at)) {
                        doors.push(DrawingDoor { name: String::new(), at, swing: false, outer: false });
                    }
                    parts.insert(id);
                }
            }
        }
    }

    fn label(&self, stroke: &Stroke) -> String {
        let layer: String = self.strokes.layers[stroke.layer].name.chars().take(40).collect();
        format!("line {}, {} on layer {layer}", stroke.line, stroke.entity)
    }
}

/// Cuts openings into walls that were drawn through doors.
fn open_gaps(pieces: &mut Vec<Segment>, gaps: &mut [(Gap, Vec<f64>)]) {
    let Some(wall) = pieces.first().copied() else { return };
    // Only those in reach; they are in the order of x, and no leaf is wider than this.
    let reach = 2.0 * LEAF.end();
    let (low, high) = (wall.a.x.min(wall.b.x) - reach, wall.a.x.max(wall.b.x) + reach);
    let begin = gaps.partition_point(|(gap, _)| gap.x() < low);
    for (gap, faces) in gaps[begin..].iter_mut().take_while(|(gap, _)| gap.x() <= high) {
        let mut i = 0;
        while i < pieces.len() {
            if let Some(face) = gap.crossed(pieces[i]) {
                let [first, second] = gap.cut(pieces[i]);
                faces.push(face);
                pieces[i] = first;
                pieces.insert(i + 1, second);
                i += 1;
            }
            i += 1;
        }
    }
}

/// Names the doors of a plan and finds out where they lead; those of other parts of the drawing go.
fn place_doors(doors: &mut Vec<DrawingDoor>, plan: &Plan) {
    doors.retain_mut(|door| {
        let length = door.at.length();
        if !(length > 0.0 && length.is_finite()) {
            return false;
        }
        let middle = door.at.a.lerp(door.at.b, 0.5);
        let (nx, ny) = (-(door.at.b.y - door.at.a.y) / length, (door.at.b.x - door.at.a.x) / length);
        let walkable =
            |off: f64| plan.walkable.contains(plan.local(Point::new(middle.x + nx * off, middle.y + ny * off)));
        let (left, right) = (walkable(0.05), walkable(-0.05));
        door.outer = left != right;
        left || right
    });
    for (i, door) in doors.iter_mut().enumerate() {
        door.name = format!("door-{}", i + 1);
    }
}
