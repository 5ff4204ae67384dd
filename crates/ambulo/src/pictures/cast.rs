//! Pictures of casts: everybody in a row, with name and stature.

use super::bodies::{BodyView, see_bodies, solid};
use ambulo_draw::Image;
use ambulo_motion::body::{Member, RollingBody, Wheelchair};
use ambulo_motion::{DVec2, Placement, Quat, Slope, Vec2, Wish};

/// People in one picture row.
const ROW: usize = 8;
/// Size of a picture.
const SIZE: (usize, usize) = (150, 260);

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

/// The built-in person in a wheelchair, pushing: from in front and to the right, from the right, from in front and from above, for
/// [`film_strip`](ambulo_draw::film_strip).
///
/// ```
/// let (name, pictures) = ambulo::pictures::wheelchair_strip(2);
/// assert_eq!((name.as_str(), pictures.len()), ("wheelchair", 4));
/// ```
pub fn wheelchair_strip(level: usize) -> (String, Vec<(Image, String)>) {
    let chair = Wheelchair::new(level);
    let [long, broad] = chair.footprint();
    let mut rolling = RollingBody::new(&chair, DVec2::ZERO, 0.0);
    let mut pictures = Vec::new();
    for (k, view) in [BodyView::ThreeQuarter, BodyView::Side, BodyView::Front, BodyView::Top].into_iter().enumerate() {
        // A third of a stroke from picture to picture.
        for step in 0..9 {
            let at = DVec2::new(0.04 * (9 * k + step + 1) as f64, 0.0);
            let wish = Wish { at, velocity: Vec2::X, floor: 0.0, dt: 0.04, facing: None };
            rolling.frame_on(&chair, &wish, &Slope::default());
        }
        let here = Placement { at: DVec2::ZERO, floor: 0.0, heading: 0.0 };
        let body = solid(chair.character(), (rolling.hips(), rolling.rotations()), (&here, [0.0; 2]), None, 0.0);
        let image = see_bodies(vec![body], &view.camera([0.0, 0.0], 2.15), [0.0, 0.0], SIZE.0, SIZE.1);
        pictures.push((image, format!("{long:.2} x {broad:.2} m")));
    }
    ("wheelchair".into(), pictures)
}

fn picture(member: &Member, level: usize, shown: &str, view: BodyView) -> (Image, String) {
    let (character, set) = (member.character(level), member.moves());
    let found = set.moves.iter().find(|m| m.name == shown).or(set.stand());
    let mut rotations = vec![Quat::IDENTITY; character.skeleton.len()];
    let hips = match found {
        Some(found) => found.clip.sample(0.6 * found.clip.duration(), &mut rotations),
        None => character.skeleton.rest()[0].at,
    };
    let origin = [0.0, 0.0];
    let placement = Placement { at: DVec2::ZERO, floor: 0.0, heading: 0.0 };
    let body = solid(&character, (hips, &rotations), (&placement, origin), None, 0.0);
    // One height for all, so that statures compare.
    let camera = view.camera([0.0, 0.0], 2.15);
    let image = see_bodies(vec![body], &camera, [0.0, 0.0], SIZE.0, SIZE.1);
    (image, format!("{} {:.2} m", member.name, member.person.stature))
}
