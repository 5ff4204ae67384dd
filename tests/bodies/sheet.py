"""Sixteen frames of a written file side by side, to look at: `sheet.py FILE.glb WALKER FROM TO OUT.png [--from-side DEG]`.

Draws the walker and whoever is near it, the floor as a grid of half metres that does not move, seen from one side at eye height
or from above. Knows nothing of the program: it reads the file as measure.py does.
"""

import argparse
import math
import struct
import zlib

import numpy as np

from measure import Glb, Scene

WIDE, HIGH, SCALE = 240, 300, 110.0


def png(file, pixels):
    h, w, _ = pixels.shape
    rows = b"".join(b"\0" + pixels[y].tobytes() for y in range(h))

    def chunk(kind, data):
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", w, h, 8, 2, 0, 0, 0)
    with open(file, "wb") as out:
        out.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def parts(glb, mesh):
    """Triangles of a mesh with their colours."""
    for part in glb.json["meshes"][mesh]["primitives"]:
        material = glb.json["materials"][part["material"]] if "material" in part else {}
        colour = material.get("pbrMetallicRoughness", {}).get("baseColorFactor", [0.6, 0.6, 0.6, 1])[:3]
        yield part, glb.accessor(part["indices"]).reshape(-1, 3), np.array(colour) ** (1 / 2.2)


class Picture:
    def __init__(self):
        self.pixels = np.full((HIGH, WIDE, 3), 235, np.uint8)
        self.depth = np.full((HIGH, WIDE), np.inf)

    def triangle(self, p, colour):
        """p: x right, y down [pixels], depth."""
        x0, x1 = max(int(p[:, 0].min()), 0), min(int(p[:, 0].max()) + 1, WIDE - 1)
        y0, y1 = max(int(p[:, 1].min()), 0), min(int(p[:, 1].max()) + 1, HIGH - 1)
        if x1 < x0 or y1 < y0:
            return
        xs, ys = np.meshgrid(np.arange(x0, x1 + 1) + 0.5, np.arange(y0, y1 + 1) + 0.5)
        (ax, ay, _), (bx, by, _), (cx, cy, _) = p
        area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay)
        if abs(area) < 1e-9:
            return
        u = ((bx - xs) * (cy - ys) - (cx - xs) * (by - ys)) / area
        v = ((cx - xs) * (ay - ys) - (ax - xs) * (cy - ys)) / area
        w = 1 - u - v
        inside = (u >= 0) & (v >= 0) & (w >= 0)
        z = u * p[0, 2] + v * p[1, 2] + w * p[2, 2]
        part = self.depth[y0 : y1 + 1, x0 : x1 + 1]
        seen = inside & (z < part)
        part[seen] = z[seen]
        self.pixels[y0 : y1 + 1, x0 : x1 + 1][seen] = colour


def view(side, above):
    """Rows: right, up, towards the eye; the plan's x is x, y is -z, up is y."""
    a = math.radians(side)
    away = np.array([math.cos(a), 0.0, -math.sin(a)])
    right = np.array([math.sin(a), 0.0, math.cos(a)])
    up = np.array([0.0, 1.0, 0.0])
    tilt = math.radians(above)
    eye = -away * math.cos(tilt) + up * math.sin(tilt)
    return np.stack([right, away * math.sin(tilt) + up * math.cos(tilt), eye])


def draw(walkers, scene, frame_time, camera, middle):
    picture = Picture()
    light = np.array([0.3, 0.8, 0.4])

    def seen(p):
        q = (p - middle) @ camera.T
        return np.stack([WIDE / 2 + SCALE * q[:, 0], HIGH * 0.52 - SCALE * q[:, 1], -q[:, 2]], 1)

    y = scene.floor.below(middle[None] - [0, 0.2, 0])[0]
    steps = np.arange(-2.0, 2.001, 0.5)
    corner = np.floor(middle[[0, 2]] / 0.5) * 0.5
    for i in steps[:-1]:
        for j in steps[:-1]:
            x, z = corner[0] + i, corner[1] + j
            quad = np.array([[x, 0, z], [x + 0.5, 0, z], [x + 0.5, 0, z + 0.5], [x, 0, z + 0.5]])
            quad[:, 1] = scene.floor.below(np.c_[quad[:, 0], np.full(4, y), quad[:, 2]])
            if np.ptp(quad[:, 1]) > 0.5:
                continue
            shade = 205 if (round(x / 0.5) + round(z / 0.5)) % 2 else 190
            q = seen(quad)
            for t in ((0, 1, 2), (0, 2, 3)):
                picture.triangle(q[list(t)], (shade, shade, shade))
    for w in walkers:
        k = int(round((frame_time - w.times[0]) * scene.fps))
        if not 0 <= k < len(w.times):
            continue
        _, mesh = w.skin
        for part, triangles, colour in w.drawn:
            p = w.cache(scene, mesh, part)[k]
            q = seen(p)
            normal = np.cross(p[triangles[:, 1]] - p[triangles[:, 0]], p[triangles[:, 2]] - p[triangles[:, 0]])
            size = np.linalg.norm(normal, axis=1)
            lit = 0.45 + 0.55 * np.clip((normal @ light) / np.maximum(size, 1e-12), 0, 1)
            for t, shade, n in zip(triangles, lit, normal):
                if n @ camera[2] > 0:
                    picture.triangle(q[t], np.clip(255 * colour * shade * 1.2, 0, 255).astype(np.uint8))
    return picture.pixels


def prepare(scene, w, times):
    """Only the frames that are drawn, of all vertices."""
    frames = [int(round((t - w.times[0]) * scene.fps)) for t in times]
    w.drawn = list(parts(scene.glb, w.skin[1]))
    w.r, at = w.r, w.at
    made = {}

    def cache(scene, mesh, part):
        key = id(part)
        if key not in made:
            a = part["attributes"]
            p, j, wt = (scene.glb.accessor(a[n]) for n in ("POSITION", "JOINTS_0", "WEIGHTS_0"))
            _, order, binds = w.shape(scene)
            out = {}
            for f in frames:
                if not 0 <= f < len(w.times):
                    continue
                total = np.zeros((len(p), 3))
                for c in range(4):
                    jj = j[:, c].astype(int)
                    rest = np.einsum("vij,vj->vi", binds[jj][:, :3, :3], p) + binds[jj][:, :3, 3]
                    o = order[jj]
                    total += wt[:, c][:, None] * (np.einsum("vij,vj->vi", w.r[f, o], rest) + at[f, o])
                out[f] = total
            made[key] = out
        return made[key]

    w.cache = cache


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file")
    parser.add_argument("walker", type=int)
    parser.add_argument("begin", type=float)
    parser.add_argument("end", type=float)
    parser.add_argument("out")
    parser.add_argument("--from-side", type=float, default=None, help="direction one looks, degrees from the plan's x")
    parser.add_argument("--above", type=float, default=12.0, help="degrees from above the horizon")
    parser.add_argument("--near", type=float, default=1.2, help="others within so many metres are drawn too")
    a = parser.parse_args()
    scene = Scene(Glb(a.file))
    scene.fps = scene.glb.json["asset"]["extras"]["fps"]
    walkers = list(scene.walkers())
    main_one = next(w for w in walkers if w.id == a.walker)
    times = np.linspace(a.begin, a.end, 16)
    frames = [int(np.clip(round((t - main_one.times[0]) * scene.fps), 0, len(main_one.times) - 1)) for t in times]
    places = main_one.at[frames, 0]
    side = a.from_side
    if side is None:
        d = places[-1] - places[0]
        side = math.degrees(math.atan2(-d[2], d[0])) + 90.0
    camera = view(side, a.above)
    near = []
    for w in walkers:
        k = [int(round((t - w.times[0]) * scene.fps)) for t in times]
        there = [i for i, f in enumerate(k) if 0 <= f < len(w.times)]
        if any(np.linalg.norm(w.at[k[i], 0] - places[i]) < a.near for i in there):
            prepare(scene, w, times)
            near.append(w)
    rows = []
    for r in range(2):
        row = []
        for c in range(8):
            i = 8 * r + c
            middle = places[i] - [0, 0.15, 0]
            row.append(draw(near, scene, times[i], camera, middle))
        rows.append(np.concatenate(row, 1))
    png(a.out, np.concatenate(rows, 0))


if __name__ == "__main__":
    main()
