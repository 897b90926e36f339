"""Random drives past random regions, with what geodesics of their own say of them."""

import datetime
import json
import os
import random
from dataclasses import dataclass, field

from geographiclib.geodesic import Geodesic

_START = datetime.datetime(2024, 5, 1, 7, tzinfo=datetime.timezone.utc)
_OUTAGES = {
    "denied": ({"do": "authorize", "to": "denied"}, {"do": "authorize", "to": "always"}),
    "reduced": ({"do": "accuracy", "to": "reduced"}, {"do": "accuracy", "to": "full"}),
    "restarted": ({"do": "reboot"}, {"do": "unlock"}),
    "ended": ({"do": "force-quit"}, {"do": "launch"}),
}


def stamp(second):
    return (_START + datetime.timedelta(seconds=second)).strftime("%Y-%m-%dT%H:%M:%SZ")


def second(text):
    """The second of the drive at a time in JSON."""
    time = datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))
    return (time - _START).total_seconds()


@dataclass
class Crossing:
    region: str
    event: str
    index: int  # of the first fix of the stay
    end: int | None = None  # the first fix after it
    before: int | None = None  # the first fix of the stay before
    is_asked: bool = True


@dataclass
class Drive:
    points: list  # second, latitude, longitude, accuracy or None
    regions: list
    options: list = field(default_factory=list)
    outage: tuple | None = None  # its name, the seconds of its actions

    @classmethod
    def random(cls, seed):
        random_ = random.Random(seed)
        drive = cls(_points(random_), [])
        for number in range(random_.randint(2, 9)):
            drive.regions.append(_region(random_, number, random_.choice(drive.points)))
        for share, options in (
            (0.5, ["--limit", str(random_.randint(1, 4))]),
            (0.4, ["--api", "cllocationmanager"]),
            (0.4, ["--reselect-on", random_.choice(("significant,event", "sentinel", "fix"))]),
            (0.2, ["--rank", "boundary"]),
        ):
            drive.options += options if random_.random() < share else []
        if random_.random() < 0.4:
            start = random_.randint(10, int(drive.points[-1][0] * 0.7))
            times = start, start + random_.randint(30, 900)
            drive.outage = random_.choice(sorted(_OUTAGES)), times
        return drive

    def written(self, folder):
        """Writes the files, and gives the arguments of a run."""
        os.makedirs(folder, exist_ok=True)
        path = lambda name: os.path.join(folder, name)
        with open(path("track.csv"), "w", encoding="utf-8") as file:
            print("time,latitude,longitude,accuracy", file=file)
            for time, latitude, longitude, accuracy in self.points:
                print(stamp(time), latitude, longitude, accuracy or "", sep=",", file=file)
        arguments = [path("track.csv"), "--regions", path("regions.json"), *self.options]
        files = {"regions.json": self.regions}
        if self.outage:
            name, times = self.outage
            actions = zip(times, _OUTAGES[name])
            files["scenario.json"] = [{"at": stamp(time), **action} for time, action in actions]
            arguments += ["--scenario", path("scenario.json")]
        for name, content in files.items():
            with open(path(name), "w", encoding="utf-8") as file:
                json.dump(content, file)
        return arguments

    def away(self, region):
        """Metres outside of a region at each fix, negative inside."""
        centre = region["latitude"], region["longitude"]
        return [
            Geodesic.WGS84.Inverse(*centre, *point[1:3])["s12"] - region["radius"]
            for point in self.points
        ]

    def crossings(self, region, away):
        sides = [metres <= 0 for metres in away]
        edges = [at for at in range(1, len(sides)) if sides[at] != sides[at - 1]]
        for number, at in enumerate(edges):
            flag = "notifyOnEntry" if sides[at] else "notifyOnExit"
            yield Crossing(
                region["identifier"],
                "enter" if sides[at] else "exit",
                at,
                edges[number + 1] if number + 1 < len(edges) else None,
                edges[number - 1] if number else None,
                region.get(flag, True),
            )


def _points(random_):
    latitude, longitude, time, course = 47.37, 8.54, 0, random_.uniform(0, 360)
    is_vague, step, points = random_.random() < 0.5, random_.choice((5, 10, 15, 30)), []
    for _ in range(random_.randint(6, 12)):
        speed = random_.choice((0, 0, 1.5, 8, 15, 25))
        course += random_.uniform(-90, 90)
        for _ in range(random_.randint(3, 40)):
            place = Geodesic.WGS84.Direct(latitude, longitude, course, speed * step)
            latitude, longitude = round(place["lat2"], 7), round(place["lon2"], 7)
            time += step
            accuracy = random_.choice((5, 10, 10, 20, 65, 200)) if is_vague else None
            points.append((time, latitude, longitude, accuracy))
        time += random_.choice((90, 400)) if random_.random() < 0.1 else 0
    return points


def _region(random_, number, point):
    place = Geodesic.WGS84.Direct(*point[1:3], random_.uniform(0, 360), random_.uniform(0, 400))
    region = {
        "identifier": f"p{number}",
        "latitude": round(place["lat2"], 7),
        "longitude": round(place["lon2"], 7),
        "radius": random_.choice((60, 100, 150, 200, 300)),
    }
    flag = random_.choice(("notifyOnEntry", "notifyOnExit"))
    return region | ({flag: False} if random_.random() < 0.2 else {})
