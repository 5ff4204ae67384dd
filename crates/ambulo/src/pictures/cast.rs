//! Pictures of casts: everybody in a row, with name and stature.

use super::bodies::{BodyView, see_bodies, solid};
use ambulo_draw::Image;
use ambulo_motion::body::Member;
use ambulo_motion::{Placement, Quat};

/// People in one picture row.
const ROW: usize = 8;

/// Every member of a cast, eight in a row, at a level of detail (0 to 2) and in the middle of a move: for
/// [`film_strip`](ambulo_draw::film_strip). Members who lack the move stand.
///
/// ```
/// use ambulo::pictures::{BodyView, cast_strip};
/// let all = ambulo::motion::body::cast(3, 1);
/// let rows = cast_strip(&all, 2, "walk-1.1", BodyView::ThreeQuarter);
/// assert_eq!(rows[0].1.len(), 3);
/// assert!(rows[0].1[0].1.contains(" m"));
/// ```
pub fn cast_strip(
    members: &[Member],
    level: usize,
    shown: &str,
    view: BodyView,
) -> Vec<(String, Vec<(Image, String)>)> {
    let rows = members.chunks(ROW).map(|row| {
        let pictures = row.iter().map(|m| picture(m, level, shown, view)).collect();
        (format!("{} to {}", row[0].name, row[row.len() - 1].name), pictures)
    });
    rows.collect()
}

fn picture(member: &Member, level: usize, shown: &str, view: BodyView) -> (Image, String) {
    const SIZE: (usize, usize) = (150, 260);
    let (character, set) = (member.character(level), member.moves());
    let found = set.moves.iter().find(|m| m.name == shown).or(set.stand());
    let mut rotations = vec![Quat::IDENTITY; character.skeleton.len()];
    let hips = match found {
        Some(found) => found.clip.sample(0.6 * found.clip.duration(), &mut rotations),
        None => character.skeleton.rest()[0].at,
    };
    let origin = [0.0, 0.0];
    let placement = Placement { at: ambulo_motion::DVec2::ZERO, floor: 0.0, heading: 0.0 };
    let body = solid(&character, (hips, &rotations), (&placement, origin), None, 0.0);
    // One height for all, so that statures compare.
    let camera = view.camera([0.0, 0.0], 2.15);
    let image = see_bodies(vec![body], &camera, [0.0, 0.0], SIZE.0, SIZE.1);
    (image, format!("{} {:.2} m", member.name, member.person.stature))
}
