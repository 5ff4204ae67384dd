"""Reads a stage with OpenUSD: `check.py STAGE [FILE.glb]` prints one JSON object.

What the validators of OpenUSD (those of `usdchecker`) find, what is in the stage, and, beside a binary glTF file of the same animation
with all its frames, how far the joints of all walkers are apart in the two files [m], at several times of each walker.
"""

import json
import struct
import sys

import numpy as np
from pxr import Gf, Usd, UsdGeom, UsdShade, UsdSkel, UsdValidation

SIZES = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}
KINDS = {5122: "<i2", 5126: "<f4"}


def compliance(stage):
    """All validators of `usdchecker`."""
    validators = UsdValidation.ValidationRegistry().GetOrLoadAllValidators()
    found = UsdValidation.ValidationContext(validators).Validate(stage)
    kinds = UsdValidation.ValidationErrorType
    grave = [e for e in found if e.GetType() == kinds.Error]
    return {
        "validators": len(validators),
        "errors": len(grave),
        "warnings": len(found) - len(grave),
        "first": [e.GetErrorAsString() for e in found[:5]],
    }


def walkers(stage):
    """Skeleton queries of all walkers by their numbers."""
    cache, out = UsdSkel.Cache(), {}
    for prim in stage.GetDefaultPrim().GetChildren():
        if prim.IsA(UsdSkel.Root):
            cache.Populate(UsdSkel.Root(prim), Usd.PrimDefaultPredicate)
            query = cache.GetSkelQuery(UsdSkel.Skeleton(prim.GetChild("skeleton")))
            out[prim.GetCustomDataByKey("walker")] = (prim, query, cache)
    return out


def joints(prim, query, time):
    """Places of all joints in the world, by name."""
    at = query.ComputeJointWorldTransforms(UsdGeom.XformCache(time))
    names = [str(j).split("/")[-1] for j in query.GetJointOrder()]
    return {n: np.array(m.ExtractTranslation()) for n, m in zip(names, at)}


class Glb:
    def __init__(self, file):
        data = open(file, "rb").read()
        length = struct.unpack_from("<I", data, 12)[0]
        self.json, self.bin = json.loads(data[20 : 20 + length]), data[28 + length :]
        self.nodes = self.json["nodes"]
        self.channels = {}
        for animation in self.json.get("animations", []):
            for c in animation["channels"]:
                s = animation["samplers"][c["sampler"]]
                key = (c["target"]["node"], c["target"]["path"])
                self.channels[key] = (self.values(s["input"])[:, 0], self.values(s["output"]))

    def values(self, index):
        a = self.json["accessors"][index]
        kind, n = np.dtype(KINDS[a["componentType"]]), SIZES[a["type"]]
        view = self.json["bufferViews"][a["bufferView"]]
        start = view.get("byteOffset", 0) + a.get("byteOffset", 0)
        out = np.frombuffer(self.bin, kind, a["count"] * n, start).reshape(-1, n).astype(float)
        return out / 32767.0 if a.get("normalized") else out

    def local(self, node, time):
        """The placing of a node at a time on which it has a key."""

        def value(path, or_):
            found = self.channels.get((node, path))
            if found is None:
                return np.array(self.nodes[node].get(path, or_), float)
            if path == "scale":
                return found[1][max(np.searchsorted(found[0], time + 1e-4) - 1, 0)]
            at = np.abs(found[0] - time).argmin()
            assert abs(found[0][at] - time) < 1e-3, "the file leaves frames out: write it with --tolerance 0"
            return found[1][at]

        x, y, z, w = value("rotation", [0, 0, 0, 1])
        turn = np.array(Gf.Matrix3d(Gf.Quatd(w, x, y, z).GetNormalized())).T
        m = np.eye(4)
        m[:3, :3], m[:3, 3] = turn * value("scale", [1, 1, 1]), value("translation", [0, 0, 0])
        return m

    def joints(self, root, time):
        """Places of all joints along the plan's axes, by name."""
        out, open_ = {}, [(c, self.local(root, time)) for c in self.nodes[root]["children"]]
        while open_:
            node, above = open_.pop()
            m = above @ self.local(node, time)
            out[self.nodes[node]["name"]] = np.array([m[0, 3], -m[2, 3], m[1, 3]])
            open_ += [(c, m) for c in self.nodes[node].get("children", [])]
        return out


def shapes(prim, query):
    """Shapes of a walker's mesh: names, weights of the animation, and how far the weighted shapes move the skin at most [m]."""
    mesh = next((p for p in Usd.PrimRange(prim) if p.IsA(UsdGeom.Mesh)), None)
    binding = UsdSkel.BindingAPI(mesh)
    names = list(binding.GetBlendShapesAttr().Get() or [])
    if not names:
        return None
    animation = query.GetAnimQuery()
    assert list(animation.GetBlendShapeOrder()) == names, prim
    weights = animation.ComputeBlendShapeWeights(Usd.TimeCode(0))
    blend = UsdSkel.BlendShapeQuery(binding)
    of_sub = blend.ComputeSubShapeWeights(weights)
    rest = UsdGeom.Mesh(mesh).GetPointsAttr().Get()
    points = type(rest)(rest)
    indices, offsets = blend.ComputeBlendShapePointIndices(), blend.ComputeSubShapePointOffsets()
    assert blend.ComputeDeformedPoints(*of_sub, indices, offsets, points)
    moved = np.linalg.norm(np.array(points) - np.array(rest), axis=1)
    return {"names": names, "weights": list(weights), "most_m": float(moved.max()), "moved": int((moved > 1e-6).sum())}


def inputs(stage):
    """What the inputs of all surfaces are connected to."""
    out = {}
    for prim in stage.Traverse():
        shader = UsdShade.Shader(prim)
        if shader and shader.GetIdAttr().Get() == "UsdPreviewSurface":
            for one in shader.GetInputs():
                for source in one.GetConnectedSources()[0]:
                    picture = UsdShade.Shader(source.source.GetPrim()).GetInput("file")
                    out[one.GetBaseName()] = picture.Get().path if picture else "vertices"
    return out


def name(text):
    text = "".join(c if c.isascii() and c.isalnum() else "_" for c in text)
    return "_" + text if text[:1].isdigit() else text


def main():
    file = sys.argv[1]
    stage = Usd.Stage.Open(file)
    out = compliance(stage)
    all_of = walkers(stage)
    meshes = [p for p in stage.Traverse() if p.IsA(UsdGeom.Mesh)]
    bound = 0
    for mesh in meshes:
        subsets = UsdGeom.Subset.GetAllGeomSubsets(UsdGeom.Imageable(mesh))
        bound += all(UsdShade.MaterialBindingAPI(p).ComputeBoundMaterial()[0] for p in (subsets or [UsdGeom.Imageable(mesh)]))
    out |= {
        "walkers": len(all_of),
        "meshes": len(meshes),
        "meshes_with_materials": bound,
        "up": str(UsdGeom.GetStageUpAxis(stage)),
        "metres": UsdGeom.GetStageMetersPerUnit(stage),
        "fps": stage.GetTimeCodesPerSecond(),
        "range": [stage.GetStartTimeCode(), stage.GetEndTimeCode()],
        "pictures": sum(1 for p in stage.Traverse() if p.GetAttribute("inputs:file")),
        "pictures_found": sum(
            1 for p in stage.Traverse() if p.GetAttribute("inputs:file") and p.GetAttribute("inputs:file").Get().resolvedPath
        ),
    }
    out["inputs"] = inputs(stage)
    custom = next((p.GetCustomData() for p, _, _ in all_of.values() if "strides" in p.GetCustomData()), {})
    out["events"] = {k: v if isinstance(v, (int, float, str)) else list(v) for k, v in custom.items()}
    for prim, query, cache in all_of.values():
        out["shapes"] = shapes(prim, query) if meshes else None
        skinned = cache.ComputeSkelBinding(UsdSkel.Root(prim), query.GetSkeleton(), Usd.PrimDefaultPredicate)
        assert all(s.HasJointInfluences() for s in skinned.GetSkinningTargets()), prim
        out["skinned"] = out.get("skinned", 0) + len(skinned.GetSkinningTargets())
    if len(sys.argv) > 2:
        glb, worst, compared = Glb(sys.argv[2]), 0.0, 0
        fps = glb.json["asset"]["extras"]["fps"]
        for root, node in enumerate(glb.nodes):
            if "walker" not in node.get("extras", {}):
                continue
            prim, query, _ = all_of[node["extras"]["walker"]]
            times = next(v[0] for k, v in glb.channels.items() if k[0] in (root + 1, root + 2) and k[1] == "translation")
            shown = UsdGeom.Imageable(prim)
            for time in times[:: max(1, len(times) // 4)]:
                frame = round(time * fps)
                assert shown.ComputeVisibility(frame) == "inherited", (prim, frame)
                ours, theirs = glb.joints(root, time), joints(prim, query, frame)
                assert {name(n) for n in ours} == set(theirs), (sorted(ours), sorted(theirs))
                for n, at in ours.items():
                    worst, compared = max(worst, float(np.linalg.norm(at - theirs[name(n)]))), compared + 1
            if round(times[0] * fps) > 0:
                assert shown.ComputeVisibility(round(times[0] * fps) - 1) == "invisible", prim
            if round(times[-1] * fps) < stage.GetEndTimeCode():
                assert shown.ComputeVisibility(round(times[-1] * fps) + 1) == "invisible", prim
        out |= {"compared": compared, "worst_m": worst}
    print(json.dumps(out))


if __name__ == "__main__":
    main()
