//! How to lead a body along a course of your own? Here it turns sharply, stops, and steps aside while it looks ahead;
//! a film strip of each is drawn. `cargo run --release --example lead_a_body -- FOLDER`

use ambulo::draw::film_strip;
use ambulo::motion::{AnimatedBody, DVec2, Mediator, Settings, Slides, Vec2, Wish, body, gait};
use ambulo::pictures::{BodyView, body_solid, see_bodies};

const FPS: f32 = 25.0;

/// A course: its name, the velocity wanted at a time, where to face, and the times of its pictures.
struct Course {
    name: &'static str,
    velocity: fn(f32) -> Vec2,
    facing: Option<f32>,
    from: f32,
    to: f32,
}

const COURSES: [Course; 3] = [
    Course {
        name: "turning",
        velocity: |t| if t < 2.0 { Vec2::new(1.3, 0.0) } else { Vec2::new(0.0, 1.3) },
        facing: None,
        from: 1.8,
        to: 3.2,
    },
    Course {
        name: "stopping",
        velocity: |t| if t < 2.0 { Vec2::new(1.3, 0.0) } else { Vec2::ZERO },
        facing: None,
        from: 1.8,
        to: 3.6,
    },
    Course { name: "side-stepping", velocity: |_| Vec2::new(0.0, 0.5), facing: Some(0.0), from: 3.0, to: 4.2 },
];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| ".".into());
    let mediator = Mediator::new(gait::shipped(), Settings::default())?;
    for course in COURSES {
        let mut walker = AnimatedBody::new(&mediator, DVec2::ZERO, 0.0);
        let mut slides = Slides::new(mediator.skeleton());
        let (mut at, mut velocity) = (DVec2::ZERO, (course.velocity)(0.0));
        let mut pictures = Vec::new();
        let mut due = course.from;
        for frame in 0..(course.to * FPS) as u32 + 2 {
            let (time, dt) = (frame as f32 / FPS, 1.0 / FPS);
            // People do not change their velocity faster than this.
            velocity += ((course.velocity)(time) - velocity).clamp_length_max(3.0 * dt);
            at += (velocity * dt).as_dvec2();
            let wish = Wish { at, velocity, floor: 0.0, dt, facing: course.facing };
            mediator.frame(&mut walker, &wish);
            slides.frame(mediator.skeleton(), &walker, &wish);
            if time >= due && pictures.len() < 8 {
                due += (course.to - course.from) / 8.0;
                let placed = walker.placement();
                let origin = placed.at.to_array();
                let body = body_solid(body::character(), walker.hips(), walker.rotations(), &placed, origin, None);
                let camera = BodyView::ThreeQuarter.camera([0.0, 0.0], 2.1);
                let image = see_bodies(vec![body], &camera, origin.map(|x| -x as f32), 130, 200);
                pictures.push((image, format!("{:.2} s", time - course.from)));
            }
        }
        slides.finish();
        let f = slides.figures();
        let title = format!("{}   feet slide {:.2} cm at most", course.name, f.slide_worst_cm);
        let path = format!("{folder}/mediator-{}.png", course.name);
        std::fs::write(&path, film_strip(&[(title, pictures)])?.png()?)?;
        println!("{path}: {} stances, worst slide {:.3} cm", f.stances, f.slide_worst_cm);
    }
    Ok(())
}
