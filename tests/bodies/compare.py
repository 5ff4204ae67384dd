"""How far two files of one animation are apart: `compare.py REDUCED.glb WHOLE.glb` prints one JSON object.

WHOLE has every frame (`--tolerance 0`) and, for planted feet, when they are planted (`--events`). Between the keys of REDUCED readers
interpolate; compared are the places of all joints in the world, in every frame.
"""

import json
import os
import sys

import numpy as np
from measure import Glb, Scene


def main():
    reduced, whole = (Scene(Glb(f)) for f in sys.argv[1:3])
    fps = whole.glb.json["asset"]["extras"]["fps"]
    extras = {n["extras"]["walker"]: n["extras"] for n in whole.glb.json["nodes"] if "walker" in n.get("extras", {})}
    off, planted, frames = [], [], 0
    for a, b in zip(reduced.walkers(), whole.walkers()):
        assert a.id == b.id and len(a.times) == len(b.times) and a.names == b.names
        d = np.linalg.norm(a.at - b.at, axis=-1)
        off.append(d.ravel())
        frames += len(a.times)
        for side, times in extras[a.id].get("plants", {}).items():
            feet = [k for k, n in enumerate(a.names) if n in (whole.role(f"{side}-foot"), whole.role(f"{side}-toes"))]
            for land, lift in times:
                inside = (a.times > land - 0.1 / fps) & (a.times < lift - 0.9 / fps)
                planted.append(d[inside][:, feet].ravel())
    off, planted = np.concatenate(off), np.concatenate(planted) if planted else np.zeros(1)
    size = os.path.getsize(sys.argv[1])
    out = {
        "walker_frames": frames,
        "bytes": size,
        "bytes_per_walker_frame": size / frames,
        "mean_mm": 1000 * float(off.mean()),
        "p99_mm": 1000 * float(np.percentile(off, 99)),
        "worst_mm": 1000 * float(off.max()),
        "planted_mean_mm": 1000 * float(planted.mean()),
        "planted_worst_mm": 1000 * float(planted.max()),
    }
    print(json.dumps(out, indent=1))


if __name__ == "__main__":
    main()
