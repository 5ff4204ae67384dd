//! The shader beside the rasteriser of the CPU, pixel by pixel and percept by percept. Without a GPU a Vulkan driver that computes in
//! software serves as well; without any these tests fail, since they run only with the feature `gpu`.

mod in_a_crowd;

use super::super::camera::Camera;
use super::super::image::{Image, NOTHING as EMPTY, Surroundings};
use super::super::stimuli::{Judge, Percept};
use super::super::tests::random_scene;
use super::super::{Vision, Vision as V};
use super::device::Device;
use super::kernel::Kernel;
use super::people::PeopleGrid;
use super::walkers::{FaceRecord, WalkerRecord};
use super::{NOTHING, percept};
use ambulo_geom::{Point, Vec2};
use ambulo_sim::random::{Draw, Purpose};
use ambulo_sim::{Body, Row};

/// Marks walls in images of the shader.
const WALL: u32 = 1 << 31;
/// Where the walker stands: far from zero, where single precision alone would be off by centimetres.
const PLACE: Point = Point { x: 312_345.678, y: -87_654.321 };

/// What the shader makes of a scene: pixels as on the CPU, with numbers of people from 1 on, then faces; and the percept.
fn on_gpu(p: &Vision, scene: &Surroundings) -> (Vec<(f32, u32)>, Percept) {
    let mut camera = Camera::default();
    camera.fit(p);
    let mut kernel = Kernel::new(Device::open().unwrap(), p, &camera, true).unwrap();
    let velocity = -scene.still;
    let mut bodies = vec![Body::new(PLACE, velocity, 0.0)];
    bodies.extend(scene.people.iter().map(|person| {
        let (x, y) = (f64::from(person.at.x), f64::from(person.at.y));
        Body::new(Point::new(PLACE.x + x, PLACE.y + y), person.velocity + velocity, 0.0)
    }));
    let mut grid = PeopleGrid::default();
    grid.sort(bodies.len(), p.range, |row| (&bodies[row], 0.0));
    let seen: Vec<usize> = (0..scene.faces.len()).filter(|k| scene.faces[*k].seen(p.eye).is_some()).collect();
    let faces: Vec<FaceRecord> = scene.faces.iter().filter_map(|face| FaceRecord::of(face, p.eye)).collect();
    let place = grid.place_of(Row(0));
    let walker = WalkerRecord {
        at: place.at,
        cell: place.cell,
        ahead: [1.0, 0.0],
        velocity: [velocity.x, velocity.y],
        near: p.near,
        row: 0,
        reach: if scene.reach.is_finite() { scene.reach } else { NOTHING },
        faces: 0,
        face_count: faces.len() as u32,
        ..WalkerRecord::default()
    };
    let mut found = None;
    kernel.perceive(&grid, &[walker], &faces, |_, record| found = Some(percept(record))).unwrap();
    let number = |id: u32| match id {
        0 => 0,
        wall if wall >= WALL => (scene.people.len() + 1 + seen[(wall - WALL) as usize]) as u32,
        person => grid.people[person as usize - 1].row,
    };
    let (rows, pitch) = (camera.rows, camera.rows.next_multiple_of(4));
    let pixels = kernel.images().into_iter().enumerate().filter(|(k, _)| k % pitch < rows);
    (pixels.map(|(_, (depth, id))| (depth, number(id))).collect(), found.unwrap())
}

/// The same on the CPU.
fn on_cpu(p: &Vision, scene: &Surroundings) -> (Vec<(f32, u32)>, Percept) {
    let (mut camera, mut image) = (Camera::default(), Image::default());
    camera.fit(p);
    image.draw(&camera, scene);
    let pixel = |at: usize| if image.depth[at] == EMPTY { (NOTHING, 0) } else { (image.depth[at], image.id[at]) };
    let pixels = (0..camera.columns).flat_map(|c| (0..camera.rows).map(move |r| (c, r)));
    (pixels.map(|(c, r)| pixel(c * camera.pitch + r)).collect(), Judge::new(p).image(&image))
}

/// A scene as the model gathers it: nobody closer than `near`, nearest first.
fn scene(draw: &mut Draw, p: &Vision) -> Surroundings {
    let mut scene = random_scene(draw);
    scene.people.retain(|person| person.at.length() >= p.near + 1e-3);
    scene.people.sort_by(|a, b| a.at.length_squared().total_cmp(&b.at.length_squared()));
    scene.still = Vec2::new(-1.3, 0.1);
    scene.reach = 6.0;
    scene
}

#[test]
fn the_shader_sees_what_the_rasteriser_sees() {
    let mut draw = Draw::new(3, 0, 0, Purpose::Setup);
    for (columns, rows, mapping) in
        [(64.0, 16.0, 0.0), (256.0, 48.0, 0.0), (128.0, 24.0, 1.0), (37.0, 11.0, 0.0), (300.0, 50.0, 0.0)]
    {
        let p = V { columns, rows, mapping, ..V::default() };
        let (mut pixels, mut others, mut seen) = (0, 0, 0);
        let (mut off, mut percepts_off) = (0.0f32, 0.0f32);
        for _ in 0..12 {
            let scene = scene(&mut draw, &p);
            let ((gpu, found), (cpu, expected)) = (on_gpu(&p, &scene), on_cpu(&p, &scene));
            assert_eq!(gpu.len(), cpu.len());
            let mut same = true;
            for (g, c) in gpu.iter().zip(&cpu) {
                pixels += 1;
                seen += usize::from(c.1 > 0);
                others += usize::from(g.1 != c.1);
                same &= g.1 == c.1;
                if g.1 == c.1 && c.1 > 0 {
                    off = off.max((g.0 - c.0).abs() / c.0.max(1.0));
                }
            }
            if same {
                let both = |a: Option<f32>, b: Option<f32>| match (a, b) {
                    (Some(a), Some(b)) => (a - b).abs(),
                    (None, None) => 0.0,
                    _ => f32::INFINITY,
                };
                let later =
                    if found.soonest == expected.soonest { 0.0 } else { (found.soonest - expected.soonest).abs() };
                percepts_off =
                    percepts_off.max(both(found.right, expected.right)).max(both(found.left, expected.left)).max(later);
            }
        }
        println!(
            "{columns} x {rows}: {seen} of {pixels} pixels see anything, {others} differ, depths by {off:e}, percepts by {percepts_off:e}"
        );
        assert!(seen * 20 > pixels && (others as f64) < 1e-3 * pixels as f64, "{others} of {pixels}");
        assert!(off < 1e-4 && percepts_off < 1e-3, "{off} {percepts_off}");
    }
}
