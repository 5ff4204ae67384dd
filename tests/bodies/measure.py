"""What an eye sees of bodies, measured on a written file: `measure.py FILE.glb [--door X,Y]` prints one JSON object.

Knows nothing of the program: only glTF, linear blend skinning and the names of joints (`asset.extras.roles` translates other
skeletons). The figures have the names that `ambulo animate --json` gives them; the definitions are in docs/animation.md.
"""

import argparse
import json
import math
import struct
import sys

import meshopt
import numpy as np

WIDTHS = {5120: "i1", 5121: "u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
SIZES = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}

# A sole is on the floor below this [m]; a foot that rises above it has ended its stance.
NEAR = 0.003
# Time over which the change of hip height is taken [s].
POP = 0.04
# Torsos are compared this often [s], in so many directions.
EVERY = 0.2
DIRECTIONS = 32
# Overlaps of torsos below this are touch [m].
TOUCH = 0.005


class Glb:
    def __init__(self, file):
        data = open(file, "rb").read()
        magic, version, _ = struct.unpack_from("<4sII", data)
        assert magic == b"glTF" and version == 2, file
        length, _ = struct.unpack_from("<I4s", data, 12)
        self.json = json.loads(data[20 : 20 + length])
        self.bin = data[20 + length + 8 :]
        self.views = {}

    def unpacked(self, index, about):
        if index not in self.views:
            data = self.bin[about["byteOffset"] : about["byteOffset"] + about["byteLength"]]
            self.views[index] = meshopt.decode(data, about["count"], about["byteStride"], about["filter"])
        return self.views[index]

    def accessor(self, index):
        a = self.json["accessors"][index]
        view = self.json["bufferViews"][a["bufferView"]]
        kind, n = np.dtype(WIDTHS[a["componentType"]]), SIZES[a["type"]]
        packed = view.get("extensions", {}).get("EXT_meshopt_compression")
        if packed:
            data = self.unpacked(a["bufferView"], packed)[a.get("byteOffset", 0) :]
            out = np.frombuffer(data, kind, a["count"] * n).reshape(a["count"], n)
            return np.maximum(out / 32767.0, -1.0) if a.get("normalized") else out.astype(float)
        start = view.get("byteOffset", 0) + a.get("byteOffset", 0)
        stride = view.get("byteStride", kind.itemsize * n)
        if stride == kind.itemsize * n:
            out = np.frombuffer(self.bin, kind, a["count"] * n, start).reshape(a["count"], n)
        else:
            raw = np.frombuffer(self.bin, np.uint8, stride * (a["count"] - 1) + kind.itemsize * n, start)
            rows = np.lib.stride_tricks.as_strided(raw, (a["count"], kind.itemsize * n), (stride, 1))
            out = np.ascontiguousarray(rows).view(kind)
        if a.get("normalized"):
            out = np.maximum(out.astype(float) / np.iinfo(kind).max, -1.0)
        return out.astype(float) if kind.kind == "f" else out


def matrices(q):
    """Rotation matrices of quaternions x, y, z, w in the last axis."""
    q = q / np.linalg.norm(q, axis=-1, keepdims=True)
    x, y, z, w = np.moveaxis(q, -1, 0)
    rows = [
        [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
        [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
        [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
    ]
    return np.stack([np.stack(r, -1) for r in rows], -2)


class Floor:
    """Heights of the levels, and stairs as planes over their outlines."""

    def __init__(self, glb):
        levels, self.stairs = set(), []
        for node in glb.json["nodes"]:
            name = node.get("name", "")
            if "mesh" not in node or not (name == "floor" or name.startswith(("floor ", "stairs "))):
                continue
            part = glb.json["meshes"][node["mesh"]]["primitives"][0]
            p = glb.accessor(part["attributes"]["POSITION"])
            if name.startswith("stairs "):
                tri = p[glb.accessor(part["indices"]).reshape(-1, 3)]
                a = np.c_[p[:, 0], p[:, 2], np.ones(len(p))]
                plane = np.linalg.lstsq(a, p[:, 1], rcond=None)[0]
                self.stairs.append((tri[:, :, [0, 2]], plane, p[:, 1].min(), p[:, 1].max()))
            else:
                levels |= set(np.round(p[:, 1], 3))
        self.levels = np.array(sorted(levels)) if levels else np.zeros(1)

    def below(self, p):
        """Height of the floor below places [.., 3]: that of the stairs it is over, else of the nearest level."""
        y = p[..., 1]
        out = self.levels[np.abs(y[..., None] - self.levels).argmin(-1)]
        for tris, plane, low, high in self.stairs:
            x, z = p[..., 0], p[..., 2]
            inside = np.zeros(y.shape, bool)
            for t in tris:
                side = []
                for k in range(3):
                    a, b = t[k], t[(k + 1) % 3]
                    side.append((b[0] - a[0]) * (z - a[1]) - (b[1] - a[1]) * (x - a[0]))
                s = np.stack(side)
                inside |= (s >= -1e-6).all(0) | (s <= 1e-6).all(0)
            height = np.clip(plane[0] * x + plane[1] * z + plane[2], low, high)
            out = np.where(inside & (np.abs(y - height) < 1.2), height, out)
        return out


def sampled(channel, times, turns):
    """Values of a channel at other times: on the arc between two rotations, on the line between two places."""
    at, values = channel[0][:, 0], channel[1]
    k = np.clip(np.searchsorted(at, times[:, 0] + 1e-6) - 1, 0, max(len(at) - 2, 0))
    a, b = values[k], values[np.minimum(k + 1, len(at) - 1)]
    span = np.where(len(at) > 1, at[np.minimum(k + 1, len(at) - 1)] - at[k], 1.0)
    t = np.clip((times[:, 0] - at[k]) / np.maximum(span, 1e-9), 0.0, 1.0)[:, None]
    if not turns:
        return a + (b - a) * t
    a, b = (q / np.linalg.norm(q, axis=1, keepdims=True) for q in (a, b))
    dot = (a * b).sum(1, keepdims=True)
    b, angle = np.where(dot < 0, -b, b), np.arccos(np.minimum(np.abs(dot), 1.0))
    sine = np.sin(angle)
    arc = sine > 1e-4
    sine = np.where(arc, sine, 1.0)
    return a * np.where(arc, np.sin((1 - t) * angle) / sine, 1 - t) + b * np.where(arc, np.sin(t * angle) / sine, t)


class Walker:
    """One body: poses of its joints in every frame of it."""

    def __init__(self, glb, scene, root):
        self.glb, nodes = glb, glb.json["nodes"]
        self.id = nodes[root]["extras"]["walker"]
        self.joints, self.parent, stack = [], [], [(nodes[root]["children"][0], -1)]
        while stack:
            node, parent = stack.pop(0)
            self.joints.append(node)
            self.parent.append(parent)
            stack += [(child, len(self.joints) - 1) for child in nodes[node].get("children", [])]
        channels = scene.channels
        # A channel may leave frames out; here every one has all frames of its walker.
        keys = [k[0][:, 0] for j in self.joints for k in channels.get(j, {}).values()]
        fps, last = glb.json["asset"]["extras"]["fps"], glb.json["asset"]["extras"]["frames"] - 1
        if keys:
            ends = [round(min(k[0] for k in keys) * fps), round(max(k[-1] for k in keys) * fps)]
        else:
            ends = self.visit(channels.get(root, {}).get("scale"), fps, last)
        times = np.arange(ends[0], ends[1] + 1)[:, None] / fps
        local_r, local_t = [], []
        for j in self.joints:
            found, node = channels.get(j, {}), nodes[j]
            r = sampled(found["rotation"], times, True) if "rotation" in found else node.get("rotation", [0, 0, 0, 1])
            t = sampled(found["translation"], times, False) if "translation" in found else node.get("translation", [0] * 3)
            local_r.append(np.broadcast_to(r, (len(times), 4)))
            local_t.append(np.broadcast_to(t, (len(times), 3)))
        self.times = times[:, 0]
        self.local = np.stack(local_r, 1)
        offsets = np.stack(local_t, 1)
        m = matrices(self.local)
        self.r, self.at = np.empty_like(m), np.empty_like(offsets)
        for k, p in enumerate(self.parent):
            if p < 0:
                self.r[:, k], self.at[:, k] = m[:, k], offsets[:, k]
            else:
                self.r[:, k] = self.r[:, p] @ m[:, k]
                self.at[:, k] = self.at[:, p] + np.einsum("fij,fj->fi", self.r[:, p], offsets[:, k])
        self.names = [nodes[j].get("name", "") for j in self.joints]
        self.index = {node: k for k, node in enumerate(self.joints)}
        self.skin = scene.skin_of(self.joints[0])

    @staticmethod
    def visit(scale, fps, last):
        """First and last frame of one who does not move: the scale of its node says when it is there."""
        if scale is None:
            return [0, last]
        times, sizes = scale[0][:, 0], scale[1][:, 0]
        there = np.flatnonzero(sizes > 0.5)
        if len(there) == 0:
            return [0, 0]
        gone = there[-1] + 1
        return [round(times[there[0]] * fps), round(times[gone] * fps) - 1 if gone < len(times) else last]

    def joint(self, name):
        return self.names.index(name) if name in self.names else None

    def shape(self, scene):
        """Rest vertices, their joints in this walker's order, weights, and inverse binds."""
        skin, mesh = self.skin
        order = np.array([self.index[j] for j in skin["joints"]])
        parts = scene.mesh(mesh)
        binds = self.glb.accessor(skin["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)
        return parts, order, binds

    def places(self, scene, which):
        """Places of some vertices in every frame: [frames, vertices, 3]."""
        (p, joints, weights), order, binds = self.shape(scene)
        p, joints, weights = p[which], joints[which], weights[which]
        out = np.zeros((len(self.times), len(p), 3))
        for k in range(4):
            rest = np.einsum("vij,vj->vi", binds[joints[:, k]][:, :3, :3], p) + binds[joints[:, k]][:, :3, 3]
            j = order[joints[:, k]]
            moved = np.einsum("fvij,vj->fvi", self.r[:, j], rest) + self.at[:, j]
            out += weights[:, k][None, :, None] * moved
        return out


class Scene:
    def __init__(self, glb):
        self.glb = glb
        self.channels = {}
        for animation in glb.json.get("animations", []):
            for c in animation["channels"]:
                s = animation["samplers"][c["sampler"]]
                at = self.channels.setdefault(c["target"]["node"], {})
                at[c["target"]["path"]] = (s["input"], s["output"])
        self.read, self.meshes = {}, {}
        for paths in self.channels.values():
            for path, (times, values) in paths.items():
                paths[path] = (self.values(times), self.values(values))
        self.bodies = {}
        for node in glb.json["nodes"]:
            if "skin" in node:
                skin = glb.json["skins"][node["skin"]]
                self.bodies[skin["joints"][0]] = (skin, node["mesh"])
        self.roles = glb.json["asset"].get("extras", {}).get("roles", {})
        self.floor = Floor(glb)

    def values(self, accessor):
        if accessor not in self.read:
            self.read[accessor] = self.glb.accessor(accessor)
        return self.read[accessor]

    def skin_of(self, hips):
        for first, found in self.bodies.items():
            if hips in found[0]["joints"]:
                return found
        return None

    def mesh(self, index):
        if index not in self.meshes:
            primitives = self.glb.json["meshes"][index]["primitives"]
            seen, rows = set(), []
            for part in primitives:
                a = part["attributes"]
                if a["POSITION"] in seen:
                    continue
                seen.add(a["POSITION"])
                rows.append([self.glb.accessor(a[k]) for k in ("POSITION", "JOINTS_0", "WEIGHTS_0")])
            used = set()
            for part in primitives:
                used |= set(self.glb.accessor(part["indices"]).ravel().tolist()) if len(seen) == 1 else set()
            p, j, w = (np.concatenate(c) for c in zip(*rows))
            keep = np.array(sorted(used)) if used else np.arange(len(p))
            self.meshes[index] = (p[keep], j[keep].astype(int), w[keep])
        return self.meshes[index]

    def role(self, name):
        return self.roles.get(name, name)

    def walkers(self):
        for i, node in enumerate(self.glb.json["nodes"]):
            if "walker" in node.get("extras", {}):
                yield Walker(self.glb, self, i)


def mainly(walker, scene, roles):
    """Vertices that belong mostly to joints of these roles."""
    (p, joints, weights), order, _ = walker.shape(scene)
    wanted = [walker.joint(scene.role(r)) for r in roles]
    wanted = [w for w in wanted if w is not None]
    share = (np.isin(order[joints], wanted) * weights).sum(1)
    return np.flatnonzero(share > 0.5)


def soles(walker, scene, side):
    """Vertices of one sole: of foot and toes, at rest within 3 mm of the lowest one below them."""
    which = mainly(walker, scene, [f"{side}-foot", f"{side}-toes"])
    p = walker.shape(scene)[0][0][which]
    return which[p[:, 1] < p[:, 1].min() + 0.012]


def skids(walker, scene, side, sinks):
    """How far the lowest vertex of a sole moves along the floor, summed over each stance [m]."""
    p = walker.places(scene, soles(walker, scene, side))
    above = p[..., 1] - scene.floor.below(p)
    low = above.argmin(1)
    height = above[np.arange(len(p)), low]
    sinks.append(-height.min())
    out, skid, stands = [], 0.0, False
    for k in range(len(p) - 1):
        if height[k] < NEAR and height[k + 1] < NEAR:
            d = p[k + 1, low[k]] - p[k, low[k]]
            skid += math.hypot(d[0], d[2])
            stands = True
        elif stands:
            out.append(skid)
            skid, stands = 0.0, False
    return out


def feet_overlap(walker, scene):
    """How deep one foot is in the other at most [m]: hulls of their vertices seen from above, where they are at one height."""
    feet = [walker.places(scene, mainly(walker, scene, [f"{s}-foot", f"{s}-toes"])) for s in ("left", "right")]
    angle = np.arange(DIRECTIONS) * 2 * np.pi / DIRECTIONS
    n = np.stack([np.cos(angle), np.sin(angle)])
    support = [np.einsum("fvi,id->fvd", p[..., [0, 2]], n).max(1) for p in feet]
    over = (support[0] + np.roll(support[1], -DIRECTIONS // 2, axis=1)).min(1)
    low, high = ([f(p[..., 1], axis=1) for p in feet] for f in (np.min, np.max))
    apart = np.maximum(low[0] - high[1], low[1] - high[0])
    return float(np.where(apart < 0.0, over, 0.0).max(initial=0.0))


def knees(walker, scene):
    """Least flexion of the knees [deg]; below 0 they bend the wrong way."""
    least = 180.0
    for side in ("left", "right"):
        thigh, shank, foot = (walker.joint(scene.role(f"{side}-{r}")) for r in ("thigh", "shank", "foot"))
        # The hinge, across the leg, as the skeleton rests: bodies look along +z in our files' rest, y up.
        rest = rest_pose(walker, scene)
        down = rest[shank][1] - rest[thigh][1]
        toes = walker.joint(scene.role(f"{side}-toes"))
        ahead = rest[toes][1] - rest[foot][1] if toes is not None else np.array(rest_ahead(rest, walker, scene))
        ahead[1] = 0.0
        hinge = np.cross(down, ahead)
        hinge = rest[thigh][0].T @ (hinge / np.linalg.norm(hinge))
        axis = np.einsum("fij,j->fi", walker.r[:, thigh], hinge)
        a = walker.at[:, shank] - walker.at[:, thigh]
        b = walker.at[:, foot] - walker.at[:, shank]
        a -= axis * (a * axis).sum(1, keepdims=True)
        b -= axis * (b * axis).sum(1, keepdims=True)
        # The shank of a bent knee points backwards: negative turn about down x ahead.
        turn = np.arctan2((np.cross(a, b) * axis).sum(1), (a * b).sum(1))
        least = min(least, float(np.degrees(-turn).min()))
    return least


def rest_pose(walker, scene):
    """Rotation and place of every joint at rest, from the inverse binds."""
    _, order, binds = walker.shape(scene)
    out = {}
    for k, j in enumerate(order):
        m = np.linalg.inv(binds[k])
        u, _, v = np.linalg.svd(m[:3, :3])
        out[int(j)] = (u @ v, m[:3, 3])
    return out


def rest_ahead(rest, walker, scene):
    left, right = (rest[walker.joint(scene.role(f"{s}-thigh"))][1] for s in ("left", "right"))
    return np.cross(left - right, [0.0, 1.0, 0.0])


def turns(q):
    """Angle of each joint from frame to frame [deg]."""
    d = np.abs((q[1:] * q[:-1]).sum(-1)) / (np.linalg.norm(q[1:], axis=-1) * np.linalg.norm(q[:-1], axis=-1))
    return np.degrees(2 * np.arccos(np.minimum(d, 1.0)))


TORSO = ["spine", "chest", "upper-chest", "left-shoulder", "right-shoulder", "left-arm", "right-arm"]


def torso(walker, scene, every):
    """Support of the torso's outline, seen from above, in directions all around: [samples, directions]."""
    which = mainly(walker, scene, TORSO)
    p, (rest, joints, weights), order = None, walker.shape(scene)[0], walker.shape(scene)[1]
    # Upper arms down to the middle only.
    arms = [walker.joint(scene.role(f"{s}-arm")) for s in ("left", "right")]
    keep = []
    for v in which:
        main = order[joints[v][weights[v].argmax()]]
        if main in arms:
            shoulder = rest_pose(walker, scene)[main][1]
            if np.linalg.norm(rest[v] - shoulder) > 0.16:
                continue
        keep.append(v)
    first = int(math.ceil(walker.times[0] / EVERY - 1e-6))
    wanted = np.arange(first, int(walker.times[-1] / EVERY + 1e-6) + 1)
    frames = np.rint((wanted * EVERY - walker.times[0]) * every).astype(int)
    frames = np.minimum(frames, len(walker.times) - 1)
    p = walker.places(scene, np.array(keep))[frames]
    angle = np.arange(DIRECTIONS) * 2 * np.pi / DIRECTIONS
    n = np.stack([np.cos(angle), np.sin(angle)])
    support = np.einsum("fvi,id->fvd", p[..., [0, 2]], n).max(1)
    return wanted, support, p[..., 1].mean(1)


def overlaps(torsos):
    """Share of walker-moments in which a torso is in another's, and the deepest [m]."""
    by_time = {}
    for wanted, support, height in torsos:
        for k, t in enumerate(wanted):
            by_time.setdefault(int(t), []).append((support[k], height[k]))
    seen, inside, deepest = 0, 0, 0.0
    half = DIRECTIONS // 2
    for rows in by_time.values():
        s = np.array([r[0] for r in rows])
        y = np.array([r[1] for r in rows])
        opposite = np.roll(s, -half, axis=1)
        # Overlap along a direction: how far one reaches in it beyond where the other begins.
        over = np.full((len(s), len(s)), np.inf)
        for d in range(DIRECTIONS):
            over = np.minimum(over, s[:, d][:, None] + opposite[:, d][None, :])
        over[np.abs(y[:, None] - y[None, :]) > 1.0] = -1.0
        np.fill_diagonal(over, -1.0)
        worst = over.max(1)
        seen += len(s)
        inside += int((worst > TOUCH).sum())
        deepest = max(deepest, float(worst.max()))
    return inside / max(seen, 1), max(deepest, 0.0)


def heading(walker, scene):
    """Direction the hips face in the plan, x and y, from the line between the thighs."""
    left, right = (walker.at[:, walker.joint(scene.role(f"{s}-thigh"))] for s in ("left", "right"))
    across = left - right
    ahead = np.stack([across[:, 2], across[:, 0] * 1.0], 1)
    # Plan x is x, plan y is -z: left is up x forward.
    ahead = np.stack([-across[:, 2], -across[:, 0]], 1)
    return ahead / np.linalg.norm(ahead, axis=1, keepdims=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("--door", help="place of a door in the plan, X,Y: how people within 5 m of it face")
    parser.add_argument("--list", action="store_true", help="print the worst walkers too")
    a = parser.parse_args()
    scene = Scene(Glb(a.file))
    fps = scene.glb.json["asset"]["extras"]["fps"]
    skid, sinks, hips, least, jumps, minutes, torsos, feet = [], [], [], [], 0, 0.0, [], []
    near, facing, spins, jammed = 0, 0, 0, 0.0
    worst = []
    for w in scene.walkers():
        sink = []
        mine = [s for side in ("left", "right") for s in skids(w, scene, side, sink)]
        skid += mine
        sinks += sink
        place = w.at[:, 0]
        rises = place[:, 1] - scene.floor.below(place - [0, 0.9, 0])
        step = max(1, round(POP * fps))
        change = np.abs(rises[step:] - rises[:-step])
        hips.append(float(change.max(initial=0.0)))
        least.append(knees(w, scene))
        feet.append(feet_overlap(w, scene))
        counted = int((turns(w.local)[:, 1:] > 40.0 * max(1.0, 25.0 / fps)).sum())
        jumps += counted
        minutes += (w.times[-1] - w.times[0]) / 60.0
        torsos.append(torso(w, scene, fps))
        worst.append((w.id, 100 * max(mine, default=0.0), 100 * hips[-1], least[-1], counted, 1000 * max(sink)))
        if a.door:
            x, y = map(float, a.door.split(","))
            origin = scene.glb.json["asset"]["extras"].get("origin", [0, 0])
            to = np.stack([x - origin[0] - place[:, 0], y - origin[1] + place[:, 2]], 1)
            far = np.linalg.norm(to, axis=1)
            h = heading(w, scene)
            at = (far < 5.0) & (far > 0.3)
            near += int(at.sum())
            facing += int((((h * to).sum(1) / np.maximum(far, 1e-9))[at] > math.cos(math.radians(60))).sum())
            lag = int(2 * fps)
            if len(h) > lag:
                turned = (h[lag:] * h[:-lag]).sum(1) < math.cos(math.radians(150))
                turned &= at[lag:]
                spins += int((turned[1:] & ~turned[:-1]).sum())
            jammed += at.sum() / fps / 60.0
    share, deepest = overlaps(torsos)
    out = {
        "walkers": len(least),
        "stances": len(skid),
        "skid_mean_cm": 100 * float(np.mean(skid)),
        "skid_p90_cm": 100 * float(np.percentile(skid, 90)),
        "sink_max_mm": 1000 * max(sinks),
        "hip_jump_max_cm": 100 * max(hips),
        "knee_min_deg": min(least),
        "joint_jumps_per_walker_minute": jumps / max(minutes, 1e-9),
        "interpenetration_share": share,
        "interpenetration_max_cm": 100 * deepest,
        "feet_overlap_max_cm": 100 * max(feet),
    }
    if a.door:
        out["facing_door_share"] = facing / max(near, 1)
        out["spins_per_walker_minute"] = spins / max(jammed, 1e-9)
    print(json.dumps(out, indent=1))
    if a.list:
        for column in (1, 2, 3, 4, 5):
            order = sorted(worst, key=lambda r: r[column], reverse=column != 3)
            print([(r[0], round(r[column], 2)) for r in order[:5]], file=sys.stderr)


if __name__ == "__main__":
    main()
