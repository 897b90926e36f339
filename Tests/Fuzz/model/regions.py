"""The app's circles, read from JSON."""

import json
from dataclasses import dataclass, replace

import geodesy
import polygon
from errors import BadData


@dataclass(frozen=True)
class Alarm:
    """A reminder's location alarm: it rings on one side of its circle."""

    title: str
    rings_on: str  # "enter" or "exit"
    place: str = ""
    list: str = ""
    priority: str = "none"
    due: int | None = None


@dataclass(frozen=True)
class Region:
    identifier: str
    latitude: float
    longitude: float
    radius: float
    notify_on_entry: bool = True
    notify_on_exit: bool = True
    name: str | None = None
    alarm: Alarm | None = None
    shape: polygon.Polygon | None = None  # what people mean by it, where it is not the circle

    @property
    def centre(self):
        return self.latitude, self.longitude

    def depth(self, place):
        """Metres from the boundary of what people mean by it, negative inside."""
        if self.shape:
            return self.shape.depth(place)
        return geodesy.distance(self.centre, place) - self.radius

    def notifies(self, kind):
        return self.notify_on_entry if kind == "enter" else self.notify_on_exit

    def is_same_circle(self, other):
        """Equal to 1e-6, in degrees and metres."""
        return all(
            abs(mine - its) <= 1e-6
            for mine, its in (
                (self.latitude, other.latitude),
                (self.longitude, other.longitude),
                (self.radius, other.radius),
            )
        )

    def with_flags_of(self, other):
        return replace(
            self,
            notify_on_entry=other.notify_on_entry,
            notify_on_exit=other.notify_on_exit,
            name=other.name,
        )


def region(entry):
    """One region of its JSON object."""
    identifier, shape = entry["identifier"], polygon.read(entry)
    if shape:
        (latitude, longitude), radius = shape.circle
    else:
        radius = float(entry["radius"])
        latitude, longitude = float(entry["latitude"]), float(entry["longitude"])
    if not (abs(latitude) <= 90 and abs(longitude) <= 180 and 0 < radius <= 20_037_508):
        raise BadData(f"region {identifier}: out of range")
    return Region(
        identifier,
        latitude,
        longitude,
        radius,
        entry.get("notifyOnEntry", True),
        entry.get("notifyOnExit", True),
        entry.get("name"),
        shape=shape,
    )


def read(path):
    with open(path, encoding="utf-8") as file:
        content = json.load(file)
    return parsed(content if isinstance(content, list) else content["regions"])


def parsed(entries):
    found = [region(entry) for entry in entries]
    if len({each.identifier for each in found}) != len(found):
        raise BadData("duplicate identifier")
    return found


def joined(files):
    """The circles of several files, in which an identifier stands once."""
    found = [each for file in files for each in file]
    if len({each.identifier for each in found}) != len(found):
        raise BadData("duplicate identifier")
    return found


def _entries_of_alarms(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def are_alarms_finished(path):
    """Whether an alarm is of a completed reminder, so that silence is meant."""
    return any(entry.get("completed") for entry in _entries_of_alarms(path))


def alarms(path):
    """The plain list of alarms: identifier, title, latitude, longitude, radius, arrive, due."""
    import clock

    return [
        Region(
            entry["identifier"],
            entry["latitude"],
            entry["longitude"],
            entry["radius"],
            entry["arrive"],
            not entry["arrive"],
            alarm=Alarm(
                entry["title"],
                "enter" if entry["arrive"] else "exit",
                entry.get("place", ""),
                entry.get("list", ""),
                entry.get("priority", "none"),
                clock.parsed(entry["due"]) if entry.get("due") else None,
            ),
        )
        for entry in _entries_of_alarms(path)
        if not entry.get("completed")
    ]
