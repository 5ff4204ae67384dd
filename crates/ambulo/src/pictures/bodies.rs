//! Pictures of bodies: a posed character as a solid, seen from a usual side.

use ambulo_draw::{Camera, Image, Solid, render};
use ambulo_motion::{
    Bind, Character, JointTransform, Moved, Placement, Quat, Role, Vec3, palette_linear, skin_linear, to_world,
};

/// Camera direction. The body is assumed to face along x.
///
/// ```
/// assert_eq!(ambulo::pictures::BodyView::from_name("front"), Some(ambulo::pictures::BodyView::Front));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyView {
    /// From its right: it goes to the right in the picture.
    Side,
    /// From in front.
    Front,
    /// From above: it goes to the right in the picture.
    Top,
    /// From in front and to its right, a little from above.
    ThreeQuarter,
}

impl BodyView {
    /// All views.
    pub const ALL: [Self; 4] = [Self::Side, Self::Front, Self::Top, Self::ThreeQuarter];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Side => "side",
            Self::Front => "front",
            Self::Top => "top",
            Self::ThreeQuarter => "three-quarter",
        }
    }

    /// The view of that [`name`](BodyView::name).
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|view| view.name() == name)
    }

    /// The camera for what stands around a point of the floor [m], so many metres high in the picture.
    pub fn camera(self, at: [f32; 2], height: f32) -> Camera {
        let [x, y] = at;
        let middle = 0.42 * height;
        let (from, raise) = match self {
            Self::Side => ([0.0, -6.0, 0.7], 0.0),
            Self::Front => ([6.0, 0.0, 0.7], 0.0),
            Self::Top => ([0.0, 0.0, 6.0], 0.0),
            Self::ThreeQuarter => ([4.6, -3.6, 1.9], -0.02 * height),
        };
        let target = [x, y, middle + raise];
        let eye = std::array::from_fn(|i| target[i] + from[i]);
        Camera { eye, at: target, height, perspective: self == Self::ThreeQuarter }
    }
}

/// A character's skin in a pose, put into the plan, as a solid to draw. Places are relative to `origin` in the plan.
/// `top` is the colour of the part called "top" (linear red, green, blue), if not its own. The right arm and leg are a
/// little lighter, so that one sees which is which.
pub fn body_solid(
    character: &Character,
    hips: Vec3,
    rotations: &[Quat],
    placement: &Placement,
    origin: [f64; 2],
    top: Option<[f32; 3]>,
) -> Solid {
    solid(character, (hips, rotations), (placement, origin), top, 0.12)
}

/// The same with another lightening of the right arm and leg.
pub(super) fn solid(
    character: &Character,
    (hips, rotations): (Vec3, &[Quat]),
    (placement, origin): (&Placement, [f64; 2]),
    top: Option<[f32; 3]>,
    lightened: f32,
) -> Solid {
    let skeleton = &character.skeleton;
    let mut world = vec![JointTransform { at: Vec3::ZERO, rotation: Quat::IDENTITY }; skeleton.len()];
    to_world(skeleton, hips, rotations, &mut world);
    let mut palette = vec![Moved::NOT; skeleton.len()];
    palette_linear(&Bind::of(skeleton), &world, &mut palette);
    let mesh = &character.mesh;
    let (mut places, mut normals) = (mesh.positions.clone(), mesh.normals.clone());
    skin_linear(&palette, mesh.into(), &mut places, &mut normals);
    let shift = Vec3::new((placement.at.x - origin[0]) as f32, (placement.at.y - origin[1]) as f32, 0.0);
    let rotation = placement.rotation();
    let right: Vec<_> = Role::ALL
        .into_iter()
        .filter(|role| role.name().starts_with("right"))
        .filter_map(|role| skeleton.roles().get(role))
        .collect();
    let colours = mesh
        .parts
        .iter()
        .zip(&mesh.influences)
        .map(|(&part, pull)| {
            let (name, own) = &character.parts[usize::from(part)];
            let colour = if name == "top" { top.unwrap_or(*own) } else { *own };
            let paler = if right.contains(&usize::from(pull.joints[0])) { lightened } else { 0.0 };
            colour.map(|c| c + (1.0 - c) * paler)
        })
        .collect();
    Solid {
        positions: places.iter().map(|&p| (placement.offset(p) + shift).to_array()).collect(),
        normals: normals.iter().map(|&n| (rotation * n).to_array()).collect(),
        colours,
        triangles: mesh.triangles.clone(),
        shadow: true,
    }
}

/// Bodies on a tiled floor. Tiles are half a metre wide and lie on the lattice of the plan whose origin is at `lattice`
/// in the picture's frame.
pub fn see_bodies(bodies: Vec<Solid>, camera: &Camera, lattice: [f32; 2], width: usize, height: usize) -> Image {
    let reach = 1.5 * camera.height * (width as f32 / height as f32).max(1.0);
    let (x, y) = (camera.at[0], camera.at[1]);
    let floor =
        Solid::floor([x - reach, y - reach], [x + reach, y + reach], 0.5, lattice, [[0.82; 3], [0.70, 0.72, 0.74]]);
    let mut solids = vec![floor];
    solids.extend(bodies);
    render(&solids, camera, width, height, [0.95; 3])
}
