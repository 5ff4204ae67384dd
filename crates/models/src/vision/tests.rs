use super::camera::Camera;
use super::claims::*;
use super::control::{self, Law};
use super::image::{Face, Image, NOTHING, Person, Surroundings};
use super::oracle::compare;
use super::stimuli::{Judge, Percept};
use super::{Vision, Vision as V};
use ambulo_geom::Vec2;
use ambulo_sim::random::{Draw, Purpose};

fn camera(p: &Vision) -> Camera {
    let mut camera = Camera::default();
    camera.fit(p);
    camera
}

fn seen(p: &Vision, around: &Surroundings) -> Image {
    let mut image = Image::default();
    image.draw(&camera(p), around);
    image
}

fn around(people: &[(f32, f32)], faces: &[(f32, f32, f32, f32, f32)]) -> Surroundings {
    Surroundings {
        people: people.iter().map(|(x, y)| Person { at: Vec2::new(*x, *y), velocity: Vec2::new(-1.3, 0.0) }).collect(),
        faces: faces
            .iter()
            .map(|(ax, ay, bx, by, height)| Face { a: Vec2::new(*ax, *ay), b: Vec2::new(*bx, *by), height: *height })
            .collect(),
        still: Vec2::new(-1.3, 0.0),
        reach: f32::INFINITY,
    }
}

/// People and walls of all heights at random.
pub(super) fn random_scene(draw: &mut Draw) -> Surroundings {
    let mut place =
        |far: f64| Vec2::new(((2.0 * draw.unit() - 1.0) * far) as f32, ((2.0 * draw.unit() - 1.0) * far) as f32);
    let mut scene = around(&[], &[]);
    for _ in 0..60 {
        let at = place(20.0);
        if at.length() > 0.6 {
            scene.people.push(Person { at, velocity: place(1.5) });
        }
    }
    for _ in 0..12 {
        let (a, e) = (place(15.0), place(4.0));
        let height = 0.3 + 0.2 * place(1.0).x.abs() + 1.5 * (place(1.0).x > 0.0) as u8 as f32;
        scene.faces.push(Face { a, b: a + e, height });
    }
    scene
}

#[test]
fn the_rasteriser_sees_what_rays_see() {
    let mut draw = Draw::new(1, 0, 0, Purpose::Setup);
    for (columns, rows, mapping) in [(64.0, 16.0, 0.0), (256.0, 48.0, 0.0), (64.0, 16.0, 1.0), (37.0, 11.0, 0.0)] {
        let p = Vision { columns, rows, mapping, ..Vision::default() };
        let (mut pixels, mut other, mut seen_at_all) = (0, 0, 0);
        for _ in 0..12 {
            let scene = random_scene(&mut draw);
            let found = compare(&camera(&p), &scene, &seen(&p, &scene));
            // Where two obstacles are equally far, or a ray grazes one, rounding decides.
            assert!(found.off < 1e-4, "{found:?}");
            (pixels, other, seen_at_all) = (pixels + found.pixels, other + found.other, seen_at_all + found.seen);
        }
        println!("{columns} x {rows}: {seen_at_all} of {pixels} pixels see anything, {other} differ");
        assert!(seen_at_all * 20 > pixels && (other as f64) < 1e-3 * pixels as f64, "{other} of {pixels}");
    }
}

#[test]
fn what_a_wall_hides_has_no_influence_and_a_low_wall_is_seen_over() {
    let p = Vision::default();
    let judge = Judge::new(&p);
    let wall = |height: f32| (3.0, -4.0, 3.0, 4.0, height);
    let of = |people: &[(f32, f32)], height: f32| {
        let image = seen(&p, &around(people, &[wall(height)]));
        (judge.image(&image), image.depth.iter().zip(&image.id).filter(|(d, id)| **d < NOTHING && **id == 1).count())
    };
    let (alone, _) = of(&[], 3.0);
    let (hidden, pixels) = of(&[(5.0, 0.3)], 3.0);
    assert!(pixels == 0 && hidden == alone, "{pixels} pixels; {hidden:?} {alone:?}");
    // Over a wall of a metre the upper part of a person 2 m behind it is seen.
    let (_, pixels) = of(&[(5.0, 0.3)], 1.0);
    assert!(pixels > 0);
    // The rows that look over the wall see the same person as without it.
    let free = seen(&p, &around(&[(5.0, 0.3)], &[]));
    let over = seen(&p, &around(&[(5.0, 0.3)], &[wall(1.0)]));
    let camera = camera(&p);
    for at in 0..free.depth.len() {
        let passes = 1.7 - camera.slope[at % camera.pitch] * 3.0 / camera.ahead[at / camera.pitch] > 1.0;
        if passes && free.depth[at] < NOTHING {
            assert_eq!((over.depth[at], over.nearing[at]), (free.depth[at], free.nearing[at]));
        }
    }
}

#[test]
fn a_person_behind_another_is_seen_only_beside_it() {
    let p = Vision { columns: 256.0, rows: 48.0, ..Vision::default() };
    let image = seen(&p, &around(&[(3.0, 0.0), (6.0, 0.6)], &[]));
    let count = |who: u32| image.depth.iter().zip(&image.id).filter(|(d, id)| **d < NOTHING && **id == who).count();
    let alone = seen(&p, &around(&[(6.0, 0.6)], &[])).depth.iter().filter(|d| **d < NOTHING).count();
    assert!(count(1) > 100 && count(2) < alone && count(2) * 4 > alone, "{} {} {alone}", count(1), count(2));
}

#[test]
fn a_standing_obstacle_ahead_to_the_left_makes_a_walker_turn_right() {
    let signs = sign_of_turns();
    assert!(signs.tried > 200 && signs.wrong == 0, "{signs:?}");
}

#[test]
fn the_laws_of_turning_are_taken_in_order() {
    let p = V { side: 2.0, ..V::default() };
    let both = |right: f32, left: f32| Percept { right: Some(right), left: Some(left), soonest: 2.0 };
    let clear = Percept { right: None, left: None, soonest: f32::INFINITY };
    assert_eq!(control::turn(&p, &clear, 0.4, 0.0), (0.4, Law::Clear));
    assert_eq!(control::turn(&p, &both(-0.3, 0.2), 0.05, 0.0), (0.2, Law::Smaller));
    assert_eq!(control::turn(&p, &both(-0.3, 0.35), -0.15, 0.0), (-0.3, Law::NearerToGoal));
    assert_eq!(control::turn(&p, &both(-0.3, 0.2), 0.5, 0.0), (0.5, Law::Goal));
    // Who already turns right keeps to it, when left asks for hardly less.
    assert_eq!(control::turn(&p, &both(-0.22, 0.2), 0.0, -0.1), (-0.22, Law::Smaller));
    // Ties go to the preferred side.
    assert_eq!(control::turn(&V::default(), &both(-0.2, 0.2), 0.0, 0.0).0, -0.2);
    assert_eq!(control::turn(&V { side: 1.0, ..V::default() }, &both(-0.2, 0.2), 0.0, 0.0).0, 0.2);
    // With the literal sets one side may be empty.
    let one = Percept { right: Some(-0.2), left: None, soonest: 2.0 };
    assert_eq!(control::turn(&p, &one, 0.0, 0.0).0, -0.2);
}

#[test]
fn a_collision_sooner_than_three_seconds_slows_down_by_the_law() {
    let p = V::default();
    let at = |soonest: f32| control::speed(&p, &Percept { right: Some(-0.1), left: Some(0.1), soonest }, 1.3);
    assert_eq!((at(3.0), at(f32::INFINITY)), (1.3, 1.3));
    // 1 - e^-0.5
    assert!((at(1.0) - 1.3 * 0.393_469_34).abs() < 1e-5 && at(0.0) == 0.0);
}

#[test]
fn pairs_that_cross_keep_apart_and_do_not_slow_down() {
    for pair in pairs(&[]) {
        println!("{pair:?}");
        // At 30 degrees both come from nearly the same side: one follows, slower for a moment.
        let (least, slow) = if pair.angle < 45.0 { (0.35, 0.03) } else { (0.7, 0.0) };
        assert!(pair.apart >= least && pair.slow <= slow && pair.arrived == 2, "{pair:?}");
    }
}

#[test]
fn turns_and_speeds_change_no_faster_than_allowed() {
    let found = fastest_changes();
    println!("{found:?}");
    // Contact may move a body faster; nobody touches here.
    let most = std::f64::consts::FRAC_PI_2;
    assert!(found.turn <= most + 1e-3 && found.turn_change <= most + 0.05, "{found:?}");
    assert!(found.accel <= 1.0 + 0.02 && found.turn > 0.05, "{found:?}");
}

#[test]
fn a_walker_hidden_by_a_wall_has_no_influence() {
    let apart = hidden_influence();
    assert_eq!(apart, 0.0, "paths differ by {apart} m");
}

#[test]
fn points_and_images_agree_on_pairs() {
    // One point in the middle of a body instead of its outline: pairs still keep apart, by less.
    for (image, points) in pairs(&[]).iter().zip(&pairs(&[("perception", 1.0)])) {
        println!("{:3.0} deg: image {:.2} m, points {:.2} m", image.angle, image.apart, points.apart);
        assert!(points.arrived == 2, "{points:?}");
    }
}
