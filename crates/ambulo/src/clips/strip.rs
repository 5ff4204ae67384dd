//! Film strips of moves.

use crate::pictures::{BodyView, body_solid, see_bodies};
use ambulo_draw::Image;
use ambulo_motion::{Character, Move, MoveKind, Quat};

/// A move as a row of pictures, evenly spread over its duration, with a title and the time below each. The camera goes
/// with the body, the floor does not: a planted foot stays on its tile.
///
/// ```
/// use ambulo::motion::{body, gait};
/// use ambulo::clips::move_strip;
/// use ambulo::pictures::BodyView;
/// let set = gait::shipped();
/// let walk = set.moves.iter().find(|m| m.name == "walk-0.5").unwrap();
/// let (title, pictures) = move_strip(body::character(), walk, BodyView::Side, 3);
/// assert!(title.starts_with("walk-0.5"));
/// assert_eq!(pictures.len(), 3);
/// ```
pub fn move_strip(
    character: &Character,
    shown: &Move,
    view: BodyView,
    frames: usize,
) -> (String, Vec<(Image, String)>) {
    const HIGH: usize = 190;
    let clip = &shown.clip;
    let spans = if clip.cyclic { frames } else { frames.saturating_sub(1).max(1) };
    let mut rotations = vec![Quat::IDENTITY; clip.joints()];
    let pictures = (0..frames)
        .map(|k| {
            let time = clip.duration() * k as f32 / spans as f32;
            let hips = clip.sample(time, &mut rotations);
            let placement = shown.travelled(time);
            // The picture's frame goes with the body's place but does not turn. Who starts or stops is not above it.
            let at = if clip.cyclic { placement.at } else { placement.at + hips.truncate().as_dvec2() };
            let origin = at.to_array();
            let body = body_solid(character, hips, &rotations, &placement, origin, None);
            let stature = 2.05 * clip_scale(character);
            let wide = if view == BodyView::Top { 0.68 } else { 0.62 };
            let camera = view.camera([0.0, 0.0], if view == BodyView::Top { 0.8 * stature } else { stature });
            let lattice = origin.map(|x| -x as f32);
            let image = see_bodies(vec![body], &camera, lattice, (wide * HIGH as f32) as usize, HIGH);
            (image, format!("{time:.2} s"))
        })
        .collect();
    (title(shown), pictures)
}

/// Height of the character against 1.75 m.
fn clip_scale(character: &Character) -> f32 {
    let high = character.mesh.positions.iter().map(|p| p.z).fold(0.0, f32::max);
    if high > 0.1 { high / 1.75 } else { 1.0 }
}

fn title(m: &Move) -> String {
    let mut words = m.name.clone();
    if m.kind == MoveKind::Turn {
        words += &format!("   {:.0} degrees per second", m.turning.to_degrees());
    } else if m.kind != MoveKind::Stand {
        words += &format!("   {:.2} m/s", m.speed);
        if m.angle != 0.0 {
            words += &format!(", {:.0} degrees from facing", m.angle.to_degrees());
        }
    }
    words + &format!("   {:.2} s", m.clip.duration())
}
