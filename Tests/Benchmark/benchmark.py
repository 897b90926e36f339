#!/usr/bin/env python3
"""Measures the tool beside peers, in pairs of commands, one right after the other, so that both meet
the same noise.

    Tests/Benchmark/benchmark.py FOLDER [--quick | --bars] [--write] [NAME ...]
    Tests/Benchmark/benchmark.py FOLDER --publish TABLE ARGUMENT ...
    Tests/Benchmark/benchmark.py FOLDER --evidence DRIVES [--write]

FOLDER is that of the release's programs. `--quick` takes short tracks, `--bars` compares ratios with
those recorded in BENCHMARKS.md, `--publish` renews the table that `geofence-benchmark` prints.
"""

import glob
import json
import math
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import datetime

FOLDER = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else ""
TOOL, PEERS = f"{FOLDER}/geofence", f"{FOLDER}/geofence-benchmark"
DOCUMENTS = ["Sources/geofence-benchmark/BENCHMARKS.md"] + glob.glob(
    "Sources/geofence/Documents/*.md")


class Failure(Exception):
    """A benchmark that did not do the work that it measures."""


def check(condition, problem):
    if not condition:
        raise Failure(problem)


# Commands


# Runs a command and prints what it cost, in a small process: the memory of the process that starts a
# command counts as the command's.
MEASURE = """
import os, sys, time
start = time.monotonic()
child = os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ)
_, state, usage = os.wait4(child, 0)
with open(sys.argv[1], "w") as cost:
    print(os.waitstatus_to_exitcode(state), time.monotonic() - start,
          usage.ru_utime + usage.ru_stime, usage.ru_maxrss, file=cost)
"""


class Run:
    """A command that was run to its end: times in seconds, the peak of its memory in bytes."""

    def __init__(self, command):
        with tempfile.NamedTemporaryFile("r") as cost:
            ended = subprocess.run(
                [sys.executable, "-S", "-E", "-c", MEASURE, cost.name, *command],
                capture_output=True, check=False)
            costs = cost.read().split()
        check(len(costs) == 4, f"{command[0]}: cannot be run")
        self.status = int(costs[0])
        self.elapsed, self.processor_time = float(costs[1]), float(costs[2])
        self.peak_memory = int(costs[3]) * (1 if sys.platform == "darwin" else 1024)
        self.output, self.errors = ended.stdout, ended.stderr.decode(errors="replace")

    @property
    def text(self):
        return self.output.decode(errors="replace")

    @property
    def values(self):
        """The numbers of lines such as `found all 10`, by the words before them."""
        rows = [line.rpartition(" ") for line in self.text.splitlines()]
        return {name: float(number) for name, _, number in rows if re.fullmatch(r"[-\d.e]+", number)}


# Tables of documents


def find(name):
    marks = f"<!-- {name} -->\n", f"<!-- /{name} -->"
    for path in DOCUMENTS:
        with open(path) as file:
            text = file.read()
        if marks[0] in text and marks[1] in text:
            head, rest = text.split(marks[0], 1)
            table, tail = rest.split(marks[1], 1)
            return path, head + marks[0], table, marks[1] + tail
    raise Failure(f"no document has a place for the table: {''.join(marks)}")


def publish(name, rows, writes):
    for row in rows:
        print(row)
    if writes:
        path, head, _, tail = find(name)
        with open(path, "w") as file:
            file.write(head + "".join(f"{row}\n" for row in rows) + tail)


# Inputs


def degrees(value):
    return f"{value:.7f}"


class Input:
    """The files that are measured, each made when it is first needed."""

    def __init__(self, fixes):
        self.fixes, self.sixth, self.third = fixes, max(fixes // 6, 1), max(fixes // 3, 1)
        self.folder = tempfile.mkdtemp(prefix="geofence-benchmark-")

    def file(self, name, lines, head="", tail=""):
        path = f"{self.folder}/{name}"
        if not os.path.exists(path):
            with open(path, "w", buffering=1 << 20) as file:
                file.write(head)
                file.writelines(lines())
                file.write(tail)
        return path

    @staticmethod
    def walk(count, seed, pace=1):
        """A random walk around Ljubljana with a fix a second: its number, time, latitude, longitude
        and accuracy in metres. It turns back at the edge of the town."""
        dice = random.Random(seed)
        latitude, longitude, heading = 46.05, 14.5, 0.0
        minute, text = -1, ""
        for number in range(count):
            heading += dice.uniform(-0.2, 0.2)
            if abs(latitude - 46.05) > 0.08 or abs(longitude - 14.5) > 0.11:
                heading = math.atan2(46.05 - latitude, 14.5 - longitude)
            latitude += math.sin(heading) * 1.2e-5
            longitude += math.cos(heading) * 1.7e-5
            second = number // pace
            if second // 60 != minute:
                minute = second // 60
                text = time.strftime("%Y-%m-%dT%H:%M:", time.gmtime(1_704_067_200 + second))
            yield (number, f"{text}{second % 60:02}Z", degrees(latitude), degrees(longitude),
                   f"{int(dice.uniform(3, 12))}.5")

    def csv(self, fixes=None, devices=1, seed=1):
        """A CSV track; the devices take turns, a row each."""
        count = fixes or self.fixes
        name = f"t{count}-{devices}-{seed}.csv"
        if devices == 1:
            return self.file(
                name, lambda: (f"{t},{a},{o},{c}\n" for _, t, a, o, c in self.walk(count, seed)),
                "time,latitude,longitude,accuracy\n")
        return self.file(
            name, lambda: (f"{t},{a},{o},{c},phone-{n % devices}\n"
                           for n, t, a, o, c in self.walk(count, seed, devices)),
            "time,latitude,longitude,accuracy,device\n")

    def gpx(self):
        return self.file(
            "track.gpx",
            lambda: (f'<trkpt lat="{a}" lon="{o}"><ele>300.0</ele><time>{t}</time></trkpt>\n'
                     for _, t, a, o, _ in self.walk(self.sixth, 2)),
            '<?xml version="1.0"?>\n<gpx version="1.1" xmlns="http://www.topografix.com/GPX/1/1">'
            "<trk><trkseg>\n", "</trkseg></trk></gpx>\n")

    def json_lines(self):
        return self.file(
            "track.jsonl",
            lambda: (f'{{"time":"{t}","latitude":{a},"longitude":{o},"accuracy":{c}}}\n'
                     for _, t, a, o, c in self.walk(self.sixth, 2)))

    def fleet(self, devices, shuffled=False, pace=1):
        """Devices that drive around the town, each with a fix every ten seconds, in turns or in
        random order. `pace`: a factor for time and distance from one fix to the next."""

        def lines():
            dice = random.Random(4)
            for number in range(self.fixes):
                turn = number // devices * pace
                device = int(dice.uniform(0, devices - 1)) if shuffled else number % devices
                yield (f"{1_704_067_200 + 10 * turn},d{device},"
                       f"{degrees(46.05 + 0.09 * math.sin(device + turn * 0.004))},"
                       f"{degrees(14.5 + 0.12 * math.cos(device * 1.7 + turn * 0.003))}\n")

        return self.file(
            f"fleet{devices}-{shuffled}-{pace}.csv", lines, "time,device,latitude,longitude\n")

    def regions(self, form, count):
        """Circles of 50 to 200 m, around the town or, of a named form, scattered far."""
        dice, spread = random.Random(3), 0.1 if form == "regions" else 1

        def circles():
            for number in range(count):
                yield (f"region-{1_000_000 + number}", 46.05 + dice.uniform(-spread, spread),
                       14.5 + dice.uniform(-spread, spread), round(dice.uniform(50, 200)))

        def separated(texts):
            return (f",\n{text}" if number else text for number, text in enumerate(texts))

        if form == "csv":
            return self.file(
                f"r{count}.csv", lambda: (f"{n},{a},{o},{r}\n" for n, a, o, r in circles()),
                "identifier,latitude,longitude,radius\n")
        if form == "geojson":
            feature = ('{{"type":"Feature","properties":{{"identifier":"{}","radius":{}}},'
                       '"geometry":{{"type":"Point","coordinates":[{},{}]}}}}')
            return self.file(
                f"r{count}.geojson",
                lambda: separated(feature.format(n, r, o, a) for n, a, o, r in circles()),
                '{"type":"FeatureCollection","features":[', "]}\n")
        region = '{{"identifier":"{}","latitude":{},"longitude":{},"radius":{}}}'
        return self.file(
            f"{form}{count}.json", lambda: separated(region.format(*each) for each in circles()),
            "[", "]\n")

    def value(self, name):
        """What a name in a command stands for: files, or a number of fixes."""
        fixed = {
            "tool": lambda: TOOL, "peers": lambda: PEERS, "fixes": lambda: self.fixes,
            "sixth": lambda: self.sixth, "third": lambda: self.third, "csv": self.csv,
            "csvsixth": lambda: self.csv(self.sixth), "csvthird": lambda: self.csv(self.third),
            "csvhour": lambda: self.csv(3600), "csvdevices": lambda: self.csv(devices=10_000),
            "csvsixteen": lambda: " ".join(
                self.csv(self.fixes // 16, seed=100 + number) for number in range(16)),
            "one": lambda: self.file("one.csv", lambda: ["time,lat,lon\n1704067200,46.05,14.5\n"]),
            "gpx": self.gpx, "jsonl": self.json_lines, "fleet": lambda: self.fleet(10_000),
            "shuffled": lambda: self.fleet(10_000, shuffled=True),
            "near": lambda: self.fleet(self.third), "far": lambda: self.fleet(self.third, pace=40),
            "regions": lambda: self.regions("regions", 1000),
        }
        if name in fixed:
            return str(fixed[name]())
        form, count = re.fullmatch(r"([a-z]+)(\d+)", name).groups()
        return self.regions(form, int(count))

    def text(self, words):
        return re.sub(r"\$([a-z]+\d*)", lambda match: self.value(match[1]), words)

    def command(self, words):
        if isinstance(words, list):
            return [self.text(word) for word in words]
        return [each for word in words.split()
                for each in (self.text(word).split() if word[0] == "$" else [self.text(word)])]


# Rows


class Figure:
    def __init__(self, name, value, ratios=(), peer="", peak_memory=None):
        self.name, self.value, self.peer, self.peak_memory = name, value, peer, peak_memory
        self.ratios = sorted(ratios)
        self.key = f"{name} | {peer}"
        self.median = statistics.median(self.ratios) if self.ratios else math.nan
        # A single ratio says too little.
        self.has_pairs = bool(self.ratios) and self.ratios[0] != self.ratios[-1]

    @property
    def row(self):
        ratio = f"{self.median:.2f} ({self.ratios[0]:.2f}–{self.ratios[-1]:.2f})" if self.ratios else ""
        memory = f"{self.peak_memory / 1_048_576:.0f} MiB" if self.peak_memory else ""
        return f"| {self.name} | {self.value} | {ratio} | {self.peer} | {memory} |"


def same_output(run, other):
    check(run.output == other.output, "the two outputs differ")


class Pair:
    """Two commands, as a row of the table. Their words may name what `Input.value` knows."""

    def __init__(self, name, command, peer, other, rate=None, counted=False, clock=False, factor=1,
                 probe=None, verify=lambda run, other: None):
        """`rate`: the number of fixes by which the time is shown; milliseconds where it is "ms".
        `counted`: whether the summary has to count them. `probe`: a command that succeeds where the
        peer is installed."""
        self.__dict__.update(
            name=name, command=command, peer=peer, other=other, rate=rate, counted=counted,
            clock=clock, factor=factor, probe=probe, verify=verify)

    def figures(self, bench):
        input = bench.input
        name = input.text(self.name)
        if self.probe and not is_installed(self.probe):
            print(f"{name}: {self.peer}: not installed, and left out")
            return
        commands = [input.command(self.command), input.command(self.other)]
        times, ratios, peak = [], [], 0
        for _ in range(bench.rounds * self.factor):
            runs = [Run(command) for command in commands]
            for command, run in zip(commands, runs):
                check(run.status == 0, f"{' '.join(command)}: {run.errors}")
            pair = [run.elapsed if self.clock else run.processor_time for run in runs]
            times.append(pair[0])
            ratios.append(pair[0] / pair[1])
            peak = max(peak, runs[0].peak_memory)
        self.verify(*runs)
        if self.counted:
            match = re.search(r"(\d+) fixes", runs[0].errors)
            check(match and match[1] == input.value(self.rate), "not every fix was simulated")
        seconds = statistics.median(times)
        value = (f"{seconds * 1e3:.1f} ms" if self.rate == "ms" else f"{seconds:.2f} s"
                 if self.rate is None
                 else f"{float(input.value(self.rate)) / seconds / 1e6:.1f} M fixes/s")
        yield Figure(name, value, ratios, self.peer, None if self.probe else peak)


def is_installed(probe):
    try:
        return Run(probe).status == 0
    except Failure:
        return False


def version(tool, name, peer, other):
    return Pair(f"{name} --version", f"{tool} --version", peer, f"{other} --version", "ms",
                clock=True, factor=5, verify=same_output)


SIMULATION = "$tool simulate $csv --regions $regions"
FLEET = "$tool simulate $fleet --regions $regions --limit 1000"
TRIALS = ("$tool audit $csvhour --regions $regions300 --positioning phone --rank centre,boundary "
          "--reselect-on significant/significant,event/significant,sentinel --trials")
SCAN = "a bare scan held against 20 circles", "$peers --peer csv $csv"
POLARS = ["env", "POLARS_MAX_THREADS=1", "python3", "-c"]
CSV = "CSV, $fixes fixes, 1000 regions"


def resting(name, track):
    """The memory of many devices with three fixes each."""

    def figures(bench):
        run = Run(bench.input.command(f"$tool simulate {track} --regions $regions"))
        check(run.status == 0, run.errors)
        count = bench.input.third
        yield Figure(f"{count} devices, {name}", f"{run.peak_memory // count} B a device",
                     peak_memory=run.peak_memory)

    return figures


def nearest(bench):
    """The search for the nearest of 1,000,000 regions, beside that among 10,000."""
    few, many = [Run([PEERS, "--nearest", count]).values for count in ("10000", "1000000")]
    searches = [name for name in many if name.startswith("search")]
    yield Figure(
        "nearest 20 of 1000000, by centre and by boundary",
        " and ".join(f"{many[name] * 1e6:.1f}" for name in searches) + " µs",
        [many[name] / few[name] for name in searches], "of 10000")
    yield Figure(
        "index of 1000000 regions, and its memory for each",
        f"{many['build']:.2f} s, {many['footprint'] / 1e6:.0f} B", [many["build"] / few["build"]],
        "of 10000")


def release(bench):
    """The release that `make dist` has packed."""
    tool = os.path.abspath(".build/dist/release/geofence")
    archives = sorted(glob.glob("geofence-*.tar.gz"))
    check(archives and os.access(tool, os.X_OK), "there is no release: run make dist")
    sizes = [f"{os.path.getsize(path) / 1_048_576:.1f} MiB" for path in (tool, archives[-1])]
    yield from version(tool, f"the release ({sizes[0]}, packed {sizes[1]}),",
                       "the build with the toolchain's libraries", "$tool").figures(bench)


def reminders(bench):
    """Reminders of `SimulatedEventKit`, beside a tenth of them: saved, fetched by each predicate, and
    rung along a drive."""
    count = max(bench.input.fixes // 300, 200)
    values = []

    def verify(run, other):
        values.extend([run.values, other.values])
        check(run.values["alarms"] == count, "not every alarm has fired")
        check(run.values["found all"] == count, "not every reminder was found")

    peer = "a tenth of them"
    yield from Pair(
        f"{count} reminders of an app, all of the following", f"$peers-reminders {count}", peer,
        f"$peers-reminders {count // 10}", verify=verify).figures(bench)
    for key, name in [
            ("save", "saved one by one"), ("all", "fetched"), ("incomplete", "fetched by due date"),
            ("completed", "fetched by completion, of which there is none"),
            ("drive", f"rung along a drive of {10 * count} fixes")]:
        yield Figure(name, f"{values[0][key]:.2f} s", [values[0][key] / values[1][key]], peer)


def load(form, title, count, peer, other):
    def verify(run, _):
        check(f" {count}\n" in run.errors, "not every region was read")

    return Pair(f"{count} regions from {title}, one fix",
                f"$tool simulate $one --regions ${form}{count} --summary", peer, other,
                verify=verify)


def has_ten(run, _):
    check(run.text.count('"settings":') == 10, "not every strategy was audited")


def has_all_trials(run, _):
    check("200 trials" in run.text, "not every trial was made")


# Each benchmark by its name: pairs, and functions of the bench that yield figures.
BENCHMARKS = {
    "csv": [Pair(CSV, f"{SIMULATION} --summary --jobs 1", *SCAN, "fixes", counted=True)],
    "gpx": [
        Pair("GPX, $sixth points, 1000 regions", "$tool simulate $gpx --regions $regions --summary",
             "a bare XMLParser pass", "$peers --peer xml $gpx", "sixth", counted=True)],
    "jsonl": [
        Pair("JSON lines, $sixth fixes, 1000 regions",
             "$tool simulate $jsonl --regions $regions --summary", "as many rows of CSV",
             "$tool simulate $csvsixth --regions $regions --jobs 1", "sixth", counted=True)],
    # DuckDB has to find and convert all cells to add them up.
    "readers": [
        Pair(CSV, f"{SIMULATION} --jobs 1", "DuckDB reading alone, on one core", [
            "python3", "-c",
            "import duckdb; duckdb.connect(config={'threads': 1}).execute(\"SELECT "
            "epoch(max(time)), sum(latitude), sum(longitude), sum(accuracy) "
            "FROM read_csv('$csv')\").fetchall()"], "fixes",
            probe=["python3", "-c", "import duckdb"]),
        Pair(CSV, f"{SIMULATION} --jobs 1", "Polars reading alone, on one core",
             POLARS + ["import polars; polars.read_csv('$csv', try_parse_dates=True).sum()"],
             "fixes", probe=POLARS + ["import polars"]),
        Pair("GPX, $sixth points, 1000 regions", "$tool simulate $gpx --regions $regions --jobs 1",
             "gpsbabel reading alone, on one core", ["gpsbabel", "-i", "gpx", "-f", "$gpx"], "sixth",
             probe=["gpsbabel", "-V"])],
    "unlimited": [
        Pair("CSV, $fixes fixes, 100000 registrations",
             "$tool simulate $csv --regions $csv100000 --limit 100000 --summary", *SCAN, "fixes",
             counted=True)],
    "devices": [
        Pair("CSV, 10000 interleaved devices",
             "$tool simulate $csvdevices --regions $regions --summary", "one device", SIMULATION,
             "fixes", counted=True)],
    "jobs": [
        Pair("16 tracks with --jobs 2", "$tool simulate $csvsixteen --regions $regions --jobs 2",
             "--jobs 1, by the clock", "$tool simulate $csvsixteen --regions $regions --jobs 1",
             "fixes", clock=True, verify=same_output)],
    "fleets": [
        Pair("a fleet of 10000 devices, 1000 registrations, --jobs 2", f"{FLEET} --jobs 2",
             "--jobs 1, by the clock", f"{FLEET} --jobs 1", "fixes", clock=True,
             verify=same_output),
        *[Pair(f"the same, --jobs {threads}", f"{FLEET} --jobs {threads}",
               f"DuckDB's spatial join, threads: {threads}, by the clock",
               ["python3", "Tests/Spark/stays.py", "$fleet", "$regions", f"{threads}"], "fixes",
               clock=True, probe=["python3", "-c", "import duckdb, duckdb_extension_spatial"])
          for threads in (1, 2)],
        *[Pair(f"the same in random order, --limit {limit}",
               f"$tool simulate $shuffled --regions $regions --limit {limit} --jobs 1",
               "devices in turns",
               f"$tool simulate $fleet --regions $regions --limit {limit} --jobs 1", "fixes")
          for limit in (1000, 20)],
        resting("three fixes each", "$near"),
        resting("three fixes each, a kilometre apart", "$far")],
    "audit": [
        Pair("audit of 10 strategies, $third fixes, 10000 regions",
             "$tool audit $csvthird --regions $regions10000 --format json --rank centre,boundary "
             "--reselect-on significant/significant,event/significant,sentinel/event/sentinel",
             "one simulation", "$tool simulate $csvthird --regions $regions10000", verify=has_ten)],
    "trials": [
        Pair("200 trials of 6 strategies, an hour at 1 Hz, 300 regions", f"{TRIALS} 200",
             "20 trials", f"{TRIALS} 20", verify=has_all_trials)],
    "load": [
        load(form, title, count, peer, other)
        for form, title in [("json", "JSON"), ("geojson", "GeoJSON"), ("csv", "CSV")]
        for count, peer, other in [
            (100_000, "JSONDecoder on the JSON", "$peers --peer json $json100000"),
            (1_000_000, "a tenth of them", f"$tool simulate $one --regions ${form}100000")]],
    "nearest": [nearest],
    "start": [version("$tool", "geofence", "a program that prints a line", "$peers-line")],
    "release": [release],
    "reminders": [reminders],
}


class Bench:
    def __init__(self, names, is_quick, has_bars):
        self.names = names or list(BENCHMARKS)
        self.input = Input(60_000 if is_quick else 600_000 if has_bars else 3_000_000)
        self.rounds = 3 if is_quick else 5 if has_bars else 7
        self.is_well = True

    def figures(self):
        for name in self.names:
            try:
                for row in BENCHMARKS[name]:
                    yield from row.figures(self) if isinstance(row, Pair) else row(self)
            except Failure as failure:
                print(f"{name}: {failure}")
                self.is_well = False


# The factor at which a ratio fails, wide enough for a machine that others use, too.
WIDTH = 1.5


def judge(bench):
    """Holds ratios against those recorded: a time depends on the machine, the ratio of two times of
    one run far less. The least counts, as what disturbs a run only makes it slower."""
    cells = [[cell.strip() for cell in row.split("|")[1:4]] for row in find("bars")[2].splitlines()]
    recorded = {f"{name} | {peer}": float(ratio) for name, peer, ratio in cells[2:]}
    print("| what | peer | ratio | recorded | of that |\n|---|---|---|---|---|")
    passes = True
    for figure in bench.figures():
        if not figure.has_pairs:
            continue
        line, bar = f"| {figure.key} | {figure.median:.3f} |", recorded.get(figure.key)
        if bar is None:
            print(f"{line} not recorded | |")
            continue
        is_slow = figure.ratios[0] > bar * WIDTH
        passes = passes and not is_slow
        fault = f": slower than {WIDTH} times the recorded" if is_slow else ""
        print(f"{line} {bar:.3f} | {figure.median / bar:.3f}{fault} |", flush=True)
    return passes


def measure(bench, writes):
    rows = ["| what | figure | beside its peer | peer | peak memory |", "|---|---|---|---|---|"]
    print("\n".join(rows))
    for figure in bench.figures():
        rows.append(figure.row)
        print(figure.row, flush=True)
    if writes and bench.is_well:
        publish("benchmark", rows, True)


def benchmark(names, options):
    bench = Bench(names, "--quick" in options, "--bars" in options)
    writes, passes = "--write" in options, True
    try:
        if "--bars" not in options:
            measure(bench, writes)
        elif writes:
            figures = [figure for figure in bench.figures() if figure.has_pairs]
            if bench.is_well:
                publish("bars", ["| what | peer | ratio |", "|---|---|---|"] + [
                    f"| {figure.key} | {figure.median:.3f} |" for figure in figures], True)
        else:
            passes = judge(bench)
    finally:
        shutil.rmtree(bench.input.folder)
    return 0 if passes and bench.is_well else 1


# Evidence


def seconds(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp()


def median(values):
    return f"{round(statistics.median(values))} s" if values else "none"


def drive(folder):
    """The row of a drive that was handed on: a track, regions and the phone's own log, beside what the
    tool says of them."""

    def files(stem):
        return sorted(glob.glob(f"{glob.escape(folder)}/{stem}.*"))

    command = [TOOL, "audit", *files("track")]
    for stem in ("regions", "phone", "scenario", "settings"):
        command += [word for path in files(stem) for word in (f"--{stem}", path)]
    run = Run(command + ["--format", "json"])
    check(run.status in (0, 1), f"{folder}: {run.errors}")
    phone = json.loads(run.output)["phone"]
    about = None
    for path in files("settings")[:1]:
        with open(path) as file:
            about = json.load(file).get("about")
    told = [each for each in phone["crossings"] if each.get("phone") or each.get("rules")]
    events = [[(each, each.get(who)) for each in told if each.get(who)] for who in ("phone", "rules")]
    both = [each for each in told if each.get("phone") and each.get("rules")]
    delays = [median([seconds(event) - seconds(each["time"]) for each, event in found])
              for found in events]
    cells = [
        os.path.basename(folder), about or "not said", len(phone["crossings"]),
        f"{len(events[0])}, {len(events[1])}, {len(both)}",
        f"{sum(each['agrees'] for each in told)} of {len(told)} within {phone['tolerance']:.0f} s",
        ", ".join(delays), len(phone["withoutCrossing"])]
    return "|" + "".join(" " + str(cell).replace("|", "\\|") + " |" for cell in cells)


def evidence(root, writes):
    check(root, "give the folder: make evidence DRIVES=FOLDER")
    logs = glob.glob(f"{glob.escape(root)}/**/phone.*", recursive=True)
    check(logs, f"{root}: no folder in it has a phone.* beside a track")
    publish("drives", [
        "| drive | phone | crossings | delivered by the phone, the rules, both | agree "
        "| delay of the phone, the rules (median) | without a crossing |",
        "|---|---|---|---|---|---|---|",
    ] + [drive(folder) for folder in sorted({os.path.dirname(log) for log in logs})], writes)
    return 0


def main(words):
    options = {"--quick", "--bars", "--write"}.intersection(words)
    rest = [word for word in words if word not in options]
    if rest[:1] == ["--evidence"] and len(rest) == 2:
        return evidence(rest[1], "--write" in options)
    if rest[:1] == ["--publish"] and len(rest) > 2:
        run = Run([PEERS, *rest[2:]])
        check(run.status == 0, run.errors)
        sys.stderr.write(run.errors)
        publish(rest[1], run.text.splitlines(), True)
        return 0
    if not os.path.isdir(FOLDER) or not set(rest) <= set(BENCHMARKS):
        print(f"{__doc__}\nThe names are {', '.join(BENCHMARKS)}.")
        return 64
    return benchmark(rest, options)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[2:]))
    except Failure as failure:
        sys.exit(f"error: {failure}")
