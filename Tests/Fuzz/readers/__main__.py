"""Reads random tracks with the tool and with Python's own readers, which must find the same points.

GPX beside expat, CSV beside the csv module, numbers beside float. A failing input is kept. With
files, reads these instead: real tables of fixes, whatever program wrote them. Exits 1 if one failed.
"""

import argparse
import os
import random
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "model"))

import documents  # noqa: E402
import fleets  # noqa: E402
import numbers_written  # noqa: E402
import tables  # noqa: E402
from points import Reader  # noqa: E402

_KINDS = {"gpx": documents.case, "csv": tables.case, "number": numbers_written.case}


def compare(files, reader, zone):
    """Compares the readings of real files, and says how many were read by both."""
    counts = {"read": 0, "without times": 0, "refused": 0, "differ": 0}
    for path in files:
        reading = fleets.read(path, zone)
        found = reader.read(path, *(["--track-timezone", zone] if zone else []))
        problem = reading.difference(found)
        if problem:
            print(f"{path}: {problem}")
        kind = "refused" if found.status else "read" if reading.is_timed else "without times"
        counts["differ" if problem else kind] += 1
    print(", ".join(f"{count} {kind}" for kind, count in counts.items()))
    return 1 if counts["differ"] else 0


def main():
    parser = argparse.ArgumentParser(prog="readers", description=__doc__)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--zone", help="the zone of times in files that name none")
    parser.add_argument("--tool", default=".build/release/geofence")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--only", choices=sorted(_KINDS))
    parser.add_argument("--output", default="reader-failures")
    options = parser.parse_args()
    os.makedirs(options.output, exist_ok=True)
    reader = Reader(options.tool, os.path.join(options.output, "regions.json"))
    if options.files:
        return compare(options.files, reader, options.zone)
    end, seed, failed = time.monotonic() + options.seconds, options.seed, 0
    while time.monotonic() < end:
        draw = random.Random(seed)
        kind = options.only or draw.choice(sorted(_KINDS))
        data, expected = _KINDS[kind](draw)
        path = os.path.join(options.output, f"{kind}-{seed}")
        with open(path, "wb") as file:
            file.write(data)
        found = reader.read(path)
        problem = expected and expected.difference(found)
        if problem:
            failed += 1
            print(f"{path}: {problem}")
        else:
            os.remove(path)
        seed += 1
    print(f"{seed - options.seed} inputs, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
