//! Vertex animation textures: a folder with bodies, two kinds of pictures per walker, and `vat.json` that says how to read them.

use super::AnimateError;
use super::bake::Lead;
use super::troupe::Troupe;
use super::write::Folder;
use ambulo_motion::export::{Actor, Baked, ExportScene, VertexFrames, WalkerEvents, vat_body};
use flate2::{Compression, write::ZlibEncoder};
use serde_json::{Value, json};
use std::io::Write;

/// Pixels in a row, and rows of a picture, at most: what graphics cards of phones read.
const WIDTH: usize = 4096;
const ROWS: usize = 4096;

/// What is written while walkers come.
pub struct VatFolder {
    folder: Folder,
    /// File and width of each character that is in use.
    bodies: Vec<Option<Value>>,
    walkers: Vec<Value>,
    worst: f32,
    pub bytes: u64,
}

impl VatFolder {
    pub fn begin(folder: Folder, characters: usize) -> Self {
        Self { folder, bodies: vec![None; characters], walkers: Vec::new(), worst: 0.0, bytes: 0 }
    }

    fn put(&mut self, name: &str, bytes: &[u8]) -> Result<(), AnimateError> {
        let fault = |source| AnimateError::Io { file: self.folder.now.join(name), source };
        let mut file = self.folder.file(name)?;
        file.write_all(bytes).and_then(|()| file.flush()).map_err(fault)?;
        self.bytes += bytes.len() as u64;
        Ok(())
    }

    /// Writes a walker's pictures.
    pub fn walker(
        &mut self,
        scene: &ExportScene<'_>,
        troupe: &Troupe,
        actor: &Actor,
        lead: &Lead,
        baked: &Baked,
    ) -> Result<(), AnimateError> {
        let member = &troupe.cast.members[actor.character];
        let vertices = member.character.mesh.positions.len();
        let width = vertices.clamp(1, WIDTH);
        let per_frame = vertices.div_ceil(width).max(1);
        if per_frame > ROWS {
            return Err(AnimateError::Vat { character: member.name.clone(), vertices, most: WIDTH * ROWS });
        }
        if self.bodies[actor.character].is_none() {
            let file = format!("body-{}.glb", actor.character);
            let bytes = vat_body(&member.character, &member.name, width)
                .map_err(|source| AnimateError::Export { file: self.folder.now.join(&file), source })?;
            self.put(&file, &bytes)?;
            let about = json!({
                "file": file, "character": member.name, "vertices": vertices, "width": width, "rows_per_frame": per_frame
            });
            self.bodies[actor.character] = Some(about);
        }
        let all = VertexFrames::of(&member.character, actor.scale, baked);
        self.worst = self.worst.max(all.error());
        let frames_per_picture = ROWS / per_frame;
        let (mut positions, mut normals) = (Vec::new(), Vec::new());
        for (k, first) in (0..lead.frames).step_by(frames_per_picture).enumerate() {
            let frames = first..(first + frames_per_picture).min(lead.frames);
            let rows = frames.len() * per_frame;
            let fill = width * per_frame - vertices;
            let pixels = |frame: usize| frame * vertices..(frame + 1) * vertices;
            let mut deep = Vec::with_capacity(6 * width * rows);
            let mut flat = Vec::with_capacity(3 * width * rows);
            for frame in frames {
                deep.extend(all.positions[pixels(frame)].iter().flatten().flat_map(|v| v.to_be_bytes()));
                deep.extend(std::iter::repeat_n(0, 6 * fill));
                flat.extend(all.normals[pixels(frame)].iter().flatten());
                flat.extend(std::iter::repeat_n(0, 3 * fill));
            }
            for (list, name, bits, bytes) in
                [(&mut positions, "positions", 16, &deep), (&mut normals, "normals", 8, &flat)]
            {
                let file = format!("walker-{}-{name}-{k}.png", lead.id);
                let png = png(width, rows, bits, bytes)
                    .map_err(|source| AnimateError::Io { file: self.folder.now.join(&file), source })?;
                self.put(&file, &png)?;
                list.push(file);
            }
        }
        let group = scene.groups.get(actor.group).map_or("", |g| g.name.as_str());
        let colour = |(part, (name, own)): (usize, &(String, [f32; 3]))| {
            let worn = actor.colours.get(part).copied().flatten();
            let group = scene.groups.get(actor.group).filter(|_| name == "top").map(|g| g.colour);
            (name.clone(), json!(worn.or(group).unwrap_or(*own)))
        };
        let colours: serde_json::Map<String, Value> = member.character.parts.iter().enumerate().map(colour).collect();
        let mut about = json!({
            "id": actor.id, "group": group, "body": actor.character, "first_frame": actor.first, "frames": actor.frames,
            "frames_per_picture": frames_per_picture, "positions": positions, "normals": normals,
            "min": all.least.to_array(), "max": all.most.to_array(),
            "offsets": all.offsets.iter().map(|o| o.to_array()).collect::<Vec<_>>(), "colours": colours
        });
        if scene.style.events {
            let events = WalkerEvents::of(baked, scene.fps);
            let time = |f: f64| (actor.first as f64 + f) / scene.fps;
            let plants = events.plants.map(|side| side.iter().map(|p| p.map(|f| time(f as f64))).collect::<Vec<_>>());
            about["plants"] = json!({ "left": plants[0], "right": plants[1] });
            about["phase"] = json!(events.phase);
            about["strides"] = events.strides.iter().map(|f| time(*f)).collect();
            about["clips"] = events.clips.iter().map(|(f, name)| json!([time(*f as f64), name])).collect();
            about["speeds"] = events.speeds.iter().map(|(f, v)| json!([time(*f as f64), v])).collect();
        }
        self.walkers.push(about);
        Ok(())
    }

    /// Writes `vat.json` and moves all of it to its place. Returns the bytes, and how far rounding moves a vertex at most [m].
    pub fn finish(mut self, scene: &ExportScene<'_>) -> Result<(u64, f32), AnimateError> {
        let about = json!({
            "generator": scene.generator, "title": scene.title, "fps": scene.fps, "frames": scene.frames,
            "origin": [scene.origin.x, scene.origin.y], "up": "y", "error_m": self.worst,
            "bodies": self.bodies, "walkers": self.walkers
        });
        let text = about.to_string();
        self.put("vat.json", text.as_bytes())?;
        let (bytes, worst) = (self.bytes, self.worst);
        self.folder.keep()?;
        Ok((bytes, worst))
    }
}

/// Pixels of red, green and blue with so many bits each as a PNG file. Rows are stored as differences from the row above: that of the
/// frame before, mostly.
fn png(width: usize, rows: usize, bits: u8, pixels: &[u8]) -> std::io::Result<Vec<u8>> {
    let stride = width * 3 * usize::from(bits) / 8;
    let mut zlib = ZlibEncoder::new(Vec::new(), Compression::default());
    let mut line = vec![0u8; stride + 1];
    for row in 0..rows {
        let now = &pixels[row * stride..(row + 1) * stride];
        // Filter 2: up; above the first row there is nothing.
        line[0] = if row == 0 { 0 } else { 2 };
        for (k, v) in now.iter().enumerate() {
            line[k + 1] = if row == 0 { *v } else { v.wrapping_sub(pixels[(row - 1) * stride + k]) };
        }
        zlib.write_all(&line)?;
    }
    let packed = zlib.finish()?;
    let mut out = b"\x89PNG\r\n\x1a\n".to_vec();
    let mut chunk = |kind: &[u8; 4], data: &[u8]| {
        out.extend((data.len() as u32).to_be_bytes());
        let mut crc = flate2::Crc::new();
        crc.update(kind);
        crc.update(data);
        out.extend(kind);
        out.extend(data);
        out.extend(crc.sum().to_be_bytes());
    };
    let mut head: Vec<u8> = [(width as u32).to_be_bytes(), (rows as u32).to_be_bytes()].concat();
    head.extend([bits, 2, 0, 0, 0]);
    chunk(b"IHDR", &head);
    chunk(b"IDAT", &packed);
    chunk(b"IEND", &[]);
    Ok(out)
}
