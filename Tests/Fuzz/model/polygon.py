"""Polygons on the ellipsoid, with geodesics for edges: what people mean by a place that has one.

The system watches circles, so the smallest one around the corners is registered for it.
"""

import functools
import itertools
import math
import re
from dataclasses import dataclass, field

import geodesy
from geographiclib.geodesic import Geodesic

_GNOMONIC = Geodesic.AZIMUTH | Geodesic.REDUCEDLENGTH | Geodesic.GEODESICSCALE


@dataclass(frozen=True)
class Polygon:
    """Rings of (latitude, longitude); a ring within another is a hole."""

    rings: tuple
    _known: dict = field(default_factory=dict, compare=False, repr=False)

    def contains(self, place):
        """Whether the rings go around a place an odd number of times.

        >>> square = Polygon((((0, 0), (0, 1), (1, 1), (1, 0)),))
        >>> [square.contains(each) for each in ((0.5, 0.5), (0.5, 1.5), (-0.5, 0.5))]
        [True, False, False]
        >>> square = Polygon((((1, 179), (1, -179), (-1, -179), (-1, 179)),))
        >>> [square.contains(each) for each in ((0, 180), (0, -178.5), (0, 0))]
        [True, False, False]
        """
        if place not in self._known:
            self._known[place] = self._contains(place)
        return self._known[place]

    def _contains(self, place):
        centre, radius = self.circle
        # The other side of the Earth is surrounded, too.
        if geodesy.distance(centre, place) > radius + 1:
            return False
        return sum(_turns(ring, place) for ring in self.rings) % 2 == 1

    def depth(self, place):
        """Metres from the nearest edge, negative inside."""
        away = min(
            _away(_as_seen(place, start), _as_seen(place, end)) for start, end in self._edges()
        )
        return -away if self.contains(place) else away

    def _edges(self):
        for ring in self.rings:
            yield from zip(ring, ring[1:] + ring[:1])

    def part(self, start, end):
        """Which part of the geodesic between two places lies inside, and whether that hangs on
        millimetres.

        >>> square = Polygon((((0, 0), (0, 0.01), (0.01, 0.01), (0.01, 0)),))
        >>> round(square.part((0.005, -0.01), (0.005, 0.03))[0], 6)
        0.25
        """
        # From the start of the line all geodesics nearby are straight.
        flat = lambda place: _gnomonic(start, place)
        x, y = flat(end)
        length = math.hypot(x, y)
        if not length:
            return 0.0, False
        cuts, is_close = [0.0, 1.0], False
        for one, other in self._edges():
            (ax, ay), (bx, by) = flat(one), flat(other)
            # Metres to the left of the line.
            left, right = (x * ay - y * ax) / length, (x * by - y * bx) / length
            along = [(x * px + y * py) / length for px, py in ((ax, ay), (bx, by))]
            is_close |= any(
                abs(side) < 0.002 and -1 < at < length + 1 for side, at in zip((left, right), along)
            )
            if (left > 0) != (right > 0):
                share = left / (left - right)
                cuts.append((along[0] + share * (along[1] - along[0])) / length)
        cuts = sorted(each for each in cuts if 0 <= each <= 1)
        inside = 0.0
        for one, other in zip(cuts, cuts[1:]):
            middle = (one + other) / 2
            if other > one and self.contains(_on_the_line(start, end, middle)):
                inside += other - one
        return inside, is_close

    @functools.cached_property
    def circle(self):
        """The smallest circle around the corners: its centre to eight decimals of a degree, its
        radius rounded up to millimetres.

        >>> centre, radius = Polygon((((0, 0), (0, 0.01), (0.002, 0.005)),)).circle
        >>> centre, radius
        ((0.0, 0.005), 556.598)
        """
        corners = sorted({corner for ring in self.rings for corner in ring})
        centre = corners[0]
        for _ in range(50):
            x, y = _smallest([_as_seen(centre, each) for each in corners])
            azimuth = math.degrees(math.atan2(x, y))
            found = Geodesic.WGS84.Direct(*centre, azimuth, math.hypot(x, y))
            centre = found["lat2"], found["lon2"]
            if math.hypot(x, y) < 1e-6:
                break
        centre = round(centre[0], 8) + 0.0, round(centre[1], 8) + 0.0
        reach = max(geodesy.distance(centre, each) for each in corners)
        return centre, math.ceil(reach * 1000) / 1000


def _turns(ring, place):
    """How often a ring goes around a place, by the directions in which its corners are seen."""
    azimuths = [Geodesic.WGS84.Inverse(*place, *each, Geodesic.AZIMUTH)["azi1"] for each in ring]
    steps = zip(azimuths, azimuths[1:] + azimuths[:1])
    return round(sum((other - one + 180) % 360 - 180 for one, other in steps) / 360)


def _as_seen(place, other):
    """Metres east and north of a place, by the direction and the distance from it."""
    found = Geodesic.WGS84.Inverse(*place, *other, Geodesic.AZIMUTH | Geodesic.DISTANCE)
    azimuth = math.radians(found["azi1"])
    return found["s12"] * math.sin(azimuth), found["s12"] * math.cos(azimuth)


def _gnomonic(place, other):
    """Metres east and north on the plane on which geodesics are straight (Karney, 2013)."""
    found = Geodesic.WGS84.Inverse(*place, *other, _GNOMONIC)
    away, azimuth = found["m12"] / found["M12"], math.radians(found["azi1"])
    return away * math.sin(azimuth), away * math.cos(azimuth)


def _on_the_line(start, end, share):
    line = Geodesic.WGS84.InverseLine(*start, *end)
    position = line.Position(line.s13 * share)
    return position["lat2"], position["lon2"]


def _away(one, other):
    """The distance of the origin from a segment."""
    (ax, ay), (bx, by) = one, other
    dx, dy = bx - ax, by - ay
    square = dx * dx + dy * dy
    share = min(1.0, max(0.0, -(ax * dx + ay * dy) / square)) if square else 0.0
    return math.hypot(ax + share * dx, ay + share * dy)


def _smallest(points):
    """The centre of the smallest circle around points of a plane: two or three determine it."""
    found = []
    for pair in itertools.combinations(points, 2):
        found.append(((pair[0][0] + pair[1][0]) / 2, (pair[0][1] + pair[1][1]) / 2))
    for three in itertools.combinations(points, 3):
        centre = _through(*three)
        found += [centre] if centre else []
    # Around any centre the circle has to reach the farthest; the best is among these.
    return min(found, key=lambda each: max(math.dist(each, point) for point in points))


def _through(first, second, third):
    """The centre of the circle through three points, or None where they lie on a line."""
    bx, by = second[0] - first[0], second[1] - first[1]
    cx, cy = third[0] - first[0], third[1] - first[1]
    area = 2 * (bx * cy - by * cx)
    if abs(area) < 1e-9:
        return None
    b, c = bx * bx + by * by, cx * cx + cy * cy
    return first[0] + (cy * b - by * c) / area, first[1] + (bx * c - cx * b) / area


def read(entry):
    """The polygon of a region's JSON object, or None."""
    if "vertices" in entry:
        return Polygon((tuple(tuple(map(float, corner)) for corner in entry["vertices"]),))
    text = entry.get("position", "")
    if not text.startswith(("POLYGON", "MULTIPOLYGON")):
        return None
    rings = re.findall(r"\(([^()]+)\)", text)
    corner = lambda pair: tuple(float(each) for each in reversed(pair.split()))
    return Polygon(tuple(tuple(corner(pair) for pair in ring.split(",")) for ring in rings))


def wkt(rings):
    """Rings as a text that the tool reads, each closed.

    >>> wkt([[(1.5, 2.0), (3.0, 4.0), (5.0, 0.0)]])
    'POLYGON ((2.0 1.5, 4.0 3.0, 0.0 5.0, 2.0 1.5))'
    """
    closed = [[*ring, ring[0]] for ring in rings]
    corners = [", ".join(f"{lon!r} {lat!r}" for lat, lon in ring) for ring in closed]
    return "POLYGON (" + ", ".join(f"({each})" for each in corners) + ")"
