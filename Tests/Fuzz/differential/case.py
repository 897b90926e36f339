"""A case: all that a run reads, as values that can be shrunk, written to a folder when it runs."""

import copy
import json
import os
from dataclasses import dataclass, field


@dataclass
class Point:
    """One row of a track; None is an empty cell."""

    time: int | None  # milliseconds
    latitude: float
    longitude: float
    accuracy: float | None = None
    device: str | None = None


@dataclass
class Case:
    tracks: list  # lists of points; each a file
    regions: list  # as in the JSON file
    options: dict = field(default_factory=dict)  # the tool's, "" for a flag without a value
    scenario: list = field(default_factory=list)
    alarms: list = field(default_factory=list)
    positioning: dict | str | None = None  # a model, or the name of one
    cuts: list = field(default_factory=list)  # rows of the first track before which it is cut
    is_gpx: bool = False
    is_audit: bool = False
    # A track of the user's, read in place of `tracks`.
    path: str | None = None

    def copy(self):
        return copy.deepcopy(self)


def written(case, folder):
    """Writes the inputs, and gives the arguments: the shared ones, the tool's own, the model's."""
    os.makedirs(folder, exist_ok=True)
    inputs = lambda name, content: _write(os.path.join(folder, name), json.dumps(content, indent=1))
    arguments = (
        [case.path]
        if case.path
        else [
            _write_track(folder, f"track{index}", points, case.is_gpx)
            for index, points in enumerate(case.tracks)
        ]
    )
    if case.regions or not case.alarms:
        # Sets of several files are one.
        parts = 2 if len(case.regions) in (3, 5) else 1
        for part in range(parts):
            name = f"regions{part or ''}.json"
            arguments += ["--regions", inputs(name, case.regions[part::parts])]
    if case.scenario:
        arguments += ["--scenario", inputs("scenario.json", case.scenario)]
    if case.positioning:
        arguments += ["--positioning", _positioning(case.positioning, inputs)]
    for name, value in case.options.items():
        if name in ("repeat", "gate") and not case.alarms:
            continue  # They are refused where a case has been shrunk to none.
        arguments += ["--" + name] + ([str(value)] if value != "" else [])
    tool, model = [], []
    if case.alarms:
        model = ["--alarms", inputs("alarms.json", case.alarms)]
        tool = ["--reminders", _write(os.path.join(folder, "alarms.ics"), _calendar(case.alarms))]
    return arguments, tool, model


def _positioning(model, inputs):
    return model if isinstance(model, str) else inputs("positioning.json", model)


def written_pieces(case, folder):
    """The first track in pieces, cut before the rows named."""
    points = case.tracks[0]
    bounds = [0, *sorted(cut for cut in set(case.cuts) if 0 < cut < len(points)), len(points)]
    return [
        _write_track(os.path.join(folder, f"piece{index}"), "track0", points[start:end], False)
        for index, (start, end) in enumerate(zip(bounds, bounds[1:]))
    ]


def _write(path, content):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(content)
    return path


def _write_track(folder, name, points, is_gpx):
    if is_gpx:
        return _write(os.path.join(folder, name + ".gpx"), _gpx(points))
    has_devices = any(point.device is not None for point in points)
    lines = ["time,latitude,longitude,accuracy" + (",device" if has_devices else "")]
    for point in points:
        cells = [
            "" if point.time is None else stamp(point.time),
            repr(point.latitude),
            repr(point.longitude),
            "" if point.accuracy is None else repr(point.accuracy),
        ]
        lines.append(",".join(cells + ([point.device or ""] if has_devices else [])))
    return _write(os.path.join(folder, name + ".csv"), "\n".join(lines) + "\n")


def _gpx(points):
    rows = "".join(
        f'<trkpt lat="{point.latitude!r}" lon="{point.longitude!r}">'
        + ("" if point.time is None else f"<time>{stamp(point.time)}</time>")
        + "</trkpt>\n"
        for point in points
    )
    return (
        '<?xml version="1.0"?>\n<gpx version="1.1" creator="fuzz" '
        f'xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>\n{rows}</trkseg></trk></gpx>\n'
    )


def stamp(milliseconds):
    import clock

    return clock.printed(milliseconds)


def _calendar(alarms):
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//fuzz//fuzz//EN", "X-WR-CALNAME:Fuzz"]
    for alarm in alarms:
        lines += ["BEGIN:VTODO", f"UID:{alarm['identifier']}", f"SUMMARY:{alarm['title']}"]
        if alarm.get("due"):
            lines.append("DUE:" + alarm["due"].replace("-", "").replace(":", ""))
        if alarm.get("completed"):
            lines.append("STATUS:COMPLETED")
        lines += [
            "BEGIN:VALARM",
            "ACTION:DISPLAY",
            "TRIGGER:-PT0S",
            "PROXIMITY:" + ("ARRIVE" if alarm["arrive"] else "DEPART"),
            "BEGIN:VLOCATION",
            f"NAME:{alarm['place']}",
            f"URL:geo:{alarm['latitude']!r},{alarm['longitude']!r};u={alarm['radius']!r}",
            "END:VLOCATION",
            "END:VALARM",
            "END:VTODO",
        ]
    return "\r\n".join(lines + ["END:VCALENDAR", ""])
