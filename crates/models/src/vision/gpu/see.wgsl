// What walkers see: one workgroup per walker, one thread per column of its image. A thread keeps the depths of a block of rows of its
// column, and whose they are, in registers; people come from a grid and pass through workgroup memory.
//
// `kernel.rs` fills in the constants in braces, repeats what stands between `#each` and `#end` for every four rows of a block with
// their number for `$`, and leaves out what stands between `#images` and `#end` unless whole images are asked for.

// Distance of a pixel in which nothing is seen, and time until what does not come nearer; its power of 3/2 is a finite number.
const NOTHING = 1e20;
// What is nearer than this is not seen [m].
const NEAREST = 0.01;
// Nearer points count as this far [m].
const LEAST = 0.05;
// Points that come nearer more slowly than this never interact [m/s].
const COMES = 1e-6;
// Levels further apart than this do not see each other [m].
const LEVEL = 1.5;
// Marks the number of a wall.
const WALL = 0x80000000u;
const THREADS = {threads}u;
const WORDS = {words}u;
// Quads of rows in a block.
const QUADS = {quads}u;

struct Lens {
    cell: f32,
    cells_x: u32,
    cells_y: u32,
    walkers: u32,
    groups_x: u32,
    columns: u32,
    // Quads of rows in the image.
    quads: u32,
    instant: u32,
    literal: u32,
    range: f32,
    edge_cos: f32,
    edge_sin: f32,
    radius: f32,
    at_eye: f32,
    flare: f32,
    eye: f32,
    a: f32,
    b: f32,
    c: f32,
    pad: f32,
    slope: array<vec4<f32>, 48>,
}

// Places are relative to a corner of a cell of the grid: so they are exact to a micrometre in plans of any size.
struct Person { at: vec2<f32>, velocity: vec2<f32>, radius: f32, z: f32, cell: i32, row: u32 }

struct Walker {
    at: vec2<f32>,
    ahead: vec2<f32>,
    velocity: vec2<f32>,
    near: f32,
    z: f32,
    cell: vec2<i32>,
    row: u32,
    reach: f32,
    faces: u32,
    face_count: u32,
    pad: vec2<u32>,
}

struct Face { a: vec2<f32>, b: vec2<f32>, height: f32, pad: f32 }

@group(0) @binding(0) var<uniform> lens: Lens;
@group(0) @binding(1) var<storage, read> directions: array<vec2<f32>>;
@group(0) @binding(2) var<storage, read> starts: array<u32>;
@group(0) @binding(3) var<storage, read> people: array<Person>;
@group(0) @binding(4) var<storage, read> walkers: array<Walker>;
@group(0) @binding(5) var<storage, read> faces: array<Face>;
@group(0) @binding(6) var<storage, read_write> percepts: array<vec4<f32>>;
#images
@group(0) @binding(7) var<storage, read_write> images: array<vec2<u32>>;
#end

// Stretches of people in the rows of the grid: where each begins, and how many there are up to its end.
var<workgroup> stretch_from: array<u32, 32>;
var<workgroup> stretch_upto: array<u32, 32>;
var<workgroup> candidates: u32;
// Which candidates of a round are kept, a bit each: their order does not depend on the order of threads.
var<workgroup> kept: array<atomic<u32>, WORDS>;
// People kept: place in the frame of the walker, square of the distance; and their numbers.
var<workgroup> list: array<vec3<f32>, {list}>;
var<workgroup> numbers: array<u32, {list}>;
var<workgroup> sums: array<vec4<f32>, THREADS>;

fn cross2(a: vec2<f32>, b: vec2<f32>) -> f32 {
    return a.x * b.y - a.y * b.x;
}

fn own(ahead: vec2<f32>, v: vec2<f32>) -> vec2<f32> {
    return vec2<f32>(dot(ahead, v), cross2(ahead, v));
}

// `atan2_32` of the geometry: what drivers have differs from one to the next.
fn angle(y: vec4<f32>, x: vec4<f32>) -> vec4<f32> {
    let ax = abs(x);
    let ay = abs(y);
    let t = min(ax, ay) / max(max(ax, ay), vec4<f32>(1e-30));
    let far = t > vec4<f32>(0.41421357);
    let u = select(t, (t - 1.0) / (t + 1.0), far);
    let z = u * u;
    var p = 0.07902092 * z - 0.13824296;
    p = p * z + 0.19971864;
    p = p * z - 0.33332756;
    var a = u + u * z * p + select(vec4<f32>(0.0), vec4<f32>(0.78539816), far);
    a = select(a, 1.57079633 - a, ax < ay);
    a = select(a, 3.14159265 - a, x < vec4<f32>(0.0));
    return select(a, -a, y < vec4<f32>(0.0));
}

// What points ask for so far: least turn to the right, greatest to the left, least time.
var<private> asked: vec3<f32>;

fn judge(depth: vec4<f32>, nearing: vec4<f32>, across: vec4<f32>) {
    let d = max(depth, vec4<f32>(LEAST));
    let comes = nearing > vec4<f32>(COMES);
    let time = select(vec4<f32>(NOTHING), d / nearing, comes);
    var rate: vec4<f32>;
    if (lens.instant != 0u) {
        rate = across / d;
    } else {
        rate = angle(across, d - nearing);
    }
    var threshold: vec4<f32>;
    if (lens.c == 1.5) {
        threshold = lens.b / (time * sqrt(time));
    } else {
        threshold = lens.b * pow(time, vec4<f32>(-lens.c));
    }
    let positive = rate >= vec4<f32>(0.0);
    let right = rate - (lens.a + threshold);
    let left = rate - (lens.a - threshold);
    let below = select(left > vec4<f32>(0.0), right < vec4<f32>(0.0), positive);
    let minds = below & comes & (depth < vec4<f32>(NOTHING));
    var to_right = minds;
    var to_left = minds;
    if (lens.literal != 0u) {
        to_right = minds & positive;
        to_left = minds & !positive;
    }
    let rights = select(vec4<f32>(NOTHING), right, to_right);
    let lefts = select(vec4<f32>(-NOTHING), left, to_left);
    let times = select(vec4<f32>(NOTHING), time, minds);
    asked.x = min(asked.x, min(min(rights.x, rights.y), min(rights.z, rights.w)));
    asked.y = max(asked.y, max(max(lefts.x, lefts.y), max(lefts.z, lefts.w)));
    asked.z = min(asked.z, min(min(times.x, times.y), min(times.z, times.w)));
}

// Speeds towards the walker and across of the point of an obstacle.
fn motion(me: Walker, u: vec2<f32>, id: u32, depth: f32) -> vec2<f32> {
    var velocity = -me.velocity;
    var reacts = true;
    if (id >= WALL) {
        reacts = depth <= me.reach;
    } else if (id > 0u) {
        velocity = people[id - 1u].velocity - me.velocity;
    }
    let v = own(me.ahead, velocity);
    return vec2<f32>(select(0.0, -dot(v, u), reacts), cross2(u, v));
}

@compute @workgroup_size({threads})
fn see(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) lane: u32) {
    let index = group.x + group.y * lens.groups_x;
    if (index >= lens.walkers) {
        return;
    }
    let me = walkers[index];
    asked = vec3<f32>(NOTHING, -NOTHING, NOTHING);
    for (var first_column = 0u; first_column < lens.columns; first_column += THREADS) {
        let column = first_column + lane;
        let inside = column < lens.columns;
        let u = directions[min(column, lens.columns - 1u)];
        for (var quad = 0u; quad < lens.quads; quad += QUADS) {
#each
            let k$ = lens.slope[quad + $u];
            var d$ = vec4<f32>(NOTHING);
            var i$ = vec4<u32>(0u);
#end
            // The nearest wall in this column that reaches to the eye hides people altogether: a cone is wider than a body.
            var screen = NOTHING;
            var screen_a = vec2<f32>(0.0);
            var screen_edge = vec2<f32>(0.0);
            for (var f = 0u; f < me.face_count; f += 1u) {
                let face = faces[me.faces + f];
                if (!inside || cross2(face.a, u) < 0.0 || cross2(u, face.b) < 0.0) {
                    continue;
                }
                let edge = face.b - face.a;
                let s = cross2(face.a, face.b) / cross2(u, edge);
                if (face.height >= lens.eye && s < screen) {
                    screen = s;
                    screen_a = face.a;
                    screen_edge = edge;
                }
                if (s > NEAREST) {
#each
                    {
                        let z = lens.eye - k$ * s;
                        let hit = (z >= vec4<f32>(0.0)) & (z <= vec4<f32>(face.height)) & (vec4<f32>(s) < d$);
                        d$ = select(d$, vec4<f32>(s), hit);
                        i$ = select(i$, vec4<u32>(WALL | f), hit);
                    }
#end
                }
            }
            // Who is farther away is not seen in these rows.
            let steep = k0.x;
            let sight = min(lens.range, (lens.eye / steep + lens.radius) * 1.0001);
            let low = max(vec2<i32>(floor((me.at - sight) / lens.cell)) + me.cell, vec2<i32>(0));
            let last_cell = vec2<i32>(i32(lens.cells_x) - 1, i32(lens.cells_y) - 1);
            let high = min(vec2<i32>(floor((me.at + sight) / lens.cell)) + me.cell, last_cell);
            let rows = u32(clamp(high.y - low.y + 1, 0, 32));
            workgroupBarrier();
            if (lane < rows) {
                let from_cell = u32(low.y + i32(lane)) * lens.cells_x;
                stretch_from[lane] = starts[from_cell + u32(low.x)];
                stretch_upto[lane] = starts[from_cell + u32(high.x) + 1u] - stretch_from[lane];
            }
            workgroupBarrier();
            if (lane == 0u) {
                var sum = 0u;
                for (var r = 0u; r < rows; r += 1u) {
                    sum += stretch_upto[r];
                    stretch_upto[r] = sum;
                }
                candidates = sum;
            }
            workgroupBarrier();
            let total = candidates;
            var held = 0u;
            for (var base = 0u; base < total; base += THREADS) {
                var keep = false;
                var entry = vec3<f32>(0.0);
                var number = 0u;
                let k = base + lane;
                if (k < total) {
                    var r = 0u;
                    var before_row = 0u;
                    while (r < 31u && k >= stretch_upto[r]) {
                        before_row = stretch_upto[r];
                        r += 1u;
                    }
                    let n = stretch_from[r] + k - before_row;
                    let p = people[n];
                    let cells = vec2<f32>(f32(p.cell - me.cell.x), f32(low.y + i32(r) - me.cell.y));
                    let d = cells * lens.cell + (p.at - me.at);
                    let far2 = dot(d, d);
                    let far = sqrt(far2);
                    let at = own(me.ahead, d);
                    let outside = abs(at.y) * lens.edge_cos - at.x * lens.edge_sin;
                    keep = far2 <= lens.range * lens.range && p.row != me.row && abs(p.z - me.z) <= LEVEL
                        && far >= me.near + p.radius && outside <= lens.radius * 1.1 && far <= sight;
                    entry = vec3<f32>(at, dot(at, at));
                    number = n + 1u;
                }
                if (lane < WORDS) {
                    atomicStore(&kept[lane], 0u);
                }
                workgroupBarrier();
                if (keep) {
                    atomicOr(&kept[lane / 32u], 1u << (lane % 32u));
                }
                workgroupBarrier();
                var place = held;
                for (var w = 0u; w < WORDS; w += 1u) {
                    let bits = atomicLoad(&kept[w]);
                    let mine = select(0u, bits & ((1u << (lane % 32u)) - 1u), w == lane / 32u);
                    place += countOneBits(select(mine, bits, w < lane / 32u));
                    held += countOneBits(bits);
                }
                if (keep) {
                    list[place] = entry;
                    numbers[place] = number;
                }
                workgroupBarrier();
                if (held <= THREADS && base + THREADS < total) {
                    continue;
                }
                for (var n = 0u; n < held; n += 1u) {
                    let person = list[n];
                    let at = person.xy;
                    let far2 = person.z;
                    let along = dot(u, at);
                    let aside = cross2(u, at);
                    let from_inside = far2 <= lens.radius * lens.radius;
                    let beside = abs(aside) > lens.radius || along <= 0.0;
                    if (!inside || (beside && !from_inside)) {
                        continue;
                    }
                    if (screen < NOTHING && cross2(screen_edge, at - screen_a) < 0.0) {
                        continue;
                    }
                    let id = numbers[n];
                    let nearest = sqrt(far2) - lens.radius;
                    let past = lens.at_eye * lens.at_eye - aside * aside;
                    let c = far2 - lens.at_eye * lens.at_eye;
#each
                    if (k$.x * nearest <= lens.eye) {
                        // |s u - d| = r + m s, its smaller positive root, in a form that loses few digits where a ray grazes.
                        let m = k$ * lens.flare;
                        let b = along + lens.at_eye * m;
                        let within = past + m * (2.0 * lens.at_eye * along + m * far2);
                        let s = c / (b + sqrt(max(within, vec4<f32>(0.0))));
                        let hit = (within >= vec4<f32>(0.0)) & (s > vec4<f32>(NEAREST)) & (k$ * s <= vec4<f32>(lens.eye)) & (s < d$);
                        d$ = select(d$, s, hit);
                        i$ = select(i$, vec4<u32>(id), hit);
                    }
#end
                }
                held = 0u;
                workgroupBarrier();
            }
            if (inside) {
#each
                if (any(d$ < vec4<f32>(NOTHING))) {
                    let x = motion(me, u, i$.x, d$.x);
                    let y = motion(me, u, i$.y, d$.y);
                    let z = motion(me, u, i$.z, d$.z);
                    let w = motion(me, u, i$.w, d$.w);
                    judge(d$, vec4<f32>(x.x, y.x, z.x, w.x), vec4<f32>(x.y, y.y, z.y, w.y));
                }
#end
#images
                let pixel = ((index * lens.columns + column) * lens.quads + quad) * 4u;
#each
                if (quad + $u < lens.quads) {
                    images[pixel + $u * 4u] = vec2<u32>(bitcast<u32>(d$.x), i$.x);
                    images[pixel + $u * 4u + 1u] = vec2<u32>(bitcast<u32>(d$.y), i$.y);
                    images[pixel + $u * 4u + 2u] = vec2<u32>(bitcast<u32>(d$.z), i$.z);
                    images[pixel + $u * 4u + 3u] = vec2<u32>(bitcast<u32>(d$.w), i$.w);
                }
#end
#end
            }
        }
    }
    // Least and greatest depend on no order.
    sums[lane] = vec4<f32>(asked, 0.0);
    for (var half = THREADS / 2u; half > 0u; half /= 2u) {
        workgroupBarrier();
        if (lane < half) {
            let other = sums[lane + half];
            let mine = sums[lane];
            sums[lane] = vec4<f32>(min(mine.x, other.x), max(mine.y, other.y), min(mine.z, other.z), 0.0);
        }
    }
    if (lane == 0u) {
        percepts[index] = sums[0];
    }
}
