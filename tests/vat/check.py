"""Reads vertex animation textures: `check.py FOLDER FILE.glb` prints one JSON object.

Decodes the pictures with nothing but zlib, puts every vertex where they say, and compares with the binary glTF file of the same animation
with all its frames, skinned here: how far vertices are apart at most [m], and by what angle normals are [degrees].
"""

import json
import math
import os
import struct
import sys
import zlib

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "bodies"))
from measure import Glb, matrices  # noqa: E402


def png(file):
    """Rows of pixels of a PNG file with three colours of 8 or 16 bits."""
    data, at, packed, size = open(file, "rb").read(), 8, b"", None
    assert data[:8] == b"\x89PNG\r\n\x1a\n", file
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + length]
        assert zlib.crc32(kind + body) == struct.unpack_from(">I", data, at + 8 + length)[0], (file, kind)
        if kind == b"IHDR":
            width, height, bits, colours, _, _, interlaced = struct.unpack(">IIBBBBB", body)
            assert colours == 2 and interlaced == 0, file
            size = (height, width, bits)
        packed += body if kind == b"IDAT" else b""
        at += 12 + length
    height, width, bits = size
    stride = 3 * width * bits // 8
    raw = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, stride + 1)
    out = np.zeros((height, stride), np.uint8)
    for k in range(height):
        filtered = raw[k, 0]
        assert filtered in (0, 2), "only rows as they are and differences from above occur"
        out[k] = raw[k, 1:] + (out[k - 1] if filtered == 2 and k else 0)
    return out.view(">u2" if bits == 16 else np.uint8).reshape(height, width, 3).astype(float)


def decoded(folder, about, walker):
    """Places and normals of all vertices in all frames."""
    body = about["bodies"][walker["body"]]
    rows, count = body["rows_per_frame"], body["vertices"]

    def frames(files):
        all_rows = np.concatenate([png(os.path.join(folder, f)) for f in files])
        return all_rows.reshape(walker["frames"], rows * body["width"], 3)[:, :count]

    least, most = np.array(walker["min"]), np.array(walker["max"])
    places = least + frames(walker["positions"]) / 65535 * (most - least) + np.array(walker["offsets"])[:, None]
    return places, frames(walker["normals"]) / 127.5 - 1


class Skinned:
    """A walker of a binary glTF file, skinned."""

    def __init__(self, glb, root):
        self.glb, self.nodes = glb, glb.json["nodes"]
        skins = {n["skin"]: n["mesh"] for n in self.nodes if "skin" in n}
        first = self.nodes[root]["children"][0]
        skin = next(k for k in skins if glb.json["skins"][k]["skeleton"] == first)
        self.order = glb.json["skins"][skin]["joints"]
        self.binds = glb.accessor(glb.json["skins"][skin]["inverseBindMatrices"]).reshape(-1, 4, 4).transpose(0, 2, 1)
        mesh = glb.json["meshes"][skins[skin]]
        part = mesh["primitives"][0]
        own = {k: glb.accessor(v) for k, v in part["attributes"].items()}
        self.places, self.normals = own["POSITION"].copy(), own["NORMAL"]
        for target, weight in zip(part.get("targets", []), mesh.get("weights", [])):
            self.places += weight * glb.accessor(target["POSITION"])
        self.joints, self.weights = own["JOINTS_0"].astype(int), own["WEIGHTS_0"]
        self.root, self.values = root, {}
        for animation in glb.json["animations"]:
            for c in animation["channels"]:
                s = animation["samplers"][c["sampler"]]
                self.values[(c["target"]["node"], c["target"]["path"])] = (s["input"], s["output"])

    def value(self, node, path, frame, or_):
        found = self.values.get((node, path))
        if found is None:
            return np.array(self.nodes[node].get(path, or_), float)
        times, values = (self.glb.accessor(i) for i in found)
        if path == "scale":
            return np.array(self.nodes[node].get("scale", or_), float)
        assert len(times) == self.frames, "the file leaves frames out: write it with --tolerance 0"
        return values[frame]

    def at(self, frame):
        out, open_ = {}, [(self.root, np.eye(4))]
        while open_:
            node, above = open_.pop()
            local = np.eye(4)
            turn = matrices(self.value(node, "rotation", frame, [0, 0, 0, 1]))
            local[:3, :3] = turn * self.value(node, "scale", frame, [1, 1, 1])
            local[:3, 3] = self.value(node, "translation", frame, [0, 0, 0])
            out[node] = above @ local
            open_ += [(c, out[node]) for c in self.nodes[node].get("children", [])]
        moved = np.stack([out[j] for j in self.order]) @ self.binds
        blended = np.einsum("vk,vkij->vij", self.weights, moved[self.joints])
        places = np.einsum("vij,vj->vi", blended[:, :3, :3], self.places) + blended[:, :3, 3]
        normals = np.einsum("vij,vj->vi", blended[:, :3, :3], self.normals)
        return places, normals / np.linalg.norm(normals, axis=1, keepdims=True)


def main():
    folder, file = sys.argv[1:3]
    about, glb = json.load(open(os.path.join(folder, "vat.json"))), Glb(file)
    roots = {n["extras"]["walker"]: k for k, n in enumerate(glb.json["nodes"]) if "walker" in n.get("extras", {})}
    worst, off, compared = 0.0, 0.0, 0
    for walker in about["walkers"]:
        places, normals = decoded(folder, about, walker)
        skinned = Skinned(glb, roots[walker["id"]])
        skinned.frames = walker["frames"]
        body = about["bodies"][walker["body"]]
        rest = Glb(os.path.join(folder, body["file"]))
        part = rest.json["meshes"][0]["primitives"][0]["attributes"]
        lookup = rest.accessor(part["TEXCOORD_1"])
        vertex = np.floor(lookup[:, 1]) * body["width"] + np.floor(lookup[:, 0] * body["width"])
        assert (vertex == np.arange(body["vertices"])).all(), "second coordinates name other pixels"
        for frame in sorted({0, walker["frames"] - 1, *range(0, walker["frames"], 7)}):
            p, n = skinned.at(frame)
            worst = max(worst, float(np.linalg.norm(p - places[frame], axis=1).max()))
            length = np.linalg.norm(normals[frame], axis=1)
            cosine = np.clip((n * normals[frame]).sum(1) / length, -1, 1)
            off, compared = max(off, math.degrees(float(np.arccos(cosine).max()))), compared + len(p)
    print(json.dumps({
        "walkers": len(about["walkers"]), "bodies": sum(b is not None for b in about["bodies"]), "compared": compared,
        "worst_m": worst, "normals_deg": off, "said_m": about["error_m"],
        "pictures": sum(len(w["positions"]) for w in about["walkers"]),
    }))


if __name__ == "__main__":
    main()
