"""What a reader finds in a track: its points, and whether it takes the whole of it."""

import json
import subprocess
from dataclasses import dataclass

import clock

_REGIONS = [
    {"identifier": name, "latitude": -89, "longitude": longitude, "radius": 1}
    for name, longitude in (("a", 1), ("b", 2))
]


@dataclass
class Found:
    """Points as (milliseconds, latitude, longitude, device), and the tool's exit status."""

    points: list
    status: int
    message: str = ""


@dataclass
class Expected:
    """Points that are kept, and the number of others that have a place."""

    points: list
    is_whole: bool = True
    lost: int = 0

    def difference(self, found):
        if self.is_whole and not self.points:
            return None if found.status == 65 else f"exits {found.status} without a point"
        if found.status != (0 if self.is_whole and self.lost <= len(self.points) else 65):
            return f"exits {found.status}, {len(self.points)} points: {found.message}"
        for index, (mine, its) in enumerate(zip(self.points, found.points)):
            if mine != its[:3]:
                return f"point {index}: expected {mine}, found {its}"
        if len(self.points) != len(found.points):
            return f"{len(found.points)} points instead of {len(self.points)}: {found.message}"
        return None


class Reader:
    """The tool, made to name every fix: with two regions for one slot each fix selects anew."""

    def __init__(self, tool, regions):
        with open(regions, "w", encoding="utf-8") as file:
            json.dump(_REGIONS, file)
        self.command = [tool, "simulate", "--regions", regions, "--limit", "1"]
        self.command += ["--reselect-on", "fix", "--verbose", "--format", "jsonl"]

    def read(self, path, *options):
        done = subprocess.run([*self.command, *options, path], capture_output=True, timeout=60)
        points = []
        for line in done.stdout.decode("utf-8").splitlines():
            event = json.loads(line)
            if event["event"] == "reselect":
                time = clock.parsed(event["time"])
                place = float(event["latitude"]), float(event["longitude"])
                points.append((time, *place, event.get("device")))
        errors = done.stderr.decode("utf-8", "replace").splitlines()
        message = next((line for line in errors if "error:" in line), "")
        return Found(points, done.returncode, message)
