"""Checks what `ambulo run --json` printed, and that the folder holds what it should."""

import json
import pathlib
import sys

summary = json.loads(pathlib.Path(sys.argv[1]).read_text())
folder = pathlib.Path(sys.argv[2])

problems = []
if summary["arrived"] != summary["agents"]:
    problems.append(f"{summary['arrived']} of {summary['agents']} arrived")
if summary["max_overlap_m"] > 0.005:
    problems.append(f"overlap of {summary['max_overlap_m']} m")
for key in ("wall_crossings", "faults", "stuck"):
    if summary[key] != 0:
        problems.append(f"{key} is {summary[key]}")
for name in ("trajectory.sqlite", "scenario.toml", "summary.json", "report.html"):
    if not (folder / name).is_file():
        problems.append(f"{name} is missing")
pictures = [p for p in (folder / "pictures").glob("*") if p.stat().st_size > 0]
if len([p for p in pictures if p.suffix == ".png"]) < 5 or len([p for p in pictures if p.suffix == ".svg"]) < 5:
    problems.append(f"only {len(pictures)} pictures")

print(f"{summary['scene']:<12} {summary['agents']:>4} people, {summary['simulated_s']:>6.1f} s simulated in "
      f"{summary['wall_s']:.2f} s, overlap {summary['max_overlap_m'] * 1000:.1f} mm, hash {summary['state_hash']}")
if problems:
    sys.exit(f"{summary['scene']}: " + "; ".join(problems))
