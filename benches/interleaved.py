#!/usr/bin/env python3
"""Speed of one build of the program beside another: `benches/interleaved.py OLD NEW`, paths of two binaries.

Every model in the workloads `open` and `door`, the two binaries in turn on the same core, so that what else the machine does falls on
both. Prints the ratio of agent-steps per second, new over old: of the best round of each, which others that share the machine disturb
least, and the median over the rounds with its quartiles. Ends with 1 when the ratio of the best rounds is below the limit."""

import argparse
import json
import os
import statistics
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor


def speed(binary, model, workload, core):
    command = [binary, "bench", "crowd", "--model", model, "--repeat", "1", "--json", "--workload", workload[0]]
    if workload[1]:
        command += ["--agents", str(workload[1])]
    out = subprocess.run(["taskset", "-c", str(core), *command], capture_output=True, text=True, check=True)
    found = json.loads(out.stdout)
    found = found["rows"][0] if "rows" in found else found
    return found["agent_steps_per_cpu_s"] if "agent_steps_per_cpu_s" in found else found["agent_steps_per_s"]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("old")
    parser.add_argument("new")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--agents", type=int, default=4000)
    parser.add_argument("--cores", type=int, default=max(1, (os.cpu_count() or 2) // 2))
    parser.add_argument("--limit", type=float, default=0.97)
    parser.add_argument("--models", help="only these, as reynolds,orca")
    a = parser.parse_args()
    a.old, a.new = os.path.abspath(a.old), os.path.abspath(a.new)
    listed = subprocess.run([a.old, "models", "--json"], capture_output=True, text=True, check=True).stdout
    models = [m["name"] for m in json.loads(listed)["models"]]
    models = [m for m in models if not a.models or m in a.models.split(",")]
    jobs = [(m, w) for w in (("open", a.agents), ("door", None)) for m in models]

    def speeds(job, core):
        found = []
        for k in range(a.rounds):
            # Who goes first changes from round to round.
            pair = {b: speed(b, *job, core) for b in ([a.old, a.new] if k % 2 == 0 else [a.new, a.old])}
            found.append((pair[a.old], pair[a.new]))
        return found

    # Every second one: neighbours may be two threads of one core.
    step = 2 if 2 * a.cores <= (os.cpu_count() or 2) else 1
    free = [step * k for k in range(a.cores)]
    with ThreadPoolExecutor(a.cores) as pool:

        def work(job):
            core = free.pop()
            try:
                return speeds(job, core)
            finally:
                free.append(core)

        results = list(pool.map(work, jobs))
    print("workload,model,best,median,lower_quartile,upper_quartile")
    every = []
    for (model, workload), rounds in zip(jobs, results):
        best = max(new for _, new in rounds) / max(old for old, _ in rounds)
        r = [new / old for old, new in rounds]
        low, middle, high = statistics.quantiles(r, n=4) if len(r) > 1 else (r[0],) * 3
        every.append(best)
        print(f"{workload[0]},{model},{best:.3f},{middle:.3f},{low:.3f},{high:.3f}")
    slow = sum(r < a.limit for r in every)
    print(f"# {len(jobs)} pairs, median {statistics.median(every):.3f}, least {min(every):.3f}; below {a.limit}: {slow}", file=sys.stderr)
    return slow > 0


if __name__ == "__main__":
    sys.exit(main())
