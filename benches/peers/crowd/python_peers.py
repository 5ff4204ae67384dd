"""The crowd workloads with programs that have Python bindings; one run of one model, one JSON line on standard output.

The Rust program beside starts it, and gives it the people: a text file, one line each, `x y goal_x goal_y speed radius`.
Only the steps are on the clock (`time.process_time`, all threads): not set-up, and not what the script does between steps to
tell people where to go, unless the program itself cannot be told otherwise.
"""

import argparse
import importlib.metadata
import json
import os
import sys
import time

# One thread, as everybody here.
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS"):
    os.environ[name] = "1"

import numpy as np  # noqa: E402
from scipy.spatial import cKDTree  # noqa: E402

LOOK_EVERY = 10
TIME_HORIZON, WALL_HORIZON, NEAREST, RANGE, FASTEST = 2.0, 1.0, 10, 5.0, 1.5
# Room with a door, as `ambulo bench crowd` has it, anticlockwise.
DOOR = [(0, 0), (30, 0), (30, 14.4), (30.3, 14.4), (30.3, 0), (40, 0), (40, 30), (30.3, 30), (30.3, 15.6), (30, 15.6),
        (30, 30), (0, 30)]


class Clock:
    """CPU time of the steps, and the deepest overlap seen between them."""

    def __init__(self, steps, budget):
        self.steps, self.budget = steps, budget
        self.cpu, self.done, self.walker_steps, self.overlap = 0.0, 0, 0, 0.0

    def more(self):
        return self.done < self.steps and self.cpu < self.budget

    def step(self, work, walkers, bodies):
        """`bodies` gives places and radii; it is asked every few steps."""
        began = time.process_time()
        work()
        self.cpu += time.process_time() - began
        self.done += 1
        self.walker_steps += walkers
        if self.done % LOOK_EVERY == 0 or not self.more():
            self.overlap = max(self.overlap, deepest(*bodies()))


def deepest(places, radii):
    """The deepest overlap of two bodies [m]."""
    places, radii = np.asarray(places), np.asarray(radii)
    if len(places) < 2:
        return 0.0
    # Overlapping people are among the nearest few.
    distance, other = cKDTree(places).query(places, k=min(8, len(places)))
    depth = radii[:, None] + radii[other[:, 1:]] - distance[:, 1:]
    return float(max(0.0, depth.max()))


def waypoints(workload, places, goals, radii):
    """Where each aims: in `door` at the opening until it is passed, then straight out."""
    if workload == "open":
        return goals
    through = np.column_stack([np.full(len(places), 30.3),
                               np.clip(places[:, 1], 14.4 + radii + 0.05, 15.6 - radii - 0.05)])
    out = np.column_stack([np.full(len(places), 39.0), places[:, 1]])
    return np.where(places[:, :1] < 30.15, through, out)


def jupedsim_model(args, people, clock):
    import jupedsim as jps

    side = float(np.sqrt(len(people) / 0.5))
    ring = [(0, 0), (side, 0), (side, side), (0, side)] if args.workload == "open" else DOOR
    models = {
        "CollisionFreeSpeedModel": (jps.CollisionFreeSpeedModel, lambda p: jps.CollisionFreeSpeedModelAgentParameters(
            position=(p[0], p[1]), desired_speed=p[4], radius=p[5])),
        "SocialForceModel": (jps.SocialForceModel, lambda p: jps.SocialForceModelAgentParameters(
            position=(p[0], p[1]), orientation=(1.0, 0.0), desired_speed=p[4], radius=p[5])),
        "GeneralizedCentrifugalForceModel": (
            jps.GeneralizedCentrifugalForceModel, lambda p: jps.GeneralizedCentrifugalForceModelAgentParameters(
                position=(p[0], p[1]), orientation=(1.0, 0.0), desired_speed=p[4])),
    }
    model, parameters = models[args.model]
    notes = []
    if args.model != "CollisionFreeSpeedModel":
        # Forces this stiff throw people out of the room at the steps of the workloads.
        args.dt = 0.01
        notes.append("dt 0.01 s, its own; at the workload's it stops")
    simulation = jps.Simulation(model=model(), geometry=ring, dt=args.dt)
    if args.workload == "open":
        stage = simulation.add_direct_steering_stage()
    else:
        stage = simulation.add_exit_stage([(38, 0), (40, 0), (40, 30), (38, 30)])
    journey = simulation.add_journey(jps.JourneyDescription([stage]))
    refused, began, radius = 0, time.process_time(), {}
    for p in people.tolist():
        one = parameters(p)
        one.journey_id, one.stage_id = journey, stage
        try:
            number = simulation.add_agent(one)
        except Exception:  # too near to a wall or to somebody, as this model sees it
            refused += 1
            continue
        radius[number] = p[5]
        if args.workload == "open":
            simulation.agent(number).target = (p[2], p[3])
        if time.process_time() - began > args.setup:
            return f"left out: adding people took more than {args.setup:.0f} s"
    if refused:
        notes.append(f"{refused} people refused at the start")

    def bodies():
        agents = list(simulation.agents())
        return [a.position for a in agents], [radius[a.id] for a in agents]

    while clock.more():
        clock.step(simulation.iterate, simulation.agent_count(), bodies)
    return "; ".join(notes)


def pyrvo_model(args, people, clock):
    import pyrvo

    simulation = pyrvo.RVOSimulator()
    simulation.set_time_step(args.dt)
    if args.workload == "door":
        # Clockwise: nobody leaves the ring.
        simulation.add_obstacle([(float(x), float(y)) for x, y in DOOR[::-1]])
        simulation.process_obstacles()
    for x, y, _, _, speed, radius in people.tolist():
        simulation.add_agent((x, y), RANGE, NEAREST, TIME_HORIZON, WALL_HORIZON, radius, FASTEST * speed)
    n, goals, speeds, radii = len(people), people[:, 2:4], people[:, 4], people[:, 5]

    def places():
        at = (simulation.get_agent_position(i) for i in range(n))
        return np.array([(p.x, p.y) for p in at])

    at = places()
    while clock.more():
        to = waypoints(args.workload, at, goals, radii) - at
        far = np.hypot(to[:, 0], to[:, 1])
        wish = to * (np.minimum(speeds, far / args.dt) / np.maximum(far, 1e-9))[:, None]
        for i, (x, y) in enumerate(wish.tolist()):
            simulation.set_agent_pref_velocity(i, (x, y))
        clock.step(simulation.do_step, n, lambda: (places(), radii))
        at = places()
    return "only do_step counts; nobody leaves"


def pysocialforce_model(args, people, clock):
    import logging

    import pysocialforce as psf

    logging.disable(logging.CRITICAL)
    if len(people) > 1000:
        return "left out: every pair is looked at"
    clock.steps = min(clock.steps, args.few)
    places, goals, speeds, radii = people[:, :2], people[:, 2:4], people[:, 4], people[:, 5]
    to = waypoints(args.workload, places, goals, radii) - places
    wish = to / np.maximum(np.hypot(to[:, 0], to[:, 1]), 1e-9)[:, None] * speeds[:, None]
    aims = waypoints(args.workload, places, goals, radii)
    walls = None
    if args.workload == "door":
        walls = [(a[0], b[0], a[1], b[1]) for a, b in zip(DOOR, DOOR[1:] + DOOR[:1])]
    config = os.path.join(os.getcwd(), "pysocialforce.toml")
    with open(config, "w") as file:
        file.write(f"[scene]\nstep_width = {args.dt}\nagent_radius = {radii[0]}\nenable_group = false\n")
    simulation = psf.Simulator(np.hstack([places, wish, aims]), obstacles=walls, config_file=config)
    simulation.peds.step_width = args.dt
    # What is compiled at first use is compiled now.
    simulation.compute_forces()
    while clock.more():
        clock.step(simulation.step_once, len(people), lambda: (simulation.peds.pos().copy(), radii))
    return f"every pair is looked at: {args.few} steps at most; nobody leaves"


def main():
    words = argparse.ArgumentParser()
    words.add_argument("--program", required=True, choices=["jupedsim", "pyrvo", "pysocialforce"])
    words.add_argument("--model", required=True)
    words.add_argument("--workload", required=True, choices=["open", "door"])
    words.add_argument("--people", required=True)
    words.add_argument("--dt", type=float, required=True)
    words.add_argument("--steps", type=int, required=True)
    words.add_argument("--budget", type=float, default=20.0, help="CPU seconds of steps")
    words.add_argument("--setup", type=float, default=60.0, help="CPU seconds of adding people")
    words.add_argument("--few", type=int, default=10, help="steps of those that look at every pair")
    args = words.parse_args()
    people = np.loadtxt(args.people, ndmin=2)
    clock = Clock(args.steps, args.budget)
    run = {"jupedsim": jupedsim_model, "pyrvo": pyrvo_model, "pysocialforce": pysocialforce_model}[args.program]
    try:
        note = run(args, people, clock)
    except Exception as error:  # part of a run is still a measurement
        note = f"stopped after {clock.done} steps: {type(error).__name__}: {error}".splitlines()[0]
    if clock.done < clock.steps and clock.cpu >= clock.budget:
        note = "; ".join(filter(None, [note, f"{clock.done} of {clock.steps} steps in the time allowed"]))
    print(json.dumps({
        "program": args.program, "model": args.model, "version": importlib.metadata.version(args.program),
        "workload": args.workload, "people": len(people), "steps": clock.done, "walker_steps": clock.walker_steps,
        "cpu_s": clock.cpu, "overlap_m": clock.overlap if clock.done else None, "note": note,
    }))
    sys.stdout.flush()


if __name__ == "__main__":
    main()
