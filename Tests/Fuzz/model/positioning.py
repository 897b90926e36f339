"""What the phone sees of its true track: rare looks, each with an error.

A model has two grades, far and near. Draws are numbers of a counter, so that a fix has the same
error whatever else happens.
"""

import json
import math
from dataclasses import dataclass, field, replace

import geodesy
from closeness import Closeness
from errors import BadData
from settings import ANDROID

_ALL_BITS = (1 << 64) - 1
_WITHIN_68_PERCENT = math.sqrt(-2 * math.log(0.32))
_95_PERCENT = 1.6448536


def mixed(z):
    """SplitMix64's finaliser.

    >>> hex(mixed(0))
    '0xe220a8397b1dcdaf'
    """
    z = (z + 0x9E3779B97F4A7C15) & _ALL_BITS
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _ALL_BITS
    z = (z ^ z >> 27) * 0x94D049BB133111EB & _ALL_BITS
    return z ^ z >> 31


def fnv1a(data):
    """FNV-1a of 64 bits.

    >>> hex(fnv1a(b"")), hex(fnv1a(b"a"))
    ('0xcbf29ce484222325', '0xaf63dc4c8601ec8c')
    """
    hashed = 0xCBF29CE484222325
    for byte in data:
        hashed = (hashed ^ byte) * 0x100000001B3 & _ALL_BITS
    return hashed


def uniform(seed, trial, device, number, k):
    """The k-th draw of a fix, at least 0 and below 1."""
    hashed = 0
    for word in (seed, trial, fnv1a((device or "").encode()), number, k):
        hashed = mixed(hashed ^ word & _ALL_BITS)
    return (hashed >> 11) * 2.0**-53


@dataclass(frozen=True)
class Grade:
    median: float | None = None  # metres travelled
    p95: float | None = None
    interval: float | None = None  # seconds
    error: float = 0.0  # metres
    settles: float = 0.0  # seconds
    accuracy: float | None = None  # metres
    missed: float = 0.0  # share

    @property
    def spread(self):
        return math.log(self.p95 / self.median) / _95_PERCENT

    def is_due(self, travelled, seconds, normal, share=1.0):
        """Whether the wait is over, or that share of it."""
        if self.median is None and self.interval is None:
            return True
        if self.interval is not None and seconds * 1000 >= round(self.interval * share * 1000):
            return True
        if self.median is None:
            return False
        return travelled >= math.exp(math.log(self.median) + self.spread * normal) * share


@dataclass(frozen=True)
class Model:
    far: Grade
    near: Grade
    near_within: float
    # At rest, where there is such a grade: while the recorded place is so near to that of the last
    # look.
    still: Grade | None = None
    still_within: float = 0.0
    # The seconds that the device has to stay so near to one look; 0: near to the last one.
    still_after: float = 0.0
    # The numbers of the rules that the model brings along: a median and a spread each.
    rules: dict = field(default_factory=dict)

    def followed(self, settings, given=()):
        """The settings with the model's rules, but for those that were given."""
        if settings.api == ANDROID:
            return settings
        spreads = list(settings.spreads)
        changes = {}
        for at, (name, blocked) in enumerate(
            (
                ("dwell", ("dwell",)),
                ("dwell_out", ("dwell", "dwell_out")),
                ("cushion_in", ("cushion_in",)),
                ("cushion", ("cushion",)),
            )
        ):
            if name in self.rules and not any(each in given for each in blocked):
                changes[name], spreads[at] = self.rules[name]
                if name == "dwell" and settings.dwell_out is None:
                    changes.setdefault("dwell_out", settings.dwell)
        return settings.but(**changes, spreads=tuple(spreads))


_GOOD = {"error": 15, "accuracy": 70, "missed": 0.4}
_PRESETS = {
    "android": {
        "far": {"interval": 20, **_GOOD},
        "near": {"interval": 20, **_GOOD},
        "still": {"interval": 360, "settles": 604_800, **_GOOD},
        "nearWithin": 1000,
        "stillWithin": 50,
    }
}


def read(path):
    """The model of a file, or one that has a name."""
    if path in _PRESETS:
        return _parsed(_PRESETS[path])
    with open(path, encoding="utf-8") as file:
        return _parsed(json.load(file))


def _parsed(content):
    for name in ("far", "nearWithin"):
        if name not in content:
            raise BadData(f"a model without {name}")
    far, still = content["far"], content.get("still")
    if still is not None and content.get("stillWithin") is None:
        raise BadData("a grade for rest without stillWithin")
    return Model(
        _grade(far),
        _grade(content.get("near", far)),
        content["nearWithin"],
        None if still is None else _grade(still),
        content.get("stillWithin", 0.0),
        content.get("stillAfter", 0.0),
        _rules(content),
    )


def _rules(content):
    """The dwell and the cushion of a model; a number alone is that of the way out."""
    rules = {}
    for name, inward, outward in (
        ("dwell", "dwell", "dwell_out"),
        ("cushion", "cushion_in", "cushion"),
    ):
        value = content.get(name)
        ways = value if isinstance(value, dict) and value.keys() & {"in", "out"} else {"out": value}
        for way, key in (("in", inward), ("out", outward)):
            if ways.get(way) is not None:
                rules[key] = _median_and_spread(ways[way])
    return rules


def _median_and_spread(value):
    if isinstance(value, dict):
        return value["median"], math.log(value["p95"] / value["median"]) / _95_PERCENT
    return float(value), 0.0


def _grade(entry):
    if any(entry[name] is None for name in entry if name != "accuracy"):
        raise BadData("null where a number belongs")
    if entry.get("interval") == 0:
        raise BadData("an interval of 0")
    distance = entry.get("distance") or {}
    return Grade(
        distance.get("median"),
        distance.get("p95"),
        entry.get("interval"),
        entry.get("error", 0.0),
        entry.get("settles", 0.0),
        entry.get("accuracy"),
        entry.get("missed", 0.0),
    )


class Looks:
    """The looks of one device in one trial."""

    def __init__(self, model, seed, trial, device, responsiveness=0.0, closeness=None):
        self.model = model
        self.responsiveness = responsiveness  # seconds
        self.closeness = closeness or Closeness()
        self.draw = lambda number, k: uniform(seed, trial, device, number, k)
        self.number = -1
        self.previous = None  # the fix before, as it truly was
        self.travelled = 0.0  # metres since the last look, found or not
        self.looked_at = None  # when that was
        self.share = 1.0  # the share of the wait that is still to come, of the first look's
        self.stay = None  # the look since which the device has not moved away, as it truly was
        self.normal = 0.0  # the draw of its threshold
        self.seen = None  # the last fix seen, where it was seen
        self.unit_error = None  # in units of the error: east, north

    def take(self, fix, conditions):
        """The fix as it is seen, or None where the phone does not look or finds nothing."""
        self.number += 1
        if self.previous:
            self.travelled += geodesy.distance(self.previous.place, fix.place)
        self.previous = fix
        if self.seen is None:
            return self._look(fix, self.model.far, True)
        seconds = (fix.time - self.looked_at) / 1000
        if seconds < self.responsiveness:
            return None
        grade = self._grade(fix, conditions)
        if not grade.is_due(self.travelled, seconds, self.normal, self.share):
            return None
        return self._look(fix, grade, False)

    def _grade(self, fix, conditions):
        # A crossing that has begun keeps the phone looking.
        if any(each.crossed is not None and not each.is_frozen for each in conditions):
            return self.model.near
        if self.model.still and self._is_still(fix):
            return self.model.still
        return self.model.near if self._is_near(conditions) else self.model.far

    def _is_still(self, fix):
        if fix.time - self.stay.time < self.model.still_after * 1000:
            return False
        return self._stays(fix)

    def _stays(self, fix):
        moved = geodesy.distance(self.stay.place, fix.place)
        if moved:
            self.closeness.compare(moved - self.model.still_within, moved)
        return moved <= self.model.still_within

    def _is_near(self, conditions):
        within = self.model.near_within + (self.seen.accuracy or 0)
        return any(abs(each.distance(self.seen.place)) <= within for each in conditions)

    def _look(self, fix, grade, always_finds):
        draws = [self.draw(self.number, k) for k in range(10)]
        self.share = draws[5] if always_finds else 1.0
        self.travelled, self.looked_at = 0.0, fix.time
        if self.stay is None or not self.model.still_after or not self._stays(fix):
            self.stay = fix
        self.normal = _radius(draws[2]) * math.cos(2 * math.pi * draws[3])
        if not always_finds and draws[4] < grade.missed:
            return None
        size, angle = _radius(draws[0]), 2 * math.pi * draws[1]
        fresh = size * math.cos(angle), size * math.sin(angle)
        if self.unit_error is None or grade.settles == 0:
            self.unit_error = fresh
        else:
            kept = math.exp(-(fix.time - self.seen.time) / 1000 / grade.settles)
            renewed = math.sqrt(1 - kept * kept)
            self.unit_error = tuple(
                kept * old + renewed * new for old, new in zip(self.unit_error, fresh)
            )
        sigma = grade.error / _WITHIN_68_PERCENT
        place = geodesy.displaced(fix.place, *(sigma * each for each in self.unit_error))
        self.seen = replace(
            fix,
            latitude=place[0],
            longitude=place[1],
            accuracy=grade.accuracy,
            draws=_normals(draws),
        )
        return self.seen


class Drawn:
    """Every fix is seen as it is, and the numbers of the rules are drawn at it."""

    def __init__(self, seed, trial, device):
        self.draw = lambda number, k: uniform(seed, trial, device, number, k)
        self.number, self.seen = -1, None

    def take(self, fix, conditions):
        self.number += 1
        self.seen = replace(fix, draws=_normals([self.draw(self.number, k) for k in range(10)]))
        return self.seen


class Recorded:
    """Every fix is seen as it is, but for those that follow too soon on the last one seen."""

    def __init__(self, responsiveness):
        self.responsiveness = responsiveness  # seconds
        self.seen = None

    def take(self, fix, conditions):
        if self.seen and fix.time - self.seen.time < self.responsiveness * 1000:
            return None
        self.seen = fix
        return fix


def _normals(draws):
    """The draws of the dwell and of the cushion."""
    return tuple(_radius(draws[k]) * math.cos(2 * math.pi * draws[k + 1]) for k in (6, 8))


def _radius(draw):
    """The length of a normal pair."""
    return math.sqrt(-2 * math.log(1 - draw))
