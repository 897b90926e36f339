"""Tracks: points of CSV and GPX files, turned into fixes of devices in the order of the file."""

import csv
import io
import os
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, replace

import clock
import geodesy

# Of several columns with accepted names the first in this order serves.
_HEADERS = {
    "time": ("time", "timestamp", "datetime", "date", "utc", "t"),
    "latitude": ("latitude", "lat", "y"),
    "longitude": ("longitude", "lon", "lng", "long", "x"),
    "accuracy": ("accuracy", "acc", "horizontal_accuracy", "horizontalaccuracy", "hacc"),
    "device": (
        "device", "device_id", "device_name", "trajectory_id", "traj_id", "track_id", "user",
        "user_id", "uid", "tid", "vehicle", "vehicle_id", "taxi_id", "tracker", "imei", "mmsi",
        "icao24", "callsign", "entity_id", "animal_id", "individual_local_identifier",
    ),
}
_LEADING_POINTS = 1000


@dataclass(frozen=True)
class Point:
    """What a file says of one place, as text."""

    time: str | None
    latitude: str
    longitude: str
    accuracy: str | None = None
    device: str | None = None


@dataclass(frozen=True)
class Fix:
    time: int  # milliseconds
    latitude: float  # degrees
    longitude: float
    accuracy: float | None = None  # metres
    device: str | None = None
    # The normal draws by which a crossing that begins here takes its dwell and its cushion.
    draws: tuple = (0.0, 0.0)

    @property
    def place(self):
        return self.latitude, self.longitude


def _csv_points(text):
    rows = csv.reader(io.StringIO(text), delimiter=_delimiter(text.split("\n", 1)[0]))
    header = [name.strip().lower() for name in next(rows)]
    column = {
        field: next((header.index(name) for name in names if name in header), None)
        for field, names in _HEADERS.items()
    }
    for row in rows:
        if row:
            yield Point(**{field: _cell(row, at) for field, at in column.items()})


def _delimiter(header):
    """The one that finds the most known names; ties in this order."""
    known = {name for names in _HEADERS.values() for name in names}
    return max(
        "\t;|,",
        key=lambda mark: sum(name.strip().lower() in known for name in header.split(mark)),
    )


def _cell(row, at):
    return None if at is None or at >= len(row) or not row[at].strip() else row[at].strip()


def _gpx_points(data):
    kinds = {"trkpt": [], "rtept": [], "wpt": []}
    for element in ElementTree.fromstring(data).iter():
        kind = _local(element)
        if kind in kinds:
            time = next((child.text for child in element if _local(child) == "time"), None)
            point = Point(
                time and time.strip() or None, element.get("lat", ""), element.get("lon", "")
            )
            kinds[kind].append(point)
    return kinds["trkpt"] or kinds["rtept"] or kinds["wpt"]


def _local(element):
    return element.tag.rpartition("}")[2]


def points(path):
    with open(path, "rb") as file:
        data = file.read()
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"<"):
        return list(_gpx_points(data))
    return list(_csv_points(data.decode("utf-8-sig")))


def _number(text):
    try:
        value = float(text)
    except (TypeError, ValueError):
        return None
    return value if abs(value) < float("inf") else None


def _located(point):
    """The point's place and accuracy, or None where the point is bad."""
    latitude, longitude = _number(point.latitude), _number(point.longitude)
    if latitude is None or longitude is None or abs(latitude) > 90 or abs(longitude) > 180:
        return None
    accuracy = _number(point.accuracy)
    if accuracy is not None and accuracy < 0:
        return None
    return latitude, longitude, accuracy


def fixes(path, name=None, ignore_times=False, speed=20.0, start=0):
    """The valid fixes of a file, each with its device: the column's value, else the file's name."""
    found = points(path)
    untimed = ignore_times or not any(point.time for point in found[:_LEADING_POINTS])
    last, travelled = {}, {}
    for point in found:
        located = _located(point)
        if located is None:
            continue
        device = point.device or name
        previous = last.get(device)
        if untimed:
            step = geodesy.distance(previous.place, located[:2]) if previous else 0.0
            travelled[device] = travelled.get(device, 0.0) + step
            time = start + int(travelled[device] / speed * 1000 + 0.5)
        else:
            time = clock.parsed(point.time) if point.time else None
            if time is None or (previous and time < previous.time):
                continue
        last[device] = Fix(time, *located, device)
        yield last[device]


def is_mostly_skipped(path, name=None, ignore_times=False, speed=20.0, start=0):
    """Whether more than half of the points that have a place are no fixes: the run ends with 65."""
    placed = sum(_has_place(point) for point in points(path))
    kept = sum(1 for _ in fixes(path, name, ignore_times, speed, start))
    return kept > 0 and 2 * (placed - kept) > placed


def _has_place(point):
    latitude, longitude = _number(point.latitude), _number(point.longitude)
    return latitude is not None and longitude is not None \
        and abs(latitude) <= 90 and abs(longitude) <= 180


def cut(all_fixes, first, final):
    """The fixes from one moment to another, both included; `+600s` counts from the first fix."""
    start = None
    for fix in all_fixes:
        start = fix.time if start is None else start
        if first is not None and fix.time < clock.moment(first, start):
            continue
        if final is not None and fix.time > clock.moment(final, start):
            continue
        yield fix


def interpolated(all_fixes, seconds):
    """A fix every so many seconds between two points of a device, along the geodesic.

    An added fix has the worse of the two accuracies, as far as they are known.
    """
    last = {}
    for fix in all_fixes:
        previous = last.get(fix.device)
        if previous and seconds:
            yield from _between(previous, fix, seconds)
        last[fix.device] = fix
        yield fix


def _between(start, end, seconds):
    step = seconds * 1000
    known = [each.accuracy for each in (start, end) if each.accuracy is not None]
    count = 1
    while start.time + round(count * step) < end.time:
        time = start.time + round(count * step)
        place = geodesy.along(start.place, end.place, (time - start.time) / (end.time - start.time))
        yield replace(
            end, time=time, latitude=place[0], longitude=place[1], accuracy=max(known, default=None)
        )
        count += 1


def names(paths):
    """A file's name without its extension, where there are several files."""
    if len(paths) < 2:
        return [None for _ in paths]
    return [os.path.splitext(os.path.basename(path))[0] for path in paths]
