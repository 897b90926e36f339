"""What the tool writes, and what a file of it may hold: the old contents or the new, whole."""
import os
import shutil
import subprocess
import sys
import xml.etree.ElementTree
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tool import PACKAGE, tool

TRACK = PACKAGE / "tracks" / "walk-through-one-region"


@dataclass
class Job:
    """A command that writes `outputs` in the folder it runs in."""
    name: str
    arguments: list
    outputs: list
    # The whole contents that each output may have, the old ones first.
    allowed: dict = field(default_factory=dict)

    old: bytes = b"old contents\n" * 50
    # Whether other contents are whole, too.
    is_whole: Callable[[bytes], bool] = lambda contents: False

    def restore(self, folder):
        """Writes the old contents of each output."""
        for output in self.outputs:
            (folder / output).write_bytes(self.old)

    def prepare(self, folder):
        """Learns what the new contents of each output are."""
        self.restore(folder)
        self.allowed = {name: [self.old] for name in self.outputs}
        done = self.run(folder)
        if done.returncode not in (0, 1):
            raise SystemExit(f"{self.name}: {done.stderr.decode()}")
        for name in self.outputs:
            self.allowed[name].append((folder / name).read_bytes())

    def run(self, folder, **options):
        return subprocess.run(
            [tool(), *self.arguments], cwd=folder, capture_output=True, **options)

    def faults(self, folder, before):
        """What is wrong with the folder, whose other files were `before`."""
        faults = []
        for name in self.outputs:
            contents = (folder / name).read_bytes()
            if contents not in self.allowed[name] and not self.is_whole(contents):
                faults.append(f"{name} is neither old nor new")
        faults += [f"{name} was left" for name in sorted(set(os.listdir(folder)) - before)]
        return faults


def is_failure(contents):
    """Whether it is a JUnit report of a run that failed."""
    try:
        return xml.etree.ElementTree.fromstring(contents)[0].get("errors") == "1"
    except xml.etree.ElementTree.ParseError:
        return False


def round_trips(path, count):
    """A track that goes in and out of a region so often, and the region; gives its rows."""
    rows = []
    for number in range(count * 80):
        latitude = 46 if number // 40 % 2 == 0 else 46.01
        rows.append(f"{1_714_546_800 + number * 10},{latitude},14.5\n")
    (path / "trips.csv").write_text("time,latitude,longitude\n" + "".join(rows))
    (path / "trips.json").write_text(
        '[{"identifier": "a", "latitude": 46, "longitude": 14.5, "radius": 100}]')
    return rows


def events(folder):
    """A run whose events go to a file; its inputs are written to `folder`."""
    round_trips(folder, 100)
    return Job("output", ["simulate", "trips.csv", "--regions", "trips.json", "-o", "events.txt"],
               ["events.txt"])


def writers(folder):
    """One job for each other kind of output, its inputs written to `folder`."""
    recording = folder / "nothing.jsonl"
    recording.write_text("")
    for name in ["track.gpx", "regions.json"]:
        shutil.copy(TRACK / name, folder)
    recorded = b"# a remark\n2024-05-01T07:00:00Z  exit  tivoli\n"
    inputs = [str(TRACK / "track.gpx"), "--regions", str(TRACK / "regions.json")]
    return [
        Job("report", ["report", *inputs, "-o", "page.html", "--svg", "map.svg"],
            ["page.html", "map.svg"]),
        Job("junit", ["simulate", *inputs, "--expect", str(recording), "--junit", "junit.xml"],
            ["junit.xml"], is_whole=is_failure),
        Job("update", ["simulate", *inputs, "--expect", "update.txt", "--update"], ["update.txt"],
            old=recorded),
        Job("test", ["test", ".", "--update"], ["expected.txt"], old=recorded),
        Job("reminders",
            ["reminders", "complete", "r.ics", "u", "--now", "2024-05-01T09:00:00Z"], ["r.ics"],
            old=b"BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nUID:u\r\nEND:VTODO\r\nEND:VCALENDAR\r\n"),
    ]


def state(folder):
    """A run that goes on where another has ended."""
    arguments = ["simulate", str(TRACK / "track.gpx"), "--regions", str(TRACK / "regions.json"),
                 "--state", "state.json"]
    begin = [tool(), *arguments, "--to", "+300s"]
    subprocess.run(begin, cwd=folder, check=True, capture_output=True)
    return Job("state", arguments, ["state.json"], old=(folder / "state.json").read_bytes())
