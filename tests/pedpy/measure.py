#!/usr/bin/env python3
"""Measures trajectories with PedPy and prints what it found as one JSON object.

usage: measure.py QUESTION.json

The question names `file` (a recording, or text of the Juelich archive in centimetres), `fps` for text, `walkable` (WKT; a
recording brings its own), `area` (corners), `line` (two ends), `frame_step`, `delta_frame` and `cut_off` (radius and
sides a quarter).
"""

import json
import math
import pathlib
import sys

import pedpy

BORDERS = {
    "exclude": pedpy.SpeedCalculation.BORDER_EXCLUDE,
    "adaptive": pedpy.SpeedCalculation.BORDER_ADAPTIVE,
    "single-sided": pedpy.SpeedCalculation.BORDER_SINGLE_SIDED,
}


def load(question):
    path = pathlib.Path(question["file"])
    if path.suffix == ".sqlite":
        trajectory = pedpy.load_trajectory_from_jupedsim_sqlite(trajectory_file=path)
        return trajectory, pedpy.load_walkable_area_from_jupedsim_sqlite(trajectory_file=path)
    trajectory = pedpy.load_trajectory(
        trajectory_file=path, default_frame_rate=question["fps"], default_unit=pedpy.TrajectoryUnit.CENTIMETER
    )
    return trajectory, pedpy.WalkableArea(question["walkable"])


def column(values):
    """A list that JSON can hold: what is no number is null."""
    return [value if math.isfinite(value) else None for value in map(float, values)]


def by_cells(trajectory, walkable, area, line, speed, step, cut_off):
    """Voronoi figures in the area and at the line."""
    cells = pedpy.compute_individual_voronoi_polygons(traj_data=trajectory, walkable_area=walkable, cut_off=cut_off)
    density, parts = pedpy.compute_voronoi_density(individual_voronoi_data=cells, measurement_area=area)
    mean = pedpy.compute_voronoi_speed(
        traj_data=trajectory, individual_speed=speed, individual_voronoi_intersection=parts, measurement_area=area
    )
    species = pedpy.compute_species(
        trajectory_data=trajectory, individual_voronoi_polygons=cells, measurement_line=line, frame_step=step
    )
    question = {"individual_voronoi_polygons": cells, "measurement_line": line, "species": species}
    frames = range(trajectory.data.frame.min(), trajectory.data.frame.max() + 1)

    def at_line(table, name):
        return column(table.set_index("frame")[name].astype(float).reindex(frames, fill_value=0.0))

    return {
        "individual": [cells.id.tolist(), cells.frame.tolist(), column(cells.density)],
        "density": column(density.density),
        "speed": column(mean.speed),
        "line_density": at_line(pedpy.compute_line_density(**question), "density"),
        "line_speed": at_line(pedpy.compute_line_speed(individual_speed=speed, **question), "speed"),
        "line_flow": at_line(pedpy.compute_line_flow(individual_speed=speed, **question), "flow"),
    }


def main(path):
    question = json.loads(pathlib.Path(path).read_text())
    trajectory, walkable = load(question)
    area, line = pedpy.MeasurementArea(question["area"]), pedpy.MeasurementLine(question["line"])
    step = question["frame_step"]
    speeds = {
        name: pedpy.compute_individual_speed(
            traj_data=trajectory, frame_step=step, compute_velocity=True, speed_calculation=border
        )
        for name, border in BORDERS.items()
    }
    sided = speeds["single-sided"]
    mean = pedpy.compute_mean_speed_per_frame(traj_data=trajectory, individual_speed=sided, measurement_area=area)
    n_t, crossings = pedpy.compute_n_t(traj_data=trajectory, measurement_line=line)
    flow = pedpy.compute_flow(
        nt=n_t,
        crossing_frames=crossings,
        individual_speed=sided,
        delta_frame=question["delta_frame"],
        frame_rate=trajectory.frame_rate,
    )
    radius, quarter = question["cut_off"]
    cut_off = pedpy.Cutoff(radius=radius, quad_segments=quarter)
    found = {
        "rows": len(trajectory.data),
        "first_frame": int(trajectory.data.frame.min()),
        "fps": float(trajectory.frame_rate),
        "density": column(
            pedpy.compute_classic_density(traj_data=trajectory, measurement_area=area).density
        ),
        "individual_speed": {
            name: [table.id.tolist(), table.frame.tolist(), column(table.speed)] for name, table in speeds.items()
        },
        "mean_speed": column(mean.speed),
        "n_t": n_t.cumulative_pedestrians.tolist(),
        "crossings": [crossings.id.tolist(), crossings.frame.tolist()],
        "flow": column(flow.flow),
        "flow_speed": column(flow.mean_speed),
        "voronoi": by_cells(trajectory, walkable, area, line, sided, step, None),
        "voronoi_cut_off": by_cells(trajectory, walkable, area, line, sided, step, cut_off),
    }
    print(json.dumps(found))


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
