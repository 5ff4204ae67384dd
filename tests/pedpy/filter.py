#!/usr/bin/env python3
"""Filters noise with SciPy and prints the samples before and after as one JSON object.

usage: filter.py ORDER CUTOFF_HZ FPS SAMPLES
"""

import json
import sys

import numpy
from scipy import signal


def main(arguments):
    order, cutoff, fps, count = int(arguments[0]), float(arguments[1]), float(arguments[2]), int(arguments[3])
    samples = numpy.cumsum(numpy.random.default_rng(7).normal(0.05, 0.3, count))
    sections = signal.butter(order, cutoff, fs=fps, output="sos")
    # SciPy refuses fewer samples than its extension; ours shortens it to what there is.
    extension = min(3 * (order + 1), count - 1)
    filtered = signal.sosfiltfilt(sections, samples, padlen=extension)
    default = signal.sosfiltfilt(sections, samples) if count > 3 * (order + 1) else filtered
    if not numpy.array_equal(default, filtered):
        sys.exit("the extension is not the one SciPy takes")
    print(json.dumps({"before": samples.tolist(), "after": filtered.tolist()}))


if __name__ == "__main__":
    main(sys.argv[1:])
