"""Reads random tracks with the tool and with Python's own readers, which must find the same points.

GPX beside expat, CSV beside the csv module, numbers beside float. A failing input is kept. Exits 1
if one failed.
"""

import argparse
import os
import random
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "model"))

import documents  # noqa: E402
import numbers_written  # noqa: E402
import tables  # noqa: E402
from points import Reader  # noqa: E402

_KINDS = {"gpx": documents.case, "csv": tables.case, "number": numbers_written.case}


def main():
    parser = argparse.ArgumentParser(prog="readers", description=__doc__)
    parser.add_argument("--tool", default=".build/release/geofence")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--only", choices=sorted(_KINDS))
    parser.add_argument("--output", default="reader-failures")
    options = parser.parse_args()
    os.makedirs(options.output, exist_ok=True)
    reader = Reader(options.tool, os.path.join(options.output, "regions.json"))
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
