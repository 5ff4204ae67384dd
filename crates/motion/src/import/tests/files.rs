//! Small files made for the tests: a pair of legs.

use serde_json::json;

/// Legs that look along -z of the file's axes; `per_metre` units a metre. Three frames at 100 Hz: rest, a bent left knee, a
/// turn after 0.2 m.
pub fn legs_bvh(per_metre: f64) -> String {
    let u = per_metre;
    let v = |x: f64, y: f64, z: f64| {
        let number = |a: f64| if u == 1.0 { format!("{a}") } else { format!("{:.6}", a * u) };
        format!("{} {} {}", number(x), number(y), number(z))
    };
    let leg = |side: &str, x: f64| {
        format!(
            "JOINT {side}UpLeg\n{{\nOFFSET {}\nCHANNELS 3 Xrotation Zrotation Yrotation\n\
             JOINT {side}Leg\n{{\nOFFSET {}\nCHANNELS 3 Xrotation Yrotation Zrotation\n\
             JOINT {side}Foot\n{{\nOFFSET {}\nCHANNELS 6 Xposition Yposition Zposition Xrotation Yrotation Zrotation\n\
             JOINT {side}ToeBase\n{{\nOFFSET {}\n\
             End Site\n{{ OFFSET 0 0 {} }}\n}}\n}}\n}}\n}}\n",
            v(x, -0.05, 0.0),
            v(0.0, -0.4, 0.0),
            v(0.0, -0.4, 0.0),
            v(0.0, -0.1, 0.15),
            0.05 * u
        )
    };
    // Rotations of a leg: thigh 3, shank 3, foot position 3 and rotation 3.
    let still = format!("0 0 0 0 0 0 {} 0 0 0", v(0.0, -0.4, 0.0));
    let bent = format!("0 0 0 90 0 0 {} 0 0 0", v(0.0, -0.4, 0.0));
    format!(
        "HIERARCHY\nROOT Hips\n{{\nOFFSET 0 0 0\nCHANNELS 6 Yposition Xposition Zposition Zrotation Xrotation Yrotation\n\
         {}{}}}\nMOTION\nFrames: 3\nFrame Time: 0.01\n\
         {h} 0 0 0 0 0 {still} {still}\n{h} 0 0 0 0 0 {bent} {still}\n{h} 0 {far} 0 0 90 {still} {still}\n",
        leg("Left", 0.1),
        leg("Right", -0.1),
        h = 0.95 * u,
        far = 0.2 * u,
    )
}

/// The frames of [`legs_bvh`] five times: enough to be analysed as a motion.
pub fn longer(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let (head, frames) = lines.split_at(lines.len() - 3);
    let head = head.join("\n").replace("Frames: 3", "Frames: 15");
    format!("{head}\n{}\n", [frames.join("\n").as_str(); 5].join("\n"))
}

/// A line of [`legs_bvh`] for z up: (x, y, z) becomes (x, -z, y), in offsets and frames' positions alike.
pub fn y_up_to_z_up(line: &str) -> String {
    match line.trim_start().trim_start_matches("{ ").strip_prefix("OFFSET ") {
        Some(rest) => {
            let n: Vec<f64> =
                rest.trim_end_matches([' ', '}']).split_whitespace().map(|w| w.parse().unwrap()).collect();
            let closes = if line.contains('{') { ("{ ", " }") } else { ("", "") };
            format!("{}OFFSET {} {} {}{}", closes.0, n[0], -n[2], n[1], closes.1)
        }
        None => line.to_owned(),
    }
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::new();
    for three in bytes.chunks(3) {
        let word = three.iter().enumerate().fold(0u32, |w, (i, b)| w | u32::from(*b) << (16 - 8 * i));
        for i in 0..4 {
            let six = (word >> (18 - 6 * i)) & 63;
            out.push(if i <= three.len() { LETTERS[six as usize] as char } else { '=' });
        }
    }
    out
}

/// The same legs in centimetres below a scaled and turned armature, with one clip of all interpolations and a triangle.
pub fn legs_gltf() -> Vec<u8> {
    let mut data: Vec<u8> = Vec::new();
    let mut accessors = Vec::new();
    let mut views = Vec::new();
    let mut add = |numbers: &[f32], kind: &str| {
        let parts = match kind {
            "SCALAR" => 1,
            "VEC3" => 3,
            "VEC4" => 4,
            _ => 16,
        };
        views.push(json!({ "buffer": 0, "byteOffset": data.len(), "byteLength": 4 * numbers.len() }));
        accessors.push(json!({
            "bufferView": views.len() - 1, "componentType": 5126, "count": numbers.len() / parts, "type": kind
        }));
        data.extend(numbers.iter().flat_map(|n| n.to_le_bytes()));
        accessors.len() - 1
    };
    let half = std::f32::consts::FRAC_1_SQRT_2;
    let times: Vec<f32> = (0..=10).map(|k| k as f32 / 10.0).collect();
    let many = add(&times, "SCALAR");
    let two = add(&[0.0, 1.0], "SCALAR");
    let quarter = add(&[0.0, 0.0, 0.0, 1.0, half, 0.0, 0.0, half], "VEC4");
    let zero = [0.0f32; 4];
    let cubic: Vec<f32> = [zero, [0.0, 0.0, 0.0, 1.0], zero, zero, [half, 0.0, 0.0, half], zero].concat();
    let cubic = add(&cubic, "VEC4");
    let hips: Vec<f32> = times.iter().flat_map(|t| [0.0, 95.0, 20.0 * t]).collect();
    let hips = add(&hips, "VEC3");
    // Seven joints, bound where they rest; the mesh is in metres.
    let places = [
        [0.0, 0.95, 0.0],
        [0.1, 0.9, 0.0],
        [0.1, 0.5, 0.0],
        [0.1, 0.1, 0.0],
        [-0.1, 0.9, 0.0],
        [-0.1, 0.5, 0.0],
        [-0.1, 0.1, 0.0],
    ];
    // From metres to the joint's centimetres.
    let inverse: Vec<f32> = places
        .iter()
        .flat_map(|[x, y, z]: &[f32; 3]| {
            let c = 100.0;
            [c, 0.0, 0.0, 0.0, 0.0, c, 0.0, 0.0, 0.0, 0.0, c, 0.0, -x * c, -y * c, -z * c, 1.0]
        })
        .collect();
    let inverse = add(&inverse, "MAT4");
    let corners = add(&[0.1, 0.9, 0.0, 0.2, 0.9, 0.0, 0.1, 0.9, 0.1], "VEC3");
    let weights = add(&[1.0, 0.0, 0.0, 0.0].repeat(3), "VEC4");
    let joints = add(&[1.0, 0.0, 0.0, 0.0].repeat(3), "VEC4");
    let sampler =
        |input: usize, output: usize, how: &str| json!({ "input": input, "output": output, "interpolation": how });
    let channel = |sampler: usize, node: usize, path: &str| json!({ "sampler": sampler, "target": { "node": node, "path": path } });
    let leg = |name: &str, at: [f32; 3], child: Option<usize>| match child {
        Some(c) => json!({ "name": name, "translation": at, "children": [c] }),
        None => json!({ "name": name, "translation": at }),
    };
    let file = json!({
        "asset": { "version": "2.0" },
        "scenes": [{ "nodes": [7, 8] }],
        "nodes": [
            { "name": "Hips", "translation": [0.0, 95.0, 0.0], "children": [1, 4] },
            leg("thigh.L", [10.0, -5.0, 0.0], Some(2)),
            leg("shin.L", [0.0, -40.0, 0.0], Some(3)),
            leg("foot.L", [0.0, -40.0, 0.0], None),
            leg("thigh.R", [-10.0, -5.0, 0.0], Some(5)),
            leg("shin.R", [0.0, -40.0, 0.0], Some(6)),
            leg("foot.R", [0.0, -40.0, 0.0], None),
            { "name": "Armature", "scale": [0.01, 0.01, 0.01], "children": [0] },
            { "name": "Skin", "mesh": 0, "skin": 0 },
        ],
        "skins": [{ "joints": [0, 1, 2, 3, 4, 5, 6], "inverseBindMatrices": inverse }],
        "meshes": [{ "primitives": [{
            "attributes": { "POSITION": corners, "JOINTS_0": joints, "WEIGHTS_0": weights }, "material": 0
        }] }],
        "materials": [{ "name": "trousers", "pbrMetallicRoughness": { "baseColorFactor": [0.1, 0.2, 0.3, 1.0] } }],
        "animations": [{
            "name": "Armature|bend",
            "samplers": [
                sampler(two, quarter, "LINEAR"), sampler(two, quarter, "STEP"),
                sampler(two, cubic, "CUBICSPLINE"), sampler(many, hips, "LINEAR")
            ],
            "channels": [
                channel(0, 2, "rotation"), channel(1, 5, "rotation"), channel(2, 1, "rotation"), channel(3, 0, "translation")
            ]
        }],
        "accessors": accessors,
        "bufferViews": views,
        "buffers": [{ "byteLength": data.len(), "uri": format!("data:application/octet-stream;base64,{}", base64(&data)) }],
    });
    serde_json::to_vec(&file).unwrap()
}

/// A glTF file as one binary: its buffer stays embedded, which is allowed.
pub fn as_glb(json: &[u8]) -> Vec<u8> {
    let mut out = b"glTF".to_vec();
    let padded = json.len().next_multiple_of(4);
    out.extend(2u32.to_le_bytes());
    out.extend((20 + padded as u32).to_le_bytes());
    out.extend((padded as u32).to_le_bytes());
    out.extend(b"JSON");
    out.extend(json);
    out.resize(20 + padded, b' ');
    out
}
