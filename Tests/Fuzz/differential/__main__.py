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
from settings import ANDROID  # noqa: E402
from shrink import shrunk  # noqa: E402

# Options that the help does not list, since they are numbers of the simulated system.
_NUMBERS = {
    "cushion-in",
    "dwell-from",
    "max-radius",
    "sentinel-radius",
    "significant-distance",
    "significant-interval",
}


def _arguments():
    parser = argparse.ArgumentParser(prog="differential", description=__doc__)
    parser.add_argument("--tool", default=".build/release/geofence")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=200)
    parser.add_argument("--seconds", type=float, help="stop after so long, in place of --cases")
    parser.add_argument(
        "--without",
        default="",
        help="comma list: scenario, cuts, alarms, positioning, audit, or the names of options",
    )
    parser.add_argument("--tracks", help="a folder of recorded tracks, in place of made-up ones")
    parser.add_argument("--api", help="one interface for every case; without it, any")
    parser.add_argument("--audits", action="store_true", help="make every case an audit")
    parser.add_argument("--models", action="store_true", help="give every case a positioning model")
    parser.add_argument("--causes", action="store_true", help="compare the causes of an audit, too")
    parser.add_argument(
        "--registrations", action="store_true", help="compare what --verbose adds, too"
    )
    parser.add_argument("--output", default="differential-failures")
    parser.add_argument("--keep-going", action="store_true")
    parser.add_argument("--no-shrink", action="store_true")
    return parser.parse_args()


def _features(tool):
    """The options that the tool has, and the name of Android's interface where it has that."""
    text = subprocess.run([tool, "help", "simulate"], capture_output=True, text=True).stdout
    found = {word.strip("-,") for word in text.split() if word.startswith("--")}
    return found | _NUMBERS | ({ANDROID} if ANDROID in text else set())


def _tracks(folder):
    """The files of a folder in which the model finds a track."""
    found = (os.path.join(folder, name) for name in sorted(os.listdir(folder)))
    return [path for path in found if path.endswith((".gpx", ".csv")) and _is_track(path)]


def _is_track(path):
    try:
        return any(True for _ in tracks.fixes(path))
    except Exception:  # Whatever it is, it is no track to the model.
        return False


def _without(case, parts):
    """The case without what is not asked for."""
    for part in parts & {"scenario", "alarms", "cuts"}:
        setattr(case, part, [])
    if "positioning" in parts:
        case.positioning = None
    if "audit" in parts:
        case.is_audit = False
        case.options.pop("min-radius", None)
    needs = {"repeat": case.alarms, "gate": case.alarms}
    needs |= dict.fromkeys(("seed", "trials"), case.positioning)
    case.options = {
        name: value
        for name, value in case.options.items()
        if needs.get(name, True) and name not in parts
    }
    return case


def main():
    options = _arguments()
    features = _features(options.tool)
    comparison = Comparison(options.tool, options.causes, options.registrations)
    without = set(options.without.split(","))
    files = _tracks(options.tracks) if options.tracks else []
    began, seed, failed, knife_edges, events = time.monotonic(), options.seed, 0, 0, 0

    def goes_on():
        if options.seconds:
            return time.monotonic() - began < options.seconds
        return seed < options.seed + options.cases

    while goes_on():
        made = Generator(seed, features, files, options.audits, options.api, options.models)
        case = _without(made.case(), without)
        folder = os.path.join(options.output, f"seed-{seed}")
        verdict = comparison.verdict(case, folder)
        events += verdict.events
        knife_edges += bool(verdict.differences) and verdict.is_knife_edge
        if verdict.fails:
            failed += 1
            if not options.no_shrink:
                what = _what(verdict)
                case = shrunk(case, lambda trial: _what(comparison.verdict(trial, folder)) == what)
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


def _what(verdict):
    """What a case that fails differs in, whatever the crossing; None of one that does not fail."""
    return verdict.differences[0].split("): ")[-1] if verdict.fails else None


def _clear(folder):
    for path, _, names in os.walk(folder, topdown=False):
        for name in names:
            os.remove(os.path.join(path, name))
        os.rmdir(path)


if __name__ == "__main__":
    sys.exit(main())
