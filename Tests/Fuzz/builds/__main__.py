"""Compares what two builds of the tool print for the same command lines, to the byte.

The first run keeps what a tool printed; every later one compares another tool with that:

    python3 Tests/Fuzz/builds --tool old/geofence --kept kept.json
    python3 Tests/Fuzz/builds --tool new/geofence --kept kept.json

Exits 1 if a command line printed something else.
"""

import argparse
import glob
import hashlib
import json
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = os.path.dirname(os.path.abspath(__file__))
PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
sys.path[:0] = [os.path.join(os.path.dirname(HERE), name) for name in ("model", "differential")]

from case import written  # noqa: E402
from generate import Generator  # noqa: E402

ALTERNATIVES = (
    "--rank centre/boundary",
    "--reselect-on significant/event/significant,event,sentinel --limit 2/20",
    "--renew changed/all --dwell 0/20/60 --cushion 0/200",
    "--min-radius 0/150/400 --cushion-in 0/30",
)
FORMATS = ("", "--all", "--format json", "--format json --all")
BARS = "--min-recall 0.9 --min-reach 0.8 --junit /dev/null"


def _bundled():
    """Command lines over the tracks of the package."""
    for folder in sorted(glob.glob(os.path.join(PACKAGE, "tracks", "*", ""))):
        folder = os.path.relpath(folder, PACKAGE) + "/"
        files = {os.path.splitext(name)[0]: folder + name for name in os.listdir(folder)}
        base = f"{files['track']} --regions {files['regions']} --settings {files['settings']}"
        if "scenario" in files:
            base += f" --scenario {files['scenario']}"
        for form in FORMATS:
            yield f"audit {base} {form}"
            for alternative in ALTERNATIVES:
                yield f"audit {base} {alternative} {form}"
        for api in ("cllocationmanager", "geofencingclient"):
            yield f"audit {base} --api {api} --format json --all --limit 3/20"
        yield f"audit {base} {BARS}"
        yield f"audit {base} --max-radius 180 --limit 3 --format json"
        for model in ("phone", "wifi"):
            yield f"audit {base} --positioning {model} --trials 1 --limit 5 --all"
            yield f"audit {base} --positioning {model} --trials 1 --format json --all"
            yield f"audit {base} --positioning {model} --trials 6 {BARS} --confidence 0.5"
            yield f"audit {base} --positioning {model} --trials 5 {ALTERNATIVES[0]} --format json"
            yield f"audit {base} --positioning {model} --trials 3 {ALTERNATIVES[3]} --jobs 2 --all"
        if "reminders" in files:
            for option in ("", "--repeat", "--gate due"):
                yield f"audit {base} --reminders {files['reminders']} {option} --format json --all"
            yield f"audit {base} --reminders {files['reminders']} --positioning gps --trials 4"
        yield f"report {base} {ALTERNATIVES[0]} -o -"
        yield f"report {base} --positioning phone --trials 3 -o -"
        yield f"simulate {base} --expect {files['expected']} --limit 2 --explain"
        yield f"test {folder}"
        for form in ("", "--format json"):
            yield f"why {base} {form}"
            yield f"why {base} --limit 2 --positioning phone {form}"
            yield f"why {files['track']} * --regions {files['regions']} --limit 3 {form}"


def _random(seed, folder):
    """Command lines over random tracks, with every other kind of input now and then."""
    case = Generator(seed, {"positioning", "reminders", "api", "state"} | _OPTIONS).case()
    case.cuts = []
    if case.is_audit:
        case.options.pop("interpolate", None)
    shared, own, _ = written(case, folder)
    base = " ".join(shared + own)
    trials = "--trials 1" if case.positioning else ""
    form = FORMATS[seed % 4]
    yield f"audit {base} {trials} {form}"
    if shared[1].startswith("--"):
        yield f"why {base} --format json"
        yield "why {} * {}".format(*base.split(" ", 1))
    varied = ALTERNATIVES[seed // 4 % 4].split()
    others = [
        f"{name} {value}"
        for name, value in zip(varied[::2], varied[1::2])
        if name[2:] not in case.options
    ]
    if others and not case.alarms:
        yield f"audit {base} {trials} {' '.join(others)} {FORMATS[(seed + 1) % 4]}"
        if case.positioning:
            yield f"audit {base} --trials 4 {' '.join(others)} {FORMATS[(seed + 2) % 4]}"
    if case.positioning:
        yield f"audit {base} --trials 3 {BARS} --confidence 0.7"
    elif seed % 5 == 0:
        yield f"report {base} -o -"


_OPTIONS = {
    *("cushion", "cushion-in", "dwell", "ignore-accuracy", "limit", "max-radius", "rank", "renew"),
    *("reselect-on", "significant-distance", "significant-interval", "sentinel-radius"),
    *("interpolate", "platform", "from", "to"),
}


def _result(tool, line):
    environment = dict(os.environ, TZ="UTC", NO_COLOR="1", COLUMNS="100")
    done = subprocess.run(
        [tool, *line.split()], capture_output=True, env=environment, stdin=subprocess.DEVNULL
    )
    return [done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode()]


def _kept(result):
    """A result as it is kept: whole where it is short, so that what differs can be shown."""
    text = "".join(result[1:])
    return result if len(text) < 100_000 else [result[0], hashlib.sha256(text.encode()).hexdigest()]


def main():
    parser = argparse.ArgumentParser(prog="builds", description=__doc__)
    parser.add_argument("--tool", default=".build/release/geofence")
    parser.add_argument("--kept", required=True, help="the file of what the first tool printed")
    parser.add_argument("--cases", type=int, default=300, help="how many random tracks")
    parser.add_argument("--only", default="", help="run the command lines that hold these words")
    options = parser.parse_args()
    tool, kept = os.path.abspath(options.tool), os.path.abspath(options.kept)
    os.chdir(PACKAGE)
    # The names of files are printed, and so have to be the same in every run.
    folder = os.path.join(tempfile.gettempdir(), "geofence-builds")
    lines = list(_bundled())
    for seed in range(1, options.cases + 1):
        lines += _random(seed, os.path.join(folder, str(seed)))
    lines = [line for line in lines if options.only in line]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda line: _kept(_result(tool, line)), lines)
        found = dict(zip(lines, results))
    if not os.path.exists(kept):
        with open(kept, "w", encoding="utf-8") as file:
            json.dump(found, file)
        statuses = [result[0] for result in found.values()]
        counts = {status: statuses.count(status) for status in sorted(set(statuses))}
        print(f"{len(found)} command lines kept, of each exit status: {counts}")
        return 0
    with open(kept, encoding="utf-8") as file:
        earlier = json.load(file)
    differing = [line for line in found if line in earlier and found[line] != earlier[line]]
    for line in differing[:20]:
        print(line)
        for before, after in zip(earlier[line], found[line]):
            if before != after:
                pairs = zip(str(before).splitlines() + [""], str(after).splitlines() + [""])
                first = next((pair for pair in pairs if pair[0] != pair[1]), (before, after))
                print(f"  - {str(first[0])[:200]}\n  + {str(first[1])[:200]}")
    print(f"{len(found)} command lines, {len(differing)} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
