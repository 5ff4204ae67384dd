//! USD as text: a stage with z up and metres, as the plan has it, and everybody with a skeleton of UsdSkel.
//!
//! What a body is lies once in the file, as classes; walkers inherit it and add rotations, a place and when they are there. A walker's
//! node moves with the hips, so that only rotations are written for every frame; with a root joint the node stays, and the joints carry
//! all of it.

use super::glb::short as sixteen_bits;
use super::keys::KeyRules;
use super::usd_body::{UsdBodies, extent};
use super::usd_text::{list, name, numbers, points, quats, quoted, short, tuple};
use super::{Actor, Baked, ExportError, ExportScene, ScenePiece, WalkerEvents};
use crate::{Side, turn};
use glam::{Quat, Vec3};
use std::fmt::Write as _;
use std::io::Write;

/// Writes a stage as its walkers come, without holding them.
///
/// ```
/// use ambulo_motion::export::{Baked, ExportError, ExportScene, UsdWriter};
/// fn write(scene: &ExportScene<'_>, walkers: &[Baked]) -> Result<Vec<u8>, ExportError> {
///     let mut writer = UsdWriter::begin(Vec::new(), scene, "pictures/")?;
///     for baked in walkers {
///         writer.walker(baked)?;
///     }
///     let (stage, pictures) = writer.finish()?;
///     assert!(pictures.is_empty()); // else they go beside it
///     Ok(stage)
/// }
/// ```
pub struct UsdWriter<'a, W: Write> {
    out: W,
    scene: ExportScene<'a>,
    bodies: UsdBodies,
    /// Class of each actor.
    worn: Vec<String>,
    text: String,
    came: usize,
}

impl<'a, W: Write> UsdWriter<'a, W> {
    /// Writes all but the walkers. Pictures will be looked for in `pictures`, a folder beside the file with a slash at its end.
    pub fn begin(out: W, scene: &ExportScene<'a>, pictures: &str) -> Result<Self, ExportError> {
        scene.check()?;
        let mut scene = scene.clone();
        scene.pieces.retain(|piece| !piece.triangles.is_empty());
        let mut bodies = UsdBodies::new(pictures);
        let worn = scene.actors.iter().map(|actor| bodies.worn(&scene, actor)).collect();
        let place: Vec<usize> = scene.pieces.iter().map(|p| bodies.plain(&p.name, p.colour)).collect();
        bodies.end_pictures(&scene);
        let mut text = String::from("#usda 1.0\n(\n");
        let last = scene.frames.saturating_sub(1);
        let _ = write!(
            text,
            "customLayerData = {{\nint frames = {}\ndouble2 origin = ({}, {})\n",
            scene.frames, scene.origin.x, scene.origin.y
        );
        let _ = writeln!(
            text,
            "string title = {}\nstring generator = {}\n}}",
            quoted(&scene.title),
            quoted(&scene.generator)
        );
        text += "defaultPrim = \"crowd\"\nmetersPerUnit = 1\nupAxis = \"Z\"\nstartTimeCode = 0\n";
        let _ = writeln!(text, "endTimeCode = {last}\ntimeCodesPerSecond = {0}\nframesPerSecond = {0}\n)\n", scene.fps);
        bodies.classes(&mut text, &scene);
        text += "def Xform \"crowd\" (\nkind = \"assembly\"\n)\n{\n";
        bodies.materials(&mut text);
        if !scene.pieces.is_empty() {
            text += "def Xform \"place\"\n{\n";
            let mut names = Vec::new();
            for (piece, material) in scene.pieces.iter().zip(place) {
                let name = name(&piece.name, &names);
                put_piece(&mut text, piece, &name, &UsdBodies::path(material));
                names.push(name);
            }
            text += "}\n";
        }
        let mut writer = Self { out, scene, bodies, worn, text, came: 0 };
        writer.camera();
        writer.hand_over()?;
        Ok(writer)
    }

    /// Writes the next walker.
    pub fn walker(&mut self, baked: &Baked) -> Result<(), ExportError> {
        let actor = self.scene.next(self.came, baked)?;
        self.put(&actor, baked);
        self.came += 1;
        self.hand_over()
    }

    /// Ends the stage; all walkers must have come. Returns where it went, and the pictures that belong beside it.
    pub fn finish(mut self) -> Result<(W, Vec<UsdPicture>), ExportError> {
        if self.came != self.scene.actors.len() {
            return Err(ExportError::Count { announced: self.scene.actors.len(), came: self.came });
        }
        self.text += "}\n";
        self.hand_over()?;
        self.out.flush()?;
        let picture = |(path, character, picture): &(String, usize, usize)| {
            let bytes = self.scene.characters[*character].mesh.pictures.get(*picture).map(|p| p.bytes.clone());
            UsdPicture { path: path.clone(), bytes: bytes.unwrap_or_default() }
        };
        Ok((self.out, self.bodies.pictures.iter().map(picture).collect()))
    }

    fn hand_over(&mut self) -> Result<(), ExportError> {
        self.out.write_all(self.text.as_bytes())?;
        self.text.clear();
        Ok(())
    }

    /// A camera that sees the whole place from the south, looking down by 35 degrees.
    fn camera(&mut self) {
        let (least, most) = self.scene.bounds();
        let far = (0.5 * (most - least).length() + 2.0) / 0.342_9;
        let at = (least + most) * 0.5 + Vec3::new(0.0, -0.819_152, 0.573_576_4) * far;
        let text = &mut self.text;
        *text += "def Camera \"camera\"\n{\nfloat focalLength = 20.945\nfloat horizontalAperture = 27.183\n";
        *text += "float verticalAperture = 15.2908\nfloat2 clippingRange = (0.1, ";
        short(text, 3.0 * far);
        *text += ")\ndouble3 xformOp:translate = ";
        tuple(text, &at.to_array());
        *text += "\nfloat xformOp:rotateX = 55\n";
        *text += "uniform token[] xformOpOrder = [\"xformOp:translate\", \"xformOp:rotateX\"]\n}\n";
    }

    fn put(&mut self, actor: &Actor, baked: &Baked) {
        let (scene, text) = (&self.scene, &mut self.text);
        let root = scene.style.root_joint;
        let group = scene.groups.get(actor.group).map_or("", |g| g.name.as_str());
        let path = format!("/crowd/walker_{}", actor.id);
        let _ = writeln!(text, "def SkelRoot \"walker_{}\" (\nprepend apiSchemas = [\"SkelBindingAPI\"]", actor.id);
        let _ = writeln!(
            text,
            "inherits = </bodies/{}>\ndisplayName = {}",
            self.worn[self.came],
            quoted(&scene.name(actor))
        );
        let _ = writeln!(text, "customData = {{\nint walker = {}\nstring group = {}", actor.id, quoted(group));
        if scene.style.events {
            let events = WalkerEvents::of(baked, scene.fps);
            let seconds = |frame: usize| super::glb_json::time(actor.first + frame, scene.fps);
            for (side, name) in [(Side::Left, "plants_left"), (Side::Right, "plants_right")] {
                let _ = write!(text, "double[] {name} = ");
                numbers(text, events.plants[side as usize].iter().flatten().map(|f| seconds(*f)));
                text.push('\n');
            }
            let _ = writeln!(text, "double phase = {}", events.phase);
            *text += "double[] strides = ";
            numbers(text, events.strides.iter().map(|f| ((actor.first as f64 + f) / scene.fps) as f32));
            *text += "\nstring[] clips = ";
            list(text, events.clips.iter(), |text, (_, name)| *text += &quoted(name));
            *text += "\ndouble[] clip_times = ";
            numbers(text, events.clips.iter().map(|(f, _)| seconds(*f)));
            *text += "\ndouble[] speeds = ";
            list(text, events.speeds.iter(), |text, (_, speed)| short(text, (speed * 1000.0).round() / 1000.0));
            *text += "\ndouble[] speed_times = ";
            numbers(text, events.speeds.iter().map(|(f, _)| seconds(*f)));
            text.push('\n');
        }
        *text += "}\n)\n{\n";
        let _ = writeln!(text, "rel skel:skeleton = <{path}/skeleton>");
        let (least, most) = reach(scene, actor, baked);
        *text += "float3[] extent = ";
        points(text, [least, most].into_iter());
        text.push('\n');
        let last = actor.first + actor.frames;
        if actor.first > 0 || last < scene.frames {
            *text += "token visibility.timeSamples = {\n";
            if actor.first > 0 {
                *text += "0: \"invisible\",\n";
            }
            let _ = writeln!(text, "{}: \"inherited\",", actor.first);
            if last < scene.frames {
                let _ = writeln!(text, "{last}: \"invisible\",");
            }
            *text += "}\n";
        }
        let character = scene.characters[actor.character];
        let mut rules = KeyRules::new(character, actor.scale, if root { 3 } else { 1 }, scene.style.tolerance);
        rules.walker(baked);
        let kept = rules.together(baked);
        let mut order = Vec::new();
        if !root {
            *text += "double3 xformOp:translate.timeSamples = {\n";
            for &frame in &kept {
                let _ = write!(text, "{}: ", actor.first + frame);
                tuple(text, &baked.hips(frame).to_array());
                *text += ",\n";
            }
            *text += "}\n";
            order.push("xformOp:translate");
        }
        if actor.scale != 1.0 {
            *text += "float3 xformOp:scale = ";
            tuple(text, &[actor.scale; 3]);
            text.push('\n');
            order.push("xformOp:scale");
        }
        if !order.is_empty() {
            let order: Vec<String> = order.iter().map(|o| quoted(o)).collect();
            let _ = writeln!(text, "uniform token[] xformOpOrder = [{}]", order.join(", "));
        }
        let _ = writeln!(text, "over \"skeleton\"\n{{\nrel skel:animationSource = <{path}/animation>\n}}");
        *text += "over \"animation\"\n{\n";
        if root {
            self.rooted(actor, baked, &kept);
        } else {
            *text += "quatf[] rotations.timeSamples = {\n";
            for &frame in &kept {
                let _ = write!(text, "{}: ", actor.first + frame);
                quats(text, baked.rotations(frame).iter().map(|q| rounded(*q)));
                *text += ",\n";
            }
            *text += "}\n";
        }
        self.text += "}\n}\n";
    }

    /// All joints from the root on, in every frame.
    fn rooted(&mut self, actor: &Actor, baked: &Baked, kept: &[usize]) {
        let joints = self.scene.characters[actor.character].skeleton.joints();
        let text = &mut self.text;
        let (mut places, mut turns) = (String::new(), String::new());
        for &frame in kept {
            let (at, heading) = baked.ground(frame);
            let whole = turn(heading);
            let hips = whole.conjugate() * (baked.hips(frame) - at) / actor.scale;
            let _ = write!(places, "{}: ", actor.first + frame);
            let first = [at / actor.scale, hips].into_iter();
            points(&mut places, first.chain(joints.iter().skip(1).map(|j| j.translation)));
            places += ",\n";
            let _ = write!(turns, "{}: ", actor.first + frame);
            let rotations = baked.rotations(frame);
            let first = [whole, whole.conjugate() * rotations[0]].into_iter();
            quats(&mut turns, first.chain(rotations[1..].iter().copied()).map(rounded));
            turns += ",\n";
        }
        let _ = write!(text, "float3[] translations.timeSamples = {{\n{places}}}\n");
        let _ = write!(text, "quatf[] rotations.timeSamples = {{\n{turns}}}\n");
    }
}

/// A picture that belongs beside a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsdPicture {
    /// Where the stage looks for it, from its own folder.
    pub path: String,
    /// The bytes of the PNG or JPEG file.
    pub bytes: std::sync::Arc<[u8]>,
}

/// As our glTF files have it, so that both show the same.
fn rounded(q: Quat) -> Quat {
    let [x, y, z, w] = sixteen_bits(q).map(|v| f32::from(v) / 32767.0);
    Quat::from_xyzw(x, y, z, w)
}

/// Where the body can be, in the measure of its node: around the hips, or along its whole trajectory.
fn reach(scene: &ExportScene<'_>, actor: &Actor, baked: &Baked) -> (Vec3, Vec3) {
    let character = scene.characters[actor.character];
    let around = Vec3::splat(0.75 * character.height().max(0.1));
    if !scene.style.root_joint {
        return (-around, around);
    }
    let hips: Vec<Vec3> = (0..baked.frames()).map(|f| baked.hips(f) / actor.scale).collect();
    let (least, most) = extent(&hips);
    (least - around, most + around)
}

fn put_piece(text: &mut String, piece: &ScenePiece, name: &str, material: &str) {
    let _ = writeln!(
        text,
        "def Mesh \"{name}\" (\nprepend apiSchemas = [\"MaterialBindingAPI\"]\ndisplayName = {}\n)\n{{",
        quoted(&piece.name)
    );
    let (least, most) = extent(&piece.positions);
    *text += "uniform bool doubleSided = 1\nfloat3[] extent = ";
    points(text, [least, most].into_iter());
    *text += "\nint[] faceVertexCounts = ";
    numbers(text, piece.triangles.iter().map(|_| 3));
    *text += "\nint[] faceVertexIndices = ";
    numbers(text, piece.triangles.iter().flatten());
    *text += "\npoint3f[] points = ";
    points(text, piece.positions.iter().copied());
    *text += "\nnormal3f[] normals = ";
    points(text, piece.normals.iter().copied());
    *text += " (\ninterpolation = \"vertex\"\n)\nuniform token subdivisionScheme = \"none\"\n";
    let _ = writeln!(text, "rel material:binding = <{material}>\n}}");
}
