#!/usr/bin/env python3
"""Opens a recording with PedPy, measures its density, and prints what it found as one JSON object.

usage: check_recording.py RECORDING.sqlite [X0 Y0 X1 Y1]

The four numbers are opposite corners of the measurement area in metres; without them it is the middle half of the
bounding box. It is cut to the walkable area. Exits with 1 and a message when anything is wrong.
"""

import json
import math
import pathlib
import sqlite3
import sys

import pedpy
import shapely


def fail(message):
    print(f"check_recording: {message}", file=sys.stderr)
    sys.exit(1)


def measurement_area(walkable, corners):
    """The largest convex piece of the asked box that can be walked on: PedPy takes no other."""
    if corners:
        x0, y0, x1, y1 = corners
    else:
        left, low, right, high = walkable.bounds
        x0, x1 = left + (right - left) / 4, right - (right - left) / 4
        y0, y1 = low + (high - low) / 4, high - (high - low) / 4
    piece = shapely.box(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)).intersection(walkable)
    pieces = [p for p in getattr(piece, "geoms", [piece]) if p.geom_type == "Polygon" and p.area > 0]
    if not pieces:
        fail("the measurement area lies outside the walkable area")
    piece = max(pieces, key=lambda p: p.area)
    return pedpy.MeasurementArea(shapely.Polygon(piece.exterior).convex_hull)


def check_tables(path, trajectory):
    """What PedPy does not look at, but other readers of the format do."""
    with sqlite3.connect(path) as db:
        frames = [row[0] for row in db.execute("SELECT frame FROM frame_data ORDER BY rowid")]
        if frames != list(range(len(frames))):
            fail("the frames in frame_data are not 0, 1, 2 ...")
        known = dict(db.execute("SELECT key, value FROM metadata"))
        for key in ("version", "fps", "xmin", "xmax", "ymin", "ymax"):
            if key not in known:
                fail(f"metadata has no {key}")
        rows = db.execute("SELECT count(*) FROM trajectory_data").fetchone()[0]
        if rows != len(trajectory.data):
            fail(f"PedPy read {len(trajectory.data)} of {rows} rows")
        longest = db.execute("SELECT max(abs(ori_x * ori_x + ori_y * ori_y - 1)) FROM trajectory_data").fetchone()[0]
        if longest is not None and longest > 1e-3:
            fail("a heading is not of length 1")
    return len(frames)


def main(arguments):
    if len(arguments) not in (1, 5):
        fail(__doc__)
    path = pathlib.Path(arguments[0])
    if not path.is_file():
        fail(f"{path}: there is no such file")
    try:
        trajectory = pedpy.load_trajectory_from_jupedsim_sqlite(trajectory_file=path)
        walkable = pedpy.load_walkable_area_from_jupedsim_sqlite(trajectory_file=path)
    except Exception as error:
        fail(f"{path}: PedPy cannot read it: {error}")
    frames = check_tables(path, trajectory)
    if trajectory.data.empty:
        fail(f"{path}: nobody is in it")
    if not pedpy.is_trajectory_valid(traj_data=trajectory, walkable_area=walkable):
        outside = pedpy.get_invalid_trajectory(traj_data=trajectory, walkable_area=walkable)
        fail(f"{path}: {len(outside)} rows lie outside the walkable area, the first:\n{outside.head(1)}")
    area = measurement_area(walkable.polygon, [float(v) for v in arguments[1:]])
    density = pedpy.compute_classic_density(traj_data=trajectory, measurement_area=area)["density"]
    left, low, right, high = walkable.polygon.bounds
    found = {
        "rows": len(trajectory.data),
        "walkers": int(trajectory.data["id"].nunique()),
        "frames": frames,
        "fps": float(trajectory.frame_rate),
        "area_m2": float(walkable.area),
        "least_x": float(trajectory.data["x"].min()),
        "least_y": float(trajectory.data["y"].min()),
        "walkable_left": float(left),
        "walkable_low": float(low),
        "mean_density": float(density.mean()),
        "max_density": float(density.max()),
    }
    if not all(math.isfinite(value) for value in found.values()):
        fail(f"{path}: a measurement is not finite: {found}")
    print(json.dumps(found))


if __name__ == "__main__":
    main(sys.argv[1:])
