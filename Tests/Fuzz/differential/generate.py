"""Random cases, biased to where decisions are made."""

import math
import random

import geodesy
import options as model_options
import polygon
import simulate
from case import Case, Point, stamp
from settings import ANDROID

START = 1_714_546_800_000  # 2024-05-01T07:00:00Z
_ORIGINS = (
    (46.05, 14.5),
    (0.0, 0.0),
    (-17.0, 179.995),
    (52.0, -179.99),
    (89.995, 40.0),
    (-89.998, -120.0),
    (70.2, 20.0),
    (-33.9, 151.2),
)


class Generator:
    def __init__(
        self, seed, features, files=(), is_audited=False, api=None, is_positioned=False
    ):
        self.random = random.Random(seed)
        self.api = api  # of every case, where it is given
        self.is_audited = is_audited  # whether every case is an audit
        self.is_positioned = is_positioned  # whether every case has a model of positioning
        self.features = features  # the options that the tool has
        self.files = files  # recorded tracks

    def case(self):
        draw = self.random
        case = self._recorded() if self.files else self._made_up()
        case.is_audit = draw.random() < 0.15
        if self._is_android():
            self._make_android(case)
        elif self.api:
            case.options["api"] = self.api
        self.spots = [point for points in case.tracks for point in points]
        if "polygons" in self.features and draw.random() < 0.2:
            case.options["polygons"] = "enclose"
        case.regions = self._regions(
            draw.choice((1, 2, 3, 5, 8, 12)), "polygons" in case.options
        )
        if case.options.get("api") == ANDROID and draw.random() < 0.02:
            # More than Android takes.
            case.regions = self._regions(draw.choice((100, 101, 110)))
        if "reminders" in self.features and draw.random() < 0.12:
            case.alarms = self._alarms()
            if draw.random() < 0.3:
                case.options["repeat"] = ""
            if draw.random() < 0.4:
                case.options["gate"] = "due"
        if not case.path and not case.is_audit and len(case.tracks) == 1:
            self._dress_track(case)
        if draw.random() < 0.6:
            case.scenario = self._scenario(case)
        # At a pole any longitude is right, and an error leads elsewhere from each.
        is_at_pole = any(abs(spot.latitude) == 90 for spot in self.spots)
        has_model = draw.random() < 0.3 or self.is_positioned
        if "positioning" in self.features and has_model and not is_at_pole:
            case.positioning = self._positioning(case)
            case.options["seed"] = draw.choice((1, 2, 77, 2**40 + 5))
        if case.is_audit or self.is_audited:
            self._make_audit(case)
        if draw.random() < 0.01:
            self._spoil(case)
        return case

    def _make_audit(self, case):
        draw, options = self.random, case.options
        case.is_audit, case.alarms, case.cuts = True, [], []
        for name in ("repeat", "gate"):
            options.pop(name, None)
        if draw.random() < 0.25:
            options["min-radius"] = draw.choice((100, 200, 500.5))
        if draw.random() < 0.1:
            options["only"] = draw.choice((case.regions[0]["identifier"], "r*", "*1", "*"))
        if case.positioning:
            options["trials"] = 1

    # Tracks.

    def _made_up(self):
        self.origin = self.random.choice(_ORIGINS)
        tracks = [self._track() for _ in range(self.random.choice((1, 1, 1, 1, 1, 2)))]
        return Case(tracks, [], self._options())

    def _recorded(self):
        path = self.random.choice(self.files)
        fixes = list(model_options.tracks.fixes(path))
        points = [Point(fix.time, *fix.place, fix.accuracy, fix.device) for fix in fixes]
        return Case([points], [], self._options(), path=path)

    def _track(self):
        draw = self.random
        devices = draw.choice(([None], [None], [None], ["a", "b"], ["v1", "Ö", "v3"]))
        walks = {device: self._walk() for device in devices}
        points = []
        for device, walk in walks.items():
            for point in walk:
                point.device = device
                points.append(point)
        return sorted(points, key=lambda point: point.time)

    def _walk(self):
        """Legs of driving, walking and resting, now and then a leap."""
        draw = self.random
        east, north = draw.uniform(-2000, 2000), draw.uniform(-2000, 2000)
        time = START + draw.choice((0, 0, 250, 60_000))
        accuracy = draw.choice((None, None, "constant", "varied", "coarse"))
        step = draw.choice((1, 5, 10, 20, 30, 60))
        points, offsets = [], []
        for _ in range(draw.randint(2, 9)):
            speed, bearing = draw.choice((0, 1.4, 5, 14, 14, 30)), draw.uniform(0, 2 * math.pi)
            if points and draw.random() < 0.08:
                # The recorder sleeps.
                time += draw.choice((300, 301, 420, 1800, 7200)) * 1000
            for _ in range(draw.randint(1, 40)):
                place = geodesy.displaced(self.origin, east, north)
                points.append(Point(time, *place, self._accuracy(accuracy)))
                offsets.append((east, north))
                seconds = step * draw.choice(
                    (1, 1, 1, 1, 0.5, 2, 10) if draw.random() < 0.3 else (1,)
                )
                east += speed * seconds * math.sin(bearing) + draw.gauss(0, 3)
                north += speed * seconds * math.cos(bearing) + draw.gauss(0, 3)
                time += 0 if draw.random() < 0.02 else round(seconds * 1000)
            if draw.random() < 0.1:
                east, north = draw.uniform(-9000, 9000), draw.uniform(-9000, 9000)
            if len(points) > 3 and draw.random() < 0.4:
                # Back to where it was, so that circles are entered and left again.
                east, north = draw.choice(offsets)
        return points

    def _accuracy(self, kind):
        draw = self.random
        if kind is None or draw.random() < 0.05:
            return None
        if kind == "constant":
            return 10.0
        if kind == "varied":
            return draw.choice((0.0, 5.0, 14.0, 65.0, round(draw.expovariate(1 / 60), 1)))
        return draw.choice((30.0, 165.0, 600.0, 1414.0))

    def _dress_track(self, case):
        draw, points = self.random, case.tracks[0]
        has_devices = any(point.device for point in points)
        kind = draw.random()
        if kind < 0.08 and not has_devices:
            for point in points:
                point.time = None
            if draw.random() < 0.5:
                case.options["speed"] = draw.choice((1.4, 13.9, 33.333))
            case.options["start"] = "2024-05-01T07:00:00Z"
        elif kind < 0.16:
            for point in draw.sample(points, max(1, len(points) // 20)):
                point.time = draw.choice((None, point.time - 30_000, point.time + 30_000))
        elif kind < 0.3 and "state" in self.features and "from" not in case.options:
            if "to" not in case.options and not case.alarms:
                case.cuts = [draw.randrange(1, len(points) + 1) for _ in range(draw.randint(1, 4))]
        elif kind < 0.4 and not has_devices and all(p.accuracy is None for p in points):
            case.is_gpx = True

    # Regions.

    def _regions(self, count, has_polygons=False):
        draw, regions, centres = self.random, [], []
        for index in range(count):
            spot = draw.choice(self.spots)
            radius = round(min(20_000, math.exp(draw.gauss(5.3, 1.1))) + 5, 1)
            if draw.random() < 0.04:
                radius = draw.choice((60_000.0, 150_000.0))
            # Its boundary near a place of the track, often.
            away = draw.choice((0, radius, radius * draw.uniform(0, 2), draw.uniform(0, 4000)))
            bearing = draw.uniform(0, 2 * math.pi)
            centre = geodesy.displaced(
                (spot.latitude, spot.longitude), away * math.sin(bearing), away * math.cos(bearing)
            )
            if regions and draw.random() < 0.12:
                centre = centres[-1]
            centres.append(centre)
            regions.append(self._region(draw.choice("rRzÄ") + str(index), centre, radius))
            if has_polygons and radius < 50_000 and draw.random() < 0.6:
                self._make_polygon(regions[-1], radius)
        return regions

    def _make_polygon(self, region, radius):
        """Gives a region corners in place of its circle."""
        draw = self.random
        centre = region["latitude"], region["longitude"]
        rings = [self._ring(centre, radius)]
        if draw.random() < 0.3:
            # A hole, or a part of its own.
            east, north = (draw.uniform(-1.2, 1.2) * radius for _ in range(2))
            other = geodesy.displaced(centre, *draw.choice(((0, 0), (east, north))))
            rings.append(self._ring(other, radius * draw.choice((0.2, 0.5, 0.7))))
        # A displacement is held at the poles, where corners of all directions would be one.
        if any(abs(latitude) == 90 for ring in rings for latitude, _ in ring):
            return
        for name in ("latitude", "longitude", "radius"):
            del region[name]
        if len(rings) == 1:
            region["vertices"] = rings[0]
        else:
            region["position"] = polygon.wkt(rings)

    def _ring(self, centre, radius):
        draw, count = self.random, self.random.choice((3, 4, 4, 5, 7))
        start, corners = draw.uniform(0, 2 * math.pi), []
        for number in range(count):
            angle = start + (number + draw.uniform(-0.4, 0.4)) * 2 * math.pi / count
            away = radius * draw.choice((1, draw.uniform(0.1, 1)))
            corners.append(
                geodesy.displaced(centre, away * math.sin(angle), away * math.cos(angle))
            )
        if draw.random() < 0.1:
            draw.shuffle(corners)  # edges that cross each other
        return corners

    def _region(self, identifier, centre, radius):
        draw = self.random
        region = dict(identifier=identifier, latitude=centre[0], longitude=centre[1], radius=radius)
        if draw.random() < 0.15:
            region["notifyOnEntry"] = False
        if draw.random() < 0.15:
            region["notifyOnExit"] = False
        return region

    def _alarms(self):
        draw = self.random
        return [
            {
                "identifier": f"todo{index}",
                "title": f"Task {index}",
                "place": f"Place {index}",
                "list": "Fuzz",
                "latitude": region["latitude"],
                "longitude": region["longitude"],
                "radius": region["radius"],
                "arrive": draw.random() < 0.6,
                "completed": draw.random() < 0.1,
                "due": (
                    stamp(START + draw.randrange(0, 3600) * 1000) if draw.random() < 0.4 else None
                ),
            }
            for index, region in enumerate(self._regions(draw.randint(1, 5)))
        ]

    # Options.

    def _options(self):
        draw, chosen = self.random, {}

        def maybe(name, share, *values):
            if name in self.features and draw.random() < share:
                chosen[name] = draw.choice(values)

        maybe("api", 0.35, "cllocationmanager")
        maybe("cushion", 0.7, 0, 0, 20, 50, 100.5, 500)
        maybe("cushion-in", 0.4, 0, 10, 50, 200)
        maybe("dwell", 0.6, 0, 0, 5, 20.5, 60, 300)
        maybe("dwell-from", 0.3, "cushion")
        maybe("ignore-accuracy", 0.2, "")
        maybe("limit", 0.75, 1, 2, 3, 4, 5)
        maybe("max-radius", 0.1, 300, 1000, 20_000)
        maybe("rank", 0.4, "boundary", "centre")
        maybe("within", 0.15, 50, 400, 2000, 10_000)
        triggers = ("significant", "event", "sentinel", "fix")
        lists = [",".join(draw.sample(triggers, n)) for n in (1, 1, 2, 2, 3)]
        maybe("reselect-on", 0.75, *lists, "none")
        maybe("renew", 0.3, "all")
        maybe("significant-distance", 0.25, 0, 100, 250)
        maybe("significant-interval", 0.3, 0, 30, 120)
        maybe("sentinel-radius", 0.3, 100, 300.5, 2000)
        maybe("interpolate", 0.1, 1, 7, 15.5)
        maybe("platform", 0.2, "macos")
        maybe("from", 0.05, "+60s", "2024-05-01T07:05:00Z")
        maybe("to", 0.05, "+600s", "2024-05-01T07:20:00Z")
        return chosen

    # Android.

    def _is_android(self):
        if self.api or ANDROID not in self.features:
            return self.api == ANDROID
        return self.random.random() < 0.4

    def _make_android(self, case):
        """Gives a case Android's interface, and its options in place of those it refuses."""
        draw, options = self.random, case.options
        for name in REFUSED_BY_ANDROID:
            options.pop(name, None)
        if "significant" in options.get("reselect-on", ""):
            options["reselect-on"] = draw.choice(("sentinel", "event", "fix", "event,sentinel"))
        options["api"] = ANDROID

        def maybe(name, share, *values):
            if draw.random() < share:
                options[name] = draw.choice(values)

        maybe("overlap", 0.4, "0.5,0.4999", "1,0", "0.85,0.15", "0.9,0.5", "0.3,0.05")
        triggers = ("enter", "exit", "dwell")
        lists = [",".join(draw.sample(triggers, n)) for n in (1, 1, 2, 3)]
        maybe("initial-trigger", 0.6, "none", *lists)
        maybe("loitering", 0.6, 0, 30, 60.5, 300, 1200)
        maybe("responsiveness", 0.25, 0, 15, 60, 300)
        maybe("expire", 0.3, 30, 300, 900.5)
        maybe("reregister", 0.5, "boot", "update", "boot,update", "none")

    def _spoil(self, case):
        """Makes a case one that is to be refused."""
        if case.options.get("api") != ANDROID:
            if ANDROID in self.features and not case.is_audit:
                case.options.update([self.random.choice(_ANDROIDS_ALONE)])
            return
        case.options.update([self.random.choice(_WRONG_ON_ANDROID)])

    # Scenarios.

    def _moments(self, case):
        """Times near which something is decided: events without a scenario, and fixes."""
        plain = model_options.namespace(**_plain(case.options))
        own = model_options.regions.parsed(case.regions)
        moments = []
        for points in case.tracks:
            devices = simulate.Devices(model_options.settings(plain), own)
            for point in points:
                if point.time is None:
                    continue
                fix = model_options.tracks.Fix(
                    point.time, point.latitude, point.longitude, point.accuracy, point.device
                )
                moments += [
                    each.time
                    for notice in devices.take(fix)
                    for each in (notice.fix, notice.news and notice.news.crossed)
                    if each
                ]
        fixes = [point.time for points in case.tracks for point in points if point.time is not None]
        return moments + self.random.sample(fixes, min(len(fixes), 8)) or [START]

    def _scenario(self, case):
        draw, moments = self.random, self._moments(case)
        start = min((p.time for points in case.tracks for p in points if p.time), default=START)
        times = sorted(
            max(0, draw.choice(moments) + draw.choice((0, 0, 1000, -1000, 500, 15_000, -20_000)))
            for _ in range(draw.randint(1, 9))
        )
        mac = case.options.get("platform") == "macos"
        android = case.options.get("api") == ANDROID
        state = dict(
            locked=False, asleep=False, known=[each["identifier"] for each in case.regions]
        )
        scenario = []
        for time in times:
            action = self._action(state, mac, android, case)
            relative = draw.random() < 0.2 and time >= start and len(case.tracks) == 1
            at = f"+{(time - start) // 1000}s" if relative else stamp(time)
            scenario.append({"at": at, **action})
        return scenario

    def _action(self, state, mac, android, case):
        draw = self.random
        if draw.random() < 0.004:
            names = ("unlock", "reboot", "launch", "sleep", "wake", "force-stop", "force-quit")
            if ANDROID in self.features:
                names += ("update", "clear-data")
            return {"do": draw.choice(names)}
        kinds = ["terminate"] * 3 + ["authorize"] * 3 + ["accuracy"] * 2 + ["add", "remove"] * 2
        if state["locked"]:
            kinds += ["unlock"] * 12
        else:
            kinds += ["launch"] * 3 + ["foreground"] * 3 + ["background"] * 4 + ["reboot"] * 2
        if android:
            kinds += ["location"] * 3
            if not state["locked"]:
                kinds += ["update"] * 2 + ["force-stop", "clear-data"] + ["launch"] * 2
        elif mac:
            kinds += ["wake" if state["asleep"] else "sleep"] * 5
        else:
            kinds += ["background-refresh"] * 4 + ["determine"] * 2
        if not state["locked"]:
            kinds += ["force-quit"]
        what = draw.choice(kinds)
        if what in ("reboot", "unlock"):
            state["locked"] = what == "reboot"
        if what in ("sleep", "wake"):
            state["asleep"] = what == "sleep"
        if what == "authorize":
            others = ("when-in-use", "when-in-use", "denied", "restricted", "not-determined")
            return {"do": what, "to": draw.choice(("always",) * 4 + others)}
        if what == "accuracy":
            return {"do": what, "to": draw.choice(("full", "reduced"))}
        if what == "location":
            state["located"] = not state.get("located", True) or draw.random() < 0.1
            return {"do": what, "to": "on" if state["located"] else "off"}
        if what == "background-refresh":
            return {"do": what, "to": draw.choice(("on", "off"))}
        if what == "reboot" and not android and draw.random() < 0.5:
            return {"do": what, "registrations": draw.choice(("lost", "lost", "kept"))}
        if what == "determine":
            own = state["known"]
            return {"do": what, "identifier": draw.choice(own)} if own and draw.random() < 0.4 else {"do": what}
        if what == "remove":
            if not state["known"]:
                return {"do": "terminate"}
            gone = draw.choice(state["known"])
            state["known"].remove(gone)
            return {"do": what, "identifier": gone}
        if what == "add":
            return {"do": what, "region": self._added(state, case)}
        return {"do": what}

    def _added(self, state, case):
        draw = self.random
        region = self._regions(1)[0]
        if state["known"] and draw.random() < 0.4:
            region["identifier"] = draw.choice(state["known"])
            same = [each for each in case.regions if each["identifier"] == region["identifier"]]
            if same and "radius" in same[0] and draw.random() < 0.5:
                region = dict(same[0], radius=same[0]["radius"] + draw.choice((0, 4e-7, 2e-6, 30)))
        else:
            region["identifier"] = "n" + str(draw.randrange(4))
        if region["identifier"] not in state["known"]:
            state["known"].append(region["identifier"])
        return region

    # Positioning.

    def _positioning(self, case):
        if self.random.random() < 0.15:
            # It sees every fix as it is, but for its accuracy.
            every = {"error": 0, "accuracy": None, "missed": 0}
            return {"far": every, "near": every, "nearWithin": 0}
        if ANDROID in self.features and self.random.random() < 0.1:
            return "android"
        still = {}
        if ANDROID in self.features and self.random.random() < 0.4:
            still = {"still": self._grade(), "stillWithin": self.random.choice((0, 20, 50, 400))}
            if self.random.random() < 0.5:
                still["stillAfter"] = self.random.choice((0, 30, 180, 900))
        for name, amounts in (("dwell", (0, 15, 80)), ("cushion", (0, 30, 90))):
            if self.random.random() < 0.3:
                ways = {
                    way: self._rule(amounts) for way in ("in", "out") if self.random.random() < 0.7
                }
                still[name] = ways or self._rule(amounts)
        return {
            "far": self._grade(),
            "near": self._grade(),
            "nearWithin": self.random.choice((0, 200, 1000)),
            **still,
        }

    def _rule(self, amounts):
        amount = self.random.choice(amounts)
        if amount and self.random.random() < 0.5:
            return {"median": amount, "p95": amount * self.random.choice((1.0, 1.6, 4.0))}
        return amount

    def _grade(self):
        draw, grade = self.random, {}
        if draw.random() < 0.5:
            median = draw.choice((50, 150, 750))
            grade["distance"] = {"median": median, "p95": median * draw.choice((1.0, 2.0, 3.3))}
        if draw.random() < 0.6:
            grade["interval"] = draw.choice((20, 60, 300))
        grade["error"] = draw.choice((0, 8, 30, 74, 600))
        grade["settles"] = draw.choice((0, 30, 600))
        grade["accuracy"] = draw.choice((None, 10, 65, 1414))
        grade["missed"] = draw.choice((0, 0, 0.2, 0.7))
        return grade


# What the geofences of Android refuse, what they alone take, and values that they refuse.
REFUSED_BY_ANDROID = ("cushion", "cushion-in", "dwell", "dwell-from", "ignore-accuracy", "platform")
_ANDROIDS_ALONE = (
    ("overlap", "0.75,0.25"),
    ("initial-trigger", "enter"),
    ("loitering", 60),
    ("responsiveness", 60),
    ("expire", 600),
    ("reregister", "boot"),
)
_WRONG_ON_ANDROID = (
    ("dwell", 20),
    ("cushion", 0),
    ("cushion-in", 0),
    ("dwell-from", "boundary"),
    ("ignore-accuracy", ""),
    ("platform", "ios"),
    ("limit", 101),
    ("reselect-on", "significant"),
    ("reselect-on", "sentinel,significant"),
    ("overlap", "0.25,0.75"),
    ("overlap", "0.5,0.5"),
    ("overlap", "1.1,0.2"),
    ("overlap", "0.7"),
    ("initial-trigger", "leave"),
    ("initial-trigger", "none,enter"),
    ("reregister", "launch"),
    ("loitering", -1),
    ("responsiveness", -1),
)


def _plain(options):
    """The options that a simulation has without its surroundings."""
    kept = ("api", "cushion", "cushion-in", "dwell", "limit", "reselect-on", "max-radius", "rank")
    kept += ("dwell-from", "overlap", "initial-trigger", "loitering", "expire")
    return {name: value for name, value in options.items() if name in kept}
