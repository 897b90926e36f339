"""Runs random cases through the tool and through the model, which must print the same events.

A knife edge, where a decision hangs on less than two millimetres, is left out and counted. A
failing case is shrunk and written to a folder with the commands that repeat it. Exits 1 if one
failed.
"""

import argparse
import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "model"))

import tracks  # noqa: E402
from compare import Comparison  # noqa: E402
from generate import Generator  # noqa: E402
from shrink import shrunk  # noqa: E402


def _arguments():
    parser = argparse.ArgumentParser(prog="differential", description=__doc__)
    parser.add_argument("--tool", default=".build/release/geofence")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=200)
    parser.add_argument("--seconds", type=float, help="stop after so long, in place of --cases")
    parser.add_argument(
        "--without", default="", help="comma list: scenario, cuts, alarms, positioning, audit"
    )
    parser.add_argument("--tracks", help="a folder of recorded tracks, in place of made-up ones")
    parser.add_argument("--causes", action="store_true", help="compare the causes of an audit, too")
    parser.add_argument("--contract", choices=("old", "new"), default="new")
    parser.add_argument("--output", default="differential-failures")
    parser.add_argument("--keep-going", action="store_true")
    parser.add_argument("--no-shrink", action="store_true")
    return parser.parse_args()


def _features(tool):
    """The options that the tool has."""
    text = subprocess.run([tool, "help", "simulate"], capture_output=True, text=True).stdout
    return {word.strip("-,") for word in text.split() if word.startswith("--")}


def _is_track(path):
    """Whether the model can read a track from the file."""
    try:
        return any(True for _ in tracks.fixes(path))
    except Exception:  # Whatever it is, it is no track to the model.
        return False


def main():
    options = _arguments()
    features, comparison = _features(options.tool), Comparison(
        options.tool, options.contract, options.causes
    )
    without = set(options.without.split(","))
    files = []
    if options.tracks:
        found = (os.path.join(options.tracks, name) for name in sorted(os.listdir(options.tracks)))
        files = [path for path in found if path.endswith((".gpx", ".csv")) and _is_track(path)]
    began, seed, failed, knife_edges, events = time.monotonic(), options.seed, 0, 0, 0

    def goes_on():
        if options.seconds:
            return time.monotonic() - began < options.seconds
        return seed < options.seed + options.cases

    while goes_on():
        case = Generator(seed, features, files).case()
        for part in without & {"scenario", "alarms", "cuts"}:
            setattr(case, part, [])
        if "alarms" in without:
            case.options = {k: v for k, v in case.options.items() if k not in ("repeat", "gate")}
        case.is_audit &= "audit" not in without
        if "positioning" in without:
            case.positioning = None
            case.options.pop("seed", None)
        folder = os.path.join(options.output, f"seed-{seed}")
        verdict = comparison.verdict(case, folder)
        events += verdict.events
        knife_edges += bool(verdict.differences) and verdict.is_knife_edge
        if verdict.fails:
            failed += 1
            if not options.no_shrink:
                case = shrunk(case, lambda trial: comparison.verdict(trial, folder).fails)
                _clear(folder)
                verdict = comparison.verdict(case, folder)
            print(f"seed {seed}: {folder}/commands\n  " + "\n  ".join(verdict.differences))
            if not options.keep_going:
                break
        else:
            _clear(folder)
        seed += 1
    print(
        f"{seed - options.seed} cases, {events} events, {knife_edges} knife edges, {failed} failed"
    )
    return 1 if failed else 0


def _clear(folder):
    for path, _, names in os.walk(folder, topdown=False):
        for name in names:
            os.remove(os.path.join(path, name))
        os.rmdir(path)


if __name__ == "__main__":
    sys.exit(main())
