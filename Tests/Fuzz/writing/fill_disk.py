#!/usr/bin/env python3
"""Lets the disk fill at every byte of an output: the old file stays, and nothing else.

    fill_disk.py [--steps N]

A limit on the size of files stands for the full disk. Exits 1 when anything is half-written or left
behind, or a failure is not told by 74. GEOFENCE names the tool to try.
"""
import argparse
import os
import resource
import sys
import tempfile
from pathlib import Path

import jobs


def fill(job, folder, steps):
    """Tries the job with room for ever more bytes, up to all."""
    job.prepare(folder)
    files = set(os.listdir(folder))
    sizes = [len(job.allowed[name][1]) for name in job.outputs]
    faults, tried = [], 0
    for room in range(0, max(sizes), max(1, max(sizes) // steps)):
        job.restore(folder)
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))
        done = job.run(folder, preexec_fn=limit)
        tried += 1
        faults += [f"{job.name} with {room} bytes: {fault}" for fault in job.faults(folder, files)]
        if done.returncode != 74:
            faults.append(f"{job.name} with {room} bytes: exit {done.returncode}")
    print(f"{job.name}: {tried} sizes up to {max(sizes)} bytes, {len(faults)} faults")
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--steps", type=int, default=1000, help="sizes to try for each output")
    options = parser.parse_args()
    faults = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for job in [*jobs.writers(folder), jobs.events(folder), jobs.state(folder)]:
            faults += fill(job, folder, options.steps)
    for fault in faults[:20]:
        print(fault, file=sys.stderr)
    sys.exit(1 if faults else 0)


main()
